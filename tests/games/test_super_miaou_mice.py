"""Super Miaou: mice, shields, and what nobody knows of backpacks and face-down hands."""

from __future__ import annotations

from collections import Counter

import pytest
from rich.console import Console

from games.super_miaou_scene import heard, lay, new_match, options_of, state_of, stock, view_of, why
from tablee.core.contract import SPECTATOR
from tablee.core.encode import wire
from tablee.core.match import Match
from tablee.core.tables import LabTable
from tablee.games.super_miaou import GAME
from tablee.games.super_miaou.actions import CARD_NAMES
from tablee.games.super_miaou.events import NotReplaced, Replaced, Shielded, Shuffled, Stolen
from tablee.games.super_miaou.rules import SuperMiaou
from tablee.terminal.kit import Pen
from tablee.terminal.super_miaou import draw


def robbery(seats: int = 2, seed: int = 7) -> Match:
    """Seat 0 has turned up a Mouse; seat 1 holds silver and gold, face down."""
    match = new_match(seats, seed)
    lay(match, 0, ["mouse", "start-yarn"], ["start-yarn", "start-yarn", "shield-yarn"])
    lay(match, 1, ["silver", "gold"], ["cape", "shield-paw", "start-paw"])
    return match


# -- mice ------------------------------------------------------------------------------------------


@pytest.mark.rule("SM-21")
def test_a_mouse_takes_the_named_card_to_the_thiefs_machine() -> None:
    match = robbery(3)
    match.play(0, "steal 1 1")
    assert heard(match, Stolen(0, 1, 1, "gold"))
    assert view_of(match).places[0].machine == ("gold", "start-yarn")
    assert CARD_NAMES[state_of(match).hands[2]] == "silver"


@pytest.mark.rule("SM-21")
def test_a_mouse_needs_a_mouse_and_another_player() -> None:
    match = robbery(3)
    assert {o for o in options_of(match) if o.startswith("steal")} == {
        "steal 1 0", "steal 1 1", "steal 2 0", "steal 2 1",
    }  # fmt: skip
    assert why(match, "steal 0 1") == "SM-21"
    assert why(match, "steal 3 0") == "SM-21"
    said = [match.refusal(0, f"steal {seat} 0").message("en") for seat in (0, 3)]  # type: ignore[union-attr]
    assert said[0].startswith("Your Mouse steals from others only")
    assert said[1].startswith("Nobody sits there")
    lay(match, 0, ["cat", "start-yarn"])
    assert why(match, "steal 1 0") == "SM-21"
    assert not any(o.startswith("steal") for o in options_of(match))


@pytest.mark.rule("SM-21")
def test_what_is_stolen_cannot_be_used_in_the_same_turn() -> None:
    match = robbery()
    lay(match, 0, ["mouse", "cat"], ["start-yarn", "shield-yarn"])
    lay(match, 1, ["cape", "shield-paw"], ["start-paw"])
    match.play(0, "steal 1 0")
    assert match.outcome() is None
    assert match.actors() == [1]


@pytest.mark.rule("SM-21")
@pytest.mark.rule("SM-22")
def test_only_one_of_two_mice_is_used_and_it_returns_to_the_market() -> None:
    match = robbery()
    lay(match, 0, ["mouse", "mouse"], ["start-yarn", "shield-yarn"])
    match.play(0, "steal 1 0")
    assert stock(match)["mouse"] == 5  # four on the stack, and the one that was just used
    assert view_of(match).places[0].machine == ("silver", "mouse")
    assert match.actors() == [1]


@pytest.mark.rule("SM-23")
@pytest.mark.parametrize("position", [0, 1])
def test_the_victim_draws_a_replacement_face_down_into_the_same_place(position: int) -> None:
    match = new_match(3)
    lay(match, 0, ["mouse", "start-yarn"], ["start-yarn", "start-yarn", "shield-yarn"])
    lay(match, 2, ["silver", "gold"], ["cape", "cape", "cape"])
    match.play(0, f"steal 2 {position}")
    assert heard(match, Replaced(2, position))
    place = view_of(match).places[2]
    assert (place.hand, place.backpack) == (("back", "back"), 2)
    left = ["silver", "gold"]
    left[position] = "cape"
    assert [CARD_NAMES[kind] for kind in state_of(match).hands[4:6]] == left
    # Nobody can tell which of the face-down cards is which.
    kept = left[1 - position]
    assert sorted(place.unseen) == sorted(["cape", "cape", "cape", kept])


