"""Test vectors of fairness: what any program that checks our luck must find, too.

`python -m tablee.testing.vectors tests/vectors` writes them anew, when a change of the rules is meant:
their proofs change with it. The rest is as fixed as the scheme. Numbers that are drawn, and those to
draw below, are texts: JavaScript would round the largest.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

from tablee.core.fairness import (
    FORMAT_VERSION,
    LONGEST_TABLE,
    Proof,
    Role,
    commitment,
    make_proof,
    seed_of,
)
from tablee.core.match import Match
from tablee.core.tables import RNG_VERSION, LabTable, SeededTable
from tablee.games import game
from tablee.testing.walk import Case

FILE = "fairness.json"
TABLES = ("t", "K7QX2M", "~" * LONGEST_TABLE)
SECRETS = (bytes(32), bytes([255] * 32), bytes(range(32)))
HALF = 1 << 63
# How many of each: enough to need several blocks of the stream. Below HALF + 1 every other word is
# rejected, below a little more than a third of 2**64 every third one.
DRAWN = 40
BELOW = (1, 2, 3, 6, 7, 10, 52, 96, 1000, 1 << 32, (1 << 53) + 1, (1 << 64) // 3 + 1, HALF - 1)
TOO_BIG_FOR_A_GAME = (HALF, HALF + 1, (1 << 64) - 1, 1 << 64)
# One way to play each game, with options that matter, and the seats that gave shares.
PROOFS: tuple[tuple[Case, tuple[int, ...]], ...] = (
    (Case(game("super_miaou"), 3, {"mouse_price": 1, "food_price": 2, "max_rounds": 5}), (0, 1, 2)),
    (Case(game("meowtopia"), 2, {"max_rounds": 4}), (0, 1)),
    (Case(game("push_em_up"), 2, {"teams": ["green", "red"], "apocalypse": True}), (1,)),
    (Case(game("megabou"), 2, {}), (0, 1)),
    (Case(game("mow"), 4, {"target": 10, "bots": [1, 3]}), (0, 2)),
)


def secret(label: str) -> bytes:
    return hashlib.sha256(f"tablee vector {label}".encode()).digest()


def commitments() -> list[dict[str, str]]:
    roles: tuple[Role, ...] = ("server", "seat")
    return [
        {
            "role": role,
            "table": table,
            "secret": kept.hex(),
            "commitment": commitment(role, table, kept),
        }
        for role in roles
        for table in TABLES
        for kept in (*SECRETS, secret(table))
    ]


def seeds() -> list[dict[str, Any]]:
    found = []
    for table in TABLES:
        for seats in ((), (0,), (3,), (0, 1), (0, 2, 3), tuple(range(10))):
            shares = [(seat, secret(f"{table} {seat}")) for seat in seats]
            found.append(
                {
                    "table": table,
                    "server": secret(table).hex(),
                    "shares": [{"seat": seat, "secret": share.hex()} for seat, share in shares],
                    "seed": seed_of(table, secret(table), shares).hex(),
                }
            )
    return found


def draws() -> list[dict[str, Any]]:
    """Streams: what comes out when numbers below these are drawn one after the other."""
    asked: list[list[int]] = [[n] * DRAWN for n in (*BELOW, *TOO_BIG_FOR_A_GAME)]
    asked.append([*range(52, 0, -1), *range(96, 0, -1)])  # two decks
    asked.append([HALF + 1, 2, (1 << 64) // 3 + 1, 3] * 10)
    found = []
    for number, sizes in enumerate(asked):
        seed = seed_of("draws", secret(f"draws {number}"), [])
        luck = SeededTable(seed)
        drawn = [below(luck, n) for n in sizes]
        found.append({"seed": seed.hex(), "below": texts(sizes), "drawn": texts(drawn)})
    return found


def below(luck: SeededTable, n: int) -> int:
    """`luck.below(n)`; compiled it takes no more than 63 bits, and larger ones test a reader's sums."""
    if n < HALF:
        return luck.below(n)
    limit = (1 << 64) - (1 << 64) % n
    word = luck.word()
    while word >= limit:
        word = luck.word()
    return word % n


def texts(numbers: list[int]) -> list[str]:
    return [str(number) for number in numbers]


def proof(case: Case, seats: tuple[int, ...]) -> Proof:
    """Somebody plays at random, to the end."""
    table = f"vector-{case.game.name}"
    shares = [(seat, secret(f"{table} {seat}")) for seat in seats]
    seed = seed_of(table, secret(table), shares)
    match, choice = Match(case.game, case.seats, case.options, SeededTable(seed)), LabTable(1)
    while match.actors():
        seat = match.actors()[choice.below(len(match.actors()))]
        actions = match.legal(seat)
        match.play(seat, actions[choice.below(len(actions))])
    return make_proof(match, table, secret(table), shares)


def vectors() -> str:
    """The file: a line for each vector."""
    parts: dict[str, list[Any]] = {
        "commitments": list(commitments()),
        "seeds": seeds(),
        "draws": draws(),
        "proofs": [proof(case, seats) for case, seats in PROOFS],
    }
    said = [f'"version": {FORMAT_VERSION},\n"rng_version": {RNG_VERSION}']
    for name, each in parts.items():
        lines = ",\n".join(json.dumps(vector) for vector in each)
        said.append(f'"{name}": [\n{lines}\n]')
    return "{\n" + ",\n".join(said) + "\n}\n"


def write(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / FILE).write_text(vectors(), "utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
