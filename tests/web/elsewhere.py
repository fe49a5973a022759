"""The five tables in Firefox and WebKit, in every phase: what the layout's probe finds, and pictures.

    PYTHONPATH=build/compiled:tests .venv/bin/python -m web.elsewhere FOLDER

Firefox is driven by WebDriver BiDi, WebKit by its WebDriver (Debian's packages are
firefox-esr, webkit2gtk-driver and xvfb).
"""

from __future__ import annotations

import argparse
import base64
import contextlib
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any, Protocol

from websockets.sync.client import ClientConnection, connect

from server.live import Process
from support import LAST_RESORT
from web.browsing import GAMES
from web.layout import PROBE, Size, size
from web.positions import Case, Position, crowded, positions
from web.pretended import in_short, just_before, welcome

SIZES: tuple[Size, ...] = ((1366, 650), (1920, 1080), (820, 1180), (390, 844), (844, 390))
GOING = 5  # seconds that somebody has to leave
BAR = 38  # of WebKit's window, in pixels
# Somebody who sits at tables already: nothing is asked, nothing moves.
KNOWN = """
async (theme) => {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ name: "Mamie Jacqueline", token: "" });
  await fetch("/api/session", { method: "POST", headers, body });
  const prefs = { motion: "none", pace: "once", language: "fr", theme };
  localStorage.setItem("tablee.prefs", JSON.stringify(prefs));
  return true;
}
"""
# In the page itself, since not every driver can do it from without: who answers only pretends to play.
PRETEND = """
async (table, short, answers) => {
  const { fetch, setTimeout } = window;
  window.fetch = async (path, ...rest) =>
    path === `/api/tables/${table}` ? new Response(JSON.stringify(short)) : fetch(path, ...rest);
  window.WebSocket = class {
    static OPEN = 1;
    readyState = 1;
    constructor() {
      setTimeout(() => this.onopen(), 0);
    }
    send(said) {
      if (JSON.parse(said).t !== "join") return;
      for (const each of answers) this.onmessage({ data: JSON.stringify(each) });
      window.answered = true;
    }
    close() {}
  };
  window.setTimeout = (what, wait, ...rest) => setTimeout(what, wait <= 2000 ? 0 : wait, ...rest);
  history.pushState(null, "", `/t/${table}`);
  dispatchEvent(new PopStateEvent("popstate"));
  const frame = () => new Promise(requestAnimationFrame);
  while (!window.answered || !document.querySelector("main.frame")) await frame();
  await document.fonts.ready;
  for (let n = 0; n < 4; n += 1) await frame();
  for (const open of document.querySelectorAll("dialog[open]")) open.close();
  return true;
}
"""
# Laid out anew with all drawings there, as for somebody who comes back: WebKit finds other widths then.
SETTLED = """
async () => {
  const frame = document.querySelector("main.frame");
  await Promise.all([...document.images].map((each) => each.decode().catch(() => null)));
  frame.style.display = "none";
  frame.getBoundingClientRect();
  frame.style.display = "";
  for (let n = 0; n < 4; n += 1) await new Promise(requestAnimationFrame);
  return [innerWidth, innerHeight];
}
"""


class Elsewhere(Protocol):
    """A browser that is not Chromium."""

    name: str

    def open(self, url: str) -> None: ...
    def run(self, function: str, *given: Any) -> Any: ...
    def resize(self, size: Size) -> None: ...
    def picture(self) -> bytes: ...


def bare(function: str) -> str:
    return function.strip().rstrip(";")


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextlib.contextmanager
def started(
    *command: str, stdout: int = subprocess.DEVNULL, **environ: str
) -> Iterator[subprocess.Popen[bytes]]:
    quiet = subprocess.DEVNULL
    running = subprocess.Popen(command, stdout=stdout, stderr=quiet, env={**os.environ, **environ})
    try:
        yield running
    finally:
        # Asked first: a screen that is killed leaves its lock behind.
        running.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            running.wait(GOING)
        running.kill()
        running.wait(LAST_RESORT)


class Firefox:
    name = "firefox"

    def __init__(self, link: ClientConnection) -> None:
        self.link = link
        self.ids = count(1)
        self.ask("session.new", capabilities={})
        self.tab = self.ask("browsingContext.getTree")["contexts"][0]["context"]

    def ask(self, method: str, **params: Any) -> Any:
        number = next(self.ids)
        self.link.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            heard = json.loads(self.link.recv(LAST_RESORT))
            if heard.get("id") == number:
                assert heard["type"] == "success", heard
                return heard["result"]

    def open(self, url: str) -> None:
        self.ask("browsingContext.navigate", context=self.tab, url=url, wait="complete")

    def run(self, function: str, *given: Any) -> Any:
        text = f"async () => JSON.stringify(await ({bare(function)})(...{json.dumps(given)}))"
        found = self.ask(
            "script.callFunction",
            functionDeclaration=text,
            awaitPromise=True,
            target={"context": self.tab},
        )
        assert found["type"] == "success", found
        return json.loads(found["result"]["value"])

    def resize(self, size: Size) -> None:
        width, height = size
        self.ask(
            "browsingContext.setViewport", context=self.tab, viewport={"width": width, "height": height}
        )

    def picture(self) -> bytes:
        found = self.ask("browsingContext.captureScreenshot", context=self.tab)
        return base64.b64decode(found["data"])


