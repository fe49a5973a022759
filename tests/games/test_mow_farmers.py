"""MOW: the farmers, the secret answers at scoring, and what seats remember of other hands."""

from __future__ import annotations

from collections import Counter

import pytest

from games.mow_scene import hand, heard, legal, look, play, scene, why
from tablee.core.bits import BIT
from tablee.core.match import Match
from tablee.core.tables import LabTable
from tablee.games.mow import GAME, memory
from tablee.games.mow.actions import CALM, FARMER_NAMES, SPECIALS, STRAYS
from tablee.games.mow.events import (
    Answered,
    CowGiven,
    CowGivenHidden,
    CowLost,
    CowLostHidden,
    CowsDiscarded,
    CowTaken,
    CowTakenHidden,
    FarmerPlayed,
    FarmersDrawn,
    FarmersDrawnHidden,
    FliesIgnored,
    HandSeen,
    HerdDiscarded,
)
from tablee.games.mow.position import NOTE
from tablee.games.mow.rules import Mow
from tablee.testing.checks import legal as legal_of


@pytest.mark.rule("MW-40")
def test_f1_bars_special_cows_for_one_turn() -> None:
    match = scene(["5 6", "0 late 4", "16 3"], "7 10", farmers={0: "f1"})
    play(match, "f1", "play 6")
    assert look(match, 1).barred
    assert legal(match, 1) == ["play 4", "take"]
    for name in ("0", "late"):
        assert why(match, 1, f"play {name}") == "MW-40"
    play(match, "take")
    assert why(match, 1, "play 0") == "MW-40"  # the whole turn
    play(match, "play 4")
    assert "play 16" in legal(match, 2)


@pytest.mark.rule("MW-40")
@pytest.mark.rule("MW-19")
def test_f1_counts_for_skipping_and_a_skip_uses_it_up() -> None:
    match = scene(["5", "0 16", "3"], farmers={0: "f1 f5"})
    play(match, "f1", "play 5", "end", "take")
    assert legal(match, 1) == ["skip"]
    play(match, "skip")
    assert not look(match, 2).barred


@pytest.mark.rule("MW-40")
@pytest.mark.rule("MW-43")
def test_f1_expires_with_f4_and_with_the_round() -> None:
    match = scene(["5", "0 16", "3 late"], "7 10", farmers={0: "f1", 1: "f4"})
    play(match, "f1", "play 5", "f4")
    assert not look(match, 2).barred
    match = scene(
        ["5", "4", "3"], "7 10", farmers={0: "f1"}, pile=0, options={"target": 900}, totals=(0, 9, 0)
    )
    play(match, "f1", "take")
    play(match, "stay")
    assert match.actors() == [1]
    assert not look(match, 1).barred


@pytest.mark.rule("MW-41")
def test_f2_shows_a_hand_to_one_seat_only() -> None:
    match = scene(["5", "0 16", "3 late"], "7 10", farmers={0: "f2", 2: "f9"})
    assert legal(match, 0) == ["play 5", "take", "f2 1", "f2 2"]
    assert why(match, 0, "f2 0") == why(match, 0, "f2 6") == "MW-41"
    play(match, "f2 2")
    seen = HandSeen(0, 2, ("3", "late"))
    assert seen in match.events(0)
    for seat in (1, 2, None):
        assert "HandSeen" not in heard(match, seat)
    assert [note.sure for note in look(match, 0).notes] == [("3", "late")]
    assert [note.sure for note in look(match, 2).notes] == [("3", "late")]
    assert [note.sure for note in look(match, 1).notes] == [()]
    assert look(match, 0).farmers == ()  # cows only, and F2 is gone
    assert look(match, None).spent == ("f2",)


@pytest.mark.rule("MW-42")
def test_f3_takes_at_random_and_gives_back_any() -> None:
    taken = set()
    for seed in range(20):
        match = scene(["5", "0 16", ""], "7 10", farmers={0: "f3"}, seed=seed)
        assert legal(match, 0) == ["play 5", "take", "f3 1"]
        assert why(match, 0, "f3 2") == "MW-42"
        assert why(match, 0, "f3 0") == "MW-42"
        assert why(match, 0, "give 5") == "MW-42"
        play(match, "f3 1")
        (cow,) = set(hand(match, 0)) - {"5"}
        taken.add(cow)
        assert legal(match, 0) == ["give 5", f"give {cow}"]
        assert why(match, 0, "play 5") == "MW-42"
        assert why(match, 0, "give 9") == "MW-42"
        assert CowTaken(0, 1, cow) in match.events(0)
        assert CowTaken(0, 1, cow) in match.events(1)
        assert CowTakenHidden(0, 1) in match.events(2)
        play(match, f"give {cow}" if seed % 2 else "give 5")
        assert hand(match, 0) == (["5"] if seed % 2 else [cow])
        assert "CowGiven" not in heard(match, 2)
        assert CowGivenHidden(0, 1) in match.events(None)
        assert CowGiven(0, 1, cow if seed % 2 else "5") in match.events(1)
        assert look(match, 0).phase == "play"
        assert match.actors() == [0]
    assert taken == {"0", "16"}


