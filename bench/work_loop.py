"""Ours, step by step: random games through the contract, from an interpreted loop.

Arguments: the game, the seats, the moves to make.
"""

from __future__ import annotations

import sys

from timed import Done, is_compiled, timed

from tablee.core.bits import lowest
from tablee.core.tables import LabTable
from tablee.games import game

name, seats, amount = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
found = game(name)
options = found.check(seats, {})


def work(wanted: int) -> Done:
    luck = LabTable(1)
    out = found.actions()
    moves = games = 0
    while moves < wanted:
        state = found.setup(seats, options, luck)
        while state.acting:
            seat = lowest(state.acting)
            out.n = 0
            state.legal(seat, out)
            state.apply(seat, out.at[luck.below(out.n)], luck)
            moves += 1
        games += 1
    return {"moves": moves, "games": games}


timed(work, amount, compiled=is_compiled(found))
