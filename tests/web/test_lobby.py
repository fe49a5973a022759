"""The lobby: whose turn it is at one's tables, tables to come to, games that are over."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from support import until
from web.browsing import Person, Watch, axe
from web.conftest import PHONE

Make = Callable[..., Person]
HOUR = 3_600_000
KEY = "tablee.tables"
ONE = re.compile(r"/api/tables/[0-9a-f]{40}$")
ALL = re.compile(r"/api/tables$")


def ident(n: int) -> str:
    return f"{n:040x}"


def seat(name: str = "", kind: str = "person") -> dict[str, str]:
    return {"kind": kind, "name": name, "level": "medium" if kind == "bot" else ""}


def answer(n: int, game: str, *seats: dict[str, str], **more: Any) -> dict[str, Any]:
    """What the server tells of a table: one's own is the first seat, and the game goes on."""
    now = int(1000 * time.time())
    plain = {
        "table": ident(n),
        "game": game,
        "phase": "playing",
        "host": seats[0]["name"],
        "seats": list(seats),
        "clock": {"kind": "none", "seconds": 0, "increment": 0},
        "options": {},
        "rated": False,
        "made": now - 6 * HOUR,
        "turn": [0],
        "since": now - 5 * HOUR - HOUR // 2,
        "mine": [0],
        "here": [],
        "watchers": 0,
        "next": "",
    }
    return plain | more


def kept(n: int, game: str = "mow", **more: Any) -> dict[str, Any]:
    """What the device knows of a table."""
    return {"table": ident(n), "game": game, "names": ["Bea"], "bots": 0, "over": False, "at": n} | more


class Pretended:
    """Tables that are only told of. What was asked for is noted."""

    def __init__(self, one: Person, *answers: dict[str, Any], over: int = 0) -> None:
        self.answers = {each["table"]: each for each in answers}
        self.listed: list[dict[str, Any]] = []
        self.asked: list[str] = []
        mine = [kept(int(each["table"], 16), each["game"]) for each in answers]
        mine += [kept(1000 + n, over=True) for n in range(over)]
        one.context.add_init_script(
            f"if (location.protocol === 'http:' && !localStorage.getItem('{KEY}'))"
            f"localStorage.setItem('{KEY}', {json.dumps(json.dumps(mine))})"
        )
        one.page.route(ONE, self.one)
        one.page.route(ALL, lambda route: route.fulfill(json=self.listed))

    def one(self, route: Route) -> None:
        table = route.request.url.rsplit("/", 1)[1]
        self.asked.append(table)
        found = self.answers.get(table)
        if found is None:
            fault = {"code": "not_found", "messages": {"fr": "Rien.", "en": "Nothing."}}
            route.fulfill(status=404, json=fault)
        else:
            route.fulfill(json=found)


def lines(page: Page, count: int | None = None) -> Locator:
    """Of the tables one is at."""
    found = page.locator("section", has=page.get_by_role("heading", name="Your tables")).locator("li")
    if count is not None:
        expect(found).to_have_count(count)
    return found


def section(page: Page, heading: str) -> Locator:
    return page.locator("section", has=page.get_by_role("heading", name=heading, exact=True))


def come_back(page: Page) -> None:
    """As if one looked at the page again."""
    page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")


def settled(page: Page) -> None:
    """Until everything that was asked for is answered."""
    page.wait_for_function("() => window.seen.asking === 0")


def colour(line: Locator) -> str:
    return str(line.evaluate("(each) => getComputedStyle(each).backgroundColor"))


SUN = "rgb(255, 207, 74)"


def test_whose_turn_it_is(person: Make) -> None:
    """One's own turn is yellow and first; another's has their name; it changes when one comes back."""
    ada, bea = person("Ada"), person("Bea")
    table = ada.table("mow", "open", options={"first": 0})
    ada.open(f"/t/{table}")
    bea.open(f"/t/{table}")
    bea.page.get_by_role("button", name="Sit here").click()
    ada.page.get_by_role("button", name="Let’s go!").click()
    ada.playing()
    bea.playing()
    waiting = ada.table("super_miaou", "open", "open")
    ada.open(f"/t/{waiting}")
    expect(ada.page.get_by_role("heading", name="Invite people")).to_be_visible()

    page = ada.open("/")
    first, second = lines(page, 2).all()
    expect(first).to_contain_text("Your turn!")
    expect(first).to_contain_text("MOW with Bea")
    expect(first.locator("time")).to_have_attribute("datetime", re.compile(r"^\d{4}-"))
    expect(first.locator("time")).to_have_attribute("title", re.compile(r"\d:\d\d"))
    assert colour(first) == SUN
    expect(second).to_contain_text("waiting for 2 players")
    expect(second).to_contain_text("opened")
    assert colour(second) != SUN
    expect(page).to_have_title(re.compile("^● "))
    bea.open("/")
    (line,) = lines(bea.page, 1).all()
    expect(line).to_contain_text("Ada’s turn")
    assert colour(line) != SUN
    expect(bea.page).to_have_title("Tablée")

    first.get_by_role("link").click()
    ada.playing()
    assert ada.can_act()
    ada.choose(lambda n: 0)
    ada.acknowledged(1)
    come_back(bea.page)
    expect(line).to_contain_text("Your turn!")
    expect(bea.page.locator("[aria-live]", has_text="Your turn! MOW")).to_be_attached()


