"""What can happen at a table besides the events of its game."""

from typing import NamedTuple


class Undone(NamedTuple):
    """A seat took back its last move."""

    seat: int
