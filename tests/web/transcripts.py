"""What seats were told, move by move: it drives the pages' tests of beats (web/tests/told.ts).

PYTHONPATH=build/compiled:tests .venv/bin/python -m web.transcripts mow > web/tests/told/mow.jsonl
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from itertools import islice, pairwise
from typing import Any, NamedTuple

from tablee.core.contract import SPECTATOR
from tablee.games import GAMES
from tablee.games import game as game_by_name
from tablee.server import messages
from tablee.testing import walk
from web.positions import Case, matches

MOVES = 3000  # that are looked at, of each way to play
LENGTH = 60_000  # of all that is kept, in characters


class Move(NamedTuple):
    """What a seat heard, and what it saw before and after."""

    way: str
    before: Any
    events: Any
    after: Any

    def line(self) -> str:
        told = {
            "way": self.way,
            "before": self.before,
            "events": self.events,
            "after": patch(self.before, self.after),
        }
        return json.dumps(told, ensure_ascii=False, separators=(",", ":"))

    def news(self) -> tuple[Any, ...]:
        """What there is to see: each event, whether it is the viewer's own, and what follows it."""
        each = [(news["event"], news.get("seat") == self.after["seat"]) for news in self.events]
        return tuple(
            dict.fromkeys([*each, *pairwise(each), *zip(each, each[1:], each[2:], strict=False)])
        )

    def __hash__(self) -> int:
        return id(self)


def ways(game: str) -> list[Case]:
    """Every number of seats with every variant."""
    found = walk.cases(game_by_name(game))
    return [Case(game, each.seats, "", tuple(each.options.items())) for each in found]


def patch(old: Any, new: Any, path: tuple[str | int, ...] = ()) -> list[Any]:
    """Where they differ: [path, what is there now]."""
    if old == new:
        return []
    if isinstance(old, dict):
        return [each for key in new for each in patch(old[key], new[key], (*path, key))]
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        return [each for at in range(len(new)) for each in patch(old[at], new[at], (*path, at))]
    return [[path, new]]


def moves(case: Case, most: int) -> Iterator[Move]:
    """Each match from others' eyes."""
    audience, heard, seen, at = SPECTATOR - 1, 0, None, -1
    for room in islice(matches(case), most):
        assert room.match is not None
        if len(room.match.log) <= at or seen is None:
            audience = audience + 1 if audience + 1 < case.seats else SPECTATOR
            told = json.loads(messages.told(room, audience, None))
        else:
            told = json.loads(messages.told(room, audience, heard))
            yield Move(
                f"{case.game}-{case.seats} {dict(case.options)}", seen, told["events"], told["view"]
            )
        heard, seen, at = told["n"], told["view"], len(room.match.log)


def chosen(game: str, most: int) -> list[Move]:
    """Every way to play, every kind of event and what follows what, as far as there is room."""
    found: dict[Any, Move] = {}
    for case in ways(game):
        for move in moves(case, most):
            key = (move.way if len(move.events) > 1 else "", *move.news())
            if key not in found or len(move.line()) < len(found[key].line()):
                found[key] = move
    left = {move: ({move.way, *move.news()}, len(move.line())) for move in found.values()}
    kept: list[Move] = []
    met: set[Any] = set()
    room = LENGTH
    while left:
        best = max(left, key=lambda move: len(left[move][0] - met) / left[move][1])
        news, length = left.pop(best)
        if length <= room and not news <= met:
            kept.append(best)
            met |= news
            room -= length
    return sorted(kept, key=lambda move: move.way)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=[each.name for each in GAMES])
    parser.add_argument("--moves", type=int, default=MOVES, help="looked at, of each way to play")
    parser.add_argument("--all", action="store_true", help="keep every move")
    given = parser.parse_args()
    every = (move for case in ways(given.game) for move in moves(case, given.moves))
    for move in every if given.all else chosen(given.game, given.moves):
        print(move.line())


if __name__ == "__main__":
    main()
