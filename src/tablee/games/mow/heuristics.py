"""What a player of MOW feels at once: plausible actions for rollouts, and how each seat stands.

Weights of cows and herds were compared by instinct against instinct; other figures are estimates.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tablee.core.bits import count
from tablee.core.contract import WIN, Actions, Table, prizes
from tablee.games.mow.actions import (
    COUNT,
    DRAW,
    END,
    FLIES,
    GIVE,
    HERD,
    HUSH,
    IGNORE,
    KEEP,
    LOVE,
    NUMBER,
    PLAY_F5,
    REVERSE,
    SHOUT,
    SORT,
    STAY,
    STOPPER,
    TAKE,
)
from tablee.games.mow.position import (
    PLAYING,
    RACING,
    SCORING,
    SWAPPING,
    Position,
    flies_in,
    specials_in,
)
from tablee.games.mow.rounds import IGNORED

# Weights of cows to play: by flies, which are better gone, though special cows are a way out later; by
# how far they stretch the herd, as a narrow one leaves more to play; and by number where one begins.
BY_FLIES: Final = vec[i64]([4, 6, 8, 10, 10, 4])
BY_STRETCH: Final = vec[i64]([0, 400, 120, 30, 10, 4, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1])
BY_START: Final = vec[i64]([4, 4, 6, 8, 12, 16, 20, 24, 24, 24, 20, 16, 12, 8, 6, 4, 4])
STANDS_STILL: Final = vec[i64]([0, 0, 12, 12])  # acrobats and latecomers, by sort
# Weight of taking a herd freely, by its flies.
BY_HERD: Final = vec[i64]([30, 12, 6, 3, 2, 1, 1, 1, 1])
# Weights of a farmer, for each way to play it, and of ending the turn instead.
BY_FARMER: Final[i64] = 30
END_WEIGHT: Final[i64] = 60

# How much of the flies in a hand will count in the end: early in a round, and with few cows left.
HELD: Final = 0.35
HELD_LATE: Final = 0.55
# How likely a seat is to take a herd that so many of its cows fit.
STUCK: Final = vec[float]([1.0, 0.4, 0.25, 0.18, 0.12, 0.1, 0.08, 0.06, 0.05, 0.05])
# In flies: what a farmer is worth, how much chance spreads the totals of a round, and what the worst of
# a round gets.
FARMER: Final = 2.0
SPREAD: Final = 6.0
A_ROUND: Final = 34.0


def chapter(p: Position) -> i64:
    """The round; a race belongs to the next one, as the last one is scored by then."""
    return p.rounds + 1 if p.stage == RACING else p.rounds


# -- instinct ------------------------------------------------------------------------------------------


def instinct(p: Position, seat: i64, legal: Actions, table: Table) -> i64:
    """One of these actions, by weights; sees the seat's own cows and what lies open."""
    n = legal.n
    if n == 1:
        return legal.at[0]
    weights = p.weights
    total: i64 = 0
    for i in range(n):
        weight = weigh(p, seat, legal.at[i])
        weights[i] = weight
        total += weight
    at = table.below(total)
    for i in range(n):
        at -= weights[i]
        if at < 0:
            return legal.at[i]
    return legal.at[n - 1]


def weigh(p: Position, seat: i64, action: i64) -> i64:
    """At least 1."""
    if action < TAKE:
        return weigh_cow(p, action)
    if action == TAKE:
        return BY_HERD[min(p.herd_flies[p.herd], 8)]
    if action < DRAW:
        return weigh_next(p, action)
    if action == DRAW:
        return 500
    if action == END:
        return END_WEIGHT
    if action < GIVE:
        if action == PLAY_F5:
            return 1 + 5 * p.herd_flies[p.herd]
        return BY_FARMER
    if action < STAY:
        flies = FLIES[action - GIVE]
        return 1 + flies * flies
    if action < HUSH:
        flies = flies_in(p.hand_ones[seat], p.hand_twos[seat])
        if action == STAY:
            return 10 * (p.seats - 1)
        return 30 if flies > 8 else 2
    if action <= SHOUT:
        return 1
    if action == COUNT:
        return 25
    kinds = IGNORED[action - IGNORE]
    flies = flies_in(p.stable_ones[seat] & kinds, p.stable_twos[seat] & kinds)
    return 1 + flies * flies


