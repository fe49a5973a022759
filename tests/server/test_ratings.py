"""Ratings: every finished game counts once, in its order, on every node, and after any restart."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from server.conftest import Postgres
from server.live import person, served, started
from tablee.cli import main
from tablee.client import Failed, Server, Table
from tablee.games import game
from tablee.server import entries as e
from tablee.server import protocol as p
from tablee.server.effects import Row
from tablee.server.ratings import Result, Who, rate, result_of, told
from tablee.server.room import OVER, Room

ADA, BO, CY = (Who("person", name * 32) for name in "abc")
EASY, HARD = Who("bot", "easy"), Who("bot", "hard")
SHORT = {"max_rounds": 2}


def result(at: int, *ranked: tuple[Who, int], table: str = "") -> Result:
    who = tuple(each for each, _ in ranked)
    ranks = tuple(rank for _, rank in ranked)
    return Result(at, table or f"t{at}", who, tuple(each.id[:1].upper() for each in who), ranks)


# -- figures ------------------------------------------------------------


def test_who_wins_rises_and_gets_surer() -> None:
    rated = rate(game("mow"), [result(n, (ADA, 1), (BO, 2)) for n in range(5)])
    ada, bo = rated.steps[ADA], rated.steps[BO]
    assert [step.mean for step in ada] == sorted(step.mean for step in ada)
    assert ada[-1].mean > 25 > bo[-1].mean
    assert 25 / 3 > ada[0].uncertainty > ada[-1].uncertainty
    # The model's own figures for one game between two newcomers.
    assert (ada[0].mean, ada[0].uncertainty) == (27.635, 8.066)


def test_the_order_is_when_they_ended_and_not_how_they_are_read() -> None:
    games = [result(1, (ADA, 1), (BO, 2)), result(2, (BO, 1), (CY, 2)), result(3, (CY, 1), (ADA, 2))]
    forward, backward = rate(game("mow"), games), rate(game("mow"), games[::-1])
    assert forward == backward
    assert [step.table for step in forward.steps[ADA]] == ["t1", "t3"]


def test_partners_are_a_team_and_bots_of_a_level_are_one() -> None:
    seats = ((ADA, 1), (EASY, 3), (BO, 1), (EASY, 3))
    rated = rate(game("megabou"), [result(1, *seats)])
    assert rated.steps[ADA][0].mean == rated.steps[BO][0].mean > 25
    assert len(rated.steps[EASY]) == 1
    assert rated.steps[EASY][0].mean < 25


def test_the_surest_comes_first_and_a_person_has_a_history() -> None:
    games = [result(n, (ADA, 1), (EASY, 2)) for n in range(4)]
    listed = told("mow", rate(game("mow"), [*games, result(9, (BO, 1), (HARD, 2))]), ADA.id)
    read = msgspec.convert(listed, p.Ratings)
    assert read.games == 5
    assert (read.lines[0].person, read.lines[0].games, read.lines[0].name) == (ADA.id, 4, "A")
    assert {line.level for line in read.lines if line.kind == "bot"} == {"easy", "hard"}
    assert all(not line.person for line in read.lines if line.kind == "bot")
    assert [step.at for step in read.history] == [0, 1, 2, 3]
    assert told("mow", rate(game("mow"), games), "nobody")["history"] == []


# -- which tables count ------------------------------------------------------------


def log(
    *,
    people: tuple[str, ...] = ("ada", "bo"),
    bot: bool = False,
    replaced: bool = False,
    rated: bool = True,
) -> list[Row]:
    """The log of a game of Super Miaou that was played to its end."""
    room, rows, luck = Room(), [], Random(1)

    def put(entry: Any) -> None:
        rows.append(Row(room.seq + 1, f"c{room.seq}", e.encode(entry)))
        room.fold(entry, f"c{room.seq}")

    places = [e.Place() for _ in people] + [e.Place("bot", level="easy")] * bot
    put(
        e.Created(
            at=1, by="ada", table="5" * 40, game="super_miaou", options=SHORT, places=places,
            clock=e.Clock(), listed=False, host="ada", rules_version=game("super_miaou").version,
            rng_version=1, server=e.Secret("7" * 64), commitment="0" * 64,
            rated=rated,
        )
    )  # fmt: skip
    for seat, each in enumerate(people):
        put(e.Sat(at=2, by=each, seat=seat, name=each.title(), commitment="0" * 64))
    put(e.Started(at=3, by="ada"))
    for each in dict.fromkeys(people):
        put(e.Revealed(at=4, by=each, share=e.Secret("1" * 64)))
    if replaced:
        put(e.Botted(at=5, by="ada", seat=1, level="easy"))
        put(e.TakenBack(at=6, by="bo", seat=1))
    while room.phase != OVER:
        assert room.match is not None
        seat = room.acting()[0]
        action = room.match.text(luck.choice(room.match.legal(seat)))
        put(e.Moved(at=room.at + 1, seat=seat, action=action))
    ended = room.at
    put(e.Claimed(at=ended + 50, by="thief", seat=0, name="Thief"))
    put(e.Rematched(at=ended + 99, by="ada", next="6" * 40))
    return rows


def test_a_finished_table_counts_as_it_was_when_it_ended() -> None:
    rows = log(bot=True)
    found = result_of(rows)
    assert found is not None
    assert found.who == (Who("person", "ada"), Who("person", "bo"), EASY)
    assert found.names[:2] == ("Ada", "Bo")
    assert found.at == e.decode(rows[-3].body).at
    assert sorted(found.ranks)[0] == 1


def test_some_tables_do_not_count() -> None:
    assert result_of(log(replaced=True)) is None  # though its owner came back
    assert result_of(log(rated=False)) is None  # as was agreed before it began
    assert result_of(log(people=("ada", "ada"))) is None  # against oneself
    assert result_of(log()[:-3]) is None  # not over
    assert result_of([*log()[:3], Row(4, "c", e.encode(e.Closed(at=9, by="ada")))]) is None
    assert result_of([]) is None


# -- on servers ------------------------------------------------------------


async def play(people: list[Server], *levels: str) -> str:
    async with started(people, "super_miaou", *levels, options=SHORT, rated=True) as tables:
        await asyncio.gather(*(play_at(table) for table in tables))
        return tables[0].id


async def play_at(table: Table) -> None:
    async for turn in table.turns():
        await turn.play(turn.legal[-1])


def told_to(who: Server, name: str = "super_miaou", query: str = "") -> Any:
    return who.ask("GET", f"/api/ratings/{name}{query}")


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_game_counts_once_on_every_node_and_after_a_restart(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    settings: dict[str, Any] = {}
    if kind == "postgres":
        postgres: Postgres = request.getfixturevalue("postgres")
        settings["database"] = postgres.database()

    async def run() -> Any:
        async with served(tmp_path / "a", **settings) as one:
            ada, bo = await person(one, "Ada"), await person(one, "Bo")
            assert (await told_to(ada))["lines"] == []
            tables = [await play([ada, bo]), await play([ada, bo], "easy")]
            said = await told_to(ada)
            assert await told_to(ada) == said
            assert said["games"] == 2
            assert {line["name"] or line["level"]: line["games"] for line in said["lines"]} == {
                "Ada": 2,
                "Bo": 2,
                "easy": 1,
            }
            assert [step["table"] for step in said["history"]] == tables
            assert (await told_to(bo, query=f"?person={ada.person}")) == said
            assert (await told_to(ada, "mow"))["games"] == 0
            with pytest.raises(Failed) as refused:
                await told_to(Server(ada.url))
            assert refused.value.status == 401
            if kind == "postgres":
                async with served(tmp_path / "b", bots=False, **settings) as two:
                    other = Server(f"http://127.0.0.1:{two.port}", session=ada.session)
                    assert await told_to(other) == said
        async with served(tmp_path / "a", bots=False, **settings) as again:
            back = Server(f"http://127.0.0.1:{again.port}", session=ada.session)
            assert await told_to(back) == said
        return said

    said = asyncio.run(run())
    where = ["--database", settings["database"]] if settings else ["--data-dir", str(tmp_path / "a")]
    found = CliRunner().invoke(main, ["ratings", "super_miaou", "--json", "--person", "ada", *where])
    assert found.exit_code == 0, found.output
    assert json.loads(found.stdout) == said
    for lang, word in (("en", "bot, easy"), ("fr", "robot, facile")):
        shown = CliRunner().invoke(main, ["--lang", lang, "ratings", "super_miaou", *where])
        assert (shown.exit_code, word in shown.stdout) == (0, True)
    assert "Ada" in CliRunner().invoke(main, ["ratings", "super_miaou", *where]).stdout
    unknown = CliRunner().invoke(main, ["ratings", "super_miaou", "--person", "Zed", *where])
    assert (unknown.exit_code, "Zed" in unknown.stderr) == (2, True)
    assert CliRunner().invoke(main, ["ratings", "chess", *where]).exit_code == 2
