"""The yardstick: the hand-written environment of `minimal_aec.py`, stepped in the same way.

Arguments: the seats, `wrapped` or `bare`, the moves to make. Wrapped is how PettingZoo makes its own
card games, so that illegal and untimely actions are caught, as ours are; bare catches what is illegal
and nothing else.
"""

from __future__ import annotations

import sys
from typing import Any

from aec_loop import random_games
from minimal_aec import MinimalEnv
from pettingzoo.utils import wrappers
from timed import timed

seats, how, amount = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
environment: Any = MinimalEnv(seats)
if how == "wrapped":
    environment = wrappers.TerminateIllegalWrapper(environment, illegal_reward=-1)
    environment = wrappers.AssertOutOfBoundsWrapper(environment)
    environment = wrappers.OrderEnforcingWrapper(environment)
timed(lambda wanted: random_games(environment, wanted), amount)
