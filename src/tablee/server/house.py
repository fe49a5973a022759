"""The house: whether other devices in it can come here, and the second door that lets them in.

A server for its own machine alone (`tablee serve`) listens there only, until somebody on that machine
opens the house: then it listens at the machine's address in the house as well, and who comes that way
needs the token. A server that was started for others (`--host`, `--secure`) is open as long as it runs.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from time import time
from typing import Final, Protocol

import msgspec
import structlog

from tablee.server import protocol as p
from tablee.server.addresses import (
    LOOPBACK,
    TRIES,
    address,
    bound,
    for_others,
    is_for_everybody,
    is_ours,
    lan_address,
    neighbours,
)
from tablee.server.store import Store, StoreDown

log = structlog.get_logger("tablee")

SETTING: Final = "house"
REMEMBERED: Final = 12 * 3600  # seconds; an evening, however long
CLOSED: Final = "closed"
MOVED: Final = "moved"  # this machine is in another network now: the house was closed
NO_NETWORK: Final = "no_network"
INTERNET: Final = "internet"  # the machine's address is everybody's, not a house's


class Kept(msgspec.Struct, frozen=True):
    """Where the house was opened, and when, in seconds since 1970: for the next start."""

    address: str
    port: int
    at: int


class CannotOpen(Exception):
    """Why not: a code, and what the system says."""

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code)
        self.code = code
        self.values = values


class Usher(Protocol):
    """What the house needs of the server."""

    async def let_in(self, sock: socket.socket) -> None:
        """Serve whoever comes by it."""

    async def show_out(self, sock: socket.socket) -> None:
        """Close it, and cut whoever came in by it."""

    def guests(self, sock: socket.socket) -> list[str]:
        """The names of those who are at a table by it."""


class House:
    def __init__(self, store: Store, host: str, port: int, *, secure: bool = False) -> None:
        self.store = store
        self.host = host
        self.port = port
        self.own = not secure and host in LOOPBACK  # for its machine alone, unless somebody opens it
        self.usher: Usher | None = None  # None before it serves
        self.sock: socket.socket | None = None  # the second door
        self.closed = CLOSED  # or why else
        self.lock = asyncio.Lock()

    @property
    def open(self) -> bool:
        return not self.own or self.sock is not None

    # -- how it is -----------------------------------------------------------------------------------

    def place(self) -> str:
        """Where the second door is, without the port."""
        return "" if self.sock is None else str(self.sock.getsockname()[0])

    def others(self) -> str:
        """The address for other devices; empty if there is none."""
        if not self.own:
            return for_others(self.host, self.port) or ""
        if self.sock is None or not is_ours(self.place()):
            return ""
        return address(*self.sock.getsockname()[:2])

    def why(self) -> str:
        """Why a link would not work elsewhere."""
        if self.others():
            return ""
        found = lan_address()
        if found is None or self.open:
            return NO_NETWORK
        return INTERNET if is_for_everybody(found) else self.closed

    def guests(self) -> list[str]:
        return [] if self.sock is None or self.usher is None else self.usher.guests(self.sock)

    # -- opening and closing -------------------------------------------------------------------------

    async def set(self, wanted: bool) -> None:
        async with self.lock:
            if not wanted:
                await self.close(CLOSED)
            elif self.sock is None:
                await self.open_at(await self.kept())
            else:
                await self.keep(Kept(self.place(), self.sock.getsockname()[1], int(time())))

    async def open_at(self, before: Kept | None) -> None:
        found = lan_address()
        if found is None:
            raise CannotOpen(NO_NETWORK)
        if is_for_everybody(found):
            raise CannotOpen(INTERNET, address=found)
        try:
            await self.listen(found, before)
        except OSError as error:
            raise CannotOpen("house_listen", address=found, why=error.strerror or error) from None

    async def listen(self, place: str, before: Kept | None) -> None:
        """At the port of before, so that who was here finds the way; else ours, or one after it."""
        self.sock = bound(place, self.ports(before))
        if self.usher is not None:
            await self.usher.let_in(self.sock)
        kept = Kept(place, self.sock.getsockname()[1], int(time()))
        log.info("house", open=True, address=kept.address, port=kept.port)
        try:
            await self.keep(kept)
        except StoreDown:  # it is open all the same, but not after a restart
            log.warning("house not kept")

    def ports(self, before: Kept | None) -> Iterator[int]:
        if before is not None:
            yield before.port
        yield from range(self.port, min(self.port + TRIES, 65536))

    async def close(self, why: str) -> None:
        self.closed = why
        if self.sock is None:
            return
        sock, place, self.sock = self.sock, self.place(), None
        if self.usher is not None:
            await self.usher.show_out(sock)
        sock.close()
        log.info("house", open=False, address=place, why=why)
        await self.keep(None)

    async def look(self) -> None:
        """Whether the machine still has the address; if not, go to the new one.

        In another network the house is closed: whoever opened it meant another house.
        """
        async with self.lock:
            if self.sock is None or is_ours(place := self.place()):
                return
            found = lan_address()
            if found is None:
                return  # it may come back
            before = await self.kept()
            await self.close(CLOSED if neighbours(place, found) else MOVED)
            if self.closed == CLOSED:
                try:
                    await self.listen(found, before)
                except OSError:
                    log.warning("house lost", address=found)

    # -- from start to start -------------------------------------------------------------------------

    async def reopen(self) -> None:
        """As it was before, if that was not long ago and this machine is still there."""
        before = await self.kept() if self.own else None
        if before is None or not 0 <= time() - before.at < REMEMBERED or not is_ours(before.address):
            return
        try:
            self.sock = bound(before.address, self.ports(before))
        except OSError:
            return
        log.info("house", open=True, address=before.address, port=self.sock.getsockname()[1])

    async def begin(self, usher: Usher) -> None:
        """The server serves from now on."""
        self.usher = usher
        if self.sock is not None:
            await usher.let_in(self.sock)

    def end(self) -> None:
        if self.sock is not None:
            self.sock.close()

    async def kept(self) -> Kept | None:
        said = await self.store.setting(SETTING, str)
        try:
            return msgspec.json.decode(said, type=Kept)
        except msgspec.DecodeError:  # closed, or written by another Tablée
            return None

    async def keep(self, what: Kept | None) -> None:
        text = "" if what is None else msgspec.json.encode(what).decode()
        await self.store.set_setting(SETTING, text)


def told(house: House, base: str, *, may: bool) -> p.House:
    """How it is for who asks; `base`: where they found us, if that is an address for others, too."""
    why = "" if base else house.why()
    return p.House(house.open, may, why, base or house.others(), house.guests() if may else [])
