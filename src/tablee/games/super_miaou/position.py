"""The position of a match of Super Miaou: where every card lies, and what everybody can tell of it."""

from __future__ import annotations

from typing import ClassVar, Final

from librt.vecs import vec
from mypy_extensions import i64

from tablee.core.bits import BIT, copy_into
from tablee.core.contract import State, Table
from tablee.core.options import Options
from tablee.games.super_miaou.actions import CARD_NAMES, EMPTY, FOOD, FOR_SALE_NAMES
from tablee.games.super_miaou.piles import ONE, cards, kind_at, size

NOBODY: Final[i64] = -1


class Position(State):
    """Stacks, bin, backpacks and washing machines are piles; a seat's hand has the places 2 × seat and
    2 × seat + 1."""

    FIELDS: ClassVar[tuple[str, ...]] = (
        "market", "binned", "backpacks", "machines", "hands", "shown", "leftover",
        "first", "round", "winner",
    )  # fmt: skip

    def __init__(self, seats: int, options: Options) -> None:
        super().__init__(seats, options)
        start, shield = options.number("start_value"), options.number("shield_value")
        silver, gold = options.number("silver_value"), options.number("gold_value")
        # By kind, SM-2 to SM-5: what a card pays, and what one for sale costs.
        self.coins = vec[i64]([silver, gold, 0, 0, 0, 0] + [start] * 4 + [shield] * 4 + [0])
        self.food = vec[i64]([0] * 15)
        self.food[FOOD] = options.number("food_value")
        self.prices = vec[i64]([options.number(f"{name}_price") for name in FOR_SALE_NAMES])
        self.mice: bool = options.flag("mice")
        self.max_rounds: i64 = options.number("max_rounds")
        self.market: i64 = 0  # both the market's and the bank's stacks
        self.binned: i64 = 0
        self.backpacks = vec[i64]([0] * seats)
        self.machines = vec[i64]([0] * seats)
        self.hands = vec[i64]([EMPTY] * (2 * seats))
        # Masks of places in hands: cards that lie face up, and face-down cards that were drawn before
        # their owner's last shuffle. At a shuffle the backpack has run out and everything that came out
        # of it lies open but one card at most: so everybody can tell that card. All other face-down
        # cards came out of the present backpack, and nobody can tell which is which.
        self.shown: i64 = 0
        self.leftover: i64 = 0
        self.first: i64 = 0
        self.round: i64 = 1
        self.winner: i64 = NOBODY
        # Room to calculate in, for heuristics.py: no part of the position.
        self.scores = vec[i64]([0] * seats)
        self.held = vec[i64]([0] * 5)
        self.worth = vec[i64]([0] * 5)
        self.known = vec[i64]()
        self.turns = vec[float]()

    def purse(self, seat: i64) -> i64:
        """SM-13: the coins that a hand can pay."""
        return self.coins[self.hands[2 * seat]] + self.coins[self.hands[2 * seat + 1]]

    def bowl(self, seat: i64) -> i64:
        """SM-13: the cat food that a hand can pay."""
        return self.food[self.hands[2 * seat]] + self.food[self.hands[2 * seat + 1]]

    def hand_names(self, seat: i64) -> tuple[str, ...]:
        """The cards of a hand from left to right, without empty places."""
        held = (self.hands[2 * seat], self.hands[2 * seat + 1])
        return tuple(CARD_NAMES[kind] for kind in held if kind != EMPTY)

    def hidden(self, place: i64) -> bool:
        """Whether nobody can tell what lies in a place of a hand."""
        return self.hands[place] != EMPTY and (self.shown | self.leftover) & BIT[place] == 0

    def take(self, seat: i64, table: Table) -> i64:
        """A card out of a backpack that is not empty: all of them are equally likely."""
        left = size(self.backpacks[seat])
        kind = kind_at(self.backpacks[seat], table.below(left) if left > 1 else 0)
        self.backpacks[seat] -= ONE[kind]
        return kind

    def census(self) -> dict[str, int]:
        every = self.market + self.binned
        for seat in range(self.seats):
            every += self.backpacks[seat] + self.machines[seat]
            every += ONE[self.hands[2 * seat]] + ONE[self.hands[2 * seat + 1]]
        found = cards(every)
        return {card: found.count(card) for card in CARD_NAMES}

    def set_from(self, other: State) -> None:
        assert isinstance(other, Position)
        self.acting = other.acting
        self.market = other.market
        self.binned = other.binned
        copy_into(self.backpacks, other.backpacks)
        copy_into(self.machines, other.machines)
        copy_into(self.hands, other.hands)
        self.shown = other.shown
        self.leftover = other.leftover
        self.first = other.first
        self.round = other.round
        self.winner = other.winner
