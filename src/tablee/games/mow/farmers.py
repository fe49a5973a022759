"""What the farmers F1 to F9 do (MW-40 to MW-48); F10 belongs to the score (rounds.py)."""

from __future__ import annotations

from mypy_extensions import i64

from tablee.core.bits import BIT
from tablee.core.contract import Table
from tablee.games.mow import memory
from tablee.games.mow.actions import (
    CALM,
    COW_NAMES,
    F1,
    F2,
    F3,
    F4,
    F5,
    F6,
    F7,
    F8,
    F9,
    FARMER_NAMES,
    PLAY_F2,
    PLAY_F3,
    PLAY_F4,
)
from tablee.games.mow.events import (
    CowGiven,
    CowGivenHidden,
    CowLost,
    CowLostHidden,
    CowsDiscarded,
    CowTaken,
    CowTakenHidden,
    Drew,
    DrewHidden,
    FarmerPlayed,
    FarmerPlayedOn,
    FarmersDrawn,
    FarmersDrawnHidden,
    HandSeen,
    HerdDiscarded,
)
from tablee.games.mow.position import GIVING, NOBODY, Position, pull, put, random_cow
from tablee.games.mow.rounds import draw_farmer


def farmer_of(action: i64) -> i64:
    """The farmer that an action from `f1` to `f9` plays."""
    if action < PLAY_F2:
        return F1
    if action < PLAY_F3:
        return F2
    if action < PLAY_F4:
        return F3
    return F4 + action - PLAY_F4


def play_farmer(p: Position, seat: i64, action: i64, table: Table) -> None:
    """Discard it and resolve it fully; F4 ends the turn, which the caller does."""
    farmer = farmer_of(action)
    p.held[seat] ^= BIT[farmer]
    p.spent |= BIT[farmer]
    target: i64 = NOBODY
    if farmer == F2:
        target = action - PLAY_F2
    elif farmer == F3:
        target = action - PLAY_F3
    if table.heard:
        if target == NOBODY:
            table.tell(FarmerPlayed(int(seat), FARMER_NAMES[farmer]))
        else:
            table.tell(FarmerPlayedOn(int(seat), FARMER_NAMES[farmer], int(target)))
    if farmer == F1:
        p.warned = True
    elif farmer == F2:
        look(p, seat, target, table)
    elif farmer == F3:
        take_one(p, seat, target, table)
    elif farmer == F4:
        p.rested = True
    elif farmer == F5:
        discard_herd(p, seat, table)
    elif farmer == F6:
        hire(p, seat, table)
    elif farmer == F7:
        renew(p, seat, table)
    elif farmer == F8:
        p.steering = True
    elif farmer == F9:
        thin_out(p, seat, table)


def look(p: Position, seat: i64, other: i64, table: Table) -> None:
    """F2, MW-41: only the seat that looks sees the hand."""
    memory.learn_hand(p, seat, other)
    if table.heard:
        table.whisper((int(seat),), HandSeen(int(seat), int(other), p.hand_names(other)), None)


def take_one(p: Position, seat: i64, other: i64, table: Table) -> None:
    """F3, MW-42: first half, a cow at random; `give_one` is the second."""
    cow = random_cow(p, other, table)
    pull(p.hand_ones, p.hand_twos, other, cow)
    put(p.hand_ones, p.hand_twos, seat, cow)
    p.partner = other
    p.stage, p.before = GIVING, p.stage
    p.pair[0] = seat
    p.pair[1] = other
    memory.changed_hands(p, other, seat, cow)
    if table.heard:
        both = (int(seat), int(other))
        table.whisper(both, CowTaken(*both, COW_NAMES[cow]), CowTakenHidden(*both))


def give_one(p: Position, seat: i64, cow: i64, table: Table) -> None:
    other = p.partner
    pull(p.hand_ones, p.hand_twos, seat, cow)
    put(p.hand_ones, p.hand_twos, other, cow)
    p.partner = NOBODY
    p.stage = p.before
    memory.changed_hands(p, seat, other, cow)
    if table.heard:
        both = (int(seat), int(other))
        table.whisper(both, CowGiven(*both, COW_NAMES[cow]), CowGivenHidden(*both))


def discard_herd(p: Position, seat: i64, table: Table) -> None:
    """F5, MW-44: nobody takes the herd."""
    n = p.move_herd(p.herd, p.open_ones, p.open_twos, 0)
    p.skips = 0
    p.skipped = 0
    if table.heard:
        table.tell(HerdDiscarded(int(seat), int(n)))


def hire(p: Position, seat: i64, table: Table) -> None:
    """F6, MW-45: two farmers, or the last one."""
    drawn: list[int] = []
    for _ in range(2):
        if p.barn != 0:
            drawn.append(draw_farmer(p, seat, table))
    if table.heard:
        drawn.sort()
        news = FarmersDrawn(int(seat), tuple(FARMER_NAMES[farmer] for farmer in drawn))
        table.whisper((int(seat),), news, FarmersDrawnHidden(int(seat), len(drawn)))


def wild(p: Position, seat: i64) -> list[int]:
    """The cows of a hand that are numbered 7, 8 or 9, acrobats included."""
    return [cow for cow in p.hand(seat) if CALM & BIT[cow] == 0]


def renew(p: Position, seat: i64, table: Table) -> None:
    """F7, MW-46: discard them face up and draw as many."""
    cows = wild(p, seat)
    for cow in cows:
        pull(p.hand_ones, p.hand_twos, seat, cow)
        put(p.open_ones, p.open_twos, 0, cow)
        memory.left_openly(p, seat, cow)
    memory.calmed(p, seat)
    if table.heard:
        table.tell(CowsDiscarded(int(seat), tuple(COW_NAMES[cow] for cow in cows)))
    draw(p, seat, len(cows), table)


def draw(p: Position, seat: i64, n: i64, table: Table) -> None:
    """So many cows off the pile, as far as it goes."""
    drawn: list[int] = []
    while n > 0 and p.left > 0:
        cow = p.draw_cow(table)
        put(p.hand_ones, p.hand_twos, seat, cow)
        n -= 1
        if table.heard:
            drawn.append(cow)
    if table.heard:
        drawn.sort()  # nobody remembers in which order they came
        cows = tuple(COW_NAMES[cow] for cow in drawn)
        table.whisper((int(seat),), Drew(int(seat), cows), DrewHidden(int(seat), len(cows)))


def thin_out(p: Position, seat: i64, table: Table) -> None:
    """F9, MW-48: every opponent loses a cow that nobody else sees."""
    for s in range(p.seats):
        if s != seat and p.hand_ones[s] != 0:
            cow = random_cow(p, s, table)
            pull(p.hand_ones, p.hand_twos, s, cow)
            p.lost[s] = cow
            memory.left_unseen(p, s, memory.LOST)
            if table.heard:
                table.whisper((int(s),), CowLost(int(s), COW_NAMES[cow]), CowLostHidden(int(s)))
