"""No page and no board with a fault that axe can find, in light and in dark."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from web.browsing import GAMES, Person, Watch, axe
from web.conftest import PHONE

themes = pytest.mark.parametrize("theme", ["light", "dark"])


@themes
def test_pages(person: Callable[..., Person], watch: Watch, theme: str) -> None:
    watch.allow("status of 404.*/nowhere")
    one = person("Ada", color_scheme=theme)
    one.reachable()
    page = one.open("/")
    expect(page.locator(".boxes .box")).to_have_count(5)
    axe(page, "the lobby")
    page.get_by_role("button", name="Settings").click()
    expect(page.locator("dialog[open]")).to_be_visible()
    axe(page, "the settings")
    one.open("/g/push_em_up")
    expect(page.locator("form h2").first).to_be_visible()
    page.locator("summary").click()
    axe(page, "the set-up")
    one.open("/rules/mow#MW-6")
    expect(page.locator("article.asked")).to_be_visible()
    expect(page.locator("article .picture").first).to_be_visible()
    axe(page, "the rules")
    one.open(f"/t/{one.table('mow', 'open', 'easy')}")
    expect(page.get_by_role("heading", name="Invite people")).to_be_visible()
    expect(page.get_by_role("img", name="Code to scan with a phone")).to_be_visible()
    axe(page, "the waiting room")
    one.open("/claim#nothing")
    expect(page.get_by_role("button", name="Play here")).to_be_visible()
    axe(page, "taking a seat over")
    one.open("/nowhere")
    expect(page.get_by_role("heading", name="Nothing here")).to_be_visible()
    axe(page, "nothing")


@themes
@pytest.mark.parametrize("game", GAMES)
def test_boards(person: Callable[..., Person], game: str, theme: str) -> None:
    """At the first move, some moves later, with the list of actions, and as a lesson."""
    size = PHONE if theme == "dark" else {}
    one = person("Ada", color_scheme=theme, **size)
    one.begin(one.table(game, "easy", "easy", options={"first": 0}))
    page = one.page
    for move in range(4):
        assert one.can_act()
        if move == 0:
            axe(page, f"{game}, the first move")
        one.choose(lambda n: n - 1)
    assert one.can_act()
    axe(page, f"{game}, later")
    page.keyboard.press("a")
    expect(page.locator("dialog[open] ul button").first).to_be_visible()
    axe(page, f"{game}, the list of actions")
    one.open(f"/learn/{game}")
    expect(page.locator(".lesson")).to_be_visible()
    axe(page, f"{game}, the lesson")
