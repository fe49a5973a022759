"""The benchmark: its yardstick plays the same game as we do, and its counts are compared rightly."""

from __future__ import annotations

import importlib
import statistics
from pathlib import Path
from random import Random
from typing import Any

import pytest

import tablee
from crazy_eights import GAME
from tablee.core.tables import LabTable

BENCH = Path(__file__).parents[1] / "bench"
GAMES = 50


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Imports a module of bench/, which is a folder of scripts."""
    monkeypatch.syspath_prepend(str(BENCH))
    return importlib.import_module


def legal(state: Any) -> list[int]:
    out = GAME.actions()
    for seat in state.actors():
        state.legal(seat, out)
    return out.to_list()


@pytest.mark.parametrize("seats", [2, 5])
def test_the_minimal_engine_plays_crazy_eights(bench: Any, seats: int) -> None:
    """In lockstep: dealt and drawing the same cards, the same actions are legal until the end."""
    minimal = bench("minimal")
    lengths = []
    for seed in range(GAMES):
        luck = LabTable(seed)
        ours = GAME.setup(seats, GAME.check(seats, {}), luck)
        theirs = minimal.Minimal(seats, Random(seed))
        theirs.hands = [{c for c in range(52) if ours.hands[s] >> c & 1} for s in range(seats)]
        theirs.deck = [ours.bag[i] for i in range(ours.left)]
        theirs.top, theirs.suit, theirs.seat = ours.top, ours.suit, ours.actors()[0]
        moves = 0
        while ours.acting:
            assert theirs.seat == ours.actors()[0]
            assert sorted(theirs.legal()) == legal(ours)
            action = legal(ours)[luck.below(len(legal(ours)))]
            deck = {ours.bag[i] for i in range(ours.left)}
            ours.apply(theirs.seat, action, luck)
            if action == minimal.DRAW:  # the card that we drew comes next from their deck, too
                (card,) = deck - {ours.bag[i] for i in range(ours.left)}
                theirs.deck.remove(card)
                theirs.deck.append(card)
            theirs.apply(action)
            moves += 1
        assert theirs.over
        lengths.append(moves)
    games, moves = minimal.random_games(seats, GAMES * int(statistics.mean(lengths)), Random(1))
    # Its own deals are like ours: the mean length differs by no more than four standard errors.
    error = statistics.stdev(lengths) * (2 / GAMES) ** 0.5
    assert abs(moves / games - statistics.mean(lengths)) < 4 * error


def test_the_minimal_environment_is_one_of_pettingzoo(bench: Any) -> None:
    from pettingzoo.test import api_test

    from tablee.testing.environments import seeded, strictly

    with strictly():
        api_test(seeded(bench("minimal_aec").MinimalEnv(4)), num_cycles=50)


def test_counts_are_compared(bench: Any) -> None:
    count = bench("count")
    before = {"mow": 1_000_000, "megabou": 2_000_000, "gone": 5}
    lines, worse = count.compare(before, {"mow": 1_090_000, "megabou": 1_500_000, "new": 7})
    assert not worse
    assert [line.split()[0] for line in lines] == ["mow", "megabou", "new", "gone"]
    assert "MOVED" not in lines[0]
    assert "+9.0%" in lines[0]
    assert "MOVED: was 2.00 M" in lines[1]
    assert "-25.0%" in lines[1]
    assert "not in the baseline" in lines[2]
    assert "not counted" in lines[3]
    lines, worse = count.compare(before, {"mow": 1_110_000})
    assert worse
    assert "MOVED: was 1.00 M" in lines[0]


def test_the_plan_names_what_there_is(bench: Any) -> None:
    plan = bench("plan")
    assert tuple(plan.SEATS) == tablee.games()
    assert {job.script for job in plan.jobs()} <= {path.name for path in BENCH.glob("work_*.py")}
