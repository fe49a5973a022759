"""Lessons and replays are in the same frame as a table that is played, and fit as well (web.layout).

At some sizes in `make test`, at all of them in `make layout`.
"""

from __future__ import annotations

import re
from functools import partial
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from server.live import Process
from tablee.core.contract import SPECTATOR
from tablee.core.encode import plain
from tablee.server import replay
from tablee.server.messages import summary
from web.browsing import GAMES, PATIENCE, Person
from web.layout import AROUND, PROBE, Size
from web.positions import PLAYING, crowded, matches
from web.pretended import FOLLOWED, Pretended

SHARE: tuple[Size, ...] = (
    *((1366, 650), (1440, 900), (1920, 1080), (1280, 600)),
    *((820, 1180), (390, 844), (360, 640)),
    *((844, 390), (640, 300), (960, 540)),
)
LETTERS = 140  # that a lesson's band has room for


@pytest.fixture
def sizes(pytestconfig: pytest.Config) -> tuple[Size, ...]:
    return AROUND if pytestconfig.getoption("--layout") else SHARE


def wrong(page: Page, seats: int, where: str, sizes: tuple[Size, ...]) -> list[str]:
    """At every size, resized in place."""
    found = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(FOLLOWED, [width, height])
        asked = {"seats": seats, "large": width >= 1440 and height >= 900, "brief": False}
        faults = page.evaluate(PROBE, asked)["faults"]
        found += [f"{where}, {width}x{height}: {kind}: {text}" for kind, text in faults]
    return found


def shown(page: Page) -> None:
    expect(page.locator("main.frame")).to_be_visible()
    page.evaluate("async () => { await document.fonts.ready; }")


def fulfilled(told: dict[str, Any], route: Route) -> None:
    route.fulfill(json=told)


def sample(text: dict[str, str]) -> dict[str, str]:
    """A long one, of words as they are."""
    return {
        language: f"{said} {said}"[:LETTERS].rsplit(" ", 1)[0] if len(said) < LETTERS else said
        for language, said in text.items()
    }


@pytest.mark.parametrize(
    ("game", "language"), list(zip(GAMES, ["fr", "en", "fr", "en", "fr"], strict=True))
)
def test_a_lesson_fits(
    browser: Browser, server: Process, game: str, language: str, sizes: tuple[Size, ...]
) -> None:
    """Every step, before and after, with as many words as the band has room for."""
    one = Person(browser, server.url, locale=f"{language}-FR", service_workers="block")
    one.prefers(motion="none", language=language)
    page = one.page

    def get(path: str) -> Any:
        answer = page.request.get(f"{server.url}/api/games/{game}/{path}", timeout=PATIENCE)
        assert answer.ok, answer.text()
        return answer.json()

    faults: list[str] = []
    try:
        steps = get("lesson")["steps"]
        for n, step in enumerate(steps):
            led = get(f"lesson/{n + 1}?action={quote(step['want'][0])}")
            after = {**step, "text": sample(step["done"]), "view": led["view"], "legal": []}
            for name, told in (("before", step), ("after", after)):
                lesson = {"game": game, "steps": [told, *steps[1:]]}
                page.route(re.compile(r"/lesson$"), partial(fulfilled, lesson))
                one.open(f"/learn/{game}")
                shown(page)
                faults += wrong(page, step["seats"], f"{game}, step {n + 1} {name}", sizes)
                page.unroute(re.compile(r"/lesson$"))
    finally:
        one.context.close()
    assert not faults, f"{len(faults)} faults, the first of them:\n" + "\n".join(faults[:30])


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_fits(browser: Browser, server: Process, game: str, sizes: tuple[Size, ...]) -> None:
    """Its middle and its end, by who watched and by a seat, for as many as the game takes."""
    case = crowded(game)
    room = next(room for room in matches(case) if room.phase != PLAYING)
    match = room.match
    assert match is not None
    steps = replay.steps(room, [SPECTATOR, 0])
    told = {
        **summary(room),
        "options": {name: plain(value) for name, value in match.options.given.items()},
        "steps": [steps[0], steps[len(steps) // 2], steps[-1]],
        "outcome": plain(match.outcome()),
    }
    pretended = Pretended(browser, server.url, "fr")
    page = pretended.page
    page.route(re.compile(r"/replay\?"), partial(fulfilled, told))
    faults: list[str] = []
    try:
        for at in (1, 2):
            pretended.person.open(f"/r/{room.table}#{at}")
            shown(page)
            for eyes in ("null", "0"):
                page.locator("footer .eyes select").select_option(eyes)
                faults += wrong(page, case.seats, f"{case}, replay at {at} by {eyes}", sizes)
            page.goto("about:blank")
    finally:
        pretended.close()
    assert not faults, f"{len(faults)} faults, the first of them:\n" + "\n".join(faults[:30])
