"""What can happen at a table of MOW."""

from __future__ import annotations

from typing import NamedTuple


class RoundBegan(NamedTuple):
    round: int
    seat: int


class Dealt(NamedTuple):
    """A seat's new hand, as it sees it."""

    seat: int
    cows: tuple[str, ...]


class DealtHidden(NamedTuple):
    seat: int
    n: int


class Swapped(NamedTuple):
    """MW-27: two whole hands."""

    seat: int
    other: int


class HandReceived(NamedTuple):
    """What a swap brought, as its new owner sees it."""

    seat: int
    cows: tuple[str, ...]


class Stayed(NamedTuple):
    seat: int


class CowPlayed(NamedTuple):
    seat: int
    cow: str


class CowPlayedOn(NamedTuple):
    """Two players: on one of the three herds."""

    seat: int
    cow: str
    herd: str


class HerdTaken(NamedTuple):
    seat: int
    n: int


class HerdTakenFrom(NamedTuple):
    """Two players: one of the three herds."""

    seat: int
    n: int
    herd: str


class Drew(NamedTuple):
    seat: int
    cows: tuple[str, ...]


class DrewHidden(NamedTuple):
    seat: int
    n: int


class DrawMissed(NamedTuple):
    """MW-13: the turn ended without a draw that was due."""

    seat: int


class Reversed(NamedTuple):
    seat: int


class Named(NamedTuple):
    """The opponent who plays next."""

    seat: int
    other: int


class HerdNamed(NamedTuple):
    """Two players: the herd on which the opponent must play."""

    seat: int
    herd: str


class Skipped(NamedTuple):
    seat: int


class FarmerPlayed(NamedTuple):
    seat: int
    farmer: str


class FarmerPlayedOn(NamedTuple):
    """A farmer that has a target (F2, F3)."""

    seat: int
    farmer: str
    other: int


class HandSeen(NamedTuple):
    """MW-41: only for the seat that looks."""

    seat: int
    other: int
    cows: tuple[str, ...]


class CowTaken(NamedTuple):
    """MW-42: only for the two seats of the exchange."""

    seat: int
    other: int
    cow: str


class CowTakenHidden(NamedTuple):
    seat: int
    other: int


class CowGiven(NamedTuple):
    seat: int
    other: int
    cow: str


class CowGivenHidden(NamedTuple):
    seat: int
    other: int


class HerdDiscarded(NamedTuple):
    seat: int
    n: int


class FarmersDrawn(NamedTuple):
    seat: int
    farmers: tuple[str, ...]


class FarmersDrawnHidden(NamedTuple):
    seat: int
    n: int


class CowsDiscarded(NamedTuple):
    """MW-46: face up."""

    seat: int
    cows: tuple[str, ...]


class CowLost(NamedTuple):
    """MW-48: only for its owner."""

    seat: int
    cow: str


class CowLostHidden(NamedTuple):
    seat: int


class RoundEnded(NamedTuple):
    round: int


class HandLeft(NamedTuple):
    """MW-21: what goes from a hand to its owner's stable."""

    seat: int
    cows: tuple[str, ...]


class StableShown(NamedTuple):
    """MW-52: the whole stable, the leftover hand included."""

    seat: int
    cows: tuple[str, ...]


class Answered(NamedTuple):
    """MW-52: that a seat has answered, never what."""

    seat: int


class FliesIgnored(NamedTuple):
    """MW-49: F10 was played."""

    seat: int
    flies: int


class Loved(NamedTuple):
    """MW-23: six specials or more."""

    seat: int
    n: int


class Scored(NamedTuple):
    seat: int
    flies: int
    total: int


class FarmerWon(NamedTuple):
    seat: int
    farmer: str


class FarmerWonHidden(NamedTuple):
    seat: int


class RaceBegan(NamedTuple):
    """MW-26: these seats may shout."""

    seats: tuple[int, ...]


class Shouted(NamedTuple):
    seat: int


class Hushed(NamedTuple):
    seat: int


class StarterDrawn(NamedTuple):
    """MW-26: drawn at random among the tied."""

    seat: int


EVENTS = (
    RoundBegan, Dealt, DealtHidden, Swapped, HandReceived, Stayed,
    CowPlayed, CowPlayedOn, HerdTaken, HerdTakenFrom, Drew, DrewHidden, DrawMissed,
    Reversed, Named, HerdNamed, Skipped,
    FarmerPlayed, FarmerPlayedOn, HandSeen, CowTaken, CowTakenHidden, CowGiven, CowGivenHidden,
    HerdDiscarded, FarmersDrawn, FarmersDrawnHidden, CowsDiscarded, CowLost, CowLostHidden,
    RoundEnded, HandLeft, StableShown, Answered, FliesIgnored, Loved, Scored,
    FarmerWon, FarmerWonHidden, RaceBegan, Shouted, Hushed, StarterDrawn,
)  # fmt: skip
# What turns up something that was hidden: a move that does cannot be undone.
SHOWS = (HandLeft, StableShown, CowsDiscarded, FliesIgnored, Loved, Scored)
