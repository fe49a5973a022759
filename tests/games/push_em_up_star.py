"""Positions of Push 'em up! for tests, written as text."""

from __future__ import annotations

from collections.abc import Sequence

from tablee.core.bits import BIT
from tablee.core.match import Match
from tablee.core.tables import LabTable, SeededTable
from tablee.games.push_em_up import GAME
from tablee.games.push_em_up.actions import CARD_NAMES, KINDS
from tablee.games.push_em_up.rules import PushEmUp

OWNERS = "rpgb"


def star(
    columns: Sequence[str],
    hands: Sequence[str],
    *,
    seats: int = 2,
    turn: int = 0,
    spent: Sequence[int] = (),
    **options: object,
) -> Match:
    """A match in the middle: columns like "p9 r0", hands like "0 1 push"; the rest is in the piles.

    Columns that are not given hold one hero each, hands that are not given are drawn from the pile;
    the piles of `spent` seats are out of play.
    """
    match = Match(GAME, seats, options, SeededTable(7))
    state = match.state
    assert isinstance(state, PushEmUp)
    for c, cards in enumerate(columns):
        for card in cards.split():
            owner, value = OWNERS.index(card[0]), int(card[1])
            take(state, owner, value)
            state.lay(owner, value, c)
    for seat, cards in enumerate(hands):
        for card in cards.split():
            take(state, seat, CARD_NAMES.index(card))
            state.hands[seat * KINDS + CARD_NAMES.index(card)] += 1
    for c in range(len(columns), state.columns):
        owner = c % seats
        value = next(v for v in range(5, 10) if state.piles[owner * KINDS + v] > 0)
        take(state, owner, value)
        state.lay(owner, value, c)
    state.derive()
    for seat in range(seats):
        if seat in spent:
            for k in range(KINDS):
                i = seat * KINDS + k
                state.out[i] += state.piles[i]
                state.piles[i] = 0
        elif seat >= len(hands):
            for _ in range(3):
                state.draw_card(seat, LabTable(seat))
    state.derive()
    state.acting = BIT[turn]
    return match


def take(state: PushEmUp, seat: int, kind: int) -> None:
    assert state.piles[seat * KINDS + kind] > 0, f"seat {seat} has no {CARD_NAMES[kind]} left"
    state.piles[seat * KINDS + kind] -= 1


def play_out(match: Match, seed: int) -> None:
    """Random moves to the end."""
    luck = LabTable(seed)
    while match.actors():
        seat = match.actors()[luck.below(len(match.actors()))]
        actions = match.legal(seat)
        match.play(seat, actions[luck.below(len(actions))])