@pytest.mark.rule("MW-43")
def test_f4_sits_a_turn_out() -> None:
    match = scene(["5", "4", "3"], "7 10", farmers={0: "f4"})
    play(match, "f4")
    assert match.actors() == [1]
    assert look(match, None).sizes == (1, 1, 1)
    match = scene(["", "4", "3"], "7 10", farmers={0: "f4"}, pile=0)
    assert legal(match, 0) == ["take", "f4"]


@pytest.mark.rule("MW-43")
@pytest.mark.rule("MW-44")
def test_f4_and_f5_come_before_taking_or_playing() -> None:
    match = scene(["5 6", "4", "3"], "7 10", farmers={0: "f4 f5"})
    play(match, "take")
    assert legal(match, 0) == ["play 5", "play 6"]
    assert why(match, 0, "f4") == "MW-43"
    assert why(match, 0, "f5") == "MW-44"
    play(match, "play 5")
    assert legal(match, 0) == ["end"]
    assert why(match, 0, "f4") == "MW-43"


@pytest.mark.rule("MW-44")
def test_f5_discards_the_herd_to_nobody() -> None:
    match = scene(["5 6", "4", "3"], "7 10 late", farmers={0: "f5"}, pile=0)
    play(match, "f5")
    assert HerdDiscarded(0, 3) in match.events(None)
    assert look(match, None).stables == (0, 0, 0)
    assert look(match, None).round == 1  # also with an empty pile
    assert legal(match, 0) == ["play 5", "play 6"]
    match = scene(["a7", "4", "3"], "7 10", farmers={0: "f5"})
    play(match, "f5")
    assert legal(match, 0) == ["skip"]
    match = scene(["5", "4", "3"], farmers={0: "f5"})
    assert why(match, 0, "f5") == "MW-44"


@pytest.mark.rule("MW-45")
def test_f6_draws_two_farmers_usable_at_once() -> None:
    match = scene(["5", "4", "3"], "7 10", farmers={0: "f6"})
    play(match, "f6")
    assert look(match, None).held == (2, 0, 0)
    assert look(match, None).barn == 7
    drawn = look(match, 0).farmers
    assert FarmersDrawn(0, drawn) in match.events(0)
    assert FarmersDrawnHidden(0, 2) in match.events(1)
    everyone_else = "f1 f2 f3 f4 f5 f7 f9 f10"
    match = scene(["5", "4", "3"], "7 10", farmers={0: "f6", 1: everyone_else})
    play(match, "f6")
    assert look(match, 0).farmers == ("f8",)
    assert "f8" in legal(match, 0)
    match = scene(["5", "4", "3"], "7 10", farmers={0: "f6", 1: everyone_else + " f8"})
    assert why(match, 0, "f6") == "MW-45"


@pytest.mark.rule("MW-46")
def test_f7_renews_sevens_eights_and_nines() -> None:
    match = scene(["7f 8 a9 6 10", "4", "3"], "12", farmers={0: "f7"})
    play(match, "f7")
    assert CowsDiscarded(0, ("8", "7f", "a9")) in match.events(None)
    assert len(hand(match, 0)) == 5
    assert {"6", "10"} <= set(hand(match, 0))
    assert {"7f", "8", "a9"} <= set(look(match, 1).seen)
    assert look(match, 1).bounds[0] == (0, 0, 2)
    match = scene(["7f 8 a9 6 10", "4", "3"], "12", farmers={0: "f7"}, pile=2)
    assert why(match, 0, "f7") == "MW-46"
    match = scene(["5 6 10", "4", "3"], "12", farmers={0: "f7"})
    assert why(match, 0, "f7") == "MW-46"
    assert match.refusal(0, "f7") is not None
    assert "7" in match.refusal(0, "f7").message("fr")  # type: ignore[union-attr]


