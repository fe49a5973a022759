"""What the games of a run say: shares and intervals, length, choices, drama, what happens how often."""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Sequence
from importlib.resources import files
from typing import Any

import polars as pl

from tablee.core.contract import Game
from tablee.core.encode import event_name
from tablee.games import game as game_by_name
from tablee.lab.runs import Plan
from tablee.lab.shares import Z95, wilson

DIGITS = 4
COMEBACK = 0.5  # of an even share: who wins after having had less hope than that came back


def summary(plan: Plan, games: pl.DataFrame) -> dict[str, Any]:
    """All of it, as plain data for JSON and for reports."""
    game = game_by_name(plan.game)
    even = 1 / len(game.sides(plan.seats))
    n = games.height
    shared = int((games["shares"].list.max() < 1).sum())
    return {
        "game": plan.game,
        "seats": plan.seats,
        "options": dict(plan.options),
        "bots": list(plan.bots),
        "seed": plan.seed,
        "version": plan.version,
        "games": n,
        "even": round(even, DIGITS),
        "places": by_place(games, plan.seats),
        "by_seat": [
            {"seat": seat, "bot": bot, **share_of(games["shares"].list.get(seat))}
            for seat, bot in enumerate(plan.bots)
        ],
        "shared": proportion(shared, n),
        "reasons": {
            reason: proportion(count, n) for reason, count in sorted(tally(games["reason"]).items())
        },
        "length": {key: spread_of(games[key]) for key in ("moves", "turns")},
        "scores": {
            "all": spread_of(games["scores"].explode()),
            "spread": spread_of(games["spread"]),
            "margin": spread_of(games["margin"]),
        },
        "choices": choices(games),
        "drama": drama(games, even),
        "actions": of_actions(games, [game.verbs.text(at) for at in range(game.verbs.size)]),
        "verbs": of_actions(games, [game.verbs.verb(at).name for at in range(game.verbs.size)]),
        "events": of_events(game, games),
        "words": of_words(game, games),
    }


def tally(column: pl.Series) -> dict[str, int]:
    counted = column.value_counts()
    return dict(zip(counted[column.name].to_list(), counted["count"].to_list(), strict=True))


# -- figures ---------------------------------------------------------------------------------------


def share_of(column: pl.Series) -> dict[str, float]:
    """The mean of a column of shares, with Wilson's interval."""
    share = float(column.sum()) / len(column)
    low, high = wilson(share, len(column))
    return {"share": round(share, DIGITS), "low": round(low, DIGITS), "high": round(high, DIGITS)}


def proportion(count: int, n: int) -> dict[str, float]:
    low, high = wilson(count / n, n)
    return {"share": round(count / n, DIGITS), "low": round(low, DIGITS), "high": round(high, DIGITS)}


def spread_of(column: pl.Series) -> dict[str, float]:
    """Mean with its 95 % interval, and how far the values lie apart."""
    values = column.drop_nulls().cast(pl.Float64)
    mean, deviation = float(values.mean() or 0), float(values.std() or 0)  # type: ignore[arg-type]
    error = Z95 * deviation / math.sqrt(len(values))
    found = {"mean": mean, "low": mean - error, "high": mean + error, "sd": deviation}
    for name, at in (("least", 0), ("p5", 0.05), ("median", 0.5), ("p95", 0.95), ("most", 1)):
        found[name] = float(values.quantile(at, "nearest") or 0)
    return {name: round(value, DIGITS) for name, value in found.items()}


def by_place(games: pl.DataFrame, seats: int) -> list[dict[str, float]]:
    """Win shares in the order of the turns: place 0 plays first, whatever seat that is."""
    return [{"place": place, **share_of(of_place(games, seats, place))} for place in range(seats)]


def of_place(games: pl.DataFrame, seats: int, place: int) -> pl.Series:
    """The share of the win, game by game, of the seat at that place."""
    seat = (pl.col("first").cast(pl.Int64) + place) % seats
    return games.select(pl.col("shares").list.get(seat))["shares"]


def choices(games: pl.DataFrame) -> dict[str, float]:
    moves, turns, free = (int(games[key].sum()) for key in ("moves", "turns", "free"))
    return {
        "decisions_per_turn": round(free / turns, DIGITS),
        "moves_per_turn": round(moves / turns, DIGITS),
        "branching": round(int(games["choices"].sum()) / max(1, free), DIGITS),
        "widest": int(games["widest"].max() or 0),  # type: ignore[arg-type]
        "forced": round(1 - free / moves, DIGITS),
    }


