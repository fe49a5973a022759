"""All tables at once: a look at them as they are at one moment, and many changes as one.

For commands, not for servers. Looking needs no lock and holds up nobody; a file can be changed only
while no server has it.
"""

from __future__ import annotations

import contextlib
import itertools
import re
import sqlite3
from collections.abc import AsyncIterator, Sequence
from typing import Any, ClassVar, Final, Protocol

from tablee.server.serving import Settings, open_store
from tablee.server.sqlite_store import FILE, SqliteStore
from tablee.server.store import BadStore, in_short

PATIENCE: Final = 3600.0  # seconds for one question, however large the answer


class Database(Protocol):
    """A transaction. Values stand as `?` in what is asked, whichever database it is."""

    # Whether servers may be at work on it.
    shared: ClassVar[bool]

    async def rows(self, question: str, *values: object) -> list[tuple[Any, ...]]: ...

    async def write(self, statement: str, rows: Sequence[tuple[Any, ...]]) -> None: ...


class InFile:
    shared: ClassVar[bool] = False

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection

    async def rows(self, question: str, *values: object) -> list[tuple[Any, ...]]:
        return list(self.connection.execute(question, values))

    async def write(self, statement: str, rows: Sequence[tuple[Any, ...]]) -> None:
        self.connection.executemany(statement, rows)


class InPostgres:
    shared: ClassVar[bool] = True

    def __init__(self, connection: Any) -> None:
        self.connection = connection

    async def rows(self, question: str, *values: object) -> list[tuple[Any, ...]]:
        return [tuple(row) for row in await self.connection.fetch(numbered(question), *values)]

    async def write(self, statement: str, rows: Sequence[tuple[Any, ...]]) -> None:
        await self.connection.executemany(numbered(statement), rows)


def numbered(question: str) -> str:
    """PostgreSQL numbers its values: $1, $2, …"""
    numbers = itertools.count(1)
    return re.sub(r"\?", lambda _: f"${next(numbers)}", question)


@contextlib.asynccontextmanager
async def snapshot(settings: Settings) -> AsyncIterator[Database]:
    """To read only; what a server writes meanwhile is not seen."""
    if settings.database:
        async with connected(settings) as connection:
            if await connection.fetchval("SELECT to_regclass('entries')") is None:
                raise BadStore("nothing")
            async with connection.transaction(isolation="repeatable_read", readonly=True):
                yield InPostgres(connection)
        return
    path = settings.data_dir / FILE
    if not path.exists():
        raise BadStore("nothing_in", folder=settings.data_dir)
    try:
        file = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, isolation_level=None)
        with contextlib.closing(file):
            file.execute("PRAGMA busy_timeout=5000")
            file.execute("BEGIN")
            yield InFile(file)
    except sqlite3.Error as error:
        raise BadStore("file", file=path, error=in_short(error)) from None


@contextlib.asynccontextmanager
async def changing(settings: Settings) -> AsyncIterator[Database]:
    """All that is written, or none of it."""
    store = open_store(settings)
    await store.open()  # in the newest form; and no server can open the same file now
    try:
        if isinstance(store, SqliteStore):
            with contextlib.closing(store.connect()) as file:
                file.execute("BEGIN IMMEDIATE")
                yield InFile(file)
                file.execute("COMMIT")
        else:
            async with connected(settings) as connection, connection.transaction():
                yield InPostgres(connection)
    except sqlite3.Error as error:
        file_name = settings.data_dir / FILE
        raise BadStore("file", file=file_name, error=in_short(error)) from None
    finally:
        await store.close()


@contextlib.asynccontextmanager
async def connected(settings: Settings) -> AsyncIterator[Any]:
    """A connection to PostgreSQL that may take its time. No error says the url: it has a password."""
    store = open_store(settings)
    from tablee.server.postgres_store import PostgresStore, reason, unusable  # it is there, then

    assert isinstance(store, PostgresStore)
    unread: tuple[type[Exception], ...] = (*store.troubles, ValueError)
    try:
        connection = await store.connect(PATIENCE)
    except unread as error:  # the url, too
        raise unusable(reason(error)) from None
    try:
        yield connection
    except store.troubles as error:
        raise unusable(reason(error)) from None
    finally:
        await connection.close()
