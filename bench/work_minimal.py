"""The yardstick: random games of the minimal engine in plain Python.

Arguments: the seats, the moves to make.
"""

from __future__ import annotations

import sys
from random import Random

from minimal import random_games
from timed import Done, timed

seats, amount = int(sys.argv[1]), int(sys.argv[2])


def work(wanted: int) -> Done:
    games, moves = random_games(seats, wanted, Random(1))
    return {"moves": moves, "games": games}


timed(work, amount)
