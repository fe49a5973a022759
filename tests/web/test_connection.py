"""Connections that are lost: nothing is lost with them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from server.live import Process
from web.browsing import Person, Watch
from web.distant import serving
from web.test_two_people import two

# What a browser itself says of a server that is not there.
REFUSED = r"ERR_(CONNECTION_\w+|EMPTY_RESPONSE|INTERNET_DISCONNECTED)|WebSocket connection to .* failed"


@pytest.fixture
def fragile(pytestconfig: pytest.Config, tmp_path: Path) -> Iterator[Process]:
    """A server that may be killed."""
    with serving(pytestconfig, tmp_path, "--workers", "1") as made:
        yield made


def test_the_server_is_killed_in_the_middle_of_a_game(
    person: Callable[..., Person], fragile: Process, watch: Watch
) -> None:
    watch.allow(REFUSED)
    one = person("Ada", url=fragile.url)
    one.begin(one.table("mow", "easy", options={"first": 0}))
    page = one.page
    for _ in range(3):
        assert one.can_act()
        one.choose(lambda n: 0)
    assert one.can_act()
    before = one.told()
    assert before["legal"][0].startswith("play "), "this deal leaves no cow to play: choose another"
    sockets = page.evaluate("() => window.seen.sockets")
    fragile.end()
    lost = page.get_by_text("Connection lost, coming back…")
    expect(lost).to_be_visible()
    # A move that is made meanwhile waits, and is made once.
    page.locator(".hand button.card.lifted").first.click()
    fragile.start()
    expect(lost).to_have_count(0)
    assert page.evaluate("() => window.seen.sockets") > sockets
    assert one.can_act()
    after = one.told()
    # Made, and not doubled; the bot has answered unless a special cow asks for one thing more.
    assert after["turn"] == before["turn"] + 1
    assert after["v"] > before["v"]
    played = [cow for cow in before["view"]["hand"] if cow not in after["view"]["hand"]]
    assert len(played) == 1
    one.choose(lambda n: 0)
    page.wait_for_function("(turn) => window.seen.told[0].turn > turn", arg=after["turn"])


def test_reload(person: Callable[..., Person]) -> None:
    one = person("Ada")
    one.begin(one.table("push_em_up", "easy", options={"first": 0}))
    assert one.can_act()
    one.choose(lambda n: 0)
    assert one.can_act()
    before = one.told()
    log = one.page.locator(".frame aside li")
    expect(log).to_have_count(before["n"])
    one.page.reload()
    one.playing()
    assert one.can_act()
    after = one.told()
    for part in ("view", "legal", "turn", "n"):
        assert after[part] == before[part], part
    expect(log).to_have_count(before["n"])
    one.choose(lambda n: 0)
    one.acknowledged(1)


def test_no_network_for_a_while(person: Callable[..., Person], fragile: Process, watch: Watch) -> None:
    """The device says that it has no network; its move goes out when it has one again."""
    watch.allow(REFUSED)
    one = person("Ada", url=fragile.url)
    one.begin(one.table("mow", "easy", options={"first": 0}))
    assert one.can_act()
    page = one.page
    one.context.set_offline(True)
    fragile.end()  # an offline browser keeps open sockets; a network that is gone does not
    expect(page.get_by_text("No network: your moves go out as soon as it is back.")).to_be_visible()
    page.locator(".hand button.card.lifted").first.click()
    fragile.start()
    one.context.set_offline(False)
    expect(page.get_by_text("No network")).to_have_count(0)
    one.acknowledged(1)
    assert one.can_act()


def test_no_table_and_no_page(person: Callable[..., Person], watch: Watch) -> None:
    watch.allow("status of 404", "WebSocket connection to .* failed")
    one = person("Ada")
    page = one.open(f"/t/{'0' * 40}")
    expect(page.get_by_role("alert")).to_contain_text("nothing here", ignore_case=True)
    page.get_by_role("link", name="Home").click()
    expect(page.get_by_role("heading", name="Tablée")).to_be_visible()
    one.open("/nowhere")
    expect(page.get_by_role("heading", name="Nothing here")).to_be_visible()


# -- a network that is gone without a word -------------------------------------------------------------

LOST = re.compile("No answer from the table…|Connection lost, coming back…|Connecting…")
WAITS = re.compile("Play .*: your move is waiting for the network.")
BACK = "Back at the table!"


class Way:
    """The way of a page to its table. While it is `gone` nothing goes through, and no socket closes."""

    def __init__(self, page: Page) -> None:
        self.gone = False
        page.route_web_socket(re.compile("/ws/"), self.join)

    def join(self, socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(lambda said: None if self.gone else server.send(said))
        server.on_message(lambda said: None if self.gone else socket.send(said))


@pytest.fixture
def waiting(person: Callable[..., Person], watch: Watch) -> tuple[Person, Way]:
    """At one's turn, with a clock that can be set forward."""
    watch.allow(REFUSED)  # a socket that is just opening may be given up
    one = person("Ada")
    way = Way(one.page)
    one.page.clock.install()
    one.begin(one.table("mow", "easy", options={"first": 0}))
    assert one.can_act()
    return one, way


