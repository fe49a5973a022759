"""Megabou: turns, rule by rule (src/tablee/games/megabou/README.md)."""

from __future__ import annotations

from collections import Counter

import pytest

from games.megabou_scene import (
    EARTH,
    FOUR,
    both_ripe,
    box,
    heard,
    legal,
    loose,
    moves,
    on_a_hole,
    scene,
    trophies,
    why,
)
from tablee.core.errors import NotYourTurn
from tablee.core.match import Match
from tablee.core.tables import LabTable, SeededTable
from tablee.games.megabou import GAME
from tablee.games.megabou.events import Declined, EarthDevoured, Kept, PlanetDevoured, Stolen, Swallowed

rule = pytest.mark.rule


# -- moving ----------------------------------------------------------------------------------------


@rule("MB-5")
@pytest.mark.parametrize(
    ("direction", "cell"),
    [("n", 8), ("ne", 15), ("e", 21), ("se", 27), ("s", 26), ("sw", 25), ("w", 19), ("nw", 13)],
)
def test_eight_directions_to_a_neighbour(direction: str, cell: int) -> None:
    match = scene(2, 20, {cell: "green", 35: "white"})
    assert moves(match) == {direction}
    assert match.view(0).targets == ((direction, cell),)
    match.play(0, f"move {direction}")
    assert match.view(0).megabou == cell
    assert heard(match)[0] == Swallowed(0, direction, cell, match.view(0).cards[cell], "green")


@rule("MB-5")
def test_stops_at_the_first_minibou_over_any_number_of_empty_cards() -> None:
    match = scene(2, 18, {22: "green", 23: "red", 24: "blue", 30: "blue"})
    assert moves(match) == {"e", "s"}
    match.play(0, "move e")
    assert match.view(0).megabou == 22
    assert match.view(0).minibous[23] == "red"
    assert loose(match, 0) == {"green": 1}
    assert match.view(0).minibous[22] == ""


@rule("MB-5")
def test_long_diagonal() -> None:
    match = scene(2, 0, {35: "green", 30: "red"})
    assert moves(match) == {"se", "s"}
    match.play(0, "move se")
    assert match.view(1).megabou == 35


@rule("MB-5")
def test_lines_do_not_run_round_the_edge() -> None:
    """23 is the end of a row, 24 the beginning of the next one."""
    match = scene(2, 23, {24: "green", 18: "red", 35: "white"})
    assert moves(match) == {"w", "s"}


@rule("MB-5")
def test_closed_directions_are_refused() -> None:
    match = scene(2, 18, {22: "green", 19 + 12: "red"})
    assert moves(match) == {"e"}
    assert why(match, 0, "move n") == "MB-5"
    assert why(match, 0, "move se") == "MB-5"
    assert why(match, 0, "move w") == "MB-5/edge"
    assert why(match, 0, "move sw") == "MB-5/edge"
    message = match.refusal(0, "move n").message("fr")
    assert (
        message == "Vers le nord, il n’y a plus un seul Minibou\u00a0: vise une ligne où il en reste."
    )


@rule("MB-5")
@rule("MB-13")
@rule("MB-11")
@rule("MB-15")
def test_one_must_move_and_nothing_else() -> None:
    match = scene(2, 18, {22: "green", 35: "white"})
    assert why(match, 0, "devour planet") == "MB-13/early"
    assert why(match, 0, "devour earth") == "MB-13/early"
    assert why(match, 0, "keep green-blue") == "MB-11/early"
    assert why(match, 0, "steal 1") == "MB-15/early"
    assert why(match, 0, "decline") == "MB-15/early"


@rule("MB-6")
def test_what_is_flown_over_has_no_effect() -> None:
    """Over three black holes and nothing happens, though there is something to steal."""
    match = scene(2, 12, {17: "green", 35: "white"}, loose={1: {"red": 2}})
    match.play(0, "move e")
    assert heard(match) == [Swallowed(0, "e", 17, "asteroid", "green")]
    assert loose(match, 0) == {"green": 1}
    assert trophies(match, 0) == {}
    assert match.actors() == [1]


@rule("MB-17")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_turns_pass_to_the_left(seats: int) -> None:
    match = Match(GAME, seats, {"first": 1}, SeededTable(4))
    movers = []
    luck = LabTable(5)
    while match.actors():
        seat = match.actors()[0]
        actions = match.legal(seat)
        action = actions[luck.below(len(actions))]
        if action < 8:
            movers.append(seat)
        match.play(seat, action)
    assert movers == [(1 + turn) % seats for turn in range(len(movers))]
    assert len(movers) > 2 * seats


