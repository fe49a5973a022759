"""Playing a position to its end without a word: rollouts of a search, and bulk simulation."""

from __future__ import annotations

from mypy_extensions import i64

from tablee.core.bits import lowest
from tablee.core.contract import Actions, Game, State, Table
from tablee.core.options import Options


def random_playout(state: State, out: Actions, table: Table) -> i64:
    """Any legal action after the other; how many there were."""
    moves: i64 = 0
    while state.acting != 0:
        seat = lowest(state.acting)
        out.n = 0
        state.legal(seat, out)
        state.apply(seat, out.at[table.below(out.n)], table)
        moves += 1
    return moves


def plausible_playout(state: State, out: Actions, table: Table) -> i64:
    """The same by the instinct of the seats."""
    moves: i64 = 0
    while state.acting != 0:
        seat = lowest(state.acting)
        out.n = 0
        state.legal(seat, out)
        state.apply(seat, state.instinct(seat, out, table), table)
        moves += 1
    return moves


def random_games(game: Game, seats: int, options: Options, games: i64, table: Table) -> i64:
    moves: i64 = 0
    out = game.actions()
    for _ in range(games):
        moves += random_playout(game.setup(seats, options, table), out, table)
    return moves
