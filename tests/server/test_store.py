"""The stores, SQLite and PostgreSQL: the same tests for both, then what only the second one has."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import subprocess
import sys
import tempfile
import traceback
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from server.conftest import Postgres
from support import LAST_RESORT, PAUSE, in_time, soon
from tablee.server import migrations, postgres_store
from tablee.server.effects import Append, Row
from tablee.server.migrations.steps import steps
from tablee.server.postgres_store import MOST_TOGETHER, PostgresStore
from tablee.server.schema import METADATA
from tablee.server.sqlite_store import FILE, GAP, SqliteStore
from tablee.server.store import CONFLICT, FAILED, OK, BadStore, Store, StoreDown


def run(main: Coroutine[Any, Any, None]) -> None:
    async def bounded() -> None:
        async with in_time("the stores did all that"):
            await main

    asyncio.run(bounded())


class Place:
    """Where tables are kept; nodes come and go."""

    def __init__(self, folder: Path, postgres: Postgres | None) -> None:
        self.folder = folder
        self.postgres = postgres
        self.url = "" if postgres is None else postgres.database()

    @contextlib.asynccontextmanager
    async def opened(self, nodes: int = 1) -> AsyncIterator[list[Store]]:
        """The stores of so many nodes; a file has only one, whoever asks."""
        found: list[Store]
        if self.postgres is None:
            found = [SqliteStore(self.folder)]
        else:
            found = [PostgresStore(self.url) for _ in range(nodes)]
        try:
            await asyncio.gather(*(each.open() for each in found))
            yield found * nodes if self.postgres is None else found
        finally:
            for each in found:
                await each.close()


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    wanted = request.param == "postgres"
    return Place(tmp_path, request.getfixturevalue("postgres") if wanted else None)


@pytest.fixture
def shared(tmp_path: Path, postgres: Postgres) -> Place:
    return Place(tmp_path, postgres)


def entry(
    table: str, seq: int, command: str = "", *, at: int = 0, phase: str = "", listed: bool = True
) -> Append:
    """With a line for the lobby if it has a phase."""
    body = b'{"do":"created","at":%d}' % at
    summary = {"game": "mow", "phase": phase, "table": table, "seq": seq} if phase else None
    return Append(table, Row(seq, command or f"c{seq}", body), summary, listed, at)


async def outcomes(store: Store, *appends: Append) -> list[str]:
    return list(await asyncio.gather(*map(store.append, appends)))


# -- both ------------------------------------------------------------


def test_what_was_appended_is_read(place: Place) -> None:
    rows = [Row(n, f"é{n}", bytes(range(256)) * n) for n in range(1, 6)]

    async def main() -> None:
        async with place.opened() as (store,):
            for row in rows:
                assert await store.append(Append("t", row, None, False, 0)) == OK
            assert await store.append(entry("other", 1)) == OK
            assert await store.load("t", 0) == rows
            assert await store.load("t", 3) == rows[3:]
            assert await store.load("t", 5) == []
            assert await store.load("nowhere", 0) == []
            assert await store.load("no\0where", 0) == []
        assert await store.append(entry("t", 6)) == FAILED  # it is closed
        with pytest.raises(StoreDown):
            await store.load("t", 0)
        async with place.opened() as (store,):  # and after the end of the server
            assert await store.load("t", 0) == rows

    run(main())


def test_a_number_and_a_command_exist_once(place: Place) -> None:
    async def main() -> None:
        async with place.opened(2) as (one, two):
            assert await one.append(entry("t", 1, "a")) == OK
            assert await two.append(entry("t", 1, "b")) == CONFLICT
            assert await two.append(entry("t", 2, "a")) == CONFLICT
            assert await two.append(entry("t", 1, "a")) == CONFLICT
            assert await two.append(entry("u", 1, "a")) == OK
            assert await two.append(entry("t", 2, "b")) == OK
            assert await one.append(entry("t", 2, "c")) == CONFLICT
            assert [row.command for row in await one.load("t", 0)] == ["a", "b"]

    run(main())


def test_of_many_who_append_one_is_first(place: Place) -> None:
    won: list[tuple[int, str]] = []

    async def appender(store: Store, name: str) -> None:
        for n in range(25):
            how = CONFLICT
            while how == CONFLICT:
                seq = (await store.heads(["t"])).get("t", 0) + 1
                how = await store.append(entry("t", seq, f"{name}-{n}"))
            assert how == OK
            won.append((seq, f"{name}-{n}"))

    async def main() -> None:
        async with place.opened(2) as (one, two):
            names = [(store, f"{k}{n}") for n in range(3) for k, store in (("a", one), ("b", two))]
            await asyncio.gather(*(appender(store, name) for store, name in names))
            assert [(row.seq, row.command) for row in await one.load("t", 0)] == sorted(won)
            assert [seq for seq, _ in sorted(won)] == list(range(1, 151))

    run(main())


def test_appends_that_go_together_fail_alone(place: Place) -> None:
    async def main() -> None:
        async with place.opened() as (store,):
            tables = [f"t{n}" for n in range(MOST_TOGETHER + 50)]
            taken = set(tables[::7])
            for table in taken:
                assert await store.append(entry(table, 1, "first", phase="lobby")) == OK
            found = await outcomes(store, *(entry(each, 1, phase="playing") for each in tables))
            assert found == [CONFLICT if each in taken else OK for each in tables]
            lobby = {line["table"]: line["phase"] for line in await store.listed(1000)}
            assert lobby == {each: "lobby" if each in taken else "playing" for each in tables}

    run(main())


def test_one_table_several_appends_at_a_time(place: Place) -> None:
    """No node does that; but if one did, they come in order."""

    async def main() -> None:
        async with place.opened() as (store,):
            found = await outcomes(store, *(entry("t", n) for n in range(1, 31)))
            assert found == [OK] * 30
            found = await outcomes(store, *(entry("t", 31, f"x{n}") for n in range(5)))
            assert found == [OK] + [CONFLICT] * 4

    run(main())


def test_the_lobby_shows_the_newest_first(place: Place) -> None:
    async def main() -> None:
        async with place.opened() as (store,):
            for n in range(6):
                assert await store.append(entry(f"t{n}", 1, at=n, phase="lobby")) == OK
            assert await store.append(entry("t1", 2, at=10, phase="playing")) == OK
            assert await store.append(entry("t2", 2, at=11, phase="over")) == OK
            assert await store.append(entry("t3", 2, at=12, phase="lobby", listed=False)) == OK
            assert await store.append(entry("t0", 2, at=13)) == OK  # a move changes no line
            assert await store.append(entry("t4", 1, at=14, phase="playing")) == CONFLICT
            lines = await store.listed(100)
            assert [line["table"] for line in lines] == ["t1", "t5", "t4", "t0"]
            assert lines[0] == {"game": "mow", "phase": "playing", "table": "t1", "seq": 2}
            assert [line["table"] for line in await store.listed(2)] == ["t1", "t5"]

    run(main())


def test_how_far_tables_are(place: Place) -> None:
    async def main() -> None:
        async with place.opened() as (store,):
            for n, table in enumerate(("c", "a", "b")):
                for seq in range(1, n + 2):
                    assert await store.append(entry(table, seq, at=1000 + n)) == OK
            assert await store.heads(["a", "b", "no", "n\0"]) == {"a": 2, "b": 3}
            assert await store.heads([]) == {}
            assert await store.all_tables() == ["c", "a", "b"]

    run(main())


def test_the_first_who_asks_makes_a_setting(place: Place) -> None:
    async def main() -> None:
        async with place.opened(2) as nodes:
            asked = [
                nodes[n % 2].setting("key", lambda n=n: f"value {n}")  # type: ignore[misc]
                for n in range(20)
            ]
            found = set(await asyncio.gather(*asked))
            assert len(found) == 1
            assert await nodes[0].setting("other", lambda: "o") == "o"
        async with place.opened() as (again,):
            assert {await again.setting("key", lambda: "new")} == found

    run(main())


def test_a_setting_that_is_set_is_that_of_all_nodes(place: Place) -> None:
    async def main() -> None:
        async with place.opened(2) as (one, two):
            await one.set_setting("house", "open")
            assert await two.setting("house", str) == "open"
            await two.set_setting("house", "")
            assert await one.setting("house", lambda: "new") == ""
            assert await one.setting("key", lambda: "k") == "k"
        async with place.opened() as (again,):
            assert await again.setting("house", lambda: "new") == ""

    run(main())


def test_an_outage_is_when_no_server_is_there(place: Place) -> None:
    async def main() -> None:
        async with place.opened(2) as (one, two):
            await one.beat(1000)
            await one.beat(1000 + GAP)
            assert await one.outages() == []
            # One is away for long, but the other is there.
            await two.beat(10_000 + GAP)
            await one.beat(10_000 + GAP + GAP)
            assert await two.outages() == []
            # Nobody was; and both come back.
            before, after = 10_000 + 2 * GAP, 100_000
            await asyncio.gather(two.beat(after), one.beat(after + 1))
            (outage,) = await one.outages()
            assert outage in [(before, after), (before, after + 1)]
            await two.beat(200_000)
            found = await one.outages()
            assert [ended for _, ended in found] == [200_000, outage[1]]

    run(main())


# -- migrations ------------------------------------------------------------


def differences(connection: sqlalchemy.Connection) -> list[Any]:
    def wanted(_: object, name: object, kind: str, *more: object) -> bool:
        """In a file `entries` is a view of two tables."""
        return name not in ("entries", "log", "tables") or connection.dialect.name == "postgresql"

    context = MigrationContext.configure(connection, opts={"include_object": wanted})
    return list(compare_metadata(context, METADATA))


async def look(place: Place, ask: Callable[[sqlalchemy.Connection], Any]) -> Any:
    if place.postgres is None:
        engine = sqlalchemy.create_engine(f"sqlite:///{place.folder / FILE}")
        with engine.begin() as connection:
            found = ask(connection)
        engine.dispose()
        return found
    from sqlalchemy.ext.asyncio import create_async_engine

    store = PostgresStore(place.url)
    away = create_async_engine("postgresql+asyncpg://", async_creator=store.connect)
    async with away.begin() as there:
        found = await there.run_sync(ask)
    await away.dispose()
    return found


def test_the_newest_form_is_known_without_alembic(tmp_path: Path) -> None:
    """A later start must not read it: that takes longer than all the rest."""
    folder = str(Path(migrations.__file__).parent)
    assert ScriptDirectory(folder).get_current_head() == migrations.NEWEST
    start = (
        "import asyncio, sys; from pathlib import Path\n"
        "from tablee.server.sqlite_store import SqliteStore\n"
        "asyncio.run(SqliteStore(Path(sys.argv[1])).open()); print('alembic' in sys.modules)"
    )
    read = [
        subprocess.run(
            [sys.executable, "-c", start, tmp_path], capture_output=True, text=True, check=True
        )
        for _ in range(2)
    ]
    assert [each.stdout for each in read] == ["True\n", "False\n"]


def test_migrations_make_what_the_code_expects(place: Place) -> None:
    async def main() -> None:
        async with place.opened(3) as (store, *_):  # who start together
            assert await store.append(entry("t", 1)) == OK
        assert await look(place, differences) == []
        async with place.opened() as (store,):  # nothing is made twice
            assert await store.load("t", 0) == [entry("t", 1).row]
        assert await look(place, differences) == []

    run(main())


def test_a_file_goes_to_the_newest_form_and_back(tmp_path: Path) -> None:
    place = Place(tmp_path, None)
    rows = [entry("t", n).row for n in (1, 2, 3)]

    def forms(connection: sqlalchemy.Connection) -> list[Any]:
        found = connection.execute(
            sqlalchemy.text("SELECT type, name FROM sqlite_master ORDER BY name")
        )
        return [tuple(row) for row in found if "entries" in row[1] or row[1] in ("log", "tables")]

    def first_form(connection: sqlalchemy.Connection) -> None:
        command.downgrade(steps(connection), "0001")

    async def main() -> None:
        async with place.opened() as (store,):
            for table in ("t", "a"):
                for row in rows:
                    assert await store.append(Append(table, row, None, True, 0)) == OK
        new = await look(place, forms)
        await look(place, first_form)
        old = await look(place, forms)
        assert ("table", "entries") in old
        async with place.opened() as (store,):
            assert await store.load("t", 0) == await store.load("a", 0) == rows
            assert await store.all_tables() == ["t", "a"]
            assert await store.append(entry("t", 4, rows[1].command)) == CONFLICT
            assert await store.append(entry("t", 4)) == OK
        assert await look(place, forms) == new != old

    run(main())


def test_both_keys_are_unique_in_a_file(tmp_path: Path) -> None:
    """Whoever writes there, and in whatever way."""
    place = Place(tmp_path, None)

    def twice(statement: str) -> Callable[[sqlalchemy.Connection], None]:
        def ask(connection: sqlalchemy.Connection) -> None:
            with pytest.raises(sqlalchemy.exc.IntegrityError, match="UNIQUE"):
                connection.execute(sqlalchemy.text(statement))

        return ask

    async def main() -> None:
        async with place.opened() as (store,):
            assert await store.append(entry("t", 1, "first")) == OK
        for seq, said in ((1, "second"), (2, "first")):
            await look(place, twice(f"INSERT INTO entries VALUES ('t', {seq}, '{said}', x'00')"))
            await look(place, twice(f"INSERT INTO log VALUES (1, {seq}, '{said}', x'00')"))

    run(main())


def test_tables_of_a_newer_server_are_left_alone(place: Place) -> None:
    def newer(connection: sqlalchemy.Connection) -> None:
        connection.execute(sqlalchemy.text("UPDATE alembic_version SET version_num = '9999'"))

    async def main() -> None:
        async with place.opened():
            pass
        await look(place, newer)
        with pytest.raises(BadStore, match="newer"):
            async with place.opened():
                pass

    run(main())


# -- PostgreSQL: what cannot be written ------------------------------------------------------------


def test_no_number_is_left_out(shared: Place) -> None:
    """Not even by a node that knows more than the database, which was put back to an older state."""

    async def main() -> None:
        async with shared.opened() as (store,):
            assert await store.append(entry("t", 2)) == CONFLICT
            for seq in (1, 2, 3):
                assert await store.append(entry("t", seq)) == OK
            await look(
                shared,
                lambda connection: connection.execute(
                    sqlalchemy.text("DELETE FROM entries WHERE seq > 1")
                ),
            )
            assert await store.append(entry("t", 4)) == CONFLICT
            assert await store.append(entry("t", 2, "other")) == OK

    run(main())


def test_what_cannot_be_written_harms_nobody_else(shared: Place) -> None:
    async def main() -> None:
        async with shared.opened() as (store,):
            strange = [entry("a", 1, "x\0y"), entry("b", 1, "x" * 201), entry("c\0", 1)]
            others = [entry(f"t{n}", 1) for n in range(20)]
            found = await outcomes(store, *others[:10], *strange, *others[10:])
            assert found == [OK] * 10 + [FAILED] * 3 + [OK] * 10
            assert len(await store.all_tables()) == 20

    run(main())


def test_nodes_do_not_wait_for_each_other(shared: Place) -> None:
    """The same tables in opposite orders would be a deadlock, and PostgreSQL would end one of them."""

    async def main() -> None:
        async with shared.opened(2) as (one, two):
            tables = [f"t{n}" for n in range(200)]
            for seq in range(1, 6):
                mine = [entry(each, seq, f"one {seq}") for each in tables]
                yours = [entry(each, seq, f"two {seq}") for each in reversed(tables)]
                found, others = await asyncio.gather(outcomes(one, *mine), outcomes(two, *yours))
                for how, other in zip(found, reversed(others), strict=True):
                    assert {how, other} == {OK, CONFLICT}

    run(main())


# -- PostgreSQL: when it is away ------------------------------------------------------------

KICK = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = 'tablee'"
KICKS = 20


def test_appends_while_connections_break(shared: Place) -> None:
    """Whatever was said to be written is there, once; and of what failed, the log says what became."""
    said: dict[str, list[tuple[int, str]]] = {}
    failures = kicks = 0

    def written() -> int:
        return sum(map(len, said.values()))

    async def player(store: Store, table: str) -> None:
        nonlocal failures
        seq = n = 0
        while kicks < KICKS or not failures:
            n += 1
            how = await store.append(entry(table, seq + 1, f"c{n}"))
            if how == OK:
                seq += 1
                said.setdefault(table, []).append((seq, f"c{n}"))
                continue
            assert how == FAILED
            failures += 1
            while True:
                with contextlib.suppress(StoreDown):
                    rows = await store.load(table, seq)
                    break
            assert len(rows) <= 1
            for row in rows:
                assert row.command == f"c{n}"
                seq += 1

    async def kicker() -> None:
        nonlocal kicks
        while kicks < KICKS or not failures:
            before = written()
            await soon("each appends again", lambda: written() >= before + 20)  # noqa: B023
            await asyncio.to_thread(shared.postgres.do, KICK)  # type: ignore[union-attr]
            kicks += 1

    async def main() -> None:
        async with shared.opened(2) as (one, two):
            tables = [(one, f"a{n}") for n in range(10)] + [(two, f"b{n}") for n in range(10)]
            await asyncio.gather(kicker(), *(player(store, table) for store, table in tables))
            for _, table in tables:
                rows = await one.load(table, 0)
                assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
                assert len({row.command for row in rows}) == len(rows)
                assert set(said[table]) <= {(row.seq, row.command) for row in rows}

    run(main())
    assert failures > 0, "nothing was broken"


def test_a_connection_that_broke_while_idle_is_not_used(
    shared: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    used: list[Any] = []
    honest = postgres_store.still_open

    def still_open(connection: Any, record: object, proxy: object) -> None:
        used.append(connection.driver_connection)
        honest(connection, record, proxy)

    monkeypatch.setattr(postgres_store, "still_open", still_open)

    async def main() -> None:
        async with shared.opened() as (store,):
            for seq in range(1, 4):
                assert await store.append(entry("t", seq)) == OK
                await asyncio.to_thread(shared.postgres.do, KICK)  # type: ignore[union-attr]
                await soon("they hear of it", lambda: all(each.is_closed() for each in used))
                assert len(await store.load("t", 0)) == seq

    run(main())


def test_the_database_goes_and_comes_back(shared: Place) -> None:
    postgres = shared.postgres
    assert postgres is not None
    heard: asyncio.Queue[int] = asyncio.Queue()

    async def main() -> None:
        async with shared.opened(2) as (one, two):
            one.listen(lambda table, seq, node, here: heard.put_nowait(seq))
            assert await one.append(entry("t", 1)) == OK
            await asyncio.to_thread(postgres.stop)
            # None of it waits for an answer that does not come: that would take minutes here.
            assert await one.append(entry("t", 2)) == FAILED
            for question in (
                one.load("t", 0),
                one.heads([]),
                one.listed(1),
                one.all_tables(),
                one.setting("x", str),
                one.set_setting("x", ""),
                one.beat(1),
                one.outages(),
            ):
                with pytest.raises(StoreDown):
                    await question
            await two.announce("t", 1, "two", ())  # of no use, and no fault
            await asyncio.to_thread(postgres.start)
            assert await one.append(entry("t", 2)) == OK
            assert await two.load("t", 1) == [entry("t", 2).row]
            seq = 0
            async with in_time("the line that listens is there again"):
                while heard.empty():
                    seq += 1
                    await two.announce("t", seq, "two", ())
                    await asyncio.sleep(PAUSE)
            assert heard.get_nowait() <= seq

    run(main())


def test_nothing_waits_for_ever(shared: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database is there, but it does not answer: somebody holds the table."""

    async def main() -> None:
        async with shared.opened() as (patient,):
            assert await patient.append(entry("t", 1)) == OK
            assert isinstance(patient, PostgresStore)
            monkeypatch.setattr(postgres_store, "ANSWERING", 0.5)
            store = PostgresStore(shared.url)
            other = await patient.connect(LAST_RESORT)
            async with other.transaction():
                await other.execute("LOCK TABLE entries")
                found = await asyncio.gather(
                    *(store.append(entry(f"t{n}", 1)) for n in range(10)),
                    *(store.load("t", 0) for _ in range(10)),
                    return_exceptions=True,
                )
                assert found[:10] == [FAILED] * 10
                assert {type(each) for each in found[10:]} == {StoreDown}
            await other.close()
            # Then it is of use again; on a machine that is slow just now, in the second try.
            while (how := await store.append(entry("t", 2))) == FAILED:
                pass
            assert how == OK or len(await patient.load("t", 0)) == 2
            await store.close()
            assert await patient.all_tables() == ["t"]

    run(main())


