"""Fingers on a phone, and a keyboard alone."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from web.browsing import GAMES, PATIENCE, STILL, Person
from web.conftest import PHONE

# What can be tapped and is seen, but for links within a sentence: those smaller than a fingertip.
SMALL = """
() => [...document.querySelectorAll("button, a, input, select, summary")].flatMap((each) => {
  const { width, height } = (each.closest("label") ?? each).getBoundingClientRect();
  const seen = each.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && width > 1;
  const inline = getComputedStyle(each).display.startsWith("inline");
  const within = each.tagName === "A" && inline && each.closest("p");
  if (!seen || within || each.closest("[inert]") || (width > 43.5 && height > 43.5)) return [];
  return [`${each.outerHTML.slice(0, 90)}: ${Math.round(width)} × ${Math.round(height)}`];
})
"""


# What reaches beyond the edge, and is not held in by something that scrolls or cuts it off.
WIDE = """
(device) => [...document.querySelectorAll("body *")].filter((each) => {
  if (each.getBoundingClientRect().right <= device + 1) return false;
  for (let up = each.parentElement; up && up !== document.body; up = up.parentElement) {
    if (getComputedStyle(up).overflowX !== "visible") return false;
  }
  return true;
}).map((each) => each.outerHTML.slice(0, 120)).slice(0, 6)
"""


def fits(page: Page, where: str) -> None:
    """Neither too wide nor too small, on this phone and on one of 360 pixels."""
    usual = page.viewport_size
    assert usual
    for width in (360, usual["width"]):
        page.set_viewport_size({"width": width, "height": usual["height"]})
        page.evaluate(STILL)
        # A page that is too wide is drawn smaller by a phone: neither may be.
        wide, inner = page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
        beyond = page.evaluate(WIDE, width)
        assert max(wide, inner) <= width, f"{where} is {wide} wide, not {width}: {beyond}"
        small = page.evaluate(SMALL)
        assert not small, f"{where}, {width} wide:\n" + "\n".join(small)


def drag(one: Person, thing: Locator, place: Locator) -> None:
    """One finger, from the middle of a thing to the middle of a place."""
    a, b = thing.bounding_box(), place.bounding_box()
    assert a
    assert b
    start = (a["x"] + a["width"] / 2, a["y"] + a["height"] / 2)
    end = (b["x"] + b["width"] / 2, b["y"] + b["height"] / 2)
    finger = one.context.new_cdp_session(one.page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        at = [{"x": x, "y": y} for x, y in points]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    touch("touchStart", start)
    for step in range(1, 11):
        x, y = (p + (q - p) * step / 10 for p, q in zip(start, end, strict=True))
        touch("touchMove", (x, y))
    # It comes to rest: else the browser thinks that the page was flung, and a tap stops it.
    one.page.wait_for_timeout(100)
    touch("touchMove", end)
    touch("touchEnd")


def test_pages_fit_a_phone(person: Callable[..., Person]) -> None:
    one = person("Ada", **PHONE)
    page = one.open("/")
    expect(page.locator(".boxes .box")).to_have_count(5)
    fits(page, "the lobby")
    page.get_by_role("button", name="Settings").tap()
    fits(page, "the settings")
    for game in GAMES:
        one.open(f"/g/{game}")
        expect(page.locator("form h2").first).to_be_visible()
        page.locator("summary").tap()
        fits(page, f"setting up {game}")
        one.open(f"/learn/{game}")
        expect(page.locator(".lesson")).to_be_visible(timeout=PATIENCE)
        fits(page, f"the lesson of {game}")


@pytest.mark.parametrize("game", GAMES)
def test_boards_fit_a_phone(person: Callable[..., Person], game: str) -> None:
    """A few moves by finger; wherever the game stands, nothing is too small or beyond the edge."""
    one = person("Ada", **PHONE)
    one.begin(one.table(game, "easy", "easy", options={"first": 0}))
    page = one.page
    for move in range(4):
        assert one.can_act()
        fits(page, f"{game}, move {move}")
        page.get_by_role("button", name="All my actions").tap()
        page.locator("dialog[open] ul button").last.tap()
        one.sure()
    page.get_by_role("button", name="Menu").tap()
    fits(page, f"{game}, the menu")


def test_taps_and_drags(person: Callable[..., Person]) -> None:
    one = person("Ada", **PHONE)
    one.begin(one.table("mow", "easy", options={"first": 0}))
    page = one.page
    for move in range(4):
        assert one.can_act()
        if not one.told()["view"]["hand"] or not any(
            a.startswith("play ") for a in one.told()["legal"]
        ):
            one.choose(lambda n: 0)
            continue
        card = page.locator(".hand button.card.lifted").first
        if move % 2:
            card.tap()
        else:
            drag(one, card, page.locator(".meadow"))
        page.wait_for_function("(n) => window.seen.latencies.length > n", arg=move)
    # Let go beside every place: nothing is played.
    assert one.can_act()
    before = one.told()["v"]
    drag(one, page.locator(".hand button.card").first, page.locator(".seats"))
    page.wait_for_timeout(300)
    assert one.told()["v"] == before


def test_a_drag_that_is_not_allowed_is_explained(person: Callable[..., Person]) -> None:
    one = person("Ada", **PHONE)
    one.begin(one.table("super_miaou", "easy", options={"first": 0}))
    assert one.can_act()
    page = one.page
    shield = page.locator(".mine .hand button.card").filter(has=page.locator("[data-art*=shield]"))
    card = shield.first if shield.count() else page.locator(".mine .hand button.card").first
    drag(one, card, page.locator("button.bin"))
    if shield.count():
        expect(page.locator(".toast")).to_contain_text(re.compile(r"Read rule SM-"))
    else:
        page.wait_for_function("() => window.seen.latencies.length === 1")


# The focus has left the page for the browser's own buttons.
OUTSIDE = "() => document.activeElement === document.body"


def tab_to(page: Page, name: str, most: int = 60) -> None:
    """Press Tab until something of this name has the focus; the focus must be seen all the way."""
    for _ in range(most):
        page.keyboard.press("Tab")
        found = page.evaluate(
            """() => { const at = document.activeElement;
              const label = at?.getAttribute("aria-label") ?? at?.textContent ?? "";
              const { outlineStyle, boxShadow } = getComputedStyle(at);
              const seen = outlineStyle !== "none" || boxShadow !== "none";
              return [label.trim().replace(/\\s+/g, " "), seen]; }"""
        )
        if re.search(name, found[0]):
            assert found[1], f"the focus is not seen on {found[0]}"
            return
    raise AssertionError(f"Tab does not lead to {name}")


def test_to_a_table_by_keyboard_alone(person: Callable[..., Person]) -> None:
    one = person()
    page = one.open("/")
    expect(page.locator(".boxes .box")).to_have_count(5)
    tab_to(page, "^Play ?MOW$")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_enabled(timeout=PATIENCE)
    tab_to(page, "^Play$")
    page.keyboard.press("Enter")
    one.playing()


def test_at_a_table_by_keyboard_alone(person: Callable[..., Person]) -> None:
    one = person("Ada")
    # MW-8: who starts a herd may play any cow but an acrobat or a latecomer.
    page = one.open(f"/t/{one.table('mow', 'easy', options={'first': 0})}")
    tab_to(page, "^Let’s go!$")
    page.keyboard.press("Enter")
    one.playing()
    # A card by arrows and Space.
    assert one.can_act()
    tab_to(page, "^Play the ")
    first = page.evaluate("() => document.activeElement.dataset.thing")
    page.keyboard.press("ArrowRight")
    second = page.evaluate("() => document.activeElement.dataset.thing")
    assert first != second
    while not page.evaluate("() => document.activeElement.ariaLabel.startsWith('Play the ')"):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    page.wait_for_function("() => window.seen.latencies.length === 1")
    # Another action from the list, by its key; the dialog holds the focus and gives it back.
    assert one.can_act()
    page.keyboard.press("a")
    expect(page.locator("dialog[open]")).to_be_visible()
    inside = "() => document.activeElement.closest('dialog, body').tagName"
    for _ in range(3):
        page.keyboard.press("Tab")
        assert page.evaluate(inside) == "DIALOG" or page.evaluate(OUTSIDE)
    # With few actions the three steps may have ended on the button that closes the list.
    last = " ".join(page.locator("dialog[open] ul button").last.inner_text().split())
    tab_to(page, f"^{re.escape(last)}$")
    page.keyboard.press("Enter")
    one.sure()
    page.wait_for_function("() => window.seen.latencies.length === 2")
    page.keyboard.press("?")
    expect(page.get_by_role("heading", name="Keyboard shortcuts")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
