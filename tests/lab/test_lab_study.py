"""Studies: games as rows, runs that go on where they stopped, and what they say."""

from __future__ import annotations

import doctest
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from click.testing import CliRunner

from tablee.cli import main
from tablee.core.contract import Outcome
from tablee.core.errors import BadCount, BadOption, UnknownBot
from tablee.games import game
from tablee.lab import runs
from tablee.lab.compare import compare, difference
from tablee.lab.contest import play_numbered
from tablee.lab.diary import Lead, play_recorded
from tablee.lab.errors import OtherRules, SameVariants
from tablee.lab.findings import by_place, rules_of_events
from tablee.lab.jobs import finished
from tablee.lab.runs import Part, make_plan, play_part, play_run
from tablee.lab.shares import wilson
from tablee.lab.study import How, Study, study


def run(*words: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, words)
    return result.exit_code, result.stdout, result.stderr


def parts(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.rglob("*.parquet"))}


@pytest.fixture(scope="module")
def studied(tmp_path_factory: pytest.TempPathFactory) -> Study:
    how = How(tmp_path_factory.mktemp("lab"))
    return study(
        "super_miaou", 3, 30, 2, how=how, bots=["greedy"], ladder=["random", "greedy"], ladder_games=9
    )


# -- one game --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["super_miaou", "mow", "push_em_up"])
def test_listening_changes_nothing(name: str) -> None:
    bots, options = ("greedy", "random", "random"), {"first": 1}
    row = play_recorded(game(name), 3, options, bots, 4, 7)
    plain = play_numbered(game(name), 3, options, bots, 4, 7)
    assert tuple(row["scores"]) == plain.outcome.scores
    assert row["moves"] == plain.moves == sum(each["n"] for each in row["actions"])
    assert row["first"] == 1
    assert row["turns"] <= row["moves"]
    assert row["free"] <= row["moves"]
    assert row["events"]


@pytest.mark.rule("ALL-1")
def test_every_seat_begins_equally_often() -> None:
    rows = [play_recorded(game("megabou"), 3, {}, ("random",) * 3, 1, number) for number in range(6)]
    assert [row["first"] for row in rows] == [0, 1, 2, 0, 1, 2]


def test_drama_of_a_game_told_by_hand() -> None:
    """Leaders 0, 1 (by far enough), 1 (not by far enough), 0: two changes; 0 had 0.2 once."""
    lead = Lead(game("mow"), 2)
    lead.seen = [(0.6, 0.4), (0.2, 0.8), (0.505, 0.495), (0.9, 0.1)]
    story = lead.story(Outcome((1, 2), (1, 2), "target"))
    assert story["leads"] == 2
    assert story["lowest"] == 0.2
    assert story["settled"] == 0.75
    assert story["swing"] == pytest.approx((0.4 + 0.305 + 0.395) / 3, abs=1e-6)
    shared = lead.story(Outcome((1, 1), (1, 1), "target"))
    assert shared["settled"] is None
    lead.seen = [(0.5, 0.5)] * 3
    assert lead.story(Outcome((1, 2), (1, 2), "target"))["leads"] is None


# -- runs ------------------------------------------------------------------------------------------


def test_a_run_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = make_plan("megabou", 2, ["random"], 3, {}, 5)
    whole = play_run(plan, 22, tmp_path / "a", workers=2)
    assert whole["number"].to_list() == list(range(22))
    first = play_run(plan, 12, tmp_path / "b")
    assert first.equals(whole.head(12))
    kept = tmp_path / "b" / plan.name()
    (kept / "000000.parquet").unlink()
    (kept / "000001.parquet").write_bytes((kept / "000001.parquet").read_bytes()[:700])
    played: list[int] = []

    def counting(part: Part) -> bytes:
        played.append(part.first)
        return play_part(part)

    monkeypatch.setattr(runs, "play_part", counting)
    assert play_run(plan, 22, tmp_path / "b").equals(whole)
    assert played == [0, 5, 10, 15, 20]  # lost, damaged, too short, and two that were not there
    assert parts(tmp_path / "a") == parts(tmp_path / "b")
    play_run(plan, 22, tmp_path / "b")
    assert len(played) == 5
    assert play_run(plan, 7, tmp_path / "b").equals(whole.head(7))


