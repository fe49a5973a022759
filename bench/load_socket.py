"""The load generator's WebSocket: no more than both servers need, lest the generator be measured.

Messages are text, not compressed, and masked with zeros, which leaves them as they are.
"""

from __future__ import annotations

import asyncio
from base64 import b64encode
from collections import deque
from collections.abc import Callable

HOST = "127.0.0.1"
HEAD_END = b"\r\n\r\n"
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
WIDE = {126: 2, 127: 8}  # bytes of a length that does not fit into one


class Closed(Exception):
    """The server has closed the socket."""


class Socket(asyncio.Protocol):
    def __init__(self) -> None:
        self.transport: asyncio.Transport
        self.buffer = b""
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.messages: deque[bytes] = deque()
        self.waiter: asyncio.Future[None] | None = None
        self.take: Callable[[bytes], None] = self.keep  # what is done with a message

    # -- in ----------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport  # type: ignore[assignment]  # uvloop's are not of that class

    def connection_lost(self, error: Exception | None) -> None:
        for each in (self.opened, self.closed, self.waiter):
            if each is not None and not each.done():
                each.set_result(None)

    def data_received(self, data: bytes) -> None:
        data = self.buffer + data if self.buffer else data
        at = 0
        if not self.opened.done():
            at = data.find(HEAD_END) + len(HEAD_END)
            if at < len(HEAD_END):
                self.buffer = data
                return
            if data.startswith(b"HTTP/1.1 101 "):
                self.opened.set_result(None)
            else:
                self.opened.set_exception(RuntimeError(data[:at].decode()))
        size = len(data)
        while size - at >= 2:
            length, body = data[at + 1], at + 2
            wide = WIDE.get(length, 0)
            if wide:
                body += wide
                if size < body:
                    break
                length = int.from_bytes(data[at + 2 : body], "big")
            if size < body + length:
                break
            self.frame(data[at] & 15, data[body : body + length])
            at = body + length
        self.buffer = data[at:]

    def frame(self, opcode: int, body: bytes) -> None:
        if opcode == TEXT:
            self.take(body)
        elif opcode == PING:
            self.write(PONG, body)
        elif opcode == CLOSE:
            self.transport.close()

    def keep(self, message: bytes) -> None:
        self.messages.append(message)
        if self.waiter is not None and not self.waiter.done():
            self.waiter.set_result(None)

    async def receive(self) -> bytes:
        while not self.messages:
            if self.closed.done():
                raise Closed
            self.waiter = asyncio.get_running_loop().create_future()
            await self.waiter
        return self.messages.popleft()

    # -- out ---------------------------------------------------------------------------------------

    def send(self, message: str) -> None:
        self.write(TEXT, message.encode())

    def write(self, opcode: int, body: bytes) -> None:
        size = len(body)
        if size < 126:
            head = bytes((0x80 | opcode, 0x80 | size))
        else:
            head = bytes((0x80 | opcode, 0xFE)) + size.to_bytes(2, "big")
        self.transport.write(head + bytes(4) + body)

    async def close(self) -> None:
        self.write(CLOSE, b"")
        await self.closed


async def dial(port: int, path: str, headers: dict[str, str] | None = None) -> Socket:
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(Socket, HOST, port)
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: {HOST}:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {b64encode(bytes(16)).decode()}",
        *(f"{name}: {value}" for name, value in (headers or {}).items()),
    ]
    socket.transport.write("\r\n".join(lines).encode() + HEAD_END)
    await socket.opened
    return socket
