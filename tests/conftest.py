"""Tests run twice: from the sources, and with --compiled against a compiled install."""

from __future__ import annotations

from pathlib import Path

import pytest

TESTS = Path(__file__).parent
# These replace rules by wrong ones, which compiled classes forbid; or they are about the sources.
SOURCES_ONLY = {
    "test_teeth.py",
    "test_simulator_teeth.py",
    "test_architecture.py",
    "test_install.py",
    "test_shift.py",
}

# These start servers and runs as processes, and kill or load them: once is enough, as people run them.
COMPILED_ONLY = {
    "test_durability.py",
    "test_hostile.py",
    "test_http_fuzz.py",
    "test_lab_kills.py",
    "test_operation.py",
    "test_train_example.py",
    "test_two_nodes.py",
}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--compiled", action="store_true", help="the package under test is compiled")


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
    if any(name in asked for asked in config.args):
        return None  # whoever names a file wants it
    return True if name in (SOURCES_ONLY if config.getoption("--compiled") else COMPILED_ONLY) else None
