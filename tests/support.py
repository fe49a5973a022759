"""What several tests share: the games under test."""

from __future__ import annotations

import crazy_eights
from tablee.core.contract import Game
from tablee.games import GAMES
from tablee.testing.walk import Case, cases

ALL_GAMES: tuple[Game, ...] = (*GAMES, crazy_eights.GAME)
ALL_CASES: list[Case] = [case for game in ALL_GAMES for case in cases(game)]
