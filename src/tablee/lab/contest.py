"""One game between bots, silent and fast; each sees its own views only."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple

from tablee.bots.bot import Bot
from tablee.core.bits import lowest
from tablee.core.contract import Game, Outcome, State, Table
from tablee.core.options import Options

MASK32 = 0xFFFFFFFF


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


def play_game(game: Game, seats: int, options: Options, bots: Sequence[Bot], table: Table) -> Played:
    state = game.setup(seats, options, table)
    choices, seconds, moves = [0] * seats, [0.0] * seats, 0
    while state.acting != 0:
        seat = lowest(state.acting)
        before = time.process_time()
        action = choice(bots[seat], state, seat)
        seconds[seat] += time.process_time() - before
        choices[seat] += 1
        state.apply(seat, action, table)
        moves += 1
    outcome = state.outcome()
    assert outcome is not None
    return Played(outcome, moves, tuple(choices), tuple(seconds))


def choice(bot: Bot, state: State, seat: int) -> int:
    return bot.choose(state.view(seat))
