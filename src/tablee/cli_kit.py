"""What the commands share: languages, errors, consoles, options of games."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

import click
from rich.console import Console

from tablee.core.errors import TableeError
from tablee.core.texts import CORE, LANGUAGES, load

TEXTS = load("tablee.terminal", CORE)


class Group(click.Group):
    """Bad input ends with a sentence on stderr and exit code 2, in the reader's language."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except TableeError as error:
            fail(error.message(language_of(ctx)))


def fail(message: str) -> NoReturn:
    click.echo(message, err=True)
    sys.exit(2)


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
    if value is not None:
        ctx.obj = ctx.find_root().obj = value
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
