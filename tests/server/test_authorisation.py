"""Who may do what, and when: every message by everybody in every phase, every route by every caller."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import itertools
import json
from collections.abc import AsyncIterator, Mapping, MutableMapping
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, get_args
from unittest.mock import patch
from urllib.parse import urlencode

import pytest
from starlette.routing import Route

from server.live import served
from tablee.core.fairness import commitment
from tablee.games import game
from tablee.server import entries as e
from tablee.server import protocol as p
from tablee.server.addresses import OWN_NAMES
from tablee.server.app import Web
from tablee.server.auth import Auth
from tablee.server.decisions import Caller
from tablee.server.engine import Engine
from tablee.server.room import CLOSED, LOBBY, OVER, PLAYING, SEALING, Room
from tablee.server.sqlite_store import SqliteStore
from tablee.testing.transcripts import BEGUN, Driver, copied

PHASES = (LOBBY, SEALING, PLAYING, OVER, CLOSED)
SHARE = b"s" * 32
SEATS = 5


class Who(NamedTuple):
    """A caller, the seat they mean by their own, and one that is somebody else's."""

    person: str
    own: int
    other: int


# The columns of the table.
CALLERS = {
    "host": Who("hal", 0, 1),  # who also sits at seat 0
    "boss": Who("boss", 1, 0),  # a host who only watches
    "seated": Who("sue", 1, 0),
    "owner": Who("olga", 2, 0),  # for whom a bot plays seat 2, once the game has begun
    "couple": Who("cy", 3, 0),  # two people at one device: seats 3 and 4
    "watcher": Who("will", 1, 0),
    "muted": Who("max", 1, 0),  # a watcher, too
    "stranger": Who("stan", 1, 0),  # connected, but has not joined
}


def message(kind: str, who: Who, room: Room) -> dict[str, Any]:
    """What is sent; `kind/other` is about a seat that is somebody else's, `kind/open` a free one,
    `kind/gap` somebody else's where seat 2 is free."""
    name, _, about = kind.partition("/")
    seat = {"": who.own, "other": who.other, "open": 2, "gap": who.other}[about]
    acting = room.match is not None and room.match.legal(seat)
    action = room.game.verbs.text(acting[0] if acting else 0)
    fields: dict[str, dict[str, Any]] = {
        "join": {"protocol": 1},
        "why": {"seat": seat, "action": action},
        "hint": {"seat": seat},
        "link": {"seat": seat},
        "play": {"seat": seat, "turn": room.chairs[seat].turn, "action": action},
        "undo": {"seat": seat},
        "sit": {"seat": seat, "commitment": sealed(room.table)},
        "stand": {"seat": seat},
        "rename": {"seat": seat, "name": "Zoë"},
        "move": {"seat": seat, "to": 2},  # a bot's, before the start; or free
        "choose": {"seat": seat, "option": "teams", "value": "red"},  # nothing that is chosen in MOW
        "set_seat": {"seat": seat, "level": "easy"},
        "configure": {"seats": SEATS, "options": {}, "clock": {}, "listed": False},
        "reveal": {"share": SHARE.hex()},
        "replace": {"seat": seat},
        "take_back": {"seat": seat},
        "say": {"text": "hello"},
        "tell": {"phrase": "hello"},
        "mute": {"person": "will", "on": True},
    }
    made = {"t": name, **fields.get(name, {})}
    return {**made, "id": "1"} if issubclass(KINDS[name], p.Command) else made


KINDS: dict[str, type[p.Message]] = {
    str(kind.__struct_config__.tag): kind for kind in get_args(p.Asked)
}
ANSWERS = {"join": "welcome", "sync": "table", "ping": "pong", "why": "why", "link": "link"}

DECLARED = Path(__file__).parent / "authorisation.txt"


def declared() -> dict[tuple[str, str, str], str]:
    """`+`: it is done or answered; `-`: not in this phase; else the code of the refusal."""
    heading, *lines = (line.split() for line in DECLARED.read_text().splitlines())
    assert heading == ["message", "phase", *CALLERS]
    found = {}
    for kind, phases, *codes in lines:
        for phase in phases.split(","):
            for caller, code in zip(CALLERS, codes, strict=True):
                assert (kind, phase, caller) not in found, f"{kind} {phase} is there twice"
                found[kind, phase, caller] = code
    return found


def rows() -> list[str]:
    """Every message; one about a seat also about somebody else's."""
    found = ["sit/open", "move/gap"]
    for name, kind in KINDS.items():
        found += [name, f"{name}/other"] if "seat" in kind.__struct_fields__ else [name]
    return found


