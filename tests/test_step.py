"""Setting up: what a step that fails says, and that it names the way out."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

STEP = Path(__file__).parent.parent / "tools" / "step.py"


def step(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, STEP, "doing it", "--about", "5", "--", *words],
        capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_a_step_that_works_says_one_line_and_is_quiet() -> None:
    done = step("sh", "-c", "echo chatter; echo more >&2")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "doing it …\n")


@pytest.mark.parametrize(
    ("said", "way_out"),
    [
        ("ERROR: No matching distribution found for alembic", "HTTPS_PROXY"),
        (
            "<urllib3.connection.HTTPSConnection object>: Failed to establish a new connection",
            "network",
        ),
        ("npm error code EAI_AGAIN", "network"),
        ("ERROR: Could not install packages: [Errno 28] No space left on device", "make room"),
        ("mkdir: cannot create directory: Permission denied", "git clone"),
        ("OSError: [Errno 30] Read-only file system: '.venv'", "git clone"),
        ("The virtual environment was not created because ensurepip is not available.", "python3-venv"),
        ("/usr/bin/python3: No module named venv", "PYTHON="),
        ("gcc: fatal error: Killed signal terminated program cc1", "COMPILE=no"),
        ("ERROR: Python was built without a shared library, which is required.", "PYTHON="),
        ("ERROR: On Linux, objdump is required. It is typically provided by", "binutils"),
    ],
)
def test_a_step_that_fails_names_the_way_out(said: str, way_out: str) -> None:
    failed = step("sh", "-c", 'echo chatter; echo "$0"; exit 3', said)
    assert failed.returncode == 1
    assert "This step failed: doing it." in failed.stderr
    assert way_out in failed.stderr
    assert said not in failed.stderr
    assert len(failed.stderr.splitlines()) == 3


def test_what_nobody_foresaw_is_shown() -> None:
    failed = step("sh", "-c", "seq 100; echo strange; exit 1")
    assert "strange" in failed.stderr
    assert len(failed.stderr.splitlines()) < 20
    assert "strange: " in step("strange").stderr
