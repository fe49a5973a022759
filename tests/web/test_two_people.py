"""More people than one: hidden hands, one device for two, watchers, another device, talk."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from playwright.sync_api import Page, expect

from web.browsing import STILL, Person, Watch

# Whatever a page shows or says of cards: drawings that are used, names of things, labels, text.
SHOWN = """
() => [...document.querySelectorAll("#app *")].flatMap((each) => [
  (each.getAttribute("data-art") ?? "").replace(/^mow-cow-/, "cow "),
  (each.getAttribute("data-thing") ?? "").replace(/^(?:hand|herd|cow|card)-/, "cow "),
])
"""
# Every line of the log that is there in any frame without a curtain.
LINES = """
() => {
  const lines = (window.lines = new Set());
  const look = () => {
    if (window.lines !== lines) return;
    const log = document.querySelector(".curtain") ? [] : document.querySelectorAll(".frame aside li");
    for (const each of log) lines.add(each.innerText);
    requestAnimationFrame(look);
  };
  look();
}
"""


def two(
    person: Callable[..., Person], device: dict[str, Any] | None = None
) -> tuple[Person, Person, str]:
    """Two people at a table of MOW; the second one comes by the link."""
    ada, bea = person("Ada", **(device or {})), person(**(device or {}))
    table = ada.table("mow", "open", options={"first": 0})
    ada.open(f"/t/{table}")
    bea.open(f"/t/{table}")
    bea.page.get_by_label("Your name").fill("Bea")
    bea.page.get_by_role("button", name="Take a seat").click()
    ada.page.get_by_role("button", name="Let’s go!").click()
    ada.playing()
    bea.playing()
    return ada, bea, table


def strings(value: Any) -> Iterator[str]:
    """Every text of a message; actions count as what they name."""
    if isinstance(value, str):
        yield value
        yield from value.split(" ")[1:]
    elif isinstance(value, list):
        for each in value:
            yield from strings(each)
    elif isinstance(value, dict):
        for each in value.values():
            yield from strings(each)


def heard(one: Person, start: int) -> set[str]:
    return {text for frame in one.frames[start:] for text in strings(json.loads(frame))}


def drawn(page: Page, hand: Iterable[str]) -> set[str]:
    """All cows that are shown, when those of one's own hand are."""
    own = [f"cow {cow}" for cow in hand]
    page.wait_for_function(
        f"(own) => {{ const shown = ({SHOWN})(); return own.every((cow) => shown.includes(cow)); }}",
        arg=own,
    )
    return {each.removeprefix("cow ") for each in page.evaluate(SHOWN) if each.startswith("cow ")}


def test_neither_sees_the_others_hand(person: Callable[..., Person]) -> None:
    ada, bea, _ = two(person)
    people = (ada, bea)
    public: set[str] = set()
    for _turn in range(12):
        hands = []
        for seat, each in enumerate(people):
            view = each.told(seat)["view"]
            public |= {cow for herd in view["herds"] for cow in herd}
            public |= {cow for stable in view["last_stables"] for cow in stable}
            hands.append(set(view["hand"]))
        for seat, each in enumerate(people):
            secret = hands[1 - seat] - hands[seat] - public
            assert secret, "there is something to hide"
            assert hands[seat] <= heard(each, 0), "the ear hears one's own cards"
            shown = drawn(each.page, hands[seat])
            assert not secret & heard(each, 0), "another's hand was sent"
            assert not secret & shown, "another's hand was shown"
        actor = next(each for seat, each in enumerate(people) if each.told(seat)["legal"])
        assert actor.can_act()
        before = actor.told(people.index(actor))["v"]
        actor.choose(lambda n: 0)
        for seat, each in enumerate(people):
            each.heard_since(before, seat)


def test_talk_and_watchers(person: Callable[..., Person]) -> None:
    ada, bea = person("Ada"), person("Bea")
    table = ada.table("super_miaou", "easy", listed=True)
    ada.begin(table)
    # Somebody finds the table on the home page and looks on.
    bea.open("/")
    line = bea.page.get_by_role("listitem").filter(has_text="Ada").filter(has_text="Super Miaou")
    line.get_by_role("link", name="Watch").click()
    bea.playing()
    assert bea.told(None)["seat"] is None
    assert bea.told(None)["legal"] == []
    expect(bea.page.get_by_role("button", name="All my actions")).to_have_count(0)
    # Nothing to do there but to look at it once more.
    only = re.compile("Show me again what has happened|Skip ahead")
    expect(bea.page.locator(".frame .acts button")).to_have_attribute("title", only)
    expect(bea.page.locator(".seats li")).to_have_count(2)
    # They talk.
    bea.page.keyboard.press("c")
    bea.page.get_by_label("Write a line").fill("Miaou <b>!</b>")
    bea.page.get_by_role("button", name="Send").click()
    button = ada.page.get_by_role("button", name="Log and chat, 1 new message")
    expect(button).to_be_visible()
    button.click()
    chat = ada.page.get_by_role("list", name="Chat")
    expect(chat).to_contain_text("Miaou <b>!</b>")
    # The host has had enough.
    chat.get_by_role("button", name="Mute").click()
    expect(bea.page.get_by_label("Write a line")).to_be_disabled()