@pytest.mark.rule("SM-24")
def test_a_shield_stays_face_up_in_its_place_until_its_owners_turn() -> None:
    match = new_match(4)
    lay(match, 0, ["start-yarn", "mouse"], ["start-yarn", "start-yarn", "shield-yarn"])
    lay(match, 1, ["mouse", "start-paw"], ["start-paw", "shield-paw"])
    lay(match, 3, ["silver", "shield-fish"], ["gold", "start-fish"])
    match.play(0, "steal 3 1")
    assert heard(match, Shielded(0, 3, 1, "shield-fish"))
    assert stock(match)["mouse"] == 5
    assert view_of(match).places[0].machine == ("start-yarn",)
    for audience in (0, 3, None):
        place = view_of(match, audience).places[3]
        assert place.hand == ("back", "shield-fish")
        assert place.unseen == ("silver", "gold", "start-fish")
        assert place.backpack == 2
    # It may be named again, with the same result.
    assert "steal 3 1" in options_of(match, 1)
    match.play(1, "steal 3 1")
    assert heard(match, Shielded(1, 3, 1, "shield-fish"))
    assert view_of(match).places[3].hand == ("back", "shield-fish")
    assert stock(match)["mouse"] == 6
    match.play(2, "pass")
    assert view_of(match).places[3].hand == ("silver", "shield-fish")
    match.play(3, "pass")
    assert view_of(match).places[3].hand == ("back", "back")


@pytest.mark.rule("SM-24")
def test_a_shown_shield_stays_while_the_other_card_is_stolen_and_replaced() -> None:
    match = new_match(4)
    lay(match, 0, ["mouse", "start-yarn"], ["start-yarn", "start-yarn", "shield-yarn"])
    lay(match, 1, ["mouse", "start-paw"], ["start-paw", "shield-paw"])
    lay(match, 3, ["shield-fish", "silver"], [], ["gold", "cat"])
    match.play(0, "steal 3 0")
    match.play(1, "steal 3 1")
    place = view_of(match).places[3]
    assert place.hand == ("shield-fish", "back")
    assert place.leftover == ("", "")
    assert (place.unseen, place.backpack, place.machine) == (("gold", "cat"), 1, ())


@pytest.mark.rule("SM-25")
def test_an_empty_hand_or_place_cannot_be_named() -> None:
    match = robbery(3)
    lay(match, 1, ["shield-paw"])
    lay(match, 2, [])
    assert {o for o in options_of(match) if o.startswith("steal")} == {"steal 1 0"}
    for action, said in (("steal 2 0", "rob somebody else"), ("steal 1 1", "That place is empty")):
        refusal = match.refusal(0, action)
        assert refusal is not None
        assert refusal.rule == "SM-25"
        assert said in refusal.message("en")


@pytest.mark.rule("SM-27")
def test_a_replacement_may_need_the_shuffled_machine() -> None:
    match = new_match(3)
    lay(match, 0, ["mouse", "start-yarn"], ["start-yarn", "start-yarn", "shield-yarn"])
    lay(match, 2, ["silver", "gold"], [], ["cape", "shield-moon"])
    match.play(0, "steal 2 0")
    assert heard(match, Stolen(0, 2, 0, "silver"), Shuffled(2, 2), Replaced(2, 0))
    place = view_of(match).places[2]
    # The gold was drawn before the shuffle and is all that was left: everybody can tell.
    assert place.leftover == ("", "gold")
    assert place.hand == ("back", "back")
    assert (place.unseen, place.backpack) == (("cape", "shield-moon"), 1)


@pytest.mark.rule("SM-27")
@pytest.mark.rule("SM-28")
def test_with_nothing_to_shuffle_no_replacement_comes() -> None:
    match = new_match(3)
    lay(match, 0, ["mouse", "start-yarn"], ["start-yarn", "start-yarn", "shield-yarn"])
    lay(match, 2, ["silver", "shield-moon"])
    match.play(0, "steal 2 0")
    assert heard(match, NotReplaced(2, 0))
    assert view_of(match).places[2].hand == ("empty", "back")
    match.play(1, "pass")
    assert view_of(match).places[2].hand == ("empty", "shield-moon")
    assert options_of(match, 2) == {"pass"}


