"""Why an action is good in Super Miaou, in words: what everybody can tell from the cards."""

from __future__ import annotations

from mypy_extensions import i64

from tablee.core.contract import Actions
from tablee.core.texts import Said
from tablee.games.super_miaou.actions import (
    BUY,
    CAPE,
    CARD_NAMES,
    CAT,
    FOOD,
    FOR_SALE_NAMES,
    GOLD,
    HAND,
    MOUSE,
    PASS,
    SHIELD,
    SILVER,
    START,
    STEAL,
    THROW,
    VERBS,
)
from tablee.games.super_miaou.heuristics import (
    chance,
    chance_of_hand,
    owned,
    pairs,
    pairs_that_pay,
    unseen,
)
from tablee.games.super_miaou.piles import ONE, size
from tablee.games.super_miaou.position import Position


def because(position: Position, seat: i64, action: i64) -> Said | None:
    if action < THROW:
        return for_buying(position, seat, action - BUY)
    if action < STEAL:
        return for_throwing(position, seat, action - THROW)
    if action < PASS:
        return for_stealing(position, seat, action - STEAL)
    return for_passing(position, seat)


def many(pile: i64, kind: i64) -> i64:
    return pile // ONE[kind] & 15


def card(kind: i64) -> str:
    return CARD_NAMES[kind]


# -- buying ------------------------------------------------------------------------------------------


def for_buying(position: Position, seat: i64, kind: i64) -> Said | None:
    pile = owned(position, seat)
    after = pile + ONE[kind]
    if kind == CAT or kind == CAPE:  # noqa: SIM109 (as all over compiled code)
        other = CAPE if kind == CAT else CAT
        if many(pile, kind) == 0:  # SM-9
            key = "because.lacked" if many(pile, other) > 0 else "because.needed"
            return Said(key, {"card": card(kind)})
        if chance(after) > chance(pile):
            return Said("because.meet")
    if kind == MOUSE:
        prey = for_a_mouse(position, seat)
        if prey is not None:
            return prey
    if kind == FOOD and many(pile, CAT) == 0 and many(pile, FOOD) == 0 and position.prices[CAT] > 0:
        return Said("because.feeds")  # SM-14
    wanted = pays_more_often(position, pile, after)
    if wanted >= 0:
        return Said("because.pays", {"card": card(wanted)})
    return dearest(position, seat, kind)


def for_a_mouse(position: Position, seat: i64) -> Said | None:
    """SM-21: whom it can stop, or what it can get."""
    likeliest: i64 = -1
    most = 0.0
    for other in range(position.seats):
        if other != seat and chance(owned(position, other)) > most:
            likeliest = other
            most = chance(owned(position, other))
    if likeliest >= 0:
        return Said("because.stops", {"other": int(likeliest)})
    for kind in (CAT, CAPE):
        for other in range(position.seats):
            if other != seat and many(owned(position, other), kind) > 0:
                return Said("because.prey", {"card": card(kind), "other": int(other)})
    return None


def pays_more_often(position: Position, pile: i64, after: i64) -> i64:
    """What a seat still lacks to win with and more of its hands would pay, or −1."""
    n, left = size(pile), size(after)
    if n < 2 or left < 2:
        return -1
    if many(after, CAPE) == 0:
        price = position.prices[CAPE]
        paying = pairs_that_pay(position, after, left, price) / pairs(left)
        if paying > pairs_that_pay(position, pile, n, price) / pairs(n):
            return CAPE
    if many(after, CAT) == 0:
        if pairs_that_feed(position, after) / pairs(left) > pairs_that_feed(position, pile) / pairs(n):
            return CAT
        if pairs_that_feed(position, after) == 0.0:
            price = position.prices[FOOD]
            paying = pairs_that_pay(position, after, left, price) / pairs(left)
            if paying > pairs_that_pay(position, pile, n, price) / pairs(n):
                return FOOD
    return -1


def pairs_that_feed(position: Position, pile: i64) -> float:
    """How many pairs of cards pay a Cat (SM-14)."""
    n, foods = size(pile), many(pile, FOOD)
    if position.food[FOOD] >= position.prices[CAT]:
        return pairs(n) - pairs(n - foods) if position.prices[CAT] > 0 else pairs(n)
    return pairs(foods) if 2 * position.food[FOOD] >= position.prices[CAT] else 0.0


def dearest(position: Position, seat: i64, kind: i64) -> Said | None:
    """SM-12: of all that the hand can pay in coins, where there is a choice."""
    cheaper = False
    for other in legal_of(position, seat).to_list():
        if other < THROW and other != CAT and other != kind:
            if position.prices[other] >= position.prices[kind]:
                return None
            cheaper = True
    return Said("because.dearest") if cheaper and kind != CAT else None


def legal_of(position: Position, seat: i64) -> Actions:
    out = Actions(VERBS.size)
    position.legal(seat, out)
    return out


# -- throwing away, stealing, passing ------------------------------------------------------------------


def for_throwing(position: Position, seat: i64, kind: i64) -> Said | None:
    pile = owned(position, seat)
    after = pile - ONE[kind]
    if chance(after) > chance(pile):
        return Said("because.thin")
    wanted = pays_more_often(position, pile, after)
    if wanted >= 0:
        return Said("because.weak", {"card": card(wanted)})
    return Said("because.light") if kind >= START else None


def for_stealing(position: Position, seat: i64, place: i64) -> Said | None:
    other = place // HAND
    kind = position.hands[place]
    known = not position.hidden(place)
    if known and kind >= SHIELD:
        return None
    danger = chance_of_hand(position, other)
    if danger > 0.0:
        return Said("because.breaks" if danger == 1.0 else "because.danger", {"other": int(other)})
    if known:
        return Said("because.known", {"card": card(kind)})
    pile, hidden = owned(position, seat), unseen(position, other)
    # What the thief lacks comes first.
    for rare in (0, 1, 15):
        for wanted in (CAT, CAPE, FOOD, GOLD, SILVER, MOUSE):
            if many(hidden, wanted) > 0 and many(pile, wanted) <= rare:
                return Said("because.perhaps", {"card": FOR_SALE_NAMES[wanted], "other": int(other)})
    return None


def for_passing(position: Position, seat: i64) -> Said | None:
    """SM-11: buying would keep Cat and Cape apart, or cannot be done; throwing away is no help."""
    pile = owned(position, seat)
    buys = False
    for action in legal_of(position, seat).to_list():
        if action < THROW:
            buys = True
            if chance(pile + ONE[action - BUY]) >= chance(pile):
                return None
        elif action < STEAL and chance(pile - ONE[action - THROW]) > chance(pile):
            return None
    return Said("because.dilutes" if buys else "because.broke")
