"""What can happen at a table of Push 'em up!."""

from __future__ import annotations

from typing import NamedTuple


class Started(NamedTuple):
    """The seat that will play first."""

    seat: int


class RoundStarted(NamedTuple):
    """The same, for a round of a tournament."""

    round: int
    seat: int


class Picked(NamedTuple):
    """A secret pick, as its owner sees it."""

    seat: int
    hero: str


class PickedHidden(NamedTuple):
    seat: int


class Revealed(NamedTuple):
    """A seat's picks, and the columns that they start."""

    seat: int
    heroes: tuple[str, ...]
    columns: tuple[str, ...]


class Drew(NamedTuple):
    seat: int
    cards: tuple[str, ...]


class DrewHidden(NamedTuple):
    seat: int
    n: int


class Covered(NamedTuple):
    """One hero on another seat's hero of the same value."""

    seat: int
    hero: str
    column: str
    other: int


class Extended(NamedTuple):
    """One hero after its neighbour."""

    seat: int
    hero: str
    column: str
    after: str


class PairCovered(NamedTuple):
    seat: int
    hero: str
    column: str
    other: int


class PairExtended(NamedTuple):
    seat: int
    hero: str
    column: str
    after: str


class RunCovered(NamedTuple):
    """Three heroes, in the order they lie; the first covers."""

    seat: int
    heroes: tuple[str, ...]
    column: str
    other: int


class RunExtended(NamedTuple):
    seat: int
    heroes: tuple[str, ...]
    column: str
    after: str


class Pushed(NamedTuple):
    """A Push; `other` (perhaps the seat itself) loses the hero."""

    seat: int
    column: str
    other: int
    hero: str


class SuperPushed(NamedTuple):
    """A Super Push; the heroes lost and their owners, from the top of the column down."""

    seat: int
    n: int
    column: str
    heroes: tuple[str, ...]
    seats: tuple[int, ...]


class Discarded(NamedTuple):
    seat: int
    card: str


class RanOut(NamedTuple):
    """The seat has no card left: the end."""

    seat: int


class ColumnTaken(NamedTuple):
    seat: int
    column: str


class ColumnLost(NamedTuple):
    """Nobody takes the column."""

    column: str


class Scored(NamedTuple):
    """What the star is worth to a seat."""

    seat: int
    column_points: int
    card_points: int
    points: int


class Standing(NamedTuple):
    """A seat's total in the tournament."""

    seat: int
    total: int


EVENTS = (
    Started,
    RoundStarted,
    Picked,
    PickedHidden,
    Revealed,
    Drew,
    DrewHidden,
    Covered,
    Extended,
    PairCovered,
    PairExtended,
    RunCovered,
    RunExtended,
    Pushed,
    SuperPushed,
    Discarded,
    RanOut,
    ColumnTaken,
    ColumnLost,
    Scored,
    Standing,
)
# What turns up something that was hidden: a move that does cannot be undone.
SHOWS = (Revealed,)
