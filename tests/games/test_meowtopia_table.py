"""Meowtopia, the variant, the limits of a board, and whole games."""

from __future__ import annotations

import pytest

from games.meowtopia_scene import (
    finish,
    heard,
    idle,
    play,
    start,
    texts,
    why,
    workers,
)
from tablee.core.contract import SPECTATOR
from tablee.core.encode import dump_state, load_state, state_fields
from tablee.core.errors import BadOption
from tablee.core.match import Match
from tablee.core.tables import LabTable, SeededTable
from tablee.games.meowtopia import GAME
from tablee.games.meowtopia.actions import DISMISS, FEED, FIELD, FOLLOW, PAIRS, SEND
from tablee.games.meowtopia.events import (
    Followed,
    FoodLaidOn,
    StickPlaced,
    TileTaken,
)
from tablee.testing.checks import check_legal
from tablee.testing.walk import Case, Walk, cases

# -- double jobs ---------------------------------------------------------------------------------------


@pytest.mark.rule("MT-40")
@pytest.mark.rule("MT-42")
def test_double_tiles() -> None:
    match = start(2, double_jobs=True)
    assert tuple(tile.jobs for tile in match.view(None).tiles) == PAIRS
    jobs = [job for pair in PAIRS for job in pair]
    assert all(jobs.count(job) == 2 for job in jobs)
    assert len(texts(match)) == 10
    assert why(match, "take 1 gold") == "MT-40"
    assert why(match, "choose food") == "MT-40/double"
    play(match, "take 1 irrigation", "send 0")
    view = match.view(None)
    assert (view.tile, view.job, view.others_job) == (1, "irrigation", "food")
    play(match, "pass snack", "feed 0")
    assert why(match, "take 1 food") == "MT-13/tile"
    assert "take 2 irrigation" in texts(match)  # the job's other tile is still there


@pytest.mark.rule("MT-40")
def test_plain_tiles_are_chosen_by_their_job() -> None:
    assert why(start(2), "take 1 food") == "MT-40/plain"


@pytest.mark.rule("MT-41")
def test_the_others_follow_with_the_other_job() -> None:
    match = start(3, double_jobs=True)
    play(match, "take 3 gold", "send 2", "follow")
    assert match.view(1).phase == "engage"
    play(match, "engage worker 1")
    match.state.gold[2] = 0
    assert why(match, "follow") == "MT-23/gold"
    play(match, "pass snack")
    assert match.state.gold[0] == 3
    assert heard(match, TileTaken) == [(0, 3, "gold", "recruit")]
    assert heard(match, Followed) == [(1, "recruit")]


@pytest.mark.rule("MT-41")
def test_the_job_is_named_even_if_nobody_is_sent() -> None:
    match = start(2, double_jobs=True)
    play(match, "take 5 food", "send 0", "follow")
    assert match.view(1).phase == "field"


@pytest.mark.rule("MT-42")
def test_pairs_of_one_s_own_may_appear_twice() -> None:
    pairs = [["food", "gold"], ["gold", "food"], ["recruit", "fields"], ["fields", "irrigation"],
             ["irrigation", "recruit"]]  # fmt: skip
    match = start(2, double_jobs=True, pairs=pairs)
    assert [list(tile.jobs) for tile in match.view(None).tiles] == pairs
    assert state_fields(load_state(GAME, dump_state(GAME, match.state))) == state_fields(match.state)


@pytest.mark.rule("MT-42")
@pytest.mark.parametrize(
    "pairs",
    [
        None,
        [],
        "food",
        PAIRS[:4],
        (*PAIRS, PAIRS[0]),
        (("food", "food"), *PAIRS[1:]),
        (("food", "gold"), *PAIRS[1:]),
        (("food", "milk"), *PAIRS[1:]),
        (("food", "irrigation", "gold"), *PAIRS[1:]),
        ((["food"], ["irrigation"]), *PAIRS[1:]),
        (3, *PAIRS[1:]),
    ],
)
def test_bad_pairs(pairs: object) -> None:
    with pytest.raises(BadOption) as error:
        GAME.check(2, {"double_jobs": True, "pairs": pairs})
    assert error.value.option == "pairs"
    assert "each job twice" in str(error.value)


@pytest.mark.rule("MT-30")
@pytest.mark.rule("MT-40")
def test_food_on_double_tiles() -> None:
    match = start(4, double_jobs=True)
    for tile in ("1 food", "2 gold", "4 fields", "5 food"):
        play(match, f"take {tile}")
        while match.view(None).phase != "evening":
            play(match, idle(match))
        play(match, "feed 0")
    assert heard(match, FoodLaidOn) == [((3,),)]
    assert [tile.food for tile in match.view(None).tiles] == [0, 0, 1, 0, 0]