def sealed(table: str) -> str:
    return commitment("seat", table, SHARE)


@functools.cache
def base(phase: str, host: str) -> Room:
    """A table of MOW with all our people, in a phase."""
    room = Room()
    stamp: dict[str, Any] = {"at": BEGUN, "by": host}
    table = "5" * 32
    room.fold(
        e.Created(
            **stamp,
            table=table,
            game="mow",
            options={"target": 10},
            places=[e.Place("bot", level="easy") if s == 2 else e.Place() for s in range(SEATS)],
            clock=e.Clock(),
            listed=False,
            host=host,
            rules_version=game("mow").version,
            rng_version=1,
            server=e.Secret("7" * 64),
            commitment="0" * 64,
        )
    )
    room.fold(e.Muted(**stamp, person="max", on=True))
    sitting = ["hal", "sue", "olga", "cy", "cy"]
    begun = phase not in (LOBBY, CLOSED, SEALING)
    for seat, person in enumerate(sitting):
        if seat != 2 or begun:
            room.fold(e.Sat(at=BEGUN, by=person, seat=seat, name=person, commitment=sealed(table)))
    if phase == CLOSED:
        room.fold(e.Closed(**stamp))
    if phase in (LOBBY, CLOSED):
        return room
    room.fold(e.Started(**stamp))
    if phase == SEALING:
        return room
    for person in dict.fromkeys(sitting):
        room.fold(e.Revealed(at=BEGUN, by=person, share=e.Secret(SHARE.hex())))
    room.fold(e.Botted(**stamp, seat=2, level="easy"))
    luck = Random(4)
    while phase == OVER and room.phase == PLAYING:
        move(room, luck)
    assert room.phase == phase
    return room


def move(room: Room, luck: Random) -> int:
    assert room.match is not None
    seat = luck.choice(room.acting())
    action = room.match.text(luck.choice(room.match.legal(seat)))
    room.fold(e.Moved(at=room.at, seat=seat, action=action))
    return seat


def scene(kind: str, who: Who, phase: str) -> Room:
    """The phase, at a moment when the caller could do it, if anybody could."""
    start = base(phase, "boss" if who.person == "boss" else "hal")
    name, _, about = kind.partition("/")
    meant = who.other if about == "other" else who.own
    for seed in itertools.count():
        luck, room = Random(seed), copied(start)
        if about in ("open", "gap") and phase == LOBBY:
            room.fold(e.Freed(at=BEGUN, seat=2))
        while room.phase == PLAYING:
            if meant in (room.undoable() if name == "undo" else room.acting()):
                return room
            move(room, luck)
        if phase != PLAYING:
            return room
    raise AssertionError


def outcome(kind: str, caller: str, phase: str) -> str:
    who = CALLERS[caller]
    room = scene(kind, who, phase)
    driver = Driver(0)
    driver.now = room.at + 5
    desk = driver.node.desk(room.table)
    desk.room, desk.delivered = room, room.seq
    driver.connect(1, room.table, who.person)
    if caller != "stranger":
        driver.send(1, {"t": "join", "protocol": 1})
    driver.take()
    seq = room.seq
    asked = len(driver.thinks)
    driver.send(1, message(kind, who, room))
    heard = [json.loads(data) for conn, data in driver.take() if conn == 1]
    if [think for think in driver.thinks[asked:] if think.explain]:
        return "+"
    if kind == "hurry" and not heard:  # it has no answer
        return "+"
    first = heard[0]
    if first["t"] == "refused":
        assert room.seq == seq, "what was refused has changed something"
        assert set(first["messages"]) == {"fr", "en"}
        return str(first["code"])
    name = kind.partition("/")[0]
    if first["t"] == "ack":
        assert first["v"] == room.seq > seq or name == "rematch"
        return "+"
    assert first["t"] == ANSWERS[name], first
    assert room.seq == seq
    return "+"


def test_everything_is_declared() -> None:
    """A new kind of message fails here until somebody has said who may send it when."""
    wanted = set(itertools.product(rows(), PHASES, CALLERS))
    assert set(declared()) == wanted


@pytest.mark.parametrize("kind", rows())
def test_everybody_may_do_what_is_declared_and_nothing_else(kind: str) -> None:
    expected = declared()
    for phase, caller in itertools.product(PHASES, CALLERS):
        code = expected[kind, phase, caller]
        allowed = (f"phase_{phase}", phase) if code == "-" else (code,)
        assert outcome(kind, caller, phase) in allowed, f"{kind} by {caller} in {phase}"


