"""Scenes for the tests of Super Miaou: cards laid before a seat, and questions to a match."""

from __future__ import annotations

from collections.abc import Sequence

from tablee.core.bits import BIT
from tablee.core.contract import Event
from tablee.core.match import Match
from tablee.core.tables import SeededTable
from tablee.games.super_miaou import GAME
from tablee.games.super_miaou.actions import CARD_NAMES, EMPTY
from tablee.games.super_miaou.piles import pile_of
from tablee.games.super_miaou.rules import SuperMiaou
from tablee.games.super_miaou.views import SuperMiaouView


def new_match(seats: int = 2, seed: int = 7, **options: object) -> Match:
    return Match(GAME, seats, {"first": 0, **options}, SeededTable(seed))


def state_of(match: Match) -> SuperMiaou:
    assert isinstance(match.state, SuperMiaou)
    return match.state


def view_of(match: Match, seat: int | None = 0) -> SuperMiaouView:
    view = match.view(seat)
    assert isinstance(view, SuperMiaouView)
    return view


def lay(
    match: Match,
    seat: int,
    hand: Sequence[str],
    backpack: Sequence[str] = (),
    machine: Sequence[str] = (),
) -> None:
    """Put these cards before a seat; the hand lies face up if it is the seat's turn."""
    state = state_of(match)
    for position in range(2):
        place = 2 * seat + position
        held = position < len(hand)
        state.hands[place] = CARD_NAMES.index(hand[position]) if held else EMPTY
        state.shown &= ~BIT[place]
        state.leftover &= ~BIT[place]
        if held and state.acting & BIT[seat]:
            state.shown |= BIT[place]
    state.backpacks[seat] = pile_of(backpack)
    state.machines[seat] = pile_of(machine)


def options_of(match: Match, seat: int = 0) -> set[str]:
    return {match.text(action) for action in match.legal(seat)}


def why(match: Match, action: str, seat: int = 0) -> str:
    refusal = match.refusal(seat, action)
    assert refusal is not None
    return refusal.rule


def stock(match: Match) -> dict[str, int]:
    return {offer.card: offer.left for offer in view_of(match).market}


def heard(match: Match, *events: Event, audience: int | None = None) -> bool:
    """Whether these very events were heard, one right after the other."""
    every = [repr(event) for event in match.events(audience)]
    wanted = [repr(event) for event in events]
    return any(every[i : i + len(wanted)] == wanted for i in range(len(every)))
