"""Starting and stopping a server: store, bots, engine and uvicorn, in that order and back."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import socket
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final, NamedTuple

import uvicorn

from tablee.bots.service import Thinkers
from tablee.server.app import Web
from tablee.server.auth import Auth
from tablee.server.engine import Engine
from tablee.server.protocol import MOST_BYTES
from tablee.server.sqlite_store import SqliteStore
from tablee.server.store import BadStore, Store

LOOPBACK: Final = ("127.0.0.1", "::1", "localhost")
TRIES: Final = 50  # ports that are tried one after the other


class Settings(NamedTuple):
    data_dir: Path
    host: str = "127.0.0.1"
    port: int = 8000
    any_port: bool = True  # the next free one, if that one is taken
    database: str = ""
    token: str | None = None  # to be let in; None: one is made if others can reach this server
    secure: bool = False
    workers: int = 0  # for bots; 0: as many as there are cores, at most four
    bots: bool = True
    quick: bool = False  # bots answer at once, for tests and benchmarks
    limited: bool = True


def open_store(settings: Settings) -> Store:
    if not settings.database:
        return SqliteStore(settings.data_dir)
    if not settings.database.startswith(("postgresql://", "postgres://")):
        raise BadStore("a database is postgresql://…, or none for a file in the data folder")
    from tablee.server.postgres_store import PostgresStore

    return PostgresStore(settings.database)


def listen(settings: Settings) -> socket.socket:
    """The first free port; the socket is ours before anybody is told of it."""
    tries = TRIES if settings.any_port and settings.port else 1
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    for port in range(settings.port, settings.port + tries):
        sock = socket.socket(family)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            sock.bind((settings.host, port))
        except OSError:
            sock.close()
            continue
        sock.listen(1024)
        return sock
    raise BadStore(f"no free port at {settings.host}:{settings.port}")


class Server(uvicorn.Server):
    """Tells everybody before it goes."""

    def __init__(self, config: uvicorn.Config, engine: Engine) -> None:
        super().__init__(config)
        self.engine = engine

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self.engine.drain()
        await super().shutdown(sockets)


class Running(NamedTuple):
    engine: Engine
    server: Server
    sock: socket.socket
    token: str

    @property
    def port(self) -> int:
        return int(self.sock.getsockname()[1])


@contextlib.asynccontextmanager
async def running(settings: Settings) -> AsyncIterator[Running]:
    """A server that is ready; the caller serves it (`server.serve(sockets=[sock])`)."""
    store = open_store(settings)
    await store.open()
    key = await store.setting("key", lambda: secrets.token_hex(32))
    token = settings.token or ""
    if settings.token is None and settings.host not in LOOPBACK:
        token = await store.setting("join", lambda: secrets.token_urlsafe(16))
    thinkers = None
    if settings.bots:
        workers = settings.workers or min(4, os.cpu_count() or 1)
        thinkers = await asyncio.to_thread(Thinkers, workers)
    engine = Engine(store, Auth(key, token), thinkers, quick=settings.quick, limited=settings.limited)
    await engine.start()
    try:
        sock = listen(settings)
        config = uvicorn.Config(
            Web(engine, secure=settings.secure).app(),
            ws="websockets-sansio",
            ws_max_size=MOST_BYTES,
            ws_per_message_deflate=False,
            ws_ping_interval=20.0,
            ws_ping_timeout=20.0,
            timeout_keep_alive=30,
            timeout_graceful_shutdown=5,
            log_config=None,
            access_log=False,
            server_header=False,
            lifespan="off",
        )
        yield Running(engine, Server(config, engine), sock, token)
    finally:
        await engine.stop()
