"""Every way in leads to the same room: pages, a whole game, nothing lost, old data, backups."""

from __future__ import annotations

import json
import random
import shutil
import signal
import time
import urllib.request
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

from ship.conftest import Gone, since
from ship.ways import ROOT
from web.browsing import Person, Watch
from web.test_whole_games import SHORT, see_result

KEPT = ROOT / "tests" / "kept" / "0.1.0"


def test_it_says_how_it_runs(gone: Gone) -> None:
    first = gone.run("--version").splitlines()[0]
    assert ("compiled" in first) is gone.way.compiled, first


def test_the_first_page(gone: Gone, note: dict[str, Any], tmp_path: Path) -> None:
    server = gone.serving(tmp_path)
    begun = time.monotonic()
    server.start()
    try:
        with urllib.request.urlopen(server.url) as answer:
            assert b'<script type="module"' in answer.read()
        note["first page s"] = since(begun)
    finally:
        assert server.end(signal.SIGTERM) == 0


def test_a_whole_game_and_a_killed_server(
    gone: Gone, browser: Browser, note: dict[str, Any], tmp_path: Path
) -> None:
    """In a real browser, against a bot; in the middle the server is killed and started again."""
    server = gone.serving(tmp_path)
    server.start()
    try:
        one = Person(browser, server.url, watch=Watch(), locale="en-GB")
        one.prefers(pace="once")
        one.named("Ada")
        one.begin(one.table("super_miaou", "easy", options=SHORT["super_miaou"]))
        luck, moves = random.Random(7), 0
        while one.can_act():
            one.choose(luck.randrange)
            moves += 1
            if moves == 3:
                server.end(signal.SIGKILL)
                server.start()
        assert moves > 3
        see_result(one)
        one.context.close()
        note["kill -9"] = note["whole game"] = "yes"
    finally:
        server.end(signal.SIGTERM)


def test_what_the_first_version_left(gone: Gone, note: dict[str, Any], tmp_path: Path) -> None:
    shutil.copy(KEPT / "tablee.db", tmp_path)
    server = gone.serving(tmp_path)
    server.start()
    assert server.end(signal.SIGTERM) == 0
    tables = json.loads(gone.run("tables", "--data-dir", tmp_path, "--json"))
    assert len(tables) == 10
    over = next(each["table"] for each in tables if each["phase"] == "over")
    gone.run("export", over, tmp_path / "proof.json", "--proof", "--data-dir", tmp_path)
    gone.run("verify", tmp_path / "proof.json")
    note["0.1.0"] = "yes"


def test_backup_and_restore(gone: Gone, note: dict[str, Any], tmp_path: Path) -> None:
    first, again = tmp_path / "first", tmp_path / "again"
    gone.run("restore", KEPT / "backup.gz", "--data-dir", first)
    gone.run("backup", tmp_path / "backup.gz", "--data-dir", first)
    gone.run("restore", tmp_path / "backup.gz", "--data-dir", again)
    told = [json.loads(gone.run("tables", "--data-dir", each, "--json")) for each in (first, again)]
    assert told[0] == told[1] != []
    note["backup"] = "yes"
