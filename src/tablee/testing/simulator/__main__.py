"""`python -m tablee.testing.simulator`: many histories of servers in trouble, each from one number."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from os import cpu_count

import click

from tablee.testing.checks import Fault
from tablee.testing.simulator.world import World

BATCH = 100
SHOWN = 40  # lines of a trace

Found = tuple[Counter[str], int | None]


def run_batch(first: int, size: int) -> Found:
    """Histories number first … first + size − 1: what happened, and the first that ended badly."""
    count: Counter[str] = Counter()
    for seed in range(first, first + size):
        world = World(seed)
        try:
            world.run()
        except Fault:
            return count, seed
        count.update(world.count)
        count["worlds"] += 1
    return count, None


def run_all(first: int, seeds: int, jobs: int) -> Iterator[Found]:
    starts = range(first, first + seeds, BATCH)
    sizes = [min(BATCH, first + seeds - start) for start in starts]
    if jobs == 1:
        yield from map(run_batch, starts, sizes)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(run_batch, starts, sizes)


def show(seed: int, lines: int) -> bool:
    """Tell one history; whether it ended well."""
    trace: list[str] = []
    world = World(seed, trace)
    said = "no fault"
    try:
        world.run()
    except Fault as fault:
        said = f"fault: {fault}"
    for line in trace[-lines:]:
        click.echo(line)
    click.echo(f"seed {seed}: {said}, trace {world.digest.hexdigest()}")
    return said == "no fault"


@click.command()
@click.option("--seeds", type=click.IntRange(1), default=1000, show_default=True, help="How many.")
@click.option("--first", default=0, show_default=True, help="Number of the first one.")
@click.option("--seed", type=int, help="Only this one, and what happened last.")
@click.option("--verbose", is_flag=True, help="With --seed: all that happened.")
@click.option("--jobs", type=click.IntRange(1), default=cpu_count() or 1, show_default=True)
def main(seeds: int, first: int, seed: int | None, verbose: bool, jobs: int) -> None:
    """Run servers through crashes, cuts, conflicts and jumping clocks; stop at the first fault."""
    if seed is not None:
        sys.exit(not show(seed, sys.maxsize if verbose else SHOWN))
    begun = time.monotonic()
    count: Counter[str] = Counter()
    for found, bad in run_all(first, seeds, jobs):
        count.update(found)
        if sys.stderr.isatty():
            click.echo(f"\r{count['worlds']:,}/{seeds:,}", nl=False, err=True)
        if bad is not None:
            show(bad, SHOWN)
            sys.exit(1)
    took = time.monotonic() - begun
    for name, n in sorted(count.items()):
        click.echo(f"{n:>12,} {name}")
    click.echo(f"{seeds:,} seeds, 0 faults, {seeds / took:.0f} seeds/s")


if __name__ == "__main__":
    main()
