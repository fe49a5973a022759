"""A node by hand: what it does when things come in an odd order. Most of these were wrong once."""

from __future__ import annotations

import json

import pytest

from server.bench import ADA, BO, BOT, CY, Bench
from tablee.core.texts import LANGUAGES
from tablee.server import protocol as p
from tablee.server.desk import HERE_AGAIN, HERE_FOR, MOST_JOBS
from tablee.server.effects import Append, Drop, Effect, Load, Row, Send, Think, sorted_out
from tablee.server.entries import Clock, Credited, Moved, Place, decode
from tablee.server.node import IDLE, MESSAGES, reason

ME, OPEN = Place("person"), Place()


def alone(**settings: object) -> Bench:
    """Ada plays with a bot."""
    bench = Bench(**settings)  # type: ignore[arg-type]
    bench.create(ME, BOT, clock=None)
    bench.connect(1, ADA)
    bench.settle()
    bench.start((1, ADA))
    return bench


def pair(clock: Clock | None = None, **settings: object) -> Bench:
    """Ada plays with Bo."""
    bench = Bench(**settings)  # type: ignore[arg-type]
    bench.create(ME, OPEN, clock=clock)
    bench.connect(1, ADA)
    bench.connect(2, BO)
    bench.settle()
    bench.start((1, ADA), (2, BO))
    return bench


def entries(bench: Bench) -> list[object]:
    return [decode(row.body) for row in bench.rows[bench.table]]


# -- what is not written yet ------------------------------------------------------------


@pytest.mark.parametrize("way", ["comes", "goes", "elsewhere"])
def test_who_comes_or_goes_while_something_is_written_shows_nothing_of_it(way: str) -> None:
    bench = pair(several=way == "elsewhere")
    bench.send(bench.acting() + 1, p.Say(id="say", text="hello"))
    told = {conn: len(heard) for conn, heard in bench.heard.items()}
    if way == "comes":
        bench.connect(3, CY)
    elif way == "goes":
        bench.node.disconnected(2, bench.now)
    else:
        bench.node.hinted(bench.table, 0, "another", ("cy",), bench.now)
    bench.look()
    assert all(len(bench.heard[conn]) == told[conn] for conn in told)
    bench.settle()
    info = bench.last(1, "table")
    assert info["v"] == len(bench.rows[bench.table])
    assert info["watchers"] == (way != "goes")
    assert info["seats"][1]["here"] is (way != "goes")


def test_a_refusal_shows_nothing_to_somebody_who_was_not_greeted() -> None:
    bench = pair(several=True)
    bench.node.disconnected(2, bench.now)
    bench.connect(3, BO)
    bench.send(3, p.Undo(id="undo", seat=1))
    bench.read(bad=True)
    assert [said["t"] for said in bench.heard[3]] == ["welcome", "refused"]


def test_a_hint_names_the_turn_that_was_asked_about() -> None:
    bench = pair()
    seat = bench.acting()
    turn = bench.room().chairs[seat].turn
    bench.send(seat + 1, p.Hint(seat))
    bench.play(seat + 1)  # being written
    bench.think()
    assert bench.last(seat + 1, "hint")["turn"] == turn


def test_a_hint_says_why() -> None:
    """In every language; not of a turn that is over, nor of what may not be done."""
    bench = pair()
    seat = bench.acting()
    bench.send(seat + 1, p.Hint(seat))
    bench.think()
    said = bench.last(seat + 1, "hint")
    room = bench.room()
    assert room.match is not None
    best, turn = room.match.action(said["moves"][0]["action"]), room.chairs[seat].turn
    assert said["messages"] == room.match.because(seat, best, room.names())
    assert set(said["messages"]) == set(LANGUAGES)
    assert reason(room, seat, turn, best) == said["messages"]
    assert reason(room, seat, turn + 1, best) == {}
    assert reason(room, 1 - seat, room.chairs[1 - seat].turn, best) == {}


# -- commands that are sent again ------------------------------------------------------------


