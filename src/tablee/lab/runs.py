"""Runs: numbered games in parts of fixed size, each a Parquet file, so that a stopped run goes on.

Every game follows from the plan and its number, parts have fixed bounds, and nothing that differs from
run to run (times, workers, machines) is written: the same plan gives the same bytes anywhere.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tablee import __version__
from tablee.games import game as game_by_name
from tablee.installed import command_for
from tablee.lab.diary import play_recorded
from tablee.lab.errors import MissingExtra, OtherRules
from tablee.lab.jobs import finished
from tablee.lab.simulate import check_count, check_series

try:
    import polars as pl
except ImportError as missing:
    raise MissingExtra(what="tablee lab", command=command_for("lab")) from missing

PART = 100  # games: what a killed worker loses at most
MOST_GAMES = 10_000_000

OF_ACTION = pl.Struct({"seat": pl.Int8, "action": pl.Int32, "n": pl.Int32})
OF_EVENT = pl.Struct({"event": pl.Int16, "n": pl.Int32})
OF_WORD = pl.Struct({"event": pl.Int16, "word": pl.String, "n": pl.Int32})
# One row a game; docs/lab.md says what the columns mean.
COLUMNS: dict[str, Any] = {
    "number": pl.Int64,
    "first": pl.Int8,
    "moves": pl.Int32,
    "turns": pl.Int32,
    "free": pl.Int32,
    "choices": pl.Int64,
    "widest": pl.Int32,
    "reason": pl.String,
    "scores": pl.List(pl.Int64),
    "ranks": pl.List(pl.Int8),
    "shares": pl.List(pl.Float64),
    "spread": pl.Int64,
    "margin": pl.Int64,
    "leads": pl.Int32,
    "lowest": pl.Float64,
    "settled": pl.Float64,
    "swing": pl.Float64,
    "actions": pl.List(OF_ACTION),
    "events": pl.List(OF_EVENT),
    "words": pl.List(OF_WORD),
}


class Plan(NamedTuple):
    """Who plays what: with it and a number, a game is the same everywhere."""

    game: str
    seats: int
    options: Mapping[str, object]
    bots: tuple[str, ...]
    seed: int
    part: int
    version: str

    def name(self) -> str:
        """The folder of its parts: another plan never shares it."""
        text = json.dumps(self._asdict(), sort_keys=True, default=list)
        return f"{self.game}-{self.seats}-{hashlib.sha256(text.encode()).hexdigest()[:12]}"


class Part(NamedTuple):
    """Games `first` to `first + games − 1` of a plan."""

    plan: Plan
    first: int
    games: int


def version_of(name: str) -> str:
    return f"{__version__}, {name} {game_by_name(name).version}"


def make_plan(
    name: str,
    seats: int,
    bots: Sequence[str],
    seed: int,
    options: Mapping[str, object],
    part: int = PART,
) -> Plan:
    """A plan that can be played; the last bot named takes all seats that are left."""
    check_count("part", part, MOST_GAMES)
    named = check_series(name, seats, bots or ("random",), options, 1)
    return Plan(name, seats, dict(options), named, seed, part, version_of(name))


def play_part(part: Part) -> bytes:
    """The part as a Parquet file."""
    plan = part.plan
    if version_of(plan.game) != plan.version:
        raise OtherRules(here=version_of(plan.game), wanted=plan.version)
    game = game_by_name(plan.game)
    numbers = range(part.first, part.first + part.games)
    rows = [
        play_recorded(game, plan.seats, plan.options, plan.bots, plan.seed, number)
        for number in numbers
    ]
    return as_parquet(pl.DataFrame(rows, schema=COLUMNS))


def as_parquet(frame: pl.DataFrame) -> bytes:
    out = io.BytesIO()
    frame.write_parquet(out, compression="zstd")
    return out.getvalue()


def play_run(
    plan: Plan,
    games: int,
    folder: Path,
    *,
    workers: int = 1,
    cluster: str | None = None,
    progress: bool = False,
) -> pl.DataFrame:
    """The first so many games of a plan: what the folder has already is not played again."""
    check_count("games", games, MOST_GAMES)
    check_count("jobs", workers, 1000)
    kept = folder / plan.name()
    kept.mkdir(parents=True, exist_ok=True)
    write_whole(kept / "plan.json", json.dumps(plan._asdict(), indent=1, default=list).encode())
    parts = [Part(plan, first, min(plan.part, games - first)) for first in range(0, games, plan.part)]
    missing = [part for part in parts if read_part(kept, part) is None]
    title = f"{plan.game} · {plan.seats}" if progress else ""
    for at, written in finished(play_part, missing, workers, title, cluster):
        write_whole(part_file(kept, missing[at]), written)
    found = [read_part(kept, part) for part in parts]
    return pl.concat([each for each in found if each is not None])


def part_file(kept: Path, part: Part) -> Path:
    return kept / f"{part.first // part.plan.part:06}.parquet"


def read_part(kept: Path, part: Part) -> pl.DataFrame | None:
    """The games of a part, if its file is there, sound, and has them all."""
    try:
        frame = pl.read_parquet(part_file(kept, part))
    except (OSError, pl.exceptions.PolarsError):
        return None
    if frame.schema != pl.Schema(COLUMNS) or frame.height < part.games:
        return None
    return frame.head(part.games)


def write_whole(path: Path, content: bytes) -> None:
    """All of it or nothing, whenever the program is killed."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    with draft.open("wb") as out:
        out.write(content)
        out.flush()
        os.fsync(out.fileno())
    draft.replace(path)
