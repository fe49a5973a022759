"""The cows, farmers and verbs of MOW."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tablee.core.bits import BIT
from tablee.core.notation import Arg, Verb, Verbs, numbers

# Sorts of cows; all but the first are special, and their number is the bonus they bring.
PLAIN: Final[i64] = 0
STOPPER: Final[i64] = 1
ACROBAT: Final[i64] = 2
LATECOMER: Final[i64] = 3


def cow_list() -> list[tuple[str, int, int, int]]:
    """MW-1: name, number, flies and sort of each kind. A deck has each once, latecomers twice."""
    cows = [(str(n), n, 0, 0) for n in range(1, 16)]
    cows += [(f"{n}f", n, 1, 0) for n in range(2, 15)]
    cows += [(f"{n}ff", n, 2, 0) for n in range(3, 14)]
    cows += [(f"{n}fff", n, 3, 0) for n in range(7, 10)]
    cows += [("0", 0, 5, 1), ("16", 16, 5, 1), ("a7", 7, 5, 2), ("a9", 9, 5, 2), ("late", -1, 5, 3)]
    return cows


def kinds(wanted: Callable[[int, int, int], bool]) -> int:
    """Those kinds of cows, as a bit mask."""
    return sum(int(BIT[i]) for i, cow in enumerate(cow_list()) if wanted(*cow[1:]))


def lower(n: int) -> int:
    return kinds(lambda number, flies, sort: sort <= 1 and number < n)


def higher(n: int) -> int:
    return kinds(lambda number, flies, sort: sort <= 1 and number > n)


def acrobats_of(n: int) -> int:
    return kinds(lambda number, flies, sort: sort == 2 and number == n)


KINDS: Final[i64] = 47
DECK: Final[i64] = 48
LATE: Final[i64] = 46
HAND: Final[i64] = 5
TOP: Final[i64] = 16  # the highest number
LOVE: Final[i64] = 6  # MW-23: so many specials and no fly counts

COW_NAMES = tuple(cow[0] for cow in cow_list())
NUMBER: Final = vec[i64]([cow[1] for cow in cow_list()])
FLIES: Final = vec[i64]([cow[2] for cow in cow_list()])
SORT: Final = vec[i64]([cow[3] for cow in cow_list()])

# Sets of kinds. STRAYS cannot start a herd (MW-8), CALM is what F7 leaves in a hand (MW-46).
STARTERS: Final[i64] = kinds(lambda number, flies, sort: sort <= 1)
SPECIALS: Final[i64] = kinds(lambda number, flies, sort: sort > 0)
ACROBATS: Final[i64] = kinds(lambda number, flies, sort: sort == 2)
STRAYS: Final[i64] = kinds(lambda number, flies, sort: sort >= 2)
ONE_FLY: Final[i64] = kinds(lambda number, flies, sort: flies == 1)
TWO_FLIES: Final[i64] = kinds(lambda number, flies, sort: flies == 2)
THREE_FLIES: Final[i64] = kinds(lambda number, flies, sort: flies == 3)
CALM: Final[i64] = kinds(lambda number, flies, sort: not 7 <= number <= 9)
LATE_BIT: Final[i64] = kinds(lambda number, flies, sort: sort == 3)
LOWER: Final = vec[i64]([lower(n) for n in range(17)])
HIGHER: Final = vec[i64]([higher(n) for n in range(17)])
ACROBATS_OF: Final = vec[i64]([acrobats_of(n) for n in range(17)])

# MW-3: farmers are numbered from 0, so F1 is bit 0.
FARMERS: Final[i64] = 10
FARMER_NAMES = tuple(f"f{n}" for n in range(1, 11))
F1: Final[i64] = 0
F2: Final[i64] = 1
F3: Final[i64] = 2
F4: Final[i64] = 3
F5: Final[i64] = 4
F6: Final[i64] = 5
F7: Final[i64] = 6
F8: Final[i64] = 7
F9: Final[i64] = 8
F10: Final[i64] = 9

HERD_NAMES = ("a", "b", "c")

PLAY: Final[i64] = 0  # + cow
TAKE: Final[i64] = 47
KEEP: Final[i64] = 48
REVERSE: Final[i64] = 49
NEXT: Final[i64] = 50  # + seat
HERD: Final[i64] = 60  # + herd
DRAW: Final[i64] = 63
END: Final[i64] = 64
SKIP: Final[i64] = 65
PLAY_F1: Final[i64] = 66
PLAY_F2: Final[i64] = 67  # + seat
PLAY_F3: Final[i64] = 77  # + seat
PLAY_F4: Final[i64] = 87
PLAY_F5: Final[i64] = 88
PLAY_F6: Final[i64] = 89
PLAY_F7: Final[i64] = 90
PLAY_F8: Final[i64] = 91
PLAY_F9: Final[i64] = 92
GIVE: Final[i64] = 93  # + cow
STAY: Final[i64] = 140
SWAP: Final[i64] = 141  # + seat
HUSH: Final[i64] = 151
SHOUT: Final[i64] = 152
COUNT: Final[i64] = 153
IGNORE: Final[i64] = 154  # + category

IGNORABLE: Final = vec[i64]([1, 2, 3, 5])  # MW-49: the categories, by flies
CATEGORIES: Final[i64] = 4

COW = Arg("cow", COW_NAMES)
SEAT = numbers("seat", 0, 9)

VERBS = Verbs(
    "mow",
    Verb("play", COW, at=0),
    Verb("take", at=47),
    Verb("keep", at=48),
    Verb("reverse", at=49),
    Verb("next", SEAT, at=50),
    Verb("herd", Arg("herd", HERD_NAMES), at=60),
    Verb("draw", at=63),
    Verb("end", at=64),
    Verb("skip", at=65),
    Verb("f1", at=66),
    Verb("f2", SEAT, at=67),
    Verb("f3", SEAT, at=77),
    Verb("f4", at=87),
    Verb("f5", at=88),
    Verb("f6", at=89),
    Verb("f7", at=90),
    Verb("f8", at=91),
    Verb("f9", at=92),
    Verb("give", COW, at=93),
    Verb("stay", at=140),
    Verb("swap", SEAT, at=141),
    Verb("hush", at=151),
    Verb("shout", at=152),
    Verb("count", at=153),
    Verb("ignore", Arg("flies", ("1", "2", "3", "5")), at=154),
)
