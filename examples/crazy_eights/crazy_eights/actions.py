"""The cards and verbs of crazy eights; the numbers are those of OpenSpiel."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tablee.core.notation import Arg, Verb, Verbs

CARDS: Final[i64] = 52
SUITS: Final[i64] = 4
EIGHT: Final[i64] = 6  # ranks go from 0 (the two) to 12 (the ace)
QUEEN: Final[i64] = 10
ACE: Final[i64] = 12
TWO: Final[i64] = 0

PLAY: Final[i64] = 0  # + card
DRAW: Final[i64] = 52
PASS: Final[i64] = 53
NAME: Final[i64] = 54  # + suit

SUIT_NAMES: Final[tuple[str, ...]] = ("c", "d", "h", "s")
CARD_NAMES: Final = tuple(rank + suit for rank in "23456789tjqka" for suit in SUIT_NAMES)

# Sets of cards as bit masks.
OF_SUIT: Final = vec[i64]([sum(1 << c for c in range(52) if c % 4 == s) for s in range(4)])
OF_RANK: Final = vec[i64]([sum(1 << c for c in range(52) if c // 4 == r) for r in range(13)])

VERBS = Verbs(
    "crazy_eights",
    Verb("play", Arg("card", CARD_NAMES), at=0),
    Verb("draw", at=52),
    Verb("pass", at=53),
    Verb("name", Arg("suit", SUIT_NAMES), at=54),
)
