"""What a seat of MOW knows, and a position out of that."""

from __future__ import annotations

from typing import NamedTuple

from librt.vecs import vec
from mypy_extensions import i64

from tablee.core.bits import BIT, count, members
from tablee.core.contract import View
from tablee.games.mow.actions import (
    COW_NAMES,
    FARMER_NAMES,
    LATE,
    NUMBER,
    PLAIN,
    STOPPER,
)
from tablee.games.mow.memory import (
    AWAY,
    HOLDER,
    LOOSE,
    SIZE,
    SURE,
    TURNS,
    VIA,
    VIEWER,
    add,
    listed,
    note_of,
)
from tablee.games.mow.position import (
    CLOSING,
    GIVING,
    NOBODY,
    NOTE,
    PLAYING,
    RACING,
    SCORING,
    STEERING,
    SWAPPING,
    Position,
    cow_list,
    cow_names,
    put,
)

HIDDEN = "hidden"  # a cow that F9 took, for all but its owner
ANSWERS = ("", "count", "1", "2", "3", "5")
BONUSES = ("", "stopper", "acrobat", "latecomer")
STAGES = {
    "swap": 0, "play": 1, "start": 1, "give": 2, "draw": 3, "end": 3, "bonus": 3, "stopper": 3,
    "steer": 4, "score": 5, "shout": 6, "over": 7,
}  # fmt: skip


class Note(NamedTuple):
    """What `seat` was told about the hand of `other` (memory.py); the cows only for these two."""

    seat: int
    other: int
    size: int
    turns: int
    via: int
    away: int
    sure: tuple[str, ...]
    loose: tuple[str, ...]


class MowView(NamedTuple):
    """What one seat knows."""

    seat: int
    actors: tuple[int, ...]
    phase: str
    options: tuple[tuple[str, object], ...]
    round: int
    current: int  # whose turn it is, or was last
    direction: int
    herds: tuple[tuple[str, ...], ...]  # as they stand, from low to high
    herd: int  # the one to play on
    pile: int
    hand: tuple[str, ...]  # one's own
    sizes: tuple[int, ...]  # of all hands
    stables: tuple[int, ...]  # their sizes: MW-9
    last_hands: tuple[tuple[str, ...], ...]  # shown at the end of the last round: hands,
    last_stables: tuple[tuple[str, ...], ...]  # and stables with these hands
    seen: tuple[str, ...]  # all that went openly to stables and discards, no matter where
    lost: tuple[str, ...]  # what F9 took from each seat
    totals: tuple[int, ...]
    gains: tuple[int, ...]  # flies of the last scored round
    farmers: tuple[str, ...]  # one's own
    held: tuple[int, ...]  # how many farmers each seat holds
    barn: int  # farmers to be drawn
    spent: tuple[str, ...]  # farmers played
    taken: bool
    bonus: str
    owed: int
    missed: tuple[int, ...]
    steering: bool
    rested: bool
    named: int  # who (two players: which herd) will be next, and
    called: int  # who was named for this turn
    warned: bool
    barred: bool
    skips: int
    skipped: tuple[int, ...]
    tied: tuple[int, ...]
    shouted: bool  # the starter of this round did
    partner: int
    closing: bool  # F3 was played after the cow
    answer: str  # one's own, at scoring
    bounds: tuple[tuple[int, int, int], ...]  # of each hand, at least: strays, specials, calm cows
    notes: tuple[Note, ...]
    pair: tuple[int, int]


def phase(p: Position) -> str:
    if p.stage == PLAYING:
        return "start" if p.herd_ones[p.herd] == 0 else "play"
    if p.stage == CLOSING:
        if p.bonus == STOPPER:
            return "stopper"
        if p.bonus != PLAIN:
            return "bonus"
        return "draw" if p.owed > 0 and p.left > 0 else "end"
    if p.stage == RACING:
        return "shout"
    if p.stage == SWAPPING:
        return "swap"
    if p.stage == GIVING:
        return "give"
    if p.stage == STEERING:
        return "steer"
    return "score" if p.stage == SCORING else "over"


def herd_row(p: Position, h: i64) -> tuple[str, ...]:
    """A herd as it stands: acrobats on their cow, latecomers in the first gaps."""
    cows = cow_list(p.herd_ones[h], p.herd_twos[h])
    late = cows.count(int(LATE))
    row: list[str] = []
    if cows:
        for number in range(p.low[h], p.high[h] + 1):
            here = [cow for cow in cows if NUMBER[cow] == number]
            if here:
                row.extend(COW_NAMES[cow] for cow in here)
            elif late > 0:
                row.append("late")
                late -= 1
    return tuple(row)


