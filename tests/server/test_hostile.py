"""Whoever does whatever to a server: it lives, the others play on, and nothing grows without end."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import itertools
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

import psutil
import pytest
import structlog
import uvloop

from server.live import person, served, started
from server.raw import BINARY, CLOSE, JOIN, PING, PONG, TEXT, Raw, close_all, frame, said
from support import LAST_RESORT, Clock, soon
from tablee.client import Failed, Server
from tablee.client import Table as Seat
from tablee.server import app, doors, engine, limits, node, websocket
from tablee.server.app import MOST_BODY
from tablee.server.protocol import MOST_BYTES
from tablee.server.serving import Running

ELSEWHERE = "127.0.0.2"  # another household than the one that plays
MEGABYTES = 1 << 20
MOVES = 10  # during an attack: the game is not over then, nor does anybody move too often


class Scene:
    """A server at which two people play Meowtopia, and somebody who means it no good."""

    def __init__(self, server: Running, tables: list[Seat], foe: Server, clock: Clock) -> None:
        self.server = server
        self.gate = gate_of(server)
        self.tables = tables
        self.table = tables[0].id
        self.foe = foe
        self.clock = clock
        self.moves = 0
        self.wanted = 1
        self.luck = Random(0)
        self.lines: list[Raw] = []

    async def play_on(self) -> None:
        """Move as often as is wanted; a move that is not acknowledged is a failure."""
        while True:
            for table in self.tables:
                turn = table.turn()
                if turn is not None and self.moves < self.wanted:
                    await turn.play(self.luck.choice(turn.legal))
                    self.moves += 1
            await asyncio.sleep(0.005)

    def add(self, line: Raw) -> Raw:
        """Whoever comes: somebody else moves meanwhile."""
        self.wanted = min(self.wanted + 1, MOVES)
        self.lines.append(line)
        return line

    async def raw(self, at: str = "127.0.0.1", **how: Any) -> Raw:
        return await self.add(Raw(self.server.port, at)).open(**how)

    async def line(self, at: str = "127.0.0.1", **how: Any) -> Raw:
        return await self.add(Raw(self.server.port, at)).upgrade(self.table, self.foe.session, **how)

    async def joined(self, at: str = "127.0.0.1", **how: Any) -> Raw:
        line = await self.line(at, **how)
        line.send(JOIN)
        if not how:
            await line.until("told")
        return line

    def sockets(self) -> int:
        return len(self.server.engine.lines)

    def foes(self) -> list[websocket.WebSocket]:
        """The server's ends of all sockets but those of the people who play."""
        return list(self.server.engine.lines.values())[2:]  # type: ignore[arg-type]

    async def settle(self) -> None:
        await soon("only those who play are connected", lambda: self.sockets() == 2)


def gate_of(server: Running) -> limits.Gate:
    found = server.server.config.http.args[0]  # type: ignore[union-attr]
    assert isinstance(found, limits.Gate)
    return found


@contextlib.asynccontextmanager
async def scene(folder: Path, clock: Clock, **settings: Any) -> AsyncIterator[Scene]:
    async with served(folder, bots=False, **settings) as server:
        gate_of(server).limits.clock = clock
        people = [await person(server, name) for name in ("Ada", "Bo")]
        foe = await person(server, "Eve")
        async with started(people, "meowtopia") as tables:
            made = Scene(server, tables, foe, clock)
            playing = asyncio.create_task(made.play_on())
            await asyncio.sleep(0)
            try:
                yield made
                # Whatever happened: they still play, and the server still answers.
                clock.now += 60.0
                made.wanted = made.moves + 2
                await soon("they move", lambda: playing.done() or made.moves >= made.wanted)
                assert (await foe.ask("GET", "/healthz")) == {"ok": True}
            finally:
                for line in made.lines:
                    line.close()
                playing.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await playing


@pytest.fixture
def quiet(caplog: pytest.LogCaptureFixture) -> Any:
    """Nothing of it is worth a line in the log, and least of all a traceback."""
    caplog.set_level(logging.WARNING)
    with structlog.testing.capture_logs() as logged:
        yield
    assert not [line for line in logged if line["log_level"] in ("error", "critical")]
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert "Traceback" not in caplog.text


