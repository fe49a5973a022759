"""Whole games without a word, as fast as they go: what bulk simulation runs."""

from __future__ import annotations

from mypy_extensions import i64

from tablee.core.bits import lowest
from tablee.core.contract import Actions, Game, Outcome, State, Table
from tablee.core.options import Options
from tablee.core.tables import LabTable


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


def tally(counts: dict[str, int], game: Game, outcome: Outcome, moves: int) -> None:
    """Count one game: who won, why it ended, how long it was. Partners win together."""
    winners = outcome.winners()
    side = next(each for each in game.sides(len(outcome.ranks)) if winners[0] in each)
    won = [f"won by {seat}" for seat in winners] if len(winners) == len(side) else ["shared"]
    for key in ("games", f"reason {outcome.reason}", *won):
        counts[key] = counts.get(key, 0) + 1
    counts["moves"] = counts.get("moves", 0) + moves


def random_games(game: Game, seats: int, options: Options, seed: i64, games: i64) -> dict[str, int]:
    """Games number seed, seed + 1, …: each has its own luck, so they can be split as one likes."""
    counts: dict[str, int] = {}
    out = game.actions()
    for i in range(games):
        table = LabTable(seed + i)
        state = game.setup(seats, options, table)
        moves = random_playout(state, out, table)
        outcome = state.outcome()
        assert outcome is not None
        tally(counts, game, outcome, moves)
    return counts
