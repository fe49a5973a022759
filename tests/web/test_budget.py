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
# The browser's own account of every frame, and of what is animated.
FRAMES = "disabled-by-default-devtools.timeline.frame"
ANIMATIONS = "blink.animations"
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


def moving_times(events: list[dict[str, Any]]) -> list[tuple[float, float]]:
    """From when to when something was animated: a transition, a keyframe, a flight."""
    begun: dict[str, float] = {}
    found: list[tuple[float, float]] = []
    for event in sorted(events, key=lambda each: float(each.get("ts", 0))):
        if event["name"] != "Animation":
            continue
        which = str(event.get("id", event.get("id2")))
        if event["ph"] == "b":
            begun[which] = event["ts"]
        elif event["ph"] == "e" and which in begun:
            found.append((begun.pop(which), event["ts"]))
    return found


def dropped_frames(trace: bytes) -> dict[str, float]:
    """Frames while something was animated, and how many per cent of them were dropped.

    Not those with `has_main_animation`: the browser says that of every frame for which a script wrote a
    style, whether or not anything moves.
    """
    events = json.loads(trace)["traceEvents"]
    times = moving_times(events)
    moving = dropped = flying = lost = 0
    for event in events:
        frame = event.get("args", {}).get("frame_reporter")
        if event["name"] != "PipelineReporter" or not frame:
            continue
        if frame["state"] == "STATE_NO_UPDATE_DESIRED":
            continue
        missed = frame["state"] == "STATE_DROPPED"
        if any(begin <= event["ts"] <= end for begin, end in times):
            moving += 1
            dropped += missed
        if frame["has_compositor_animation"]:
            flying += 1
            lost += missed
    return {
        "animation_frames": moving,
        "dropped_frames_percent": round(100 * dropped / max(1, moving), 1),
        "compositor_frames": flying,
        "dropped_compositor_frames_percent": round(100 * lost / max(1, flying), 1),
    }


def test_speed_of_moves(person: Callable[..., Person], browser: Browser) -> None:
    """From the click to the acknowledgement, and frames that were dropped, while a game is played."""
    one = person("Ada", motion="full", viewport={"width": 1440, "height": 900})
    one.begin(one.table("mow", "easy", options={"first": 0, "target": 1000}))
    page = one.page
    assert one.can_act()
    browser.start_tracing(page=page, categories=["-*", FRAMES, ANIMATIONS])
    page.evaluate(PLAY, 42)
    trace = browser.stop_tracing()
    taken = sorted(page.evaluate("() => window.seen.latencies"))
    frames = dropped_frames(trace)
    report(
        moves=len(taken),
        ack_ms_median=round(taken[len(taken) // 2], 1),
        ack_ms_p95=round(taken[int(len(taken) * 0.95) - 1], 1),
        **frames,
    )
    assert len(taken) >= 40
    assert frames["animation_frames"] > 100
