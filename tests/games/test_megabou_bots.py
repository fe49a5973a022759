"""What bots make of Megabou: instinct, prospects, and moves that they must find."""

from __future__ import annotations

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from games.megabou_scene import FOUR, on_a_hole, scene
from tablee.bots.make import make_bot
from tablee.core.bits import lowest
from tablee.core.contract import prizes
from tablee.core.match import Match
from tablee.core.tables import LabTable
from tablee.games.megabou import GAME


def chosen(match: Match, bot: str) -> str:
    return match.text(make_bot(bot, GAME, LabTable(3)).choose(match.view(0)))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_instinct_and_prospects_from_the_first_move_to_the_last(seats: int) -> None:
    for seed in range(6):
        luck = LabTable(seed)
        state = GAME.setup(seats, GAME.check(seats, {}), luck)
        legal, some = GAME.actions(), GAME.actions()
        out, expected = vec[float]([0.0] * seats), vec[float]([0.0] * seats)
        while state.acting != 0:
            seat = lowest(state.acting)
            legal.n = some.n = 0
            state.legal(seat, legal)
            for action in legal.to_list():
                if luck.below(2) == 0:
                    some.add(action)
            state.prospects(out)
            assert all(0.0 <= out[s] <= 1.0 for s in range(seats))
            if seats == 4:
                assert out[0] == out[2]
                assert out[1] == out[3]
            if some.n > 0:
                assert state.instinct(seat, some, luck) in some.to_list()
            action = state.instinct(seat, legal, LabTable(seed))
            assert action in legal.to_list()
            # The secret colours of the others are nothing to it.
            imagined = GAME.imagine(state.view(seat), luck)
            assert imagined.instinct(seat, legal, LabTable(seed)) == action
            state.apply(seat, legal.at[luck.below(legal.n)] if luck.below(2) else action, luck)
        ended = state.outcome()
        assert ended is not None
        state.prospects(out)
        prizes(vec[i64](list(ended.scores)), seats, expected)
        assert list(out) == list(expected)


@pytest.mark.rule("MB-7")
@pytest.mark.parametrize("bot", ["greedy", "ismcts:100"])
def test_the_minibou_that_devours_a_planet_is_taken(bot: str) -> None:
    match = scene(
        2, 21, {22: "green", 20: "blue", 27: "red", 33: "blue"}, loose={0: {"green": 2, "red": 1}}
    )
    assert chosen(match, bot) == "move e"


@pytest.mark.rule("MB-11", "MB-21")
@pytest.mark.parametrize("bot", ["greedy", "ismcts:200"])
def test_yellow_and_the_secret_colour_are_kept(bot: str) -> None:
    trophies = {1: {"yellow": 1, "red": 1}}  # 3 points: only the best pair wins
    match = scene(2, 18, {19: "white", 20: "red"}, loose={0: FOUR}, trophies=trophies)
    match.play(0, "move e")
    assert chosen(match, bot) == "keep green-yellow"


@pytest.mark.rule("MB-15", "MB-18")
@pytest.mark.parametrize("bot", ["greedy", "ismcts:100"])
def test_nobody_robs_a_partner_where_an_opponent_can_be_robbed(bot: str) -> None:
    match = on_a_hole(4, loose={1: {"yellow": 1}, 2: {"yellow": 1}, 0: {"yellow": 1}})
    assert chosen(match, bot) == "steal 1"
