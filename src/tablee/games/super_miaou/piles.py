"""Piles: unordered bags of cards, each one number whose hexadecimal digit k counts the cards of kind k.

There are never more than ten cards of a kind, so piles are added and taken apart like numbers.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tablee.games.super_miaou.actions import CARD_NAMES, KINDS

# A pile of one card, by kind; an empty place counts for nothing.
ONE: Final = vec[i64]([16**kind if kind < KINDS else 0 for kind in range(15)])
EVERY_OTHER_DIGIT: Final[i64] = 0x0F0F0F0F0F0F0F


def size(pile: i64) -> i64:
    """How many cards: the sum of the digits, two by two, and no such sum reaches 255."""
    return ((pile & EVERY_OTHER_DIGIT) + ((pile >> 4) & EVERY_OTHER_DIGIT)) % 255


def kind_at(pile: i64, at: i64) -> i64:
    """The kind of the card number `at`, counted by kind."""
    for kind in range(KINDS):
        at -= pile & 15
        if at < 0:
            return kind
        pile >>= 4
    raise IndexError("a pile has no such card")


def cards(pile: i64) -> tuple[str, ...]:
    """The cards of a pile by name, in the order of their kinds."""
    found: list[str] = []
    kind = 0
    while pile > 0:
        for _ in range(pile & 15):
            found.append(CARD_NAMES[kind])
        pile >>= 4
        kind += 1
    return tuple(found)


def pile_of(names: Iterable[str]) -> i64:
    pile: i64 = 0
    for name in names:
        pile += ONE[CARD_NAMES.index(name)]
    return pile
