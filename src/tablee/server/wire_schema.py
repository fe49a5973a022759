"""The protocol as JSON Schema, from which other languages' types are made.

Messages are those of `protocol`; views and events are those that the games declare. Compiled games have
forgotten what they declared: so `pages` makes the schema from the sources, and it is kept as a file.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import NoneType, UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

import msgspec

from tablee.core.contract import SPECTATOR, Game, Outcome
from tablee.core.encode import event_name
from tablee.core.fairness import Proof
from tablee.core.match import Match
from tablee.core.tables import LabTable
from tablee.games import GAMES
from tablee.server import protocol as p
from tablee.server.events import AT_THE_TABLE
from tablee.server.house import CLOSED as CLOSED_HOUSE
from tablee.server.house import INTERNET, MOVED, NO_NETWORK
from tablee.server.room import CLOSED, LOBBY, OVER, PLAYING, SEALING

Schema = dict[str, Any]
FILE: Final = "protocol.schema.json"

# What each address takes, and what it answers if all is well.
ROUTES: Final[Mapping[str, tuple[Any, Any]]] = {
    "GET /api/session": (None, p.SessionInfo),
    "POST /api/session": (p.NewSession, p.SessionMade),
    "DELETE /api/session": (None, p.SessionInfo),
    "GET /api/games": (None, list[p.GameLine]),
    "GET /api/games/{game}": (None, p.GameInfo),
    "GET /api/games/{game}/rules": (None, p.Book),
    "GET /api/games/{game}/lesson": (None, p.Lesson),
    "GET /api/games/{game}/lesson/{step}": (None, p.LessonTry),
    "GET /api/tables": (None, list[p.TableLine]),
    "POST /api/tables": (p.NewTable, p.TableMade),
    "POST /api/claim": (p.Claim, p.Claimed),
    "GET /api/house": (None, p.House),
    "POST /api/house": (p.OpenHouse, p.House),
    "GET /api/invitation": (None, p.Invitation),
    "GET /api/tables/{table}": (None, p.TableNow),
    "GET /api/tables/{table}/proof": (None, Proof),
    "GET /api/tables/{table}/replay": (None, p.Replay),
    "GET /api/tables/{table}/review": (None, p.Reviewed),
    "GET /api/ratings/{game}": (None, p.Ratings),
}


def refer(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def either(title: str, description: str, names: list[str]) -> Schema:
    return {"title": title, "description": description, "anyOf": [refer(name) for name in names]}


def fields(schemas: Mapping[str, Schema]) -> Schema:
    return {"type": "object", "properties": dict(schemas), "required": list(schemas)}


SEATS: Final = {"enum": ["open", "person", "bot"]}
CLOCKS: Final = {"enum": ["none", "move", "bank"]}
PHASES: Final = {"enum": [LOBBY, SEALING, PLAYING, OVER, CLOSED]}
SAID: Final = fields({"fr": {"type": "string"}, "en": {"type": "string"}})
# What the types in Python leave open, because the encoder need not know.
CLOSER: Final[Mapping[tuple[str, str], Schema]] = {
    ("Clock", "kind"): {**CLOCKS, "default": "none"},
    ("ClockLine", "kind"): CLOCKS,
    ("Place", "kind"): {**SEATS, "default": "open"},
    ("SeatInfo", "kind"): SEATS,
    ("SeatLine", "kind"): SEATS,
    ("TableInfo", "phase"): PHASES,
    ("TableLine", "phase"): PHASES,
    ("TableNow", "phase"): PHASES,
    ("Replay", "phase"): PHASES,
    ("Told", "events"): {"type": "array", "items": refer("AnyEvent")},
    ("Told", "view"): refer("AnyView"),
    ("Told", "outcome"): {"anyOf": [refer("Outcome"), {"type": "null"}]},
    ("LessonStep", "text"): SAID,
    ("LessonStep", "done"): SAID,
    ("LessonStep", "view"): refer("AnyView"),
    ("LessonTry", "events"): {"type": "array", "items": refer("AnyEvent")},
    ("LessonTry", "view"): refer("AnyView"),
    ("ReplayStep", "events"): {
        "type": "object",
        "additionalProperties": {"type": "array", "items": refer("AnyEvent")},
    },
    ("ReplayStep", "views"): {"type": "object", "additionalProperties": refer("AnyView")},
    ("Replay", "outcome"): refer("Outcome"),
    ("House", "why"): {"enum": ["", CLOSED_HOUSE, MOVED, NO_NETWORK, INTERNET]},
    ("TurningPoint", "by"): {"enum": ["decision", "luck"]},
    ("RatingLine", "kind"): {"enum": ["person", "bot"]},
    ("Refused", "messages"): SAID,
    ("WhyNot", "messages"): {**SAID, "required": []},
    ("Bye", "messages"): SAID,
    ("Fault", "messages"): SAID,
}


@cache
def protocol_schema() -> Schema:
    """As it is kept."""
    found: Schema = json.loads((files("tablee.server") / FILE).read_text("utf-8"))
    return found


def made_schema() -> Schema:
    """As the sources say."""
    kinds = [kind for pair in ROUTES.values() for kind in pair]
    (asked, answered, _, *http), parts = msgspec.json.schema_components(
        [p.Asked, p.Answer, p.Fault, *kinds], ref_template="#/$defs/{name}"
    )
    for name, part in parts.items():
        for field in part.get("properties", {}):
            part["properties"][field] = CLOSER.get((name, field), part["properties"][field])
    games = {found.name: named(found) for found in GAMES}
    routes = dict(zip(ROUTES, zip(http[::2], http[1::2], strict=True), strict=True))
    defs = {
        **parts,
        "Asked": {"title": "Asked", "description": "What a client sends to a table.", **asked},
        "Answer": {"title": "Answer", "description": "What a client hears from a table.", **answered},
        "Outcome": named_tuple(Outcome, "", {}),
        **{name: schema for found in GAMES for name, schema in game_schemas(found).items()},
        "AnyView": either(
            "AnyView", "What an audience knows.", [f"{name}View" for name in games.values()]
        ),
        "AnyEvent": either(
            "AnyEvent", "What an audience heard.", [f"{name}Event" for name in games.values()]
        ),
        "Games": {
            "title": "Games",
            "description": "By the name of a game, what its views and events are.",
            **fields(
                {
                    game: fields({"view": refer(f"{name}View"), "event": refer(f"{name}Event")})
                    for game, name in games.items()
                }
            ),
        },
        "Http": {
            "title": "Http",
            "description": "By method and path, what is sent and what is answered; from 400 on: Fault.",
            **fields(
                {name: fields({"body": body, "answer": said}) for name, (body, said) in routes.items()}
            ),
        },
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Message",
        "description": f"All that goes over a table's socket: version {p.PROTOCOL} of the protocol.",
        "version": p.PROTOCOL,
        "anyOf": [refer("Asked"), refer("Answer")],
        "$defs": {name: tidy(schema) for name, schema in defs.items()},
    }


def tidy(schema: Any) -> Any:
    """Descriptions without the indentation of a docstring; free objects say that they are free."""
    if isinstance(schema, list):
        return [tidy(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    found = {name: tidy(value) for name, value in schema.items()}
    if isinstance(found.get("description"), str):
        found["description"] = inspect.cleandoc(found["description"])
    if found.get("type") == "object" and "properties" not in found:
        found.setdefault("additionalProperties", True)
    return found


# -- what games show -------------------------------------------------------------------------------


def named(game: Game) -> str:
    """`push_em_up` is PushEmUp in the names of types."""
    return "".join(word.capitalize() for word in game.name.split("_"))


def game_schemas(game: Game) -> dict[str, Schema]:
    """The view, every event, and what is in them."""
    stem = named(game)
    view = type(Match(game, game.fewest, {}, LabTable(0)).state.view(SPECTATOR))
    found: dict[str, Schema] = {}
    found[f"{stem}View"] = named_tuple(view, stem, found, title=f"{stem}View")
    found[f"{stem}View"]["properties"]["phase"] = {"enum": list(game.phases)}
    names = []
    for event in (*game.events, *AT_THE_TABLE):
        name = f"{stem}{event.__name__}Event"
        schema = named_tuple(event, stem, found, title=name)
        called = {"event": {"enum": [event_name(event)]}}
        found[name] = {**schema, **fields({**called, **schema["properties"]})}
        names.append(name)
    title = game.texts().say("en", "game.name")
    found[f"{stem}Event"] = either(f"{stem}Event", f"{title}: what can be heard.", names)
    return found


def named_tuple(kind: Any, stem: str, parts: dict[str, Schema], title: str = "") -> Schema:
    """A NamedTuple travels as an object; those inside it become parts of their own."""
    hints = get_type_hints(kind)
    said = inspect.getdoc(kind) or ""
    schema: Schema = {"title": title or f"{stem}{kind.__name__}"}
    if not said.startswith(f"{kind.__name__}("):  # what a NamedTuple says that was told nothing
        schema["description"] = said
    return {**schema, **fields({name: typed(hints[name], stem, parts) for name in kind._fields})}


def typed(kind: Any, stem: str, parts: dict[str, Schema]) -> Schema:
    if hasattr(kind, "_fields"):
        name = f"{stem}{kind.__name__}"
        if name not in parts:
            parts[name] = {}  # it may hold its own kind
            parts[name] = named_tuple(kind, stem, parts)
        return refer(name)
    inner = get_args(kind)
    if get_origin(kind) is tuple:
        if inner[-1] is Ellipsis:
            return {"type": "array", "items": typed(inner[0], stem, parts)}
        items = [typed(each, stem, parts) for each in inner]
        return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}
    if get_origin(kind) in (Union, UnionType):
        return {"anyOf": [typed(each, stem, parts) for each in inner]}
    if kind is object:
        return {}
    return {"type": {bool: "boolean", int: "integer", str: "string", NoneType: "null"}[kind]}


def written() -> str:
    """What the file should be: one definition a line."""
    schema = made_schema()
    defs = schema.pop("$defs")
    lines = [f"  {dumped(name)}: {dumped(part)}" for name, part in defs.items()]
    head = [f" {dumped(name)}: {dumped(value)}," for name, value in schema.items()]
    return "\n".join(["{", *head, ' "$defs": {', ",\n".join(lines), " }", "}", ""])


def dumped(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
