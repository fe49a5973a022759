"""What seats were told about each other's hands in this round, so that nobody imagines otherwise.

Two kinds of memory. *Bounds* are public: a seat that skipped held nothing but strays (MW-19), one
that played F7 kept nothing but calm cows (MW-46); later plays lower the bound. *Notes* belong to a
pair, a viewer and a holder: hands that were swapped (MW-27), looked at (MW-41) or exchanged from
(MW-42). Both of the pair know what stands in a note, the others only that it exists. A note has

- `sure` cows: the holder has them now;
- `loose` cows: the holder has them, but for some that may have gone where the viewer could not see:
  one to what F9 took (`via` LOST), one to the other seat of F3 (`via` PARTNER), where F9 may have
  taken it in turn; at least `away` did.

Bounds and notes never claim what is not so. In rare mixtures they say a little less than a perfect
memory could: with two equal cows of two decks, one of them known; and with F9, F3 or F7 on a hand that
already has a bound.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tablee.core.bits import BIT
from tablee.games.mow.actions import CALM, LATE, SPECIALS, STRAYS
from tablee.games.mow.position import NOBODY, NOTE, Position

# Places within a note.
VIEWER: Final[i64] = 0
HOLDER: Final[i64] = 1
SIZE: Final[i64] = 2  # how many cows were told,
TURNS: Final[i64] = 3  # and how many cows the holder has played since: both public
VIA: Final[i64] = 4
AWAY: Final[i64] = 5
SURE: Final[i64] = 6
LOOSE: Final[i64] = 14
ROOM: Final[i64] = 8  # for cows, each

LOST: Final[i64] = 1
PARTNER: Final[i64] = 2


def forget(p: Position) -> None:
    """A round is over: all cows are shuffled again."""
    if not p.hinted:
        return
    for s in range(p.seats):
        p.strays[s] = 0
        p.specials[s] = 0
        p.calm[s] = 0
    for i in range(len(p.notes)):
        p.notes[i] = NOBODY
    p.noted = 0
    p.pair[0] = NOBODY
    p.pair[1] = NOBODY
    p.hinted = False


# -- the cows of a note --------------------------------------------------------------------------------


def size(notes: vec[i64], at: i64) -> i64:
    n: i64 = 0
    while n < ROOM and notes[at + n] >= 0:
        n += 1
    return n


def add(notes: vec[i64], at: i64, cow: i64) -> None:
    """Cows stand in ascending order, so that equal notes look equal."""
    i = size(notes, at)
    while i > 0 and notes[at + i - 1] > cow:
        notes[at + i] = notes[at + i - 1]
        i -= 1
    notes[at + i] = cow


def remove(notes: vec[i64], at: i64, cow: i64) -> bool:
    n = size(notes, at)
    for i in range(n):
        if notes[at + i] == cow:
            for j in range(i, n - 1):
                notes[at + j] = notes[at + j + 1]
            notes[at + n - 1] = NOBODY
            return True
    return False


def listed(notes: vec[i64], at: i64) -> list[int]:
    return [int(notes[at + i]) for i in range(size(notes, at))]


def note_of(p: Position, viewer: i64, holder: i64) -> i64:
    """Where the pair's note begins; a new one if there is none."""
    for i in range(p.noted):
        if p.notes[i * NOTE + VIEWER] == viewer and p.notes[i * NOTE + HOLDER] == holder:
            return i * NOTE
    at = p.noted * NOTE
    p.noted += 1
    p.hinted = True
    p.notes[at + VIEWER] = viewer
    p.notes[at + HOLDER] = holder
    for i in range(SIZE, SURE):
        p.notes[at + i] = 0
    return at


# -- being told ----------------------------------------------------------------------------------------


def learn(p: Position, viewer: i64, holder: i64, cow: i64) -> None:
    """The viewer knows that the holder got this cow."""
    at = note_of(p, viewer, holder)
    p.notes[at + SIZE] += 1
    add(p.notes, at + SURE, cow)


def learn_hand(p: Position, viewer: i64, holder: i64) -> None:
    """The viewer sees the whole hand; what it expected there and does not see has gone elsewhere."""
    at = note_of(p, viewer, holder)
    expected = listed(p.notes, at + SURE) + listed(p.notes, at + LOOSE)
    for i in range(SURE, NOTE):
        p.notes[at + i] = NOBODY
    hand = p.hand(holder)
    p.notes[at + SIZE] = len(hand)
    p.notes[at + TURNS] = 0
    for cow in hand:
        add(p.notes, at + SURE, cow)
        if cow in expected:
            expected.remove(cow)
        else:
            found(p, viewer, partner_of(p, holder), cow)
    for cow in expected:
        add(p.notes, at + LOOSE, cow)
    p.notes[at + AWAY] = len(expected)


def found(p: Position, viewer: i64, origin: i64, cow: i64) -> None:
    """The viewer meets a cow in one hand of F3's pair that it thought loose in the other."""
    for i in range(p.noted):
        at = i * NOTE
        if p.notes[at + VIEWER] == viewer and p.notes[at + HOLDER] == origin:
            if p.notes[at + VIA] & PARTNER != 0 and remove(p.notes, at + LOOSE, cow):
                if not twin(p, cow):
                    p.notes[at + VIA] ^= PARTNER
                if p.notes[at + AWAY] > 0:
                    p.notes[at + AWAY] -= 1


