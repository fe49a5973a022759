"""The server's web application: HTTP for sessions and tables, a WebSocket for each table joined."""

from __future__ import annotations

import asyncio
import functools
import ipaddress
from collections.abc import Awaitable, Callable
from typing import Any, Final

import msgspec
from prometheus_client import generate_latest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from tablee import __version__
from tablee.core.contract import SPECTATOR
from tablee.core.encode import plain
from tablee.core.errors import TableeError
from tablee.core.texts import LANGUAGES
from tablee.games import GAMES, game
from tablee.server import protocol as p
from tablee.server import replay
from tablee.server.auth import COOKIE, SESSION_SECONDS, clean_name, new_person
from tablee.server.decisions import Caller, Refusal
from tablee.server.engine import Engine
from tablee.server.guard import Fault, caller_of, check_origin
from tablee.server.limits import Limits
from tablee.server.messages import summary
from tablee.server.room import OVER
from tablee.server.schemas import protocol_schema
from tablee.server.store import StoreDown

MOST_BODY: Final = 16_384
MOST_LISTED: Final = 100
STATUS: Final = {"unavailable": 503, "no_table": 404, "busy": 503}
HEADERS: Final = {
    "content-security-policy": "default-src 'self'; img-src 'self' data:; style-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}


def answer(value: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, HEADERS, "application/json")


Handler = Callable[["Web", Request], Awaitable[Response]]


def guarded(handler: Handler) -> Handler:
    """Faults become answers that say what was wrong, in both languages."""

    @functools.wraps(handler)
    async def handled(web: Web, request: Request) -> Response:
        try:
            if request.method not in ("GET", "HEAD"):
                check_origin(request)
            web.check_rate(request)
            return await handler(web, request)
        except Fault as fault:
            return answer({"code": fault.code, "messages": fault.messages}, fault.status)
        except Refusal as refusal:
            said = {"code": refusal.code, "rule": refusal.rule, "messages": refusal.messages}
            return answer(said, STATUS.get(refusal.code, 409))
        except StoreDown:
            return answer({"code": "unavailable", "messages": Fault(503, "unavailable").messages}, 503)

    return handled


class Web:
    def __init__(self, engine: Engine, *, secure: bool = False) -> None:
        self.engine = engine
        self.secure = secure  # behind TLS: cookies travel only there
        self.limits = Limits()

    def app(self) -> ASGIApp:
        def route(path: str, handler: Handler, *methods: str) -> Route:
            async def endpoint(request: Request) -> Response:
                return await handler(self, request)

            return Route(path, endpoint, methods=list(methods) or ["GET"])

        return Starlette(
            routes=[
                route("/", Web.front),
                route("/healthz", Web.health),
                route("/metrics", Web.metrics),
                route("/api/protocol", Web.protocol),
                route("/api/session", Web.who),
                route("/api/session", Web.name, "POST"),
                route("/api/games", Web.games),
                route("/api/games/{game}", Web.game),
                route("/api/tables", Web.lobby),
                route("/api/tables", Web.create, "POST"),
                route("/api/claim", Web.claim, "POST"),
                route("/api/tables/{table}", Web.table),
                route("/api/tables/{table}/proof", Web.proof),
                route("/api/tables/{table}/replay", Web.replay),
            ],
            exception_handlers={404: not_found, 405: not_found},
        )

    # -- who asks ------------------------------------------------------------

    def caller(self, request: Request) -> Caller | None:
        return caller_of(self.engine.auth, request)

    def known(self, request: Request) -> Caller:
        caller = self.caller(request)
        if caller is None:
            raise Fault(401, "session")
        return caller

    def check_rate(self, request: Request) -> None:
        if self.engine.node.limited and request.url.path.startswith("/api/"):
            host = request.client.host if request.client else ""
            if not self.limits.allows(host, request.method == "POST"):
                raise Fault(429, "often")

    # -- pages ------------------------------------------------------------

    @guarded
    async def front(self, request: Request) -> Response:
        text = f"Tablée {__version__}\nAPI: /api/games /api/tables · protocol: /api/protocol\n"
        return Response(text, headers=HEADERS, media_type="text/plain; charset=utf-8")

    @guarded
    async def health(self, request: Request) -> Response:
        """Whether this node can read and so go on; 503 takes it out of a balancer."""
        await self.engine.store.heads([])
        return answer({"ok": not self.engine.node.closing}, 503 if self.engine.node.closing else 200)

    @guarded
    async def metrics(self, request: Request) -> Response:
        if request.client is None or not ipaddress.ip_address(request.client.host).is_loopback:
            raise Fault(404, "not_found")
        return Response(generate_latest(self.engine.metrics.registry), headers=HEADERS)

    @guarded
    async def protocol(self, request: Request) -> Response:
        return answer(protocol_schema())

    # -- sessions ------------------------------------------------------------

    @guarded
    async def who(self, request: Request) -> Response:
        caller = self.caller(request)
        needs_token = bool(self.engine.auth.join_token)
        if caller is None:
            return answer({"person": None, "name": None, "needs_token": needs_token})
        return answer({"person": caller.person, "name": caller.name, "needs_token": needs_token})

    @guarded
    async def name(self, request: Request) -> Response:
        """Begin a session, or change the name of one."""
        wanted = await body(request, p.NewSession)
        before = self.caller(request)
        if before is None and not self.engine.auth.admits(wanted.token):
            raise Fault(403, "token")
        name = clean_name(wanted.name)
        if name is None:
            raise Fault(400, "name", most=p.MOST_NAME)
        caller = Caller(before.person if before else new_person(), name)
        token = self.engine.auth.session(caller)
        named = {"person": caller.person, "name": caller.name}
        # To programs only: a page has its cookie, which no script can read.
        said = answer(named if "origin" in request.headers else {**named, "session": token})
        said.set_cookie(
            COOKIE, token, SESSION_SECONDS, httponly=True, samesite="strict", secure=self.secure
        )
        return said

    # -- games and tables ------------------------------------------------------------

    @guarded
    async def games(self, request: Request) -> Response:
        return answer([{"game": each.name, "seats": [each.fewest, each.most]} for each in GAMES])

    @guarded
    async def game(self, request: Request) -> Response:
        """Everything that a client needs to show a game: options, verbs and texts."""
        try:
            found = game(request.path_params["game"])
        except TableeError:
            raise Fault(404, "not_found") from None
        seats = range(found.fewest, found.most + 1)
        return answer(
            {
                "game": found.name,
                "version": found.version,
                "seats": [found.fewest, found.most],
                "options": {
                    option.name: {
                        "schema": {str(n): option.schema(n) for n in seats},
                        "default": plain(option.default),
                        "seats": option.seats,
                    }
                    for option in found.options
                },
                "verbs": [verb.name for verb in found.verbs.all],
                "phases": found.phases,
                "texts": {
                    name: {
                        key: found.texts().raw(name, key) for key in sorted(found.texts().keys(name))
                    }
                    for name in LANGUAGES
                },
            }
        )

    @guarded
    async def lobby(self, request: Request) -> Response:
        self.known(request)
        return answer(await self.engine.store.listed(MOST_LISTED))

    @guarded
    async def create(self, request: Request) -> Response:
        caller = self.known(request)
        return answer(await self.engine.create(await body(request, p.NewTable), caller), 201)

    @guarded
    async def claim(self, request: Request) -> Response:
        """A seat's link moves the seat to this session."""
        caller = self.known(request)
        token = self.engine.auth.read_link((await body(request, p.Claim)).token)
        if token is None:
            raise Fault(403, "link")
        return answer(await self.engine.claim(token, caller))

    @guarded
    async def table(self, request: Request) -> Response:
        self.known(request)
        return answer(summary(await self.room(request)))

    @guarded
    async def proof(self, request: Request) -> Response:
        room = await self.room(request)
        if room.phase != OVER:
            raise Fault(403, "not_over")
        return answer(replay.proof(room))

    @guarded
    async def replay(self, request: Request) -> Response:
        """The finished game as a seat saw it, as watchers did (`null`), or as everybody did (`all`)."""
        room = await self.room(request)
        if room.phase != OVER:
            raise Fault(403, "not_over")
        seat = request.query_params.get("seat", "all")
        everybody = [SPECTATOR, *range(len(room.chairs))]
        audiences = [each for each in everybody if seat in ("all", replay.named(each))]
        if not audiences:
            raise Fault(404, "not_found")
        match = room.match
        assert match is not None
        return answer(
            {
                **summary(room),
                "options": {name: plain(value) for name, value in match.options.given.items()},
                "steps": await asyncio.to_thread(replay.steps, room, audiences),
                "outcome": plain(match.outcome()),
            }
        )

    async def room(self, request: Request) -> Any:
        table = request.path_params["table"]
        room = await self.engine.room(table) if len(table) == 32 else None
        if room is None:
            raise Fault(404, "not_found")
        return room


async def body(request: Request, kind: type[Any]) -> Any:
    """The request's JSON, if it is what it should be; never more bytes than allowed."""
    data = b""
    async for part in request.stream():
        data += part
        if len(data) > MOST_BODY:
            raise Fault(413, "large", most=MOST_BODY)
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Fault(400, "body", why=str(error)[:200]) from None


async def not_found(request: Request, error: Exception) -> Response:
    fault = Fault(404, "not_found")
    return answer({"code": fault.code, "messages": fault.messages}, 404)
