"""Ours, many at once: random games of a thousand matches side by side, with masks at each step.

Arguments: the game, the seats, `masks` or `observations` (made at each step, too), the moves to make.
"""

from __future__ import annotations

import sys

from timed import Done, is_compiled, timed

from tablee.adapters.vector import Vector

MATCHES = 1000

name, seats, what, amount = sys.argv[1], int(sys.argv[2]), sys.argv[3], int(sys.argv[4])
vector = Vector(name, seats, MATCHES, seed=1)


def work(wanted: int) -> Done:
    moves = games = 0
    while moves < wanted:
        if what == "observations":
            vector.observe()
        games += int(vector.step(vector.sample()).ended.sum())
        moves += MATCHES
    return {"moves": moves, "games": games}


timed(work, amount, compiled=is_compiled(vector.kit.game))
