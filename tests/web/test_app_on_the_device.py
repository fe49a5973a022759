"""The app on one's device: what installs it, and what it shows while its server sleeps."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from server.live import Process
from web.browsing import PATIENCE, Person, Watch
from web.distant import serving


@pytest.fixture
def sleepy(pytestconfig: pytest.Config, tmp_path: Path) -> Iterator[Process]:
    with serving(pytestconfig, tmp_path, "--workers", "1") as made:
        yield made


def test_it_can_be_installed(person: Callable[..., Person]) -> None:
    one = person()
    page = one.open("/")
    link = page.locator("link[rel=manifest]").get_attribute("href")
    answer = page.request.get(one.url + (link or ""), timeout=PATIENCE)
    assert answer.headers["content-type"].startswith("application/manifest+json")
    manifest = answer.json()
    assert {"name", "short_name", "start_url", "display", "icons", "theme_color"} <= set(manifest)
    assert manifest["display"] == "standalone"
    assert page.request.get(one.url + manifest["start_url"], timeout=PATIENCE).ok
    sizes = set()
    for icon in manifest["icons"]:
        found = page.request.get(one.url + icon["src"], timeout=PATIENCE)
        assert found.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", found.body()[16:24])
            assert icon["sizes"] == f"{width}x{height}"
            sizes.add(width)
    assert {192, 512} <= sizes
    assert any(icon.get("purpose") == "maskable" for icon in manifest["icons"])
    faults = one.context.new_cdp_session(page).send("Page.getInstallabilityErrors")
    assert faults["installabilityErrors"] in ([], [{"errorId": "in-incognito", "errorArguments": []}])


def test_the_shell_without_its_server(
    person: Callable[..., Person], sleepy: Process, watch: Watch
) -> None:
    watch.allow("Failed to load resource")
    one = person("Ada", url=sleepy.url)
    page = one.open("/")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.reload()  # now it comes through the worker, which keeps it
    expect(page.locator(".boxes .box")).to_have_count(5)
    # What is shown has come, and whatever the worker keeps it keeps before it passes it on.
    kept = page.evaluate(
        """async () => (await Promise.all((await caches.keys()).map(async (name) =>
           (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)))).flat()"""
    )
    assert "/" in kept
    assert not [path for path in kept if path.startswith(("/api", "/ws"))], (
        "what is played is never kept"
    )
    sleepy.end()
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text("The server does not answer")
    sleepy.start()
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".boxes .box")).to_have_count(5)
