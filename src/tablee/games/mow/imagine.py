"""The worlds that a seat of MOW may imagine: what it cannot see is dealt again.

Uniform over what its view allows, cow by cow. Where a hand has a bound or loose cows (memory.py) the
places that the bound speaks of are filled first, each fitting cow being equally likely.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from tablee.core.bits import BIT, count, lowest, members, nth
from tablee.core.contract import Table
from tablee.games.mow.actions import CALM, CATEGORIES, F10, LATE, SPECIALS, STRAYS
from tablee.games.mow.memory import (
    AWAY,
    HOLDER,
    LOOSE,
    LOST,
    PARTNER,
    SIZE,
    SURE,
    TURNS,
    VIA,
    VIEWER,
    add,
    listed,
    partner_of,
)
from tablee.games.mow.position import LATES, NOBODY, NOTE, SCORING, Position, put

UNSEEN = -2  # − seat: the place of what F9 took from that seat
RETRIES = 200


def reimagine(p: Position, seat: i64, table: Table) -> None:
    if p.stage < SCORING:
        redeal_stables(p, table)
    redeal_hands(p, seat, table)
    redeal_farmers(p, seat, table)


def redeal_stables(p: Position, table: Table) -> None:
    """What lies face down is known as a whole; which stable holds what is not shown again (MW-9)."""
    n = heap(p.loose_cows, 0, p.open_ones[0], p.open_twos[0])
    for s in range(p.seats):
        before = n
        n = heap(p.loose_cows, n, p.stable_ones[s], p.stable_twos[s])
        p.sizes[s] = n - before
    if n == 0:
        return
    cows = p.loose_cows
    for s in range(p.seats):
        size = p.sizes[s]
        if size > 0:
            p.stable_ones[s] = 0
            p.stable_twos[s] = 0
            # Whoever gets all that is left needs no luck.
            certain = size == n
            for _ in range(size):
                n -= 1
                at = n if certain else table.below(n + 1)
                put(p.stable_ones, p.stable_twos, s, cows[at])
                cows[at] = cows[n]
    p.open_ones[0] = 0
    p.open_twos[0] = 0
    for i in range(n):
        put(p.open_ones, p.open_twos, 0, cows[i])


def heap(cows: vec[i64], n: i64, ones: i64, twos: i64) -> i64:
    """Lay the cows of a set behind the first n; how many there are then."""
    lates = ones & LATES
    rest = ones ^ lates
    while rest != 0:
        cows[n] = lowest(rest)
        rest &= rest - 1
        n += 1
    while twos != 0:
        cows[n] = lowest(twos)
        twos &= twos - 1
        n += 1
    while lates != 0:
        cows[n] = LATE
        lates &= lates - 1
        n += 1
    return n


def redeal_hands(p: Position, seat: i64, table: Table) -> None:
    """The other hands, and what F9 took from them, go into the pile and are dealt again: first what the
    seat knows of, then what bounds demand, then at random."""
    gaps: i64 = 0
    for s in range(p.seats):
        p.sizes[s] = p.hand_size(s)
        if s != seat and p.lost[s] >= 0:
            gaps |= BIT[s]
    pick_up(p, seat)
    if p.hinted:
        deal_hinted(p, seat, gaps, table)
    for s in range(p.seats):
        if s != seat:
            for _ in range(p.sizes[s] - p.hand_size(s)):
                put(p.hand_ones, p.hand_twos, s, p.draw_cow(table))
    while gaps != 0:
        s = lowest(gaps)
        gaps &= gaps - 1
        if p.lost[s] < 0:
            p.lost[s] = p.draw_cow(table)
    for i in range(p.noted):
        at = i * NOTE
        if seat != p.notes[at + VIEWER] and seat != p.notes[at + HOLDER]:
            reimagine_note(p, at, table)


def pick_up(p: Position, seat: i64) -> None:
    """Put all that the seat cannot see into the pile."""
    for s in range(p.seats):
        if s != seat:
            p.left = heap(p.pile, p.left, p.hand_ones[s], p.hand_twos[s])
            p.hand_ones[s] = 0
            p.hand_twos[s] = 0
            if p.lost[s] >= 0:
                p.return_cow(p.lost[s])
                p.lost[s] = NOBODY


def deal_hinted(p: Position, seat: i64, missing: i64, table: Table) -> None:
    """Loose cows and bounds may block each other: then it is dealt anew."""
    sizes = [int(p.sizes[s]) for s in range(p.seats)]
    gaps = members(missing)
    for _ in range(RETRIES):
        if deal_known(p, seat, sizes, gaps, table) and deal_bounds(p, sizes, table):
            return
        pick_up(p, seat)


def fetch(p: Position, cow: i64) -> bool:
    """Take a cow of that kind out of the pile, if there is one."""
    for i in range(p.left):
        if p.pile[i] == cow:
            p.take_cow(i)
            return True
    return False


def deal_known(p: Position, seat: i64, sizes: list[int], gaps: list[int], table: Table) -> bool:
    """Cows of the seat's own notes: the sure ones first, as the loose ones take what room is left."""
    mine = [i * NOTE for i in range(p.noted) if p.notes[i * NOTE + VIEWER] == seat]
    for at in mine:
        holder = p.notes[at + HOLDER]
        for cow in listed(p.notes, at + SURE):
            if not fetch(p, cow):
                return False
            put(p.hand_ones, p.hand_twos, holder, cow)
    for at in mine:
        if not deal_loose(p, at, sizes, gaps, table):
            return False
    return True