# -- the most that a seat can hold ---------------------------------------------------------------------


@pytest.mark.rule("MT-37")
@pytest.mark.rule("MT-40")
def test_the_most_fields() -> None:
    """All but the last of the supply, six of its own turn, and one by following: thirty in a line."""
    match = start(4, double_jobs=True)
    state = match.state
    workers(match, 0, awake=6)
    for x in range(2, 23):
        state.place_field(0, 2080 + x)
    state.supply_fields = 1
    play(match, "take 5 fields", "send 6")
    for _ in range(6):
        check_legal(GAME, state)
        right = max(range(len(match.view(0).spots)), key=lambda spot: match.view(0).spots[spot].x)
        play(match, f"field {right + 1}")
    while match.actors() == [1] or match.view(None).phase != "evening":
        play(match, idle(match))
    play(match, "feed 5")
    state.awake[0] = 1
    play(match, "take 4 recruit", "send 0", "pass snack", "pass snack", "follow")
    assert len(match.view(0).spots) == 60
    check_legal(GAME, state)
    play(match, "field 60")
    assert state.field_count[0] == 30
    assert state.spot_count[0] >= 60


@pytest.mark.rule("MT-19")
def test_the_most_edges() -> None:
    match = start(4)
    for x in range(2, 30):
        match.state.place_field(0, 2080 + x)
    play(match, "choose irrigation", "send 1")
    assert len(match.view(0).spots) == 90
    check_legal(GAME, match.state)
    play(match, "stick 90")
    assert heard(match, StickPlaced) == [(0, 29, 1, "top")]


@pytest.mark.rule("MT-22")
@pytest.mark.rule("MT-28")
@pytest.mark.rule("MT-45")
def test_the_most_kittens() -> None:
    """Six of one's own family, one by following and six in one's own turn, all unfed but one."""
    match = start(4, double_jobs=True)
    state = match.state
    workers(match, 1, awake=6)
    state.reserve[1] = 0
    state.gold[1] = 7
    play(
        match,
        "take 3 gold",
        "send 0",
        "follow",
        "engage worker 2",
        "pass snack",
        "pass snack",
        "feed 0",
    )
    check_legal(GAME, state)
    play(match, "wake 1", "take 4 recruit", "send 6", *["pick 1"] * 5)
    check_legal(GAME, state)
    play(match, "pick 1", *["engage merchant 3"] * 4, *["engage merchant 0"] * 2)
    while match.view(None).phase != "evening":
        play(match, idle(match))
    assert state.kittens(1) == 13
    state.food[1] = 0
    check_legal(GAME, state)
    assert texts(match) == [
        "dismiss awake 2", "dismiss asleep 1", *[f"close {n}" for n in range(1, 7)], "feed 12",
    ]  # fmt: skip
    play(match, "close 6", "close 1", "feed 10")
    assert state.tokens[1] == 10


# -- whole games ---------------------------------------------------------------------------------------


class Keen(Walk):
    """Plays for the supplies and for other families: it sends many, follows often, rarely dismisses."""

    def choose(self, actions: list[int]) -> int:
        kept = [action for action in actions if not DISMISS <= action < FEED]
        if kept and self.luck.below(30) > 0:
            actions = kept
        if actions[0] >= FEED and self.luck.below(8) > 0:
            return actions[0]
        if SEND <= actions[0] < FIELD and self.luck.below(4) > 0:
            return actions[-1]
        if actions[0] == FOLLOW and self.luck.below(2) > 0:
            return actions[0]
        return actions[self.luck.below(len(actions))]


@pytest.mark.rule("MT-35")
@pytest.mark.rule("MT-36")
@pytest.mark.rule("MT-37")
def test_keen_games_end_in_every_way() -> None:
    """All that the suite checks, in games that run the supplies dry."""
    reasons = set()
    for seed in range(8):
        for seats in (2, 4):
            case = Case(GAME, seats, {"double_jobs": seed % 2 == 1, "max_rounds": 40})
            match = Keen(case, seed, deep=0.01).run()
            reasons.add(match.outcome().reason)
    assert reasons == {"fields", "sticks", "kitten", "max_rounds"}


def test_the_view_holds_the_whole_position() -> None:
    for case in cases(GAME):
        match = Keen(case, 3, deep=0.0).run()
        again = GAME.imagine(match.state.view(SPECTATOR), LabTable(1))
        assert state_fields(again) == state_fields(match.state)
        assert list(again.wet) == list(match.state.wet)


def test_silence_draws_no_luck_after_the_set_up() -> None:
    match = Match(GAME, 4, {}, SeededTable(3))
    finish(match)
    assert len(match.table.tape) == 1
