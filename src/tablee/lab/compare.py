"""Two variants of the rules on common random numbers: the same game numbers, the same luck.

Games are compared in pairs, so that luck which both share cancels out, and the interval is that of the
mean difference.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from tablee.games import game as game_by_name
from tablee.lab.errors import SameVariants
from tablee.lab.findings import COMEBACK, DIGITS, of_place
from tablee.lab.runs import PART, Plan, make_plan
from tablee.lab.shares import Z95
from tablee.lab.study import How, Study, keep

import polars as pl  # isort: skip (after runs, which says what to install)


def compare(
    name: str,
    seats: int,
    games: int,
    seed: int = 0,
    *,
    how: How,
    against: Mapping[str, object],
    options: Mapping[str, object] | None = None,
    bots: Sequence[str] = ("easy",),
    part: int = PART,
) -> Study:
    """A has the options, B has them with those of `against` in their place."""
    one = make_plan(name, seats, bots, seed, options or {}, part)
    two = make_plan(name, seats, bots, seed, {**(options or {}), **against}, part)
    if one == two or not against:
        raise SameVariants()
    a, b = how.play(one, games), how.play(two, games)
    found = {
        "game": name,
        "seats": seats,
        "bots": list(one.bots),
        "seed": seed,
        "version": one.version,
        "games": games,
        "a": dict(one.options),
        "b": dict(two.options),
        "measures": measures(one, a, b),
        "actions": actions(one, a, b),
    }
    folder = how.folder / f"compare-{one.name()}-{two.name().rpartition('-')[2]}"
    keep(folder, found, a=a, b=b)
    return Study(found, a, folder)


def difference(a: pl.Series, b: pl.Series) -> dict[str, float | int] | None:
    """Means of both, and of what B has more, game by game where both have a value."""
    pairs = pl.DataFrame({"a": a.cast(pl.Float64), "b": b.cast(pl.Float64)}).drop_nulls()
    if pairs.height < 2:
        return None
    more = pairs["b"] - pairs["a"]
    mean, deviation = float(more.mean()), float(more.std())  # type: ignore[arg-type]
    figures = {
        "a": float(pairs["a"].mean()),  # type: ignore[arg-type]
        "b": float(pairs["b"].mean()),  # type: ignore[arg-type]
        **interval(mean, deviation, pairs.height),
    }
    return {"games": pairs.height, **{key: round(value, DIGITS) for key, value in figures.items()}}


def measures(plan: Plan, a: pl.DataFrame, b: pl.DataFrame) -> list[dict[str, Any]]:
    """The rows of the comparison; what a game has no figures for is left out."""
    even = 1 / len(game_by_name(plan.game).sides(plan.seats))

    def columns(games: pl.DataFrame) -> dict[str, pl.Series]:
        found = {f"place {place}": of_place(games, plan.seats, place) for place in range(plan.seats)}
        found |= {key: games[key] for key in ("turns", "moves", "spread", "margin")}
        found["decisions_per_turn"] = games["free"] / games["turns"]
        found["branching"] = games["choices"] / games["free"].replace(0, None)
        found["shared"] = games["shares"].list.max() < 1
        found |= {key: games[key] for key in ("leads", "settled", "swing")}
        found["comebacks"] = games["lowest"] < COMEBACK * even
        return found

    one, two = columns(a), columns(b)
    rows = [(key, difference(one[key], two[key])) for key in one]
    return [{"name": key, **row} for key, row in rows if row is not None]


def actions(plan: Plan, a: pl.DataFrame, b: pl.DataFrame) -> list[dict[str, Any]]:
    """How often each action is done in a game, the most frequent first."""
    verbs = game_by_name(plan.game).verbs
    both = times(a, "a").join(times(b, "b"), on=["number", "action"], how="full", coalesce=True)
    more = both.fill_null(0).with_columns(more=pl.col("b") - pl.col("a"))
    sums = more.group_by("action").agg(
        pl.col("a", "b", "more").sum(), squares=(pl.col("more") * pl.col("more")).sum()
    )
    rows = []
    for each in sums.iter_rows(named=True):
        # A game in which neither variant does it is a difference of 0 as well.
        n, mean = a.height, each["more"] / a.height
        variance = max(0.0, each["squares"] - n * mean * mean) / max(1, n - 1)
        figures = {"a": each["a"] / n, "b": each["b"] / n, **interval(mean, math.sqrt(variance), n)}
        rounded = {key: round(value, DIGITS) for key, value in figures.items()}
        rows.append({"name": verbs.text(each["action"]), "games": n, **rounded})
    return sorted(rows, key=lambda row: (-max(row["a"], row["b"]), row["name"]))


def times(games: pl.DataFrame, name: str) -> pl.DataFrame:
    """How often each action was done in each game, by all seats together."""
    done = games.select("number", "actions").explode("actions").unnest("actions")
    return done.group_by("number", "action").agg(pl.col("n").cast(pl.Int64).sum().alias(name))


def interval(mean: float, deviation: float, n: int) -> dict[str, float]:
    error = Z95 * deviation / math.sqrt(n)
    return {"difference": mean, "low": mean - error, "high": mean + error}
