"""MOW: special cows, skips, and play with the pile empty."""

from __future__ import annotations

import pytest

from games.mow_scene import heard, legal, look, play, scene, truth, why


@pytest.mark.rule("MW-14")
def test_stoppers_close_their_end() -> None:
    match = scene(["0 1 16 15", "2", "3", "4", "5", "6"], "7")
    play(match, "play 0", "next 1")
    assert legal(match, 1) == ["take"]
    match = scene(["0 1 2", "15", "16", "3", "4", "5"], "0 7")
    assert legal(match, 0) == ["take"]
    assert why(match, 0, "play 0") == "MW-14"
    assert why(match, 0, "play 1") == "MW-6"


@pytest.mark.rule("MW-15")
def test_an_acrobat_stands_on_its_number() -> None:
    match = scene(["a7 a9", "2", "3"], "7f 8")
    assert legal(match, 0) == ["play a7", "take"]
    assert why(match, 0, "play a9") == "MW-15"
    # Lower or higher than everything is no way to play one.
    match = scene(["a7 a9", "2", "3"], "8")
    assert legal(match, 0) == ["take"]


@pytest.mark.rule("MW-15")
def test_acrobats_stack_and_are_no_numbers() -> None:
    match = scene(["a7 8", "a7", "3", "4", "5", "6"], "7f")
    play(match, "play a7", "keep")
    assert legal(match, 1) == ["play a7", "take"]
    play(match, "play a7", "keep")
    assert look(match, 0).herds == (("7f", "a7", "a7"),)
    assert truth(match).gaps[0] == 0


@pytest.mark.rule("MW-16")
@pytest.mark.parametrize(
    ("herd", "fits"),
    [
        ("5", False),
        ("5 6", False),
        ("5 7", True),
        ("5 7 late", False),
        ("5 8 late", True),
        ("5 7 10 late late", True),
        ("5 7 9 late late", False),
        ("7 8 9 a7 a9", False),
        ("0 16", True),
    ],
)
def test_a_latecomer_takes_up_a_missing_number(herd: str, fits: bool) -> None:
    match = scene(["late", "2", "3", "4", "1", "6"], herd)
    assert ("play late" in legal(match, 0)) == fits
    assert why(match, 0, "play late") == (None if fits else "MW-16")


@pytest.mark.rule("MW-17")
@pytest.mark.parametrize("cow", ["late", "a7"])
def test_the_bonus_of_latecomers_and_acrobats(cow: str) -> None:
    match = scene([f"{cow} 1", "2", "3", "4"], "7 10")
    assert why(match, 0, "reverse") == "MW-17"
    play(match, f"play {cow}")
    assert look(match, 0).phase == "bonus"
    assert legal(match, 0) == ["keep", "reverse"]
    assert why(match, 0, "next 2") == "MW-18"
    assert why(match, 0, "end") == "MW-17"
    play(match, "reverse")
    assert match.actors() == [3]
    assert look(match, 0).direction == -1
    match = scene([f"{cow} 1", "2", "3", "4"], "7 10")
    play(match, f"play {cow}", "keep")
    assert match.actors() == [1]


@pytest.mark.rule("MW-17")
def test_no_bonus_without_a_special_cow() -> None:
    match = scene(["1", "2", "3", "4"], "7 10", farmers={0: "f1"})
    play(match, "play 1")
    assert why(match, 0, "reverse") == "MW-17"
    assert why(match, 0, "keep") == "MW-17"
    assert legal(match, 0) == ["end", "f1"]


@pytest.mark.rule("MW-18")
def test_the_bonus_of_stoppers() -> None:
    match = scene(["16 1", "2", "3", "4"], "7 10")
    play(match, "play 16")
    assert legal(match, 0) == ["keep", "reverse", "next 1", "next 2", "next 3"]
    assert why(match, 0, "next 0") == "MW-18"
    assert why(match, 0, "next 7") == "MW-18"
    assert why(match, 0, "herd a") == "MW-32"
    play(match, "next 2")
    assert match.actors() == [2]
    assert look(match, 0).direction == 1
    play(match, "play 3")
    assert match.actors() == [3]


@pytest.mark.rule("MW-18")
def test_a_stopper_that_starts_a_herd_has_its_bonus_too() -> None:
    match = scene(["16 1", "2", "3", "4"])
    play(match, "play 16", "reverse")
    assert match.actors() == [3]
    assert look(match, 0).direction == -1


@pytest.mark.rule("MW-19")
def test_skipping_is_for_those_who_must() -> None:
    match = scene(["a7 5", "2", "3"])
    assert why(match, 0, "skip") == "MW-19"
    match = scene(["a7", "2", "3"], "8")
    assert why(match, 0, "skip") == "MW-19"
    assert legal(match, 0) == ["take"]


@pytest.mark.rule("MW-19")
def test_farmers_may_still_be_played_before_a_skip() -> None:
    match = scene(["a7", "2", "3"], farmers={0: "f1 f6"})
    assert legal(match, 0) == ["skip", "f1", "f6"]
    play(match, "f1", "skip")
    assert match.actors() == [1]
    assert look(match, 1).barred


@pytest.mark.rule("MW-19")
def test_when_all_skip_the_round_ends_and_nobody_takes_a_herd() -> None:
    match = scene(["a7", "late", "a9"], options={"target": 10}, stables={0: "1", 1: "0", 2: "16"})
    play(match, "skip", "skip")
    assert match.outcome() is None
    play(match, "skip")
    outcome = match.outcome()
    assert outcome is not None
    assert outcome.scores == (5, 10, 10)


@pytest.mark.rule("MW-19")
def test_a_cow_in_between_starts_the_skips_anew() -> None:
    match = scene(["a7", "late", "5"], pile=0)
    play(match, "skip", "skip", "play 5")
    assert look(match, 0).skips == 0
    assert legal(match, 0) == ["take"]


@pytest.mark.rule("MW-20")
def test_with_the_pile_empty_taking_ends_the_round() -> None:
    match = scene(["5 12", "2 3", "3f"], "8", pile=0, options={"target": 10})
    play(match, "play 5", "play 3")
    assert look(match, 0).sizes == (1, 1, 1)
    play(match, "take")
    assert look(match, 0).phase != "start"
    assert "RoundEnded" in heard(match, None)


@pytest.mark.rule("MW-20")
def test_even_in_the_turn_that_emptied_the_pile() -> None:
    """F7 draws the last cows; then the herd is taken: no new one is started."""
    match = scene(["7 8 12", "2 3", "3f"], "10", pile="5 6", farmers={0: "f7"})
    play(match, "f7")
    assert look(match, 0).pile == 0
    play(match, "take")
    assert "RoundEnded" in heard(match, 1)


@pytest.mark.rule("MW-20")
def test_without_a_card_one_must_take() -> None:
    match = scene(["", "2 3", "3f"], "8", pile=0)
    assert legal(match, 0) == ["take"]
