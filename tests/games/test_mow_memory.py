"""MOW: what seats were told stays true, and tells them no more than they were told."""

from __future__ import annotations

import pytest

from games.mow_scene import hand, legal, look, play, scene
from tablee.core.tables import LabTable
from tablee.games.mow import GAME
from tablee.games.mow.rules import Mow


def worlds(match: object, seat: int, n: int = 60) -> list[Mow]:
    view = look(match, seat)  # type: ignore[arg-type]
    found = [GAME.imagine(view, LabTable(seed)) for seed in range(n)]
    assert all(isinstance(world, Mow) for world in found)
    return found  # type: ignore[return-value]


@pytest.mark.rule("MW-42")
def test_a_cow_that_is_given_back_is_at_home_again() -> None:
    """Seat 0 knows the hand it swapped away; F3 draws one of it and gives it back."""
    hands = ["1 2 3 4 5", "6 7 8 9 10", "11 12 13 14 15"]
    match = scene(hands, farmers={1: "f3"}, round_number=2, swapping=True)
    play(match, "swap 2", "play 11", "f3 2")
    (drawn,) = set(look(match, 1).hand) - {"6", "7", "8", "9", "10"}
    play(match, f"give {drawn}")
    assert hand(match, 2) == ["1", "2", "3", "4", "5"]
    whole = [set(world.hand_names(2)) == {"1", "2", "3", "4", "5"} for world in worlds(match, 0)]
    assert any(whole)


@pytest.mark.rule("MW-42")
def test_one_latecomer_is_not_taken_for_the_other() -> None:
    """Seat 0 knows late 2 3 with seat 1, who gives the 2 away; the other latecomer is played."""
    hands = ["late 2 3", "6 7 15", "11 12 late"]
    match = scene(hands, farmers={1: "f3"}, round_number=2, swapping=True)
    play(match, "swap 1", "play 6", "f3 2", "give 2", "play 3")
    if "play late" in legal(match, 2):
        play(match, "play late", "keep")
    assert "2" in hand(match, 2)
    assert any("2" in world.hand_names(2) for world in worlds(match, 0))


@pytest.mark.rule("MW-48")
@pytest.mark.rule("ALL-6")
def test_nobody_learns_what_f9_took_from_another() -> None:
    """Seat 0 swapped with seat 1, who gave the 1 to seat 2; F9 hit seat 2, where seat 0 looked.

    Whatever seat 2 lost, seat 1 sees the same note about itself.
    """
    seen: dict[object, set[object]] = {}
    for seed in range(40):
        match = scene(
            ["1 2 3", "6 7 8", "11 12 13"],
            farmers={1: "f3 f9", 0: "f2"},
            pile=0,
            round_number=2,
            swapping=True,
            seed=seed,
        )
        play(match, "swap 1", "play 8", "end", "f3 2", "give 1", "f9", "play 2")
        public = (look(match, 0).lost[0], look(match, 1).hand)
        plays = [move for move in legal(match, 2) if move.startswith("play") and move != "play 1"]
        if not plays:
            continue
        play(match, plays[0], "f2 2")
        notes = [note for note in look(match, 1).notes if (note.seat, note.other) == (0, 1)]
        seen.setdefault((*public, plays[0]), set()).add(tuple(notes))
    assert seen
    assert all(len(notes) == 1 for notes in seen.values())
