"""Which tests run: from the sources, with --compiled against a compiled install; --quick, --outside."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from hypothesis import settings

# The same examples each time, whatever the clock says; other ones each time in `make soak`.
settings.register_profile("tests", derandomize=True, database=None, deadline=None)
settings.register_profile("soak", database=None, deadline=None, max_examples=1000)
settings.load_profile("soak" if "TABLEE_SOAK" in os.environ else "tests")

TESTS = Path(__file__).parent
# These replace rules by wrong ones, which compiled classes forbid; or they are about the sources.
SOURCES_ONLY = {
    "test_teeth.py",
    "test_simulator_teeth.py",
    "test_architecture.py",
    "test_forge.py",
    "test_install.py",
    "test_llms.py",
    "test_shift.py",
}
# What is compiled runs twice: only so a difference between the two shows. Everything else is the same
# Python both times and runs once, compiled, as people have it.
TWICE = {
    "test_bots.py",
    "test_compiled.py",
    "test_core.py",
    "test_every_game.py",
    "test_match.py",
    "test_node.py",
    "test_noninterference.py",
    "test_rooms.py",
    "test_shapes.py",
    "test_simulator.py",
    "test_undo.py",
    *(path.name for path in (TESTS / "games").glob("test_*.py")),
}
# From the sources before each commit: what breaks most often, and what needs no campaign to find.
QUICK = {
    "test_architecture.py",
    "test_core.py",
    "test_forge.py",
    "test_front_door.py",
    "test_lessons.py",
    "test_llms.py",
    "test_match.py",
    "test_node.py",
    "test_protocol.py",
    "test_rooms.py",
    "test_rule_books.py",
    "test_server_page.py",
    "test_texts.py",
    *(path.name for path in (TESTS / "games").glob("test_*.py")),
}
# Processes, sockets, pages, time: what imports these must hold on a busy machine, again and again.
OUTSIDE = re.compile(
    r"^(?:import|from) (?:asyncio|playwright|server\.live|signal|socket|subprocess|threading|time)\b",
    re.MULTILINE,
)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--compiled", action="store_true", help="the package under test is compiled")
    parser.addoption("--quick", action="store_true", help="only what one runs before each commit")
    parser.addoption("--outside", action="store_true", help="only processes, sockets, pages and time")


def pytest_configure(config: pytest.Config) -> None:
    """Refuse to test one thing in the name of the other."""
    from tablee.core import contract

    is_compiled = not str(contract.__file__).endswith(".py")
    if is_compiled is not config.getoption("--compiled"):
        found = "compiled" if is_compiled else "interpreted"
        raise pytest.UsageError(f"tablee is {found} here: say --compiled if and only if that is meant")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    name = collection_path.name
    if collection_path == TESTS / "web":  # a browser and event loops cannot share a process
        return None if any("web" in Path(asked).parts for asked in config.args) else True
    if collection_path == TESTS / "ship":  # every way in, from nothing: minutes each
        return None if any("ship" in Path(asked).parts for asked in config.args) else True
    if not name.startswith("test_") or any(name in asked for asked in config.args):
        return None  # whoever names a file wants it
    if config.getoption("--outside") and not OUTSIDE.search(collection_path.read_text("utf-8")):
        return True
    if config.getoption("--quick"):
        return None if name in QUICK else True
    if config.getoption("--compiled"):
        return True if name in SOURCES_ONLY else None
    return None if name in SOURCES_ONLY | TWICE else True
