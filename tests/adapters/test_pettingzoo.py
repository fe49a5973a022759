"""PettingZoo: its own tests, and that observations, masks and rewards are the views and rules."""

from __future__ import annotations

import copy
import os
import pickle
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy
import pytest
from gymnasium.error import ResetNeeded
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

import tablee
from support import ALL_CASES, ALL_GAMES
from tablee.adapters.features import derived, encoder
from tablee.adapters.pettingzoo import COMPILED, Environment, env
from tablee.adapters.rewards import rewards
from tablee.core.bits import lowest
from tablee.core.contract import Outcome, View
from tablee.core.features import Bag, Encoder, Record
from tablee.core.tables import LabTable
from tablee.games import game
from tablee.testing.environments import check_benchmark, check_pettingzoo, tables
from tablee.testing.walk import Case

SOAK = "TABLEE_SOAK" in os.environ
SAMPLE = list(tables(ALL_GAMES)) if SOAK else [
    ("super_miaou", 2), ("meowtopia", 3), ("push_em_up", 4), ("megabou", 3), ("mow", 2), ("mow", 7),
    ("crazy_eights", 5),
]  # fmt: skip


@pytest.mark.parametrize(("name", "seats"), SAMPLE)
def test_its_own_tests_pass(name: str, seats: int, tmp_path: Any, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)  # they may save pictures
    check_pettingzoo(name, seats, cycles=300 if SOAK else 15)


@pytest.mark.parametrize(("name", "seats"), SAMPLE if SOAK else [("crazy_eights", 3)])
def test_its_benchmark_runs(name: str, seats: int) -> None:
    check_benchmark(name, seats)


# -- observations ------------------------------------------------------------------------------------


def views(case: Case, seed: int, every: int) -> list[View]:
    """What actors see in a random game."""
    luck = LabTable(seed)
    state = case.game.setup(case.seats, case.game.check(case.seats, case.options), luck)
    out, found, moves = case.game.actions(), [], 0
    while state.acting:
        seat = lowest(state.acting)
        if moves % every == seed % every:
            found.append(state.view(seat))
        out.n = 0
        state.legal(seat, out)
        state.apply(seat, out.at[luck.below(out.n)], luck)
        moves += 1
    return found


@pytest.mark.parametrize("case", ALL_CASES, ids=str)
def test_different_views_give_different_numbers_within_bounds(case: Case) -> None:
    """Nothing that a view says is lost, and nothing is said that it does not."""
    coder = encoder(case.game, case.seats)
    lows, highs = numpy.array(coder.lows), numpy.array(coder.highs)
    seen: dict[bytes, object] = {}
    for seed in range(50 if SOAK else 2):
        for view in views(case, seed, every=11):
            written = coder.encode(view)
            numbers = numpy.frombuffer(written, numpy.int16)
            assert (numbers >= lows).all()
            assert (numbers <= highs).all()
            assert seen.setdefault(bytes(written), view) == view
            imagined = case.game.imagine(view, LabTable(seed))
            assert coder.encode(imagined.view(view.seat)) == written
    assert len(seen) > 1


@pytest.mark.parametrize(("name", "seats"), SAMPLE)
def test_a_game_that_declares_nothing_gets_features_as_well(name: str, seats: int) -> None:
    coder = Encoder(derived(game(name), seats))
    case = next(case for case in ALL_CASES if case.game.name == name and case.seats == seats)
    found = views(case, 99, every=7)
    numbers = {bytes(coder.encode(view)) for view in found}
    assert len(numbers) > 0.9 * len(set(found))
    assert coder.size > 20


def test_parts_have_names_and_begin_with_oneself() -> None:
    table = env("crazy_eights", 3, first=1)
    table.reset(seed=4)
    match = table.play.state.view(2)
    seen = table.observe("seat_2")["observation"]
    assert list(seen) == ["hand", "table"]
    assert seen["table"][:3].tolist() == [0, 0, 1]  # which seat one is
    assert seen["table"][3:6].tolist() == [0, 0, 1]  # seat 1 is to act: two seats on
    assert seen["table"][-4:].tolist() == [match.deck, *(match.sizes[s] for s in (2, 0, 1))]
    assert seen["hand"].sum() == match.sizes[2]
    assert seen["hand"].flags.writeable


