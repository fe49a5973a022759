"""What several tests share: the games under test, which run from the sources only, how to wait."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

import pytest

import crazy_eights
from tablee.core import contract
from tablee.core.contract import Game
from tablee.games import GAMES
from tablee.testing.walk import Case, cases

T = TypeVar("T")

ALL_GAMES: tuple[Game, ...] = (*GAMES, crazy_eights.GAME)
ALL_CASES: list[Case] = [case for game in ALL_GAMES for case in cases(game)]

COMPILED = not str(contract.__file__).endswith(".py")

sources_only = pytest.mark.skipif(COMPILED, reason="replaces code, which compiled classes forbid")


def share(whole: int, interpreted: int) -> int:
    """How much of a long test is done: the whole of it compiled, the same rules but faster."""
    return whole if COMPILED else interpreted


# Tests wait for events. Only what never happens ends after so many seconds, on the slowest machine too.
LAST_RESORT = 300.0
PAUSE = 0.005  # between two looks at what cannot tell us


class Clock:
    """Time that stands still until it is told to go on."""

    def __init__(self) -> None:
        self.now = 1_000_000_000.0

    def __call__(self) -> float:
        return self.now


def until(what: str, happened: Callable[[], T], seconds: float = LAST_RESORT) -> T:
    """Look until it has happened, and give what was found; or say what did not happen."""
    end = time.monotonic() + seconds
    while not (found := happened()):
        assert time.monotonic() < end, f"this did not happen: {what}"
        time.sleep(PAUSE)
    return found


async def soon(what: str, happened: Callable[[], T]) -> T:
    """As `until`, while the others go on."""
    async with in_time(what):
        while not (found := happened()):
            await asyncio.sleep(PAUSE)
        return found


@asynccontextmanager
async def in_time(what: str) -> AsyncIterator[None]:
    """What is awaited in here happens, or the test says that it did not."""
    limit = asyncio.timeout(LAST_RESORT)
    try:
        async with limit:
            yield
    except TimeoutError:
        assert not limit.expired(), f"this did not happen: {what}"
        raise
