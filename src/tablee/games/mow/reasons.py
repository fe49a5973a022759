"""Why an action is good in MOW, in words: flies that are got rid of or avoided, and ways out kept.

Of other hands nothing is looked at, of the pile only how many cows it has.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from tablee.core.bits import BIT, count
from tablee.core.contract import Actions
from tablee.core.texts import Said
from tablee.games.mow.actions import (
    COUNT,
    COW_NAMES,
    DECK,
    DRAW,
    END,
    F10,
    FLIES,
    GIVE,
    HAND,
    HERD,
    HERD_NAMES,
    HUSH,
    IGNORE,
    KEEP,
    LOVE,
    NEXT,
    NUMBER,
    PLAY_F1,
    PLAY_F2,
    PLAY_F3,
    PLAY_F4,
    PLAY_F5,
    PLAY_F6,
    PLAY_F7,
    PLAY_F8,
    PLAY_F9,
    REVERSE,
    SHOUT,
    SKIP,
    SORT,
    STAY,
    STOPPER,
    SWAP,
    TAKE,
    TOP,
    VERBS,
)
from tablee.games.mow.farmers import wild
from tablee.games.mow.heuristics import turn_herd
from tablee.games.mow.position import STEERING, Position, flies_in, pull, specials_in
from tablee.games.mow.rounds import IGNORED

FEW: Final[i64] = 3  # flies
ALL_FLIES: Final[i64] = 74  # MW-1: in a deck


def because(p: Position, seat: i64, action: i64) -> Said | None:
    if action < TAKE:
        return for_playing(p, seat, action)
    if action == TAKE:
        return for_taking(p, seat)
    if action < DRAW:
        return for_steering(p, seat, action)
    if action == DRAW:
        return Said("because.draws")
    if action == END:
        if p.owed > 0 and p.left > 0:
            return Said("because.no_draw")
        return Said("because.saves") if p.held[seat] != 0 else None
    if action < GIVE:
        return None if action == SKIP else for_farmer(p, seat, action)
    if action < STAY:
        return for_giving(p, seat, action - GIVE)
    if action < HUSH:
        return for_swapping(p, seat, action)
    if action < COUNT:
        return Said("because.starts") if action == SHOUT else None
    return for_scoring(p, seat, action)


def legal_of(p: Position, seat: i64) -> list[int]:
    out = Actions(VERBS.size)
    p.legal(seat, out)
    return out.to_list()


def held_flies(p: Position, seat: i64) -> i64:
    return flies_in(p.hand_ones[seat], p.hand_twos[seat])


# -- cows --------------------------------------------------------------------------------------------


def for_playing(p: Position, seat: i64, cow: i64) -> Said | None:
    legal = legal_of(p, seat)
    cows = [each for each in legal if each < TAKE]
    herd, flies = p.herd, FLIES[cow]
    if legal == [cow, TAKE] and p.herd_flies[herd] > 0:
        return Said("because.avoids", {"n": int(p.herd_flies[herd])})
    if SORT[cow] == STOPPER and p.herd_ones[herd] != 0:
        return Said("because.closes_low" if NUMBER[cow] == 0 else "because.closes_high")
    others = [each for each in cows if each != cow]
    if flies > 1 and all(FLIES[each] <= flies for each in others):
        return Said("because.rid", {"n": int(flies)})
    # With two players it is another herd's turn next.
    left = ways_left(p, seat, cow) if p.herds == 1 else []
    ways = [len(ways_left(p, seat, each)) for each in others]
    if left and ways and min(ways) < len(left) >= max(ways):
        return for_ways(left)
    if flies > 0 and all(FLIES[each] < flies for each in others):
        return Said("because.rid", {"n": int(flies)})
    said = for_stretching(p, cow, cows)
    if said is not None:
        return said
    if flies > 0:
        return Said("because.rid", {"n": int(flies)})
    if p.herd_ones[herd] != 0 and any(FLIES[each] > 0 for each in others):
        return Said("because.no_flies")
    return for_ways(left) if left else None


def for_ways(left: list[int]) -> Said:
    if len(left) == 1:
        return Said("because.way", {"cow": COW_NAMES[left[0]]})
    return Said("because.ways", {"n": len(left)})


def after_playing(p: Position, seat: i64, cow: i64) -> Position:
    """The cow in the herd, and nothing drawn yet."""
    after = p.copy()
    assert isinstance(after, Position)
    pull(after.hand_ones, after.hand_twos, seat, cow)
    after.join(p.herd, cow)
    return after


def ways_left(p: Position, seat: i64, cow: i64) -> list[int]:
    """The cows that stay in the hand and would still fit the herd."""
    after = after_playing(p, seat, cow)
    fits = after.playable[p.herd]
    return [each for each in after.hand(seat) if fits & BIT[each] != 0]


def for_stretching(p: Position, cow: i64, cows: list[int]) -> Said | None:
    """MW-6: how much of the herd's room it uses up, or where it starts one."""
    herd, number = p.herd, NUMBER[cow]
    if p.herd_ones[herd] == 0:
        if number >= HAND and number <= TOP - HAND:
            return Said("because.middle", {"low": int(number), "high": int(TOP - number)})
        return None
    gap = stretch(p, cow)
    if gap == 1:
        return Said("because.next_to")
    if all(SORT[each] > STOPPER or stretch(p, each) >= gap for each in cows):
        return Said("because.least") if len(cows) > 1 else None
    return None


def stretch(p: Position, cow: i64) -> i64:
    herd, number = p.herd, NUMBER[cow]
    return p.low[herd] - number if number < p.low[herd] else number - p.high[herd]


