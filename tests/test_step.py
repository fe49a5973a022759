"""Setting up: what a step that fails says, and that it names the way out."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from support import until

STEP = Path(__file__).parent.parent / "tools" / "step.py"


def step(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, STEP, "doing it", "--about", "5", "--", *words],
        capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_a_step_that_works_says_one_line_and_is_quiet() -> None:
    done = step("sh", "-c", "echo chatter; echo more >&2")
    assert (done.returncode, done.stdout, done.stderr) == (0, "doing it … (about 5 s)\n", "")


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
        ("ImportError: a.so: failed to map segment from shared object", "noexec"),
        ("gcc: fatal error: Killed signal terminated program cc1", "COMPILE=no"),
        ("ERROR: Python was built without a shared library, which is required.", "PYTHON="),
        ("ERROR: On Linux, objdump is required. It is typically provided by", "binutils"),
    ],
)
def test_a_step_that_fails_names_the_way_out(said: str, way_out: str) -> None:
    failed = step("sh", "-c", 'echo chatter; echo "$0"; exit 3', said)
    assert failed.returncode == 2
    assert "This step failed: doing it." in failed.stdout
    assert way_out in failed.stdout
    assert said not in failed.stdout
    assert len(failed.stdout.splitlines()) == 3


def test_what_nobody_foresaw_is_shown() -> None:
    failed = step("sh", "-c", "seq 100; echo strange; exit 1")
    assert "strange" in failed.stdout
    assert len(failed.stdout.splitlines()) < 20
    assert "strange: " in step("strange").stdout


def test_which_disk_is_full_is_said(tmp_path: Path) -> None:
    failed = step("sh", "-c", "echo 'No space left on device'; exit 1")
    assert f" in {os.getcwd()} (for testing" in failed.stdout
    assert "TMPDIR=" in failed.stdout


def test_a_terminal_without_accents_gets_a_line_as_well() -> None:
    words = [sys.executable, STEP, "déjà", "--", "true"]
    env = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(words, env=env, capture_output=True, text=True, check=True)
    assert done.stdout == "d?j? ?\n"


# -- all steps ---------------------------------------------------------------------------------------


def together(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, STEP, "--alone", "--", *words],
        cwd=cwd, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_make_is_quiet_and_what_breaks_between_steps_is_explained(tmp_path: Path) -> None:
    make = "echo 'make: warning: Clock skew detected.' >&2; "
    done = together("sh", "-c", make + "echo a step", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "a step\n", "")
    failed = together(
        "sh", "-c", make + "echo its reason; echo 'make: *** Error 1' >&2; exit 2", cwd=tmp_path
    )
    assert (failed.returncode, failed.stdout, failed.stderr) == (2, "its reason\n", "")
    failed = together("sh", "-c", "echo 'cp: No space left on device' >&2; exit 2", cwd=tmp_path)
    assert failed.returncode == 2
    assert "make room" in failed.stdout


def test_who_comes_second_waits(tmp_path: Path) -> None:
    words = [
        sys.executable,
        STEP,
        "--alone",
        "--",
        "sh",
        "-c",
        "echo $0; until [ -e go ]; do sleep 0.01; done",
    ]
    said = [tmp_path / "first", tmp_path / "second"]
    running = []
    for path, sign in zip(said, ("first", "already"), strict=True):
        with path.open("w") as file:
            running.append(subprocess.Popen([*words, "first"], cwd=tmp_path, stdout=file))
        until(f"{path.name} says something", lambda: sign in path.read_text())  # noqa: B023
    assert said[1].read_text() == "Somebody is setting this checkout up already: waiting for that …\n"
    (tmp_path / "go").touch()
    assert [each.wait() for each in running] == [0, 0]


# -- at a terminal -----------------------------------------------------------------------------------


class Terminal:
    """What runs in one, how wide it is, and what it showed."""

    def __init__(self, *words: str | Path, columns: int = 80) -> None:
        self.process, self.fd = pty.fork()
        if self.process == 0:  # pragma: no cover (another process)
            os.environ["COLUMNS"] = str(columns)
            os.execv(words[0], [str(word) for word in words])
        self.shown = ""

    def shows(self, text: str) -> bool:
        try:
            self.shown += os.read(self.fd, 1 << 16).decode()
        except OSError:  # the other end is closed
            return True
        return text in self.shown

    def see(self, text: str) -> None:
        until(f"{text} is shown", lambda: self.shows(text))
        assert text in self.shown

    def end(self) -> int:
        until("it ends", lambda: self.shows("\0"))
        os.close(self.fd)
        return os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])


def test_on_a_terminal_the_seconds_are_counted_in_one_line(tmp_path: Path) -> None:
    waits = ["sh", "-c", 'until [ -e "$0" ]; do sleep 0.01; done', tmp_path / "go"]
    seen = Terminal(
        sys.executable, STEP, "a long title, longer", "--about", "9", "--", *waits, columns=24
    )
    seen.see(" of about 9 s")
    (tmp_path / "go").touch()
    seen.see("after")
    assert seen.end() == 0
    lines = seen.shown.replace("\x1b[K", "").rstrip().split("\r")
    assert lines[-1].startswith("a long title, longer: done after")
    assert any(line.startswith("a long") and line.endswith(" of about 9 s") for line in lines)
    assert all(len(line) < 24 for line in lines[:-1])


STUBBORN = """
import signal, sys, time
signal.signal(signal.SIGINT, lambda *_: open(sys.argv[1], "a").write("x"))
open(sys.argv[1], "a").write("ready")
while True:
    time.sleep(1)
"""


def test_ctrl_c_stops_a_step() -> None:
    seen = Terminal(sys.executable, STEP, "waiting", "--", "sleep", "1000")
    seen.see(" s")  # so many seconds: it runs
    os.write(seen.fd, b"\x03")
    assert seen.end() == 130
    assert "waiting: stopped. The same command begins this step again." in seen.shown


def test_ctrl_c_again_stops_what_does_not_want_to_stop(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    heard.touch()
    words = [sys.executable, "-c", STUBBORN, heard]
    seen = Terminal(sys.executable, STEP, "waiting", "--", *words)
    until("it is ready", lambda: heard.read_text() == "ready")
    os.write(seen.fd, b"\x03")
    # Both have to have heard it: to a process that has not yet, two signals are one.
    seen.see("Ctrl-C again")
    until("it has heard", lambda: heard.read_text() == "readyx")
    os.write(seen.fd, b"\x03")
    assert seen.end() == 130
