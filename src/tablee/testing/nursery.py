"""Servers that start in no time: forked from an interpreter that has read everything already.

Each is `tablee serve` in a process of its own, made to be killed. They come one after the other.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import json
import os
import signal
import socket
import sys
import time
import traceback
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any, Final, NoReturn, TypeVar

PATIENCE: Final = 300.0  # seconds for a server to start or to end, after which something must be wrong
PARENT_DIED: Final = 1  # PR_SET_PDEATHSIG

T = TypeVar("T")


async def patiently(waits: asyncio.Future[T], what: str) -> T:
    try:
        return await asyncio.wait_for(asyncio.shield(waits), PATIENCE)
    except TimeoutError:
        raise AssertionError(f"this did not happen: {what}") from None


class Nursery:
    """Use `nursery(…)`. The port is the same for all of them, and nobody else's."""

    def __init__(self, process: asyncio.subprocess.Process, port: int) -> None:
        self.process = process
        self.port = port
        self.pid = 0
        loop = asyncio.get_running_loop()
        self.born: asyncio.Future[None] = loop.create_future()
        self.ready: asyncio.Future[bool] = loop.create_future()
        self.ended: asyncio.Future[int] = loop.create_future()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def start(self, folder: Path, *changes: str) -> bool:
        """Whether it came up; then it can be reached. What is changed about it: see `change`."""
        loop = asyncio.get_running_loop()
        self.born, self.ready, self.ended = (loop.create_future() for _ in range(3))
        assert self.process.stdin is not None
        wanted = {"folder": str(folder), "port": self.port, "changes": changes}
        self.process.stdin.write(json.dumps(wanted).encode() + b"\n")
        return await patiently(self.ready, "a server comes up, or ends")

    async def listen(self) -> None:
        """What the nursery says: `pid`, the address when a server is ready, and how it `ended`."""
        assert self.process.stdout is not None
        async for line in self.process.stdout:
            word, _, rest = line.decode().strip().partition(" ")
            if word == "pid":
                self.pid = int(rest)
                self.born.set_result(None)
            elif word == "ended":
                if not self.ready.done():
                    self.ready.set_result(False)
                self.ended.set_result(int(rest))
            elif word.startswith("http://") and not self.ready.done():
                self.ready.set_result(True)
        for waits in (self.born, self.ready, self.ended):
            if not waits.done():
                waits.set_exception(RuntimeError("the nursery is gone"))
                waits.exception()  # seen, even if nobody waits

    def hit(self, how: signal.Signals) -> None:
        if not self.ended.done():
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, how)

    async def wait(self) -> int:
        """Its exit code; negative if it was killed."""
        return await patiently(self.ended, "the server ends")

    async def end(self, how: signal.Signals | None = None) -> int:
        """Killed, unless said otherwise; Windows has no such signal, but must be able to read this."""
        await patiently(self.born, "a server is born")
        self.hit(how or signal.SIGKILL)
        return await self.wait()


@contextlib.asynccontextmanager
async def nursery(
    environ: Mapping[str, str] | None = None, log: IO[Any] | None = None
) -> AsyncIterator[Nursery]:
    """`environ` is added to that of the servers, and their stderr goes to `log`."""
    # Bound, but not listening: servers can have the port one after the other, and nobody else can.
    with socket.socket() as port:
        port.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        port.bind(("127.0.0.1", 0))
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tablee.testing.nursery"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=log,
            env={**os.environ, **(environ or {})},
        )
        found = Nursery(process, port.getsockname()[1])
        listening = asyncio.create_task(found.listen())
        try:
            yield found
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.kill()  # and with it the server, if there is one
            await process.wait()
            await listening


# -- in the nursery ------------------------------------------------------------


def change(how: str) -> None:
    """Make the store worse than it is, so that tests must find what it loses; or the time later."""
    from tablee.server import engine
    from tablee.server.sqlite_store import SqliteStore

    if how.startswith("later="):
        later = int(how.removeprefix("later=")) / 1000
        engine.time = lambda: time.time() + later  # type: ignore[attr-defined]
    elif how == "trusting":  # what can be read is taken to be on disk
        SqliteStore.make_firm = lambda self: None  # type: ignore[method-assign]
    elif how == "forgetful":  # … and after a fault a new connection reads what was never synced
        SqliteStore.recover = lambda self, error: self.forget()  # type: ignore[method-assign]
    else:  # a pragma
        SqliteStore.pragmas = (*SqliteStore.pragmas, how)


def serve(folder: str, port: int, changes: Sequence[str]) -> int:
    from tablee.cli import main
    from tablee.testing.rehearsal import rehearse

    rehearse(bots=False)
    for each in changes:
        change(each)
    arguments = ("--port", str(port), "--data-dir", folder, "--no-browser")
    try:
        main(["serve", *arguments], prog_name="tablee")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    return 0


def end_with_parent() -> None:
    ctypes.CDLL(None).prctl(PARENT_DIED, signal.SIGKILL)


def nurse() -> NoReturn:
    end_with_parent()
    import tablee.serve_command
    import tablee.server.serving  # noqa: F401

    for line in sys.stdin:
        pid = os.fork()
        if pid == 0:
            end_with_parent()
            code = 1
            try:
                code = serve(**json.loads(line))
            except BaseException:
                traceback.print_exc()
            finally:
                sys.stdout.flush()
                sys.stderr.flush()
                os._exit(code)
        print("pid", pid, flush=True)
        _, status = os.waitpid(pid, 0)
        print("ended", os.waitstatus_to_exitcode(status), flush=True)
    sys.exit()


if __name__ == "__main__":
    nurse()
