"""Any position in the real page without its match: it is answered by who only pretends to play."""

from __future__ import annotations

import copy
import hashlib
import json
import re
from typing import Any

from playwright.sync_api import Browser, Page, Route, WebSocketRoute

from web.browsing import STILL, Person
from web.positions import NOW, Case, Position, person

NOBODY = f"{255:032x}"  # who only watches
# Before the page begins: what it would put off for a moment it does at once. Nothing hangs on a clock.
AT_ONCE = """
(() => {
  const { setTimeout } = window;
  window.setTimeout = (what, wait, ...rest) => setTimeout(what, wait <= 2000 ? 0 : wait, ...rest);
})();
"""
# What the page was told, by the socket that we answer on.
HEARD = """
(() => {
  window.heard = {};
  window.WebSocket = class extends WebSocket {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", ({ data }) => {
        const { t, seat, v } = JSON.parse(data);
        if (t === "told") window.heard[seat] = v;
      });
    }
  };
})();
"""
# Until this is shown and everything is there to be looked at: types, pictures, what was put off.
SHOWN = f"""
async ([seat, v]) => {{
  const turn = () => new Promise((done) => setTimeout(done, 0));
  while (window.heard[seat] !== v || !document.querySelector("main.frame")) await turn();
  await document.fonts.ready;
  await turn();
  await new Promise(requestAnimationFrame);
  await turn();
  for (const open of document.querySelectorAll("dialog[open]")) open.close();
  const late = ({{ complete, loading }}) => !complete && loading !== "lazy";
  while ([...document.images].some(late)) await turn();
  await ({STILL.strip()})();
}}
"""
# Until the page has followed to another size.
FOLLOWED = f"""
async ([width, height]) => {{
  while (innerWidth !== width || innerHeight !== height) await new Promise(requestAnimationFrame);
  await ({STILL.strip()})();
}}
"""
# Take up a card or piece of one's own: which one, if there is any, is said.
TAPPED = f"""
async (n) => {{
  const own = document.querySelector("[data-part=own]");
  const held = own?.querySelectorAll("button:enabled:is([data-thing], :has([data-thing]))") ?? [];
  const one = held[n % held.length];
  if (!one) return "";
  const said = one.getAttribute("aria-label") ?? one.textContent.trim();
  one.click();
  await new Promise((done) => setTimeout(done, 0));
  for (const open of document.querySelectorAll("dialog[open]")) open.close();
  await ({STILL.strip()})();
  return said || "?";
}}
"""
Sent = dict[str, Any]


def turned_over(position: Position) -> Position:
    """The same moment when it is somebody else's turn: nothing may jump."""
    info, told = copy.deepcopy(position.info), copy.deepcopy(position.told)
    others = [(position.seat or 0) + 1 if (position.seat or 0) + 1 < len(info["seats"]) else 0]
    told["legal"], told["undo"] = [], False
    told["view"]["actors"] = info["actors"] = others
    return Position(position.phase, position.seat, info, told)


def just_before(position: Position) -> Position:
    """As told to somebody who is to hear the news of a position."""
    told = {**position.told, "all": True, "events": []}
    told["n"] -= len(position.told["events"])
    return position._replace(told=told)


def in_short(table: str, position: Position) -> Sent:
    """One table as the lobby tells of it."""
    info = position.info
    seats = [{key: each[key] for key in ("kind", "name", "level")} for each in info["seats"]]
    line = {key: info[key] for key in ("game", "phase", "clock")}
    return {"table": table, **line, "host": info["seats"][0]["name"], "seats": seats}


def welcome(position: Position) -> Sent:
    """To whose eyes the position is seen by."""
    seat = position.seat
    who = NOBODY if seat is None else person(seat)
    name = "Zoé" if seat is None else position.info["seats"][seat]["name"]
    return {"t": "welcome", "protocol": 1, "person": who, "name": name, "time": NOW}


class Pretended:
    """One page that is shown one position after the other, anew only where the eyes are other ones."""

    def __init__(
        self,
        browser: Browser,
        url: str,
        language: str = "fr",
        theme: str = "light",
        **given: Any,
    ) -> None:
        wanted = {
            "viewport": {"width": 1280, "height": 720},
            "service_workers": "block",
            "reduced_motion": "reduce",
            **given,
        }
        self.person = Person(browser, url, locale=f"{language}-FR", **wanted)
        self.person.prefers(motion="none", pace="once", theme=theme, language=language)
        self.person.context.add_init_script(AT_ONCE)
        self.person.named("Mamie Jacqueline")
        self.page: Page = self.person.page
        self.page.route(re.compile(r"/api/tables/[0-9a-f]+$"), self.answer)
        self.page.route_web_socket(re.compile(r"/ws/[0-9a-f]+$"), self.join)
        self.page.add_init_script(HEARD)
        self.shown: Position | None = None
        self.case: Case | None = None
        self.socket: WebSocketRoute | None = None
        self.v = 0

    def close(self) -> None:
        self.person.context.close()

    # -- as the server would -----------------------------------------------------------------------

    @property
    def table(self) -> str:
        """The address of a case and of whose eyes it is seen by."""
        assert self.shown is not None
        return hashlib.sha1(f"{self.case} {self.shown.seat}".encode()).hexdigest()

    def answer(self, route: Route) -> None:
        """`GET /api/tables/{table}`."""
        assert self.shown is not None
        route.fulfill(json=in_short(self.table, self.shown))

    def join(self, socket: WebSocketRoute) -> None:
        self.socket = socket
        socket.on_message(lambda said: self.hear(json.loads(said)))

    def hear(self, message: Sent) -> None:
        assert self.shown is not None
        if message["t"] == "join":
            self.send(welcome(self.shown))
            self.tell()
        elif message["t"] == "ping":
            self.send({"t": "pong", "n": message["n"], "time": NOW})
        elif message["t"] == "why":
            self.send({**message, "rule": "", "messages": {"fr": "", "en": ""}})
        elif "id" in message:  # it is done, and nothing comes of it
            self.send({"t": "ack", "id": message["id"], "v": self.v})

    def send(self, message: Sent) -> None:
        assert self.socket is not None
        self.socket.send(json.dumps(message))

    def tell(self) -> None:
        assert self.shown is not None
        self.send({**self.shown.info, "v": self.v, "table": self.table})
        self.send({**self.shown.told, "v": self.v, "turn": self.v})

    # -- showing -----------------------------------------------------------------------------------

    def show(self, case: Case, position: Position) -> None:
        """Returns when it can be looked at."""
        if not position.told["all"]:
            self.show(case, just_before(position))
        # What news have opened is not shut by what comes after them: then the page is another one.
        was = self.shown
        same = was is not None and was.told["all"] and was.seat == position.seat and self.case == case
        self.case, self.shown = case, position
        self.v += 1
        if same:
            self.tell()
        else:
            self.person.open(f"/t/{self.table}")
        seat = "null" if position.seat is None else str(position.seat)
        self.page.evaluate(SHOWN, [seat, self.v])

    def tap(self, n: int) -> str:
        """Take up what is the n-th of one's own, round and round; its name, or "" if there is none."""
        return str(self.page.evaluate(TAPPED, n))

    def resize(self, width: int, height: int) -> None:
        """Returns when the page has followed."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.evaluate(FOLLOWED, [width, height])
