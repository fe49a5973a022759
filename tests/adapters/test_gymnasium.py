"""Gymnasium: its checker, and that one seat plays by the rules against bots."""

from __future__ import annotations

import copy
import os
import pickle
from typing import Any

import gymnasium
import numpy
import pytest

import tablee
from support import ALL_GAMES
from tablee.adapters.gymnasium import Environment, env
from tablee.adapters.rewards import rewards
from tablee.core.tables import LabTable
from tablee.testing.environments import check_gymnasium, tables

SAMPLE = list(tables(ALL_GAMES)) if "TABLEE_SOAK" in os.environ else [
    ("super_miaou", 2), ("meowtopia", 4), ("push_em_up", 3), ("megabou", 2), ("mow", 5),
    ("crazy_eights", 3),
]  # fmt: skip


@pytest.mark.parametrize(("name", "seats"), SAMPLE)
def test_its_checker_is_content(name: str, seats: int) -> None:
    check_gymnasium(name, seats)


def finish(table: Environment, info: dict[str, Any], seed: int = 0) -> list[float]:
    luck, gained, over = LabTable(seed), [], False
    while not over:
        legal = numpy.flatnonzero(info["action_mask"])
        assert table.play.seat == info["seat"]
        _, reward, ended, cut, info = table.step(legal[luck.below(len(legal))])
        gained.append(float(reward))
        over = ended or cut
    return gained


@pytest.mark.parametrize("opponents", ["random", "greedy", ("ismcts:5", "random")])
def test_bots_play_the_other_seats(opponents: Any) -> None:
    table = env("megabou", 3, seat=1, opponents=opponents)
    for seed in range(3):
        observation, info = table.reset(seed=seed)
        assert table.observation_space.contains(observation)
        gained = finish(table, info)
        outcome = table.play.state.outcome()
        assert outcome is not None
        assert gained[-1] == rewards(outcome)[1]
        assert not any(gained[:-1])
        with pytest.raises(gymnasium.error.ResetNeeded):
            table.step(0)


def test_the_seat_may_change_from_match_to_match() -> None:
    table = env("crazy_eights", 4, seat=None)
    seats = [table.reset(seed=0)[1]["seat"], *(table.reset()[1]["seat"] for _ in range(30))]
    assert set(seats) == {0, 1, 2, 3}


def test_an_action_that_is_not_allowed_loses() -> None:
    table = env("mow", 2, first=0)
    _, info = table.reset(seed=1)
    take = table.kit.game.verbs.action("take")
    assert info["action_mask"][take] == 0
    _, reward, ended, cut, info = table.step(take)
    assert (reward, ended, cut, info["refused"]) == (-1.0, True, False, "MW-10")


def test_a_match_is_cut_off_at_the_cap() -> None:
    table = env("mow", 3, cap=10)
    _, info = table.reset(seed=1)
    assert finish(table, info)[-1] == 0.0
    assert 10 <= table.play.moves < 40


@pytest.mark.parametrize("how", [copy.deepcopy, lambda table: pickle.loads(pickle.dumps(table))])
def test_copies_have_the_same_future(how: Any) -> None:
    table = env("mow", 4, seat=None, opponents=("random", "greedy", "random"), target=20)
    _, info = table.reset(seed=7)
    copied = how(table)
    assert finish(copied, info, seed=1) == finish(table, info, seed=1)
    assert copied.play.state.view(0) == table.play.state.view(0)
    assert copied.reset()[1]["seat"] == table.reset()[1]["seat"]
    assert copied.play.state.view(0) == table.play.state.view(0)


def test_bad_input_is_refused() -> None:
    with pytest.raises(tablee.UnknownBot):
        env("mow", 2, opponents="genius")
    with pytest.raises(tablee.TableeError, match="opponents"):
        env("mow", 4, opponents=("random", "random"))
    odd: Any = "3"
    with pytest.raises(tablee.BadSeats):
        env("mow", odd)
    with pytest.raises(tablee.NoSuchSeat):
        env("mow", 4, seat=4)