@pytest.fixture
def timeless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is sent away for being slow, unless a test says so."""
    for name in ("ask", "gone", "term"):
        monkeypatch.setattr(limits.Gate, name, LAST_RESORT)
    monkeypatch.setattr(doors, "PATIENCE", LAST_RESORT)
    monkeypatch.setattr(app, "HOLD", 0.0)


pytestmark = pytest.mark.usefixtures("quiet", "timeless")

Attack = Callable[[Scene], Awaitable[None]]


def attacked(folder: Path, attack: Attack, **settings: Any) -> None:
    """With the loop that `tablee serve` has. Time stands still, and fills no purse."""
    clock = Clock()

    async def main() -> None:
        async with scene(folder, clock, **settings) as made:
            await attack(made)

    with (
        pytest.MonkeyPatch.context() as change,
        asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
    ):
        change.setattr(engine, "time", clock)
        runner.run(main())


# -- messages that are none ----------------------------------------------------------------------------

NONSENSE = [
    b"",
    b"{",
    b"null",
    b"[]",
    b'"join"',
    b"{}",
    b'{"t":"fly"}',
    b'{"t":1}',
    b'{"t":"play"}',
    b'{"t":"play","id":"1","seat":"0","turn":0,"action":"x"}',
    b'{"t":"play","id":"1","seat":-1,"turn":0,"action":"x"}',
    b'{"t":"play","id":"1","seat":0,"turn":1.5,"action":"x"}',
    b'{"t":"play","id":"","seat":0,"turn":0,"action":"x"}',
    b'{"t":"ping","n":NaN}',
    b'{"t":"ping","n":Infinity}',
    b'{"t":"ping","n":1e999}',
    b'{"t":"ping","n":' + b"9" * 5000 + b"}",
    b'{"t":"ping","n":1,"extra":1}',
    b'{"t":"ping","n":{"$gt":0}}',
    b'{"t":"say","id":"1","text":"\xff\xfe"}',
    b'{"t":"say","id":"1","text":"\\ud800"}',
    b'{"t":"say","id":"1","text":"' + b"x" * 301 + b'"}',
    b'{"t":"rename","id":"1","seat":0,"name":""}',
    b'{"t":"tell","id":"1","phrase":"<b>"}',
    b'{"t":"hurry","id":"1"}',
    b'{"t":"configure","id":"1","seats":2,"listed":true,"clock":{},"options":' + b"[" * 3000,
    b'{"t":"configure","id":"1","seats":2,"listed":true,"clock":{},"options":{"a":' + b'{"a":' * 1500,
    b'{"t":"reveal","id":"1","share":"' + b"g" * 64 + b'"}',
    b"\x00" * 100,
    b"{" * MOST_BYTES,
]


def test_what_cannot_be_read_is_refused_and_then_the_line_is_cut(tmp_path: Path) -> None:
    async def attack(made: Scene) -> None:
        for n in range(0, len(NONSENSE), 5):
            line = await made.joined()
            line.send(*(frame(data) for data in NONSENSE[n : n + 5]))
            if len(NONSENSE[n : n + 5]) < 5:
                line.send(*[frame(b"?")] * 5)
            heard = await line.hear()
            codes = [each.get("code") for each in heard if each["t"] in ("refused", "bye")]
            assert codes == ["malformed_message"] * 4 + ["malformed"]
            assert line.code == 1008
        await made.settle()

    attacked(tmp_path, attack)


def test_odd_messages_that_can_be_read_are_refused_in_words(tmp_path: Path) -> None:
    """Of the right types, and yet no sense in them."""
    odd: list[dict[str, Any]] = [
        {"t": "play", "id": "1", "seat": 9, "turn": 0, "action": "send 1"},
        {"t": "play", "id": "2", "seat": 0, "turn": -(2**63), "action": "\u202e\x00"},
        {"t": "why", "seat": 0, "action": "x" * 200},
        {"t": "sit", "id": "3", "seat": 0, "commitment": "0" * 64},
        {"t": "say", "id": "4", "text": "\u202e\u0000"},
        {"t": "say", "id": "5", "text": " \t "},
        {"t": "replace", "id": "6", "seat": 0, "level": "../../etc"},
        {"t": "mute", "id": "7", "person": "x" * 64, "on": True},
        {"t": "reveal", "id": "8", "share": "0" * 64},
        {"t": "rematch", "id": "0" * 64},
        {"t": "take_back", "id": "10", "seat": 9},
        {"t": "rename", "id": "11", "seat": 9, "name": "Ada"},
        {"t": "rename", "id": "12", "seat": 0, "name": "\u202eadA"},
        {"t": "move", "id": "13", "seat": 0, "to": 9},
        {"t": "choose", "id": "14", "seat": 0, "option": "__class__", "value": "red"},
    ]

    async def attack(made: Scene) -> None:
        line = await made.joined()
        for message in odd:
            line.send(said(message))
            refused = await line.until("refused")
            assert refused["code"] not in ("failed", "malformed_message"), message
            assert set(refused["messages"]) == {"fr", "en"}
        # Numbers that nobody has heard of, of seats that nobody plays.
        seen = {"0": 10**18, "-1": 5, "99": -1, "null": -(10**18), "٣": 1, "x" * 500: 1}
        line.send(said({"t": "join", "protocol": 1, "seen": seen}))
        assert (await line.until("told"))["all"]
        line.send(said({"t": "join", "protocol": 2}))
        assert (await line.hear())[-1]["code"] == "protocol"
        assert line.code == 1008
        await made.settle()

    attacked(tmp_path, attack)


# -- frames that are none ------------------------------------------------------------------------------

PIECE = frame(b'{"t":', first=0)
BAD_FRAMES = {
    "binary": (1003, frame(b"{}", BINARY)),
    "binary in pieces": (1003, frame(b"{}", BINARY, first=0)),
    "too long": (1009, frame(b" " * (MOST_BYTES + 1))),
    "a head that promises too much": (
        1009,
        bytes([0x81, 0xFF]) + (2**62).to_bytes(8, "big") + b"x" * 4,
    ),
    "too long in pieces": (1009, frame(b" " * 8000, first=0) + frame(b" " * 8000, 0)),
    "not masked": (1002, frame(b"{}", masked=False)),
    "reserved bits": (1002, frame(b"{}", first=0xC0)),
    "a reserved opcode": (1002, frame(b"", 3)),
    "a reserved control opcode": (1002, frame(b"", 11)),
    "a long ping": (1002, frame(b"x" * 126, PING)),
    "a ping in pieces": (1002, frame(b"x", PING, first=0)),
    "a piece without a beginning": (1002, frame(b"x", 0)),
    "a message within another": (1002, PIECE + frame(b"{}")),
    "a thousand pieces": (1008, PIECE + frame(b"", 0, first=0) * 1000),
    "a flood of pings": (1008, frame(b"x" * 100, PING) * 30_000),
    "a flood of pongs": (1008, frame(b"", PONG) * 30_000),
    "a flood of nothing": (1008, frame(b"") * 30_000),
}


@pytest.mark.parametrize("name", BAD_FRAMES)
def test_a_bad_frame_ends_the_line(name: str, tmp_path: Path) -> None:
    code, data = BAD_FRAMES[name]

    async def attack(made: Scene) -> None:
        line = await made.joined()
        line.send(data)
        await line.hear()
        assert line.code in (code, None)  # who floods may be cut off before reading it
        assert line.code == code or "flood" in name
        await made.settle()

    attacked(tmp_path, attack, limited=True)


GOODBYES = [
    b"",
    b"\x03",
    b"\x03\xe8",
    b"\0\0",
    b"\xff\xff",
    b"\x03\xed",
    b"\x03\xe8\xff\xfe",
    b"x" * 125,
]


@pytest.mark.parametrize("body", GOODBYES)
def test_a_goodbye_is_a_goodbye_whatever_it_says(body: bytes, tmp_path: Path) -> None:
    async def attack(made: Scene) -> None:
        line = await made.joined()
        line.send(frame(body, CLOSE))
        await line.hear()
        assert line.code == 1000
        await made.settle()

    attacked(tmp_path, attack)


def test_a_message_in_pieces_with_a_ping_between_is_one_message(tmp_path: Path) -> None:
    async def attack(made: Scene) -> None:
        line = await made.joined()
        whole = frame(b'{"t":"pi', first=0) + frame(b"between", PING)
        whole += frame(b'ng","n"', 0, first=0) + frame(b":7}", 0)
        for byte in whole:  # and every byte on its own
            line.send(bytes([byte]))
            await asyncio.sleep(0)
        assert (await line.frame())[0] in (TEXT, PONG)
        assert (await line.until("pong"))["n"] == 7
        line.close()
        await made.settle()

    attacked(tmp_path, attack)


def test_who_sends_byte_by_byte_for_ever_is_sent_away(tmp_path: Path) -> None:
    async def attack(made: Scene) -> None:
        line, request = await made.joined(), await made.raw()
        request.send(HEAD)
        whole = frame(b" " * 8000)
        for byte in whole:
            line.send(bytes([byte]))
            request.send(b"x")
            await asyncio.sleep(0)
        await request.is_cut()
        await line.hear()
        assert line.code == 1008
        await made.settle()

    attacked(tmp_path, attack)


def test_bytes_at_random_do_no_harm(tmp_path: Path) -> None:
    async def attack(made: Scene) -> None:
        luck = Random(5)
        for n in range(60):
            raw = await (made.line() if n % 2 else made.raw())
            raw.send(luck.randbytes(luck.choice((1, 10, 100, 5000))))
            if luck.randrange(2):  # once they have been read
                await made.foe.ask("GET", "/healthz")
            raw.close()
        await made.settle()

    attacked(tmp_path, attack)


# -- those who do not take what they are given ---------------------------------------------------------


def memory() -> int:
    gc.collect()
    return int(psutil.Process().memory_info().rss)


def test_a_reader_who_never_reads_is_cut_off(tmp_path: Path) -> None:
    """Asking for everything again and again, and taking none of it."""

    async def attack(made: Scene) -> None:
        before = memory()
        lines = [await made.joined(small=True) for _ in range(5)]
        most = 0
        for _ in range(400):
            for line in lines:
                line.send(said({"t": "sync"}))
            await asyncio.sleep(0)
            waiting = [
                each.transport.get_write_buffer_size()
                for each in made.server.engine.lines.values()
                if isinstance(each, websocket.WebSocket)
            ]
            most = max(most, *waiting)
        await made.settle()
        assert 0 < most < websocket.MOST_WAITING + 65536
        assert memory() - before < 60 * MEGABYTES
        close_all(lines)

    attacked(tmp_path, attack)


def test_who_does_not_read_an_answer_is_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doors, "MOST_SENT", 4096)
    waited_for: list[doors.Door] = []
    honest = doors.Door.pause_writing

    def pause_writing(door: doors.Door) -> None:
        """Only who does not take the answer has to hurry."""
        waited_for.append(door)
        with pytest.MonkeyPatch.context() as change:
            change.setattr(doors, "PATIENCE", 0.4)
            honest(door)

    monkeypatch.setattr(doors.Door, "pause_writing", pause_writing)

    async def attack(made: Scene) -> None:
        lines = []
        for _ in range(5):
            line = await made.raw(small=True)
            lines.append(line)
            line.send(b"GET /api/protocol HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n")
        await soon("five have their answers before them", lambda: len(set(waited_for)) == 5)
        await soon("they are cut off", lambda: open_doors(made) == 0)
        close_all(lines)

    attacked(tmp_path, attack)


def open_doors(made: Scene) -> int:
    return sum(isinstance(each, doors.Door) for each in made.server.server.server_state.connections)


def hasten(made: Scene, gone: float = LAST_RESORT) -> websocket.WebSocket:
    """What is looked at every few seconds, several times in one: at the newest socket."""
    made.gate.ask, made.gate.gone = 0.1, gone
    socket = made.foes()[-1]
    assert socket.timer is not None
    socket.timer.cancel()  # it was set for much later
    socket.look()
    return socket


def test_who_never_joins_is_sent_away(tmp_path: Path) -> None:
    async def attack(made: Scene) -> None:
        chatty = await made.line()
        chatty.send(frame(b"?", PING))  # says something, so that it is there, but not what it wants
        assert await chatty.next(PONG) == b"?"
        made.gate.closing = 0.1
        socket = hasten(made)
        socket.term = 0.0
        while (opcode := (await chatty.frame())[0]) == PING:
            chatty.send(frame(b"", PONG))
        assert opcode == CLOSE
        await chatty.is_cut()  # though it does not hang up
        await made.settle()

    attacked(tmp_path, attack)


def test_who_says_nothing_at_all_is_sent_away(tmp_path: Path) -> None:
    async def attack(made: Scene) -> None:
        silent = await made.line()
        hasten(made, gone=0.3)
        await silent.is_cut()
        await made.settle()

    attacked(tmp_path, attack)


def test_who_is_gone_without_a_word_is_noticed(tmp_path: Path) -> None:
    """A cable that was pulled: no answer to pings, and no end of the connection either."""

    async def attack(made: Scene) -> None:
        line = await made.joined()
        hasten(made, gone=0.3)
        assert made.sockets() == 3, "it was heard a moment ago"
        await line.is_cut()
        await made.settle()

    attacked(tmp_path, attack)


def test_who_answers_stays(tmp_path: Path) -> None:
    """Asked again and again; what small things are counted begins anew each term."""

    async def attack(made: Scene) -> None:
        line = await made.joined()
        made.gate.ask = made.gate.term = 0.0
        (socket,) = made.foes()
        for n in range(8):
            assert socket.timer is not None
            socket.timer.cancel()
            socket.look()
            await line.next(PING)
            socket.control = websocket.MOST_CONTROL - 2
            line.send(frame(b"", PONG), frame(b"%d" % n, PING))
            assert await line.next(PONG) == b"%d" % n
        assert made.sockets() == 3

    attacked(tmp_path, attack)


def test_others_know_within_ten_seconds() -> None:
    """A look comes when silence has lasted as long as it may: a second is left to tell the others."""
    assert limits.ASK < limits.GONE <= 9
    assert limits.GONE - limits.ASK >= 5, "who is there has time for an answer"


# -- those who do not say what they want ---------------------------------------------------------------

HEAD = b"GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n"


def test_half_a_request_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing; half a head; a head byte by byte; half a body; and all that as a second request."""
    monkeypatch.setattr(doors, "PATIENCE", 0.5)
    monkeypatch.setattr(doors, "MOST_PIECES", 1 << 30)
    post = b"POST /api/session HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 100\r\n\r\n{"
    chunked = (
        b"POST /api/session HTTP/1.1\r\nhost: 127.0.0.1\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"
    )

    async def attack(made: Scene) -> None:
        lines = []
        for begun in (b"", b"GE", HEAD, post, chunked, HEAD + b"\r\n" + HEAD, HEAD + b"\r\n" + post):
            line = await made.raw()
            line.send(begun)
            lines.append(line)
        slow = await made.raw()
        slow.send(HEAD)

        async def trickle() -> None:
            with contextlib.suppress(ConnectionError):
                for n in itertools.count():
                    slow.send(b"x" if n else b"x-slow: ")
                    await slow.writer.drain()
                    await asyncio.sleep(0.02)

        task = asyncio.create_task(trickle())
        await asyncio.gather(*(line.is_cut() for line in (*lines, slow)))
        task.cancel()

    attacked(tmp_path, attack)


