"""Two nodes on one PostgreSQL: the same tables on both, and what remains when one of them dies."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from server.conftest import Postgres
from server.live import Process, served, started, url_of
from support import PAUSE, T, in_time, soon
from tablee.client import Lost, Server, Table
from tablee.core.contract import SPECTATOR
from tablee.core.fairness import verify
from tablee.games import GAMES
from tablee.server import engine, replay
from tablee.server.effects import Row
from tablee.server.entries import Moved, decode
from tablee.server.postgres_store import PostgresStore
from tablee.server.room import OVER, Room
from tablee.server.serving import Running

ROUNDS = 20
BETWEEN = 70  # commands that are acknowledged before the next kill


class Seat:
    """Somebody at a table, and what the server acknowledged to them."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.acks: list[tuple[str, int]] = []
        table.on_message = self.hear

    def hear(self, message: dict[str, Any]) -> None:
        if message["t"] == "ack":
            command = f"{self.table.server.person}:{message['id']}"
            self.acks.append((command, message["v"]))

    async def play(self, luck: random.Random, awake: asyncio.Event) -> None:
        """At random. A move that was allowed when we were told of it is never refused."""
        async for turn in self.table.turns():
            await asyncio.sleep(luck.uniform(0, 0.05))
            await awake.wait()
            await turn.play(luck.choice(turn.legal))


class Household:
    """Two people, each with a node of their own, who play one game after the other."""

    def __init__(self, number: int, nodes: Sequence[Process]) -> None:
        self.luck = random.Random(number)
        self.game = GAMES[number % len(GAMES)]
        mine, yours = nodes[number % 2].url, nodes[1 - number % 2].url
        self.people = [
            Server(mine, name=f"Ada {number}", fallbacks=[yours]),
            Server(yours, name=f"Bo {number}", fallbacks=[mine]),
        ]
        self.levels = ["easy"] if number == 0 and self.game.most > 2 else []
        self.seats: list[Seat] = []
        self.now: list[Seat] = []
        self.finished = 0

    async def live(self, awake: asyncio.Event) -> None:
        for each in self.people:
            await each.sign_in()
        while True:
            async with started(self.people, self.game.name, *self.levels) as tables:
                self.now = [Seat(table) for table in tables]
                self.seats += self.now
                await asyncio.gather(*(seat.play(self.luck, awake) for seat in self.now))
                self.finished += 1

    async def spread(self) -> None:
        """Each to their own node again."""
        for seat in self.now:
            if seat.table.url != seat.table.server.url and seat.table.socket is not None:
                await seat.table.socket.close()


@contextlib.contextmanager
def two_processes(folder: Path, url: str) -> Iterator[list[Process]]:
    nodes = [Process(folder / name, "--database", url, "--workers", "1") for name in "ab"]
    try:
        for node in nodes:
            node.start()
        yield nodes
    finally:
        for node in nodes:
            if node.process is not None and node.process.poll() is None:
                node.end()


class Town:
    """All households, as long as nothing is wrong in one of them."""

    def __init__(self, nodes: Sequence[Process]) -> None:
        self.awake = asyncio.Event()
        self.awake.set()
        self.houses = [Household(n, nodes) for n in range(6)]
        self.tasks = [asyncio.create_task(house.live(self.awake)) for house in self.houses]

    async def soon(self, what: str, happened: Callable[[], T]) -> T:
        def looked() -> T:
            for task in self.tasks:
                if task.done():
                    task.result()
            return happened()

        return await soon(what, looked)

    def acks(self) -> int:
        return sum(len(seat.acks) for house in self.houses for seat in house.seats)

    def served_by(self, node: Process) -> list[Seat]:
        seats = [seat for house in self.houses for seat in house.now]
        return [each for each in seats if each.table.url == node.url and each.table.outcome() is None]

    async def one_round(self, node: Process, *, alone: bool) -> int:
        """Kill a node and start it again; how many of its seats the other one served, perhaps alone."""
        affected = await self.soon("somebody is there", lambda: self.served_by(node))
        await asyncio.to_thread(node.end)
        before = {seat: len(seat.acks) for seat in affected}
        starting = None if alone else asyncio.create_task(asyncio.to_thread(node.start))
        for seat in affected:  # a game may also end, by the other one's move
            await self.soon(
                "somebody serves this seat",
                lambda seat=seat: len(seat.acks) > before[seat] or seat.table.outcome() is not None,  # type: ignore[misc]
            )
        self.awake.clear()  # a node starts ten times as fast when nobody keeps the cores busy
        await (starting or asyncio.to_thread(node.start))
        self.awake.set()
        return sum(len(seat.acks) > before[seat] for seat in affected)


