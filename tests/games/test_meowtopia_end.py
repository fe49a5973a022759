"""Meowtopia, rule by rule: evening, the end of a round and of the game."""

from __future__ import annotations

import pytest

from games.meowtopia_scene import (
    finish,
    heard,
    idle,
    merchant,
    play,
    start,
    texts,
    to_morning,
    why,
    workers,
)
from tablee.core.match import Match
from tablee.games.meowtopia.actions import FEED
from tablee.games.meowtopia.events import (
    AwakeAtTheEnd,
    Dismissed,
    EndCalled,
    Fed,
    FoodLaid,
    GoodsLost,
    RoundsOver,
    Scored,
    Unfed,
)


def irrigate(match: Match, seat: int, n: int) -> None:
    """Irrigated fields of the seat, out of the supply."""
    state = match.state
    while state.field_count[seat] < n:
        cell = 2080 + state.field_count[seat]
        state.place_field(seat, cell)
        state.place_stick(seat, 32 * 128 + 64 + cell % 64)
        state.supply_fields -= 1
        state.supply_sticks -= 1
    assert int(state.wet[seat]).bit_count() == n


def evening(kittens: int, fields: int, food: int) -> Match:
    """Seat 0's evening, with so many workers, irrigated fields and food."""
    match = start(2)
    workers(match, 0, awake=kittens)
    match.state.reserve[0] = 6 - kittens
    irrigate(match, 0, fields)
    play(match, "choose gold", "send 0", "pass snack")
    match.state.food_drawn += food - match.state.food[0]
    match.state.food[0] = food
    assert match.view(0).phase == "evening"
    return match


# -- evening -------------------------------------------------------------------------------------------


@pytest.mark.rule("MT-26")
@pytest.mark.rule("MT-27")
def test_the_book_s_example_three_kittens_and_four_irrigated_fields_cost_two() -> None:
    match = evening(3, 4, 10)
    assert match.view(0).boards[0].upkeep == 2
    play(match, "feed 0")
    assert match.state.food[0] == 8
    assert heard(match, Fed) == [(0, 3, 2)]


@pytest.mark.rule("MT-26")
def test_all_kittens_are_fed_and_only_by_the_active_seat() -> None:
    match = start(2)
    workers(match, 0, awake=2, asleep=2)
    merchant(match, 0)
    food = match.state.food[1]
    play(match, "choose gold", "send 0", "pass snack")
    match.state.food[0] = 20
    play(match, "feed 0")
    assert match.state.food[0] == 20 - (2 * 5 - 2)
    assert match.state.food[1] == food + 2  # it passed, and its morning came


@pytest.mark.rule("MT-27")
@pytest.mark.parametrize(("kittens", "fields", "price"), [(2, 2, 2), (3, 5, 1), (2, 4, 0), (1, 6, 0)])
def test_irrigated_fields_save_food_but_never_bring_any(kittens: int, fields: int, price: int) -> None:
    match = evening(kittens, fields, 9)
    play(match, "feed 0")
    assert match.state.food[0] == 9 - price


@pytest.mark.rule("MT-27")
def test_a_field_counts_once_however_many_sticks_it_has() -> None:
    match = evening(3, 2, 9)
    for _ in range(6):
        match.state.place_stick(0, match.state.edges[0])
    assert match.view(0).boards[0].upkeep == 4


@pytest.mark.rule("MT-27")
def test_a_dry_field_saves_nothing() -> None:
    match = evening(3, 2, 9)
    match.state.place_field(0, 2080 - 64)
    assert match.view(0).boards[0].upkeep == 4


@pytest.mark.rule("MT-28")
def test_dismissing_a_worker() -> None:
    match = evening(3, 2, 9)
    assert texts(match) == ["dismiss awake 0", "feed 0", "feed 1", "feed 2"]
    assert why(match, "dismiss asleep 0") == "MT-28"
    assert why(match, "close 1") == "MT-28/merchant"
    reserve = match.state.reserve[0]
    play(match, "dismiss awake 0")
    assert match.state.reserve[0] == reserve + 1
    assert match.state.food[0] == 12
    assert heard(match, Dismissed) == [(0, "awake", 0)]
    assert match.view(0).phase == "evening"
    play(match, "feed 0")
    assert match.state.food[0] == 10


@pytest.mark.rule("MT-28")
def test_dismissing_everybody() -> None:
    match = evening(2, 2, 0)
    play(match, "dismiss awake 0", "dismiss awake 0")  # nobody is left to feed: the turn is over
    assert match.state.kittens(0) == 0
    assert match.state.food[0] == 6
    assert match.state.active == 1
    finish(match)
    assert match.view(None).boards[0].score.kittens == 0


