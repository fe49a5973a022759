"""What bots make of Super Miaou: how many turns a seat is from a Cat and a Cape in one hand."""

from __future__ import annotations

from math import exp
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tablee.core.bits import lowest
from tablee.core.contract import WIN, Actions, Table, prizes
from tablee.games.super_miaou.actions import (
    BUY,
    CAPE,
    CAT,
    FOOD,
    GOLD,
    HAND,
    MOUSE,
    PASS,
    SHIELD,
    SILVER,
    START,
    STEAL,
    THROW,
)
from tablee.games.super_miaou.piles import ONE, size
from tablee.games.super_miaou.position import Position

NEVER: Final = 40.0  # turns to something that the cards of a seat cannot pay
SOON: Final = 3.0  # turns for which it is not worth buying a coin first
COINS_AHEAD: Final[i64] = 3  # coin cards that a plan buys before what it wants
HASTE: Final = 0.4  # rounds added to everybody's time: how much luck there is left
MEMORY: Final = 2039
SLOTS: Final[i64] = MEMORY
WORST: Final = 15.0  # turns that the loss of one card counts for at most
IN_STOCK: Final = 0.08  # share of that loss to fear while Mice are for sale
IN_PACK: Final = 0.25  # and for each Mouse that an opponent owns
PREY: Final = 0.35  # share of a victim's loss that a first Mouse is worth
WHIM: Final = 0.04  # instinct takes what looks worse by so many times 0, 1 … WHIMS − 1 for as good
WHIMS: Final[i64] = 6


def instinct(position: Position, seat: i64, legal: Actions, table: Table) -> i64:
    """About the action after which the cards of the seat need the fewest turns to win.

    Never one that ruins the seat: who has thrown away all coins passes for the rest of the match.
    """
    if legal.n == 1:
        return legal.at[0]
    pile = owned(position, seat)
    fear = danger(position, seat)
    best = legal.at[0]
    fewest = 1.0e9
    for i in range(legal.n):
        action = legal.at[i]
        after = pile
        gain = 0.0
        if action < THROW:
            after += ONE[action - BUY]
            if action == BUY + MOUSE:
                gain = prey(position, seat) / float(1 + ((pile >> 8) & 15))
        elif action < STEAL:
            after -= ONE[action - THROW]
        elif action < PASS:
            after -= ONE[MOUSE]
            gain = theft(position, after, action - STEAL)
        turns = turns_to_win(position, after)
        if fear > 0.0:
            turns += fear * loss(position, after)
        turns = (turns - gain) * (1.0 + WHIM * float(table.below(WHIMS)))
        if turns < fewest:
            fewest = turns
            best = action
    return best


def prospects(position: Position, out: vec[float]) -> None:
    """What came out, or else by everybody's time to win: who is twice as quick wins far more often."""
    seats = position.seats
    scores = position.scores
    if position.acting == 0:
        for seat in range(seats):
            scores[seat] = 1 if seat == position.winner else 0
        prizes(scores, seats, out)
        return
    total = 0.0
    for seat in range(seats):
        time = rounds_to_win(position, seat) + HASTE
        out[seat] = 1.0 / (time * time)
        total += out[seat]
    # SM-30: how likely somebody wins before the last round is over.
    left = float(position.max_rounds - position.round) + 0.5
    decided = 1.0 - exp(-left * total)
    others = float(seats - 1)
    lost = (1.0 - WIN) * 0.5 * (others - 1.0) / others
    drawn = WIN / float(seats) + (1.0 - WIN) * 0.5
    for seat in range(seats):
        out[seat] = decided * (lost + (1.0 - lost) * out[seat] / total) + (1.0 - decided) * drawn


# -- time -------------------------------------------------------------------------------------------


def owned(position: Position, seat: i64) -> i64:
    """All cards of a seat as one pile: no secret, since only their order is hidden."""
    pile = position.backpacks[seat] + position.machines[seat]
    return pile + ONE[position.hands[2 * seat]] + ONE[position.hands[2 * seat + 1]]


