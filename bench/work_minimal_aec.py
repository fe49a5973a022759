"""The yardstick: the hand-written environment of `minimal_aec.py`, stepped in the same way.

Arguments: the seats, the moves to make.
"""

from __future__ import annotations

import sys

from aec_loop import random_games
from minimal_aec import MinimalEnv
from timed import timed

seats, amount = int(sys.argv[1]), int(sys.argv[2])
environment = MinimalEnv(seats)
timed(lambda wanted: random_games(environment, wanted), amount)
