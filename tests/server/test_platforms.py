"""Other platforms: what Windows and macOS lack is hidden here, and tables, bots and reviews go on."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

import tablee
from server.live import Process, person, started
from server.test_reviews import reviewed
from support import LAST_RESORT, until
from tablee import again
from tablee.bots import service
from tablee.bots.service import NoThought, Thinkers, Times, Worker
from tablee.client import Server

ELSEWHERE = {
    **os.environ,
    "LC_ALL": "C.UTF-8",
    "PYTHONPATH": os.pathsep.join(
        filter(None, [str(Path(__file__).parents[1] / "elsewhere"), os.environ.get("PYTHONPATH")])
    ),
}
PATIENT = Times(start=LAST_RESORT)


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Process]:
    server = Process(tmp_path / "tables", "--workers", "1", environ=ELSEWHERE)
    server.start()
    yield server
    server.end()


def test_what_is_hidden_is_hidden() -> None:
    """Else these tests would prove nothing."""
    for line in (
        "exec(compile('import fcntl', 'x', 'exec'), {'__name__': 'tablee.x'})",
        "exec(compile('import resource', 'x', 'exec'), {'__name__': 'tablee'})",
        "import os; os.nice(1)",
        "import signal; signal.setitimer",
        "import subprocess; subprocess.Popen(['true'], pass_fds=(1,))",
    ):
        ran = subprocess.run(
            [sys.executable, "-c", line],
            env=ELSEWHERE,
            capture_output=True,
            check=False,
        )
        assert ran.returncode == 1, line
        assert b"No module" in ran.stderr or b"no attribute" in ran.stderr or b"pass_fds" in ran.stderr


ALONE = (
    *("fcntl", "pwd", "resource", "termios", "uvloop", "O_ASYNC", "O_DIRECTORY", "fork", "nice"),
    *("pread", "pwrite", "SIGALRM", "SIGIO", "setitimer", "MSG_DONTWAIT"),
)


@pytest.mark.parametrize("name", ALONE)
def test_without_one_thing_alone(name: str, tmp_path: Path) -> None:
    """What looks at everything, bots' processes and all, finds nothing wrong."""
    words = [sys.executable, "-m", "tablee", "doctor", "--data-dir", str(tmp_path), "--json"]
    env = {**ELSEWHERE, "TABLEE_TEST_LACKS": name}
    ran = subprocess.run(words, env=env, capture_output=True, text=True, check=False)
    assert not [found for found in json.loads(ran.stdout) if found["state"] == "wrong"], ran.stderr
    assert ran.returncode == 0


def play_through_a_kill(server: Process) -> None:
    """Half a game against a bot, a kill, the rest of it, and what to think of it."""

    async def moves(who: Server, table: str, most: int) -> None:
        async with who.table(table) as seat:
            async for turn in seat.turns():
                await turn.play(turn.legal[-1])
                most -= 1
                if not most:
                    return

    async def main() -> None:
        ada = await person(server.url, "Ada")
        async with started([ada], "super_miaou", "easy", options={"max_rounds": 3}) as (seat,):
            table = seat.id
        await moves(ada, table, 3)
        thoughts = thought(server.url)
        assert thoughts["move"] > 0
        assert thoughts["replaced"] == thoughts["failed"] == 0
        await asyncio.to_thread(server.end)
        await asyncio.to_thread(server.start)
        await moves(ada, table, 1000)
        said = await reviewed(ada, table)
        assert said["review"]["game"] == "super_miaou"

    asyncio.run(main())


def test_tables_bots_and_reviews(elsewhere: Process, tmp_path: Path) -> None:
    play_through_a_kill(elsewhere)
    refused = subprocess.run(
        [sys.executable, "-m", "tablee.testing.rehearsal", "serve", "--data-dir", tmp_path / "tables"],
        env=ELSEWHERE, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert refused.returncode == 2
    assert "another server" in refused.stderr.lower(), refused.stderr


def thought(url: str) -> dict[str, float]:
    """What became of what bots were asked."""
    with urllib.request.urlopen(f"{url}/metrics", timeout=LAST_RESORT) as answer:
        lines = answer.read().decode().splitlines()
    found = dict.fromkeys(("move", "replaced", "failed"), 0.0)
    for line in lines:
        if line.startswith("tablee_thoughts_total{"):
            found[line.partition('"')[2].partition('"')[0]] = float(line.rpartition(" ")[2])
    return found


# -- workers that call -------------------------------------------------------------------------------


@pytest.fixture
def _calling(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "HANDS_DOWN", False)


@pytest.mark.usefixtures("_calling")
def test_workers_that_call_think_and_are_replaced() -> None:
    match = tablee.new_match("mow", seats=3, seed=1)
    seat = match.actors()[0]
    with Thinkers(2, times=PATIENT) as thinkers:
        for _ in range(2):
            thought = thinkers.choose(
                "mow", match.view(seat), bot="greedy", seed=1, seconds=LAST_RESORT
            )
            assert thought.why is None
            before = thinkers.pids()
            with thinkers.lock:
                for worker in thinkers.staff:
                    worker.kill()
            until(
                "others are ready",
                lambda: thinkers.ready() == 2 and not set(before) & set(thinkers.pids()),  # noqa: B023
            )


@pytest.mark.usefixtures("_calling")
def test_a_stranger_who_calls_is_not_listened_to() -> None:
    """The worker is, though it calls later."""
    worker = Worker("tablee.games:game", "tablee.bots.make:make_bot")
    try:
        address = worker.sock.getsockname()
        with socket.create_connection(address) as stranger:
            stranger.sendall(bytes(len(worker.word)))
            worker.greet(time.monotonic() + LAST_RESORT)
            with contextlib.suppress(ConnectionError):
                assert stranger.recv(1) == b""
        assert worker.ready
        assert worker.sock.getsockname() == address  # the call itself, and not where calls come in:
        assert worker.sock.getpeername()
    finally:
        worker.kill()
        worker.bury()


@pytest.mark.usefixtures("_calling")
def test_a_worker_that_never_calls_is_told_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(again.HELPERS, "thinker", "builtins:print")  # ends at once
    worker = Worker("tablee.games:game", "tablee.bots.make:make_bot")
    try:
        with pytest.raises(NoThought, match="no worker can start"):
            worker.greet(time.monotonic() + LAST_RESORT)
    finally:
        worker.bury()