def rounds_to_win(position: Position, seat: i64) -> float:
    """Rounds until a seat wins, from now, with what everybody knows of its next hand."""
    pile = owned(position, seat)
    turns = turns_to_win(position, pile)
    fear = danger(position, seat)
    if fear > 0.0:
        turns += fear * loss(position, pile)
    usual = chance(pile)
    now = lowest(position.acting)
    wait = float((seat - now + position.seats) % position.seats) / float(position.seats)
    if usual == 0.0:
        return wait + turns - 1.0
    next_hand = 0.0 if seat == now else chance_of_hand(position, seat)
    if usual >= 1.0:
        return wait + (1.0 - next_hand) * turns
    return wait + (1.0 - next_hand) * (turns - 1.0) / (1.0 - usual)


def chance(pile: i64) -> float:
    """The chance that two cards of a pile are a Cat and a Cape."""
    n = size(pile)
    if n < 2:
        return 0.0
    return float(((pile >> 16) & 15) * ((pile >> 20) & 15)) / pairs(n)


def chance_of_hand(position: Position, seat: i64) -> float:
    """The chance that a face-down hand is a Cat and a Cape, for all that anybody can tell."""
    left, right = 2 * seat, 2 * seat + 1
    pile = unseen(position, seat)
    if position.hidden(left):
        if position.hidden(right):
            return chance(pile)
        return chance_beside(position.hands[right], pile)
    if position.hidden(right):
        return chance_beside(position.hands[left], pile)
    one, two = position.hands[left], position.hands[right]
    return 1.0 if (one == CAT and two == CAPE) or (one == CAPE and two == CAT) else 0.0


def chance_beside(known: i64, pile: i64) -> float:
    """The chance that a card out of a pile and a known one are a Cat and a Cape."""
    if known == CAT:
        return float((pile >> 20) & 15) / float(size(pile))
    if known == CAPE:
        return float((pile >> 16) & 15) / float(size(pile))
    return 0.0


def unseen(position: Position, seat: i64) -> i64:
    """The backpack and the face-down cards that nobody can tell from it."""
    pile = position.backpacks[seat]
    for place in range(2 * seat, 2 * seat + HAND):
        if position.hidden(place):
            pile += ONE[position.hands[place]]
    return pile


def turns_to_win(position: Position, pile: i64) -> float:
    """Turns from cards like these to a win; calculated once and looked up from then on."""
    if len(position.known) == 0:
        position.known = vec[i64]([0] * MEMORY)
        position.turns = vec[float]([0.0] * MEMORY)
    # All that the turns depend on: the cards, and whether there are coins to buy.
    key = 4 * pile
    if position.market & 0xF != 0:
        key += 1
    if position.market & 0xF0 != 0:
        key += 2
    at = key % SLOTS
    if position.known[at] != key:
        position.known[at] = key
        position.turns[at] = calculated_turns(position, pile)
    return position.turns[at]


def calculated_turns(position: Position, pile: i64) -> float:
    """To a Cape, to a Cat, then until the two meet."""
    n = size(pile)
    cats, capes = (pile >> 16) & 15, (pile >> 20) & 15
    turns = 0.0
    if capes == 0:
        turns += turns_to_pay(position, pile, n, position.prices[CAPE], COINS_AHEAD)
        capes = 1
        n += 1
    if cats == 0:
        turns += turns_to_cat(position, pile, n)
        cats = 1
        n += 1
    return turns + turns_to_meet(cats, capes, n, size((pile >> 40) & 0xFFFF))


def turns_to_cat(position: Position, pile: i64, n: i64) -> float:
    """Turns to a hand that pays a Cat, buying Cat food first where there is too little."""
    if position.prices[CAT] == 0:
        return 1.0
    foods = (pile >> 12) & 15
    needed: i64 = 1 if position.food[FOOD] >= position.prices[CAT] else 2
    turns = 0.0
    if foods < needed:
        more = needed - foods
        turns = float(more) * turns_to_pay(position, pile, n, position.prices[FOOD], COINS_AHEAD)
        foods = needed
        n += more
    if needed == 1:
        return turns + pairs(n) / (pairs(n) - pairs(n - foods))
    return turns + pairs(n) / pairs(foods)


