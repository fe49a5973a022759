"""Small sets as bit masks, in code that must run the same interpreted and compiled."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

# A table, because `1 << i` with an i64 index is silently wrong from 32 on when compiled.
BIT: Final = vec[i64]([1 << i for i in range(63)])
# 2 is a primitive root modulo 67, so the remainders of the powers of two are all different.
LOG2: Final = vec[i64]([0] * 67)
for _i in range(63):
    LOG2[(1 << _i) % 67] = _i


def lowest(mask: i64) -> i64:
    """Index of the lowest bit of a mask that is not empty."""
    return LOG2[(mask & -mask) % 67]


def count(mask: i64) -> i64:
    n: i64 = 0
    while mask > 0:
        mask &= mask - 1
        n += 1
    return n


def nth(mask: i64, n: i64) -> i64:
    """Index of the n-th bit (from 0) of a mask that has more than n."""
    while n > 0:
        mask &= mask - 1
        n -= 1
    return lowest(mask)


def members(mask: i64) -> list[int]:
    found: list[int] = []
    while mask > 0:
        found.append(lowest(mask))
        mask &= mask - 1
    return found


def copy_into(to: vec[i64], source: vec[i64]) -> None:
    for i in range(len(source)):
        to[i] = source[i]