class WebKit:
    name = "webkit"

    def __init__(self, url: str) -> None:
        self.url = url
        made = self.ask("POST", "/session", {"capabilities": {"alwaysMatch": {}}})
        self.url += f"/session/{made['sessionId']}"
        self.ask("POST", "/timeouts", {"script": 1000 * LAST_RESORT})

    def ask(self, method: str, path: str, what: Any = None) -> Any:
        body = None if what is None else json.dumps(what).encode()
        request = urllib.request.Request(self.url + path, body, method=method)
        try:
            with urllib.request.urlopen(request, timeout=LAST_RESORT) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(error.read().decode()) from error

    def open(self, url: str) -> None:
        self.ask("POST", "/url", {"url": url})

    def run(self, function: str, *given: Any) -> Any:
        script = f"""
          const done = arguments[arguments.length - 1];
          (async () => JSON.stringify(await ({bare(function)})(...{json.dumps(given)})))()
            .then(done, (error) => done(JSON.stringify({{ thrown: String(error) }})));
        """
        found = json.loads(self.ask("POST", "/execute/async", {"script": script, "args": []}))
        assert not (isinstance(found, dict) and "thrown" in found), found
        return found

    def resize(self, size: Size) -> None:
        """As small as the browser allows; its window has a bar of its own."""
        width, height = size
        self.ask("POST", "/window/rect", {"width": width, "height": height + BAR})

    def picture(self) -> bytes:
        return base64.b64decode(self.ask("GET", "/screenshot"))


@contextlib.contextmanager
def firefox(folder: Path) -> Iterator[Elsewhere]:
    port = free_port()
    found = shutil.which("firefox-esr") or shutil.which("firefox")
    assert found, "there is no Firefox: apt install firefox-esr"
    command = (found, "--headless", "--no-remote", "--profile", str(folder))
    with started(*command, f"--remote-debugging-port={port}", HOME=str(folder)):
        for patience in range(300):
            try:
                link = connect(f"ws://127.0.0.1:{port}/session", max_size=None, proxy=None)
                break
            except OSError:
                assert patience < 299, "Firefox does not answer"
                time.sleep(0.2)
        with link:
            yield Firefox(link)


@contextlib.contextmanager
def webkit(folder: Path) -> Iterator[Elsewhere]:
    port = free_port()
    assert shutil.which("WebKitWebDriver"), "there is no WebKit: apt install webkit2gtk-driver"
    assert shutil.which("Xvfb"), "WebKit needs a screen: apt install xvfb"
    with contextlib.ExitStack() as stack:
        # A screen tells its number, one that nobody has, when it can be drawn on.
        command = ("Xvfb", "-displayfd", "1", "-screen", "0", "2600x1600x24")
        screen = stack.enter_context(started(*command, stdout=subprocess.PIPE))
        assert screen.stdout
        stack.enter_context(screen.stdout)
        number = screen.stdout.readline().decode().strip()
        assert number, "Xvfb does not start"
        # Compositing stays on: without it, a picture of a page that stands still never comes.
        driver = started(
            "WebKitWebDriver",
            f"--port={port}",
            DISPLAY=f":{number}",
            HOME=str(folder),
            WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS="1",  # as root
        )
        stack.enter_context(driver)
        for patience in range(100):
            try:
                there = WebKit(f"http://127.0.0.1:{port}")
                break
            except OSError:
                assert patience < 99, "WebKit does not answer"
                time.sleep(0.2)
        yield there


def look(there: Elsewhere, url: str, case: Case, position: Position, asked: argparse.Namespace) -> int:
    """How much is wrong with a position at all sizes; told line by line."""
    table = f"{position.seat} {case}".encode().hex()[:32].ljust(32, "0")
    at = {"v": 1, "table": table}
    # News are told to who was there before.
    told = [position.told] if position.told["all"] else [just_before(position).told, position.told]
    answers = [
        welcome(position),
        {**position.info, **at},
        *({**each, "v": 1, "turn": 1} for each in told),
    ]
    there.open(f"{url}/")
    there.run(PRETEND, table, in_short(table, position), answers)
    wrong = 0
    for wanted in asked.size or SIZES:
        there.resize(wanted)
        width, height = there.run(SETTLED)
        name = f"{there.name}-{case}-{position.phase}-{width}x{height}"
        (asked.folder / f"{name}.png").write_bytes(there.picture())
        large = width >= 1440 and height >= 900
        probed = there.run(PROBE, {"seats": case.seats, "large": large, "brief": False})
        faults = probed["faults"]
        print(f"{name}: {'good' if not faults else ''}", flush=True)
        for kind, text in faults:
            print(f"    {kind}: {text}")
        wrong += len(faults)
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(prog="web.elsewhere", description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("--only", choices=("firefox", "webkit"))
    parser.add_argument("--game", action="append", choices=GAMES, help="all five if none is named")
    parser.add_argument("--phase", action="append", help="as positions.py names them; all if none is")
    parser.add_argument("--theme", default="light", choices=("light", "dark"))
    parser.add_argument("--size", action="append", type=size, metavar="WxH", help="five if none")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        server = Process(Path(folder) / "served", "--workers", "1")
        server.start()
        try:
            for opened in (firefox, webkit):
                if asked.only not in (None, opened.__name__):
                    continue
                with opened(Path(tempfile.mkdtemp(dir=folder))) as there:
                    there.open(f"{server.url}/")
                    there.run(KNOWN, asked.theme)
                    for case in map(crowded, asked.game or GAMES):
                        for each in positions(case):
                            wanted = asked.phase or [each.phase.removesuffix("+")]
                            if each.phase in wanted:
                                wrong += look(there, server.url, case, each, asked)
        finally:
            server.end()
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
