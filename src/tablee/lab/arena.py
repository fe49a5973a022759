"""The arena: bots against bots on many seeds, each line-up in every rotation of the seats."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from openskill.models import PlackettLuce

from tablee.core.contract import Game
from tablee.games import game as game_by_name
from tablee.lab.contest import play_numbered
from tablee.lab.jobs import run_jobs
from tablee.lab.shares import wilson, win_shares
from tablee.lab.simulate import check_count, check_series

MOST_GAMES = 10_000_000


class Bout(NamedTuple):
    """One game: who sits where follows from its number."""

    game: str
    seats: int
    options: Mapping[str, object]
    bots: tuple[str, ...]
    seed: int
    number: int


class Result(NamedTuple):
    """By seat: the bot, its share of the win, its rank, its choices and the CPU seconds they took."""

    bots: tuple[str, ...]
    shares: tuple[float, ...]
    ranks: tuple[int, ...]
    choices: tuple[int, ...]
    seconds: tuple[float, ...]
    moves: int


def play_bout(bout: Bout) -> Result:
    """The same deal comes once in every rotation."""
    game = game_by_name(bout.game)
    deal, turned = divmod(bout.number, bout.seats)
    bots = bout.bots[turned:] + bout.bots[:turned]
    played = play_numbered(game, bout.seats, bout.options, bots, bout.seed, deal)
    ranks = played.outcome.ranks
    shares = win_shares(game, ranks)
    return Result(bots, shares, ranks, played.choices, played.seconds, played.moves)


def arena(
    name: str,
    seats: int,
    games: int,
    bots: Sequence[str],
    seed: int = 0,
    *,
    options: Mapping[str, object] | None = None,
    workers: int = 1,
    progress: bool = False,
) -> dict[str, Any]:
    """Play at least so many games (all rotations of each deal) and say how the bots compare."""
    check_count("games", games, MOST_GAMES)
    lineup = check_series(name, seats, bots, options or {}, workers)
    check_count("bots", len(bots), seats)
    game = game_by_name(name)
    rounded = -(-games // seats) * seats
    given = dict(options or {})
    bouts = [Bout(name, seats, given, lineup, seed, number) for number in range(rounded)]
    start = time.perf_counter()
    played = run_jobs(play_bout, bouts, workers, f"{name} · {seats}" if progress else "")
    return {
        "game": name,
        "seats": seats,
        "options": given,
        "lineup": list(lineup),
        "games": rounded,
        "seed": seed,
        "moves_per_game": round(sum(result.moves for result in played) / rounded, 1),
        "even": 1 / len(game.sides(seats)),
        "seconds": round(time.perf_counter() - start, 1),
        "bots": standings(game, lineup, played),
    }


def standings(game: Game, lineup: Sequence[str], played: Sequence[Result]) -> list[dict[str, Any]]:
    """One row a bot, the best first; a bot in several seats is the mean of them."""
    ratings = rate(game, lineup, played)
    rows = []
    for bot in dict.fromkeys(lineup):
        places = [
            (result, seat)
            for result in played
            for seat in range(len(lineup))
            if result.bots[seat] == bot
        ]
        share = sum(result.shares[seat] for result, seat in places) / len(places)
        low, high = wilson(share, len(played))
        choices = sum(result.choices[seat] for result, seat in places)
        seconds = sum(result.seconds[seat] for result, seat in places)
        rating = ratings[bot]
        rows.append(
            {
                "bot": bot,
                "win_share": round(share, 4),
                "low": round(low, 4),
                "high": round(high, 4),
                "mean_rank": round(sum(result.ranks[seat] for result, seat in places) / len(places), 3),
                "rating": round(rating[0], 2),
                "rating_sigma": round(rating[1], 2),
                "milliseconds_a_move": round(1000 * seconds / max(1, choices), 3),
            }
        )
    return sorted(rows, key=lambda row: -row["win_share"])


def rate(game: Game, lineup: Sequence[str], played: Sequence[Result]) -> dict[str, tuple[float, float]]:
    """OpenSkill (Plackett–Luce), game by game; a bot that sits in several seats gets their mean."""
    model = PlackettLuce()
    ratings = {bot: model.rating(name=bot) for bot in lineup}
    sides = game.sides(len(lineup))
    for result in played:
        teams = [
            [
                model.rating(mu=ratings[b].mu, sigma=ratings[b].sigma)
                for b in (result.bots[s] for s in side)
            ]
            for side in sides
        ]
        rated = model.rate(teams, ranks=[float(result.ranks[side[0]]) for side in sides])
        fresh: dict[str, list[Any]] = {}
        for side, team in zip(sides, rated, strict=True):
            for seat, rating in zip(side, team, strict=True):
                fresh.setdefault(result.bots[seat], []).append(rating)
        for bot, several in fresh.items():
            ratings[bot].mu = sum(each.mu for each in several) / len(several)
            ratings[bot].sigma = sum(each.sigma for each in several) / len(several)
    return {bot: (rating.mu, rating.sigma) for bot, rating in ratings.items()}
