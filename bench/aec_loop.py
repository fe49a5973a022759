"""Random games through an environment of PettingZoo, as its users step it."""

from __future__ import annotations

from random import Random
from typing import Any

from timed import Done


def random_games(environment: Any, wanted: int) -> Done:
    luck = Random(1)
    moves = games = 0
    while moves < wanted:
        environment.reset(seed=games)
        for _ in environment.agent_iter():
            seen, _, ended, cut, _ = environment.last()
            if ended or cut:
                environment.step(None)
                continue
            legal = seen["action_mask"].nonzero()[0]
            environment.step(int(legal[int(luck.random() * len(legal))]))
            moves += 1
        games += 1
    return {"moves": moves, "games": games}