@pytest.mark.rule("MW-47")
def test_f8_steers_at_the_end_of_the_turn() -> None:
    match = scene(["5 6", "4", "3", "2"], "7 10", farmers={0: "f8"})
    play(match, "f8")
    assert look(match, 0).phase == "play"
    assert why(match, 0, "reverse") == "MW-17"
    play(match, "play 5")
    assert look(match, 0).phase == "steer"
    assert legal(match, 0) == ["reverse", "next 1", "next 2", "next 3"]
    assert why(match, 0, "keep") == why(match, 0, "play 6") == "MW-47"
    assert why(match, 0, "next 0") == "MW-18"
    play(match, "reverse")
    assert match.actors() == [3]
    match = scene(["5 6", "4", "3", "2"], "7 10", farmers={0: "f8"})
    play(match, "play 5", "f8", "next 2")
    assert match.actors() == [2]


@pytest.mark.rule("MW-47")
@pytest.mark.parametrize(
    ("bonus", "f8", "following", "direction"),
    [
        ("reverse", "reverse", 1, 1),
        ("keep", "reverse", 3, -1),
        ("next 2", "reverse", 2, -1),
        ("reverse", "next 2", 2, -1),
        ("next 2", "next 3", 3, 1),
    ],
)
def test_a_bonus_first_then_f8(bonus: str, f8: str, following: int, direction: int) -> None:
    match = scene(["16 6", "4", "3", "2"], "7 10", farmers={0: "f8"})
    play(match, "f8", "play 16", bonus)
    assert match.actors() == [0]
    play(match, f8)
    assert match.actors() == [following]
    assert look(match, None).direction == direction


@pytest.mark.rule("MW-47")
@pytest.mark.rule("MW-19")
@pytest.mark.rule("MW-43")
def test_f8_with_a_skip_and_with_f4() -> None:
    match = scene(["a7", "4", "3", "2"], farmers={0: "f8"})
    play(match, "f8", "skip", "next 3")
    assert match.actors() == [3]
    match = scene(["a7", "4", "3", "2"], farmers={0: "f4 f8"})
    play(match, "f8", "f4", "reverse")
    assert match.actors() == [3]
    assert look(match, None).direction == -1


@pytest.mark.rule("MW-48")
def test_f9_takes_a_cow_from_every_opponent() -> None:
    match = scene(["5 6", "4 11", "", "2 3 12"], "7 10", farmers={0: "f9"})
    play(match, "f9")
    view = look(match, None)
    assert view.sizes == (2, 1, 0, 2)
    assert view.lost == ("", "hidden", "", "hidden")
    lost = look(match, 1).lost[1]
    assert {lost, *hand(match, 1)} == {"4", "11"}
    assert CowLost(1, lost) in match.events(1)
    for seat in (0, 2, 3, None):
        assert CowLostHidden(1) in match.events(seat)
        assert CowLost(1, lost) not in match.events(seat)
    assert "CowLost" not in heard(match, 2)
    # One card short until the round ends: one played, one drawn.
    play(match, "play 6")
    seat = match.actors()[0]
    moves = [move for move in legal(match, seat) if move.startswith("play")]
    play(match, moves[0] if moves else "take")
    assert look(match, None).sizes[1] == 1


@pytest.mark.rule("MW-49")
@pytest.mark.parametrize("flies", [1, 2, 3, 5])
def test_f10_ignores_a_category(flies: int) -> None:
    match = scene(
        ["2f 3ff", "4", "5"], "7fff 8", stables={0: "16 1"}, pile=0,
        options={"target": 10, "max_rounds": 1}, farmers={0: "f10"},
    )  # fmt: skip
    play(match, "take")
    assert look(match, 0).phase == "score"
    assert legal(match, 0) == ["count", "ignore 1", "ignore 2", "ignore 3", "ignore 5"]
    play(match, f"ignore {flies}")
    assert look(match, None).gains[0] == 1 + 2 + 3 + 5 - flies
    assert FliesIgnored(0, flies) in match.events(1)
    assert look(match, None).spent == ("f10",)


@pytest.mark.rule("MW-49")
def test_f10_is_for_the_score_only() -> None:
    match = scene(["5", "4", "3"], "7 10", farmers={0: "f10"})
    assert why(match, 0, "ignore 5") == why(match, 0, "count") == "MW-49"
    assert legal(match, 0) == ["play 5", "take"]
    play(match, "play 5")
    assert legal(match, 0) == ["end"]


