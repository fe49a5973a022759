"""The log of a table: what can be written in it. Whatever a table is, follows from its entries.

Entries are kept for ever and hold secrets (the server's and, before the end, each person's share of
the luck): they go to the store and nowhere else. What is sent to anybody is made in `messages`.
"""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec


class Secret(msgspec.Struct, array_like=True, frozen=True):
    """Bytes in hex that no log, error or message shows."""

    hex: str

    def __repr__(self) -> str:
        return "Secret(…)"

    __str__ = __repr__


class Clock(msgspec.Struct, frozen=True, omit_defaults=True):
    """How long a seat may think: no limit, so long for each move, or a bank that grows by each move."""

    kind: str = "none"  # none, move, bank
    seconds: int = 0
    increment: int = 0


class Place(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat as somebody sets it up: open, kept for a person, or a bot's."""

    kind: str = "open"  # open, person, bot
    person: str = ""
    name: str = ""
    level: str = ""


class Entry(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True, tag_field="do"):
    """At what time (milliseconds since 1970) and by whom (a person; nobody for bots and clocks)."""

    # Whether it is part of the game itself, where an undo stops.
    MOVES: ClassVar[bool] = False

    at: int
    by: str = ""


class Created(Entry, frozen=True, tag="created"):
    table: str
    game: str
    options: dict[str, Any]
    places: list[Place]
    clock: Clock
    listed: bool
    host: str
    rules_version: int
    rng_version: int
    server: Secret
    commitment: str
    # As all tables were before these could be chosen.
    pace: str = "normal"
    rated: bool = True
    hints: bool = True
    talk: bool = True


class Configured(Entry, frozen=True, tag="configured"):
    """Before the start: other options or seats."""

    options: dict[str, Any]
    places: list[Place]
    clock: Clock
    listed: bool
    pace: str = "normal"
    rated: bool = True
    hints: bool = True
    talk: bool = True


class Sat(Entry, frozen=True, tag="sat"):
    """Somebody took a seat and committed to a share of the luck."""

    seat: int
    name: str
    commitment: str


class Renamed(Entry, frozen=True, tag="renamed"):
    """Who plays at a seat has another name."""

    seat: int
    name: str


class Swapped(Entry, frozen=True, tag="swapped"):
    """Before the start: somebody took another seat, and what was there is now where they were."""

    seat: int
    to: int


class Chosen(Entry, frozen=True, tag="chosen"):
    """Before the start: an option that is chosen seat by seat, as it is now."""

    option: str
    value: list[str]


class Freed(Entry, frozen=True, tag="freed"):
    """Before the start: a seat is open again."""

    seat: int


class Botted(Entry, frozen=True, tag="botted"):
    """A bot sits there: set up before the start, or instead of somebody who left or sleeps."""

    seat: int
    level: str


class TakenBack(Entry, frozen=True, tag="taken_back"):
    """Whose seat it was plays again."""

    seat: int


class Claimed(Entry, frozen=True, tag="claimed"):
    """A seat moved to another device, by its link."""

    seat: int
    name: str


class Started(Entry, frozen=True, tag="started"):
    """All shares are fixed; who committed to one must now show it."""


class Revealed(Entry, frozen=True, tag="revealed"):
    """A person's share. With the last one the cards are dealt."""

    share: Secret


class Stopped(Entry, frozen=True, tag="stopped"):
    """A start that came to nothing: back to before it, with a new secret."""

    server: Secret
    commitment: str


class Moved(Entry, frozen=True, tag="moved"):
    MOVES: ClassVar[bool] = True

    seat: int
    action: str
    way: str = ""  # a bot's level, or `clock` if time was out


class Undone(Entry, frozen=True, tag="undone"):
    MOVES: ClassVar[bool] = True

    seat: int


class Spoken(Entry, frozen=True, tag="spoken"):
    name: str
    text: str
    phrase: str = ""


class Muted(Entry, frozen=True, tag="muted"):
    person: str
    on: bool


class Credited(Entry, frozen=True, tag="credited"):
    """No server was there for so long: no clock counts that."""

    milliseconds: int


class Rematched(Entry, frozen=True, tag="rematched"):
    """The same people go on at another table."""

    next: str


class Closed(Entry, frozen=True, tag="closed"):
    """The host gave the table up before the start."""


AnyEntry = (
    Created
    | Configured
    | Sat
    | Renamed
    | Swapped
    | Chosen
    | Freed
    | Botted
    | TakenBack
    | Claimed
    | Started
    | Revealed
    | Stopped
    | Moved
    | Undone
    | Spoken
    | Muted
    | Credited
    | Rematched
    | Closed
)

encode = msgspec.json.Encoder().encode
DECODER: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)


def decode(body: bytes) -> AnyEntry:
    return DECODER.decode(body)
