"""The store of a simulated world: logs that take their time, fail, and let the first one win."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tablee.server.effects import Append, Load, Row
from tablee.server.store import CONFLICT, FAILED, OK
from tablee.testing.checks import Fault

if TYPE_CHECKING:
    from tablee.testing.simulator.world import Machine, World


class Log(NamedTuple):
    """What is on disk of a table: two keys that can exist only once."""

    rows: list[Row]
    commands: set[str]


class Store:
    def __init__(self, world: World) -> None:
        self.world = world
        self.logs: dict[str, Log] = {}
        self.black_until = 0

    def black_out(self) -> None:
        """Cannot be reached for a while."""
        self.black_until = max(self.black_until, self.world.now + 100 + self.world.below(3000))
        self.world.count["store outages"] += 1

    def is_black(self) -> bool:
        return self.world.faults and self.world.now < self.black_until

    def head(self, table: str) -> int:
        log = self.logs.get(table)
        return 0 if log is None else len(log.rows)

    def append(self, machine: Machine, effect: Append) -> None:
        world, life, black = self.world, machine.life, self.is_black()
        world.oracle.check_lobby(effect.summary)
        took, back = world.lag(12), world.lag(12)
        if not black and not (world.faults and world.luck() < world.weather.unsure):
            world.push(took, self.write, machine, life, effect, back, "")
            return
        world.count["writes failed"] += 1
        fate = world.luck()
        if black or fate < 0.5:
            world.note(f"writing {effect.row.seq} fails")
            world.push(took, self.stored, machine, life, effect.table, FAILED)
        elif fate < 0.8 or not world.weather.several:
            world.count["writes failed, yet written"] += 1
            world.push(took, self.write, machine, life, effect, back, FAILED)
        else:
            # As if the store had let us wait too long: nodes must find it by asking.
            world.count["writes failed, written later"] += 1
            world.push(took, self.stored, machine, life, effect.table, FAILED)
            world.push(took + world.lag(400), self.write, machine, life, effect, -1, FAILED)

    def write(self, machine: Machine, life: int, effect: Append, back: int, said: str) -> None:
        """Now it is durable, or was not first; `back`: when that is said (never if below 0)."""
        world, row = self.world, effect.row
        if machine.life != life and world.luck() < 0.5:
            world.count["writes lost in a crash"] += 1
            return
        log = self.logs.get(effect.table)
        if log is None:
            log = self.logs[effect.table] = Log([], set())
        if row.seq > len(log.rows) + 1:
            raise Fault(f"entry {row.seq} after entry {len(log.rows)}")
        how = OK
        if row.seq <= len(log.rows) or row.command in log.commands:
            world.count["conflicts"] += 1
            how = CONFLICT
        else:
            log.rows.append(row)
            log.commands.add(row.command)
            if world.trace is not None:
                text = f"{row.seq} {row.command} {row.body.decode()[:100]}"
                world.note(f"written {effect.table[:4]} {text}")
            world.oracle.durable(effect.table, row, world.now)
        if back >= 0:
            world.push(back, self.stored, machine, life, effect.table, said or how)

    def stored(self, machine: Machine, life: int, table: str, how: str) -> None:
        if machine.life == life:
            self.world.note(f"machine {machine.number}: stored {how}")
            self.world.call(machine, lambda node, now: node.stored(table, how, now))

    def load(self, machine: Machine, effect: Load) -> None:
        world = self.world
        bad = self.is_black() or (world.faults and world.luck() < world.weather.unread)
        world.push(world.lag(12), self.read, machine, machine.life, effect, bad)

    def read(self, machine: Machine, life: int, effect: Load, bad: bool) -> None:
        """What is there now; it may be old when it arrives."""
        world, rows = self.world, None
        world.count["reads failed" if bad else "reads"] += 1
        if not bad:
            log = self.logs.get(effect.table)
            rows = [] if log is None else log.rows[effect.since :]
        world.push(world.lag(12), self.loaded, machine, life, effect.table, rows)

    def loaded(self, machine: Machine, life: int, table: str, rows: list[Row] | None) -> None:
        if machine.life == life:
            found = "nothing" if rows is None else f"{len(rows)} rows"
            self.world.note(f"machine {machine.number}: loaded {found} of {table[:4]}")
            self.world.call(machine, lambda node, now: node.loaded(table, rows, now))