def test_a_request_without_end_is_cut(tmp_path: Path) -> None:
    """A head, a body or chunks that go on for ever."""
    post = b"POST /api/session HTTP/1.1\r\nhost: 127.0.0.1\r\n"
    beginnings = {
        b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n": b"x-header: " + b"y" * 1000 + b"\r\n",
        b"GET /": b"y" * 1000,
        b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nx: ": b"y" * 1000,
        b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 999999999\r\n\r\n": b"y" * 1000,
        post + b"content-length: 999999999\r\n\r\n": b" " * 1000,
        post + b"transfer-encoding: chunked\r\n\r\n": b"3e8\r\n" + b" " * 1000 + b"\r\n",
    }

    async def attack(made: Scene) -> None:
        before = memory()
        for begun, more in beginnings.items():
            line = await made.raw()
            line.send(begun)
            sent = 0
            with contextlib.suppress(ConnectionError):
                while sent < 30 * MEGABYTES:
                    line.send(more * 100)
                    sent += len(more) * 100
                    await line.writer.drain()
                    await asyncio.sleep(0)
            assert sent < 10 * MEGABYTES, begun
            line.close()
        assert memory() - before < 40 * MEGABYTES

    attacked(tmp_path, attack)


def test_a_body_that_is_too_large_is_refused(tmp_path: Path) -> None:
    async def attack(made: Scene) -> None:
        with pytest.raises(Failed) as caught:
            await made.foe.ask("POST", "/api/session", {"name": "x" * MOST_BODY})
        assert (caught.value.status, caught.value.code) == (413, "large")
        with pytest.raises(Failed) as caught:
            await made.foe.ask("POST", "/api/tables", {"game": "mow", "seats": [], "x": 1})
        assert (caught.value.status, caught.value.code) == (400, "body")

    attacked(tmp_path, attack)


