"""The cards and verbs of Super Miaou."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from tablee.core.notation import Arg, Verb, Verbs, numbers

# Kinds of card (SM-1). What is for sale comes first, so that buying a kind is its number.
SILVER: Final[i64] = 0
GOLD: Final[i64] = 1
MOUSE: Final[i64] = 2
FOOD: Final[i64] = 3
CAT: Final[i64] = 4
CAPE: Final[i64] = 5
START: Final[i64] = 6  # + colour: a plain start card
SHIELD: Final[i64] = 10  # + colour: the start card with the shield
KINDS: Final[i64] = 14
EMPTY: Final[i64] = 14  # a place in a hand without a card: pays nothing, cannot be thrown

FOR_SALE: Final[i64] = 6
COLOURS: Final[i64] = 4
PLAIN: Final[i64] = 3  # plain start cards of a colour, beside the one with the shield (SM-2)
HAND: Final[i64] = 2

# Colours go by their symbols, for those who do not see them: seat 0 has the ball of yarn.
COLOUR_NAMES = ("yarn", "paw", "moon", "fish")
FOR_SALE_NAMES = ("silver", "gold", "mouse", "food", "cat", "cape")
CARD_NAMES = (
    *FOR_SALE_NAMES,
    *(f"start-{colour}" for colour in COLOUR_NAMES),
    *(f"shield-{colour}" for colour in COLOUR_NAMES),
)
STOCK = (10, 10, 4, 8, 8, 8)  # SM-1, in the order of what is for sale

BUY: Final[i64] = 0  # + kind
THROW: Final[i64] = 6  # + kind
STEAL: Final[i64] = 20  # + 2 × seat + position
PASS: Final[i64] = 28

VERBS = Verbs(
    "super_miaou",
    Verb("buy", Arg("card", FOR_SALE_NAMES), at=0),
    Verb("throw", Arg("card", CARD_NAMES), at=6),
    Verb("steal", numbers("seat", 0, 3), numbers("position", 0, 1), at=20),
    Verb("pass", at=28),
)
