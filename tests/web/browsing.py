"""A person before a page: what one sees and does, and what a page must never do."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Playwright,
    expect,
)
from playwright.sync_api import TimeoutError as Late

from support import LAST_RESORT

ROOT = Path(__file__).parents[2]
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
GAMES = ("super_miaou", "meowtopia", "push_em_up", "megabou", "mow")
NAMES = {
    "super_miaou": "Super Miaou",
    "meowtopia": "Meowtopia",
    "push_em_up": "Push ’em up!",
    "megabou": "Megabou",
    "mow": "MOW",
}
# As root, and on a machine without a graphics card.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
)
PATIENCE = 1000 * LAST_RESORT  # in milliseconds
expect.set_options(timeout=PATIENCE)
NARROW = 600  # pixels, where the table keeps its list of actions in the menu
DEAL = 7  # what is dealt where a test does not care, see tablee.testing.rehearsal

# In the page: what its socket hears, when a move was clicked and acknowledged, what was refused, what
# is on its way. A toast goes after a while, unless `lasting`: a busy machine reads slowly.
SPY = """
(() => {
  const seen = { told: {}, played: {}, latencies: [], violations: [], sockets: 0 };
  Object.assign(seen, { plays: 0, pending: [], asking: 0, right: false, lasting: false });
  window.seen = seen;
  const settle = (id) => (seen.pending = seen.pending.filter((each) => each !== id));
  const { setTimeout, fetch } = window;
  window.setTimeout = (what, wait, ...rest) =>
    seen.lasting && wait >= 6000 ? 0 : setTimeout(what, wait, ...rest);
  window.fetch = async (...given) => {
    seen.asking += 1;
    try {
      const answer = await fetch(...given);
      if (/\\/lesson\\/\\d/.test(answer.url)) seen.right = (await answer.clone().json()).right === true;
      return answer;
    } finally {
      seen.asking -= 1;
    }
  };
  let clicked = 0;
  for (const kind of ["click", "keydown"]) {
    addEventListener(kind, (event) => (clicked = event.timeStamp), true);
  }
  document.addEventListener("securitypolicyviolation", (event) => {
    seen.violations.push(`${event.violatedDirective}: ${event.blockedURI}`);
  });
  const sent = new Map();
  window.WebSocket = class extends WebSocket {
    constructor(...given) {
      super(...given);
      seen.sockets += 1;
      this.addEventListener("message", ({ data }) => {
        const message = JSON.parse(data);
        if (message.t === "told") seen.told[message.seat] = message;
        if (message.t === "ack" || message.t === "refused") settle(message.id);
        if (message.t === "ack" && sent.has(message.id)) {
          seen.latencies.push(performance.now() - sent.get(message.id));
        }
      });
    }
    send(data) {
      const message = JSON.parse(data);
      settle(message.id);
      if (message.id) seen.pending.push(message.id);
      if (message.t === "play") {
        seen.plays += 1;
        seen.played[message.seat] = message.turn;
        sent.set(message.id, clicked);
      }
      super.send(data);
    }
  };
})();
"""
# Whether somebody can act at this page: its title says so, nothing is on its way, and it is not the
# last decision again.
CAN_ACT = """
() => document.title.startsWith("●") && !seen.pending.length && Object.values(seen.told).some(
  ({ seat, turn, legal }) => legal.length && seen.played[seat] !== turn)
