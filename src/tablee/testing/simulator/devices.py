"""Simulated devices: what somebody sees of a table, over lines that come and go."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from tablee.core.contract import SPECTATOR
from tablee.server import protocol as p
from tablee.server.decisions import Caller
from tablee.testing.checks import Fault
from tablee.testing.simulator.ledger import Heard, Told

if TYPE_CHECKING:
    from tablee.testing.simulator.world import Line, Machine, World


class Pending(NamedTuple):
    command: p.Command
    key: str
    data: bytes


class Device:
    """Knows what a client of one table knows; comes back when its line is lost, and asks again."""

    def __init__(self, world: World, number: int, caller: Caller) -> None:
        self.world = world
        self.number = number
        self.caller = caller
        self.table = ""
        self.line: Line | None = None
        self.info: p.TableInfo | None = None
        self.told: dict[int, Told] = {}
        self.base: dict[int, int] = {}  # the number of the last event that each audience was told
        self.v = 0  # the newest version of the table that it was told
        self.pending: dict[str, Pending] = {}
        self.done: list[Pending] = []
        self.numbers = 0
        self.resting = False
        self.away_until = 0
        self.gone = False

    def __str__(self) -> str:
        return f"{self.caller.name}/{self.number}"

    def chance(self, share: float) -> bool:
        return self.world.luck() < share

    # -- being connected ------------------------------------------------------------

    def go(self, table: str) -> None:
        """Leave whatever table there was for this one."""
        if self.line is not None:
            self.hang_up()
        self.table = table
        self.info = None
        self.told.clear()
        self.base.clear()
        self.v = 0
        self.pending.clear()
        self.done.clear()
        self.connect()

    def connect(self) -> None:
        if self.line is not None or self.gone or not self.table:
            return
        if self.world.now < self.away_until:
            self.world.push(self.away_until - self.world.now, self.connect)
            return
        line = self.world.connect(self)
        if line is None:
            self.world.push(300, self.connect)
        else:
            self.join(line)

    def join(self, line: Line) -> None:
        self.line = line
        seen = {"null" if seat == SPECTATOR else str(seat): n for seat, n in self.base.items()}
        fate = self.world.luck()
        if fate < 0.1:  # a page that was loaded anew
            seen = {}
            self.base.clear()
        elif fate < 0.13:  # or one that is wrong about what it has seen
            seen = {seat: n + 1000 for seat, n in seen.items()}
            self.base.clear()
        elif fate < 0.15:
            seen = dict.fromkeys(seen, -3)
            self.base.clear()
        self.send(p.encode(p.Join(p.PROTOCOL, seen)))
        for each in self.pending.values():
            self.send(each.data, each.key)

    def lost(self, line: Line) -> None:
        if self.line is line:
            self.line = None
            self.world.push(30 + self.world.below(600), self.connect)

    def hang_up(self) -> None:
        line, self.line = self.line, None
        if line is not None:
            line.cut = True
            self.world.push(1 + self.world.below(100), self.world.unplug, line)
            self.world.push(30 + self.world.below(1500), self.connect)

    def rest(self) -> None:
        """Do nothing any more, but be there."""
        self.resting = True
        self.away_until = 0
        self.connect()

    def leave(self) -> None:
        self.gone = True
        self.hang_up()

    def twin(self, machine: Machine) -> Device:
        """The same person, who comes anew."""
        fresh = Device(self.world, self.number + 100, self.caller)
        fresh.table = self.table
        fresh.resting = True
        if self.table:
            fresh.join(self.world.connect_to(fresh, machine))
        return fresh

    def send(self, data: bytes, key: str = "") -> None:
        if self.line is not None:
            self.world.to_node(self.line, data, key)

    # -- hearing ------------------------------------------------------------

    def hear(self, line: Line, message: Heard) -> None:
        if self.line is not line:
            return
        if isinstance(message, Told):
            self.newest(message.v)
            self.take(message)
        elif isinstance(message, p.TableInfo):
            self.newest(message.v)
            self.info = message
        elif isinstance(message, p.Ack):
            done = self.pending.pop(message.id, None)
            if done is not None:
                self.done.append(done)
        elif isinstance(message, p.Refused) and message.id in self.pending:
            if message.code == "unavailable":
                self.world.push(200 + self.world.below(400), self.resend, message.id)
            else:
                self.done.append(self.pending.pop(message.id))
        elif isinstance(message, p.Bye) and message.code == "no_table":
            self.gone = True
        self.notice(message)

    def notice(self, message: Heard) -> None:
        """What people do about what they hear."""

    def newest(self, v: int) -> None:
        if v < self.v:
            raise Fault(f"{self} was told of entry {v} after entry {self.v}")
        self.v = v

    def take(self, told: Told) -> None:
        audience = told.audience
        if not told.all:
            before = self.base.get(audience)
            if before is None or before + len(told.events) != told.n:
                raise Fault(f"{self} has heard {before} and is told {len(told.events)} up to {told.n}")
        self.base[audience] = told.n
        self.told[audience] = told

    def resend(self, said: str) -> None:
        again = self.pending.get(said)
        if again is not None:
            self.send(again.data, again.key)

    # -- asking ------------------------------------------------------------

    def command(self, command: type[p.Command], **values: Any) -> None:
        self.numbers += 1
        said = f"{self.number}-{self.numbers}"
        made = command(id=said, **values)
        key = f"{self.caller.person}:{said}"
        self.world.oracle.intended(self.table, key, made)
        pending = self.pending[said] = Pending(made, key, p.encode(made))
        self.send(pending.data, key)
        if self.chance(0.04):
            self.send(pending.data, key)
