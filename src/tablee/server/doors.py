"""The door: HTTP connections that must say what they want soon, briefly, and take the answer.

uvicorn waits for ever for the rest of a request, however long it gets, and for ever for somebody to
read the answer. Here everything has an end.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from typing import Any, Final, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from tablee.server.limits import Gate

PATIENCE: Final = 10.0  # seconds for a whole request, and for taking its answer
MOST_SENT: Final = 131_072  # bytes on their way to somebody
MOST_REQUEST: Final = 65_536  # bytes of a request, head and body,
MOST_PIECES: Final = 100  # in so many pieces: who sends byte by byte keeps us busy for nothing


class TooSoon(Exception):
    """Ends what the parser does with a connection."""


def always() -> bool:
    return True


class Porch(asyncio.Protocol):
    """Lets in who may come in, before much is spent on them; `given` is uvicorn's."""

    def __init__(self, gate: Gate, welcome: Callable[[], bool] = always, **given: Any) -> None:
        self.gate = gate
        self.welcome = welcome  # whether this is still a door
        self.given = {"_loop": None, **given}

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        line = cast(asyncio.Transport, transport)  # uvloop's are not of that class
        found = line.get_extra_info("peername")
        peer = str(found[0]) if found else ""
        if not self.welcome() or not self.gate.enter(peer):
            line.abort()
            return
        door = Door(self.gate, peer, self.given)
        line.set_protocol(door)
        door.connection_made(line)


class Door(HttpToolsProtocol):
    """One connection. It asks, waits for the answer, and asks again: nothing is asked ahead."""

    def __init__(self, gate: Gate, peer: str, given: dict[str, Any]) -> None:
        super().__init__(**given)
        self.gate = gate
        self.peer = peer
        self.counted = True
        self.taken = self.pieces = 0
        self.asking: asyncio.TimerHandle | None = None
        self.taking: asyncio.TimerHandle | None = None

    # -- coming and going ----------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        line = transport.get_extra_info("socket")
        # The system would keep megabytes for somebody who does not read, and hold back the second of
        # two messages until the first one has arrived.
        line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, MOST_SENT)
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.expect()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.heard()
        self.resumed()
        if self.counted:
            self.gate.leave(self.peer)

    def handle_websocket_upgrade(self) -> None:
        """Whoever speaks WebSocket from now on also leaves the gate."""
        self.heard()
        self.resumed()
        self.counted = False
        super().handle_websocket_upgrade()

    # -- asking --------------------------------------------------------------------------------------

    def expect(self) -> None:
        if self.asking is None:
            self.asking = self.loop.call_later(PATIENCE, self.transport.abort)

    def heard(self) -> None:
        if self.asking is not None:
            self.asking.cancel()
            self.asking = None

    def data_received(self, data: bytes) -> None:
        self.taken += len(data)
        self.pieces += 1
        # The first bytes of a request are not counted.
        if self.taken > MOST_REQUEST + len(data) or self.pieces > MOST_PIECES:
            self.transport.abort()
        elif not self.transport.is_closing():
            super().data_received(data)

    def on_message_begin(self) -> None:
        if self.cycle is not None and not self.cycle.response_complete:
            # Nobody does that, and the parser would go on through thousands of requests at once.
            raise TooSoon
        super().on_message_begin()
        self.taken = self.pieces = 0
        self.expect()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self.heard()

    # -- taking the answer ---------------------------------------------------------------------------

    def pause_writing(self) -> None:
        super().pause_writing()
        if self.taking is None:
            self.taking = self.loop.call_later(PATIENCE, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self.resumed()

    def resumed(self) -> None:
        if self.taking is not None:
            self.taking.cancel()
            self.taking = None

    def timeout_keep_alive_handler(self) -> None:
        # A close would wait for an answer to be taken that nobody takes.
        self.transport.abort()
