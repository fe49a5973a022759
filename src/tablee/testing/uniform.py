"""Whether imagined worlds are drawn fairly: the truth must look like any other of them."""

from __future__ import annotations

from tablee.core.contract import Game, State
from tablee.core.encode import position
from tablee.core.tables import LabTable
from tablee.testing.checks import legal
from tablee.testing.walk import Case

WORLDS = 9  # imagined beside each truth: its rank among them is one of ten
PROJECTIONS = 6
# Moves after which a game is looked at; Push begins with up to eight secret picks.
STEPS = {"push_em_up": (0, 5, 11)}
# χ² with nine degrees of freedom exceeds this once in ten thousand times.
CRITICAL = 33.7


# Fixed weights, as many as the longest position needs.
WEIGHTS: list[list[int]] = [[] for _ in range(PROJECTIONS)]
LUCK = [LabTable(9000 + k) for k in range(PROJECTIONS)]


def projections(state: State) -> list[int]:
    """A few fixed numbers that depend on every field of a position."""
    flat: list[int] = []
    for value in position(state).values():
        for each in value if isinstance(value, list) else [value]:
            # Masks of cards count bit by bit, other numbers as they are.
            flat.extend([int(each)] if abs(each) < 256 else [each >> i & 1 for i in range(62)])
    for weights, luck in zip(WEIGHTS, LUCK, strict=True):
        while len(weights) < len(flat):
            weights.append(int(luck.below(1000)))
    return [
        sum(value * weight for value, weight in zip(flat, weights, strict=False)) for weights in WEIGHTS
    ]


def fair_steps(game: Game) -> tuple[int, int, int]:
    return STEPS.get(game.name, (0, 2, 5))


def sample(case: Case, audience: int, seed: int, steps: int) -> State | None:
    """A position after a few moves, kept with a chance that makes what the audience cannot see uniform.

    A random mover reveals something: it plays a card with chance 1 over the number it could play. So a
    move of another seat is kept in proportion to that number; what remains says no more about a hand
    than that the moves were legal, which is just what a view allows.
    """
    luck, choice = LabTable(seed), LabTable(seed * 3 + 1)
    state = case.game.setup(case.seats, case.game.check(case.seats, case.options), luck)
    for _ in range(steps):
        actors = state.actors()
        if not actors:
            return None
        seat = actors[choice.below(len(actors))]
        actions = legal(case.game, state, seat)
        if seat != audience and choice.below(max(12, len(actions))) >= len(actions):
            return None
        state.apply(seat, actions[choice.below(len(actions))], luck)
    return state


def chi_squares(case: Case, runs: int, steps: int, seed: int = 1) -> list[float]:
    """One χ² for each projection: how far the truth's rank among imagined worlds is from uniform."""
    counts = [[0] * (WORLDS + 1) for _ in range(PROJECTIONS)]
    done = 0
    while done < runs:
        seed += 1
        audience = seed % case.seats
        state = sample(case, audience, seed, steps)
        if state is None:
            continue
        done += 1
        luck = LabTable(seed * 7 + 3)
        view = state.view(audience)
        truth = projections(state)
        worlds = [projections(case.game.imagine(view, luck)) for _ in range(WORLDS)]
        for k in range(PROJECTIONS):
            below = sum(world[k] < truth[k] for world in worlds)
            equal = sum(world[k] == truth[k] for world in worlds)
            counts[k][below + luck.below(equal + 1)] += 1
    expected = runs / (WORLDS + 1)
    return [sum((n - expected) ** 2 for n in row) / expected for row in counts]