def skipped(p: Position, seat: i64) -> None:
    """MW-19: a seat that skips has no cow that may start a herd."""
    n = p.hand_size(seat)
    if n > 0:
        if not p.barred:
            p.strays[seat] = n
        p.specials[seat] = n
        p.hinted = True


def calmed(p: Position, seat: i64) -> None:
    """MW-46: nothing numbered 7, 8 or 9 is left in the hand."""
    p.calm[seat] = p.hand_size(seat)
    p.hinted = True


# -- cows that leave a hand ----------------------------------------------------------------------------


def left_openly(p: Position, seat: i64, cow: i64) -> None:
    """Everybody sees which cow has just left the hand."""
    lower_bounds(p, seat, cow)
    expected: i64 = 0  # by these viewers
    for i in range(p.noted):
        at = i * NOTE
        if p.notes[at + HOLDER] == seat:
            p.notes[at + TURNS] += 1
            if known_left(p, at, cow):
                expected |= BIT[p.notes[at + VIEWER]]
            else:
                unknown_left(p, at, p.hand_size(seat) + 1)
    other = partner_of(p, seat)
    if other != NOBODY:
        # Perhaps it is the one that F3 brought here, out of a hand that somebody knew.
        for s in range(p.seats):
            if expected & BIT[s] == 0:
                found(p, s, other, cow)


def left_unseen(p: Position, seat: i64, via: i64) -> None:
    """F9 has just taken a cow out of the hand: nobody but its owner knows which."""
    shrink_bounds(p, seat)
    for i in range(p.noted):
        if p.notes[i * NOTE + HOLDER] == seat:
            blur(p, i * NOTE, via)


def changed_hands(p: Position, seat: i64, other: i64, cow: i64) -> None:
    """F3 has just moved a cow from `seat` to `other`: both know which, the rest do not."""
    shrink_bounds(p, seat)
    for i in range(p.noted):
        at = i * NOTE
        if p.notes[at + HOLDER] == seat:
            if p.notes[at + VIEWER] != other:
                blur(p, at, PARTNER)
            elif not known_left(p, at, cow):
                unknown_left(p, at, p.hand_size(seat) + 1)
        elif p.notes[at + HOLDER] == other and p.notes[at + VIEWER] != seat:
            # It may be one that the viewer knew there, and that comes home.
            if p.notes[at + AWAY] > 0:
                p.notes[at + AWAY] -= 1
    learn(p, seat, other, cow)


def twin(p: Position, cow: i64) -> bool:
    """Whether there is more than one cow of this kind."""
    return p.decks > 1 or cow == LATE


def lower_bounds(p: Position, seat: i64, cow: i64) -> None:
    if p.strays[seat] > 0 and STRAYS & BIT[cow] != 0:
        p.strays[seat] -= 1
    if p.specials[seat] > 0 and SPECIALS & BIT[cow] != 0:
        p.specials[seat] -= 1
    if p.calm[seat] > 0 and CALM & BIT[cow] != 0:
        p.calm[seat] -= 1


def shrink_bounds(p: Position, seat: i64) -> None:
    if p.strays[seat] > 0:
        p.strays[seat] -= 1
    if p.specials[seat] > 0:
        p.specials[seat] -= 1
    if p.calm[seat] > 0:
        p.calm[seat] -= 1


def known_left(p: Position, at: i64, cow: i64) -> bool:
    """Strike out a cow that was in the note."""
    if remove(p.notes, at + SURE, cow):
        return True
    if not remove(p.notes, at + LOOSE, cow):
        return False
    if twin(p, cow) and p.notes[at + AWAY] > 0:
        p.notes[at + AWAY] -= 1
    if p.notes[at + AWAY] > size(p.notes, at + LOOSE):
        p.notes[at + AWAY] = size(p.notes, at + LOOSE)
    return True


def unknown_left(p: Position, at: i64, before: i64) -> None:
    """A cow that the viewer did not know of left a hand of `before`: not all loose ones are there."""
    told = size(p.notes, at + SURE) + size(p.notes, at + LOOSE)
    at_least_away(p, at, told - before + 1)


def blur(p: Position, at: i64, via: i64) -> None:
    """One cow of the hand went where the viewer cannot see."""
    for cow in listed(p.notes, at + SURE):
        remove(p.notes, at + SURE, cow)
        add(p.notes, at + LOOSE, cow)
    p.notes[at + VIA] |= via
    at_least_away(p, at, size(p.notes, at + LOOSE) - p.hand_size(p.notes[at + HOLDER]))


def at_least_away(p: Position, at: i64, n: i64) -> None:
    if n > p.notes[at + AWAY]:
        p.notes[at + AWAY] = n


def partner_of(p: Position, seat: i64) -> i64:
    """The other seat of this round's F3, if this is one of the two."""
    if p.pair[0] == seat:
        return p.pair[1]
    return p.pair[0] if p.pair[1] == seat else NOBODY
