"""The plane of fields: cells and edges as numbers whose order is the reading order.

A cell (x, y), y downwards, is `64 · (y + 32) + x + 32`. In a drawing, a line of horizontal edges stands
above each line of cells, and the vertical edges stand between the cells; so the line of an edge is 2y
for the top and 2y + 1 for the left of a cell, and its number is `64 · line + x + 32`.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

WIDTH: Final[i64] = 64
CENTRE: Final[i64] = 32
START: Final[i64] = 2080  # the cell (0, 0)

# The neighbours of a cell and the edges to them: above, left, right, below.
STEP: Final = vec[i64]([-64, -1, 1, 64])
EDGE_STEP: Final = vec[i64]([0, 64, 65, 128])

SIDES = ("top", "left")


def top_edge(cell: i64) -> i64:
    return cell + (cell // WIDTH) * WIDTH


def cell_at(edge: i64) -> i64:
    """The cell whose top or left edge this is; the other one is above it or left of it."""
    return edge // (2 * WIDTH) * WIDTH + edge % WIDTH


def cell_before(edge: i64) -> i64:
    """The cell above, or left of, an edge."""
    return cell_at(edge) - (WIDTH if edge // WIDTH % 2 == 0 else 1)


def cell_xy(cell: i64) -> tuple[int, int]:
    return int(cell % WIDTH - CENTRE), int(cell // WIDTH - CENTRE)


def cell_of(x: int, y: int) -> int:
    return int(WIDTH) * (y + int(CENTRE)) + x + int(CENTRE)


def edge_side(edge: i64) -> str:
    return SIDES[edge // WIDTH % 2]


def edge_of(x: int, y: int, side: str) -> int:
    return int(top_edge(cell_of(x, y))) + int(WIDTH) * SIDES.index(side)


# -- several sorted lists in one vector: each has its own stretch, from `base` on ---------------------


def find(numbers: vec[i64], base: i64, n: i64, number: i64) -> i64:
    """Where a number stands in a sorted stretch of n, or where it should."""
    low: i64 = 0
    high = n
    while low < high:
        middle = (low + high) // 2
        if numbers[base + middle] < number:
            low = middle + 1
        else:
            high = middle
    return low


def has(numbers: vec[i64], base: i64, n: i64, number: i64) -> bool:
    at = find(numbers, base, n, number)
    return at < n and numbers[base + at] == number


def insert(numbers: vec[i64], base: i64, n: i64, number: i64) -> None:
    at = find(numbers, base, n, number)
    i = n
    while i > at:
        numbers[base + i] = numbers[base + i - 1]
        i -= 1
    numbers[base + at] = number


def remove(numbers: vec[i64], base: i64, n: i64, number: i64) -> None:
    i = find(numbers, base, n, number)
    while i < n - 1:
        numbers[base + i] = numbers[base + i + 1]
        i += 1
