"""What the pages weigh, and how fast they are here: sizes are promised, times only told."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, Response

from web.browsing import CAN_ACT, GAMES, IS_OVER, ROOT, Person, Watch

FIRST_PAGE = 120_000  # bytes of JavaScript, packed
EACH_GAME = 60_000
REPORT = ROOT / "build" / "web-budget.json"
# What Playwright says where it lets no worker answer for the server.
BLOCKED = "Service Worker registration blocked"
# The browser's own account of every frame: whether something was to move in it, and whether it came.
FRAMES = "disabled-by-default-devtools.timeline.frame"
# Played within the page: questions from outside would cost it frames of their own.
PLAY = f"""
async (moves) => {{
  const click = (...found) => {{
    const button = found.map((each) => document.querySelector(each)).find((each) => each);
    button?.click();
    return Boolean(button);
  }};
  for (let made = 0; made < moves && !({IS_OVER})();) {{
    await new Promise((again) => setTimeout(again, 50));
    if (!({CAN_ACT})()) continue;
    await new Promise((looked) => setTimeout(looked, 500));
    if (click(".hand button.card.lifted", "button.choice", "button.drawing")) made += 1;
    await new Promise((asked) => setTimeout(asked, 50));
    click("dialog[open]:has(.asked) button.big");
  }}
}}
"""


def report(**found: Any) -> None:
    """Printed, and kept for who wants to compare."""
    REPORT.parent.mkdir(exist_ok=True)
    before = json.loads(REPORT.read_text()) if REPORT.exists() else {}
    REPORT.write_text(json.dumps({**before, **found}, indent=1) + "\n")
    for name, value in found.items():
        print(f"{name}: {value}")


def scripts(one: Person, path: str) -> dict[str, int]:
    """The scripts that a fresh browser gets for a page, with the bytes that travel."""
    found: dict[str, int] = {}

    def got(response: Response) -> None:
        if "javascript" in response.headers.get("content-type", "") and "/assets/" in response.url:
            found[response.url.rsplit("/", 1)[1]] = int(response.headers["content-length"])

    one.page.on("response", got)
    one.open(path)
    one.page.wait_for_load_state("networkidle")
    one.page.remove_listener("response", got)
    return found


def test_sizes(person: Callable[..., Person], watch: Watch) -> None:
    watch.allow(BLOCKED)
    first = scripts(person(service_workers="block"), "/")
    each: dict[str, dict[str, int]] = {}
    for game in GAMES:
        one = person("Ada", service_workers="block")
        one.begin(one.table(game, "easy"))
        each[game] = scripts(one, one.page.url.removeprefix(one.url))
    shared = set.intersection(*(set(found) for found in each.values()))
    games = {
        game: sum(n for name, n in found.items() if name not in shared) for game, found in each.items()
    }
    report(first_page_js=sum(first.values()), game_js=games)
    assert 0 < sum(first.values()) <= FIRST_PAGE
    for game, size in games.items():
        assert 0 < size <= EACH_GAME, game


def test_first_paint(person: Callable[..., Person], watch: Watch) -> None:
    """Of a browser that was never here."""
    watch.allow(BLOCKED)
    one = person(service_workers="block")
    page = one.open("/")
    page.locator(".boxes .box").last.wait_for()
    interactive = page.evaluate("() => Math.round(performance.now())")
    # A browser that is busy says later what it has painted.
    page.wait_for_function("() => performance.getEntriesByName('first-contentful-paint').length > 0")
    painted = page.evaluate("() => performance.getEntriesByName('first-contentful-paint')[0].startTime")
    found = {"first_paint_ms": round(painted), "interactive_ms": interactive}
    report(**found)
    assert found["first_paint_ms"] > 0


def dropped_of(trace: bytes, *kinds: str) -> tuple[int, float]:
    """Frames with an animation of such a kind, and how many per cent of them were dropped."""
    moving = dropped = 0
    for event in json.loads(trace)["traceEvents"]:
        frame = event.get("args", {}).get("frame_reporter")
        if event["name"] != "PipelineReporter" or not frame or not any(frame[kind] for kind in kinds):
            continue
        if frame["state"] != "STATE_NO_UPDATE_DESIRED":
            moving += 1
            dropped += frame["state"] == "STATE_DROPPED"
    return moving, round(100 * dropped / max(1, moving), 1)


def test_speed_of_moves(person: Callable[..., Person], browser: Browser) -> None:
    """From the click to the acknowledgement, and frames that were dropped, while a game is played."""
    one = person("Ada", motion="full", viewport={"width": 1440, "height": 900})
    one.begin(one.table("mow", "easy", options={"first": 0, "target": 1000}))
    page = one.page
    assert one.can_act()
    browser.start_tracing(page=page, categories=["-*", FRAMES])
    page.evaluate(PLAY, 42)
    trace = browser.stop_tracing()
    # What flies is the compositor's; the main thread's frames are counted, too, whatever they are for.
    flying, lost = dropped_of(trace, "has_compositor_animation")
    moving, dropped = dropped_of(trace, "has_compositor_animation", "has_main_animation")
    taken = sorted(page.evaluate("() => window.seen.latencies"))
    report(
        moves=len(taken),
        ack_ms_median=round(taken[len(taken) // 2], 1),
        ack_ms_p95=round(taken[int(len(taken) * 0.95) - 1], 1),
        animation_frames=moving,
        dropped_frames_percent=dropped,
        flying_frames=flying,
        dropped_flying_frames_percent=lost,
    )
    assert len(taken) >= 40
    assert moving > 100
