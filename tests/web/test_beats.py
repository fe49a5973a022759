"""A child's test: what bots do is on the screen, unmoving, long enough to be read, with its sentence.

What is measured is measured in the page, by its own clock. A busy machine makes every pause longer and
none shorter, so that the least of them may be judged; at once, what is judged is how many there are.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from server.live import Process
from web.browsing import GAMES, Person

LEAST = 600  # milliseconds that a beat stands at calm, as they are promised
ENOUGH = 3  # moves of bots
LOGGED = 80  # lines
SHORT = 160  # what flies or fades takes no longer than that at once

# Notes for every sentence how long it stood while nothing on the table moved: no animation that ends,
# no thing that lies elsewhere than before. Looked at with every frame, and when something ends.
RECORD = """
(() => {
  const kept = { said: [], flights: [] };
  window.beats = kept;
  let now = null;
  const moves = () => {
    if (!now) return;
    const time = performance.now();
    now.still = Math.max(now.still, time - now.since);
    now.since = time;
  };
  const look = () => {
    const text = document.querySelector(".words[data-caption] strong")?.textContent ?? "";
    if (text === (now?.text ?? "")) return;
    moves();
    now = text ? { text, still: 0, since: performance.now() } : null;
    if (now) kept.said.push(now);
  };
  const known = new WeakSet();
  let lay = "";
  const frame = () => {
    const passing = document.getAnimations().filter(({ effect, playState }) =>
      playState === "running" && effect?.getTiming().iterations !== Infinity &&
      effect.target?.closest("[data-part=stage], [data-part=own], [data-part=say], body > [inert]"));
    for (const each of passing) {
      if (!known.has(each)) each.finished.then(moves, moves);
      known.add(each);
    }
    const things = [...document.querySelectorAll("main.frame [data-thing]")].map((each) => {
      const { x, y } = each.getBoundingClientRect();
      return `${each.dataset.thing} ${Math.round(x)} ${Math.round(y)}`;
    }).join();
    if (passing.length || things !== lay) moves();
    lay = things;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  for (const kind of ["transitionrun", "transitionend", "animationstart", "animationend"]) {
    addEventListener(kind, ({ target }) => {
      const ends = target.getAnimations?.({ subtree: true })
        .every(({ effect }) => effect?.getTiming().iterations !== Infinity);
      if (ends && target.closest("[data-part=stage], [data-part=own], [data-part=say]")) moves();
    }, true);
  }
  const { animate } = Element.prototype;
  Element.prototype.animate = function (poses, how) {
    kept.flights.push(how.duration);
    return animate.call(this, poses, how);
  };
  const watching = () => new MutationObserver(look).observe(document.documentElement, {
    subtree: true, childList: true, characterData: true, attributeFilter: ["data-caption"],
  });
  if (document.documentElement) watching();
  else document.addEventListener("readystatechange", watching, { once: true });
})();
"""
# The lines of the log, the oldest first.
LINES = """
() => [...document.querySelectorAll("main.frame .log li > span:last-child")]
  .map(({ textContent }) => textContent).reverse()
"""
# Whether the page has written all of it, too: it does when nothing flies any more.
WRITTEN = "(n) => document.querySelectorAll('main.frame .log li').length >= n"

# What the page's socket says from now on.
ASKED = """
() => {
  window.asked = [];
  const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function (data) {
    window.asked.push(JSON.parse(data).t);
    return send.call(this, data);
  };
}
"""


class Child:
    """Somebody who looks on while bots play, with what the page was told."""

    def __init__(self, one: Person, game: str, *bots: str) -> None:
        self.one, self.page = one, one.page
        one.context.add_init_script(RECORD)
        self.own: list[int] = []
        self.moves = 0
        one.begin(one.table(game, *bots, options={"first": 0} if game == "mow" else {}))
        one.can_act()

    @property
    def told(self) -> list[dict[str, Any]]:
        """All that seat 0 was told, in order."""
        found = [json.loads(each) for each in self.one.frames if '"t":"told"' in each]
        return [each for each in found if each["seat"] == 0]

    def step(self) -> bool:
        """One move of one's own, and what bots do then; whether they have done enough to be judged."""
        told = self.told
        self.own.append(told[-1]["n"])
        self.one.choose(lambda _: 0)
        over = not self.one.can_act()
        actors = [each["view"]["actors"] for each in self.told[len(told) - 1 :]]
        self.moves += sum(0 not in each for each in actors[:-1])
        return over or self.moves >= ENOUGH

    def lines(self) -> list[str]:
        """What the log says of all that happened since one began, but for one's own moves."""
        n = self.told[-1]["n"]
        self.page.wait_for_function(WRITTEN, arg=min(n, LOGGED))
        lines = enumerate(self.page.evaluate(LINES), max(0, n - LOGGED))
        return [line for at, line in lines if at >= self.own[0] and at not in self.own and line]

    def stood(self) -> list[dict[str, Any]]:
        """What was said, each with how long it stood."""
        found = self.page.evaluate("() => window.beats.said")
        assert isinstance(found, list)
        return found


def follows(lines: list[str], said: list[dict[str, Any]]) -> None:
    """Every line was said, in order, and stood long enough."""
    at = 0
    for line in lines:
        while at < len(said) and line not in said[at]["text"]:
            at += 1
        assert at < len(said), f"never said: {line!r} of {lines}; said was {said}"
        assert said[at]["still"] >= LEAST, f"{line!r} stood for {said[at]['still']} ms"


def played(*children: Child) -> None:
    """Each at their own table: while one looks on, the next one moves."""
    left = list(children)
    for _ in range(60):
        left = [each for each in left if not each.step()]
        if not left:
            return
    raise AssertionError("bots had no turn")


@pytest.mark.parametrize("game", GAMES)
def test_a_child_can_follow(person: Callable[..., Person], game: str) -> None:
    """Calm, with things that fly and with reduced motion."""
    motions = ("no-preference", "reduce")
    ones = [person("Ada", pace="calm", reduced_motion=motion) for motion in motions]
    children = [Child(one, game, "easy") for one in ones]
    played(*children)
    for child in children:
        lines = child.lines()
        assert lines
        follows(lines, child.stood())


@pytest.mark.parametrize("game", GAMES)
def test_at_once_nothing_is_waited_for(person: Callable[..., Person], game: str) -> None:
    """No sentence stands in the way, and what moves is as short as it ever was."""
    child = Child(person("Ada", pace="once"), game, "easy", "easy")
    played(child)
    assert child.stood() == []
    assert all(each <= SHORT for each in child.page.evaluate("() => window.beats.flights"))


def test_what_was_missed_is_shown_again(person: Callable[..., Person]) -> None:
    """Also from the keyboard; a tap is enough of one beat, a button or S of all."""
    child = Child(person("Ada", pace="once"), "mow", "easy", "easy")
    page = child.page
    child.step()
    lines = child.lines()
    again = page.get_by_role("button", name="Show me again what has happened")
    expect(again).to_have_attribute("aria-disabled", "false")
    before = page.evaluate("() => document.querySelector('[data-part=stage]').innerText")
    again.click()
    child.one.can_act()
    said = child.stood()
    assert [line for line in lines if not any(line in each["text"] for each in said)] == []
    assert page.evaluate("() => document.querySelector('[data-part=stage]').innerText") == before
    page.keyboard.press("r")
    page.get_by_role("button", name="Skip ahead").click()
    child.one.can_act()
    page.keyboard.press("r")
    page.wait_for_selector(".words[data-caption]")
    page.keyboard.press("s")
    child.one.can_act()
    expect(page.locator(".words[data-caption]")).to_have_count(0)
    page.reload()
    child.one.can_act()
    again.click()
    expect(page.locator(".words[data-caption]")).to_have_count(1)


def test_bots_that_think_are_hurried(person: Callable[..., Person], tmp_path: Path) -> None:
    """The same button tells the server, while it is bots that are waited for."""
    server = Process(tmp_path, "--workers", "1", bots=False)
    server.start()
    try:
        one = person("Ada", url=server.url)
        one.begin(one.table("mow", "easy", options={"first": 1}))
        one.page.evaluate(ASKED)
        one.page.get_by_role("button", name="Skip ahead").click()
        one.page.wait_for_function("() => window.asked.includes('hurry')")
        one.context.close()
    finally:
        server.end()
