"""The engine: drives a node with a real clock, store, sockets and bots."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Coroutine
from time import monotonic, time
from typing import Any, Final, Protocol

import structlog

from tablee.bots.service import NoThought, Thinkers
from tablee.server import protocol as p
from tablee.server.auth import Auth
from tablee.server.counts import Counts
from tablee.server.decisions import Caller, Refusal
from tablee.server.effects import Announce, Append, Drop, Effect, Load, Reply, Think, sorted_out
from tablee.server.entries import decode
from tablee.server.metrics import Metrics
from tablee.server.node import BEAT as NATURAL
from tablee.server.node import Node, paced
from tablee.server.room import Room
from tablee.server.store import FAILED, OK, Done, Prompt, Store, StoreDown

log = structlog.get_logger("tablee")

THINKING: Final = 10.0  # seconds for a bot
SEED_BYTES: Final = 4  # of a bot's luck
BEAT: Final = 5.0
POLL = 2.0  # how soon another node's moves are seen if a hint was lost
NAP: Final = 5.0
DRAIN: Final = 3.0  # seconds for what is under way when the server ends
FAULT: Final = 1011  # as a WebSocket's close code


def milliseconds() -> int:
    return int(time() * 1000)


def at_once(seq: int, seat: int) -> int:
    """The pace of bots that do not pretend to think."""
    return 0


class Line(Protocol):
    """A client's line, as the engine uses it."""

    def put(self, messages: list[bytes]) -> None: ...
    def hang_up(self, code: int) -> None: ...