def test_another_plan_is_another_run() -> None:
    plans = [
        make_plan("super_miaou", 2, ["random"], 3, {}, 5),
        make_plan("super_miaou", 2, ["random"], 4, {}, 5),
        make_plan("super_miaou", 3, ["random"], 3, {}, 5),
        make_plan("super_miaou", 2, ["greedy"], 3, {}, 5),
        make_plan("super_miaou", 2, ["random"], 3, {"cape_price": 5}, 5),
        make_plan("super_miaou", 2, ["random"], 3, {}, 6),
    ]
    assert len({plan.name() for plan in plans}) == len(plans)
    with pytest.raises(OtherRules, match="the same version on all machines"):
        play_part(Part(plans[0]._replace(version="0.0.1, super_miaou 0"), 0, 1))


def once_deadly(job: tuple[int, str]) -> int:
    number, marker = job
    if number == 3 and not Path(marker).exists():
        Path(marker).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def test_what_a_killed_worker_had_begun_is_done_again(tmp_path: Path) -> None:
    jobs = [(number, str(tmp_path / "died")) for number in range(8)]
    done = dict(finished(once_deadly, jobs, 2))
    assert (tmp_path / "died").exists()
    assert done == {number: number * number for number in range(8)}


# -- what they say ---------------------------------------------------------------------------------


def test_places_go_by_who_plays_first() -> None:
    shares = [[1.0, 0.0, 0.0], [0.0, 0.5, 0.5], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]
    games = pl.DataFrame({"first": [0, 1, 2, 1], "shares": shares})
    found = by_place(games, 3)
    assert [row["share"] for row in found] == [0.625, 0.125, 0.25]
    low, high = wilson(0.625, 4)
    assert (found[0]["low"], found[0]["high"]) == (
        pytest.approx(low, abs=1e-4),
        pytest.approx(high, abs=1e-4),
    )


def test_a_summary_adds_up(studied: Study) -> None:
    found = studied.summary
    assert sum(row["share"] for row in found["places"]) == pytest.approx(1, abs=0.001)
    assert sum(row["share"] for row in found["by_seat"]) == pytest.approx(1, abs=0.001)
    assert sum(row["per_game"] for row in found["verbs"]) == pytest.approx(
        found["length"]["moves"]["mean"], abs=0.001
    )
    assert sum(row["per_game"] for row in found["actions"]) == pytest.approx(
        found["length"]["moves"]["mean"], abs=0.001
    )
    named = {row["name"]: row for row in found["words"]}
    done = {row["name"]: row for row in found["actions"]}
    assert named["bought cape"]["per_game"] == done["buy cape"]["per_game"]
    assert done["buy cape"]["winning"]["share"] > 0
    (rung,) = found["ladder"]
    assert (rung["bot"], rung["against"], rung["games"]) == ("greedy", "random", 9)
    assert rung["share"] > 0.5
    written = json.loads((studied.folder / "summary.json").read_text("utf-8"))
    assert written == found
    assert pl.read_parquet(studied.folder / "games.parquet").equals(studied.games)


def test_events_name_their_rules() -> None:
    rules = rules_of_events(game("mow"))
    assert rules["swapped"] == ["MW-27"]
    assert rules["cow_played"] == []
    assert rules_of_events(game("meowtopia"))["end_called"] == ["MT-35", "MT-36"]


# -- two variants ----------------------------------------------------------------------------------


def test_a_difference_is_taken_game_by_game() -> None:
    """B is always 1 or 3 more, however much the games differ: 2 ± 1.96 · √2 / √2."""
    row = difference(pl.Series([10, 500]), pl.Series([11, 503]))
    assert row is not None
    assert (row["a"], row["b"], row["difference"]) == (255, 257, 2)
    assert (row["low"], row["high"]) == (pytest.approx(0.04, abs=1e-3), pytest.approx(3.96, abs=1e-3))
    assert difference(pl.Series([None, 1.0]), pl.Series([2.0, 3.0])) is None


@pytest.mark.rule("SM-4")
def test_dearer_capes_make_longer_games(tmp_path: Path) -> None:
    found = compare(
        "super_miaou", 2, 12, 1, how=How(tmp_path), bots=["greedy"], against={"cape_price": 6}
    )
    rows = {row["name"]: row for row in found.summary["measures"]}
    assert rows["turns"]["low"] > 0
    assert {row["name"] for row in found.summary["actions"]} > {"buy cape", "buy silver", "pass"}
    assert found.summary["b"] == {"cape_price": 6}
    with pytest.raises(SameVariants):
        compare(
            "super_miaou", 2, 4, 1, how=How(tmp_path), options={"mice": True}, against={"mice": True}
        )


