"""Rehearsals: deals that tests can ask for; and that nobody else can."""

from __future__ import annotations

import asyncio
import json
import secrets
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from server.live import Process, person, served, url_of
from tablee.cli import main
from tablee.client import Server
from tablee.server.engine import THINKING
from tablee.server.serving import Settings
from tablee.testing.rehearsal import MARK

SEATS = [{"kind": "person"}, {"kind": "bot", "level": "easy"}]
Game = list[tuple[Any, list[str]]]


async def made(one: Server, deal: int | None) -> str:
    """A new table of MOW, perhaps of this deal."""
    body = json.dumps({"game": "mow", "seats": SEATS, "options": {"first": 0}}).encode()
    headers = {"authorization": f"Bearer {one.session}"}
    if deal is not None:
        headers["x-deal"] = str(deal)
    request = urllib.request.Request(f"{one.url}/api/tables", body, headers, method="POST")

    def ask() -> str:
        with urllib.request.urlopen(request) as answer:
            return str(json.load(answer)["table"])

    return await asyncio.to_thread(ask)


async def played(one: Server, table: str, moves: int) -> Game:
    """What one saw and could do at each of one's first turns; the first choice is taken each time."""
    seen: Game = []
    async with one.table(table) as seat:
        if seat.info["phase"] == "lobby":
            await seat.sit(0)
            await seat.start()
        async for turn in seat.turns():
            seen.append((turn.view, turn.legal))
            if len(seen) > moves:
                break
            await turn.play(turn.legal[0])
    return seen


def test_a_deal_is_the_same_game_every_time(tmp_path: Path) -> None:
    """Whoever sits there, whatever else is played, and across a kill."""

    async def scene() -> None:
        server = Process(tmp_path, "--workers", "1")
        server.start()
        ada, bea = await person(server.url, "Ada"), await person(server.url, "Bea")
        first = await made(ada, 7)
        game = await played(ada, first, 6)
        assert game == await played(bea, await made(bea, 7), 6)
        assert game != await played(bea, await made(bea, 8), 6)
        server.end()
        server.start()
        assert (await played(ada, first, 0))[0] == game[-1]
        assert game == await played(ada, await made(ada, 7), 6)
        server.end()

    asyncio.run(scene())


def test_no_other_server_takes_a_deal(tmp_path: Path) -> None:
    async def scene() -> None:
        async with served(tmp_path, bots=False) as server:
            one = await person(url_of(server), "Ada")
            room = await server.engine.room(await made(one, 7))
            assert room is not None
            assert not bytes.fromhex(room.server.hex).startswith(MARK)

    asyncio.run(scene())


NAMES = ("QUICK", "UNLIMITED", "NO_BOTS", "LIMITED", "BOTS", "ENTROPY", "THINKING", "DEAL", "REHEARSED")


def test_no_variable_makes_a_rehearsal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[Settings] = []

    async def serve(settings: Settings, lang: str, *, browser: bool) -> None:
        found.append(settings)

    monkeypatch.setattr("tablee.serve_command.serve", serve)
    env = {f"{prefix}_{name}": "1" for prefix in ("TABLEE", "TABLEE_SERVE") for name in NAMES}
    words = ["serve", "--data-dir", str(tmp_path)]
    assert CliRunner().invoke(main, words, env=env, catch_exceptions=False).exit_code == 0
    (settings,) = found
    assert settings.bots
    assert not settings.quick
    assert settings.limited
    assert settings.entropy is secrets.token_bytes
    assert settings.thinking == THINKING


@pytest.mark.parametrize("name", NAMES)
def test_no_flag_and_no_file_makes_a_rehearsal(tmp_path: Path, name: str) -> None:
    flag = name.lower().replace("_", "-")
    assert CliRunner().invoke(main, ["serve", f"--{flag}"]).exit_code == 2
    file = tmp_path / "config.toml"
    file.write_text(f"[serve]\n{flag} = true\n")
    assert CliRunner().invoke(main, ["--config", str(file), "serve"]).exit_code == 2
