"""Servers in trouble: thousands of simulated histories, in every one of which all must hold."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter

import pytest
from click.testing import CliRunner

from support import share
from tablee.server.effects import Append
from tablee.testing.checks import Fault
from tablee.testing.simulator.__main__ import main, run_batch
from tablee.testing.simulator.store import Store
from tablee.testing.simulator.world import Machine, World

CHUNK = 50
# What must have happened often enough for the rest to mean anything.
HAPPENS = {
    "moves": 1000, "bot moves": 1000, "acks": 3000, "retries": 500, "refused unavailable": 200,
    "crashes": 100, "cuts": 300, "clock jumps": 100, "conflicts": 80, "hints lost": 300,
    "store outages": 30, "reads failed": 200, "writes failed": 60, "writes failed, yet written": 10,
    "writes failed, written later": 2, "writes lost in a crash": 2, "outages": 8, "Credited": 1,
    "time outs": 100, "Undone": 60, "Botted": 60, "TakenBack": 15, "Claimed": 40,
    "Stopped": 15, "Rematched": 20, "followed to a rematch": 60, "games over": 40,
    "Closed": 1, "Configured": 20, "Muted": 10, "hints given": 10, "bye no_table": 5,
    "claim refused link": 10, "refused stale": 50, "refused rule": 10, "refused undo": 10,
    "refused not_yours": 100, "refused chatter": 1,
}  # fmt: skip


@pytest.mark.parametrize("first", range(0, share(5000, 300), CHUNK))
def test_all_holds_whatever_goes_wrong(first: int) -> None:
    count, bad = run_batch(first, CHUNK)
    if bad is not None:
        World(bad).run()  # raises the fault
    assert count["worlds"] == CHUNK


def test_enough_goes_wrong() -> None:
    count, bad = run_batch(1_000_000, 200)
    assert bad is None
    seldom = {name: (count[name], least) for name, least in HAPPENS.items() if count[name] < least}
    assert not seldom


def trace(seed: int) -> str:
    world = World(seed)
    world.run()
    return world.digest.hexdigest()


def test_a_seed_is_one_history_in_every_process() -> None:
    code = "from server.test_simulator import trace; print(*map(trace, range(8)))"
    found = {" ".join(map(trace, range(8)))}
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)}
        ran = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment
        )
        found.add(ran.stdout.strip())
    assert len(found) == 1
    assert len(set(found.pop().split())) == 8


def test_the_command_counts_what_happened() -> None:
    ran = CliRunner().invoke(main, ["--seeds", "5", "--jobs", "1"])
    assert ran.exit_code == 0
    counted = dict(line.split(maxsplit=1)[::-1] for line in ran.output.splitlines()[:-1])
    assert counted["worlds"] == "5"
    assert "5 seeds, 0 faults" in ran.output


def test_the_command_shows_the_seed_that_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    write = Store.write

    def forget(self: Store, machine: Machine, life: int, effect: Append, back: int, how: str) -> None:
        if effect.row.seq < 6:
            write(self, machine, life, effect, back, how)
        else:
            self.stored(machine, life, effect.table, "ok")

    monkeypatch.setattr(Store, "write", forget)
    ran = CliRunner().invoke(main, ["--seeds", "5", "--first", "3", "--jobs", "1"])
    assert ran.exit_code == 1
    assert "seed 3: fault: " in ran.output
    again = CliRunner().invoke(main, ["--seed", "3"])
    assert again.exit_code == 1
    assert again.output == ran.output
    whole = CliRunner().invoke(main, ["--seed", "3", "--verbose"])
    assert len(whole.output) > len(again.output)


def test_a_node_that_raises_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def stored(self: Store, machine: Machine, life: int, table: str, how: str) -> None:
        self.world.call(machine, lambda node, now: node.stored(table, how, None))

    monkeypatch.setattr(Store, "stored", stored)
    with pytest.raises(Fault, match="TypeError"):
        World(0).run()


def test_what_happens_is_spread_over_many_histories() -> None:
    """No single number of machines, game or kind of clock makes up for the others."""
    seen: Counter[object] = Counter()
    for seed in range(60):
        world = World(seed)
        world.run()
        seen[world.weather.machines] += 1
        for ledger in world.oracle.ledgers.values():
            seen[ledger.room.game.name] += 1
            seen[ledger.room.clock.kind] += 1
    for each in (1, 2, 3, "crazy_eights", "megabou", "super_miaou", "mow", "none", "move", "bank"):
        assert seen[each] >= 4, each
