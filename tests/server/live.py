"""Real servers for tests: one in this process, or one in a process of its own that can be killed."""

from __future__ import annotations

import asyncio
import contextlib
import os
import select
import signal
import subprocess
import sys
import urllib.request
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

from support import LAST_RESORT
from tablee.client import Server, Table
from tablee.server.serving import Running, Settings, running

KILL = getattr(signal, "SIGKILL", signal.SIGTERM)  # on Windows this one ends a process as hard


@contextlib.asynccontextmanager
async def served(folder: Path, **settings: Any) -> AsyncIterator[Running]:
    """A server in this process; bots answer at once and nobody is too fast, unless said otherwise."""
    wanted = {"port": 0, "quick": True, "limited": False, "workers": 1, **settings}
    async with running(Settings(folder, **wanted)) as server:
        serving = asyncio.create_task(server.server.serve(sockets=[server.sock]))
        while not server.server.started:
            assert not serving.done(), "the server ended before it began"
            await asyncio.sleep(0.01)
        try:
            yield server
        finally:
            server.server.should_exit = True
            await serving


def url_of(server: Running) -> str:
    return f"http://127.0.0.1:{server.port}"


async def person(server: Running | str, name: str) -> Server:
    """Somebody with a session of their own."""
    known = Server(server if isinstance(server, str) else url_of(server), name=name)
    await known.sign_in()
    return known


@contextlib.asynccontextmanager
async def started(
    people: Sequence[Server], game: str, *levels: str, **setup: Any
) -> AsyncIterator[list[Table]]:
    """A table that is being played: these people on the first seats, then bots of these levels."""
    host = people[0]
    seats = ["open"] * len(people) + list(levels)
    table = await host.create(game, seats, **setup)
    async with contextlib.AsyncExitStack() as stack:
        tables = [await stack.enter_async_context(each.table(table)) for each in people]
        for seat, each in enumerate(tables):
            await each.sit(seat)
        await tables[0].start()
        for each in tables:
            await each.until(lambda each=each: bool(each.told))  # type: ignore[misc]
        yield tables


class Process:
    """A server in a process of its own, on one port from start to start; a rehearsal, see there."""

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        port: int = 0,
        bots: bool = True,
        environ: dict[str, str] | None = None,
    ):
        self.folder = folder
        self.arguments = arguments
        self.port = port
        self.bots = bots
        self.environ = environ or {}
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Returns when it answers."""
        self.process = subprocess.Popen(
            [
                *self.words(),
                *("serve", "--port", str(self.port)),
                *("--data-dir", str(self.folder), "--no-browser", *self.arguments),
            ],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, **self.environ},
        )
        assert self.process.stdout is not None
        said, _, _ = select.select([self.process.stdout], [], [], LAST_RESORT)
        assert said, "the server does not say where it is"
        line = self.process.stdout.readline()
        assert line.startswith("http://"), f"the server did not start: {line!r}"
        self.port = int(line.split(":")[2].split("/")[0])
        # It listens already: an answer comes as soon as it can give one.
        with urllib.request.urlopen(f"{line.strip().rstrip('/')}/healthz", timeout=LAST_RESORT):
            pass

    def words(self) -> list[str]:
        """How `tablee` is called."""
        return [
            *(sys.executable, "-m", "tablee.testing.rehearsal"),
            *(() if self.bots else ("--no-bots",)),
        ]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def end(self, how: signal.Signals = KILL) -> int:
        assert self.process is not None
        self.process.send_signal(how)
        code = self.process.wait(LAST_RESORT)
        if self.process.stdout is not None:
            self.process.stdout.close()
        return code
