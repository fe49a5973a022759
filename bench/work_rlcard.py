"""RLCard: random games of one of its environments, stepped from Python.

Arguments: its name of the game, the moves to make. Runs in the peers' environment.
"""

from __future__ import annotations

import sys
from random import Random
from typing import Any

import rlcard
from timed import Done, timed

name, amount = sys.argv[1], int(sys.argv[2])
environment: Any = rlcard.make(name, config={"seed": 1})


def work(wanted: int) -> Done:
    luck = Random(1)
    moves = games = 0
    while moves < wanted:
        state, _ = environment.reset()
        while not environment.is_over():
            legal = list(state["legal_actions"])
            state, _ = environment.step(legal[int(luck.random() * len(legal))])
            moves += 1
        games += 1
    return {"moves": moves, "games": games}


timed(work, amount)
