"""PettingZoo: random games of one of its classic card games, stepped from Python.

Arguments: its name of the game, the moves to make. Runs in the peers' environment.
"""

from __future__ import annotations

import sys
from importlib import import_module
from random import Random
from typing import Any

import numpy
from timed import Done, timed

name, amount = sys.argv[1], int(sys.argv[2])
environment: Any = import_module(f"pettingzoo.classic.{name}").env()


def work(wanted: int) -> Done:
    luck = Random(1)
    moves = games = 0
    while moves < wanted:
        environment.reset(seed=games)
        for _ in environment.agent_iter():
            seen, _, ended, cut, _ = environment.last()
            if ended or cut:
                environment.step(None)
                continue
            legal = numpy.flatnonzero(seen["action_mask"])
            environment.step(int(legal[int(luck.random() * len(legal))]))
            moves += 1
        games += 1
    return {"moves": moves, "games": games}


timed(work, amount)
