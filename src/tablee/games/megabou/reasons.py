"""Why an action is good in Megabou, in words: what it devours, steals, prepares or denies.

What would happen is tried out on copies, with the rules themselves.
"""

from __future__ import annotations

from mypy_extensions import i64

from tablee.core.bits import BIT, count
from tablee.core.contract import Actions
from tablee.core.tables import LabTable, TapeTable
from tablee.core.texts import Said
from tablee.games.megabou.actions import (
    CARD_NAMES,
    COLOUR_NAMES,
    COLOURS,
    DECLINE,
    DEVOUR_PLANET,
    EARTH,
    KEEP,
    MOVE,
    NOTHING,
    PAIR_MASK,
    PLANET_KINDS,
    STEAL,
    VERBS,
)
from tablee.games.megabou.heuristics import points_of
from tablee.games.megabou.position import STEALING, Position
from tablee.games.megabou.views import first_minibou, teams


def because(position: Position, seat: i64, action: i64) -> Said | None:
    if action < DEVOUR_PLANET:
        return for_moving(position, seat, action)
    if action < KEEP:
        return None
    if action < STEAL:
        return for_keeping(position, seat, action - KEEP)
    if action < DECLINE:
        return for_stealing(position, seat, action - STEAL)
    return for_declining(position, seat)


# -- what would happen -------------------------------------------------------------------------------


def moved(position: Position, seat: i64, action: i64) -> Position:
    """As if it were this seat's move."""
    after = position.copy()
    assert isinstance(after, Position)
    after.acting = BIT[seat]
    after.apply(seat, action, LabTable(0))  # a move has no luck
    return after


def fallen(position: Position, after: Position) -> i64:
    """The kind of a planet that was devoured, or NOTHING."""
    for kind in range(PLANET_KINDS):
        if after.planets[kind] != position.planets[kind]:
            return kind
    return NOTHING


def ripening(position: Position, seat: i64, victim: i64) -> i64:
    """How many of a victim's loose Minibous would devour something for the thief at once (MB-16)."""
    ripe: i64 = 0
    for drawn in range(position.loose_of(victim)):
        after = position.copy()
        assert isinstance(after, Position)
        after.apply(seat, STEAL + victim, TapeTable([int(drawn)]))
        if fallen(position, after) != NOTHING:
            ripe += 1
    return ripe


def may_steal(position: Position, seat: i64) -> bool:
    return position.stage == STEALING and position.acting == BIT[seat]


def can_devour(position: Position, seat: i64) -> bool:
    """Whether the seat can devour something in its turn, if need be by stealing."""
    for action in legal_of(position, seat).to_list():
        after = moved(position, seat, action)
        if fallen(position, after) != NOTHING:
            return True
        if may_steal(after, seat):
            for victim in range(after.seats):
                if victim != seat and ripening(after, seat, victim) > 0:
                    return True
    return False


def legal_of(position: Position, seat: i64) -> Actions:
    out = Actions(VERBS.size)
    position.legal(seat, out)
    return out


def partners(position: Position, seat: i64, other: i64) -> bool:
    """MB-18."""
    for team in teams(int(position.seats)):
        if seat in team and other in team:
            return True
    return False


# -- a move ------------------------------------------------------------------------------------------


def for_moving(position: Position, seat: i64, action: i64) -> Said | None:
    after = moved(position, seat, action)
    kind = fallen(position, after)
    if kind == EARTH:
        return Said("because.earth")
    if kind != NOTHING:
        points = int(after.points(seat) - position.points(seat))
        return Said("because.planet", {"card": CARD_NAMES[kind], "points": points})
    if may_steal(after, seat):
        for victim in range(position.seats):
            if not partners(position, seat, victim) and ripening(after, seat, victim) > 0:
                return Said("because.hole_ripe", {"other": int(victim)})
    for other in range(position.seats):
        if not partners(position, seat, other):
            if fallen(position, moved(position, other, action)) != NOTHING:
                return Said("because.denies", {"other": int(other)})
    following = (seat + 1) % position.seats
    if after.acting == BIT[following] and not partners(position, seat, following):
        if not can_devour(after, following) and feeds(position, seat, action, following):
            return Said("because.starves", {"other": int(following)})
    if may_steal(after, seat):
        return Said("because.hole")
    return for_colour(position, seat, position.colour_at(first_minibou(position, action - MOVE)))


def feeds(position: Position, seat: i64, action: i64, following: i64) -> bool:
    """Whether another move would leave the next seat something to devour."""
    for other in legal_of(position, seat).to_list():
        if other != action:
            after = moved(position, seat, other)
            if after.acting == BIT[following] and can_devour(after, following):
                return True
    return False


def for_colour(position: Position, seat: i64, colour: i64) -> Said | None:
    """MB-7, MB-11, MB-21: what one more Minibou of this colour leads to."""
    at = seat * COLOURS
    word = {"colour": COLOUR_NAMES[colour]}
    planets = count(position.planets[colour])
    if planets > 0 and position.loose[at + colour] + 2 == position.need:
        return Said("because.almost", word)
    if planets > 0 and points_of(position, seat, colour) == 2:
        return Said("because.double", word)
    if position.planets[EARTH] != 0 and position.loose[at + colour] == 0:
        colours = 1
        for i in range(at, at + COLOURS):
            if position.loose[i] > 0:
                colours += 1
        if colours > 2:
            return Said("because.colours", {"n": colours})
    return Said("because.planets", {"n": int(planets)}) if planets > 0 else None


# -- black holes and Earth ----------------------------------------------------------------------------


def for_stealing(position: Position, seat: i64, victim: i64) -> Said | None:
    ripe, n = ripening(position, seat, victim), position.loose_of(victim)
    if ripe > 0:
        values = {"k": int(ripe), "n": int(n)}
        return Said("because.any_ripe") if ripe == n else Said("because.ripe", values)
    if partners(position, seat, victim):
        return None
    for colour in range(COLOURS):
        if position.planets[colour] != 0:
            if position.loose[victim * COLOURS + colour] + 1 == position.need:
                return Said("because.near", {"other": int(victim)})
    for other in range(position.seats):
        if other != victim and other != seat and position.loose_of(other) >= n:
            return Said("because.swings", {"other": int(victim)})
    key = "because.most" if position.seats > 2 else "because.swings"
    return Said(key, {"other": int(victim)})


def for_declining(position: Position, seat: i64) -> Said | None:
    """MB-16, MB-18: stealing from one's own team."""
    for action in legal_of(position, seat).to_list():
        if action != DECLINE and not partners(position, seat, action - STEAL):
            return None
    return Said("because.partner")


def for_keeping(position: Position, seat: i64, pair: i64) -> Said | None:
    """MB-11, MB-21: the two colours that count most."""
    points = [worth_of(position, seat, mask) for mask in PAIR_MASK]
    if points[pair] < max(points):
        return None
    return Said("because.keeps", {"points": int(points[pair])})


def worth_of(position: Position, seat: i64, mask: i64) -> int:
    worth = 0
    for colour in range(COLOURS):
        if mask & BIT[colour] != 0:
            worth += points_of(position, seat, colour)
    return worth
