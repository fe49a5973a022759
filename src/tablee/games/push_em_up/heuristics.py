"""What bots think of a position of Push 'em up! at a glance: a plausible action, and who does well."""

from __future__ import annotations

from math import exp, sqrt
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tablee.core.contract import WIN, Actions, Table, prizes
from tablee.games.push_em_up.actions import (
    DISCARD,
    KINDS,
    MOST_COLUMNS,
    PAIR,
    PLAY,
    PUSH,
    PUSH_CARD,
    RUN,
    SUPER,
    SUPER_CARD,
    VALUES,
)
from tablee.games.push_em_up.position import Position
from tablee.games.push_em_up.scoring import COLUMN_POINTS

# All figures are in hundredths of a point here, and tuned in duels of bots.
POINT: Final[i64] = 100
GLIMPSES: Final[i64] = 6  # actions that come to mind after the first one
# What a column is worth to a seat whose total is so much higher than any other, from −40 on.
MARGIN: Final[i64] = 40
WORTH: Final = vec[i64]([round(1000 / (1 + exp((40 - i) / 5))) for i in range(81)])
# What a card of each kind usually brings: who plays it for less wastes it.
USUAL: Final = vec[i64]([0, 40, 80, 120, 160, 200, 240, 280, 320, 360, 300, 600])
LOSS: Final[i64] = 50  # for each point of value that somebody else loses

# These are in points.
LEAD: Final = 1.5  # how far ahead a seat must be for a column to be safe, at the end
LEAD_A_TURN: Final = 0.6  # and how much further for each turn to come
SPREAD: Final = 1.0  # the same for the match
SPREAD_A_TURN: Final = 0.5
YIELD: Final = 0.6  # what each point of value brings that can still be played
ROUND_SPREAD: Final = 14.0
ROUND_POINTS: Final = 65.0  # what the best seat makes in a round, about


# -- a plausible action ----------------------------------------------------------------------------


def plausible(position: Position, seat: i64, legal: Actions, table: Table) -> i64:
    """The best of a few that come to mind."""
    chosen = legal.at[table.below(legal.n)]
    if legal.n == 1:
        return chosen
    if chosen < PLAY:  # of two heroes the higher one starts a column
        return max(chosen, legal.at[table.below(legal.n)])
    gain = gain_of(position, seat, chosen)
    for _ in range(GLIMPSES):
        action = legal.at[table.below(legal.n)]
        if action != chosen:
            found = gain_of(position, seat, action)
            if found > gain:
                chosen = action
                gain = found
    return chosen


def gain_of(position: Position, seat: i64, action: i64) -> i64:
    """What an action brings at once, less what its cards usually bring."""
    if action >= DISCARD:
        return -USUAL[action - DISCARD]
    column = (action - PLAY) % MOST_COLUMNS
    if action >= SUPER:
        steps = (action - SUPER) // MOST_COLUMNS + 1
        return push_gain(position, seat, steps, column) - USUAL[SUPER_CARD]
    if action >= PUSH:
        return push_gain(position, seat, 1, column) - USUAL[PUSH_CARD]
    if action >= RUN:
        return run_gain(position, seat, column)
    if action >= PAIR:
        value = (action - PAIR) // MOST_COLUMNS
        return hero_gain(position, seat, 2 * value, value, value, column) - 2 * USUAL[value]
    value = (action - PLAY) // MOST_COLUMNS
    return hero_gain(position, seat, value, value, value, column) - USUAL[value]


def run_gain(position: Position, seat: i64, column: i64) -> i64:
    """All heroes of the hand; if the last card has a value of theirs, it is covered (PU-12)."""
    base = seat * KINDS
    total: i64 = 0
    highest: i64 = 0
    usual: i64 = 0
    for v in range(VALUES):
        if position.hands[base + v] > 0:
            total += v
            highest = v
            usual += USUAL[v]
    first = position.last(column) % VALUES
    if position.hands[base + first] == 0:
        first = -1
    return hero_gain(position, seat, total, highest, first, column) - usual


def hero_gain(position: Position, seat: i64, total: i64, highest: i64, first: i64, column: i64) -> i64:
    """Heroes are laid, of which the first covers a last card of its value."""
    gain: i64 = 0
    best = position.best[column * position.seats + seat]
    if highest > best:
        gain = POINT * (highest - best)
    last = position.last(column)
    owner = last // VALUES
    covered = first if last - owner * VALUES == first else 0
    return gain + swing(position, seat, column, total, owner, covered)


