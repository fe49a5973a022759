"""What a finished match is worth to each seat, in every interface."""

from __future__ import annotations

from tablee.core.contract import Outcome


def rewards(outcome: Outcome) -> list[float]:
    """1 shared among the winners, −1 among the losers; nothing for anybody if all share the win."""
    winners = len(outcome.winners())
    losers = len(outcome.ranks) - winners
    if losers == 0:
        return [0.0] * winners
    return [1.0 / winners if rank == 1 else -1.0 / losers for rank in outcome.ranks]