class Engine:
    def __init__(
        self,
        store: Store,
        auth: Auth,
        thinkers: Thinkers | None,
        *,
        quick: bool = False,
        limited: bool = True,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        thinking: float = THINKING,
    ) -> None:
        self.store = store
        self.auth = auth
        self.thinkers = thinkers
        self.entropy = entropy
        self.thinking = thinking
        self.counts = Counts()
        self.metrics = Metrics(self.counts)
        self.name = secrets.token_hex(4)
        self.node = Node(
            entropy=entropy,
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
        self.writes = 0  # under way
        # A prompt store spares a task for every move, and looking for what to do after each.
        self.submit: Callable[[Append, Done], None] = self.write
        self.prompt = isinstance(store, Prompt)
        if isinstance(store, Prompt):
            self.submit = store.submit
            store.flushed = self.run
        self.broken: set[str] = set()  # tables to give up when what is being written is written
        self.alarm: asyncio.TimerHandle | None = None
        self.due = 0  # when it rings
        self.metrics.tables.set_function(lambda: len(self.node.desks))

    # -- beginning and end -------------------------------------------------------------------------

    async def start(self) -> None:
        with contextlib.suppress(StoreDown):  # a full disk can be read, and may have room again soon
            await self.store.beat(milliseconds())
        self.node.outages = await self.store.outages()
        self.store.listen(self.hinted)
        self.spawn(self.beat())
        if self.store.several:
            self.spawn(self.poll())

    async def drain(self) -> None:
        """Finish what is being written and take nothing more, then tell everybody."""
        self.node.closing = True
        end = monotonic() + DRAIN
        while self.writes and monotonic() < end:
            await asyncio.sleep(0.01)
        self.node.shut_down()
        self.run()
        while self.lines and monotonic() < end:
            await asyncio.sleep(0.01)

    async def stop(self) -> None:
        self.node.closing = True
        if self.alarm is not None:
            self.alarm.cancel()
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        with contextlib.suppress(StoreDown):
            await self.store.beat(milliseconds())
        await self.store.close()
        if self.thinkers is not None:
            await asyncio.to_thread(self.thinkers.close)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.ended)

    def ended(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and isinstance(error := task.exception(), Exception):
            self.failed("", error)

    # -- what clients do -----------------------------------------------------------------------------

    def connect(self, line: Line, table: str, caller: Caller) -> int:
        conn = next(self.numbers)
        self.lines[conn] = line
        self.metrics.connections.inc()
        self.node.connected(conn, table, caller)
        self.run()
        return conn

    def receive(self, conn: int, data: bytes | str) -> None:
        if self.node.closing:
            return  # not acknowledged: it will be sent again, to the next server
        self.counts.received += 1
        try:
            self.node.received(conn, data, milliseconds())
        except Exception as error:  # whoever sent that is on their own with it
            self.failed("", error)
            self.lines[conn].hang_up(FAULT)
        self.run()

    def disconnect(self, conn: int) -> None:
        if self.lines.pop(conn, None) is not None:
            self.metrics.connections.dec()
            self.report("", self.node.disconnected, conn)

    def is_anybody_at(self, table: str) -> bool:
        return self.node.is_anybody_at(table, milliseconds())

    async def create(self, spec: p.NewTable, caller: Caller) -> Any:
        return await self.ticket(lambda n: self.node.create(n, spec, caller, milliseconds()))

    async def claim(self, token: dict[str, Any], caller: Caller) -> Any:
        return await self.ticket(lambda n: self.node.claim(n, token, caller, milliseconds()))

    async def ticket(self, ask: Callable[[int], None]) -> Any:
        if self.node.closing:
            raise Refusal("unavailable")
        number = next(self.numbers)
        future = self.waiting[number] = asyncio.get_running_loop().create_future()
        ask(number)
        self.run()
        try:
            async with asyncio.timeout(30):
                answer = await future
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
        try:
            for row in rows:
                room.fold(decode(row.body), row.command)
        except Exception as error:
            self.failed(table, error)
            raise Refusal("unreadable") from None
        return room if rows else None

    # -- effects -------------------------------------------------------------------------------------

    def run(self) -> None:
        """Do what the node wants."""
        node, lines = self.node, self.lines
        while node.out:
            effects, node.out = node.out, []
            sends, rest = sorted_out(effects)
            for conn, messages in sends.items():
                line = lines.get(conn)
                if line is not None:
                    self.counts.sent += len(messages)
                    line.put(messages)
            for effect in rest:
                self.do(effect)
        due = node.next_alarm() if node.alarms else None
        if due is not None and (self.alarm is None or due < self.due):
            if self.alarm is not None:
                self.alarm.cancel()
            self.due = due
            # A clock that is set forward does not shorten a timer: look now and then.
            delay = min(max(0.0, (due - milliseconds()) / 1000), NAP)
            self.alarm = asyncio.get_running_loop().call_later(delay, self.tick)

    def tick(self) -> None:
        self.alarm = None
        if not self.node.closing:
            self.report("", self.node.tick)

    def report(self, table: str, say: Callable[..., None], *what: object) -> None:
        """Tell the node, and do what it wants. A fault of ours is one table's affair."""
        self.tell(table, say, *what)
        self.run()

    def tell(self, table: str, say: Callable[..., None], *what: object) -> None:
        try:
            say(*what, milliseconds())
        except Exception as error:
            self.failed(table, error)
            self.give_up(table, "failed")

    def give_up(self, table: str, code: str) -> None:
        """Whoever is at a table hears that it failed; who comes back finds what is written."""
        desk = self.node.desks.get(table)
        if desk is None:
            return
        if desk.writing is not None:
            self.broken.add(table)  # another desk must not take the answer for its own
            return
        self.node.forget(table)
        desk.room = None
        desk.refuse_all(code, milliseconds())
        for conn in desk.conns.values():
            self.node.bye(conn, code)

    def do(self, effect: Effect) -> None:
        match effect:
            case Append():
                self.writes += 1
                effect.begun = monotonic()
                self.submit(effect, self.stored)
            case Load(table, since):
                self.spawn(self.load(table, since))
            case Drop(conn, code):
                line = self.lines.get(conn)
                if line is not None:
                    self.metrics.dropped.labels(code).inc()
                    line.hang_up(code)
            case Think():
                if not self.node.closing:
                    self.spawn(self.think(effect))
            case Reply(ticket, value):
                future = self.waiting.get(ticket)
                if future is not None and not future.done():
                    future.set_result(value)
            case Announce(table, seq, here):
                self.spawn(self.announce(table, seq, here))

    def write(self, append: Append, done: Done) -> None:
        async def writing() -> None:
            try:
                how = await self.store.append(append)
            except Exception as error:  # nobody knows what became of it
                self.failed(append.table, error)
                how = FAILED
            done(append, how)

        self.spawn(writing())

    def stored(self, append: Append, how: str) -> None:
        table = append.table
        self.writes -= 1
        self.counts.wrote(how, monotonic() - append.begun)
        if how != OK:
            log.warning("not written", how=how, table=table[:6])
        self.tell(table, self.node.stored, table, how)
        if table in self.broken:
            self.broken.discard(table)
            self.give_up(table, "failed")
        if not self.prompt:
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
            self.give_up(table, "unreadable")
        self.run()

    async def think(self, asked: Think) -> None:
        answer: Any = None
        how = "failed"
        if self.thinkers is not None:
            seed = int.from_bytes(self.entropy(SEED_BYTES), "big")
            try:
                if asked.explain:
                    answer = await asyncio.to_thread(
                        self.thinkers.explain,
                        asked.game,
                        asked.view,
                        bot=asked.level,
                        seed=seed,
                        seconds=self.thinking,
                    )
                    how = "hint"
                else:
                    thought = await self.thinkers.think(
                        asked.game, asked.view, bot=asked.level, seed=seed, seconds=self.thinking
                    )
                    answer = thought.action
                    how = "replaced" if thought.replaced else "move"
            except NoThought:
                pass
            except Exception as error:  # a seat that nobody moves would stop the game
                self.failed("", error)
        self.metrics.thoughts.labels(how).inc()
        table = self.node.tickets.get(asked.ticket, ("",))[0]
        self.report(table, self.node.thought, asked.ticket, answer)

    async def announce(self, table: str, seq: int, here: tuple[str, ...]) -> None:
        with contextlib.suppress(StoreDown):
            await self.store.announce(table, seq, self.name, here)

    def hinted(self, table: str, seq: int, node: str, here: tuple[str, ...] | None) -> None:
        if node != self.name:
            self.report(table, self.node.hinted, table, seq, node, here)

    # -- now and then -------------------------------------------------------------------------------

    async def beat(self) -> None:
        was_down = False
        while True:
            await asyncio.sleep(BEAT)
            try:
                await self.store.beat(milliseconds())
                if was_down:
                    self.report("", self.node.lost_time, await self.store.outages())
                was_down = False
            except StoreDown:
                was_down = True
            except Exception as error:
                self.failed("", error)

    async def poll(self) -> None:
        """Hints get lost; the log does not."""
        while True:
            await asyncio.sleep(POLL)
            watched = [table for table, desk in self.node.desks.items() if desk.conns]
            try:
                heads = await self.store.heads(watched) if watched else {}
            except StoreDown:
                continue
            for table, seq in heads.items():
                self.report(table, self.node.hinted, table, seq, "", None)

    def refused(self, why: str, address: str) -> None:
        """Somebody asked for what they may not have; who asks too often is counted only."""
        self.metrics.refused.labels(why).inc()
        if why not in ("429", "often"):
            log.info("refused", why=why, address=address)

    def failed(self, table: str, error: Exception) -> None:
        # The kind of error and where, not its words: they may tell cards.
        trace = error.__traceback__
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        where = "" if trace is None else f"{trace.tb_frame.f_code.co_name}:{trace.tb_lineno}"
        self.metrics.failures.inc()
        log.error("failed", error=type(error).__name__, where=where, table=table[:6])
