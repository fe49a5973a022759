"""What only the one file has: no Python around it, a launcher, helpers that are itself, --portable."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from server.test_platforms import play_through_a_kill
from ship.conftest import Gone
from ship.test_ways import KEPT
from ship.ways import ONE_FILE
from support import LAST_RESORT, until

pytestmark = pytest.mark.parametrize("gone", [ONE_FILE], ids=["one file"], indirect=True)
MOST = 40e6  # bytes: what one still sends to a friend


@pytest.fixture
def file(gone: Gone, tmp_path: Path) -> Iterator[Gone]:
    """A copy of the file with a home and a place for temporary files; in the end nothing is left."""
    folder, temporary, home = tmp_path / "une clé", tmp_path / "temporary", tmp_path / "home"
    for each in (folder, temporary, home):
        each.mkdir()
    copy = shutil.copy(gone.words[0], folder)
    env = {**gone.at.env, "TMPDIR": str(temporary), "HOME": str(home)}
    yield gone._replace(at=gone.at._replace(folder=tmp_path, env=env), words=[str(copy)])
    until("all processes have ended", lambda: not processes(copy))
    until("what was unpacked is gone", lambda: not list(temporary.iterdir()))


def processes(file: str | Path) -> list[psutil.Process]:
    return [each for each in psutil.process_iter(["exe"]) if each.info["exe"] == str(file)]


def refused(file: Gone, *words: str | Path) -> str:
    """What it says when it says no; one line."""
    said = subprocess.run(
        [*file.words, *map(str, words)], env=file.at.env, cwd=file.at.folder,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert said.returncode == 2, said
    assert len(said.stderr.splitlines()) == 1
    return said.stderr


# -- what it is --------------------------------------------------------------------------------------


def test_it_is_small_and_alone(file: Gone) -> None:
    assert Path(file.words[0]).stat().st_size <= MOST
    assert not Path(file.at.env["PATH"]).exists()
    assert "(compiled, one file)" in file.run("--version")


def test_the_doctor_finds_nothing_wrong(file: Gone) -> None:
    found = {each["what"]: each["state"] for each in json.loads(file.run("doctor", "--json"))}
    assert "wrong" not in found.values()
    ours = ("tablee", "compiled", "pages", "settings", "clock", "workers", "extra.postgres")
    assert {found[what] for what in ours} == {"ok"}


def test_rules_and_games(file: Gone) -> None:
    assert file.run("rules", "mow", "MW-16").startswith("MW-16")
    assert "mouche" in file.run("--lang", "fr", "rules", "mow")
    names = [each["name"] for each in json.loads(file.run("games", "--json"))]
    assert names == ["super_miaou", "meowtopia", "push_em_up", "megabou", "mow"]


def test_what_it_cannot_have(file: Gone) -> None:
    wanted = (("mcp",), ("arena", "mow", "--plot", "arena.svg"), ("lab", "study", "mow"))
    for words in wanted:
        said = refused(file, *words)
        assert "single file" in said
        assert "pip" not in said
    assert "PostgreSQL" in refused(file, "tables", "--database", "postgresql://127.0.0.1:1/tables")


# -- what it does ------------------------------------------------------------------------------------


def test_many_games_on_two_cores(file: Gone) -> None:
    series = ("mow", "--seats", "2", "--games", "40", "--seed", "7", "--json", "--workers")
    told = [json.loads(file.run("simulate", *series, workers)) for workers in "12"]
    assert told[0]["outcomes"] == told[1]["outcomes"]
    arenas = [
        json.loads(file.run("arena", "--bots", "greedy,random", *series, workers)) for workers in "12"
    ]
    shares = [[(each["bot"], each["win_share"]) for each in arena["bots"]] for arena in arenas]
    assert shares[0] == shares[1]


def test_a_table_in_the_terminal(file: Gone) -> None:
    """A hint and a move, as somebody types them; the table is kept, and goes on."""
    words = ("play", "mow", "--seats", "2", "--bots", "1", "--seed", "1", "--level", "easy")
    said = file.at.run(*file.words, *words, typed="hint\n1\nquit\n")
    assert "A good bot would think of" in said
    assert "Player 1 plays the 4" in said
    line = said.rpartition("Go on with: ")[2]
    assert "Player 1" in file.at.run(*shlex.split(line), typed="quit\n")


def test_bots_a_kill_and_a_review(file: Gone, tmp_path: Path) -> None:
    """Bots and reviews are processes of their own: the file once more."""
    server = file.serving(tmp_path / "tables")
    server.start()
    try:
        play_through_a_kill(server)
    finally:
        assert server.end(signal.SIGTERM) == 0


# -- how it ends -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "number", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL], ids=lambda n: n.name
)
@pytest.mark.parametrize("whom", ["launcher", "program", "all"])
def test_a_server_ends(file: Gone, tmp_path: Path, number: signal.Signals, whom: str) -> None:
    """Whoever is told so: the first process, the second one, or both, as by Ctrl-C in a terminal."""
    words = [*file.words, "serve", "--port", "0", "--no-browser", "--workers", "1"]
    with subprocess.Popen(
        words, env=file.at.env, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True,
    ) as launcher:  # fmt: skip
        assert launcher.stdout is not None
        assert launcher.stdout.readline().startswith("http://")
        (program,) = psutil.Process(launcher.pid).children()
        until("there is where the bot thinks", lambda: len(program.children()) == 1)
        if whom == "all":
            os.killpg(launcher.pid, number)
        else:
            os.kill(launcher.pid if whom == "launcher" else program.pid, number)
        _, said = launcher.communicate(timeout=LAST_RESORT)
    if number is signal.SIGKILL:
        assert launcher.returncode != 0
        if whom == "all":  # nobody was left to remove it
            for folder in Path(file.at.env["TMPDIR"]).iterdir():
                shutil.rmtree(folder)
    else:
        assert launcher.returncode == 0
        assert said.splitlines()[-1] == "Everything is saved."


def test_an_arena_is_stopped(file: Gone) -> None:
    """With its workers."""
    words = [*file.words, "arena", "mow", "--bots", "hard,hard", "--games", "100000", "--workers", "2"]
    with subprocess.Popen(
        words, env=file.at.env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    ) as launcher:
        # Launcher, program, and two workers at least; multiprocessing may have helpers of its own.
        until("they play", lambda: len(processes(file.words[0])) >= 4)
        os.killpg(launcher.pid, signal.SIGINT)
        launcher.communicate(timeout=LAST_RESORT)
        assert launcher.returncode != 0


# -- where data are ----------------------------------------------------------------------------------


def test_data_are_where_the_platform_expects_them(file: Gone) -> None:
    file.run("restore", KEPT / "backup.gz")
    assert (Path(file.at.env["HOME"]) / ".local" / "share" / "tablee" / "tablee.db").exists()
    assert [each.name for each in Path(file.words[0]).parent.iterdir()] == ["tablee"]


def test_portable(file: Gone, tmp_path: Path) -> None:
    """All is beside the file, moves with it to another folder, and is found there without a word."""
    file.run("--portable", "restore", KEPT / "backup.gz")
    before = json.loads(file.run("tables", "--json"))
    assert len(before) == 10
    moved = tmp_path / "une autre clé"
    Path(file.words[0]).parent.rename(moved)
    assert (moved / "tablee-data" / "tablee.db").exists()
    moved_file = file._replace(words=[str(moved / "tablee")])
    assert json.loads(moved_file.run("tables", "--json")) == before
    assert list(Path(file.at.env["HOME"]).iterdir()) == []
