"""How bad it gets in a simulated world, and what goes wrong there."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from tablee.testing.simulator.world import Machine, World

SECOND: Final = 1000
GAP: Final = 15 * SECOND  # without a server: an outage
RECESS: Final = 36 * SECOND


class Weather(NamedTuple):
    machines: int
    several: bool
    limited: bool
    quick: bool  # bots that do not pretend to think
    span: int  # milliseconds in which people do things and faults happen
    cuts: int  # of lines
    crashes: int  # of machines
    power_cuts: int  # all machines at once, and for long
    recesses: int  # everybody leaves for so long that tables are forgotten
    jumps: int  # of clocks
    blackouts: int  # of the store
    skew: int  # milliseconds by which clocks differ from the beginning
    unsure: float  # chance that a write fails, written or not
    unread: float  # chance that a read fails
    slow: float  # chance that something takes long
    deaf: float  # chance that a hint is lost
    dull: float  # chance that a bot finds nothing
    spite: float  # chance that something goes wrong just when something is being done


def weather(luck: random.Random) -> Weather:
    draw = luck.random
    machines = 1 if draw() < 0.4 else 2 if draw() < 0.7 else 3
    calm = draw() < 0.1

    def some(chance: float, most: int) -> int:
        return luck.randint(1, most) if draw() < chance and not calm else 0

    def rare(chance: float, share: float) -> float:
        return share * draw() if draw() < chance and not calm else 0.0

    return Weather(
        machines=machines,
        several=machines > 1 or draw() < 0.3,
        limited=draw() < 0.8,
        quick=draw() < 0.5,
        span=luck.randint(5, 12) * SECOND,
        cuts=some(0.7, 8),
        crashes=some(0.5, 3),
        power_cuts=some(0.15, 1),
        recesses=some(0.1, 1),
        jumps=some(0.45, 3),
        blackouts=some(0.3, 2),
        skew=some(0.4, 3000),
        unsure=rare(0.5, 0.08),
        unread=rare(0.4, 0.15),
        slow=rare(0.7, 0.15),
        deaf=rare(0.6, 1.0),
        dull=rare(0.5, 0.3),
        spite=rare(0.6, 0.25),
    )


class Trouble:
    """What goes wrong: now and then, and at the worst moments."""

    def __init__(self, world: World) -> None:
        self.world = world

    def begin(self, span: int) -> None:
        world, w = self.world, self.world.weather
        for kind, times in (
            (self.power_cut, w.power_cuts),
            (self.recess, w.recesses),
            (self.cut_one, w.cuts),
            (self.crash_one, w.crashes),
            (self.jump_one, w.jumps),
            (world.store.black_out, w.blackouts),
        ):
            for _ in range(times):
                world.push(world.below(span), kind)

    def any_machine(self) -> Machine:
        return self.world.machines[self.world.below(len(self.world.machines))]

    def strike(self, machine: Machine, within: int) -> None:
        """Perhaps something goes wrong while something is being done."""
        world, w = self.world, self.world.weather
        if not world.faults or world.luck() >= w.spite:
            return
        after, fate = world.below(within), world.below(4)
        if fate == 0 and w.crashes:
            world.push(after, self.crash, machine)
        elif fate in (1, 2) and w.jumps:
            world.push(after, self.jump, machine)
        elif w.cuts and machine.lines:
            lines = list(machine.lines.values())
            world.push(after, world.cut, lines[world.below(len(lines))])

    def strike_late(self, machine: Machine) -> None:
        """A clock is set right just when somebody's time is out."""
        world = self.world
        if world.faults and world.weather.jumps and world.luck() < 0.9:
            world.push(world.below(20), self.jump, machine, True)

    def crash_one(self) -> None:
        self.crash(self.any_machine())

    def crash(self, machine: Machine) -> None:
        world = self.world
        if not world.faults or machine.node is None:
            return
        if world.luck() < 0.2:  # it is meant to end, and says so
            world.count["restarts"] += 1
            world.call(machine, lambda node, now: node.shut_down())
            world.push(100, self.go_down, machine, machine.life)
        else:
            self.go_down(machine, machine.life)

    def go_down(self, machine: Machine, life: int) -> None:
        if machine.life == life:
            self.world.crash(machine)
            away = 100 + self.world.below(4 * SECOND)
            self.world.push(away, self.world.restart, machine, machine.life)

    def recess(self) -> None:
        world = self.world
        if not world.faults:
            return
        world.count["recesses"] += 1
        world.span += RECESS
        for device in world.devices:
            device.away_until = world.now + RECESS - world.below(3 * SECOND)
            device.hang_up()

    def power_cut(self) -> None:
        world = self.world
        if world.faults:
            away = GAP + world.below(20 * SECOND)
            for machine in world.machines:
                world.crash(machine)
                world.push(100 + away + world.below(SECOND), world.restart, machine, machine.life)

    def jump_one(self) -> None:
        self.jump(self.any_machine())

    def jump(self, machine: Machine, back: bool = False) -> None:
        world = self.world
        if world.faults:
            far = int(10 ** (3 + 4 * world.luck()))  # a second to three hours
            machine.offset += -far if back or world.luck() < 0.5 else far
            world.count["clock jumps"] += 1
            world.note(f"clock of machine {machine.number} jumps to {machine.offset:+}")

    def cut_one(self) -> None:
        lines = [device.line for device in self.world.devices if device.line is not None]
        if lines:
            self.world.cut(lines[self.world.below(len(lines))])
