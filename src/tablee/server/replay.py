"""A finished game, step by step, as any seat saw it; and the proof that its luck was fair."""

from __future__ import annotations

from typing import Any

from tablee.core.contract import SPECTATOR
from tablee.core.encode import plain, plain_event
from tablee.core.fairness import Proof, make_proof
from tablee.core.match import Match
from tablee.core.tables import SeededTable
from tablee.server.room import Room


def proof(room: Room) -> Proof:
    assert room.match is not None
    return make_proof(room.match, room.table, bytes.fromhex(room.server.hex), room.sealed_shares)


def steps(room: Room, audiences: list[int]) -> list[dict[str, Any]]:
    """The deal and every move that stood: who did what, and what each of these audiences then knew."""
    played = room.match
    assert played is not None
    luck = played.table.luck
    assert isinstance(luck, SeededTable)
    match = Match(played.game, played.seats, played.options.given, SeededTable(luck.seed))
    found = [step(match, audiences, 0)]
    for seat, action in played.log:
        told = len(match.table.news)
        match.play(seat, action)
        found.append({"seat": seat, "action": match.text(action), **step(match, audiences, told)})
    return found


def step(match: Match, audiences: list[int], told: int) -> dict[str, Any]:
    events: dict[str, list[Any]] = {}
    for audience in audiences:
        heard = [news.heard_by(audience) for news in match.table.news[told:]]
        events[named(audience)] = [plain_event(event) for event in heard if event is not None]
    views = {named(audience): plain(match.state.view(audience)) for audience in audiences}
    return {"events": events, "views": views}


def named(audience: int) -> str:
    return "null" if audience == SPECTATOR else str(audience)
