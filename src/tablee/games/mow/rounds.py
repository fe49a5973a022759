"""Rounds of MOW: set-up, the end of a round and its score, and who starts the next one."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tablee.core.bits import BIT, count, lowest, members, nth
from tablee.core.contract import Table
from tablee.games.mow.actions import (
    F10,
    FARMER_NAMES,
    HAND,
    IGNORABLE,
    LOVE,
    ONE_FLY,
    THREE_FLIES,
    TWO_FLIES,
)
from tablee.games.mow.events import (
    Dealt,
    DealtHidden,
    FarmerWon,
    FarmerWonHidden,
    FliesIgnored,
    HandLeft,
    Loved,
    RaceBegan,
    RoundBegan,
    RoundEnded,
    Scored,
    StableShown,
    StarterDrawn,
)
from tablee.games.mow.memory import forget
from tablee.games.mow.position import (
    FIVE_FLIES,
    NOBODY,
    OVER,
    PLAYING,
    RACING,
    SCORING,
    SWAPPING,
    Position,
    cow_names,
    flies_in,
    merge,
    put,
    specials_in,
)

# MW-49: the cows of each category.
IGNORED: Final = vec[i64]([ONE_FLY, TWO_FLIES, THREE_FLIES, FIVE_FLIES])


def begin_round(p: Position, first: i64, table: Table) -> None:
    """MW-4, MW-5: shuffle, 5 cows each, the arrow to the left; farmers stay where they are."""
    p.gather()
    forget(p)
    p.rounds += 1
    p.direction = 1
    p.herd = 0  # MW-30
    p.skips = 0
    p.skipped = 0
    p.tied = 0
    p.shouted = False
    p.barred = False
    p.warned = False
    for s in range(p.seats):
        p.missed[s] = 0
        for _ in range(HAND):
            put(p.hand_ones, p.hand_twos, s, p.draw_cow(table))
    if table.heard:
        table.tell(RoundBegan(int(p.rounds), int(first)))
        for s in range(p.seats):
            cows = p.hand_names(s)
            table.whisper((int(s),), Dealt(int(s), cows), DealtHidden(int(s), len(cows)))
    begin_turn(p, first)
    if p.rounds > 1:
        p.stage = SWAPPING  # MW-27


def begin_turn(p: Position, seat: i64) -> None:
    p.current = seat
    p.acting = BIT[seat]
    p.stage = PLAYING
    p.taken = False
    p.bonus = 0
    p.owed = 0
    p.steering = False
    p.rested = False
    p.called = p.named
    p.named = NOBODY
    p.partner = NOBODY
    p.before = PLAYING


def end_round(p: Position, table: Table) -> None:
    """MW-21, MW-52: hands go to the stables, everything is shown, then holders of farmers answer."""
    forget(p)
    begin_turn(p, p.current)
    p.barred = False
    p.warned = False
    if table.heard:
        table.tell(RoundEnded(int(p.rounds)))
    for s in range(p.seats):
        if table.heard:
            table.tell(HandLeft(int(s), p.hand_names(s)))
        p.shown[4 * s] = p.hand_ones[s]
        p.shown[4 * s + 1] = p.hand_twos[s]
        merge(p.stable_ones, p.stable_twos, s, p.hand_ones[s], p.hand_twos[s])
        p.hand_ones[s] = 0
        p.hand_twos[s] = 0
        p.shown[4 * s + 2] = p.stable_ones[s]
        p.shown[4 * s + 3] = p.stable_twos[s]
        if table.heard:
            table.tell(StableShown(int(s), cow_names(p.stable_ones[s], p.stable_twos[s])))
    p.stage = SCORING
    p.acting = 0
    for s in range(p.seats):
        if p.held[s] != 0:
            p.acting |= BIT[s]
    if p.acting == 0:
        score_round(p, table)


def score_round(p: Position, table: Table) -> None:
    """MW-22 to MW-25, in the order F10, six specials, farmer, totals."""
    for s in range(p.seats):
        score_stable(p, s, table)
    award_farmer(p, table)
    for s in range(p.seats):
        p.totals[s] += p.gains[s]
        p.answers[s] = 0
        if table.heard:
            table.tell(Scored(int(s), int(p.gains[s]), int(p.totals[s])))
    most: i64 = 0
    for s in range(p.seats):
        if p.totals[s] > most:
            most = p.totals[s]
    if most >= p.target or p.rounds >= p.max_rounds:
        p.stage = OVER
        p.acting = 0
        return
    p.tied = 0
    for s in range(p.seats):
        if p.totals[s] == most:
            p.tied |= BIT[s]
    choose_starter(p, table)


def score_stable(p: Position, seat: i64, table: Table) -> None:
    ones, twos = p.stable_ones[seat], p.stable_twos[seat]
    flies = flies_in(ones, twos)
    if p.answers[seat] > 1:  # MW-49
        ignored = IGNORABLE[p.answers[seat] - 2]
        kinds = IGNORED[p.answers[seat] - 2]
        flies -= flies_in(ones & kinds, twos & kinds)
        p.held[seat] ^= BIT[F10]
        p.spent |= BIT[F10]
        if table.heard:
            table.tell(FliesIgnored(int(seat), int(ignored)))
    specials = specials_in(ones, twos)
    if specials >= LOVE:  # MW-23
        flies = 0
        if table.heard:
            table.tell(Loved(int(seat), int(specials)))
    p.gains[seat] = flies


def award_farmer(p: Position, table: Table) -> None:
    """MW-24: the most flies of the round bring a farmer; a tie is drawn."""
    most: i64 = 0
    worst: i64 = 0
    for s in range(p.seats):
        if p.gains[s] > most:
            most = p.gains[s]
            worst = BIT[s]
        elif p.gains[s] == most:
            worst |= BIT[s]
    if most == 0 or p.barn == 0:
        return
    winner = lowest(worst)
    if count(worst) > 1:
        winner = nth(worst, table.below(count(worst)))
    farmer = draw_farmer(p, winner, table)
    if table.heard:
        won = FarmerWon(int(winner), FARMER_NAMES[farmer])
        table.whisper((int(winner),), won, FarmerWonHidden(int(winner)))


def draw_farmer(p: Position, seat: i64, table: Table) -> i64:
    farmer = nth(p.barn, table.below(count(p.barn)))
    p.barn ^= BIT[farmer]
    p.held[seat] |= BIT[farmer]
    return farmer


def choose_starter(p: Position, table: Table) -> None:
    """MW-26: the most flies in all start; tied human seats race, or it is drawn."""
    if count(p.tied) == 1:
        begin_round(p, lowest(p.tied), table)
        return
    shouting = p.tied & ~p.bots if p.race else 0
    if shouting == 0:
        draw_starter(p, table)
        return
    p.stage = RACING
    p.acting = shouting
    if table.heard:
        table.tell(RaceBegan(tuple(members(shouting))))


def draw_starter(p: Position, table: Table) -> None:
    seat = nth(p.tied, table.below(count(p.tied)))
    if table.heard:
        table.tell(StarterDrawn(int(seat)))
    begin_round(p, seat, table)