ODD_REQUESTS = [
    b"POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
    b"POST /api/session HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}",
    b"POST /api/session HTTP/1.1\r\nhost: a\r\ncontent-length: +2\r\n\r\n{}",
    b"POST /api/session HTTP/1.1\r\nhost: a\r\ncontent-length: -1\r\n\r\n{}",
    b"POST /api/session HTTP/1.1\r\nhost: a\r\ncontent-length: 2, 2\r\n\r\n{}",
    b"POST /api/session HTTP/1.1\r\nhost: a\r\ntransfer-encoding: xchunked\r\n\r\n0\r\n\r\n",
    b"POST /api/session HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked, identity\r\n\r\n0\r\n\r\n",
    b"POST /api/session HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n\r\n",
    b"POST /api/session HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\nffffffffffffffff1\r\n",
    b"GET / HTTP/1.1\r\nhost : a\r\n\r\n",
    b"GET / HTTP/1.1\r\n host: a\r\n\r\n",
    b"GET / HTTP/1.1\r\nhost: a\r\nx: y\r\n folded\r\n\r\n",
    b"GET / HTTP/1.1\r\nhost: a\r\nx: y\x00z\r\n\r\n",
    b"GET / HTTP/1.1\r\nhost: a\nx: y\n\n",
    b"GET  / HTTP/1.1\r\nhost: a\r\n\r\n",
    b"GET / HTTP/9.9\r\nhost: a\r\n\r\n",
    b"get / HTTP/1.1\r\nhost: a\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"CONNECT evil.example:443 HTTP/1.1\r\nhost: a\r\n\r\n",
    b"OPTIONS * HTTP/1.1\r\nhost: a\r\n\r\n",
    b"GET http://[ HTTP/1.1\r\nhost: a\r\n\r\n",
    b"GET /%ff%fe/\xc3\xa9 HTTP/1.1\r\nhost: a\r\n\r\n",
    b"GET /api/tables/..%2f..%2fetc%2fpasswd HTTP/1.1\r\nhost: a\r\n\r\n",
    b"GET /api/games/%00 HTTP/1.1\r\nhost: a\r\n\r\n",
    b"GET /api/games/mow?\xff HTTP/1.1\r\nhost: a\r\n\r\n",
    b"GET / HTTP/1.1\r\nhost: a\r\nupgrade: h2c\r\nconnection: upgrade\r\n\r\n",
    b"GET /ws/x HTTP/1.1\r\nhost: a\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n",
    b"POST / HTTP/1.1\r\nupgrade: websocket\r\nconnection: upgrade\r\ncontent-length: 1\r\n\r\n1",
    b"GET / HTTP/1.1\r\nhost: a\r\nexpect: 100-continue\r\nexpect: magic\r\n\r\n",
    b"HEAD /api/games HTTP/1.1\r\nhost: a\r\n\r\n",
    b"GET /api/games HTTP/1.0\r\n\r\n",
    b"GET /metrics HTTP/1.1\r\nhost: a\r\nx-forwarded-for: \xff, ::ffff:999\r\n\r\n",
    b"GET /api/session HTTP/1.1\r\nhost: a\r\ncookie: tablee=\xff; tablee; =; ;;\r\n\r\n",
    b"GET /api/session HTTP/1.1\r\nhost: a\r\nauthorization: Bearer " + b"A." * 600 + b"\r\n\r\n",
    b"POST /api/session HTTP/1.1\r\nhost: a\r\norigin: http://[\r\ncontent-length: 2\r\n\r\n{}",
]  # fmt: skip
OURS = b"GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n"


