"""A client that keeps no rule: bytes to a server's socket, and what comes back."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
from collections.abc import Sequence
from typing import Any

from support import in_time

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
FIN = 0x80


def frame(data: bytes, opcode: int = TEXT, *, first: int = FIN, masked: bool = True) -> bytes:
    """A frame as a client sends it; `first` are the bits beside the opcode."""
    mark = 0x80 if masked else 0
    size = len(data)
    head = bytes([first | opcode])
    if size < 126:
        head += bytes([mark | size])
    elif size < 65536:
        head += bytes([mark | 126]) + size.to_bytes(2, "big")
    else:
        head += bytes([mark | 127]) + size.to_bytes(8, "big")
    if not masked:
        return head + data
    key = b"\x11\x22\x33\x44"
    return head + key + bytes(byte ^ key[n % 4] for n, byte in enumerate(data))


def said(message: object) -> bytes:
    return frame(json.dumps(message).encode())


JOIN = said({"t": "join", "protocol": 1})


class Raw:
    """One connection. `at` is the address that it comes from: another one is another household."""

    def __init__(self, port: int, at: str = "127.0.0.1") -> None:
        self.port = port
        self.at = at
        self.reader: Any = None
        self.writer: Any = None
        self.code: int | None = None  # with which the server closed the socket

    async def open(self, *, small: bool = False) -> Raw:
        sock = socket.socket()
        sock.setblocking(False)
        if small:  # the server notices soon that nobody reads
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        sock.bind((self.at, 0))
        await asyncio.get_running_loop().sock_connect(sock, ("127.0.0.1", self.port))
        self.reader, self.writer = await asyncio.open_connection(
            sock=sock, limit=1024 if small else 1 << 22
        )
        return self

    async def upgrade(self, table: str, session: str, *, small: bool = False) -> Raw:
        await self.open(small=small)
        self.writer.write(
            f"GET /ws/{table} HTTP/1.1\r\nhost: 127.0.0.1:{self.port}\r\nupgrade: websocket\r\n"
            "connection: Upgrade\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            f"sec-websocket-version: 13\r\nauthorization: Bearer {session}\r\n\r\n".encode()
        )
        async with in_time("the server answers whether it will talk"):
            status = int((await self.reader.readuntil(b"\r\n\r\n")).split()[1])
        if status != 101:
            raise ConnectionRefusedError(status)
        return self

    def send(self, *data: bytes) -> None:
        if not self.writer.is_closing():
            self.writer.write(b"".join(data))

    async def frame(self) -> tuple[int, bytes]:
        first, second = await self.reader.readexactly(2)
        size = second & 0x7F
        if size >= 126:
            wide = await self.reader.readexactly(2 if size == 126 else 8)
            size = int.from_bytes(wide, "big")
        return first & 15, await self.reader.readexactly(size)

    async def hear(self) -> list[dict[str, Any]]:
        """All that is said until the server closes the socket; `code` says how."""
        heard = []
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            async with in_time("the server closes the socket"):
                while True:
                    opcode, data = await self.frame()
                    if opcode == CLOSE:
                        self.part(data)
                    if opcode == TEXT:
                        heard.append(json.loads(data))
        return heard

    def part(self, data: bytes) -> None:
        """The server said goodbye; so do we."""
        self.code = int.from_bytes(data[:2], "big")
        self.send(frame(data, CLOSE))

    async def next(self, opcode: int) -> bytes:
        """What the next frame of that kind carries."""
        async with in_time(f"a frame with opcode {opcode}"):
            while True:
                found, data = await self.frame()
                if found == opcode:
                    return data
                if found == CLOSE:
                    self.part(data)

    async def until(self, kind: str) -> dict[str, Any]:
        while True:
            message = json.loads(await self.next(TEXT))
            if message["t"] == kind:
                return dict(message)

    async def response(self) -> bytes:
        """One answer by HTTP, whole."""
        head = await self.reader.readuntil(b"\r\n\r\n")
        size = head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]
        return bytes(head + await self.reader.readexactly(int(size)))

    async def answer(self) -> bytes:
        """All bytes until the server closes the connection."""
        with contextlib.suppress(ConnectionError):
            async with in_time("the server has answered and closes the connection"):
                return bytes(await self.reader.read(-1))
        return b""

    async def is_cut(self) -> None:
        """Until the server ends it, in whichever way."""
        with contextlib.suppress(ConnectionError):
            async with in_time("the server ends the connection"):
                while await self.reader.read(1 << 16):
                    pass

    def close(self) -> None:
        if self.writer is not None:
            self.writer.transport.abort()


def close_all(lines: Sequence[Raw]) -> None:
    for line in lines:
        line.close()
