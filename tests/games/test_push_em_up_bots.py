"""Push 'em up!: what bots think of a position, and that they find what is plainly right."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from librt.vecs import vec

from games.push_em_up_star import star
from tablee.bots.make import make_bot
from tablee.core.contract import prizes
from tablee.core.tables import LabTable
from tablee.games.push_em_up import GAME
from tablee.games.push_em_up.rules import PushEmUp
from tablee.testing.walk import Case, cases

CASES = list(cases(GAME))
DERIVED = ("hand_sizes", "pile_sizes", "ends", "owned", "sums", "best")


def positions(case: Case, seed: int) -> Iterator[tuple[PushEmUp, int]]:
    """A random game step by step, with one of those who may act; the end with nobody (−1)."""
    luck = LabTable(seed)
    state = GAME.setup(case.seats, GAME.check(case.seats, case.options), luck)
    assert isinstance(state, PushEmUp)
    out = GAME.actions()
    while state.acting != 0:
        actors = state.actors()
        seat = actors[luck.below(len(actors))]
        yield state, seat
        out.n = 0
        state.legal(seat, out)
        state.apply(seat, out.at[luck.below(out.n)], luck)
    yield state, -1


def prospects(state: PushEmUp) -> list[float]:
    out = vec[float]([0.0] * int(state.seats))
    state.prospects(out)
    return list(out)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_instinct_is_one_of_the_given_actions_and_knows_no_secrets(case: Case) -> None:
    luck = LabTable(5)
    for state, seat in positions(case, 1):
        if seat < 0:
            continue
        given = GAME.actions()
        state.legal(seat, given)
        if luck.below(2) == 0:  # some of them only, as a search passes them
            kept = [action for action in given.to_list() if luck.below(3) == 0] or [given.at[0]]
            given.n = 0
            for action in kept:
                given.add(action)
        world = GAME.imagine(state.view(seat), luck)
        seed = luck.below(1000)
        chosen = state.instinct(seat, given, LabTable(seed))
        assert chosen in given.to_list()
        assert chosen == world.instinct(seat, given, LabTable(seed))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_prospects_are_shares_and_at_the_end_what_came_out(case: Case) -> None:
    for state, seat in positions(case, 2):
        found = prospects(state)
        assert all(0.0 <= each <= 1.0 for each in found)
        if seat < 0:
            expected = vec[float]([0.0] * case.seats)
            prizes(state.totals, case.seats, expected)
            assert found == list(expected)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_what_is_derived_keeps_up(case: Case) -> None:
    """Totals, highest and last cards of the columns change card by card; counted anew they agree."""
    copied = None
    for state, _ in positions(case, 3):
        counted = state.copy()
        counted.derive()
        for name in DERIVED:
            assert list(getattr(state, name)) == list(getattr(counted, name)), name
        copied = copied or state.blank()
        copied.set_from(state)  # over an older copy
        for name in (*PushEmUp.FIELDS, *DERIVED):
            now, then = getattr(state, name), getattr(copied, name)
            assert now == then if isinstance(now, int) else list(now) == list(then), name


@pytest.mark.parametrize("bot", ["greedy", "ismcts:60"])
@pytest.mark.parametrize(
    ("columns", "hand", "seats", "action"),
    [
        # Covering takes the column and a 9 from the opponent, which wins; extending b does not.
        pytest.param(["p9", "p8"], "9", 2, "play 9 a", marks=pytest.mark.rule("PU-8")),
        # The same Push takes column a from the opponent or column b from oneself.
        pytest.param(["p9 r1", "r9 p1"], "push", 2, "push a", marks=pytest.mark.rule("PU-14")),
        # The others' 5 and 5 cancel out, so that a 4 is enough; against 9 and 5 it is not.
        pytest.param(["g5 p5", "g9 p5"], "4", 3, "play 4 a", marks=pytest.mark.rule("PU-20")),
    ],
)
def test_the_last_card_goes_where_it_counts(
    bot: str, columns: list[str], hand: str, seats: int, action: str
) -> None:
    match = star(columns, [hand], seats=seats, spent=(0,))
    chosen = make_bot(bot, GAME, LabTable(3)).choose(match.view(0))
    assert GAME.verbs.text(chosen) == action


@pytest.mark.rule("PU-24")
def test_a_new_round_is_a_new_chapter() -> None:
    state = star(["p9", "p8"], ["9"], spent=(0,), tournament=True).state
    before = state.chapter()
    state.apply(0, GAME.verbs.action("play 9 a"), LabTable(1))
    assert state.chapter() != before
    assert isinstance(state, PushEmUp)
    ahead, behind = prospects(state)
    assert (ahead > behind) == (state.totals[0] > state.totals[1])
