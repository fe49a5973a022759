"""The command `tablee python`: the interpreter that has this Tablée, compiled where it is."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence

import click

from tablee.cli_kit import TEXTS, fail, language_of
from tablee.installed import ONE_FILE

TAKES_ITS_PLACE = os.name == "posix"  # on Windows nobody waits for a process that does so


@click.command(
    "python",
    add_help_option=False,
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
)
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="[SCRIPT|-c CODE|-m MODULE]...")
@click.pass_context
def python_command(ctx: click.Context, words: Sequence[str]) -> None:
    """Run Python with this Tablée in it, compiled if this one is; all words are Python's own."""
    if ONE_FILE is not None:
        fail(TEXTS.say(language_of(ctx), "python.one_file"))
    command = [sys.executable, *words]
    if TAKES_ITS_PLACE:
        os.execv(sys.executable, command)
    sys.exit(subprocess.call(command))