@rule("MB-17")
def test_out_of_turn() -> None:
    match = scene(3, 18, {22: "green", 35: "white"})
    with pytest.raises(NotYourTurn) as error:
        match.play(1, "move e")
    assert error.value.rule == "MB-17"


# -- planets ---------------------------------------------------------------------------------------


@rule("MB-7")
@pytest.mark.parametrize("seats", [2, 3])
def test_three_of_a_colour_devour_a_planet_at_once(seats: int) -> None:
    match = scene(seats, 18, {19: "red", 20: "white"}, loose={0: {"red": 2, "blue": 1}})
    before = box(match)
    match.play(0, "move e")
    assert loose(match, 0) == {"blue": 1}
    assert trophies(match, 0) == {"red": 1}
    assert box(match) == {**before, "red": before["red"] + 2}
    assert match.view(None).flipped.count(True) == 1
    assert heard(match)[1:] == [PlanetDevoured(0, 4, "red-planet", "red", 2)]
    assert match.actors() == [1]


@rule("MB-7")
def test_two_of_a_colour_are_not_enough_with_three_players() -> None:
    match = scene(3, 18, {19: "red", 20: "white"}, loose={0: {"red": 1}, 1: {"red": 2}})
    match.play(0, "move e")
    assert loose(match, 0) == {"red": 2}
    assert not any(match.view(None).flipped)
    assert match.view(None).need == 3


@rule("MB-8")
def test_a_minibou_on_a_flipped_planet_stays() -> None:
    match = scene(2, 5, {4: "red", 9: "blue", 3: "green"}, loose={0: {"red": 2}}, gone=[4])
    match.play(0, "move w")
    view = match.view(None)
    assert view.flipped[9]
    assert view.minibous[9] == "blue"
    match = scene(2, 8, {9: "blue", 10: "green"}, gone=[9])
    match.play(0, "move e")  # and can be swallowed later
    assert loose(match, 0) == {"blue": 1}


@rule("MB-9")
def test_without_a_planet_of_the_colour_the_minibous_stay_loose() -> None:
    match = scene(2, 18, {19: "red", 20: "red"}, loose={0: {"red": 2}}, gone=[4, 9])
    before = box(match)
    match.play(0, "move e")
    assert loose(match, 0) == {"red": 3}
    assert trophies(match, 0) == {}
    assert box(match) == before
    assert match.view(None).flipped.count(True) == 2


@rule("MB-10")
def test_the_first_planet_in_reading_order_is_flipped() -> None:
    match = scene(2, 18, {19: "white", 20: "red"}, loose={0: {"white": 2}})
    match.play(0, "move e")
    assert [cell for cell in range(36) if match.view(None).flipped[cell]] == [5]
    match = scene(2, 18, {19: "white", 20: "red"}, loose={0: {"white": 2}}, gone=[5])
    match.play(0, "move e")
    assert [cell for cell in range(36) if match.view(None).flipped[cell]] == [5, 10]


# -- Earth -----------------------------------------------------------------------------------------


@rule("MB-11")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_five_colours_devour_earth(seats: int) -> None:
    match = scene(seats, 18, {19: "white", 20: "red"}, loose={0: FOUR})
    before = box(match)
    match.play(0, "move e")
    assert heard(match)[1:] == [EarthDevoured(0, EARTH)]
    assert match.actors() == [0]
    assert match.view(0).phase == "keep"
    assert match.view(0).flipped[EARTH]
    assert len(legal(match)) == 10
    assert why(match, 0, "move e") == "MB-11"
    assert why(match, 0, "decline") == "MB-11"
    match.play(0, "keep yellow-white")
    assert heard(match)[2:] == [Kept(0, "yellow-white")]
    assert trophies(match, 0) == {"yellow": 1, "white": 1}
    assert loose(match, 0) == {}
    gained = {colour: n - before[colour] for colour, n in box(match).items()}
    assert gained == {"green": 1, "blue": 1, "yellow": 0, "red": 1, "white": 0}
    assert match.actors() == [1]


@rule("MB-11")
def test_every_pair_can_be_kept() -> None:
    kept = set()
    for action in range(10, 20):
        match = scene(2, 18, {19: "white", 20: "red"}, loose={0: FOUR})
        match.play(0, "move e")
        match.play(0, action)
        pair = tuple(trophies(match, 0))
        assert match.text(action) == f"keep {'-'.join(pair)}"
        kept.add(pair)
    assert len(kept) == 10


