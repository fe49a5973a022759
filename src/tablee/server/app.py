"""The server's web application: HTTP for sessions and tables. See `websocket` for what is played."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Awaitable, Callable, Collection
from typing import Any, Final

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tablee.core.contract import SPECTATOR, Game
from tablee.core.encode import plain
from tablee.core.errors import Refused, TableeError
from tablee.games import GAMES, game
from tablee.server import lessons, replay, site
from tablee.server import protocol as p
from tablee.server.about import about, book
from tablee.server.addresses import LOOPBACK, is_loopback
from tablee.server.auth import SESSION_SECONDS, new_person
from tablee.server.decisions import Caller, Refusal, clean_name, refusal_of
from tablee.server.engine import Engine
from tablee.server.guard import (
    Fault,
    caller_of,
    check_host,
    check_origin,
    host_of,
    is_here,
    is_table,
    named,
    needs_token,
    peer_of,
)
from tablee.server.house import CannotOpen, House, told
from tablee.server.limits import Gate
from tablee.server.messages import line_of, summary, table_now
from tablee.server.ratings import Ratings
from tablee.server.ratings import told as told_ratings
from tablee.server.reviews import Reviews
from tablee.server.room import OVER, Room
from tablee.server.schemas import openapi
from tablee.server.shelf import Shelf
from tablee.server.store import StoreDown
from tablee.server.wire_schema import protocol_schema

MOST_BODY: Final = 16_384
MOST_LISTED: Final = 100
MOST_READ: Final = 1000  # to find them
HOLD: Final = 1.0  # seconds that who asks too often waits for the answer to that
MOST_ACTION: Final = 100  # letters; no action of any game has as many
MOST_HELD: Final = 200
MOST_PERSON: Final = 64  # letters of an id
MOST_REPLAYS: Final = 4  # at a time; they are long
STATUS: Final = {"unavailable": 503, "no_table": 404, "busy": 503, "unreadable": 503}
HEADERS: Final = {
    "content-security-policy": "default-src 'self'; img-src 'self' data:; style-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}


STRICT: Final = (b"strict-transport-security", b"max-age=31536000")


def answer(value: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, HEADERS, "application/json")


def fault_answer(fault: Fault) -> Response:
    said = {"code": fault.code, "rule": "", "messages": fault.messages}
    response = answer(said, fault.status)
    if fault.status == 429:
        response.headers["retry-after"] = "1"
    return response


def sent(page: site.Page, request: Request, status: int = 200) -> Response:
    """A file of the app, or only that it is still the same."""
    headers = {**HEADERS, "cache-control": page.cache, "etag": page.tag, "vary": "accept-encoding"}
    if status == 200 and request.headers.get("if-none-match") == page.tag:
        return Response(status_code=304, headers=headers)
    if page.packed and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(page.packed, status, {**headers, "content-encoding": "gzip"}, page.kind)
    return Response(page.data, status, headers, page.kind)


def nowhere(request: Request) -> Response:
    """There is nothing: people are told so by the app, programs in JSON."""
    found = site.page("index.html") if "text/html" in request.headers.get("accept", "") else None
    if found is None or request.url.path.startswith(("/api/", "/ws/")):
        raise Fault(404, "not_found")
    return sent(found, request, 404)


class Strict:
    """Behind TLS: tells browsers to come by TLS only, from now on."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], STRICT]
            await send(message)

        await self.app(scope, receive, send_with)


Handler = Callable[["Web", Request], Awaitable[Response]]


def guarded(kind: str) -> Callable[[Handler], Handler]:
    """Faults become answers that say what was wrong, in both languages; `kind` is what it costs."""

    def guard(handler: Handler) -> Handler:
        @functools.wraps(handler)
        async def handled(web: Web, request: Request) -> Response:
            try:
                if not web.gate.allows(web.address(request), kind):
                    await web.hold()
                    raise Fault(429, "often")
                check_host(web.engine.auth, request)
                if request.method not in ("GET", "HEAD"):
                    check_origin(request)
                return await handler(web, request)
            except Fault as fault:
                if fault.status in (401, 403, 421, 429):
                    web.engine.refused(fault.code, web.address(request))
                return fault_answer(fault)
            except Refusal as refusal:
                said = {"code": refusal.code, "rule": refusal.rule, "messages": refusal.messages}
                return answer(said, STATUS.get(refusal.code, 409))
            except (StoreDown, ClientDisconnect):
                return fault_answer(Fault(503, "unavailable"))
            except Exception as error:  # its words may tell cards, and are for nobody
                web.engine.failed("", error)
                return fault_answer(Fault(500, "failed"))

        return handled

    return guard