def test_another_node_s_writing_is_read_before_anything_is_refused() -> None:
    """Ada's move was written by a node that died before it could say so."""
    bench = pair(several=True)
    rows = bench.rows[bench.table]
    seat = bench.acting()
    bench.play(seat + 1, "move")
    lost: Append = bench.take(Append)
    bench.node.stored(bench.table, "failed", bench.now)
    bench.look()
    bench.read()  # it is not there yet
    rows.append(lost.row)
    turn = bench.room().chairs[seat].turn
    bench.send(
        seat + 1, p.Play(id="move", seat=seat, turn=turn + 7, action="pass")
    )  # stale, as it seems
    assert bench.last(seat + 1, "refused")["code"] == "unavailable"
    bench.settle()
    assert bench.last(seat + 1, "ack") == {"t": "ack", "id": "move", "v": len(rows)}


def test_what_was_said_already_is_not_said_too_fast() -> None:
    bench = pair()
    for n in range(5):
        bench.do(1, p.Say(id=f"{n}", text="hello"))
    bench.do(1, p.Say(id="4", text="hello"))
    assert [said["t"] for said in bench.heard[1] if said.get("id") == "4"] == ["ack", "ack"]
    bench.do(1, p.Say(id="5", text="hello"))
    assert bench.last(1, "refused")["code"] == "chatter"


def test_nobody_knows_about_what_there_is_no_time_for() -> None:
    bench = pair()
    bench.node.limited = False
    for n in range(MOST_JOBS + 2):
        bench.send(1, p.Say(id=f"{n}", text="hello"))
    assert bench.last(1, "refused") | {"messages": {}} == {
        "t": "refused", "id": f"{MOST_JOBS + 1}", "code": "unavailable", "rule": "", "messages": {},
    }  # fmt: skip


def test_a_rematch_that_is_asked_for_twice_has_one_table() -> None:
    bench = pair()
    bench.room().phase = "over"
    bench.send(1, p.Rematch(id="again"))
    bench.send(1, p.Rematch(id="again"))
    bench.send(2, p.Rematch(id="me-too"))
    bench.settle()
    assert len(bench.rows) == 2
    assert [said["v"] for said in bench.heard[1] if said.get("id") == "again"] == [7, 7]
    assert bench.last(2, "refused")["code"] == "rematched"


# -- several nodes ------------------------------------------------------------


def test_who_has_seen_more_elsewhere_waits_until_it_is_known_here() -> None:
    bench = pair(several=True)
    rows = bench.rows[bench.table]
    ahead = rows[-1]
    rows.append(Row(ahead.seq + 1, "cy:1", b'{"do":"spoken","name":"Cy","text":"hi","at":1,"by":"cy"}'))
    bench.connect(3, CY)
    assert [said["t"] for said in bench.heard[3]] == ["welcome"]
    bench.settle()
    assert bench.last(3, "table")["v"] == len(rows)
    assert bench.last(3, "chat")["text"] == "hi"


