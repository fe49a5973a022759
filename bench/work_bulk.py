"""Ours, in bulk: `random_games`, from the deal to the outcome.

Arguments: the game, the seats, the moves to make.
"""

from __future__ import annotations

import sys

from timed import Done, is_compiled, timed

from tablee.bots.playout import random_games
from tablee.games import game

AT_ONCE = 20  # games

name, seats, amount = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
found = game(name)
options = found.check(seats, {})


def work(wanted: int) -> Done:
    moves = games = 0
    while moves < wanted:
        moves += random_games(found, seats, options, games, AT_ONCE)["moves"]
        games += AT_ONCE
    return {"moves": moves, "games": games}


timed(work, amount, compiled=is_compiled(found))
