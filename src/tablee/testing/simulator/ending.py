"""What must hold in a simulated world when its faults are over, and when everybody has gone."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tablee.core.contract import SPECTATOR
from tablee.core.encode import state_fields
from tablee.core.match import Match
from tablee.core.tables import SeededTable
from tablee.server import entries as e
from tablee.server.node import Node
from tablee.server.room import OVER, SEALING, Room
from tablee.testing.checks import Fault
from tablee.testing.simulator.ledger import Ledger, info_of_message, info_of_room

if TYPE_CHECKING:
    from tablee.testing.simulator.devices import Device
    from tablee.testing.simulator.world import Machine, World

PATIENCE = 20_000  # milliseconds in which a bot or a clock must have done something
LATE = 10_000  # by which a clock may be late


def unrest(world: World) -> str:
    """What has not come to an end yet; nothing if all is well."""
    for device in world.devices:
        if device.pending:
            return f"{device} waits for an answer to {next(iter(device.pending))}"
        if device.info is None and world.store.head(device.table):
            return f"{device} was never shown its table"
    for machine in world.machines:
        assert machine.node is not None
        for table, desk in machine.node.desks.items():
            if not desk.conns:
                continue
            if desk.room is None or desk.jobs or desk.founding:
                return f"a desk of machine {machine.number} is stuck: {table[:4]}"
            found = stuck(world, machine, world.oracle.ledgers[table])
            if found:
                return f"{found} ({table[:4]})"
    return ""


def stuck(world: World, machine: Machine, ledger: Ledger) -> str:
    """Who should have done something at a table where somebody watches."""
    room = ledger.room
    if room.phase == SEALING and not room.wanted():
        return "all shares are there, and nothing is dealt"
    if world.now - ledger.last <= PATIENCE:
        return ""
    for seat in room.acting():
        deadline = room.deadline(seat)
        if room.chairs[seat].kind == "bot":
            return f"the bot on seat {seat} does not move"
        if deadline is not None and world.now + machine.offset > deadline + LATE:
            return f"the clock of seat {seat} does nothing"
    return ""


def check_quiet(node: Node | None) -> None:
    """While bots wait, nothing is under way."""
    assert node is not None
    for table, desk in node.desks.items():
        if desk.is_busy():
            raise Fault(f"a desk never comes to rest: {table[:4]}")


def check_log(ledger: Ledger, count: Counter[str]) -> None:
    """Folded anew it gives the same, and the match can be played again from its seed."""
    room = Room()
    for row in ledger.rows:
        room.fold(e.decode(row.body), row.command)
    if info_of_room(room) != info_of_room(ledger.room) or room.commands != ledger.room.commands:
        raise Fault("the log folded anew gives another table")
    if room.match is None or ledger.room.match is None:
        return
    played = room.match
    luck = played.table.luck
    assert isinstance(luck, SeededTable)
    again = Match(played.game, played.seats, played.options.given, SeededTable(luck.seed))
    for seat, action in played.log:
        again.play(seat, action)
    fields = state_fields(again.state)
    if fields != state_fields(played.state) or fields != state_fields(ledger.room.match.state):
        raise Fault("a match played again from its seed is another one")
    if again.table.tape != played.table.tape:
        raise Fault("a match played again has other luck")
    if room.phase == OVER:
        count["games over"] += 1


def check_device(world: World, device: Device) -> None:
    """What it was told last is what the log says now, and who is here."""
    ledger = world.oracle.ledgers.get(device.table)
    if ledger is None:
        return
    last, look, info = ledger.seq(), ledger.looks[-1], device.info
    if info is None or info_of_message(info) != look.info:
        raise Fault(f"{device} knows another table than that of entry {last}")
    here = {
        other.caller.person for other in world.devices if other.line and other.table == device.table
    }
    for seat in info.seats:
        if not seat.here and (seat.person or seat.owner) in here:
            raise Fault(f"{device} is not shown that {seat.name} is here")
    if look.state is None:
        return
    person = device.caller.person
    mine = [seat for seat, who in enumerate(look.people) if who == person] or [int(SPECTATOR)]
    for audience in mine:
        told = device.told.get(audience)
        if told is None:
            raise Fault(f"{device} was never told about audience {audience}")
        has = (bytes(told.view), told.legal, bytes(told.outcome), told.turn, told.n)
        turn = 0 if audience == SPECTATOR else look.turns[audience]
        if has != (*ledger.seen(last, audience), turn, look.heard[audience]):
            raise Fault(f"{device} knows another position than that of entry {last}")


def check_memory(node: Node) -> None:
    if len(node.alarms) > 20 + 8 * len(node.desks):
        raise Fault(f"{len(node.alarms)} alarms for {len(node.desks)} tables")


def check_empty(node: Node | None) -> None:
    """Nobody is there any more."""
    names = ("conns", "desks", "due", "tickets", "founding", "out")
    left = {name: len(getattr(node, name)) for name in names}
    if any(left.values()):
        raise Fault(f"left in memory: {left}")
