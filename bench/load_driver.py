"""What the load generator asks of a server: a `Driver`, which opens tables, and a `Client` a seat.

A server is measured through a module `load_<name>.py` with two small classes and `DRIVER`, an instance:

    class Seat(Client):
        def hear(self, message: bytes) -> str | None: ...  # keeps `seen` and `actor`
        def choose(self, luck: Random) -> str: ...

    class Mine(Driver):
        def command(self, port: int) -> list[str]: ...
        async def open(self, port: int) -> list[Client]: ...

    DRIVER = Mine()

The game is crazy eights with four seats, as in `examples/crazy_eights`. The generator starts the
process, opens tables, and asks the client whose turn it is for a move; the move is made when all four
clients have seen it. What a client knows it has from its own socket and from nowhere else.
"""

from __future__ import annotations

import asyncio
import json
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import closing
from http.client import HTTPConnection
from random import Random
from time import perf_counter
from typing import Any, Final

from load_socket import HOST, Socket

SEATS: Final = 4
OVER: Final = -1  # instead of the seat to move


class Client(ABC):
    """One seat of one table: a socket, and what the server has told it."""

    def __init__(self, socket: Socket, seat: int) -> None:
        self.socket = socket
        self.seat = seat
        self.seen = 0  # the moves of this match that it knows of
        self.actor = OVER  # whose turn it is

    @abstractmethod
    def hear(self, message: bytes) -> str | None:
        """Take in a message: set `seen` and `actor`; say what must be answered, a pong for instance.

        Raises RuntimeError if the server refuses a move: all that `choose` makes are legal.
        """

    @abstractmethod
    def choose(self, luck: Random) -> str:
        """The message that makes a move: any legal one of this seat, each as likely as the others."""

    async def listen(self, told: Callable[[Client, float], None]) -> None:
        """Hear until the socket is closed; tell of moves seen, and when their message was there."""
        closed = self.socket.closed

        def take(message: bytes) -> None:
            when = perf_counter()
            before = self.seen
            try:
                answer = self.hear(message)
                if answer is not None:
                    self.socket.send(answer)
                if self.seen != before:
                    told(self, when)
            except Exception as error:
                if not closed.done():
                    closed.set_exception(error)

        self.socket.take = take
        while self.socket.messages:
            take(self.socket.messages.popleft())
        await asyncio.shield(closed)


class Driver(ABC):
    """How a server is started, and how a table is opened on it."""

    environment: dict[str, str] = {}  # besides the generator's own

    @abstractmethod
    def command(self, port: int) -> list[str]:
        """The command that serves on this port of HOST; it is up once it accepts connections."""

    @abstractmethod
    async def open(self, port: int) -> list[Client]:
        """Open a match: four clients, by seat, that know the position. Never while the clock runs."""


def post(port: int, path: str, body: object, headers: dict[str, str] | None = None) -> Any:
    """POST as JSON and wait: for what happens while the clock stands still."""
    given = {"Content-Type": "application/json", **(headers or {})}
    with closing(HTTPConnection(HOST, port, timeout=30)) as connection:
        connection.request("POST", path, json.dumps(body), given)
        response = connection.getresponse()
        text = response.read()
    if response.status >= 300:
        raise RuntimeError(f"POST {path}: {response.status} {text.decode()}")
    return json.loads(text)
