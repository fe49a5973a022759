"""Ours, thinking: a blind search with random rollouts to the end, from a seat's first view of a match.

Arguments: the game, the seats, the iterations.
"""

from __future__ import annotations

import sys

from timed import Done, is_compiled, timed

from tablee.bots.ismcts import Search
from tablee.core.bits import lowest
from tablee.core.tables import LabTable
from tablee.games import game

name, seats, amount = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
found = game(name)
first = found.setup(seats, found.check(seats, {}), LabTable(3))
seat = lowest(first.acting)


def work(iterations: int) -> Done:
    search = Search(found.recall(first.view(seat)), seat, found.verbs.size, LabTable(5))
    search.guided = False
    search.run(iterations)
    # A node's visits are the moves that led to it; the root's are none.
    visits, nodes = search.tree.visits, int(search.tree.size)
    in_tree = sum(int(visits[node]) for node in range(1, nodes))
    return {"iterations": iterations, "moves": int(search.moves) + in_tree}


timed(work, amount, compiled=is_compiled(found))
