"""Why not? The rules of Meowtopia clause by clause, for players who ask."""

from __future__ import annotations

from mypy_extensions import i64

from tablee.games.meowtopia.actions import (
    CHOOSE,
    CLOSE,
    DISMISS,
    ENGAGE,
    FAMILIES,
    FEED,
    FIELD,
    FOLLOW,
    FOOD,
    GOLD,
    JOB_IRRIGATION,
    JOB_RECRUIT,
    JOBS,
    KEEP,
    MAX_KITTENS,
    PASS,
    PICK,
    SELL,
    SEND,
    STICK,
    TAKE,
    THEN_SNACK,
    WAKE,
)
from tablee.games.meowtopia.position import (
    AT_CHOOSE,
    AT_ENGAGE,
    AT_FIELD,
    AT_FOLLOW,
    AT_ROUSE,
    AT_SELL,
    AT_SEND,
    AT_STICK,
    AT_TIRE,
    AT_WAKE,
    NOBODY,
    NOTHING,
    Position,
)


def refusal(position: Position, seat: i64, action: i64) -> str | None:
    """The question that is asked now, and what speaks against this answer."""
    phase = position.phase
    if phase == AT_WAKE:
        return wake(position, seat, action - WAKE) if action < PICK else "MT-12/now"
    if phase in (AT_ROUSE, AT_TIRE):
        return pick(position, seat, action)
    if phase == AT_SELL:
        return sell(position, seat, action) if SELL <= action <= KEEP else "MT-10/now"
    if phase == AT_CHOOSE:
        return choose(position, action) if CHOOSE <= action < SEND else "MT-13/now"
    if phase == AT_SEND:
        return send(position, seat, action - SEND) if SEND <= action < FIELD else "MT-15/now"
    if phase == AT_FIELD:
        if not FIELD <= action < STICK:
            return "MT-18/now"
        return "MT-18" if action - FIELD >= position.spot_count[seat] else None
    if phase == AT_STICK:
        if not STICK <= action < ENGAGE:
            return "MT-19/now"
        return "MT-19" if action - STICK >= position.edge_count[seat] else None
    if phase == AT_ENGAGE:
        if not ENGAGE <= action < FOLLOW:
            return "MT-20/now"
        return engage(position, seat, (action - ENGAGE) % FAMILIES)
    if phase == AT_FOLLOW:
        return follow_or_pass(position, seat, action)
    return evening(position, seat, action) if action >= DISMISS else "MT-45/now"


def wake(position: Position, seat: i64, n: i64) -> str | None:
    """MT-8: the only sleeper is free; MT-9: several cost 1 food each."""
    asleep = position.sleepers(seat)
    if asleep == 1:
        return "MT-8" if n > 1 else None
    if n > asleep:
        return "MT-9/asleep"
    return "MT-9/food" if n > position.food[seat] else None


def pick(position: Position, seat: i64, action: i64) -> str | None:
    """Kittens of several families: which of them wakes, or is sent?"""
    waking = position.phase == AT_ROUSE
    own = seat == position.active  # or a follower, whose rules are MT-23 and MT-24
    if not PICK <= action < SELL:
        if waking:
            return "MT-9/pick" if own else "MT-24/pick"
        return "MT-15/pick" if own else "MT-23/pick"
    family = action - PICK
    if family >= position.seats:
        return "MT-1/family"
    kittens = position.asleep if waking else position.awake
    if kittens[seat * FAMILIES + family] > 0:
        return None
    if waking:
        return "MT-9/family" if own else "MT-24/family"
    return "MT-15/family" if own else "MT-23/family"


def sell(position: Position, seat: i64, action: i64) -> str | None:
    if action == KEEP:
        return None
    ware = action - SELL
    kind = position.shop_ware[seat * MAX_KITTENS + position.asked]
    if kind != NOTHING and kind != ware:
        return "MT-11"
    if ware == FOOD and position.food[seat] == 0:
        return "MT-10/food"
    if ware == GOLD and position.gold[seat] == 0:
        return "MT-10/gold"
    return None


def choose(position: Position, action: i64) -> str | None:
    if action < TAKE:
        if position.double:
            return "MT-40/double"
        return None if position.taken[action - CHOOSE] == NOBODY else "MT-13"
    if not position.double:
        return "MT-40/plain"
    tile, job = (action - TAKE) // JOBS, (action - TAKE) % JOBS
    if position.taken[tile] != NOBODY:
        return "MT-13/tile"
    if job != position.one_job[tile] and job != position.other_job[tile]:
        return "MT-40"
    return None


def send(position: Position, seat: i64, n: i64) -> str | None:
    if n > position.awake_workers(seat):
        return "MT-15"
    if position.job == JOB_IRRIGATION and n > position.edge_count[seat]:
        return "MT-19/edges"
    if position.job == JOB_RECRUIT:
        if n > position.gold[seat]:
            return "MT-20/gold"
        if n > position.kittens_left():
            return "MT-22/left"
    return None


def engage(position: Position, seat: i64, family: i64) -> str | None:
    """MT-20: of one's own family; MT-22: of an opponent's when one's own reserve is empty."""
    if family >= position.seats:
        return "MT-1/family"
    if family != seat and position.reserve[seat] > 0:
        return "MT-22/own"
    if position.reserve[family] == 0:
        return "MT-22/mine" if family == seat else "MT-22/theirs"
    return None


def follow_or_pass(position: Position, seat: i64, action: i64) -> str | None:
    if action == FOLLOW:
        return follow(position, seat)
    if not PASS <= action < DISMISS:
        return "MT-23/now"
    if action == PASS + THEN_SNACK:
        return "MT-25" if position.sleepers(seat) > 0 else None
    return "MT-24" if position.sleepers(seat) == 0 else None


def follow(position: Position, seat: i64) -> str | None:
    """MT-23: with an awake worker, and not for nothing."""
    if position.awake_workers(seat) == 0:
        return "MT-23"
    job = position.job_of(seat)
    if job == JOB_IRRIGATION and position.edge_count[seat] == 0:
        return "MT-23/edges"
    if job == JOB_RECRUIT:
        if position.gold[seat] == 0:
            return "MT-23/gold"
        if position.kittens_left() == 0:
            return "MT-23/kittens"
    return None


def evening(position: Position, seat: i64, action: i64) -> str | None:
    """MT-45: dismiss whom one has, or settle how many stay unfed."""
    if action < CLOSE:
        family = (action - DISMISS) % FAMILIES
        if family >= position.seats:
            return "MT-1/family"
        asleep = action >= DISMISS + FAMILIES
        kittens = position.asleep if asleep else position.awake
        return None if kittens[seat * FAMILIES + family] > 0 else "MT-28"
    if action < FEED:
        return None if action - CLOSE < position.merchants[seat] else "MT-28/merchant"
    unfed = action - FEED
    if unfed > 0 and position.price(seat, unfed - 1) == 0:
        return "MT-45"
    if position.price(seat, unfed) <= position.food[seat]:
        return None
    return "MT-29/all" if unfed == 0 else "MT-29"
