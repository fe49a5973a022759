"""Meowtopia, rule by rule: the day, the five jobs, and those who follow."""

from __future__ import annotations

import pytest

from games.meowtopia_scene import finish, heard, merchant, play, start, texts, to_morning, why, workers
from tablee.games.meowtopia.actions import FAMILIES, MAX_EDGES
from tablee.games.meowtopia.events import (
    FieldIrrigated,
    FieldPlaced,
    FoodFound,
    Lured,
    Passed,
    StickPlaced,
)

# -- day -----------------------------------------------------------------------------------------------


@pytest.mark.rule("MT-13")
def test_a_tile_is_chosen_once_a_round() -> None:
    match = start(2)
    play(match, "choose gold", "send 0", "pass snack", "feed 0")
    assert texts(match) == ["choose food", "choose irrigation", "choose recruit", "choose fields"]
    assert why(match, "choose gold") == "MT-13"
    assert why(match, "send 1") == "MT-13/now"
    assert match.view(0).tiles[2].taken_by == 0
    play(match, "choose food", "send 0", "pass snack", "feed 0")
    assert match.view(0).round == 2
    assert "choose gold" in texts(match)


@pytest.mark.rule("MT-14")
def test_the_food_on_a_tile_is_taken_even_when_nobody_is_sent() -> None:
    match = start(2)
    match.state.tile_food[3] = 4
    match.state.food_drawn += 4
    play(match, "choose recruit")
    assert match.state.food[0] == 9
    assert match.state.tile_food[3] == 0
    assert heard(match, FoodFound) == [(0, 4)]
    play(match, "send 0")
    assert match.state.food[0] == 9
    assert match.state.census()["food"] == 0


@pytest.mark.rule("MT-15")
def test_workers_that_are_awake_are_sent_and_fall_asleep() -> None:
    match = start(2)
    workers(match, 0, awake=3, asleep=2)
    merchant(match, 0)
    play(match, "choose gold")
    assert texts(match) == ["send 0", "send 1", "send 2", "send 3"]
    assert why(match, "send 4") == "MT-15"
    assert why(match, "follow") == "MT-15/now"
    play(match, "send 2")
    assert (match.state.awake_workers(0), match.state.sleepers(0)) == (1, 4)


@pytest.mark.rule("MT-15")
def test_at_most_six_are_sent() -> None:
    match = start(2)
    workers(match, 0, awake=8)
    play(match, "choose gold")
    assert texts(match)[-1] == "send 6"


@pytest.mark.rule("MT-15")
def test_a_kitten_engaged_is_not_part_of_those_sent() -> None:
    match = start(2)
    match.state.gold[0] = 6
    play(match, "choose recruit")
    assert texts(match) == ["send 0", "send 1", "send 2"]
    play(match, "send 2", "engage worker 0", "engage worker 0")
    assert match.actors() == [1]
    assert (match.state.awake_workers(0), match.state.sleepers(0)) == (2, 2)


@pytest.mark.rule("MT-15")
def test_with_several_families_one_says_whose_kitten_is_sent_and_woken() -> None:
    match = start(3)
    workers(match, 0, awake=2)
    workers(match, 0, awake=2, family=1)
    play(match, "choose gold", "send 3")
    assert match.view(0).phase == "tire"
    assert texts(match) == ["pick 0", "pick 1"]
    assert why(match, "pick 2") == "MT-15/family"
    assert why(match, "pick 3") == "MT-1/family"
    assert why(match, "feed 0") == "MT-15/pick"
    play(match, "pick 1", "pick 1")  # the third one is of the only family left
    board = match.view(0).boards[0]
    assert (board.awake, board.asleep) == ((1, 0, 0), (1, 2, 0))
    assert match.state.gold[0] == 4
    to_morning(match, 0)
    play(match, "wake 1")
    assert match.view(0).phase == "rouse"
    assert why(match, "pick 2") == "MT-9/family"
    assert why(match, "choose food") == "MT-9/pick"
    play(match, "pick 1")
    board = match.view(0).boards[0]
    assert (board.awake, board.asleep) == ((1, 1, 0), (1, 1, 0))


