"""What earlier versions left behind is opened by this one: stores, backups, saves (tests/kept)."""

from __future__ import annotations

import asyncio
import contextlib
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import kept
from server.live import served, url_of
from tablee.cli import main
from tablee.client import Server
from tablee.games import GAMES
from tablee.server.archive import room_of, rows_of
from tablee.server.decisions import Caller
from tablee.server.serving import Running, Settings
from tablee.server.snapshots import snapshot
from tablee.terminal import keep

VERSIONS = sorted(path for path in Path(kept.__file__).parent.glob("*.*.*") if path.is_dir())
each_version = pytest.mark.parametrize("version", VERSIONS, ids=lambda path: path.name)
SAVES = [path for version in VERSIONS for path in sorted(version.glob("*.json"))]


def command(*words: object) -> str:
    ran = CliRunner().invoke(main, [str(word) for word in words])
    assert ran.exit_code == 0, ran.output
    return ran.stdout


@pytest.mark.parametrize("path", SAVES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_saved_games_go_on(path: Path) -> None:
    match = keep.read(path).match
    assert (match.outcome() is not None) == path.stem.endswith("-over")
    while match.actors():
        seat = match.actors()[0]
        match.play(seat, match.legal(seat)[0])
    assert match.outcome() is not None


@each_version
def test_every_game_over_and_running(version: Path) -> None:
    """Else the other tests would look at less than they should."""
    found = {path.stem for path in version.glob("*.json")}
    assert found == {
        f"{game.name}-{seats}-{state}"
        for game in GAMES
        for seats in range(game.fewest, game.most + 1)
        for state in ("over", "running")
    }


def is_all_there(folder: Path) -> list[dict[str, Any]]:
    """A table of each game that is over and one that is not; those that are over, with a true proof."""
    tables: list[dict[str, Any]] = json.loads(command("tables", "--data-dir", folder, "--json"))
    wanted = sorted((game.name, phase) for game in GAMES for phase in ("over", "playing"))
    assert sorted((table["game"], table["phase"]) for table in tables) == wanted
    for table in tables:
        if table["phase"] == "over":
            proof = folder / "proof.json"
            command("export", table["table"], proof, "--proof", "--data-dir", folder)
            command("verify", proof)
            proof.unlink()
    return tables


async def sitting(folder: Path, table: str) -> list[Caller]:
    async with snapshot(Settings(folder)) as database:
        room = room_of(await rows_of(database, table))
    return [Caller(chair.person, chair.name) for chair in room.chairs if chair.kind == "person"]


@each_version
def test_a_store_goes_on(version: Path, tmp_path: Path) -> None:
    """Everybody still sits where they sat, and plays to the end."""
    shutil.copy(version / "tablee.db", tmp_path)
    tables = is_all_there(tmp_path)

    async def play_on(server: Running, table: str) -> None:
        async with contextlib.AsyncExitStack() as stack:
            seats = []
            for caller in await sitting(tmp_path, table):
                who = Server(url_of(server), session=server.engine.auth.session(caller))
                seats.append(await stack.enter_async_context(who.table(table)))
            assert len(seats) == 2
            while seats[0].outcome() is None:
                for seat in seats:
                    turn = seat.turn()
                    if turn is not None:
                        await turn.play(turn.legal[0])
                await asyncio.sleep(0)

    async def play_all() -> None:
        async with served(tmp_path) as server:
            for table in tables:
                if table["phase"] == "playing":
                    await play_on(server, table["table"])

    asyncio.run(play_all())
    again: list[dict[str, Any]] = json.loads(command("tables", "--data-dir", tmp_path, "--json"))
    assert {table["phase"] for table in again} == {"over"}


@each_version
def test_a_backup_is_restored(version: Path, tmp_path: Path) -> None:
    command("restore", version / "backup.gz", "--data-dir", tmp_path)
    is_all_there(tmp_path)
