"""The store: whose it is, of which version, whether it is whole, how many tables are in it.

Nothing of it is changed, not even the files that SQLite makes beside it, and no server has to wait.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from tablee.doctor.kit import Finding, Patient

if TYPE_CHECKING:
    from tablee.server.snapshots import Database

LOCK: Final = "tablee.lock"
LEFT: Final = ("-wal", "-journal")  # what a server that was killed leaves beside its file
PATIENCE: Final = 30.0  # seconds for all that PostgreSQL is asked


class Strange(Exception):
    """A database of somebody else's."""


class Kept(NamedTuple):
    """What a store says of itself; no version if it is empty."""

    version: str
    phases: dict[str, int]
    newest: int  # milliseconds
    fault: str = ""
    server: str = ""  # PostgreSQL's version
    commit: str = ""  # its synchronous_commit


def store(patient: Patient) -> Iterator[Finding]:
    if patient.database:
        yield from in_postgres(patient)
    else:
        yield from in_file(patient)


def newest_of(patient: Patient) -> float:
    """When the store was last written, in seconds; 0 if that is not to be had."""
    with contextlib.suppress(Exception):  # its own check says why
        kept = look(patient)
        return 0.0 if kept is None else kept.newest / 1000
    return 0.0


def look(patient: Patient) -> Kept | None:
    if patient.database:
        return asyncio.run(look_in_postgres(patient))
    return look_in_file(patient.data_dir)


def known_versions() -> list[str]:
    """Those that this Tablée can read, its own first."""
    from alembic.script import ScriptDirectory

    from tablee.server import migrations

    steps = ScriptDirectory(str(Path(migrations.__file__).parent))
    return [step.revision for step in steps.walk_revisions()]


def compared(patient: Patient, kept: Kept) -> Iterator[Finding]:
    """Its version beside ours, and its tables."""
    known = known_versions()
    values = {"version": kept.version, "ours": known[0]}
    if not kept.version:
        yield patient.ok("store", "store.empty")
        return
    if kept.version not in known:
        yield patient.wrong("store", "store.newer", **values)
        return
    yield patient.ok("store", "store" if kept.version == known[0] else "store.older", **values)
    count = kept.phases.get
    yield patient.ok(
        "tables",
        "tables",
        n=sum(kept.phases.values()),
        running=count("playing", 0) + count("sealing", 0),
        waiting=count("lobby", 0),
        over=count("over", 0) + count("closed", 0),
    )


async def read(tables: Database) -> Kept:
    """As it is in a file and in PostgreSQL alike."""
    rows = await tables.rows("SELECT version_num FROM alembic_version")
    version = str(rows[0][0]) if rows else ""
    if version not in known_versions():
        return Kept(version, {}, 0)
    phases = await tables.rows("SELECT phase, count(*) FROM lobby GROUP BY phase")
    times = await tables.rows(
        "SELECT max(changed) FROM lobby UNION ALL SELECT max(ended) FROM outages UNION ALL"
        " SELECT CAST(value AS BIGINT) FROM settings WHERE name = 'alive'"
    )
    newest = max((at for (at,) in times if at is not None), default=0)
    return Kept(version, dict(phases), newest)


# -- a file ----------------------------------------------------------------------------------------


def in_file(patient: Patient) -> Iterator[Finding]:
    from tablee.server.sqlite_store import FILE
    from tablee.server.store import in_short

    path = patient.data_dir / FILE
    if in_use(patient.data_dir):
        yield patient.ok("server", "server", folder=patient.data_dir)
    if not os.path.exists(path):
        yield patient.ok("store", "store.none", file=path)
        return
    try:
        kept = look_in_file(patient.data_dir)
    except Strange:
        yield patient.wrong("store", "store.strange", file=path)
    except sqlite3.OperationalError as error:  # it cannot be opened, or not be read
        yield patient.wrong("store", "store.unreadable", file=path, why=in_short(error))
    except sqlite3.DatabaseError as error:
        yield patient.wrong("store", "store.damaged", file=path, why=in_short(error))
    else:
        if kept.fault:
            yield patient.wrong("store", "store.damaged", file=path, why=kept.fault)
        else:
            yield from compared(patient, kept)


