"""What can happen at a table of crazy eights."""

from __future__ import annotations

from typing import NamedTuple


class Dealt(NamedTuple):
    """A seat's first hand, as it sees it."""

    seat: int
    cards: tuple[str, ...]


class DealtHidden(NamedTuple):
    """A seat's first hand, as the others see it."""

    seat: int
    n: int


class TurnedUp(NamedTuple):
    seat: int
    card: str


class Played(NamedTuple):
    seat: int
    card: str


class Named(NamedTuple):
    seat: int
    suit: str


class Drew(NamedTuple):
    seat: int
    card: str


class DrewHidden(NamedTuple):
    seat: int


class Passed(NamedTuple):
    seat: int


class HandShown(NamedTuple):
    """What is left in a hand at the end."""

    seat: int
    cards: tuple[str, ...]


EVENTS = (Dealt, DealtHidden, TurnedUp, Played, Named, Drew, DrewHidden, Passed, HandShown)
# What turns up something that was hidden: a move that does cannot be undone.
SHOWS = (HandShown,)
