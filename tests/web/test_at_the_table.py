"""What one can do at a table besides playing: why not, undo, a hint, another language."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Browser, expect

from server.live import Process
from web.browsing import Person
from web.positions import Position, cases, positions
from web.pretended import Pretended


def test_why_not_with_the_rule(person: Callable[..., Person]) -> None:
    one = person("Ada")
    one.begin(one.table("super_miaou", "easy", options={"first": 0}))
    assert one.can_act()
    one.keep_toasts()
    page = one.page
    cape = page.locator(".stall button").filter(has_text="Cape")
    expect(cape).not_to_have_class(re.compile("buyable"))
    cape.click()
    toast = page.locator(".toast")
    expect(toast).to_be_visible()
    assert len(toast.locator("p").inner_text()) > 20
    link = toast.get_by_role("link", name=re.compile(r"^Read rule SM-\w+"))
    rule = link.inner_text().removeprefix("Read rule ")
    assert f"[{rule}]" in toast.inner_text() or rule in toast.inner_text()
    # It is read over the table, or in a tab of its own if one wants that.
    with one.context.expect_page() as opened:
        link.click(modifiers=["ControlOrMeta"])
    opened.value.close()
    link.click()
    article = page.get_by_role("dialog").locator(f"article[id='{rule}']")
    expect(article).to_have_class(re.compile("asked"))
    expect(article).to_be_in_viewport()
    # The move was not made.
    assert one.told()["view"]["places"][0]["hand"] is not None
    assert page.evaluate("() => window.seen.latencies.length") == 0


def test_undo(person: Callable[..., Person]) -> None:
    one = person("Ada")
    one.begin(one.table("meowtopia", "easy", options={"first": 0}))
    page = one.page
    assert one.can_act()
    before = one.told()
    one.choose(lambda n: 0)
    assert one.can_act()
    done = one.told()
    assert done["undo"], "after this move in this deal nothing can be taken back: choose others"
    page.get_by_role("button", name="Take my move back").click()
    after = one.heard_since(done["v"])
    assert after["view"] == before["view"]
    assert after["legal"] == before["legal"]
    expect(page.locator(".frame aside li").first).to_contain_text("takes the move back")


def test_a_hint(person: Callable[..., Person]) -> None:
    one = person("Ada")
    one.begin(one.table("mow", "easy", options={"first": 0}))
    assert one.can_act()
    one.keep_toasts()
    one.page.get_by_role("button", name="A hint").click()
    expect(one.page.locator(".toast")).to_contain_text("Hint: ")
    hinted = one.page.locator(".frame .hinted")
    expect(hinted).to_have_count(1)
    label = hinted.get_attribute("aria-label") or ""
    said = one.page.locator(".toast p").inner_text()
    assert said.removeprefix("Hint: ").split(".")[0] in label
    # It stands in the log, and only once, however often one asks.
    noted = one.page.locator(".frame aside li.note")
    expect(noted).to_have_text(said)
    one.page.keyboard.press("h")
    one.tap(hinted)
    one.acknowledged(1)
    # With the position it goes, ring and words; what was said stays in the log.
    expect(one.page.locator(".frame .hinted")).to_have_count(0)
    expect(one.page.locator(".toast")).to_have_count(0)
    expect(noted).to_have_count(1)


def test_no_hints_where_the_game_counts(person: Callable[..., Person]) -> None:
    one = person("Ada")
    one.begin(one.table("mow", "easy", options={"first": 0}, rated=True))
    assert one.can_act()
    one.keep_toasts()
    button = one.page.get_by_role("button", name="No hints: this game is rated.")
    expect(button).to_have_attribute("aria-disabled", "true")
    one.page.keyboard.press("h")
    expect(one.page.locator(".toast")).to_contain_text("No hints: this game is rated.")
    expect(one.page.locator(".frame .hinted")).to_have_count(0)


def test_a_secret_choice_may_be_changed(person: Callable[..., Person]) -> None:
    """Until all have chosen, though it is not one's turn any more."""
    one, other = person("Ada"), person("Bob")
    table = one.table("push_em_up", "open")
    one.open(f"/t/{table}")
    other.open(f"/t/{table}")
    other.page.get_by_role("button", name="Sit here").first.click()
    one.page.get_by_role("button", name="Let’s go!").click()
    one.playing()
    for _ in range(3):
        assert one.can_act()
        v = one.told()["v"]
        one.choose(lambda n: 0)
        one.heard_since(v)
    assert not one.told()["legal"]
    change = one.page.get_by_role("button", name="Change my choice")
    expect(change).to_have_attribute("aria-disabled", "false")
    v = one.told()["v"]
    change.click()
    assert one.heard_since(v)["legal"]


def test_another_language_in_the_middle_of_a_game(person: Callable[..., Person]) -> None:
    one = person("Ada")
    one.begin(one.table("mow", "easy", options={"first": 0}))
    assert one.can_act()
    page = one.page
    english = page.locator(".say strong").inner_text()
    page.keyboard.press("m")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Français").check()
    page.keyboard.press("Escape")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.locator(".say strong")).not_to_have_text(english)
    expect(page).to_have_title(re.compile("^● À toi"))
    one.choose(lambda n: 0)
    one.acknowledged(1)
    expect(page.locator(".frame aside li").filter(has_text="Ada").first).to_be_visible()


def test_leaving_and_a_rematch(person: Callable[..., Person]) -> None:
    one = person("Ada")
    one.begin(one.table("super_miaou", "easy", options={"max_rounds": 1}))
    while one.can_act():
        one.choose(lambda n: n - 1)
    page = one.page
    before = page.url
    page.get_by_role("button", name="Rematch!").click()
    expect(page).not_to_have_url(before)
    expect(page).to_have_url(re.compile(r"/t/"))
    expect(page).to_have_title(re.compile("^●"))  # at once: a bot agrees
    page.keyboard.press("m")
    page.get_by_role("button", name="Leave the game").click()
    page.locator("dialog[open]").get_by_role("button", name="Leave the game").click()
    # A bot goes on, and may be at the end already.
    expect(page).to_have_url(re.compile(r"/$"))
    expect(page.get_by_role("heading", name="Finished games")).to_be_visible()


# What would come by itself later than at once never comes: only a tap brings it.
NEVER_LATER = """
(() => {
  const { setTimeout } = window;
  window.setTimeout = (what, wait, ...rest) => (wait > 2000 ? -1 : setTimeout(what, wait, ...rest));
})();
"""


def test_the_end_is_seen_before_the_result(browser: Browser, server: Process) -> None:
    """Super Miaou stays upon the stage; a tap there opens the result."""
    case = next(each for each in cases("super_miaou") if each.seats == 2)
    found = {each.phase: each for each in positions(case)}
    turn, (phase, seat, info, told) = found["turn"], found["over"]
    assert told["view"]["winner"] is not None
    heard = turn.told["n"] + len(told["events"])
    one = Pretended(browser, server.url, "en")
    try:
        one.page.add_init_script(NEVER_LATER)
        one.show(case, turn)
        one.shown = Position(phase, seat, info, {**told, "all": False, "n": heard})
        one.v += 1
        one.tell()
        page = one.page
        expect(page.locator("section.found")).to_be_visible()
        page.evaluate(
            "async () => { for (const _ of [1, 2]) await new Promise(requestAnimationFrame); }"
        )
        expect(page.locator("dialog[open]")).to_have_count(0)
        page.locator("section.found").click()
        expect(page.locator("dialog[open]").get_by_role("heading", level=2)).to_be_visible()
    finally:
        one.close()
