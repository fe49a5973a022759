"""Thousands of matches at once, stepped in compiled code: for learners that work in batches."""

from __future__ import annotations

from typing import Any, NamedTuple

from tablee.adapters.kit import FLAGS, MASK32, NUMBERS, Array, Kit, Observation
from tablee.adapters.rewards import rewards
from tablee.core.errors import BadOption
from tablee.core.play import Batch
from tablee.core.texts import Said
from tablee.installed import missing

try:
    import numpy
except ModuleNotFoundError as error:
    raise missing("environments need more packages", "rl") from error

MOST_MATCHES = 1_000_000


class Step(NamedTuple):
    """What a step brought, match by match."""

    rewards: Array  # by match and seat; 0 until a match ends
    ended: Array  # whether the match came to its end (and a new one began in its place)
    cut: Array  # whether it was cut off instead


class Vector:
    """Matches side by side. In each, one seat is to act: `seats`; what it may do: `masks`.

    A match that ends is replaced at once by a new one. Observations cost more than stepping, so they
    are made when they are asked for: `observe()`.
    """

    def __init__(
        self, name: str, seats: int, matches: int, seed: int = 0, *, cap: int = 0, **options: object
    ) -> None:
        self.kit = Kit(name, seats, options, cap)
        if (
            isinstance(matches, bool)
            or not isinstance(matches, int)
            or not 1 <= matches <= MOST_MATCHES
        ):
            takes = Said("takes.number", {"low": 1, "high": MOST_MATCHES})
            raise BadOption("matches", takes, value=repr(matches)[:80])
        self.matches = matches
        self.actions = self.kit.actions
        self.batch = Batch(self.kit.game, seats, self.kit.options, matches, int(seed) & MASK32, cap)
        self.look()

    def look(self) -> None:
        self.seats: Array = numpy.frombuffer(self.batch.seats(), numpy.uint8)
        masks = numpy.frombuffer(self.batch.masks(), FLAGS)
        self.masks: Array = masks.reshape(self.matches, self.actions)

    def sample(self) -> Array:
        """Any legal action for each match, all equally likely."""
        return numpy.frombuffer(self.batch.sample(), NUMBERS)

    def step(self, actions: Any) -> Step:
        """One action in each match, for the seat that is to act there.

        An action that is not allowed raises IllegalAction, and nothing is done.
        """
        array = numpy.asarray(actions)
        if array.shape != (self.matches,) or array.dtype.kind not in "iu":
            takes = Said("takes.integers", {"n": self.matches})
            raise BadOption("actions", takes, value=f"{array.dtype} {array.shape}")
        given = array.tolist()
        try:
            over = self.batch.step(given)
        except IndexError as refused:
            at = refused.args[0]
            raise self.kit.refusal(self.batch.plays[at], self.kit.number(given[at])) from None
        gained = numpy.zeros((self.matches, self.kit.seats), numpy.float32)
        ended = numpy.zeros(self.matches, numpy.bool_)
        cut = numpy.zeros(self.matches, numpy.bool_)
        for match in over:
            if match.outcome is None:
                cut[match.index] = True
            else:
                ended[match.index] = True
                gained[match.index] = rewards(match.outcome)
        self.look()
        return Step(gained, ended, cut)

    def observe(self) -> Observation:
        """What the seat to act in each match knows: named arrays, a row for each match."""
        whole = self.observe_flat()
        return {part: whole[:, there] for part, there in self.kit.slices}

    def observe_flat(self) -> Array:
        """The same as one array; `kit.slices` says where its parts are."""
        whole = numpy.frombuffer(self.batch.observe(self.kit.encoder), NUMBERS)
        return whole.reshape(self.matches, -1)
