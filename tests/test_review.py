"""The review: its parts add up, it is reproducible, it judges by views, it finds what was missed."""

from __future__ import annotations

import doctest
import json
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner

import tablee
from tablee.cli import main
from tablee.core.errors import BadCount
from tablee.core.match import Match
from tablee.core.tables import LabTable
from tablee.lab.review import Mean, Reviewer, review, student95

SHORT = {"max_rounds": 3}
CASES = [("super_miaou", 3, SHORT), ("megabou", 4, {})]


@pytest.fixture(autouse=True, scope="module")
def _quick() -> Iterator[None]:
    """Where better moves are looked for, not very long."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tablee.lab.review.JUDGE", 16)
        yield


def played(name: str, seats: int, options: dict[str, Any] | None = None, seed: int = 3) -> Match:
    """A match at random, so that there is something to find fault with."""
    match, luck = tablee.new_match(name, seats, seed, options or {}), LabTable(seed)
    while match.actors():
        seat = match.actors()[0]
        legal = match.legal(seat)
        match.play(seat, legal[luck.below(len(legal))])
    return match


@pytest.mark.parametrize(("name", "seats", "options"), CASES, ids=lambda case: str(case))
def test_the_parts_add_up(name: str, seats: int, options: dict[str, Any]) -> None:
    match = played(name, seats, options)
    found = review(match, playouts=6, seconds=3600.0)
    assert found["playouts"] == 6
    assert len(found["steps"]) == len(match.log) + 1
    outcome = match.outcome()
    assert outcome is not None
    sides = match.game.sides(seats)
    for step in found["steps"]:
        assert sum(step["chances"][side[0]] for side in sides) == pytest.approx(1, abs=1e-3)
        for low, chance, high in zip(step["low"], step["chances"], step["high"], strict=True):
            assert 0 <= low <= chance <= high <= 1
    last = found["steps"][-1]
    assert [chance > 0 for chance in last["chances"]] == [rank == 1 for rank in outcome.ranks]
    assert last["low"] == last["chances"] == last["high"]
    for seat, total in enumerate(found["totals"]):
        parts = [total[part]["mean"] for part in ("luck", "skill", "others")]
        assert total["after"] - total["before"] == pytest.approx(sum(parts), abs=1e-3)
        # Step by step it is the same sum.
        own = sum(step["decision"][seat] for step in found["steps"] if step["seat"] == seat)
        luck = sum(step["luck"][seat] for step in found["steps"])
        assert own == pytest.approx(total["skill"]["mean"], abs=1e-2)
        assert luck == pytest.approx(total["luck"]["mean"], abs=1e-2)


def test_the_same_seed_gives_the_same_review() -> None:
    match = played("super_miaou", 2, SHORT)
    once = review(match, playouts=4, seed=1)
    again = review(tablee.load_match(match.save()), playouts=4, seed=1)
    assert once == again
    assert once != review(match, playouts=4, seed=2)


def test_time_that_runs_out_leaves_fewer_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = count()
    clock = SimpleNamespace(monotonic=lambda: next(looks) / 100)  # each look at it takes a while
    monkeypatch.setattr("tablee.lab.review.time", clock)
    seen: list[float] = []
    found = review(played("super_miaou", 2, SHORT), playouts=5000, seconds=0.2, progress=seen.append)
    assert 2 <= found["playouts"] <= 20
    assert seen == sorted(seen)
    assert seen[-1] <= 1.0
    assert found["turning_points"] == []  # of so few nothing is said about a single move


def test_who_has_no_choice_decides_nothing() -> None:
    match = played("megabou", 2)
    again = tablee.new_match("megabou", 2, 3)
    found = review(match, playouts=2)
    forced = 0
    for step, (seat, action) in zip(found["steps"][1:], match.log, strict=True):
        if len(again.legal(seat)) == 1:
            forced += 1
            assert step["decision"] == [0, 0]
            assert step["better"] is None
        again.play(seat, action)
    assert forced


def test_a_decision_is_judged_by_what_its_seat_could_see() -> None:
    """Another truth behind the same view: the same judgement."""
    match = played("super_miaou", 2, SHORT)
    one, other = Reviewer(match, 5), Reviewer(match, 5)
    for position in other.positions:
        if position.acting:
            position.reimagine(position.actors()[0], LabTable(9))
    for mine, yours in zip(one.decisions, other.decisions, strict=True):
        one.judge(mine, None)
        other.judge(yours, None)
        assert mine.best == yours.best
        assert one.weigh(mine, 0) == other.weigh(yours, 0)


def test_a_winning_move_that_was_missed_is_found() -> None:
    """The last move made a draw of a win: the better one is named, with its gain."""
    match = played("megabou", 2, seed=46)
    seat, done = match.log[-1]
    before = tablee.new_match("megabou", 2, 46)
    for each in match.log[:-1]:
        before.play(*each)
    before.play(seat, "move ne")
    would_be, is_so = before.outcome(), match.outcome()
    assert would_be is not None
    assert is_so is not None
    assert (would_be.winners(), is_so.winners(), match.text(done)) == ([seat], [0, 1], "move w")
    work = Reviewer(match, 0)
    last = work.decisions[-1]
    work.judge(last, None)
    for number in range(40):
        work.weigh(last, number)
    better = work.better(last)
    assert better is not None
    assert better["action"] == "move ne"
    # It could not know what the other one keeps secret: it might have lost as well.
    assert 0.5 < better["low"] < better["gain"] < better["high"] <= 1


def test_means_and_their_intervals() -> None:
    mean = Mean()
    for value in (1.0, 2.0, 3.0, 4.0):
        mean.add(value)
    assert mean.mean == 2.5
    assert mean.error() == pytest.approx(0.6455, abs=1e-4)  # 1.2910 / 2
    assert mean.interval(1.0) == pytest.approx((2.5 - 0.6455, 2.5 + 0.6455), abs=1e-4)
    for freedom, known in ((10, 2.228), (29, 2.045), (199, 1.972)):
        assert student95(freedom) == pytest.approx(known, abs=5e-3)


def test_bad_counts_are_refused() -> None:
    with pytest.raises(BadCount):
        review(played("super_miaou", 2, SHORT), playouts=0)


def test_what_the_page_says_is_so() -> None:
    page = Path(__file__).parent.parent / "docs" / "review.md"
    failed, tried = doctest.testfile(str(page), module_relative=False)
    assert (failed, tried > 5) == (0, True)


# -- the command -----------------------------------------------------------------------------------


def run(*words: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, words)
    return result.exit_code, result.stdout, result.stderr


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("review") / "game.json"
    path.write_text(played("super_miaou", 2, SHORT).save())
    return path


def test_the_command_tells_it_in_both_languages(saved: Path) -> None:
    for lang, word in (("en", "own decisions"), ("fr", "ses décisions")):
        code, out, _ = run("--lang", lang, "review", str(saved), "--playouts", "3")
        assert code == 0
        assert word in out
        assert "Super Miaou" in out


def test_the_command_gives_json_and_draws(saved: Path, tmp_path: Path) -> None:
    picture = tmp_path / "review.svg"
    code, out, _ = run("review", str(saved), "--playouts", "3", "--json", "--plot", str(picture))
    assert code == 0
    found = json.loads(out)
    assert found["format"] == "tablee-review"
    assert len(found["names"]) == found["seats"] == 2
    assert picture.read_text().startswith("<?xml")


def test_the_command_says_what_is_wrong(saved: Path, tmp_path: Path) -> None:
    unfinished = tmp_path / "half.json"
    unfinished.write_text(tablee.new_match("mow", 2, 1).save())
    assert run("review", str(unfinished))[0] == 1
    assert run("review", str(saved), "--playouts", "0")[0] == 2
    code, _, err = run("review", str(saved), "--plot", "review.txt")
    assert (code, ".png" in err) == (2, True)
    rubbish = tmp_path / "rubbish.json"
    rubbish.write_text("{}")
    assert run("review", str(rubbish))[0] == 2
