"""What the commands share: languages, errors, consoles, settings, options of games."""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import shlex
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

import click
from platformdirs import user_config_path, user_data_path
from rich.console import Console

from tablee.core.errors import TableeError
from tablee.core.texts import CORE, LANGUAGES, Said, load
from tablee.installed import ONE_FILE

TEXTS = load("tablee.terminal", CORE)
CONFIG = "config.toml"


def typed(word: str) -> str:
    """As one types it: a folder may have a space in its name."""
    return subprocess.list2cmdline([word]) if os.name == "nt" else shlex.quote(word)


# How people call it here.
COMMAND = os.environ.get("TABLEE_COMMAND") or (typed(sys.argv[0]) if ONE_FILE else "tablee")
UNDETERRED = "doctor"  # by bad settings: the command that says what is wrong with them
BESIDE = "tablee-data"  # the folder beside the one file that it can be taken along with


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
            bad = ctx.meta.get("config.bad") or spell_out(ctx, name, command)
            if bad is not None:
                if name != UNDETERRED:
                    fail(TEXTS.say(language_of(ctx), *bad))
                ctx.meta["config.bad"] = bad
        return name, command, rest


def fail(message: str) -> NoReturn:
    click.echo(message, err=True)
    sys.exit(2)


# -- settings --------------------------------------------------------------------------------------


def read_config(ctx: click.Context, _option: click.Parameter, given: str | None) -> None:
    """Defaults from a file: a table for each command, with the names of its flags.

    What is wrong with it is said when it is known which command is meant.
    """
    beside = folder_beside(ctx)
    path = Path(given) if given else (beside or config_folder()) / CONFIG
    ctx.meta["config"] = path
    try:
        settings = tomllib.loads(path.read_text("utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        if given:
            ctx.meta["config.bad"] = Said("config.missing", {"file": path})
        return
    except (OSError, ValueError) as error:  # also what is no UTF-8 and no TOML
        why = getattr(error, "strerror", None) or error
        ctx.meta["config.bad"] = Said("config.unreadable", {"file": path, "why": why})
        return
    assert isinstance(ctx.command, Group)
    known = {*ctx.command.list_commands(ctx), "lang"}
    for name in settings:
        if name not in known:
            ctx.meta["config.bad"] = Said("config.unknown", {"file": path, "name": name})
            return
    if settings.get("lang", LANGUAGES[0]) not in LANGUAGES:
        name = f"lang = {settings['lang']}"
        ctx.meta["config.bad"] = Said("config.unknown", {"file": path, "name": name})
        return
    ctx.default_map = settings


def config_folder() -> Path:
    try:
        return user_config_path("tablee", appauthor=False)
    except RuntimeError:  # nobody knows where this user is at home: there are no settings
        return Path(os.devnull)


def spell_out(ctx: click.Context, name: str, command: click.Command) -> Said | None:
    """The settings of a command, from the names of its flags to those of its parameters.

    What is wrong with them, if something is; then there are none.
    """
    section = (ctx.default_map or {}).get(name)
    if section is None:
        return None
    names = {opt.lstrip("-"): param.name for param in command.params for opt in param.opts}
    if isinstance(command, click.Group):  # a table in a table, for the commands of a command
        names |= {each: each for each in command.list_commands(ctx)}
    bad = None
    if not isinstance(section, dict):
        section, bad = {}, name
    for key in section:
        if key not in names:
            bad = f"{name}.{key}"
            break
    found = {} if bad else {names[key]: value for key, value in section.items()}
    ctx.default_map = {**(ctx.default_map or {}), name: found}
    return Said("config.unknown", {"file": ctx.meta["config"], "name": bad}) if bad else None


def choose_portable(ctx: click.Context, _option: click.Parameter, asked: bool) -> None:
    """With --portable everything is kept beside the one file; also later, where that folder is."""
    if asked and ONE_FILE is None:
        fail(TEXTS.say(locale_language(), "portable.only"))
    if ONE_FILE is not None and (asked or (ONE_FILE.parent / BESIDE).is_dir()):
        ctx.meta["beside"] = ONE_FILE.parent / BESIDE


def folder_beside(ctx: click.Context | None) -> Path | None:
    return None if ctx is None else ctx.meta.get("beside")


def data_folder(given: Path | str | None) -> Path:
    """Where this installation keeps tables, if nothing else was said."""
    if given:
        return Path(given)
    ctx = click.get_current_context(silent=True)
    beside = folder_beside(ctx)
    if ctx is None or beside is None:
        try:
            return user_data_path("tablee", appauthor=False)
        except RuntimeError:
            fail(TEXTS.say(locale_language() if ctx is None else language_of(ctx), "no_home"))
    try:
        beside.mkdir(exist_ok=True)
        with tempfile.TemporaryFile(dir=beside):
            pass
    except OSError as error:
        values = {"folder": beside, "why": error.strerror or error}
        fail(TEXTS.say(language_of(ctx), "portable.unwritable", values))
    return beside


def wait_to_be_read() -> None:
    """A window that was opened for this program closes with it, and what it said would be gone."""
    with contextlib.suppress(EOFError, KeyboardInterrupt):
        input(TEXTS.say(locale_language(), "wait.enter"))


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
