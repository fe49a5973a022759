"""The store in PostgreSQL: for several nodes that serve the same tables.

Every write is one statement, a transaction of its own: nothing is ever left half done or locked by a
node that died, and appends that wait while the disk is busy go into the next statement together. Other
nodes are told by NOTIFY, which may get lost; whoever wants to be sure reads.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
from collections import deque
from collections.abc import Callable, Collection, Iterable, Sequence
from importlib.util import find_spec
from typing import Any, ClassVar, Final

import msgspec
from sqlalchemy import (
    ARRAY,
    BigInteger,
    Boolean,
    Connection,
    Executable,
    Integer,
    LargeBinary,
    NullPool,
    String,
    Text,
    bindparam,
    cast,
    column,
    event,
    func,
    select,
    text,
    update,
)
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import DBAPIError, DisconnectionError, SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.sql.selectable import TableValuedAlias

from tablee.core.texts import Said
from tablee.installed import command_for
from tablee.server.effects import Append, Row
from tablee.server.migrations.steps import migrate
from tablee.server.schema import ENTRIES, LOBBY, OUTAGES, SETTINGS
from tablee.server.sqlite_store import GAP
from tablee.server.store import CONFLICT, FAILED, OK, BadStore, Hint, StoreDown

MOST_TOGETHER: Final = 256
CONNECTIONS: Final = 8
CONNECTING: Final = 4.0  # seconds
ANSWERING: Final = 5.0
MIGRATING: Final = 60.0
PATIENCE: Final = 10.0  # with all of it: a free connection, a new one, the answer
PULSE: Final = 10.0  # how often the line that listens is tried
PAUSES: Final = (0.1, 0.2, 0.5, 1.0, 2.0)  # before it is made again
CHANNEL: Final = "tablee"
MOST_PAYLOAD: Final = 7999  # bytes, PostgreSQL's limit
ALIVE: Final = "alive"
LOCK: Final = 0x7AB1EE  # while the tables are brought to the newest form
UNWRITABLE: Final = ("22", "23")  # classes of errors: the values themselves are no good
REASONS: Final = {  # by error, or class of errors: which text
    "28": "postgres.user",
    "3D": "postgres.database",
    "42501": "postgres.rights",
    "53300": "postgres.full",
    "57P03": "postgres.starting",
}


class Dated(msgspec.Struct):
    """Of an entry: when it was."""

    at: int = 0


DATED: Final = msgspec.json.Decoder(Dated)


# What an append consists of.
GIVEN: Final[dict[str, Any]] = {
    "table_id": String,
    "seq": Integer,
    "command": String,
    "body": LargeBinary,
    "game": String,
    "phase": String,
    "listed": Boolean,
    "changed": BigInteger,
    "summary": Text,
}


def rows_of(**columns: Any) -> TableValuedAlias:
    """Lists of values (one a column, by parameter), row by row."""
    lists = [bindparam(name, type_=ARRAY(kind)) for name, kind in columns.items()]
    names = [column(name, kind) for name, kind in columns.items()]
    return func.unnest(*lists).table_valued(*names).render_derived(name="given")


def append_statement() -> Executable:
    """Write those entries whose number is the next one and whose command is new; the tables of these.

    The keys alone would let a number be left out: not as nodes append, who have read what comes
    before; but a node outlives a database that was put back to an older state.
    """
    given = rows_of(**GIVEN)
    head = select(func.max(ENTRIES.c.seq)).where(ENTRIES.c.table_id == given.c.table_id)
    follows = given.c.seq == func.coalesce(head.scalar_subquery(), 0) + 1
    # In the order of their tables, everywhere: two nodes that wait for each other would wait long.
    wanted = (
        select(given.c.table_id, given.c.seq, given.c.command, given.c.body)
        .where(follows)
        .order_by(given.c.table_id)
    )
    written = (
        insert(ENTRIES)
        .from_select(["table_id", "seq", "command", "body"], wanted)
        .on_conflict_do_nothing()
        .returning(ENTRIES.c.table_id)
        .cte("written")
    )
    names = ["table_id", "game", "phase", "listed", "changed", "summary"]
    lines = insert(LOBBY).from_select(
        names,
        select(*(given.c[name] for name in names))
        .join(written, written.c.table_id == given.c.table_id)
        .where(given.c.summary.is_not(None)),
    )
    changing = {name: lines.excluded[name] for name in names[2:]}
    shown = lines.on_conflict_do_update(index_elements=["table_id"], set_=changing).cte("shown")
    return select(written.c.table_id).add_cte(shown)


def heads_statement() -> Executable:
    given = rows_of(table_id=String)
    head = select(func.max(ENTRIES.c.seq)).where(ENTRIES.c.table_id == given.c.table_id)
    return select(given.c.table_id, head.scalar_subquery())


def beat_statement() -> Executable:
    """The row says `now`, if it still says `before`; and if that was long ago, it was an outage.

    Of two nodes that come back together, the second finds the first one's beat.
    """
    now, before = bindparam("now", type_=BigInteger), bindparam("before", type_=BigInteger)
    taken = (
        update(SETTINGS)
        .where(SETTINGS.c.name == ALIVE, SETTINGS.c.value == cast(before, Text))
        .values(value=cast(now, Text))
        .returning(SETTINGS.c.name)
        .cte("taken")
    )
    gap = select(before, now).select_from(taken).where(now - before > GAP)
    return insert(OUTAGES).from_select(["begun", "ended"], gap).on_conflict_do_nothing()


def setting_statement() -> Executable:
    given = {name: bindparam(name, type_=Text) for name in ("name", "value")}
    return insert(SETTINGS).values(given).on_conflict_do_nothing()


def changed_statement() -> Executable:
    given = {name: bindparam(name, type_=Text) for name in ("name", "value")}
    new = insert(SETTINGS).values(given)
    return new.on_conflict_do_update(index_elements=["name"], set_={"value": new.excluded.value})


APPEND: Final = append_statement()
HEADS: Final = heads_statement()
BEAT: Final = beat_statement()
SET: Final = setting_statement()
CHANGE: Final = changed_statement()
NOTIFY: Final = select(func.pg_notify(CHANNEL, rows_of(payload=Text).c.payload))
LOAD: Final = (
    select(ENTRIES.c.seq, ENTRIES.c.command, ENTRIES.c.body)
    .where(ENTRIES.c.table_id == bindparam("table"), ENTRIES.c.seq > bindparam("since"))
    .order_by(ENTRIES.c.seq)
)
FIRST: Final = select(ENTRIES.c.table_id, ENTRIES.c.body).where(ENTRIES.c.seq == 1)
LISTED: Final = (
    select(LOBBY.c.summary)
    .where(LOBBY.c.listed, LOBBY.c.phase.in_(["lobby", "playing"]))
    .order_by(LOBBY.c.changed.desc())
    .limit(bindparam("most"))
)
ENDED: Final = select(LOBBY.c.table_id).where(
    LOBBY.c.phase == "over", LOBBY.c.game == bindparam("game")
)
GET: Final = select(SETTINGS.c.value).where(SETTINGS.c.name == bindparam("name"))
GAPS: Final = select(OUTAGES.c.begun, OUTAGES.c.ended).order_by(OUTAGES.c.begun.desc()).limit(1000)

Done = Callable[[Append, str], None]
Waiting = tuple[Append, Done]


class PostgresStore:
    several: ClassVar[bool] = True

    def __init__(self, url: str) -> None:
        # SQLAlchemy needs greenlet to be used from async code.
        if find_spec("asyncpg") is None or find_spec("greenlet") is None:
            raise BadStore("driver", command=command_for("postgres"))
        import asyncpg  # type: ignore[import-untyped]

        self.url = url
        self.driver = asyncpg
        # All that can happen to a question when the database, or the way to it, is not there.
        self.troubles: tuple[type[Exception], ...] = (
            SQLAlchemyError,
            OSError,
            asyncpg.PostgresError,
            asyncpg.InterfaceError,
            asyncpg.InternalClientError,
        )
        self.engine = create_async_engine(
            "postgresql+asyncpg://",
            async_creator=self.connect,
            isolation_level="AUTOCOMMIT",
            pool_size=CONNECTIONS,
            max_overflow=0,
            pool_timeout=ANSWERING,
        )
        event.listen(self.engine.sync_engine, "checkout", still_open)
        self.waiting: deque[Waiting] = deque()
        self.closed = False
        self.writer: asyncio.Task[None] | None = None
        self.hints: dict[str, str] = {}  # by table, the newest that was not sent yet
        self.teller: asyncio.Task[None] | None = None
        self.listener: asyncio.Task[None] | None = None
        self.listened = 0  # how often the line that listens was made

    # -- beginning and end -------------------------------------------------------------------------

    async def open(self) -> None:
        faults: tuple[type[Exception], ...] = (ValueError, *self.troubles)
        try:
            async with asyncio.timeout(MIGRATING):
                await self.prepare()
        except faults as error:
            # Never its own words, nor where it comes from: these may quote the url, with the password.
            raise unusable(reason(error)) from None

    async def prepare(self) -> None:
        """Bring the tables to the newest form; of several nodes that start together, one does."""

        def newest(connection: Connection) -> None:
            connection.execute(select(func.pg_advisory_xact_lock(LOCK)))
            if connection.scalar(text("SHOW synchronous_commit")) == "off":
                raise unusable(Said("postgres.unsafe"))
            migrate(connection)

        engine = create_async_engine(
            "postgresql+asyncpg://", async_creator=lambda: self.connect(MIGRATING), poolclass=NullPool
        )
        try:
            async with engine.begin() as connection:
                await connection.run_sync(newest)
        finally:
            await engine.dispose()

    async def connect(self, seconds: float = 0) -> Any:
        """A connection of the driver's. What takes longer than `seconds` fails, at both ends."""
        limit = seconds or ANSWERING
        return await self.driver.connect(
            self.url,
            timeout=CONNECTING,
            command_timeout=limit + 1,  # the database's own limit is kinder to the connection
            server_settings={"application_name": "tablee", "statement_timeout": f"{limit}s"},
        )

    async def close(self) -> None:
        self.closed = True
        if self.writer is not None:
            await asyncio.wait([self.writer])
        for task in (self.teller, self.listener):
            if task is not None:
                task.cancel()
                await asyncio.wait([task])
        await self.engine.dispose()

    # -- appending ------------------------------------------------------------

    def submit(self, append: Append, done: Done) -> None:
        """As `append`, for who wants to be called back."""
        if self.closed or not writable(append.table, append.row.command):
            asyncio.get_running_loop().call_soon(done, append, FAILED)
            return
        self.waiting.append((append, done))
        if self.writer is None or self.writer.done():
            self.writer = asyncio.create_task(self.write_what_waits())

    async def append(self, append: Append) -> str:
        future: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.submit(append, lambda _, how: None if future.done() else future.set_result(how))
        return await future

    async def write_what_waits(self) -> None:
        while self.waiting:
            together = self.next_together()
            outcomes = await self.write([append for append, _ in together.values()])
            loop = asyncio.get_running_loop()
            for table, (append, done) in together.items():
                loop.call_soon(done, append, outcomes[table])  # whatever one of them does with it

    def next_together(self) -> dict[str, Waiting]:
        """Those who waited longest, of each table one: its next entry has to find this one."""
        together: dict[str, Waiting] = {}
        later: deque[Waiting] = deque()
        while self.waiting and len(together) < MOST_TOGETHER:
            each = self.waiting.popleft()
            if together.setdefault(each[0].table, each) is not each:
                later.append(each)
        self.waiting.extendleft(reversed(later))
        return together

    async def write(self, appends: list[Append]) -> dict[str, str]:
        """By table, what became of its entry."""
        try:
            written = {table for (table,) in await self.run(APPEND, columns_of(appends))}
        except Exception as error:  # whatever it was: nobody knows what is written
            if len(appends) == 1 or sqlstate(error)[:2] not in UNWRITABLE:
                return {append.table: FAILED for append in appends}
            # One of them cannot be written at all, and has taken the others with it.
            return {k: v for append in appends for k, v in (await self.write([append])).items()}
        return {append.table: OK if append.table in written else CONFLICT for append in appends}

    # -- asking ------------------------------------------------------------

    async def run(self, statement: Executable, values: dict[str, Any]) -> Sequence[Any]:
        async with asyncio.timeout(PATIENCE), self.engine.connect() as connection:
            result = await connection.execute(statement, values)
            return result.all() if result.returns_rows else ()

    async def ask(self, statement: Executable, **values: Any) -> Sequence[Any]:
        if self.closed:
            raise StoreDown("closed")
        try:
            return await self.run(statement, values)
        except self.troubles as error:
            raise StoreDown(type(error).__name__) from None

    async def load(self, table: str, since: int) -> list[Row]:
        if not writable(table):
            return []
        return [Row(*row) for row in await self.ask(LOAD, table=table, since=since)]

    async def heads(self, tables: Collection[str]) -> dict[str, int]:
        found = await self.ask(HEADS, table_id=[table for table in tables if writable(table)])
        return {table: head for table, head in found if head is not None}

    async def listed(self, limit: int) -> list[dict[str, Any]]:
        return [json.loads(summary) for (summary,) in await self.ask(LISTED, most=limit)]

    async def ended(self, game: str) -> list[str]:
        return [table for (table,) in await self.ask(ENDED, game=game)]

    async def all_tables(self) -> list[str]:
        found = await self.ask(FIRST)
        return [table for _, table in sorted((time_of(body), table) for table, body in found)]

    async def setting(self, name: str, make: Callable[[], str]) -> str:
        found = await self.ask(GET, name=name)
        if not found:
            await self.ask(SET, name=name, value=make())
            found = await self.ask(GET, name=name)
        return str(found[0][0])

    async def set_setting(self, name: str, value: str) -> None:
        await self.ask(CHANGE, name=name, value=value)

    async def beat(self, now: int) -> None:
        before = int(await self.setting(ALIVE, lambda: str(now)))
        if now > before:
            await self.ask(BEAT, before=before, now=now)

    async def outages(self) -> list[tuple[int, int]]:
        return [(begun, ended) for begun, ended in await self.ask(GAPS)]

    # -- hints ------------------------------------------------------------

    async def announce(self, table: str, seq: int, node: str, here: tuple[str, ...]) -> None:
        """Soon, and with others together: of a table only the newest."""
        payload = json.dumps([table, seq, node, here])
        if len(payload) > MOST_PAYLOAD:
            payload = json.dumps([table, seq, node, None])
        self.hints.pop(table, None)
        self.hints[table] = payload
        if not self.closed and (self.teller is None or self.teller.done()):
            self.teller = asyncio.create_task(self.tell())

    async def tell(self) -> None:
        while self.hints:
            payloads = list(self.hints.values())
            self.hints.clear()
            with contextlib.suppress(*self.troubles):
                await self.run(NOTIFY, {"payload": payloads})

    def listen(self, hint: Hint) -> None:
        self.listener = asyncio.create_task(self.stay_listening(hint))

    async def stay_listening(self, hint: Hint) -> None:
        failures = 0
        while True:
            with contextlib.suppress(*self.troubles):
                connection = await self.connect()
                gone = asyncio.Event()
                connection.add_termination_listener(lambda _, gone=gone: gone.set())
                try:
                    await connection.add_listener(CHANNEL, lambda *heard: take(heard[-1], hint))
                    failures = 0
                    self.listened += 1
                    while not gone.is_set():
                        with contextlib.suppress(TimeoutError):
                            # Not `wait_for`: until Python 3.12 it may forget that it was cancelled.
                            async with asyncio.timeout(PULSE):
                                await gone.wait()
                        # Only a question finds out that the other end is gone without a word.
                        await connection.execute("SELECT 1")
                finally:
                    connection.terminate()
            await asyncio.sleep(PAUSES[min(failures, len(PAUSES) - 1)])
            failures += 1


