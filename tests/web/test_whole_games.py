"""Each game from the first click to the result, by one person and bots."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from web.browsing import GAMES, NAMES, Person, axe

# Short games, where a game by chance would be long.
SHORT: dict[str, dict[str, Any]] = {
    "super_miaou": {"max_rounds": 6},
    "meowtopia": {"max_rounds": 2},
    "push_em_up": {},
    "megabou": {},
    "mow": {"target": 10},
}


def see_result(one: Person) -> None:
    """Who won and with how much, as the server counted."""
    dialog = one.page.locator("dialog[open]")
    expect(dialog.get_by_role("button", name="Rematch!")).to_be_visible()
    expect(dialog.get_by_role("heading", level=2)).to_have_text(re.compile(r"win|You won!|draw"))
    outcome = one.told()["outcome"]
    told = dialog.locator(".told")
    expect(told.locator(".rank")).to_have_count(len(outcome["ranks"]))
    assert [int(each) for each in told.locator(".rank").all_inner_texts()] == sorted(outcome["ranks"])
    # Where one only wins or loses there are no points to tell.
    scored = max(outcome["scores"]) > 1
    written = [each.replace("−", "-") for each in told.locator(".score").all_inner_texts()]
    assert sorted(int(each) for each in written) == (sorted(outcome["scores"]) if scored else [])


@pytest.mark.parametrize("game", GAMES)
def test_by_the_list_of_actions(person: Callable[..., Person], game: str) -> None:
    one = person("Ada", viewport={"width": 1440, "height": 900})
    one.begin(one.table(game, "easy", options=SHORT[game]))
    luck = random.Random(7)
    moves = 0
    while one.can_act():
        one.choose(luck.randrange)
        moves += 1
    assert moves > 3
    see_result(one)
    axe(one.page, f"{game}, the result")
    one.page.get_by_role("link", name="Replay the game").click()
    expect(one.page.get_by_label("View as")).to_be_visible()


def test_super_miaou_from_the_lobby_by_the_board(person: Callable[..., Person]) -> None:
    """Two clicks to a game; then only what lies on the table is touched."""
    one = person()
    page = one.open("/")
    page.get_by_role("link", name="Play Super Miaou").click()
    page.get_by_role("button", name="Play", exact=True).click()
    one.playing()
    wishes = ["Cape", "Cat", "Gold", "Silver"]
    while one.can_act():
        offers = page.locator(".stall button.buyable")
        wanted = next((w for w in wishes if offers.filter(has_text=w).count()), "")
        if wanted:
            one.tap(offers.filter(has_text=wanted).first)
        else:
            one.tap(page.locator("button.pass"))
    see_result(one)


def test_mow_from_the_lobby_by_the_board(person: Callable[..., Person]) -> None:
    """With an option of the set-up page, and the hand, the farmers and the buttons of the board."""
    one = person()
    page = one.open("/")
    page.get_by_role("link", name=f"Play {NAMES['mow']}").click()
    page.get_by_role("spinbutton").first.fill("10")
    page.get_by_role("button", name="Play", exact=True).click()
    one.playing()
    while one.can_act():
        hand = page.locator(".hand button.card.lifted")
        if hand.count():
            one.tap(hand.first)
        else:
            one.tap(page.locator("button.choice, button.drawing").first)
    assert max(one.told()["outcome"]["scores"]) >= 10
    see_result(one)
