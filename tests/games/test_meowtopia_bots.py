"""What Meowtopia tells bots: its instinct, its prospects, and moves that they must find."""

from __future__ import annotations

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from games.meowtopia_scene import merchant, play, start, to_evening, workers
from tablee.bots.bot import Bot
from tablee.bots.greedy import GreedyBot
from tablee.bots.ismcts_bot import IsmctsBot
from tablee.core.contract import Actions, prizes
from tablee.core.match import Match
from tablee.core.tables import LabTable
from tablee.games.meowtopia import GAME

VARIANTS: tuple[dict[str, object], ...] = ({"max_rounds": 8}, {"double_jobs": True, "max_rounds": 8})


def part(legal: Actions, table: LabTable) -> Actions:
    """Some of the actions, never none."""
    some = GAME.actions()
    for i in range(legal.n):
        if table.below(2) == 0:
            some.add(legal.at[i])
    if some.n == 0:
        some.add(legal.at[table.below(legal.n)])
    return some


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("options", VARIANTS)
def test_instinct_and_prospects_in_games_of_all_kinds(seats: int, options: dict[str, object]) -> None:
    """Half of the moves at random, so that all sorts of positions come up."""
    checked = GAME.check(seats, options)
    found = vec[float]([0.0] * seats)
    for seed in range(3):
        table = LabTable(100 * seats + seed)
        state = GAME.setup(seats, checked, table)
        legal = GAME.actions()
        while state.acting != 0:
            seat = state.actors()[0]
            legal.n = 0
            state.legal(seat, legal)
            some = part(legal, table)
            assert state.instinct(seat, some, table) in some.to_list()
            action = state.instinct(seat, legal, table)
            assert action in legal.to_list()
            # Nothing is hidden: a world imagined from the view is the same to its instinct.
            again = GAME.imagine(state.view(seat), table)
            luck = table.below(1000)
            assert state.instinct(seat, some, LabTable(luck)) == again.instinct(
                seat, some, LabTable(luck)
            )
            state.prospects(found)
            assert all(0.0 <= chance <= 1.0 for chance in found)
            assert sum(found) == pytest.approx(0.8 + 0.1 * seats)
            if table.below(2) == 0:
                action = legal.at[table.below(legal.n)]
            state.apply(seat, action, table)
        state.prospects(found)
        ended = state.outcome()
        assert ended is not None
        prize = vec[float]([0.0] * seats)
        prizes(vec[i64](ended.scores), seats, prize)
        assert list(found) == list(prize)


# -- moves that must be found --------------------------------------------------------------------------


def bots() -> list[Bot]:
    return [GreedyBot(GAME, LabTable(1)), IsmctsBot(GAME, LabTable(2), 400)]


def chosen(bot: Bot, match: Match) -> str:
    seat = match.actors()[0]
    return match.text(bot.choose(match.view(seat)))


@pytest.mark.rule("MT-39")
def test_gold_is_sold_before_the_end() -> None:
    """3 points with a merchant, 1 in stock, and no other morning to come."""
    match = start(2, max_rounds=1)
    merchant(match, 0)
    match.state.awake[0] = 0  # all awake, and nothing to wake: the morning begins anew
    match.state.begin_turn(match.table)
    for bot in bots():
        assert chosen(bot, match) == "sell gold"


@pytest.mark.rule("MT-29")
def test_everybody_is_fed_if_that_can_be_paid() -> None:
    match = start(2)
    to_evening(match)
    for bot in bots():
        assert chosen(bot, match) == "feed 0"


@pytest.mark.rule("MT-28")
def test_in_the_last_evening_a_sleeper_leaves_before_two_go_hungry() -> None:
    """One dismissal pays for the rest: −3 and some food over, against −3 for each unfed."""
    match = start(2, max_rounds=1, first=1)
    to_evening(match)
    play(match, "feed 0")
    workers(match, 0, asleep=4)
    to_evening(match)
    match.state.food[0] = 1
    for bot in bots():
        assert chosen(bot, match) == "dismiss asleep 0"


@pytest.mark.rule("MT-19")
def test_a_stick_irrigates_two_dry_fields_rather_than_one() -> None:
    """Four fields in a square, the upper two irrigated: the edge between the lower two is the best."""
    match = start(2)
    for cell in (2080 + 64, 2080 + 65):
        match.state.place_field(0, cell)
        match.state.supply_fields -= 1
    play(match, "choose irrigation", "send 1")
    spots = match.view(0).spots
    best = max(range(len(spots)), key=lambda i: spots[i].irrigates)
    assert spots[best].irrigates == 2
    for bot in bots():
        assert chosen(bot, match) == f"stick {best + 1}"
