"""Starting and stopping a server: store, bots, engine and uvicorn, in that order and back."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import functools
import os
import secrets
import socket
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple, cast

import uvicorn

from tablee.again import echo
from tablee.bots.service import Thinkers
from tablee.installed import command_for
from tablee.server.addresses import LOOPBACK, OWN_NAMES, TRIES, bound
from tablee.server.app import Web
from tablee.server.auth import Auth
from tablee.server.doors import Porch
from tablee.server.engine import THINKING, Engine
from tablee.server.house import House
from tablee.server.limits import Gate
from tablee.server.sqlite_store import SqliteStore
from tablee.server.store import BadStore, CannotServe, Store, StoreDown
from tablee.server.websocket import WebSocket


class Settings(NamedTuple):
    data_dir: Path
    host: str = "127.0.0.1"
    port: int = 8000
    any_port: bool = True  # the next free one, if that one is taken
    database: str = ""
    token: str | None = None  # to be let in; None: one is made if others can reach this server
    secure: bool = False  # behind a proxy with TLS: cookies travel only there
    workers: int = 0  # for bots; 0: as many as there are cores, at most four
    bots: bool = True
    quick: bool = False  # bots answer at once, for tests and benchmarks
    limited: bool = True
    entropy: Callable[[int], bytes] = secrets.token_bytes
    thinking: float = THINKING  # seconds for a bot

    def __repr__(self) -> str:  # the token and the database's password are nobody's business
        return f"Settings({str(self.data_dir)!r}, {self.host!r}, {self.port}, …)"


def open_store(settings: Settings) -> Store:
    if not settings.database:
        return SqliteStore(settings.data_dir)
    if not settings.database.startswith(("postgresql://", "postgres://")):
        raise BadStore("database")
    try:
        from tablee.server.postgres_store import PostgresStore
    except ImportError:
        raise BadStore("driver", command=command_for("postgres")) from None
    return PostgresStore(settings.database)


def listen(settings: Settings) -> socket.socket:
    """The first free port; the socket is ours before anybody is told of it."""
    tries = TRIES if settings.any_port and settings.port else 1
    values = {"host": settings.host, "port": settings.port}
    try:
        return bound(settings.host, range(settings.port, min(settings.port + tries, 65536)))
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise CannotServe("port", **values) from None
        raise CannotServe("listen", **values, error=error.strerror or error) from None


class Server(uvicorn.Server):
    """Tells everybody before it goes."""

    def __init__(self, config: uvicorn.Config, engine: Engine, house: House) -> None:
        super().__init__(config)
        self.engine = engine
        self.house = house
        self.second: asyncio.Server | None = None  # that the house came in by

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if not echo(sig):
            super().handle_exit(sig, frame)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        await self.house.begin(self)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self.engine.drain()
        await super().shutdown(sockets)

    # -- the house -----------------------------------------------------------------------------------

    async def let_in(self, sock: socket.socket) -> None:
        def arrive() -> asyncio.Protocol:
            return self.config.http_protocol_class(  # type: ignore[call-arg]
                config=self.config,
                server_state=self.server_state,
                app_state=self.lifespan.state,
                # Who was on the doorstep when it was closed stays outside.
                welcome=lambda: self.house.sock is sock,
            )

        loop = asyncio.get_running_loop()
        self.second = await loop.create_server(arrive, sock=sock, backlog=self.config.backlog)
        self.servers.append(self.second)  # which are closed when we end

    async def show_out(self, sock: socket.socket) -> None:
        lines = self.lines(sock)
        if self.second is not None:
            self.servers.remove(self.second)
            self.second.close()
            self.second = None
        for line in lines:
            if isinstance(line, WebSocket) and line.conn in self.engine.node.conns:
                self.engine.node.bye(self.engine.node.conns[line.conn], "house")
            else:
                line.transport.abort()
        self.engine.run()
        await asyncio.sleep(0)  # now the port is free

    def guests(self, sock: socket.socket) -> list[str]:
        conns = self.engine.node.conns
        seen = [line.conn for line in self.lines(sock) if isinstance(line, WebSocket)]
        return sorted({conns[conn].caller.name for conn in seen if conn in conns})

    def lines(self, sock: socket.socket) -> list[Any]:
        """The connections that came in by a door."""
        here = sock.getsockname()
        every: list[Any] = list(self.server_state.connections)
        return [line for line in every if line.transport.get_extra_info("sockname") == here]


class Running(NamedTuple):
    engine: Engine
    server: Server
    sock: socket.socket

    @property
    def port(self) -> int:
        return int(self.sock.getsockname()[1])

    @property
    def token(self) -> str:
        """What people need to be let in; empty if nothing."""
        return self.engine.auth.join_token

    @property
    def free_here(self) -> bool:
        """Whether nobody needs it on this machine itself."""
        return self.engine.auth.names is not None

    @property
    def house(self) -> House:
        return self.server.house


@contextlib.asynccontextmanager
async def running(settings: Settings) -> AsyncIterator[Running]:
    """A server that is ready; the caller serves it (`server.serve(sockets=[sock])`)."""
    with contextlib.closing(listen(settings)) as sock:
        port = int(sock.getsockname()[1])
        async with started(settings) as engine:
            house = House(engine.store, settings.host, port, secure=settings.secure)
            with contextlib.suppress(StoreDown):
                await house.reopen()
            try:
                server = Server(configured(settings, engine, house), engine, house)
                yield Running(engine, server, sock)
            finally:
                house.end()


@contextlib.asynccontextmanager
async def started(settings: Settings) -> AsyncIterator[Engine]:
    """An engine with its store and bots."""
    store = open_store(settings)
    await store.open()
    token = settings.token or ""
    try:
        key = await store.setting("key", lambda: secrets.token_hex(32))
        if settings.token is None:
            token = await store.setting("join", lambda: secrets.token_urlsafe(16))
    except StoreDown as error:
        await store.close()
        if settings.database:
            raise BadStore("file", file="PostgreSQL", error=str(error)) from error
        raise BadStore("folder", file=settings.data_dir, error=str(error)) from error
    thinkers = None
    if settings.bots:
        workers = settings.workers or min(4, os.cpu_count() or 1)
        thinkers = await asyncio.to_thread(Thinkers, workers)
    alone = not settings.secure and settings.host in LOOPBACK
    names = OWN_NAMES if alone and not settings.token else None
    auth = Auth(key, token, secure=settings.secure, names=names)
    engine = Engine(
        store,
        auth,
        thinkers,
        quick=settings.quick,
        limited=settings.limited,
        entropy=settings.entropy,
        thinking=settings.thinking,
    )
    await engine.start()
    try:
        yield engine
    finally:
        await engine.stop()


def open_files() -> int:
    """How many connections the system lets us have; as many as it ever will."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return 1 << 16
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 1 << 16 if most == resource.RLIM_INFINITY else most
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


def configured(settings: Settings, engine: Engine, house: House) -> uvicorn.Config:
    gate = Gate(settings.limited, open_files())
    return uvicorn.Config(
        Web(engine, gate, secure=settings.secure, house=house).app(),
        http=cast(Any, functools.partial(Porch, gate)),
        ws=cast(Any, functools.partial(WebSocket, engine, gate)),
        backlog=128,  # so many are let in before anybody else's turn comes
        timeout_keep_alive=15,
        timeout_graceful_shutdown=5,
        log_config=None,
        log_level="error",  # what clients do wrong is not worth a line
        access_log=False,
        server_header=False,
        proxy_headers=False,  # the gate reads them
        lifespan="off",
    )
