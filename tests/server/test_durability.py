"""No acknowledged move is ever lost: servers are killed, disks fail, power goes, and people play on."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import itertools
import json
import shutil
import signal
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from server.live import person, served, started
from support import Clock, in_time, soon
from tablee.client import Failed, Turn
from tablee.server import engine
from tablee.server.effects import Append, Row
from tablee.server.entries import Credited, decode
from tablee.server.sqlite_store import GAP, SqliteStore
from tablee.server.store import CONFLICT, FAILED, OK, StoreDown
from tablee.testing import faults as f
from tablee.testing.faults import NAMES, WAYS, Faults, can_inject
from tablee.testing.kills import (
    POWER,
    SMALL,
    House,
    Point,
    dealt,
    killed_at,
    killed_at_random,
    long_evening,
    people,
    place,
    play,
    seen,
)
from tablee.testing.ledger import Audit, Ledger, Witness, audit, read_logs
from tablee.testing.nursery import Nursery

STEP = 15  # between two points of a test; `python -m tablee.testing.kills` leaves none out
DB, LOG = NAMES[:2]


class Ground(NamedTuple):
    """Where servers are killed: all in one event loop, because a nursery takes a second to start."""

    runner: asyncio.Runner
    nurse: Nursery
    faults: Faults

    def run(self, work: Awaitable[Any]) -> Any:
        async def main() -> Any:
            return await work

        return self.runner.run(main())

    def house(self, *changes: str) -> House:
        self.faults.begin()
        return House(self.nurse, self.faults.data, *changes)


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ground]:
    if not can_inject():
        pytest.skip("there is no C compiler (cc), or no /proc")
    root = tmp_path_factory.mktemp("kills")
    with asyncio.Runner() as runner:
        stack = contextlib.AsyncExitStack()
        nurse, faults = runner.run(stack.enter_async_context(place(root)))
        yield Ground(runner, nurse, faults)
        runner.run(stack.aclose())


# -- kills ------------------------------------------------------------


@pytest.mark.parametrize("power", POWER)
def test_killed_at_any_point(ground: Ground, power: str) -> None:
    ways = itertools.cycle(WAYS)
    first = 1 + POWER.index(power) * STEP // len(POWER)
    for call in itertools.count(first, STEP):
        point = Point(call, next(ways), power)
        killed, found = ground.run(killed_at(point, ground.nurse, ground.faults))
        assert found.clean, (point, found)
        assert found.acknowledged >= 12
        if not killed:
            break
    assert call > 250, "an evening has more calls than that"


def test_killed_at_random(ground: Ground) -> None:
    ground.faults.begin()
    found = ground.run(killed_at_random(20, 0, ground.nurse, ground.faults.data, ground.faults))
    assert found.clean, found
    assert found.acknowledged > 200


@pytest.mark.parametrize("weak", ["synchronous=OFF", "synchronous=NORMAL"])
def test_a_store_that_does_not_wait_is_found_out(ground: Ground, weak: str) -> None:
    """Planted: acknowledged before it is on disk. A power cut in the end must show it."""
    changes = ("wal_autocheckpoint=1000", weak)
    try:
        _, found = ground.run(killed_at(Point(), ground.nurse, ground.faults, *changes))
    except sqlite3.OperationalError:
        assert weak == "synchronous=OFF"  # not even the tables of the database are left
    else:
        assert found.lost


# -- disks that fail ------------------------------------------------------------


async def refused(house: House, code: str, times: int = 2) -> None:
    """Until so many more commands were refused for this reason."""
    wanted = house.ledger.refusals[code] + times
    await soon(f"{times} more are refused: {code}", lambda: house.ledger.refusals[code] >= wanted)


async def next_move(clients: list[Witness]) -> asyncio.Task[int]:
    """A move on its way."""

    def somebody() -> Turn | None:
        return next((turn for client in clients if (turn := client.turn())), None)

    turn = await soon("it is somebody's turn", somebody)
    assert turn is not None
    return asyncio.create_task(turn.play(turn.legal[0]))


@contextlib.asynccontextmanager
async def an_evening(house: House) -> AsyncIterator[list[Witness]]:
    """Two play, and have moved."""
    async with dealt(house, await people(house, 2), listed=True) as clients:
        await play(clients, Random(1), 2)
        yield clients


TROUBLES = {
    "full": {"kinds": f.WRITE | f.CREATE, "error": errno.ENOSPC, "halves": True},
    "writes fail": {"kinds": f.WRITE, "error": errno.EIO},
    "syncs fail": {"kinds": f.SYNC, "error": errno.EIO},
    "all but reading fails": {"kinds": f.WRITE | f.SYNC | f.TRUNCATE | f.CREATE, "error": errno.EIO},
    "everything fails": {"kinds": 127, "error": errno.EIO},
}


@pytest.mark.parametrize("trouble", TROUBLES)
def test_a_disk_that_fails_and_heals(ground: Ground, trouble: str) -> None:
    """Refused while it fails, never acknowledged; and when it is over the game goes on by itself."""
    house = ground.house(SMALL)

    async def evening() -> None:
        async with an_evening(house) as clients:
            for _ in range(2):
                before = set(house.ledger.promises)
                ground.faults.fail(**TROUBLES[trouble])
                moving = await next_move(clients)
                await refused(house, "unavailable", 3)
                if trouble != "everything fails":
                    shown = await clients[0].server.ask("GET", "/api/tables")
                    assert [line["table"] for line in shown] == [clients[0].id]
                    async with house.ledger.join(clients[0].server, clients[0].id) as late:
                        assert late.info["phase"] == "playing"
                assert house.ledger.promises == before
                ground.faults.heal()
                await seen(clients, await moving)
                await play(clients, Random(2), 5)

    ground.run(house.host(evening()))
    assert house.deaths == 0
    assert house.ledger.refusals.keys() <= {"unavailable", "stale", "rule"}
    ground.faults.cut_power()
    found = house.audit()
    assert found.clean, found


@pytest.mark.parametrize("times", [1, 3])
@pytest.mark.parametrize("then", ["plays on", "is killed"])
def test_a_sync_that_failed_is_not_made_good_by_the_next(ground: Ground, times: int, then: str) -> None:
    """The kernel gives up what it could not write, and says so only once."""
    for file in (LOG, DB, ""):
        house = ground.house(SMALL)

        async def evening(house: House = house, file: str = file) -> None:
            async with an_evening(house) as clients:
                for _ in range(3):
                    await house.up.wait()
                    ground.faults.fail(f.SYNC, times=times, file=file)
                    await play(clients, Random(3), 3)
                    ground.faults.heal()
                    if then == "is killed":
                        await house.end(signal.SIGKILL)

        ground.run(house.host(evening()))
        ground.faults.cut_power()
        found = house.audit()
        assert found.clean, (file, found)


def test_a_store_that_believes_what_it_can_read_is_found_out(ground: Ground) -> None:
    """Planted: after a fault a new connection, which finds what was never synced, and trusts it."""

    def lost(*changes: str) -> list[str]:
        house = ground.house(*changes)

        async def evening() -> None:
            async with an_evening(house) as clients:
                # The commit's, and the one that closing the connection would make.
                ground.faults.fail(f.SYNC, times=2)
                await (await next_move(clients))

        ground.run(house.host(evening()))
        ground.faults.cut_power()
        return house.audit().lost

    assert lost("forgetful", "trusting")
    assert not lost("forgetful")


@pytest.mark.parametrize("kinds", [f.WRITE, f.SYNC, f.WRITE | f.SYNC | f.TRUNCATE])
def test_a_checkpoint_that_fails(ground: Ground, kinds: int) -> None:
    """Moves are safe in the log before they come to the database itself."""
    house = ground.house(SMALL)

    async def evening() -> None:
        async with an_evening(house) as clients:
            ground.faults.fail(kinds, file=DB)
            await play(clients, Random(1), 6)
            ground.faults.heal()
            await play(clients, Random(2), 6)
            ground.faults.fail(kinds, file=DB)
            await play(clients, Random(3), 6)

    ground.run(house.host(evening()))
    assert "unavailable" not in house.ledger.refusals
    ground.faults.cut_power()
    found = house.audit()
    assert found.clean, found


def test_a_folder_that_vanishes_and_comes_back(ground: Ground) -> None:
    house = ground.house()
    away = ground.faults.root / "away"

    async def evening() -> None:
        async with an_evening(house) as clients:
            before = set(house.ledger.promises)
            ground.faults.data.rename(away)
            moving = await next_move(clients)
            await refused(house, "unavailable")
            assert house.ledger.promises == before
            assert not ground.faults.data.exists()
            away.rename(ground.faults.data)
            await seen(clients, await moving)
            await play(clients, Random(1), 5)

    ground.run(house.host(evening()))
    assert house.deaths == 0
    found = house.audit()
    assert found.clean, found


@pytest.mark.parametrize("name", [DB, LOG, ""])
def test_files_that_are_deleted(ground: Ground, name: str) -> None:
    """What is written to a file that nobody can find any more is not acknowledged."""
    house = ground.house()

    async def evening() -> None:
        async with an_evening(house) as clients:
            before = set(house.ledger.promises)
            if name:
                (ground.faults.data / name).unlink()
            else:
                shutil.rmtree(ground.faults.data)
            moving = await next_move(clients)
            if name != LOG:
                await refused(house, "unavailable")
                assert house.ledger.promises == before
            moving.cancel()

    ground.run(house.host(evening()))
    assert house.deaths == 0


# -- stores that cannot be opened ------------------------------------------------------------


def spoil_the_middle(file: Path) -> None:
    with file.open("r+b") as opened:
        opened.seek(4096)
        opened.write(b"\x55" * 8192)


SPOILS = {
    "no database": lambda file: file.write_bytes(b"These are not the tables you are looking for." * 99),
    "half of it": lambda file: file.write_bytes(file.read_bytes()[:5000]),
    "a page": spoil_the_middle,
    "a folder": lambda file: (file.unlink(), file.mkdir()),
}


def cannot_start(ground: Ground) -> str:
    """What a server says that does not start."""

    async def main() -> int:
        assert not await ground.nurse.start(ground.faults.data)
        return await ground.nurse.wait()

    log = ground.faults.root / "log"
    before = log.stat().st_size
    assert ground.run(main()) == 2
    said = log.read_bytes()[before:].decode()
    assert said.count("\n") == 1, said
    assert "The tables cannot be opened" in said
    return said


@pytest.mark.parametrize("spoil", SPOILS)
def test_a_spoiled_store_is_told_at_the_start(ground: Ground, spoil: str) -> None:
    ground.faults.begin()
    file = ground.faults.data / DB

    async def once() -> None:
        store = SqliteStore(ground.faults.data)
        await store.open()
        await store.close()

    ground.run(once())
    SPOILS[spoil](file)
    assert str(file) in cannot_start(ground)


@pytest.mark.parametrize("error", [errno.EROFS, errno.EACCES, errno.ENOSPC, errno.EIO])
def test_a_folder_that_cannot_be_used_is_told_at_the_start(ground: Ground, error: int) -> None:
    ground.faults.begin()
    ground.faults.fail(f.CREATE | f.WRITE, error)
    cannot_start(ground)


# -- ending in order ------------------------------------------------------------


def connected(house: House) -> list[Witness]:
    """Not who is on the way back after the last server: on a fast machine the others play on."""
    return [client for client in house.ledger.clients if client.socket is not None]


def stays(client: Witness) -> bool:
    return client.task is not None and not client.task.done()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_server_ends_in_order_under_load(ground: Ground, how: signal.Signals) -> None:
    house = ground.house()
    found: list[Audit] = []

    def look(code: int) -> None:
        ground.faults.cut_power()  # and nothing of what is promised is gone
        found.append(house.audit())

    house.meanwhile = look

    async def evening() -> None:
        playing = asyncio.create_task(long_evening(house, 1, Random(1), pause=(1 << 30, 1 << 30)))
        for n in range(1, 3):
            wanted = 200 * n
            await soon(
                "two hundred more promises",
                lambda wanted=wanted: (  # type: ignore[misc]
                    playing.done() or (len(house.ledger.promises) >= wanted and connected(house))
                ),
            )
            assert not playing.done(), playing.result()
            before = connected(house)
            for client in before:
                client.byes.clear()
            async with in_time("the server ends"):
                await house.end(how)
            assert house.ends[-1] == 0
            assert found[-1].clean, found[-1]
            for client in before:
                await soon(
                    "everybody hears why, but who just left a table where the game was over",
                    lambda client=client: client.byes or not stays(client),  # type: ignore[misc]
                )
                assert client.byes == ["closing"] or not stays(client)
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)

    ground.run(house.host(evening()))
    assert house.ends == [0, 0]


def test_clocks_stand_still_while_no_server_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second server is there soon, the third one a minute later."""
    now, ledger = Clock(), Ledger()
    monkeypatch.setattr(engine, "time", now)
    clock = {"kind": "bank", "seconds": 90}
    soon_after, away = 10, 60

    async def main() -> list[str]:
        async with contextlib.AsyncExitStack() as visit:
            async with served(tmp_path, bots=False) as first:
                port = first.port
                guests = [await person(first, name) for name in ("Ada", "Bo")]
                tables: list[list[Witness]] = []
                for setup in ({"clock": clock}, {}):
                    table = await guests[0].create("mow", ["open", "open"], **setup)
                    ledger.tables.add(table)
                    clients = [ledger.join(each, table) for each in guests]
                    for seat, client in enumerate(clients):
                        await visit.enter_async_context(client)
                        await client.sit(seat)
                    await clients[0].start()
                    tables.append(clients)
            for seconds in (soon_after, away):
                now.now += seconds
                async with served(tmp_path, bots=False, port=port, any_port=False):
                    for clients in tables:
                        await play(clients, Random(1), 2)
                        # The clock would not have been enough for both of us.
                        for seat in tables[0][0].info["seats"]:
                            assert seat["left"] is None or seat["left"] > 60_000
        return [clients[0].id for clients in tables]

    timed, untimed = asyncio.run(main())
    logs = read_logs(tmp_path / DB)
    credited = {
        table: [entry for *_, body in log if isinstance(entry := decode(body), Credited)]
        for table, log in logs.items()
    }
    assert credited[untimed] == []
    assert soon_after * 1000 <= GAP < away * 1000
    (credit,) = credited[timed]
    assert credit.milliseconds == away * 1000
    assert audit(logs, ledger).clean