def columns_of(appends: Iterable[Append]) -> dict[str, list[Any]]:
    """The values of APPEND: for each of its columns, a list."""
    rows = [
        (
            append.table,
            *append.row,
            None if append.summary is None else append.summary["game"],
            None if append.summary is None else append.summary["phase"],
            append.listed,
            append.changed,
            None if append.summary is None else json.dumps(append.summary),
        )
        for append in appends
    ]
    return dict(zip(GIVEN, map(list, zip(*rows, strict=True)), strict=True))


def writable(*texts: str) -> bool:
    """PostgreSQL knows no text with such a character in it; clients may send one."""
    return not any("\0" in each for each in texts)


def still_open(connection: Any, record: object, proxy: object) -> None:
    """Before a connection is used: the driver knows if the other end has hung up, without asking."""
    if connection.driver_connection.is_closed():
        raise DisconnectionError


def sqlstate(error: BaseException) -> str:
    """PostgreSQL's code of an error, SQLAlchemy's wrapping or not; empty if it is not one of its."""
    found = error.orig if isinstance(error, DBAPIError) else error
    return getattr(found, "sqlstate", None) or ""


def unusable(why: Said | str) -> BadStore:
    return BadStore("file", file="PostgreSQL", error=why)


def reason(error: Exception) -> Said | str:
    code = sqlstate(error)
    known = REASONS.get(code) or REASONS.get(code[:2])
    if known is not None:
        return Said(known)
    if isinstance(error, TimeoutError):
        return Said("postgres.silent")
    if isinstance(error, OSError) and error.errno is not None and error.errno > 0:
        return os.strerror(error.errno)
    if isinstance(error, ValueError) or type(error).__name__ == "InterfaceError":
        return Said("postgres.url")
    return f"{type(error).__name__} {code}".strip()


def time_of(body: bytes) -> int:
    try:
        return DATED.decode(body).at
    except msgspec.DecodeError:
        return 0


def take(payload: str, hint: Hint) -> None:
    """What was heard; others may say things on our channel that we do not know."""
    with contextlib.suppress(ValueError, TypeError):
        table, seq, node, here = json.loads(payload)
        hint(str(table), int(seq), str(node), None if here is None else tuple(map(str, here)))