def push_gain(position: Position, seat: i64, steps: i64, column: i64) -> i64:
    """The heroes before the last one go. Of several losers the foremost stands for all."""
    at = column * position.depth + position.heights[column] - 2
    mine: i64 = 0
    theirs: i64 = 0
    loser = seat
    for i in range(steps):
        hero = position.heroes[at - i]
        owner = hero // VALUES
        if owner == seat:
            mine += hero - owner * VALUES
        else:
            theirs += hero - owner * VALUES
            loser = owner
    return swing(position, seat, column, -mine, loser, theirs)


def swing(position: Position, seat: i64, column: i64, more: i64, loser: i64, less: i64) -> i64:
    """How a column changes for a seat when its own total and that of a loser do."""
    first = column * position.seats
    mine = position.sums[first + seat]
    before: i64 = 0
    after: i64 = 0
    for s in range(position.seats):
        if s != seat:
            total = position.sums[first + s]
            before = max(before, total)
            after = max(after, total - less if s == loser else total)
    return WORTH[place(mine + more - after)] - WORTH[place(mine - before)] + LOSS * less


def place(margin: i64) -> i64:
    """Where WORTH has it."""
    return min(max(margin, -MARGIN), MARGIN) + MARGIN


# -- who does well ---------------------------------------------------------------------------------


def estimate(position: Position, target: i64, max_rounds: i64, out: vec[float]) -> None:
    """What came out, or else how likely each seat is to win, going by the points to be expected."""
    seats = position.seats
    if position.acting == 0:
        prizes(position.totals, seats, out)
        return
    left = turns_left(position)
    for s in range(seats):
        out[s] = float(position.totals[s]) + YIELD * playable(position, s, left)
    if not position.picking():
        for c in range(position.columns):
            add_column(position, c, LEAD + LEAD_A_TURN * left, out)
    spread = SPREAD + SPREAD_A_TURN * left
    if position.tournament:
        rounds = more_rounds(position, target, max_rounds)
        spread = sqrt(spread * spread + rounds * ROUND_SPREAD * ROUND_SPREAD)
    chances(position, spread, out)


def turns_left(position: Position) -> float:
    """PU-18: the seat with the fewest cards ends the round."""
    left = position.hand_sizes[0] + position.pile_sizes[0]
    for s in range(1, position.seats):
        left = min(left, position.hand_sizes[s] + position.pile_sizes[s])
    return float(left)


def playable(position: Position, seat: i64, left: float) -> float:
    """The value of the heroes that a seat still has, as far as it gets to play them."""
    cards = position.hand_sizes[seat] + position.pile_sizes[seat]
    if cards == 0:
        return 0.0
    base = seat * KINDS
    total: i64 = 0
    for v in range(1, VALUES):
        total += v * (position.hands[base + v] + position.piles[base + v])
    return float(total) * left / float(cards)


def add_column(position: Position, column: i64, lead: float, out: vec[float]) -> None:
    """PU-19, with a share for everybody as long as it is open; PU-22."""
    seats, weights = position.seats, position.weights
    first = column * seats
    highest: i64 = 0
    for s in range(seats):
        highest = max(highest, position.sums[first + s])
    whole = 0.0
    for s in range(seats):
        weights[s] = exp(float(position.sums[first + s] - highest) / lead)
        whole += weights[s]
    for s in range(seats):
        out[s] += float(position.best[first + s]) + float(COLUMN_POINTS) * weights[s] / whole


def more_rounds(position: Position, target: i64, max_rounds: i64) -> float:
    """PU-24, PU-27: about how many rounds come after this one."""
    most: i64 = 0
    for s in range(position.seats):
        most = max(most, position.totals[s])
    rounds = float(target - most) / ROUND_POINTS - 0.5
    return max(0.0, min(rounds, float(max_rounds - position.round)))


def chances(position: Position, spread: float, out: vec[float]) -> None:
    """Out of points to be expected, what `prizes` will give."""
    seats, weights = position.seats, position.weights
    highest = out[0]
    for s in range(1, seats):
        highest = max(highest, out[s])
    whole = 0.0
    for s in range(seats):
        # Never quite 0, so that any two can be compared.
        weights[s] = exp(max((out[s] - highest) / spread, -30.0))
        whole += weights[s]
    for s in range(seats):
        beaten = 0.0
        for other in range(seats):
            if other != s:
                beaten += weights[s] / (weights[s] + weights[other])
        out[s] = WIN * weights[s] / whole + (1.0 - WIN) * beaten / float(seats - 1)
