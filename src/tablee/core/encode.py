"""Plain data: views and events for the wire, and full positions for tests and puzzles."""

from __future__ import annotations

import json
from typing import Any

from tablee.core.bits import BIT
from tablee.core.contract import Event, Game, State
from tablee.core.errors import BadPosition
from tablee.core.tables import LabTable

FORMAT = "tablee-position"
BIGGEST = 1 << 62  # no number of a position is as large
ATOMS = frozenset((type(None), bool, int, str))


def plain(value: object) -> Any:
    """Views, events and what they hold as JSON-able data. Refuses a State: the truth never travels."""
    kind = type(value)
    if kind in ATOMS:
        return value
    if isinstance(value, tuple):
        # Most are plain all through: seen at a glance, and a server does this for every seat and move.
        flat = ATOMS.issuperset(map(type, value))
        fields = getattr(kind, "_fields", None)
        if fields is None:
            return list(value) if flat else [plain(each) for each in value]
        whole = value if flat else map(plain, value)
        return dict(zip(fields, whole, strict=True))
    raise TypeError(f"{type(value).__name__} may not be encoded: only views, events and plain values")


def event_name(event: Event | type) -> str:
    """`CowPlayed` is called `cow_played` in texts and on the wire."""
    name = event.__name__ if isinstance(event, type) else type(event).__name__
    return "".join("_" + c.lower() if c.isupper() else c for c in name).lstrip("_")


def plain_event(event: Event) -> dict[str, Any]:
    fields = plain(event)
    assert isinstance(fields, dict)
    return {"event": event_name(event), **fields}


def wire(value: object) -> bytes:
    """The same value always gives the same bytes."""
    return json.dumps(plain(value), separators=(",", ":"), ensure_ascii=False).encode()


def state_fields(state: State) -> dict[str, Any]:
    """The position as plain numbers and lists."""
    found: dict[str, Any] = {"acting": int(state.acting)}
    for name in type(state).FIELDS:
        value = getattr(state, name)
        # Not isinstance: narrowed to int, a compiled bool would become a number.
        found[name] = value if type(value) in (bool, int) else [int(each) for each in value]
    return found


def position(state: State) -> dict[str, Any]:
    """What the position means: as `state_fields`, with bags in order."""
    fields = state_fields(state)
    for name in type(state).BAGS:
        fields[name].sort()
    return fields


def dump_state(game: Game, state: State) -> str:
    """A full position as JSON, secrets and all: for tests and puzzles, never for a wire."""
    return json.dumps(
        {
            "format": FORMAT,
            "game": game.name,
            "seats": int(state.seats),
            "options": {name: plain(value) for name, value in state.options.given.items()},
            "state": state_fields(state),
        }
    )


def load_state(game: Game, text: str) -> State:
    """The position that `dump_state` wrote, perhaps edited since."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError, TypeError):
        raise BadPosition("json") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadPosition("format", format=FORMAT)
    if data.get("game") != game.name:
        raise BadPosition("game", game=game.name)
    fields, given, seats = data.get("state"), data.get("options"), data.get("seats")
    if not isinstance(fields, dict) or not isinstance(given, dict) or not isinstance(seats, int):
        raise BadPosition("missing")
    options = game.check(seats, given)
    state = game.setup(seats, options, LabTable(0))
    template = state_fields(state)
    if set(fields) != set(template):
        odd = tuple(sorted(set(fields) ^ set(template)))
        raise BadPosition("fields", fields=odd)
    census = state.census()
    for name, value in fields.items():
        put(state, name, value, template[name])
    if not 0 <= state.acting < BIT[seats]:
        raise BadPosition("kind", field="acting", kind="mask")
    try:
        state.derive()
        same = state.census() == census
    except (IndexError, ValueError, OverflowError):
        same = False
    if not same:
        raise BadPosition("components")
    return state


def put(state: State, name: str, value: Any, like: Any) -> None:
    """Set one field, if the value is of the right kind and length."""
    if isinstance(like, list):
        if not isinstance(value, list) or len(value) != len(like):
            raise BadPosition("list", field=name, n=len(like))
        if not all(type(each) is int and abs(each) < BIGGEST for each in value):
            raise BadPosition("list", field=name, n=len(like))
        vector = getattr(state, name)
        for i, each in enumerate(value):
            vector[i] = each
    elif type(value) is not type(like) or abs(value) >= BIGGEST:
        raise BadPosition("kind", field=name, kind=type(like).__name__)
    else:
        setattr(state, name, value)
