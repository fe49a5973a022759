"""One browser and one server for a process of tests; a watched context for each person."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Playwright, sync_playwright

from server.live import Process
from web.browsing import Person, Watch, chromium
from web.distant import serving

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--late",
        type=float,
        default=0.0,
        metavar="SECONDS",
        help="whatever a server says reaches the browsers so much later: no verdict may change",
    )
    parser.addoption("--layout", action="store_true", help="every table at every size, not a share")


@pytest.fixture(scope="session")
def driver() -> Iterator[Playwright]:
    """What drives browsers: a process can have one."""
    with sync_playwright() as found:
        yield found


@pytest.fixture(scope="session")
def browser(driver: Playwright) -> Iterator[Browser]:
    found = chromium(driver)
    yield found
    found.close()


@pytest.fixture(scope="session")
def server(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """Bots answer at once there, and nobody is too fast."""
    with serving(pytestconfig, tmp_path_factory.mktemp("served"), "--workers", "1") as made:
        yield made


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def person(browser: Browser, server: Process, watch: Watch) -> Iterator[Callable[..., Person]]:
    """Makes people. Whatever the test is about, at its end their pages must have behaved."""
    contexts: list[BrowserContext] = []

    def make(name: str = "", url: str = server.url, pace: str = "once", **given: Any) -> Person:
        wanted = {"locale": "en-GB", "viewport": {"width": 1280, "height": 800}, **given}
        found = Person(browser, url, watch=watch, **wanted)
        contexts.append(found.context)
        found.prefers(pace=pace)
        if name:
            found.named(name)
        return found

    yield make
    try:
        watch.check(contexts)
    finally:
        for context in contexts:
            context.close()
