"""`python -m tablee.testing`: a campaign of checked random games over games, seats and variants."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from os import cpu_count

import click

from tablee.core.errors import TableeError
from tablee.games import GAMES, game
from tablee.testing.walk import Walk, cases

BATCH = 50


def run_batch(name: str, first: int, size: int, deep: float) -> tuple[int, int, int]:
    """Games number first … first + size − 1: how many games, moves and differing worlds."""
    ways = list(cases(game(name)))
    moves = worlds = 0
    for number in range(first, first + size):
        walk = Walk(ways[number % len(ways)], number, deep)
        walk.run()
        moves += walk.moves
        worlds += walk.worlds
    return size, moves, worlds


@click.command()
@click.option("--games", "wanted", default=200, show_default=True, help="Random games a game.")
@click.option("--game", "names", multiple=True, help="Only this game (may be repeated).")
@click.option("--deep", default=0.01, show_default=True, help="Share of steps with the slow checks.")
@click.option("--seed", default=0, show_default=True, help="Number of the first game.")
@click.option("--jobs", type=click.IntRange(1), default=cpu_count() or 1, show_default=True)
def main(wanted: int, names: Sequence[str], deep: float, seed: int, jobs: int) -> None:
    """Play checked random games, spread over seats and variants; stop at the first fault."""
    try:
        chosen = [game(name).name for name in names or [found.name for found in GAMES]]
    except TableeError as error:
        raise click.UsageError(str(error)) from error
    with ProcessPoolExecutor(jobs) as pool:
        for name in chosen:
            start = time.monotonic()
            ways = len(list(cases(game(name))))
            batches = [
                pool.submit(run_batch, name, first, min(BATCH, seed + wanted - first), deep)
                for first in range(seed, seed + wanted, BATCH)
            ]
            games = moves = worlds = 0
            for batch in batches:
                played, moved, differing = batch.result()
                games, moves, worlds = games + played, moves + moved, worlds + differing
                if sys.stderr.isatty():
                    click.echo(f"\r{name}: {games}/{wanted}", nl=False, err=True)
            took = time.monotonic() - start
            click.echo(
                f"{name}: {games} games in {ways} ways, {moves} moves, "
                f"{worlds} imagined worlds that differ, 0 faults ({took:.0f} s)"
            )


if __name__ == "__main__":
    main()
