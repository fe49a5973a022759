"""Tables from the first seat to the rematch, through a real server."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import pytest

from server.live import person, served, started
from support import sources_only
from tablee.client import Failed
from tablee.core.contract import Game
from tablee.core.fairness import commitment, read_proof, verify
from tablee.core.match import Match
from tablee.core.tables import SeededTable
from tablee.games import GAMES
from tablee.server import decisions, messages
from tablee.server import entries as e
from tablee.server import protocol as p
from tablee.server.decisions import Caller, Scene
from tablee.server.room import Room
from tablee.testing.kills import seen


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_whole_game_with_bots(game: Game, tmp_path: Path) -> None:
    async def main() -> None:
        luck = random.Random(1)
        async with served(tmp_path) as server:
            ada = await person(server, "Ada")
            levels = ["easy"] * (game.fewest - 1)
            async with started([ada], game.name, *levels) as (table,):
                async for turn in table.turns():
                    await turn.play(luck.choice(turn.legal))
                assert table.outcome()["reason"] in game.reasons
                assert table.info["phase"] == "over"
            proof = await ada.ask("GET", f"/api/tables/{table.id}/proof")
            assert verify(game, read_proof(json.dumps(proof))).proven

    asyncio.run(main())


def test_a_refused_move_says_the_rule(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as server:
            people = [await person(server, "Ada"), await person(server, "Bo")]
            async with started(people, "mow") as tables:
                turn = next(turn for table in tables if (turn := table.turn()))
                other = tables[1 - turn.seat]
                with pytest.raises(Failed) as caught:
                    await other.play(1 - turn.seat, turn.legal[0])
                assert caught.value.rule.startswith("MW-")
                assert set(caught.value.messages) == {"fr", "en"}

    asyncio.run(main())


@sources_only
def test_a_fault_while_telling_costs_a_connection_and_no_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults = 0
    told = messages.told

    def faulty(*what: Any) -> bytes:
        nonlocal faults
        faults += 1
        if faults == 3:
            raise ZeroDivisionError
        return told(*what)

    async def main() -> None:
        async with served(tmp_path, bots=False) as server:
            guests = [await person(server, "Ada"), await person(server, "Bo")]
            async with started(guests, "mow") as tables:
                monkeypatch.setattr(messages, "told", faulty)
                for _ in range(6):
                    turns = [turn for table in tables if (turn := table.turn())]
                    await seen(tables, await turns[0].play(turns[0].legal[0]))
                assert faults > 10
                assert {table.connections for table in tables} == {2}

    asyncio.run(main())


@pytest.mark.rule("ALL-7")
@pytest.mark.parametrize(("options", "bots"), [({}, (1,)), ({"shout": "random"}, ())])
def test_mow_is_told_which_seats_bots_play(options: dict[str, Any], bots: tuple[int, ...]) -> None:
    """They never shout; where lots are drawn it makes no difference, and is not said."""
    ada = Caller("ada", "Ada")
    scene = Scene(0, (), lambda n: bytes(n))
    places = [e.Place(), e.Place("bot", level="easy")]
    table = "a" * 40
    room = Room()
    room.fold(decisions.create(p.NewTable("mow", places, options), ada, table, scene))
    sealed = commitment("seat", table, bytes(32))
    for command in (
        p.Sit(id="1", seat=0, commitment=sealed),
        p.Start(id="2"),
        p.Reveal(id="3", share=bytes(32).hex()),
    ):
        room.fold(decisions.decide(room, ada, command, scene))
    assert room.match is not None
    assert tuple(room.match.options.seats("bots")) == bots
    again = Match(room.game, 2, room.match.options.given, SeededTable(bytes(64)))
    assert again.options.given == room.match.options.given


def test_the_host_closes_up_gaps_to_begin_with_those_who_are_there() -> None:
    """Somebody is moved to an open seat by the host, and by nobody else to any other."""
    ada, bea = Caller("ada", "Ada"), Caller("bea", "Bea")
    scene = Scene(0, (), lambda n: bytes(n))
    places = [e.Place("person"), e.Place(), e.Place(), e.Place("bot", level="easy")]
    room = Room()
    room.fold(decisions.create(p.NewTable("mow", places), ada, "a" * 40, scene))
    sealed = commitment("seat", "a" * 40, bytes(32))
    room.fold(decisions.decide(room, bea, p.Sit(id="1", seat=2, commitment=sealed), scene))
    for caller, move in (
        (bea, p.Move(id="2", seat=0, to=1)),
        (ada, p.Move(id="3", seat=2, to=3)),
        (ada, p.Move(id="4", seat=2, to=0)),
    ):
        with pytest.raises(decisions.Refusal) as caught:
            decisions.decide(room, caller, move, scene)
        assert caught.value.code in ("not_yours", "taken")
    for seat, to in ((2, 1), (3, 2)):
        room.fold(decisions.decide(room, ada, p.Move(id="5", seat=seat, to=to), scene))
    less = p.Configure(id="6", seats=3, options={}, clock=room.clock, listed=False)
    room.fold(decisions.decide(room, ada, less, scene))
    assert [chair.kind for chair in room.chairs] == ["person", "person", "bot"]
    assert [chair.name for chair in room.chairs] == ["Ada", "Bea", ""]
