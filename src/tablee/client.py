"""A client for Tablée servers: for bots of your own, for tests, for anything that plays from Python.

    async with tablee.connect("http://127.0.0.1:8000/t/…", name="Ada") as table:
        await table.sit(0)
        async for turn in table.turns():
            await turn.play(turn.legal[0])

A lost connection is made again, and a command that was not acknowledged is sent again; the server
does it once.
"""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import itertools
import json
import secrets
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from types import TracebackType
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qs, urlsplit

from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as open_socket
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tablee.core.fairness import commitment

PROTOCOL: Final = 1
PATIENCE: Final = 30.0  # seconds for an answer, reconnections included
FINAL: Final = ("no_table", "protocol", "too_fast", "malformed", "unreadable")  # why not to come back
PAUSES: Final = (0.05, 0.1, 0.2, 0.5, 1.0)


class Failed(Exception):
    """The server refused something: `code` says what, `rule` which rule of the game, `messages` why."""

    def __init__(self, code: str, messages: Mapping[str, str], rule: str = "", status: int = 0) -> None:
        super().__init__(messages.get("en", code))
        self.code = code
        self.messages = messages
        self.rule = rule
        self.status = status


class Lost(Exception):
    """The server cannot be reached."""


class Server:
    """A server, and who we are there. `fallbacks`: where else the same tables are served."""

    def __init__(
        self,
        url: str,
        *,
        name: str = "Python",
        token: str = "",
        session: str = "",
        fallbacks: Sequence[str] = (),
    ) -> None:
        parts = urlsplit(url)
        self.url = f"{parts.scheme}://{parts.netloc}"
        self.urls = (self.url, *(each.rstrip("/") for each in fallbacks))
        self.name = name
        self.token = token or parse_qs(parts.query).get("token", [""])[0]
        self.session = session
        self.person = ""

    async def ask(self, method: str, path: str, what: object = None) -> Any:
        """One HTTP request; Failed if the server says no."""

        def send(url: str) -> Any:
            request = urllib.request.Request(url + path, method=method)
            if self.session:
                request.add_header("authorization", f"Bearer {self.session}")
            data = None if what is None else json.dumps(what).encode()
            try:
                with urllib.request.urlopen(request, data, timeout=PATIENCE) as response:
                    return json.load(response)
            except urllib.error.HTTPError as error:
                with error, contextlib.suppress(ValueError, KeyError):
                    said = json.load(error)
                    raise Failed(
                        said["code"], said["messages"], said.get("rule", ""), error.code
                    ) from None
                raise Failed("http", {"en": str(error)}, status=error.code) from None
            except (OSError, TimeoutError, http.client.HTTPException) as error:
                raise Lost(f"{url} cannot be reached ({type(error).__name__})") from None

        for url in self.urls[:-1]:
            with contextlib.suppress(Lost):
                return await asyncio.to_thread(send, url)
        return await asyncio.to_thread(send, self.urls[-1])

    async def sign_in(self) -> None:
        said = await self.ask("POST", "/api/session", {"name": self.name, "token": self.token})
        self.session, self.person = said["session"], said["person"]

    async def create(
        self,
        game: str,
        seats: Sequence[str],
        *,
        options: Mapping[str, object] | None = None,
        clock: Mapping[str, object] | None = None,
        listed: bool = False,
        pace: str = "normal",
        rated: bool = False,
        talk: bool = True,
    ) -> str:
        """A new table; seats are `me`, `open`, or a bot's level. Its id, for `table`."""
        if not self.session:
            await self.sign_in()
        kinds = {"me": {"kind": "person"}, "open": {"kind": "open"}}
        wanted: dict[str, Any] = {
            "game": game,
            "seats": [kinds.get(seat, {"kind": "bot", "level": seat}) for seat in seats],
            "options": dict(options or {}),
            "listed": listed,
            "pace": pace,
            "rated": rated,
            "talk": talk,
        }
        if clock is not None:
            wanted["clock"] = dict(clock)
        return str((await self.ask("POST", "/api/tables", wanted))["table"])

    async def claim(self, link: str) -> str:
        """Take over the seat of a link; the id of its table."""
        if not self.session:
            await self.sign_in()
        return str((await self.ask("POST", "/api/claim", {"token": link}))["table"])

    def table(self, table: str) -> Table:
        return Table(self, table)


class Turn(NamedTuple):
    """A decision that a seat of ours has to make."""

    table: Table
    seat: int
    turn: int
    view: Any
    legal: list[str]

    async def play(self, action: str) -> int:
        return await self.table.play(self.seat, action, turn=self.turn)


