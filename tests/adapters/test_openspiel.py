"""Our games in OpenSpiel: its own tests, chance nodes as the rules draw, and nothing but views."""

from __future__ import annotations

import doctest
import importlib
import os
import pickle
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from click.testing import CliRunner
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.observation import make_observation

import tablee
from support import LAST_RESORT
from tablee.adapters import openspiel
from tablee.adapters.stepwise import LUCK, NOBODY, Setting, Stepwise
from tablee.core.contract import SPECTATOR, Game, Table
from tablee.core.encode import position
from tablee.core.errors import BadOption, BadPlugin, BadSeats, IdleOption
from tablee.core.tables import LabTable
from tablee.games import GAMES, game, plugins
from tablee.testing.environments import seeded

ROOT = Path(__file__).parents[2]
SOAK = "TABLEE_SOAK" in os.environ  # every number of seats and variant, whole games
NAMES = [*(each.name for each in GAMES), *plugins()]
# What makes a game short, where it is long.
SHORT: dict[str, dict[str, object]] = {
    "super_miaou": {"max_rounds": 6},
    "meowtopia": {"max_rounds": 2},
    "mow": {"max_rounds": 1},
}


def spelled(played: Game, seats: int, options: dict[str, object]) -> str:
    """The game as `pyspiel.load_game` wants it."""
    words = [f"seats={seats}"]
    for name, value in options.items():
        text = openspiel.written(tuple(value)) if isinstance(value, (list, tuple)) else str(value)
        words.append(f"{name}={text}")
    return f"python_tablee_{played.name}({','.join(words)})"


def lawful(played: Game, seats: int, options: dict[str, object]) -> bool:
    try:
        played.check(seats, options)
    except BadOption:
        return False
    return True


def cases() -> Iterator[str]:
    """Games, seats and options to be tested: a sample, or all of them."""
    for name in NAMES:
        played = game(name)
        short = SHORT.get(name, {})
        if not SOAK:
            yield spelled(played, played.fewest, short)
            yield spelled(played, min(played.most, 4), short)
            continue
        for seats in range(played.fewest, played.most + 1):
            for options in played.variants:
                if lawful(played, seats, dict(options)):
                    yield spelled(played, seats, dict(options))


CASES = list(cases())
PAIRS = [spelled(game(name), game(name).fewest, SHORT.get(name, {})) for name in NAMES]


def walk(state: Any, seed: int) -> Iterator[Any]:
    """Play at random; the state before each step, and the last."""
    luck = random.Random(seed)
    while not state.is_terminal():
        yield state
        state.apply_action(luck.choice(state.legal_actions()))
    yield state


# -- OpenSpiel's own words ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", CASES)
def test_openspiels_own_test(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("name", PAIRS)
def test_openspiels_search_plays(name: str) -> None:
    loaded = pyspiel.load_game(name)
    luck = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, luck)
    bot = ismcts.ISMCTSBot(loaded, evaluator, uct_c=2.0, max_simulations=4, random_state=luck)
    state = loaded.new_initial_state()
    choices = 0
    while not state.is_terminal():
        legal = state.legal_actions()
        if state.is_chance_node() or state.current_player() != 0 or choices == 12:
            state.apply_action(luck.choice(legal))
        else:
            chosen = bot.step(state)
            assert chosen in legal
            state.apply_action(chosen)
            choices += 1
    assert choices > 0
    assert sum(state.returns()) == pytest.approx(0.0)


@pytest.mark.parametrize("name", ["megabou", "push_em_up"])
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_through_shimmy(name: str) -> None:
    from pettingzoo.test import api_test
    from shimmy.openspiel_compatibility import OpenSpielCompatibilityV0

    class Certain(OpenSpielCompatibilityV0):  # type: ignore[misc]
        def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
            return super().reset(0 if seed is None else seed, options)

    loaded = pyspiel.load_game(spelled(game(name), 2, {}))
    api_test(seeded(Certain(loaded)), num_cycles=100)


