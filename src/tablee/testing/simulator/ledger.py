"""A table's log in a simulated world, and what anybody may be told of it after every entry."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from tablee.core.contract import SPECTATOR, State
from tablee.core.encode import plain, plain_event
from tablee.server import entries as e
from tablee.server import protocol as p
from tablee.server.effects import Row
from tablee.server.room import PLAYING, Room

# How every secret of a simulated world begins: in no message may it be seen.
CANARY: Final = bytes.fromhex("5ec4e75ec4e7")
SEEN: Final = CANARY.hex().encode()

encode = msgspec.json.Encoder().encode


class Told(msgspec.Struct, frozen=True, tag="told", tag_field="t"):
    """`protocol.Told`, with its parts as they were sent."""

    v: int
    seat: int | None
    n: int
    all: bool
    events: list[msgspec.Raw]
    view: msgspec.Raw
    legal: list[str]
    turn: int
    undo: bool
    outcome: msgspec.Raw

    @property
    def audience(self) -> int:
        return int(SPECTATOR) if self.seat is None else self.seat


Heard = (
    Told
    | p.TableInfo
    | p.Welcome
    | p.Ack
    | p.Refused
    | p.Chat
    | p.WhyNot
    | p.Hinted
    | p.Linked
    | p.Pong
    | p.Bye
)
DECODER: msgspec.json.Decoder[Heard] = msgspec.json.Decoder(Heard)


class Look:
    """A table after one of its entries, as anybody may come to see it."""

    __slots__ = (
        "acting", "heard", "info", "people", "phase", "seen", "state", "times", "turns", "undo",
    )  # fmt: skip

    def __init__(self) -> None:
        self.phase = ""
        self.state: State | None = None
        self.turns: list[int] = []
        self.undo: list[int] = []
        self.people: list[str] = []  # who plays each seat
        self.heard: list[int] = []  # how many events each seat has heard, and last those who watch
        self.info: tuple[Any, ...] = ()
        self.acting: list[int] = []
        self.times: list[tuple[int | None, int | None]] = []  # for each seat: deadline, bank
        self.seen: dict[int, tuple[bytes, list[str], bytes]] = {}


class Ledger:
    """A table's log, folded as it grows, with a look after every entry."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.room = Room()
        self.rows: list[Row] = []
        self.keys: set[str] = set()
        self.entries: list[e.AnyEntry] = []
        self.looks: list[Look] = [Look()]
        self.events: dict[int, list[bytes]] = {}
        self.moves: list[tuple[int, int]] = []  # since the last draw: the seat, and after which entry
        self.began: list[int | None] = []  # since when each seat thinks; None: not known
        self.budgets: list[int] = []  # what each person has left to think
        self.banks: list[int] = []  # what they had when they began to
        self.credits = 0
        self.last = 0  # when the world saw the last entry

    def seq(self) -> int:
        return len(self.rows)

    def seen(self, v: int, audience: int) -> tuple[bytes, list[str], bytes]:
        """The view, what is legal and the outcome, after entry `v`."""
        look = self.looks[v]
        found = look.seen.get(audience)
        if found is None:
            state = look.state
            assert state is not None
            legal: list[str] = []
            if audience != SPECTATOR and look.phase == PLAYING:
                out = self.room.game.actions()
                state.legal(audience, out)
                text = self.room.game.verbs.text
                legal = [text(action) for action in out.to_list()]
            outcome = state.outcome()
            found = look.seen[audience] = (
                encode(plain(state.view(audience))),
                legal,
                b"null" if outcome is None else encode(plain(outcome)),
            )
        return found

    def write_down(self) -> None:
        """New events as they are sent; most are the same for several audiences."""
        same: dict[int, bytes] = {}
        for audience, heard in self.room.heard.items():
            written = self.events.setdefault(audience, [])
            for event in heard[len(written) :]:
                sent = same.get(id(event))
                if sent is None:
                    sent = same[id(event)] = encode(plain_event(event))
                written.append(sent)


def look_at(room: Room, before: Look, entry: e.AnyEntry) -> Look:
    look = Look()
    look.phase = room.phase
    look.turns = [chair.turn for chair in room.chairs]
    look.undo = room.undoable()
    look.people = [chair.person if chair.kind == "person" else "" for chair in room.chairs]
    if entry.MOVES and room.phase == before.phase:
        look.info = before.info
    else:
        look.info = info_of_room(room)
    look.acting = room.acting()
    if room.clock.kind != "none":
        bank = room.clock.kind == "bank"
        look.times = [
            (room.deadline(seat), chair.left if bank else None)
            for seat, chair in enumerate(room.chairs)
        ]
    match = room.match
    if match is not None:
        if entry.MOVES or before.state is None:
            look.state = match.state.copy()
        else:
            look.state = before.state
            if room.phase == before.phase:
                look.seen = before.seen
        look.heard = [len(room.heard[seat]) for seat in range(len(room.chairs))]
        look.heard.append(len(room.heard[int(SPECTATOR)]))
    return look


def info_of_room(room: Room) -> tuple[Any, ...]:
    return (
        room.phase,
        room.options,
        room.clock,
        room.listed,
        room.host,
        [
            (
                chair.kind,
                chair.person,
                chair.name,
                chair.level,
                chair.owner,
                chair.person in room.commitments,
            )
            for chair in room.chairs
        ],
        room.commitment,
        room.wanted(),
        sorted(room.muted),
        room.next,
    )


def info_of_message(info: p.TableInfo) -> tuple[Any, ...]:
    return (
        info.phase,
        info.options,
        info.clock,
        info.listed,
        info.host,
        [(s.kind, s.person, s.name, s.level, s.owner, s.ready) for s in info.seats],
        info.commitment,
        info.wanted,
        info.muted,
        info.next,
    )
