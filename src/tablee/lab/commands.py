"""The commands of the lab: `tablee simulate` and `tablee arena`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from rich.table import Table as Grid

from tablee.cli_kit import (
    TEXTS,
    fail,
    lang_option,
    language_of,
    make_console,
    option_pairs,
    read_options,
)
from tablee.lab.jobs import cores
from tablee.lab.simulate import simulate

PLOTS = (".png", ".svg", ".pdf")


def series_options(command: Any) -> Any:
    """What a series of games needs, in the order of --help."""
    for option in reversed(
        (
            click.option("--seats", type=int, help="Number of players; by default the fewest."),
            click.option("--games", default=1000, show_default=True, help="How many games."),
            click.option("--seed", default=0, show_default=True, help="The same seed, the same games."),
            option_pairs,
            click.option(
                "--jobs",
                "--workers",
                "workers",
                type=int,
                help="Processes; by default one for each core.",
            ),
            click.option("--json", "as_json", is_flag=True, help="The report for programs."),
            lang_option,
        )
    ):
        command = option(command)
    return command


def bot_names(given: str | None) -> list[str]:
    return [name.strip() for name in (given or "").split(",") if name.strip()]


@click.command("simulate")
@click.argument("name", metavar="GAME")
@click.option("--bots", help="Who plays, by seat: random,greedy,easy,…; by default all at random.")
@series_options
@click.pass_context
def simulate_command(
    ctx: click.Context,
    name: str,
    bots: str | None,
    seats: int | None,
    games: int,
    seed: int,
    pairs: Sequence[str],
    workers: int | None,
    as_json: bool,
) -> None:
    """Play many games as fast as they go, and count how they end."""
    lang = language_of(ctx)
    report = simulate(
        name,
        seats_or_fewest(name, seats),
        games,
        seed,
        bots=bot_names(bots),
        options=read_options(pairs, lang),
        workers=cores() if workers is None else workers,
        progress=True,
    )
    if as_json:
        click.echo(json.dumps(report, ensure_ascii=False, indent=1))
        return
    outcomes = report["outcomes"]
    for key in ("games", "moves", "seconds", "moves_per_second"):
        value = f"{report[key]:,}".replace(",", "\u202f")
        click.echo(f"{TEXTS.say(lang, f'lab.{key}'):<22} {value:>16}")
    for seat, won in enumerate(outcomes["won"]):
        label = TEXTS.say(lang, "lab.won", {"n": seat + 1, "bot": report["bots"][seat]})
        click.echo(f"{label:<30} {won:>8} {won / report['games']:8.2%}")
    shared = outcomes["shared"]
    click.echo(f"{TEXTS.say(lang, 'lab.shared'):<30} {shared:>8} {shared / report['games']:8.2%}")
    for reason, n in outcomes["reasons"].items():
        click.echo(f"{reason:<30} {n:>8} {n / report['games']:8.2%}")


def seats_or_fewest(name: str, seats: int | None) -> int:
    from tablee.games import game

    return game(name).fewest if seats is None else seats


@click.command("arena")
@click.argument("name", metavar="GAME")
@click.option(
    "--bots",
    default="expert,random",
    show_default=True,
    help="The line-up, turned through all seats; the last one named fills the rest.",
)
@series_options
@click.option(
    "--plot", type=click.Path(dir_okay=False, path_type=Path), help="Draw it: .png, .svg, .pdf"
)
@click.pass_context
def arena_command(
    ctx: click.Context,
    name: str,
    bots: str,
    seats: int | None,
    games: int,
    seed: int,
    pairs: Sequence[str],
    workers: int | None,
    as_json: bool,
    plot: Path | None,
) -> None:
    """Let bots play each other, and say how they compare."""
    lang = language_of(ctx)
    if plot is not None and plot.suffix not in PLOTS:
        fail(TEXTS.say(lang, "lab.bad_plot", {"given": str(plot), "takes": ", ".join(PLOTS)}))
    from tablee.lab.arena import arena
    from tablee.lab.plots import figures, plot_arena

    if plot is not None:
        figures()
    report = arena(
        name,
        seats_or_fewest(name, seats),
        games,
        bot_names(bots),
        seed,
        options=read_options(pairs, lang),
        workers=cores() if workers is None else workers,
        progress=True,
    )
    if plot is not None:
        plot_arena(report, plot)
    if as_json:
        click.echo(json.dumps(report, ensure_ascii=False, indent=1))
        return
    console = make_console()
    values = {"game": name, "n": report["seats"], "games": report["games"]}
    console.print(TEXTS.say(lang, "lab.arena", {**values, "moves": report["moves_per_game"]}))
    console.print(standings(report["bots"], report["even"], lang))


def standings(rows: Sequence[dict[str, Any]], even: float, lang: str) -> Grid:
    grid = Grid(box=None)
    for key in ("bot", "win_share", "interval", "mean_rank", "rating", "time"):
        grid.add_column(TEXTS.say(lang, f"lab.{key}"), justify="left" if key == "bot" else "right")
    for row in rows:
        grid.add_row(
            row["bot"],
            f"{row['win_share']:.1%}",
            f"{row['low']:.1%} – {row['high']:.1%}",
            f"{row['mean_rank']:.2f}",
            f"{row['rating']:.1f} ± {2 * row['rating_sigma']:.1f}",
            f"{row['milliseconds_a_move']:.2f} ms",
        )
    grid.add_row(TEXTS.say(lang, "lab.even"), f"{even:.1%}", style="dim")
    return grid
