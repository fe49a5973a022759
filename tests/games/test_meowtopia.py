"""Meowtopia, rule by rule: set-up and morning."""

from __future__ import annotations

import pytest

from games.meowtopia_scene import (
    heard,
    idle,
    merchant,
    play,
    start,
    texts,
    to_evening,
    to_morning,
    why,
    workers,
)
from tablee.core.contract import SPECTATOR
from tablee.core.errors import BadOption, BadSeats, IdleOption, IllegalAction, NotYourTurn
from tablee.core.match import Match
from tablee.core.tables import SeededTable
from tablee.games.meowtopia import GAME
from tablee.games.meowtopia.actions import BOX_FIELDS, BOX_STICKS, MAX_KITTENS, VERBS
from tablee.games.meowtopia.events import AllAwake, Passed, RoundBegan, Sent, Sold, Woke

# -- set-up --------------------------------------------------------------------------------------------


@pytest.mark.rule("MT-1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_box(seats: int) -> None:
    census = start(seats).state.census()
    families = {f"kittens of {family}": 6 for family in range(seats)}
    assert census == {"fields": 34, "sticks": 32, "food": 0, "gold": 0, **families}
    jobs = [tile.jobs for tile in start(seats).view(None).tiles]
    assert jobs == [("food",), ("irrigation",), ("gold",), ("recruit",), ("fields",)]


@pytest.mark.rule("MT-1")
def test_families_that_nobody_plays_are_left_out() -> None:
    match = start(2)
    match.state.reserve[0] = 0
    match.state.gold[0] = 2
    play(match, "choose recruit", "send 1")
    assert texts(match) == ["engage worker 1", "engage merchant 1"]
    assert why(match, "engage worker 2") == "MT-1/family"
    play(match, "engage worker 1")
    to_evening(match)
    assert why(match, "dismiss awake 3") == "MT-1/family"


@pytest.mark.rule("MT-2")
@pytest.mark.rule("MT-4")
@pytest.mark.parametrize(
    ("seats", "counted", "left"),
    [(2, (22, 22), (18, 20)), (3, (25, 25), (19, 22)), (4, (30, 28), (22, 24))],
)
def test_supplies(seats: int, counted: tuple[int, int], left: tuple[int, int]) -> None:
    view = start(seats).view(None)
    assert (view.supply_fields, view.supply_sticks) == left
    assert view.supply_fields + 2 * seats == counted[0]
    assert view.supply_sticks + seats == counted[1]
    aside = (BOX_FIELDS - counted[0], BOX_STICKS - counted[1])
    assert (view.aside_fields, view.aside_sticks) == aside


@pytest.mark.rule("MT-3")
def test_what_a_seat_begins_with() -> None:
    match = start(3)
    for seat, board in enumerate(match.view(None).boards):
        assert board.food == (5 if seat == 0 else 4)  # seat 0 has had its morning: MT-7
        assert (board.gold, board.tokens, board.reserve, board.merchants) == (1, 0, 4, ())
        assert board.awake == tuple(2 if family == seat else 0 for family in range(3))
        assert board.asleep == (0, 0, 0)
        assert board.fields == ((0, 0, True), (1, 0, True))
        assert board.sticks == ((1, 0, "left"),)
        assert board.score.sticks == 2


@pytest.mark.rule("MT-5")
def test_food_gold_and_tokens_never_run_out() -> None:
    match = start(2)
    state = match.state
    workers(match, 0, awake=6)
    state.food[0], state.gold[0], state.tokens[0] = 500, 100, 40
    play(match, "choose gold", "send 6", "pass snack")
    assert state.gold[0] == 106
    state.food[0] = 0
    play(match, "feed 5")
    assert state.tokens[0] == 45


@pytest.mark.rule("MT-6")
def test_turns_go_clockwise_and_the_first_player_changes() -> None:
    match = start(3, first=1)
    order = [1]
    while match.view(None).round < 4:
        active = match.state.active
        play(match, idle(match))
        if match.state.active != active or match.view(None).round > len(order) // 3 + 1:
            order.append(int(match.state.active))
    assert order[:10] == [1, 2, 0, 2, 0, 1, 0, 1, 2, 1]
    assert heard(match, RoundBegan) == [(1, 1), (2, 2), (3, 0), (4, 1)]


@pytest.mark.rule("MT-6")
def test_out_of_turn() -> None:
    match = start(2)
    with pytest.raises(NotYourTurn) as error:
        match.play(1, "choose food")
    assert error.value.rule == "MT-6"


def test_the_first_player_is_drawn_or_named() -> None:
    drawn = {Match(GAME, 4, {}, SeededTable(seed)).state.first for seed in range(30)}
    assert drawn == {0, 1, 2, 3}
    assert start(4, first=2).actors() == [2]
    assert start(4, first=2).table.tape == []


@pytest.mark.parametrize("seats", [1, 5, 0, True, "2"])
def test_bad_numbers_of_seats(seats: object) -> None:
    with pytest.raises(BadSeats):
        GAME.check(seats, {})


# -- morning -------------------------------------------------------------------------------------------


@pytest.mark.rule("MT-7")
def test_all_awake_gives_food() -> None:
    match = start(2)
    assert match.state.food[0] == 5
    assert heard(match, AllAwake) == [(0,)]
    assert match.view(0).phase == "choose"


@pytest.mark.rule("MT-7")
def test_no_worker_counts_as_all_awake() -> None:
    match = start(2)
    workers(match, 1)
    merchant(match, 1)
    match.state.food[1] = 0
    match.state.gold[1] = 0
    play(match, "choose gold", "send 0")
    assert heard(match, Passed) == [(1, "snack")]
    play(match, "feed 0")
    assert match.state.food[1] == 2  # one for passing, one for the morning
    assert match.actors() == [1]
    assert match.view(1).phase == "sell"


@pytest.mark.rule("MT-7")
def test_waking_the_last_sleeper_gives_no_food() -> None:
    match = start(2)
    play(match, "choose gold", "send 0", "follow")
    to_evening(match)
    before = match.state.food[1]
    play(match, "feed 0", "wake 1")
    assert match.state.food[1] == before
    assert match.state.awake[1 * 4 + 1] == 2


@pytest.mark.rule("MT-8")
def test_one_sleeper_wakes_for_free_or_not() -> None:
    for n in (0, 1):
        match = start(2)
        workers(match, 1, awake=3, asleep=1)
        match.state.food[1] = 0
        play(match, "choose gold", "send 0", "pass rest", "feed 0")
        assert texts(match) == ["wake 0", "wake 1"]
        assert why(match, "wake 2") == "MT-8"
        play(match, f"wake {n}")
        assert (match.state.food[1], match.state.sleepers(1)) == (0, 1 - n)
    assert heard(match, Woke) == [(1, 1, 0)]


@pytest.mark.rule("MT-9")
def test_several_sleepers_cost_one_food_each() -> None:
    match = start(2)
    workers(match, 1, asleep=4)
    match.state.food[1] = 3
    play(match, "choose gold", "send 0", "pass rest", "feed 0")
    assert texts(match) == ["wake 0", "wake 1", "wake 2", "wake 3"]
    assert why(match, "wake 4") == "MT-9/food"
    assert why(match, "wake 5") == "MT-9/asleep"
    play(match, "wake 2")
    assert match.state.food[1] == 1
    assert (match.state.awake_workers(1), match.state.sleepers(1)) == (2, 2)
    assert heard(match, Woke) == [(1, 2, 2)]


@pytest.mark.rule("MT-9")
def test_without_food_nobody_of_several_wakes() -> None:
    match = start(2)
    workers(match, 1, asleep=2)
    match.state.food[1] = 0
    play(match, "choose gold", "send 0", "pass rest", "feed 0")
    assert (match.actors(), match.view(1).phase) == ([1], "choose")
    assert match.state.sleepers(1) == 2


@pytest.mark.rule("MT-10")
def test_each_merchant_may_receive_one_unit() -> None:
    match = start(2)
    for _ in range(3):
        merchant(match, 1)
    match.state.food[1], match.state.gold[1] = 0, 2
    play(match, "choose gold", "send 0", "pass snack", "feed 0")
    match.state.food[1] = 1
    assert (match.view(1).phase, match.view(1).merchant) == ("sell", 1)
    assert texts(match) == ["sell food", "sell gold", "keep"]
    assert why(match, "choose food") == "MT-10/now"
    play(match, "sell gold", "keep", "sell gold")
    assert [tuple(shop) for shop in match.view(1).boards[1].merchants] == [
        (1, "gold", 1),
        (1, "", 0),
        (1, "gold", 1),
    ]
    assert match.state.gold[1] == 0
    assert heard(match, Sold) == [(1, 1, "gold", 1), (1, 3, "gold", 1)]
    assert match.view(1).phase == "choose"


@pytest.mark.rule("MT-10")
def test_a_merchant_that_could_receive_nothing_is_not_asked() -> None:
    match = start(2)
    merchant(match, 1, "gold", 1)
    merchant(match, 1, "food", 1)
    match.state.gold[1] = 0
    play(match, "choose food", "send 0", "pass snack", "feed 0")
    assert match.view(1).merchant == 2
    assert why(match, "sell gold") == "MT-11"
    match.state.food[1] = 0
    assert why(match, "sell food") == "MT-10/food"
    match.state.shop_ware[MAX_KITTENS + 1] = -1
    assert why(match, "sell gold") == "MT-10/gold"


@pytest.mark.rule("MT-11")
def test_the_first_unit_fixes_the_kind() -> None:
    match = start(2)
    merchant(match, 1)
    play(match, "choose gold", "send 0", "pass snack", "feed 0", "sell food")
    to_morning(match, 1)
    match.state.gold[1] = 9
    assert match.view(1).phase == "sell"
    assert texts(match) == ["sell food", "keep"]
    assert why(match, "sell gold") == "MT-11"


@pytest.mark.rule("MT-12")
def test_a_merchant_engaged_by_following_sells_in_the_same_round() -> None:
    match = start(2)
    match.state.gold[1] = 2
    play(match, "choose recruit", "send 0", "follow", "engage merchant 1", "feed 0")
    assert match.view(1).round == 1
    assert match.view(1).phase == "wake"
    assert why(match, "sell gold") == "MT-12/now"
    play(match, "wake 0")
    assert texts(match) == ["sell food", "sell gold", "keep"]


@pytest.mark.rule("MT-12")
def test_a_merchant_engaged_in_one_s_own_turn_waits_for_the_next_morning() -> None:
    match = start(2)
    play(match, "choose recruit", "send 1", "engage merchant 0")
    to_evening(match)
    assert "sell food" not in texts(match)
    to_morning(match, 0)
    assert match.view(0).phase == "wake"
    play(match, "wake 1")
    assert match.view(0).phase == "sell"


@pytest.mark.rule("MT-12")
def test_the_food_of_the_morning_may_be_sold() -> None:
    match = start(2)
    merchant(match, 1, "food", 1)
    play(match, "choose gold", "send 0", "pass snack")
    match.state.food[1] = match.state.gold[1] = 0
    play(match, "feed 0")
    assert (match.view(1).phase, match.state.food[1]) == ("sell", 1)
    play(match, "sell food")
    assert match.state.food[1] == 0


# -- nothing hidden, refusals --------------------------------------------------------------------------


def test_everybody_sees_and_hears_the_same() -> None:
    match = start(3)
    play(match, "choose fields", "send 2", "field 1", "field 1", "follow", "field 3")
    views = [match.state.view(seat)._replace(seat=0) for seat in (0, 1, 2, SPECTATOR)]
    assert all(view == views[0] for view in views)
    assert all(match.events(seat) == match.events(None) for seat in range(3))


def test_a_refused_action_names_its_rule_in_both_languages() -> None:
    match = start(2)
    play(match, "choose gold")
    with pytest.raises(IllegalAction) as error:
        match.play(0, "send 5")
    assert error.value.rule == "MT-15"
    assert error.value.message("fr") == "Tu n’as pas 5 travailleurs réveillés. Envoies-en moins."
    assert error.value.message("en") == "You do not have 5 workers awake. Send fewer."


def test_sending_nobody_is_told() -> None:
    match = start(2)
    workers(match, 0, asleep=2)
    play(match, "choose gold")  # nobody is awake: no question
    assert heard(match, Sent) == [(0, 0)]


def test_verbs() -> None:
    assert VERBS.size == 249
    assert VERBS.text(VERBS.action("take 5 fields")) == "take 5 fields"


@pytest.mark.rule("MT-43")
@pytest.mark.parametrize("value", [0, 1001, -1, True, "60", None, 2.5])
def test_max_rounds_range(value: object) -> None:
    with pytest.raises(BadOption) as error:
        GAME.check(2, {"max_rounds": value})
    assert "1 to 1000" in str(error.value)


def test_pairs_need_double_jobs() -> None:
    with pytest.raises(IdleOption) as error:
        GAME.check(2, {"pairs": GAME.options[3].default})
    assert error.value.rule == "ALL-7"
