"""Each way in is gone once, measured, and then tried by all tests; at the end there is a table."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, sync_playwright

from server.live import KILL, Process
from ship.ways import ROOT, WAYS, Place, Way, place, row, size_of
from support import LAST_RESORT
from web.browsing import chromium

sys.path.insert(0, str(ROOT / "tools"))
import release

ROWS: dict[str, dict[str, Any]] = {}
HEADS = ("CPU s", "MB", "first page s", "whole game", "kill -9", "0.1.0", "backup")


class Gone(NamedTuple):
    """A way that somebody has gone: `tablee` is there."""

    way: Way
    at: Place
    words: list[str]

    def run(self, *words: str | Path) -> str:
        return self.at.run(*self.words, *words)

    def serving(self, folder: Path) -> Process:
        gone = self

        class Served(Process):
            def words(self) -> list[str]:
                return gone.words

            def end(self, how: signal.Signals = KILL) -> int:
                """With its program: the one file is a launcher, which may be gone before that."""
                assert self.process is not None
                self.process.send_signal(how)
                self.process.communicate(timeout=LAST_RESORT)
                return self.process.returncode

        return Served(
            folder, "--workers", "1", environ={**dict.fromkeys(os.environ, ""), **self.at.env}
        )


GONE: dict[str, Gone] = {}


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An sdist and wheels of what is committed."""
    when = int(release.git("log", "-1", "--format=%ct"))
    return Path(release.make(release.version_now(), {}, when, tmp_path_factory.mktemp("release")))


@pytest.fixture(scope="session", params=WAYS, ids=lambda way: way.name)
def gone(request: pytest.FixtureRequest, made: Path, tmp_path_factory: pytest.TempPathFactory) -> Gone:
    way: Way = request.param
    if way.name in GONE:  # by another file of tests
        return GONE[way.name]
    at = place(tmp_path_factory.mktemp("way") / "chez l’été", way.commands)
    before = os.times()
    words = way.get(at, made)
    after = os.times()
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    figures = {"CPU s": round(cpu), "MB": round(size_of(at.folder) / 1e6)}
    ROWS[way.name] = {**figures, **dict.fromkeys(HEADS[2:], "–")}
    GONE[way.name] = Gone(way, at, words)
    return GONE[way.name]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = chromium(playwright)
        yield found
        found.close()


@pytest.fixture
def note(gone: Gone) -> dict[str, Any]:
    return ROWS[gone.way.name]


def since(begun: float) -> float:
    return round(time.monotonic() - begun, 2)


def pytest_sessionfinish() -> None:
    if ROWS:
        lines = [f"| way in | {' | '.join(HEADS)} |", f"|{'---|' * (len(HEADS) + 1)}"]
        lines += [f"| {row(name, figures)}".replace("| |", "|") for name, figures in ROWS.items()]
        (ROOT / "build").mkdir(exist_ok=True)
        (ROOT / "build" / "ship.md").write_text("\n".join(lines) + "\n", "utf-8")
        subprocess.run(["cat", ROOT / "build" / "ship.md"], check=True)