def farmer_names(farmers: i64) -> tuple[str, ...]:
    return tuple(FARMER_NAMES[farmer] for farmer in members(farmers))


def note_view(p: Position, at: i64, seat: i64) -> Note:
    """The viewer sees all of its note; the holder, of what it still holds, what the viewer was told."""
    notes = p.notes
    mine = seat == notes[at + VIEWER]
    sure: list[int] = []
    loose: list[int] = []
    if mine or seat == notes[at + HOLDER]:
        sure, loose = listed(notes, at + SURE), listed(notes, at + LOOSE)
    if not mine:
        hand = p.hand(notes[at + HOLDER])
        told, sure = sure + loose, []
        loose = []
        for cow in told:
            if cow in hand:
                hand.remove(cow)
                sure.append(cow)
        sure.sort()
    return Note(
        seat=int(notes[at + VIEWER]),
        other=int(notes[at + HOLDER]),
        size=int(notes[at + SIZE]),
        turns=int(notes[at + TURNS]),
        via=int(notes[at + VIA]) if mine else 0,
        away=int(notes[at + AWAY]) if mine else 0,
        sure=tuple(COW_NAMES[cow] for cow in sure),
        loose=tuple(COW_NAMES[cow] for cow in loose),
    )


def open_cows(p: Position) -> list[int]:
    """MW-9: what went openly to the stables or was discarded, not where it lies."""
    cows = cow_list(p.open_ones[0], p.open_twos[0])
    for s in range(p.seats):
        cows += cow_list(p.stable_ones[s], p.stable_twos[s])
    cows.sort()
    return cows


def view_of(p: Position, seat: i64) -> View:
    seats = range(p.seats)
    mine = seat >= 0
    return MowView(
        seat=int(seat),
        actors=tuple(p.actors()),
        phase=phase(p),
        options=p.options.pairs,
        round=int(p.rounds),
        current=int(p.current),
        direction=int(p.direction),
        herds=tuple(herd_row(p, h) for h in range(p.herds)),
        herd=int(p.herd),
        pile=int(p.left),
        hand=p.hand_names(seat) if mine else (),
        sizes=tuple(int(p.hand_size(s)) for s in seats),
        stables=tuple(int(count(p.stable_ones[s]) + count(p.stable_twos[s])) for s in seats),
        last_hands=tuple(cow_names(p.shown[4 * s], p.shown[4 * s + 1]) for s in seats),
        last_stables=tuple(cow_names(p.shown[4 * s + 2], p.shown[4 * s + 3]) for s in seats),
        seen=tuple(COW_NAMES[cow] for cow in open_cows(p)),
        lost=tuple(lost_name(p, s, seat) for s in seats),
        totals=tuple(int(p.totals[s]) for s in seats),
        gains=tuple(int(p.gains[s]) for s in seats),
        farmers=farmer_names(p.held[seat]) if mine else (),
        held=tuple(int(count(p.held[s])) for s in seats),
        barn=int(count(p.barn)),
        spent=farmer_names(p.spent),
        taken=p.taken,
        bonus=BONUSES[p.bonus],
        owed=int(p.owed),
        missed=tuple(int(p.missed[s]) for s in seats),
        steering=p.steering,
        rested=p.rested,
        named=int(p.named),
        called=int(p.called),
        warned=p.warned,
        barred=p.barred,
        skips=int(p.skips),
        skipped=tuple(members(p.skipped)),
        tied=tuple(members(p.tied)),
        shouted=p.shouted,
        partner=int(p.partner),
        closing=p.before == CLOSING,
        answer=ANSWERS[p.answers[seat]] if mine else "",
        bounds=tuple((int(p.strays[s]), int(p.specials[s]), int(p.calm[s])) for s in seats),
        notes=tuple(note_view(p, i * NOTE, seat) for i in range(p.noted)),
        pair=(int(p.pair[0]), int(p.pair[1])),
    )


def lost_name(p: Position, owner: i64, seat: i64) -> str:
    if p.lost[owner] < 0:
        return ""
    return COW_NAMES[p.lost[owner]] if owner == seat else HIDDEN


# -- a state out of a view -----------------------------------------------------------------------------


def cow_numbers(names: tuple[str, ...]) -> list[int]:
    return [COW_NAMES.index(name) for name in names]


