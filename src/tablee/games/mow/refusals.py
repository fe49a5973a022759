"""Why something is not allowed now: the rule book of MOW clause by clause, slow and plain."""

from __future__ import annotations

from mypy_extensions import i64

from tablee.core.bits import BIT
from tablee.games.mow.actions import (
    ACROBAT,
    COUNT,
    DRAW,
    END,
    F2,
    F3,
    F4,
    F5,
    F6,
    F7,
    F10,
    GIVE,
    HERD,
    HUSH,
    IGNORE,
    KEEP,
    LATE,
    LATECOMER,
    NEXT,
    NUMBER,
    PLAIN,
    PLAY_F1,
    PLAY_F2,
    PLAY_F3,
    REVERSE,
    SKIP,
    SORT,
    STAY,
    STOPPER,
    SWAP,
    TAKE,
)
from tablee.games.mow.farmers import farmer_of, wild
from tablee.games.mow.position import (
    CLOSING,
    GIVING,
    PLAYING,
    RACING,
    SCORING,
    STEERING,
    SWAPPING,
    Position,
    cow_list,
)


def why_not(p: Position, seat: i64, action: i64) -> str | None:
    """A rule id (and a case), or None when nothing speaks against it."""
    if HUSH <= action < COUNT:
        return None if p.stage == RACING else "MW-26"
    if p.stage == RACING:
        return "MW-26/first"
    if action >= COUNT:
        if p.stage != SCORING:
            return "MW-49"
        return "MW-49/none" if action >= IGNORE and p.held[seat] & BIT[F10] == 0 else None
    if p.stage == SCORING:
        return "MW-52"
    if STAY <= action < HUSH:
        if p.stage != SWAPPING:
            return "MW-27"
        if action >= SWAP and not is_opponent(p, seat, action - SWAP):
            return "MW-27/self"
        return None
    if p.stage == SWAPPING:
        return "MW-27/first"
    if GIVE <= action < STAY:
        if p.stage != GIVING:
            return "MW-42/early"
        return None if action - GIVE in p.hand(seat) else "MW-42/hand"
    if p.stage == GIVING:
        return "MW-42/give"
    if KEEP <= action < DRAW:
        return why_not_steer(p, seat, action)
    if p.stage == STEERING:
        return "MW-47"
    if action < TAKE:
        return why_not_play(p, seat, action)
    if action < PLAY_F1:
        return why_not_turn(p, seat, action)
    return why_not_farmer(p, seat, action)


def is_opponent(p: Position, seat: i64, other: i64) -> bool:
    return other != seat and other < p.seats


def herd_cows(p: Position) -> list[int]:
    return cow_list(p.herd_ones[p.herd], p.herd_twos[p.herd])


def why_not_play(p: Position, seat: i64, cow: i64) -> str | None:
    if p.stage == CLOSING:
        return "MW-6/once" if herd_cows(p) else "MW-19/done"
    if cow not in p.hand(seat):
        return "MW-4"
    return why_not_join(p, cow)


def why_not_join(p: Position, cow: i64) -> str | None:
    """MW-6 to MW-8 and MW-14 to MW-16 for the herd on which one must play; MW-40."""
    if p.barred and SORT[cow] != PLAIN:
        return "MW-40"
    herd = herd_cows(p)
    numbers = [int(NUMBER[each]) for each in herd if SORT[each] <= STOPPER]
    if not herd:
        return None if SORT[cow] <= STOPPER else "MW-8"
    if SORT[cow] == ACROBAT:
        return None if NUMBER[cow] in numbers else "MW-15"
    if SORT[cow] == LATECOMER:
        missing = [n for n in range(min(numbers), max(numbers)) if n not in numbers]
        return None if len(missing) > herd.count(int(LATE)) else "MW-16"
    if NUMBER[cow] < min(numbers) or NUMBER[cow] > max(numbers):
        return None
    return "MW-14" if SORT[cow] == STOPPER else "MW-6"


def why_not_turn(p: Position, seat: i64, action: i64) -> str | None:
    """Take, draw, end, skip."""
    if action == TAKE:
        if not herd_cows(p):
            return "MW-10"
        return "MW-9" if p.stage == CLOSING else None
    if action == DRAW:
        if p.by_hand & BIT[seat] == 0:
            return "MW-13"
        if p.stage == PLAYING:
            return "MW-11"
        if p.left == 0:
            return "MW-11/empty"
        return None if p.owed > 0 else "MW-13/done"
    if action == END:
        if p.stage == PLAYING:
            return "MW-51/early"
        return "MW-17/keep" if p.bonus != PLAIN else None
    assert action == SKIP
    if p.stage == CLOSING:
        return "MW-19/done"
    if herd_cows(p):
        return "MW-19/herd"
    may_start = [cow for cow in p.hand(seat) if why_not_join(p, cow) is None]
    return "MW-19" if may_start else None


def why_not_steer(p: Position, seat: i64, action: i64) -> str | None:
    """Keep, reverse, next, herd: the bonus of a special cow, or F8."""
    if p.stage == PLAYING:
        return "MW-17/early"
    if p.stage == CLOSING and p.bonus == PLAIN:
        return "MW-17"
    if action == KEEP:
        return "MW-47" if p.stage == STEERING else None
    if action == REVERSE:
        return None
    if p.seats == 2 and action < HERD:
        return "MW-32"
    if p.seats > 2 and action >= HERD:
        return "MW-32/three"
    if p.stage == CLOSING and p.bonus != STOPPER:
        return "MW-18"
    if action < HERD and not is_opponent(p, seat, action - NEXT):
        return "MW-18/self"
    return None


def why_not_farmer(p: Position, seat: i64, action: i64) -> str | None:
    farmer = farmer_of(action)
    if p.held[seat] & BIT[farmer] == 0:
        return "MW-51"
    if farmer == F2:
        return None if is_opponent(p, seat, action - PLAY_F2) else "MW-41"
    if farmer == F3:
        if not is_opponent(p, seat, action - PLAY_F3):
            return "MW-42"
        return None if p.hand(action - PLAY_F3) else "MW-42/empty"
    before = p.stage == PLAYING and not p.taken
    if farmer == F4:
        return None if before else "MW-43"
    if farmer == F5:
        if not before:
            return "MW-44"
        return None if herd_cows(p) else "MW-44/empty"
    if farmer == F6:
        return None if p.barn != 0 else "MW-45"
    if farmer == F7:
        n = len(wild(p, seat))
        if n == 0:
            return "MW-46"
        return None if p.left >= n else "MW-46/pile"
    return None
