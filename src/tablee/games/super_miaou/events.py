"""What can happen at a table of Super Miaou: everybody hears all of it; no hidden card is told."""

from __future__ import annotations

from typing import NamedTuple


class Began(NamedTuple):
    """The hands lie face down; this seat plays first."""

    seat: int


class TurnedUp(NamedTuple):
    """A turn begins: the hand, from left to right."""

    seat: int
    cards: tuple[str, ...]


class Bought(NamedTuple):
    seat: int
    card: str


class Binned(NamedTuple):
    """A start card was thrown away: it leaves the game."""

    seat: int
    card: str


class Returned(NamedTuple):
    """A bought card was thrown away: it goes back to its stack."""

    seat: int
    card: str


class Stolen(NamedTuple):
    """A Mouse took a card out of another hand."""

    seat: int
    other: int
    position: int
    card: str


class Shielded(NamedTuple):
    """A Mouse met a shield: the card stays where it is, face up."""

    seat: int
    other: int
    position: int
    card: str


class Replaced(NamedTuple):
    """The victim drew another card, face down, into the same place."""

    seat: int
    position: int


class NotReplaced(NamedTuple):
    """The victim had nothing left to draw."""

    seat: int
    position: int


class Passed(NamedTuple):
    seat: int


class Washed(NamedTuple):
    """What was left of the hand went to the washing machine."""

    seat: int
    cards: tuple[str, ...]


class Shuffled(NamedTuple):
    """The washing machine was shuffled into the backpack; so many cards."""

    seat: int
    n: int


class Drew(NamedTuple):
    """Cards came from the backpack to the hand, face down."""

    seat: int
    n: int


class Won(NamedTuple):
    """A Cat and a Cape in one hand: Super Miaou is found."""

    seat: int


class Stopped(NamedTuple):
    """Nobody found Super Miaou in so many rounds."""

    n: int


EVENTS = (
    Began, TurnedUp, Bought, Binned, Returned, Stolen, Shielded, Replaced, NotReplaced,
    Passed, Washed, Shuffled, Drew, Won, Stopped,
)  # fmt: skip
# What turns up something that was hidden: a move that does cannot be undone.
SHOWS = (TurnedUp, Stolen, Shielded)
