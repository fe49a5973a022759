"""One game between bots, silent and fast; each sees its own views only."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tablee.bots.bot import Bot, Judged
from tablee.bots.ismcts_bot import IsmctsBot
from tablee.bots.make import make_bot
from tablee.core.bits import lowest
from tablee.core.contract import Game, Outcome, State, Table, View
from tablee.core.errors import UnknownBot
from tablee.core.options import Options
from tablee.core.tables import LabTable

MASK32 = 0xFFFFFFFF
CHEAT = "cheat:"


def mixed(*numbers: int) -> int:
    """A seed out of several numbers; for fixed first ones, different last ones give different seeds."""
    seed = 0
    for number in numbers:
        seed ^= seed >> 16
        seed = (seed * 0x7FEB352D) & MASK32
        seed ^= seed >> 15
        seed = (seed * 0x846CA68B + number) & MASK32
    return seed


class Played(NamedTuple):
    """How a game went: outcome, moves, and each seat's choices with the CPU seconds they took."""

    outcome: Outcome
    moves: int
    choices: tuple[int, ...]
    seconds: tuple[float, ...]


class Cheat(Bot):
    """A search that is shown the truth: it tells what that is worth, and plays only in the lab."""

    def __init__(self, game: Game, luck: Table, iterations: int) -> None:
        super().__init__(game, luck)
        self.thinker = IsmctsBot(game, luck, iterations)

    def explain(self, view: View) -> list[Judged]:
        return self.thinker.explain(view)

    def choose_knowing(self, state: State, seat: int) -> int:
        search = self.thinker.search(state.copy(), seat)
        search.blind = False
        search.run(self.thinker.iterations)
        return search.judged()[0].action


def make_contestant(name: str, game: Game, luck: Table) -> Bot:
    """A bot by name, or `cheat:N`, which sees everything."""
    if not name.startswith(CHEAT):
        return make_bot(name, game, luck)
    iterations = name.removeprefix(CHEAT)
    if not iterations.isdecimal() or int(iterations) == 0:
        raise UnknownBot(given=name[:80])
    return Cheat(game, luck, int(iterations))


def play_game(game: Game, seats: int, options: Options, bots: Sequence[Bot], table: Table) -> Played:
    state = game.setup(seats, options, table)
    choices, seconds, moves = [0] * seats, [0.0] * seats, 0
    while state.acting != 0:
        seat = lowest(state.acting)
        before = time.process_time()
        action = choose(bots[seat], state, seat)
        seconds[seat] += time.process_time() - before
        choices[seat] += 1
        state.apply(seat, action, table)
        moves += 1
    outcome = state.outcome()
    assert outcome is not None
    return Played(outcome, moves, tuple(choices), tuple(seconds))


def choose(bot: Bot, state: State, seat: int) -> int:
    if isinstance(bot, Cheat):
        return bot.choose_knowing(state, seat)
    return bot.choose(state.view(seat))


def play_numbered(
    game: Game, seats: int, options: Mapping[str, object], names: Sequence[str], seed: int, number: int
) -> Played:
    """Game `number` of a series: its luck and that of every bot follow from the two numbers."""
    lucks = [LabTable(mixed(seed, 1 + seat, number)) for seat in range(seats)]
    bots = [make_contestant(name, game, luck) for name, luck in zip(names, lucks, strict=True)]
    table = LabTable(mixed(seed, 0, number))
    return play_game(game, seats, game.check(seats, options), bots, table)
