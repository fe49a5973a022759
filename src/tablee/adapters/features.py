"""Which numbers stand for a view: as the game declares it, or derived from views of random games."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec

from tablee.bots.random import RandomBot
from tablee.core.contract import Game
from tablee.core.features import (
    LEAST,
    MOST,
    Bag,
    Each,
    Encoder,
    Flag,
    Maybe,
    Number,
    Piece,
    Record,
    Row,
    Seat,
    Seats,
    Word,
)
from tablee.core.tables import LabTable
from tablee.games import game as game_by_name

SAMPLED = 5  # random games that a game without `features.py` is derived from
COPIES = 127


def encoder(game: Game, seats: int) -> Encoder:
    """Writes the views of a game with so many seats; each user has its own."""
    return Encoder(parts(game.name, seats))


@lru_cache(maxsize=64)
def parts(name: str, seats: int) -> dict[str, Piece]:
    game = game_by_name(name)
    module = f"{game.package}.features"
    if find_spec(module) is None:
        return derived(game, seats)
    declared: dict[str, Piece] = import_module(module).features(seats)
    return declared


def derived(game: Game, seats: int) -> dict[str, Piece]:
    """A part for each field of the views, of a kind that fits what random games showed.

    What never showed there (a longer list, a new word) is left out when it comes.
    """
    views = sampled(game, seats)
    words = {word: None for verb in game.verbs.all for arg in verb.args for word in arg.words}
    found: dict[str, Piece] = {}
    kind = type(views[0])
    for name in kind._fields:  # type: ignore[attr-defined]  # a NamedTuple of the game's own
        values = [getattr(view, name) for view in views]
        if name == "seat":
            piece: Piece = Seat(seats, absolute=True)
        elif name == "actors":
            piece = Seats(seats)
        elif name == "phase":
            piece = Word(game.phases)
        elif name == "options":
            continue
        else:
            piece = fitting(values, seats, tuple(words))
        found[name] = Record(kind, {name: piece})
    return found


def sampled(game: Game, seats: int) -> list[object]:
    """What every actor saw in some random games, always the same."""
    found: list[object] = []
    for seed in range(SAMPLED):
        table = LabTable(seed)
        bot = RandomBot(game, table)
        state = game.setup(seats, game.check(seats, {}), table)
        while state.acting != 0:
            seat = state.actors()[0]
            view = state.view(seat)
            found.append(view)
            state.apply(seat, bot.choose(view), table)
    return found


def fitting(values: Sequence[object], seats: int, words: tuple[str, ...]) -> Piece:
    """A piece for values such as these."""
    there = [value for value in values if value is not None]
    if not there:
        return Flag()
    if len(there) < len(values):
        return Maybe(fitting(there, seats, words))
    if all(isinstance(value, bool) for value in there):
        return Flag()
    if all(isinstance(value, int) for value in there):
        return Number(MOST, LEAST)
    if all(isinstance(value, str) for value in there):
        return Word(tuple(dict.fromkeys((*words, *sorted({str(value) for value in there})))))
    tuples = [value for value in there if isinstance(value, tuple)]
    if hasattr(tuples[0], "_fields"):
        kind = type(tuples[0])
        columns = zip(*tuples, strict=True)
        return Record(
            kind,
            {
                name: fitting(column, seats, words)
                for name, column in zip(kind._fields, columns, strict=True)
            },
        )
    items = [item for value in tuples for item in value]
    if tuples and all(len(value) == seats for value in tuples):
        return Each(seats, fitting(items, seats, words))
    if all(isinstance(item, str) for item in items):
        return Bag(tuple(dict.fromkeys((*words, *sorted({str(item) for item in items})))), COPIES)
    longest = max(len(value) for value in tuples)
    return Row(longest, fitting(items, seats, words), ragged=True)
