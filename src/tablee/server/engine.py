"""The engine: drives a node with a real clock, store, sockets and bots."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, Final, Protocol

import structlog

from tablee.bots.service import NoThought, Thinkers
from tablee.server import protocol as p
from tablee.server.auth import Auth
from tablee.server.decisions import Caller, Refusal
from tablee.server.effects import Announce, Append, Drop, Effect, Load, Reply, Send, Think
from tablee.server.entries import decode
from tablee.server.metrics import Metrics
from tablee.server.node import BEAT as NATURAL
from tablee.server.node import Node, paced
from tablee.server.room import Room
from tablee.server.store import FAILED, OK, Store, StoreDown

log = structlog.get_logger("tablee")

MOST_FRAMES: Final = 64  # that wait for a slow reader
THINKING: Final = 10.0  # seconds for a bot
BEAT: Final = 5.0
POLL: Final = 2.0  # how soon another node's moves are seen if a hint was lost
DRAIN: Final = 5.0
TOO_SLOW: Final = 4008


def milliseconds() -> int:
    return int(time.time() * 1000)


def at_once(seq: int, seat: int) -> int:
    """The pace of bots that do not pretend to think."""
    return 0


class Line(Protocol):
    """A client's line, as the engine uses it."""

    def put(self, data: bytes) -> None: ...
    def hang_up(self, code: int) -> None: ...


class Outbox:
    """What waits to be sent on one connection; a reader that is too slow is cut off."""

    def __init__(self) -> None:
        self.frames: deque[bytes] = deque()
        self.code: int | None = None
        self.ready = asyncio.Event()

    def put(self, data: bytes) -> None:
        if self.code is not None:
            return
        if len(self.frames) >= MOST_FRAMES:
            self.frames.clear()
            self.hang_up(TOO_SLOW)
            return
        self.frames.append(data)
        self.ready.set()

    def hang_up(self, code: int) -> None:
        if self.code is None:
            self.code = code
            self.ready.set()


