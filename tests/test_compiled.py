"""Interpreted and compiled, the games do the same; compiled, all of the group is."""

from __future__ import annotations

import importlib
import json
from pathlib import Path

import pytest

import tablee
from support import ALL_GAMES
from tablee.core.contract import Game
from tablee.games import GAMES
from tablee.testing.golden import compiled_facts, golden_cases
from tablee.testing.walk import Case

GOLDEN = Path(__file__).parent / "golden"
FACTS = json.loads((GOLDEN / "traces.json").read_text("utf-8"))
CASES = [case for game in ALL_GAMES for case in golden_cases(game) if str(case) in FACTS]
# As in setup.py: they check what comes from outside, wait for other processes, or are only names.
INTERPRETED = {
    *(f"tablee.games.{game.name}.events" for game in GAMES),
    "tablee.core.match",
    "tablee.core.encode",
    "tablee.core.fairness",
    "tablee.bots.service",
    "tablee.bots.worker",
}

TABLES = (
    "counts", "decisions", "desk", "effects", "engine", "events", "messages", "node", "room", "shapes",
    "websocket",
)  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=str)
def test_traces_and_search_counts_are_identical(case: Case) -> None:
    """The file was written by interpreted code; this test runs both ways."""
    assert json.loads(json.dumps(compiled_facts(case))) == FACTS[str(case)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_game_is_compared(game: Game) -> None:
    assert {str(case) for case in golden_cases(game)} <= set(FACTS)


def test_the_whole_group_is_compiled_or_nothing_is(request: pytest.FixtureRequest) -> None:
    compiled = request.config.getoption("--compiled")
    root = Path(tablee.__file__).parent
    paths = [path for part in ("core", "games", "bots") for path in (root / part).rglob("*.py")]
    for path in (*paths, *(root / "server" / f"{name}.py" for name in TABLES)):
        parts = path.relative_to(root.parent).with_suffix("").parts
        name = ".".join(parts).removesuffix(".__init__")
        found = str(importlib.import_module(name).__file__)
        assert found.endswith(".so") is (compiled and name not in INTERPRETED), name


def test_no_compiled_file_lies_beside_the_sources(request: pytest.FixtureRequest) -> None:
    """There it would hide an edited one."""
    checkout = Path(__file__).parent.parent
    for folder in ("src", "examples"):
        assert not list((checkout / folder).rglob("*.so"))
