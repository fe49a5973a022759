"""MOW: the end of a round, its score, the next round, and the three herds of two players."""

from __future__ import annotations

import pytest

from games.mow_scene import hand, heard, legal, look, play, scene, truth, why
from tablee.core.match import Match
from tablee.core.tables import LabTable
from tablee.games.mow import GAME
from tablee.games.mow.events import (
    CowPlayedOn,
    FarmerWon,
    FarmerWonHidden,
    HandLeft,
    HandReceived,
    HerdNamed,
    HerdTakenFrom,
    Loved,
    RaceBegan,
    Scored,
    StableShown,
    StarterDrawn,
)

LONG = {"target": 900}


def ending(**scenery: object) -> Match:
    """Seat 0 has just taken the last herd, an 8 without a fly."""
    given = {"hands": ["5", "6", "2"], "herd": "8", "pile": "", "options": LONG, **scenery}
    match = scene(given.pop("hands"), given.pop("herd"), **given)  # type: ignore[arg-type]
    play(match, "take")
    return match


@pytest.mark.rule("MW-21")
@pytest.mark.rule("MW-22")
def test_hands_go_to_the_stables_and_flies_are_counted() -> None:
    match = ending(
        hands=["5ff 6", "3f", "0"], herd="8fff 9", stables={1: "14f 13ff"}, options={"target": 10}
    )
    assert look(match, None).gains == (5, 4, 5)
    assert HandLeft(0, ("6", "5ff")) in match.events(None)
    assert StableShown(1, ("3f", "14f", "13ff")) in match.events(2)
    assert Scored(1, 4, 4) in match.events(0)
    assert look(match, None).stables == (4, 3, 1)
    assert look(match, None).sizes == (0, 0, 0)


@pytest.mark.rule("MW-23")
def test_six_specials_score_nothing() -> None:
    match = ending(hands=["a7 12ff", "14f", "2"], stables={0: "0 16 a9 late late"})
    assert look(match, None).gains == (0, 1, 0)
    assert Loved(0, 6) in match.events(2)
    match = ending(hands=["12ff", "14f", "2"], stables={0: "0 16 a9 late late"})
    assert look(match, None).gains == (27, 1, 0)


@pytest.mark.rule("MW-23")
@pytest.mark.rule("MW-49")
def test_ignored_specials_still_count_for_love() -> None:
    match = ending(hands=["a7 12ff", "14f", "2"], stables={0: "0 16 a9 late late"}, farmers={0: "f10"})
    match.play(0, "ignore 5")
    assert look(match, None).gains == (0, 1, 0)


@pytest.mark.rule("MW-24")
def test_the_most_flies_of_the_round_bring_a_farmer_in_secret() -> None:
    match = ending(hands=["5ff", "3f", "0"])
    assert look(match, None).held == (0, 0, 1)
    won = [event for event in match.events(2) if isinstance(event, FarmerWon)]
    assert len(won) == 1
    assert look(match, 2).farmers == (won[0].farmer,)
    for seat in (0, 1, None):
        assert FarmerWonHidden(2) in match.events(seat)
        assert "FarmerWon" not in heard(match, seat)


@pytest.mark.rule("MW-24")
def test_a_tie_for_the_farmer_is_drawn() -> None:
    winners = {look(ending(hands=["5f", "3f", "2"], seed=s), None).held for s in range(20)}
    assert winners == {(1, 0, 0), (0, 1, 0)}


@pytest.mark.rule("MW-24")
def test_no_farmer_for_nothing_and_none_when_none_is_left() -> None:
    assert look(ending(hands=["5", "3", "2"], totals=(1, 0, 0)), None).held == (0, 0, 0)
    match = ending(
        hands=["5f", "3", "2"], totals=(1, 0, 0), farmers={2: "f1 f2 f3 f4 f5 f6 f7 f8 f9 f10"}
    )
    match.play(2, "count")
    assert look(match, None).held == (0, 0, 10)


@pytest.mark.rule("MW-24")
def test_no_limit_to_farmers() -> None:
    match = ending(hands=["5ff", "3f", "0"], farmers={2: "f1 f2 f3 f4 f5 f6 f7 f8 f9"})
    match.play(2, "count")
    assert look(match, None).held == (0, 0, 10)


@pytest.mark.rule("MW-25")
@pytest.mark.rule("ALL-2")
def test_the_game_ends_at_a_hundred_and_the_fewest_win() -> None:
    match = ending(hands=["5ff", "3f", "0"], totals=(40, 10, 94), options={})
    assert match.outcome() is None
    match = ending(hands=["5ff", "3f", "0"], totals=(40, 41, 95), options={})
    outcome = match.outcome()
    assert outcome is not None
    assert outcome.scores == (42, 42, 100)
    assert outcome.ranks == (1, 1, 3)
    assert outcome.reason == "target"