def test_a_seat_goes_to_another_device(person: Callable[..., Person], watch: Watch) -> None:
    watch.allow("status of 409.*/api/claim")
    ada, phone = person("Ada"), person()
    ada.reachable()
    ada.begin(ada.table("mow", "easy", options={"first": 0}))
    hand = ada.told()["view"]["hand"]
    ada.page.keyboard.press("m")
    ada.page.get_by_role("button", name="Move the seat of Ada to another device").click()
    expect(ada.page.get_by_label("Link to send")).to_have_value(re.compile("/claim"))
    link = ada.page.get_by_label("Link to send").input_value()
    expect(ada.page.get_by_role("img", name="Code to scan with a phone")).to_be_visible()
    phone.page.goto(phone.url + link[link.index("/claim") :])
    phone.page.get_by_role("button", name="Play here").click()
    phone.playing()
    assert phone.can_act()
    assert phone.told()["view"]["hand"] == hand
    phone.choose(lambda n: 0)
    phone.acknowledged(1)
    # Who gave it away looks on, and plays no more.
    ada.page.keyboard.press("Escape")
    expect(ada.page.get_by_role("button", name="All my actions")).to_have_count(0)
    # The link worked once.
    third = person("Eve")
    third.page.goto(third.url + link[link.index("/claim") :])
    third.page.get_by_role("button", name="Play here").click()
    expect(third.page.get_by_role("alert")).to_contain_text("used already")


def test_two_on_one_device_with_a_curtain(person: Callable[..., Person]) -> None:
    one = person()
    page = one.open("/g/mow")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("group", name="Number of players").get_by_role("button", name="2").click()
    page.get_by_role("button", name="On this device").click()
    page.get_by_label("Name of player 2").fill("Bea")
    page.get_by_role("button", name="Play", exact=True).click()
    first = None
    for turn in range(3):
        curtain = page.get_by_role("dialog")
        expect(curtain).to_be_visible()
        name = curtain.get_by_role("heading").inner_text()
        assert name in ("Ada", "Bea")
        assert name != first, "the device changes hands"
        # Nothing of a hand can be seen or reached behind it.
        hand = page.locator(".hand button.card").first
        covered = hand.evaluate(
            """(card) => { const { x, y, width, height } = card.getBoundingClientRect();
               return !card.contains(document.elementFromPoint(x + width / 2, y + height / 2))
                 && card.closest("[inert]") !== null; }"""
        )
        assert covered
        expect(page.get_by_role("button", name=f"I am {name}!")).to_be_focused()
        page.evaluate(LINES)
        page.keyboard.press("Enter")
        expect(curtain).to_have_count(0)
        seat = 0 if name == "Ada" else 1
        assert set(one.told(seat)["view"]["hand"]) <= drawn(page, one.told(seat)["view"]["hand"])
        expect(page.locator(".seats li.own")).to_contain_text(name)
        assert one.can_act()
        # The log as it is when it is written, and looked at in one frame more.
        expect(page.locator(".frame aside li")).to_have_count(one.told(seat)["n"])
        page.evaluate(STILL)
        lines = page.evaluate("() => [...window.lines]")
        if turn < 2:  # who comes to the table has drawn nothing yet: what was drawn is the other's
            assert not [line for line in lines if line.startswith("You draw")]
        else:
            assert [line for line in lines if line.startswith("You draw")]
        one.choose(lambda n: 0)
        first = name


def test_somebody_sleeps_and_comes_back(person: Callable[..., Person]) -> None:
    """A bot goes on for who is away; who comes back takes the seat again."""
    ada, bea, table = two(person)
    ada.choose(lambda n: 0)
    bea.page.goto("about:blank")
    button = ada.page.get_by_role("button", name="Let a bot play for Bea")
    expect(button.first).to_be_visible()
    button.first.click()
    assert ada.can_act(), "the game goes on"
    bea.open(f"/t/{table}")
    bea.page.get_by_role("button", name="Take my seat back").first.click()
    expect(bea.page.get_by_role("button", name="Take my seat back")).to_have_count(0)
    ada.choose(lambda n: 0)
    assert bea.can_act()
    expect(bea.page.locator(".say .box")).to_have_class(re.compile("mine"))
