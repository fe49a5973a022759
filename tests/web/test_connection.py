"""Connections that are lost: nothing is lost with them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from server.live import Process
from web.browsing import Person, Watch
from web.distant import serving

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
