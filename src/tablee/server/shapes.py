"""Views and events as JSON objects, quickly: their declared types become types that the encoder knows.

Nothing is looked at that the encoder itself looks at; it knows plain values and tuples of them and
refuses the rest: a State never gets through.
"""

from __future__ import annotations

from collections.abc import Callable
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec

from tablee.core.encode import event_name

Shape = Callable[[Any], Any]
PLAIN = frozenset((type(None), bool, int, str))
SHAPES: dict[Any, Shape | None] = {}
EVENTS: dict[Any, Shape] = {}


def shaped(value: Any) -> Any:
    """A view or an outcome for the encoder: an object by field names, all through."""
    shape = shape_of(type(value))
    return value if shape is None else shape(value)


def shaped_event(event: Any) -> Any:
    """The same for an event, with its name."""
    kind: Any = type(event)
    shape = EVENTS.get(kind)
    if shape is None:
        shape = EVENTS[kind] = by_name(kind, event_name(kind))
    return shape(event)


def shape_of(kind: Any) -> Shape | None:
    """How values of a declared type are converted; None if they may stay as they are."""
    if kind not in SHAPES:
        SHAPES[kind] = make_shape(kind)
    return SHAPES[kind]


def make_shape(kind: Any) -> Shape | None:
    if hasattr(kind, "_fields"):
        return by_name(kind, None)
    if get_origin(kind) is tuple:
        inner = [each for each in get_args(kind) if each is not Ellipsis]
        if all(shape_of(each) is None for each in inner):
            return None
        only = shape_of(inner[0]) if len(inner) == 1 else None
        return shaped_anyhow if only is None else each_by(only)
    if get_origin(kind) in (Union, UnionType):
        return None if all(shape_of(each) is None for each in get_args(kind)) else shaped_anyhow
    # Compiled classes say only `tuple`, and for unions only that there is a type.
    return shaped_anyhow if kind in (object, Any, tuple, type) else None


def by_name(kind: Any, event: str | None) -> Shape:
    """A NamedTuple becomes a struct with the same fields."""
    fields: tuple[str, ...] = kind._fields
    field = None if event is None else "event"
    struct: Any = msgspec.defstruct(kind.__name__, fields, tag_field=field, tag=event)
    hints = get_type_hints(kind)
    shapes = [(n, shape_of(hints[name])) for n, name in enumerate(fields)]
    deeper = [(n, shape) for n, shape in shapes if shape is not None]
    if not deeper:
        return lambda value: struct(*value)

    places = [n for n, _ in deeper]

    def convert(value: tuple[Any, ...]) -> Any:
        for n in places:
            if type(value[n]) is not tuple or has_objects(value[n]):
                break
        else:
            return struct(*value)  # nothing in it is an object itself
        found = list(value)
        for n, shape in deeper:
            found[n] = shape(found[n])
        return struct(*found)

    return convert


def each_by(shape: Shape) -> Shape:
    return lambda values: [shape(value) for value in values]


def shaped_anyhow(value: Any) -> Any:
    """Of a type that was not said in full: look at the value."""
    kind = type(value)
    if kind is tuple:
        return [shaped_anyhow(each) for each in value] if has_objects(value) else value
    return value if kind is int or kind is str else shaped(value)


def has_objects(values: tuple[Any, ...]) -> bool:
    """Whether anything in it, however deep, must become an object."""
    for each in values:
        kind = type(each)
        if kind is tuple:
            if has_objects(each):
                return True
        elif kind is not int and kind is not str and kind not in PLAIN:
            return True
    return False
