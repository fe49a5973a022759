"""Planted faults in Push 'em up!."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from faults import Planted
from tablee.core.contract import Actions, Table
from tablee.games.push_em_up import rules, views
from tablee.games.push_em_up.actions import KINDS, VALUES
from tablee.games.push_em_up.events import Discarded, Drew, Picked
from tablee.games.push_em_up.position import Position
from tablee.games.push_em_up.rules import PushEmUp
from tablee.games.push_em_up.views import PushEmUpView

Function = Callable[..., Any]


def covers_own(original: Function) -> Function:
    def find_fits(state: PushEmUp, seat: int) -> None:
        """Against PU-9: one's own last card may be covered."""
        original(state, seat)
        for c in range(state.columns):
            state.fits[state.last(c) % VALUES] |= 1 << c

    return find_fits


def flat_ring(original: Function) -> Function:
    def find_fits(state: PushEmUp, seat: int) -> None:
        """Against PU-7: 9 and 0 are no neighbours."""
        original(state, seat)
        for c in range(state.columns):
            if state.last(c) % VALUES == 9:
                state.fits[0] &= ~(1 << c)

    return find_fits


def turning_runs(original: Function) -> Function:
    def run_step(state: PushEmUp, seat: int, low: int, column: int) -> int:
        """Against PU-13: a run goes on its middle value."""
        if (state.last(column) % VALUES - low) % VALUES == 1:
            return 1
        return int(original(state, seat, low, column))

    return run_step


def pushes_alone(original: Function) -> Function:
    def why_not(position: Position, seat: int, action: int) -> str | None:
        """Against PU-14: a column of one card may be pushed, says the book."""
        found = original(position, seat, action)
        return None if found == "PU-14" else found

    return why_not


def lost_cards(original: Function) -> Function:
    def eliminate(position: Position, column: int, at: int) -> int:
        """Against ALL-5: an eliminated hero vanishes."""
        hero = int(original(position, column, at))
        position.out[hero // VALUES * KINDS + hero % VALUES] -= 1
        return hero

    return eliminate


def no_end(original: Function) -> Function:
    def end_turn(state: PushEmUp, seat: int, table: Table) -> None:
        """Against PU-18: play goes on when a seat has no card left."""
        state.refill(seat, table)
        state.acting = 1 << (seat + 1) % state.seats

    return end_turn


def hasty_picks(original: Function) -> Function:
    def pick(state: PushEmUp, seat: int, value: int, table: Table) -> None:
        """Against PU-4: who picks last has picked for good, so the order of secret picks matters."""
        state.first = seat
        original(state, seat, value, table)

    return pick


def open_hands(original: Function) -> Function:
    def view_of(position: Position, seat: int) -> PushEmUpView:
        """Against PU-5: everybody sees the left neighbour's hand."""
        view: PushEmUpView = original(position, seat)
        hands = list(view.hands)
        left = (seat + 1) % len(hands)
        hands[left] = views.words(position.hands, left)
        return view._replace(hands=tuple(hands))

    return view_of


def open_picks(original: Function) -> Function:
    def view_of(position: Position, seat: int) -> PushEmUpView:
        """Against PU-4: the others' piles betray what they have picked."""
        view: PushEmUpView = original(position, seat)
        if view.phase != "pick":
            return view
        seats = range(len(view.teams))
        return view._replace(unseen=tuple(views.words(position.piles, s) for s in seats))

    return view_of


def loud_draws(original: Function) -> Function:
    def refill(state: PushEmUp, seat: int, table: Table) -> None:
        """Against PU-5: all hear what is drawn."""
        before = views.words(state.hands, seat)
        original(state, seat, table)
        if table.heard and views.words(state.hands, seat) != before:
            table.tell(Drew(int(seat), views.words(state.hands, seat)))

    return refill


def loud_picks(original: Function) -> Function:
    def pick(state: PushEmUp, seat: int, value: int, table: Table) -> None:
        """Against PU-4: all hear what the seat has picked so far."""
        if table.heard:
            for hero in views.words(state.picked, seat):
                table.tell(Picked(int(seat), hero))
        original(state, seat, value, table)

    return pick


def telling_discards(original: Function) -> Function:
    def discard(state: PushEmUp, seat: int, kind: int, table: Table) -> None:
        """Against ALL-6: a discard is told with a card that stays in the hand."""
        original(state, seat, kind, table)
        if table.heard:
            for card in views.words(state.hands, seat):
                table.tell(Discarded(int(seat), card))

    return discard


def same_hands(original: Function) -> Function:
    def draw_again(position: Position, seat: int, table: Table) -> None:
        """Imagined hands are the lowest cards, not random ones."""
        size = int(position.hand_sizes[seat])
        original(position, seat, table)
        for k in range(KINDS):
            i = seat * KINDS + k
            position.piles[i] += position.hands[i]
            position.hands[i] = 0
        views.move(position.piles, position.hands, seat, size)

    return draw_again


def free_hands(original: Function) -> Function:
    def reimagine_for(position: Position, seat: int, table: Table) -> None:
        """A seat imagines its own hand, too."""
        original(position, seat, table)
        if seat >= 0 and not position.picking():
            views.draw_again(position, seat, table)

    return reimagine_for


def short_hands(original: Function) -> Function:
    def draw_again(position: Position, seat: int, table: Table) -> None:
        """Imagined hands lose a card to the pile."""
        original(position, seat, table)
        k = next(k for k in range(KINDS) if position.hands[seat * KINDS + k] > 0)
        position.hands[seat * KINDS + k] -= 1
        position.piles[seat * KINDS + k] += 1
        position.derive()

    return draw_again


def no_discard(original: Function) -> Function:
    def legal(state: PushEmUp, seat: int, out: Actions) -> None:
        """Against PU-16: a Push may not be discarded."""
        original(state, seat, out)
        kept = [action for action in out.to_list() if action != rules.DISCARD + rules.PUSH_CARD]
        out.n = 0
        for action in kept:
            out.add(action)

    return legal


FAULTS = [
    Planted("own cards may be covered", "rules", PushEmUp, "find_fits", covers_own),
    Planted("0 does not follow 9", "rules", PushEmUp, "find_fits", flat_ring),
    Planted("runs turn around", "rules", PushEmUp, "run_step", turning_runs),
    Planted("single cards may be pushed", "rules", rules, "why_not", pushes_alone),
    Planted("a Push may not be discarded", "rules", PushEmUp, "legal", no_discard),
    Planted("eliminated heroes vanish", "rules", Position, "eliminate", lost_cards),
    Planted("no end without cards", "rules", PushEmUp, "end_turn", no_end),
    Planted("the last to pick starts", "rules", PushEmUp, "pick", hasty_picks),
    Planted("a neighbour's hand is shown", "view", rules, "view_of", open_hands),
    Planted("secret picks can be told from the pile", "view", rules, "view_of", open_picks),
    Planted("draws are told to all", "events", PushEmUp, "refill", loud_draws),
    Planted("picks are told to all", "events", PushEmUp, "pick", loud_picks),
    Planted("a discard tells the hand", "events", PushEmUp, "discard", telling_discards),
    Planted("imagined hands are always the same", "imagine", views, "draw_again", same_hands),
    Planted("one's own hand is imagined", "imagine", rules, "reimagine_for", free_hands),
    Planted("imagined hands are short", "imagine", views, "draw_again", short_hands),
]