class Words(NamedTuple):
    seat: int
    words: tuple[str, ...]


def test_a_bag_counts_words_in_any_order() -> None:
    coder = Encoder({"bag": Record(Words, {"words": Bag(("ant", "bee", "cow"), 3)})})

    def counted(*words: str) -> list[int]:
        return numpy.frombuffer(coder.encode(Words(0, words)), numpy.int16).tolist()

    assert counted() == [0, 0, 0]
    assert counted("ant", "cow", "cow") == [1, 0, 2]
    assert counted("cow", "ant", "bee", "cow", "ant") == [2, 1, 2]
    assert counted("".join(["c", "ow"]), "dog", "bee") == [0, 1, 1]  # not the same word, but its like


def test_observations_are_new_and_share_nothing() -> None:
    table = env("crazy_eights", 2)
    table.reset(seed=1)
    first, second = table.observe("seat_0"), table.observe("seat_0")
    for part, numbers in first["observation"].items():
        numbers[:] = 77
        assert (second["observation"][part] != 77).all()
    first["action_mask"][:] = 1
    seen, _, _, _, _ = table.last()
    assert seen["action_mask"].sum() == table.play.legal.n
    assert all((numbers != 77).all() for numbers in seen["observation"].values())


HOLDING: dict[str, Callable[[Any], Any]] = {
    "an array": lambda seen: [seen["observation"]["hand"]],
    "a slice": lambda seen: [seen["observation"]["table"][3:40]],
    "its bytes": lambda seen: [memoryview(seen["observation"]["hand"])],
    "a mask": lambda seen: [seen["action_mask"].reshape(2, -1)],
    "everything": lambda seen: [*seen["observation"].values(), seen["action_mask"]],
}


@pytest.mark.parametrize("how", HOLDING)
@pytest.mark.parametrize("keep", [1, 2, 3])
def test_what_somebody_still_holds_is_never_written_again(how: str, keep: int) -> None:
    """Memory is used again, but only when nobody can see it: every `keep`-th look is held on to."""
    table = env("crazy_eights", 2)
    held: list[tuple[Any, bytes]] = []
    for look in range(60):
        if look % 30 == 0:
            table.reset(seed=look)
        seen = table.observe(table.agent_selection)
        if look % keep == 0:
            held += [(each, bytes(each)) for each in HOLDING[how](seen)]
        del seen
        play_on(table, 1)
    assert all(bytes(array) == then for array, then in held)
    assert len({then for _, then in held}) > 5


def test_what_is_done_to_an_array_does_not_last() -> None:
    table = env("crazy_eights", 2)
    table.reset(seed=1)
    for _ in range(6):
        seen = table.observe("seat_0")
        hand = seen["observation"]["hand"]
        assert (hand.shape, hand.dtype, hand.flags.writeable) == ((52,), numpy.int16, True)
        hand.flags.writeable = False
        seen["observation"]["hand"] = seen["action_mask"] = None
        seen["more"] = 1
        assert set(table.observe("seat_0")) == {"observation", "action_mask"}


# -- playing -----------------------------------------------------------------------------------------


def play_on(table: Environment, moves: int, seed: int = 0) -> None:
    luck = LabTable(seed)
    for _ in range(moves):
        seen, _, ended, cut, _ = table.last()
        if ended or cut:
            return
        legal = numpy.flatnonzero(seen["action_mask"])
        table.step(int(legal[luck.below(len(legal))]))


def test_turns_are_taken_as_in_any_environment_of_pettingzoo() -> None:
    table = env("mow", 3)
    table.reset(seed=1)
    rounds = table.agent_iter(max_iter=4)
    for _ in range(2):  # each time it counts anew
        turns = 0
        for agent in rounds:
            assert agent == table.agent_selection
            play_on(table, 1)
            turns += 1
        assert turns == 4
    assert table.play.moves == 8
    for _ in table.agent_iter():
        _, _, ended, _, _ = table.last(observe=False)
        table.step(None if ended else table.play.legal.at[0])
    assert table.agents == []
    assert list(table.agent_iter()) == []


