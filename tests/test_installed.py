"""This installation: the command that is named installs what is missing, however Tablée came here."""

from __future__ import annotations

import importlib.util
import shlex
import sys
from pathlib import Path

import pytest

from tablee import installed


@pytest.mark.parametrize(
    ("extra", "some"),
    [
        ("lab", {"matplotlib", "polars"}),
        ("ray", {"matplotlib", "polars", "ray"}),
        ("postgres", {"asyncpg", "sqlalchemy[asyncio]"}),
        ("mcp", {"mcp"}),
    ],
)
def test_packages_by_their_own_names(extra: str, some: set[str]) -> None:
    """`tablee[lab]` would be looked for on an index that has no Tablée."""
    assert {package.partition(">=")[0] for package in installed.packages_of(extra)} == some


def test_with_the_python_that_runs_this(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words = shlex.split(installed.command_for("mcp"))
    assert words[:4] == [sys.executable, "-m", "pip", "install"]
    python = tmp_path / ".venv" / "bin" / "python"
    monkeypatch.setattr(sys, "executable", str(python))
    assert shlex.split(installed.command_for("mcp"))[0] == ".venv/bin/python"


def test_where_there_is_no_pip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert installed.command_for("mcp").startswith(f"uv pip install --python {sys.executable} ")
