"""Killed runs, killed workers, Ray: whatever happens to a run, the same bytes come out."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner

from support import LAST_RESORT, until
from tablee.cli import main
from tablee.lab.study import How, study

# In a process of its own: Ray starts threads, handlers and servers that other tests should not meet.
ON_RAY = """
import os, signal, sys
from pathlib import Path
from tablee.lab import runs
from tablee.lab.study import How, study

out = Path(sys.argv[1])

def deadly(part):
    '''Dies once, in the middle of the run, as a killed worker does.'''
    if part.first == 12 and not (out / "died").exists():
        (out / "died").write_text(str(os.getpid()))
        os.kill(os.getpid(), signal.SIGKILL)
    return original(part)

original = runs.play_part
runs.play_part = deadly
found = study("megabou", 2, 27, 5, how=How(out, 3, "local"), bots=["greedy", "random"], part=4)
import ray
print("parts", len(list((out / "runs").glob("*/*.parquet"))), "shut", not ray.is_initialized())
"""

# The command, which stops in the middle of a part until it is killed.
STUCK = """
import signal
from tablee.cli import main
from tablee.lab import runs

def stuck(part):
    if part.first == 5:
        signal.pause()
    return original(part)

original = runs.play_part
runs.play_part = stuck
main()
"""


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, words)
    return result.exit_code, result.stdout


def parts(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.rglob("*.parquet"))}


def test_a_killed_run_loses_nothing_that_was_written(tmp_path: Path) -> None:
    words = [
        "lab",
        "study",
        "megabou",
        "--bots",
        "ismcts:20",
        "--games",
        "20",
        "--part",
        "1",
        "--json",
    ]
    folder = tmp_path / "killed"
    command = [sys.executable, "-c", STUCK, *words, "--out", str(folder), "--jobs", "1"]
    going = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        until("five parts are written", lambda: len(parts(folder)) == 5)
    finally:
        going.kill()
        going.communicate()
    before = parts(folder)
    assert len(before) == 5
    code, out = run(*words, "--out", str(folder), "--jobs", "1")
    assert code == 0
    fresh = run(*words, "--out", str(tmp_path / "fresh"), "--jobs", "1")
    assert fresh[1] == out
    after = parts(folder)
    assert after == parts(tmp_path / "fresh")
    assert before.items() <= after.items()


def files(folder: Path) -> dict[str, bytes]:
    found = [path for path in folder.rglob("*") if path.suffix in (".parquet", ".json")]
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


def test_a_cluster_with_a_killed_worker_gives_the_bytes_of_one_machine(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    there.mkdir()
    program = tmp_path / "on_ray.py"
    program.write_text(ON_RAY)
    environment = {
        **os.environ,
        "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
        "RAY_USAGE_STATS_ENABLED": "0",
    }
    ran = subprocess.run(
        [sys.executable, str(program), str(there)],
        capture_output=True, text=True, env=environment, timeout=LAST_RESORT, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    assert "parts 7 shut True" in ran.stdout
    assert (there / "died").exists()
    study("megabou", 2, 27, 5, how=How(here), bots=["greedy", "random"], part=4)
    assert files(here)
    assert files(there) == files(here)


def test_where_no_cluster_answers_that_is_said(tmp_path: Path) -> None:
    program = "from tablee.cli import main; main()"
    words = ["lab", "study", "megabou", "--bots", "random", "--games", "1", "--lang", "fr"]
    where = ["--out", str(tmp_path), "--cluster", "127.0.0.1:1"]
    command = [sys.executable, "-c", program, *words, *where]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=LAST_RESORT, check=False)
    assert ran.returncode == 2
    assert "Aucune grappe Ray ne répond à 127.0.0.1:1" in ran.stderr