def test_odd_requests_are_answered_or_cut_and_never_smuggled(tmp_path: Path) -> None:
    """After each comes an honest one on the same connection: one answer each, or an end."""

    async def attack(made: Scene) -> None:
        for odd in ODD_REQUESTS:
            line = await made.raw()
            line.send(odd, OURS)
            with contextlib.suppress(ConnectionError):
                line.writer.write_eof()
            answer = await line.answer()
            statuses = [int(part.split()[0]) for part in answer.split(b"HTTP/1.1 ")[1:]]
            assert len(statuses) <= 2, (odd, statuses)
            assert all(200 <= status < 500 and status != 101 for status in statuses), (odd, statuses)
            line.close()

    attacked(tmp_path, attack)


@pytest.mark.parametrize("odd", range(4))
def test_what_could_mean_two_things_is_refused(odd: int, tmp_path: Path) -> None:
    """Where a proxy before us could see another end of the request than we do, there is no request."""

    async def attack(made: Scene) -> None:
        line = await made.raw()
        line.send(ODD_REQUESTS[odd], OURS)
        answer = await line.answer()
        assert answer.startswith(b"HTTP/1.1 400 ")
        assert answer.count(b"HTTP/1.1 ") == 1

    attacked(tmp_path, attack)


def test_thousands_of_requests_at_once_are_no_requests(tmp_path: Path) -> None:
    async def attack(made: Scene) -> None:
        line = await made.raw()
        line.send(OURS.replace(b"connection: close\r\n", b"") * 5000)
        assert (await line.answer()).count(b"HTTP/1.1 ") < 3

    attacked(tmp_path, attack)


