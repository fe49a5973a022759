"""How fast the pages are in a browser here: first paint, a move's round trip, frames that were dropped.

    PYTHONPATH=build/compiled:tests python bench/pages.py [--json FILE]

Figures to read, on a machine with nothing else to do. What the pages weigh is a test (test_sizes.py).
"""

from __future__ import annotations

import contextlib
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from playwright.sync_api import Browser, sync_playwright

from server.live import Process
from web.browsing import CAN_ACT, IS_OVER, Person, chromium

MOVES = 42
DESKTOP = {"width": 1440, "height": 900}
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


@contextlib.contextmanager
def somebody(browser: Browser, url: str, **given: Any) -> Iterator[Person]:
    one = Person(browser, url, locale="en-GB", viewport=DESKTOP, **given)
    yield one
    one.context.close()


def first_paint(browser: Browser, url: str) -> dict[str, float]:
    """Of a browser that was never here."""
    with somebody(browser, url, service_workers="block") as one:
        page = one.open("/")
        page.locator(".boxes .box").last.wait_for()
        interactive = page.evaluate("() => Math.round(performance.now())")
        # A browser that is busy says later what it has painted.
        page.wait_for_function("performance.getEntriesByName('first-contentful-paint').length > 0")
        painted = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    return {"first_paint_ms": round(painted), "interactive_ms": interactive}


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


def moves(browser: Browser, url: str) -> dict[str, float]:
    """From the click to the acknowledgement, and frames that were dropped, while a game is played."""
    with somebody(browser, url) as one:
        one.prefers(motion="full")
        one.named("Ada")
        one.begin(one.table("mow", "easy", options={"first": 0, "target": 1000}))
        one.can_act()
        browser.start_tracing(page=one.page, categories=["-*", FRAMES, ANIMATIONS])
        one.page.evaluate(PLAY, MOVES)
        trace = browser.stop_tracing()
        taken = sorted(one.page.evaluate("() => window.seen.latencies"))
    return {
        "moves": len(taken),
        "ack_ms_median": round(taken[len(taken) // 2], 1),
        "ack_ms_p95": round(taken[int(len(taken) * 0.95) - 1], 1),
        **dropped_frames(trace),
    }


@click.command()
@click.option("--json", "file", type=click.Path(dir_okay=False, path_type=Path))
def main(file: Path | None) -> None:
    """Measure the pages in Chromium."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Process(Path(folder), "--workers", "1")
        server.start()
        browser = chromium(playwright)
        found = {**first_paint(browser, server.url), **moves(browser, server.url)}
        browser.close()
        server.end()
    click.echo("\n".join(f"{name}: {value}" for name, value in found.items()))
    if file is not None:
        file.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
