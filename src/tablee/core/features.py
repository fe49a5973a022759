"""Features: a view as a row of whole numbers, for those who train on it.

A game declares which *piece* turns each field of its view into numbers (`features.py` in its folder).
Whatever names a seat is counted from the viewer's own: 0 is oneself, 1 the next one clockwise. So one
policy can play every seat.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Final

from librt.vecs import extend, vec
from mypy_extensions import i16, i64, mypyc_attr

from tablee.core.contract import View

# Numbers are written with two bytes.
LEAST: Final = -32768
MOST: Final = 32767


class Sheet:
    """Rows of numbers that are being written; whatever is not written is 0."""

    def __init__(self, size: int) -> None:
        self.zeros = vec[i16]([0] * size)
        self.room = vec[i16](capacity=size)
        # Always in the same memory, that of `room`: arrays share it.
        self.numbers = extend(self.room, self.zeros)
        # Whose view is written.
        self.seat: i64 = 0

    def clear(self) -> None:
        self.numbers = extend(self.room, self.zeros)

    def put(self, at: i64, number: i64) -> None:
        self.numbers[at] = i16(number)


@mypyc_attr(allow_interpreted_subclasses=True)
class Piece(ABC):
    """How one kind of value becomes numbers: `size` of them, the lowest and highest of each known."""

    def __init__(self, lows: Sequence[int], highs: Sequence[int]) -> None:
        self.lows = list(lows)
        self.highs = list(highs)
        self.size: i64 = len(self.lows)

    @abstractmethod
    def write(self, value: object, at: i64, sheet: Sheet) -> None:
        """Write the value at that place of the sheet, where everything is 0."""


class Flag(Piece):
    """1 if it is so."""

    def __init__(self) -> None:
        super().__init__([0], [1])

    def write(self, value: object, at: i64, sheet: Sheet) -> None:
        if value:
            sheet.put(at, 1)


class Number(Piece):
    """A number as it is; beyond its bounds, the bound."""

    def __init__(self, high: int, low: int = 0) -> None:
        super().__init__([low], [high])
        self.low: i64 = low
        self.high: i64 = high

    def write(self, value: object, at: i64, sheet: Sheet) -> None:
        if isinstance(value, int):
            number: i64 = value
            sheet.numbers[at] = i16(max(self.low, min(self.high, number)))


class Word(Piece):
    """One of these words: a 1 in its place; none for a word that is not listed."""

    def __init__(self, words: Sequence[str]) -> None:
        super().__init__([0] * len(words), [1] * len(words))
        self.places: dict[object, int] = {word: i for i, word in enumerate(words)}

    def write(self, value: object, at: i64, sheet: Sheet) -> None:
        place: i64 = self.places.get(value, -1)
        if place >= 0:
            sheet.put(at + place, 1)


class Bag(Piece):
    """How many of each of these words a tuple has; their order is lost."""

    def __init__(self, words: Sequence[str], copies: int = 1) -> None:
        super().__init__([0] * len(words), [copies] * len(words))
        self.ids = vec[i64]([id(word) for word in words])  # compared without touching the words
        self.places: dict[object, int] = {word: i for i, word in enumerate(words)}

    def write(self, value: object, at: i64, sheet: Sheet) -> None:
        assert isinstance(value, tuple)
        # Views list things in their order and name them by the very words that were declared: going
        # along both is faster than looking every word up. What is not found that way is looked up.
        ids, size, numbers = self.ids, self.size, sheet.numbers
        place: i64 = 0
        for word in value:
            known: i64 = id(word)
            while place < size and ids[place] != known:
                place += 1
            if place == size:
                place = self.places.get(word, size)
            if place < size:
                numbers[at + place] += 1


class Seat(Piece):
    """A seat: a 1 in its place, counted from one's own; none for nobody (None or −1).

    With `absolute`, counted from seat 0: which seat one's own is.
    """

    def __init__(self, seats: int, *, absolute: bool = False) -> None:
        super().__init__([0] * seats, [1] * seats)
        self.absolute = absolute

    def write(self, value: object, at: i64, sheet: Sheet) -> None:
        if isinstance(value, int):
            seat: i64 = value
            if 0 <= seat < self.size:
                first = 0 if self.absolute else sheet.seat
                sheet.put(at + (seat - first + self.size) % self.size, 1)


class Seats(Piece):
    """Several seats: a 1 in the place of each."""

    def __init__(self, seats: int) -> None:
        super().__init__([0] * seats, [1] * seats)
        self.one = Seat(seats)

    def write(self, value: object, at: i64, sheet: Sheet) -> None:
        assert isinstance(value, tuple)
        for each in value:
            self.one.write(each, at, sheet)


class Maybe(Piece):
    """A value that may be missing (None): first a 1 if it is there."""

    def __init__(self, piece: Piece) -> None:
        super().__init__([0, *piece.lows], [1, *piece.highs])
        self.piece = piece

    def write(self, value: object, at: i64, sheet: Sheet) -> None:
        if value is not None:
            sheet.put(at, 1)
            self.piece.write(value, at + 1, sheet)


class Each(Piece):
    """A tuple with a value for each seat, one's own first."""

    def __init__(self, seats: int, piece: Piece) -> None:
        super().__init__(piece.lows * seats, piece.highs * seats)
        self.seats: i64 = seats
        self.piece = piece

    def write(self, value: object, at: i64, sheet: Sheet) -> None:
        assert isinstance(value, tuple)
        for seat in range(len(value)):
            place = (seat - sheet.seat + self.seats) % self.seats
            self.piece.write(value[seat], at + place * self.piece.size, sheet)


