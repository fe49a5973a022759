"""The store in a file: SQLite, one thread that writes for everybody.

Commands that wait while the disk is busy are written together, so that many cost little more than one.
Written means on disk: WAL with synchronous=FULL.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import json
import queue
import sqlite3
import threading
from collections.abc import Callable, Collection
from pathlib import Path
from typing import IO, Any, ClassVar, Final, TypeVar

import sqlalchemy

from tablee.server.effects import Append, Row
from tablee.server.migrations import migrate
from tablee.server.store import CONFLICT, FAILED, OK, BadStore, Hint, StoreDown

MOST_TOGETHER: Final = 256
GAP: Final = 15_000  # milliseconds without a beat that make an outage
FILE: Final = "tablee.db"

T = TypeVar("T")
Work = tuple[Callable[[sqlite3.Connection], Any] | Append, "asyncio.Future[Any]"]


class SqliteStore:
    several: ClassVar[bool] = False

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / FILE
        self.queue: queue.SimpleQueue[Work | None] = queue.SimpleQueue()
        self.thread = threading.Thread(target=self.run, name="tablee-store", daemon=True)
        self.connection: sqlite3.Connection | None = None
        self.lock: IO[str] | None = None

    async def open(self) -> None:
        try:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            self.take_the_folder()
            engine = sqlalchemy.create_engine("sqlite://", creator=self.connect)
            with engine.begin() as connection:
                migrate(connection)
            engine.dispose()
            self.path.chmod(0o600)  # it holds everybody's cards
        except (OSError, sqlite3.Error, sqlalchemy.exc.SQLAlchemyError) as error:
            raise BadStore(f"{self.path}: {error}") from error
        self.thread.start()

    def take_the_folder(self) -> None:
        """Two servers on one file would not see each other's moves."""
        self.lock = (self.folder / "tablee.lock").open("w")
        try:
            fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise BadStore(f"{self.folder} is in use by another server") from None

    def connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, check_same_thread=False, isolation_level=None)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA busy_timeout=5000")
        return connection

    async def close(self) -> None:
        if self.thread.is_alive():
            self.queue.put(None)
            await asyncio.to_thread(self.thread.join)
        if self.lock is not None:
            self.lock.close()

    # -- the thread ------------------------------------------------------------

    def run(self) -> None:
        while True:
            work = self.queue.get()
            together = [work]
            with contextlib.suppress(queue.Empty):
                while len(together) < MOST_TOGETHER:
                    together.append(self.queue.get_nowait())
            appends = [w for w in together if w is not None and isinstance(w[0], Append)]
            if appends:
                self.write(appends)
            for other in together:
                if other is not None and not isinstance(other[0], Append):
                    self.answer(other)
            if None in together:
                self.forget()
                return

    def connected(self) -> sqlite3.Connection:
        if self.connection is None:
            self.connection = self.connect()
        return self.connection

    def forget(self) -> None:
        """After a fault, begin with a new connection; it is as if the disk was never asked."""
        connection, self.connection = self.connection, None
        if connection is not None:
            with contextlib.suppress(sqlite3.Error):
                connection.close()

    def write(self, works: list[Work]) -> None:
        """All of them in one transaction: one wait for the disk."""
        outcomes: list[str] = []
        try:
            connection = self.connected()
            connection.execute("BEGIN IMMEDIATE")
            for append, _ in works:
                assert isinstance(append, Append)
                outcomes.append(self.insert(connection, append))
            connection.execute("COMMIT")
        except sqlite3.Error:
            self.forget()
            outcomes = [FAILED] * len(works)
        for (_, future), outcome in zip(works, outcomes, strict=True):
            settle(future, outcome)

    def insert(self, connection: sqlite3.Connection, append: Append) -> str:
        row = append.row
        try:
            connection.execute(
                "INSERT INTO entries (table_id, seq, command, body) VALUES (?, ?, ?, ?)",
                (append.table, row.seq, row.command, row.body),
            )
        except sqlite3.IntegrityError:
            return CONFLICT
        if append.summary is not None:
            connection.execute(
                "INSERT INTO lobby (table_id, game, phase, listed, changed, summary)"
                " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (table_id) DO UPDATE SET"
                " phase = excluded.phase, listed = excluded.listed, changed = excluded.changed,"
                " summary = excluded.summary",
                (
                    append.table,
                    append.summary["game"],
                    append.summary["phase"],
                    append.listed,
                    append.changed,
                    json.dumps(append.summary),
                ),
            )
        return OK

    def answer(self, work: Work) -> None:
        ask, future = work
        assert not isinstance(ask, Append)
        try:
            settle(future, ask(self.connected()))
        except sqlite3.Error as error:
            self.forget()
            settle(future, StoreDown(type(error).__name__))

    # -- asking ------------------------------------------------------------

    async def append(self, append: Append) -> str:
        future: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.queue.put((append, future))
        return await future

    async def ask(self, ask: Callable[[sqlite3.Connection], T]) -> T:
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.queue.put((ask, future))
        return await future

    async def load(self, table: str, since: int) -> list[Row]:
        def ask(connection: sqlite3.Connection) -> list[Row]:
            found = connection.execute(
                "SELECT seq, command, body FROM entries WHERE table_id = ? AND seq > ? ORDER BY seq",
                (table, since),
            )
            return [Row(*row) for row in found]

        return await self.ask(ask)

    async def heads(self, tables: Collection[str]) -> dict[str, int]:
        def ask(connection: sqlite3.Connection) -> dict[str, int]:
            question = "SELECT max(seq) FROM entries WHERE table_id = ?"
            found = {table: connection.execute(question, (table,)).fetchone()[0] for table in tables}
            return {table: head for table, head in found.items() if head is not None}

        return await self.ask(ask)

    async def listed(self, limit: int) -> list[dict[str, Any]]:
        def ask(connection: sqlite3.Connection) -> list[dict[str, Any]]:
            found = connection.execute(
                "SELECT summary FROM lobby WHERE listed AND phase IN ('lobby', 'playing')"
                " ORDER BY changed DESC LIMIT ?",
                (limit,),
            )
            return [json.loads(row[0]) for row in found]

        return await self.ask(ask)

    async def all_tables(self) -> list[str]:
        def ask(connection: sqlite3.Connection) -> list[str]:
            found = connection.execute("SELECT table_id FROM entries WHERE seq = 1 ORDER BY rowid")
            return [row[0] for row in found]

        return await self.ask(ask)

    async def setting(self, name: str, make: Callable[[], str]) -> str:
        def ask(connection: sqlite3.Connection) -> str:
            connection.execute(
                "INSERT INTO settings VALUES (?, ?) ON CONFLICT DO NOTHING", (name, make())
            )
            question = "SELECT value FROM settings WHERE name = ?"
            return str(connection.execute(question, (name,)).fetchone()[0])

        return await self.ask(ask)

    async def beat(self, now: int) -> None:
        def ask(connection: sqlite3.Connection) -> None:
            found = connection.execute("SELECT value FROM settings WHERE name = 'alive'").fetchone()
            connection.execute("BEGIN IMMEDIATE")
            if found is not None and now - int(found[0]) > GAP:
                connection.execute("INSERT INTO outages VALUES (?, ?)", (int(found[0]), now))
            connection.execute(
                "INSERT INTO settings VALUES ('alive', ?)"
                " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                (str(now),),
            )
            connection.execute("COMMIT")

        await self.ask(ask)

    async def outages(self) -> list[tuple[int, int]]:
        def ask(connection: sqlite3.Connection) -> list[tuple[int, int]]:
            question = "SELECT begun, ended FROM outages ORDER BY begun DESC LIMIT 1000"
            return [(begun, ended) for begun, ended in connection.execute(question)]

        return await self.ask(ask)

    async def announce(self, table: str, seq: int, node: str, here: tuple[str, ...]) -> None:
        """Nobody else is there."""

    def listen(self, hint: Hint) -> None:
        """Nobody else is there."""


def settle(future: asyncio.Future[Any], value: object) -> None:
    """From the thread: the loop that waits goes on, if there still is one."""

    def done() -> None:
        if future.cancelled():
            return
        if isinstance(value, Exception):
            future.set_exception(value)
        else:
            future.set_result(value)

    with contextlib.suppress(RuntimeError):
        future.get_loop().call_soon_threadsafe(done)
