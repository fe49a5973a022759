"""What bots make of Megabou: how much each Minibou is worth to a seat, and who is ahead."""

from __future__ import annotations

from math import exp
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tablee.core.bits import BIT
from tablee.core.contract import WIN, Actions, Table, prizes
from tablee.games.megabou.actions import (
    BLACK_HOLE,
    COLOURS,
    DECLINE,
    DEVOUR_EARTH,
    DEVOUR_PLANET,
    EARTH,
    KEEP,
    MOVE,
    PAIR_MASK,
    PLANET_KINDS,
    STEAL,
    YELLOW,
)
from tablee.games.megabou.position import STEALING, Position
from tablee.games.megabou.views import first_minibou

# In instinct, per point of the trophy: a Minibou that devours, one that is the last but one, a first.
DEVOURS: Final[i64] = 24
LACKS_ONE: Final[i64] = 8
FIRST: Final[i64] = 3
EARTH_COLOUR: Final[i64] = 2  # per colour that the seat already has, for a new one
EARTH_FALLS: Final[i64] = 60
HOLE: Final[i64] = 8  # a black hole with something to steal
WHIM: Final[i64] = 8  # what instinct does not notice

# In estimates, in points: how much of a trophy a part of its Minibous is worth.
PART: Final = 0.75
EARTH_PART: Final = 0.8
STEAL_DUE: Final = 0.25
STEADY: Final = 0.7  # points of lead that count at the end, and more the more planets are left
OPEN: Final = 0.14


def instinct(position: Position, seat: i64, legal: Actions, table: Table) -> i64:
    """About the best for the seat's own trophies, one action ahead."""
    best = legal.at[0]
    if legal.n == 1:
        return best
    highest: i64 = -1_000_000
    for i in range(legal.n):
        action = legal.at[i]
        score = worth(position, seat, action) + table.below(WHIM)
        if score > highest:
            highest = score
            best = action
    return best


def worth(position: Position, seat: i64, action: i64) -> i64:
    if action < DEVOUR_PLANET:
        cell = first_minibou(position, action - MOVE)
        score = gain(position, seat, position.colour_at(cell))
        if position.cards[cell] == BLACK_HOLE:
            score += HOLE
        return score
    if action <= DEVOUR_EARTH:
        return 10 if action == DEVOUR_EARTH else 0
    if action < STEAL:
        score = 0
        for colour in range(COLOURS):
            if PAIR_MASK[action - KEEP] & BIT[colour] != 0:
                score += 10 * points_of(position, seat, colour)
        return score
    if action == DECLINE:
        return 0
    return loot(position, seat, action - STEAL)


def loot(position: Position, seat: i64, victim: i64) -> i64:
    """What a Minibou drawn at random is worth to the thief, and to a victim that is no partner."""
    n = position.loose_of(victim)
    score: i64 = 0
    for colour in range(COLOURS):
        score += position.loose[victim * COLOURS + colour] * gain(position, seat, colour)
    score = score // n
    if position.seats == 4 and (seat + victim) % 2 == 0:
        return score - 3 * LACKS_ONE
    return score + WHIM


def points_of(position: Position, seat: i64, colour: i64) -> i64:
    """MB-21: what a trophy of a colour counts for a seat."""
    return 2 if colour == YELLOW or colour == position.secrets[seat] else 1


def gain(position: Position, seat: i64, colour: i64) -> i64:
    """What one more loose Minibou of a colour is worth to a seat."""
    at = seat * COLOURS
    have = position.loose[at + colour]
    score: i64 = 0
    if position.planets[colour] != 0:
        missing = position.need - have
        value = DEVOURS if missing <= 1 else LACKS_ONE if missing == 2 else FIRST
        score = value * points_of(position, seat, colour)
    if have == 0 and position.planets[EARTH] != 0:
        others: i64 = 0
        for i in range(at, at + COLOURS):
            if position.loose[i] > 0:
                others += 1
        score += EARTH_FALLS if others == COLOURS - 1 else EARTH_COLOUR * others
    return score


def prospects(position: Position, out: vec[float]) -> None:
    """What came out, or else by points, the parts of trophies, and how much is still to be had."""
    seats = position.seats
    partners: i64 = 2 if seats == 4 else 1
    sides = seats // partners  # seats of a side are `sides` apart (MB-18)
    if position.acting == 0:
        scores = position.scores
        for seat in range(seats):
            scores[seat] = position.points(seat)
            if partners == 2:
                scores[seat] += position.points((seat + 2) % 4)
        prizes(scores, seats, out)
        return
    planets: i64 = 0
    for kind in range(PLANET_KINDS):
        mask = position.planets[kind]
        while mask != 0:
            mask &= mask - 1
            planets += 1
    scale = STEADY + OPEN * float(planets)
    strength = position.strength
    total = 0.0
    for side in range(sides):
        points = 0.0
        for seat in range(side, seats, sides):
            points += outlook(position, seat)
        strength[side] = exp(points / scale)
        total += strength[side]
    for seat in range(seats):
        side = seat % sides
        mine = strength[side]
        beaten = 0.5 * float(partners - 1)
        for other in range(sides):
            if other != side:
                beaten += float(partners) * mine / (mine + strength[other])
        out[seat] = WIN * mine / (total * float(partners))
        out[seat] += (1.0 - WIN) * beaten / float(seats - 1)


def outlook(position: Position, seat: i64) -> float:
    """The points of a seat, and those that its loose Minibous promise."""
    points = float(position.points(seat))
    need = float(position.need)
    colours = 0.0
    for colour in range(COLOURS):
        have = position.loose[seat * COLOURS + colour]
        if have > 0:
            colours += 1.0
            if position.planets[colour] != 0:
                part = float(have) / need
                points += PART * part * part * float(points_of(position, seat, colour))
    if position.planets[EARTH] != 0:
        points += EARTH_PART * (colours / 5.0) * (colours / 5.0)
    if position.stage == STEALING and position.acting == BIT[seat]:
        points += STEAL_DUE
    return points
