"""Whoever does whatever to a server: it lives, the others play on, and nothing grows without end."""

from __future__ import annotations

import asyncio
import contextlib
import gc
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
from tablee.client import Failed, Server
from tablee.client import Table as Seat
from tablee.server import doors, limits, node, websocket
from tablee.server.app import MOST_BODY
from tablee.server.protocol import MOST_BYTES
from tablee.server.serving import Running

ELSEWHERE = "127.0.0.2"  # another household than the one that plays
MEGABYTES = 1 << 20


class Scene:
    """A server at which two people play Meowtopia, and somebody who means it no good."""

    def __init__(self, server: Running, tables: list[Seat], foe: Server) -> None:
        self.server = server
        self.tables = tables
        self.table = tables[0].id
        self.foe = foe
        self.moves = 0
        self.luck = Random(0)
        self.lines: list[Raw] = []

    async def play_on(self, seconds: float = 0.3) -> None:
        """Move, again and again; a move that is not acknowledged is a failure."""
        while True:
            for table in self.tables:
                turn = table.turn()
                if turn is not None:
                    await asyncio.wait_for(turn.play(self.luck.choice(turn.legal)), 10)
                    self.moves += 1
            await asyncio.sleep(seconds)

    async def raw(self, at: str = "127.0.0.1", **how: Any) -> Raw:
        self.lines.append(await Raw(self.server.port, at).open(**how))
        return self.lines[-1]

    async def line(self, at: str = "127.0.0.1", **how: Any) -> Raw:
        line = Raw(self.server.port, at)
        self.lines.append(line)
        return await line.upgrade(self.table, self.foe.session, **how)

    async def joined(self, at: str = "127.0.0.1", **how: Any) -> Raw:
        line = await self.line(at, **how)
        line.send(JOIN)
        if not how:
            await line.until("told")
        return line

    def sockets(self) -> int:
        return len(self.server.engine.lines)

    async def settle(self, sockets: int = 2, seconds: float = 5.0) -> None:
        """Until only those who play are connected."""
        end = asyncio.get_running_loop().time() + seconds
        while self.sockets() != sockets and asyncio.get_running_loop().time() < end:
            await asyncio.sleep(0.02)
        assert self.sockets() == sockets


@contextlib.asynccontextmanager
async def scene(folder: Path, **settings: Any) -> AsyncIterator[Scene]:
    async with served(folder, bots=False, **settings) as server:
        people = [await person(server, name) for name in ("Ada", "Bo")]
        foe = await person(server, "Eve")
        async with started(people, "meowtopia") as tables:
            made = Scene(server, tables, foe)
            playing = asyncio.create_task(made.play_on())
            await asyncio.sleep(0)
            try:
                yield made
                # Whatever happened: they still play, and the server still answers.
                before = made.moves
                while made.moves < before + 2 and not playing.done():
                    await asyncio.sleep(0.02)
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


pytestmark = pytest.mark.usefixtures("quiet")

Attack = Callable[[Scene], Awaitable[None]]


def attacked(folder: Path, attack: Attack, **settings: Any) -> None:
    """With the loop that `tablee serve` has."""

    async def main() -> None:
        async with scene(folder, **settings) as made:
            await attack(made)

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
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
        for byte in whole[:2000]:
            line.send(bytes([byte]))
            request.send(b"x")
            await asyncio.sleep(0.0005)
        assert await request.is_cut()
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
            if luck.randrange(2):
                await asyncio.sleep(0.005)
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
        await close_all(lines)

    attacked(tmp_path, attack)


def test_who_does_not_read_an_answer_is_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doors, "PATIENCE", 0.4)
    monkeypatch.setattr(doors, "MOST_SENT", 4096)

    async def attack(made: Scene) -> None:
        lines = []
        for _ in range(5):
            line = await made.raw(small=True)
            lines.append(line)
            line.send(b"GET /api/protocol HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n")
        await asyncio.sleep(0.1)
        assert open_doors(made) >= 5
        await asyncio.sleep(1.0)
        assert open_doors(made) < 5
        await close_all(lines)

    attacked(tmp_path, attack)


def open_doors(made: Scene) -> int:
    return sum(isinstance(each, doors.Door) for each in made.server.server.server_state.connections)


def test_who_never_joins_is_sent_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits.Gate, "sweep", 0.3)
    monkeypatch.setattr(limits.Gate, "closing", 0.3)

    async def attack(made: Scene) -> None:
        silent = await made.line()
        chatty = await made.line()
        for _ in range(12):  # says something, so that it is there, but not what it wants
            chatty.send(frame(b"", PONG))
            await asyncio.sleep(0.05)
        assert await silent.is_cut(2)
        assert await chatty.is_cut(2)
        await made.settle()

    attacked(tmp_path, attack)


