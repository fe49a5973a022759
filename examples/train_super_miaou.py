"""Learns Super Miaou for two by playing itself, on the CPU, with nothing but numpy.

A policy that is linear in a few features, improved by its own wins and losses (REINFORCE): what the
winner did becomes likelier, what the loser did less so. `./tablee python examples/train_super_miaou.py`
trains for a minute and then plays 1,000 matches against random (`make setup` first).
"""

from __future__ import annotations

import time
from math import sqrt
from typing import Any

import numpy

from tablee.adapters.vector import Vector

Array = numpy.ndarray[Any, Any]
GAME, SEATS = "super_miaou", 2
PARTS = ("purse",)  # what it looks at, beside what is allowed: few weights are learnt from few matches
MATCHES = 128
BATCH = 2_000  # decisions, at least, between two improvements
RATE = 0.05
FADING = 0.995  # what came long before the end has less to do with it


class Policy:
    """A weight for each feature and action; Adam makes the steps."""

    def __init__(self, seed: int) -> None:
        vector = Vector(GAME, SEATS, 1)
        coder, there = vector.kit.encoder, dict(vector.kit.slices)
        self.columns = numpy.concatenate([numpy.arange(coder.size)[there[part]] for part in PARTS])
        self.highs = numpy.array(coder.highs, numpy.float32)[self.columns]
        self.weights = numpy.zeros((len(self.columns) + 1, vector.actions), numpy.float32)
        self.mean = numpy.zeros_like(self.weights)
        self.square = numpy.zeros_like(self.weights)
        self.steps = 0
        self.luck = numpy.random.default_rng(seed)

    def inputs(self, seen: Array) -> Array:
        """Features between 0 and 1, and a 1."""
        scaled = seen[:, self.columns] / self.highs
        return numpy.concatenate([scaled, numpy.ones((len(seen), 1), numpy.float32)], axis=1)

    def chances(self, inputs: Array, masks: Array) -> Array:
        """How likely each action is; none that is not allowed."""
        wishes = numpy.where(masks == 1, inputs @ self.weights, -numpy.inf)
        wishes = numpy.exp(wishes - wishes.max(axis=1, keepdims=True))
        shares: Array = wishes / wishes.sum(axis=1, keepdims=True)
        return shares

    def choose(self, chances: Array) -> Array:
        """One action a row, by chance. (The highest sum of a logarithm and Gumbel noise.)"""
        with numpy.errstate(divide="ignore"):
            noisy = numpy.log(chances) + self.luck.gumbel(size=chances.shape)
        chosen: Array = noisy.argmax(axis=1)
        return chosen

    def improve(self, inputs: Array, chances: Array, actions: Array, rewards: Array) -> None:
        wanted = -chances
        wanted[numpy.arange(len(actions)), actions] += 1.0
        better = inputs.T @ (wanted * (rewards - rewards.mean())[:, None]) / len(actions)
        self.steps += 1
        self.mean += 0.1 * (better - self.mean)
        self.square += 0.01 * (better**2 - self.square)
        mean = self.mean / (1 - 0.9**self.steps)
        square = self.square / (1 - 0.99**self.steps)
        self.weights += RATE * mean / (numpy.sqrt(square) + 1e-6)


def train(policy: Policy, decisions: int, seed: int) -> None:
    """Let the policy play itself for so many decisions."""
    vector = Vector(GAME, SEATS, MATCHES, seed)
    # What was decided so far in each match: inputs, chances, action, seat.
    open_matches: list[list[tuple[Array, Array, int, int]]] = [[] for _ in range(MATCHES)]
    done: list[tuple[Array, Array, int, float]] = []
    for _ in range(decisions // MATCHES):
        inputs = policy.inputs(vector.observe_flat())
        chances = policy.chances(inputs, vector.masks)
        actions = policy.choose(chances)
        for match, decided in enumerate(open_matches):
            seat = int(vector.seats[match])
            decided.append((inputs[match], chances[match], int(actions[match]), seat))
        step = vector.step(actions)
        for match in numpy.flatnonzero(step.ended).tolist():
            worth = step.rewards[match].tolist()
            for seen, share, action, seat in reversed(open_matches[match]):
                done.append((seen, share, action, worth[seat]))
                worth[seat] *= FADING
            open_matches[match] = []
        if len(done) >= BATCH:
            rows, shares, acts, gains = zip(*done, strict=True)
            policy.improve(
                numpy.array(rows),
                numpy.array(shares),
                numpy.array(acts),
                numpy.array(gains, numpy.float32),
            )
            done = []


def against_random(policy: Policy, matches: int, seed: int) -> tuple[float, float, float]:
    """The policy's share of the wins (a draw is half of one), with its 95 % interval.

    It has seat 0 in one half of the matches, seat 1 in the other.
    """
    vector = Vector(GAME, SEATS, matches, seed)
    mine = numpy.arange(matches) % SEATS
    won = numpy.full(matches, numpy.nan)
    while numpy.isnan(won).any():
        inputs = policy.inputs(vector.observe_flat())
        chosen = policy.choose(policy.chances(inputs, vector.masks))
        step = vector.step(numpy.where(vector.seats == mine, chosen, vector.sample()))
        for match in numpy.flatnonzero(step.ended).tolist():
            if numpy.isnan(won[match]):
                won[match] = (1.0 + step.rewards[match, mine[match]]) / 2
    share = float(won.mean())
    margin = 1.96 * sqrt(float(won.var()) / matches)
    return share, share - margin, share + margin


def main() -> None:
    policy = Policy(seed=1)
    print("untrained: {:.3f} ({:.3f} to {:.3f})".format(*against_random(policy, 1000, seed=99)))
    start = time.perf_counter()
    rounds = 0
    while time.perf_counter() - start < 60:
        train(policy, 40_000, seed=rounds)
        rounds += 1
        print(f"{rounds * 40_000:8,} decisions: {against_random(policy, 200, seed=rounds)[0]:.3f}")
    print("trained: {:.3f} ({:.3f} to {:.3f})".format(*against_random(policy, 1000, seed=99)))


if __name__ == "__main__":
    main()