def for_taking(p: Position, seat: i64) -> Said | None:
    flies = p.herd_flies[p.herd]
    if p.left == 0:
        return Said("because.last", {"n": int(flies)})  # MW-20
    if flies == 0:
        return Said("because.free")
    if flies <= FEW:
        return Said("because.cheap", {"n": int(flies)})
    cows = [each for each in legal_of(p, seat) if each < TAKE]
    if len(cows) == 1 and not ways_left(p, seat, cows[0]):
        return Said("because.later", {"n": int(flies)})
    return None


# -- who is next ---------------------------------------------------------------------------------------


def for_steering(p: Position, seat: i64, action: i64) -> Said | None:
    """MW-17, MW-18, MW-47: who plays next, or on which herd; not where F8 comes after it."""
    if p.steering and p.stage != STEERING:
        return None
    if p.seats == 2:
        return for_herd(p, seat, action)
    following = next_seat(p, action)
    flies = p.herd_flies[p.herd]
    if following == seat:
        return None
    if flies > 0:
        return Said("because.faces", {"other": int(following), "n": int(flies)})
    fewest = [s for s in range(p.seats) if s != seat and p.totals[s] < p.totals[following]]
    return None if fewest else Said("because.leader", {"other": int(following)})


def next_seat(p: Position, action: i64) -> i64:
    if action >= NEXT:
        return action - NEXT
    if p.named >= 0:
        return p.named
    step = -p.direction if action == REVERSE else p.direction
    return (p.current + step + p.seats) % p.seats


def next_herd(p: Position, action: i64) -> i64:
    if action >= HERD:
        return action - HERD
    if p.named >= 0:
        return p.named
    if p.rested:
        return p.herd
    return turn_herd(p.herd, -p.direction if action == REVERSE else p.direction)


def for_herd(p: Position, seat: i64, action: i64) -> Said | None:
    """MW-31, MW-32: the opponent plays where it is dear, or where little fits."""
    herd = next_herd(p, action)
    others = {next_herd(p, each) for each in legal_of(p, seat) if KEEP <= each < DRAW}
    flies = p.herd_flies[herd]
    values: dict[str, object] = {"herd": HERD_NAMES[herd], "n": int(flies)}
    if flies > 0 and all(p.herd_flies[each] < flies for each in others if each != herd):
        return Said("because.dearest", values)
    fits = count(p.playable[herd])
    if all(count(p.playable[each]) > fits for each in others if each != herd):
        return Said("because.tightest", values)
    return Said("because.herd_flies", values) if flies > 0 else None


# -- farmers -----------------------------------------------------------------------------------------


def for_farmer(p: Position, seat: i64, action: i64) -> Said | None:
    """MW-40 to MW-48: what it does here."""
    flies = p.herd_flies[p.herd]
    mine = p.hand(seat)
    if action == PLAY_F1:
        return Said("because.f1")
    if action < PLAY_F3:
        return Said("because.f2", {"other": int(action - PLAY_F2)})
    if action < PLAY_F4:
        worst = max([int(FLIES[cow]) for cow in mine], default=0)
        values: dict[str, object] = {"other": int(action - PLAY_F3), "n": worst}
        return Said("because.f3", values) if worst > 1 else None
    if action == PLAY_F4:
        stuck = all(each >= TAKE for each in legal_of(p, seat))
        return Said("because.f4", {"n": int(flies)}) if stuck and flies > 0 else None
    if action == PLAY_F5:
        return Said("because.f5", {"n": int(flies)}) if flies > 0 else None
    if action == PLAY_F6:
        return Said("because.f6", {"n": min(2, int(count(p.barn)))})
    if action == PLAY_F7:
        thrown = sum(int(FLIES[cow]) for cow in wild(p, seat))
        return Said("because.f7", {"n": thrown}) if thrown > 0 else None
    if action == PLAY_F8:
        return Said("because.f8_herd" if p.seats == 2 else "because.f8")
    return Said("because.f9") if action == PLAY_F9 else None


def for_giving(p: Position, seat: i64, cow: i64) -> Said | None:
    flies = FLIES[cow]
    if flies == 0 or any(FLIES[each] > flies for each in p.hand(seat)):
        return None
    return Said("because.gives", {"other": int(p.partner), "n": int(flies)})


# -- between rounds ------------------------------------------------------------------------------------


def for_swapping(p: Position, seat: i64, action: i64) -> Said | None:
    """MW-27: how the hand compares with five cows of the deck, on average."""
    flies = held_flies(p, seat)
    values: dict[str, object] = {"n": int(flies), "usual": int(HAND * ALL_FLIES // DECK)}
    if action == STAY:
        return Said("because.light", values) if flies * DECK < HAND * ALL_FLIES else None
    if flies * DECK > HAND * ALL_FLIES:
        return Said("because.heavy", {"other": int(action - SWAP), **values})
    return None


def for_scoring(p: Position, seat: i64, action: i64) -> Said | None:
    """MW-49, MW-23."""
    ones, twos = p.stable_ones[seat], p.stable_twos[seat]
    loved = specials_in(ones, twos) >= LOVE
    if action == COUNT:
        if loved:
            return Said("because.loved")
        return Said("because.keeps_f10") if p.held[seat] & BIT[F10] != 0 else None
    spared = [int(flies_in(ones & kinds, twos & kinds)) for kinds in IGNORED]
    mine = spared[action - IGNORE]
    if loved or mine == 0 or mine < max(spared):
        return None
    return Said("because.ignores", {"n": mine})
