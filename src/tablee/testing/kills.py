"""`python -m tablee.testing.kills`: kills servers while people play, and looks for what was lost.

Two campaigns. At every point: one small evening at a table, again and again; each time the server is
killed at the next of its calls that change something on disk, and sometimes the power goes with it.
At random: several tables as fast as they can, killed at any moment. Clients come back and send again
what was not acknowledged, as people's do; in the end the log must hold every move that was.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import signal
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple, TypeVar

import click

from tablee.client import Failed, Lost, Server, Table
from tablee.games import GAMES
from tablee.testing.faults import NAMES, WAYS, Faults, can_inject
from tablee.testing.ledger import Audit, Ledger, Witness, audit, read_logs
from tablee.testing.nursery import Nursery, nursery

GAME: Final = "mow"
MOVES: Final = 3  # before the server is told to end, and again after that
TABLES: Final = 6
STUCK: Final = 300.0  # seconds for an evening, or for a kill, after which something must be wrong
PAUSE: Final = (1, 40)  # acknowledgements between two random kills
MOMENT: Final = 0.02  # seconds at most that go by then, for a kill may come at any time
TOO_LATE: Final = ("stale", "rule")  # another one's move was acknowledged, but not yet told
POWER: Final = ("stays", "goes", "tears")  # what becomes of what was not synced: kept, lost, or partly
# So that also SQLite's checkpoints fall into an evening.
SMALL: Final = "wal_autocheckpoint=8"

T = TypeVar("T")


class House:
    """A server that is started again whenever it ends, and what was promised there."""

    def __init__(self, nurse: Nursery, data: Path, *changes: str) -> None:
        self.nurse = nurse
        self.data = data
        self.changes = changes
        self.ledger = Ledger()
        self.up = asyncio.Event()
        self.ends: list[int] = []
        # What happens to the files between a server's end (with this code) and the next one.
        self.meanwhile: Callable[[int], None] = lambda code: None

    async def keep(self) -> None:
        while True:
            if await self.nurse.start(self.data, *self.changes):
                self.up.set()
            code = await asyncio.shield(self.nurse.ended)
            self.up.clear()
            self.ends.append(code)
            if code not in (0, -signal.SIGKILL):
                raise AssertionError(f"the server ended with code {code}")
            self.meanwhile(code)

    @property
    def deaths(self) -> int:
        return self.ends.count(-signal.SIGKILL)

    async def host(self, evening: Awaitable[None], seconds: float = STUCK) -> None:
        """The evening, while a server is there as good as always; then it is killed."""
        doing = asyncio.ensure_future(evening)
        keeping = asyncio.create_task(self.keep())
        try:
            async with asyncio.timeout(seconds):
                await asyncio.wait({doing, keeping}, return_when=asyncio.FIRST_COMPLETED)
        except TimeoutError:
            raise AssertionError(f"the evening did not end in {seconds:.0f} s") from None
        finally:
            both = (doing, keeping)
            for task in both:
                if not task.done():
                    task.cancel()
            await asyncio.gather(*both, return_exceptions=True)
            await self.nurse.end()
        for task in both:
            if not task.cancelled():
                task.result()

    async def end(self, how: signal.Signals) -> None:
        """Hit the server as soon as it is up, and wait until it is gone."""
        await self.up.wait()
        before = len(self.ends)
        self.nurse.hit(how)
        while len(self.ends) == before:
            await asyncio.sleep(0.001)

    def audit(self) -> Audit:
        return audit(read_logs(self.data / NAMES[0]), self.ledger)


# -- people ------------------------------------------------------------


async def persistent(ask: Callable[[], Awaitable[T]]) -> T:
    """Ask until there is a server that answers."""
    while True:
        try:
            return await ask()
        except Lost:
            pass
        except Failed as failed:
            if failed.status != 503:
                raise
        await asyncio.sleep(0.05)


async def people(house: House, count: int) -> list[Server]:
    found = [Server(house.nurse.url, name=f"P{n}") for n in range(count)]
    for each in found:
        await persistent(each.sign_in)
    return found


@contextlib.asynccontextmanager
async def dealt(
    house: House, guests: Sequence[Server], game: str = GAME, **setup: Any
) -> AsyncIterator[list[Witness]]:
    """A table at which everybody sits and the cards are dealt."""
    seats = ["open"] * len(guests)
    table = await persistent(lambda: guests[0].create(game, seats, **setup))
    house.ledger.tables.add(table)
    async with contextlib.AsyncExitStack() as stack:
        clients = [house.ledger.join(each, table) for each in guests]
        for client in clients:
            await stack.enter_async_context(client)
        for seat, client in enumerate(clients):
            await client.sit(seat)
        await clients[0].start()
        yield clients


async def play(clients: Sequence[Witness], luck: Random, most: int = 1 << 30) -> None:
    """So many moves, or to the end; each player for themselves. Then all have seen the last one."""
    left = most
    last = 0
    on_their_way = 0

    async def moves(client: Witness) -> None:
        nonlocal left, last, on_their_way
        async for turn in client.turns():
            if left <= 0:
                await asyncio.Event().wait()  # for the one who makes the last one
            left -= 1
            on_their_way += 1
            try:
                last = max(last, await turn.play(luck.choice(turn.legal)))
            except Failed as failed:
                if failed.code not in TOO_LATE:
                    raise
            finally:
                on_their_way -= 1
            if left <= 0:
                return

    playing = [asyncio.create_task(moves(client)) for client in clients]
    try:
        await asyncio.wait(playing, return_when=asyncio.FIRST_COMPLETED)
        while on_their_way:
            await asyncio.sleep(0.001)
    finally:
        for task in playing:
            if not task.done():
                task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    for task in playing:
        if not task.cancelled():
            task.result()
    await seen(clients, last)


async def seen(clients: Sequence[Table], v: int) -> None:
    """Until everybody was told what became of a move."""
    for client in clients:
        found = client.told
        await client.until(lambda found=found: all(told["v"] >= v for told in found.values()))  # type: ignore[misc]


# -- at every point ------------------------------------------------------------


async def small_evening(house: House, luck: Random) -> None:
    """A bit of everything that is written, with an orderly end and a new start in the middle."""
    guests = await people(house, 2)
    async with dealt(house, guests, listed=True) as clients:
        await play(clients, luck, MOVES)
        await clients[0].do("say", text="A moment!")
        await house.end(signal.SIGTERM)
        await clients[1].do("say", text="Back?")
        await play(clients, luck, MOVES)


class Point(NamedTuple):
    """Where to kill, and how; call 0 is never made."""

    call: int = 0
    way: str = "before"
    power: str = "stays"

    def __str__(self) -> str:
        return f"killed {self.way} call {self.call}, power {self.power}"


async def killed_at(point: Point, nurse: Nursery, faults: Faults, *changes: str) -> tuple[bool, Audit]:
    """An evening with a server that is killed there, and a power cut afterwards.

    Whether it came to that, and what was found.
    """
    faults.begin()
    house = House(nurse, faults.data, SMALL, *changes)
    luck = Random(f"{point}")
    house.meanwhile = lambda code: cut(faults, point.power, luck) if code else None
    faults.kill_at(point.call, point.way)
    await house.host(small_evening(house, luck))
    faults.cut_power()
    return faults.killed, house.audit()


def cut(faults: Faults, power: str, luck: Random) -> None:
    if power != "stays":
        faults.cut_power(luck if power == "tears" else None)


# -- at random ------------------------------------------------------------


async def long_evening(house: House, kills: int, luck: Random, pause: tuple[int, int] = PAUSE) -> None:
    """Several tables, match after match, until the server was killed so often."""

    async def keep_playing(number: int) -> None:
        own = Random(f"{luck.random()} {number}")
        for game in itertools.islice(itertools.cycle(GAMES), number, None):
            guests = await people(house, game.fewest)
            async with dealt(house, guests, game.name) as clients:
                await play(clients, own)

    playing = [asyncio.create_task(keep_playing(number)) for number in range(TABLES)]
    try:
        while house.deaths < kills:
            wanted = len(house.ledger.promises) + luck.randint(*pause)
            while len(house.ledger.promises) < wanted:
                await asyncio.sleep(0.001)
                for task in playing:
                    if task.done():
                        task.result()
            await asyncio.sleep(luck.uniform(0.0, MOMENT))
            await house.end(signal.SIGKILL)
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)


async def killed_at_random(
    kills: int, seed: int, nurse: Nursery, data: Path, faults: Faults | None = None
) -> Audit:
    """With faults, every other kill is a power cut, and there is one in the end."""
    luck = Random(seed)
    house = House(nurse, data)
    if faults is not None:
        powers = itertools.cycle(POWER)
        house.meanwhile = lambda code: cut(faults, next(powers), luck)
    await house.host(long_evening(house, kills, luck), STUCK * (1 + kills))
    if faults is not None:
        faults.cut_power()
    return house.audit()


# -- the command ------------------------------------------------------------


@contextlib.asynccontextmanager
async def place(root: Path) -> AsyncIterator[tuple[Nursery, Faults]]:
    faults = Faults(root)
    with (root / "log").open("wb") as log:
        async with nursery(faults.environ, log) as nurse:
            yield nurse, faults
    faults.close()


def tell(what: str, found: Audit) -> None:
    click.echo(
        f"{what}: {found.acknowledged} acknowledged, {len(found.lost)} lost, {len(found.doubled)} "
        f"doubled, {len(found.broken)} broken; {found.tables} tables, {found.finished} matches proven"
    )
    for line in (*found.lost, *found.doubled, *found.broken):
        click.echo(f"  {line}", err=True)


def ways_at(trace: Sequence[str], call: int) -> Iterator[tuple[str, str]]:
    """How to be killed at a call, and what the power does: all that can make a difference."""
    kind, file = tuple(trace[call - 1] if call <= len(trace) else "W?")
    for way, power in itertools.product(WAYS, POWER):
        if way == "halfway" and kind != "W":
            continue  # as before
        if power != "stays" and file == "i":
            continue  # an index that is made anew
        yield way, power


async def every_point(nurse: Nursery, faults: Faults, step: int) -> bool:
    """Each in all ways, until an evening goes by without getting there."""
    begun = time.monotonic()
    await killed_at(Point(), nurse, faults)
    trace = faults.trace()
    clean = True
    kills = acknowledged = 0
    for call in itertools.count(1, step):
        reached = False
        for way, power in ways_at(trace, call):
            point = Point(call, way, power)
            killed, found = await killed_at(point, nurse, faults)
            reached |= killed
            kills += killed
            acknowledged += found.acknowledged
            if not found.clean:
                clean = False
                tell(str(point), found)
        if sys.stderr.isatty():
            click.echo(f"\rcall {call}", nl=False, err=True)
        if not reached:
            took = time.monotonic() - begun
            fate = "0 lost, 0 doubled" if clean else "NOT all kept"
            click.echo(
                f"at every point: {call - 1} calls, {kills} kills, {acknowledged} acknowledged, {fate} "
                f"({took:.0f} s)"
            )
            return clean
    raise AssertionError


async def campaign(kills: int, points: bool, step: int, seed: int) -> bool:
    with tempfile.TemporaryDirectory(prefix="tablee-kills-") as folder:
        clean = True
        async with place(Path(folder)) as (nurse, faults):
            if points:
                clean = await every_point(nurse, faults, step)
            if kills:
                faults.begin()
                found = await killed_at_random(kills, seed, nurse, faults.data, faults)
                tell(f"{kills} random kills", found)
                clean = clean and found.clean
        return clean


@click.command()
@click.option("--kills", default=200, show_default=True, help="At random moments, under load.")
@click.option("--points/--no-points", default=True, show_default=True, help="Kill at every write, too.")
@click.option("--step", default=1, show_default=True, help="Only every so many of these points.")
@click.option("--seed", default=0, show_default=True)
def main(kills: int, points: bool, step: int, seed: int) -> None:
    """Kill servers while people play; say what was lost."""
    if not can_inject():
        raise click.UsageError("this needs a C compiler (cc) and /proc")
    sys.exit(not asyncio.run(campaign(kills, points, step, seed)))


if __name__ == "__main__":
    main()
