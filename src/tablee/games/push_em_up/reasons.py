"""Why an action is good in Push 'em up!, in words: what it changes on the star, and what it saves."""

from __future__ import annotations

from mypy_extensions import i64

from tablee.core.contract import Actions
from tablee.core.tables import LabTable
from tablee.core.texts import Said
from tablee.games.push_em_up.actions import (
    CARD_NAMES,
    DISCARD,
    KINDS,
    MOST_COLUMNS,
    PAIR,
    PICK,
    PLAY,
    PUSH,
    PUSH_CARD,
    RUN,
    SUPER,
    SUPER_CARD,
    VALUES,
    VERBS,
)
from tablee.games.push_em_up.position import Position
from tablee.games.push_em_up.scoring import (
    COLUMN_POINTS,
    NOBODY,
    card_points,
    column_points,
    sums_in,
    taker,
)


def because(position: Position, seat: i64, action: i64) -> Said | None:
    if action < PLAY:
        return for_picking(position, seat, action - PICK)
    after = position.copy()
    assert isinstance(after, Position)
    # The luck is for cards to draw, which change nothing on the star.
    after.apply(seat, action, LabTable(0))
    if after.acting == 0 or after.round != position.round:
        return for_ending(position, after, seat)
    if action >= DISCARD:
        return for_discarding(position, seat, action - DISCARD)
    said = for_playing(position, after, seat, (action - PLAY) % MOST_COLUMNS)
    if said is None and action < PAIR:
        return for_smallest(position, seat, (action - PLAY) // MOST_COLUMNS)
    return said


def points(position: Position) -> list[i64]:
    """What each seat would score if the round ended now (PU-19, PU-22)."""
    by_column, by_card = column_points(position), card_points(position)
    return [by_column[s] + by_card[s] for s in range(position.seats)]


def for_picking(position: Position, seat: i64, value: i64) -> Said | None:
    """PU-4, PU-19, PU-22: how strong a start; PU-7: where the next heroes go."""
    base = seat * KINDS
    highest = value
    for v in range(VALUES):
        if position.piles[base + v] > 0:
            highest = max(highest, v)
    if value == highest:
        return Said("because.strongest")
    for v in range(VALUES):
        apart = (v - value + VALUES) % VALUES
        if position.picked[base + v] > 0 and (apart == 2 or apart == VALUES - 2):
            between = (value + 1) % VALUES if apart == 2 else (value - 1 + VALUES) % VALUES
            return Said("because.between", {"hero": CARD_NAMES[between]})
    if position.picked[base + value] > 0:
        return Said("because.twice", {"hero": CARD_NAMES[value]})
    low, high = (value - 1 + VALUES) % VALUES, (value + 1) % VALUES
    return Said("because.beside", {"hero": CARD_NAMES[low], "after": CARD_NAMES[high]})


def for_ending(position: Position, after: Position, seat: i64) -> Said | None:
    """PU-18: the round is over at once; what it brought went to the totals."""
    mine = after.totals[seat] - position.totals[seat]
    best: i64 = -1
    for s in range(position.seats):
        if s != seat:
            best = max(best, after.totals[s] - position.totals[s])
    if mine > best:
        return Said("because.ends", {"points": int(mine), "best": int(best)})
    return None


def for_discarding(position: Position, seat: i64, kind: i64) -> Said | None:
    legal = Actions(VERBS.size)
    position.legal(seat, legal)
    if legal.at[0] >= DISCARD:
        return Said("because.stuck")
    if kind == 0:
        return Said("because.nothing")
    playable = False
    for i in range(legal.n):
        action = legal.at[i]
        if action < DISCARD and lays(action, kind):
            playable = True
            after = position.copy()
            assert isinstance(after, Position)
            after.apply(seat, action, LabTable(0))
            ends = after.acting == 0 or after.round != position.round
            if ends or points(after)[seat] > points(position)[seat]:
                return for_smallest(position, seat, kind)
    return Said("because.useless" if playable else "because.nowhere", {"card": CARD_NAMES[kind]})


def lays(action: i64, kind: i64) -> bool:
    """Whether an action plays that card; a run plays the whole hand."""
    if action >= SUPER:
        return kind == SUPER_CARD
    if action >= PUSH:
        return kind == PUSH_CARD
    if action >= RUN:
        return kind < PUSH_CARD
    return kind == (action - (PAIR if action >= PAIR else PLAY)) // MOST_COLUMNS


def for_smallest(position: Position, seat: i64, kind: i64) -> Said | None:
    if kind >= PUSH_CARD:
        return None
    for v in range(kind):
        if position.hands[seat * KINDS + v] > 0:
            return None
    return Said("because.smallest", {"hero": CARD_NAMES[kind]})


def for_playing(position: Position, after: Position, seat: i64, column: i64) -> Said | None:
    before_points, after_points = points(position), points(after)
    gained = int(after_points[seat] - before_points[seat])
    sums = sums_in(after, column)
    owner, winner = taker(sums_in(position, column)), taker(sums)
    if winner == seat and owner != seat:
        if owner == NOBODY:
            return Said("because.takes", {"points": gained})
        return Said("because.takes_from", {"other": int(owner), "points": gained})
    loser = NOBODY
    lost: i64 = 0
    for s in range(position.seats):
        if s != seat and before_points[s] - after_points[s] > lost:
            loser = s
            lost = before_points[s] - after_points[s]
    if lost >= COLUMN_POINTS and gained >= 0:
        return Said("because.breaks", {"other": int(loser), "points": int(lost)})
    if gained > 0 and lost > 0:
        return Said("because.both", {"points": gained, "other": int(loser), "lost": int(lost)})
    if gained > 0:
        return Said("because.gains", {"points": gained})
    if lost > 0 and gained == 0:
        return Said("because.hurts", {"other": int(loser), "points": int(lost)})
    best: i64 = 0
    rival: i64 = NOBODY
    for s in range(position.seats):
        if s != seat and sums[s] > best:
            best = sums[s]
            rival = s
    old = sums_in(position, column)
    old_best: i64 = 0
    for s in range(position.seats):
        if s != seat:
            old_best = max(old_best, old[s])
    lead, old_lead = sums[seat] - best, old[seat] - old_best
    if winner == seat and lead > old_lead:
        return Said("because.leads", {"n": int(lead)})
    if rival != NOBODY and lead > old_lead and lead <= 0:
        if lead == 0:
            return Said("because.level", {"other": int(rival)})
        return Said("because.chases", {"n": int(-lead), "other": int(rival)})
    for s in range(position.seats):
        if s != seat and sums[s] < old[s] and gained >= 0:
            return Said("because.weakens", {"other": int(s), "n": int(old[s] - sums[s])})
    return None