@pytest.mark.rule("MW-25")
def test_the_target_is_an_option() -> None:
    match = ending(hands=["5ff", "3f", "0"], totals=(40, 10, 195), options={"target": 200})
    outcome = match.outcome()
    assert outcome is not None
    assert outcome.scores == (42, 11, 200)


@pytest.mark.rule("MW-50")
@pytest.mark.rule("ALL-4")
def test_the_limit_of_rounds() -> None:
    match = ending(hands=["5ff", "3f", "0"], options={"max_rounds": 3}, round_number=2)
    assert match.outcome() is None
    match = ending(hands=["5ff", "3f", "0"], options={"max_rounds": 3}, round_number=3)
    outcome = match.outcome()
    assert outcome is not None
    assert outcome.scores == (2, 1, 5)
    assert outcome.ranks == (2, 1, 3)
    assert outcome.reason == "max_rounds"


# -- who starts ----------------------------------------------------------------------------------------


@pytest.mark.rule("MW-26")
def test_the_most_flies_in_all_start() -> None:
    match = ending(hands=["5ff", "3f", "0"], totals=(0, 20, 3))
    assert match.actors() == [1]
    assert look(match, None).round == 2


@pytest.mark.rule("MW-26")
def test_the_first_shout_decides() -> None:
    match = ending(hands=["5f", "3f", "2"])
    assert look(match, None).phase == "shout"
    assert match.actors() == [0, 1]
    assert RaceBegan((0, 1)) in match.events(None)
    assert legal(match, 1) == ["hush", "shout"]
    assert why(match, 1, "take") == "MW-26"
    match.play(1, "shout")
    assert match.actors() == [1]
    assert look(match, None).round == 2
    assert why(match, 1, "shout") == "MW-26"


@pytest.mark.rule("MW-26")
def test_a_shout_after_silence_still_counts() -> None:
    match = ending(hands=["5f", "3f", "2f"])
    match.play(0, "hush")
    match.play(2, "hush")
    assert match.actors() == [1]
    match.play(1, "shout")
    assert match.actors() == [1]


@pytest.mark.rule("MW-26")
def test_silence_leaves_it_to_the_draw_among_all_the_tied() -> None:
    starters = set()
    for seed in range(30):
        match = ending(hands=["5f", "3f", "2f"], seed=seed, options={"target": 900, "bots": [2]})
        assert match.actors() == [0, 1]
        match.play(1, "hush")
        match.play(0, "hush")
        assert StarterDrawn(match.actors()[0]) in match.events(None)
        starters.add(match.actors()[0])
    assert starters == {0, 1, 2}


@pytest.mark.rule("MW-26")
@pytest.mark.parametrize("options", [{"shout": "random"}, {"bots": [0, 1]}])
def test_random_or_bots_only_is_drawn_at_once(options: dict[str, object]) -> None:
    starters = set()
    for seed in range(30):
        match = ending(hands=["5f", "3f", "2"], seed=seed, options={**LONG, **options})
        assert look(match, None).round == 2
        starters.add(match.actors()[0])
    assert starters == {0, 1}


@pytest.mark.rule("MW-27")
def test_no_swap_in_the_first_round() -> None:
    match = Match(GAME, 3, {"first": 0}, LabTable(0))
    assert look(match, 0).phase == "start"
    assert why(match, 0, "swap 1") == "MW-27"
    assert why(match, 0, "stay") == "MW-27"


@pytest.mark.rule("MW-27")
def test_swapping_whole_hands() -> None:
    match = scene(
        ["1 2 3", "4 5 6", "7 8 9"], swapping=True, round_number=2, farmers={0: "f1", 1: "f2"}
    )
    assert legal(match, 0) == ["stay", "swap 1", "swap 2"]
    assert why(match, 0, "swap 0") == "MW-27"
    assert why(match, 0, "swap 5") == "MW-27"
    assert why(match, 0, "f1") == "MW-27"
    assert why(match, 0, "play 1") == "MW-27"
    start = len(match.events(2))
    play(match, "swap 1")
    assert hand(match, 0) == ["4", "5", "6"]
    assert hand(match, 1) == ["1", "2", "3"]
    assert look(match, 0).farmers == ("f1",)
    assert look(match, 1).farmers == ("f2",)
    assert match.actors() == [0]
    assert HandReceived(0, ("4", "5", "6")) in match.events(0)
    assert HandReceived(1, ("1", "2", "3")) in match.events(1)
    assert heard(match, 2, start) == ["Swapped"]


@pytest.mark.rule("MW-27")
def test_keeping_ones_hand() -> None:
    match = scene(["1 2 3", "4 5 6", "7 8 9"], swapping=True, round_number=2)
    play(match, "stay")
    assert hand(match, 0) == ["1", "2", "3"]
    assert look(match, 0).phase == "start"


# -- two players ---------------------------------------------------------------------------------------