@pytest.mark.rule("MT-28")
def test_a_dismissed_merchant_loses_its_goods() -> None:
    match = evening(2, 2, 5)
    merchant(match, 0, "gold", 4)
    merchant(match, 0, "food", 2)
    match.state.gold_drawn += 4
    match.state.food_drawn += 2
    match.state.reserve[0] -= 2
    census = match.state.census()
    play(match, "close 1")
    assert match.view(0).boards[0].merchants == ((0, "food", 2),)
    assert heard(match, GoodsLost) == [(0, "gold", 4)]
    assert heard(match, Dismissed) == [(0, "merchant", 0)]
    assert match.state.gold[0] == 1
    assert match.state.census() == census


@pytest.mark.rule("MT-28")
def test_a_kitten_goes_back_to_the_reserve_of_its_own_family() -> None:
    match = evening(2, 2, 9)
    workers(match, 0, asleep=1, family=1)
    reserve = match.state.reserve[1]
    play(match, "dismiss asleep 1")
    assert match.state.reserve[1] == reserve + 1


@pytest.mark.rule("MT-29")
def test_unfed_kittens_cost_tokens() -> None:
    match = evening(4, 3, 1)  # 8 − 3 = 5 to pay
    assert [text for text in texts(match) if text.startswith("feed")] == ["feed 2", "feed 3"]
    assert why(match, "feed 0") == "MT-29/all"
    assert why(match, "feed 1") == "MT-29"
    assert why(match, "feed 4") == "MT-45"
    play(match, "feed 2")  # 2 · 2 − 3
    assert (match.state.food[0], match.state.tokens[0]) == (0, 2)
    assert heard(match, Unfed) == [(0, 2)]
    assert match.view(None).boards[0].score.tokens == -6


@pytest.mark.rule("MT-29")
def test_a_half_fed_kitten_is_unfed() -> None:
    match = evening(2, 3, 0)  # 1 to pay: one kitten stays unfed
    assert [text for text in texts(match) if text.startswith("feed")] == ["feed 1"]


@pytest.mark.rule("MT-44")
def test_a_kitten_engaged_again_is_new() -> None:
    match = evening(2, 2, 9)
    merchant(match, 0, "gold", 4)
    match.state.reserve[0] = 0
    play(match, "close 1", "feed 0")
    assert match.state.reserve[0] == 1
    to_morning(match, 0)
    play(match, "choose recruit", "send 1")
    assert texts(match) == ["engage worker 0", "engage merchant 0"]
    play(match, "engage merchant 0")
    assert match.view(None).boards[0].merchants == ((0, "", 0),)


@pytest.mark.rule("MT-45")
def test_food_for_a_dismissed_kitten_pays_for_the_rest() -> None:
    match = evening(3, 2, 0)  # 4 to pay
    assert why(match, "feed 0") == "MT-29/all"
    play(match, "dismiss awake 0")  # +3, 2 to pay
    assert match.legal(0)[-1] >= FEED
    play(match, "feed 0")
    assert (match.state.food[0], match.state.tokens[0]) == (1, 0)


@pytest.mark.rule("MT-45")
def test_no_more_stay_unfed_than_it_takes_to_pay_nothing() -> None:
    match = evening(3, 3, 9)  # 3 to pay: with two unfed, nothing
    assert texts(match)[1:] == ["feed 0", "feed 1", "feed 2"]
    assert why(match, "feed 3") == "MT-45"
    match = evening(2, 4, 9)
    assert texts(match)[1:] == ["feed 0"]
    assert why(match, "feed 1") == "MT-45"
    assert why(match, "wake 0") == "MT-45/now"


# -- the end of a round --------------------------------------------------------------------------------


@pytest.mark.rule("MT-30")
def test_food_is_laid_on_tiles_that_nobody_chose() -> None:
    match = start(2)
    play(match, "choose gold", "send 0", "pass snack", "feed 0")
    play(match, "choose food", "send 0", "pass snack", "feed 0")
    assert [tile.food for tile in match.view(None).tiles] == [0, 1, 0, 1, 1]
    assert heard(match, FoodLaid) == [(("irrigation", "recruit", "fields"),)]
    assert all(tile.taken_by is None for tile in match.view(None).tiles)
    play(match, "choose fields", "send 0", "pass snack", "feed 0")
    play(match, "choose gold", "send 0", "pass snack", "feed 0")
    assert [tile.food for tile in match.view(None).tiles] == [1, 2, 0, 2, 0]
    assert match.state.first == 0
    assert match.state.census()["food"] == 0


# -- the end of the game -------------------------------------------------------------------------------


@pytest.mark.rule("MT-35")
@pytest.mark.rule("MT-37")
def test_the_last_field_ends_the_game_with_its_round() -> None:
    match = start(2)
    state = match.state
    state.aside_fields += state.supply_fields - 1
    state.supply_fields = 1
    play(match, "choose fields", "send 2", "field 1")
    assert (match.view(None).cause, heard(match, EndCalled)) == ("fields", [(0, "fields")])
    aside = state.aside_fields
    play(match, "field 1")  # within the same action, of those set aside
    assert (state.supply_fields, state.aside_fields) == (0, aside - 1)
    play(match, "follow", "field 1", "feed 0")
    assert match.actors() == [1]  # the round is finished
    finish(match)
    assert match.view(None).round == 1
    assert match.outcome().reason == "fields"