# -- floods --------------------------------------------------------------------------------------------


def test_a_flood_of_messages_is_cut_off(tmp_path: Path) -> None:
    async def attack(made: Scene) -> None:
        line = await made.joined(ELSEWHERE)
        line.send(*(said({"t": "ping", "n": n}) for n in range(200)))
        heard = await line.hear()
        pongs = [each for each in heard if each["t"] == "pong"]
        assert len(pongs) == node.MESSAGES - node.DEAR
        assert heard[-1]["code"] == "too_fast"
        assert line.code == 1008
        # Coming back at once does not help for long.
        refused, most = 0, limits.MOST["write"].once
        for _ in range(most + 25):
            try:
                again = await made.line(ELSEWHERE)
            except ConnectionRefusedError as error:
                refused += error.args == (429,)
                continue
            again.send(JOIN, *(said({"t": "ping", "n": n}) for n in range(40)))
            again.close()
        assert refused == 25 + 1  # the first line was one of those it may open
        await made.settle()
        await made.joined()  # from another address, all is well

    attacked(tmp_path, attack, limited=True)


def test_all_lines_of_an_address_together_are_counted(tmp_path: Path) -> None:
    """Lines that each keep to what one may say."""

    async def attack(made: Scene) -> None:
        lines = [await made.joined(ELSEWHERE) for _ in range(18)]
        for line in lines:
            line.send(*(said({"t": "ping", "n": n}) for n in range(20)))

        async def answered(line: Raw) -> int:
            """How many of them, until all are or the server hangs up."""
            for n in range(20):
                try:
                    assert (await line.until("pong"))["n"] == n
                except (asyncio.IncompleteReadError, ConnectionError):
                    return n
            return 20

        found = await asyncio.gather(*map(answered, lines))
        assert sum(found) == limits.MOST["message"].once - len(lines)
        served = found.count(20)
        assert 0 < served < 14
        await soon("the others are cut off", lambda: made.sockets() == 2 + served)
        close_all(lines)
        await made.settle()

    attacked(tmp_path, attack, limited=True)


