"""Staying at a table: going back, a screen that goes dark, rules to read, who looks on, who leaves."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from web.browsing import Person, axe
from web.conftest import PHONE
from web.test_two_people import two

DESKTOP = {"viewport": {"width": 1280, "height": 800}}
LEAVE = "Leave the table?"
each_device = pytest.mark.parametrize("device", [PHONE, DESKTOP], ids=["phone", "desktop"])
# A screen that can be kept on, and what has been asked of it.
LIGHT = """
(() => {
  window.lights = [];
  const request = async (kind) => {
    const light = { kind, released: false, release: async () => { light.released = true; } };
    lights.push(light);
    return light;
  };
  Object.defineProperty(navigator, "wakeLock", { value: { request }, configurable: true });
})();
"""
# As on a plain address of the house.
DARK = "delete Navigator.prototype.wakeLock;"
# The page goes out of sight, and comes back; the browser takes its light.
SEEN = """
(seen) => {
  Object.defineProperty(document, "visibilityState", { value: seen ? "visible" : "hidden", configurable: true });
  if (!seen) for (const light of lights) light.released = true;
  document.dispatchEvent(new Event("visibilitychange"));
}
"""  # noqa: E501


def dialog(page: Page, name: str) -> Locator:
    return page.get_by_role("dialog", name=name)


def playing(person: Callable[..., Person], device: dict[str, Any], game: str = "mow") -> Person:
    """In the middle of a game, by way of the home page, as people come."""
    one = person("Ada", **device)
    options = {"first": 0} if game == "mow" else {}
    table = one.table(game, "easy", options=options)
    one.open("/")
    one.begin(table)
    assert one.can_act()
    return one


# -- going back ----------------------------------------------------------------------------------------


def back(page: Page) -> None:
    """As somebody does who looks at what comes of it: the page has gone forward again since."""
    page.wait_for_function("() => history.state?.guard")
    page.go_back()


@each_device
def test_back_closes_what_is_open_then_asks_and_stays(
    person: Callable[..., Person], device: dict[str, Any]
) -> None:
    one = playing(person, device)
    page, here = one.page, one.page.url
    page.get_by_role("button", name="Menu").click()
    expect(dialog(page, "Menu")).to_be_visible()
    back(page)
    expect(dialog(page, "Menu")).to_have_count(0)
    expect(dialog(page, LEAVE)).to_have_count(0)
    # Nothing is open: it asks, as often as one goes back. From the question, back is staying.
    back(page)
    expect(dialog(page, LEAVE)).to_be_visible()
    back(page)
    expect(dialog(page, LEAVE)).to_have_count(0)
    back(page)
    dialog(page, LEAVE).get_by_role("button", name="Stay").click()
    expect(dialog(page, LEAVE)).to_have_count(0)
    assert page.url == here
    one.choose(lambda n: 0)
    one.acknowledged(1)
    # After a reload, too, although nobody has tapped there yet.
    page.reload()
    one.playing()
    back(page)
    expect(dialog(page, LEAVE)).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog(page, LEAVE)).to_have_count(0)
    assert page.url == here
    # And at last one goes; back from there does not lead here again.
    back(page)
    dialog(page, LEAVE).get_by_role("button", name="Go to the home page").click()
    expect(page.get_by_role("heading", name="Tablée")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="Tablée")).to_be_visible()
    assert page.url == one.url + "/"


def test_back_closes_one_of_two_dialogs_at_a_time(person: Callable[..., Person]) -> None:
    one = playing(person, PHONE, "super_miaou")
    page = one.page
    page.get_by_role("button", name="Show everybody").click()
    expect(dialog(page, "Players")).to_be_visible()
    # Covered by then, and opened all the same.
    page.evaluate("() => document.querySelector('.tools button:last-of-type').click()")
    expect(dialog(page, "Menu")).to_be_visible()
    back(page)
    expect(dialog(page, "Menu")).to_have_count(0)
    expect(dialog(page, "Players")).to_be_visible()
    back(page)
    expect(dialog(page, "Players")).to_have_count(0)
    expect(dialog(page, LEAVE)).to_have_count(0)
    back(page)
    axe(page, "leaving")


def test_who_leaves_by_a_link_leaves_no_guards_behind(person: Callable[..., Person]) -> None:
    one = playing(person, DESKTOP)
    page, here = one.page, one.page.url
    before = page.evaluate("() => history.length")
    page.get_by_role("button", name="Menu").click()
    dialog(page, "Menu").get_by_role("link", name="Home").click()
    expect(page.get_by_role("heading", name="Tablée")).to_be_visible()
    assert page.evaluate("() => history.length") == before, "the home page stands where the guard did"
    page.go_back()
    one.playing()
    assert page.url == here
    page.go_forward()
    expect(page.get_by_role("heading", name="Tablée")).to_be_visible()


def test_who_only_watches_goes_back_unasked(person: Callable[..., Person]) -> None:
    ada, bea = person("Ada"), person("Bea", **PHONE)
    table = ada.table("super_miaou", "easy", listed=True)
    ada.begin(table)
    page = bea.open("/")
    page.get_by_role("listitem").filter(has_text="Ada").get_by_role("link", name="Watch").first.click()
    bea.playing()
    page.get_by_role("button", name="Log and chat").click()
    back(page)
    expect(page.get_by_role("dialog")).to_have_count(0)
    bea.playing()
    back(page)
    expect(page.get_by_role("heading", name="Tablée")).to_be_visible()


def test_back_does_not_get_round_the_curtain(person: Callable[..., Person]) -> None:
    one = person()
    page = one.open("/g/mow")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("group", name="Number of players").get_by_role("button", name="2").click()
    page.get_by_role("button", name="On this device").click()
    page.get_by_label("Name of player 2").fill("Bea")
    page.get_by_role("button", name="Play", exact=True).click()
    curtain = page.locator(".curtain")
    expect(curtain).to_be_visible()
    back(page)
    expect(dialog(page, LEAVE)).to_be_visible()
    back(page)
    expect(dialog(page, LEAVE)).to_have_count(0)
    expect(curtain).to_be_visible()
    # No key opens the log of who played last.
    page.keyboard.press("c")
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(curtain).to_be_visible()


def test_what_is_open_closes_when_the_curtain_falls(person: Callable[..., Person]) -> None:
    one = person()
    one.prefers(pace="normal")
    page = one.open("/g/mow")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("group", name="Number of players").get_by_role("button", name="2").click()
    page.get_by_role("button", name="On this device").click()
    page.get_by_label("Name of player 2").fill("Bea")
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator(".curtain button").click()
    assert one.can_act()
    # Whose turn it was looks at the log while the device is about to be passed on.
    page.evaluate(
        """() => new MutationObserver(() => {
             if (!document.querySelector(".say .mine") && !document.querySelector("dialog[open]"))
               document.querySelector('[aria-label="Log and chat"]').click();
           }).observe(document.querySelector(".say"), { subtree: true, attributes: true })"""
    )
    one.choose(lambda n: 0)
    expect(page.locator(".curtain")).to_be_visible()
    expect(page.locator("dialog[open]")).to_have_count(0)


# -- the screen ----------------------------------------------------------------------------------------


def lights(page: Page) -> list[bool]:
    found: list[bool] = page.evaluate("() => lights.map(({ released }) => !released)")
    return found


def test_the_screen_stays_on_while_a_game_is(person: Callable[..., Person]) -> None:
    one = person("Ada", **PHONE)
    one.context.add_init_script(LIGHT)
    one.begin(one.table("mow", "easy", options={"first": 0}))
    page = one.page
    page.wait_for_function("() => lights.length === 1")
    assert page.evaluate("() => lights[0].kind") == "screen"
    one.choose(lambda n: 0)
    assert lights(page) == [True], "one is enough"
    page.evaluate(SEEN, False)
    assert lights(page) == [False]
    page.evaluate(SEEN, True)
    page.wait_for_function("() => lights.length === 2")
    assert lights(page) == [False, True]
    # Who leaves takes it along.
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Home").click()
    expect(page.get_by_role("heading", name="Tablée")).to_be_visible()
    assert lights(page) == [False, False]


def test_where_the_screen_cannot_be_kept_on_one_is_told_once(person: Callable[..., Person]) -> None:
    one = person("Ada", **PHONE)
    one.context.add_init_script(DARK)
    one.begin(one.table("mow", "easy", options={"first": 0}))
    said = one.page.locator(".toast").filter(has_text="The screen may go dark here while you wait.")
    expect(said).to_be_visible()
    said.get_by_role("button", name="Close").click()
    one.page.reload()
    one.playing()
    assert one.can_act()
    expect(said).to_have_count(0)
    # Nor who plays at a screen that nobody holds.
    other = person("Bob")
    other.context.add_init_script(DARK)
    other.begin(other.table("mow", "easy", options={"first": 0}))
    assert other.can_act()
    expect(other.page.locator(".toast")).to_have_count(0)


# -- rules ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(360, 640), (390, 844), (844, 390)])
def test_rules_are_one_tap_away(person: Callable[..., Person], size: tuple[int, int]) -> None:
    width, height = size
    one = playing(person, {**PHONE, "viewport": {"width": width, "height": height}})
    page, here = one.page, one.page.url
    book = page.locator(".tools").get_by_role("link", name="Rules")
    expect(book).to_be_in_viewport(ratio=1)
    book.click()
    rules = dialog(page, "Rules of MOW")
    expect(rules.locator("[id='MW-6']")).to_be_attached()
    rules.get_by_label("Search the rules").fill("acrobat")
    expect(rules.locator("article").first).to_be_in_viewport()
    assert len(one.context.pages) == 1, "nobody is taken away"
    axe(page, "rules over a table")
    back(page)
    expect(rules).to_have_count(0)
    assert page.url == here


# -- who looks on --------------------------------------------------------------------------------------


@each_device
def test_watchers_know_that_they_watch_and_players_see_them(
    person: Callable[..., Person], device: dict[str, Any]
) -> None:
    ada, bea, table = two(person, device)
    for each in (ada, bea):
        expect(each.page.get_by_role("button", name="watching")).to_have_count(0)
    # A tab more of somebody who plays is nobody more.
    more = ada.context.new_page()
    more.goto(f"{ada.url}/t/{table}")
    expect(more.locator("main.frame")).to_be_visible()
    eve, zoe = person("Eve", **device), person("Zoé", **device)
    for n, each in enumerate((eve, zoe), 1):
        each.open(f"/t/{table}")
        each.playing()
        mark = each.page.get_by_role("button", name="You’re watching")
        expect(mark).to_be_in_viewport(ratio=1)
        for player in (ada, bea):
            name = "1 person is watching" if n == 1 else "2 people are watching"
            expect(player.page.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    eve.page.get_by_role("button", name="You’re watching").click()
    expect(eve.page.locator(".toast")).to_contain_text("you see the table, never a hand")
    bea.page.get_by_role("button", name="2 people are watching").click()
    expect(bea.page.locator(".toast")).to_contain_text("hands stay hidden from them")
    zoe.page.goto("about:blank")
    eve.page.goto("about:blank")
    expect(ada.page.get_by_role("button", name="watching")).to_have_count(0)


# -- who leaves ----------------------------------------------------------------------------------------


def test_leaving_and_coming_back_stands_in_the_log(person: Callable[..., Person]) -> None:
    ada, bea, _ = two(person)
    log = ada.page.locator(".frame aside")
    bea.page.keyboard.press("m")
    bea.page.get_by_role("button", name="Leave the game").click()
    bea.page.get_by_role("dialog").get_by_role("button", name="Leave the game").click()
    expect(bea.page.get_by_role("heading", name="Tablée")).to_be_visible()
    expect(log).to_contain_text("Bea leaves the table; a bot plays on.")
    bea.page.get_by_role("link", name=re.compile("MOW")).first.click()
    bea.page.get_by_role("button", name="Take my seat back").first.click()
    expect(log).to_contain_text("Bea is back and plays again.")
    assert ada.can_act()


# -- who plays with whom -------------------------------------------------------------------------------


def test_four_at_megabou_see_and_hear_who_plays_with_whom(person: Callable[..., Person]) -> None:
    ada = person("Ada", **PHONE)
    ada.begin(ada.table("megabou", "easy", "easy", "easy", options={"first": 0}))
    assert ada.can_act()
    names = ada.page.locator(".seats .team li .full").all_text_contents()
    assert len(names) == 4
    together = re.compile(rf"^You and {names[1]} against {names[2]} and {names[3]}\.")
    expect(ada.page.locator("[aria-live=polite][aria-atomic]")).to_contain_text(together)
    # And sees it, for as long as the game lasts.
    crews = ada.page.locator(".seats .team")
    expect(crews).to_have_count(2)
    expect(crews.first).to_contain_text("Your team")
    expect(crews.first.locator("li")).to_have_count(2)
