"""The HTTP API against its own description: whatever is asked, no fault of ours, and as described."""

from __future__ import annotations

import asyncio
import json
import threading
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    ignored_auth,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from server.live import person, served, started, url_of
from support import LAST_RESORT
from tablee.games import GAMES
from tablee.server import protocol as p
from tablee.server.app import Web
from tablee.server.schemas import openapi
from tablee.server.site import PLACES

SCHEMA = schemathesis.openapi.from_dict(openapi())
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
    unsupported_method,
    ignored_auth,
]


class Live:
    """A server in a thread, with a table that waits and one that is over."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.ready = threading.Event()
        self.done: asyncio.Event
        self.loop: asyncio.AbstractEventLoop
        self.url = self.session = self.waiting = self.over = self.link = ""
        self.routes: Any = ()
        self.thread = threading.Thread(target=lambda: asyncio.run(self.main()), daemon=True)

    async def main(self) -> None:
        self.loop, self.done = asyncio.get_running_loop(), asyncio.Event()
        async with served(self.folder, bots=False) as server:
            self.url = url_of(server)
            ada, bo = await person(server, "Ada"), await person(server, "Bo")
            self.session = ada.session
            self.waiting = await ada.create("mow", ["me", "open"], listed=True)
            self.routes = Web(server.engine).app().routes
            seat = {"table": self.waiting, "seat": 0, "held": 0}
            self.link = server.engine.auth.link(seat)
            async with started([ada, bo], "super_miaou", options={"max_rounds": 3}) as tables:
                while tables[0].outcome() is None:
                    for table in tables:
                        turn = table.turn()
                        if turn is not None:
                            await turn.play(turn.legal[-1])
                    await asyncio.sleep(0)
                self.over = tables[0].id
            self.ready.set()
            await self.done.wait()


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    made = Live(tmp_path_factory.mktemp("fuzz"))
    made.thread.start()
    assert made.ready.wait(LAST_RESORT), "the server is not ready"
    yield made
    made.loop.call_soon_threadsafe(made.done.set)
    made.thread.join(LAST_RESORT)
    assert not made.thread.is_alive(), "the server does not end"


@SCHEMA.parametrize()
@settings(
    max_examples=25,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
def test_whatever_is_asked_is_answered_as_described(case: Any, live: Live) -> None:
    headers = {"Authorization": f"Bearer {live.session}"}
    case.call_and_validate(base_url=live.url, headers=headers, checks=CHECKS)


def good(live: Live) -> list[tuple[str, str, dict[str, Any]]]:
    """What is answered with what was asked for."""
    table = {"game": "mow", "seats": [{"kind": "person"}, {"kind": "bot", "level": "easy"}]}
    waiting, over = {"table": live.waiting}, {"table": live.over}
    return [
        ("/healthz", "GET", {}),
        ("/api/protocol", "GET", {}),
        ("/api/session", "GET", {}),
        ("/api/session", "POST", {"body": {"name": "Zoé"}}),
        ("/api/session", "DELETE", {}),
        ("/api/games", "GET", {}),
        *(("/api/games/{game}", "GET", {"path_parameters": {"game": each.name}}) for each in GAMES),
        *(
            ("/api/games/{game}/lesson", "GET", {"path_parameters": {"game": each.name}})
            for each in GAMES
        ),
        (
            "/api/games/{game}/lesson/{step}",
            "GET",
            {"path_parameters": {"game": "mow", "step": 2}, "query": {"action": "take"}},
        ),
        ("/api/tables", "GET", {}),
        ("/api/tables", "POST", {"body": table}),
        ("/api/tables/{table}", "GET", {"path_parameters": waiting}),
        ("/api/tables/{table}", "GET", {"path_parameters": over}),
        ("/api/tables/{table}/proof", "GET", {"path_parameters": over}),
        ("/api/tables/{table}/replay", "GET", {"path_parameters": over}),
        ("/api/tables/{table}/replay", "GET", {"path_parameters": over, "query": {"seat": "0"}}),
        ("/api/tables/{table}/review", "GET", {"path_parameters": over}),
        ("/api/ratings/{game}", "GET", {"path_parameters": {"game": "super_miaou"}}),
        ("/api/invitation", "GET", {"query": {"path": f"/t/{live.waiting}"}}),
        ("/api/house", "GET", {}),
        ("/api/house", "POST", {"body": {"open": False}, "headers": {"Origin": live.url}}),
        ("/api/claim", "POST", {"body": {"token": live.link}}),
    ]


def test_what_is_there_is_as_described(live: Live) -> None:
    headers = {"Authorization": f"Bearer {live.session}"}
    for path, method, given in good(live):
        made = {"media_type": "application/json", **given} if "body" in given else given
        case = SCHEMA[path][method].Case(**made)
        response = case.call_and_validate(base_url=live.url, headers=headers, checks=CHECKS)
        assert response.status_code in (200, 201), f"{method} {path}: {response.status_code}"


def test_every_route_is_described(live: Live) -> None:
    with urllib.request.urlopen(f"{live.url}/api/openapi.json") as response:
        described = json.load(response)
    assert described == json.loads(json.dumps(openapi()))
    there = {(route.path, method) for route in live.routes for method in route.methods - {"HEAD"}}
    told = {(path, way.upper()) for path, ways in described["paths"].items() for way in ways}
    pages = {(place, "GET") for place in (*PLACES, "/assets/{file}", "/{file}")}
    assert there - told == {("/metrics", "GET"), *pages}
    assert told <= there


def test_what_the_server_answers_is_what_the_types_say(live: Live) -> None:
    """The types that the description is made of read the answers."""
    session = {"authorization": f"Bearer {live.session}"}
    kinds: list[tuple[str, Any]] = [
        ("/api/session", p.SessionInfo),
        ("/api/games", list[p.GameLine]),
        ("/api/games/mow", p.GameInfo),
        ("/api/games/mow/rules", p.Book),
        ("/api/games/mow/lesson", p.Lesson),
        ("/api/games/mow/lesson/2?action=take", p.LessonTry),
        ("/api/tables", list[p.TableLine]),
        ("/api/house", p.House),
        ("/api/invitation", p.Invitation),
        (f"/api/tables/{live.over}/proof", p.ProofMade),
        (f"/api/tables/{live.over}/replay", p.Replay),
        (f"/api/tables/{live.over}/review", p.Reviewed),
        ("/api/ratings/super_miaou", p.Ratings),
    ]
    for path, kind in kinds:
        request = urllib.request.Request(live.url + path, headers=session)
        with urllib.request.urlopen(request) as response:
            msgspec.json.decode(response.read(), type=kind)