def test_since_when_is_true_while_one_looks(person: Make) -> None:
    one = person("Ada")
    one.page.clock.install()
    Pretended(one, answer(1, "mow", seat("Ada"), seat("Bea"), turn=[1]))
    page = one.open("/")
    (line,) = lines(page, 1).all()
    expect(line).to_contain_text("for 5\u00a0h")
    page.clock.fast_forward("03:00:00")
    expect(line).to_contain_text("for 8\u00a0h")
    page.clock.fast_forward("20:00:00")
    expect(line).to_contain_text("for 1\u00a0day")


def test_what_else_a_table_may_wait_for(person: Make) -> None:
    one = person("Ada")
    bot, open_ = seat(kind="bot"), seat(kind="open")
    names = [seat(name) for name in ("Ada", "Bea", "Cleo", "Dan", "Eve")]
    pretended = Pretended(
        one,
        answer(1, "mow", seat("Ada"), bot, bot, turn=[1], since=5),
        answer(2, "meowtopia", seat("Ada"), seat("Bea"), bot, turn=[2], here=[1], since=4),
        answer(3, "megabou", seat("Ada"), seat("Bea"), phase="lobby", turn=[], since=3),
        answer(4, "mow", *names, bot, mine=[0, 1], turn=[1], since=2),
        answer(5, "mow", seat("Ada"), seat("Bea"), phase="lobby", here=[1], turn=[], since=1),
        answer(6, "mow", seat("Ada"), open_, phase="closed"),
        answer(7, "mow", seat("Bea"), open_, phase="lobby", mine=[]),
    )
    page = one.open("/")
    found = page.locator("main li:has(.forget)")
    expect(found).to_have_count(6)
    said = [
        ("Bea’s turn!", "MOW with Cleo, Dan, Eve and 1 bot"),
        ("They’re waiting for you!", "MOW with Bea"),
        ("MOW", "the bots are waiting for you", "with 2 bots"),
        ("Meowtopia", "the bots are playing", "with Bea and 1 bot"),
        ("Megabou", "waiting for Bea"),
        ("MOW", "table closed"),
    ]
    for line, words in zip(found.all(), said, strict=True):
        for each in words:
            expect(line).to_contain_text(each)
    expect(found.last.get_by_role("link")).to_have_count(0)
    # What is closed, and where one has no seat any more, is not shown again, nor asked for.
    pretended.asked.clear()
    page.reload()
    expect(found).to_have_count(5)
    expect(found.nth(1)).to_contain_text("They’re waiting for you!")
    settled(page)
    assert set(pretended.asked) == {ident(n) for n in range(1, 6)}


def test_a_game_that_ended_meanwhile(person: Make) -> None:
    """It is among those that are over, with the way to its replay; a rematch is there in its place."""
    one = person("Ada")
    pretended = Pretended(one, answer(1, "mow", seat("Ada"), seat("Bea")))
    page = one.open("/")
    expect(lines(page)).to_contain_text("Your turn!")
    now = int(1000 * time.time())
    over = answer(1, "mow", seat("Ada"), seat("Bea"), phase="over", turn=[], since=now)
    pretended.answers[ident(1)] = over
    come_back(page)
    past = section(page, "Finished games").get_by_role("link")
    expect(past).to_contain_text("with Bea")
    expect(past).to_contain_text("finished")
    expect(past).to_have_attribute("href", f"/r/{ident(1)}")
    expect(lines(page)).to_have_count(0)

    pretended.answers[ident(1)] = over | {"next": ident(2)}
    pretended.answers[ident(2)] = answer(
        2, "mow", seat("Ada"), seat("Bea"), phase="lobby", here=[1], turn=[]
    )
    settled(page)
    come_back(page)
    line = lines(page).get_by_role("link")
    expect(line).to_have_attribute("href", f"/t/{ident(2)}")
    expect(line).to_contain_text("They’re waiting for you!")
    # Who does not want it is not asked again.
    lines(page).get_by_role("button", name="Forget this table").click()
    pretended.asked.clear()
    page.reload()
    expect(past).to_have_count(1)
    expect(lines(page)).to_have_count(0)
    assert not pretended.asked


def test_a_table_that_is_gone(person: Make, watch: Watch) -> None:
    """It says so, once, and nobody asks for it again."""
    watch.allow("status of 404.*/api/tables/")
    one = person("Ada")
    pretended = Pretended(one, answer(1, "mow", seat("Ada"), seat("Bea")))
    gone = pretended.answers.pop(ident(1))
    page = one.open("/")
    expect(lines(page)).to_contain_text("this table is gone")
    come_back(page)
    page.reload()
    expect(page.locator(".boxes .box")).to_have_count(5)
    expect(lines(page)).to_have_count(0)
    assert pretended.asked == [gone["table"]]