def test_a_door_that_nobody_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_store, "CONNECTING", 0.2)

    async def main() -> None:
        with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX) as silent:
            silent.bind(f"{folder}/.s.PGSQL.5432")
            silent.listen(10)
            with pytest.raises(BadStore, match="does not answer"):
                await PostgresStore(f"postgresql://u:hunter2@/db?host={folder}").open()

    run(main())


# -- PostgreSQL: urls ------------------------------------------------------------


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("postgresql://postgres:hunter2@/nothing?host={folder}", "no database"),
        ("postgresql://nobody:hunter2@/postgres?host={folder}", "password is wrong"),
        ("postgres://nobody:hunter2@127.0.0.1:1/db", "refused"),
        ("postgres://nobody:hunter2@host.invalid/db", ""),
        ("postgres://nobody:hunter2@127.0.0.1:port/db", "url cannot be read"),
        ("postgres://nobody:hun/ter2@127.0.0.1/db", "url cannot be read"),
        ("postgres://nobody:hunter2@/db?host=/nowhere", "No such file"),
        ("postgres://nobody:hunter2@127.0.0.1/db?sslmode=hunter2", "url cannot be read"),
        ("postgres://nobody:hunter2@[::1/db", "url cannot be read"),
    ],
)
def test_a_bad_url_is_explained_without_the_password(postgres: Postgres, url: str, why: str) -> None:
    async def main() -> None:
        store = PostgresStore(url.format(folder=postgres.folder))
        with pytest.raises(BadStore) as caught:
            await store.open()
        said = "".join(traceback.format_exception(caught.value)) + repr(caught.value)
        said += caught.value.message("fr") + repr(store)
        assert why in said
        for secret in ("hunter2", "hun", "ter2"):
            assert secret not in said

    run(main())