def test_a_flood_of_connections_is_bounded(tmp_path: Path) -> None:
    async def attack(made: Scene) -> None:
        lines: list[Raw] = []
        await soon("nobody else is at the door", lambda: open_doors(made) == 0)
        for n in (40, 80, limits.OPEN_EACH):  # nobody comes too often, but too many stay
            lines += [await made.raw(ELSEWHERE) for _ in range(40)]
            await soon("they are let in", lambda n=n: open_doors(made) == n)  # type: ignore[misc]
            made.clock.now += 1.0
        await asyncio.gather(*(line.is_cut() for line in lines[limits.OPEN_EACH :]))
        assert open_doors(made) == limits.OPEN_EACH
        honest = await made.raw()
        honest.send(OURS)
        assert (await honest.answer()).startswith(b"HTTP/1.1 200 ")
        close_all(lines)
        # Each of them was counted out again.
        await soon("all are gone", lambda: open_doors(made) == 0)
        again = await made.raw(ELSEWHERE)
        again.send(OURS)
        assert (await again.answer()).startswith(b"HTTP/1.1 200 ")
        # And so is a stream of short ones.
        made.clock.now += limits.FULL
        refused, most = 0, limits.MOST["visit"].once
        for _ in range(most + 100):
            line = await made.raw(ELSEWHERE)
            line.send(OURS)
            refused += await line.answer() == b""
            line.close()
        assert refused == 100

    attacked(tmp_path, attack, limited=True)