def test_a_program_that_used_it_ends_in_peace() -> None:
    """OpenSpiel lets go of registered games after Python has ended."""
    program = (
        "import pyspiel, tablee.adapters.openspiel\n"
        "state = pyspiel.load_game('python_tablee_mow').new_initial_state()\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=LAST_RESORT)


# -- chance nodes ------------------------------------------------------------------------------------


class Noted(Table):
    """Luck that remembers what was drawn out of how many."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.luck = LabTable(seed)
        self.draws: list[tuple[int, int]] = []

    def below(self, n: int) -> int:
        drawn = self.luck.below(n)
        if n > 1:
            self.draws.append((n, drawn))
        return drawn


@pytest.mark.parametrize("name", CASES)
def test_chance_nodes_are_what_the_rules_draw(name: str) -> None:
    """In lockstep with the rules on a table of their own."""
    loaded = pyspiel.load_game(name)
    at = loaded.setting
    table, choice = Noted(3), random.Random(3)
    truth = at.game.setup(at.seats, at.options, table)
    state = loaded.new_initial_state()
    out = at.game.actions()
    while True:
        for n, drawn in table.draws:
            assert state.is_chance_node()
            outcomes = state.chance_outcomes()
            assert [outcome for outcome, _ in outcomes] == list(range(n)) == state.legal_actions()
            assert {chance for _, chance in outcomes} == {1 / n}
            assert n <= loaded.max_chance_outcomes()
            state.apply_action(drawn)
        table.draws.clear()
        assert position(state.match.state) == position(truth)
        if truth.acting == 0:
            break
        seat = truth.actors()[0]
        assert state.current_player() == seat
        out.n = 0
        truth.legal(seat, out)
        assert state.legal_actions() == state.legal_actions(seat) == out.to_list()
        assert pyspiel.State.legal_actions(state) == out.to_list()  # by the way through C++
        action = choice.choice(out.to_list())
        truth.apply(seat, action, table)
        state.apply_action(action)
    assert state.is_terminal()


def test_what_cannot_be_drawn_is_refused() -> None:
    state = pyspiel.load_game("python_tablee_megabou").new_initial_state()
    n = len(state.chance_outcomes())
    with pytest.raises(ValueError, match=f"{n} cannot be drawn: it is a number below {n}"):
        state.apply_action(n)


def test_draws_for_which_there_is_no_room_are_refused() -> None:
    """OpenSpiel makes masks of a fixed size, and writes beyond them."""
    at = Setting("megabou", 2, {})
    at.most_outcomes = 1
    with pytest.raises(ValueError, match="more than the game has components"):
        Stepwise(at)


# -- what a player is told ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", PAIRS)
def test_a_player_is_told_its_view(name: str) -> None:
    loaded = pyspiel.load_game(name)
    nobody = pyspiel.IIGObservationType(
        perfect_recall=False, public_info=True, private_info=pyspiel.PrivateInfoType.NONE
    )
    public = make_observation(loaded, nobody)
    for state in walk(loaded.new_initial_state(), 5):
        truth = state.match.state
        if truth is None:
            assert state.information_state_string(0) == ""
            continue
        for seat in range(loaded.num_players()):
            told = repr(truth.view(seat))
            assert state.information_state_string(seat) == state.observation_string(seat) == told
        assert public.string_from(state, 0) == repr(truth.view(SPECTATOR))


@pytest.mark.parametrize("name", PAIRS)
def test_resampled_states_look_the_same(name: str) -> None:
    """ALL-6: what a player is told is a function of what it may know."""
    loaded = pyspiel.load_game(name)
    sampler = pyspiel.UniformProbabilitySampler(7, 0.0, 1.0)
    differ = 0
    for state in walk(loaded.new_initial_state(), 6):
        if state.is_chance_node():
            with pytest.raises(pyspiel.SpielError, match="nothing to resample"):
                state.resample_from_infostate(0, sampler)
            continue
        for seat in range(loaded.num_players()):
            other = state.resample_from_infostate(seat, sampler)
            assert other.history() == []
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.observation_tensor(seat) == state.observation_tensor(seat)
            assert other.current_player() == state.current_player()
            if state.current_player() == seat:
                assert other.legal_actions() == state.legal_actions()
            differ += str(other) != str(state)
    assert differ > 0 or name.startswith("python_tablee_meowtopia")  # which hides nothing


def test_a_secret_choice_is_not_told() -> None:
    """PU-4: everybody picks at the same time; here one after the other, and none the wiser."""
    state = pyspiel.load_game("python_tablee_push_em_up(seats=3)").new_initial_state()
    while state.is_chance_node():
        state.apply_action(0)
    assert len(state.match.state.actors()) == 3
    first = state.current_player()
    told = set()
    for action in state.legal_actions():
        after = state.clone()
        after.apply_action(action)
        while after.current_player() == first:
            after.apply_action(after.legal_actions()[-1])
        assert after.current_player() not in (LUCK, NOBODY)
        told.add((after.information_state_string(), tuple(after.observation_tensor())))
    assert len(state.legal_actions()) > 1
    assert len(told) == 1


def test_other_observations_are_refused() -> None:
    loaded = pyspiel.load_game("python_tablee_megabou")
    everything = pyspiel.IIGObservationType(
        perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS
    )
    with pytest.raises(ValueError, match="what one player knows"):
        make_observation(loaded, everything)
    with pytest.raises(ValueError, match="no parameters"):
        loaded.make_py_observer(None, {"wide": True})


# -- copies ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PAIRS)
def test_copies_go_their_own_ways(name: str) -> None:
    """Clones share positions until one of them moves: none may notice."""
    loaded = pyspiel.load_game(name)
    luck = random.Random(8)
    family = [loaded.new_initial_state()]
    for _ in range(150):
        state = luck.choice(family)
        if not state.is_terminal():
            if len(family) < 12:
                family.append(state.clone())
            state.apply_action(luck.choice(state.legal_actions()))
    for state in family:
        replayed = loaded.new_initial_state()
        for action in state.history():
            replayed.apply_action(action)
        assert str(replayed) == str(state)
        assert replayed.legal_actions() == state.legal_actions()


@pytest.mark.parametrize("name", PAIRS)
def test_pickled_states_play_on(name: str) -> None:
    loaded = pyspiel.load_game(name)
    assert str(pickle.loads(pickle.dumps(loaded))) == str(loaded)
    for number, state in enumerate(walk(loaded.new_initial_state(), 9)):
        if number % 16 in (0, 1, 2, 3) or state.is_terminal():
            again = pickle.loads(pickle.dumps(state))
            assert str(again) == str(state)
            assert again.history() == state.history()
            assert again.current_player() == state.current_player()
            assert again.legal_actions() == state.legal_actions()
            assert again.returns() == state.returns()
            if not state.is_terminal():
                action = state.legal_actions()[-1]
                other = state.clone()
                other.apply_action(action)
                again.apply_action(action)
                assert str(again) == str(other)


# -- parameters and returns --------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_options_are_parameters(name: str) -> None:
    played = game(name)
    for seats in range(played.fewest, played.most + 1):
        for options in played.variants:
            if lawful(played, seats, dict(options)):
                loaded = pyspiel.load_game(spelled(played, seats, dict(options)))
                assert loaded.setting.options.values == played.check(seats, options).values
                assert loaded.num_players() == seats
                assert str(pyspiel.load_game(str(loaded))) == str(loaded)


def test_bad_parameters_are_refused_in_our_words() -> None:
    with pytest.raises(BadSeats, match="MOW takes 2 to 10 players, not 11"):
        pyspiel.load_game("python_tablee_mow(seats=11)")
    with pytest.raises(IdleOption, match="it needs tournament=true"):
        pyspiel.load_game("python_tablee_push_em_up(target=100)")
    with pytest.raises(BadOption, match="a list of seats from 0 to 1"):
        pyspiel.load_game("python_tablee_mow(bots=2/)")
    with pytest.raises(pyspiel.SpielError, match="Unknown parameter 'bananas'"):
        pyspiel.load_game("python_tablee_mow(bananas=3)")


@pytest.mark.parametrize("name", NAMES)
def test_winners_share_what_losers_lose(name: str) -> None:
    played = game(name)
    loaded = pyspiel.load_game(spelled(played, min(4, played.most), SHORT.get(name, {})))
    for seed in range(3):
        *_, state = walk(loaded.new_initial_state(), seed)
        ranks = state.match.state.outcome().ranks
        returns = state.returns()
        assert sum(returns) == pytest.approx(0.0)
        if set(ranks) == {1}:
            assert set(returns) == {0.0}
        else:
            won = [each for each, rank in zip(returns, ranks, strict=True) if rank == 1]
            assert sum(won) == pytest.approx(1.0)
            assert len(set(won)) == 1


def test_partners_win_together() -> None:
    """MB-18: with four, two against two."""
    loaded = pyspiel.load_game("python_tablee_megabou(seats=4)")
    found = set()
    for seed in range(12):
        *_, state = walk(loaded.new_initial_state(), seed)
        found.add(tuple(state.returns()))
    assert found <= {(0.5, -0.5, 0.5, -0.5), (-0.5, 0.5, -0.5, 0.5), (0, 0, 0, 0)}
    assert len(found) > 1


def test_every_game_is_registered() -> None:
    registered = pyspiel.registered_names()
    for name in (*tablee.games(), *plugins()):
        assert f"python_tablee_{name}" in registered


def test_a_broken_plug_in_does_not_stop_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(name: str) -> Game:
        raise BadPlugin(game=name, why="it is broken")

    registered: list[Game] = []
    monkeypatch.setattr(openspiel, "register", registered.append)
    monkeypatch.setattr(openspiel, "plugins", lambda: ("chess",))
    monkeypatch.setattr(openspiel, "game", broken)
    with pytest.warns(UserWarning, match="it is broken"):
        openspiel.register_all()
    assert registered == list(GAMES)


def test_the_page_is_true() -> None:
    failed, tried = doctest.testfile(str(ROOT / "docs" / "openspiel.md"), module_relative=False)
    assert tried > 0
    assert failed == 0


# -- measuring ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("script", "arguments", "said"),
    [
        ("adapters_openspiel", "--rounds 1 --seconds 0.01", r"crazy_eights +[\d,]+ +[\d.]+ \("),
        ("strength_openspiel", "--games 2 --milliseconds 1", r"\| megabou \|.*\| 2 \|.*% – "),
    ],
)
def test_the_measurements_run(
    monkeypatch: pytest.MonkeyPatch, script: str, arguments: str, said: str
) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "bench"))
    result = CliRunner().invoke(importlib.import_module(script).main, arguments.split())
    assert result.exception is None
    assert re.search(said, result.output)
