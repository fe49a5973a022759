"""The steps of the lessons: positions that a game's own rules make, from a seed and what was played.

It is always seat 0 that learns. What a step says stands in `texts/`, under the game's name and its own
number: what to do, and what has been learnt (`.done`).
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Step(NamedTuple):
    seed: int
    log: tuple[str, ...]  # "1 play 7ff": a seat and its action
    want: tuple[str, ...]  # what is right to do here; "play *" is every legal action with that verb
    rules: tuple[str, ...]  # what it is about


TABLES: Final = {"super_miaou": 2, "meowtopia": 2, "push_em_up": 2, "megabou": 2, "mow": 3}  # seats

PICKED: Final = ("0 pick 4", "0 pick 8", "0 pick 2", "1 pick 7", "1 pick 5", "1 pick 1")
FULL: Final = ("0 play 14f", "1 play 3ff", "2 play 2f")  # a herd that none of one's own cows fits

STEPS: Final[dict[str, tuple[Step, ...]]] = {
    "super_miaou": (
        Step(0, (), ("buy silver",), ("SM-12", "SM-13", "SM-15")),
        Step(
            0,
            ("0 throw start-yarn", "1 throw start-paw", "0 buy silver", "1 buy silver"),
            ("throw start-yarn",),
            ("SM-17", "SM-19"),
        ),
        Step(
            242,
            (
                "0 throw start-yarn", "1 throw start-paw", "0 buy silver", "1 buy silver",
                "0 throw start-yarn", "1 throw start-paw", "0 buy food", "1 throw start-paw",
            ),
            ("buy cat",),
            ("SM-4", "SM-5"),
        ),
        Step(
            55,
            ("0 buy mouse", "1 throw start-paw", "0 buy silver", "1 buy silver"),
            ("steal *",),
            ("SM-21", "SM-24"),
        ),
        Step(
            79,
            (
                "0 throw start-yarn", "1 throw start-paw", "0 pass", "1 throw start-paw",
                "0 buy silver", "1 buy silver", "0 throw start-yarn", "1 throw silver",
                "0 throw start-yarn", "1 buy silver", "0 buy silver", "1 buy silver",
                "0 buy food", "1 throw start-paw", "0 buy cat", "1 buy cape",
            ),
            ("buy cape",),
            ("SM-8", "SM-9"),
        ),
    ),
    "meowtopia": (
        Step(1, (), ("choose food",), ("MT-13",)),
        Step(1, ("0 choose food",), ("send 2",), ("MT-15", "MT-16")),
        Step(1, ("0 choose food", "0 send 2", "1 pass snack"), ("feed 0",), ("MT-26", "MT-27")),
        Step(
            1,
            (
                "0 choose gold", "0 send 1", "1 pass snack", "0 feed 0",
                "1 choose irrigation", "1 send 1", "1 stick 3",
            ),
            ("follow",),
            ("MT-23", "MT-24"),
        ),
        Step(1, ("0 choose irrigation", "0 send 2"), ("stick *",), ("MT-19", "MT-27")),
        Step(1, ("0 choose recruit", "0 send 1"), ("engage *",), ("MT-20", "MT-21")),
    ),
    "push_em_up": (
        Step(0, (), ("pick *",), ("PU-4",)),
        Step(45, PICKED, ("play *",), ("PU-7", "PU-10")),
        Step(0, PICKED, ("play 1 d",), ("PU-8", "PU-9")),
        Step(1, PICKED, ("pair *",), ("PU-11",)),
        Step(40, PICKED, ("run *",), ("PU-12",)),
        Step(3, (*PICKED, "0 play 6 f", "1 play 6 e"), ("push f",), ("PU-14", "PU-19")),
    ),
    "megabou": (
        Step(0, (), ("move *",), ("MB-5", "MB-6")),
        Step(
            42,
            ("0 move e", "1 move e", "0 move se", "1 move ne"),
            ("move se", "move sw"),
            ("MB-7", "MB-14"),
        ),
        Step(0, ("0 move e", "1 move w", "0 move w"), ("steal *",), ("MB-15",)),
        Step(
            94,
            (
                "0 move w", "1 move se", "0 move w", "0 steal 1", "1 move s",
                "0 move e", "1 move nw", "0 move nw", "0 steal 1",
            ),
            ("keep *",),
            ("MB-11", "MB-21"),
        ),
    ),
    "mow": (
        Step(78, ("0 play 7ff", "1 play 9ff", "2 play 3ff"), ("play *",), ("MW-6", "MW-11")),
        Step(14, FULL, ("take",), ("MW-9", "MW-22")),
        Step(14, (*FULL, "0 take"), ("play *",), ("MW-8",)),
        Step(4, ("0 play 8fff", "1 play 7fff", "2 play 9ff"), ("play a9",), ("MW-15", "MW-17")),
        Step(11, ("0 play 6ff", "1 play 12ff", "2 play 4ff"), ("play late",), ("MW-16", "MW-17")),
        Step(
            1,
            ("0 play 7f", "1 play a7", "1 reverse", "0 play 0"),
            ("reverse", "next *"),
            ("MW-14", "MW-18"),
        ),
    ),
}  # fmt: skip
