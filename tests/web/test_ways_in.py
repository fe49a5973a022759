"""Fingers on a phone, and a keyboard alone."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from web.browsing import GAMES, STILL, Person
from web.conftest import PHONE

# What can be tapped and is seen, but for links within a sentence and for what names a large one that
# does the same: those smaller than a fingertip.
SMALL = """
() => [...document.querySelectorAll("button, a, input, select, summary")].flatMap((each) => {
  const sizeOf = (one) => (one.closest("label") ?? one).getBoundingClientRect();
  const { width, height } = sizeOf(document.getElementById(each.dataset.else) ?? each);
  const seen = each.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    getComputedStyle(each).clipPath !== "inset(50%)" && width > 1;
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
        page.wait_for_function("(width) => screen.width === width", arg=width)
        page.evaluate(STILL)
        # A page that is too wide is drawn smaller by a phone: neither may be.
        wide, inner = page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
        beyond = page.evaluate(WIDE, width)
        assert max(wide, inner) <= width, f"{where} is {wide} wide, not {width}: {beyond}"
        small = page.evaluate(SMALL)
        assert not small, f"{where}, {width} wide:\n" + "\n".join(small)


def drag(one: Person, thing: Locator, place: Locator) -> None:
    """One finger, from the middle of a thing to the middle of a place."""
    one.page.evaluate(STILL)
    a, b = thing.bounding_box(), place.bounding_box()
    assert a
    assert b
    start = (a["x"] + a["width"] / 2, a["y"] + a["height"] / 2)
    end = (b["x"] + b["width"] / 2, b["y"] + b["height"] / 2)
    finger = one.context.new_cdp_session(one.page)
    begun = time.time()

    def touch(kind: str, after: float, *points: tuple[float, float]) -> None:
        at = [{"x": x, "y": y} for x, y in points]
        told = {"type": kind, "touchPoints": at, "timestamp": begun + after}
        finger.send("Input.dispatchTouchEvent", told)

    touch("touchStart", 0.0, start)
    for step in range(1, 11):
        x, y = (p + (q - p) * step / 10 for p, q in zip(start, end, strict=True))
        touch("touchMove", step * 0.02, (x, y))
    # It comes to rest: else the browser thinks that the page was flung, and a tap stops it.
    touch("touchMove", 0.5, end)
    touch("touchEnd", 0.6)
    # For a moment a drag is no tap: until this timer, which was set after the page's own.
    one.page.evaluate("() => new Promise((passed) => setTimeout(passed, 50))")


def test_pages_fit_a_phone(person: Callable[..., Person]) -> None:
    one = person("Ada", **PHONE)
    page = one.open("/")
    expect(page.locator(".boxes .box")).to_have_count(5)
    fits(page, "the lobby")
    page.get_by_role("button", name="Settings").tap()
    expect(page.locator("dialog[open]")).to_be_visible()
    fits(page, "the settings")
    for game in GAMES:
        one.open(f"/g/{game}")
        expect(page.locator("form h2").first).to_be_visible()
        page.locator("summary").tap()
        fits(page, f"setting up {game}")
        one.open(f"/learn/{game}")
        expect(page.locator(".lesson")).to_be_visible()
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
        plays = one.plays
        one.list_actions()
        page.locator("dialog[open] ul button").last.tap()
        one.sure(plays)
    assert one.can_act()  # what others did meanwhile has been shown
    page.get_by_role("button", name="Menu").tap()
    expect(page.locator("dialog[open]")).to_be_visible()
    fits(page, f"{game}, the menu")


def test_taps_and_drags(person: Callable[..., Person]) -> None:
    one = person("Ada", **PHONE)
    one.begin(one.table("mow", "easy", options={"first": 0}))
    page = one.page
    for move in range(4):
        assert one.can_act()
        assert one.told()["legal"][0].startswith("play "), "no cow to play: choose another deal"
        card = page.locator(".hand button.card.lifted").first
        if move % 2:
            card.tap()
        else:
            drag(one, card, page.locator(".meadow"))
        one.acknowledged(move + 1)
    # Let go beside every place: nothing is played, only what is played then.
    assert one.can_act()
    drag(one, page.locator(".hand button.card").first, page.locator(".seats"))
    assert one.plays == 4
    one.choose(lambda n: 0)
    one.acknowledged(5)
    assert one.plays == 5


def test_a_drag_that_is_not_allowed_is_explained(person: Callable[..., Person]) -> None:
    one = person("Ada", **PHONE)
    one.begin(one.table("super_miaou", "easy", options={"first": 0}))
    assert one.can_act()
    one.keep_toasts()
    page = one.page
    shield = page.locator(".mine .hand button.card").filter(has=page.locator("[data-art*=shield]"))
    assert shield.count(), "no shield in this hand: choose another deal"
    drag(one, shield.first, page.locator("button.bin"))
    expect(page.locator(".toast")).to_contain_text(re.compile(r"Read rule SM-"))


# The focus has left the page for the browser's own buttons.
OUTSIDE = "() => document.activeElement === document.body"
NAMED = """
(each) => (each.getAttribute("aria-label") ?? each.textContent ?? "").trim().replace(/\\s+/g, " ")
"""
THERE = f"""
(name) => [...document.querySelectorAll("a, button:enabled")].some(
  (each) => new RegExp(name).test(({NAMED})(each)))
"""


def tab_to(page: Page, name: str, most: int = 60) -> None:
    """Press Tab until something of this name has the focus; the focus must be seen there."""
    page.wait_for_function(THERE, arg=name)
    for _ in range(most):
        page.keyboard.press("Tab")
        found = page.evaluate(
            f"""() => {{ const at = document.activeElement;
              const {{ outlineStyle, boxShadow }} = getComputedStyle(at);
              const seen = outlineStyle !== "none" || boxShadow !== "none";
              return [({NAMED})(at), seen]; }}"""
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
    assert page.evaluate("() => document.activeElement.ariaLabel.startsWith('Play the ')"), (
        "the second cow cannot be played: choose another deal"
    )
    page.keyboard.press("Space")
    one.acknowledged(1)
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
    one.sure(1)
    one.acknowledged(2)
    page.keyboard.press("?")
    expect(page.get_by_role("heading", name="Keyboard shortcuts")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
