"""The command `tablee ratings`: how good everybody is at a game, from the tables that are kept."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablee.cli_kit import TEXTS, fail, lang_option, language_of, make_console, store_options
from tablee.core.contract import Game
from tablee.core.thinking import LEVELS
from tablee.games import game
from tablee.store_commands import place_of, run

if TYPE_CHECKING:
    from tablee.server.ratings import Result
    from tablee.server.serving import Settings


@click.command("ratings")
@click.argument("name", metavar="GAME")
@click.option("--person", help="The history of this person: the name, or the id.")
@click.option("--json", "as_json", is_flag=True, help="The ratings for programs.")
@store_options
@lang_option
@click.pass_context
def ratings_command(
    ctx: click.Context,
    name: str,
    person: str | None,
    as_json: bool,
    data_dir: Path | None,
    database: str,
) -> None:
    """Say how good everybody is at a game, by all games that were finished here.

    Games at which a bot replaced somebody, or at which somebody played several seats, do not count.
    """
    from tablee.server.ratings import rate, told

    lang, found = language_of(ctx), game(name)
    rated = rate(found, run(results(place_of(data_dir, database), found), lang))
    people = {who.id: rated.names[who] for who in rated.steps if who.kind == "person"}
    title = found.texts().say(lang, "game.name")
    wanted = person or ""
    if person is not None and person not in people:
        # The last who had that name; names are no keys.
        named = [each for each, called in people.items() if called.casefold() == person.casefold()]
        if not named:
            fail(TEXTS.say(lang, "ratings.unknown", {"name": person, "game": title}))
        wanted = named[-1]
    listed = told(found.name, rated, wanted)
    if as_json:
        click.echo(json.dumps(listed, ensure_ascii=False, indent=1))
        return
    console = make_console()
    if not listed["lines"]:
        console.print(TEXTS.say(lang, "ratings.none", {"game": title}))
        return
    console.print(TEXTS.say(lang, "ratings.head", {"game": title, "n": listed["games"]}))
    console.print(standings(listed, lang) if person is None else history(listed, lang))


async def results(settings: Settings, found: Game) -> list[Result]:
    """What counts of the tables in a store, as they are at one moment."""
    from tablee.server.archive import rows_of
    from tablee.server.ratings import result_of
    from tablee.server.snapshots import snapshot

    question = "SELECT table_id FROM lobby WHERE phase = 'over' AND game = ?"
    async with snapshot(settings) as tables:
        names = [table for (table,) in await tables.rows(question, found.name)]
        read = [result_of(await rows_of(tables, table)) for table in names]
    return [result for result in read if result is not None]


def grid_of(lang: str, *columns: str) -> Any:
    from rich.table import Table as Grid

    grid = Grid(box=None)
    for key in columns:
        grid.add_column(TEXTS.say(lang, f"ratings.{key}"))
    return grid


def standings(listed: dict[str, Any], lang: str) -> Any:
    grid = grid_of(lang, "who", "mean", "games")
    for line in listed["lines"]:
        name = line["name"]
        if line["kind"] == "bot":
            level = line["level"]
            level = TEXTS.say(lang, f"level.{level}") if level in LEVELS else level
            name = TEXTS.say(lang, "ratings.bot", {"level": level})
        grid.add_row(name, f"{line['mean']:.1f} ± {2 * line['uncertainty']:.1f}", str(line["games"]))
    return grid


def history(listed: dict[str, Any], lang: str) -> Any:
    grid = grid_of(lang, "when", "rank", "mean", "table")
    for step in listed["history"]:
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(step["at"] / 1000))
        mean = f"{step['mean']:.1f} ± {2 * step['uncertainty']:.1f}"
        grid.add_row(when, str(step["rank"]), mean, step["table"])
    return grid
