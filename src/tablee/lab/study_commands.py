"""The commands `tablee lab study` and `tablee lab compare`."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablee.cli_kit import Group, lang_option, language_of, make_console, read_options
from tablee.lab.commands import bot_names, seats_or_fewest, series_options
from tablee.lab.errors import TEXTS
from tablee.lab.jobs import cores

if TYPE_CHECKING:
    from tablee.lab.report import Report
    from tablee.lab.study import Study

FOLDER = Path("tablee-lab")


@click.group("lab", cls=Group)
@lang_option
def lab_group() -> None:
    """Study a game: balance, length, choices, drama, skill; compare variants of its rules."""


def run_options(command: Any) -> Any:
    """Who plays, where the games are played and where they are kept."""
    for option in reversed(
        (
            click.option(
                "--bots",
                default="easy",
                show_default=True,
                help="Who plays, by seat; the last one named fills the rest.",
            ),
            click.option(
                "--out",
                type=click.Path(file_okay=False, path_type=Path),
                default=FOLDER,
                show_default=True,
                help="Where games and reports are kept: a run that was stopped goes on there.",
            ),
            click.option(
                "--part",
                default=100,
                show_default=True,
                help="Games a file: what a stop loses at most.",
            ),
            click.option(
                "--cluster",
                metavar="ADDRESS",
                help="Play on Ray: auto, an address, or local for one on this machine.",
            ),
        )
    ):
        command = option(command)
    return series_options(command)


@lab_group.command("study")
@click.argument("name", metavar="GAME")
@run_options
@click.option(
    "--ladder",
    help="Bots from weak to strong: each one plays against a table of the one before it.",
)
@click.option("--ladder-games", default=400, show_default=True, help="Games for each of these.")
@click.pass_context
def study_command(
    ctx: click.Context,
    /,
    name: str,
    ladder: str | None,
    ladder_games: int,
    bots: str,
    games: int,
    seed: int,
    seats: int | None,
    pairs: Sequence[str],
    part: int,
    as_json: bool,
    **where: Any,
) -> None:
    """Play many games and report on them; the same command again goes on where it stopped."""
    from tablee.lab.report import report_study
    from tablee.lab.study import study

    lang = language_of(ctx)
    found = study(
        name,
        seats_or_fewest(name, seats),
        games,
        seed,
        how=how(**where),
        bots=bot_names(bots),
        options=read_options(pairs, lang),
        ladder=bot_names(ladder),
        ladder_games=ladder_games,
        part=part,
    )
    show(found, report_study, as_json, lang)


@lab_group.command("compare")
@click.argument("name", metavar="GAME")
@run_options
@click.option(
    "--against",
    "others",
    multiple=True,
    required=True,
    metavar="NAME=VALUE",
    help="An option of the other variant, which has those of --option, too.",
)
@click.pass_context
def compare_command(
    ctx: click.Context,
    /,
    name: str,
    others: Sequence[str],
    bots: str,
    games: int,
    seed: int,
    seats: int | None,
    pairs: Sequence[str],
    part: int,
    as_json: bool,
    **where: Any,
) -> None:
    """Play two variants of the rules with the same luck, and say what differs."""
    from tablee.lab.compare import compare
    from tablee.lab.report import report_comparison

    lang = language_of(ctx)
    found = compare(
        name,
        seats_or_fewest(name, seats),
        games,
        seed,
        how=how(**where),
        bots=bot_names(bots),
        options=read_options(pairs, lang),
        against=read_options(others, lang),
        part=part,
    )
    show(found, report_comparison, as_json, lang)


def how(out: Path, workers: int | None, cluster: str | None) -> Any:
    from tablee.lab.study import How

    return How(out, cores() if workers is None else workers, cluster, progress=True)


def show(found: Study, report: Callable[[Study, str], Report], as_json: bool, lang: str) -> None:
    """The page goes to the folder; on stdout the figures, or the first tables of the page."""
    from tablee.lab.report import write

    told = report(found, lang)
    page = write(told, found.folder, lang)
    if as_json:
        click.echo(json.dumps(found.summary, ensure_ascii=False, indent=1))
    else:
        console = make_console()
        console.print(told.title)
        for section in told.sections[:6]:
            console.print(f"\n{section.title}. {section.text}")
            console.print(grid(section.head, section.rows))
    click.echo(TEXTS.say(lang, "report.written", {"file": str(page)}), err=True)


def grid(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Any:
    from rich.table import Table as Grid

    table = Grid(box=None)
    for at, title in enumerate(head):
        table.add_column(title, justify="right" if at else "left")
    for row in rows:
        table.add_row(*row)
    return table
