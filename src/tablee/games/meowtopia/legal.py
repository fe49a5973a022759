"""What may be done, fast: for bots that ask millions of times."""

from __future__ import annotations

from mypy_extensions import i64

from tablee.core.contract import Actions
from tablee.games.meowtopia.actions import (
    CHOOSE,
    CLOSE,
    DISMISS,
    ENGAGE,
    FAMILIES,
    FEED,
    FIELD,
    FOLLOW,
    JOBS,
    KEEP,
    PASS,
    PICK,
    SELL,
    SEND,
    STICK,
    TAKE,
    THEN_REST,
    THEN_SNACK,
    THEN_WAKE,
    WAKE,
)
from tablee.games.meowtopia.position import (
    AT_CHOOSE,
    AT_ENGAGE,
    AT_EVENING,
    AT_FIELD,
    AT_FOLLOW,
    AT_ROUSE,
    AT_SELL,
    AT_SEND,
    AT_STICK,
    AT_WAKE,
    NOBODY,
    Position,
)


def add_legal(position: Position, seat: i64, out: Actions) -> None:
    """The answers to the question that is asked now, ascending."""
    phase = position.phase
    if phase == AT_FOLLOW:
        if position.most_sent(seat, position.job_of(seat)) > 0:
            out.add(FOLLOW)
        if position.sleepers(seat) > 0:
            out.add(PASS + THEN_WAKE)
            out.add(PASS + THEN_REST)
        else:
            out.add(PASS + THEN_SNACK)
    elif phase == AT_FIELD:
        for i in range(position.spot_count[seat]):
            out.add(FIELD + i)
    elif phase == AT_STICK:
        for i in range(position.edge_count[seat]):
            out.add(STICK + i)
    elif phase == AT_CHOOSE:
        add_tiles(position, out)
    elif phase == AT_SEND:
        for n in range(position.most_sent(seat, position.job) + 1):
            out.add(SEND + n)
    elif phase == AT_EVENING:
        add_evening(position, seat, out)
    elif phase == AT_WAKE:
        most = position.sleepers(seat)
        if most > 1:
            most = min(most, position.food[seat])
        for n in range(most + 1):
            out.add(WAKE + n)
    elif phase == AT_SELL:
        for ware in range(2):
            if position.can_sell(seat, position.asked, ware):
                out.add(SELL + ware)
        out.add(KEEP)
    elif phase == AT_ENGAGE:
        add_engage(position, seat, out)
    else:
        kittens = position.asleep if phase == AT_ROUSE else position.awake
        for family in range(position.seats):
            if kittens[seat * FAMILIES + family] > 0:
                out.add(PICK + family)


def add_tiles(position: Position, out: Actions) -> None:
    for tile in range(JOBS):
        if position.taken[tile] != NOBODY:
            continue
        if position.double:
            one, other = position.one_job[tile], position.other_job[tile]
            out.add(TAKE + tile * JOBS + min(one, other))
            out.add(TAKE + tile * JOBS + max(one, other))
        else:
            out.add(CHOOSE + tile)


def add_engage(position: Position, seat: i64, out: Actions) -> None:
    for role in range(2):
        if position.reserve[seat] > 0:
            out.add(ENGAGE + role * FAMILIES + seat)
        else:
            for family in range(position.seats):
                if position.reserve[family] > 0:
                    out.add(ENGAGE + role * FAMILIES + family)


def add_evening(position: Position, seat: i64, out: Actions) -> None:
    for family in range(position.seats):
        if position.awake[seat * FAMILIES + family] > 0:
            out.add(DISMISS + family)
    for family in range(position.seats):
        if position.asleep[seat * FAMILIES + family] > 0:
            out.add(DISMISS + FAMILIES + family)
    for merchant in range(position.merchants[seat]):
        out.add(CLOSE + merchant)
    owed = position.price(seat, 0)
    unfed: i64 = 0
    while owed > position.food[seat]:
        unfed += 1
        owed -= 2
    out.add(FEED + unfed)
    while owed > 0:
        unfed += 1
        owed -= 2
        out.add(FEED + unfed)
