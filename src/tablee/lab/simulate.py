"""Bulk simulation: many games at random or between bots, on all cores."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tablee.bots.playout import Tally, random_games
from tablee.core.errors import BadCount
from tablee.core.tables import LabTable
from tablee.games import game as game_by_name
from tablee.lab.contest import make_contestant, mixed, play_numbered
from tablee.lab.jobs import run_jobs

MOST_GAMES = 1_000_000_000
BATCHES = 200  # at most, so that progress shows and workers share evenly


class Batch(NamedTuple):
    game: str
    seats: int
    options: Mapping[str, object]
    bots: tuple[str, ...]  # none: at random, inside compiled code
    seed: int
    first: int
    games: int


def play_batch(batch: Batch) -> dict[str, int]:
    game = game_by_name(batch.game)
    if not batch.bots:
        options = game.check(batch.seats, batch.options)
        start = mixed(batch.seed, 0, batch.first)
        return random_games(game, batch.seats, options, start, batch.games)
    tally = Tally(game, batch.seats)
    for number in range(batch.first, batch.first + batch.games):
        played = play_numbered(game, batch.seats, batch.options, batch.bots, batch.seed, number)
        tally.add(played.outcome, played.moves)
    return tally.counts()


def simulate(
    name: str,
    seats: int,
    games: int,
    seed: int = 0,
    *,
    bots: Sequence[str] = (),
    options: Mapping[str, object] | None = None,
    workers: int = 1,
    progress: bool = False,
) -> dict[str, Any]:
    """Play so many games; what is counted depends on the seed, not on the number of workers."""
    check_count("games", games, MOST_GAMES)
    named = check_series(name, seats, bots, options or {}, workers)
    if set(named) == {"random"}:
        named = ()
    size = max(1, -(-games // BATCHES))
    batches = [
        Batch(name, seats, dict(options or {}), named, seed, first, min(size, games - first))
        for first in range(0, games, size)
    ]
    start = time.perf_counter()
    parts = run_jobs(play_batch, batches, workers, name if progress else "")
    seconds = time.perf_counter() - start
    counts: Counter[str] = Counter()
    for part in parts:
        counts.update(part)
    return report(name, seats, seed, named or ("random",) * seats, counts, workers, seconds)


def seat_bots(bots: Sequence[str], seats: int) -> tuple[str, ...]:
    """One bot for each seat; the last one named takes all seats that are left."""
    if not bots:
        return ()
    if len(bots) > seats:
        raise BadCount(what="bots", low=1, high=seats, given=len(bots))
    return (*bots, *[bots[-1]] * (seats - len(bots)))


def check_series(
    name: str, seats: int, bots: Sequence[str], options: Mapping[str, object], workers: int
) -> tuple[str, ...]:
    """Who sits where, if all of it can be played."""
    game = game_by_name(name)
    game.check(seats, options)
    check_count("workers", workers, 1000)
    named = seat_bots(bots, seats)
    for bot in named:
        make_contestant(bot, game, LabTable(0))
    return named


def check_count(what: str, given: int, most: int) -> None:
    if not 1 <= given <= most:
        raise BadCount(what=what, low=1, high=most, given=given)


def report(
    name: str,
    seats: int,
    seed: int,
    bots: Sequence[str],
    counts: Counter[str],
    workers: int,
    seconds: float,
) -> dict[str, Any]:
    reasons = {key.removeprefix("reason "): n for key, n in counts.items() if key.startswith("reason ")}
    return {
        "game": name,
        "seats": seats,
        "seed": seed,
        "bots": list(bots),
        "games": counts["games"],
        "moves": counts["moves"],
        "outcomes": {
            "won": [counts[f"won by {seat}"] for seat in range(seats)],
            "shared": counts["shared"],
            "reasons": dict(sorted(reasons.items())),
        },
        "workers": workers,
        "seconds": round(seconds, 3),
        "moves_per_second": round(counts["moves"] / seconds),
    }
