"""The command `tablee`: play in the terminal, list the games, print their rules; the lab’s commands."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource
from rich.console import Console

from tablee import __version__, new_match
from tablee.bots.make import make_bot
from tablee.cli_kit import (
    TEXTS,
    Group,
    choose_portable,
    data_folder,
    fail,
    lang_option,
    language_of,
    locale_language,
    make_console,
    option_pairs,
    read_config,
    read_options,
)
from tablee.core.contract import Game
from tablee.core.encode import plain
from tablee.core.errors import IdleOption, TableeError
from tablee.core.rulebook import book, rules
from tablee.core.tables import LabTable, SeededTable, seed_bytes
from tablee.core.texts import LANGUAGES
from tablee.core.thinking import LEVELS
from tablee.games import GAMES, game, plugins
from tablee.installed import INTERPRETED, ONE_FILE, advice
from tablee.server.building import build_if_needed
from tablee.terminal import keep
from tablee.terminal.table import Terminal

DEFAULT_LEVEL = "medium"
CONTEXT = {"help_option_names": ["-h", "--help"], "auto_envvar_prefix": "TABLEE"}
DATA_DIRS = ["TABLEE_PLAY_DATA_DIR", "TABLEE_DATA_DIR"]
# Commands that are read when they are asked for: some need much that the others do not.
LAZY = {
    "arena": "tablee.lab.commands:arena_command",
    "backup": "tablee.store_commands:backup_command",
    "doctor": "tablee.doctor_command:doctor_command",
    "export": "tablee.store_commands:export_command",
    "import": "tablee.store_commands:import_command",
    "lab": "tablee.lab.study_commands:lab_group",
    "mcp": "tablee.mcp_command:mcp_command",
    "python": "tablee.python_command:python_command",
    "ratings": "tablee.ratings_command:ratings_command",
    "replay": "tablee.replay_command:replay_command",
    "restore": "tablee.store_commands:restore_command",
    "review": "tablee.review_command:review_command",
    "serve": "tablee.serve_command:serve_command",
    "simulate": "tablee.lab.commands:simulate_command",
    "tables": "tablee.store_commands:tables_command",
    "verify": "tablee.verify_command:verify_command",
}


def all_games() -> list[Game]:
    """Ours, then those of plug-ins by name; one that does not work is left out, with a word."""
    found = list(GAMES)
    for name in plugins():
        try:
            found.append(game(name))
        except TableeError as error:
            why = error.message(locale_language())
            click.echo(TEXTS.say(locale_language(), "plugin.skipped", {"why": why}), err=True)
    return found


def say_version(ctx: click.Context, _option: click.Parameter, asked: bool) -> None:
    if not asked or ctx.resilient_parsing:
        return
    how = "interpreted" if INTERPRETED else "compiled"
    click.echo(f"tablee, version {__version__} ({how}{', one file' if ONE_FILE else ''})")
    if INTERPRETED:
        click.echo(advice(locale_language(), "interpreted"))
    ctx.exit()


@click.group(cls=Group, context_settings=CONTEXT, invoke_without_command=True)
@click.option(
    "--version", is_flag=True, expose_value=False, is_eager=True, callback=say_version,
    help="Say which version this is, and whether it is compiled.",
)  # fmt: skip
@click.option(
    "--portable",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=choose_portable,
    help="Of the one file: keep everything in tablee-data beside it; later that folder is found.",
)
@click.option(
    "--config",
    metavar="FILE",
    is_eager=True,
    expose_value=False,
    callback=read_config,
    help="Settings; by default config.toml in the folder of settings.",
)
@lang_option
@click.pass_context
def main(ctx: click.Context) -> None:
    """Tablée: five family games, to play, to study and to train on.

    Without a command: serves tables on this machine, and opens a browser there.
    """
    ctx.obj = ctx.obj or locale_language()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # an old terminal shows ? for what it cannot show
            stream.reconfigure(errors="replace")
    if ctx.invoked_subcommand is None:
        _, command, _ = main.resolve_command(ctx, ["serve"])
        assert command is not None
        if ONE_FILE is None:
            build_if_needed()
        with command.make_context("serve", [], parent=ctx) as serving:
            command.invoke(serving)


# -- listings --------------------------------------------------------------------------------------


def describe_option(found: Game, name: str) -> dict[str, Any]:
    option = next(each for each in found.options if each.name == name)
    texts = found.texts()
    # Ranges that depend on the number of players are given for the largest table.
    low, high = max(option.seats[0], found.fewest), min(option.seats[1], found.most)
    return {
        "name": name,
        "kind": option.kind,
        "default": plain(option.default),
        "takes": {lang: texts.word(lang, "takes", option.takes(found.most)) for lang in LANGUAGES},
        "schema": option.schema(found.most),
        "seats": [low, high],
        "needs": None if option.needs is None else {option.needs[0]: plain(option.needs[1])},
        "house_value": option.house,
        "title": {lang: texts.say(lang, f"option.{name}") for lang in LANGUAGES},
        "help": {lang: texts.say(lang, f"option.{name}.help") for lang in LANGUAGES},
    }


def describe_game(found: Game) -> dict[str, Any]:
    texts = found.texts()
    return {
        "name": found.name,
        "title": {lang: texts.say(lang, "game.name") for lang in LANGUAGES},
        "tagline": {lang: texts.say(lang, "game.tagline") for lang in LANGUAGES},
        "seats": [found.fewest, found.most],
        "options": [describe_option(found, option.name) for option in found.options],
        "verbs": [verb.usage() for verb in found.verbs.all],
        "actions": found.verbs.size,
    }


@main.command("games")
@click.option("--json", "as_json", is_flag=True, help="Everything, for programs.")
@lang_option
@click.pass_context
def list_games(ctx: click.Context, as_json: bool) -> None:
    """List the games with their seats and options."""
    listed = [describe_game(found) for found in all_games()]
    if as_json:
        click.echo(json.dumps(listed, ensure_ascii=False, indent=1))
        return
    lang = language_of(ctx)
    for entry in listed:
        low, high = entry["seats"]
        players = TEXTS.say(lang, "players", {"low": low, "high": high})
        click.echo(f"{entry['name']:<13} {entry['title'][lang]} · {players}")
        click.echo(f"{'':<13} {entry['tagline'][lang]}")
        for option in entry["options"]:
            click.echo(f"{'':<15}{option_line(option, lang)}")


def option_line(option: Mapping[str, Any], lang: str) -> str:
    default = TEXTS.say(lang, "default")
    house = f" ({TEXTS.say(lang, 'house')})" if option["house_value"] else ""
    value = json.dumps(option["default"], ensure_ascii=False)
    return f"{option['name']}: {option['help'][lang]} [{default} {value}]{house}"


@main.command("rules")
@click.argument("name", metavar="GAME")
@click.argument("ids", nargs=-1, metavar="[RULE]...")
@click.option("--json", "as_json", is_flag=True, help="The rules as a list, for programs.")
@lang_option
@click.pass_context
def print_rules(ctx: click.Context, name: str, ids: Sequence[str], as_json: bool) -> None:
    """Print the rules of a game, or only those named (MW-6)."""
    found, lang = game(name), language_of(ctx)
    all_rules = rules(found, lang)
    wanted = [each.upper() for each in ids] or list(all_rules)
    for each in wanted:
        if each not in all_rules:
            fail(TEXTS.say(lang, "unknown.rule", {"rule": each}))
    if as_json:
        chosen = [all_rules[each]._asdict() for each in wanted]
        click.echo(json.dumps(chosen, ensure_ascii=False, indent=1))
        return
    console = make_console()
    if ids:
        for each in wanted:
            rule = all_rules[each]
            console.print(f"{rule.id}{f' [{rule.tag}]' if rule.tag else ''}  {rule.text}")
        return
    from rich.markdown import Markdown  # slow to read, and for this only

    for package in (found.package, "tablee.games"):
        console.print(Markdown(book(package, lang)))


# -- playing ---------------------------------------------------------------------------------------


class Asker:
    """Questions at the terminal; an empty answer takes the default."""

    def __init__(self, console: Console, lang: str) -> None:
        self.console = console
        self.lang = lang

    def line(self, prompt: str) -> str:
        return self.console.input(f"{prompt} › ")

    def choice(self, question: str, takes: Sequence[str], default: str) -> str:
        while True:
            try:
                answer = self.line(f"{question} [{default}]").strip().lower() or default
            except EOFError:
                fail(TEXTS.say(self.lang, "no.answer", {"question": question}))
            if answer in takes:
                return answer
            self.console.print(TEXTS.say(self.lang, "choose.bad", {"takes": ", ".join(takes)}))


@main.command()
@click.argument("name", required=False, metavar="[GAME]")
@click.option("--seats", type=int, help="Number of players.")
@click.option("--bots", help="How many seats are bots (the last ones), or which: 1,3.")
@click.option("--level", help="How well bots play: easy, medium (default), hard, expert.")
@click.option("--names", help="Names of the players, with commas.")
@option_pairs
@click.option("--seed", type=int, help="The same seed gives the same luck.")
@click.option("--resume", is_flag=False, flag_value="", help="Go on with the last table, or with FILE.")
@click.option("--data-dir", envvar=DATA_DIRS, help="Where tables are kept.")
@lang_option
@click.pass_context
def play(
    ctx: click.Context,
    name: str | None,
    seats: int | None,
    bots: str | None,
    level: str | None,
    names: str | None,
    pairs: Sequence[str],
    seed: int | None,
    resume: str | None,
    data_dir: str | None,
) -> None:
    """Play in the terminal: alone, with bots, or handing the screen round."""
    lang, console = language_of(ctx), make_console()
    asker = Asker(console, lang)
    folder = data_folder(data_dir) / "tables"
    if resume is not None:
        typed = ("name", "seats", "bots", "level", "names", "pairs", "seed")
        if any(ctx.get_parameter_source(each) is ParameterSource.COMMANDLINE for each in typed):
            fail(TEXTS.say(lang, "no.resume"))
        path = Path(resume) if resume else last_table(folder, lang)
        try:
            kept = keep.read(path)
        except OSError:
            fail(TEXTS.say(lang, "nothing.kept", {"file": str(path)}))
        title = kept.match.game.texts().say(lang, "game.name")
        console.print(TEXTS.say(lang, "resumed", {"game": title, "n": len(kept.match.log)}))
    else:
        found = game(name or choose_game(asker))
        count = seats if seats is not None else choose_seats(asker, found)
        options = read_options(pairs, lang)
        found.check(count, options)
        if level is not None:
            make_bot(level, found, LabTable(0))  # refuses what is no bot
        seated = read_bots(bots, count, lang) if bots is not None else choose_bots(asker, count)
        if level is None:
            level = choose_level(asker) if bots is None and seated else DEFAULT_LEVEL
        options = tell_bots(found, count, options, seated)
        kept = keep.Kept(
            new_match(found.name, count, seed, options),
            choose_names(asker, names, count, seated),
            seated,
            level,
        )
        stamp = datetime.now().strftime("%Y-%m-%d-%H%M%S-%f")
        path = folder / f"{stamp}-{found.name}.json"
    luck = SeededTable(None if seed is None else seed_bytes(seed) + b" bots")
    Terminal(kept, lang, console, asker.line, path, luck).run()


def tell_bots(
    found: Game, seats: int, options: dict[str, object], seated: set[int]
) -> dict[str, object]:
    """A game with an option `bots` asks which seats bots play: it is told, where that has an effect."""
    if not seated or "bots" in options or all(option.name != "bots" for option in found.options):
        return options
    told = {**options, "bots": sorted(seated)}
    try:
        found.check(seats, told)
    except IdleOption:
        return options
    return told


def last_table(folder: Path, lang: str) -> Path:
    """The newest one that is not over."""
    newest = sorted(folder.glob("*.json"), key=lambda path: -path.stat().st_mtime)
    found = next((path for path in newest if keep.read(path).match.actors()), None)
    if found is None:
        fail(TEXTS.say(lang, "nothing.kept", {"file": str(folder)}))
    return found


def choose_game(asker: Asker) -> str:
    listed = all_games()
    for number, found in enumerate(listed, 1):
        title = found.texts().say(asker.lang, "game.name")
        tagline = found.texts().say(asker.lang, "game.tagline")
        asker.console.print(f"{number:3}  {title} · {tagline}")
    by_answer = {str(n): found.name for n, found in enumerate(listed, 1)}
    by_answer |= {found.name: found.name for found in listed}
    return by_answer[asker.choice(TEXTS.say(asker.lang, "choose.game"), list(by_answer), "1")]


def choose_seats(asker: Asker, found: Game) -> int:
    question = TEXTS.say(asker.lang, "choose.seats", {"low": found.fewest, "high": found.most})
    takes = [str(n) for n in range(found.fewest, found.most + 1)]
    return int(asker.choice(question, takes, takes[0]))


def choose_bots(asker: Asker, seats: int) -> set[int]:
    question = TEXTS.say(asker.lang, "choose.bots", {"high": seats})
    wanted = asker.choice(question, [str(n) for n in range(seats + 1)], str(seats - 1))
    return set(range(seats - int(wanted), seats))


def choose_level(asker: Asker) -> str:
    """By number or by name, in either language."""
    words = [TEXTS.say(asker.lang, f"level.{name}") for name in LEVELS]
    for number, word in enumerate(words, 1):
        asker.console.print(f"{number:3}  {word}")
    by_answer = {str(number): name for number, name in enumerate(LEVELS, 1)}
    by_answer |= dict(zip(words, LEVELS, strict=True)) | {name: name for name in LEVELS}
    default = TEXTS.say(asker.lang, f"level.{DEFAULT_LEVEL}")
    return by_answer[asker.choice(TEXTS.say(asker.lang, "choose.level"), list(by_answer), default)]


def read_bots(given: str, seats: int, lang: str) -> set[int]:
    """`2`: the last two seats; `1,3`: these (`1,` for seat 1 alone)."""
    parts = [part.strip() for part in given.split(",") if part.strip()]
    values = {"high": seats, "last": seats - 1, "given": given}
    if not parts or not all(part.isdecimal() and len(part) < 4 for part in parts):
        fail(TEXTS.say(lang, "bad.bots", values))
    chosen = {int(part) for part in parts}
    if "," not in given:
        chosen = set(range(seats - int(parts[0]), seats))
    if not chosen <= set(range(seats)):
        fail(TEXTS.say(lang, "bad.bots", values))
    return chosen


def choose_names(asker: Asker, given: str | None, seats: int, bots: set[int]) -> list[str]:
    """Those given go to the people in order; people without one are numbered."""
    people = [seat for seat in range(seats) if seat not in bots]
    found = [name.strip() for name in (given or "").split(",") if name.strip()]
    if len(found) > len(people) or not all(name.isprintable() for name in found):
        fail(TEXTS.say(asker.lang, "bad.names", {"n": len(people)}))
    names = []
    for seat in range(seats):
        key = "bot" if seat in bots else "human"
        fallback = TEXTS.say(asker.lang, key, {"n": seat + 1})
        names.append(found.pop(0) if key == "human" and found else fallback)
    if len(set(names)) < seats:
        fail(TEXTS.say(asker.lang, "bad.names", {"n": len(people)}))
    return names


main.lazy = LAZY

if __name__ == "__main__":
    main()
