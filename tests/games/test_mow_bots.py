"""MOW: what bots feel and foresee."""

from __future__ import annotations

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from games.mow_scene import legal, look, play, scene, truth
from tablee.bots.greedy import GreedyBot
from tablee.bots.ismcts_bot import IsmctsBot
from tablee.core.contract import Actions, prizes
from tablee.core.match import Match
from tablee.core.tables import LabTable
from tablee.games.mow import GAME
from tablee.games.mow.actions import VERBS
from tablee.games.mow.position import RACING
from tablee.games.mow.rules import Mow

VARIANTS = [(seats, {}) for seats in range(2, 11)] + [(3, options) for options in GAME.variants[1:]]


def started(seats: int, options: object, luck: LabTable) -> Mow:
    assert isinstance(options, dict)
    state = GAME.setup(seats, GAME.check(seats, options), luck)
    assert isinstance(state, Mow)
    return state


def some_of(actions: Actions, luck: LabTable) -> Actions:
    """A subset that is not empty, as a search passes the untried ones."""
    part = GAME.actions()
    keep = luck.below(actions.n)
    for i in range(actions.n):
        if i == keep or luck.below(2) == 0:
            part.add(actions.at[i])
    return part


def standing(state: Mow) -> list[float]:
    out = vec[float]([0.0] * int(state.seats))
    state.prospects(out)
    return list(out)


@pytest.mark.parametrize(("seats", "options"), VARIANTS)
def test_instinct_and_prospects_all_along_a_match(seats: int, options: object) -> None:
    luck, other = LabTable(seats), LabTable(99)
    state = started(seats, options, luck)
    chapters, rounds = [state.chapter()], 0
    while state.acting != 0:
        for seat in state.actors():
            every = GAME.actions()
            state.legal(seat, every)
            part = some_of(every, other)
            assert state.instinct(seat, part, other) in part.to_list()
        found = standing(state)
        assert all(0.0 <= each <= 1.0 for each in found)
        seat = state.actors()[0]
        every = GAME.actions()
        state.legal(seat, every)
        if other.below(3) == 0:
            state.apply(seat, every.at[luck.below(every.n)], luck)
        else:
            state.apply(seat, state.instinct(seat, every, luck), luck)
        if state.chapter() != chapters[-1]:
            chapters.append(state.chapter())
            rounds += 1
            # The round that is over has been counted.
            assert state.rounds + (state.stage == RACING) == rounds + 1
            assert sum(state.totals) >= sum(state.gains)
    assert chapters == list(range(1, rounds + 2))
    shared = vec[float]([0.0] * seats)
    prizes(vec[i64]([-int(total) for total in state.totals]), seats, shared)
    assert standing(state) == list(shared)


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_instinct_sees_no_more_than_its_seat(seats: int) -> None:
    luck = LabTable(seats)
    state = started(seats, {"target": 60}, luck)
    compared = 0
    while state.acting != 0:
        seat = state.actors()[0]
        every = GAME.actions()
        state.legal(seat, every)
        seed = luck.below(1 << 20)
        chosen = state.instinct(seat, every, LabTable(seed))
        if every.n > 1 and luck.below(4) == 0:
            world = GAME.imagine(state.view(seat), luck)
            assert world.instinct(seat, every, LabTable(seed)) == chosen
            compared += 1
        state.apply(seat, chosen, luck)
    assert compared > 10


@pytest.mark.rule("MW-25")
def test_few_flies_are_good() -> None:
    match = scene(["1 2", "3 4", "5 6"], totals=[10, 40, 70])
    first, second, third = standing(truth(match))
    assert first > second > third
    # Near the end the same distance weighs more.
    later = standing(truth(scene(["1 2", "3 4", "5 6"], totals=[30, 60, 90])))
    assert later[0] > first


@pytest.mark.rule("MW-26")
def test_a_race_belongs_to_the_next_round() -> None:
    match = scene(["1", "2", "3"], "5", pile=0, totals=[20, 20, 0])
    before = truth(match).chapter()
    play(match, "take")
    assert truth(match).stage == RACING
    assert truth(match).chapter() == before + 1
    # What lies in the stables was scored; it is not feared once more.
    counted = standing(truth(match))
    play(match, "shout")
    assert truth(match).chapter() == before + 1
    assert standing(truth(match)) == counted


def chosen(match: Match, bot: str, seat: int = 0) -> str:
    luck = LabTable(4)
    made = GreedyBot(GAME, luck) if bot == "greedy" else IsmctsBot(GAME, luck, 150)
    return VERBS.text(made.choose(look(match, seat)))


@pytest.mark.rule("MW-9")
@pytest.mark.parametrize("bot", ["greedy", "ismcts"])
def test_nobody_takes_a_dear_herd_that_it_can_join(bot: str) -> None:
    match = scene(["12 2", "1 3", "14 15"], "5 6f 7ff 8fff 9fff 10ff")
    assert legal(match, 0) == ["play 2", "play 12", "take"]
    assert chosen(match, bot).startswith("play")


@pytest.mark.rule("MW-20")
@pytest.mark.parametrize("bot", ["greedy", "ismcts"])
def test_the_last_cows_go_before_the_round_is_ended(bot: str) -> None:
    """Nobody else has a cow: after this one the next seat must take all."""
    match = scene(["13ff", "", ""], "5 6f 7ff 8fff 9fff 10ff", pile=0)
    assert chosen(match, bot) == "play 13ff"


@pytest.mark.rule("MW-49")
@pytest.mark.parametrize("bot", ["greedy", "ismcts"])
def test_f10_leaves_out_what_weighs_most(bot: str) -> None:
    match = scene(
        ["1", "2", "3"],
        "5",
        pile=0,
        stables={0: "0 16 a7 a9 2f 3ff"},
        farmers={0: "f10"},
        totals=[70, 0, 0],
    )
    play(match, "take")
    assert legal(match, 0)[0] == "count"
    assert chosen(match, bot) == "ignore 5"
