"""What a seat of Super Miaou knows, and the worlds that it allows."""

from __future__ import annotations

from typing import NamedTuple

from mypy_extensions import i64

from tablee.core.bits import BIT
from tablee.core.contract import Table
from tablee.games.super_miaou.actions import (
    CARD_NAMES,
    CAT,
    COLOUR_NAMES,
    EMPTY,
    FOR_SALE,
    FOR_SALE_NAMES,
    HAND,
    KINDS,
    MOUSE,
)
from tablee.games.super_miaou.piles import ONE, cards, kind_at, pile_of, size
from tablee.games.super_miaou.position import NOBODY, Position

# What a view says of a place in a hand that shows no card.
FACE_DOWN = "back"
NO_CARD = "empty"


class Offer(NamedTuple):
    """A stack of the market or the bank."""

    card: str
    left: int
    price: int
    pay: str  # coins or food (SM-14)


class Worth(NamedTuple):
    """What a card of a hand pays."""

    card: str
    coins: int
    food: int


class Place(NamedTuple):
    """What lies before one seat, as everybody knows it."""

    colour: str
    hand: tuple[str, ...]  # by position: a card that lies face up, `back` or `empty`
    # By position: a face-down card that everybody can tell, because it was drawn before the washing
    # machine was shuffled; else "".
    leftover: tuple[str, ...]
    backpack: int
    unseen: tuple[str, ...]  # the backpack and the other face-down cards, together
    machine: tuple[str, ...]


class SuperMiaouView(NamedTuple):
    """What one seat knows: just what everybody knows (SM-7)."""

    seat: int
    actors: tuple[int, ...]
    phase: str
    options: tuple[tuple[str, object], ...]
    first: int
    round: int
    max_rounds: int
    market: tuple[Offer, ...]
    worth: tuple[Worth, ...]
    coins: int  # that the hand of the seat that acts can pay
    food: int
    places: tuple[Place, ...]
    binned: tuple[str, ...]
    winner: int | None  # has the Super Miaou card


def view_of(position: Position, seat: i64) -> SuperMiaouView:
    actors = position.actors()
    offers = [kind for kind in range(FOR_SALE) if position.mice or kind != MOUSE]
    return SuperMiaouView(
        seat=int(seat),
        actors=tuple(actors),
        phase="turn" if actors else "over",
        options=position.options.pairs,
        first=int(position.first),
        round=int(position.round),
        max_rounds=int(position.max_rounds),
        market=tuple(offer_of(position, kind) for kind in offers),
        worth=tuple(worth_of(position, kind) for kind in range(KINDS)),
        coins=int(position.purse(actors[0])) if actors else 0,
        food=int(position.bowl(actors[0])) if actors else 0,
        places=tuple(place_of(position, each) for each in range(position.seats)),
        binned=cards(position.binned),
        winner=None if position.winner == NOBODY else int(position.winner),
    )


def offer_of(position: Position, kind: i64) -> Offer:
    card = FOR_SALE_NAMES[kind]
    left = int(position.market // ONE[kind] & 15)
    return Offer(card, left, int(position.prices[kind]), "food" if kind == CAT else "coins")


def worth_of(position: Position, kind: i64) -> Worth:
    return Worth(CARD_NAMES[kind], int(position.coins[kind]), int(position.food[kind]))


def place_of(position: Position, seat: i64) -> Place:
    hand: list[str] = []
    leftover: list[str] = []
    unseen = position.backpacks[seat]
    for place in range(2 * seat, 2 * seat + HAND):
        kind = position.hands[place]
        if kind == EMPTY:
            hand.append(NO_CARD)
        else:
            hand.append(CARD_NAMES[kind] if position.shown & BIT[place] != 0 else FACE_DOWN)
        leftover.append(CARD_NAMES[kind] if position.leftover & BIT[place] != 0 else "")
        if position.hidden(place):
            unseen += ONE[kind]
    return Place(
        colour=COLOUR_NAMES[seat],
        hand=tuple(hand),
        leftover=tuple(leftover),
        backpack=int(size(position.backpacks[seat])),
        unseen=cards(unseen),
        machine=cards(position.machines[seat]),
    )


def recall(position: Position, view: SuperMiaouView) -> None:
    """Fill a new position with all that a view tells; hidden cards are the first that are unseen."""
    for actor in view.actors:
        position.acting |= BIT[actor]
    for offer in view.market:
        position.market += offer.left * ONE[CARD_NAMES.index(offer.card)]
    position.binned = pile_of(view.binned)
    position.first = view.first
    position.round = view.round
    position.winner = NOBODY if view.winner is None else view.winner
    for seat, place in enumerate(view.places):
        position.machines[seat] = pile_of(place.machine)
        position.backpacks[seat] = pile_of(place.unseen)
        for at in range(HAND):
            recall_card(position, seat, 2 * seat + at, place.hand[at], place.leftover[at])


def recall_card(position: Position, seat: i64, place: i64, face: str, leftover: str) -> None:
    if face == NO_CARD:
        return
    if face != FACE_DOWN:
        position.hands[place] = CARD_NAMES.index(face)
        position.shown |= BIT[place]
    elif leftover:
        position.hands[place] = CARD_NAMES.index(leftover)
        position.leftover |= BIT[place]
    else:
        position.hands[place] = kind_at(position.backpacks[seat], 0)
        position.backpacks[seat] -= ONE[position.hands[place]]


def redraw(position: Position, table: Table) -> None:
    """Put what nobody can tell back into the backpacks, and draw it again."""
    for place in range(HAND * position.seats):
        if position.hidden(place):
            position.backpacks[place // HAND] += ONE[position.hands[place]]
    for place in range(HAND * position.seats):
        if position.hidden(place):
            position.hands[place] = position.take(place // HAND, table)
