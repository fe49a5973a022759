"""The WebSocket of a table (RFC 6455), without detours: a frame is one call to the engine, or from it.

Libraries made for any program need four times as long for a frame, and a move is five of them
(docs/decisions/0005). This one knows only what our protocol uses: messages of text, not compressed,
at most MOST_BYTES long from a client.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final, cast

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from websockets.utils import accept_key

from tablee.server.engine import Engine
from tablee.server.guard import Fault, caller_of, check_origin
from tablee.server.protocol import MOST_BYTES

PATH: Final = "/ws/"
MOST_FRAMES: Final = 64  # that wait for a reader who is too slow
MOST_WAITING: Final = 1 << 20  # and bytes
MOST_CONTROL: Final = 30  # pings and the like between two sweeps
SWEEP: Final = 20.0  # seconds between two looks at who is still there
CLOSING: Final = 5.0  # seconds for a client to hang up, too

FIN, RESERVED, OPCODE, MASKED, LENGTH = 0x80, 0x70, 0x0F, 0x80, 0x7F
MORE, TEXT, BINARY, CLOSE, PING, PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA
NORMAL, GONE, BROKEN, NOT_TEXT, TOO_MUCH, TOO_LARGE, TOO_SLOW = 1000, 1001, 1002, 1003, 1008, 1009, 4008


def frame(opcode: int, data: bytes) -> bytes:
    size = len(data)
    if size < 126:
        return bytes((FIN | opcode, size)) + data
    if size < 65536:
        return bytes((FIN | opcode, 126)) + size.to_bytes(2, "big") + data
    return bytes((FIN | opcode, 127)) + size.to_bytes(8, "big") + data


def unmasked(data: bytes, mask: bytes) -> bytes:
    size = len(data)
    key = (mask * (size // 4 + 1))[:size]
    return (int.from_bytes(data, "big") ^ int.from_bytes(key, "big")).to_bytes(size, "big")


class WebSocket(asyncio.Protocol):
    """What uvicorn makes for each request to change to a WebSocket; the arguments are its own."""

    def __init__(self, engine: Engine, config: Any, server_state: Any, app_state: Any) -> None:
        self.engine = engine
        self.connections = server_state.connections
        self.transport: asyncio.Transport
        self.conn = 0  # 0: before the handshake
        self.buffer = b""
        self.parts = b""
        self.in_parts = False
        self.closing = False
        self.stalled = False  # the reader does not keep up
        self.waiting = 0  # frames since then
        self.control = 0
        self.heard = True  # since the last sweep
        self.timer: asyncio.TimerHandle | None = None

    # -- the connection ------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)  # uvloop's are not of that class
        self.connections.add(self)

    def connection_lost(self, error: Exception | None) -> None:
        self.connections.discard(self)
        self.closing = True
        if self.timer is not None:
            self.timer.cancel()
        if self.conn:
            self.engine.disconnect(self.conn)

    def eof_received(self) -> None:
        pass

    def shutdown(self) -> None:
        """uvicorn stops."""
        if self.conn:
            self.hang_up(GONE)
        else:
            self.transport.close()

    def handshake(self, request: bytes) -> None:
        """The request's head, as uvicorn read it and wrote it down again."""
        first, *lines = request.decode("latin-1").split("\r\n")
        raw = [line.partition(": ")[::2] for line in lines if line]
        headers = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in raw]
        asked = HTTPConnection(
            {"type": "websocket", "headers": headers, "path": "", "query_string": b""}
        )
        path = first.split(" ")[1].partition("?")[0]
        table = path.removeprefix(PATH)
        caller = caller_of(self.engine.auth, asked)
        try:
            check_origin(asked)
        except Fault:
            caller = None
        key = Headers(raw=headers).get("sec-websocket-key", "")
        version = Headers(raw=headers).get("sec-websocket-version", "")
        if not path.startswith(PATH) or len(table) != 32 or not table.isalnum():
            self.deny("404 Not Found")
        elif version != "13" or len(key) != 24 or not first.startswith("GET "):
            self.deny("400 Bad Request")
        elif caller is None:
            self.deny("403 Forbidden")
        elif self.engine.node.closing:
            self.deny("503 Service Unavailable")
        else:
            self.transport.write(
                b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                b"Sec-WebSocket-Accept: " + accept_key(key).encode() + b"\r\n\r\n"
            )
            self.sweep()
            self.conn = self.engine.connect(self, table, caller)

    def deny(self, status: str) -> None:
        answer = f"HTTP/1.1 {status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        self.transport.write(answer.encode())
        self.closing = True
        self.transport.close()

    def sweep(self) -> None:
        """Ask now and then whether somebody is still there."""
        if not self.heard:
            self.transport.abort()
            return
        self.heard = False
        self.control = 0
        self.transport.write(frame(PING, b""))
        self.timer = asyncio.get_running_loop().call_later(SWEEP, self.sweep)

    # -- frames in -----------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        if self.closing and not self.conn:
            return
        if not self.conn:
            self.handshake(data)
            return
        self.heard = True
        if self.buffer:
            data = self.buffer + data
            self.buffer = b""
        while data:
            rest = self.read(data)
            if rest is None:
                # Never more than one frame and its head: what is longer was refused by its head.
                self.buffer = data
                return
            data = rest

    def read(self, data: bytes) -> bytes | None:
        """Take one frame; what follows it, or None if it is not whole yet."""
        if len(data) < 2:
            return None
        first, second = data[0], data[1]
        size = second & LENGTH
        at = 2
        if size >= 126:
            wide = 2 if size == 126 else 8
            if len(data) < 2 + wide:
                return None
            size = int.from_bytes(data[2 : 2 + wide], "big")
            at += wide
        opcode = first & OPCODE
        if first & RESERVED or not second & MASKED:
            return self.fail(BROKEN)
        if opcode >= CLOSE and (size > 125 or not first & FIN):
            return self.fail(BROKEN)
        if size + len(self.parts) > MOST_BYTES:
            return self.fail(TOO_LARGE)
        end = at + 4 + size
        if len(data) < end:
            return None
        body = unmasked(data[at + 4 : end], data[at : at + 4])
        if opcode == TEXT and first & FIN and not self.in_parts:
            if not self.closing:
                self.engine.receive(self.conn, body)
        elif opcode >= CLOSE:
            self.answer(opcode, body)
        elif not self.take_part(opcode, first & FIN != 0, body):
            return b""
        return data[end:]

    def take_part(self, opcode: int, last: bool, body: bytes) -> bool:
        """A piece of a message."""
        if opcode == BINARY:
            self.hang_up(NOT_TEXT)
            return False
        if opcode not in (MORE, TEXT) or (opcode == MORE) != self.in_parts:
            self.fail(BROKEN)
            return False
        self.parts += body
        self.in_parts = not last
        self.control += 1  # a message in a thousand pieces is no message
        if self.control > MOST_CONTROL:
            self.hang_up(TOO_MUCH)
            return False
        if last:
            whole, self.parts = self.parts, b""
            if not self.closing:
                self.engine.receive(self.conn, whole)
        return True

    def answer(self, opcode: int, body: bytes) -> None:
        self.control += 1
        if self.control > MOST_CONTROL:
            self.hang_up(TOO_MUCH)
        elif opcode == PING:
            self.transport.write(frame(PONG, body))
        elif opcode == CLOSE:
            if not self.closing:
                self.closing = True
                self.transport.write(frame(CLOSE, NORMAL.to_bytes(2, "big")))
            self.transport.close()
        elif opcode != PONG:
            self.fail(BROKEN)

    def fail(self, code: int) -> bytes:
        self.hang_up(code)
        return b""

    # -- frames out ----------------------------------------------------------------------------------

    def put(self, data: bytes) -> None:
        if self.closing:
            return
        self.transport.write(frame(TEXT, data))
        if self.stalled:
            self.waiting += 1
            if self.waiting > MOST_FRAMES or self.transport.get_write_buffer_size() > MOST_WAITING:
                self.hang_up(TOO_SLOW)
                self.transport.abort()

    def pause_writing(self) -> None:
        self.stalled = True
        self.waiting = 0

    def resume_writing(self) -> None:
        self.stalled = False

    def hang_up(self, code: int) -> None:
        """Say why, and be gone soon, whatever the client does."""
        if self.closing:
            return
        self.closing = True
        self.transport.write(frame(CLOSE, code.to_bytes(2, "big")))
        if self.timer is not None:
            self.timer.cancel()
        self.timer = asyncio.get_running_loop().call_later(CLOSING, self.transport.abort)
