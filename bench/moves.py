"""Random moves a second of every game, one process: the median of a few runs, CPU time."""

from __future__ import annotations

import json
import statistics
import time

import click

from tablee.core.bits import lowest
from tablee.core.contract import Game
from tablee.core.tables import LabTable
from tablee.games import GAMES


def random_moves(game: Game, seats: int, wanted: int, seed: int) -> tuple[int, int]:
    """Play silent random games until so many moves are made: (games, moves)."""
    options = game.check(seats, {})
    luck = LabTable(seed)
    out = game.actions()
    games = moves = 0
    while moves < wanted:
        state = game.setup(seats, options, luck)
        while state.acting != 0:
            seat = lowest(state.acting)
            out.n = 0
            state.legal(seat, out)
            state.apply(seat, out.at[luck.below(out.n)], luck)
            moves += 1
        games += 1
    return games, moves


@click.command()
@click.option("--moves", default=20_000, show_default=True, help="Moves a run.")
@click.option("--runs", default=5, show_default=True)
@click.option("--json", "as_json", is_flag=True)
def main(moves: int, runs: int, as_json: bool) -> None:
    """Print random moves a second for each game, with its middle number of seats."""
    rows = []
    for game in GAMES:
        seats = min(4, game.most)
        speeds = []
        for run in range(runs):
            start = time.process_time()
            games, made = random_moves(game, seats, moves, run)
            speeds.append(made / (time.process_time() - start))
        rows.append(
            {
                "game": game.name,
                "seats": seats,
                "moves_per_second": round(statistics.median(speeds)),
                "slowest": round(min(speeds)),
                "fastest": round(max(speeds)),
                "moves_per_game": round(made / games, 1),
            }
        )
    if as_json:
        click.echo(json.dumps(rows, indent=1))
        return
    click.echo(f"{'game':<12} {'seats':>5} {'moves/s':>9} {'(spread)':>17} {'moves/game':>11}")
    for row in rows:
        spread = f"({row['slowest']}–{row['fastest']})"
        click.echo(
            f"{row['game']:<12} {row['seats']:>5} {row['moves_per_second']:>9} {spread:>17} "
            f"{row['moves_per_game']:>11}"
        )


if __name__ == "__main__":
    main()
