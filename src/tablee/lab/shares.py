"""Shares of wins and their intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence

from tablee.core.contract import Game

Z95 = 1.959964


def win_shares(game: Game, ranks: Sequence[int]) -> tuple[float, ...]:
    """A win is 1 for every seat of the side; several winning sides share it."""
    sides = game.sides(len(ranks))
    won = sum(ranks[side[0]] == 1 for side in sides)
    return tuple(1 / won if rank == 1 else 0.0 for rank in ranks)


def wilson(share: float, n: int) -> tuple[float, float]:
    """95 % interval of a share of n independent games."""
    centre = share + Z95 * Z95 / (2 * n)
    spread = Z95 * math.sqrt(share * (1 - share) / n + Z95 * Z95 / (4 * n * n))
    whole = 1 + Z95 * Z95 / n
    return max(0.0, (centre - spread) / whole), min(1.0, (centre + spread) / whole)
