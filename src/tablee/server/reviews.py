"""Reviews of finished games: each made once, one at a time, by a process of its own; the last are kept.

Compiled playouts hold the interpreter's lock: in a thread of ours they would hold up everybody's moves.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import subprocess
from collections import OrderedDict
from typing import Any, Final

from tablee.again import helper_environ, helper_words
from tablee.server.decisions import Refusal
from tablee.server.engine import Engine
from tablee.server.room import Room

PLACES: Final = 64
WAITING: Final = 8  # that may wait for their turn
PLAYOUTS: Final = 200
SECONDS: Final = 10.0
PATIENCE: Final = 60.0  # for the process to start and to end, on a busy machine
MOST_LINE: Final = 1 << 24


class Work:
    """A review under way, or done."""

    def __init__(self, table: str, save: str) -> None:
        self.table = table
        self.save = save
        self.done = 0.0
        self.found: dict[str, Any] | None = None
        self.failed = False


class Reviews:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.works: OrderedDict[str, Work] = OrderedDict()
        self.one = asyncio.Lock()
        self.seconds = SECONDS  # for each

    def find(self, table: str) -> Work | None:
        work = self.works.get(table)
        if work is not None:
            self.works.move_to_end(table)
        return work

    def begin(self, room: Room) -> Work:
        """The room is over: what is in its match is everybody's to see."""
        assert room.match is not None
        if sum(work.found is None for work in self.works.values()) >= WAITING:
            raise Refusal("busy")
        work = self.works[room.table] = Work(room.table, room.match.save())
        while len(self.works) > PLACES:
            oldest = next(each for each in self.works.values() if each.found is not None)
            del self.works[oldest.table]
        self.engine.spawn(self.run(work))
        return work

    async def run(self, work: Work) -> None:
        try:
            async with self.one, asyncio.timeout(PATIENCE + self.seconds):
                await self.follow(work)
        except Exception as error:
            self.engine.failed(work.table, error)
        finally:
            work.save = ""
            if work.found is None:  # who asks again begins it again
                work.failed = True
                self.works.pop(work.table, None)

    async def follow(self, work: Work) -> None:
        """Let a process do it, and hear how far it is."""
        process = await asyncio.create_subprocess_exec(
            *helper_words("reviewer"),
            env=helper_environ(),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            limit=MOST_LINE,
            start_new_session=True,  # Ctrl-C is for us
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),  # on Windows
        )
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            wanted = {"save": work.save, "playouts": PLAYOUTS, "seconds": self.seconds}
            process.stdin.write(json.dumps(wanted).encode())
            process.stdin.write_eof()
            async for line in process.stdout:
                said = json.loads(line)
                work.done = said.get("done", work.done)
                work.found = said.get("review", work.found)
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
        if work.found is None:
            raise RuntimeError("a review ended without an answer")