"""
# What to say when it is nobody's turn for long.
STATE = """
async () => ({
  title: document.title,
  seen: window.seen.played,
  pending: window.seen.pending,
  told: Object.values(window.seen.told).map(({ seat, turn, v, legal }) => [seat, turn, v, legal]),
  frames: await Promise.race([
    new Promise((done) => requestAnimationFrame(() => done("drawn"))),
    new Promise((done) => setTimeout(() => done("not drawn"), 5000)),
  ]),
  moving: document.getAnimations().map((each) => [each.playState, each.currentTime]),
})
"""
IS_OVER = "() => Object.values(window.seen.told).some(({ outcome }) => outcome !== null)"


def browser_here() -> str:
    found = (
        shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    )
    assert found, "there is no Chromium: apt-get install chromium"
    return found


def chromium(playwright: Playwright) -> Browser:
    return playwright.chromium.launch(executable_path=browser_here(), args=list(FLAGS))


class Watch:
    """Listens to contexts: no error or warning, no other host, nothing that the policy refuses."""

    def __init__(self) -> None:
        self.wrong: list[str] = []
        self.own: set[str] = set()
        self.hosts: set[str] = set()
        self.allowed: list[str] = []

    def allow(self, *patterns: str) -> None:
        """What this test brings about on purpose, as regular expressions."""
        self.allowed.extend(patterns)

    def on(self, context: BrowserContext, url: str) -> None:
        self.own.add(urlsplit(url).netloc)
        context.on("console", self.console)
        context.on("weberror", lambda error: self.wrong.append(f"page error: {error.error}"))
        context.on("request", lambda request: self.address(request.url))
        context.on("page", lambda page: page.on("websocket", lambda socket: self.address(socket.url)))

    def console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning", "assert"):
            where = message.location
            self.wrong.append(f"console {message.type}: {message.text} ({where.get('url', '')})")

    def address(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("blob", "about", "chrome"):
            self.hosts.add(parts.netloc or parts.scheme)

    def check(self, contexts: list[BrowserContext]) -> None:
        for context in contexts:
            for page in context.pages:
                found = page.evaluate("() => window.seen?.violations ?? []")
                self.wrong.extend(f"policy: {each}" for each in found)
        left = [each for each in self.wrong if not any(re.search(a, each) for a in self.allowed)]
        assert not left, "\n".join(left)
        assert self.hosts <= self.own, f"requests to {self.hosts - self.own}"


class Person:
    """Somebody with a browser of their own: a context with one page.

    `deal` is the luck of every table that this person makes; None leaves it to chance, as it is where
    people play.
    """

    def __init__(
        self,
        browser: Browser,
        url: str,
        *,
        watch: Watch | None = None,
        deal: int | None = DEAL,
        **given: Any,
    ):
        headers = {} if deal is None else {"x-deal": str(deal)}
        self.context = browser.new_context(extra_http_headers=headers, **given)
        self.context.set_default_timeout(PATIENCE)
        self.context.set_default_navigation_timeout(PATIENCE)
        self.context.add_init_script(SPY)
        if watch is not None:
            watch.on(self.context, url)
        self.url = url
        self.frames: list[str] = []
        self.page = self.context.new_page()
        self.page.on("websocket", self.listen)

    def listen(self, socket: Any) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))

    # -- going somewhere ---------------------------------------------------------------------------

    def open(self, path: str = "/") -> Page:
        self.page.goto(self.url + path)
        return self.page

    def post(self, path: str, what: dict[str, Any]) -> Any:
        """Tell the server something without the page.

        By a connection of its own each time: one that was kept may be closed while we write to it.
        """
        headers = {"origin": self.url, "connection": "close"}
        answer = self.page.request.post(self.url + path, data=what, headers=headers, timeout=PATIENCE)
        assert answer.ok, answer.text()
        return answer.json()

    def named(self, name: str) -> None:
        """Be somebody."""
        self.post("/api/session", {"name": name, "token": ""})

    def prefers(self, **prefs: Any) -> None:
        """What one has chosen before in the settings."""
        kept = json.dumps(prefs)
        self.context.add_init_script(
            "if (location.protocol === 'http:' && !localStorage.getItem('tablee.prefs'))"
            f"localStorage.setItem('tablee.prefs', '{kept}')"
        )

    def table(self, game: str, *others: str, options: dict[str, Any] | None = None, **more: Any) -> str:
        """A new table, this person on the first seat; others are levels of bots, "open" or "person"."""
        kinds = ("open", "person")
        seats = [{"kind": "person"}]
        seats += [
            {"kind": each} if each in kinds else {"kind": "bot", "level": each} for each in others
        ]
        body = {"game": game, "seats": seats, "options": options or {}, **more}
        return str(self.post("/api/tables", body)["table"])

    def begin(self, table: str) -> None:
        """Go there and start, as the host does when everybody sits."""
        self.open(f"/t/{table}")
        self.page.get_by_role("button", name=re.compile("Let’s go!|C’est parti")).click()
        self.playing()

    def playing(self) -> None:
        expect(self.page.locator("main.frame")).to_be_visible()

    def reachable(self) -> None:
        """As on a server that is open to others: its links are shown, with their code."""
        house = {"open": True, "may": False, "why": "", "address": self.url, "guests": []}
        self.context.route("**/api/house", lambda route: route.fulfill(json=house))

    # -- what one knows ----------------------------------------------------------------------------

    def told(self, seat: int | None = 0) -> dict[str, Any]:
        """What this seat was told last, when it was told anything."""
        found = self.page.wait_for_function(
            "(seat) => window.seen.told[seat]", arg="null" if seat is None else str(seat)
        ).json_value()
        assert isinstance(found, dict)
        return found

    def heard_since(self, v: int, seat: int = 0) -> dict[str, Any]:
        """What this seat is told of later than that."""
        self.page.wait_for_function("([seat, v]) => window.seen.told[seat].v > v", arg=[str(seat), v])
        return self.told(seat)

    def acknowledged(self, plays: int) -> None:
        """Wait until so many plays are."""
        self.page.wait_for_function("(n) => window.seen.latencies.length === n", arg=plays)

    @property
    def over(self) -> bool:
        return bool(self.page.evaluate(IS_OVER))

    def can_act(self) -> bool:
        """Wait until it is this person's turn (true) or the game is over."""
        try:
            self.page.wait_for_function(f"() => ({CAN_ACT})() || ({IS_OVER})()")
        except Late as error:
            raise AssertionError(f"nobody's turn: {self.page.evaluate(STATE)}") from error
        return not self.over

    # -- doing something ---------------------------------------------------------------------------

    @property
    def plays(self) -> int:
        """How many moves this page has sent."""
        return int(self.page.evaluate("() => window.seen.plays"))

    def sure(self, plays: int) -> None:
        """Wait until one more move than these is sent. Some are asked for twice."""
        asked = "dialog[open]:has(.asked)"
        self.page.wait_for_function(
            f"(n) => window.seen.plays > n || document.querySelector('{asked}')", arg=plays
        )
        if self.plays == plays:
            self.page.locator(asked).locator("button.big").click()
            self.page.wait_for_function("(n) => window.seen.plays > n", arg=plays)

    def choose(self, pick: Callable[[int], int]) -> None:
        """One of all actions, from their list."""
        plays = self.plays
        self.list_actions()
        buttons = self.page.locator("dialog[open] ul button")
        expect(buttons.first).to_be_visible()
        buttons.nth(pick(buttons.count())).click()
        self.sure(plays)

    def list_actions(self) -> None:
        """By its button; where there is little room, by the menu."""
        name = re.compile("All my actions|Toutes mes actions")
        button = self.page.get_by_role("button", name=name)
        if (self.page.viewport_size or {"width": 0})["width"] < NARROW:
            self.page.get_by_role("button", name="Menu").click()
            button = self.page.locator("dialog[open]").get_by_role("button", name=name)
        button.click()

    def tap(self, button: Locator) -> None:
        """Make a move by what lies on the table. What pulses or flies is tapped all the same."""
        plays = self.plays
        button.click(force=True)
        self.sure(plays)

    def keep_toasts(self) -> None:
        """They stay until somebody closes them."""
        self.page.evaluate("() => { window.seen.lasting = true; }")


