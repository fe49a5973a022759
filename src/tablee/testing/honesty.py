"""Whether a bot plays by its view alone: the same transcript in two different truths, the same move.

`python -m tablee.testing.honesty` runs a campaign of pairs over games, seats and variants.
"""

from __future__ import annotations

from collections.abc import Sequence

import click

from tablee.bots.bot import Bot
from tablee.core.contract import State
from tablee.core.encode import position
from tablee.core.errors import TableeError
from tablee.core.tables import LabTable
from tablee.games import GAMES, game
from tablee.lab.contest import choose, make_contestant
from tablee.lab.jobs import cores, run_jobs
from tablee.testing.checks import demand, legal
from tablee.testing.walk import Case, cases

TRIES = 4  # to imagine a world that differs from the truth
BATCH = 250


class Twins:
    """The same bot twice, at one seat: one sits in the truth, the other always in another world."""

    def __init__(self, case: Case, bot: str, seed: int) -> None:
        self.case = case
        self.bots: list[Bot] = [make_contestant(bot, case.game, LabTable(seed)) for _ in range(2)]
        self.luck = LabTable(seed + 1)
        self.pairs = 0
        self.differing = 0  # pairs of truths that were not the same by chance

    def choose(self, state: State, seat: int) -> int:
        view = state.view(seat)
        other = self.case.game.imagine(view, self.luck)
        for _ in range(TRIES):
            if position(other) != position(state):
                break
            other = self.case.game.imagine(view, self.luck)
        self.pairs += 1
        self.differing += position(other) != position(state)
        mine, its = choose(self.bots[0], state, seat), choose(self.bots[1], other, seat)
        demand(mine == its, f"{self.case}: seat {seat} plays {mine} here and {its} there")
        return mine


def play_twins(case: Case, bot: str, seed: int, most: int) -> Twins:
    """One game, or its first pairs: the twins sit at one seat, the others play at random."""
    luck, others = LabTable(seed), LabTable(seed + 2)
    state = case.game.setup(case.seats, case.game.check(case.seats, case.options), luck)
    watched = seed % case.seats
    twins = Twins(case, bot, seed)
    while state.acting != 0 and twins.pairs < most:
        actors = state.actors()
        seat = actors[others.below(len(actors))]
        actions = legal(case.game, state, seat)
        if seat == watched and len(actions) > 1:
            action = twins.choose(state, seat)
        else:
            action = actions[others.below(len(actions))]
        state.apply(seat, action, luck)
    return twins


def watch(name: str, bot: str, pairs: int, seed: int = 0) -> tuple[int, int]:
    """At least so many pairs, over all ways to play a game: (pairs, those whose truths differ)."""
    ways = list(cases(game(name)))
    done = differing = 0
    while done < pairs:
        twins = play_twins(ways[seed % len(ways)], bot, seed, min(25, pairs - done))
        done += twins.pairs
        differing += twins.differing
        seed += 1
    return done, differing


def watch_batch(job: tuple[str, str, int, int]) -> tuple[int, int]:
    return watch(*job)


@click.command()
@click.option("--pairs", default=10_000, show_default=True, help="Pairs of truths a game.")
@click.option(
    "--bot", "bots", multiple=True, default=("ismcts:24", "greedy", "easy"), show_default=True
)
@click.option("--game", "names", multiple=True, help="Only this game (may be repeated).")
def main(pairs: int, bots: Sequence[str], names: Sequence[str]) -> None:
    """Watch bots; stop at the first one that plays by what it cannot know."""
    try:
        chosen = [game(name).name for name in names or [found.name for found in GAMES]]
    except TableeError as error:
        raise click.UsageError(str(error)) from error
    for name in chosen:
        for bot in bots:
            batches = -(-pairs // BATCH)
            jobs = [(name, bot, BATCH, number * 100_003) for number in range(batches)]
            found = run_jobs(watch_batch, jobs, cores())
            done, differing = sum(each[0] for each in found), sum(each[1] for each in found)
            click.echo(
                f"{name}, {bot}: {done} pairs, {differing} of different truths, 0 differing moves"
            )


if __name__ == "__main__":
    main()