class Own(Piece):
    """Of a tuple with a value for each seat, one's own."""

    def __init__(self, piece: Piece) -> None:
        super().__init__(piece.lows, piece.highs)
        self.piece = piece

    def write(self, value: object, at: i64, sheet: Sheet) -> None:
        assert isinstance(value, tuple)
        self.piece.write(value[sheet.seat], at, sheet)


class Row(Piece):
    """A tuple of values, place by place; with `ragged`, each after a 1 that says that it is there."""

    def __init__(self, length: int, piece: Piece, *, ragged: bool = False) -> None:
        self.piece: Piece = Maybe(piece) if ragged else piece
        super().__init__(self.piece.lows * length, self.piece.highs * length)
        self.length: i64 = length

    def write(self, value: object, at: i64, sheet: Sheet) -> None:
        assert isinstance(value, tuple)
        for i in range(min(self.length, len(value))):
            self.piece.write(value[i], at + i * self.piece.size, sheet)


class Record(Piece):
    """Some fields of a view, or of a NamedTuple within it, one after the other."""

    def __init__(self, kind: type, fields: Mapping[str, Piece]) -> None:
        names: tuple[str, ...] = getattr(kind, "_fields")  # noqa: B009 (typed as any class)
        self.pieces = vec[Piece](fields.values())
        self.indices = vec[i64]([names.index(name) for name in fields])
        lows: list[int] = []
        highs: list[int] = []
        for piece in self.pieces:
            lows += piece.lows
            highs += piece.highs
        super().__init__(lows, highs)

    def write(self, value: object, at: i64, sheet: Sheet) -> None:
        assert isinstance(value, tuple)
        fields: tuple[object, ...] = value
        pieces, indices = self.pieces, self.indices
        for i in range(len(pieces)):
            piece = pieces[i]
            piece.write(fields[indices[i]], at, sheet)
            at += piece.size


class Encoder:
    """Writes views of one game and number of seats: named parts, each of them a run of numbers."""

    def __init__(self, parts: Mapping[str, Piece]) -> None:
        self.pieces = vec[Piece](parts.values())
        self.parts: dict[str, tuple[int, int]] = {}  # where each begins and ends
        self.lows: list[int] = []
        self.highs: list[int] = []
        for name, piece in parts.items():
            begin = len(self.lows)
            self.lows += piece.lows
            self.highs += piece.highs
            self.parts[name] = (begin, len(self.lows))
        self.size: i64 = len(self.lows)
        self.sheet = Sheet(len(self.lows))

    def write(self, view: View, seat: i64, at: i64, sheet: Sheet) -> None:
        """Write what that seat knows at that place of the sheet."""
        sheet.seat = seat
        for piece in self.pieces:
            piece.write(view, at, sheet)
            at += piece.size

    def encode(self, view: View) -> bytes:
        """The numbers of a seat's view, two bytes each."""
        self.sheet.clear()
        self.write(view, view.seat, 0, self.sheet)
        return bytes(self.sheet.numbers)
