"""The WebSocket of a table (RFC 6455), without detours: a frame is one call to the engine, or from it.

Libraries made for any program need four times as long for a frame, and a move is five of them
(docs/decisions/0005). This one knows only what our protocol uses: messages of text, not compressed,
at most MOST_BYTES long from a client.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any, Final, cast

from librt.strings import BytesWriter, read_i32_le, read_i64_le, write_i64_be, write_i64_le
from mypy_extensions import i64, u8
from starlette.requests import HTTPConnection
from uvicorn.protocols.utils import get_remote_addr
from websockets.utils import accept_key

from tablee.server.decisions import Caller
from tablee.server.engine import Engine
from tablee.server.guard import Fault, caller_of, check_host, check_origin, is_table
from tablee.server.limits import Gate
from tablee.server.protocol import MOST_BYTES

PATH: Final = "/ws/"
MOST_FRAMES: Final = 64  # that wait for a reader who is too slow
MOST_WAITING: Final = 1 << 19  # and bytes
MOST_CONTROL: Final = 30  # pings and the like in a term
MOST_PIECES: Final = 300  # of frames, too: who sends byte by byte keeps us busy for nothing
MOST_AFTER: Final = 1 << 16  # bytes that are still read after we said goodbye

# Of a frame's first two bytes.
FIN: Final = 0x80
RESERVED: Final = 0x70
OPCODE: Final = 0x0F
MASKED: Final = 0x80
LENGTH: Final = 0x7F
# Opcodes.
MORE: Final = 0x0
TEXT: Final = 0x1
BINARY: Final = 0x2
CLOSE: Final = 0x8
PING: Final = 0x9
PONG: Final = 0xA
# Why a connection is closed.
NORMAL: Final = 1000
GONE: Final = 1001
BROKEN: Final = 1002
NOT_TEXT: Final = 1003
TOO_MUCH: Final = 1008
TOO_LARGE: Final = 1009
TOO_SLOW: Final = 4008


def frame(opcode: int, data: bytes) -> bytes:
    size: i64 = len(data)
    head = BytesWriter()
    head.append(u8(FIN | opcode))
    if size < 126:
        head.append(u8(size))
    elif size < 65536:
        head.append(126)
        head.append(u8(size >> 8))
        head.append(u8(size & 0xFF))
    else:
        head.append(127)
        write_i64_be(head, size)
    return head.getvalue() + data


def unmasked(data: bytes, at: i64, size: i64) -> bytes:
    """So many bytes, after the mask of four that begins there; eight at a time."""
    mask = i64(read_i32_le(data, at))
    mask = (mask << 32) | (mask & 0xFFFFFFFF)
    out = BytesWriter()
    start = at + 4
    end = start + size
    while start + 8 <= end:
        write_i64_le(out, read_i64_le(data, start) ^ mask)
        start += 8
    while start < end:
        out.append(u8(data[start]) ^ u8(mask & 0xFF))
        mask >>= 8
        start += 1
    return out.getvalue()


class WebSocket(asyncio.Protocol):
    """What uvicorn makes for each request to change to a WebSocket; the arguments are its own."""

    def __init__(
        self, engine: Engine, gate: Gate, config: Any, server_state: Any, app_state: Any
    ) -> None:
        self.engine = engine
        self.gate = gate
        self.connections = server_state.connections
        self.transport: asyncio.Transport
        self.peer = self.address = ""
        self.conn = 0  # 0: before the handshake
        self.buffer = b""
        self.parts = b""
        self.in_parts = False
        self.closing = False
        self.after = 0  # bytes since then
        self.stalled = False  # the reader does not keep up
        self.waiting = 0  # frames since then
        self.control = self.pieces = 0
        self.heard = 0.0  # when that was
        self.term = 0.0  # when it ends
        self.timer: asyncio.TimerHandle | None = None

    # -- the connection ------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)  # uvloop's are not of that class
        found = get_remote_addr(self.transport)
        self.peer = found[0] if found else ""
        self.connections.add(self)

    def connection_lost(self, error: Exception | None) -> None:
        self.connections.discard(self)
        self.gate.leave(self.peer)
        self.closing = True
        if self.timer is not None:
            self.timer.cancel()
        if self.conn:
            self.gate.close_socket(self.address)
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
        scope = {"type": "websocket", "headers": headers, "path": "", "query_string": b""}
        asked = HTTPConnection({**scope, "client": (self.peer, 0)})
        path = first.split(" ")[1].partition("?")[0]
        table = path.removeprefix(PATH)
        key = asked.headers.get("sec-websocket-key", "")
        version = asked.headers.get("sec-websocket-version", "")
        self.address = self.gate.address(self.peer, asked.headers.get("x-forwarded-for"))
        if not self.gate.allows(self.address, "write"):
            self.deny("429 Too Many Requests")
        elif not path.startswith(PATH) or not is_table(table):
            self.deny("404 Not Found")
        elif version != "13" or len(key) != 24 or not first.startswith("GET "):
            self.deny("400 Bad Request")
        elif self.engine.node.closing:
            self.deny("503 Service Unavailable")
        else:
            caller = self.caller(asked)
            if caller is not None and not self.gate.open_socket(self.address):
                self.deny("429 Too Many Requests")
            elif caller is not None:
                self.transport.write(
                    b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                    b"Connection: Upgrade\r\nSec-WebSocket-Accept: "
                    + accept_key(key).encode()
                    + b"\r\n\r\n"
                )
                self.welcome()
                self.conn = self.engine.connect(self, table, caller)

    def caller(self, asked: HTTPConnection) -> Caller | None:
        """Who it is; nobody is told why not in words, because no page can read them."""
        try:
            check_host(self.engine.auth, asked)
            check_origin(asked)
        except Fault:
            self.deny("403 Forbidden")
            return None
        caller = caller_of(self.engine.auth, asked)
        if caller is None:
            self.deny("401 Unauthorized")
        return caller

    def deny(self, status: str) -> None:
        self.engine.refused(status.partition(" ")[0], self.address)
        answer = f"HTTP/1.1 {status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        self.transport.write(answer.encode())
        self.closing = True
        self.transport.close()

    def welcome(self) -> None:
        self.heard = time.monotonic()
        self.term = self.heard + self.gate.term
        self.look_again(self.gate.ask)

    def look_again(self, wait: float) -> None:
        self.timer = asyncio.get_running_loop().call_later(wait, self.look)

    def look(self) -> None:
        """Ask who is silent whether they are still there; who talks costs nothing but this look."""
        now = time.monotonic()
        silent = now - self.heard
        if silent >= self.gate.gone:
            self.transport.abort()
            return
        if now >= self.term:
            if not self.joined():
                self.hang_up(TOO_MUCH)
                return
            self.term = now + self.gate.term
            self.control = self.pieces = 0
        if silent < self.gate.ask:
            self.look_again(self.gate.ask - silent)
        else:
            self.transport.write(frame(PING, b""))
            self.look_again(self.gate.gone - silent)

    def joined(self) -> bool:
        known = self.engine.node.conns.get(self.conn)
        return known is not None and known.joined

    # -- frames in -----------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        if not self.conn:
            if not self.closing:
                self.handshake(data)
            return
        if self.closing:
            self.wait_for_goodbye(data)
            return
        self.heard = time.monotonic()
        if self.buffer:
            data = self.buffer + data
        at: i64 = 0
        rest: i64 = 0
        while at >= 0 and not self.closing:
            rest = at
            at = self.read(data, at)
        # Never more than one frame and its head: what is longer was refused by its head.
        self.buffer = b"" if self.closing else data[rest:]
        if self.buffer:
            self.pieces += 1
            if self.pieces > MOST_PIECES:
                self.hang_up(TOO_MUCH)

    def wait_for_goodbye(self, data: bytes) -> None:
        """What comes after ours is thrown away unread: a flood must cost us nothing."""
        self.after += len(data)
        if self.after > MOST_AFTER:
            self.transport.abort()
        at = 0
        while at + 1 < len(data):  # theirs may come together with what they sent before they knew
            if data[at] & OPCODE == CLOSE:
                self.transport.close()
                return
            size = data[at + 1] & LENGTH
            wide = {126: 2, 127: 8}.get(size, 0)
            if wide:
                size = int.from_bytes(data[at + 2 : at + 2 + wide], "big")
            at += 2 + wide + 4 + size

    def read(self, data: bytes, at: i64) -> i64:
        """Take the frame that begins there; where the next one does, or -1 if it is not whole yet."""
        if len(data) < at + 2:
            return -1
        first, second = data[at], data[at + 1]
        size: i64 = second & LENGTH
        at += 2
        if size >= 126:
            wide = 2 if size == 126 else 8
            if len(data) < at + wide:
                return -1
            size = min(int.from_bytes(data[at : at + wide], "big"), MOST_BYTES + 1)
            at += wide
        opcode = first & OPCODE
        odd = first & RESERVED or not second & MASKED
        if odd or (opcode >= CLOSE and (size > 125 or not first & FIN)):
            self.hang_up(BROKEN)
            return -1
        if size + len(self.parts) > MOST_BYTES:
            self.hang_up(TOO_LARGE)
            return -1
        end = at + 4 + size
        if len(data) < end:
            return -1
        body = unmasked(data, at, size)
        if opcode == TEXT and first & FIN and not self.in_parts:
            self.take(body)
        elif opcode >= CLOSE:
            self.answer(opcode, body)
        else:
            self.take_part(opcode, first & FIN != 0, body)
        return end

    def take(self, message: bytes) -> None:
        if not self.gate.limited or self.gate.allows(self.address, "message"):
            self.engine.receive(self.conn, message)
        else:
            self.hang_up(TOO_MUCH)

    def take_part(self, opcode: int, last: bool, body: bytes) -> None:
        """A piece of a message."""
        if opcode == BINARY:
            self.hang_up(NOT_TEXT)
            return
        if opcode not in (MORE, TEXT) or (opcode == MORE) != self.in_parts:
            self.hang_up(BROKEN)
            return
        self.parts += body
        self.in_parts = not last
        self.control += 1  # a message in a thousand pieces is no message
        if self.control > MOST_CONTROL:
            self.hang_up(TOO_MUCH)
        elif last:
            whole, self.parts = self.parts, b""
            self.take(whole)

    def answer(self, opcode: int, body: bytes) -> None:
        self.control += 1
        if self.control > MOST_CONTROL:
            self.hang_up(TOO_MUCH)
        elif opcode == PING:
            self.transport.write(frame(PONG, body))
        elif opcode == CLOSE:
            self.hang_up(NORMAL)
            self.transport.close()
        elif opcode != PONG:
            self.hang_up(BROKEN)

    # -- frames out ----------------------------------------------------------------------------------

    def put(self, messages: list[bytes]) -> None:
        """Together, if there are several: each call to the system costs more than a message."""
        if self.closing:
            return
        if len(messages) == 1:
            self.transport.write(frame(TEXT, messages[0]))
        else:
            self.transport.write(b"".join([frame(TEXT, message) for message in messages]))
        if self.stalled:
            self.waiting += len(messages)
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
        self.timer = asyncio.get_running_loop().call_later(self.gate.closing, self.transport.abort)
