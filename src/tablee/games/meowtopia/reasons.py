"""Why an action is good in Meowtopia, in words: what it brings by the figures of the book.

Everything lies open and only the first player is drawn, so what happens next is tried out on copies.
"""

from __future__ import annotations

from mypy_extensions import i64

from tablee.core.contract import Actions
from tablee.core.tables import LabTable
from tablee.core.texts import Said
from tablee.games.meowtopia.actions import (
    BROUGHT,
    CHOOSE,
    DISMISS,
    ENGAGE,
    FAMILIES,
    FEED,
    FIELD,
    FOLLOW,
    GOLD,
    JOB_FOOD,
    JOB_GOLD,
    JOB_IRRIGATION,
    JOB_RECRUIT,
    JOBS,
    KEEP,
    PASS,
    PICK,
    SELL,
    SEND,
    STICK,
    TAKE,
    THEN_REST,
    THEN_WAKE,
    VERBS,
    WORKER,
)
from tablee.games.meowtopia.position import AT_SEND, AT_STICK, Position
from tablee.games.meowtopia.views import score_of, spots_of


def because(position: Position, seat: i64, action: i64) -> Said | None:
    if action >= FEED:
        return for_feeding(position, seat, action - FEED)
    if action >= DISMISS:
        return Said("because.dismisses")  # MT-28
    if action >= PASS:
        return for_passing(position, seat, action - PASS)
    if action == FOLLOW:
        return for_work(position, seat, position.job_of(seat), 1)
    if action >= ENGAGE:
        return for_engaging(position, seat, action)
    if action >= FIELD:
        return for_placing(position, seat, action)
    if action >= SEND:
        return for_sending(position, seat, action - SEND)
    if action >= CHOOSE:
        return for_choosing(position, seat, action)
    if action >= SELL:
        return for_selling(position, seat, action)
    return None if action >= PICK else for_waking(position, seat, action)


def after_doing(position: Position, seat: i64, action: i64) -> Position:
    after = position.copy()
    assert isinstance(after, Position)
    after.apply(seat, action, LabTable(0))  # after set-up there is no luck
    return after


def legal_of(position: Position, seat: i64) -> list[int]:
    out = Actions(VERBS.size)
    position.legal(seat, out)
    return out.to_list()


def short_of(position: Position, seat: i64) -> i64:
    """How much food the next evening lacks (MT-26, MT-27)."""
    return max(position.price(seat, 0) - position.food[seat], 0)


# -- morning -----------------------------------------------------------------------------------------


def for_waking(position: Position, seat: i64, n: i64) -> Said | None:
    """MT-8, MT-9."""
    asleep = position.sleepers(seat)
    if n == 0:
        price, food = position.price(seat, 0), position.food[seat]
        if asleep > 1 and price >= food:
            return Said("because.saves_food", {"n": int(price)})
        return None
    if asleep == 1:
        return Said("because.wakes_free")
    return Said("because.wakes", {"n": int(position.awake_workers(seat) + n)})


def for_selling(position: Position, seat: i64, action: i64) -> Said | None:
    """MT-39: what goods are worth at a merchant's; or what they are kept for."""
    if action != KEEP:
        return Said("because.sells_gold" if action == SELL + GOLD else "because.sells_food")
    if position.price(seat, 0) >= position.food[seat]:
        if not position.can_sell(seat, position.asked, GOLD):
            return Said("because.saves_food", {"n": int(position.price(seat, 0))})
    elif position.can_sell(seat, position.asked, GOLD) and position.kittens_left() > 0:
        return Said("because.saves_gold")
    return None


# -- day -----------------------------------------------------------------------------------------------


def for_choosing(position: Position, seat: i64, action: i64) -> Said | None:
    after = after_doing(position, seat, action)
    if action >= TAKE:
        tile, job = (action - TAKE) // JOBS, (action - TAKE) % JOBS
    else:
        tile = job = action - CHOOSE
    found = position.tile_food[tile]
    lacking = short_of(position, seat)
    if job == JOB_FOOD and lacking > 0 and position.awake_workers(seat) > 0:
        return Said("because.short", {"n": int(lacking)})
    if after.phase == AT_SEND and after.actor == seat and after.tile == tile:
        said = for_work(after, seat, job, after.most_sent(seat, job))
        if said is not None:
            return said
    return Said("because.tile_food", {"n": int(found)}) if found > 0 else None