@pytest.mark.rule("MW-51")
def test_farmers_before_between_and_after() -> None:
    match = scene(["5 6", "4", "3"], "7 10", farmers={0: "f1 f2 f6 f8"})
    play(match, "f2 1", "take", "f1", "play 5", "f8")
    assert look(match, 0).phase == "end"
    assert match.actors() == [0]
    assert FarmerPlayed(0, "f8") in match.events(2)
    assert look(match, 2).held == (1, 0, 0)
    assert look(match, 2).spent == ("f1", "f2", "f8")
    assert look(match, 2).farmers == ()
    play(match, "end", "reverse")
    assert match.actors() == [2]


@pytest.mark.rule("MW-51")
def test_who_ends_a_turn() -> None:
    match = scene(["5 6", "4", "3"], "7 10", farmers={0: "f10"})
    assert why(match, 0, "end") == "MW-51"
    play(match, "play 5")
    assert match.actors() == [0]
    assert why(match, 0, "f9") == "MW-51"
    play(match, "end")
    assert match.actors() == [1]
    play(match, "play 4")
    assert match.actors() == [2]
    # The last farmer played after the draw leaves nothing to choose.
    match = scene(["5 6", "4", "3"], "7 10", farmers={0: "f1"})
    play(match, "play 5", "f1")
    assert match.actors() == [1]


@pytest.mark.rule("MW-51")
@pytest.mark.rule("MW-52")
def test_once_the_round_has_ended_only_f10() -> None:
    match = scene(["5", "4", "3"], "7 10", farmers={0: "f1 f2 f9", 1: "f10"}, pile=0)
    play(match, "take")
    assert match.actors() == [0, 1]
    assert legal(match, 0) == ["count"]
    assert why(match, 0, "f1") == why(match, 0, "end") == "MW-52"
    assert why(match, 0, "ignore 1") == "MW-49"


@pytest.mark.rule("MW-52")
def test_answers_are_given_at_once_and_in_secret() -> None:
    match = scene(["5f", "4ff", "3"], "7 10", farmers={0: "f1", 1: "f10"}, pile=0, totals=(9, 0, 0))
    play(match, "take")
    events = heard(match, 2)
    assert "StableShown" in events
    assert "Scored" not in events
    assert look(match, 2).last_stables == (("7", "10", "5f"), ("4ff",), ("3",))
    assert look(match, 2).last_hands == (("5f",), ("4ff",), ("3",))
    start = len(match.events(2))
    match.play(1, "ignore 2")
    assert match.events(2, start) == [Answered(1)]
    assert look(match, 2).actors == (0,)
    assert look(match, 1).answer == "2"
    assert look(match, 0).answer == ""
    assert look(match, 2).gains == (0, 0, 0)
    match.play(0, "count")
    assert look(match, 2).gains == (1, 0, 0)


@pytest.mark.rule("MW-52")
def test_nobody_knows_who_answered_with_f10() -> None:
    """Worlds that a third seat imagines: F10 here with any answer, there, or not drawn yet."""
    match = scene(["5f", "4ff", "3"], "7 10", farmers={0: "f1", 1: "f10"}, pile=0)
    play(match, "take")
    match.play(1, "ignore 2")
    luck = LabTable(9)
    seen: Counter[tuple[str, int]] = Counter()
    for _ in range(1400):
        world = GAME.imagine(match.view(2), luck)
        assert isinstance(world, Mow)
        at = next((str(s) for s in range(2) if world.held[s] & BIT[9]), "barn")
        seen[at, int(world.answers[1])] += 1
    # F10 is one of ten hidden cards: five worlds with seat 1, one with seat 0, eight in the barn.
    assert set(seen) == {("barn", 1), ("0", 1), *(("1", n) for n in range(1, 6))}
    for (at, _), n in seen.items():
        assert abs(n - (800 if at == "barn" else 100)) < 60


# -- memory --------------------------------------------------------------------------------------------


def keeps_faith(state: Mow) -> None:
    """Bounds and notes say nothing that is not so."""
    for s in range(state.seats):
        cows = state.hand(s)
        for bound, kinds in (
            (state.strays[s], STRAYS),
            (state.specials[s], SPECIALS),
            (state.calm[s], CALM),
        ):
            assert sum(kinds & BIT[cow] != 0 for cow in cows) >= bound
    for at in range(0, state.noted * NOTE, NOTE):
        holder = int(state.notes[at + memory.HOLDER])
        held = Counter(state.hand(holder))
        sure = Counter(memory.listed(state.notes, at + memory.SURE))
        assert sure <= held
        away = Counter(memory.listed(state.notes, at + memory.LOOSE)) - (held - sure)
        via = state.notes[at + memory.VIA]
        if via & memory.LOST:
            away -= Counter([int(state.lost[holder])])
        other = memory.partner_of(state, holder)
        if via & memory.PARTNER and other >= 0:
            there = away & Counter([*state.hand(other), int(state.lost[other])])
            away -= Counter(list(there.elements())[:1])
        assert not away