# -- by HTTP -------------------------------------------------------------------------------------------

HOST = "127.0.0.1:8000"
WEB_CALLERS = ("nobody", "page", "program", "other_site", "no_origin", "forged", "expired", "tampered")
# One line for every method and path: what each of these callers is answered.
WEB = """
GET    /                               200 200 200 200 200 200 200 200
GET    /g/{game}                       200 200 200 200 200 200 200 200
GET    /t/{table}                      200 200 200 200 200 200 200 200
GET    /r/{table}                      200 200 200 200 200 200 200 200
GET    /rules/{game}                   200 200 200 200 200 200 200 200
GET    /learn/{game}                   200 200 200 200 200 200 200 200
GET    /ratings/{game}                 200 200 200 200 200 200 200 200
GET    /claim                          200 200 200 200 200 200 200 200
GET    /assets/{file}                  404 404 404 404 404 404 404 404
GET    /{file}                         404 404 404 404 404 404 404 404
GET    /healthz                        200 200 200 200 200 200 200 200
GET    /metrics                        200 200 200 200 200 200 200 200
GET    /api/protocol                   200 200 200 200 200 200 200 200
GET    /api/openapi.json               200 200 200 200 200 200 200 200
GET    /api/session                    200 200 200 200 200 200 200 200
POST   /api/session                    200 200 200 403 403 200 200 200
DELETE /api/session                    200 200 200 403 403 200 200 200
GET    /api/games                      200 200 200 200 200 200 200 200
GET    /api/games/{game}               200 200 200 200 200 200 200 200
GET    /api/games/{game}/rules         200 200 200 200 200 200 200 200
GET    /api/games/{game}/lesson        200 200 200 200 200 200 200 200
GET    /api/games/{game}/lesson/{step} 409 409 409 409 409 409 409 409
GET    /api/tables                     401 200 200 200 200 401 401 401
POST   /api/tables                     401 201 201 403 403 401 401 401
POST   /api/claim                      401 200 200 403 403 401 401 401
GET    /api/house                      401 200 200 200 200 401 401 401
POST   /api/house                      401 200 403 403 403 401 401 401
GET    /api/invitation                 401 200 200 200 200 401 401 401
GET    /api/tables/{table}             200 200 200 200 200 200 200 200
GET    /api/tables/{table}/proof       403 403 403 403 403 403 403 403
GET    /api/tables/{table}/replay      403 403 403 403 403 403 403 403
GET    /api/tables/{table}/review      403 403 403 403 403 403 403 403
GET    /api/ratings/{game}             401 200 200 200 200 401 401 401
"""
BODIES = {
    "/api/house": {"open": False},
    "/api/session": {"name": "Ada"},
    "/api/tables": {"game": "mow", "seats": [{"kind": "person"}, {}]},
}


