"""MOW: components, set-up and the turn."""

from __future__ import annotations

from collections import Counter

import pytest

from games.mow_scene import hand, heard, legal, look, play, scene, truth, why
from tablee.core.bits import BIT, count
from tablee.core.errors import BadOption, BadSeats, IdleOption, NotYourTurn, UnknownOption
from tablee.core.match import Match
from tablee.core.tables import LabTable
from tablee.games.mow import GAME
from tablee.games.mow.actions import COW_NAMES, FLIES, NUMBER
from tablee.games.mow.events import CowPlayed, Dealt, DealtHidden, Drew, DrewHidden


def deck(seats: int) -> Counter[str]:
    state = truth(Match(GAME, seats, {}, LabTable(0)))
    state.gather()
    return Counter(COW_NAMES[state.pile[i]] for i in range(state.left))


@pytest.mark.rule("MW-1")
def test_a_deck() -> None:
    cows = deck(3)
    assert cows.total() == 48
    flies = Counter()
    for name, n in cows.items():
        flies[int(FLIES[COW_NAMES.index(name)])] += n
    assert flies == {0: 15, 1: 13, 2: 11, 3: 3, 5: 6}
    assert sum(n * k for n, k in flies.items()) == 74
    assert cows["late"] == 2
    assert {name for name, n in cows.items() if n > 1} == {"late"}
    assert [name for name in cows if FLIES[COW_NAMES.index(name)] == 5] == [
        "0", "16", "a7", "a9", "late",
    ]  # fmt: skip
    assert [int(NUMBER[COW_NAMES.index(n)]) for n in ("0", "16", "a7", "a9")] == [0, 16, 7, 9]
    assert {int(name.rstrip("f")) for name in cows if name.endswith("fff")} == {7, 8, 9}


@pytest.mark.rule("MW-2")
@pytest.mark.parametrize("seats", range(2, 11))
def test_one_deck_or_two(seats: int) -> None:
    cows = deck(seats)
    assert cows.total() == (48 if seats <= 5 else 96)
    assert cows["7f"] == (1 if seats <= 5 else 2)
    assert cows["late"] == (2 if seats <= 5 else 4)


@pytest.mark.rule("MW-2")
@pytest.mark.parametrize("seats", [1, 11])
def test_from_two_to_ten(seats: int) -> None:
    with pytest.raises(BadSeats):
        Match(GAME, seats, {}, LabTable(0))


@pytest.mark.rule("MW-3")
def test_ten_different_farmers_lie_ready() -> None:
    state = truth(Match(GAME, 4, {}, LabTable(0)))
    assert count(state.barn) == 10
    assert all(held == 0 for held in state.held)
    assert state.census()["different farmers"] == 10


@pytest.mark.rule("MW-4")
@pytest.mark.parametrize("seats", [2, 5, 10])
def test_five_cows_each_in_secret(seats: int) -> None:
    match = Match(GAME, seats, {}, LabTable(3))
    assert look(match, 0).sizes == (5,) * seats
    assert look(match, 0).pile == (48 if seats <= 5 else 96) - 5 * seats
    assert len(look(match, 1).hand) == 5
    assert look(match, None).hand == ()
    dealt = [event for event in match.events(0) if isinstance(event, (Dealt, DealtHidden))]
    assert [type(event).__name__ for event in dealt] == ["Dealt"] + ["DealtHidden"] * (seats - 1)


@pytest.mark.rule("MW-4")
def test_a_new_round_shuffles_cows_but_not_farmers() -> None:
    match = scene(
        ["5", "6", "2"],
        "8",
        pile="",
        options={"target": 900},
        farmers={1: "f5", 2: "f8 f2"},
        totals=(3, 0, 0),
    )
    truth(match).spent |= truth(match).barn & BIT[9]  # F10 was played before
    truth(match).barn &= ~truth(match).spent
    play(match, "take")
    play(match, "count", "count")
    view = look(match, 1)
    assert view.round == 2
    assert view.sizes == (5, 5, 5)
    assert view.pile == 33
    assert view.spent == ("f10",)
    assert "f5" in view.farmers
    assert view.held[2] >= 2
    assert sum(view.held) + view.barn + len(view.spent) == 10


