"""`make dev`: the server from this checkout's sources, and Vite with the pages before it.

Not a part of the package: who plays has neither a checkout nor what watches it.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shutil
import signal
import sys
from asyncio.subprocess import PIPE, Process
from pathlib import Path

from watchfiles import PythonFilter, awatch

from tablee.server import building

WEB = Path(__file__).resolve().parent
SOURCES = WEB.parent / "src"
DATA = WEB.parent / "build" / "dev"  # tables to try things at, not those that somebody plays at
READ = (".json", ".md")  # beside Python: texts and rule books
ADDRESS = re.compile(rb"http://\S+")
PATIENCE = 60.0  # seconds for a child to end, before it is made to
FIRST_PORT = 8000  # or the next free one


class Broken(Exception):
    """Says which of the two does not run, and so ends the other."""


def tell(line: str) -> None:
    print(f"dev: {line}", flush=True)


class Child:
    """A process that says on stdout at which address it answers.

    It is in a group of its own: a terminal's Ctrl-C reaches only us, and we end what there is.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.process: Process | None = None
        self.lost = asyncio.Event()
        self.following: list[asyncio.Task[None]] = []

    async def start(self, words: list[str], env: dict[str, str]) -> str:
        """Returns the address."""
        process = await asyncio.create_subprocess_exec(
            *words, cwd=WEB, env={**os.environ, **env}, stdin=PIPE, stdout=PIPE, start_new_session=True
        )
        self.process = process
        assert process.stdout is not None
        async for line in process.stdout:
            found = ADDRESS.search(line)
            if found:
                following = (self.pass_on(process.stdout), self.outlive(process))
                self.following = [asyncio.create_task(each) for each in following]
                return found[0].decode().rstrip("/")
            sys.stdout.buffer.write(line)
        await self.end()
        raise Broken(f"{self.name} does not start")

    async def pass_on(self, stdout: asyncio.StreamReader) -> None:
        async for line in stdout:
            sys.stdout.buffer.write(line)
            sys.stdout.flush()

    async def outlive(self, process: Process) -> None:
        await process.wait()
        if process is self.process:
            self.lost.set()

    async def missed(self) -> None:
        await self.lost.wait()
        raise Broken(f"{self.name} has ended by itself")

    async def end(self) -> None:
        process, self.process = self.process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(process.wait(), PATIENCE)
        with contextlib.suppress(ProcessLookupError):  # also whatever it has left behind
            os.killpg(process.pid, signal.SIGKILL)
        await process.wait()


async def start_server(server: Child, port: int) -> str:
    """Settings that somebody plays with are not for here."""
    words = ["--config", os.devnull, "serve", "--host", "127.0.0.1", "--port", str(port)]
    words += ["--data-dir", str(DATA), "--database", "", "--no-token", "--no-browser"]
    command = [sys.executable, "-m", "tablee.cli", *words]
    return await server.start(command, {"PYTHONPATH": str(SOURCES)})


async def start_vite(vite: Child, address: str, path: str) -> str:
    node = shutil.which("node", path=path) or "node"
    script = str(WEB / "node_modules" / "vite" / "bin" / "vite.js")
    env = {"PATH": path, "TABLEE_DEV_SERVER": address, "NO_COLOR": "1"}
    # That name has cookies of its own: those of 127.0.0.1 are of whoever plays there.
    return await vite.start([node, script, "--host", "localhost", "--clearScreen", "false"], env)


async def keep_fresh(server: Child, address: str) -> None:
    """Another server at the same address whenever the sources change."""
    port = int(address.rpartition(":")[2])
    async for changes in awatch(SOURCES, watch_filter=PythonFilter(extra_extensions=READ)):
        names = sorted({Path(path).name for _, path in changes})
        tell(f"{', '.join(names)}: the server starts anew")
        await server.end()
        try:
            found = await start_server(server, port)
        except Broken as broken:  # half an edit is no reason to leave
            tell(f"{broken}; the next edit is the next try")
            continue
        if found != address:
            raise Broken(f"somebody else has taken port {port}")
        tell("the server is back")


async def work(server: Child, vite: Child, path: str) -> None:
    async with asyncio.TaskGroup() as group:
        address = await start_server(server, FIRST_PORT)
        group.create_task(keep_fresh(server, address))
        group.create_task(server.missed())
        pages = await start_vite(vite, address, path)
        group.create_task(vite.missed())
        tell(f"open {pages}/ (tables are kept in build/dev; Ctrl-C ends it)")


async def run(path: str) -> int:
    """`path` is where Node is."""
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    server, vite = Child("the server"), Child("Vite")
    working = asyncio.create_task(work(server, vite, path))
    stopping = asyncio.create_task(stop.wait())
    await asyncio.wait({working, stopping}, return_when=asyncio.FIRST_COMPLETED)
    working.cancel()
    stopping.cancel()
    await asyncio.wait({working})
    await asyncio.gather(server.end(), vite.end())
    if working.cancelled():
        tell("ended")
        return 0
    try:
        working.result()
    except* Broken as broken:
        tell(str(broken.exceptions[0]))
    return 1


def main() -> int:
    try:
        node = building.find_node()
        building.install(WEB, node)
    except building.CannotBuild as error:
        tell(str(error))
        return 1
    return asyncio.run(run(node.env["PATH"]))


if __name__ == "__main__":
    sys.exit(main())
