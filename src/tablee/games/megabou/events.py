"""What can happen at a table of Megabou. Cells are numbered from 0, row by row."""

from __future__ import annotations

from typing import NamedTuple


class GalaxyLaid(NamedTuple):
    cards: tuple[str, ...]
    minibous: tuple[str, ...]
    cell: int  # the Vortex


class SanctuaryDealt(NamedTuple):
    """A secret colour, as its owner learns it."""

    seat: int
    colour: str


class SanctuaryDealtHidden(NamedTuple):
    seat: int


class Started(NamedTuple):
    seat: int


class Swallowed(NamedTuple):
    """The Megabou moved to a Minibou, which the seat takes."""

    seat: int
    direction: str
    cell: int
    card: str
    colour: str


class PlanetDevoured(NamedTuple):
    """One Minibou becomes a trophy, the others go to the box."""

    seat: int
    cell: int
    card: str
    colour: str
    boxed: int


class EarthDevoured(NamedTuple):
    seat: int
    cell: int


class Kept(NamedTuple):
    """Two trophies for Earth; the other three Minibous go to the box."""

    seat: int
    pair: str


class Stolen(NamedTuple):
    seat: int
    other: int
    colour: str


class Declined(NamedTuple):
    seat: int


class SanctuaryShown(NamedTuple):
    """A secret colour at the end, and the points of its owner."""

    seat: int
    colour: str
    points: int


class TeamScored(NamedTuple):
    seats: tuple[int, ...]
    points: int


EVENTS = (
    GalaxyLaid, SanctuaryDealt, SanctuaryDealtHidden, Started, Swallowed, PlanetDevoured, EarthDevoured,
    Kept, Stolen, Declined, SanctuaryShown, TeamScored,
)  # fmt: skip
# What turns up something that was hidden: a move that does cannot be undone.
SHOWS = (SanctuaryShown, TeamScored)
