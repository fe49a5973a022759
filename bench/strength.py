"""How strong the bots are: all pairings of a game in the arena, a row each (an hour for all games)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import click

from tablee.core.contract import Game
from tablee.core.thinking import LEVELS
from tablee.games import GAMES, game
from tablee.lab.arena import arena
from tablee.lab.jobs import cores

LADDER = (100, 400, 1600, 6400)
# The ladder of budgets is played in shorter or simpler matches where the game knows them.
SHORT: dict[str, dict[str, object]] = {
    "super_miaou": {"mice": False},
    "mow": {"target": 40},
    "meowtopia": {"max_rounds": 4},
}


class Pairing(NamedTuple):
    why: str
    seats: int
    bots: tuple[str, ...]
    options: dict[str, object]
    games: int = 400


def pairings(found: Game) -> Iterator[Pairing]:
    for seats in (2, 4, 10):
        if found.fewest <= seats <= found.most:
            # Where there are partners, both of them are experts.
            partners = len(found.sides(seats)) < seats
            bots = ("expert", "random") * (seats // 2) if partners else ("expert", "random")
            yield Pairing("expert against random", seats, bots, {})
    seats = found.fewest
    yield Pairing("greedy against random", seats, ("greedy", "random"), {})
    yield Pairing("easy against random", seats, ("easy", "random"), {})
    for weak, strong in pairwise(LEVELS):
        yield Pairing("levels", seats, (strong, weak), {})
    for few, many in pairwise(LADDER):
        ladder = (f"ismcts:{many}", f"ismcts:{few}")
        yield Pairing("more iterations", seats, ladder, SHORT.get(found.name, {}))
    truth = f"cheat:{found.thinking.hard.iterations}"
    yield Pairing("what the truth is worth", seats, (truth, "hard"), {})
    yield Pairing("what the truth is worth", seats, (truth, "random"), {})


def row(report: dict[str, Any], why: str) -> str:
    first = next(each for each in report["bots"] if each["bot"] == report["lineup"][0])
    others = next(each["bot"] for each in report["bots"] if each is not first)
    return (
        f"| {report['game']} | {why} | {report['seats']} | {first['bot']} – {others} "
        f"| {report['games']} "
        f"| {first['win_share']:.1%} ({first['low']:.1%} – {first['high']:.1%}) | {report['even']:.1%} "
        f"| {first['milliseconds_a_move']:.1f} ms |"
    )


@click.command()
@click.option("--game", "names", multiple=True, help="Only this game (may be repeated).")
@click.option("--only", help="Only pairings whose title has this in it.")
@click.option("--games", type=int, help="Games a pairing, instead of what is planned.")
@click.option("--seed", default=1, show_default=True)
@click.option("--workers", type=int, default=cores(), show_default=True)
@click.option("--json", "path", type=click.Path(path_type=Path), help="Add the reports to this file.")
def main(
    names: Sequence[str],
    only: str | None,
    games: int | None,
    seed: int,
    workers: int,
    path: Path | None,
) -> None:
    """Print a table in Markdown, row by row as they are done."""
    click.echo("| game | what | seats | bots | games | win share (95 %) | even | CPU a move |")
    click.echo("|---|---|---|---|---|---|---|---|")
    for name in names or [found.name for found in GAMES]:
        for pairing in pairings(game(name)):
            if only and only not in pairing.why:
                continue
            report = arena(
                name,
                pairing.seats,
                games or pairing.games,
                pairing.bots,
                seed,
                options=pairing.options,
                workers=workers,
            )
            click.echo(row(report, pairing.why))
            if path is not None:
                with path.open("a", encoding="utf-8") as file:
                    file.write(json.dumps({"what": pairing.why, **report}) + "\n")


if __name__ == "__main__":
    main()