# Until everything is drawn, and nothing moves any more but what moves for ever. What is about to fly
# is held first, without any animation: it has a layer of its own by then.
STILL = """
async () => {
  const passing = ({ effect, playState }) =>
    playState === "running" && effect?.getTiming().iterations !== Infinity;
  for (let moving = [true]; moving.length; ) {
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
    const held = document.querySelectorAll("[style*=will-change]");
    moving = [...document.getAnimations().filter(passing), ...held];
    await Promise.allSettled(moving.map(({ finished }) => finished));
  }
}
"""


# Label in name: every word that is seen on a button is in its name, so that it can be called by it.
# (For axe's own rule, figures on cards would have to be in the name as often as they are drawn.)
UNCALLED = """
() => [...document.querySelectorAll("button[aria-label], a[aria-label]")].flatMap((each) => {
  if (!each.checkVisibility()) return [];
  const words = (text) => text.toLocaleLowerCase().match(/\\p{L}{2,}/gu) ?? [];
  const name = words(each.getAttribute("aria-label"));
  const lost = words(each.innerText).filter((word) => !name.includes(word));
  return lost.length ? [`${each.getAttribute("aria-label")} lacks ${lost.join(" ")}`] : [];
})
"""


def axe(page: Page, where: str) -> None:
    """No violation of WCAG 2.2 A and AA, nor of what axe calls best practice."""
    page.evaluate(STILL)
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text())
    found = page.evaluate(
        """async () => {
          const rules = { "label-content-name-mismatch": { enabled: false } };
          const { violations } = await axe.run(document, { resultTypes: ["violations"], rules });
          const told = (id, { html, failureSummary }) =>
            [id, html.slice(0, 160), ...failureSummary.split("\\n").slice(1, 3)].join("\\n    ");
          return violations.flatMap(({ id, nodes }) => nodes.slice(0, 3).map((node) => told(id, node)));
        }"""
    )
    found += page.evaluate(UNCALLED)
    assert not found, f"{where}:\n" + "\n".join(found)