def ended(name: str, seats: int, cap: int) -> Environment:
    table = env(name, seats, cap=cap)
    table.reset(seed=3)
    play_on(table, 10_000)
    return table


@pytest.mark.parametrize("cap", [0, 5])
def test_agents_leave_as_pettingzoo_lets_them(cap: int) -> None:
    ours, its = ended("mow", 3, cap), ended("mow", 3, cap)
    while ours.agents:
        ours.step(None)
        AECEnv._was_dead_step(its, None)
        for name in set(COMPILED) - {"agent_selection"}:
            assert getattr(ours, name) == getattr(its, name), name
        if ours.agents:
            assert ours.agent_selection == its.agent_selection
    assert its.agents == []


def test_steps_after_the_end_are_refused() -> None:
    table = ended("mow", 3, cap=5)
    with pytest.raises(ValueError, match="only step left is None, not 7"):
        table.step(7)
    assert len(table.agents) == 3
    for _ in range(3):
        table.step(None)
    with pytest.raises(ResetNeeded):
        table.step(None)


def test_in_its_wrapper_an_illegal_action_loses() -> None:
    table = env("mow", 3)
    wrapped = TerminateIllegalWrapper(table, illegal_reward=-5)
    wrapped.reset(seed=1)
    wrong = int((table.observe(table.agent_selection)["action_mask"] == 0).argmax())
    loser = wrapped.agent_selection
    wrapped.step(wrong)
    assert wrapped.rewards == {agent: -5 if agent == loser else 0 for agent in wrapped.agents}
    for _ in range(3):
        _, _, done, _, _ = wrapped.last()
        assert done
        wrapped.step(None)
    assert wrapped.agents == []


def test_what_a_subclass_observes_is_what_it_has_last() -> None:
    class Blind(Environment):
        def observe(self, agent: str) -> Any:
            return f"nothing, {agent}"

    table = Blind("mow", 3, None, 0, {})
    table.reset(seed=1)
    assert table.last()[0] == f"nothing, {table.agent_selection}"
    assert table.last(observe=False)[0] is None


@pytest.mark.parametrize(("name", "seats"), SAMPLE)
def test_observations_are_views_and_masks_are_the_rules(name: str, seats: int) -> None:
    table, coder = env(name, seats), encoder(game(name), seats)
    table.reset(seed=2)
    for move in range(40):
        acting = table.agent_selection
        for agent in table.agents:
            seat = table.seat_of[agent]
            legal = table.kit.game.actions()
            table.play.state.legal(seat, legal)
            wanted = legal.to_list() if agent == acting else []
            seen = table.observe(agent)
            assert numpy.flatnonzero(seen["action_mask"]).tolist() == wanted
            numbers = numpy.concatenate(list(seen["observation"].values()))
            assert numbers.tobytes() == coder.encode(table.play.state.view(seat))
        play_on(table, 1, seed=move)
        if any(table.terminations.values()):
            break


@pytest.mark.rule("ALL-2")
def test_rewards_come_from_the_outcome() -> None:
    assert rewards(Outcome((9, 4), (1, 2), "x")) == [1.0, -1.0]
    assert rewards(Outcome((1, 5, 5), (3, 1, 1), "x")) == [-1.0, 0.5, 0.5]
    assert rewards(Outcome((3, 3), (1, 1), "x")) == [0.0, 0.0]
    table = env("megabou", 3)
    table.reset(seed=1)
    play_on(table, 10_000)
    outcome = table.play.state.outcome()
    assert outcome is not None
    assert list(table.rewards.values()) == rewards(outcome)
    assert sum(table.rewards.values()) == pytest.approx(0)
    assert table.infos["seat_1"] == {
        "score": outcome.scores[1], "rank": outcome.ranks[1], "reason": outcome.reason,
    }  # fmt: skip
    for _ in range(3):
        table.step(None)
    assert table.agents == []
    for untimely in (table, env("megabou", 3)):
        with pytest.raises(ResetNeeded):
            untimely.step(0)