def test_a_move_without_an_answer_is_said_within_three_seconds(waiting: tuple[Person, Way]) -> None:
    one, way = waiting
    page = one.page
    before = one.told()
    way.gone = True
    page.locator(".hand button.card.lifted").first.click()
    page.clock.run_for(3000)
    expect(page.get_by_role("status").get_by_text(LOST)).to_be_visible()
    expect(page.locator(".say strong")).to_contain_text(WAITS)
    # It is heard as well, and asked again and again by other connections.
    expect(page.locator("[aria-live=polite][aria-atomic]")).to_contain_text(WAITS)
    sockets = page.evaluate("() => window.seen.sockets")
    page.clock.run_for(15_000)
    assert page.evaluate("() => window.seen.sockets") > sockets
    expect(page.get_by_text(LOST)).to_be_visible()
    way.gone = False
    page.clock.run_for(15_000)
    expect(page.get_by_text(LOST)).to_have_count(0)
    after = one.heard_since(before["v"])
    page.wait_for_function("(turn) => window.seen.told[0].turn > turn", arg=before["turn"])
    played = [cow for cow in before["view"]["hand"] if cow not in after["view"]["hand"]]
    assert len(played) == 1, "once"
    expect(page.locator(".say strong")).not_to_contain_text(WAITS)


def test_a_question_without_an_answer_is_said_within_three_seconds(
    waiting: tuple[Person, Way],
) -> None:
    one, way = waiting
    way.gone = True
    one.page.get_by_role("button", name="Take the herd").click(force=True)
    one.page.clock.run_for(3000)
    expect(one.page.get_by_text(LOST)).to_be_visible()
    way.gone = False
    one.page.get_by_role("button", name="Try again").click()
    one.page.clock.run_for(1000)
    expect(one.page.get_by_text(BACK)).to_be_visible()
    one.page.clock.run_for(3000)
    expect(one.page.get_by_text(BACK)).to_have_count(0)


def test_who_is_idle_is_told_within_ten_seconds(waiting: tuple[Person, Way]) -> None:
    one, way = waiting
    page = one.page
    # Whoever is there is asked now and then, and says so: nothing is shown, however long it takes.
    for _ in range(10):
        page.clock.run_for(4000)
        page.wait_for_function("() => !document.querySelector('.pill')")
    assert page.evaluate("() => window.seen.sockets") == 1
    way.gone = True
    page.clock.run_for(10_000)
    expect(page.get_by_text(LOST)).to_be_visible()
    way.gone = False
    page.clock.run_for(15_000)
    expect(page.get_by_text(LOST)).to_have_count(0)


def test_a_move_that_waits_survives_a_reload(waiting: tuple[Person, Way]) -> None:
    one, way = waiting
    page = one.page
    before = one.told()
    way.gone = True
    page.locator(".hand button.card.lifted").first.click()
    page.clock.run_for(3000)
    expect(page.locator(".say strong")).to_contain_text(WAITS)
    page.reload()
    way.gone = False
    page.clock.run_for(15_000)
    one.playing()
    after = one.told()
    played = [cow for cow in before["view"]["hand"] if cow not in after["view"]["hand"]]
    assert len(played) == 1
    assert one.can_act()


# The notice of a lost network lies below the sentence.
BELOW = """
() => document.querySelector(".pill").getBoundingClientRect().top >=
  document.querySelector(".frame .say").getBoundingClientRect().bottom
"""


def test_no_network_says_the_device_while_its_socket_looks_open(
    person: Callable[..., Person], watch: Watch
) -> None:
    watch.allow(REFUSED)
    one = person("Ada", viewport={"width": 1366, "height": 650})
    page = one.page
    page.clock.install()
    one.begin(one.table("mow", "easy", options={"first": 0}))
    assert one.can_act()
    one.context.set_offline(True)
    page.clock.run_for(3000)
    expect(page.get_by_text("No network: your moves go out as soon as it is back.")).to_be_visible()
    page.locator(".hand button.card.lifted").first.click()
    page.clock.run_for(1000)
    expect(page.locator(".say strong")).to_contain_text(WAITS)
    # Whoever turns the phone meanwhile can still read the sentence.
    for size in ({"width": 390, "height": 844}, {"width": 1366, "height": 650}):
        page.set_viewport_size(size)
        page.wait_for_function(BELOW)
    one.context.set_offline(False)
    page.clock.run_for(3000)
    one.acknowledged(1)
    expect(page.get_by_text("No network")).to_have_count(0)


def test_a_page_that_is_shown_again_asks_at_once(waiting: tuple[Person, Way]) -> None:
    one, way = waiting
    page = one.page
    page.evaluate(
        """() => {
          window.shown = false;
          const of = () => (window.shown ? "visible" : "hidden");
          Object.defineProperty(document, "visibilityState", { get: of });
        }"""
    )
    way.gone = True
    page.clock.run_for(30_000)
    expect(page.get_by_text(LOST)).to_have_count(0)  # nobody looks: nobody is asked
    page.evaluate(
        "() => { window.shown = true; document.dispatchEvent(new Event('visibilitychange')); }"
    )
    page.clock.run_for(3000)
    expect(page.get_by_text(LOST)).to_be_visible()


def test_the_others_see_who_is_away(person: Callable[..., Person]) -> None:
    """The server notices by itself who says nothing any more; a page that is gone is one such."""
    ada, bea, table = two(person)
    ada.choose(lambda n: 0)
    asleep = ada.page.locator(".seats li").filter(has_text="Bea").locator(".asleep")
    expect(asleep).to_have_count(0)
    bea.page.goto("about:blank")
    expect(asleep).to_be_visible()
    expect(ada.page.locator(".say strong")).to_have_text("Waiting for Bea, who is away.")
    expect(ada.page.get_by_role("button", name="Let a bot play for Bea").first).to_be_visible()
    bea.open(f"/t/{table}")
    bea.playing()
    expect(asleep).to_have_count(0)
    expect(ada.page.locator(".say strong")).to_have_text("Bea is to play.")
