"""The command `tablee doctor`: what this installation is, and what is wrong with it."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablee.cli_kit import data_folder, lang_option, language_of

if TYPE_CHECKING:
    from tablee.doctor.kit import Finding, Patient

COLOURS = {"ok": "green", "warning": "yellow", "wrong": "red"}


@click.command("doctor")
@click.option(
    "--data-dir",
    type=click.Path(path_type=Path),  # one that is no folder is a finding
    envvar="TABLEE_DATA_DIR",
    show_envvar=True,
    help="Where tables are kept.",
)
@click.option(
    "--database",
    envvar="TABLEE_DATABASE",
    show_envvar=True,
    metavar="URL",
    help="postgresql://…, instead of a file in the data folder.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    envvar="TABLEE_PORT",
    show_envvar=True,
    help="The port that is to be served.",
)
@click.option("--json", "as_json", is_flag=True, help="The findings as a list, for programs.")
@lang_option
@click.pass_context
def doctor_command(
    ctx: click.Context, data_dir: Path | None, database: str | None, port: int | None, as_json: bool
) -> None:
    """Say what this installation is, what is wrong with it, and what to do about that.

    It looks where `serve` would: settings file, variables, flags. It changes nothing, and a server may
    go on. Ends with 1 if something is wrong, with 0 if there is nothing worse than a warning.
    """
    from tablee.doctor import examine
    from tablee.doctor.kit import Patient
    from tablee.doctor.settings import served_with

    lang = language_of(ctx)
    told, troubles = served_with(ctx.find_root(), lang)
    patient = Patient(
        lang,
        data_folder(data_dir or told.get("data_dir")),
        database=told.get("database", "") if database is None else database,
        host=told.get("host", "127.0.0.1"),
        port=told.get("port", 8000) if port is None else port,
        token=told.get("token") or "",
        config=ctx.meta["config"],
        troubles=troubles,
    )
    found = []
    for finding in examine(patient):
        found.append(finding)
        if not as_json:
            click.echo(lines_of(finding, patient))
    if as_json:
        click.echo(json.dumps([each._asdict() for each in found], ensure_ascii=False, indent=1))
    else:
        states = [each.state for each in found]
        counts = {state: states.count(state) for state in COLOURS}
        click.echo(patient.say("sum.wrong" if counts["wrong"] else "sum", **counts))
    sys.exit(1 if any(each.state == "wrong" for each in found) else 0)


def lines_of(finding: Finding, patient: Patient) -> str:
    """Its mark is a word, so that it can be heard, too; colour only adds to it, on a terminal."""
    mark = patient.say(f"mark.{finding.state}")
    if sys.stdout.isatty() and "NO_COLOR" not in os.environ:
        mark = click.style(mark, fg=COLOURS[finding.state])
    line = patient.say("line", mark=mark, says=finding.says)
    if not finding.do:
        return line
    do = finding.do if finding.state == "ok" else patient.say("line.do", do=finding.do)
    return f"{line}\n    {do}"
