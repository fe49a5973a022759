"""Ours through PettingZoo: random games, observations and all.

Arguments: the game, the seats, the moves to make.
"""

from __future__ import annotations

import sys

from aec_loop import random_games
from timed import is_compiled, timed

from tablee.adapters.pettingzoo import env

name, seats, amount = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
environment = env(name, seats=seats)
timed(
    lambda wanted: random_games(environment, wanted),
    amount,
    compiled=is_compiled(environment.kit.game),
)
