"""Many matches at once: each goes as it would alone."""

from __future__ import annotations

import numpy
import pytest

import tablee
from tablee.adapters.rewards import rewards
from tablee.adapters.vector import Vector
from tablee.core.play import Batch, Play
from tablee.core.tables import LabTable
from tablee.games import game


def alone(name: str, seats: int, matches: int, seed: int) -> list[Play]:
    """The same matches, by themselves."""
    seeds = LabTable(seed)
    seeds.below(1 << 31)  # the batch's own, for sampling
    found = game(name)
    options = found.check(seats, {})
    return [Play(found, seats, options, LabTable(seeds.below(1 << 31))) for _ in range(matches)]


@pytest.mark.parametrize(
    ("name", "seats"), [("crazy_eights", 5), ("push_em_up", 3), ("megabou", 4), ("super_miaou", 2)]
)
def test_each_match_goes_as_it_would_alone(name: str, seats: int) -> None:
    vector = Vector(name, seats, 7, seed=5)
    plays = alone(name, seats, 7, seed=5)
    ended = 0
    for number in range(120):
        assert vector.seats.tolist() == [play.seat for play in plays]
        for row, play in zip(vector.masks, plays, strict=True):
            assert numpy.flatnonzero(row).tolist() == play.legal.to_list()
        if number % 20 == 0:
            seen = vector.observe()
            for at, play in enumerate(plays):
                for part, numbers in vector.kit.lens.observe(play, play.seat)["observation"].items():
                    assert (seen[part][at] == numbers).all()
        actions = vector.sample()
        step = vector.step(actions)
        for at, play in enumerate(plays):
            assert play.step(int(actions[at]))
            assert step.ended[at] == (play.seat < 0)
            outcome = play.state.outcome()
            gained = [0.0] * seats if outcome is None else rewards(outcome)
            assert step.rewards[at].tolist() == pytest.approx(gained)
            if play.seat < 0:
                ended += 1
                play.restart()
        assert not step.cut.any()
    if name == "crazy_eights":
        assert ended > 0


def test_a_thousand_and_more_at_once() -> None:
    vector = Vector("crazy_eights", 3, 1500, seed=1)
    for _ in range(5):
        actions = vector.sample()
        assert (vector.masks[numpy.arange(1500), actions] == 1).all()
        vector.step(actions)
    assert vector.masks.shape == (1500, 58)
    assert len(set(vector.seats.tolist())) == 3


def test_the_same_seed_gives_the_same_matches() -> None:
    def tops(seed: int) -> list[int]:
        vector = Vector("crazy_eights", 2, 20, seed=seed)
        vector.step(vector.sample())
        found: list[int] = vector.observe_flat().sum(axis=0).tolist()
        return found

    assert tops(1) == tops(1) != tops(2)


def test_matches_are_cut_off_at_the_cap() -> None:
    vector = Vector("mow", 3, 4, cap=6)
    for number in range(1, 13):
        step = vector.step(vector.sample())
        assert set(step.cut.tolist()) == {number % 6 == 0}
        assert not step.ended.any()


@pytest.mark.rule("MW-10")
def test_one_illegal_action_stops_the_whole_step() -> None:
    vector = Vector("mow", 2, 3, seed=1)
    actions = vector.sample().copy()
    actions[2] = vector.kit.game.verbs.action("take")
    before = vector.observe_flat()
    with pytest.raises(tablee.IllegalAction) as caught:
        vector.step(actions)
    assert caught.value.rule == "MW-10"
    assert (vector.observe_flat() == before).all()
    for odd in ([0], [0.0, 1.0, 2.0], [[0], [1], [2]], None):
        with pytest.raises(tablee.BadOption, match="3 whole numbers"):
            vector.step(odd)
    actions[0] = 999
    with pytest.raises(tablee.MalformedAction):
        vector.step(actions)


def test_bad_input_is_refused() -> None:
    with pytest.raises(tablee.BadOption, match="matches"):
        Vector("mow", 2, 0)
    with pytest.raises(tablee.BadSeats):
        Vector("mow", 1, 5)


def test_the_loop_is_compiled_where_the_rules_are() -> None:
    """As fast as the rules: in one module group with them."""
    import sys

    modules = [sys.modules[kind.__module__] for kind in (Batch, type(game("mow")))]
    assert len({str(module.__file__).endswith(".py") for module in modules}) == 1
