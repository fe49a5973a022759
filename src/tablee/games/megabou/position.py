"""A position of Megabou: what lies where, how it is set up, copied and counted."""

from __future__ import annotations

from typing import ClassVar, Final

from librt.vecs import vec
from mypy_extensions import i64

from tablee.core.bits import BIT, copy_into, count, nth
from tablee.core.contract import State, Table
from tablee.core.options import Options
from tablee.games.megabou.actions import (
    CARD_COUNTS,
    CARD_NAMES,
    CELLS,
    COLOUR_NAMES,
    COLOURS,
    KINDS,
    NOTHING,
    OF_EACH,
    PLANET_KINDS,
    SECRETS,
    VORTEX,
    YELLOW,
)
from tablee.games.megabou.events import GalaxyLaid, SanctuaryDealt, SanctuaryDealtHidden, Started

# What the acting seat has to decide.
MOVING: Final[i64] = 0
CHOOSING: Final[i64] = 1  # a planet or Earth
KEEPING: Final[i64] = 2  # two trophies for Earth
STEALING: Final[i64] = 3


class Position(State):
    """Minibous and planets are masks of cells, what the seats have is counted by colour."""

    FIELDS: ClassVar[tuple[str, ...]] = (
        "cards", "planets", "gems", "megabou", "loose", "trophies", "box", "secrets", "stage", "hole",
    )  # fmt: skip

    def __init__(self, seats: int, options: Options) -> None:
        super().__init__(seats, options)
        self.need: i64 = 2 if seats == 4 else 3  # MB-7, MB-18: how many devour a planet
        # Never changes once it is laid, so copies share it.
        self.cards = vec[i64]([0] * 36)
        self.planets = vec[i64]([0] * 6)  # still face up: by colour, then Earth
        self.gems = vec[i64]([0] * 5)  # Minibous on the galaxy, by colour
        self.swarm: i64 = 0  # all of them; derived
        self.megabou: i64 = 0
        self.loose = vec[i64]([0] * (seats * 5))  # seat by seat, by colour
        self.trophies = vec[i64]([0] * (seats * 5))
        self.box = vec[i64]([0] * 5)
        self.secrets = vec[i64]([0] * seats)  # the colours that nobody was dealt are the others
        self.stage: i64 = MOVING
        self.hole: bool = False  # the black hole that this turn's move ended on is still to be used
        # Room to calculate in, for heuristics.py: no part of the position.
        self.scores = vec[i64]([0] * seats)
        self.strength = vec[float]([0.0] * seats)

    # -- set-up ------------------------------------------------------------------------------------

    def deal(self, table: Table) -> None:
        """MB-1 to MB-4: the galaxy, the Minibous, the Sanctuaries; ALL-1: who begins."""
        at: i64 = 0
        for kind in range(KINDS):
            for _ in range(CARD_COUNTS[kind]):
                self.cards[at] = kind
                at += 1
        shuffle(self.cards, table)
        minibous = vec[i64]([n // OF_EACH for n in range(COLOURS * OF_EACH)])
        shuffle(minibous, table)
        at = 0
        for cell in range(CELLS):
            card = self.cards[cell]
            if card < PLANET_KINDS:
                self.planets[card] |= BIT[cell]
            if card == VORTEX:
                self.megabou = cell
            else:
                self.gems[minibous[at]] |= BIT[cell]
                at += 1
        self.derive()
        if table.heard:
            table.tell(GalaxyLaid(card_words(self), minibou_words(self), int(self.megabou)))
        self.deal_secrets(NOTHING, table)
        if table.heard:
            for s in range(self.seats):
                colour = COLOUR_NAMES[self.secrets[s]]
                table.whisper((int(s),), SanctuaryDealt(int(s), colour), SanctuaryDealtHidden(int(s)))
        named = self.options.seat("first")
        first: i64 = table.below(self.seats) if named is None else named
        self.acting = BIT[first]
        if table.heard:
            table.tell(Started(int(first)))

    def deal_secrets(self, known: i64, table: Table) -> None:
        """MB-3: a secret colour for every seat but `known`, all worlds equally likely."""
        unseen = SECRETS
        if known != NOTHING:
            unseen ^= BIT[self.secrets[known]]
        for s in range(self.seats):
            if s != known:
                self.secrets[s] = nth(unseen, table.below(count(unseen)))
                unseen ^= BIT[self.secrets[s]]

    # -- asking ------------------------------------------------------------------------------------

    def colour_at(self, cell: i64) -> i64:
        """The colour of the Minibou on a cell, or NOTHING."""
        for colour in range(COLOURS):
            if self.gems[colour] & BIT[cell] != 0:
                return colour
        return NOTHING

    def loose_of(self, seat: i64) -> i64:
        """How many loose Minibous a seat has."""
        n: i64 = 0
        for i in range(seat * COLOURS, (seat + 1) * COLOURS):
            n += self.loose[i]
        return n

    def points(self, seat: i64) -> i64:
        """MB-21: yellow trophies and those of the secret colour count 2, others 1, loose ones 0."""
        n: i64 = 0
        for colour in range(COLOURS):
            twice = colour == YELLOW or colour == self.secrets[seat]
            n += self.trophies[seat * COLOURS + colour] * (2 if twice else 1)
        return n

    # -- copies ------------------------------------------------------------------------------------

    def derive(self) -> None:
        self.swarm = 0
        for colour in range(COLOURS):
            self.swarm |= self.gems[colour]

    def census(self) -> dict[str, int]:
        """Cards and Minibous by kind, face-up planets where none lies, Sanctuaries all different."""
        found: dict[str, int] = {"megabou": int(0 <= self.megabou < CELLS)}
        for kind in range(KINDS):
            cells = [cell for cell in range(CELLS) if self.cards[cell] == kind]
            found[CARD_NAMES[kind]] = len(cells)
            if kind < PLANET_KINDS:
                mask = sum(int(BIT[cell]) for cell in cells)
                found[f"{CARD_NAMES[kind]}, astray"] = int(count(self.planets[kind] & ~mask))
        for colour in range(COLOURS):
            n = count(self.gems[colour]) + self.box[colour]
            for s in range(self.seats):
                n += self.loose[s * COLOURS + colour] + self.trophies[s * COLOURS + colour]
            found[f"{COLOUR_NAMES[colour]} minibous"] = int(n)
        dealt = {int(self.secrets[s]) for s in range(self.seats)}
        found["sanctuaries"] = sum(1 for secret in dealt if SECRETS & BIT[secret] != 0)
        return found

    def set_from(self, other: State) -> None:
        assert isinstance(other, Position)
        self.acting = other.acting
        self.cards = other.cards
        copy_into(self.planets, other.planets)
        copy_into(self.gems, other.gems)
        self.swarm = other.swarm
        self.megabou = other.megabou
        copy_into(self.loose, other.loose)
        copy_into(self.trophies, other.trophies)
        copy_into(self.box, other.box)
        copy_into(self.secrets, other.secrets)
        self.stage = other.stage
        self.hole = other.hole


def shuffle(items: vec[i64], table: Table) -> None:
    left: i64 = len(items)
    while left > 1:
        at = table.below(left)
        left -= 1
        item = items[at]
        items[at] = items[left]
        items[left] = item


def card_words(position: Position) -> tuple[str, ...]:
    return tuple(CARD_NAMES[position.cards[cell]] for cell in range(CELLS))


def minibou_words(position: Position) -> tuple[str, ...]:
    """The colour of the Minibou on each cell, or nothing."""
    colours = [position.colour_at(cell) for cell in range(CELLS)]
    return tuple("" if colour == NOTHING else COLOUR_NAMES[colour] for colour in colours)