@pytest.mark.rule("MW-5")
def test_the_arrow_points_left_at_every_round() -> None:
    match = Match(GAME, 4, {"first": 2}, LabTable(0))
    assert look(match, 0).direction == 1
    play(match, legal(match, 2)[0])
    # A special cow may have been played: then nothing is changed.
    if look(match, 0).phase in ("stopper", "bonus"):
        play(match, "keep")
    assert match.actors() == [3]
    match = scene(["5", "6", "2"], "8", pile="", options={"target": 900}, totals=(3, 0, 0))
    truth(match).direction = -1
    play(match, "take")
    assert look(match, 0).direction == 1


@pytest.mark.rule("MW-5")
def test_out_of_turn() -> None:
    match = scene(["5", "6", "2"], "8")
    with pytest.raises(NotYourTurn) as refused:
        match.play(1, "play 6")
    assert refused.value.rule == "MW-5"


@pytest.mark.rule("MW-6")
def test_the_golden_rule_with_the_example_of_the_book() -> None:
    """The herd goes from 6 to 10: anything below 6 or above 10."""
    match = scene(["5 6f 8ff 10f 11 1", "2", "3"], "6 8 10")
    assert legal(match, 0) == ["play 1", "play 5", "play 11", "take"]
    for name in ("6f", "8ff", "10f"):
        assert why(match, 0, f"play {name}") == "MW-6"
    refusal = match.refusal(0, "play 8ff")
    assert refusal is not None
    assert "la 8 à 2 mouches" in refusal.message("fr")
    assert "the 8 with 2 flies" in refusal.message("en")


@pytest.mark.rule("MW-6")
def test_one_cow_of_ones_own_hand() -> None:
    match = scene(["5 12", "2 3", "3f"], "8", farmers={0: "f8"})
    assert why(match, 0, "play 2") == "MW-4"
    play(match, "play 5")
    assert why(match, 0, "play 12") == "MW-6"


@pytest.mark.rule("MW-7")
def test_a_cow_goes_to_its_end() -> None:
    match = scene(["5 12", "2 3", "14"], "8")
    play(match, "play 12", "play 2", "play 14")
    assert look(match, None).herds == (("2", "8", "12", "14"),)
    assert CowPlayed(0, "12") in match.events(None)


@pytest.mark.rule("MW-8")
def test_who_may_start_a_herd() -> None:
    match = scene(["5 0 16 a7 a9 late 9fff", "1", "2"])
    assert legal(match, 0) == ["play 5", "play 9fff", "play 0", "play 16"]
    for name in ("a7", "a9", "late"):
        assert why(match, 0, f"play {name}") == "MW-8"


@pytest.mark.rule("MW-9")
def test_taking_the_herd_and_starting_a_new_one() -> None:
    match = scene(["5 12", "2 3", "3f"], "8 9 a9")
    play(match, "take")
    assert match.actors() == [0]
    assert look(match, 0).stables == (3, 0, 0)
    assert look(match, 0).phase == "start"
    assert legal(match, 0) == ["play 5", "play 12"]
    play(match, "play 5")
    assert match.actors() == [1]
    assert look(match, 1).herds == (("5",),)


@pytest.mark.rule("MW-9")
def test_the_herd_may_be_taken_at_will_but_not_after_the_cow() -> None:
    match = scene(["5 12", "2 3", "3f"], "8", farmers={0: "f8"})
    assert "take" in legal(match, 0)
    play(match, "play 5")
    assert why(match, 0, "take") == "MW-9"


@pytest.mark.rule("MW-9")
@pytest.mark.rule("MW-19")
def test_taking_without_a_cow_to_start_with() -> None:
    match = scene(["a7 late", "2 3", "3f"], "8")
    play(match, "take")
    assert legal(match, 0) == ["skip"]
    play(match, "skip")
    assert match.actors() == [1]
    assert look(match, 0).sizes == (2, 2, 1)
    assert legal(match, 1) == ["play 2", "play 3"]