@pytest.mark.rule("MT-35")
def test_a_follower_ends_the_game_with_the_last_stick() -> None:
    match = start(3)
    state = match.state
    state.aside_sticks += state.supply_sticks - 1
    state.supply_sticks = 1
    play(match, "choose irrigation", "send 0", "follow", "stick 2")
    assert heard(match, EndCalled) == [(1, "sticks")]
    finish(match)
    assert match.outcome().reason == "sticks"
    assert match.view(None).round == 1


@pytest.mark.rule("MT-35")
@pytest.mark.rule("MT-36")
def test_a_trigger_is_never_undone() -> None:
    match = start(2)
    match.state.reserve[0] = 0
    play(match, "choose recruit", "send 1", "engage worker 1", "pass snack", "dismiss awake 1")
    assert match.state.reserve[1] == 4
    assert match.view(None).cause == "kitten"
    finish(match)
    assert match.outcome().reason == "kitten"


@pytest.mark.rule("MT-37")
def test_fields_and_sticks_go_on_beyond_the_box() -> None:
    match = start(2)
    state = match.state
    workers(match, 0, awake=6)
    state.supply_fields, state.aside_fields = 0, 1
    census = state.census()
    play(match, "choose fields", "send 6", *["field 1"] * 6)
    assert (state.aside_fields, state.extra_fields) == (0, 5)
    assert state.census() == census


@pytest.mark.rule("MT-37")
def test_sticks_beyond_the_box() -> None:
    match = start(2)
    state = match.state
    workers(match, 0, awake=3)
    state.aside_sticks = state.supply_sticks = 1
    census = state.census()
    play(match, "choose irrigation", "send 3", "stick 1", "stick 1", "stick 1")
    assert (state.supply_sticks, state.aside_sticks, state.extra_sticks) == (0, 0, 1)
    assert match.view(None).cause == "sticks"
    assert state.census() == census


@pytest.mark.rule("MT-38")
def test_food_for_those_awake_at_the_end() -> None:
    match = start(2, max_rounds=1)
    workers(match, 0, awake=1, asleep=1)
    merchant(match, 0)
    merchant(match, 0, "gold", 1)
    finish_but_one(match)
    food = match.state.food[0]
    play(match, idle(match))
    assert match.actors() == []
    assert match.state.food[0] == food + 3
    assert heard(match, AwakeAtTheEnd)[0] == (0, 3)


def finish_but_one(match: Match) -> None:
    """Up to the last question of a game of one round."""
    last = match.seats - 1
    while match.state.active != last or match.view(None).phase != "evening":
        play(match, idle(match))


@pytest.mark.rule("MT-39")
def test_points() -> None:
    match = start(2, max_rounds=1)
    state = match.state
    workers(match, 0, asleep=2)
    workers(match, 0, asleep=1, family=1)
    merchant(match, 0, "gold", 3)
    merchant(match, 0, "food", 4)
    merchant(match, 0)
    state.place_stick(0, state.edges[0])  # on the rim: one field
    finish_but_one(match)
    state.tokens[0] = 2
    state.food[0], state.gold[0] = 2, 5
    state.tile_food[0] = 50  # nobody's
    state.food[1] = 20
    play(match, "feed 0")
    score = match.view(None).boards[0].score
    # Six kittens, 2 + 1 for sticks, goods, gold; 2 food and 3 for the merchants awake.
    assert score == (18, 3, 9, 8, 5, 2, -6, 39)
    assert heard(match, Scored)[0] == (0, *score)
    outcome = match.outcome()
    assert outcome.scores[0] == 39
    assert outcome.ranks == (1, 2)


@pytest.mark.rule("MT-39")
def test_a_total_may_be_negative_and_a_tie_is_shared() -> None:
    match = start(3, max_rounds=1)
    state = match.state
    finish_but_one(match)
    for seat in range(3):
        state.tokens[seat] = 10 if seat else 11
        state.food[seat] = state.gold[seat] = 0
    state.food[2] = state.price(2, 0)
    play(match, "feed 0")
    outcome = match.outcome()
    assert outcome.scores == (-24, -21, -21)
    assert outcome.ranks == (3, 1, 1)


@pytest.mark.rule("MT-43")
@pytest.mark.parametrize("rounds", [1, 3])
def test_the_limit_of_rounds(rounds: int) -> None:
    match = start(2, max_rounds=rounds)
    finish(match)
    assert match.view(None).round == rounds
    assert match.outcome().reason == "max_rounds"
    assert heard(match, RoundsOver) == [(rounds,)]


@pytest.mark.rule("MT-43")
def test_sixty_rounds_unless_said_otherwise() -> None:
    match = start(2)
    assert match.view(None).max_rounds == 60
    finish(match)
    assert match.view(None).round == 60
