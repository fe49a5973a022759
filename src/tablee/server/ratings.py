"""Ratings: how good everybody is at a game, by OpenSkill, from all games of it that were finished.

They are nowhere written down. A rating follows from the logs of the tables, in the order in which these
ended, and so no game counts twice, none is lost, and every node says the same, after any restart. What
a table came to never changes, so each is read once by each node.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from tablee.core.contract import Game
from tablee.games import game as game_by_name
from tablee.server import entries as e
from tablee.server.decisions import Refusal
from tablee.server.effects import Row
from tablee.server.engine import Engine
from tablee.server.room import LOBBY, OVER, Room

PATIENCE: Final = 20.0  # seconds that somebody waits while old tables are read for the first time


class Who(NamedTuple):
    """A person, by id, or all bots of a level."""

    kind: str  # person, bot
    id: str


class Result(NamedTuple):
    """What a table came to: when, and by seat who played, under which name, and the rank."""

    at: int
    table: str
    who: tuple[Who, ...]
    names: tuple[str, ...]
    ranks: tuple[int, ...]


class Step(NamedTuple):
    """After a game."""

    table: str
    at: int
    rank: int
    mean: float
    uncertainty: float


class Rated(NamedTuple):
    """By who it is about: the last name, and every game with the rating after it."""

    games: int
    names: dict[Who, str]
    steps: dict[Who, list[Step]]


def result_of(rows: Sequence[Row]) -> Result | None:
    """None if it does not count: not finished, not to be rated, somebody replaced, nobody to compare.

    Whoever plays several seats plays against themselves.
    """
    room = Room()
    for row in rows:
        entry = e.decode(row.body)
        if isinstance(entry, e.Botted) and room.phase != LOBBY:
            return None
        room.fold(entry, row.command)
        if room.phase == OVER:
            break
    outcome = room.match.outcome() if room.match is not None else None
    if room.phase != OVER or outcome is None or not room.rated:
        return None
    chairs = room.chairs
    who = tuple(Who(chair.kind, chair.person or chair.level) for chair in chairs)
    people = [each for each in who if each.kind == "person"]
    if len(set(people)) != len(people) or len(set(who)) < 2:
        return None
    names = tuple(chair.name for chair in chairs)
    return Result(room.at, room.table, who, names, tuple(int(rank) for rank in outcome.ranks))


def rate(game: Game, results: Iterable[Result]) -> Rated:
    """Plackett–Luce, game by game; partners are a team, bots of one level get the mean of theirs."""
    from openskill.models import PlackettLuce  # takes a while to load

    model = PlackettLuce()
    in_order = sorted(results)
    rated = Rated(len(in_order), {}, {})
    now: dict[Who, tuple[float, float]] = {}
    for result in in_order:
        sides = game.sides(len(result.who))
        teams = []
        for side in sides:
            known = [now.get(result.who[seat]) for seat in side]
            teams.append([model.rating() if each is None else model.rating(*each) for each in known])
        fresh: dict[Who, list[Any]] = {}
        found = model.rate(teams, ranks=[float(result.ranks[side[0]]) for side in sides])
        for side, team in zip(sides, found, strict=True):
            for seat, rating in zip(side, team, strict=True):
                fresh.setdefault(result.who[seat], []).append(rating)
        for who, several in fresh.items():
            mean = sum(each.mu for each in several) / len(several)
            sigma = sum(each.sigma for each in several) / len(several)
            now[who] = (mean, sigma)
            seats = [seat for seat, each in enumerate(result.who) if each == who]
            rated.names[who] = result.names[seats[0]]
            rank = min(result.ranks[seat] for seat in seats)
            step = Step(result.table, result.at, rank, round(mean, 3), round(sigma, 3))
            rated.steps.setdefault(who, []).append(step)
    return rated


def told(game: str, rated: Rated, person: str) -> dict[str, Any]:
    """As it is sent: who is good for certain first, and the history of one person."""

    def certain(who: Who) -> float:
        last = rated.steps[who][-1]
        return last.mean - 3 * last.uncertainty

    lines = []
    for who in sorted(rated.steps, key=lambda each: (-certain(each), each)):
        steps = rated.steps[who]
        is_bot = who.kind == "bot"
        lines.append(
            {
                "kind": who.kind,
                "person": "" if is_bot else who.id,
                "name": "" if is_bot else rated.names[who],
                "level": who.id if is_bot else "",
                "mean": steps[-1].mean,
                "uncertainty": steps[-1].uncertainty,
                "games": len(steps),
            }
        )
    history = [step._asdict() for step in rated.steps.get(Who("person", person), [])]
    return {"game": game, "games": rated.games, "lines": lines, "person": person, "history": history}


class Ratings:
    """What a node has read so far."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.results: dict[str, dict[str, Result | None]] = {}  # by game and table
        self.rated: dict[str, Rated] = {}
        self.reading: dict[str, asyncio.Task[Rated]] = {}

    async def of(self, game: str) -> Rated:
        task = self.reading.get(game)
        if task is None or task.done():
            task = self.reading[game] = asyncio.create_task(self.read(game))
        try:
            async with asyncio.timeout(PATIENCE):
                return await asyncio.shield(task)
        except TimeoutError:  # it goes on
            raise Refusal("busy") from None

    async def read(self, game: str) -> Rated:
        known = self.results.setdefault(game, {})
        fresh = [table for table in await self.engine.store.ended(game) if table not in known]
        for table in fresh:
            rows = await self.engine.store.load(table, 0)
            try:
                known[table] = await asyncio.to_thread(result_of, rows)
            except Exception as error:  # a log that our rules cannot read any more
                self.engine.failed(table, error)
                known[table] = None
        if fresh or game not in self.rated:
            counted = [result for result in known.values() if result is not None]
            self.rated[game] = await asyncio.to_thread(rate, game_by_name(game), counted)
        return self.rated[game]
