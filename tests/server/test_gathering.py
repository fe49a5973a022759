"""Around the table: names, places, colours, phrases, who comes and goes, how long bots think."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from server.bench import ADA, BO, BOT, CY, Bench, share
from server.live import person, served
from tablee.core.contract import SPECTATOR
from tablee.server import decisions
from tablee.server import entries as e
from tablee.server import protocol as p
from tablee.server.decisions import Refusal, Scene
from tablee.server.desk import HERE_FOR
from tablee.server.effects import Think
from tablee.server.node import MOST_ABROAD, paced
from tablee.server.room import PLAYING, Room

OPEN = e.Place()
SCENE = Scene(0, (), lambda n: bytes(n))


def table(game: str, *places: e.Place, **values: Any) -> Room:
    room = Room()
    room.fold(decisions.create(p.NewTable(game, list(places), **values), ADA, "a" * 40, SCENE))
    return room


def do(room: Room, caller: decisions.Caller, command: p.Command) -> None:
    room.fold(decisions.decide(room, caller, command, SCENE))


def sit(room: Room, caller: decisions.Caller, seat: int) -> None:
    do(room, caller, p.Sit(id="sit", seat=seat, commitment=caller.person.ljust(64, "0")[:64]))


def refused(room: Room, caller: decisions.Caller, command: p.Command) -> str:
    with pytest.raises(Refusal) as caught:
        do(room, caller, command)
    assert set(caught.value.messages) == {"fr", "en"}
    return caught.value.code


# -- names and places ----------------------------------------------------------------------------------


def test_two_people_of_one_device_have_their_own_names() -> None:
    room = table("megabou", e.Place("person", name="Papa"), e.Place("person", name=" Mamie  Jo "), OPEN)
    assert [chair.name for chair in room.chairs] == ["Papa", "Mamie Jo", ""]
    sit(room, ADA, 1)  # to commit: the name stays
    assert room.chairs[1].name == "Mamie Jo"
    do(room, ADA, p.Rename(id="1", seat=1, name="Mamie"))
    assert room.chairs[1].name == "Mamie"
    assert refused(room, ADA, p.Rename(id="1", seat=2, name="x")) == "not_yours"
    assert refused(room, ADA, p.Rename(id="1", seat=1, name=" \t ")) == "name"
    assert refused(room, ADA, p.Rename(id="1", seat=1, name="\u202eeimaM")) == "name"
    with pytest.raises(Refusal, match="name"):
        table("megabou", e.Place("person", name="\n"), e.Place("person", name="\u202e"))


def test_who_moves_changes_places_with_what_is_there() -> None:
    """MB-18: with four, 0 and 2 play against 1 and 3: who sits where is who plays with whom."""
    room = table("megabou", e.Place("person"), OPEN, BOT, OPEN)
    sit(room, BO, 1)
    do(room, BO, p.Move(id="1", seat=1, to=2))
    assert [chair.kind for chair in room.chairs] == ["person", "bot", "person", "open"]
    assert room.seats_of("bo") == [2]
    do(room, BO, p.Move(id="2", seat=2, to=3))
    assert room.seats_of("bo") == [3]
    assert [chair.kind for chair in room.chairs] == ["person", "bot", "open", "person"]
    assert refused(room, BO, p.Move(id="3", seat=3, to=0)) == "taken"
    assert refused(room, BO, p.Move(id="3", seat=3, to=9)) == "no_seat"
    # The host closes up gaps, and does nothing else with anybody's seat.
    assert refused(room, ADA, p.Move(id="3", seat=3, to=1)) == "not_yours"
    assert refused(room, ADA, p.Move(id="3", seat=9, to=2)) == "no_seat"
    assert refused(room, BO, p.Move(id="3", seat=0, to=2)) == "not_yours"
    do(room, ADA, p.Move(id="4", seat=3, to=2))
    assert room.seats_of("bo") == [2]


def test_everybody_chooses_their_team() -> None:
    """PU-1: each seat has another team; whoever said first what they want keeps it."""
    room = table("push_em_up", e.Place("person"), OPEN, OPEN)
    sit(room, BO, 1)
    do(room, BO, p.Choose(id="1", seat=1, option="teams", value="red"))  # Ada's, who has not said
    assert room.options["teams"] == ["purple", "red", "green"]
    do(room, BO, p.Choose(id="2", seat=1, option="teams", value="blue"))
    assert room.options["teams"] == ["purple", "blue", "green"]
    assert refused(room, ADA, p.Choose(id="3", seat=0, option="teams", value="blue")) == "chosen"
    assert refused(room, ADA, p.Choose(id="3", seat=0, option="teams", value="pink")) == "choose_what"
    assert refused(room, ADA, p.Choose(id="3", seat=0, option="target", value="10")) == "choose"
    assert refused(room, ADA, p.Choose(id="3", seat=1, option="teams", value="red")) == "not_yours"
    do(room, ADA, p.Choose(id="4", seat=0, option="teams", value="red"))
    room.game.check(3, room.options)
    # The host sets the table up anew: nobody has said anything.
    made = p.Configure(id="5", seats=3, options={}, clock=e.Clock(), listed=False)
    do(room, ADA, made)
    do(room, ADA, p.Choose(id="6", seat=0, option="teams", value="purple"))
    assert room.options["teams"] == ["purple", "red", "green"]


# -- speaking ------------------------------------------------------------------------------------------


def test_where_nobody_writes_phrases_are_said() -> None:
    room = table("mow", e.Place("person"), BOT, talk=False)
    assert refused(room, ADA, p.Say(id="1", text="hello")) == "quiet"
    do(room, CY, p.Tell(id="2", phrase="well_played"))
    assert [(line.text, line.phrase) for _, line in room.chat] == [("", "well_played")]
    do(room, ADA, p.Mute(id="3", person="cy", on=True))
    assert refused(room, CY, p.Tell(id="4", phrase="wow")) == "muted"


def test_phrases_count_as_lines_of_chat() -> None:
    bench = Bench()
    bench.create(BOT, OPEN)
    bench.connect(1, BO)
    bench.settle()
    for n in range(5):
        bench.do(1, p.Tell(id=f"{n}", phrase="wow"))
    bench.do(1, p.Tell(id="5", phrase="wow"))
    assert bench.last(1, "refused")["code"] == "chatter"


# -- who comes and goes --------------------------------------------------------------------------------


def reveal(bench: Bench, conn: int, caller: decisions.Caller) -> None:
    bench.do(conn, p.Reveal(id="reveal", share=share(caller).hex()))


def dealt() -> Bench:
    """Ada and Bo at Super Miaou, with a bot."""
    bench = Bench()
    bench.create(e.Place("person"), OPEN, BOT)
    for conn, caller in ((1, ADA), (2, BO)):
        bench.connect(conn, caller)
        bench.settle()
        bench.sit(conn, caller, conn - 1)
    bench.do(1, p.Start(id="start"))
    for conn, caller in ((1, ADA), (2, BO)):
        reveal(bench, conn, caller)
    assert bench.room().phase == PLAYING
    return bench


def told(bench: Bench, conn: int) -> list[str]:
    return [
        event["event"]
        for each in bench.heard[conn]
        if each["t"] == "told"
        for event in each["events"]
        if event["event"] in ("left", "bot_plays", "came_back", "undone")
    ]


def test_leaving_and_coming_back_stands_in_everybodys_log() -> None:
    bench = dealt()
    bench.connect(3, CY)
    bench.do(2, p.Stand(id="away", seat=1))
    bench.do(2, p.TakeBack(id="back", seat=1))
    for conn in (1, 3):
        assert told(bench, conn) == ["left", "came_back"]
    bench.node.disconnected(2, bench.now)
    bench.settle()
    bench.do(1, p.Replace(id="bot", seat=1))
    assert told(bench, 1) == ["left", "came_back", "bot_plays"]
    assert bench.room().heard[SPECTATOR][-1].seat == 1  # type: ignore[attr-defined]


# -- bots ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("pace", "tenths"), [("calm", 20), ("normal", 10), ("brisk", 4), ("once", 0)])
def test_bots_seem_to_think_as_long_as_the_table_says(pace: str, tenths: int) -> None:
    bench = Bench()
    bench.node.pace = paced
    bench.create(BOT, e.Place("person"), options={"first": 0}, pace=pace)
    bench.connect(1, ADA)
    bench.settle()
    bench.sit(1, ADA, 1)
    bench.do(1, p.Start(id="start"))
    reveal(bench, 1, ADA)
    assert bench.room().acting() == [0]
    seq, began = bench.room().seq, bench.now
    bench.think()
    due = paced(seq, 0) * tenths // 10
    if due:
        assert bench.node.next_alarm() == began + due
        bench.wait(due - 1)
        bench.settle()
        assert bench.room().seq == seq
        bench.wait(1)
    bench.settle()
    assert bench.room().seq == seq + 1


def test_who_has_seen_enough_hurries_the_bots() -> None:
    """Until a person is to act; who only watches cannot."""
    bench = Bench()
    bench.node.pace = lambda seq, seat: 10_000
    bench.create(e.Place("person"), BOT, BOT, BOT, game="mow", options={"first": 1})
    bench.connect(1, ADA)
    bench.connect(2, CY)
    bench.settle()
    bench.sit(1, ADA, 0)
    bench.do(1, p.Start(id="start"))
    reveal(bench, 1, ADA)
    bench.think()
    bench.send(2, p.Hurry())
    assert bench.last(2, "refused")["code"] == "not_seated"
    seq = bench.room().seq
    bench.send(1, p.Hurry())
    bench.settle()
    assert bench.room().seq == seq + 1
    while bench.waits(Think):
        bench.think()
        bench.settle()
    assert bench.room().acting() == [0]
    assert not bench.node.desks[bench.table].hurried
    legal = bench.room().choices(0)
    bench.do(1, p.Play(id="m", seat=0, turn=bench.room().chairs[0].turn, action=legal[0]))
    seq = bench.room().seq
    while bench.waits(Think):
        bench.think()
    bench.settle()
    assert bench.room().seq == seq  # they think again


# -- what counts ---------------------------------------------------------------------------------------


def test_a_game_that_counts_has_no_hints() -> None:
    bench = Bench()
    bench.create(e.Place("person"), BOT, options={"first": 0}, rated=True)
    bench.connect(1, ADA)
    bench.settle()
    bench.sit(1, ADA, 0)
    bench.do(1, p.Start(id="start"))
    reveal(bench, 1, ADA)
    info = [each for each in bench.heard[1] if each["t"] == "table"][-1]
    assert (info["rated"], info["hints"]) == (True, False)
    bench.send(1, p.Hint(0))
    assert bench.last(1, "refused")["code"] == "rated"


def test_what_was_played_before_one_could_choose_counts_and_has_hints() -> None:
    """Logs of then do not say it."""
    room = table("mow", e.Place("person"), BOT)
    assert (room.rated, room.hints) == (False, True)
    created = decisions.create(p.NewTable("mow", [BOT, BOT]), ADA, "b" * 40, SCENE)
    raw = json.loads(e.encode(created))
    for name in ("pace", "rated", "hints", "talk"):
        raw.pop(name, None)
    old = Room()
    old.fold(e.decode(json.dumps(raw).encode()))
    assert (old.pace, old.rated, old.hints, old.talk) == ("normal", True, True, True)


# -- the lobby -----------------------------------------------------------------------------------------


def test_tables_are_listed_while_somebody_is_there(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as server:
            ada, bo = await person(server, "Ada"), await person(server, "Bo")
            made = await ada.create("mow", ["me", "open"], listed=True, options={"target": 50})
            assert await bo.ask("GET", "/api/tables") == []
            async with ada.table(made):
                (line,) = await bo.ask("GET", "/api/tables")
                assert msgspec.convert(line, p.TableLine).options == {"target": 50}
                assert line["made"] > 0
                now = await ada.ask("GET", f"/api/tables/{made}")
                assert (now["mine"], now["here"], now["watchers"], now["turn"]) == ([0], [0], 0, [])
                async with bo.table(made):
                    now = await bo.ask("GET", f"/api/tables/{made}")
                    assert (now["mine"], now["here"], now["watchers"]) == ([], [0], 1)

    asyncio.run(main())


def test_other_nodes_say_where_somebody_is() -> None:
    bench = Bench(several=True)
    node, now = bench.node, bench.now
    node.hinted("x" * 40, 1, "other", ("ada",), now)
    assert node.is_anybody_at("x" * 40, now + HERE_FOR - 1)
    assert not node.is_anybody_at("x" * 40, now + HERE_FOR)
    node.hinted("x" * 40, 2, "other", (), now)
    assert not node.is_anybody_at("x" * 40, now)
    for n in range(MOST_ABROAD + 10):
        node.hinted(f"{n:040}", 1, "other", ("bo",), now)
    assert len(node.abroad) == MOST_ABROAD
    node.hinted("y" * 40, 1, "other", ("bo",), now + 2 * HERE_FOR)
    assert list(node.abroad) == ["y" * 40]