@rule("MB-11")
def test_spare_minibous_stay_loose() -> None:
    spare = {"green": 2, "blue": 2, "yellow": 1, "red": 4}
    match = scene(2, 18, {19: "white", 20: "red"}, loose={0: spare}, gone=[4, 9])
    match.play(0, "move e")
    match.play(0, "keep green-red")
    assert loose(match, 0) == {"green": 1, "blue": 1, "red": 3}
    assert trophies(match, 0) == {"green": 1, "red": 1}


@rule("MB-12")
def test_earth_is_devoured_once() -> None:
    match = scene(2, 18, {19: "white", 20: "red"}, loose={0: FOUR}, gone=[EARTH])
    match.play(0, "move e")
    assert loose(match, 0) == {**FOUR, "white": 1}
    assert trophies(match, 0) == {}
    assert match.actors() == [1]


@rule("MB-13")
def test_planet_or_earth_first_is_a_choice() -> None:
    match = both_ripe()
    assert match.actors() == [0]
    assert match.view(0).phase == "devour"
    assert legal(match) == ["devour planet", "devour earth"]
    assert why(match, 0, "move e") == "MB-13"
    assert why(match, 0, "keep green-red") == "MB-13"
    assert why(match, 0, "steal 1") == "MB-13"


@rule("MB-13")
def test_planet_first() -> None:
    match = both_ripe()
    match.play(0, "devour planet")
    # The white ones are used up, so Earth is not possible any more.
    assert loose(match, 0) == FOUR
    assert trophies(match, 0) == {"white": 1}
    assert not match.view(0).flipped[EARTH]
    assert match.actors() == [1]


@rule("MB-13")
def test_earth_first() -> None:
    match = both_ripe()
    match.play(0, "devour earth")
    assert match.view(0).phase == "keep"
    match.play(0, "keep blue-white")
    # Two white ones are left: not enough for a planet.
    assert loose(match, 0) == {"white": 2}
    assert trophies(match, 0) == {"blue": 1, "white": 1}
    assert match.actors() == [1]


@rule("MB-13")
def test_devouring_goes_on_until_nothing_is_possible() -> None:
    """Seven white ones (laid by hand): planet, then Earth or planet again, then the rest."""
    have = {**FOUR, "white": 6}
    match = scene(2, 18, {19: "white", 20: "red"}, loose={0: have})
    match.play(0, "move e")
    match.play(0, "devour planet")
    assert legal(match) == ["devour planet", "devour earth"]
    match.play(0, "devour earth")
    match.play(0, "keep green-blue")
    assert trophies(match, 0) == {"white": 2, "green": 1, "blue": 1}
    assert loose(match, 0) == {}
    assert match.view(0).flipped[5]
    assert match.view(0).flipped[10]
    assert match.actors() == [1]


@rule("MB-14")
def test_trophies_devour_nothing() -> None:
    match = scene(2, 18, {19: "red", 20: "green"}, loose={0: {"red": 1}}, trophies={0: {"red": 1}})
    match.play(0, "move e")
    assert loose(match, 0) == {"red": 2}
    assert trophies(match, 0) == {"red": 1}
    four = dict.fromkeys(FOUR, 1)
    match = scene(2, 18, {19: "white", 20: "green"}, trophies={0: four})
    match.play(0, "move e")
    assert loose(match, 0) == {"white": 1}
    assert not match.view(0).flipped[EARTH]


# -- black holes -----------------------------------------------------------------------------------


@rule("MB-15")
def test_a_steal_or_not() -> None:
    match = on_a_hole(loose={1: {"red": 1}, 2: {"blue": 1}})
    assert match.actors() == [0]
    assert match.view(0).phase == "steal"
    assert legal(match) == ["steal 1", "steal 2", "decline"]
    match.play(0, "steal 2")
    assert heard(match)[1:] == [Stolen(0, 2, "blue")]
    assert loose(match, 0) == {"green": 1, "blue": 1}
    assert loose(match, 1) == {"red": 1}
    assert loose(match, 2) == {}
    assert match.actors() == [1]


@rule("MB-15")
def test_declining() -> None:
    match = on_a_hole(loose={1: {"red": 1}})
    match.play(0, "decline")
    assert heard(match)[1:] == [Declined(0)]
    assert loose(match, 1) == {"red": 1}
    assert match.actors() == [1]