@pytest.mark.rule("MT-15")
def test_a_kitten_engaged_awake_cannot_be_dismissed_as_asleep() -> None:
    match = start(2)
    state = match.state
    workers(match, 0, awake=6)
    state.reserve[0] = 0
    state.gold[0] = 2
    play(match, "choose recruit", "send 2", "engage worker 1", "engage worker 1", "pass snack")
    assert "dismiss awake 1" in texts(match)
    assert why(match, "dismiss asleep 1") == "MT-28"


@pytest.mark.rule("MT-16")
@pytest.mark.parametrize(("n", "food"), [(0, 0), (1, 2), (2, 5), (3, 8), (4, 12), (5, 16), (6, 20)])
def test_food(n: int, food: int) -> None:
    match = start(2)
    workers(match, 0, awake=6)
    play(match, "choose food", f"send {n}")
    assert match.state.food[0] == 5 + food
    assert match.state.sleepers(0) == n


@pytest.mark.rule("MT-17")
@pytest.mark.parametrize("n", [1, 4, 6])
def test_gold(n: int) -> None:
    match = start(2)
    workers(match, 0, awake=6)
    play(match, "choose gold", f"send {n}")
    assert match.state.gold[0] == 1 + n


@pytest.mark.rule("MT-18")
def test_fields_are_placed_beside_one_s_own() -> None:
    match = start(2)
    play(match, "choose fields", "send 2")
    spots = [(spot.x, spot.y) for spot in match.view(None).spots]
    assert spots == [(0, -1), (1, -1), (-1, 0), (2, 0), (0, 1), (1, 1)]
    assert texts(match) == [f"field {k}" for k in range(1, 7)]
    assert why(match, "field 7") == "MT-18"
    assert why(match, "feed 0") == "MT-18/now"
    play(match, "field 4")
    assert heard(match, FieldPlaced) == [(0, 2, 0)]
    assert match.view(None).boards[0].fields[2] == (2, 0, False)
    assert (3, 0) in [(spot.x, spot.y) for spot in match.view(None).spots]
    assert match.state.supply_fields == 17
    play(match, "field 1")
    assert match.state.supply_fields == 16
    assert match.actors() == [1]


@pytest.mark.rule("MT-18")
def test_a_field_beside_a_stick_is_irrigated_at_once() -> None:
    match = start(2)
    play(match, "choose irrigation", "send 1", "stick 1")  # on top of (0, 0)
    assert heard(match, StickPlaced) == [(0, 0, 0, "top")]
    to_morning(match, 0)
    play(match, "wake 0", "choose fields", "send 1")
    first = match.view(None).spots[0]
    assert (first.x, first.y, first.irrigates, first.points) == (0, -1, 1, 1)
    assert match.view(None).spots[1].irrigates == 0
    play(match, "field 1")
    assert match.view(None).boards[0].fields[2] == (0, -1, True)
    assert heard(match, FieldIrrigated) == [(0, 0, -1)]
    assert match.view(None).boards[0].score.sticks == 4  # both sticks now serve two fields


@pytest.mark.rule("MT-18")
def test_the_plane_has_no_border() -> None:
    match = start(4)
    for x in range(2, 30):
        match.state.place_field(0, 2080 + x)
    play(match, "choose fields", "send 1")
    cells = {(spot.x, spot.y) for spot in match.view(None).spots}
    assert len(cells) == 62
    assert {(-1, 0), (30, 0)} <= cells


@pytest.mark.rule("MT-19")
def test_sticks_are_laid_on_free_edges() -> None:
    match = start(2)
    workers(match, 0, awake=4)
    play(match, "choose irrigation", "send 3")
    spots = [(spot.x, spot.y, spot.side) for spot in match.view(None).spots]
    assert spots == [
        (0, 0, "top"), (1, 0, "top"), (0, 0, "left"), (2, 0, "left"), (0, 1, "top"), (1, 1, "top"),
    ]  # fmt: skip
    assert why(match, "stick 7") == "MT-19"
    assert why(match, "pass rest") == "MT-19/now"
    play(match, "stick 3")
    assert len(match.view(None).spots) == 5
    assert match.state.supply_sticks == 19
    play(match, "stick 1", "stick 1")
    assert match.state.stick_points[0] == 2 + 3
    assert match.actors() == [1]


