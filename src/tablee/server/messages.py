"""What is said to whom: messages made out of a room, for one audience at a time.

All that leaves the server about a game passes here, and is made of that audience's view and events.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from librt.strings import BytesWriter

from tablee.core.bits import BIT
from tablee.core.contract import SPECTATOR
from tablee.server import protocol as p
from tablee.server.room import PLAYING, Chair, Room
from tablee.server.shapes import number, write_event, write_view

MOST_EVENTS: Final = 300  # that are told again to somebody who comes back


def told(room: Room, audience: int, since: int | None) -> bytes:
    """What the audience knows now, and what it heard after its event number `since` (None: anew)."""
    match = room.match
    assert match is not None
    heard = room.heard[audience]
    n = len(heard)
    anew = since is None or not max(0, n - MOST_EVENTS) <= since <= n
    first = max(0, n - MOST_EVENTS) if since is None or anew else since
    acting = audience != SPECTATOR and match.state.acting & BIT[audience] != 0
    outcome = None if room.phase == PLAYING else match.state.outcome()
    # A `protocol.Told`, written by hand: four of them are most of what a move costs.
    out = BytesWriter()
    out.write(b'{"t":"told","v":')
    out.write(number(room.seq))
    out.write(b',"seat":')
    out.write(b"null" if audience == SPECTATOR else number(audience))
    out.write(b',"n":')
    out.write(number(n))
    out.write(b',"all":true,"events":[' if anew else b',"all":false,"events":[')
    for at in range(first, n):
        if at > first:
            out.write(b",")
        write_event(out, heard[at])
    out.write(b'],"view":')
    write_view(out, match.state.view(audience))
    out.write(b',"legal":')
    out.write(p.encode(room.choices(audience)) if acting else b"[]")
    out.write(b',"turn":')
    out.write(b"0" if audience == SPECTATOR else number(room.chairs[audience].turn))
    out.write(b',"undo":true,"outcome":' if room.may_undo(audience) else b',"undo":false,"outcome":')
    if outcome is None:
        out.write(b"null")
    else:
        write_view(out, outcome)
    out.write(b"}")
    return out.getvalue()


def table_info(room: Room, here: Collection[str], watchers: int, now: int) -> bytes:
    return p.encode(
        p.TableInfo(
            v=room.seq,
            table=room.table,
            game=room.game.name,
            phase=room.phase,
            options=room.options,
            clock=room.clock,
            listed=room.listed,
            host=room.host,
            seats=[
                p.SeatInfo(
                    kind=chair.kind,
                    person=chair.person,
                    name=chair.name,
                    level=chair.level,
                    owner=chair.owner,
                    ready=chair.person in room.commitments,
                    here=sits(chair) in here,
                    left=room.time_left(seat, now),
                )
                for seat, chair in enumerate(room.chairs)
            ],
            actors=room.acting(),
            watchers=watchers,
            commitment=room.commitment,
            wanted=room.wanted(),
            muted=sorted(room.muted),
            next=room.next,
            time=now,
            pace=room.pace,
            rated=room.rated,
            hints=room.hints,
            talk=room.talk,
        )
    )


def sits(chair: Chair) -> str:
    return chair.person or chair.owner


def chat(room: Room, since: int = 0) -> list[bytes]:
    return [
        p.encode(p.Chat(seq, line.by, line.name, line.text, line.phrase, line.at))
        for seq, line in room.chat
        if seq > since
    ]


def summary(room: Room) -> dict[str, Any]:
    """A line of the lobby."""
    return {
        "table": room.table,
        "game": room.game.name,
        "phase": room.phase,
        "host": next((chair.name for chair in room.chairs if sits(chair) == room.host), ""),
        "seats": [
            {"kind": chair.kind, "name": chair.name, "level": chair.level} for chair in room.chairs
        ],
        "clock": {
            "kind": room.clock.kind,
            "seconds": room.clock.seconds,
            "increment": room.clock.increment,
        },
        "options": room.options,
        "rated": room.rated,
        "made": room.made,
    }


def line_of(summary: dict[str, Any]) -> dict[str, Any]:
    """A line as it was kept, perhaps by a version that knew less of it."""
    return {"options": {}, "rated": True, "made": 0, **summary}


def table_now(room: Room, person: str, here: Collection[str], watchers: int) -> dict[str, Any]:
    """How a table stands, for who asks; the game itself is told by `told` alone."""
    turn = room.acting()
    return {
        **summary(room),
        "turn": turn,
        "since": min((room.chairs[seat].since for seat in turn), default=room.at),
        "mine": room.owned_by(person) if person else [],
        "here": [seat for seat, chair in enumerate(room.chairs) if sits(chair) in here],
        "watchers": watchers,
        "next": room.next,
    }
