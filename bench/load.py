"""Loads servers with crazy eights, four clients a table: how much a core does, how soon all know.

Capacity: every table moves as soon as all four clients have seen its last move. Latency: moves come at
random times, so many a second, whatever the server does. A match that is over is replaced by one opened
before; matches are opened and closed while the clocks stand still. See boardgameio/README.md.
"""

from __future__ import annotations

import asyncio
import gc
import importlib
import json
import os
import platform
import statistics
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, Final, NamedTuple

import click
import uvloop
from load_driver import OVER, SEATS, Client, Driver
from load_server import Server, cores

Result = dict[str, float]
WARM_UP: Final = 4_000  # moves at full speed before capacity is measured
STAGGER: Final = 40  # tables have made from 0 to so many moves when latency is measured
AT_ONCE: Final = 10  # tables opened together
STUCK: Final = 120  # seconds after which a measurement is given up
KEPT: Final = 0.95  # of the rate; a server that does less does not keep up
PERCENTILES: Final = (50, 95, 99, 100)


class Timing(NamedTuple):
    """Seconds from when a move was due."""

    confirmed: float  # until the mover had it
    seen: float  # until all four had it


class Table:
    """A match and its four clients."""

    def __init__(self, clients: Sequence[Client]) -> None:
        self.clients = clients
        self.mover = clients[0]
        self.missing = 0  # clients that have not seen the last move
        self.confirmed = self.seen = 0.0
        self.failure: BaseException | None = None
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.tasks = [asyncio.create_task(client.listen(self.told)) for client in clients]
        for task in self.tasks:
            task.add_done_callback(self.ended)

    @property
    def over(self) -> bool:
        return self.clients[0].actor == OVER

    async def move(self, luck: Random, due: float) -> Timing:
        """A move of the seat whose turn it is, until all have seen it."""
        if self.failure is not None:
            raise self.failure
        self.mover = self.clients[self.clients[0].actor]
        self.missing = SEATS
        self.done = asyncio.get_running_loop().create_future()
        self.mover.socket.send(self.mover.choose(luck))
        await self.done
        return Timing(self.confirmed - due, self.seen - due)

    def told(self, client: Client, when: float) -> None:
        if self.missing == 0:
            raise RuntimeError("a move was seen twice")
        if client is self.mover:
            self.confirmed = when
        self.missing -= 1
        if self.missing == 0:
            self.seen = when
            self.done.set_result(None)

    def ended(self, task: asyncio.Task[None]) -> None:
        """A client hears no more: a failure, unless the table is closed."""
        if task.cancelled():
            return
        self.failure = task.exception() or RuntimeError("the server closed a socket")
        if not self.done.done():
            self.done.set_exception(self.failure)

    async def close(self) -> None:
        self.done.cancel()
        await asyncio.gather(*(client.socket.close() for client in self.clients))
        await asyncio.gather(*self.tasks)


class Place:
    """Where one match after the other is played."""

    def __init__(self, number: int, seed: int) -> None:
        self.table: Table
        self.luck = Random(f"{seed}/{number}")
        self.free = asyncio.Lock()


class Room:
    """So many places, and spare tables for matches that end while the clock runs."""

    def __init__(self, driver: Driver, port: int, places: int, spares: int, seed: int) -> None:
        self.driver = driver
        self.port = port
        self.places = [Place(number, seed) for number in range(places)]
        self.wanted = spares
        self.spares: list[Table] = []
        self.finished: list[Table] = []
        self.empty: list[Place] = list(self.places)  # without a table, or with one that is over

    async def prepare(self) -> None:
        """Close what is finished, fill all places, and have spare tables again."""
        for table in self.finished:
            await table.close()
        self.finished.clear()
        missing = self.wanted - len(self.spares) + len(self.empty)
        for start in range(0, missing, AT_ONCE):
            count = min(AT_ONCE, missing - start)
            opened = await asyncio.gather(*(self.driver.open(self.port) for _ in range(count)))
            self.spares += [Table(clients) for clients in opened]
        for place in self.empty:
            place.table = self.spares.pop()
        self.empty.clear()

    async def move(self, place: Place, due: float) -> Timing:
        timing = await place.table.move(place.luck, due)
        if place.table.over:
            self.finished.append(place.table)
            if self.spares:
                place.table = self.spares.pop()
            else:
                self.empty.append(place)
        return timing

    async def close(self) -> None:
        occupied = [place.table for place in self.places if place not in self.empty]
        for table in (*self.finished, *self.spares, *occupied):
            await table.close()