@pytest.mark.rule("MT-19")
def test_a_stick_irrigates_both_its_fields() -> None:
    match = start(2)
    for cell in (2080 + 64, 2081 + 64):
        match.state.place_field(0, cell)
    play(match, "choose irrigation", "send 1")
    spots = {(s.x, s.y, s.side): (s.irrigates, s.points) for s in match.view(None).spots}
    assert spots[1, 1, "left"] == (2, 2)
    assert spots[0, 1, "top"] == (1, 2)
    assert spots[0, 2, "top"] == (1, 1)
    number = list(spots).index((1, 1, "left")) + 1
    play(match, f"stick {number}")
    assert all(field.irrigated for field in match.view(None).boards[0].fields)


@pytest.mark.rule("MT-19")
def test_no_more_are_sent_than_there_are_free_edges() -> None:
    match = start(2)
    workers(match, 0, awake=6)
    play(match, "choose irrigation", "send 4", "stick 1", "stick 1", "stick 1", "stick 1")
    to_morning(match, 0)
    play(match, "wake 0", "choose irrigation")
    assert texts(match) == ["send 0", "send 1", "send 2"]
    match.state.awake[0] = 6
    assert why(match, "send 3") == "MT-19/edges"
    play(match, "send 2", "stick 2")  # the last edge leaves no choice
    assert match.state.edge_count[0] == 0
    assert match.actors() == [1]


@pytest.mark.rule("MT-20")
def test_each_engaged_kitten_costs_a_gold() -> None:
    match = start(2)
    match.state.gold[0] = 1
    play(match, "choose recruit")
    assert texts(match) == ["send 0", "send 1"]
    assert why(match, "send 2") == "MT-20/gold"
    play(match, "send 1")
    assert texts(match) == ["engage worker 0", "engage merchant 0"]
    assert why(match, "send 0") == "MT-20/now"
    play(match, "engage worker 0")
    assert match.state.gold[0] == 0
    assert match.state.reserve[0] == 3


@pytest.mark.rule("MT-21")
def test_a_kitten_becomes_worker_or_merchant() -> None:
    match = start(2)
    match.state.gold[0] = 2
    play(match, "choose recruit", "send 2", "engage worker 0", "engage merchant 0")
    board = match.view(1).boards[0]
    assert (board.awake, board.asleep) == ((1, 0), (2, 0))
    assert board.merchants == ((0, "", 0),)


@pytest.mark.rule("MT-21")
def test_no_limit_to_merchants() -> None:
    match = start(2)
    for _ in range(4):
        merchant(match, 0)
    match.state.gold[0] = 2
    play(match, "choose recruit", "send 2", "engage merchant 0", "engage merchant 0")
    assert match.state.merchants[0] == 6


@pytest.mark.rule("MT-22")
@pytest.mark.rule("MT-36")
def test_an_opponent_s_kitten_when_one_s_own_reserve_is_empty() -> None:
    match = start(3)
    state = match.state
    state.reserve[0], state.gold[0] = 1, 3
    workers(match, 0, awake=3)
    play(match, "choose recruit", "send 3")
    assert texts(match) == ["engage worker 0", "engage merchant 0"]
    assert why(match, "engage worker 1") == "MT-22/own"
    play(match, "engage worker 0")
    assert state.cause == 0
    assert texts(match) == [f"engage {role} {s}" for role in ("worker", "merchant") for s in (1, 2)]
    assert why(match, "engage worker 0") == "MT-22/mine"
    play(match, "engage merchant 2")
    assert match.view(None).cause == "kitten"
    assert heard(match, Lured) == [(0, 2, "merchant")]
    state.reserve[1] = 0
    assert why(match, "engage worker 1") == "MT-22/theirs"
    play(match, "engage worker 2")
    assert match.view(None).boards[0].merchants == ((2, "", 0),)
    assert state.awake[0 * FAMILIES + 2] == 1
    finish(match)
    assert match.outcome().reason == "kitten"
    assert match.view(None).round == 1