async def agree(households: list[Household], nodes: Sequence[Process]) -> None:
    """Everybody sees the same on both nodes, and nobody less than before."""

    def seen(table: Table) -> Any:
        kept = ("v", "n", "events", "view", "legal", "turn", "undo", "outcome")
        return {seat: [told[name] for name in kept] for seat, told in table.told.items()}

    for seat in (seat for house in households for seat in house.now):
        session = seat.table.server.session
        there = [Server(node.url, session=session).table(seat.table.id) for node in nodes]
        async with there[0] as one, there[1] as two:
            async with in_time("two nodes, one game"):
                while not one.told or seen(one) != seen(two):  # the bot may be playing
                    for each in there:
                        await each.send({"t": "sync"})
                    await asyncio.sleep(PAUSE)
            for number, told in seat.table.told.items():
                assert one.told[number]["v"] >= told["v"]


def folded(rows: list[Row]) -> Room:
    room = Room()
    for row in rows:
        room.fold(decode(row.body), row.command)
    return room


async def check_logs(url: str, households: list[Household]) -> dict[str, int]:
    """What was acknowledged is written where it was said to be, and once; every log makes sense."""
    store = PostgresStore(url)
    await store.open()
    logs = {table: await store.load(table, 0) for table in await store.all_tables()}
    await store.close()
    figures = dict.fromkeys(("tables", "entries", "acknowledged moves", "finished games"), 0)
    for rows in logs.values():
        assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
        assert len({row.command for row in rows}) == len(rows)
        room = folded(rows)
        figures["tables"] += 1
        figures["entries"] += len(rows)
        if room.match is not None:
            steps = replay.steps(room, [SPECTATOR, *range(len(room.chairs))])
            assert len(steps) == 1 + len(room.match.log)
        if room.phase == OVER:
            figures["finished games"] += 1
            assert verify(room.game, replay.proof(room)).proven
    for seat in (seat for house in households for seat in house.seats):
        for command, v in seat.acks:
            row = logs[seat.table.id][v - 1]
            assert row.command == command, "acknowledged and lost"
            figures["acknowledged moves"] += isinstance(decode(row.body), Moved)
    return figures


def test_one_node_is_killed_again_and_again(tmp_path: Path, postgres: Postgres) -> None:
    url = postgres.database()

    async def main(nodes: list[Process]) -> None:
        served = rounds = 0
        town = Town(nodes)
        houses = town.houses
        await town.soon("all play", lambda: all(house.now for house in houses))
        while rounds < ROUNDS or served <= 2 * ROUNDS:
            enough = town.acks() + BETWEEN
            await town.soon("they play on", lambda: town.acks() >= enough)  # noqa: B023
            # Every other time the node stays away until the other one has done all there is to do.
            served += await town.one_round(nodes[rounds % 2], alone=rounds % 4 < 2)
            rounds += 1
            # All are at the other node now. Half of them come back.
            await asyncio.gather(*(house.spread() for house in houses))
        await town.soon("a game is over", lambda: any(house.finished for house in houses))
        for task in town.tasks:
            task.cancel()
        await asyncio.wait(town.tasks)
        await agree(houses, nodes)
        figures = await check_logs(url, houses)
        print(f"{rounds} rounds, {figures}, {served} seats served again")
        assert served > 2 * ROUNDS
        assert figures["acknowledged moves"] > 50 * ROUNDS
        assert figures["finished games"] > 0

    with two_processes(tmp_path, url) as nodes:
        asyncio.run(main(nodes))


# -- without dying ------------------------------------------------------------


@contextlib.asynccontextmanager
async def two_nodes(folder: Path, url: str, **settings: Any) -> AsyncIterator[tuple[Running, Running]]:
    """In this process."""
    settings = {"database": url, "bots": False, **settings}
    async with served(folder / "a", **settings) as one, served(folder / "b", **settings) as two:
        yield one, two


def pair(one: Running, two: Running) -> list[Server]:
    return [
        Server(url_of(one), name="Ada", fallbacks=[url_of(two)]),
        Server(url_of(two), name="Bo", fallbacks=[url_of(one)]),
    ]


def knows(table: Table, v: int) -> bool:
    return all(told["v"] >= v for told in table.told.values())


def here(table: Table) -> list[bool]:
    return [seat["here"] for seat in table.info["seats"]]