@rule("MB-15")
def test_nothing_is_offered_when_nobody_has_a_loose_minibou() -> None:
    match = on_a_hole(loose={0: {"red": 1}}, trophies={1: {"red": 1}})
    assert heard(match) == [Swallowed(0, "n", 12, "black-hole", "green")]
    assert match.actors() == [1]


@rule("MB-15")
@rule("MB-14")
def test_from_whom_one_cannot_steal() -> None:
    match = on_a_hole(loose={0: {"red": 1}, 1: {"red": 1}}, trophies={2: {"red": 1}})
    assert why(match, 0, "steal 0") == "MB-15/self"
    assert why(match, 0, "steal 2") == "MB-14"
    assert why(match, 0, "steal 3") == "MB-15/nobody"
    assert why(match, 0, "move e") == "MB-15"
    assert why(match, 0, "devour planet") == "MB-15"
    match = on_a_hole(loose={1: {"red": 1}})
    assert why(match, 0, "steal 2") == "MB-15/empty"


@rule("MB-15")
def test_the_stolen_minibou_is_drawn_at_random() -> None:
    """Three red ones and a blue one: each of the four is one outcome of the draw."""
    stolen = []
    for drawn in range(4):
        match = on_a_hole(loose={1: {"blue": 1, "red": 3}}, gone=[4, 9], tape=[drawn])
        match.play(0, "steal 1")
        stolen.extend(colour for colour in loose(match, 0) if colour != "green")
        assert match.table.luck.at == 1
    assert Counter(stolen) == {"red": 3, "blue": 1}


@rule("MB-15")
def test_trophies_are_not_drawn() -> None:
    for drawn in range(2):
        match = on_a_hole(loose={1: {"blue": 2}}, trophies={1: {"red": 2}}, tape=[drawn])
        match.play(0, "steal 1")
        assert loose(match, 1) == {"blue": 1}
        assert trophies(match, 1) == {"red": 2}


@rule("MB-16")
def test_order_take_devour_steal_devour() -> None:
    match = on_a_hole(minibou="green", loose={0: {"green": 2, "red": 2}, 1: {"red": 1}})
    # The green planet went before the steal was offered.
    assert trophies(match, 0) == {"green": 1}
    assert match.view(0).phase == "steal"
    match.play(0, "steal 1")
    assert trophies(match, 0) == {"green": 1, "red": 1}
    assert loose(match, 0) == {}
    kinds = [type(event) for event in heard(match)]
    assert kinds == [Swallowed, PlanetDevoured, Stolen, PlanetDevoured]
    assert match.actors() == [1]


@rule("MB-13")
@rule("MB-16")
def test_a_steal_waits_for_the_choice_of_prey() -> None:
    match = on_a_hole(minibou="white", loose={0: {**FOUR, "white": 2}, 1: {"red": 1}})
    assert match.view(0).phase == "devour"
    assert match.view(1).steal_due
    match.play(0, "devour planet")
    assert match.view(0).phase == "steal"


@rule("MB-16")
def test_a_black_hole_waits_for_choices() -> None:
    """Earth's trophies are chosen before the steal is offered."""
    match = on_a_hole(minibou="white", loose={0: {**FOUR, "red": 3}, 1: {"red": 1}}, gone=[4, 9])
    assert match.view(0).phase == "keep"
    assert match.view(1).steal_due
    match.play(0, "keep green-blue")
    assert match.view(0).phase == "steal"
    assert not match.view(1).steal_due
    match.play(0, "steal 1")
    assert loose(match, 0) == {"red": 3}
    assert match.actors() == [1]


@rule("MB-16")
def test_a_stolen_minibou_can_devour_earth() -> None:
    match = on_a_hole(minibou="white", loose={0: {"green": 1, "blue": 1, "yellow": 1}, 2: {"red": 1}})
    match.play(0, "steal 2")
    assert match.view(0).phase == "keep"
    match.play(0, "keep yellow-red")
    assert trophies(match, 0) == {"yellow": 1, "red": 1}
    assert match.actors() == [1]  # the black hole works once


@rule("MB-16")
@rule("MB-18")
def test_stealing_from_a_partner_is_legal() -> None:
    match = on_a_hole(seats=4, loose={2: {"red": 1}})
    assert legal(match) == ["steal 2", "decline"]
    match.play(0, "steal 2")
    assert loose(match, 0) == {"green": 1, "red": 1}
