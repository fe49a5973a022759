"""Planted faults in Super Miaou."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from faults import Planted
from tablee.core.contract import Actions, State, Table
from tablee.games.super_miaou import rules, views
from tablee.games.super_miaou.actions import CARD_NAMES, CAT, EMPTY, KINDS, MOUSE, SHIELD, THROW, VERBS
from tablee.games.super_miaou.events import TurnedUp
from tablee.games.super_miaou.piles import ONE, cards
from tablee.games.super_miaou.position import Position
from tablee.games.super_miaou.rules import SuperMiaou
from tablee.games.super_miaou.views import FACE_DOWN, Place

Method = Callable[..., Any]


def throws_shields(original: Method) -> Method:
    """Against SM-19: `legal` lets a shield be thrown away."""

    def legal(self: SuperMiaou, seat: int, out: Actions) -> None:
        found = Actions(VERBS.size)
        original(self, seat, found)
        hand = (self.hands[2 * seat], self.hands[2 * seat + 1])
        shields = {int(THROW + kind) for kind in hand if SHIELD <= kind < KINDS}
        for action in sorted({*found.to_list(), *(shields if found.n else ())}):
            out.add(action)

    return legal


def wants_the_exact_price(original: Method) -> Method:
    """Against SM-13: `refusal` knows no overpaying."""

    def refusal(self: SuperMiaou, seat: int, action: int) -> str | None:
        found: str | None = original(self, seat, action)
        if found is None and action < THROW and action != CAT:
            return None if self.purse(seat) == self.prices[action] else "SM-12"
        return found

    return refusal


def eats_the_mouse(original: Method) -> Method:
    """Against SM-22 and ALL-5: a used Mouse does not return to the market."""

    def steal(self: SuperMiaou, seat: int, other: int, position: int, table: Table) -> None:
        original(self, seat, other, position, table)
        self.market -= ONE[MOUSE]

    return steal


def washes_twice(original: Method) -> Method:
    """Against SM-27 and ALL-5: the washing machine is shuffled and stays full too."""

    def shuffle(self: SuperMiaou, seat: int, table: Table) -> None:
        before = self.machines[seat]
        original(self, seat, table)
        self.machines[seat] = before

    return shuffle


def forgets_what_is_left(original: Method) -> Method:
    """A copy loses which face-down cards everybody can tell."""

    def set_from(self: Position, other: State) -> None:
        original(self, other)
        self.leftover = 0

    return set_from


def looks_at_the_hand(original: Method) -> Method:
    """Against SM-7: a seat's own face-down hand shows in its place."""

    def place_of(position: Position, seat: int) -> Place:
        place: Place = original(position, seat)
        kinds = [position.hands[2 * seat], position.hands[2 * seat + 1]]
        faces = [
            CARD_NAMES[kind] if face == FACE_DOWN else face
            for kind, face in zip(kinds, place.hand, strict=True)
        ]
        return place._replace(hand=tuple(faces))

    return place_of


def counts_the_backpack_alone(original: Method) -> Method:
    """Against SM-7: what is unseen leaves out the hand, and so tells it."""

    def place_of(position: Position, seat: int) -> Place:
        place: Place = original(position, seat)
        return place._replace(unseen=cards(position.backpacks[seat]))

    return place_of


def forgets_the_leftover(original: Method) -> Method:
    """Against SM-27: a view does not remember the card that was left."""

    def place_of(position: Position, seat: int) -> Place:
        place: Place = original(position, seat)
        return place._replace(leftover=("", ""))

    return place_of


def tells_what_is_drawn(original: Method) -> Method:
    """Against SM-7: the cards that are drawn face down are said aloud."""

    def draw_hand(self: SuperMiaou, seat: int, table: Table) -> None:
        original(self, seat, table)
        if table.heard:
            table.tell(TurnedUp(int(seat), self.hand_names(seat)))

    return draw_hand


def draws_kinds_not_cards(original: Method) -> Method:
    """Imagined cards are drawn as if each kind were there once."""

    def redraw(position: Position, table: Table) -> None:
        places = [place for place in range(2 * position.seats) if position.hidden(place)]
        for place in places:
            position.backpacks[place // 2] += ONE[position.hands[place]]
        for place in places:
            kinds = sorted(set(cards(position.backpacks[place // 2])), key=CARD_NAMES.index)
            kind = CARD_NAMES.index(kinds[table.below(len(kinds))])
            position.hands[place] = kind
            position.backpacks[place // 2] -= ONE[kind]

    return redraw


def keeps_the_right_card(original: Method) -> Method:
    """Only the left cards of the hands are imagined anew."""

    def redraw(position: Position, table: Table) -> None:
        right = [place for place in range(1, 2 * position.seats, 2) if position.hidden(place)]
        kept = [position.hands[place] for place in right]
        for place in right:
            position.hands[place] = EMPTY
        original(position, table)
        for place, kind in zip(right, kept, strict=True):
            position.hands[place] = kind

    return redraw


def redraws_shown_cards(original: Method) -> Method:
    """Against SM-24: an imagined world moves a shield that lies open, or a leftover."""

    def redraw(position: Position, table: Table) -> None:
        shown, leftover = position.shown, position.leftover
        position.shown = position.leftover = 0
        original(position, table)
        position.shown, position.leftover = shown, leftover

    return redraw


FAULTS: list[Planted] = [
    Planted("throws-shields", "rules", SuperMiaou, "legal", throws_shields),
    Planted("wants-the-exact-price", "rules", SuperMiaou, "refusal", wants_the_exact_price),
    Planted("eats-the-mouse", "rules", SuperMiaou, "steal", eats_the_mouse),
    Planted("washes-twice", "rules", SuperMiaou, "shuffle", washes_twice),
    Planted("forgets-what-is-left", "rules", Position, "set_from", forgets_what_is_left),
    Planted("looks-at-the-hand", "view", views, "place_of", looks_at_the_hand),
    Planted("counts-the-backpack-alone", "view", views, "place_of", counts_the_backpack_alone),
    Planted("forgets-the-leftover", "view", views, "place_of", forgets_the_leftover),
    Planted("tells-what-is-drawn", "events", SuperMiaou, "draw_hand", tells_what_is_drawn),
    Planted("draws-kinds-not-cards", "imagine", rules, "redraw", draws_kinds_not_cards),
    Planted("keeps-the-right-card", "imagine", rules, "redraw", keeps_the_right_card),
    Planted("redraws-shown-cards", "imagine", rules, "redraw", redraws_shown_cards),
]