async def seen_by_both(tables: list[Table], moves: int) -> None:
    """Play so many moves; the other one, on the other node, hears of each."""
    for _ in range(moves):
        turn = next(turn for table in tables if (turn := table.turn()))
        other = tables[1 - tables.index(turn.table)]
        v = await turn.play(turn.legal[0])
        for each in (other, turn.table):
            await each.until(partial(knows, each, v))


def listens(node: Running) -> bool:
    assert isinstance(node.engine.store, PostgresStore)
    return node.engine.store.listened > 0


@pytest.mark.parametrize("hints", [True, False])
def test_a_move_is_seen_on_the_other_node(
    hints: bool, tmp_path: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nothing(*_: object) -> None:
        pass

    # One of the two ways must do alone.
    if hints:
        monkeypatch.setattr(engine, "POLL", 3600)
    else:
        monkeypatch.setattr(engine, "POLL", 0.1)
        monkeypatch.setattr(PostgresStore, "announce", nothing)

    url = postgres.database()

    async def main() -> None:
        async with two_nodes(tmp_path, url) as (one, two):
            await soon("both listen", lambda: listens(one) and listens(two))
            async with started(pair(one, two), "mow") as tables:
                assert {table.url for table in tables} == {url_of(one), url_of(two)}
                await seen_by_both(tables, 6)
                # Many at once: the word of the last one comes while those before it are being read.
                for n in range(1, 4):
                    await asyncio.gather(*(tables[0].do("say", text="Miaou !") for _ in range(20)))
                    await tables[1].until(lambda n=n: len(tables[1].chat) == 20 * n)  # type: ignore[misc]

    asyncio.run(main())


def test_who_comes_from_another_node_may_know_more(
    tmp_path: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A node that died after its last word told nobody else: the other one has to read first."""

    async def nothing(*_: object) -> None:
        pass

    monkeypatch.setattr(engine, "POLL", 3600)
    monkeypatch.setattr(PostgresStore, "announce", nothing)

    url = postgres.database()

    async def main() -> None:
        async with two_nodes(tmp_path, url) as (one, two):
            people = pair(one, one)
            for each in people:
                each.urls = (url_of(one), url_of(two))
            watcher = Server(url_of(two), name="Eve")
            async with started(people, "mow") as tables, watcher.table(tables[0].id) as watching:
                before = watching.told[None]["v"]
                await seen_by_both(tables, 5)
                assert watching.told[None]["v"] == before, "the other node must not know"
                turn = next(turn for table in tables if (turn := table.turn()))
                told = dict(turn.table.told[turn.seat])
                assert turn.table.socket is not None
                await turn.table.socket.close()
                v = await turn.play(turn.legal[0])
                assert turn.table.url == url_of(two)
                assert v == told["v"] + 1
                assert turn.table.gaps == 0
                await watching.until(lambda: watching.told[None]["v"] == v)

    asyncio.run(main())


def test_each_node_knows_who_is_at_the_other(tmp_path: Path, postgres: Postgres) -> None:
    """Or else somebody could let a bot play for them; also a node that comes to a table last."""

    url = postgres.database()

    async def main() -> None:
        async with two_nodes(tmp_path, url) as (one, two):
            await soon("both listen", lambda: listens(one) and listens(two))
            people, eve = pair(one, one), Server(url_of(two), name="Eve")
            async with started(people, "mow") as (ada, bo), eve.table(ada.id) as watching:
                await watching.until(lambda: here(watching) == [True, True])
                await ada.until(lambda: ada.info["watchers"] == 1)
                assert bo.socket is not None
                bo.server.urls = (url_of(two),)
                await bo.__aexit__(None, None, None)
                await watching.until(lambda: here(watching) == [True, False])
                async with bo.server.table(ada.id):
                    await ada.until(lambda: here(ada) == [True, True])
                await ada.until(lambda: here(ada) == [True, False])

    asyncio.run(main())


def test_another_place_to_ask(tmp_path: Path) -> None:
    async def main() -> None:
        nowhere = "http://127.0.0.1:1"
        async with served(tmp_path, bots=False) as server:
            ada = Server(nowhere, name="Ada", fallbacks=[nowhere, url_of(server)])
            table = await ada.create("mow", ["me", "open"])
            async with ada.table(table) as joined:
                assert joined.url == url_of(server)
        with pytest.raises(Lost, match=nowhere):
            await Server(nowhere).sign_in()

    asyncio.run(main())
