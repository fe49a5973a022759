"""An evening: `make play`, the house opened, a phone that comes by the link, and what befalls them."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, expect

from support import LAST_RESORT, until
from web.browsing import CAN_ACT, ROOT, Person, Watch
from web.neighbourhood import Host, house, why_not

# What browsers themselves say of a server or a network that is not there, and of a header that has no
# meaning at a plain address of the house.
GONE = (r"ERR_\w+", r"WebSocket connection to .* failed", r"Cross-Origin-Opener-Policy .* ignored")
LOST = re.compile(r"No network|Connection lost|No answer")
TARGET = 10  # flies: one round of MOW, or two


class Evening:
    """`make play`, as somebody types it on the computer."""

    url = "http://127.0.0.1:8000"  # nobody else is there

    def __init__(self, computer: Host, folder: Path) -> None:
        self.computer = computer
        self.tables = folder / "tables"
        self.said = folder / "said"

    def start(self) -> None:
        """Returns when it has said where it is."""
        mine = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
        environ = {**mine, "TABLEE_DATA_DIR": str(self.tables), "PYTHONPATH": ""}
        with self.said.open("w") as said:
            self.process = subprocess.Popen(
                self.computer.words("make", "--no-print-directory", "play"),
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=said,
                text=True,
                env=environ,
                start_new_session=True,
            )
        assert self.process.stdout is not None
        assert select.select([self.process.stdout], [], [], LAST_RESORT)[0], "make play says nothing"
        line = self.process.stdout.readline()
        assert line.startswith(self.url), (line, self.said.read_text())

    def kill(self) -> None:
        """As a plug that is pulled: the server and all that it has started."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.communicate()


@pytest.fixture
def family(
    driver: Playwright, tmp_path: Path, watch: Watch
) -> Iterator[tuple[Evening, Host, Person, Person]]:
    """The evening, the phone as a host of the network, and the browsers of computer and phone."""
    if why := why_not():
        pytest.skip(why)
    watch.allow(*GONE)
    with house(tmp_path) as (computer, phone):
        evening = Evening(computer, tmp_path)
        evening.start()
        browsers = [host.browser(driver) for host in (computer, phone)]
        try:
            yield evening, phone, *people(browsers, computer.address, watch)
        finally:
            for browser in browsers:
                browser.close()
            evening.kill()


def people(browsers: list[Browser], address: str, watch: Watch) -> tuple[Person, Person]:
    """Nobody chooses the luck here, and nothing hangs on it."""
    given: dict[str, Any] = {"deal": None, "watch": watch, "locale": "en-GB"}
    laptop = {"viewport": {"width": 1366, "height": 650}}
    small = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    ada = Person(browsers[0], Evening.url, **given, **laptop)
    bea = Person(browsers[1], f"http://{address}:8000", **given, **small)
    for each in (ada, bea):
        each.prefers(pace="once")
    return ada, bea


def invited(ada: Person) -> str:
    """With friends: a table of MOW for two, and the link of its waiting room."""
    page = ada.open("/")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="With friends").click()
    page.get_by_role("link", name="Play MOW").click()
    page.get_by_role("button", name="2", exact=True).click()
    page.get_by_role("spinbutton").first.fill(str(TARGET))
    page.get_by_role("button", name="Set the table").click()
    page.get_by_role("button", name="Open to the house").click()
    return page.get_by_label("Link to send").input_value()


def to_act(ada: Person, bea: Person) -> Person | None:
    """Whose turn it is, as soon as their page says so; None when the game is over."""

    def found() -> list[Person | None]:
        if ada.over and bea.over:
            return [None]
        return [each for each in (ada, bea) if each.page.evaluate(CAN_ACT)]

    return until("somebody can act", found)[0]


def play(ada: Person, bea: Person, moves: int) -> bool:
    """So many moves; whether the game goes on."""
    for _ in range(moves):
        one = to_act(ada, bea)
        if one is None:
            return False
        assert one.can_act()
        one.choose(lambda n: 0)
        one.page.wait_for_function("() => !window.seen.pending.length")
    return to_act(ada, bea) is not None


def test_an_evening(family: tuple[Evening, Host, Person, Person], watch: Watch) -> None:
    evening, phone, ada, bea = family

    # Together: the link that is shown leads the phone to the table.
    link = invited(ada)
    assert link.startswith(f"{bea.url}/t/"), "a phone in the house cannot reach that"
    bea.page.goto(link)
    expect(bea.page.get_by_role("heading", name="Ada invites you to play")).to_be_visible()
    expect(bea.page.get_by_role("heading", name="MOW")).to_be_visible()
    bea.page.get_by_label("Your name").fill("Bea")
    bea.page.get_by_role("button", name="Take a seat").click()
    ada.page.get_by_role("button", name="Let’s go!").click()
    ada.playing()
    bea.playing()
    assert play(ada, bea, 3)

    # The network is gone: the phone says so, the computer that somebody is away. A move waits.
    if to_act(ada, bea) is ada:
        assert play(ada, bea, 1)
    assert bea.can_act()
    before = bea.told(1)
    phone.wire(up=False)
    expect(bea.page.get_by_text(LOST)).to_be_visible()
    expect(ada.page.get_by_text("away").first).to_be_attached()
    bea.list_actions()
    bea.page.locator("dialog[open] ul button").first.click()
    expect(bea.page.locator(".say")).to_contain_text("waiting for the network")
    phone.wire(up=True)
    expect(bea.page.get_by_text(LOST)).to_have_count(0)
    assert bea.heard_since(before["v"], 1)["turn"] > before["turn"]
    expect(ada.page.get_by_text("away")).to_have_count(0)

    # Back: the phone asks, and stays.
    bea.page.evaluate("() => history.back()")
    bea.page.get_by_role("button", name="Stay").click()
    assert "/t/" in bea.page.url
    assert play(ada, bea, 1)

    # The server is killed: what was acknowledged is there, and the house is as open as it was.
    before = ada.told(0)
    evening.kill()
    for each in (ada, bea):
        expect(each.page.get_by_text(LOST)).to_be_visible()
    evening.start()
    for each in (ada, bea):
        expect(each.page.get_by_text(LOST)).to_have_count(0)
    after = ada.told(0)
    assert (after["n"], after["view"]) == (before["n"], before["view"])

    # To the end, which both see, each their own.
    while play(ada, bea, 5):
        pass
    ranks = ada.told(0)["outcome"]["ranks"]
    for seat, each in enumerate((ada, bea)):
        title = each.page.locator("dialog[open]").get_by_role("heading", level=2)
        alone = ranks.count(1) == 1 and ranks[seat] == 1
        expect(title).to_have_text(re.compile("You win" if alone else "wins|win with|together|draw"))
    watch.check([ada.context, bea.context])
