"""The cards, teams, columns and verbs of Push 'em up!."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from tablee.core.notation import Arg, Verb, Verbs, numbers

# PU-1: the kinds of card in a team's deck. Heroes are called by their value.
VALUES: Final[i64] = 10
PUSH_CARD: Final[i64] = 10
SUPER_CARD: Final[i64] = 11
KINDS: Final[i64] = 12
COPIES: Final[i64] = 2  # of each value
HEROES: Final[i64] = 20  # in a team
PUSHES: Final[i64] = 4

HAND: Final[i64] = 3
MOST_COLUMNS: Final[i64] = 8
LONGEST_SUPER: Final[i64] = 3

# The first action of each verb.
PICK: Final[i64] = 0  # + value
PLAY: Final[i64] = 10  # + value × 8 + column
PAIR: Final[i64] = 90  # + value × 8 + column
RUN: Final[i64] = 170  # + column
PUSH: Final[i64] = 178  # + column
SUPER: Final[i64] = 186  # + (steps − 1) × 8 + column
DISCARD: Final[i64] = 210  # + kind

TEAM_NAMES = ("red", "purple", "green", "blue")
COLUMN_NAMES = ("a", "b", "c", "d", "e", "f", "g", "h")
CARD_NAMES = ("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "push", "super")

HERO = numbers("hero", 0, 9)
COLUMN = Arg("column", COLUMN_NAMES)

VERBS = Verbs(
    "push_em_up",
    Verb("pick", HERO, at=0),
    Verb("play", HERO, COLUMN, at=10),
    Verb("pair", HERO, COLUMN, at=90),
    Verb("run", COLUMN, at=170),
    Verb("push", COLUMN, at=178),
    Verb("super", numbers("n", 1, 3), COLUMN, at=186),
    Verb("discard", Arg("card", CARD_NAMES), at=210),
)
