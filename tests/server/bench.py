"""One node on a bench: whatever it wants done is done by hand, one thing after the other."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from tablee.core.fairness import commitment
from tablee.server import protocol as p
from tablee.server.decisions import Caller
from tablee.server.desk import Desk
from tablee.server.effects import Announce, Append, Load, Reply, Row, Send, Think
from tablee.server.entries import Clock, Place
from tablee.server.node import Node

ADA, BO, CY = Caller("ada", "Ada"), Caller("bo", "Bo"), Caller("cy", "Cy")
BOT = Place("bot", level="easy")


def share(caller: Caller) -> bytes:
    return caller.person.encode().ljust(32, b".")


class Bench:
    def __init__(self, *, several: bool = False, outages: list[tuple[int, int]] | None = None) -> None:
        self.now = 1_000_000_000
        self.drawn = 0
        self.node = Node(
            entropy=self.entropy,
            sign=lambda what: json.dumps(dict(what)),
            several=several,
            pace=lambda seq, seat: 0,
            beat=1,
            outages=outages,
        )
        self.rows: dict[str, list[Row]] = {}
        self.heard: dict[int, list[dict[str, Any]]] = {}
        self.effects: list[Any] = []  # that wait to be done
        self.replies: list[Any] = []
        self.announced: list[Announce] = []
        self.table = ""

    def entropy(self, n: int) -> bytes:
        self.drawn += 1
        return self.drawn.to_bytes(n, "big")

    # -- doing what the node wants ------------------------------------------------------------

    def look(self) -> None:
        effects, self.node.out = self.node.out, []
        for effect in effects:
            if isinstance(effect, Send):
                self.heard.setdefault(effect.conn, []).append(json.loads(effect.data))
            elif isinstance(effect, Reply):
                self.replies.append(effect.value)
            elif isinstance(effect, Announce):
                self.announced.append(effect)
            else:
                self.effects.append(effect)

    def take(self, kind: type) -> Any:
        """The first effect of that kind that waits."""
        found = next(effect for effect in self.effects if isinstance(effect, kind))
        self.effects.remove(found)
        return found

    def waits(self, kind: type) -> bool:
        return any(isinstance(effect, kind) for effect in self.effects)

    def write(self, how: str = "ok") -> None:
        append: Append = self.take(Append)
        rows = self.rows.setdefault(append.table, [])
        if how == "ok":
            assert append.row.seq == len(rows) + 1
            rows.append(append.row)
        self.node.stored(append.table, how, self.now)
        self.look()

    def read(self, *, bad: bool = False) -> None:
        load: Load = self.take(Load)
        rows = None if bad else self.rows.get(load.table, [])[load.since :]
        self.node.loaded(load.table, rows, self.now)
        self.look()

    def think(self, answer: Any = None) -> None:
        """A bot answers: the first legal action, if not said otherwise."""
        think: Think = self.take(Think)
        if answer is None:
            game = self.room().game
            out = game.actions()
            game.recall(think.view).legal(think.view.seat, out)
            answer = [(out.at[0], 0.5, 1)] if think.explain else out.at[0]
        self.node.thought(think.ticket, answer, self.now)
        self.look()

    def settle(self) -> None:
        while self.waits(Append) or self.waits(Load):
            self.write() if self.waits(Append) else self.read()

    def wait(self, milliseconds: int) -> None:
        self.now += milliseconds
        self.node.tick(self.now)
        self.look()

    # -- people ------------------------------------------------------------

    def create(
        self, *seats: Place, clock: Clock | None = None, game: str = "super_miaou", **more: Any
    ) -> None:
        spec = p.NewTable(game, list(seats), clock=clock or Clock(), **more)
        self.node.create(1, spec, ADA, self.now)
        self.look()
        self.write()
        self.table = self.replies.pop()["table"]

    def connect(self, conn: int, caller: Caller, seen: Mapping[str, int] | None = None) -> None:
        self.node.connected(conn, self.table, caller)
        self.send(conn, p.Join(p.PROTOCOL, dict(seen or {})))

    def send(self, conn: int, message: p.Message) -> None:
        self.node.received(conn, p.encode(message), self.now)
        self.look()

    def do(self, conn: int, message: p.Message) -> None:
        self.send(conn, message)
        self.settle()

    def claim(self, token: str, caller: Caller) -> None:
        self.node.claim(9, json.loads(token), caller, self.now)
        self.look()

    def sit(self, conn: int, caller: Caller, seat: int) -> None:
        sealed = commitment("seat", self.table, share(caller))
        self.do(conn, p.Sit(id=f"sit-{caller.name}-{seat}", seat=seat, commitment=sealed))

    def start(self, *players: tuple[int, Caller]) -> None:
        """Everybody sits on their seat, by their connection's number, and the cards are dealt."""
        for seat, (conn, caller) in enumerate(players):
            self.sit(conn, caller, seat)
        self.do(players[0][0], p.Start(id="start"))
        for conn, caller in players:
            self.do(conn, p.Reveal(id="reveal", share=share(caller).hex()))
        assert self.room().match is not None

    # -- looking ------------------------------------------------------------

    def desk(self) -> Desk:
        return self.node.desks[self.table]

    def room(self) -> Any:
        return self.desk().room

    def last(self, conn: int, kind: str) -> dict[str, Any]:
        return next(said for said in reversed(self.heard[conn]) if said["t"] == kind)

    def acting(self) -> int:
        return int(self.room().acting()[0])

    def play(self, conn: int, said: str = "play") -> None:
        seat = self.acting()
        action = self.room().match.text(self.room().match.legal(seat)[0])
        self.send(conn, p.Play(id=said, seat=seat, turn=self.room().chairs[seat].turn, action=action))