class Web:
    def __init__(
        self,
        engine: Engine,
        gate: Gate | None = None,
        *,
        secure: bool = False,
        house: House | None = None,
    ) -> None:
        self.engine = engine
        self.house = house or House(engine.store, LOOPBACK[0], 0, secure=secure)
        self.gate = gate or Gate(engine.node.limited)
        self.secure = secure  # behind TLS: cookies travel only there
        self.shelf = Shelf(engine)
        self.reviews = Reviews(engine)
        self.rated = Ratings(engine)
        self.held = 0
        self.replays = 0

    def app(self) -> ASGIApp:
        def route(path: str, handler: Handler, *methods: str) -> Route:
            async def endpoint(request: Request) -> Response:
                return await handler(self, request)

            return Route(path, endpoint, methods=list(methods) or ["GET"])

        app = Starlette(
            routes=[
                *(route(place, Web.front) for place in site.PLACES),
                route("/healthz", Web.health),
                route("/metrics", Web.metrics),
                route("/api/protocol", Web.protocol),
                route("/api/openapi.json", Web.openapi),
                route("/api/session", Web.session, "GET", "POST", "DELETE"),
                route("/api/games", Web.games),
                route("/api/games/{game}", Web.game),
                route("/api/games/{game}/rules", Web.rules),
                route("/api/games/{game}/lesson", Web.lesson),
                route("/api/games/{game}/lesson/{step}", Web.attempt),
                route("/api/tables", Web.tables, "GET", "POST"),
                route("/api/claim", Web.claim, "POST"),
                route("/api/house", Web.at_the_house, "GET", "POST"),
                route("/api/invitation", Web.invitation),
                route("/api/tables/{table}", Web.table),
                route("/api/tables/{table}/proof", Web.proof),
                route("/api/tables/{table}/replay", Web.replay),
                route("/api/tables/{table}/review", Web.review),
                route("/api/ratings/{game}", Web.ratings),
                route("/assets/{file}", Web.asset),
                route("/{file}", Web.file),
            ],
            exception_handlers={404: self.nothing_here, 405: self.nothing_here},
            middleware=[Middleware(Strict)] if self.secure else [],
        )
        app.router.redirect_slashes = False
        return app

    async def nothing_here(self, request: Request, error: Exception) -> Response:
        known = isinstance(error, HTTPException) and error.status_code == 405
        response = await (Web.unmade if known else Web.missing)(self, request)
        if isinstance(error, HTTPException):
            response.headers.update(error.headers or {})  # what is allowed instead
        return response

    @guarded("read")
    async def missing(self, request: Request) -> Response:
        return nowhere(request)

    @guarded("read")
    async def unmade(self, request: Request) -> Response:
        raise Fault(405, "method")

    # -- who asks ------------------------------------------------------------

    def caller(self, request: Request) -> Caller | None:
        return caller_of(self.engine.auth, request)

    def known(self, request: Request) -> Caller:
        caller = self.caller(request)
        if caller is None:
            raise Fault(401, "session")
        return caller

    def address(self, request: Request) -> str:
        return self.gate.address(peer_of(request), request.headers.get("x-forwarded-for"))

    async def hold(self) -> None:
        """Let somebody wait who asks too often: a connection that waits does not ask."""
        if self.held < MOST_HELD:
            self.held += 1
            try:
                await asyncio.sleep(HOLD)
            finally:
                self.held -= 1

    # -- pages ------------------------------------------------------------

    @guarded("read")
    async def front(self, request: Request) -> Response:
        """The app, wherever in it one begins."""
        found = site.page("index.html")
        if found is None:
            return Response(site.UNBUILT, headers=HEADERS, media_type="text/html; charset=utf-8")
        return sent(found, request)

    @guarded("read")
    async def asset(self, request: Request) -> Response:
        return self.of_the_app(f"assets/{request.path_params['file']}", request)

    @guarded("read")
    async def file(self, request: Request) -> Response:
        """The icon, the manifest and the like."""
        return self.of_the_app(request.path_params["file"], request)

    def of_the_app(self, name: str, request: Request) -> Response:
        found = site.page(name)
        return nowhere(request) if found is None else sent(found, request)

    @guarded("read")
    async def health(self, request: Request) -> Response:
        """Whether this node can read and so go on; 503 takes it out of a balancer."""
        await self.engine.store.heads([])
        return answer({"ok": not self.engine.node.closing}, 503 if self.engine.node.closing else 200)

    @guarded("read")
    async def metrics(self, request: Request) -> Response:
        if self.address(request) not in ("127.0.0.1", "::1"):
            raise Fault(404, "not_found")
        return Response(self.engine.metrics.page(), headers=HEADERS)

    @guarded("read")
    async def protocol(self, request: Request) -> Response:
        return answer(protocol_schema())

    @guarded("read")
    async def openapi(self, request: Request) -> Response:
        return answer(openapi())

    # -- sessions ------------------------------------------------------------

    async def session(self, request: Request) -> Response:
        if request.method == "POST":
            return await Web.name(self, request)
        if request.method == "DELETE":
            return await Web.forget(self, request)
        return await Web.who(self, request)

    @guarded("read")
    async def who(self, request: Request) -> Response:
        caller = self.caller(request)
        needed = needs_token(self.engine.auth, request)
        if caller is None:
            return answer({"person": None, "name": None, "needs_token": needed})
        return answer({"person": caller.person, "name": caller.name, "needs_token": needed})

    @guarded("write")
    async def name(self, request: Request) -> Response:
        """Begin a session, or change the name of one."""
        wanted = await body(request, p.NewSession)
        before = self.caller(request)
        auth = self.engine.auth
        if before is None and needs_token(auth, request) and not auth.admits(wanted.token):
            raise Fault(403, "token")
        name = clean_name(wanted.name)
        if name is None:
            raise Fault(400, "name", most=p.MOST_NAME)
        caller = Caller(before.person if before else new_person(), name)
        token = auth.session(caller)
        found = {"person": caller.person, "name": caller.name}
        # To programs only: a page has its cookie, which no script can read.
        said = answer(found if "origin" in request.headers else {**found, "session": token})
        said.set_cookie(
            auth.cookie, token, SESSION_SECONDS, httponly=True, samesite="strict", secure=self.secure
        )
        return said

    @guarded("write")
    async def forget(self, request: Request) -> Response:
        """This device is nobody's any more."""
        auth = self.engine.auth
        needed = needs_token(auth, request)
        said = answer({"person": None, "name": None, "needs_token": needed})
        said.delete_cookie(auth.cookie, httponly=True, samesite="strict", secure=self.secure)
        return said

    # -- games and tables ------------------------------------------------------------

    @guarded("read")
    async def games(self, request: Request) -> Response:
        return answer([{"game": each.name, "seats": [each.fewest, each.most]} for each in GAMES])

    @guarded("read")
    async def game(self, request: Request) -> Response:
        return answer(about(self.game_of(request)))

    @guarded("read")
    async def rules(self, request: Request) -> Response:
        return answer(book(self.game_of(request)))

    @guarded("read")
    async def lesson(self, request: Request) -> Response:
        return answer(lessons.lesson(self.game_of(request)))

    @guarded("read")
    async def attempt(self, request: Request) -> Response:
        """What an action of a lesson's step leads to; nothing is kept of it."""
        found = self.game_of(request)
        number = request.path_params["step"]
        steps = {str(at): step for at, step in enumerate(lessons.steps_of(found), 1)}
        if number not in steps:
            raise Fault(404, "not_found")
        try:
            action = request.query_params.get("action", "")[:MOST_ACTION]
            return answer(lessons.attempt(found, steps[number], action))
        except TableeError as error:
            raise refusal_of("rule" if isinstance(error, Refused) else "malformed", error) from None

    def game_of(self, request: Request) -> Game:
        try:
            return game(request.path_params["game"])
        except TableeError:
            raise Fault(404, "not_found") from None

    async def tables(self, request: Request) -> Response:
        return await (Web.create if request.method == "POST" else Web.lobby)(self, request)

    @guarded("read")
    async def lobby(self, request: Request) -> Response:
        """Listed tables at which somebody is."""
        self.known(request)
        lines = await self.engine.store.listed(MOST_READ)
        present = [line_of(line) for line in lines if self.engine.is_anybody_at(line["table"])]
        return answer(present[:MOST_LISTED])

    @guarded("heavy")
    async def create(self, request: Request) -> Response:
        caller = self.known(request)
        return answer(await self.engine.create(await body(request, p.NewTable), caller), 201)

    @guarded("write")
    async def claim(self, request: Request) -> Response:
        """A seat's link moves the seat to this session."""
        caller = self.known(request)
        token = self.engine.auth.read_link((await body(request, p.Claim)).token)
        if token is None:
            raise Fault(403, "link")
        return answer(await self.engine.claim(token, caller))

    # -- the house ------------------------------------------------------------

    async def at_the_house(self, request: Request) -> Response:
        return await (Web.open_house if request.method == "POST" else Web.see_house)(self, request)

    @guarded("read")
    async def see_house(self, request: Request) -> Response:
        self.known(request)
        return answer(await self.house_for(request))

    @guarded("write")
    async def open_house(self, request: Request) -> Response:
        """Let other devices in, or cut them: on this machine itself only, by a page of ours."""
        self.known(request)
        if not self.house.own:
            raise Fault(403, "house_fixed")
        if not is_here(request) or request.headers.get("origin") != f"http://{host_of(request)}":
            raise Fault(403, "house")
        wanted = await body(request, p.OpenHouse)
        try:
            await self.house.set(wanted.open)
        except CannotOpen as why:
            raise Fault(409, why.code, None, **why.values) from None
        return answer(await self.house_for(request))

    async def house_for(self, request: Request) -> p.House:
        await self.house.look()
        elsewhere = self.secure or not is_loopback(named(request))
        may = self.house.own and is_here(request)
        return told(self.house, self.base(request) if elsewhere else "", may=may)

    def base(self, request: Request) -> str:
        """Where who asks has found us."""
        return f"{'https' if self.secure else 'http'}://{host_of(request)}/"

    @guarded("read")
    async def invitation(self, request: Request) -> Response:
        """A link for other devices: on the server's own machine, with its address in the house."""
        self.known(request)
        auth, found = self.engine.auth, (await self.house_for(request)).address
        # A link that works on this machine alone says no token that nobody needs there.
        token = auth.join_token if found or auth.names is None else ""
        made = site.invitation(
            found or self.base(request), request.query_params.get("path", "/"), token
        )
        if made is None:
            raise Fault(404, "not_found")
        return answer(made)

    @guarded("read")
    async def table(self, request: Request) -> Response:
        """Also for who comes by a link and has no name yet: then by what the link lets in with."""
        caller = self.caller(request)
        auth = self.engine.auth
        if caller is None and needs_token(auth, request):
            if not auth.admits(request.query_params.get("token", "")):
                raise Fault(401, "session")
        person = "" if caller is None else caller.person
        desk = self.engine.node.desks.get(request.path_params["table"])
        here: Collection[str] = ()
        watchers = 0
        if desk is not None and desk.room is not None:
            here, watchers = desk.shown, desk.watchers()
            if desk.writing is None:
                return answer(table_now(desk.room, person, here, watchers))
        return answer(table_now(await self.room(request), person, here, watchers))

    @guarded("heavy")
    async def proof(self, request: Request) -> Response:
        return answer(replay.proof(await self.finished(request)))

    @guarded("heavy")
    async def replay(self, request: Request) -> Response:
        """The finished game as a seat saw it, as watchers did (`null`), or as everybody did (`all`)."""
        room = await self.finished(request)
        seat = request.query_params.get("seat", "all")
        everybody = [SPECTATOR, *range(len(room.chairs))]
        audiences = [each for each in everybody if seat in ("all", replay.named(each))]
        if not audiences:
            raise Fault(404, "not_found")
        if self.replays >= MOST_REPLAYS:
            raise Refusal("busy")
        self.replays += 1
        try:
            steps = await asyncio.to_thread(replay.steps, room, audiences)
        finally:
            self.replays -= 1
        match = room.match
        assert match is not None
        return answer(
            {
                **summary(room),
                "options": {name: plain(value) for name, value in match.options.given.items()},
                "steps": steps,
                "outcome": plain(match.outcome()),
            }
        )

    @guarded("read")
    async def review(self, request: Request) -> Response:
        """What to think of a finished game, or how far that is; who asks first begins it."""
        work = self.reviews.find(request.path_params["table"])
        if work is None:
            room = await self.finished(request)
            if not self.gate.allows(self.address(request), "heavy"):
                raise Fault(429, "often")
            work = self.reviews.find(room.table) or self.reviews.begin(room)
        if work.failed:
            raise Refusal("unavailable")
        return answer({"done": 1.0 if work.found else work.done, "review": work.found})

    @guarded("read")
    async def ratings(self, request: Request) -> Response:
        """Everybody's, and the history of one person: of who asks, if nobody else is named."""
        person = self.known(request).person
        name = self.game_of(request).name
        wanted = request.query_params.get("person", person)[:MOST_PERSON]
        return answer(told_ratings(name, await self.rated.of(name), wanted))

    async def room(self, request: Request) -> Room:
        table = request.path_params["table"]
        room = await self.shelf.room(table) if is_table(table) else None
        if room is None:
            raise Fault(404, "not_found")
        return room

    async def finished(self, request: Request) -> Room:
        room = await self.room(request)
        if room.phase != OVER:
            raise Fault(403, "not_over")
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
