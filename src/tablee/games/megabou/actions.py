"""The cards, Minibous and verbs of Megabou, and the lines of its galaxy."""

from __future__ import annotations

from itertools import combinations
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tablee.core.notation import Arg, Verb, Verbs, numbers

# MB-2: five colours of Minibous, seven of each.
COLOURS: Final[i64] = 5
YELLOW: Final[i64] = 2
OF_EACH: Final[i64] = 7
COLOUR_NAMES = ("green", "blue", "yellow", "red", "white")

# MB-1: the galaxy cards. A planet has the number of its colour.
EARTH: Final[i64] = 5
VORTEX: Final[i64] = 6
BLACK_HOLE: Final[i64] = 7
KINDS: Final[i64] = 9
CARD_NAMES = (
    *(f"{colour}-planet" for colour in COLOUR_NAMES), "earth", "vortex", "black-hole", "asteroid",
)  # fmt: skip
CARD_COUNTS: Final = vec[i64]([2, 2, 2, 2, 2, 1, 1, 5, 19])
PLANET_KINDS: Final[i64] = 6  # the five colours and Earth: what can be devoured

# MB-3: the secret colours as a mask: every colour but yellow.
SECRETS: Final[i64] = 0b11011
NOTHING: Final[i64] = -1

# The galaxy is read row by row; directions go clockwise from north.
SIDE: Final[i64] = 6
CELLS: Final[i64] = 36
DIRECTIONS: Final[i64] = 8
DIRECTION_NAMES = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
DOWN = (-1, -1, 0, 1, 1, 1, 0, -1)
RIGHT = (0, 1, 1, 1, 0, -1, -1, -1)


def line(cell: int, direction: int) -> list[int]:
    """The cells that a direction leads over, the nearest first."""
    found: list[int] = []
    row, column = cell // 6 + DOWN[direction], cell % 6 + RIGHT[direction]
    while 0 <= row < 6 and 0 <= column < 6:
        found.append(row * 6 + column)
        row, column = row + DOWN[direction], column + RIGHT[direction]
    return found


# For each cell and direction: the next cell (or NOTHING), and the whole line as a mask.
NEXT: Final = vec[i64]([([*line(c, d), -1])[0] for c in range(36) for d in range(8)])
LINE: Final = vec[i64]([sum(1 << each for each in line(c, d)) for c in range(36) for d in range(8)])

MOVE: Final[i64] = 0  # + direction
DEVOUR_PLANET: Final[i64] = 8
DEVOUR_EARTH: Final[i64] = 9
KEEP: Final[i64] = 10  # + pair
STEAL: Final[i64] = 20  # + seat
DECLINE: Final[i64] = 24

# MB-11: the two of five colours that become trophies.
PAIRS = tuple(combinations(range(5), 2))
PAIR_NAMES = tuple(f"{COLOUR_NAMES[one]}-{COLOUR_NAMES[two]}" for one, two in PAIRS)
PAIR_MASK: Final = vec[i64]([(1 << one) + (1 << two) for one, two in PAIRS])

VERBS = Verbs(
    "megabou",
    Verb("move", Arg("direction", DIRECTION_NAMES), at=0),
    Verb("devour", Arg("prey", ("planet", "earth")), at=8),
    Verb("keep", Arg("pair", PAIR_NAMES), at=10),
    Verb("steal", numbers("seat", 0, 3), at=20),
    Verb("decline", at=24),
)