class Clock:
    """Wall and CPU seconds of the times when it runs; how long the server waited for its core."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.wall = self.cpu = self.waited = self.own = 0.0

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        gc.collect()
        gc.disable()
        waited, own = self.server.waited(), time.process_time()
        wall, cpu = perf_counter(), self.server.cpu()
        yield
        self.wall += perf_counter() - wall
        self.cpu += self.server.cpu() - cpu
        self.own += time.process_time() - own
        self.waited += self.server.waited() - waited
        gc.enable()

    def told(self, moves: int) -> Result:
        return {
            "moves": moves,
            "seconds": self.wall,
            "cpu": self.cpu,
            "per_cpu": moves / self.cpu,
            "rate": moves / self.wall,
            "server_busy": self.cpu / self.wall,
            "server_waited": self.waited / self.wall,
            "generator_busy": self.own / self.wall,
            "memory": self.server.memory(),
        }


# -- the two measurements ------------------------------------------------------------------------------


async def full_speed(room: Room, clock: Clock, seconds: float) -> int:
    """Every place moves as soon as all have seen its last move; so many moves were made."""
    moves = 0

    async def keep_moving(place: Place) -> None:
        nonlocal moves
        while not room.empty and perf_counter() < end:
            await room.move(place, 0.0)
            moves += 1

    left = seconds
    while left > 0:
        await room.prepare()
        async with clock.running():
            start = perf_counter()
            end = start + left
            await asyncio.gather(*map(keep_moving, room.places))
            left -= perf_counter() - start
    return moves


async def at_rate(room: Room, clock: Clock, rate: float, seconds: float, luck: Random) -> list[Timing]:
    """Moves come at random times, at every place in turn; who must wait for the last one, waits."""
    timings: list[Timing] = []

    async def one(place: Place, due: float) -> None:
        async with place.free:
            if place.table.over:
                return  # no spare was left, the clock is about to be stopped
            timings.append(await room.move(place, due))

    turn = 0
    left = seconds
    while left > 0:
        await room.prepare()
        async with clock.running():
            moving: list[asyncio.Task[None]] = []
            start = due = perf_counter()
            while not room.empty and due < start + left:
                await asyncio.sleep(due - perf_counter())
                place = room.places[turn % len(room.places)]
                moving.append(asyncio.create_task(one(place, perf_counter())))
                turn += 1
                due += luck.expovariate(rate)
            left -= due - start
            await asyncio.gather(*moving)
    return timings


async def stagger(room: Room) -> None:
    """Bring the matches to different points, and the server to its working temperature."""

    async def some(place: Place, moves: int) -> None:
        for _ in range(moves):
            if place in room.empty:
                return
            await room.move(place, 0.0)

    await room.prepare()
    await asyncio.gather(*(some(place, number % STAGGER) for number, place in enumerate(room.places)))


async def capacity(room: Room, server: Server, seconds: float) -> Result:
    moves = 0
    while moves < WARM_UP:
        moves += await full_speed(room, Clock(server), 0.5)
    clock = Clock(server)
    return clock.told(await full_speed(room, clock, seconds))


async def latency(room: Room, server: Server, seconds: float, rate: float, seed: int) -> Result:
    await stagger(room)
    clock = Clock(server)
    timings = await at_rate(room, clock, rate, seconds, Random(seed))
    result = clock.told(len(timings))
    for field in Timing._fields:
        values = sorted(getattr(timing, field) for timing in timings)
        for percent in PERCENTILES:
            at = max(0, -(-len(values) * percent // 100) - 1)
            result[f"{field}_{percent}"] = 1000 * values[at]
    return result


# -- running and telling -------------------------------------------------------------------------------


async def measured(
    driver: Driver,
    core: int,
    places: int,
    spares: int,
    seed: int,
    work: Callable[[Room, Server], Awaitable[Result]],
) -> Result:
    """A fresh server, the work, and its end."""
    with Server(driver, core) as server:
        room = Room(driver, server.port, places, spares, seed)
        async with asyncio.timeout(STUCK):
            result = await work(room, server)
            await room.close()
        return result


def spread(rounds: list[Result], key: str, digits: str) -> str:
    values = [each[key] for each in rounds]
    low, high = (format(value, digits) for value in (min(values), max(values)))
    return f"{statistics.median(values):{digits}} ({low}–{high})"


def row(title: str, cells: Sequence[str]) -> None:
    click.echo(f"{title:<23}" + "".join(f"{cell:<20}" for cell in cells))


def tell(capacities: dict[str, list[Result]], latencies: dict[str, list[Result]], rate: float) -> None:
    heads = ("moves per CPU s", "moves per s", "server busy", "server waited", "generator busy", "MB")
    for title, results in (("full speed", capacities), (f"{rate:g} moves a second", latencies)):
        row(title, heads)
        for name, rounds in results.items():
            speeds = [spread(rounds, key, ".0f") for key in ("per_cpu", "rate")]
            shares = ("server_busy", "server_waited", "generator_busy")
            used = [spread(rounds, key, ".0%") for key in shares]
            row(name, [*speeds, *used, spread(rounds, "memory", ".0f")])
        click.echo()
    row("ms until seen by", ["max" if percent == 100 else f"p{percent}" for percent in PERCENTILES])
    for name, rounds in latencies.items():
        for field, who in (("confirmed", "the mover"), ("seen", "all four")):
            cells = [spread(rounds, f"{field}_{percent}", ".2f") for percent in PERCENTILES]
            row(f"{name}, {who}", cells)
        achieved = statistics.median(each["rate"] for each in rounds)
        if achieved < KEPT * rate:
            click.echo(f"! {name} does not keep up: {achieved:.0f} of {rate:g} moves a second")


@click.command()
@click.option(
    "--server",
    "names",
    multiple=True,
    required=True,
    type=click.Choice(["boardgameio", "tablee"]),
    help="Which server; several are measured in turns.",
)
@click.option("--seconds", default=8.0, show_default=True, help="Of each measurement.")
@click.option("--rounds", default=3, show_default=True, help="How often everything is measured.")
@click.option("--busy", default=80, show_default=True, help="Tables at full speed, for capacity.")
@click.option("--tables", default=200, show_default=True, help="Tables, for latency.")
@click.option("--rate", default=200.0, show_default=True, help="Moves a second in all, for latency.")
@click.option("--seed", default=1, show_default=True)
@click.option("--json", "file", type=Path, help="Write everything measured there, too.")
def main(
    names: Sequence[str],
    seconds: float,
    rounds: int,
    busy: int,
    tables: int,
    rate: float,
    seed: int,
    file: Path | None,
) -> None:
    """Load servers with crazy eights and print what they bear."""
    drivers: dict[str, Driver] = {
        name: importlib.import_module(f"load_{name}").DRIVER for name in names
    }
    capacities: dict[str, list[Result]] = {name: [] for name in drivers}
    latencies: dict[str, list[Result]] = {name: [] for name in drivers}
    core, own = cores()
    os.sched_setaffinity(0, {own})
    if core == own:
        click.echo("! one core for both the servers and the generator: latencies mean little", err=True)
    for number in range(rounds):
        click.echo(f"round {number + 1} of {rounds}", err=True)
        luck = seed + number
        for name, driver in drivers.items():
            click.echo(f"  {name}: capacity", err=True)
            found = measured(driver, core, busy, busy, luck, partial(capacity, seconds=seconds))
            capacities[name].append(uvloop.run(found))
            click.echo(f"  {name}: latency", err=True)
            work = partial(latency, seconds=seconds, rate=rate, seed=luck)
            found = measured(driver, core, tables, tables // 4, luck, work)
            latencies[name].append(uvloop.run(found))
    tell(capacities, latencies, rate)
    if file is not None:
        about: dict[str, Any] = {
            "python": platform.python_version(),
            "machine": platform.machine(),
            "seconds": seconds,
            "busy": busy,
            "tables": tables,
            "rate": rate,
        }
        whole = {**about, "capacity": capacities, "latency": latencies}
        file.write_text(json.dumps(whole, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
