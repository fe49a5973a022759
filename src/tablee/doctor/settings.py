"""The settings: what `serve` would be told by variables and the file, and what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from tablee.cli_kit import TEXTS, spell_out
from tablee.core.texts import Said
from tablee.doctor.kit import TEXTS as OWN
from tablee.doctor.kit import Finding, Patient

SERVE = "serve"
NO_SECTIONS = ("lang", "doctor")  # were read before this command was


def settings(patient: Patient) -> Iterator[Finding]:
    for trouble in patient.troubles:
        yield patient.wrong("settings", "settings.bad", why=patient.masked(trouble))
    if not patient.troubles:
        there = patient.config is not None and patient.config.exists()
        yield patient.ok("settings", "settings" if there else "settings.none", file=patient.config)


def served_with(root: click.Context, lang: str) -> tuple[dict[str, Any], list[str]]:
    """What `serve` would be told, without flags; and what is wrong with any setting."""
    told: dict[str, Any] = {}
    bad = root.meta.get("config.bad")
    troubles = [] if bad is None else [located(root, lang, bad)]
    troubles += examine(root, lang, "", told)
    return told, troubles


def examine(ctx: click.Context, lang: str, path: str, told: dict[str, Any]) -> Iterator[str]:
    """The sections of a command's commands; `told` is filled with what is good for `serve`."""
    group = ctx.command
    assert isinstance(group, click.Group)
    commands = set(group.list_commands(ctx))
    named = [name for name in ctx.default_map or {} if name in commands and name not in NO_SECTIONS]
    for name in dict.fromkeys([*named, *([] if path else [SERVE])]):
        command = group.get_command(ctx, name)
        assert command is not None
        bad = spell_out(ctx, name, command)
        if bad is not None:
            yield located(
                ctx, lang, bad._replace(values={**bad.values, "name": f"{path}{bad.values['name']}"})
            )
        at = click.Context(command, parent=ctx, info_name=name)
        for param in command.params:
            given = param.name in (at.default_map or {}) or (not path and name == SERVE)
            if isinstance(param, click.Option) and param.expose_value and given:
                try:
                    param.handle_parse_result(at, {}, [])
                except click.UsageError as error:
                    from_file = at.get_parameter_source(param.name or "") is ParameterSource.DEFAULT_MAP
                    where = f"{path}{name}.{param.opts[0].lstrip('-')}" if from_file else ""
                    yield error.format_message() + line_said(ctx, lang, where)
        if isinstance(command, click.Group):
            yield from examine(at, lang, f"{path}{name}.", told)
        if not path and name == SERVE:
            # Of what nobody has said, click keeps a sign of its own.
            plain = (str, int, Path)
            told.update({key: value for key, value in at.params.items() if isinstance(value, plain)})


def located(ctx: click.Context, lang: str, bad: Said) -> str:
    name = str(bad.values.get("name", ""))
    return TEXTS.say(lang, *bad) + line_said(ctx, lang, name)


def line_said(ctx: click.Context, lang: str, name: str) -> str:
    """In which line of the file a setting stands (`serve.port`), said; empty if nobody knows."""
    file: Path = ctx.meta["config"]
    try:
        text = file.read_text("utf-8") if name else ""
    except (OSError, ValueError):
        return ""
    at = 0
    for part in name.partition(" ")[0].split("."):
        found = re.compile(rf"^[ \t]*(?:\[[^\]\n]*)?\b{re.escape(part)}\b", re.MULTILINE).search(
            text, at
        )
        if found is None:
            return ""
        at = found.start()
    return f" {OWN.say(lang, 'settings.line', {'n': text.count(chr(10), 0, at) + 1})}" if name else ""
