"""Planted faults: each wrong variant of a game must be caught by the suite, or the suite is blind."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from faults import Planted
from tablee.core.contract import Game
from tablee.games import GAMES
from tablee.testing.golden import file_name, golden_cases, playthrough
from tablee.testing.uniform import CRITICAL, chi_squares, fair_steps
from tablee.testing.walk import Case, Walk, cases

GOLDEN = Path(__file__).parent / "golden"
PLANTED = [
    (game, fault) for game in GAMES for fault in importlib.import_module(f"faults.{game.name}").FAULTS
]
FEW = 5


def noticed(game: Game, kind: str) -> str | None:
    """What the suite says of the game as it now is: the first complaint, or None. Quick looks first."""
    ways = list(cases(game))
    try:
        if kind == "imagine":
            walk_all(ways[:FEW], seeds=1, deep=0.2)  # sooner done than statistics
            for steps in fair_steps(game):
                for case in (ways[0], ways[len(ways) // 2], ways[-1]):
                    if max(chi_squares(case, 200, steps)) > CRITICAL:
                        return "unfair imagination"
        walk_all(ways, seeds=1, deep=0.2)
        if kind == "rules":  # which a game may break without breaking the contract
            for case in golden_cases(game):
                if playthrough(case) != (GOLDEN / file_name(case)).read_text("utf-8"):
                    return "golden"
        walk_all(ways, seeds=4, deep=1.0)
    except Exception as error:  # a fault may surface as any error
        return f"{type(error).__name__}: {error}"
    return None


def walk_all(ways: list[Case], seeds: int, deep: float) -> None:
    for seed in range(seeds):
        for case in ways:
            Walk(case, seed, deep).run()


@pytest.mark.parametrize(
    ("game", "fault"), PLANTED, ids=[f"{game.name}-{fault.name}" for game, fault in PLANTED]
)
def test_planted_fault_is_caught(game: Game, fault: Planted, monkeypatch: pytest.MonkeyPatch) -> None:
    original = getattr(fault.owner, fault.attribute)
    monkeypatch.setattr(fault.owner, fault.attribute, fault.wrong(original))
    assert noticed(game, fault.kind) is not None, f"nobody noticed: {fault.name}"


def test_there_are_teeth_of_every_kind() -> None:
    kinds = [fault.kind for _, fault in PLANTED]
    assert len(kinds) >= 12
    assert {"rules", "view", "events", "imagine"} <= set(kinds)