def weigh_cow(p: Position, cow: i64) -> i64:
    herd = p.herd
    sort = SORT[cow]
    if sort > STOPPER:
        return STANDS_STILL[sort] * BY_FLIES[5]
    number = NUMBER[cow]
    if p.herd_ones[herd] == 0:
        return BY_START[number] * BY_FLIES[FLIES[cow]]
    stretch = p.low[herd] - number if number < p.low[herd] else number - p.high[herd]
    return BY_STRETCH[stretch] * BY_FLIES[FLIES[cow]]


def weigh_next(p: Position, action: i64) -> i64:
    """With two players, better a herd that is narrow to join and dear to take; else anybody."""
    if p.seats > 2:
        return 1
    herd = p.herd
    if action == KEEP:
        herd = turn_herd(herd, p.direction)
    elif action == REVERSE:
        herd = turn_herd(herd, -p.direction)
    else:
        herd = action - HERD
    if p.herd_ones[herd] == 0:
        return 2
    return 4 + p.herd_flies[herd] * (p.high[herd] - p.low[herd])


def turn_herd(herd: i64, direction: i64) -> i64:
    herd += direction
    if herd < 0:
        return 2
    return 0 if herd > 2 else herd


# -- prospects -----------------------------------------------------------------------------------------


def prospects(p: Position, out: vec[float]) -> None:
    """MW-25: the fewest flies win; before the end what is to be feared is added to the totals."""
    if p.acting == 0:
        for s in range(p.seats):
            p.scores[s] = -p.totals[s]
        prizes(p.scores, p.seats, out)
        return
    burden = p.burden
    most: i64 = 0
    for s in range(p.seats):
        most = max(most, p.totals[s])
        burden[s] = float(p.totals[s]) - FARMER * float(count(p.held[s]))
    rounds = float(p.target - most) / A_ROUND
    rounds = min(rounds, float(p.max_rounds - p.rounds))
    if p.stage == RACING or p.stage == SWAPPING:
        rounds = max(rounds, 0.6)
    else:
        rounds = max(rounds - 0.5, 0.0) + 0.3
        add_round(p, burden)
    share_out(p, SPREAD * sqrt(rounds), out)


def share_out(p: Position, spread: float, out: vec[float]) -> None:
    """Chances to win as if everybody's last total lay around the burden, spread by so many flies."""
    burden = p.burden
    least = burden[0]
    for s in range(1, p.seats):
        least = min(least, burden[s])
    total = 0.0
    for s in range(p.seats):
        burden[s] = exp((least - burden[s]) / spread)
        total += burden[s]
    for s in range(p.seats):
        beaten = 0.0
        for other in range(p.seats):
            if other != s:
                beaten += burden[s] / (burden[s] + burden[other] + 1e-300)
        out[s] = WIN * burden[s] / total + (1.0 - WIN) * beaten / float(p.seats - 1)


def add_round(p: Position, burden: vec[float]) -> None:
    """What the round has brought and may bring: stables, hands, herds."""
    for s in range(p.seats):
        ones, twos = p.stable_ones[s], p.stable_twos[s]
        if specials_in(ones, twos) < LOVE:
            burden[s] += float(flies_in(ones, twos))
    if p.stage == SCORING:
        return
    held = HELD if p.left > 2 * p.seats else HELD_LATE
    for s in range(p.seats):
        burden[s] += held * float(flies_in(p.hand_ones[s], p.hand_twos[s]))
    seat = p.current
    direction = p.direction if p.seats > 2 else 1
    if p.stage != PLAYING:
        seat = (seat + direction) % p.seats
    if p.seats > 2:
        add_herd(p, 0, seat, direction, burden)
        return
    herd = p.herd
    if p.stage != PLAYING:
        herd = turn_herd(herd, p.direction)
    for _ in range(p.herds):
        add_herd(p, herd, seat, 1, burden)
        herd = turn_herd(herd, p.direction)
        seat = 1 - seat


def add_herd(p: Position, herd: i64, seat: i64, direction: i64, burden: vec[float]) -> None:
    """The flies of a herd go to whoever cannot join it, the first in turn before others."""
    flies = float(p.herd_flies[herd])
    if flies == 0.0:
        return
    playable = p.playable[herd]
    for _ in range(p.seats):
        mine = flies * STUCK[min(count(p.hand_ones[seat] & playable), 9)]
        burden[seat] += mine
        flies -= mine
        seat += direction
        if seat == p.seats:
            seat = 0
        elif seat < 0:
            seat = p.seats - 1
    for s in range(p.seats):
        burden[s] += flies / float(p.seats)
