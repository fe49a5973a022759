"""The lab: simulation and arena say the same for any number of workers, and say what is wrong."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tablee.cli import main
from tablee.core.errors import BadCount, BadSeats, UnknownBot, UnknownGame
from tablee.games import game
from tablee.lab.arena import Result, arena, rate
from tablee.lab.contest import mixed
from tablee.lab.shares import wilson, win_shares
from tablee.lab.simulate import simulate

TIMES = ("workers", "seconds", "moves_per_second")


def counted(report: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in report.items() if key not in TIMES}


def run(*words: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, words)
    return result.exit_code, result.stdout, result.stderr


def test_a_simulation_does_not_depend_on_its_workers() -> None:
    alone = simulate("megabou", 3, 301, 5)
    assert counted(simulate("megabou", 3, 301, 5, workers=3)) == counted(alone)
    outcomes = alone["outcomes"]
    assert sum(outcomes["won"]) + outcomes["shared"] == 301
    assert sum(outcomes["reasons"].values()) == 301
    assert counted(simulate("megabou", 3, 301, 6)) != counted(alone)


def test_a_longer_simulation_begins_with_the_shorter_one() -> None:
    """Games are numbered: the first hundred are the same however many follow."""
    short, long = simulate("megabou", 2, 100, 1), simulate("megabou", 2, 250, 1)
    assert all(a <= b for a, b in zip(short["outcomes"]["won"], long["outcomes"]["won"], strict=True))
    assert short["moves"] < long["moves"]


def test_bots_can_be_simulated() -> None:
    report = simulate("megabou", 2, 6, 1, bots=["ismcts:30", "random"], workers=2)
    assert report["bots"] == ["ismcts:30", "random"]
    assert report["outcomes"]["won"][0] >= 4
    assert counted(report) == counted(simulate("megabou", 2, 6, 1, bots=["ismcts:30", "random"]))


def test_partners_win_together() -> None:
    """MB-18."""
    won = simulate("megabou", 4, 60, 1)["outcomes"]["won"]
    assert won[0] == won[2]
    assert won[1] == won[3]
    assert won[0] + won[1] > 30
    assert win_shares(game("megabou"), (1, 2, 1, 2)) == (1.0, 0.0, 1.0, 0.0)
    assert win_shares(game("megabou"), (1, 1, 1, 1)) == (0.5, 0.5, 0.5, 0.5)
    assert win_shares(game("mow"), (1, 1, 3, 4)) == (0.5, 0.5, 0.0, 0.0)


def test_an_arena_turns_the_seats_and_does_not_depend_on_its_workers() -> None:
    report = arena("megabou", 3, 7, ["ismcts:25", "random"], 3)
    assert report["games"] == 9
    assert report["lineup"] == ["ismcts:25", "random", "random"]
    assert report["even"] == pytest.approx(1 / 3)
    best, other = report["bots"]
    assert best["bot"] == "ismcts:25"
    assert best["win_share"] + 2 * other["win_share"] == pytest.approx(1, abs=0.001)
    assert best["low"] < best["win_share"] <= best["high"]
    assert best["rating"] > other["rating"]
    assert best["mean_rank"] < other["mean_rank"]
    again = arena("megabou", 3, 7, ["ismcts:25", "random"], 3, workers=2)
    for row, same in zip(report["bots"], again["bots"], strict=True):
        assert {**row, "milliseconds_a_move": 0} == {**same, "milliseconds_a_move": 0}


def test_intervals_are_those_of_wilson() -> None:
    """Figures from the closed formula, worked out by hand for 8 of 10."""
    low, high = wilson(0.8, 10)
    assert (low, high) == (pytest.approx(0.4902, abs=1e-4), pytest.approx(0.9433, abs=1e-4))
    assert wilson(0.0, 10)[0] == 0.0
    assert wilson(1.0, 10)[1] == pytest.approx(1.0)


def test_equal_bots_get_equal_ratings() -> None:
    even = [Result(("a", "b"), (1.0, 0.0), (1, 2), (1, 1), (0.0, 0.0), 2)] * 50
    uneven = [*even, *[result._replace(ranks=(2, 1)) for result in even]]
    ratings = rate(game("mow"), ["a", "b"], even)
    assert ratings["a"][0] > 30 > 20 > ratings["b"][0]
    assert rate(game("mow"), ["a", "a"], [r._replace(bots=("a", "a")) for r in uneven])["a"][0] == (
        pytest.approx(25, abs=2)
    )


def test_game_numbers_give_different_luck() -> None:
    seeds = {mixed(seed, 0, number) for seed in range(50) for number in range(50)}
    assert len(seeds) == 2500
    assert mixed(4, 0, 17) + 1 == mixed(4, 0, 18)


@pytest.mark.parametrize(
    ("error", "given"),
    [
        (UnknownGame, {"name": "chess"}),
        (BadSeats, {"seats": 9}),
        (BadCount, {"games": 0}),
        (BadCount, {"workers": 0}),
        (BadCount, {"bots": ["random"] * 5}),
        (UnknownBot, {"bots": ["genius"]}),
        (UnknownBot, {"bots": ["cheat:0"]}),
    ],
)
def test_bad_input_is_refused(error: type[Exception], given: dict[str, Any]) -> None:
    with pytest.raises(error):
        simulate(**{"name": "megabou", "seats": 2, "games": 1, **given})


def test_the_command_simulate() -> None:
    code, out, err = run("simulate", "megabou", "--games", "20", "--workers", "1", "--json")
    assert (code, err) == (0, "")
    report = json.loads(out)
    assert report["games"] == 20
    assert report["moves_per_second"] > 0
    code, out, _ = run(
        "simulate", "mow", "--games", "2", "--workers", "1", "-o", "max_rounds=1", "--lang", "fr"
    )
    assert code == 0
    assert "coups par seconde" in out
    assert run("simulate", "chess")[0] == 2
    assert "genius" in run("simulate", "mow", "--bots", "genius")[2]


def test_the_command_arena(tmp_path: Path) -> None:
    words = ("arena", "megabou", "--bots", "ismcts:9,random", "--games", "4", "--workers", "1")
    picture = tmp_path / "arena.svg"
    code, out, _ = run(*words, "--plot", str(picture))
    assert code == 0
    assert "ismcts:9" in out
    assert "95 %" in out
    assert "<svg" in picture.read_text("utf-8")
    report = json.loads(run(*words, "--json")[1])
    assert {row["bot"] for row in report["bots"]} == {"ismcts:9", "random"}
    code, _, err = run(*words, "--plot", "arena.txt")
    assert code == 2
    assert ".png" in err


def test_no_picture_is_said_before_the_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object, **__: object) -> None:
        raise AssertionError("played for nothing")

    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    monkeypatch.setattr("tablee.lab.arena.arena", never)
    monkeypatch.setattr("tablee.lab.review.review", never)
    for words in (("arena", "megabou"), ("review", str(tmp_path / "match.json"))):
        code, _, err = run(*words, "--plot", str(tmp_path / "picture.svg"))
        assert code == 2
        assert "matplotlib" in err
        assert len(err.splitlines()) == 1