def test_the_examples_are_true() -> None:
    page = Path(__file__).parents[2] / "docs" / "lab.md"
    failed, tried = doctest.testfile(str(page), module_relative=False)
    assert tried > 0
    assert failed == 0


# -- the commands ----------------------------------------------------------------------------------


def test_the_command_study(tmp_path: Path) -> None:
    words = ("lab", "study", "megabou", "--seats", "2", "--bots", "greedy,random", "--games", "12")
    where = ("--out", str(tmp_path), "--jobs", "1")
    code, out, err = run(*words, *where, "--lang", "fr")
    assert code == 0
    assert "Qui gagne" in out
    assert "ordre de jeu 1" in out
    assert err.startswith("Rapport\xa0:")
    (page,) = tmp_path.glob("study-*/report.html")
    text = page.read_text("utf-8")
    assert '<html lang="fr">' in text
    assert text.count("<svg") >= 4
    # Self-contained: nothing that a browser would go and fetch.
    assert not re.search(r"<(script|link|img|iframe|object)\b|@import|url\((?!#)|src=", text)
    assert {path.suffix for path in (page.parent / "plots").iterdir()} == {".svg", ".png"}
    code, out, _ = run(*words, *where, "--json", "--lang", "en")
    assert code == 0
    assert json.loads(out)["games"] == 12
    assert "Who wins" in page.read_text("utf-8")


def test_the_command_compare(tmp_path: Path) -> None:
    words = ("lab", "compare", "super_miaou", "--bots", "random", "--games", "6", "-o", "max_rounds=20")
    code, out, _ = run(*words, "--against", "mice=false", "--out", str(tmp_path), "--jobs", "1")
    assert code == 0
    assert "B − A" in out
    (page,) = tmp_path.glob("compare-*/report.html")
    assert "mice=false" in page.read_text("utf-8")
    assert run(*words, "--out", str(tmp_path))[0] == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["study", "chess"], "chess"),
        (["study", "mow", "--bots", "genius"], "genius"),
        (["study", "mow", "--seats", "11"], "2 to 10"),
        (["study", "mow", "--games", "0"], "games"),
        (["study", "mow", "--jobs", "0"], "jobs"),
        (["study", "mow", "--part", "0"], "part"),
        (["study", "mow", "-o", "target=1"], "target"),
        (["study", "mow", "--ladder", "random,genius"], "genius"),
        (["compare", "mow", "--against", "colour=1"], "colour"),
        (["compare", "mow", "-o", "target=50", "--against", "target=50"], "--against"),
    ],
)
def test_bad_input_gets_a_sentence(words: list[str], said: str, tmp_path: Path) -> None:
    code, out, err = run("lab", *words, "--out", str(tmp_path / "out"), "--lang", "en")
    assert (code, out) == (2, "")
    assert said in err
    assert "Traceback" not in err


def test_errors_speak_the_language_that_was_asked_for() -> None:
    for words in (("study", "chess", "--lang", "fr"), ("--lang", "fr", "study", "chess")):
        assert "Aucun jeu" in run("lab", *words)[2]


def test_errors_are_typed() -> None:
    with pytest.raises(UnknownBot):
        make_plan("mow", 4, ["genius"], 0, {})
    with pytest.raises(BadOption):
        make_plan("mow", 4, ["random"], 0, {"target": 0})
    with pytest.raises(BadCount):
        make_plan("mow", 4, ["random"] * 5, 0, {})


@pytest.mark.parametrize(
    ("module", "words", "said"),
    [
        ("polars", "", "polars"),
        ("matplotlib.figure", "", "matplotlib"),
        ("ray", "--cluster auto", "ray"),
    ],
)
def test_a_missing_extra_is_named(module: str, words: str, said: str, tmp_path: Path) -> None:
    program = f"import sys; sys.modules[{module!r}] = None; from tablee.cli import main; main()"
    series = ["lab", "study", "megabou", "--games", "1", "--bots", "random", "--out", str(tmp_path)]
    command: list[Any] = [sys.executable, "-c", program, *series, *words.split()]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 2
    assert re.search(rf"-m pip install .*\b{said}>=", ran.stderr)
    assert "Traceback" not in ran.stderr
