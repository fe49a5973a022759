"""What the pages weigh: the JavaScript of the first page, and of each game."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from web.browsing import GAMES, Person, Watch

FIRST_PAGE = 120_000  # bytes of JavaScript, packed
EACH_GAME = 60_000
# What Playwright says where it lets no worker answer for the server.
BLOCKED = "Service Worker registration blocked"
# The scripts that this page was made of, with the bytes that travelled.
SCRIPTS = """
() => Object.fromEntries(performance.getEntriesByType("resource")
  .filter(({ name }) => /\\/assets\\/.*\\.js$/.test(name))
  .map(({ name, encodedBodySize }) => [name, encodedBodySize]))
"""


def test_sizes(person: Callable[..., Person], watch: Watch) -> None:
    watch.allow(BLOCKED)
    one = person(service_workers="block")
    expect(one.open("/").locator(".boxes .box")).to_have_count(len(GAMES))
    first = one.page.evaluate(SCRIPTS)
    each: dict[str, dict[str, int]] = {}
    for game in GAMES:
        one = person("Ada", service_workers="block")
        one.begin(one.table(game, "easy", options={"first": 0}))
        one.can_act()
        each[game] = one.page.evaluate(SCRIPTS)
    shared = set.intersection(*(set(found) for found in each.values()))
    games = {
        game: sum(n for name, n in found.items() if name not in shared) for game, found in each.items()
    }
    print(f"first page: {sum(first.values())} bytes of JavaScript; games: {games}")
    assert 0 < sum(first.values()) <= FIRST_PAGE
    for game, size in games.items():
        assert 0 < size <= EACH_GAME, game
