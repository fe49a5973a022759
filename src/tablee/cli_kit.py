"""What the commands share: languages, errors, consoles, settings, options of games."""

from __future__ import annotations

import importlib
import json
import os
import sys
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

import click
from platformdirs import user_config_path, user_data_path
from rich.console import Console

from tablee.core.errors import TableeError
from tablee.core.texts import CORE, LANGUAGES, load

TEXTS = load("tablee.terminal", CORE)
CONFIG = "config.toml"
COMMAND = os.environ.get("TABLEE_COMMAND") or "tablee"  # how people call it here


class Group(click.Group):
    """Bad input ends with a sentence on stderr and exit code 2, in the reader's language.

    `lazy` names commands whose module is read when they are asked for.
    """

    lazy: Mapping[str, str] = {}

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except TableeError as error:
            fail(error.message(language_of(ctx)))

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted({*super().list_commands(ctx), *self.lazy})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        found = super().get_command(ctx, cmd_name)
        if found is None and cmd_name in self.lazy:
            module, _, name = self.lazy[cmd_name].partition(":")
            found = getattr(importlib.import_module(module), name)
            self.add_command(found, cmd_name)
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name, command, rest = super().resolve_command(ctx, args)
        if name is not None and command is not None:
            spell_out(ctx, name, command)
        return name, command, rest


def fail(message: str) -> NoReturn:
    click.echo(message, err=True)
    sys.exit(2)


# -- settings --------------------------------------------------------------------------------------


def read_config(ctx: click.Context, _option: click.Parameter, given: str | None) -> None:
    """Defaults from a file: a table for each command, with the names of its flags."""
    path = Path(given) if given else user_config_path("tablee", appauthor=False) / CONFIG
    lang = locale_language()
    try:
        text = path.read_text("utf-8")
        settings = tomllib.loads(text)
    except (FileNotFoundError, NotADirectoryError):
        if given:
            fail(TEXTS.say(lang, "config.missing", {"file": path}))
        return
    except (OSError, ValueError) as error:  # also what is no UTF-8 and no TOML
        why = getattr(error, "strerror", None) or error
        fail(TEXTS.say(lang, "config.unreadable", {"file": path, "why": why}))
    assert isinstance(ctx.command, Group)
    known = {*ctx.command.list_commands(ctx), "lang"}
    for name in settings:
        if name not in known:
            fail(TEXTS.say(lang, "config.unknown", {"file": path, "name": name}))
    ctx.default_map = settings
    ctx.meta["config"] = path


def spell_out(ctx: click.Context, name: str, command: click.Command) -> None:
    """The settings of a command, from the names of its flags to those of its parameters."""
    section = (ctx.default_map or {}).get(name)
    if section is None:
        return
    names = {opt.lstrip("-"): param.name for param in command.params for opt in param.opts}
    if isinstance(command, click.Group):  # a table in a table, for the commands of a command
        names |= {each: each for each in command.list_commands(ctx)}
    values = {"file": ctx.meta["config"], "name": name}
    if not isinstance(section, dict):
        fail(TEXTS.say(language_of(ctx), "config.unknown", values))
    found = {}
    for key, value in section.items():
        if key not in names:
            fail(TEXTS.say(language_of(ctx), "config.unknown", {**values, "name": f"{name}.{key}"}))
        found[names[key]] = value
    ctx.default_map = {**(ctx.default_map or {}), name: found}


def data_folder(given: Path | str | None) -> Path:
    return Path(given) if given else user_data_path("tablee", appauthor=False)


def store_options(command: Any) -> Any:
    """Where the tables are: in a folder, or in a database that several servers share."""
    command = click.option(
        "--database",
        default="",
        envvar="TABLEE_DATABASE",
        show_envvar=True,
        metavar="URL",
        help="postgresql://…, instead of a file in the data folder.",
    )(command)
    return click.option(
        "--data-dir",
        type=click.Path(file_okay=False, path_type=Path),
        envvar="TABLEE_DATA_DIR",
        show_envvar=True,
        help="Where tables are kept.",
    )(command)


# -- languages -------------------------------------------------------------------------------------


def locale_language() -> str:
    """The first of the usual variables that is set decides."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            return "fr" if os.environ[name].lower().startswith("fr") else "en"
    return "en"


def language_of(ctx: click.Context) -> str:
    return str(ctx.obj or locale_language())


def choose_language(ctx: click.Context, _option: click.Parameter, value: str | None) -> str | None:
    """Before or after the command's name: both are heard."""
    at: click.Context | None = ctx if value is not None else None
    while at is not None:  # the commands above, too: they say what went wrong
        at.obj = value
        at = at.parent
    return value


def lang_option(command: Any) -> Any:
    return click.option(
        "--lang",
        type=click.Choice(LANGUAGES),
        expose_value=False,
        callback=choose_language,
        help="Language; by default that of the locale.",
    )(command)


def make_console() -> Console:
    """Colours on a terminal unless NO_COLOR is set (rich sees to that); texts are taken as they are."""
    return Console(markup=False, highlight=False, emoji=False)


# -- options of games ------------------------------------------------------------------------------


def read_options(pairs: Sequence[str], lang: str) -> dict[str, object]:
    """`name=value`, the value as JSON or as a bare word."""
    given: dict[str, object] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            fail(TEXTS.say(lang, "bad.pair", {"given": pair}))
        try:
            given[name] = json.loads(value)
        except (ValueError, RecursionError):
            given[name] = value
    return given


def option_pairs(command: Any) -> Any:
    """`-o name=value`, as often as one likes."""
    return click.option(
        "-o", "--option", "pairs", multiple=True, metavar="NAME=VALUE", help="An option of the game."
    )(command)
