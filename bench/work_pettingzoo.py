"""PettingZoo: random games of one of its classic card games, stepped from Python.

Arguments: its name of the game, the moves to make. Runs in the peers' environment.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

from aec_loop import random_games
from timed import timed

name, amount = sys.argv[1], int(sys.argv[2])
environment: Any = import_module(f"pettingzoo.classic.{name}").env()

timed(lambda wanted: random_games(environment, wanted), amount)
