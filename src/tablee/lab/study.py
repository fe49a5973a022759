"""Studies: many games of one plan, and a ladder of bots that tells skill from luck."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from tablee.lab.findings import rung, summary
from tablee.lab.runs import PART, Plan, as_parquet, make_plan, play_run, write_whole

import polars as pl  # isort: skip (after runs, which says what to install)

RUNS = "runs"


class Study(NamedTuple):
    """What was found, the games behind it, and the folder with both."""

    summary: dict[str, Any]
    games: pl.DataFrame
    folder: Path


class How(NamedTuple):
    """Where games are played and kept; what comes out does not depend on it."""

    folder: Path
    workers: int = 1
    cluster: str | None = None
    progress: bool = False

    def play(self, plan: Plan, games: int) -> pl.DataFrame:
        return play_run(
            plan,
            games,
            self.folder / RUNS,
            workers=self.workers,
            cluster=self.cluster,
            progress=self.progress,
        )


def study(
    name: str,
    seats: int,
    games: int,
    seed: int = 0,
    *,
    how: How,
    bots: Sequence[str] = ("easy",),
    options: Mapping[str, object] | None = None,
    ladder: Sequence[str] = (),
    ladder_games: int = 400,
    part: int = PART,
) -> Study:
    """Play and count. Each bot of the ladder but the first meets a table of the one before it."""
    plan = make_plan(name, seats, bots, seed, options or {}, part)
    rungs = [
        make_plan(name, seats, [better, worse], seed, options or {}, part)
        for worse, better in pairwise(ladder)
    ]
    played = how.play(plan, games)
    found = summary(plan, played)
    found["ladder"] = [rung(each, how.play(each, ladder_games)) for each in rungs]
    folder = how.folder / f"study-{plan.name()}"
    keep(folder, found, games=played)
    return Study(found, played, folder)


def keep(folder: Path, found: Mapping[str, Any], **frames: pl.DataFrame) -> None:
    """The results: tables as Parquet, and what they say as JSON."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, frame in frames.items():
        write_whole(folder / f"{name}.parquet", as_parquet(frame.rechunk()))
    text = json.dumps(found, ensure_ascii=False, indent=1)
    write_whole(folder / "summary.json", text.encode())
