"""The store in a file: SQLite, in the event loop itself.

A hop to a thread and back costs more than the write. What came in one turn of the loop is written
together, and while the disk is busy the next moves gather: many cost little more than one.
Written means on disk: WAL with synchronous=FULL. And nothing is read that is not: see `make_firm`.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sqlite3
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any, ClassVar, Final, TypeVar

import structlog
from filelock import FileLock, Timeout

from tablee.server.effects import Append, Row
from tablee.server.migrations import NEWEST
from tablee.server.store import CONFLICT, FAILED, OK, BadStore, Done, Hint, StoreDown, in_short

log = structlog.get_logger("tablee")

MOST_TOGETHER: Final = 256
# Seconds between two commits, for each entry of the first one, and at most: who comes sooner goes with
# the next one. So few wait for nobody, and many for each other.
GATHER: Final = 0.0004
MOST_GATHER: Final = 0.005
MOST_KNOWN: Final = 10_000  # that are remembered
GAP: Final = 15_000  # milliseconds without a beat that make an outage
FILE: Final = "tablee.db"
CHUNK: Final = 1 << 20
PRAGMAS: Final = (
    "busy_timeout=1000",  # a stranger with the file open; everybody waits so long
    "journal_mode=WAL",
    "synchronous=FULL",
    "fullfsync=ON",  # on macOS nothing less reaches the disk
    "checkpoint_fullfsync=ON",
)
# After these SQLite has taken the transaction back, and its connection still knows what is written and
# synced and what is not. That is more than a new one could find out.
HARMLESS: Final = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_BUSY)

# Entries are kept under their table's number, which is shorter; the view `entries` has its name.
ADMIT: Final = "INSERT OR IGNORE INTO tables (table_id) VALUES (?)"
NUMBER: Final = "SELECT number FROM tables WHERE table_id = ?"
INSERT: Final = "INSERT INTO log (number, seq, command, body) VALUES (?, ?, ?, ?)"
FOLLOWS: Final = "SELECT 1 FROM log WHERE number = ? AND seq = ?"
SET: Final = (
    "INSERT INTO settings VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
)
SHOW: Final = (
    "INSERT INTO lobby (table_id, game, phase, listed, changed, summary)"
    " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (table_id) DO UPDATE SET"
    " phase = excluded.phase, listed = excluded.listed, changed = excluded.changed,"
    " summary = excluded.summary"
)

T = TypeVar("T")


class SqliteStore:
    several: ClassVar[bool] = False
    pragmas: ClassVar[tuple[str, ...]] = PRAGMAS

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / FILE
        self.log = folder / f"{FILE}-wal"
        self.waiting: list[tuple[Append, Done]] = []
        self.loop: asyncio.AbstractEventLoop
        self.connection: sqlite3.Connection | None = None
        self.places: list[tuple[int, int]] = []  # of the files that it has open
        self.written: dict[str, int] = {}  # how far tables are that it has written to
        self.numbers: dict[str, int] = {}  # of these tables
        self.lock: tuple[FileLock, os.stat_result] | None = None
        self.closed = False
        self.next_flush = 0.0  # not sooner
        self.flushed: Callable[[], None] = lambda: None  # called when all who wait were answered

    # -- opening ------------------------------------------------------------

    async def open(self) -> None:
        self.loop = asyncio.get_running_loop()
        try:
            self.make_the_folder()
            self.take_the_folder()
            self.make_firm()
            if self.form() != NEWEST:
                from tablee.server.migrations.steps import migrate_file  # takes long to read

                migrate_file(lambda: self.connect("rwc"))
            with contextlib.closing(self.connect()) as connection:
                (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
            if found != "ok":
                raise sqlite3.DatabaseError(found)
            self.path.chmod(0o600)  # it holds everybody's cards
            sync(self.folder)
        except (OSError, sqlite3.Error) as error:
            raise BadStore("folder", file=self.path, error=in_short(error)) from error

    def form(self) -> str:
        """Which form the tables in the file have; empty if there are none."""
        with contextlib.closing(self.connect("rwc")) as connection:
            try:
                found = connection.execute("SELECT version_num FROM alembic_version").fetchall()
            except sqlite3.OperationalError:  # a new file, or one that only says later what is wrong
                return ""
        return str(found[0][0]) if len(found) == 1 else ""

    def make_the_folder(self) -> None:
        """Also on disk: a power cut would take a new folder with all that was written in it."""
        new = [path for path in (self.folder, *self.folder.parents) if not path.exists()]
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        for path in new:
            sync(path.parent)

    def take_the_folder(self) -> None:
        """Two servers on one file would not see each other's moves."""
        path = self.folder / "tablee.lock"
        if self.lock is not None:
            with contextlib.suppress(FileNotFoundError):
                if os.path.samestat(self.lock[1], os.stat(path)):
                    return  # still ours
            self.let_the_folder_go()
        self.folder.stat()  # one that has vanished may come back: the lock must not make another
        lock = FileLock(path, blocking=False, thread_local=False)
        try:
            lock.acquire()
        except Timeout:
            raise BadStore("in_use", folder=self.folder) from None
        self.lock = lock, os.stat(path)

    def let_the_folder_go(self) -> None:
        if self.lock is not None:
            self.lock[0].release()
            self.lock = None

    def make_firm(self) -> None:
        """See that what SQLite will find in its log is on disk.

        Who was killed before a sync leaves commits that only the kernel has: they can be read, and a
        retried command would be acknowledged for them, until the power goes. After a sync that failed
        the kernel may even believe that they are on disk, and sync them never again; so they are
        written once more. No connection may be open.
        """
        with contextlib.suppress(FileNotFoundError), self.log.open("r+b", buffering=0) as file:
            at = 0
            while data := file.read(CHUNK):
                file.seek(at)
                at += file.write(data)  # and is read on from there
            full_sync(file.fileno())

    def connect(self, mode: str = "rw") -> sqlite3.Connection:
        """A file that is gone is not made anew, unless `mode` says so (`rwc`)."""
        connection = sqlite3.connect(
            f"{self.path.absolute().as_uri()}?mode={mode}",
            uri=True,
            isolation_level=None,
        )
        try:
            for pragma in self.pragmas:
                connection.execute(f"PRAGMA {pragma}")
            connection.execute("SELECT 1 FROM sqlite_master").fetchone()  # opens both files
        except sqlite3.Error:
            connection.close()
            raise
        return connection

    async def close(self) -> None:
        while self.waiting:  # who is answered may have something more to write
            self.flush()
        self.closed = True
        self.forget()
        self.let_the_folder_go()

    # -- writing ------------------------------------------------------------

    def submit(self, append: Append, done: Done) -> None:
        """As `append`, for who wants to be called back."""
        if self.closed:
            self.loop.call_soon(done, append, FAILED)
            self.loop.call_soon(self.flushed)
            return
        if not self.waiting:
            pause = self.next_flush - self.loop.time()
            if pause > 0:
                self.loop.call_later(pause, self.flush)
            else:
                self.loop.call_soon(self.flush)
        self.waiting.append((append, done))

    def flush(self) -> None:
        """Write what waits; whatever happens, everybody gets an answer."""
        waiting, self.waiting = self.waiting, []
        self.next_flush = self.loop.time() + min(GATHER * len(waiting), MOST_GATHER)
        for first in range(0, len(waiting), MOST_TOGETHER):
            together = waiting[first : first + MOST_TOGETHER]
            outcomes = self.write([append for append, _ in together])
            for (append, done), outcome in zip(together, outcomes, strict=True):
                done(append, outcome)
        self.flushed()

    def connected(self) -> sqlite3.Connection:
        if self.connection is None:
            self.take_the_folder()
            self.make_firm()
            self.connection = self.connect()
            self.places = self.find_the_files()
        return self.connection

    def find_the_files(self) -> list[tuple[int, int]]:
        found = [os.stat(path) for path in (self.path, self.log)]
        return [(each.st_dev, each.st_ino) for each in found]

    def forget(self) -> None:
        connection, self.connection = self.connection, None
        if connection is not None:
            with contextlib.suppress(sqlite3.Error):
                connection.close()

    def forget_tables(self) -> None:
        self.written.clear()
        self.numbers.clear()

    def recover(self, error: Exception) -> None:
        """After a fault: nothing is half done, and a connection that cannot be trusted is given up."""
        code = getattr(error, "sqlite_errorcode", 0)
        name = getattr(error, "sqlite_errorname", type(error).__name__)
        log.warning("store", error=name)
        self.forget_tables()
        try:
            if self.connection is not None:
                self.connection.rollback()
                if code & 0xFF in HARMLESS and self.find_the_files() == self.places:
                    return
        except (sqlite3.Error, OSError):
            pass
        self.forget()

    def write(self, appends: list[Append]) -> list[str]:
        """All of them in one transaction: one wait for the disk."""
        try:
            connection = self.connected()
            if len(self.numbers) > MOST_KNOWN:
                self.forget_tables()
            connection.execute("BEGIN IMMEDIATE")
            outcomes = self.insert_all(connection, appends)
            connection.execute("COMMIT")
            if self.find_the_files() != self.places:
                raise FileNotFoundError(self.path)  # written, but to files that nobody will find
        except (sqlite3.OperationalError, OSError, BadStore) as error:
            self.recover(error)
            return [FAILED] * len(appends)
        except Exception as error:
            self.recover(error)
            if len(appends) == 1:
                return [FAILED]
            # Something is wrong with one of them: the others shall not suffer from it.
            return [outcome for append in appends for outcome in self.write([append])]
        return outcomes

    def insert_all(self, connection: sqlite3.Connection, appends: list[Append]) -> list[str]:
        plain = [append for append in appends if append.summary is None]
        tables = {append.table for append in plain}
        if len(tables) == len(appends) and all(
            self.written.get(append.table) == append.row.seq - 1 for append in plain
        ):
            # Moves at different tables, as nearly always: in one go.
            try:
                connection.executemany(
                    INSERT,
                    [(self.numbers[append.table], *append.row) for append in plain],
                )
            except sqlite3.IntegrityError:
                connection.execute("ROLLBACK")
                connection.execute("BEGIN IMMEDIATE")
            else:
                for append in plain:
                    self.written[append.table] = append.row.seq
                return [OK] * len(plain)
        return [self.insert(connection, append) for append in appends]

    def insert(self, connection: sqlite3.Connection, append: Append) -> str:
        table, row = append.table, append.row
        number = self.number(connection, table)
        if row.seq > 1 and self.written.get(table) != row.seq - 1:
            # Only in a file that was put back to what it once was something can be missing.
            if connection.execute(FOLLOWS, (number, row.seq - 1)).fetchone() is None:
                return CONFLICT
        try:
            connection.execute(INSERT, (number, *row))
        except sqlite3.IntegrityError:
            return CONFLICT
        self.written[table] = row.seq
        if append.summary is not None:
            summary = append.summary
            what = (table, summary["game"], summary["phase"], append.listed, append.changed)
            connection.execute(SHOW, (*what, json.dumps(summary)))
        return OK

    def number(self, connection: sqlite3.Connection, table: str) -> int:
        known = self.numbers.get(table)
        if known is None:
            connection.execute(ADMIT, (table,))
            known = self.numbers[table] = connection.execute(NUMBER, (table,)).fetchone()[0]
        return known

    # -- asking ------------------------------------------------------------

    async def append(self, append: Append) -> str:
        future: asyncio.Future[str] = self.loop.create_future()

        def done(_: Append, outcome: str) -> None:
            if not future.done():  # who asked may be gone
                future.set_result(outcome)

        self.submit(append, done)
        return await future

    async def ask(self, ask: Callable[[sqlite3.Connection], T]) -> T:
        if self.closed:
            raise StoreDown("closed")
        try:
            return ask(self.connected())
        except Exception as error:
            self.recover(error)
            raise StoreDown(type(error).__name__) from error

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

    async def ended(self, game: str) -> list[str]:
        def ask(connection: sqlite3.Connection) -> list[str]:
            question = "SELECT table_id FROM lobby WHERE phase = 'over' AND game = ?"
            return [row[0] for row in connection.execute(question, (game,))]

        return await self.ask(ask)

    async def all_tables(self) -> list[str]:
        def ask(connection: sqlite3.Connection) -> list[str]:
            question = (
                "SELECT table_id FROM log JOIN tables USING (number) WHERE seq = 1 ORDER BY number"
            )
            found = connection.execute(question)
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

    async def set_setting(self, name: str, value: str) -> None:
        def ask(connection: sqlite3.Connection) -> None:
            connection.execute(SET, (name, value))

        await self.ask(ask)

    async def beat(self, now: int) -> None:
        def ask(connection: sqlite3.Connection) -> None:
            found = connection.execute("SELECT value FROM settings WHERE name = 'alive'").fetchone()
            connection.execute("BEGIN IMMEDIATE")
            if found is not None and now - int(found[0]) > GAP:
                connection.execute("INSERT OR REPLACE INTO outages VALUES (?, ?)", (int(found[0]), now))
            connection.execute(SET, ("alive", str(now)))
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


def full_sync(file: int) -> None:
    """To the disk itself; on macOS that is more than `fsync`."""
    os.fsync(file)
    with contextlib.suppress(ImportError):  # not on Windows
        import fcntl

        if hasattr(fcntl, "F_FULLFSYNC"):
            fcntl.fcntl(file, fcntl.F_FULLFSYNC)


def sync(folder: Path) -> None:
    """The names in a folder; Windows sees to that itself, and opens none."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        full_sync(opened)
    finally:
        os.close(opened)