def for_sending(position: Position, seat: i64, n: i64) -> Said | None:
    most = position.most_sent(seat, position.job)
    if n > 0:
        return for_work(position, seat, position.job, n)
    return Said("because.stays_awake", {"n": int(most)}) if can_follow(position, seat) else None


def can_follow(position: Position, seat: i64) -> bool:
    """MT-23: whether other seats still have their turn in this round."""
    following = (position.active + 1) % position.seats
    more = position.cause == 0 and position.round < position.max_rounds
    return following != position.first or more


def for_work(position: Position, seat: i64, job: i64, n: i64) -> Said | None:
    """MT-16 to MT-20: what so many workers bring."""
    if n == 0:
        return None
    if job == JOB_FOOD:
        return Said("because.food", {"n": int(n), "food": int(BROUGHT[n])})
    if job == JOB_GOLD:
        return Said("because.gold", {"n": int(n)})
    if job == JOB_RECRUIT:
        return Said("because.recruits", {"n": int(n), "points": int(3 * n)})
    if job == JOB_IRRIGATION:
        return Said(
            "because.irrigates", {"n": int(n), "points": sum(stick_points(position, seat)[: int(n)])}
        )
    return Said("because.fields", {"n": int(n)}) if position.cause == 0 else None


def stick_points(position: Position, seat: i64) -> list[int]:
    """MT-39: the points of the free edges, best first; each counts by itself, wherever others lie."""
    tried = position.copy()
    assert isinstance(tried, Position)
    tried.actor = seat
    tried.phase = AT_STICK
    return sorted([spot.points for spot in spots_of(tried)], reverse=True)


def for_placing(position: Position, seat: i64, action: i64) -> Said | None:
    """MT-18, MT-19, MT-39; MT-35: the last piece of the supply."""
    stick = action >= STICK
    spot = spots_of(position)[action - (STICK if stick else FIELD)]
    after = after_doing(position, seat, action)
    if after.cause != position.cause and leads(after, seat):
        return Said("because.ends")
    saved = position.price(seat, 0) - after.price(seat, 0)
    if saved > 0:
        return Said("because.stick_wets" if stick else "because.field_wet", {"n": int(saved)})
    if stick:
        if spot.points == 2:
            return Said("because.between")
        return Said("because.outer") if stick_points(position, seat)[0] == 1 else None
    if spot.points > 0:
        return Said("because.field_points", {"points": spot.points})
    edges = stick_points(after, seat).count(2) - stick_points(position, seat).count(2)
    return Said("because.touches", {"n": edges}) if edges > 0 else None


def leads(position: Position, seat: i64) -> bool:
    """MT-39: more points than anybody else, as things stand."""
    mine = score_of(position, seat).total
    for other in range(position.seats):
        if other != seat and score_of(position, other).total >= mine:
            return False
    return True


def for_engaging(position: Position, seat: i64, action: i64) -> Said | None:
    """MT-20 to MT-22; MT-36: a kitten of somebody else's."""
    after = after_doing(position, seat, action)
    if after.cause != position.cause and leads(after, seat):
        return Said("because.ends")
    if position.cause != 0:
        return Said("because.kitten")
    worker = action - ENGAGE < FAMILIES * (WORKER + 1)
    return Said("because.worker" if worker else "because.merchant")


# -- the others ----------------------------------------------------------------------------------------


def for_passing(position: Position, seat: i64, then: i64) -> Said | None:
    """MT-24, MT-25."""
    if then == THEN_WAKE:
        return Said("because.pass_wakes")
    if then == THEN_REST:
        return None
    return Said("because.snack")


# -- evening -----------------------------------------------------------------------------------------


def for_feeding(position: Position, seat: i64, unfed: i64) -> Said | None:
    """MT-26 to MT-29."""
    paid = position.price(seat, unfed)
    if unfed == 0:
        return Said("because.feeds_all" if paid > 0 else "because.feeds_free", {"n": int(paid)})
    if FEED + unfed - 1 not in legal_of(position, seat):
        return Said("because.feeds_most", {"n": int(position.kittens(seat) - unfed)})
    return Said("because.hungry", {"n": int(position.price(seat, unfed - 1) - paid)})