def test_who_thinks_for_long_on_another_node_is_still_here() -> None:
    bench = pair(several=True)
    bench.announced.clear()
    for _ in range(10):
        bench.wait(HERE_AGAIN // 2)
    assert len(bench.announced) == 5
    assert all(announce.here == ("ada", "bo") for announce in bench.announced)


def test_words_of_nodes_that_are_no_more_are_forgotten() -> None:
    bench = pair(several=True)
    for n in range(50):
        bench.node.hinted(bench.table, 0, f"{n}", (f"{n}",), bench.now)
        bench.wait(HERE_FOR // 2)
    assert len(bench.desk().elsewhere) <= 2


def test_who_is_here_is_told_to_all_or_to_nobody() -> None:
    """Only one was shown that somebody had gone; when they were there again, nobody was told."""
    bench = pair(several=True)
    bench.node.hinted(bench.table, 0, "another", ("cy",), bench.now)
    bench.now += HERE_FOR
    bench.send(1, p.Sync())
    assert [bench.last(conn, "table")["watchers"] for conn in (1, 2)] == [0, 0]
    bench.node.hinted(bench.table, 0, "another", ("cy",), bench.now)
    bench.look()
    assert [bench.last(conn, "table")["watchers"] for conn in (1, 2)] == [1, 1]


def test_a_desk_is_not_forgotten_while_it_reads() -> None:
    """What is read would come to the next desk, which would take it for all there is."""
    bench = pair(several=True)
    bench.node.disconnected(1, bench.now)
    bench.node.disconnected(2, bench.now)
    bench.look()
    bench.node.hinted(bench.table, 99, "another", (), bench.now)
    bench.look()
    bench.wait(IDLE)
    bench.connect(3, CY)
    bench.settle()
    assert bench.last(3, "table")["v"] == len(bench.rows[bench.table])
    assert "bye" not in {said["t"] for said in bench.heard[3]}
    bench.node.disconnected(3, bench.now)
    bench.wait(IDLE)
    assert not bench.node.desks


# -- clocks ------------------------------------------------------------


def test_an_outage_is_given_back_before_anything_is_decided() -> None:
    before = pair(Clock("bank", 60))
    seat = before.acting()
    ended = before.now + 50_000
    bench = Bench(outages=[(before.now, ended)])
    bench.rows, bench.table, bench.now = before.rows, before.table, ended + 1000
    caller = (ADA, BO)[seat]
    bench.connect(1, caller)
    turn = before.room().chairs[seat].turn
    action = before.room().match.text(before.room().match.legal(seat)[0])
    bench.send(1, p.Play(id="move", seat=seat, turn=turn, action=action))
    bench.settle()
    credit, moved = entries(bench)[-2:]
    assert isinstance(credit, Credited)
    assert isinstance(moved, Moved)
    assert bench.room().chairs[seat].left == 59_000


def test_time_that_is_given_back_fills_no_bank() -> None:
    """Clocks disagreed about the outage: nobody gets more than there was."""
    bench = pair(Clock("bank", 60))
    seat = bench.acting()
    room = bench.room()
    room.fold(Credited(at=bench.now, milliseconds=3_600_000))
    assert room.deadline(seat) == bench.now + 60_000
    action = room.match.text(room.match.legal(seat)[0])
    room.fold(Moved(at=bench.now + 1000, seat=seat, action=action))
    assert room.chairs[seat].left == 59_000


def test_who_stands_up_and_comes_back_has_thought_so_long_already() -> None:
    bench = pair(Clock("bank", 60))
    seat = bench.acting()
    bench.now += 20_000
    bench.do(seat + 1, p.Stand(id="up", seat=seat))
    bench.now += 20_000
    bench.do(seat + 1, p.TakeBack(id="back", seat=seat))
    assert bench.last(seat + 1, "table")["seats"][seat]["left"] == 40_000


def test_nobody_is_timed_out_when_the_clock_was_set_back_meanwhile() -> None:
    bench = pair(Clock("move", 10))
    seat = bench.acting()
    bench.wait(10_000)
    assert bench.waits(Think)
    bench.now -= 5000
    bench.think()
    bench.settle()
    assert not any(isinstance(entry, Moved) for entry in entries(bench))
    bench.wait(5000)
    bench.think()
    bench.settle()
    moved = entries(bench)[-1]
    assert isinstance(moved, Moved)
    assert (moved.seat, moved.way) == (seat, "clock")


def test_a_clock_that_is_set_back_holds_up_no_bot() -> None:
    bench = alone()
    while bench.acting() == 0:
        bench.play(1, f"{bench.room().seq}")
        bench.settle()
    bench.now -= 3_600_000
    bench.wait(0)
    bench.think()
    for _ in range(3):
        bench.wait(1000)
    bench.settle()
    moved = entries(bench)[-1]
    assert isinstance(moved, Moved)
    assert moved.seat == 1


def test_nobody_is_too_fast_because_the_clock_was_set_back() -> None:
    bench = pair()
    for n in range(MESSAGES + 10):
        if n == MESSAGES // 2:
            bench.now -= 3_600_000
        bench.send(1, p.Ping(n))
    assert "bye" not in {said["t"] for said in bench.heard[1]}


def test_a_bot_whose_move_came_to_nothing_is_asked_again() -> None:
    bench = alone()
    while bench.acting() == 0:
        bench.play(1, f"{bench.room().seq}")
        bench.settle()
    legal = bench.room().match.legal(1)
    bench.think(next(action for action in range(999) if action not in legal))
    for _ in range(3):
        bench.wait(1000)
    bench.think()
    bench.settle()
    moved = entries(bench)[-1]
    assert isinstance(moved, Moved)
    assert moved.seat == 1


def test_alarms_do_not_pile_up() -> None:
    bench = pair(Clock("move", 86_400))
    bench.node.limited = False
    for _ in range(300):
        bench.send(1, p.Join(p.PROTOCOL))
        bench.wait(100)
    assert len(bench.node.alarms) < 20
    assert bench.node.next_alarm() == bench.room().deadline(bench.acting())


# -- seats and shares ------------------------------------------------------------


def test_a_link_is_no_good_when_somebody_else_sits_there() -> None:
    bench = Bench()
    bench.create(ME, OPEN)
    bench.connect(1, ADA)
    bench.connect(2, BO)
    bench.settle()
    bench.sit(1, ADA, 1)
    bench.do(1, p.Link(1))
    token = bench.last(1, "link")["token"]
    bench.do(1, p.Stand(id="up", seat=1))
    bench.sit(2, BO, 1)
    bench.claim(token, CY)
    assert bench.replies.pop().code == "link"
    assert bench.room().chairs[1].person == "bo"
    bench.do(2, p.Link(1))
    bench.claim(bench.last(2, "link")["token"], CY)
    bench.settle()
    assert bench.replies.pop()["table"] == bench.table
    assert bench.room().chairs[1].person == "cy"


def test_who_claims_the_last_seat_that_was_missing_starts_the_game() -> None:
    bench = Bench()
    bench.create(ME, OPEN)
    bench.connect(1, ADA)
    bench.connect(2, BO)
    bench.settle()
    bench.sit(1, ADA, 0)
    bench.sit(2, BO, 1)
    bench.do(2, p.Link(1))
    bench.do(1, p.Start(id="start"))
    bench.do(1, p.Reveal(id="mine", share=b"ada".ljust(32, b".").hex()))
    assert bench.room().phase == "sealing"
    bench.claim(bench.last(2, "link")["token"], ADA)
    bench.settle()
    assert bench.room().phase == "playing"
    assert bench.room().seats_of("ada") == [0, 1]


@pytest.mark.parametrize("seen", [-3, -(10**30), 10**9])
def test_who_is_wrong_about_what_it_has_seen_is_told_all(seen: int) -> None:
    bench = pair()
    bench.connect(3, CY, {"null": seen})
    bench.settle()
    told = bench.last(3, "told")
    assert told["all"] is True
    assert len(told["events"]) == told["n"]


def test_who_joins_is_shown_the_table_once() -> None:
    bench = pair()
    bench.connect(3, CY)
    bench.settle()
    assert [said["t"] for said in bench.heard[3]] == ["welcome", "table", "told"]
    assert bench.last(1, "table")["watchers"] == 1


def test_a_table_that_is_not_there_leaves_nothing() -> None:
    bench = Bench()
    bench.table = "nowhere"
    bench.connect(1, ADA)
    assert bench.waits(Load)
    bench.read()
    assert bench.last(1, "bye")["code"] == "no_table"
    bench.node.disconnected(1, bench.now)
    bench.wait(IDLE)
    assert not bench.node.desks
    assert not bench.node.due
    bench.claim(json.dumps({"table": "nowhere", "seat": 0, "held": 0}), ADA)
    bench.read()
    assert bench.replies.pop().code == "no_table"
    assert not bench.node.desks


def test_messages_go_out_by_connection_in_order() -> None:
    """Who is acknowledged hears it first; nobody hears anything after they were dropped."""
    load = Load("t", 0)
    effects: list[Effect] = [
        *(Send(2, b"ack"), Send(1, b"told"), load, Send(2, b"told")),
        *(Drop(1, 1000), Send(1, b"late"), Send(3, b"told")),
    ]
    sends, rest = sorted_out(effects)
    assert list(sends.items()) == [(2, [b"ack", b"told"]), (1, [b"told"]), (3, [b"told"])]
    assert rest == [load, Drop(1, 1000)]