def drama(games: pl.DataFrame, even: float) -> dict[str, Any] | None:
    """By the game's own estimate of everybody's prospects; None where it has none."""
    told = games.filter(pl.col("leads").is_not_null())
    won = told.filter(pl.col("lowest").is_not_null())
    if told.is_empty() or won.is_empty():
        return None
    return {
        "leads": spread_of(told["leads"]),
        "swing": spread_of(told["swing"]),
        "settled": spread_of(won["settled"]),
        "comebacks": proportion(int((won["lowest"] < COMEBACK * even).sum()), won.height),
    }


# -- what happens how often ------------------------------------------------------------------------


def of_actions(games: pl.DataFrame, names: Sequence[str]) -> list[dict[str, Any]]:
    """How often, in how many games, and how the seats fare that do it at least once."""
    done = games.select("number", "shares", "actions").explode("actions").unnest("actions")
    named = done.with_columns(
        name=pl.col("action").replace_strict(dict(enumerate(names)), return_dtype=pl.String),
        share=pl.col("shares").list.get(pl.col("seat")),
    )
    by_seat = named.group_by("number", "seat", "name").agg(pl.col("n").sum(), pl.col("share").first())
    rows = by_seat.group_by("name").agg(
        n=pl.col("n").sum(),
        games=pl.col("number").n_unique(),
        seats=pl.len(),
        won=pl.col("share").sum(),
    )
    return [
        {
            **occurrence(row, games.height),
            "winning": proportion_of_sum(row["won"], row["seats"]),
        }
        for row in ordered(rows)
    ]


def of_events(game: Game, games: pl.DataFrame) -> list[dict[str, Any]]:
    """Events by name, with the rules that they stand for."""
    rules = rules_of_events(game)
    rows = counted(game, games, "events", pl.col("name"))
    return [
        {**occurrence(row, games.height), "rules": rules.get(row["name"], [])} for row in ordered(rows)
    ]


def of_words(game: Game, games: pl.DataFrame) -> list[dict[str, Any]]:
    """Cards and other words, event by event: `bought gold`."""
    rows = counted(game, games, "words", pl.col("name") + " " + pl.col("word"))
    return [occurrence(row, games.height) for row in ordered(rows)]


def counted(game: Game, games: pl.DataFrame, column: str, name: pl.Expr) -> pl.DataFrame:
    names = {at: event_name(kind) for at, kind in enumerate(game.events)}
    happened = games.select("number", column).explode(column).unnest(column)
    named = happened.filter(pl.col("n").is_not_null()).with_columns(
        name=pl.col("event").replace_strict(names, return_dtype=pl.String)
    )
    return (
        named.with_columns(name=name)
        .group_by("name")
        .agg(n=pl.col("n").sum(), games=pl.col("number").n_unique())
    )


def ordered(rows: pl.DataFrame) -> list[dict[str, Any]]:
    """The most frequent first, in the same order every time."""
    return rows.sort(["n", "name"], descending=[True, False]).to_dicts()


def occurrence(row: dict[str, Any], games: int) -> dict[str, Any]:
    return {
        "name": row["name"],
        "per_game": round(row["n"] / games, DIGITS),
        "in_games": round(row["games"] / games, DIGITS),
    }


def proportion_of_sum(won: float, n: int) -> dict[str, float]:
    low, high = wilson(min(1.0, won / n), n)
    return {"share": round(won / n, DIGITS), "low": round(low, DIGITS), "high": round(high, DIGITS)}


def rules_of_events(game: Game) -> dict[str, list[str]]:
    """The rule ids in what an event says of itself, read from its source: compiled, it is gone."""
    rule = re.compile(rf"\b{game.prefix}-\d+")
    found = {}
    for entry in files(game.package).iterdir():
        if entry.name == "events.py":
            for node in ast.walk(ast.parse(entry.read_text("utf-8"))):
                if isinstance(node, ast.ClassDef):
                    name = "".join("_" + c.lower() if c.isupper() else c for c in node.name)
                    found[name.lstrip("_")] = rule.findall(ast.get_docstring(node) or "")
    return found


# -- skill against luck ----------------------------------------------------------------------------


def rung(plan: Plan, games: pl.DataFrame) -> dict[str, Any]:
    """How much the first bot of a plan wins against the others, who are all weaker."""
    even = 1 / len(game_by_name(plan.game).sides(plan.seats))
    return {
        "bot": plan.bots[0],
        "against": plan.bots[1],
        "games": games.height,
        "even": round(even, DIGITS),
        **share_of(games["shares"].list.get(0)),
    }