# -- the store by itself ------------------------------------------------------------


def entry(table: str, seq: int, command: str = "", summary: Any = None) -> Append:
    return Append(table, Row(seq, command or f"c{seq}", b"{}"), summary, False, 0)


def with_store(folder: Path, work: Callable[[SqliteStore], Awaitable[None]]) -> None:
    async def main() -> None:
        store = SqliteStore(folder)
        await store.open()
        try:
            await work(store)
        finally:
            await store.close()

    asyncio.run(main())


def test_a_bad_append_does_not_spoil_those_beside_it(tmp_path: Path) -> None:
    async def work(store: SqliteStore) -> None:
        bad = {"game": "mow", "phase": "lobby", "what": object()}
        appends = [entry("a", 1), entry("b", 1, summary=bad), entry("c", 1)]
        assert await asyncio.gather(*map(store.append, appends)) == [OK, FAILED, OK]
        assert await store.heads(["a", "b", "c"]) == {"a": 1, "c": 1}
        with pytest.raises(StoreDown):
            await store.ask(lambda connection: 1 // 0)
        assert await store.append(entry("a", 2)) == OK

    with_store(tmp_path, work)


def test_entries_come_one_after_the_other(tmp_path: Path) -> None:
    async def work(store: SqliteStore) -> None:
        assert await store.append(entry("a", 2)) == CONFLICT
        assert await store.append(entry("a", 1)) == OK
        assert await store.append(entry("a", 1, "other")) == CONFLICT
        assert await store.append(entry("a", 2, "c1")) == CONFLICT
        assert await store.append(entry("a", 3)) == CONFLICT
        assert [row.seq for row in await store.load("a", 0)] == [1]

    with_store(tmp_path, work)


def test_what_was_taken_is_written_before_the_store_closes(tmp_path: Path) -> None:
    async def main() -> None:
        store = SqliteStore(tmp_path)
        await store.open()
        waiting = [asyncio.ensure_future(store.append(entry(f"t{n}", 1))) for n in range(1000)]
        await asyncio.sleep(0)
        await store.close()
        assert await asyncio.gather(*waiting) == [OK] * 1000
        assert await store.append(entry("late", 1)) == FAILED
        with pytest.raises(StoreDown):
            await store.load("t1", 0)

    asyncio.run(main())
    assert len(read_logs(tmp_path / DB)) == 1000


def test_a_new_folder_is_on_disk_before_anything_is_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tablee.server import sqlite_store

    synced: list[Path] = []
    monkeypatch.setattr(sqlite_store, "sync", synced.append)
    folder = tmp_path / "new" / "newer"

    async def work(store: SqliteStore) -> None:
        assert set(synced) == {tmp_path, tmp_path / "new", folder}

    with_store(folder, work)


def test_an_outage_is_noted_once(tmp_path: Path) -> None:
    async def work(store: SqliteStore) -> None:
        for now in (1000, 1000 + GAP, 5000 + 2 * GAP, 6000 + 2 * GAP):
            await store.beat(now)
        assert await store.outages() == [(1000 + GAP, 5000 + 2 * GAP)]
        for now in (1000 + GAP, 9000 + 2 * GAP):  # a clock that was put back
            await store.beat(now)
        assert await store.outages() == [(1000 + GAP, 9000 + 2 * GAP)]

    with_store(tmp_path, work)


# -- faults of our own ------------------------------------------------------------


def test_a_log_that_cannot_be_read_is_said_to_be_so(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path, bots=False) as server:
            guests = [await person(server, "Ada"), await person(server, "Bo")]
            async with started(guests, "mow") as (spoiled, _), started(guests, "mow") as (good, _):
                pass
        with contextlib.closing(sqlite3.connect(tmp_path / DB)) as connection:
            body = json.dumps({"do": "moved", "at": 1, "seat": 0, "action": "play 99"})
            last = "SELECT max(seq) FROM entries WHERE table_id = ?"
            (seq,) = connection.execute(last, (spoiled.id,)).fetchone()
            row = (spoiled.id, seq + 1, "x", body.encode())
            connection.execute("INSERT INTO entries VALUES (?, ?, ?, ?)", row)
            connection.commit()
        async with served(tmp_path, bots=False) as server:
            ada = guests[0]
            ada.url, ada.urls = f"http://127.0.0.1:{server.port}", (f"http://127.0.0.1:{server.port}",)
            with pytest.raises(Failed) as caught:
                async with ada.table(spoiled.id):
                    pass
            assert caught.value.code == "unreadable"
            with pytest.raises(Failed) as caught:
                await ada.ask("GET", f"/api/tables/{spoiled.id}")
            assert caught.value.code == "unreadable"
            async with ada.table(good.id) as table:
                assert table.info["phase"] == "playing"

    asyncio.run(main())
