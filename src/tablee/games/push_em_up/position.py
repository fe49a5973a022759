"""A position of Push 'em up!: where every card is, and how cards move. The rules are in rules.py."""

from __future__ import annotations

from typing import ClassVar

from librt.vecs import vec
from mypy_extensions import i64

from tablee.core.bits import BIT, copy_into
from tablee.core.contract import State, Table
from tablee.core.options import Options
from tablee.games.push_em_up.actions import (
    CARD_NAMES,
    COPIES,
    HEROES,
    KINDS,
    PUSHES,
    TEAM_NAMES,
    VALUES,
)


class Position(State):
    """Hands, draw piles and cards out of play are counts per kind; a column is a stack of heroes.

    A hero in a column is the number owner × 10 + value.
    """

    FIELDS: ClassVar[tuple[str, ...]] = (
        "hands", "piles", "picked", "out", "heroes", "heights", "first", "round", "totals",
    )  # fmt: skip

    def __init__(self, seats: int, options: Options) -> None:
        super().__init__(seats, options)
        self.tournament: bool = options.flag("tournament")
        self.apocalypse: bool = options.flag("apocalypse")
        # PU-1 to PU-3 and PU-26: how many of each kind a deck holds.
        pushes = PUSHES - 1 if seats == 4 and not options.flag("fierce") else PUSHES
        supers = 1 if self.apocalypse else 0
        self.deck = vec[i64]([COPIES] * VALUES + [pushes, supers])
        # PU-4: how many columns there are, and how many of them each seat starts.
        self.columns: i64 = 8 if seats == 4 else 6
        self.starts: i64 = self.columns // seats
        # No column gets higher: a hero is laid once a round, and each other column always keeps one.
        self.depth: i64 = HEROES * seats - self.columns + 1

        self.hands = vec[i64]([0] * (KINDS * seats))
        self.piles = vec[i64]([0] * (KINDS * seats))
        self.picked = vec[i64]([0] * (KINDS * seats))  # face down, until all are revealed
        self.out = vec[i64]([0] * (KINDS * seats))  # eliminated, spent or discarded in this round
        self.heroes = vec[i64]([-1] * (self.columns * self.depth))
        self.heights = vec[i64]([0] * self.columns)
        self.first: i64 = 0  # the seat that begins this round
        self.round: i64 = 1
        self.totals = vec[i64]([0] * seats)  # points of finished rounds
        # Derived: how many cards hands and piles hold.
        self.hand_sizes = vec[i64]([0] * seats)
        self.pile_sizes = vec[i64]([0] * seats)
        # Derived: the columns whose last hero has a value or is a seat's, as bit masks, and by column
        # and seat the total and the highest of the surviving values.
        self.ends = vec[i64]([0] * VALUES)
        self.owned = vec[i64]([0] * seats)
        self.sums = vec[i64]([0] * (self.columns * seats))
        self.best = vec[i64]([0] * (self.columns * seats))
        # For `prospects`: a figure for each seat.
        self.weights = vec[float]([0.0] * seats)

    # -- the parts of a position -------------------------------------------------------------------

    def picking(self) -> bool:
        """Whether the columns are still to be started."""
        return self.heights[0] == 0

    def last(self, column: i64) -> i64:
        """The last hero of a column."""
        return self.heroes[column * self.depth + self.heights[column] - 1]

    def team(self, seat: int) -> str:
        """PU-1: by seat, unless chosen."""
        chosen = self.options.values["teams"]
        return str(chosen[seat]) if isinstance(chosen, tuple) else TEAM_NAMES[seat]

    # -- cards move --------------------------------------------------------------------------------

    def draw_card(self, seat: i64, table: Table) -> i64:
        """From the seat's pile, each card equally likely, into its hand."""
        at = table.below(self.pile_sizes[seat])
        piles = self.piles
        base = seat * KINDS
        i = base
        while at >= piles[i]:
            at -= piles[i]
            i += 1
        piles[i] -= 1
        self.pile_sizes[seat] -= 1
        self.hands[i] += 1
        self.hand_sizes[seat] += 1
        return i - base

    def give(self, seat: i64, kind: i64) -> None:
        """One card out of the hand, to wherever it is laid next."""
        self.hands[seat * KINDS + kind] -= 1
        self.hand_sizes[seat] -= 1

    def lay(self, seat: i64, value: i64, column: i64) -> None:
        """A hero becomes the last one of a column."""
        height = self.heights[column]
        if height > 0:
            self.flip(column)
        self.heroes[column * self.depth + height] = seat * VALUES + value
        self.heights[column] = height + 1
        self.flip(column)
        at = column * self.seats + seat
        self.sums[at] += value
        if value > self.best[at]:
            self.best[at] = value

    def eliminate(self, column: i64, at: i64) -> i64:
        """PU-17: a hero of a column goes out of play, those after it move up."""
        base = column * self.depth
        hero = self.heroes[base + at]
        height = self.heights[column] - 1
        self.flip(column)
        for i in range(base + at, base + height):
            self.heroes[i] = self.heroes[i + 1]
        self.heroes[base + height] = -1
        self.heights[column] = height
        if height > 0:
            self.flip(column)
        seat = hero // VALUES
        value = hero - seat * VALUES
        self.out[seat * KINDS + value] += 1
        self.sums[column * self.seats + seat] -= value
        if value == self.best[column * self.seats + seat]:
            self.find_best(column, seat)
        return hero

    def flip(self, column: i64) -> None:
        """The last hero of a column becomes it, or ceases to be it, in `ends` and `owned`."""
        hero = self.last(column)
        seat = hero // VALUES
        self.owned[seat] ^= BIT[column]
        self.ends[hero - seat * VALUES] ^= BIT[column]

    def find_best(self, column: i64, seat: i64) -> None:
        """PU-22: the seat's highest surviving card in a column, 0 where it has none."""
        best: i64 = 0
        low = seat * VALUES
        base = column * self.depth
        for i in range(base, base + self.heights[column]):
            value = self.heroes[i] - low
            if best < value < VALUES:
                best = value
        self.best[column * self.seats + seat] = best

    # -- copies ------------------------------------------------------------------------------------

    def derive(self) -> None:
        for s in range(self.seats):
            self.hand_sizes[s] = held(self.hands, s)
            self.pile_sizes[s] = held(self.piles, s)
            self.owned[s] = 0
        for v in range(VALUES):
            self.ends[v] = 0
        for c in range(self.columns):
            for s in range(self.seats):
                self.sums[c * self.seats + s] = 0
                self.find_best(c, s)
            for i in range(self.heights[c]):
                hero = self.heroes[c * self.depth + i]
                self.sums[c * self.seats + hero // VALUES] += hero % VALUES
            if self.heights[c] > 0:
                self.flip(c)

    def census(self) -> dict[str, int]:
        """Each seat's cards, kind by kind."""
        found: dict[str, int] = {}
        for s in range(self.seats):
            for k in range(KINDS):
                i = s * KINDS + k
                n = self.hands[i] + self.piles[i] + self.picked[i] + self.out[i]
                found[f"{s} {CARD_NAMES[k]}"] = int(n)
        for hero in self.heroes:
            if hero >= 0:
                found[f"{hero // VALUES} {hero % VALUES}"] += 1
        return found

    def set_from(self, other: State) -> None:
        assert isinstance(other, Position)
        self.acting = other.acting
        copy_into(self.hands, other.hands)
        copy_into(self.piles, other.piles)
        copy_into(self.picked, other.picked)
        copy_into(self.out, other.out)
        for c in range(self.columns):
            # After the last hero there is nothing to copy in either.
            base = c * self.depth
            for i in range(base, base + max(self.heights[c], other.heights[c])):
                self.heroes[i] = other.heroes[i]
            self.heights[c] = other.heights[c]
        self.first = other.first
        self.round = other.round
        copy_into(self.totals, other.totals)
        copy_into(self.hand_sizes, other.hand_sizes)
        copy_into(self.pile_sizes, other.pile_sizes)
        copy_into(self.ends, other.ends)
        copy_into(self.owned, other.owned)
        copy_into(self.sums, other.sums)
        copy_into(self.best, other.best)


def held(counts: vec[i64], seat: i64) -> i64:
    """How many cards of a seat there are in hands, piles, picks or out of play."""
    n: i64 = 0
    for k in range(KINDS):
        n += counts[seat * KINDS + k]
    return n
