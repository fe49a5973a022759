"""What is said to whom: messages made out of a room, for one audience at a time.

All that leaves the server about a game passes here, and is made of that audience's view and events.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from tablee.core.bits import BIT
from tablee.core.contract import SPECTATOR
from tablee.server import protocol as p
from tablee.server.room import PLAYING, Chair, Room
from tablee.server.shapes import shaped, shaped_event

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
    outcome = None if room.phase == PLAYING else match.outcome()
    return p.encode(
        p.Told(
            v=room.seq,
            seat=None if audience == SPECTATOR else audience,
            n=n,
            all=anew,
            events=[shaped_event(event) for event in heard[first:]],
            view=shaped(match.state.view(audience)),
            legal=room.choices(audience) if acting else [],
            turn=0 if audience == SPECTATOR else room.chairs[audience].turn,
            undo=room.undoable() == audience,
            outcome=None if outcome is None else shaped(outcome),
        )
    )


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
        )
    )


def sits(chair: Chair) -> str:
    return chair.person or chair.owner


def chat(room: Room, since: int = 0) -> list[bytes]:
    return [
        p.encode(p.Chat(seq, line.by, line.name, line.text, line.at))
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
    }
