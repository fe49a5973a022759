"""Meowtopia: corners that are easily missed: followers, strangers, and a plane that is full."""

from __future__ import annotations

import pytest

from games.meowtopia_scene import finish, heard, play, start, why, workers
from tablee.core.encode import dump_state, load_state, state_fields
from tablee.games.meowtopia import GAME
from tablee.games.meowtopia.events import EndCalled


@pytest.mark.rule("MT-18")
@pytest.mark.parametrize("seat", range(4))
def test_the_longest_plane_is_remembered(seat: int) -> None:
    """30 fields in a row have 91 edges; a view of them can be recalled for every seat."""
    match = start(4, double_jobs=True)
    for x in range(28):
        match.state.place_field(seat, match.state.fields[seat * 30 + 1] + 1 + x)
    match.state.extra_fields = 28  # so that the books balance
    view = match.state.view(-1)
    assert GAME.recall(view).view(-1) == view
    loaded = load_state(GAME, dump_state(GAME, match.state))
    assert state_fields(loaded) == state_fields(match.state)


@pytest.mark.rule("MT-36")
def test_a_follower_who_lures_a_kitten_ends_the_game() -> None:
    match = start(2)
    match.state.reserve[1] = 0
    play(match, "choose recruit", "send 0", "follow", "engage worker 0")
    assert heard(match, EndCalled) == [(1, "kitten")]
    finish(match)
    outcome = match.outcome()
    assert outcome is not None
    assert outcome.reason == "kitten"
    assert match.view(None).round == 1


@pytest.mark.rule("MT-35")
def test_a_follower_who_takes_the_last_field_ends_the_game() -> None:
    match = start(2)
    match.state.aside_fields += match.state.supply_fields - 1
    match.state.supply_fields = 1
    play(match, "choose fields", "send 0", "follow", "field 1")
    assert heard(match, EndCalled) == [(1, "fields")]


@pytest.mark.rule("MT-35")
@pytest.mark.rule("MT-36")
def test_the_first_cause_stands() -> None:
    """Also in the round that `max_rounds` would have ended."""
    match = start(2, max_rounds=1)
    match.state.aside_fields += match.state.supply_fields - 1
    match.state.supply_fields = 1
    match.state.reserve[1] = 0
    play(match, "choose fields", "send 1", "field 1", "pass snack", "feed 0")
    play(match, "choose recruit", "send 1", "engage worker 0")
    assert heard(match, EndCalled) == [(0, "fields")]
    finish(match)
    outcome = match.outcome()
    assert outcome is not None
    assert outcome.reason == "fields"


@pytest.mark.rule("MT-28")
def test_a_merchant_goes_back_to_its_own_family() -> None:
    match = start(2)
    match.state.reserve[0] = 0
    play(match, "choose recruit", "send 1", "engage merchant 1", "pass snack")
    assert list(match.state.reserve) == [0, 3]
    play(match, "close 1")
    assert list(match.state.reserve) == [0, 4]


@pytest.mark.rule("MT-24")
def test_who_passes_says_which_family_wakes() -> None:
    match = start(2)
    workers(match, 1, asleep=1)
    workers(match, 1, asleep=1, family=0)
    play(match, "choose gold", "send 0", "pass wake")
    assert match.view(1).phase == "rouse"
    assert why(match, "follow") == "MT-24/pick"
    play(match, "pick 0")
    assert (list(match.state.awake[4:6]), list(match.state.asleep[4:6])) == ([1, 0], [0, 1])


@pytest.mark.rule("MT-23")
def test_who_follows_says_which_family_is_sent() -> None:
    match = start(2)
    workers(match, 1, awake=1)
    workers(match, 1, awake=1, family=0)
    play(match, "choose gold", "send 0", "follow")
    assert match.view(1).phase == "tire"
    assert why(match, "pass rest") == "MT-23/pick"
    play(match, "pick 0")
    assert list(match.state.asleep[4:6]) == [1, 0]


@pytest.mark.rule("MT-29")
def test_too_poor_to_feed_them_all() -> None:
    match = start(2)
    play(match, "choose gold", "send 0", "pass snack")
    match.state.food[0] = 0
    assert why(match, "feed 0") == "MT-29/all"
