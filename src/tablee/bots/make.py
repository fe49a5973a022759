"""Bots by name: random, greedy, a level, or a search with its budget (ismcts:800, ismcts:50ms)."""

from __future__ import annotations

from tablee.bots.bot import Bot
from tablee.bots.greedy import GreedyBot
from tablee.bots.ismcts_bot import IsmctsBot
from tablee.bots.random import RandomBot
from tablee.core.contract import Game, Table
from tablee.core.errors import UnknownBot
from tablee.core.thinking import LEVELS

MOST_ITERATIONS = 10_000_000


def make_bot(name: str, game: Game, luck: Table) -> Bot:
    if name == "random":
        return RandomBot(game, luck)
    if name == "greedy":
        return GreedyBot(game, luck)
    if name in LEVELS:
        level = game.thinking.level(name)
        return IsmctsBot(game, luck, level.iterations, overlooks=level.overlooks)
    kind, _, budget = name.partition(":")
    timed = budget.endswith("ms")
    figure = budget.removesuffix("ms")
    if kind == "ismcts" and figure.isdecimal() and 0 < int(figure) <= MOST_ITERATIONS:
        if timed:
            return IsmctsBot(game, luck, MOST_ITERATIONS, milliseconds=int(figure))
        return IsmctsBot(game, luck, int(figure))
    raise UnknownBot(given=name[:80])
