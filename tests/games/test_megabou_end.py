"""Megabou: four players, the end and the points."""

from __future__ import annotations

import pytest

from games.megabou_scene import (
    ALL_BUT_EARTH,
    FOUR,
    PLANETS,
    both_ripe,
    box,
    heard,
    loose,
    on_a_hole,
    scene,
    trophies,
)
from tablee.core.encode import wire
from tablee.core.errors import NotYourTurn
from tablee.core.match import Match
from tablee.core.tables import LabTable
from tablee.games.megabou import GAME
from tablee.games.megabou.actions import COLOUR_NAMES
from tablee.games.megabou.events import PlanetDevoured, SanctuaryShown, TeamScored
from tablee.testing import checks
from tablee.testing.walk import Case, Walk

rule = pytest.mark.rule


# -- four players ----------------------------------------------------------------------------------


@rule("MB-18")
@rule("MB-7")
def test_two_of_a_colour_are_enough_for_four() -> None:
    match = scene(4, 18, {19: "red", 20: "white"}, loose={0: {"red": 1}})
    before = box(match)
    match.play(0, "move e")
    assert trophies(match, 0) == {"red": 1}
    assert loose(match, 0) == {}
    assert box(match) == {**before, "red": before["red"] + 1}
    assert heard(match)[1:] == [PlanetDevoured(0, 4, "red-planet", "red", 1)]
    assert match.view(None).need == 2


@rule("MB-18")
def test_partners_do_not_share_minibous() -> None:
    match = scene(4, 18, {19: "red", 20: "white"}, loose={2: {"red": 1, "green": 1}})
    match.play(0, "move e")
    assert trophies(match, 0) == trophies(match, 2) == {}
    match = scene(4, 18, {19: "white", 20: "white"}, loose={2: FOUR})
    match.play(0, "move e")
    assert not any(match.view(None).flipped)


@rule("MB-18")
@rule("MB-21")
@rule("ALL-2")
def test_team_totals() -> None:
    match = scene(
        4,
        18,
        {19: "green"},
        trophies={0: {"green": 1}, 1: {"red": 1, "yellow": 1}, 2: {"blue": 1}, 3: {"white": 1}},
    )
    assert match.view(None).teams == ((0, 2), (1, 3))
    match.play(0, "move e")
    outcome = match.outcome()
    assert outcome is not None
    assert match.view(None).points == (2, 3, 1, 2)
    assert outcome.scores == (3, 5, 3, 5)
    assert outcome.ranks == (3, 1, 3, 1)
    assert outcome.winners() == [1, 3]
    assert heard(match)[-2:] == [TeamScored((0, 2), 3), TeamScored((1, 3), 5)]


# -- the end ---------------------------------------------------------------------------------------


@rule("MB-19")
def test_ends_when_the_megabou_cannot_move() -> None:
    """From 19 no line leads to 35; that Minibou counts for nobody."""
    match = scene(2, 18, {19: "green", 35: "white"}, loose={0: {"white": 2}}, trophies={1: {"red": 1}})
    match.play(0, "move e")
    assert match.actors() == []
    outcome = match.outcome()
    assert outcome is not None
    assert outcome.reason == "stuck"
    assert outcome.scores == (0, 1)
    assert match.view(None).minibous[35] == "white"
    with pytest.raises(NotYourTurn):
        match.play(1, "move e")


@rule("MB-19")
def test_cannot_move_is_looked_at_after_the_turn() -> None:
    """On a black hole with nothing in reach, the steal comes first."""
    match = scene(2, 18, {12: "green", 35: "white"}, loose={1: {"red": 1}})
    match.play(0, "move n")
    assert match.view(0).phase == "steal"
    match.play(0, "steal 1")
    assert match.actors() == []
    assert match.outcome().reason == "stuck"


@rule("MB-19")
def test_ends_with_the_last_minibou() -> None:
    match = scene(2, 18, {19: "green"})
    match.play(0, "move e")
    assert match.actors() == []
    assert match.outcome().reason == "no_minibou"
    assert not any(match.view(0).minibous)


@rule("MB-19")
def test_ends_when_all_eleven_planets_are_flipped() -> None:
    gone = [cell for cell in PLANETS if cell != 10]
    match = scene(2, 18, {19: "white", 20: "red"}, loose={0: {"white": 2}}, gone=gone)
    match.play(0, "move e")
    assert match.actors() == []
    assert match.outcome().reason == "no_planet"
    assert all(match.view(None).flipped[cell] for cell in PLANETS)


@rule("MB-19")
def test_earth_alone_keeps_the_game_going() -> None:
    gone = [cell for cell in ALL_BUT_EARTH if cell != 10]
    match = scene(2, 18, {19: "white", 20: "red"}, loose={0: {"white": 2}}, gone=gone)
    match.play(0, "move e")
    assert match.actors() == [1]


