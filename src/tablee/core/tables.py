"""Tables: sources of luck for a real match, for replays and for the lab."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from typing import Final

from mypy_extensions import i64

from tablee.core.contract import Table
from tablee.core.errors import BadSave, BadSeed

# How SeededTable turns a seed into numbers; saved matches name it, old ones must stay replayable.
RNG_VERSION: Final = 1
WORD_BYTES: Final = 8

MASK32: Final[i64] = 0xFFFFFFFF
INCREMENT: Final[i64] = 2891336453


def seed_bytes(seed: object) -> bytes:
    """512 bits: as given, spread out of a number, or from the system's entropy."""
    if seed is None:
        return secrets.token_bytes(64)
    if isinstance(seed, bytes):
        return seed
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise BadSeed(given=repr(seed)[:80])
    return hashlib.sha512(f"tablee seed {seed}".encode()).digest()


class SeededTable(Table):
    """Luck for a real match: HMAC-SHA-512 in counter mode, with rejection so that nothing is biased."""

    def __init__(self, seed: object = None) -> None:
        super().__init__()
        self.seed = seed_bytes(seed)
        self.counter = 0
        self.block = b""
        self.used = 0

    def word(self) -> int:
        """The next 64 bits."""
        if self.used == len(self.block):
            self.block = hmac.digest(self.seed, self.counter.to_bytes(8, "big"), "sha512")
            self.counter += 1
            self.used = 0
        taken = self.block[self.used : self.used + WORD_BYTES]
        self.used += WORD_BYTES
        return int.from_bytes(taken, "big")

    def below(self, n: i64) -> i64:
        size = int(n)
        limit = (1 << 64) - (1 << 64) % size
        while True:
            word = self.word()
            if word < limit:
                return word % size


class TapeTable(Table):
    """Luck that is already written down, number by number."""

    def __init__(self, tape: Sequence[int]) -> None:
        super().__init__()
        self.tape = list(tape)
        self.at = 0

    def below(self, n: i64) -> i64:
        if self.at == len(self.tape):
            raise BadSave("tape_short")
        drawn = self.tape[self.at]
        if not 0 <= drawn < n:
            raise BadSave("tape_wrong")
        self.at += 1
        return drawn


class AskedTable(Table):
    """Luck that is given from outside, and asked for draw by draw (adapters/stepwise.py).

    After the numbers that were given come made-up ones, so that the rules run through; `wanted` says
    how many outcomes the first draw has that was not given: 0 if all were. With one outcome it is none.
    """

    def __init__(self, given: list[int]) -> None:
        super().__init__()
        self.given = given
        self.at: i64 = 0
        self.wanted: i64 = 0

    def below(self, n: i64) -> i64:
        if n == 1:
            return 0
        at = self.at
        self.at += 1
        if at < len(self.given):
            return self.given[at]
        if self.wanted == 0:
            self.wanted = n
        return at % n  # each number in turn: whoever draws until something fits gets it


class LabTable(Table):
    """Fast luck for simulation, never for a real match: PCG RXS-M-XS 32.

    Every product stays below 2**63, so interpreted and compiled runs draw the same numbers.
    """

    def __init__(self, seed: i64) -> None:
        super().__init__()
        self.state: i64 = ((seed & MASK32) * 747796405 + INCREMENT) & MASK32

    def below(self, n: i64) -> i64:
        s = self.state
        self.state = (s * 747796405 + INCREMENT) & MASK32
        # The shift is by a number below 32 of a number below 2**32: safe when compiled, too.
        w = (((s >> ((s >> 28) + 4)) ^ s) * 277803737) & MASK32
        return (((w >> 22) ^ w) * n) >> 32