@pytest.mark.rule("ALL-6")
@pytest.mark.rule("MW-27")
@pytest.mark.rule("MW-41")
@pytest.mark.rule("MW-42")
@pytest.mark.rule("MW-48")
@pytest.mark.parametrize("seed", range(12))
def test_memory_is_faithful_and_imagination_keeps_to_it(seed: int) -> None:
    """Many farmers early, after a swap: what is remembered is so, in truth and in imagined worlds."""
    luck, choice = LabTable(seed), LabTable(seed * 5 + 2)
    seats = 3 + seed % 4
    options = {"max_rounds": 1, "manual_draw": seed % 3 == 0}
    state = GAME.setup(seats, GAME.check(seats, options), luck)
    assert isinstance(state, Mow)
    for farmer in range(9):
        state.held[choice.below(seats)] |= BIT[farmer]
        state.barn ^= BIT[farmer]
    state.stage = 0  # the first player may swap
    while state.acting:
        seat = state.actors()[0]
        actions = legal_of(GAME, state, seat)
        state.apply(seat, actions[choice.below(len(actions))], luck)
        keeps_faith(state)
        if state.noted and choice.below(3) == 0:
            audience = choice.below(seats + 1) - 1
            world = GAME.imagine(state.view(audience), luck)
            assert isinstance(world, Mow)
            keeps_faith(world)


@pytest.mark.rule("ALL-6")
@pytest.mark.rule("MW-27")
def test_a_swapped_hand_is_remembered_by_both_and_by_nobody_else() -> None:
    match = scene(["1 2 3", "4 5 6", "7 8 9"], swapping=True, round_number=2)
    play(match, "swap 1", "play 5")
    luck = LabTable(4)
    for _ in range(20):
        world = GAME.imagine(match.view(0), luck)
        assert isinstance(world, Mow)
        assert world.hand_names(1) == ("1", "2", "3")
        world = GAME.imagine(match.view(1), luck)
        assert isinstance(world, Mow)
        assert {"4", "6"} <= set(world.hand_names(0))
    hands = set()
    for _ in range(20):
        world = GAME.imagine(match.view(2), luck)
        assert isinstance(world, Mow)
        hands.add(world.hand_names(1))
    assert len(hands) > 10


@pytest.mark.rule("ALL-6")
@pytest.mark.rule("MW-48")
def test_after_f9_a_known_hand_is_known_but_for_one_cow() -> None:
    """Each of the three cows that seat 0 gave away is equally likely to be the lost one."""
    match = scene(["1 2 3", "4 5 6", "7 8 9"], swapping=True, round_number=2, farmers={0: "f9"})
    play(match, "swap 1", "f9")
    luck = LabTable(4)
    lost: Counter[int] = Counter()
    for _ in range(300):
        world = GAME.imagine(match.view(0), luck)
        assert isinstance(world, Mow)
        assert sorted([*world.hand(1), int(world.lost[1])]) == [0, 1, 2]
        lost[int(world.lost[1])] += 1
    assert min(lost.values()) > 70


@pytest.mark.rule("ALL-6")
@pytest.mark.rule("MW-19")
def test_a_skip_tells_what_a_hand_is_made_of() -> None:
    match = scene(["a7 late", "2 3", "3f 4"])
    play(match, "skip")
    assert look(match, 2).bounds[0] == (2, 2, 0)
    luck = LabTable(4)
    for _ in range(30):
        world = GAME.imagine(match.view(2), luck)
        assert isinstance(world, Mow)
        assert set(world.hand_names(0)) <= {"a7", "a9", "late"}


@pytest.mark.rule("MW-3")
@pytest.mark.rule("MW-51")
def test_random_games_use_every_farmer() -> None:
    played = set()
    for seed in range(6):
        match = Match(GAME, 4, {"target": 400, "max_rounds": 14}, LabTable(seed))
        choice = LabTable(seed + 50)
        while match.actors():
            seat = match.actors()[0]
            actions = match.legal(seat)
            match.play(seat, actions[choice.below(len(actions))])
        played |= set(look(match, None).spent)
    assert played == set(FARMER_NAMES)