@rule("MB-20")
def test_after_the_last_minibou_devouring_and_a_steal_are_resolved() -> None:
    match = scene(2, 18, {12: "green"}, loose={0: {"green": 2, "red": 2}, 1: {"red": 1}})
    match.play(0, "move n")
    assert trophies(match, 0) == {"green": 1}
    assert match.actors() == [0]
    match.play(0, "steal 1")
    assert trophies(match, 0) == {"green": 1, "red": 1}
    assert match.actors() == []
    assert match.outcome().reason == "no_minibou"
    assert match.outcome().scores == (3, 0)


@rule("MB-20")
def test_after_the_last_planet_no_steal_is_offered() -> None:
    gone = [cell for cell in PLANETS if cell != 10]
    match = scene(2, 18, {12: "white", 13: "red"}, loose={0: {"white": 2}, 1: {"red": 2}}, gone=gone)
    match.play(0, "move n")
    assert match.actors() == []
    assert match.outcome().reason == "no_planet"
    assert loose(match, 1) == {"red": 2}


@rule("MB-20")
@rule("MB-11")
def test_trophies_are_still_chosen_when_earth_is_the_last_planet() -> None:
    match = scene(2, 18, {12: "white", 13: "red"}, loose={0: FOUR, 1: {"red": 1}}, gone=ALL_BUT_EARTH)
    match.play(0, "move n")
    assert match.view(0).phase == "keep"
    assert match.outcome() is None
    match.play(0, "keep yellow-red")
    assert match.actors() == []
    assert match.outcome().scores == (3, 0)
    assert match.outcome().reason == "no_planet"


@rule("MB-21")
def test_points() -> None:
    """Two for yellow, two for the secret colour, one for any other, nothing for loose ones."""
    every = dict.fromkeys(COLOUR_NAMES, 1)
    match = scene(
        3,
        18,
        {19: "green"},
        trophies={0: every, 1: {"yellow": 2, "red": 2}, 2: {"red": 2}},
        loose={0: {"red": 2}, 1: {"yellow": 2, "blue": 2}},
        secrets=("green", "blue", "red"),
    )
    match.play(0, "move e")
    outcome = match.outcome()
    assert outcome is not None
    assert outcome.scores == (7, 6, 4)
    assert outcome.ranks == (1, 2, 3)
    shown = [event for event in heard(match) if isinstance(event, SanctuaryShown)]
    assert shown == [
        SanctuaryShown(0, "green", 7),
        SanctuaryShown(1, "blue", 6),
        SanctuaryShown(2, "red", 4),
    ]


@rule("MB-21")
@rule("ALL-2")
def test_a_tie_is_shared() -> None:
    match = scene(3, 18, {19: "green"}, trophies={0: {"yellow": 1}, 1: {"blue": 1}, 2: {"green": 1}})
    match.play(0, "move e")
    assert match.outcome().scores == (2, 2, 1)
    assert match.outcome().winners() == [0, 1]


@rule("MB-21")
@rule("MB-3")
def test_own_points_so_far_are_shown_to_the_owner() -> None:
    match = scene(2, 18, {19: "green", 20: "red"}, trophies={0: {"green": 1}, 1: {"blue": 1}})
    assert match.view(0).points == (2, None)
    assert match.view(1).points == (None, 2)
    assert match.view(None).points == (None, None)
    assert b"green" not in wire(match.view(1).secrets)


@rule("ALL-4")
@rule("ALL-5")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_turn_takes_a_minibou_off_the_galaxy(seats: int) -> None:
    for seed in range(20):
        match = Walk(Case(GAME, seats, {}), seed, 0.0).run()
        turns = sum(action < 8 for _, action in match.log)
        left = sum(colour != "" for colour in match.view(None).minibous)
        assert turns == 35 - left
        assert len(match.log) <= GAME.bound(seats, match.options)
        view = match.view(None)
        for i, colour in enumerate(COLOUR_NAMES):
            held = sum(each[i] for each in view.loose + view.trophies)
            assert held + view.box[i] + view.minibous.count(colour) == 7


def tricky() -> list[Match]:
    """Positions that random games seldom or never meet."""
    keeping = on_a_hole(minibou="white", loose={0: FOUR, 1: {"red": 1}})
    stealing = on_a_hole(seats=4, loose={1: {"red": 1}, 2: {"blue": 1}}, tape=[0])
    return [both_ripe(), keeping, stealing, scene(4, 18, {19: "green"})]


@rule("ALL-5")
@rule("ALL-6")
@pytest.mark.parametrize("which", range(4))
def test_tricky_positions_keep_the_contract(which: int) -> None:
    state = tricky()[which].state
    seat = state.actors()[0]
    census = state.census()
    checks.check_pure(GAME, state)
    checks.check_imagine(GAME, state, 5)
    checks.check_secrets(GAME, state, 6)
    for action in checks.legal(GAME, state, seat):
        checks.check_copy(GAME, state, seat, action, 7)
        checks.check_silent(state, seat, action, 8)
        after = state.copy()
        after.apply(seat, action, LabTable(9))
        assert after.census() == census