@pytest.mark.rule("MW-9")
def test_stables_stay_face_down() -> None:
    match = scene(["5 12", "2 3", "3f"], "8", stables={1: "14f 0"})
    play(match, "take")
    for seat in (0, 1, 2, None):
        view = look(match, seat)
        assert view.stables == (1, 2, 0)
        assert view.last_stables == ((), (), ())
        assert sorted(view.seen) == ["0", "14f", "8"]  # all together, not where


@pytest.mark.rule("MW-10")
def test_an_empty_herd_cannot_be_taken() -> None:
    match = scene(["5 12", "2 3", "3f"])
    assert why(match, 0, "take") == "MW-10"
    match = scene(["a7", "2 3", "3f"])
    assert legal(match, 0) == ["skip"]


@pytest.mark.rule("MW-11")
def test_then_draw_if_a_cow_is_left() -> None:
    match = scene(["5 12", "2 3", "3f"], "8", pile="9ff")
    play(match, "play 5")
    assert hand(match, 0) == ["12", "9ff"]
    assert Drew(0, ("9ff",)) in match.events(0)
    assert DrewHidden(0, 1) in match.events(1)
    assert Drew(0, ("9ff",)) not in match.events(None)
    play(match, "play 2")
    assert hand(match, 1) == ["3"]
    assert why(match, 2, "draw") == "MW-13"


@pytest.mark.rule("MW-12")
def test_the_draw_comes_before_the_bonus() -> None:
    match = scene(["16 12", "2 3", "3f"], "8", pile="9ff")
    play(match, "play 16")
    assert look(match, 0).phase == "stopper"
    assert hand(match, 0) == ["12", "9ff"]


# -- MW-13: drawing by hand ----------------------------------------------------------------------------

BY_HAND = {"manual_draw": True}


@pytest.mark.rule("MW-13")
def test_drawing_is_an_action() -> None:
    match = scene(["5 4 12", "2 3", "3f"], "8", options=BY_HAND)
    assert why(match, 0, "draw") == "MW-11"
    play(match, "play 5")
    assert look(match, 0).phase == "draw"
    assert legal(match, 0) == ["draw", "end"]
    play(match, "draw")
    assert match.actors() == [1]
    assert look(match, 0).sizes == (3, 2, 1)


@pytest.mark.rule("MW-13")
def test_missed_draws_add_up_and_are_made_up_at_once() -> None:
    match = scene(["6 5 4 3", "12 15", "14 1"], "8", options=BY_HAND)
    play(match, "play 6", "end", "play 12", "draw", "play 14", "draw")
    assert look(match, 0).missed == (1, 0, 0)
    assert look(match, 0).sizes == (3, 2, 2)
    play(match, "play 5", "end", "play 15", "draw", "play 1", "draw")
    assert look(match, 0).missed == (2, 0, 0)
    assert heard(match, 1).count("DrawMissed") == 2
    play(match, "take", "play 4", "draw")
    assert look(match, 0).sizes[0] == 4
    assert look(match, 0).missed[0] == 0


@pytest.mark.rule("MW-13")
def test_made_up_as_far_as_the_pile_goes() -> None:
    match = scene(["5", "1 2", "14 15"], "8", options=BY_HAND, pile=2)
    truth(match).missed[0] = 3
    play(match, "play 5", "draw")
    assert look(match, 0).sizes[0] == 2
    assert look(match, 0).pile == 0
    assert look(match, 0).missed[0] == 0


@pytest.mark.rule("MW-13")
@pytest.mark.rule("MW-19")
def test_a_skip_makes_up_for_missed_draws_too() -> None:
    match = scene(["a7", "1 2", "14 15"], options=BY_HAND)
    truth(match).missed[0] = 2
    play(match, "skip")
    assert legal(match, 0) == ["draw", "end"]
    assert why(match, 0, "skip") == "MW-19"
    assert why(match, 0, "play a7") == "MW-19"
    play(match, "draw")
    assert look(match, 0).sizes[0] == 3
    assert match.actors() == [1]


