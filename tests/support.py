"""What several tests share: the games under test, and which tests are for the sources only."""

from __future__ import annotations

import pytest

import crazy_eights
from tablee.core import contract
from tablee.core.contract import Game
from tablee.games import GAMES
from tablee.testing.walk import Case, cases

ALL_GAMES: tuple[Game, ...] = (*GAMES, crazy_eights.GAME)
ALL_CASES: list[Case] = [case for game in ALL_GAMES for case in cases(game)]

COMPILED = not str(contract.__file__).endswith(".py")

sources_only = pytest.mark.skipif(COMPILED, reason="replaces code, which compiled classes forbid")


def share(whole: int, interpreted: int) -> int:
    """How much of a long test is done: the whole of it compiled, the same rules but faster."""
    return whole if COMPILED else interpreted