class Engine:
    def __init__(
        self,
        store: Store,
        auth: Auth,
        thinkers: Thinkers | None,
        *,
        quick: bool = False,
        limited: bool = True,
    ) -> None:
        self.store = store
        self.auth = auth
        self.thinkers = thinkers
        self.metrics = Metrics()
        self.name = secrets.token_hex(4)
        self.node = Node(
            entropy=secrets.token_bytes,
            sign=auth.link,
            several=store.several,
            pace=at_once if quick else paced,
            beat=1 if quick else NATURAL,
            failed=self.failed,
            limited=limited,
        )
        self.lines: dict[int, Line] = {}
        self.waiting: dict[int, asyncio.Future[Any]] = {}
        self.numbers = iter(range(1, 1 << 62))
        self.tasks: set[asyncio.Task[None]] = set()
        self.writes = 0
        self.alarm: asyncio.TimerHandle | None = None

    # -- beginning and end -------------------------------------------------------------------------

    async def start(self) -> None:
        await self.store.beat(milliseconds())
        self.node.outages = await self.store.outages()
        self.store.listen(self.hinted)
        self.spawn(self.beat())
        if self.store.several:
            self.spawn(self.poll())

    async def drain(self) -> None:
        """Finish what is being written, then tell everybody."""
        self.node.closing = True
        end = time.monotonic() + DRAIN
        while self.writes and time.monotonic() < end:
            await asyncio.sleep(0.01)
        self.node.shut_down()
        self.run()
        while any(isinstance(line, Outbox) and line.frames for line in self.lines.values()):
            if time.monotonic() > end:
                break
            await asyncio.sleep(0.01)

    async def stop(self) -> None:
        if self.alarm is not None:
            self.alarm.cancel()
        for task in list(self.tasks):
            task.cancel()
        for task in list(self.tasks):
            with contextlib.suppress(asyncio.CancelledError):
                await task
        with contextlib.suppress(StoreDown):
            await self.store.beat(milliseconds())
        await self.store.close()
        if self.thinkers is not None:
            await asyncio.to_thread(self.thinkers.close)

    def spawn(self, work: Awaitable[None]) -> None:
        async def doing() -> None:
            await work

        task = asyncio.get_running_loop().create_task(doing())
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    # -- what clients do -----------------------------------------------------------------------------

    def connect(self, line: Line, table: str, caller: Caller) -> int:
        conn = next(self.numbers)
        self.lines[conn] = line
        self.metrics.connections.inc()
        self.node.connected(conn, table, caller)
        self.run()
        return conn

    def receive(self, conn: int, data: bytes | str) -> None:
        self.metrics.received.inc()
        self.node.received(conn, data, milliseconds())
        self.run()

    def disconnect(self, conn: int) -> None:
        if self.lines.pop(conn, None) is not None:
            self.metrics.connections.dec()
            self.node.disconnected(conn, milliseconds())
            self.run()

    async def create(self, spec: p.NewTable, caller: Caller) -> Any:
        return await self.ticket(lambda n: self.node.create(n, spec, caller, milliseconds()))

    async def claim(self, token: dict[str, Any], caller: Caller) -> Any:
        return await self.ticket(lambda n: self.node.claim(n, token, caller, milliseconds()))

    async def ticket(self, ask: Callable[[int], None]) -> Any:
        number = next(self.numbers)
        future = self.waiting[number] = asyncio.get_running_loop().create_future()
        ask(number)
        self.run()
        try:
            answer = await asyncio.wait_for(future, 30)
        except TimeoutError:
            raise Refusal("unavailable") from None
        finally:
            del self.waiting[number]
        if isinstance(answer, Refusal):
            raise answer
        return answer

    async def room(self, table: str) -> Room | None:
        """A table as it is written, to look at."""
        rows = await self.store.load(table, 0)
        room = Room()
        for row in rows:
            room.fold(decode(row.body), row.command)
        return room if rows else None

    # -- effects -------------------------------------------------------------------------------------

    def run(self) -> None:
        """Do what the node wants."""
        node = self.node
        while node.out:
            effects, node.out = node.out, []
            for effect in effects:
                self.do(effect)
        self.metrics.tables.set(len(node.desks))
        due = node.next_alarm()
        if due is not None:
            if self.alarm is not None:
                self.alarm.cancel()
            delay = max(0.0, (due - milliseconds()) / 1000)
            self.alarm = asyncio.get_running_loop().call_later(delay, self.tick)

    def tick(self) -> None:
        self.alarm = None
        self.node.tick(milliseconds())
        self.run()

    def do(self, effect: Effect) -> None:
        match effect:
            case Send(conn, data):
                line = self.lines.get(conn)
                if line is not None:
                    self.metrics.sent.inc()
                    line.put(data)
            case Append():
                self.writes += 1
                self.spawn(self.write(effect))
            case Load(table, since):
                self.spawn(self.load(table, since))
            case Drop(conn, code):
                line = self.lines.get(conn)
                if line is not None:
                    self.metrics.dropped.labels(code).inc()
                    line.hang_up(code)
            case Think():
                self.spawn(self.think(effect))
            case Reply(ticket, value):
                future = self.waiting.get(ticket)
                if future is not None and not future.done():
                    future.set_result(value)
            case Announce(table, seq, here):
                self.spawn(self.announce(table, seq, here))

    async def write(self, append: Append) -> None:
        begun = time.monotonic()
        try:
            how = await self.store.append(append)
        except Exception as error:  # nobody knows what became of it
            self.failed(append.table, error)
            how = FAILED
        finally:
            self.writes -= 1
        self.metrics.stored.labels(how).inc()
        self.metrics.write.observe(time.monotonic() - begun)
        if how != OK:
            log.warning("not written", how=how, table=append.table[:6])
        self.node.stored(append.table, how, milliseconds())
        self.run()

    async def load(self, table: str, since: int) -> None:
        try:
            rows = await self.store.load(table, since)
        except Exception as error:
            self.failed(table, error)
            rows = None
        try:
            self.node.loaded(table, rows, milliseconds())
        except Exception as error:  # a log that our rules cannot read any more
            self.failed(table, error)
        self.run()

    async def think(self, asked: Think) -> None:
        answer: Any = None
        how = "failed"
        if self.thinkers is not None:
            seed = secrets.randbits(32)
            with contextlib.suppress(NoThought, RuntimeError, ValueError):
                if asked.explain:
                    answer = await asyncio.to_thread(
                        self.thinkers.explain,
                        asked.game,
                        asked.view,
                        bot=asked.level,
                        seed=seed,
                        seconds=THINKING,
                    )
                    how = "hint"
                else:
                    thought = await self.thinkers.think(
                        asked.game, asked.view, bot=asked.level, seed=seed, seconds=THINKING
                    )
                    answer = thought.action
                    how = "replaced" if thought.replaced else "move"
        self.metrics.thoughts.labels(how).inc()
        self.node.thought(asked.ticket, answer, milliseconds())
        self.run()

    async def announce(self, table: str, seq: int, here: tuple[str, ...]) -> None:
        with contextlib.suppress(StoreDown):
            await self.store.announce(table, seq, self.name, here)

    def hinted(self, table: str, seq: int, node: str, here: tuple[str, ...]) -> None:
        if node != self.name:
            self.node.hinted(table, seq, node, here, milliseconds())
            self.run()

    # -- now and then -------------------------------------------------------------------------------

    async def beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            with contextlib.suppress(StoreDown):
                await self.store.beat(milliseconds())

    async def poll(self) -> None:
        """Hints get lost; the log does not."""
        while True:
            await asyncio.sleep(POLL)
            watched = [table for table, desk in self.node.desks.items() if desk.conns]
            with contextlib.suppress(StoreDown):
                heads = await self.store.heads(watched) if watched else {}
                for table, seq in heads.items():
                    self.node.hinted(table, seq, now=milliseconds())
                self.run()

    def failed(self, table: str, error: Exception) -> None:
        # The kind of error and where, not its words: they may tell cards.
        trace = error.__traceback__
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        where = "" if trace is None else f"{trace.tb_frame.f_code.co_name}:{trace.tb_lineno}"
        self.metrics.failures.inc()
        log.error("failed", error=type(error).__name__, where=where, table=table[:6])
