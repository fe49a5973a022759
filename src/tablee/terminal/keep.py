"""A table kept in a file: the match, who sits where, which seats are bots and how well they play."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, NamedTuple

from tablee import load_match
from tablee.bots.make import make_bot
from tablee.core.errors import BadSave, UnknownBot
from tablee.core.match import Match
from tablee.core.tables import LabTable

FORMAT = "tablee-table"


class Kept(NamedTuple):
    match: Match
    names: list[str]
    bots: set[int]
    level: str  # the name of a bot


def write(path: Path, kept: Kept) -> None:
    """Whole or not at all: a crash leaves the old file or the new one."""
    data = {
        "format": FORMAT,
        "names": kept.names,
        "bots": sorted(kept.bots),
        "level": kept.level,
        "match": kept.match.save(),
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(path.name + ".new")
    try:
        fresh.touch(mode=0o600)  # it holds every hand
        with fresh.open("w", encoding="utf-8") as file:
            json.dump(data, file, ensure_ascii=False, indent=1)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)


def read(path: Path) -> Kept:
    """What `write` wrote; BadSave if it is something else."""
    try:
        data: Any = json.loads(path.read_text("utf-8"))
    except (ValueError, RecursionError):
        raise BadSave("json") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadSave("format", format=FORMAT)
    match = load_match(str(data.get("match")))
    names, bots = data.get("names"), data.get("bots")
    if not isinstance(names, list) or len(names) != match.seats:
        raise BadSave("missing")
    if not isinstance(bots, list) or not all(isinstance(name, str) for name in names):
        raise BadSave("missing")
    if not all(type(bot) is int and 0 <= bot < match.seats for bot in bots):
        raise BadSave("missing")
    level = data.get("level", "random")  # that is how bots played before there were levels
    try:
        make_bot(str(level), match.game, LabTable(0))
    except UnknownBot:
        raise BadSave("missing") from None
    return Kept(match, names, set(bots), str(level))
