"""Views and events as JSON objects, quickly: what to convert is read once from their declared types.

Everything else is left to the encoder, which knows plain values and tuples of them and refuses the
rest: a State never gets through.
"""

from __future__ import annotations

from collections.abc import Callable
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from tablee.core.encode import event_name

Shape = Callable[[Any], Any]


SHAPES: dict[Any, Shape | None] = {}
NAMES: dict[Any, str] = {}


def shaped(value: Any) -> Any:
    """A view, outcome or event for the encoder: an object by field names, all through."""
    shape = shape_of(type(value))
    return value if shape is None else shape(value)


def shaped_event(event: Any) -> dict[str, Any]:
    kind: Any = type(event)
    name = NAMES.get(kind)
    if name is None:
        name = NAMES[kind] = event_name(kind)
    found: dict[str, Any] = {"event": name}
    found.update(shaped(event))
    return found


def shape_of(kind: Any) -> Shape | None:
    """How values of a declared type are converted; None if they may stay as they are."""
    if kind not in SHAPES:
        SHAPES[kind] = make_shape(kind)
    return SHAPES[kind]


def make_shape(kind: Any) -> Shape | None:
    fields = getattr(kind, "_fields", None)
    if fields is not None:
        hints = get_type_hints(kind)
        shapes = [(n, shape_of(hints[name])) for n, name in enumerate(fields)]
        return by_name(fields, [(n, shape) for n, shape in shapes if shape is not None])
    if get_origin(kind) is tuple:
        inner = [each for each in get_args(kind) if each is not Ellipsis]
        if all(shape_of(each) is None for each in inner):
            return None
        only = shape_of(inner[0]) if len(inner) == 1 else None
        return shaped_anyhow if only is None else each_by(only)
    if get_origin(kind) in (Union, UnionType):
        return None if all(shape_of(each) is None for each in get_args(kind)) else shaped_anyhow
    return shaped_anyhow if kind in (object, Any) else None


def by_name(fields: tuple[str, ...], deeper: list[tuple[int, Shape]]) -> Shape:
    def convert(value: tuple[Any, ...]) -> dict[str, Any]:
        found = dict(zip(fields, value, strict=True))
        for n, shape in deeper:
            found[fields[n]] = shape(value[n])
        return found

    return convert


def each_by(shape: Shape) -> Shape:
    return lambda values: [shape(value) for value in values]


def shaped_anyhow(value: Any) -> Any:
    """Of a type that was not said in full: look at the value."""
    if type(value) is tuple:
        return [shaped_anyhow(each) for each in value]
    return shaped(value)