def test_both_names_of_the_scheme(shared: Place) -> None:
    async def main() -> None:
        for scheme in ("postgres://", "postgresql://"):
            store = PostgresStore(scheme + shared.url.partition("://")[2])
            await store.open()
            await store.close()

    run(main())


def test_without_the_driver_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for missing in ("asyncpg", "greenlet"):
        monkeypatch.setattr(postgres_store, "find_spec", lambda name, no=missing: name != no or None)
        with pytest.raises(BadStore, match=r"pip install 'asyncpg>="):
            PostgresStore("postgresql://")


def test_a_database_that_may_forget_is_refused(shared: Place) -> None:
    postgres = shared.postgres
    assert postgres is not None
    name = shared.url.split("/")[3].partition("?")[0]
    postgres.do(f"ALTER DATABASE {name} SET synchronous_commit = off")

    async def main() -> None:
        with pytest.raises(BadStore, match="synchronous_commit"):
            await PostgresStore(shared.url).open()

    run(main())


# -- PostgreSQL: hints ------------------------------------------------------------


def test_hints_reach_the_other_nodes(shared: Place) -> None:
    heard: asyncio.Queue[tuple[Any, ...]] = asyncio.Queue()

    async def main() -> None:
        async with shared.opened(2) as (one, two):
            assert isinstance(one, PostgresStore)
            one.listen(lambda *hint: heard.put_nowait(hint))
            await soon("one listens", lambda: one.listened == 1)
            await two.announce("t", 7, "two", ("ada", "bo"))
            assert await heard.get() == ("t", 7, "two", ("ada", "bo"))
            # Many people: who is there does not fit, that something has changed does.
            crowd = tuple(f"{n:032x}" for n in range(1000))
            await two.announce("t", 8, "two", crowd)
            assert await heard.get() == ("t", 8, "two", None)
            # Others talk on our channel.
            for strange in ("", "{}", "[1]", '["t", "x", "n", []]', '["t", 1, "n", 5]'):
                await look(
                    shared,
                    lambda c, s=strange: c.execute(
                        sqlalchemy.select(  # type: ignore[misc]
                            sqlalchemy.func.pg_notify("tablee", s)
                        )
                    ),
                )
            await asyncio.to_thread(shared.postgres.do, KICK)  # type: ignore[union-attr]
            await soon("one listens again", lambda: one.listened == 2)
            # Of what comes at once, the newest of each table.
            await asyncio.gather(*(two.announce(f"t{n % 2}", n, "two", ()) for n in range(100)))
            found = {(await heard.get())[:2] for _ in range(2)}
            assert found == {("t0", 98), ("t1", 99)}
            await two.announce("end", 1, "two", ())
            assert (await heard.get())[0] == "end", "nothing else was said"

    run(main())