def test_only_what_may_have_changed_is_asked_for(person: Make, watch: Watch) -> None:
    """Not what is over; and a server that has had enough is left alone as long as it wants."""
    watch.allow("status of 429")
    one = person("Ada")
    one.page.clock.install()
    tables = [answer(n, "mow", seat("Ada"), seat("Bea"), turn=[1]) for n in (1, 2, 3)]
    pretended = Pretended(one, *tables, over=21)
    page = one.open("/")
    expect(page.get_by_text("Bea’s turn")).to_have_count(3)
    assert sorted(pretended.asked) == [ident(n) for n in (1, 2, 3)]
    refused: list[str] = []

    def refuse(route: Route) -> None:
        refused.append(route.request.url)
        fault = {"code": "often", "messages": {"fr": "Trop.", "en": "Too often."}}
        route.fulfill(status=429, headers={"retry-after": "60"}, json=fault)

    page.clock.pause_at(time.time() + 60)
    page.route(ONE, refuse)

    def passes() -> None:
        page.clock.run_for(1000)

    until("it was refused", lambda: (passes(), refused)[1])
    for _ in range(50):
        passes()
    come_back(page)
    passes()
    assert len(refused) == 1
    expect(page.get_by_text("Bea’s turn")).to_have_count(3)
    page.unroute(ONE, refuse)
    pretended.asked.clear()
    until("it is asked again", lambda: (passes(), pretended.asked)[1])


def test_tables_to_come_to(person: Make) -> None:
    """Whose, with whom, what was agreed on, what one can do; gone when their people are."""
    ada, bea = person("Ada"), person("Bea")
    table = ada.table(
        "mow",
        "open",
        "easy",
        options={"target": 50},
        listed=True,
        rated=True,
        clock={"kind": "move", "seconds": 30},
    )
    ada.open(f"/t/{table}")
    expect(ada.page.get_by_role("heading", name="Invite people")).to_be_visible()
    bea.page.clock.install()
    page = bea.open("/")
    line = section(page, "Open tables").locator(f"a[href='/t/{table}']")
    for words in ("MOW", "Ada’s table", "1 person, 1 bot, 1\u00a0seat free", "Take a seat", "opened"):
        expect(line).to_contain_text(words)
    for words in ("Limit of flies: 50", "30 s a move", "rated"):
        expect(line).to_contain_text(words)
    page.get_by_role("link", name=re.compile("open table")).click()
    expect(page).to_have_url(re.compile("#listed$"))

    ada.page.goto("about:blank")

    def nobody() -> bool:
        return not any(
            each["table"] == table for each in page.request.get(bea.url + "/api/tables").json()
        )

    until("nobody is there", nobody)
    page.clock.run_for(10_000)
    expect(line).to_have_count(0)


def test_by_keyboard(person: Make) -> None:
    """The focus stays on a line that goes elsewhere, and goes to the next when one is forgotten."""
    one = person("Ada")
    two = [answer(n, "mow", seat("Ada"), seat("Bea"), turn=[1], since=n) for n in (1, 2, 3)]
    pretended = Pretended(one, *two)
    page = one.open("/")
    expect(page.get_by_text("Bea’s turn")).to_have_count(3)
    link = page.locator(f"a.line[href='/t/{ident(1)}']")
    expect(lines(page).last.locator("a")).to_have_attribute("href", f"/t/{ident(1)}")
    link.focus()
    pretended.answers[ident(1)]["turn"] = [0]
    come_back(page)
    expect(lines(page).first).to_contain_text("Your turn!")
    expect(link).to_be_focused()
    page.keyboard.press("Tab")
    expect(lines(page).first.locator(".forget")).to_be_focused()
    page.keyboard.press("Enter")
    expect(lines(page)).to_have_count(2)
    expect(lines(page).first.locator(".forget")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(f"/t/{ident(3)}$"))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_everybody_can_read_it(person: Make, watch: Watch, theme: str) -> None:
    watch.allow("status of 404.*/api/tables/")
    one = person("Ada", color_scheme=theme, **(PHONE if theme == "dark" else {}))
    bot, open_ = seat(kind="bot"), seat(kind="open")
    pretended = Pretended(
        one,
        answer(1, "mow", seat("Ada"), seat("Bea")),
        answer(2, "meowtopia", seat("Ada"), seat("Bea"), turn=[1]),
        answer(3, "mow", seat("Ada"), open_, phase="lobby", turn=[]),
        answer(4, "mow", seat("Ada"), seat("Bea")),
        over=2,
    )
    del pretended.answers[ident(4)]
    pretended.listed = [
        answer(9, "mow", seat("Cleo"), bot, open_, phase="lobby", options={"target": 50}, rated=True)
    ]
    page = one.open("/")
    expect(page.get_by_text("Limit of flies: 50")).to_be_visible()
    expect(page.get_by_text("this table is gone")).to_be_visible()
    axe(page, f"the lobby with tables, {theme}")
