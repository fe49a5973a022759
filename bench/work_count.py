"""Ours, to be counted: a few random games and a short search, always the same ones.

Arguments: the game, how often to do it (0 or 1).
"""

from __future__ import annotations

import sys

from timed import is_compiled

from tablee.bots.ismcts import Search
from tablee.bots.playout import random_games
from tablee.core.bits import lowest
from tablee.core.tables import LabTable
from tablee.games import game

GAMES = 40
ITERATIONS = 100

name, times = sys.argv[1], int(sys.argv[2])
found = game(name)
seats = min(4, found.most)
options = found.check(seats, {})
first = found.setup(seats, options, LabTable(3))
seat = lowest(first.acting)
search = Search(found.recall(first.view(seat)), seat, found.verbs.size, LabTable(5))
for _ in range(times):
    random_games(found, seats, options, 1, GAMES)
    search.run(ITERATIONS)
print("compiled" if is_compiled(found) else "interpreted")
