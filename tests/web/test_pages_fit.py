"""The pages around the table fit every screen: what one needs first is in view, nothing is cut.

Each page is opened once and resized in place, as a window is. What is asked of it at each size: it
never scrolls sideways; what one came for lies wholly in the window and nothing lies over it; nobody
reads less than 13 px; no text is cut, nor stands out of its button; whatever one taps is 44 px wide and
high.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from server.live import Process
from web.browsing import GAMES, STILL, Person
from web.layout import AROUND, Size
from web.pretended import FOLLOWED
from web.test_lobby import Pretended, answer, seat

# Laptops, large screens, tablets and phones both ways, and the first of them at 200 %.
SHARE: tuple[Size, ...] = (
    *((1280, 600), (1280, 720), (1366, 650), (1440, 900), (1920, 1080), (2560, 1440)),
    *((820, 1180), (1180, 820), (390, 844), (360, 640), (844, 390)),
    *((640, 300), (683, 325), (960, 540)),
)
LONG = "Mamie Jacqueline"
# In the page, of what is needed first: everything that is wrong at this size. In a dialog, only there.
WRONG = """
(needed) => {
  const wrong = [];
  const name = (each) =>
    (each.getAttribute("aria-label") || each.innerText || each.value || each.tagName).slice(0, 40);
  const wide = document.documentElement.scrollWidth;
  if (wide > innerWidth) wrong.push(`${wide} px wide`);
  for (const each of needed) {
    const { left, top, right, bottom } = each.getBoundingClientRect();
    if (left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5) {
      wrong.push(`out of the window: ${name(each)} (${[left, top, right, bottom].map(Math.round)})`);
    } else {
      const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      if (!each.contains(found)) wrong.push(`covered: ${name(each)}`);
    }
  }
  const page = document.querySelector("dialog[open]") ?? document.body;
  const seen = (each) => each.checkVisibility() && !each.closest(".heard, [aria-hidden=true], svg");
  const read = [...page.querySelectorAll("*")].filter((each) => seen(each) &&
    [...each.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim()));
  for (const each of read) {
    const style = getComputedStyle(each);
    if (each.matches("option") || style.clipPath !== "none") continue;
    if (parseFloat(style.fontSize) < 13) wrong.push(`${style.fontSize}: ${name(each)}`);
    const hides = style.overflowX === "hidden" || style.textOverflow === "ellipsis";
    if (hides && each.scrollWidth > each.clientWidth + 1) wrong.push(`cut: ${name(each)}`);
  }
  for (const each of page.querySelectorAll("input, textarea")) {
    const cut = each.value && each.scrollWidth > each.clientWidth + 1;
    if (cut && seen(each)) wrong.push(`cut: ${each.value}`);
  }
  const buttons = "button, select, summary, a.big, a.plain, a.round, a.door, a.line, .choices span";
  for (const each of page.querySelectorAll(buttons)) {
    if (!seen(each)) continue;
    const { width, height } = each.getBoundingClientRect();
    if (width < 43.5 || height < 43.5) wrong.push(`${width} by ${height} px: ${name(each)}`);
    if (each.scrollWidth > each.clientWidth + 1) wrong.push(`stands out: ${name(each)}`);
  }
  return wrong;
}
"""
languages = pytest.mark.parametrize("language", ["fr", "en"])
LOCALES = {"fr": "fr-FR", "en": "en-GB"}
Make = Callable[..., Person]
Fits = Callable[..., None]


@pytest.fixture
def fits(pytestconfig: pytest.Config) -> Fits:
    """At every size, with these in view; at all sizes there are in `make layout`."""
    sizes = AROUND if pytestconfig.getoption("--layout") else SHARE

    def look(page: Page, *needed: Locator) -> None:
        for each in needed:
            expect(each).to_be_visible()
        found = []
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("() => scrollTo(0, 0)")
            page.evaluate(FOLLOWED, [width, height])
            wrong = page.evaluate(WRONG, [each.element_handle() for each in needed])
            found += [f"{width} x {height}: {each}" for each in dict.fromkeys(wrong)]
        assert not found, "\n".join(found)

    return look


def of(page: Page, role: Any, words: str) -> Locator:
    return page.get_by_role(role, name=re.compile(words))


def boxes(page: Page) -> list[Locator]:
    """The ways to play, one for each game."""
    found = page.locator(".boxes .box a.big")
    expect(found).to_have_count(len(GAMES))
    return found.all()


@languages
def test_the_lobby(person: Make, fits: Fits, language: str) -> None:
    page = person(locale=LOCALES[language]).open("/")
    fits(page, *boxes(page), of(page, "button", "Réglages|Settings"))


@languages
def test_the_lobby_of_who_has_tables(person: Make, fits: Fits, language: str) -> None:
    """With tables to go on with, in the longest words, one to join, one to replay, and a long name."""
    one = person(LONG, locale=LOCALES[language])
    crowd = [seat(name) for name in (LONG, "Papi Jean-Christophe", "Zoé", "Malik", "Jo")]
    bots, free = [seat(kind="bot")] * 3, [seat(kind="open")] * 2
    pretended = Pretended(
        one,
        answer(1, "megabou", *crowd, *bots),
        answer(2, "push_em_up", *crowd, mine=[2], turn=[1]),
        answer(3, "meowtopia", *crowd, *free, phase="lobby"),
        over=2,
    )
    pretended.listed = [
        answer(4, "mow", *crowd, *bots, *free, phase="lobby", options={"target": 50}, rated=True)
    ]
    page = one.open("/")
    mine = page.locator("a[href^='/t/']").first
    expect(mine.locator("time")).to_be_visible()
    expect(page.locator("#listed")).to_contain_text("50")
    fits(page, mine, *boxes(page), page.get_by_label(re.compile("Ton nom|Your name")))


@languages
@pytest.mark.parametrize("game", GAMES)
def test_before_a_game(person: Make, fits: Fits, game: str, language: str) -> None:
    page = person("Zoé", locale=LOCALES[language]).open(f"/g/{game}")
    expect(page.locator("form h2").first).to_be_visible()
    ways = page.locator("[aria-pressed]").filter(
        has_text=re.compile("robots|bots|amis|friends|device|appareil")
    )
    fits(page, of(page, "button", "^(Jouer|Play)$"), *ways.all())


@languages
def test_the_waiting_room(person: Make, fits: Fits, language: str) -> None:
    """Of ten: the host starts, a guest sits down."""
    host = person(LONG, locale=LOCALES[language])
    host.reachable()
    table = host.table("mow", *["easy"] * 7, "open", "open")
    page = host.open(f"/t/{table}")
    expect(page.get_by_role("img", name=re.compile("Code"))).to_be_visible()
    fits(
        page,
        of(page, "button", "Let’s go|C’est parti"),
        page.get_by_role("status").filter(has_text="2"),
    )
    guest = person("Zoé", locale=LOCALES[language])
    guest.open(f"/t/{table}")
    fits(
        guest.page,
        of(guest.page, "button", "Prendre une place|M’asseoir ici|Take a seat|Sit here").first,
    )


@languages
def test_coming_by_a_link(person: Make, fits: Fits, language: str) -> None:
    """To a crowded table, with much agreed on: a name and a tap, and one sits."""
    host = person(LONG, locale=LOCALES[language])
    agreed = {"options": {"target": 50, "shout": "random"}, "rated": True}
    table = host.table("mow", *["easy"] * 7, "open", "open", **agreed)
    page = person(locale=LOCALES[language]).open(f"/t/{table}")
    name = page.get_by_label(re.compile("Ton nom|Your name"))
    name.fill(LONG)
    fits(page, name, of(page, "button", "Prendre une place|Take a seat"))


@pytest.fixture(scope="module")
def ends(server: Process, browser: Browser) -> dict[int, tuple[str, Any]]:
    """Games that are over: of two, and of ten with all their stables."""
    made = {}
    for game, seats in (("super_miaou", 2), ("mow", 10)):
        one = Person(browser, server.url, locale="en-GB")
        one.prefers(motion="none")
        one.named(LONG)
        options = {"max_rounds": 1}
        table = one.table(game, *["easy"] * (seats - 1), options=options, rated=True)
        one.begin(table)
        while one.can_act():
            one.choose(lambda n: n - 1)
        made[seats] = table, one.context.storage_state()
        one.context.close()
    return made


@languages
@pytest.mark.parametrize("seats", [2, 10])
def test_the_result(
    person: Make, fits: Fits, ends: dict[int, tuple[str, Any]], seats: int, language: str
) -> None:
    table, state = ends[seats]
    one = person(locale=LOCALES[language], storage_state=without_language(state))
    page = one.open(f"/t/{table}")
    dialog = page.locator("dialog[open]")
    expect(dialog).to_be_visible()
    ways = [
        dialog.get_by_role("button", name=re.compile("Revanche|Rematch")),
        dialog.get_by_role("button", name=re.compile("Analyser|Review")),
        dialog.get_by_role("link", name=re.compile("Revoir|Replay")),
        dialog.get_by_role("link", name=re.compile("Accueil|Home")),
    ]
    fits(page, dialog.get_by_role("heading", level=2), *ways)
    expect(ways[0]).to_be_focused()
    # Beside each other, however narrow: none alone in a line.
    tops = {
        each.evaluate("(each) => Math.round(each.getBoundingClientRect().top)") for each in ways[2:]
    }
    assert len(tops) == 1


def without_language(state: Any) -> Any:
    """Who one is and what one keeps, but not what one likes: that is this test's."""
    for origin in state["origins"]:
        origin["localStorage"] = [
            each for each in origin["localStorage"] if each["name"] != "tablee.prefs"
        ]
    return state


