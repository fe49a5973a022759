"""What bots make of Super Miaou: instinct, prospects, and moves that they must find."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from games.super_miaou_scene import lay, new_match, state_of
from tablee.bots.make import make_bot
from tablee.core.bits import lowest
from tablee.core.contract import prizes
from tablee.core.match import Match
from tablee.core.tables import LabTable
from tablee.games.super_miaou import GAME
from tablee.games.super_miaou.heuristics import turns_to_meet, turns_to_win
from tablee.games.super_miaou.piles import pile_of

CASES = [(seats, variant) for seats in (2, 3, 4) for variant in GAME.variants]


def chosen(match: Match, bot: str, seat: int = 0) -> str:
    return match.text(make_bot(bot, GAME, LabTable(3)).choose(match.view(seat)))


@pytest.mark.parametrize(("seats", "variant"), CASES)
def test_instinct_and_prospects_in_games_of_all_kinds(
    seats: int, variant: Mapping[str, object]
) -> None:
    for seed in range(2):
        luck = LabTable(seed)
        state = GAME.setup(seats, GAME.check(seats, variant), luck)
        legal, some = GAME.actions(), GAME.actions()
        out = vec[float]([0.0] * seats)
        for _ in range(80):
            if state.acting == 0:
                break
            seat = lowest(state.acting)
            legal.n = some.n = 0
            state.legal(seat, legal)
            for action in legal.to_list():
                if luck.below(2) == 0:
                    some.add(action)
            state.prospects(out)
            assert all(0.0 <= out[s] <= 1.0 for s in range(seats))
            if some.n > 0:
                assert state.instinct(seat, some, luck) in some.to_list()
            action = state.instinct(seat, legal, LabTable(seed))
            assert action in legal.to_list()
            # Hidden cards are the same to it, wherever they lie.
            imagined = GAME.imagine(state.view(seat), luck)
            assert imagined.instinct(seat, legal, LabTable(seed)) == action
            state.apply(seat, legal.at[luck.below(legal.n)] if luck.below(2) else action, luck)


def test_prospects_are_the_prizes_at_the_end() -> None:
    ends = set()
    for seed in range(4):
        luck = LabTable(seed)
        state = GAME.setup(3, GAME.check(3, {"max_rounds": 14}), luck)
        legal = GAME.actions()
        while state.acting != 0:
            seat = lowest(state.acting)
            legal.n = 0
            state.legal(seat, legal)
            state.apply(seat, state.instinct(seat, legal, luck), luck)
        ended = state.outcome()
        assert ended is not None
        ends.add(ended.reason)
        out, expected = vec[float]([0.0] * 3), vec[float]([0.0] * 3)
        state.prospects(out)
        prizes(vec[i64](list(ended.scores)), 3, expected)
        assert list(out) == list(expected)
    assert "found" in ends


def test_who_needs_fewer_turns_has_the_better_prospects() -> None:
    match = new_match(2)
    lay(match, 0, ["silver", "silver"], ["shield-yarn", "cat", "cape"])
    lay(match, 1, ["start-paw", "start-paw"], ["shield-paw", "start-paw"])
    out = vec[float]([0.0, 0.0])
    state_of(match).prospects(out)
    assert out[0] > 0.7
    assert abs(out[0] + out[1] - 1.0) < 1e-9


def test_fewer_other_cards_let_cat_and_cape_meet_sooner() -> None:
    turns = [turns_to_meet(1, 1, n, 1) for n in range(3, 12)]
    assert turns == sorted(turns)
    assert turns[0] == 3.0


def test_turns_are_the_same_when_looked_up() -> None:
    state = state_of(new_match(2))
    pile = pile_of(["shield-yarn", "start-yarn", "silver", "silver"])
    first = turns_to_win(state, pile)
    assert turns_to_win(state, pile) == first
    assert turns_to_win(state, pile + pile_of(["cape"])) < first


@pytest.mark.rule("SM-19")
def test_a_seat_does_not_throw_away_its_last_coins() -> None:
    """Only the shield would be left, which alone buys nothing."""
    match = new_match(2, mice=False)
    lay(match, 0, ["shield-yarn", "start-yarn"])
    assert chosen(match, "greedy") != "throw start-yarn"
    for seed in range(20):
        legal = GAME.actions()
        state_of(match).legal(0, legal)
        assert match.text(state_of(match).instinct(0, legal, LabTable(seed))) != "throw start-yarn"


@pytest.mark.rule("SM-12")
@pytest.mark.parametrize("bot", ["greedy", "ismcts:200"])
def test_the_missing_cat_is_bought(bot: str) -> None:
    match = new_match(2)
    lay(match, 0, ["food", "shield-yarn"], ["cape"])
    assert chosen(match, bot) == "buy cat"


@pytest.mark.rule("SM-21")
@pytest.mark.parametrize("bot", ["greedy", "ismcts:200"])
def test_a_mouse_stops_a_hand_that_is_sure_to_win(bot: str) -> None:
    """Nothing else can be in the face-down hand of seat 1: its backpack is empty."""
    match = new_match(2)
    lay(match, 0, ["mouse", "silver"], ["shield-yarn", "start-yarn", "silver"])
    lay(match, 1, ["cat", "cape"], [], ["shield-paw"])
    assert chosen(match, bot).startswith("steal 1")