@pytest.mark.rule("MW-30")
def test_the_example_of_the_book_maël_and_fanny() -> None:
    match = scene(["5 6 7 8", "9 10 11 12"])
    play(match, "play 5", "play 9", "play 6", "play 10")
    assert look(match, None).herds == (("5", "10"), ("9",), ("6",))
    assert look(match, None).herd == 1
    assert match.actors() == [0]
    assert CowPlayedOn(1, "10", "a") in match.events(0)


@pytest.mark.rule("MW-30")
def test_each_round_starts_at_a_towards_b() -> None:
    match = scene(["5", "6"], ["7", "8", "9"], pile=0, options=LONG, totals=(3, 0))
    truth(match).herd, truth(match).direction = 2, -1
    play(match, "take")
    view = look(match, None)
    assert (view.round, view.herd, view.direction) == (2, 0, 1)
    assert view.herds == ((), (), ())


@pytest.mark.rule("MW-31")
@pytest.mark.parametrize("cow", ["a7", "late"])
def test_reversing_the_order_of_herds(cow: str) -> None:
    match = scene([f"{cow} 1", "2 3"], ["7 10", "4", "5"])
    play(match, f"play {cow}")
    assert legal(match, 0) == ["keep", "reverse"]
    assert why(match, 0, "herd a") == "MW-18"
    play(match, "reverse")
    assert match.actors() == [1]
    assert look(match, None).herd == 2
    play(match, "play 3")
    assert look(match, None).herd == 1
    assert match.actors() == [0]


@pytest.mark.rule("MW-32")
def test_naming_any_herd() -> None:
    for name, at in (("a", 0), ("b", 1), ("c", 2)):
        match = scene(["16 1", "2 3"], ["7 10", "4", "5"])
        play(match, "play 16")
        assert legal(match, 0) == ["keep", "reverse", "herd a", "herd b", "herd c"]
        assert why(match, 0, "next 1") == "MW-32"
        play(match, f"herd {name}")
        assert HerdNamed(0, name) in match.events(None)
        assert match.actors() == [1]
        assert look(match, None).herd == at
        play(match, "play 2")
        # The named herd is now the one last played on.
        assert look(match, None).herd == (at + 1) % 3


@pytest.mark.rule("MW-32")
def test_reversing_with_a_stopper() -> None:
    match = scene(["16 1", "2 3"], ["7 10", "4", "5"])
    play(match, "play 16", "reverse")
    assert look(match, None).herd == 2
    match = scene(["16 1", "2 3"], ["7 10", "4", "5"])
    play(match, "play 16", "keep")
    assert look(match, None).herd == 1


@pytest.mark.rule("MW-33")
def test_taking_the_herd_one_had_to_play_on() -> None:
    match = scene(["1", "2 3"], ["7 10", "4 5", "5f"])
    truth(match).herd = 1
    play(match, "take")
    assert look(match, None).stables == (2, 0)
    assert look(match, None).herds == (("7", "10"), (), ("5f",))
    assert HerdTakenFrom(0, 2, "b") in match.events(1)
    play(match, "play 1")
    assert look(match, None).herds == (("7", "10"), ("1",), ("5f",))
    assert look(match, None).herd == 2


@pytest.mark.rule("MW-34")
def test_the_other_two_herds_are_nobodys() -> None:
    match = scene(["1", "2f"], ["7fff", "4ff", "16"], pile=0, options={"target": 10, "max_rounds": 1})
    truth(match).herd = 1
    play(match, "take")
    outcome = match.outcome()
    assert outcome is not None
    assert outcome.scores == (2, 1)
    assert look(match, None).herds == (("7fff",), (), ("16",))


@pytest.mark.rule("MW-19")
@pytest.mark.rule("MW-30")
def test_skips_of_two_players() -> None:
    match = scene(["a7", "late"], ["", "", ""], options=LONG)
    for skips in range(5):
        assert look(match, None).herd == skips % 3
        assert match.actors() == [skips % 2]
        play(match, "skip")
    assert look(match, None).round == 1
    play(match, "skip")
    assert "RoundEnded" in heard(match, None)


@pytest.mark.rule("MW-43")
@pytest.mark.rule("MW-44")
@pytest.mark.rule("MW-47")
def test_farmers_of_two_players() -> None:
    match = scene(["1 2", "3"], ["7 10", "4", "5"], farmers={0: "f4"})
    truth(match).herd = 1
    play(match, "f4")
    assert match.actors() == [1]
    assert look(match, None).herd == 1
    match = scene(["1 2", "3"], ["7 10", "4", "5"], farmers={0: "f5"})
    truth(match).herd = 1
    play(match, "f5")
    assert look(match, None).herds == (("7", "10"), (), ("5",))
    match = scene(["1 2", "3"], ["7 10", "4", "5"], farmers={0: "f8"})
    play(match, "f8", "play 1")
    assert legal(match, 0) == ["reverse", "herd a", "herd b", "herd c"]
    play(match, "herd a")
    assert match.actors() == [1]
    assert look(match, None).herd == 0
