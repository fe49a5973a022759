"""Reviews over HTTP: only of finished games, made once, by a process that may fail."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from server.live import person, served, started, url_of
from support import LAST_RESORT, PAUSE, in_time, soon
from tablee import again
from tablee.client import Failed, Server, Table
from tablee.server import protocol as p
from tablee.server import reviews
from tablee.server.serving import Running

SHORT = {"max_rounds": 2}


async def play_out(tables: list[Table]) -> str:
    while tables[0].outcome() is None:
        for table in tables:
            turn = table.turn()
            if turn is not None:
                await turn.play(turn.legal[-1])
        await asyncio.sleep(0)
    return tables[0].id


async def two_people(server: Running) -> list[Server]:
    return [await person(server, "Ada"), await person(server, "Bo")]


async def reviewed(who: Server, table: str) -> dict[str, Any]:
    async with in_time("the review is made"):
        while True:
            said: dict[str, Any] = await who.ask("GET", f"/api/tables/{table}/review")
            if said["review"] is not None:
                return said
            assert 0 <= said["done"] <= 1
            await asyncio.sleep(PAUSE)


def make_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many playouts as there is time for, and two at least; but all the time to start it."""
    monkeypatch.setattr(reviews, "SECONDS", 0.5)
    monkeypatch.setattr(reviews, "PATIENCE", LAST_RESORT)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    make_quick(monkeypatch)


def test_a_finished_game_is_reviewed_once_for_everybody(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path, bots=False) as server:
            people = await two_people(server)
            async with started(people, "super_miaou", options=SHORT) as tables:
                table = tables[0].id
                for each in people:
                    with pytest.raises(Failed) as refused:
                        await each.ask("GET", f"/api/tables/{table}/review")
                    assert refused.value.code == "not_over"
                await play_out(tables)
            said = await reviewed(people[0], table)
            replay = await people[0].ask("GET", f"/api/tables/{table}/replay")
            found = msgspec.convert(said, p.Reviewed).review
            assert found is not None
            assert found.game == "super_miaou"
            steps = replay["steps"]
            assert [step.action for step in found.steps] == [step.get("action") for step in steps]
            assert [step.seat for step in found.steps] == [step.get("seat") for step in steps]
            for total in found.totals:
                parts = total.luck.mean + total.skill.mean + total.others.mean
                assert total.after - total.before == pytest.approx(parts, abs=1e-3)
            # The next one gets the same, at once: also who is not signed in.
            stranger = Server(url_of(server))
            assert await stranger.ask("GET", f"/api/tables/{table}/review") == said

    asyncio.run(main())


def test_a_review_that_fails_is_begun_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with served(tmp_path, bots=False) as server:
            people = await two_people(server)
            async with started(people, "super_miaou", options=SHORT) as tables:
                table = await play_out(tables)
            failures = server.engine.metrics.failures
            monkeypatch.setitem(again.HELPERS, "reviewer", "sys:exit")
            await people[0].ask("GET", f"/api/tables/{table}/review")
            await soon(
                "it fails", lambda: any(each.value for each in failures.collect()[0].samples[:1])
            )
            monkeypatch.undo()
            make_quick(monkeypatch)
            assert (await reviewed(people[1], table))["done"] == 1

    asyncio.run(main())


def test_only_so_many_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "WAITING", 1)
    monkeypatch.setitem(again.HELPERS, "reviewer", "signal:pause")

    async def main() -> None:
        async with served(tmp_path, bots=False) as server:
            people = await two_people(server)
            found = []
            for _ in range(2):
                async with started(people, "super_miaou", options=SHORT) as tables:
                    found.append(await play_out(tables))
            first = f"/api/tables/{found[0]}/review"
            assert (await people[0].ask("GET", first)) == {"done": 0.0, "review": None}
            assert (await people[0].ask("GET", first)) == {"done": 0.0, "review": None}
            with pytest.raises(Failed) as refused:
                await people[0].ask("GET", f"/api/tables/{found[1]}/review")
            assert (refused.value.code, refused.value.status) == ("busy", 503)

    asyncio.run(main())  # and the server ends though one is under way
