"""Options: what can be configured about a match, with range, default and refusal (ALL-3, ALL-7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from mypy_extensions import mypyc_attr

from tablee.core.errors import BadOption, IdleOption, UnknownOption
from tablee.core.texts import Said

Value = bool | int | str | None | tuple[object, ...]


@mypyc_attr(allow_interpreted_subclasses=True)
class Option:
    """One option. `seats` and `needs` say when it has an effect; elsewhere it is refused (ALL-7).

    `house` marks a figure that the scan of the rule book lost, shown to players as a house value.
    """

    kind: ClassVar[str] = "any"

    def __init__(
        self,
        name: str,
        default: Value,
        *,
        seats: tuple[int, int] = (1, 99),
        needs: tuple[str, Value] | None = None,
        house: bool = False,
    ) -> None:
        self.name = name
        self.default = default
        self.seats = seats
        self.needs = needs
        self.house = house

    def takes(self, seats: int) -> Said | str:
        """What it takes, for an error message."""
        return Said("takes.any")

    def read(self, value: object, seats: int) -> Value:
        """The value in its lawful form; BadOption if there is none."""
        raise self.bad(value, seats)

    def schema(self, seats: int) -> dict[str, object]:
        """Its JSON Schema."""
        return {}

    def bad(self, value: object, seats: int) -> BadOption:
        return BadOption(self.name, self.takes(seats), value=repr(value)[:80])


class Flag(Option):
    kind: ClassVar[str] = "flag"

    def takes(self, seats: int) -> Said | str:
        return Said("takes.flag")

    def read(self, value: object, seats: int) -> Value:
        if isinstance(value, bool):
            return value
        raise self.bad(value, seats)

    def schema(self, seats: int) -> dict[str, object]:
        return {"type": "boolean"}


class Number(Option):
    kind: ClassVar[str] = "number"

    def __init__(
        self,
        name: str,
        default: int,
        low: int,
        high: int,
        *,
        seats: tuple[int, int] = (1, 99),
        needs: tuple[str, Value] | None = None,
        house: bool = False,
    ) -> None:
        super().__init__(name, default, seats=seats, needs=needs, house=house)
        self.low = low
        self.high = high

    def takes(self, seats: int) -> Said | str:
        return Said("takes.number", {"low": self.low, "high": self.high})

    def read(self, value: object, seats: int) -> Value:
        if isinstance(value, int) and not isinstance(value, bool):
            if self.low <= value <= self.high:
                return value
        raise self.bad(value, seats)

    def schema(self, seats: int) -> dict[str, object]:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}


class Word(Option):
    kind: ClassVar[str] = "word"

    def __init__(
        self,
        name: str,
        default: str,
        words: Sequence[str],
        *,
        seats: tuple[int, int] = (1, 99),
        needs: tuple[str, Value] | None = None,
    ) -> None:
        super().__init__(name, default, seats=seats, needs=needs)
        self.words = tuple(words)

    def takes(self, seats: int) -> Said | str:
        return Said("takes.word", {"words": self.words})

    def read(self, value: object, seats: int) -> Value:
        if isinstance(value, str) and value in self.words:
            return value
        raise self.bad(value, seats)

    def schema(self, seats: int) -> dict[str, object]:
        return {"enum": list(self.words)}


class FirstSeat(Option):
    """ALL-1: the seat that plays first, or null to draw it at random."""

    kind: ClassVar[str] = "seat"

    def __init__(self) -> None:
        super().__init__("first", None)

    def takes(self, seats: int) -> Said | str:
        return Said("takes.seat", {"last": seats - 1})

    def read(self, value: object, seats: int) -> Value:
        if value is None:
            return None
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < seats:
            return value
        raise self.bad(value, seats)

    def schema(self, seats: int) -> dict[str, object]:
        return {"anyOf": [{"type": "null"}, {"type": "integer", "minimum": 0, "maximum": seats - 1}]}


class SeatList(Option):
    """A list of seats, each at most once: any of them, or (`whole`) all of them in some order."""

    kind: ClassVar[str] = "seats"

    def __init__(
        self,
        name: str,
        *,
        whole: bool,
        seats: tuple[int, int] = (1, 99),
        needs: tuple[str, Value] | None = None,
    ) -> None:
        super().__init__(name, None if whole else (), seats=seats, needs=needs)
        self.whole = whole

    def takes(self, seats: int) -> Said | str:
        return Said("takes.every_seat" if self.whole else "takes.seats", {"last": seats - 1})

    def read(self, value: object, seats: int) -> Value:
        if isinstance(value, (list, tuple)):
            whole = all(isinstance(s, int) and not isinstance(s, bool) for s in value)
            if whole and len(set(value)) == len(value) and set(value) <= set(range(seats)):
                if not self.whole or len(value) == seats:
                    return tuple(value)
        raise self.bad(value, seats)

    def schema(self, seats: int) -> dict[str, object]:
        return {
            "type": "array",
            "items": {"type": "integer", "minimum": 0, "maximum": seats - 1},
            "uniqueItems": True,
            "minItems": seats if self.whole else 0,
        }


class Options:
    """The options of one match: those that were given, and the defaults of the rest."""

    def __init__(self, known: Sequence[Option], given: Mapping[str, object], seats: int) -> None:
        by_name = {option.name: option for option in known}
        self.values: dict[str, Value] = {option.name: option.default for option in known}
        self.given: dict[str, Value] = {}
        for name, value in given.items():
            if name not in by_name:
                raise UnknownOption(str(name)[:80], Said("takes.options", {"names": tuple(by_name)}))
            self.given[name] = self.values[name] = by_name[name].read(value, seats)
        for name in self.given:
            low, high = by_name[name].seats
            if not low <= seats <= high:
                key = "takes.players" if low == high else "takes.players_between"
                raise IdleOption(name, Said(key, {"low": low, "high": high}), "ALL-7")
            needs = by_name[name].needs
            if needs is not None and self.values[needs[0]] != needs[1]:
                raise IdleOption(name, f"{needs[0]}={needs[1]!s}".lower(), "ALL-7")
        self.pairs = tuple(self.given.items())  # as views have them

    def flag(self, name: str) -> bool:
        value = self.values[name]
        assert isinstance(value, bool)
        return value

    def number(self, name: str) -> int:
        value = self.values[name]
        assert isinstance(value, int)
        return value

    def word(self, name: str) -> str:
        value = self.values[name]
        assert isinstance(value, str)
        return value

    def seat(self, name: str) -> int | None:
        value = self.values[name]
        assert value is None or isinstance(value, int)
        return value

    def seats(self, name: str) -> tuple[int, ...]:
        """A list of seats; empty when it was not given."""
        value = self.values[name]
        assert value is None or isinstance(value, tuple)
        return tuple(s for s in value or () if isinstance(s, int))