def test_a_match_is_cut_off_at_the_cap() -> None:
    table = env("mow", 4, cap=12)
    table.reset(seed=1)
    play_on(table, 100)
    assert table.play.moves == 12
    assert set(table.truncations.values()) == {True}
    assert set(table.terminations.values()) == {False}
    assert set(table.rewards.values()) == {0.0}


@pytest.mark.rule("MW-10")
def test_what_is_not_allowed_is_refused_and_changes_nothing() -> None:
    table = env("mow", 3)
    table.reset(seed=1)
    before = table.observe(table.agent_selection)["observation"]
    with pytest.raises(tablee.IllegalAction, match="no herd to take") as caught:
        table.step(table.kit.game.verbs.action("take"))
    assert caught.value.rule == "MW-10"
    for odd in (9999, -1, 10**30, None, 2.0, "take"):
        with pytest.raises(tablee.MalformedAction):
            table.step(odd)
    after = table.observe(table.agent_selection)["observation"]
    assert all((before[part] == after[part]).all() for part in before)


def test_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same seed gives the same match; without one the luck goes on, with new matches."""

    def deals(table: Environment, *seeds: int | None) -> list[Any]:
        found = []
        for seed in seeds:
            table.reset(seed=seed)
            found.append(table.play.state.view(0))
        return found

    first, second = deals(env("mow", 3), 5, None), deals(env("mow", 3), 5, None)
    assert first == second
    assert first[0] != first[1]
    entropy = iter(range(100))
    monkeypatch.setattr("secrets.randbits", lambda bits: next(entropy))
    assert deals(env("mow", 3), None) != deals(env("mow", 3), None)
    assert next(entropy) == 2
    assert deals(env("mow", 3), 2**70)


@pytest.mark.parametrize(("name", "seats"), SAMPLE)
@pytest.mark.parametrize("how", [copy.deepcopy, lambda table: pickle.loads(pickle.dumps(table))])
def test_copies_go_their_own_way_with_the_same_luck(name: str, seats: int, how: Any) -> None:
    table = env(name, seats)
    table.reset(seed=3)
    play_on(table, 15, seed=1)
    copied = how(table)
    played = table.play.moves
    play_on(copied, 30, seed=2)
    assert table.play.moves == played
    play_on(table, 30, seed=2)
    assert table.agent_selection == copied.agent_selection
    for agent in table.agents:
        mine, its = table.observe(agent), copied.observe(agent)
        assert (mine["action_mask"] == its["action_mask"]).all()
        for part, numbers in mine["observation"].items():
            assert (numbers == its["observation"][part]).all()
    copied.reset()
    table.reset()
    assert copied.play.state.view(0) == table.play.state.view(0)


def test_pictures() -> None:
    table = env("mow", 2, render_mode="ansi", first=1)
    table.reset(seed=1)
    drawn = table.render()
    assert "seat_1" in drawn
    own = set(table.play.state.view(1).hand)
    assert all(cow.rstrip("f") in drawn for cow in own if cow != "late")
    image = env("mow", 2, render_mode="rgb_array")
    image.reset(seed=1)
    pixels = image.render()
    assert pixels.shape[2] == 3
    assert len(numpy.unique(pixels)) > 10


@pytest.mark.rule("ALL-3")
def test_bad_input_is_refused() -> None:
    with pytest.raises(tablee.UnknownGame):
        env("chess", 2)
    with pytest.raises(tablee.BadSeats):
        env("mow", 11)
    with pytest.raises(tablee.BadOption, match="target"):
        env("mow", 2, target=1)
    with pytest.raises(tablee.BadOption, match=r"render_mode.*human, ansi, rgb_array"):
        env("mow", 2, render_mode="video")
    with pytest.raises(tablee.BadOption, match="cap"):
        env("mow", 2, cap=-1)
