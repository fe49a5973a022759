"""Our own server: a session a seat, a table over HTTP, then its WebSocket."""

from __future__ import annotations

import asyncio
import hashlib
import sys
import tempfile
from random import Random
from typing import Final

import msgspec
from load_driver import OVER, SEATS, Client, Driver, post
from load_socket import Socket, dial

SHARE: Final = bytes(32)


class Seen(msgspec.Struct):
    """What a client looks at in a `told` message."""

    v: int
    turn: int
    legal: list[str]
    view: View
    outcome: dict[str, object] | None = None


class View(msgspec.Struct):
    actors: list[int]


DECODER: Final = msgspec.json.Decoder(Seen)
TOLD: Final = b'{"t":"told"'
REFUSED: Final = b'{"t":"refused"'


class Seat(Client):
    def __init__(self, socket: Socket, seat: int) -> None:
        super().__init__(socket, seat)
        self.last: Seen | None = None
        self.number = 0

    def hear(self, message: bytes) -> str | None:
        if message.startswith(TOLD):
            seen = DECODER.decode(message)
            if self.last is not None:
                self.seen += 1
            self.last = seen
            self.actor = OVER if seen.outcome is not None else seen.view.actors[0]
        elif message.startswith(REFUSED):
            raise RuntimeError(message.decode())
        return None

    def choose(self, luck: Random) -> str:
        assert self.last is not None
        legal = self.last.legal
        self.number += 1
        action = legal[int(luck.random() * len(legal))]
        return (
            f'{{"t":"play","id":"{self.number}","seat":{self.seat},"turn":{self.last.turn},'
            f'"action":"{action}"}}'
        )


class Tablee(Driver):
    def __init__(self) -> None:
        self.port = 0
        self.headers: list[dict[str, str]] = []  # of four people who go from table to table

    def command(self, port: int) -> list[str]:
        # The generator plays faster than a person may: a rehearsal does not mind.
        rehearsal = [sys.executable, "-m", "tablee.testing.rehearsal"]
        folder = tempfile.mkdtemp(prefix="tablee-load-")
        return [*rehearsal, "serve", "--no-browser", "--port", str(port), "--data-dir", folder]

    async def open(self, port: int) -> list[Client]:
        if port != self.port:
            made = [post(port, "/api/session", {"name": f"Player {seat}"}) for seat in range(SEATS)]
            self.port = port
            self.headers = [{"Authorization": f"Bearer {each['session']}"} for each in made]
        headers = self.headers
        wanted = {"game": "crazy_eights", "seats": [{"kind": "open"}] * SEATS}
        table = post(port, "/api/tables", wanted, headers[0])["table"]
        sockets = [await dial(port, f"/ws/{table}", headers=each) for each in headers]
        sealed = hashlib.sha256(b"tablee seat v1\0" + table.encode() + b"\0" + SHARE).hexdigest()
        for seat, socket in enumerate(sockets):
            socket.send('{"t":"join","protocol":1}')
            socket.send(f'{{"t":"sit","id":"sit","seat":{seat},"commitment":"{sealed}"}}')
        for socket in sockets:
            await heard(socket, b'{"t":"ack","id":"sit"')
        sockets[0].send('{"t":"start","id":"start"}')
        for socket in sockets:
            await heard(socket, b'"phase":"sealing"')
            socket.send(f'{{"t":"reveal","id":"reveal","share":"{SHARE.hex()}"}}')
        clients: list[Client] = []
        for seat, socket in enumerate(sockets):
            client = Seat(socket, seat)
            client.hear(await heard(socket, TOLD))
            clients.append(client)
        return clients


async def heard(socket: Socket, sign: bytes) -> bytes:
    """The next message with this sign in it."""
    while True:
        message = await asyncio.wait_for(socket.receive(), 30)
        if sign in message:
            return message


DRIVER: Final = Tablee()