class Site:
    """The application without sockets, with one table that waits."""

    def __init__(self, engine: Engine, web: Web) -> None:
        self.engine = engine
        self.web = web
        self.routes = [route for route in web.app().routes if isinstance(route, Route)]  # type: ignore[attr-defined]
        self.app = web.app()
        self.ada = Caller("a" * 32, "Ada")
        self.table = ""
        self.last: dict[bytes, bytes] = {}  # headers of the last answer

    def headers(self, caller: str) -> dict[str, str]:
        auth = self.engine.auth
        token = auth.session(self.ada)
        origin = {"origin": f"http://{HOST}"}
        other = Auth("another key").session(self.ada)
        old = Auth("key")
        with patch("time.time", lambda: time_then):
            expired = old.session(self.ada)
        middle = len(token) // 3
        tampered = token[:middle] + ("A" if token[middle] != "A" else "B") + token[middle + 1 :]
        return {
            "nobody": {},
            "page": {"cookie": f"tablee={token}", **origin},
            "program": {"authorization": f"Bearer {token}"},
            "other_site": {"cookie": f"tablee={token}", "origin": "http://evil.example"},
            "no_origin": {"cookie": f"tablee={token}"},
            "forged": {"cookie": f"tablee={other}", **origin},
            "expired": {"authorization": f"Bearer {expired}"},
            "tampered": {"cookie": f"tablee={tampered}", **origin},
        }[caller]

    async def ask(
        self,
        method: str,
        path: str,
        headers: Mapping[str, str],
        body: object = None,
        client: str = "127.0.0.1",
    ) -> tuple[int, Any]:
        data = b"" if body is None else json.dumps(body).encode()
        sent: list[MutableMapping[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": data, "more_body": False}

        async def send(part: MutableMapping[str, Any]) -> None:
            sent.append(part)

        raw = {"host": HOST, **headers}
        path, _, query = path.partition("?")
        scope = {
            "type": "http",
            "method": method,
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "headers": [(name.encode(), value.encode()) for name, value in raw.items()],
            "client": (client, 1),
            "server": ("127.0.0.1", 8000),
            "scheme": "http",
            "http_version": "1.1",
            "root_path": "",
        }
        await self.app(scope, receive, send)
        self.last = dict(sent[0]["headers"])
        text = b"".join(part.get("body", b"") for part in sent)
        return int(sent[0]["status"]), json.loads(text) if text.startswith((b"{", b"[")) else text


@contextlib.asynccontextmanager
async def site(folder: Path, **settings: Any) -> AsyncIterator[Site]:
    store = SqliteStore(folder)
    await store.open()
    engine = Engine(store, Auth("key", **settings), None, limited=False)
    await engine.start()
    made = Site(engine, Web(engine, secure=bool(settings.get("secure"))))
    made.table = (await engine.create(p.NewTable("mow", [e.Place("person"), e.Place()]), made.ada))[
        "table"
    ]
    try:
        yield made
    finally:
        await engine.stop()


time_then = 1_500_000_000.0  # years before a session that still counts


def test_every_route_answers_everybody_as_declared(tmp_path: Path) -> None:
    lines = [line.split() for line in WEB.strip().splitlines()]

    async def main() -> None:
        async with site(tmp_path) as made:
            there = {
                (method, route.path)
                for route in made.routes
                for method in (route.methods or set()) - {"HEAD"}
            }
            assert {(method, path) for method, path, *_ in lines} == there
            for method, path, *codes in lines:
                for caller, code in zip(WEB_CALLERS, codes, strict=True):
                    place = path.replace("{table}", made.table).replace("{game}", "mow")
                    place = place.replace("{file}", "no.thing").replace("{step}", "1")
                    body = BODIES.get(path) if method == "POST" else None
                    if path == "/api/claim":
                        room = await made.engine.room(made.table)
                        assert room is not None
                        seat = {"table": made.table, "seat": 0, "held": room.chairs[0].held}
                        body = {"token": made.engine.auth.link(seat)}
                    status, said = await made.ask(method, place, made.headers(caller), body)
                    assert status == int(code), f"{method} {path} by {caller}: {status} {said}"
                    if status >= 400:
                        assert set(said["messages"]) == {"fr", "en"}

    asyncio.run(main())


def test_figures_are_for_this_machine_only(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path) as made:
            assert (await made.ask("GET", "/metrics", {}, client="10.0.0.7"))[0] == 404
            for forwarded in ("10.0.0.7", "rubbish", "127.0.0.1, 10.0.0.7", "::2"):
                headers = {"x-forwarded-for": forwarded}
                assert (await made.ask("GET", "/metrics", headers))[0] == 404, forwarded
            # Whoever is not our proxy cannot say that they are from here.
            headers = {"x-forwarded-for": "127.0.0.1"}
            assert (await made.ask("GET", "/metrics", headers, client="10.0.0.7"))[0] == 404

    asyncio.run(main())


def test_a_token_is_needed_where_there_is_one(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path, join_token="let me in") as made:
            for token, code in (("", 403), ("let me", 403), ("let me in", 200)):
                body = {"name": "Bo", "token": token}
                assert (await made.ask("POST", "/api/session", {}, body))[0] == code
                # Who comes by a link and has no name yet sees where it leads; by the id alone nobody.
                query = urlencode({"token": token})
                status, said = await made.ask("GET", f"/api/tables/{made.table}?{query}", {})
                assert status == (200 if code == 200 else 401)
                assert status == 401 or said["mine"] == []
            # Who has a session changes their name without it.
            headers = made.headers("program")
            status, said = await made.ask("POST", "/api/session", headers, {"name": "Zoé"})
            assert (status, said["person"]) == (200, made.ada.person)

    asyncio.run(main())


def test_a_name_that_leads_here_does_not_let_a_page_in(tmp_path: Path) -> None:
    """DNS rebinding: the page's own name has become our address, and its origin that of the host."""

    async def main() -> None:
        async with site(tmp_path, names=OWN_NAMES) as made:
            evil = {"host": "evil.example:8000", "origin": "http://evil.example:8000"}
            assert (await made.ask("POST", "/api/session", evil, {"name": "Eve"}))[0] == 421
            assert (await made.ask("GET", "/api/games", evil))[0] == 421
            for own in ("localhost:8000", "LOCALHOST", "127.0.0.1:1", "[::1]:8000", "[::1]"):
                headers = {"host": own, "origin": f"http://{own}"}
                assert (await made.ask("POST", "/api/session", headers, {"name": "Ada"}))[0] == 200

    asyncio.run(main())


def test_a_page_gets_a_cookie_that_no_script_can_read(tmp_path: Path) -> None:
    async def main() -> None:
        async with site(tmp_path, secure=True) as made:
            said = await made.ask("POST", "/api/session", {"origin": f"http://{HOST}"}, {"name": "A"})
            assert "session" not in said[1]
            status, said_to_program = await made.ask("POST", "/api/session", {}, {"name": "A"})
            assert status == 200
            assert made.engine.auth.caller(said_to_program["session"]) is not None
            token = made.engine.auth.session(made.ada)
            headers = {"cookie": f"__Host-tablee={token}", "origin": f"http://{HOST}"}
            assert (await made.ask("GET", "/api/tables", headers))[0] == 200
            assert made.last[b"strict-transport-security"].startswith(b"max-age=")
            # What another server on this machine may have set is not looked at behind TLS.
            headers["cookie"] = f"tablee={token}"
            assert (await made.ask("GET", "/api/tables", headers))[0] == 401

    asyncio.run(main())


@pytest.mark.parametrize(
    "origin", ["null", "", "http://", "https://evil.example", "http://[", "file://"]
)
def test_an_odd_origin_is_a_wrong_one(tmp_path: Path, origin: str) -> None:
    async def main() -> None:
        async with site(tmp_path) as made:
            headers = {**made.headers("page"), "origin": origin}
            assert (await made.ask("POST", "/api/tables", headers, BODIES["/api/tables"]))[0] == 403
            assert (await made.ask("POST", "/api/session", {"origin": origin, "host": ""}, {}))[
                0
            ] == 403

    asyncio.run(main())


# -- by WebSocket --------------------------------------------------------------------------------------


async def handshake(
    port: int, path: str, headers: Mapping[str, str], method: str = "GET", at: str = "127.0.0.1"
) -> int:
    """The status that a request for a socket is answered with."""
    reader, writer = await asyncio.open_connection(at, port)
    wanted = {
        "host": f"127.0.0.1:{port}",
        "upgrade": "websocket",
        "connection": "Upgrade",
        "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
        "sec-websocket-version": "13",
        **headers,
    }
    lines = [f"{name}: {value}" for name, value in wanted.items()]
    writer.write("\r\n".join([f"{method} {path} HTTP/1.1", *lines, "", ""]).encode())
    status = await reader.readline()
    writer.close()
    return int(status.split()[1])


def test_only_those_with_a_session_get_a_socket(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path, bots=False) as server:
            auth, port = server.engine.auth, server.port
            ada = Caller("a" * 32, "Ada")
            made = await server.engine.create(p.NewTable("mow", [e.Place()] * 2), ada)
            path = f"/ws/{made['table']}"
            token = auth.session(ada)
            cookie, origin = {"cookie": f"tablee={token}"}, {"origin": f"http://127.0.0.1:{port}"}
            program = {"authorization": f"Bearer {token}"}
            other = Auth("another key").session(ada)
            expected: list[tuple[int, str, dict[str, str]]] = [
                (401, path, {}),
                (101, path, program),
                (101, path, {**cookie, **origin}),
                (403, path, cookie),
                (403, path, {**cookie, "origin": "http://evil.example"}),
                (403, path, {**cookie, "origin": "null"}),
                (401, path, {"cookie": f"tablee={other}", **origin}),
                (401, path, {"authorization": f"Bearer {other}"}),
                (401, path, {"authorization": "Bearer"}),
                (403, path, {**program, "host": "evil.example"}),
                (404, "/ws/", program),
                (404, path + "0", program),
                (400, path[:-1] + "é", program),
                (404, "/ws/%2e%2e/%2e%2e/etc/passwd", program),
                (404, "/api/tables", program),
                (400, path, {**program, "sec-websocket-version": "12"}),
                (400, path, {**program, "sec-websocket-key": "short"}),
            ]
            for status, place, headers in expected:
                found = await handshake(port, place, headers)
                assert found == status, f"{found} instead of {status} for {place} {headers}"
            assert await handshake(port, path, program, "POST") in (400, 404, 405)
            assert await handshake(port, path, program) == 101

    asyncio.run(main())
