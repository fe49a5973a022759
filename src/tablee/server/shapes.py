"""Views and events as JSON, quickly: what is the same as last time is not written again.

A move is told to every seat, and most of what one of them is told the others are told, too. What a
value is written as depends on that value alone: nothing of one seat's gets into what another is sent.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from librt.strings import BytesWriter

from tablee.core.encode import event_name

ENCODE: Final = msgspec.json.Encoder().encode
PLAIN: Final = frozenset((type(None), bool, int, str))
SMALL: Final = [b"%d" % n for n in range(1000)]


class Writer:
    """For one type of NamedTuple; knows how each field was written last."""

    def __init__(self, kind: Any, event: str | None) -> None:
        fields: tuple[str, ...] = kind._fields
        tag = [] if event is None else [b'"event":' + ENCODE(event)]
        keys = [ENCODE(name) + b":" for name in fields]
        self.opening = b"{" + b",".join(tag)
        # What stands before each field.
        self.heads = [b"," + key if n or tag else key for n, key in enumerate(keys)]
        self.last: list[object] = [Writer] * len(fields)  # nothing that a field could be
        self.pieces = [b""] * len(fields)

    def write(self, out: BytesWriter, value: tuple[object, ...]) -> None:
        """With the help of the last one: all is immutable, so the same object is the same JSON."""
        last, pieces = self.last, self.pieces
        out.write(self.opening)
        for n, each in enumerate(value):
            if each is not last[n] and not alike(each, last[n]):
                pieces[n] = self.heads[n] + json_of(each)
                last[n] = each
            out.write(pieces[n])
        out.write(b"}")

    def write_inside(self, value: tuple[object, ...]) -> bytes:
        """The same for one inside another, perhaps of its own type."""
        pieces = [self.opening]
        for n, each in enumerate(value):
            pieces.append(self.heads[n] + json_of(each))
        pieces.append(b"}")
        return b"".join(pieces)


OBJECTS: Final[dict[Any, Writer]] = {}
EVENTS: Final[dict[Any, Writer]] = {}


def write_view(out: BytesWriter, view: Any) -> None:
    """A view or an outcome: objects by field names, all through."""
    writer_of(type(view)).write(out, view)


def write_event(out: BytesWriter, event: Any) -> None:
    """The same for an event, with its name."""
    kind: Any = type(event)
    writer = EVENTS.get(kind)
    if writer is None:
        writer = EVENTS[kind] = Writer(kind, event_name(kind))
    writer.write(out, event)


def writer_of(kind: Any) -> Writer:
    writer = OBJECTS.get(kind)
    if writer is None:
        writer = OBJECTS[kind] = Writer(kind, None)
    return writer


def alike(one: Any, other: Any) -> bool:
    """Whether both are plain tuples of the very same objects. Equal is not enough: True equals 1."""
    if type(one) is not tuple or type(other) is not tuple or len(one) != len(other):
        return False
    for n, each in enumerate(one):
        if each is not other[n] and not alike(each, other[n]):
            return False
    return True


def json_of(value: Any) -> bytes:
    """Plain values and tuples of them. Refuses the rest: a State never gets through."""
    kind: Any = type(value)
    if kind is int:
        return number(value)
    if kind is tuple:
        if has_objects(value):
            return b"[" + b",".join([json_of(each) for each in value]) + b"]"
        return ENCODE(value)
    if kind in PLAIN:
        return ENCODE(value)
    if issubclass(kind, tuple):
        return writer_of(kind).write_inside(value)
    raise TypeError(f"{kind.__name__} may not be encoded: only views, events and plain values")


def number(n: int) -> bytes:
    return SMALL[n] if 0 <= n < 1000 else ENCODE(n)


def has_objects(values: tuple[Any, ...]) -> bool:
    """Whether anything in it, however deep, is not plain."""
    for each in values:
        kind = type(each)
        if kind is tuple:
            if has_objects(each):
                return True
        elif kind is not int and kind is not str and kind not in PLAIN:
            return True
    return False
