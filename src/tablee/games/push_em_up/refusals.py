"""Why an action of Push 'em up! is not allowed: the rule book clause by clause."""

from __future__ import annotations

from mypy_extensions import i64

from tablee.games.push_em_up.actions import (
    DISCARD,
    KINDS,
    PUSH_CARD,
    SUPER_CARD,
    VERBS,
)
from tablee.games.push_em_up.position import Position


def why_not(position: Position, seat: i64, action: i64) -> str | None:
    """A rule id and perhaps a case, or None; says nothing that the seat may not know."""
    verb = VERBS.verb(int(action))
    words = verb.words(int(action))
    if position.picking():
        if verb.name != "pick":
            return "PU-4/first"
        return None if position.piles[seat * KINDS + action] > 0 else "PU-4/copies"
    if verb.name == "pick":
        return "PU-4/done"
    if verb.name == "discard":
        return None if holds(position, seat, action - DISCARD) > 0 else "PU-16"
    column = verb.args[-1].index[words[-1]]
    if column >= position.columns:
        return "PU-4/columns"
    if verb.name == "play":
        return hero_refusal(position, seat, int(words[0]), column)
    if verb.name == "pair":
        return pair_refusal(position, seat, int(words[0]), column)
    if verb.name == "run":
        return run_refusal(position, seat, column)
    if verb.name == "push":
        return push_refusal(position, seat, column)
    return super_refusal(position, seat, int(words[0]), column)


def holds(position: Position, seat: i64, kind: i64) -> i64:
    return position.hands[seat * KINDS + kind]


def last_hero(position: Position, column: int) -> tuple[int, int]:
    """Owner and value of a column's last hero."""
    return divmod(int(position.last(column)), 10)


def neighbours(one: int, other: int) -> bool:
    """PU-7: on the ring, 9 and 0 are neighbours too."""
    return abs(one - other) in (1, 9)


def hero_refusal(position: Position, seat: i64, value: int, column: int) -> str | None:
    if holds(position, seat, value) == 0:
        return "PU-5"
    owner, last = last_hero(position, column)
    if value == last:
        return "PU-9" if owner == seat else None  # PU-8
    return None if neighbours(value, last) else "PU-10"


def pair_refusal(position: Position, seat: i64, value: int, column: int) -> str | None:
    if holds(position, seat, value) < 2:
        return "PU-11/hand"
    owner, last = last_hero(position, column)
    if value == last:
        return "PU-9" if owner == seat else None
    return None if neighbours(value, last) else "PU-11"


def run_refusal(position: Position, seat: i64, column: int) -> str | None:
    """PU-12: lay the hand in every order, and see whether one of them goes."""
    hand = [v for v in range(10) for _ in range(int(holds(position, seat, v)))]
    runs = [(first, (first + step) % 10, (first + 2 * step) % 10) for first in hand for step in (1, -1)]
    runs = [run for run in runs if sorted(run) == hand]
    if not runs:
        return "PU-12/hand"
    owner, last = last_hero(position, column)
    for first, second, _ in runs:
        if last == first:
            return "PU-9/run" if owner == seat else None
        if neighbours(last, first) and last != second:
            return None
    return "PU-13" if last in hand else "PU-12"


def push_refusal(position: Position, seat: i64, column: int) -> str | None:
    if holds(position, seat, PUSH_CARD) == 0:
        return "PU-14/hand"
    return None if position.heights[column] >= 2 else "PU-14"


def super_refusal(position: Position, seat: i64, steps: int, column: int) -> str | None:
    if not position.apocalypse:
        return "PU-26/off"
    if holds(position, seat, SUPER_CARD) == 0:
        return "PU-26/hand"
    before_the_last = position.heights[column] - 1
    return None if before_the_last >= steps else "PU-26"