def deal_loose(p: Position, at: i64, sizes: list[int], gaps: list[int], table: Table) -> bool:
    """Each loose cow takes one of the places where it may be, all equally likely; enough are away."""
    loose = listed(p.notes, at + LOOSE)
    holder = int(p.notes[at + HOLDER])
    other = int(partner_of(p, holder))
    places = [holder] * (sizes[holder] - int(p.hand_size(holder)))
    if p.notes[at + VIA] & LOST != 0 and holder in gaps and p.lost[holder] < 0:
        places.append(UNSEEN - holder)
    if p.notes[at + VIA] & PARTNER != 0 and other >= 0:
        if sizes[other] > p.hand_size(other):
            places.append(other)
        if other in gaps and p.lost[other] < 0:
            places.append(UNSEEN - other)
    away = crossed = 0
    for cow in loose:
        if not places or not fetch(p, cow):
            return False
        place = places.pop(table.below(len(places)))
        if place <= UNSEEN:
            p.lost[UNSEEN - place] = cow
        else:
            put(p.hand_ones, p.hand_twos, place, cow)
        away += place != holder
        crossed += place in (other, UNSEEN - other)
    return away >= p.notes[at + AWAY] and crossed <= 1


def deal_bounds(p: Position, sizes: list[int], table: Table) -> bool:
    """Bounds of all hands, the strictest first."""
    for s in range(p.seats):
        if not deal_bound(p, s, sizes[s], p.strays[s], STRAYS, table):
            return False
    for s in range(p.seats):
        if not deal_bound(p, s, sizes[s], p.specials[s], SPECIALS, table):
            return False
    for s in range(p.seats):
        if not deal_bound(p, s, sizes[s], p.calm[s], CALM, table):
            return False
    return True


def deal_bound(p: Position, seat: i64, size: i64, bound: i64, kinds: i64, table: Table) -> bool:
    """Fill a hand up to `bound` cows of these kinds."""
    have: i64 = 0
    if bound > 0:
        for cow in p.hand(seat):
            if kinds & BIT[cow] != 0:
                have += 1
    while have < bound:
        fitting = [i for i in range(p.left) if kinds & BIT[p.pile[i]] != 0]
        if not fitting or p.hand_size(seat) >= size:
            return False
        put(p.hand_ones, p.hand_twos, seat, p.take_cow(fitting[table.below(len(fitting))]))
        have += 1
    return True


def reimagine_note(p: Position, at: i64, table: Table) -> None:
    """A note between two others: the holder still has some of what the viewer was told."""
    hand = p.hand(p.notes[at + HOLDER])
    n = min(int(p.notes[at + SIZE]), 5)
    for _ in range(p.notes[at + TURNS]):
        if table.below(5) < n:
            n -= 1
    for i in range(SURE, NOTE):
        p.notes[at + i] = NOBODY
    p.notes[at + VIA] = 0
    p.notes[at + AWAY] = 0
    for _ in range(min(n, len(hand))):
        add(p.notes, at + SURE, hand.pop(table.below(len(hand))))


def redeal_farmers(p: Position, seat: i64, table: Table) -> None:
    """Farmers that the seat cannot see. At scoring, F10 in a hand that has answered stands for five
    worlds, one for each answer that its holder may have given."""
    others: i64 = 0
    for s in range(p.seats):
        if s != seat:
            others |= p.held[s]
    if others == 0:
        return
    left = count(p.barn)
    for s in range(p.seats):
        p.sizes[s] = count(p.held[s])
        if s != seat:
            p.held[s] = 0
            if p.answers[s] > 0:
                p.answers[s] = 1
    p.barn |= others
    apart: i64 = 0
    if p.stage == SCORING and p.barn & BIT[F10] != 0:
        p.barn ^= BIT[F10]
        if not place_f10(p, seat, left, table):
            apart = BIT[F10]
    for s in range(p.seats):
        if s != seat:
            for _ in range(p.sizes[s] - count(p.held[s])):
                farmer = nth(p.barn, table.below(count(p.barn)))
                p.barn ^= BIT[farmer]
                p.held[s] |= BIT[farmer]
    p.barn |= apart


def place_f10(p: Position, seat: i64, left: i64, table: Table) -> bool:
    """Give F10 to one of the others, with an answer, unless it is still to be drawn."""
    weights = [0] * int(p.seats)
    for s in range(p.seats):
        if s != seat:
            weights[s] = int(p.sizes[s]) * (1 if p.answers[s] == 0 else 1 + int(CATEGORIES))
    at = table.below(sum(weights) + left)
    for s in range(p.seats):
        if at < weights[s]:
            p.held[s] |= BIT[F10]
            if p.answers[s] > 0:
                p.answers[s] = 1 + table.below(1 + CATEGORIES)
            return True
        at -= weights[s]
    return False
