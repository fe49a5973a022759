"""The command `tablee review`: a finished game judged: chances, turning points, missed moves, luck."""

from __future__ import annotations

import contextlib
import itertools
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablee.cli_kit import TEXTS, fail, lang_option, language_of, make_console, store_options
from tablee.replay_command import Played, from_file, of_room
from tablee.store_commands import log_in, place_of, read_text

if TYPE_CHECKING:
    from rich.console import Console

    from tablee.lab.review import Progress

PLOTS = (".png", ".svg", ".pdf")
BARS = " ▁▂▃▄▅▆▇█"
WIDTH = 60  # of a line of chances


@click.command("review")
@click.argument("what", metavar="FILE|TABLE")
@click.option("--playouts", type=int, help="How often every position is played on; by default 200.")
@click.option("--seconds", type=click.FloatRange(0.1), help="Stop after so long, with fewer playouts.")
@click.option("--seed", type=int, default=0, help="The same seed gives the same review.")
@click.option("--json", "as_json", is_flag=True, help="All of it, for programs.")
@click.option(
    "--plot", type=click.Path(dir_okay=False, path_type=Path), help="Draw it: .png, .svg, .pdf"
)
@store_options
@lang_option
@click.pass_context
def review_command(
    ctx: click.Context,
    what: str,
    playouts: int | None,
    seconds: float | None,
    seed: int,
    as_json: bool,
    plot: Path | None,
    data_dir: Path | None,
    database: str,
) -> None:
    """Judge a finished game: chances move by move, turning points, what was missed, who was lucky.

    FILE is a saved game, an exported table or a proof ("-": from standard input); TABLE is the id or
    the link of a table that is kept here. Seats count from 0.
    """
    from tablee.lab.review import PLAYOUTS, review

    lang = language_of(ctx)
    if plot is not None and plot.suffix not in PLOTS:
        fail(TEXTS.say(lang, "lab.bad_plot", {"given": str(plot), "takes": ", ".join(PLOTS)}))
    if plot is not None:
        from tablee.lab.plots import figures

        figures()
    played = read_played(what, lang, data_dir, database)
    with progress_bar(TEXTS.say(lang, "review.title")) as progress:
        found = review(
            played.match,
            playouts=PLAYOUTS if playouts is None else playouts,
            seconds=seconds,
            seed=seed,
            progress=progress,
        )
    if plot is not None:
        draw(found, played, plot, lang)
    if as_json:
        click.echo(json.dumps({**found, "names": played.names}, ensure_ascii=False, indent=1))
        return
    print_review(make_console(), found, played, lang)


def read_played(what: str, lang: str, data_dir: Path | None, database: str) -> Played:
    if what == "-" or Path(what).is_file():
        return from_file(read_text(what, lang), what, lang)
    from tablee.server.archive import room_of

    return of_room(room_of(log_in(place_of(data_dir, database), what, lang)), lang)


@contextlib.contextmanager
def progress_bar(title: str) -> Iterator[Progress]:
    """On stderr, if that is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task(title, total=1.0)
        yield lambda done: bar.update(task, completed=done)


def draw(found: dict[str, Any], played: Played, path: Path, lang: str) -> None:
    from tablee.lab.review_plot import plot_review

    words = {
        key: TEXTS.say(lang, f"review.{key}")
        for key in ("chance", "move", "luck", "skill", "others", "turns", "parts")
    }
    title = played.match.game.texts().say(lang, "game.name")
    try:
        plot_review(found, played.names, title, words, path)
    except OSError as error:
        fail(TEXTS.say(lang, "file.unwritable", {"file": str(path), "why": error.strerror or error}))


# -- in the terminal -------------------------------------------------------------------------------


def percent(value: float) -> str:
    return f"{100 * value:.0f} %"


def points(value: float) -> str:
    """A change of a chance, in points out of a hundred."""
    return f"{100 * value:+.0f}".replace("-", "−")


def print_review(console: Console, found: dict[str, Any], played: Played, lang: str) -> None:
    title = played.match.game.texts().say(lang, "game.name")
    values = {"game": title, "moves": len(found["steps"]) - 1, "n": found["playouts"]}
    console.print(TEXTS.say(lang, "review.head", values))
    wide = max(len(name) for name in played.names)
    for seat, name in enumerate(played.names):
        line = sparks([step["chances"][seat] for step in found["steps"]])
        console.print(f"  {name:<{wide}}  {line}")
    console.print()
    console.print(parts_table(found, played.names, lang))
    console.print(TEXTS.say(lang, "review.explained"))
    print_turns(console, found, played, lang)
    print_missed(console, found, played, lang)


def sparks(chances: Sequence[float]) -> str:
    """A line of bars, the highest of each stretch where there are more moves than places."""
    places = min(WIDTH, len(chances))
    firsts = [place * len(chances) // places for place in range(places + 1)]
    tops = [max(chances[a:b]) for a, b in itertools.pairwise(firsts)]
    return "".join(BARS[round(top * (len(BARS) - 1))] for top in tops)


def parts_table(found: dict[str, Any], names: Sequence[str], lang: str) -> Any:
    from rich.table import Table as Grid

    grid = Grid(box=None)
    for key in ("player", "before", "luck", "skill", "others", "after"):
        grid.add_column(
            TEXTS.say(lang, f"review.{key}"), justify="left" if key == "player" else "right"
        )
    for name, total in zip(names, found["totals"], strict=True):
        cells = []
        for key in ("luck", "skill", "others"):
            part = total[key]
            reach = max(part["high"] - part["mean"], part["mean"] - part["low"])
            cells.append(f"{points(part['mean'])} ± {100 * reach:.0f}")
        grid.add_row(name, percent(total["before"]), *cells, percent(total["after"]))
    return grid


def move_of(found: dict[str, Any], step: int, played: Played, lang: str) -> str:
    """Who did what at a step."""
    moved = found["steps"][step]
    if moved["seat"] is None:
        return TEXTS.say(lang, "review.deal")
    action = played.match.action(moved["action"])
    return f"{played.names[moved['seat']]} · {played.match.describe(action, lang, played.names)}"


def print_turns(console: Console, found: dict[str, Any], played: Played, lang: str) -> None:
    if not found["turning_points"]:
        console.print(TEXTS.say(lang, "review.no_turns"))
        return
    console.print(TEXTS.say(lang, "review.turns"))
    for turn in found["turning_points"]:
        values = {"name": played.names[turn["seat"]], "change": points(turn["change"])}
        said = TEXTS.say(lang, f"review.by_{turn['by']}", values)
        console.print(f"{turn['step']:>5}  {move_of(found, turn['step'], played, lang)} → {said}")


def print_missed(console: Console, found: dict[str, Any], played: Played, lang: str) -> None:
    missed = [(step, each["better"]) for step, each in enumerate(found["steps"]) if each["better"]]
    if not missed:
        console.print(TEXTS.say(lang, "review.no_missed"))
        return
    console.print(TEXTS.say(lang, "review.missed"))
    for step, better in missed:
        action = played.match.action(better["action"])
        values = {
            "move": played.match.describe(action, lang, played.names),
            "gain": points(better["gain"]),
            "low": points(better["low"]),
            "high": points(better["high"]),
        }
        said = TEXTS.say(lang, "review.better", values)
        console.print(f"{step:>5}  {move_of(found, step, played, lang)} → {said}")