@pytest.mark.rule("MT-22")
def test_no_more_are_sent_than_there_are_kittens_left() -> None:
    match = start(2)
    workers(match, 0, awake=6)
    match.state.gold[0] = 9
    match.state.reserve[0], match.state.reserve[1] = 1, 2
    play(match, "choose recruit")
    assert texts(match)[-1] == "send 3"
    assert why(match, "send 4") == "MT-22/left"


@pytest.mark.rule("MT-22")
def test_an_own_reserve_emptied_by_opponents_counts_as_empty() -> None:
    match = start(3)
    state = match.state
    state.reserve[0], state.reserve[1] = 0, 1
    play(match, "choose recruit", "send 1", "engage worker 1", "follow")
    assert match.actors() == [1]
    assert state.kittens(1) == 2  # far from all six of its family
    assert texts(match) == ["engage worker 2", "engage merchant 2"]


@pytest.mark.rule("MT-23")
def test_the_others_follow_clockwise_also_when_nobody_was_sent() -> None:
    match = start(4, first=2)
    play(match, "choose gold", "send 0")
    assert match.actors() == [3]
    play(match, "follow")
    assert match.actors() == [0]
    play(match, "follow")
    assert match.actors() == [1]
    play(match, "pass snack")
    assert match.actors() == [2]
    assert list(match.state.gold) == [2, 1, 1, 2]
    assert match.state.sleepers(3) == match.state.sleepers(0) == 1
    assert match.state.sleepers(1) == 0


@pytest.mark.rule("MT-23")
def test_a_follower_does_the_job_once() -> None:
    match = start(2)
    workers(match, 1, awake=6)
    play(match, "choose food", "send 2", "follow")
    assert match.state.food[1] == 6
    assert match.view(0).phase == "evening"
    match = start(2)
    play(match, "choose fields", "send 0", "follow", "field 1")
    assert match.view(0).phase == "evening"
    assert match.state.field_count[1] == 3


@pytest.mark.rule("MT-23")
def test_one_may_not_follow_for_nothing() -> None:
    match = start(2)
    match.state.gold[1] = 0
    workers(match, 1, awake=1, asleep=1)
    play(match, "choose recruit", "send 0")
    assert texts(match) == ["pass wake", "pass rest"]
    assert why(match, "follow") == "MT-23/gold"
    assert why(match, "feed 0") == "MT-23/now"
    match.state.gold[1] = 1
    match.state.reserve[0] = match.state.reserve[1] = 0
    assert why(match, "follow") == "MT-23/kittens"
    workers(match, 1, asleep=2)
    assert why(match, "follow") == "MT-23"


@pytest.mark.rule("MT-23")
def test_one_may_not_follow_irrigation_without_a_free_edge() -> None:
    match = start(2)
    workers(match, 1, awake=1, asleep=1)
    for _ in range(6):
        match.state.place_stick(1, match.state.edges[MAX_EDGES])
    play(match, "choose irrigation", "send 0")
    assert texts(match) == ["pass wake", "pass rest"]
    assert why(match, "follow") == "MT-23/edges"


@pytest.mark.rule("MT-24")
def test_who_passes_may_wake_one() -> None:
    for then, asleep in (("wake", 1), ("rest", 2)):
        match = start(2)
        workers(match, 1, asleep=2)
        play(match, "choose gold", "send 0")
        assert texts(match) == ["pass wake", "pass rest"]
        assert why(match, "pass snack") == "MT-25"
        play(match, f"pass {then}")
        assert match.state.sleepers(1) == asleep
        assert match.state.food[1] == 4


@pytest.mark.rule("MT-25")
def test_who_passes_with_nobody_asleep_gets_food() -> None:
    match = start(2)
    play(match, "choose gold", "send 0")
    assert texts(match) == ["follow", "pass snack"]
    assert why(match, "pass wake") == "MT-24"
    assert why(match, "pass rest") == "MT-24"
    play(match, "pass snack")
    assert match.state.food[1] == 5
    assert heard(match, Passed) == [(1, "snack")]


@pytest.mark.rule("MT-25")
def test_without_a_choice_the_food_comes_by_itself() -> None:
    match = start(2)
    match.state.gold[1] = 0
    play(match, "choose recruit", "send 0")
    assert match.actors() == [0]
    assert heard(match, Passed) == [(1, "snack")]
