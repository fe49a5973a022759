"""What a server promised its clients, and whether its store has kept it."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

from tablee.client import Server, Table
from tablee.core.encode import plain_event
from tablee.core.fairness import read_proof, verify
from tablee.core.match import Match
from tablee.core.tables import SeededTable
from tablee.server import replay
from tablee.server.entries import Moved, decode
from tablee.server.room import OVER, Room

Log = list[tuple[int, str, bytes]]  # of a table: number, command and body of its entries


class Promise(NamedTuple):
    table: str
    command: str  # as it stands in the log
    v: int


class Ledger:
    """Notes, while clients play, what was sent, acknowledged and told."""

    def __init__(self) -> None:
        self.tables: set[str] = set()
        self.sent: dict[str, str] = {}  # by command: its kind
        self.promises: set[Promise] = set()
        self.refusals: Counter[str] = Counter()
        self.refused: set[str] = set()  # commands, for good
        self.clients: list[Witness] = []

    def join(self, server: Server, table: str) -> Witness:
        client = Witness(self, server, table)
        self.clients.append(client)
        return client


class Witness(Table):
    """A client that notes everything in a ledger."""

    def __init__(self, ledger: Ledger, server: Server, table: str) -> None:
        super().__init__(server, table)
        self.ledger = ledger
        self.byes: list[str] = []
        self.on_message = self.note

    async def send(self, message: dict[str, Any]) -> None:
        if "id" in message:
            self.ledger.sent[f"{self.server.person}:{message['id']}"] = message["t"]
        await super().send(message)

    def note(self, message: dict[str, Any]) -> None:
        match message["t"]:
            case "ack":
                command = f"{self.server.person}:{message['id']}"
                self.ledger.promises.add(Promise(self.id, command, message["v"]))
            case "refused":
                self.ledger.refusals[message["code"]] += 1
                if message["code"] != "unavailable":
                    self.ledger.refused.add(f"{self.server.person}:{message['id']}")
            case "bye":
                self.byes.append(message["code"])


class Audit(NamedTuple):
    """What was found. `lost`, `doubled` and `broken` say it in words, and should be empty."""

    tables: int
    entries: int
    acknowledged: int
    finished: int  # matches that are over, with a proof that holds
    lost: list[str]
    doubled: list[str]
    broken: list[str]

    @property
    def clean(self) -> bool:
        return not (self.lost or self.doubled or self.broken)


def read_logs(file: Path) -> dict[str, Log]:
    """All that a store's file holds; no server may run."""
    logs: dict[str, Log] = {}
    with contextlib.closing(sqlite3.connect(file)) as connection:
        rows = connection.execute("SELECT table_id, seq, command, body FROM entries ORDER BY 1, 2")
        for table, *entry in rows:
            logs.setdefault(table, []).append((entry[0], entry[1], entry[2]))
    return logs


def audit(logs: dict[str, Log], ledger: Ledger) -> Audit:
    lost = [f"table {table[:6]}" for table in sorted(ledger.tables) if table not in logs]
    doubled: list[str] = []
    broken: list[str] = []
    finished = 0
    for promise in sorted(ledger.promises):
        log = logs.get(promise.table, [])
        if promise.v > len(log) or log[promise.v - 1][:2] != (promise.v, promise.command):
            lost.append(f"{promise.table[:6]} v{promise.v} {promise.command[-14:]}")
    rooms: dict[str, Room] = {}
    for table, log in logs.items():
        commands = Counter(command for _, command, _ in log)
        doubled += [f"{table[:6]} {each}" for each, count in commands.items() if count > 1]
        if [seq for seq, _, _ in log] != list(range(1, len(log) + 1)):
            broken.append(f"{table[:6]}: entries are missing")
            continue
        broken += [
            f"{table[:6]} {each}: refused, yet written" for each in commands.keys() & ledger.refused
        ]
        for seq, command, body in log:
            entry = decode(body)
            if isinstance(entry, Moved) and entry.by and ledger.sent.get(command) != "play":
                doubled.append(f"{table[:6]} v{seq}: a move that nobody made")
        try:
            rooms[table] = room = folded(log)
            finished += room.phase == OVER
        except Exception as error:
            broken.append(f"{table[:6]}: {error!r}")
    for client in ledger.clients:
        if client.id in rooms:
            lost += untold(client, rooms[client.id])
    entries = sum(len(log) for log in logs.values())
    return Audit(len(logs), entries, len(ledger.promises), finished, lost, doubled, broken)


def folded(log: Log) -> Room:
    """The room of a log, and the proof that its match is the one that its seed and its moves give."""
    room = Room()
    for _, command, body in log:
        room.fold(decode(body), command)
    if room.match is not None:
        luck = room.match.table.luck
        assert isinstance(luck, SeededTable)
        again = Match(
            room.match.game, room.match.seats, room.match.options.given, SeededTable(luck.seed)
        )
        for seat, action in room.match.log:
            again.play(seat, action)
        for seat in range(room.match.seats):
            if again.view(seat) != room.match.view(seat):
                raise AssertionError("another position")
        if room.phase == OVER:
            text = json.dumps(replay.proof(room))
            if not verify(room.game, read_proof(text)).proven:
                raise AssertionError("not proven")
    return room


def untold(client: Witness, room: Room) -> list[str]:
    """What a client was told, and the log does not say."""
    found = []
    for seat, told in client.told.items():
        heard = room.heard.get(-1 if seat is None else seat, [])
        events, n = client.events[seat], told["n"]
        known = [plain_event(event) for event in heard[max(0, n - len(events)) : n]]
        if n > len(heard) or known != events:
            found.append(f"{room.table[:6]}: what seat {seat} was told")
    return found
