"""The five tables in Firefox and WebKit: what the layout's probe finds there, and pictures to look at.

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
from itertools import count, product
from pathlib import Path
from typing import Any, Protocol

from websockets.sync.client import ClientConnection, connect

from server.live import Process
from support import LAST_RESORT
from web.browsing import DEAL, GAMES
from web.layout import PROBE, Size, size

SIZES: tuple[Size, ...] = ((1366, 650), (820, 1180), (844, 390))  # WebKit's window is never 390 wide
OTHERS = 3  # bots at each table
GOING = 5  # seconds that somebody has to leave
BAR = 38  # of WebKit's window, in pixels
# From nothing to a table that is played, as the page itself would do it.
SIT = """
async (game, others, deal) => {
  const headers = { "content-type": "application/json", "x-deal": deal };
  const post = async (path, what) => {
    const body = JSON.stringify(what);
    return (await fetch(path, { method: "POST", headers, body })).json();
  };
  await post("/api/session", { name: "Mamie Jacqueline", token: "" });
  const bots = Array.from({ length: others }, () => ({ kind: "bot", level: "medium" }));
  const seats = [{ kind: "person" }, ...bots];
  const options = game === "push_em_up" ? {} : { first: 0 };
  localStorage.setItem("tablee.prefs", JSON.stringify({ motion: "none", language: "fr" }));
  return (await post("/api/tables", { game, seats, options })).table;
}
"""
START = """
async () => {
  const until = async (found) => {
    for (let n = 0; n < 600; n += 1) {
      if (found()) return found();
      await new Promise((done) => setTimeout(done, 100));
    }
    throw new Error(`nothing to see: ${document.body.innerText.slice(0, 200)}`);
  };
  const go = await until(() => [...document.querySelectorAll("button:enabled")].find(
    (each) => /C’est parti/.test(each.textContent)));
  go.click();
  await until(() => document.querySelector("main.frame") && document.title.startsWith("●"));
  await document.fonts.ready;
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


def look(there: Elsewhere, url: str, game: str, wanted: Size, folder: Path) -> int:
    """How much is wrong at a table; told line by line."""
    there.open(f"{url}/")
    there.resize(wanted)
    table = there.run(SIT, game, OTHERS, str(DEAL))
    there.open(f"{url}/t/{table}")
    there.run(START)
    seen = there.run(SETTLED)
    name = f"{there.name}-{game}-{seen[0]}x{seen[1]}"
    (folder / f"{name}.png").write_bytes(there.picture())
    asked = {"seats": OTHERS + 1, "large": False, "brief": False}
    faults = there.run(PROBE, asked)["faults"]
    print(f"{name}: {'good' if not faults else ''}", flush=True)
    for kind, text in faults:
        print(f"    {kind}: {text}")
    return len(faults)


def main() -> int:
    parser = argparse.ArgumentParser(prog="web.elsewhere", description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("--only", choices=("firefox", "webkit"))
    parser.add_argument("--size", action="append", type=size, metavar="WxH", help="three if none")
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
                    for game, each in product(GAMES, asked.size or SIZES):
                        wrong += look(there, server.url, game, each, asked.folder)
        finally:
            server.end()
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
