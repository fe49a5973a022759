"""The suite over every game, seat count and variant: see tablee.testing for what is checked."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from support import ALL_CASES, ALL_GAMES, share
from tablee.core.contract import Game
from tablee.core.encode import dump_state, load_state, plain, wire
from tablee.core.match import Match
from tablee.core.tables import LabTable
from tablee.games import GAMES
from tablee.testing.checks import Fault, audiences, check_notation, everyones_legal
from tablee.testing.golden import file_name, golden_cases, perft_counts, playthrough
from tablee.testing.uniform import CRITICAL, chi_squares, fair_steps
from tablee.testing.walk import Case, Walk, cases

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.rule("ALL-4")
@pytest.mark.rule("ALL-5")
@pytest.mark.rule("ALL-6")
@pytest.mark.parametrize("case", ALL_CASES, ids=str)
def test_a_closely_watched_game(case: Case) -> None:
    """Every step of one game, or every one out of a few of a long one, with the slow checks."""
    quick = Walk(case, 1, deep=0.0)
    quick.run()
    Walk(case, 1, deep=min(1.0, share(60, 15) / quick.moves)).run()


@pytest.mark.rule("ALL-4")
@pytest.mark.rule("ALL-5")
@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("part", range(share(4, 1)))
def test_many_games(game: Game, part: int) -> None:
    """Random and stubborn games over all seat counts and variants."""
    ways = list(cases(game))
    moves = 0
    worlds = 0
    for number in range(part * 40, part * 40 + 40):
        walk = Walk(ways[number % len(ways)], number, deep=0.01)
        walk.run()
        moves += walk.moves
        worlds += walk.worlds
    assert moves > 0


@pytest.mark.rule("ALL-6")
@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.name)
def test_imagined_worlds_differ(game: Game) -> None:
    """Where there is something to hide, imagining does not just give the truth back."""
    walk = Walk(next(cases(game)), 0, deep=1.0)
    walk.run()
    if game.name != "meowtopia":  # which hides nothing
        assert walk.worlds > walk.moves // 4


@pytest.mark.rule("ALL-6")
@pytest.mark.parametrize("steps", range(share(3, 1)))
@pytest.mark.parametrize(
    "game", [game for game in ALL_GAMES if game.name != "meowtopia"], ids=lambda game: game.name
)
def test_imagination_is_fair(game: Game, steps: int) -> None:
    """The truth's rank among imagined worlds is uniform, at set-up and after some moves."""
    ways = list(cases(game))
    for case in (ways[0], ways[-1], ways[len(ways) // 2]):
        worst = max(chi_squares(case, 200, fair_steps(game)[steps]))
        assert worst < CRITICAL, f"{case}: {worst}"


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.name)
def test_every_variant_is_played(game: Game) -> None:
    played = [case.options for case in cases(game)]
    assert all(options in played for options in game.variants)


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.name)
def test_notation_round_trips(game: Game) -> None:
    check_notation(game)


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.name)
def test_the_encoder_refuses_the_truth(game: Game) -> None:
    state = Match(game, game.fewest, None, LabTable(1)).state
    for encode in (plain, wire):
        with pytest.raises(TypeError, match="may not be encoded"):
            encode(state)
        with pytest.raises(TypeError, match="may not be encoded"):
            encode((1, state))


@pytest.mark.parametrize("case", ALL_CASES[::3], ids=str)
def test_a_position_is_whole(case: Case) -> None:
    """What is dumped or copied goes on like the original: no field is forgotten."""
    game, luck = case.game, LabTable(2)
    match = Match(game, case.seats, case.options, LabTable(1))
    for _ in range(30):
        if match.actors():
            seat = match.actors()[0]
            match.play(seat, match.legal(seat)[luck.below(len(match.legal(seat)))])
    truth = match.state
    others = [truth.copy(), load_state(game, dump_state(game, truth))]
    for step in range(60):
        for other in others:
            assert other.actors() == truth.actors()
            for audience in audiences(truth):
                assert other.view(audience) == truth.view(audience)
            assert everyones_legal(game, other) == everyones_legal(game, truth)
        if not truth.actors():
            break
        seat = truth.actors()[0]
        actions = everyones_legal(game, truth)[seat]
        action = actions[luck.below(len(actions))]
        for state in (truth, *others):
            state.apply(seat, action, LabTable(step))


@pytest.mark.parametrize("case", [case for game in GAMES for case in golden_cases(game)], ids=str)
def test_golden_playthrough(case: Case) -> None:
    assert playthrough(case) == (GOLDEN / file_name(case)).read_text("utf-8")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_perft(game: Game) -> None:
    counts = json.loads((GOLDEN / "perft.json").read_text("utf-8"))
    ways = list(golden_cases(game))
    for case in ways[: share(len(ways), 3)]:
        assert perft_counts(case) == counts[str(case)], str(case)


def test_another_process_with_another_hash_seed() -> None:
    """Nothing depends on the order of sets and dictionaries."""
    program = (
        "from tablee.games import GAMES\n"
        "from tablee.testing.golden import playthrough\n"
        "from tablee.testing.walk import cases\n"
        "for game in GAMES:\n"
        "    print(playthrough(next(cases(game)), 3))\n"
    )
    said = []
    for seed in ("1", "2"):
        env = {**os.environ, "PYTHONHASHSEED": seed}
        run = subprocess.run(
            [sys.executable, "-c", program], env=env, capture_output=True, text=True, check=True
        )
        said.append(run.stdout)
    assert said[0] == said[1]
    assert said[0].count("digest") == len(GAMES)


def test_a_fault_says_where_to_find_it() -> None:
    case = ALL_CASES[-1]
    walk = Walk(case, 5)
    walk.match.state.acting = 0  # over before it began: no outcome fits
    walk.match.table.tape.append(0)
    with pytest.raises(Fault, match=r"crazy_eights-5.* seed 5 move 0"):
        walk.run()