@pytest.mark.rule("MW-13")
@pytest.mark.rule("MW-19")
def test_a_skip_draws_nothing_that_was_not_missed() -> None:
    match = scene(["a7", "1 2", "14 15"], options=BY_HAND)
    play(match, "skip")
    assert match.actors() == [1]
    assert look(match, 0).sizes[0] == 1
    assert look(match, 0).missed[0] == 0


@pytest.mark.rule("MW-13")
@pytest.mark.rule("MW-43")
def test_f4_leaves_missed_draws_missed() -> None:
    match = scene(["5", "1 2", "14 15"], "8", options=BY_HAND, farmers={0: "f4"})
    truth(match).missed[0] = 2
    play(match, "f4")
    assert look(match, 0).missed[0] == 2
    assert look(match, 0).sizes[0] == 1


@pytest.mark.rule("MW-13")
def test_the_bonus_comes_with_the_end_of_the_turn() -> None:
    match = scene(["0 4", "1 2", "14 15"], "8", options=BY_HAND)
    play(match, "play 0")
    assert legal(match, 0) == ["keep", "reverse", "next 1", "next 2", "draw"]
    play(match, "reverse")
    assert match.actors() == [2]
    assert look(match, 0).missed == (1, 0, 0)
    match = scene(["0 4", "1 2", "14 15"], "8", options=BY_HAND)
    play(match, "play 0", "draw")
    assert why(match, 0, "draw") == "MW-13"
    play(match, "next 2")
    assert look(match, 0).missed == (0, 0, 0)


@pytest.mark.rule("MW-13")
def test_bots_always_draw() -> None:
    match = scene(["5 12", "2 3", "3f"], "8", options={"manual_draw": True, "bots": [0]})
    play(match, "play 5")
    assert match.actors() == [1]
    assert look(match, 0).sizes[0] == 2
    play(match, "play 2")
    assert match.actors() == [1]


@pytest.mark.rule("MW-13")
def test_nothing_is_missed_at_an_empty_pile() -> None:
    match = scene(["5 12", "2 3", "3f"], "8", options=BY_HAND, pile=0, farmers={0: "f8"})
    play(match, "play 5")
    assert why(match, 0, "draw") == "MW-11"
    play(match, "end")
    assert look(match, 0).missed == (0, 0, 0)
    assert match.actors() == [1]


# -- options -------------------------------------------------------------------------------------------


@pytest.mark.rule("ALL-3")
@pytest.mark.rule("ALL-7")
@pytest.mark.rule("MW-25")
@pytest.mark.rule("MW-26")
@pytest.mark.rule("MW-50")
@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"target": 9}, BadOption),
        ({"target": 1001}, BadOption),
        ({"max_rounds": 0}, BadOption),
        ({"max_rounds": 1001}, BadOption),
        ({"shout": "loud"}, BadOption),
        ({"bots": [3]}, BadOption),
        ({"first": 3}, BadOption),
        ({"flies": 3}, UnknownOption),
        ({"bots": [1], "shout": "random"}, IdleOption),
    ],
)
def test_options_that_are_refused(options: dict[str, object], error: type[BadOption]) -> None:
    with pytest.raises(error):
        Match(GAME, 3, options, LabTable(0))


@pytest.mark.rule("ALL-7")
def test_options_that_are_taken() -> None:
    for options in (
        {"target": 10, "max_rounds": 1000},
        {"target": 1000, "max_rounds": 1},
        {"bots": [1], "shout": "random", "manual_draw": True},
        {"bots": [0, 1, 2]},
    ):
        Match(GAME, 3, options, LabTable(0))
    assert [option.default for option in GAME.options] == [None, 100, 40, "race", (), False]


@pytest.mark.rule("ALL-1")
def test_who_starts_the_first_round() -> None:
    for first in range(3):
        assert Match(GAME, 3, {"first": first}, LabTable(0)).actors() == [first]
    starters = {Match(GAME, 3, {}, LabTable(seed)).actors()[0] for seed in range(30)}
    assert starters == {0, 1, 2}