def test_there_is_a_most_for_all_addresses_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "OPEN", 40)

    async def attack(made: Scene) -> None:
        await soon("only those who play are inside", lambda: made.gate.total == 2)
        lines = [await made.raw(f"127.0.1.{n % 6 + 1}") for n in range(60)]
        await asyncio.gather(*(line.is_cut() for line in lines[38:]))
        assert made.gate.total == 40
        for line in lines[:38]:
            line.send(OURS)
            assert (await line.answer()).startswith(b"HTTP/1.1 200 ")
        close_all(lines)

    attacked(tmp_path, attack, limited=True)


def test_a_flood_of_requests_is_held_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who asks too often waits for the answer to that; nobody else does."""
    held: list[float] = []
    enough = asyncio.Event()

    class Held:
        """As app.py sees asyncio: a time to wait is over when we say so."""

        def __getattr__(self, name: str) -> Any:
            return getattr(asyncio, name)

        async def sleep(self, seconds: float) -> None:
            held.append(seconds)
            await enough.wait()

    monkeypatch.setattr(app, "asyncio", Held())
    monkeypatch.setattr(app, "HOLD", 7.0)

    async def attack(made: Scene) -> None:
        ask = b"GET /api/games HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"
        lines = [await made.raw(ELSEWHERE) for _ in range(10)]
        answers: list[bytes] = []

        async def keep_asking(line: Raw) -> None:
            while True:
                line.send(ask)
                answers.append(await line.response())

        tasks = [asyncio.create_task(keep_asking(line)) for line in lines]
        await soon("ten wait", lambda: len(held) == 10)
        assert held == [7.0] * 10
        assert len(await made.foe.ask("GET", "/api/games")) == 5
        most = limits.MOST["read"].once
        assert len(answers) == most
        assert all(answer.startswith(b"HTTP/1.1 200 ") for answer in answers)
        enough.set()
        await soon("they are told why", lambda: len(answers) >= most + 10)
        for task in tasks:
            task.cancel()
        often = answers[most:]
        assert all(answer.startswith(b"HTTP/1.1 429 ") for answer in often)
        assert b"retry-after: 1" in often[0]
        close_all(lines)

    attacked(tmp_path, attack, limited=True)


def test_new_tables_are_counted_on_their_own(tmp_path: Path) -> None:
    async def attack(made: Scene) -> None:
        wanted = [made.foe.create("mow", ["me", "easy"]) for _ in range(limits.MOST["heavy"].once + 3)]
        found = await asyncio.gather(*wanted, return_exceptions=True)
        refused = [each for each in found if isinstance(each, Failed)]
        assert len(refused) == 4  # one was made for those who play
        assert refused[0].status == 429

    attacked(tmp_path, attack, limited=True)


def test_memory_does_not_grow_with_hostile_connections(tmp_path: Path) -> None:
    """A thousand lines that come, say nonsense and go."""

    async def attack(made: Scene) -> None:
        async def once(n: int) -> None:
            line = await made.joined()
            line.send(frame(NONSENSE[n % len(NONSENSE)]), frame(b"x" * 100, PING))
            if n % 3 == 0:
                line.send(frame(b"", CLOSE))
                await line.is_cut()
            line.close()

        for n in range(100):
            await once(n)
        await made.settle()
        before = memory()
        for n in range(1000):
            await once(n)
        await made.settle()
        assert memory() - before < 15 * MEGABYTES
        assert len(made.server.engine.node.conns) == 2
        assert len(made.server.engine.node.desks) == 1

    attacked(tmp_path, attack)


def test_a_link_that_was_tampered_with_moves_no_seat(tmp_path: Path) -> None:
    async def attack(made: Scene) -> None:
        await soon("nobody moves", lambda: made.moves == made.wanted)
        link = (await made.tables[0].question("link", seat=0))["token"]
        for token in ("", "x", link[:-3] + "abc", link[3:], "." * 900, link.swapcase()):
            with pytest.raises(Failed) as caught:
                await made.foe.claim(token)
            assert caught.value.status in (400, 403), token
        with pytest.raises(Failed):  # a session is no link, though we signed it
            await made.foe.claim(made.foe.session)
        assert made.tables[0].info["seats"][0]["name"] == "Ada"

    attacked(tmp_path, attack)
