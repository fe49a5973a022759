"""Whole games without a word, as fast as they go: what bulk simulation runs."""

from __future__ import annotations

from librt.vecs import vec
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


class Tally:
    """Counts games: who won, why they ended, how long they were. Partners win together."""

    def __init__(self, game: Game, seats: int) -> None:
        self.partners: i64 = len(game.sides(seats)[0])
        self.games: i64 = 0
        self.moves: i64 = 0
        self.shared: i64 = 0
        self.won = vec[i64]([0] * seats)
        self.reasons: dict[str, int] = {}

    def add(self, outcome: Outcome, moves: i64) -> None:
        self.games += 1
        self.moves += moves
        ranks = outcome.ranks
        if ranks.count(1) == self.partners:
            for seat in range(len(ranks)):
                if ranks[seat] == 1:
                    self.won[seat] += 1
        else:
            self.shared += 1
        self.reasons[outcome.reason] = self.reasons.get(outcome.reason, 0) + 1

    def counts(self) -> dict[str, int]:
        """As plain numbers, to be added up."""
        found = {"games": int(self.games), "moves": int(self.moves), "shared": int(self.shared)}
        for seat in range(len(self.won)):
            found[f"won by {seat}"] = int(self.won[seat])
        for reason, n in self.reasons.items():
            found[f"reason {reason}"] = n
        return found


def random_games(game: Game, seats: int, options: Options, seed: i64, games: i64) -> dict[str, int]:
    """Games number seed, seed + 1, …: each has its own luck, so they can be split as one likes."""
    tally = Tally(game, seats)
    out = game.actions()
    for i in range(games):
        table = LabTable(seed + i)
        state = game.setup(seats, options, table)
        moves = random_playout(state, out, table)
        outcome = state.outcome()
        assert outcome is not None
        tally.add(outcome, moves)
    return tally.counts()


def instinct_playout(state: State, out: Actions, table: Table) -> i64:
    """Every seat by the game's instinct to the end; how many actions there were."""
    moves: i64 = 0
    while state.acting != 0:
        seat = lowest(state.acting)
        out.n = 0
        state.legal(seat, out)
        state.apply(seat, state.instinct(seat, out, table), table)
        moves += 1
    return moves
