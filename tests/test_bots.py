"""Bots: legal, reproducible, honest, and as strong as their names say."""

from __future__ import annotations

import pytest

from support import ALL_GAMES
from tablee.bots.bot import legal_of
from tablee.bots.greedy import GreedyBot
from tablee.bots.ismcts import Search
from tablee.bots.ismcts_bot import IsmctsBot
from tablee.bots.make import make_bot
from tablee.bots.random import RandomBot
from tablee.core.bits import BIT
from tablee.core.contract import Game, State
from tablee.core.errors import UnknownBot
from tablee.core.tables import LabTable
from tablee.core.thinking import LEVELS
from tablee.games import game as game_by_name
from tablee.lab.contest import play_numbered
from tablee.testing.checks import Fault, legal
from tablee.testing.honesty import watch
from tablee.testing.walk import Case, cases

NAMES = ("random", "greedy", "ismcts:6", "easy")


def later(case: Case, moves: int, seed: int = 3) -> State:
    """A position after some random moves."""
    luck = LabTable(seed)
    state = case.game.setup(case.seats, case.game.check(case.seats, case.options), luck)
    for _ in range(moves):
        if state.acting == 0:
            break
        seat = state.actors()[0]
        actions = legal(case.game, state, seat)
        state.apply(seat, actions[luck.below(len(actions))], luck)
    return state


@pytest.mark.parametrize("case", [case for game in ALL_GAMES for case in cases(game)], ids=str)
def test_every_bot_finds_a_legal_action_everywhere(case: Case) -> None:
    """At the start, a little later and late, for every seat count and variant."""
    for moves in (0, 3, 17):
        state = later(case, moves)
        for seat in state.actors()[:2]:
            view = state.view(seat)
            allowed = legal(case.game, state, seat)
            for name in NAMES:
                bot = make_bot(name, case.game, LabTable(5))
                assert bot.choose(view) in allowed, name


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.name)
def test_explain_lists_legal_actions_the_best_first(game: Game) -> None:
    state = later(Case(game, game.fewest, {}), 8)
    seat = state.actors()[0]
    view, allowed = state.view(seat), legal(game, state, seat)
    for bot in (RandomBot(game, LabTable(1)), GreedyBot(game, LabTable(1), 3)):
        judged = bot.explain(view)
        assert sorted(each.action for each in judged) == allowed
        assert [each.value for each in judged] == sorted((e.value for e in judged), reverse=True)
    search = IsmctsBot(game, LabTable(1), 60)
    judged = search.explain(view)
    assert {each.action for each in judged} <= set(allowed)
    assert all(0.0 <= each.value <= 1.0 for each in judged)
    assert [each.visits for each in judged] == sorted((e.visits for e in judged), reverse=True)
    assert sum(each.visits for each in judged) == 60
    assert IsmctsBot(game, LabTable(1), 60).explain(view) == judged


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.name)
def test_the_same_seed_plays_the_same_game(game: Game) -> None:
    lineup = ["ismcts:4", "greedy", "easy", "random"][: max(2, game.fewest)]
    seats = len(lineup)
    options = {"max_rounds": 2} if any(each.name == "max_rounds" for each in game.options) else {}
    try:
        game.check(seats, options)
    except ValueError:
        options = {}
    first = play_numbered(game, seats, options, lineup, 7, 1)
    again = play_numbered(game, seats, options, lineup, 7, 1)
    assert first._replace(seconds=()) == again._replace(seconds=())


def test_milliseconds_are_a_budget_too() -> None:
    game = game_by_name("megabou")
    view = later(Case(game, 2, {}), 2).view(0)
    bot = make_bot("ismcts:30ms", game, LabTable(1))
    assert isinstance(bot, IsmctsBot)
    assert sum(each.visits for each in bot.explain(view)) >= 16


@pytest.mark.parametrize(
    "name", ["", "genius", "ismcts", "ismcts:", "ismcts:0", "ismcts:-3", "ismcts:xms"]
)
def test_an_unknown_bot_is_refused(name: str) -> None:
    with pytest.raises(UnknownBot, match="The bots are: random, greedy, easy"):
        make_bot(name, game_by_name("mow"), LabTable(1))


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.name)
def test_levels_think_more_and_overlook_less(game: Game) -> None:
    levels = [game.thinking.level(name) for name in LEVELS]
    iterations = [level.iterations for level in levels]
    assert iterations == sorted(set(iterations))
    overlooks = [level.overlooks for level in levels]
    assert overlooks == sorted(overlooks, reverse=True)
    assert overlooks[-1] == 0.0