@pytest.mark.rule("SM-24")
@pytest.mark.rule("SM-27")
def test_a_leftover_shield_is_shown_like_any_other() -> None:
    match = new_match(2)
    lay(match, 0, ["start-yarn", "silver"], ["shield-yarn"], ["gold"])
    lay(match, 1, ["mouse", "start-paw"], ["start-paw", "shield-paw"])
    match.play(0, "pass")
    assert view_of(match).places[0].leftover == ("shield-yarn", "")
    state = state_of(match).copy()
    assert isinstance(state, SuperMiaou)
    state.apply(1, match.action("steal 0 0"), LabTable(1))
    assert state.view(SPECTATOR).places[0].leftover == ("", "")  # type: ignore[attr-defined]
    assert state.view(SPECTATOR).places[0].hand[0] == "shield-yarn"  # type: ignore[attr-defined]


# -- what nobody knows -----------------------------------------------------------------------------


@pytest.mark.rule("SM-7")
@pytest.mark.parametrize("seed", range(6))
def test_everybody_knows_and_hears_the_same_the_owner_included(seed: int) -> None:
    match = new_match(3, seed, mouse_price=0)
    luck = LabTable(seed)
    for _ in range(40):
        if not match.actors():
            break
        seat = match.actors()[0]
        actions = match.legal(seat)
        match.play(seat, actions[luck.below(len(actions))])
        views = [view_of(match, audience)._replace(seat=-1) for audience in (0, 1, 2, None)]
        assert views[1:] == views[:-1]
    assert match.events(0) == match.events(1) == match.events(2) == match.events(None)


@pytest.mark.rule("SM-7")
def test_a_face_down_hand_shows_in_no_view_and_no_news() -> None:
    ones, others = new_match(2, 3), new_match(2, 3)
    lay(ones, 1, ["silver", "cat"], ["gold", "cape"])
    lay(others, 1, ["cape", "gold"], ["cat", "silver"])
    for audience in (0, 1, None):
        assert wire(ones.view(audience)) == wire(others.view(audience))
        assert view_of(ones, audience).places[1].hand == ("back", "back")
        assert view_of(ones, audience).places[1].backpack == 2


@pytest.mark.rule("SM-7")
@pytest.mark.rule("SM-23")
@pytest.mark.rule("SM-27")
def test_imagined_hands_are_as_likely_as_their_cards() -> None:
    """Two unknown places out of four cards, two of them alike; a leftover and a shield stay."""
    match = new_match(4)
    lay(match, 1, ["gold", "silver"], ["silver", "cat"])
    lay(match, 2, ["shield-moon", "silver"], ["silver", "food"])
    lay(match, 3, ["gold", "cape"], ["mouse"])
    state = state_of(match)
    state.shown |= 1 << 4
    state.leftover |= 1 << 6
    luck = LabTable(5)
    found: Counter[tuple[str, str]] = Counter()
    runs = 6000
    for _ in range(runs):
        world = GAME.imagine(match.view(1), luck)
        assert isinstance(world, SuperMiaou)
        hands = [CARD_NAMES[kind] if kind < 14 else "" for kind in world.hands]
        found[hands[2], hands[3]] += 1
        assert hands[4] == "shield-moon"
        assert hands[5] in ("silver", "food")
        assert hands[6] == "gold"
        assert hands[7] in ("cape", "mouse")
        assert world.census() == state.census()
    ways = {
        ("silver", "silver"): 2, ("gold", "cat"): 1, ("cat", "gold"): 1, ("silver", "gold"): 2,
        ("gold", "silver"): 2, ("silver", "cat"): 2, ("cat", "silver"): 2,
    }  # fmt: skip
    assert set(found) == set(ways)
    chi = sum((found[hand] - runs * n / 12) ** 2 / (runs * n / 12) for hand, n in ways.items())
    assert chi < 27.9  # six degrees of freedom, once in ten thousand


# -- the drawing -----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_drawing_shows_what_is_known_and_nothing_else(language: str) -> None:
    match = new_match(3)
    lay(match, 0, ["mouse", "food"], ["start-yarn", "shield-yarn"])
    lay(match, 1, ["cat"], ["shield-paw"])
    lay(match, 2, ["silver", "gold"], ["cape"], ["shield-moon"])
    state_of(match).leftover |= 1 << 4
    console = Console(width=80, no_color=True)
    pen = Pen(GAME.texts(), language, ["Ana", "Bo", "Cy"])
    with console.capture() as caught:
        console.print(draw(view_of(match), pen))
    drawn = caught.get()
    assert all(len(line) <= 80 for line in drawn.splitlines())
    for word in ("short.mouse", "short.food", "draw.market", "draw.turn"):
        assert pen.say(word) in drawn
    silver = pen.say("short.silver")
    assert f"░░ {silver}?" in drawn
    assert pen.say("draw.empty") in drawn
    assert f"▕{pen.say('short.gold')}▏" not in drawn