class Table:
    """A table that we have joined: what we know of it, and what we can do there."""

    def __init__(self, server: Server, table: str) -> None:
        self.server = server
        self.id = table
        self.url = server.url  # where we are connected, or try to
        self.info: dict[str, Any] = {}
        self.told: dict[int | None, dict[str, Any]] = {}  # by seat: the last of its messages
        self.events: dict[int | None, list[Any]] = {}
        self.chat: list[dict[str, Any]] = []
        self.share = secrets.token_bytes(32)
        self.gaps = 0  # how often something was missed
        self.connections = 0
        self.on_message: Callable[[dict[str, Any]], None] = lambda message: None
        self.numbers = itertools.count()
        self.prefix = secrets.token_hex(4)
        self.pending: dict[str, tuple[dict[str, Any], asyncio.Future[int]]] = {}
        self.asked: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self.changed = asyncio.Event()
        self.socket: ClientConnection | None = None
        self.task: asyncio.Task[None] | None = None
        self.revealing: str = ""
        self.over: Exception | None = None

    async def __aenter__(self) -> Table:
        if not self.server.session:
            await self.server.sign_in()
        self.task = asyncio.create_task(self.stay())
        await self.until(lambda: bool(self.info))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.task is not None:
            self.task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self.task

    # -- the connection ------------------------------------------------------------

    async def stay(self) -> None:
        """Be connected, again and again; each time somewhere else, if there is another place."""
        for n, url in enumerate(itertools.cycle(self.server.urls)):
            self.url = url
            try:
                async with open_socket(
                    f"ws{url.removeprefix('http')}/ws/{self.id}",
                    additional_headers={"authorization": f"Bearer {self.server.session}"},
                    compression=None,
                    max_size=1 << 22,
                    open_timeout=5,
                    ping_interval=None,
                    close_timeout=1,
                    proxy=None,
                ) as self.socket:
                    await self.talk(self.socket)
            except (OSError, TimeoutError, ConnectionClosed, InvalidHandshake, EOFError):
                pass
            self.socket = None
            if self.over is not None:
                self.fail(self.over)
                return
            await asyncio.sleep(PAUSES[min(n, len(PAUSES) - 1)] if self.connections == 0 else PAUSES[1])

    async def talk(self, socket: ClientConnection) -> None:
        seen = {json.dumps(seat): told["n"] for seat, told in self.told.items()}
        with contextlib.suppress(ConnectionClosed):  # what was said before is still heard
            await socket.send(json.dumps({"t": "join", "protocol": PROTOCOL, "seen": seen}))
            self.connections += 1
            for message, _ in list(self.pending.values()):
                await socket.send(json.dumps(message))
        async for data in socket:
            await self.hear(json.loads(data))

    async def hear(self, message: dict[str, Any]) -> None:
        match message["t"]:
            case "welcome":
                self.server.person = message["person"]
            case "table":
                self.info = message
                await self.reveal_if_wanted(message)
            case "told":
                await self.take(message)
            case "ack" if message["id"] in self.pending:
                done(self.pending.pop(message["id"])[1], message["v"])
            case "refused" if message["id"] in self.pending:
                if message["code"] != "unavailable":
                    refused = Failed(message["code"], message["messages"], message["rule"])
                    done(self.pending.pop(message["id"])[1], refused)
                else:  # the server may be able to in a moment
                    asyncio.get_running_loop().call_later(0.2, self.again, message["id"])
            case "refused":
                for waits in self.asked.values():
                    done(waits, Failed(message["code"], message["messages"], message["rule"]))
            case "why" | "hint" | "link" | "pong" as kind if kind in self.asked:
                done(self.asked[kind], message)
            case "chat" if not self.chat or message["v"] > self.chat[-1]["v"]:  # not told before
                self.chat.append(message)
            case "bye" if message["code"] in FINAL:
                self.over = Failed(message["code"], message["messages"])
        self.on_message(message)
        self.changed.set()

    async def take(self, message: dict[str, Any]) -> None:
        seat, fresh = message["seat"], message["events"]
        before = self.told.get(seat)
        if not message["all"] and (before is None or before["n"] + len(fresh) != message["n"]):
            self.gaps += 1
            await self.send({"t": "sync"})
            return
        if message["all"]:
            self.events[seat] = list(fresh)
        else:
            self.events.setdefault(seat, []).extend(fresh)
        self.told[seat] = message

    async def reveal_if_wanted(self, info: dict[str, Any]) -> None:
        """Show our share of the luck, now that everybody's is sealed."""
        if self.server.person in info["wanted"] and self.revealing != info["commitment"]:
            self.revealing = info["commitment"]
            message = {"t": "reveal", "id": self.new_id(), "share": self.share.hex()}
            self.pending[message["id"]] = (message, asyncio.get_running_loop().create_future())
            await self.send(message)

    def again(self, said: str) -> None:
        if said in self.pending and self.socket is not None:
            asyncio.ensure_future(self.send(self.pending[said][0]))  # noqa: RUF006 (nobody waits)

    async def send(self, message: dict[str, Any]) -> None:
        if self.socket is not None:
            with contextlib.suppress(ConnectionClosed):
                await self.socket.send(json.dumps(message))

    def fail(self, error: Exception) -> None:
        for _, waits in self.pending.values():
            done(waits, error)
        self.pending.clear()
        self.changed.set()

    # -- doing ------------------------------------------------------------

    def new_id(self) -> str:
        return f"{self.prefix}-{next(self.numbers)}"

    async def do(self, kind: str, **values: object) -> int:
        """Send a command until it is acknowledged; the table's version then. Failed if refused."""
        message = {"t": kind, "id": self.new_id(), **values}
        waits: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.pending[str(message["id"])] = (message, waits)
        await self.send(message)
        try:
            # Not `wait_for`: until Python 3.12 it forgets that somebody cancelled it, now and then.
            async with asyncio.timeout(PATIENCE):
                return await waits
        except TimeoutError:
            raise Lost("no answer") from None
        finally:
            self.pending.pop(str(message["id"]), None)

    async def question(self, kind: str, **values: object) -> dict[str, Any]:
        waits: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self.asked[kind] = waits
        await self.send({"t": kind, **values})
        try:
            async with asyncio.timeout(PATIENCE):
                return await waits
        finally:
            self.asked.pop(kind, None)

    async def sit(self, seat: int) -> int:
        sealed = commitment("seat", self.id, self.share)
        return await self.do("sit", seat=seat, commitment=sealed)

    async def start(self) -> None:
        """Begin, and wait for the deal."""
        await self.do("start")
        await self.until(lambda: self.info["phase"] in ("playing", "over") and bool(self.told))

    async def play(self, seat: int, action: str, *, turn: int | None = None) -> int:
        number = self.told[seat]["turn"] if turn is None else turn
        return await self.do("play", seat=seat, turn=number, action=action)

    # -- waiting ------------------------------------------------------------

    async def until(self, true: Callable[[], bool], seconds: float | None = None) -> None:
        async def wait() -> None:
            while not true():
                if self.over is not None:
                    raise self.over
                self.changed.clear()
                await self.changed.wait()

        try:
            async with asyncio.timeout(PATIENCE if seconds is None else seconds):
                await wait()
        except TimeoutError:
            raise Lost("nothing came of it in time") from None

    def outcome(self) -> Any:
        return next((told["outcome"] for told in self.told.values() if told["outcome"]), None)

    def turn(self) -> Turn | None:
        """A decision that one of our seats has to make now."""
        for seat, told in self.told.items():
            if seat is not None and told["legal"]:
                return Turn(self, seat, told["turn"], told["view"], told["legal"])
        return None

    async def turns(self, seconds: float = 3600.0) -> AsyncIterator[Turn]:
        """Every decision of our seats, each once, until the game is over."""
        made: set[tuple[int, int]] = set()

        def waiting() -> Turn | None:
            turn = self.turn()
            return None if turn is None or (turn.seat, turn.turn) in made else turn

        while True:
            await self.until(lambda: self.outcome() is not None or waiting() is not None, seconds)
            turn = waiting()
            if turn is None or self.outcome() is not None:
                return
            made.add((turn.seat, turn.turn))
            yield turn


def done(waits: asyncio.Future[Any], value: object) -> None:
    if waits.done():
        return
    if isinstance(value, Exception):
        waits.set_exception(value)
        waits.exception()  # seen, even if nobody waits
    else:
        waits.set_result(value)


@contextlib.asynccontextmanager
async def connect(url: str, *, name: str = "Python", session: str = "") -> AsyncIterator[Table]:
    """Join the table of a link: `…/t/ID`, with `?token=…` where the server asks for one."""
    server = Server(url, name=name, session=session)
    table = urlsplit(url).path.rstrip("/").rpartition("/")[2]
    async with server.table(table) as joined:
        yield joined
