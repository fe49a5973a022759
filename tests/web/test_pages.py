"""The pages around the table: languages, rules, lessons, replay and proof, settings, the code."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from server.live import Process
from web.browsing import DEAL, GAMES, NAMES, PATIENCE, STILL, Person, Watch, axe
from web.distant import serving

# Everything that a page says, to eyes or ears.
WORDS = """
() => [...document.querySelectorAll("body *")].flatMap((each) => [
  ...[...each.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data),
  ...["aria-label", "placeholder", "title", "alt"].map((name) => each.getAttribute(name) ?? ""),
]).map((text) => text.trim()).filter(Boolean)
"""
KEY = re.compile(r"\b[a-z_]+(?:\.[a-z_]+)+\b|\{\w|undefined|\bNaN\b|\[object")


def says_words(page: Page, where: str) -> None:
    """No key of a text instead of the text, no hole in it."""
    found = [text for text in page.evaluate(WORDS) if KEY.search(text)]
    found = [text for text in found if "tablee verify" not in text]
    assert not found, f"{where}: {found[:5]}"


languages = pytest.mark.parametrize("language", ["fr", "en"])
LOCALES = {"fr": "fr-FR", "en": "en-GB"}


@languages
def test_words_on_every_page(person: Callable[..., Person], language: str) -> None:
    one = person("Zoé", locale=LOCALES[language])
    page = one.open("/")
    dialog = page.locator("dialog[open]")
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.locator(".boxes .box")).to_have_count(5)
    says_words(page, "the lobby")
    page.locator("header button.round").last.click()
    expect(dialog).to_be_visible()
    says_words(page, "the settings")
    one.begin(one.table("mow", "easy", options={"first": 0}))
    page.keyboard.press("m")
    expect(dialog).to_be_visible()
    says_words(page, "the menu")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    page.keyboard.press("?")
    expect(dialog).to_be_visible()
    says_words(page, "the keys")


@languages
@pytest.mark.parametrize("game", GAMES)
def test_words_on_the_pages_of_a_game(person: Callable[..., Person], game: str, language: str) -> None:
    one = person("Zoé", locale=LOCALES[language])
    page = one.open(f"/g/{game}")
    expect(page.locator("form h2").first).to_be_visible()
    page.locator("summary").click()
    says_words(page, "setting it up")
    one.open(f"/rules/{game}")
    expect(page.locator("article .picture").first).to_be_visible()
    says_words(page, "the rules")
    one.open(f"/learn/{game}")
    expect(page.locator(".lesson")).to_be_visible()
    says_words(page, "the lesson")
    one.begin(one.table(game, "easy", "easy", options={"first": 0}))
    for step in range(3):
        assert one.can_act()
        says_words(page, f"move {step}")
        one.choose(lambda n: n // 2)


def test_language_at_any_time(person: Callable[..., Person]) -> None:
    one = person("Ada")
    page = one.open("/rules/mow")
    first = page.locator("article p").first
    expect(first).to_be_visible()
    english = first.inner_text()
    page.get_by_role("button", name="Français").click()
    expect(first).not_to_have_text(english)
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("^Règles"))
    one.open("/")
    expect(page.get_by_role("heading", name="Tablée")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "fr")


def test_rules_are_found(person: Callable[..., Person]) -> None:
    one = person()
    page = one.open("/rules/super_miaou")
    expect(page.locator("article").first).to_be_visible()
    everything = page.locator("article").count()
    page.get_by_label("Search the rules").fill("mouse")
    status = page.get_by_role("status").filter(has_text=re.compile(r"^\d+ rules?"))
    found = int(status.inner_text().split()[0])
    assert 0 < found < everything
    expect(page.locator("article")).to_have_count(found)
    sections = page.locator("section").filter(has=page.locator("article"))
    for text in sections.all_inner_texts():
        assert "mouse" in text.lower()
    page.get_by_label("Search the rules").fill("xylophone")
    expect(page.get_by_text("No rule speaks of that.")).to_be_visible()
    page.get_by_label("Search the rules").fill("")
    expect(page.locator("article")).to_have_count(everything)
    expect(page.locator(".picture .drawing").nth(3)).to_be_attached()


@pytest.mark.parametrize("game", GAMES)
def test_lesson_to_the_end(person: Callable[..., Person], watch: Watch, game: str) -> None:
    """Each step is shown, then done on the board; the referee answers what is not meant."""
    watch.allow("status of 409")
    one = person()
    page = one.open(f"/learn/{game}")
    lesson = page.locator(".lesson")
    expect(lesson).to_be_visible()
    steps = page.locator(".lesson .dots i").count()
    assert steps >= 3
    for step in range(1, steps + 1):
        expect(page.get_by_role("region", name=f"Step {step} of {steps}")).to_be_visible()
        page.get_by_role("button", name="Show me").click()
        follow(page)
        expect(lesson).to_have_class(re.compile("done"))
        if step < steps:
            page.get_by_role("button", name="Go on").click()
    expect(page.get_by_text("Well done! You know what matters.")).to_be_visible()
    page.get_by_role("link", name="Play!").click()
    expect(page.get_by_role("heading", name=NAMES[game])).to_be_visible()


def follow(page: Page) -> None:
    """Tap what the hint rings, until the step is done: some actions take a card first, then a place."""
    ringed = page.locator(".frame .hinted:not(.column):not([aria-pressed=true])")
    places = page.locator(".frame .column.hinted, .frame .bin.chosen, .frame .go, .frame button.fine")
    expect(ringed.or_(places).first).to_be_visible()
    page.evaluate("() => { window.seen.right = false; }")
    for _ in range(4):
        for each in [*ringed.all(), *places.all()]:
            if each.is_visible():
                each.click(force=True)
                page.wait_for_function("() => window.seen.asking === 0")
                if page.evaluate("() => window.seen.right"):
                    return
    raise AssertionError("what is ringed does not lead there")


def play_out(browser: Any, url: str, deal: int | None) -> tuple[str, Any]:
    """A game that is over, and the state of who was there."""
    one = Person(browser, url, deal=deal, locale="en-GB")
    one.prefers(pace="once")
    one.named("Ada")
    table = one.table("super_miaou", "easy", options={"max_rounds": 2}, rated=True)
    one.begin(table)
    while one.can_act():
        one.choose(lambda n: n - 1)
    state = one.context.storage_state()
    one.context.close()
    return table, state


@pytest.fixture(scope="module")
def finished(server: Process, browser: Any) -> tuple[str, Any]:
    return play_out(browser, server.url, DEAL)


@pytest.fixture(scope="module")
def fair(server: Process, browser: Any) -> tuple[str, Any]:
    """One whose luck nobody chose: there is a proof of it."""
    return play_out(browser, server.url, None)


def test_replay(person: Callable[..., Person], finished: tuple[str, Any]) -> None:
    table, _ = finished
    one = person()  # somebody who was not there
    page = one.open(f"/r/{table}")
    at = page.locator(".steps .at")
    expect(at).to_have_text(re.compile(r"^0/\d+$"))
    last = int(at.inner_text().split("/")[1])
    assert last >= 4
    page.get_by_role("button", name="One move on").click()
    expect(at).to_have_text(f"1/{last}")
    expect(page.locator(".say strong")).not_to_have_text("The deal")
    page.keyboard.press("End")
    expect(at).to_have_text(f"{last}/{last}")
    page.keyboard.press("ArrowLeft")
    expect(at).to_have_text(f"{last - 1}/{last}")
    page.get_by_label("View as").select_option(label="As Ada saw it")
    expect(page.locator(".seats li.own")).to_contain_text("Ada")
    page.get_by_role("button", name="Run").click()
    expect(at).to_have_text(f"{last}/{last}")


def test_a_game_is_reviewed(person: Callable[..., Person]) -> None:
    one = person("Ada")
    table = one.table("mow", "easy", options={"target": 10})
    one.begin(table)
    while one.can_act():
        one.choose(lambda n: 0)
    page = one.open(f"/r/{table}")
    page.get_by_role("button", name="Review the game").click()
    dialog = page.locator("dialog[open]")
    expect(dialog.locator("figure svg polyline")).to_have_count(2)
    expect(dialog.locator(".totals li")).to_have_count(2)
    expect(dialog.locator(".totals li").first).to_contain_text("Ada")
    says_words(page, "the review")
    axe(page, "the review")
    ways = dialog.locator("button.way")
    assert ways.count(), "nothing turned this game: choose another deal"
    step = ways.first.locator(".at").inner_text()
    ways.first.click()
    expect(page.locator(".steps .at")).to_have_text(re.compile(rf"^{step}/"))


def test_ratings(person: Callable[..., Person], finished: tuple[str, Any]) -> None:
    _, state = finished
    one = person(storage_state=state)
    page = one.open("/ratings/super_miaou")
    expect(page.locator("tbody tr.me")).to_contain_text("Ada")
    expect(page.locator("tbody tr").filter(has_text="easy")).to_have_count(1)
    says_words(page, "the ratings")
    axe(page, "the ratings")


def test_the_proof_is_checked_in_the_page(person: Callable[..., Person], fair: tuple[str, Any]) -> None:
    table, state = fair
    one = person(storage_state=state)
    page = one.open(f"/r/{table}")
    page.get_by_role("button", name="Was the luck fair?").click()
    expect(page.get_by_text("The luck was fair.")).to_be_visible()
    expect(page.get_by_text("The fingerprints are those that this device noted")).to_be_visible()
    other = person()
    other.open(f"/r/{table}")
    other.page.get_by_role("button", name="Was the luck fair?").click()
    expect(other.page.get_by_text("The luck was fair.")).to_be_visible()
    expect(other.page.get_by_text("This device was not at the table")).to_be_visible()


@pytest.mark.parametrize(
    ("part", "says"),
    [
        ("secret", "The server’s secret does not fit its seal."),
        ("commitment", "The server had shown another seal before the deal."),
    ],
)
def test_a_false_proof_is_refused(
    person: Callable[..., Person], fair: tuple[str, Any], part: str, says: str
) -> None:
    table, state = fair
    one = person(storage_state=state)

    def lie(route: Route) -> None:
        proof = route.fetch(timeout=PATIENCE).json()
        proof["server"][part] = "00" * 32
        route.fulfill(body=json.dumps(proof), content_type="application/json")

    one.page.route("**/proof", lie)
    page = one.open(f"/r/{table}")
    page.get_by_role("button", name="Was the luck fair?").click()
    expect(page.get_by_text("This proof is false!")).to_be_visible()
    expect(page.get_by_text(says)).to_be_visible()
    expect(page.get_by_text("The luck was fair.")).to_have_count(0)


def test_settings_stay(person: Callable[..., Person]) -> None:
    one = person()
    page = one.open("/")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name="Dark").check()
    page.get_by_role("radio", name="None").check()
    page.get_by_label("Sounds").check()
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    html = page.locator("html")
    expect(html).to_have_attribute("data-theme", "dark")
    expect(html).to_have_attribute("data-motion", "none")
    page.evaluate(STILL)
    dark = page.evaluate("() => getComputedStyle(document.body).backgroundColor")
    page.reload()
    expect(html).to_have_attribute("data-theme", "dark")
    page.get_by_role("button", name="Switch to light").click()
    expect(html).to_have_attribute("data-theme", "light")
    expect(page.locator("body")).not_to_have_css("background-color", dark)


def test_names_and_links_in_the_lobby(person: Callable[..., Person]) -> None:
    one = person()
    page = one.open("/")
    page.get_by_label("Your name").fill("Grand-père")
    page.get_by_label("Your name").press("Enter")
    page.get_by_label("Invited?").fill("nonsense")
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_text("That is not a table’s link.")).to_be_visible()
    host = person("Ada")
    table = host.table("megabou", "open")
    page.get_by_label("Invited?").fill(f"{one.url}/t/{table}")
    page.get_by_role("button", name="Join").click()
    page.get_by_role("button", name="Sit here").click()
    host.open(f"/t/{table}")
    expect(host.page.get_by_text("Grand-père")).to_be_visible()


@pytest.fixture
def closed(pytestconfig: pytest.Config, tmp_path: Path) -> Iterator[Process]:
    """A server with a code."""
    words = ("--workers", "1", "--token", "sesame-ouvre-toi")
    with serving(pytestconfig, tmp_path, *words) as made:
        yield made


def test_the_code(closed: Process, person: Callable[..., Person], watch: Watch) -> None:
    watch.allow("status of 40[13]")
    one = person(url=closed.url)
    page = one.open("/g/mow")
    expect(page.get_by_role("heading", name="You need a code")).to_be_visible()
    page.get_by_label("Your name").fill("Ada")
    page.get_by_label("The link or the code").fill("wrong")
    page.get_by_role("button", name="Come in").click()
    expect(page.get_by_role("alert")).to_contain_text("That is not the code.")
    page.get_by_label("The link or the code").fill(f"{closed.url}/?token=sesame-ouvre-toi")
    page.get_by_role("button", name="Come in").click()
    expect(page.get_by_role("heading", name="MOW")).to_be_visible()
    # Who comes by the link is not asked, and the code is not left in the address.
    other = person(url=closed.url)
    other.open("/?token=sesame-ouvre-toi")
    other.page.get_by_role("link", name="Play MOW").click()
    expect(other.page).to_have_url(f"{closed.url}/g/mow")
    other.page.get_by_role("button", name="Play", exact=True).click()
    other.playing()
    assert other.can_act()