def look_in_file(folder: Path) -> Kept:
    """What was read while a server began to write may be nonsense: then once more."""
    before = in_use(folder)
    try:
        kept = read_file(folder)
    except sqlite3.Error:
        if before or not in_use(folder):
            raise
        return read_file(folder)
    return read_file(folder) if kept.fault and not before and in_use(folder) else kept


def read_file(folder: Path) -> Kept:
    from tablee.server.snapshots import InFile

    with opened(folder) as connection:
        fault = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        if fault != "ok":
            return Kept("", {}, 0, fault=" ".join(str(fault).split()))
        names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
        if not names:
            return Kept("", {}, 0)
        if "alembic_version" not in names:
            raise Strange
        return asyncio.run(read(InFile(connection)))


def in_use(folder: Path) -> bool:
    """Whether a server has taken the folder.

    Seen by asking for its lock, to share it and only for a moment: one that has it keeps it.
    """
    try:
        import fcntl
    except ImportError:
        return in_use_elsewhere(folder)
    try:
        file = os.open(folder / LOCK, os.O_RDONLY)
    except OSError:  # no server was ever here, or it is not for us to see
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(file)  # and lets it go
    return False


def in_use_elsewhere(folder: Path) -> bool:
    """The same on Windows."""
    from filelock import FileLock, Timeout

    if not os.path.exists(folder / LOCK):
        return False
    try:
        with FileLock(folder / LOCK, blocking=False):
            return False
    except Timeout:
        return True


@contextlib.contextmanager
def opened(folder: Path) -> Iterator[sqlite3.Connection]:
    """To read only, and without the files that SQLite makes for readers.

    A server's are there already. Without one the file does not change; but if the last one was killed,
    the newest entries are beside it, and only a copy can be read together with them.
    """
    from tablee.server.sqlite_store import FILE

    path = folder / FILE
    with contextlib.ExitStack() as stack:
        how = "mode=ro"
        if not in_use(folder):
            how = "mode=ro&immutable=1"
            left = [Path(f"{path}{end}") for end in LEFT]
            if any(os.path.exists(each) and each.stat().st_size for each in left):
                copy = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tablee-")))
                for each in (path, *left):
                    with contextlib.suppress(FileNotFoundError):
                        shutil.copyfile(each, copy / each.name)
                path, how = copy / FILE, "mode=rw"
        uri = f"{path.absolute().as_uri()}?{how}"
        connection = stack.enter_context(
            contextlib.closing(sqlite3.connect(uri, uri=True, isolation_level=None, timeout=5.0))
        )
        connection.execute("BEGIN")
        yield connection


# -- PostgreSQL ------------------------------------------------------------------------------------


def in_postgres(patient: Patient) -> Iterator[Finding]:
    from tablee.server.store import CannotServe

    try:
        kept = asyncio.run(look_in_postgres(patient))
    except CannotServe as error:  # it never says the url
        yield patient.wrong("store", "postgres.bad", why=error.message(patient.lang))
        return
    except TimeoutError:
        yield patient.wrong("store", "postgres.slow")
        return
    if kept.commit == "off":
        yield patient.wrong("database", "postgres.unsafe", version=kept.server)
    else:
        yield patient.ok("database", "postgres", version=kept.server)
    yield from compared(patient, kept)


async def look_in_postgres(patient: Patient) -> Kept:
    from tablee.server.serving import Settings
    from tablee.server.snapshots import InPostgres, connected

    settings = Settings(patient.data_dir, database=patient.database)
    async with asyncio.timeout(PATIENCE), connected(settings) as connection:
        about = {
            name: str(await connection.fetchval(f"SHOW {name}"))
            for name in ("server_version", "synchronous_commit")
        }
        kept = Kept("", {}, 0)
        if await connection.fetchval("SELECT to_regclass('alembic_version')") is not None:
            async with connection.transaction(isolation="repeatable_read", readonly=True):
                kept = await read(InPostgres(connection))
    return kept._replace(server=about["server_version"], commit=about["synchronous_commit"])