def mask_pair(names: tuple[str, ...]) -> tuple[i64, i64]:
    ones, twos = vec[i64]([0]), vec[i64]([0])
    for cow in cow_numbers(names):
        put(ones, twos, 0, cow)
    return ones[0], twos[0]


def seat_mask(seats: tuple[int, ...]) -> i64:
    mask: i64 = 0
    for s in seats:
        mask |= BIT[s]
    return mask


def fill(p: Position, v: MowView) -> None:
    """All that the view tells; the cows and farmers that it hides are dealt in order."""
    p.gather()
    unseen = [int(p.pile[i]) for i in range(p.cows)]
    for h in range(p.herds):
        for cow in cow_numbers(v.herds[h]):
            unseen.remove(cow)
            put(p.herd_ones, p.herd_twos, h, cow)
    seen = cow_numbers(v.seen)
    for cow in seen:
        unseen.remove(cow)
    for s in range(p.seats):
        stable = seen[: v.stables[s]]
        if STAGES[v.phase] >= SCORING:
            stable = cow_numbers(v.last_stables[s])
        for cow in stable:
            seen.remove(cow)
            put(p.stable_ones, p.stable_twos, s, cow)
    for cow in seen:
        put(p.open_ones, p.open_twos, 0, cow)
    for cow in cow_numbers(v.hand):
        unseen.remove(cow)
        put(p.hand_ones, p.hand_twos, v.seat, cow)
    if v.seat >= 0 and v.lost[v.seat]:
        p.lost[v.seat] = COW_NAMES.index(v.lost[v.seat])
        unseen.remove(int(p.lost[v.seat]))
    for s in range(p.seats):
        if s != v.seat:
            for _ in range(v.sizes[s]):
                put(p.hand_ones, p.hand_twos, s, unseen.pop())
            if v.lost[s]:
                p.lost[s] = unseen.pop()
    for i in range(p.cows):
        p.pile[i] = unseen[i] if i < len(unseen) else NOBODY
    p.left = len(unseen)

    farmers = [n for n in range(10) if FARMER_NAMES[n] not in v.farmers + v.spent]
    p.spent = seat_mask(tuple(FARMER_NAMES.index(name) for name in v.spent))
    for s in range(p.seats):
        held = [FARMER_NAMES.index(name) for name in v.farmers]
        if s != v.seat:
            held = [farmers.pop() for _ in range(v.held[s])]
        p.held[s] = seat_mask(tuple(held))
    p.barn = seat_mask(tuple(farmers))

    p.acting = seat_mask(v.actors)
    p.stage = STAGES[v.phase]
    for s in range(p.seats):
        p.totals[s] = v.totals[s]
        p.gains[s] = v.gains[s]
        p.missed[s] = v.missed[s]
        p.strays[s], p.specials[s], p.calm[s] = v.bounds[s]
        if s == v.seat:
            p.answers[s] = ANSWERS.index(v.answer)
        elif p.stage == SCORING and p.held[s] != 0 and p.acting & BIT[s] == 0:
            p.answers[s] = 1
    p.rounds = v.round
    p.current = v.current
    p.direction = v.direction
    p.herd = v.herd
    p.taken = v.taken
    p.bonus = BONUSES.index(v.bonus)
    p.owed = v.owed
    p.steering = v.steering
    p.rested = v.rested
    p.named = v.named
    p.called = v.called
    p.warned = v.warned
    p.barred = v.barred
    p.skips = v.skips
    p.skipped = seat_mask(v.skipped)
    p.tied = seat_mask(v.tied)
    p.shouted = v.shouted
    p.partner = v.partner
    p.before = CLOSING if v.closing else PLAYING
    p.pair[0], p.pair[1] = v.pair
    for s in range(p.seats):
        p.shown[4 * s], p.shown[4 * s + 1] = mask_pair(v.last_hands[s])
        p.shown[4 * s + 2], p.shown[4 * s + 3] = mask_pair(v.last_stables[s])
    for note in v.notes:
        at = note_of(p, note.seat, note.other)
        p.notes[at + SIZE] = note.size
        p.notes[at + TURNS] = note.turns
        p.notes[at + VIA] = note.via
        p.notes[at + AWAY] = note.away
        for cow in cow_numbers(note.sure):
            add(p.notes, at + SURE, cow)
        for cow in cow_numbers(note.loose):
            add(p.notes, at + LOOSE, cow)
    p.derive()
