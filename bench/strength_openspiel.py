"""Our search against OpenSpiel's ISMCTS in Python, both with the same time for a move.

Both play our game as it is registered with OpenSpiel; every deal is played twice, with seats changed.
PYTHONPATH=build/compiled .venv/bin/python bench/strength_openspiel.py --game megabou
"""

from __future__ import annotations

import json
import time
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import click
import numpy
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from tablee.adapters.openspiel import PREFIX
from tablee.bots.bot import Bot
from tablee.bots.make import make_bot
from tablee.core.tables import LabTable
from tablee.games import game
from tablee.lab.shares import wilson


class Timed(ismcts.ISMCTSBot):  # type: ignore[misc]  # OpenSpiel has no types
    """OpenSpiel's bot, whose budget is in simulations, with one in seconds."""

    def __init__(self, loaded: Any, seconds: float, explore: float, seed: int) -> None:
        luck = numpy.random.RandomState(seed)
        evaluator = mcts.RandomRolloutEvaluator(1, luck)
        super().__init__(loaded, evaluator, explore, max_simulations=1, random_state=luck)
        self.seconds = seconds
        self.simulations = 0

    def run_search(self, state: Any) -> list[tuple[int, float]]:
        end = time.monotonic() + self.seconds
        self.reset()
        legal = state.legal_actions()
        if len(legal) == 1:
            return [(legal[0], 1.0)]
        self._root_node = self.create_new_node(state)
        # The first simulation only opens the root: it tries no move.
        while self._root_node.total_visits < 1 or time.monotonic() < end:
            self.run_simulation(self.sample_root_state(state))
            self.simulations += 1
        found: list[tuple[int, float]] = self.get_final_policy(state, self._root_node)
        return found


class Side:
    """What one of the two used up."""

    def __init__(self) -> None:
        self.choices = 0
        self.seconds = 0.0


class Contest(NamedTuple):
    loaded: Any
    ours: Bot
    theirs: Timed
    used: tuple[Side, Side]  # by us, by them

    def play(self, seat: int, luck: Random) -> float:
        """One game with us at a seat: what it brought, from −1 to 1."""
        state = self.loaded.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            if state.is_chance_node():
                state.apply_action(luck.choice(legal))
                continue
            mine = state.current_player() == seat
            before = time.monotonic()
            if mine:
                chosen = self.ours.choose(state.match.view(seat))
            else:
                chosen = int(self.theirs.step(state))
            if len(legal) > 1:
                side = self.used[0 if mine else 1]
                side.choices += 1
                side.seconds += time.monotonic() - before
            state.apply_action(chosen)
        brought: float = state.returns()[seat]
        return brought


@click.command()
@click.option("--game", "name", default="megabou", show_default=True)
@click.option("--games", default=100, show_default=True, help="How many, an even number.")
@click.option("--milliseconds", default=100, show_default=True, help="For each choice, of both.")
@click.option("--explore", default=2.0, show_default=True, help="OpenSpiel's uct_c.")
@click.option("--seed", default=1, show_default=True)
@click.option("--json", "file", type=Path, help="Add the result to this file.")
def main(
    name: str, games: int, milliseconds: int, explore: float, seed: int, file: Path | None
) -> None:
    """Play them and print our share of wins with its 95 % interval; a draw is half a win."""
    loaded = pyspiel.load_game(f"{PREFIX}{name}(seats=2)")
    ours = make_bot(f"ismcts:{milliseconds}ms", game(name), LabTable(seed))
    theirs = Timed(loaded, milliseconds / 1000, explore, seed)
    contest = Contest(loaded, ours, theirs, (Side(), Side()))
    won = 0.0
    for number in range(games):
        won += (1.0 + contest.play(number % 2, Random(seed * games + number // 2))) / 2
        click.echo(f"\r{number + 1} of {games}: {won:g} won", nl=False, err=True)
    click.echo(err=True)
    low, high = wilson(won / games, games)
    mine, other = (1000 * side.seconds / side.choices for side in contest.used)
    each = theirs.simulations / contest.used[1].choices
    click.echo(
        f"| {name} | ismcts:{milliseconds}ms – OpenSpiel's ISMCTS | {games} | {won / games:.1%} "
        f"({low:.1%} – {high:.1%}) | {mine:.0f} ms – {other:.0f} ms | {each:.0f} |"
    )
    if file is not None:
        told = {
            "game": name,
            "games": games,
            "milliseconds": milliseconds,
            "share": won / games,
            "interval": [low, high],
            "used": [mine, other],
            "simulations": each,
        }
        with file.open("a", encoding="utf-8") as out:
            out.write(json.dumps(told) + "\n")


if __name__ == "__main__":
    main()