# -- the search ------------------------------------------------------------------------------------


def test_one_tree_over_many_worlds_counts_what_was_available() -> None:
    """A child may be legal in some worlds only: it is never visited more often than it was legal."""
    game = game_by_name("mow")
    state = later(Case(game, 3, {}), 5)
    seat = state.actors()[0]
    search = Search(game.recall(state.view(seat)), seat, game.verbs.size, LabTable(1))
    search.run(300)
    tree = search.tree
    assert tree.visits[0] == 300
    for node in range(1, tree.size):
        assert tree.visits[node] <= tree.available[node]


def test_secret_choices_are_not_answered() -> None:
    """PU-4: while all pick at once, nobody's branch hangs below what another one picked."""
    game = game_by_name("push_em_up")
    state = game.setup(3, game.check(3, {}), LabTable(2))
    assert state.acting == 7
    search = Search(game.recall(state.view(1)), 1, game.verbs.size, LabTable(1))
    search.run(400)
    tree = search.tree
    # At the root each of the three has statistics of its own, with all visits together.
    by_seat = dict.fromkeys(range(3), 0)
    node = tree.child[0]
    while node >= 0:
        by_seat[int(tree.seat[node])] += int(tree.visits[node])
        node = tree.sibling[node]
    assert by_seat[1] == 400
    assert by_seat[0] > 100
    assert by_seat[2] > 100


def test_a_tree_is_used_again_only_where_nothing_was_revealed() -> None:
    """Meowtopia hides nothing and turns have many steps; super_miaou draws new cards every turn."""
    meowtopia = game_by_name("meowtopia")
    bot = IsmctsBot(meowtopia, LabTable(1), 40)
    state, luck, kept = later(Case(meowtopia, 2, {}), 0), LabTable(9), 0
    for _ in range(40):
        seat = state.actors()[0]
        action = bot.choose(state.view(seat))
        state.apply(seat, action, luck)
        if bot.kept is not None:
            kept += 1
            assert state.acting == BIT[seat]
            assert state.view(seat) == bot.expected
    assert kept > 5
    miaou = game_by_name("super_miaou")
    drawing = IsmctsBot(miaou, LabTable(1), 10)
    dealt = later(Case(miaou, 2, {}), 0)
    for _ in range(10):
        seat = dealt.actors()[0]
        dealt.apply(seat, drawing.choose(dealt.view(seat)), luck)
        assert drawing.kept is None


def test_a_forced_move_takes_no_thought() -> None:
    game = game_by_name("crazy_eights")
    for seed in range(40):
        state = later(Case(game, 2, {}), 30, seed)
        for seat in state.actors():
            forced = legal_of(game, game.recall(state.view(seat)), seat)
            if forced.n == 1:
                bot = IsmctsBot(game, LabTable(1), 10_000_000)
                assert bot.choose(state.view(seat)) == forced.at[0]
                return
    pytest.fail("no forced move came up")


# -- honesty ---------------------------------------------------------------------------------------


@pytest.mark.rule("ALL-6")
@pytest.mark.parametrize("bot", ["ismcts:8", "greedy", "easy", "random"])
@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.name)
def test_the_same_transcript_gives_the_same_move(game: Game, bot: str) -> None:
    """In two truths that differ in what the seat cannot see; 10,000 pairs a game in `make soak`."""
    pairs, differing = watch(game.name, bot, 60)
    assert pairs >= 60
    if game.name != "meowtopia":  # which hides nothing
        assert differing > 15


@pytest.mark.rule("ALL-6")
@pytest.mark.parametrize("name", ["super_miaou", "push_em_up", "megabou", "mow", "crazy_eights"])
def test_a_bot_that_is_given_the_truth_is_caught(name: str) -> None:
    """A planted fault: the twins of a search that sees everything soon disagree."""
    with pytest.raises(Fault, match="here and"):
        watch(name, "cheat:60", 800)
