"""The shape of the code: dependencies point one way, luck comes from the table, shifts are safe."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import tablee

SOURCE = Path(tablee.__file__).parent
# What each part may import of Tablée; `games` means a game's own folder.
MAY_IMPORT = {
    "core": {"core"},
    "games": {"core", "games"},
    "bots": {"core", "bots", "again"},
}
# A search may have a time limit, and the thinking service is about processes.
CLOCKS = {"ismcts_bot.py", "service.py", "worker.py"}
HOT = sorted(path for part in MAY_IMPORT for path in (SOURCE / part).rglob("*.py"))


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            yield node.module or ""


@pytest.mark.parametrize("path", HOT, ids=lambda path: str(path.relative_to(SOURCE)))
def test_dependencies_point_one_way(path: Path) -> None:
    parts = path.relative_to(SOURCE).parts
    for name in imports(path):
        words = name.split(".")
        if words[0] == "tablee":
            assert words[1] in MAY_IMPORT[parts[0]], f"{path.name} imports {name}"
            if parts[0] == "games" and words[1] == "games" and len(parts) > 2:
                assert words[2] == parts[1], f"{path.name} imports another game: {name}"
        if path.name not in CLOCKS:
            assert words[0] not in ("random", "time", "datetime", "os", "threading"), name


@pytest.mark.parametrize("path", HOT, ids=lambda path: str(path.relative_to(SOURCE)))
def test_no_shift_by_a_variable_inside_functions(path: Path) -> None:
    """`1 << i` with an i64 is silently wrong from 32 on when compiled: use BIT[i]."""
    tree = ast.parse(path.read_text("utf-8"))
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            for node in ast.walk(function):
                if isinstance(node, ast.BinOp) and isinstance(node.op, ast.LShift):
                    assert isinstance(node.right, ast.Constant), f"{path.name}:{node.lineno}"


@pytest.mark.parametrize(
    "path", sorted(SOURCE.rglob("*.py")), ids=lambda path: str(path.relative_to(SOURCE))
)
def test_a_module_says_what_it_is(path: Path) -> None:
    said = ast.get_docstring(ast.parse(path.read_text("utf-8")))
    assert said, f"{path} has no first line"
    assert said.splitlines()[0].endswith((".", ")", ":")), said.splitlines()[0]


def test_the_front_door_is_listed() -> None:
    assert list(tablee.__all__) == sorted(tablee.__all__)
    for name in tablee.__all__:
        assert getattr(tablee, name).__doc__, f"{name} says nothing of itself"