@languages
def test_the_rules_and_the_settings(person: Make, fits: Fits, language: str) -> None:
    page = person("Zoé", locale=LOCALES[language]).open("/rules/mow")
    expect(page.locator("article .picture").first).to_be_visible()
    fits(page, page.get_by_role("searchbox"), page.locator("section h2").first)
    of(page, "button", "Réglages|Settings").click()
    dialog = page.locator("dialog[open]")
    fits(
        page,
        dialog.get_by_role("button", name=re.compile("Fermer|Close")),
        dialog.locator(".choices span").first,
    )


@languages
def test_the_ratings(person: Make, fits: Fits, ends: dict[int, tuple[str, Any]], language: str) -> None:
    _, state = ends[2]
    page = person(locale=LOCALES[language], storage_state=without_language(state)).open(
        "/ratings/super_miaou"
    )
    fits(page, page.locator("tbody tr").first)


def test_a_dialog_opens_on_what_is_useful(person: Make) -> None:
    """The list of actions on the first of them, the settings on what is chosen: not on the way out."""
    one = person("Ada")
    one.begin(one.table("mow", "easy", options={"first": 0}))
    assert one.can_act()
    one.page.keyboard.press("a")
    expect(one.page.locator("dialog[open] ul button").first).to_be_focused()
    page = one.open("/")
    of(page, "button", "Settings").click()
    expect(page.get_by_role("radio", name="English")).to_be_focused()


def test_a_newer_message_takes_the_place_of_the_older(person: Make) -> None:
    """At the head of the page, under the sentence: never over one's own cards."""
    one = person("Ada")
    one.begin(one.table("super_miaou", "easy", options={"first": 0}))
    assert one.can_act()
    one.keep_toasts()
    page = one.page
    of(page, "button", "^A hint$").click()
    toast = page.locator(".toast")
    expect(toast).to_contain_text("Hint")
    page.locator(".stall button").filter(has_text="Cape").click()
    expect(toast).to_contain_text("Read rule")
    expect(toast).to_have_count(1)
    page.evaluate(STILL)
    said, sentence, hand = (
        each.bounding_box()
        for each in (toast, page.locator(".frame .say"), page.locator(".hand").first)
    )
    assert said
    assert sentence
    assert hand
    assert sentence["y"] + sentence["height"] <= said["y"]
    assert said["y"] + said["height"] <= hand["y"] or said["x"] > hand["x"] + hand["width"]
