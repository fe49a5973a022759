"""What is asked and answered by HTTP, as OpenAPI. What goes over a table's socket: `wire_schema`."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import msgspec

from tablee import __version__
from tablee.server import protocol as p

REF: Final = "#/components/schemas/{name}"
PARTS: Final = (
    p.NewTable, p.NewSession, p.Claim, p.OpenHouse,
    p.SessionInfo, p.SessionMade, p.GameLine, p.GameInfo, p.Book, p.TableLine, p.TableNow,
    p.TableMade, p.Claimed, p.Lesson, p.LessonTry, p.House, p.Invitation, p.ProofMade, p.Replay,
    p.Reviewed, p.Ratings, p.Fault, p.Health,
)  # fmt: skip
# What anything can be answered with.
ALWAYS: Final = {"421": "Not for this host", "429": "Too often", "503": "Not just now"}


def ref(kind: type) -> dict[str, Any]:
    return {"$ref": REF.format(name=kind.__name__)}


def several(kind: type) -> dict[str, Any]:
    return {"type": "array", "items": ref(kind)}


def said(what: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": what, "content": {"application/json": {"schema": schema}}}


def operation(
    name: str,
    summary: str,
    schema: dict[str, Any],
    *refused: int,
    status: int = 200,
    takes: type | None = None,
    session: bool = False,
    parameters: tuple[dict[str, Any], ...] = (),
) -> dict[str, Any]:
    """One thing to do, what it answers, and with which faults."""
    codes = {*map(str, refused), *ALWAYS, *(["401"] if session else [])}
    if takes is not None:
        codes |= {"400", "403", "413"}
    made: dict[str, Any] = {
        "operationId": name,
        "summary": summary,
        "responses": {
            str(status): said(summary, schema),
            **{
                code: said(ALWAYS.get(code, "Refused, and why"), ref(p.Fault)) for code in sorted(codes)
            },
        },
    }
    if takes is not None:
        content = {"application/json": {"schema": ref(takes)}}
        made["requestBody"] = {"required": True, "content": content}
    if session:
        made["security"] = [{"bearer": []}, {"cookie": []}]
    if parameters:
        made["parameters"] = list(parameters)
    return made


def in_path(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "in": "path", "required": True, "schema": schema}


@cache
def openapi() -> dict[str, Any]:
    _, parts = msgspec.json.schema_components(PARTS, ref_template=REF)
    anything: dict[str, Any] = {"type": "object"}
    table = in_path("table", {"type": "string", "pattern": "^[0-9a-f]{40}$"})
    game = in_path("game", {"type": "string", "minLength": 1})
    step = in_path("step", {"type": "integer", "minimum": 1})
    action = {"name": "action", "in": "query", "required": True, "schema": {"type": "string"}}
    seat = {"name": "seat", "in": "query", "schema": {"type": "string", "default": "all"}}
    person = {"name": "person", "in": "query", "schema": {"type": "string", "maxLength": 64}}
    join = {"name": "token", "in": "query", "schema": {"type": "string", "default": ""}}
    path = {"name": "path", "in": "query", "schema": {"type": "string", "default": "/"}}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Tablée",
            "version": __version__,
            "summary": "Sessions and tables; what is played goes by WebSocket (/api/protocol).",
        },
        "paths": {
            "/healthz": {"get": operation("health", "Whether it serves", ref(p.Health))},
            "/api/protocol": {"get": operation("protocol", "The messages by WebSocket", anything)},
            "/api/openapi.json": {"get": operation("openapi", "This document", anything)},
            "/api/session": {
                "get": operation("who", "Who I am here", ref(p.SessionInfo)),
                "post": operation(
                    "name",
                    "Begin a session, or change its name",
                    ref(p.SessionMade),
                    takes=p.NewSession,
                ),
                "delete": operation("forget", "End it on this device", ref(p.SessionInfo), 403),
            },
            "/api/games": {"get": operation("games", "All games", several(p.GameLine))},
            "/api/games/{game}": {
                "get": operation(
                    "game", "A game: options, verbs, texts", ref(p.GameInfo), 404, parameters=(game,)
                )
            },
            "/api/games/{game}/rules": {
                "get": operation("rules", "Its rules", ref(p.Book), 404, parameters=(game,))
            },
            "/api/games/{game}/lesson": {
                "get": operation("lesson", "Its lesson", ref(p.Lesson), 404, parameters=(game,))
            },
            "/api/games/{game}/lesson/{step}": {
                "get": operation(
                    "attempt",
                    "What an action of a step leads to",
                    ref(p.LessonTry),
                    404,
                    409,
                    parameters=(game, step, action),
                )
            },
            "/api/tables": {
                "get": operation("lobby", "Tables to join", several(p.TableLine), session=True),
                "post": operation(
                    "create",
                    "A new table",
                    ref(p.TableMade),
                    409,
                    status=201,
                    takes=p.NewTable,
                    session=True,
                ),
            },
            "/api/claim": {
                "post": operation(
                    "claim",
                    "Move a seat to this session",
                    ref(p.Claimed),
                    404,
                    409,
                    takes=p.Claim,
                    session=True,
                )
            },
            "/api/house": {
                "get": operation(
                    "house", "Whether others in the house can come here", ref(p.House), session=True
                ),
                "post": operation(
                    "open_house",
                    "Let them in, or cut them; on the server's own machine",
                    ref(p.House),
                    409,
                    takes=p.OpenHouse,
                    session=True,
                ),
            },
            "/api/invitation": {
                "get": operation(
                    "invitation",
                    "A link for others, and its QR code",
                    ref(p.Invitation),
                    404,
                    session=True,
                    parameters=(path,),
                )
            },
            "/api/tables/{table}": {
                "get": operation(
                    "table", "A table", ref(p.TableNow), 401, 404, parameters=(table, join)
                )
            },
            "/api/tables/{table}/proof": {
                "get": operation(
                    "proof", "That its luck was fair", ref(p.ProofMade), 403, 404, parameters=(table,)
                )
            },
            "/api/tables/{table}/replay": {
                "get": operation(
                    "replay",
                    "A finished game, step by step",
                    ref(p.Replay),
                    403,
                    404,
                    parameters=(table, seat),
                )
            },
            "/api/tables/{table}/review": {
                "get": operation(
                    "review",
                    "What to think of a finished game, or how far that is",
                    ref(p.Reviewed),
                    403,
                    404,
                    parameters=(table,),
                )
            },
            "/api/ratings/{game}": {
                "get": operation(
                    "ratings",
                    "How good everybody is at a game",
                    ref(p.Ratings),
                    404,
                    session=True,
                    parameters=(game, person),
                )
            },
        },
        "components": {
            "schemas": parts,
            "securitySchemes": {
                "bearer": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": "tablee"},
            },
        },
    }
