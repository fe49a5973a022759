"""Planted faults of the server: the simulator must find every one, soon, or it is blind."""

from __future__ import annotations

import pytest

from faults import Planted
from faults.server import FAULTS
from tablee.testing.checks import Fault
from tablee.testing.simulator.world import World

SEEDS = 400


def seeds_until_found(most: int) -> int | None:
    for seed in range(most):
        try:
            World(seed).run()
        except Fault:
            return seed + 1
    return None


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_planted_fault_is_found(fault: Planted, monkeypatch: pytest.MonkeyPatch) -> None:
    original = getattr(fault.owner, fault.attribute)
    monkeypatch.setattr(fault.owner, fault.attribute, fault.wrong(original))
    assert seeds_until_found(SEEDS) is not None, f"nobody noticed: {fault.name}"


def test_there_are_teeth_of_many_kinds() -> None:
    assert len({fault.name for fault in FAULTS}) >= 30
