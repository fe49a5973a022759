"""A worker of the thinking service: a process that thinks about one request after the other.

Apart from the service, so that a new worker imports no more than it needs and is ready the sooner.
"""

from __future__ import annotations

import contextlib
import json
import operator
import os
import pickle
import signal
import socket
import struct
import sys
import time
from collections.abc import Callable
from pkgutil import resolve_name
from typing import Final, NamedTuple

from tablee.bots.bot import Bot
from tablee.bots.ismcts_bot import IsmctsBot
from tablee.core.contract import Game, Table, View
from tablee.core.errors import UnknownBot
from tablee.core.tables import MASK32, LabTable

SLACK: Final = 0.5  # seconds for noticing that a limit has passed
IN_TIME: Final = 0.8  # the share of its limit after which a search says what it has found
MOST_BYTES: Final = 1 << 20  # of a message
MOST_MEMORY: Final = 1 << 30  # of a worker; a search with all its nodes needs a quarter of that

WORD: Final = 32  # bytes by which a worker that calls is known

SIZE: Final = struct.Struct("!I")
LIMIT: Final = struct.Struct("!d")

Maker = Callable[[str, Game, Table], Bot]
Finder = Callable[[str], Game]


class Wanted(NamedTuple):
    """What travels to a worker."""

    explain: bool
    game: str
    view: View
    bot: str
    seed: int


def luck_of(seed: int) -> LabTable:
    return LabTable(seed & MASK32)


def work(way: str, games: str, maker: str) -> None:
    """A worker's life: think about one request after the other until the pool is gone.

    `way` is how to reach the pool: two sockets that it handed down, or the port where it waits.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the pool's business
    limit_memory()
    with contextlib.suppress(EOFError, OSError):  # the pool is gone
        sock, life = called_back(int(way)) if way.isdecimal() else handed_down(way)
        if life is not None:
            hold_on(life)
        try:
            find: Finder = resolve_name(games)
            make: Maker = resolve_name(maker)
        except Exception as error:
            reply(sock, {"failed": f"{type(error).__name__}: {error}"[:300]})
            return
        reply(sock, {"ready": True})
        while True:
            request = receive(sock)
            (limit,) = LIMIT.unpack_from(request)
            # The kernel ends this process if the limit passes: no thread and no handler could, since
            # compiled code lets none of them run. (Where it cannot, the pool alone minds the limit.)
            set_alarm(limit + SLACK)
            answer = thought_of(request[LIMIT.size :], limit, find, make)
            set_alarm(0.0)
            reply(sock, answer)


def limit_memory() -> None:
    """A core file would hold a seat's cards; a bot that eats memory should not starve the server."""
    try:
        import resource
    except ImportError:  # Windows
        return
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


def set_alarm(seconds: float) -> None:
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds)


# -- to the pool -------------------------------------------------------------------------------------


def handed_down(way: str) -> tuple[socket.socket, socket.socket]:
    talk, life = map(int, way.split(","))
    return socket.socket(fileno=talk), socket.socket(fileno=life)


def called_back(port: int) -> tuple[socket.socket, None]:
    """By an address, with the word that the pool said to nobody else.

    When the pool is gone this ends a worker as well, but not in the middle of a thought.
    """
    word = sys.stdin.buffer.read(WORD)
    sock = socket.create_connection(("127.0.0.1", port))
    sock.sendall(word)
    return sock, None


def thought_of(request: bytes, limit: float, find: Finder, make: Maker) -> dict[str, object]:
    """What the bot answers, or what it raised and where; not in its own words, which may tell cards."""
    try:
        wanted: Wanted = pickle.loads(request)
        try:
            bot = make(wanted.bot, find(wanted.game), luck_of(wanted.seed))
        except UnknownBot:
            return {"unknown": True}
        if isinstance(bot, IsmctsBot) and bot.milliseconds is None:
            # On a slow machine: what it has found out by then, rather than nothing.
            bot.milliseconds = int(1000 * IN_TIME * limit)
        if wanted.explain:
            return {"judged": bot.explain(wanted.view)}
        return {"action": operator.index(bot.choose(wanted.view))}
    except BaseException as error:  # a bot that calls sys.exit, too
        trace = error.__traceback__
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        code = "" if trace is None else os.path.basename(trace.tb_frame.f_code.co_filename)
        line = 0 if trace is None else trace.tb_lineno
        return {"raised": f"{type(error).__name__} at {code}:{line}"}


def reply(sock: socket.socket, answer: dict[str, object]) -> None:
    # Not pickled: whatever became of this process, the pool reads no more than plain values.
    send(sock, json.dumps(answer).encode())


def hold_on(life: socket.socket) -> None:
    """From now on the kernel ends this process if the pool dies, even in the middle of a thought.

    By the signal that tells of news on a socket (on Linux), left to its default. On a socket where
    nothing is ever said but that the other end is closed: the news of a request may come late, when
    the request has been read and is being thought about.
    """
    import fcntl  # where sockets can be handed down, there is this, too

    life.setblocking(False)
    fcntl.fcntl(life, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(life, fcntl.F_SETFL, fcntl.fcntl(life, fcntl.F_GETFL) | os.O_ASYNC)
    with contextlib.suppress(BlockingIOError):  # nothing to read, as it should be
        if not life.recv(1):
            raise EOFError


# -- messages on a socket, for both sides ------------------------------------------------------------


def send(sock: socket.socket, body: bytes, deadline: float | None = None) -> None:
    sock.settimeout(None if deadline is None else time_left(deadline))
    sock.sendall(SIZE.pack(len(body)) + body)


def receive(sock: socket.socket, deadline: float | None = None) -> bytes:
    """A whole message: EOFError if the other side is gone, TimeoutError if it comes too late."""
    (size,) = SIZE.unpack(exactly(sock, SIZE.size, deadline))
    if size > MOST_BYTES:
        raise ValueError("too long")
    return exactly(sock, size, deadline)


def exactly(sock: socket.socket, size: int, deadline: float | None) -> bytes:
    got = bytearray()
    while len(got) < size:
        sock.settimeout(None if deadline is None else time_left(deadline))
        part = sock.recv(size - len(got))
        if not part:
            raise EOFError
        got += part
    return bytes(got)


def time_left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0.0:
        raise TimeoutError
    return left
