"""What can happen at a table besides the events of its game."""

from typing import NamedTuple


class Undone(NamedTuple):
    """A seat took back its last move."""

    seat: int


class Left(NamedTuple):
    """Who sat there has left the table; a bot goes on for them."""

    seat: int


class BotPlays(NamedTuple):
    """Somebody lets a bot go on for who sits there and is away."""

    seat: int


class CameBack(NamedTuple):
    """Whose seat it is plays again."""

    seat: int


AT_THE_TABLE = (Undone, Left, BotPlays, CameBack)