def test_who_is_gone_without_a_word_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cable that was pulled: no answer to pings, and no end of the connection either."""
    monkeypatch.setattr(limits.Gate, "sweep", 0.3)

    async def attack(made: Scene) -> None:
        line = await made.joined()
        assert made.sockets() == 3
        await made.settle(seconds=3)
        assert await line.is_cut(1)

    attacked(tmp_path, attack)


# -- those who do not say what they want ---------------------------------------------------------------

HEAD = b"GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n"


def test_half_a_request_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing; half a head; a head byte by byte; half a body; and all that as a second request."""
    monkeypatch.setattr(doors, "PATIENCE", 0.5)
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
                for n in range(200):
                    slow.send(b"x" if n else b"x-slow: ")
                    await slow.writer.drain()
                    await asyncio.sleep(0.02)

        task = asyncio.create_task(trickle())
        cut = await asyncio.gather(*(line.is_cut(3) for line in (*lines, slow)))
        assert all(cut), cut
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
        refused = 0
        for _ in range(limits.MOST["write"].once + 25):
            try:
                again = await made.line(ELSEWHERE)
            except ConnectionRefusedError as error:
                refused += error.args == (429,)
                continue
            again.send(JOIN, *(said({"t": "ping", "n": n}) for n in range(40)))
            again.close()
        assert refused >= 5
        await made.settle()
        await made.joined()  # from another address, all is well

    attacked(tmp_path, attack, limited=True)


def test_all_lines_of_an_address_together_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lines that each keep to what one may say."""
    monkeypatch.setattr(limits.Gate, "closing", 0.1)

    async def attack(made: Scene) -> None:
        lines = [await made.joined(ELSEWHERE) for _ in range(18)]
        for line in lines:
            line.send(*(said({"t": "ping", "n": n}) for n in range(20)))
        await asyncio.sleep(0.3)
        assert 2 < made.sockets() < 16
        await close_all(lines)
        await made.settle()

    attacked(tmp_path, attack, limited=True)


def test_a_flood_of_connections_is_bounded(tmp_path: Path) -> None:
    async def attack(made: Scene) -> None:
        lines = []
        for _ in range(3):  # so many that nobody comes too often, but too many stay
            lines += [await made.raw(ELSEWHERE) for _ in range(40)]
            await asyncio.sleep(1)
        assert open_doors(made) <= limits.OPEN_EACH + 2
        cut = await asyncio.gather(*(line.is_cut(0.3) for line in lines))
        assert sum(cut) >= 20
        honest = await made.raw()
        honest.send(OURS)
        assert (await honest.answer()).startswith(b"HTTP/1.1 200 ")
        await close_all(lines)
        # Each of them was counted out again.
        assert (await made.raw(ELSEWHERE)).reader is not None
        # And so is a stream of short ones.
        refused = 0
        for _ in range(limits.MOST["visit"].once + 100):
            line = await made.raw(ELSEWHERE)
            line.send(OURS)
            refused += await line.answer() == b""
            line.close()
        assert refused > 0

    attacked(tmp_path, attack, limited=True)


def test_there_is_a_most_for_all_addresses_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "OPEN", 40)

    async def attack(made: Scene) -> None:
        lines = []
        for n in range(60):
            line = await made.raw(f"127.0.1.{n % 6 + 1}")
            lines.append(line)
        cut = await asyncio.gather(*(line.is_cut(0.3) for line in lines))
        assert 20 <= sum(cut) <= 30
        await close_all(lines)

    attacked(tmp_path, attack, limited=True)


def test_a_flood_of_requests_is_held_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablee.server.app.HOLD", 0.2)

    async def attack(made: Scene) -> None:
        ask = b"GET /api/games HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"
        lines = [await made.raw(ELSEWHERE) for _ in range(10)]
        answers = []

        async def keep_asking(line: Raw) -> None:
            while True:
                line.send(ask)
                answers.append(await line.response())

        tasks = [asyncio.create_task(keep_asking(line)) for line in lines]
        await asyncio.sleep(1.5)
        for task in tasks:
            task.cancel()
        fine = [answer for answer in answers if answer.startswith(b"HTTP/1.1 200 ")]
        often = [answer for answer in answers if answer.startswith(b"HTTP/1.1 429 ")]
        most = limits.MOST["read"]
        assert most.once <= len(fine) <= most.once + 3 * most.rate
        # Who asks too often waits: ten lines get few answers in that time.
        assert 10 <= len(often) <= 80
        assert b"retry-after: 1" in often[0]
        assert len(await made.foe.ask("GET", "/api/games")) == 5
        await close_all(lines)

    attacked(tmp_path, attack, limited=True)


def test_new_tables_are_counted_on_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablee.server.app.HOLD", 0.0)

    async def attack(made: Scene) -> None:
        wanted = [made.foe.create("mow", ["me", "easy"]) for _ in range(limits.MOST["heavy"].once + 3)]
        found = await asyncio.gather(*wanted, return_exceptions=True)
        refused = [each for each in found if isinstance(each, Failed)]
        assert 1 <= len(refused) <= 4  # one was made for those who play
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
        link = (await made.tables[0].question("link", seat=0))["token"]
        for token in ("", "x", link[:-3] + "abc", link[3:], "." * 900, link.swapcase()):
            with pytest.raises(Failed) as caught:
                await made.foe.claim(token)
            assert caught.value.status in (400, 403), token
        with pytest.raises(Failed):  # a session is no link, though we signed it
            await made.foe.claim(made.foe.session)
        assert made.tables[0].info["seats"][0]["name"] == "Ada"

    attacked(tmp_path, attack)