def turns_to_pay(position: Position, pile: i64, n: i64, price: i64, coins_ahead: i64) -> float:
    """Turns to a hand that pays a price in coins, with more coin cards first if that is quicker."""
    every = pairs(n)
    paying = pairs_that_pay(position, pile, n, price)
    turns = every / paying if paying > 0.0 else NEVER
    if turns <= SOON or coins_ahead == 0:
        return turns
    for coin in range(SILVER, GOLD + 1):
        if position.market & (15 * ONE[coin]) != 0:
            paying = pairs_that_pay(position, pile, n, position.prices[coin])
            if paying > 0.0 and every / paying < turns:
                with_coin = turns_to_pay(position, pile + ONE[coin], n + 1, price, coins_ahead - 1)
                turns = min(turns, every / paying + with_coin)
    return turns


def turns_to_meet(cats: i64, capes: i64, n: i64, shields: i64) -> float:
    """Turns until a Cat and a Cape lie in one hand, if all else is thrown away as it turns up."""
    core = cats + capes + shields
    good = float(cats * capes)
    turns = max(pairs(core) / good, 1.0)
    kept = pairs(core)
    for left in range(core + 1, n + 1):
        every = pairs(left)
        win = good / every
        stay = kept / every - win if kept > good else 0.0  # neither a win nor anything to throw
        turns = (1.0 + (1.0 - win - stay) * turns) / (1.0 - stay)
    return turns


def pairs(n: i64) -> float:
    return float(n * (n - 1)) * 0.5


def pairs_that_pay(position: Position, pile: i64, n: i64, price: i64) -> float:
    """How many pairs of cards are worth a price in coins."""
    if price == 0:
        return pairs(n)
    coins, held, worth = position.coins, position.held, position.worth
    held[0] = pile & 15
    held[1] = (pile >> 4) & 15
    held[2] = size((pile >> 24) & 0xFFFF)
    held[3] = size((pile >> 40) & 0xFFFF)
    held[4] = n - held[0] - held[1] - held[2] - held[3]
    worth[0] = coins[SILVER]
    worth[1] = coins[GOLD]
    worth[2] = coins[START]
    worth[3] = coins[SHIELD]
    found = 0.0
    for one in range(5):
        many = held[one]
        if many > 0:
            if 2 * worth[one] >= price:
                found += pairs(many)
            for two in range(one):
                if worth[one] + worth[two] >= price:
                    found += float(many * held[two])
    return found


# -- mice -------------------------------------------------------------------------------------------


def danger(position: Position, seat: i64) -> float:
    """How much a seat has to fear for its cards."""
    if not position.mice:
        return 0.0
    mice = IN_STOCK
    for other in range(position.seats):
        if other != seat:
            mice += IN_PACK * float((owned(position, other) >> 8) & 15)
    return mice


def loss(position: Position, pile: i64) -> float:
    """The turns that a Mouse costs on average that takes any card of a pile; shields cannot go."""
    now = turns_to_win(position, pile)
    n = size(pile)
    lost = 0.0
    for kind in range(SHIELD):
        many = (pile // ONE[kind]) & 15
        if many > 0:
            lost += float(many) * min(turns_to_win(position, pile - ONE[kind]) - now, WORST)
    return lost / float(n) if n > 0 else 0.0


def prey(position: Position, seat: i64) -> float:
    """The turns that owning a Mouse is worth: a share of what it can cost the likeliest victim."""
    most = 0.0
    for other in range(position.seats):
        if other != seat:
            most = max(most, loss(position, owned(position, other)))
    return PREY * most / float(position.seats - 1)


def theft(position: Position, pile: i64, place: i64) -> float:
    """The turns that the card in a place gains a seat with this pile, and costs its victim."""
    victim = place // HAND
    theirs = owned(position, victim)
    share = 1.0 / float(position.seats - 1)
    if not position.hidden(place):
        kind = position.hands[place]
        return worth_of(position, pile, theirs, kind, share) if kind < SHIELD else 0.0
    hidden = unseen(position, victim)
    gain = 0.0
    for kind in range(SHIELD):
        many = (hidden // ONE[kind]) & 15
        if many > 0:
            gain += float(many) * worth_of(position, pile, theirs, kind, share)
    return gain / float(size(hidden))


def worth_of(position: Position, mine: i64, theirs: i64, kind: i64, share: float) -> float:
    """The turns by which one card that changes hands brings its new owner ahead."""
    gain = turns_to_win(position, mine) - turns_to_win(position, mine + ONE[kind])
    cost = turns_to_win(position, theirs - ONE[kind]) - turns_to_win(position, theirs)
    return min(gain, WORST) + share * min(cost, WORST)
