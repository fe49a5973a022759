"""What a star is worth: column points and card points (PU-19 to PU-22)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from tablee.games.push_em_up.position import Position

NOBODY: Final[i64] = -1
COLUMN_POINTS: Final[i64] = 10


def sums_in(position: Position, column: i64) -> list[i64]:
    """Each seat's total of surviving values in a column."""
    first = column * position.seats
    return [position.sums[first + s] for s in range(position.seats)]


def best_in(position: Position, column: i64) -> list[i64]:
    """PU-22: each seat's highest surviving card in a column, 0 where it has none."""
    first = column * position.seats
    return [position.best[first + s] for s in range(position.seats)]


def taker(sums: list[i64]) -> i64:
    """PU-19: the highest total. PU-20: tied seats cancel out, level by level. PU-21: never with 0."""
    highest: i64 = 0
    winner = NOBODY
    for s in range(len(sums)):
        if sums[s] > highest and sums.count(sums[s]) == 1:
            highest = sums[s]
            winner = s
    return winner


def column_points(position: Position) -> list[i64]:
    """PU-19: 10 a column."""
    points: list[i64] = [0] * position.seats
    for c in range(position.columns):
        winner = taker(sums_in(position, c))
        if winner != NOBODY:
            points[winner] += COLUMN_POINTS
    return points


def card_points(position: Position) -> list[i64]:
    """PU-22: the highest card of each column."""
    points: list[i64] = [0] * position.seats
    for c in range(position.columns):
        best = best_in(position, c)
        for s in range(position.seats):
            points[s] += best[s]
    return points
