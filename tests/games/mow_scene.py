"""Scenes of MOW: matches whose cows and farmers lie where a test wants them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tablee.core.bits import BIT
from tablee.core.match import Match
from tablee.core.tables import LabTable
from tablee.games.mow import GAME
from tablee.games.mow.actions import COW_NAMES, FARMER_NAMES
from tablee.games.mow.position import PLAYING, SWAPPING, put
from tablee.games.mow.rounds import begin_turn
from tablee.games.mow.rules import Mow
from tablee.games.mow.views import MowView


def truth(match: Match) -> Mow:
    assert isinstance(match.state, Mow)
    return match.state


def look(match: Match, seat: int | None) -> MowView:
    view = match.view(seat)
    assert isinstance(view, MowView)
    return view


def scene(
    hands: Sequence[str],
    herd: str | Sequence[str] = "",
    *,
    options: Mapping[str, object] | None = None,
    pile: int | str | None = None,
    stables: Mapping[int, str] | None = None,
    farmers: Mapping[int, str] | None = None,
    totals: Sequence[int] = (),
    turn: int = 0,
    round_number: int = 1,
    swapping: bool = False,
    seed: int = 1,
) -> Match:
    """A match in which seat `turn` is to play. The cows that are not named form the pile, or, if `pile`
    says how many or which, lie openly discarded."""
    match = Match(GAME, len(hands), options or {}, LabTable(seed))
    state = truth(match)
    state.gather()
    for s, hand in enumerate(hands):
        state.hand_ones[s] = state.hand_twos[s] = 0
        for name in hand.split():
            put(state.hand_ones, state.hand_twos, s, fetch(state, name))
    for h, row in enumerate([herd] if isinstance(herd, str) else herd):
        for name in row.split():
            put(state.herd_ones, state.herd_twos, h, fetch(state, name))
    for s, stable in (stables or {}).items():
        for name in stable.split():
            put(state.stable_ones, state.stable_twos, s, fetch(state, name))
    if isinstance(pile, str):
        kept = [fetch(state, name) for name in pile.split()]
        while state.left > 0:
            put(state.open_ones, state.open_twos, 0, state.take_cow(0))
        for cow in kept:
            state.return_cow(cow)
    elif pile is not None:
        while state.left > pile:
            put(state.open_ones, state.open_twos, 0, state.take_cow(state.left - 1))
    for s, names in (farmers or {}).items():
        for name in names.split():
            state.held[s] |= BIT[FARMER_NAMES.index(name)]
            state.barn ^= BIT[FARMER_NAMES.index(name)]
    for s, total in enumerate(totals):
        state.totals[s] = total
    state.rounds = round_number
    begin_turn(state, turn)
    state.stage = SWAPPING if swapping else PLAYING
    state.derive()
    return match


def fetch(state: Mow, name: str) -> int:
    cow = COW_NAMES.index(name)
    at = next(i for i in range(state.left) if state.pile[i] == cow)
    return int(state.take_cow(at))


def legal(match: Match, seat: int) -> list[str]:
    return [match.text(action) for action in match.legal(seat)]


def why(match: Match, seat: int, action: str) -> str | None:
    """The rule that forbids it."""
    refusal = match.refusal(seat, action)
    return None if refusal is None else refusal.rule


def heard(match: Match, seat: int | None, since: int = 0) -> list[str]:
    """The names of the events that a seat heard."""
    return [type(event).__name__ for event in match.events(seat, since)]


def hand(match: Match, seat: int) -> list[str]:
    return sorted(look(match, seat).hand)


def play(match: Match, *moves: str) -> None:
    """Moves of whoever is to act."""
    for move in moves:
        match.play(match.actors()[0], move)
