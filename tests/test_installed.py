"""This installation: the command that is named installs what is missing, however Tablée came here.

And its Python is to be had: what runs here is what a script of one's own imports.
"""

from __future__ import annotations

import importlib.util
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import docs
from tablee import installed, python_command
from tablee.cli import main
from tablee.core import contract

SCRIPT = """
import sys
from tablee.core import contract
print(contract.__file__, sys.argv[1:])
sys.exit(7)
"""


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


def test_no_message_sends_anybody_to_an_index_for_tablee() -> None:
    """As no page does (test_front_door.py)."""
    assert docs.FROM_AN_INDEX.search("pip install 'tablee[lab]'")
    assert docs.FROM_AN_INDEX.search("`uv tool install tablee`")
    sources = docs.ROOT / "src" / "tablee"
    messages = [*sources.rglob("*.py"), *sources.rglob("texts/*.json")]
    assert [path for path in messages if docs.FROM_AN_INDEX.search(path.read_text("utf-8"))] == []


# -- tablee python -----------------------------------------------------------------------------------


def test_the_python_of_this_tablee_runs_a_script(tmp_path: Path) -> None:
    """With the same modules, compiled or not; every word after it is the script's own."""
    (tmp_path / "script.py").write_text(SCRIPT, "utf-8")
    words = ["--help", "-c", "--", "two words", ""]
    command = [sys.executable, "-m", "tablee", "python", "script.py", *words]
    path = os.pathsep.join(sys.path)
    ran = subprocess.run(
        command, cwd=tmp_path, env={**os.environ, "PYTHONPATH": path},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.stdout == f"{contract.__file__} {words}\n", ran.stderr
    assert ran.returncode == 7


def test_where_no_process_can_take_the_place_of_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(python_command, "TAKES_ITS_PLACE", False)
    ran = CliRunner().invoke(main, ["python", "-c", "import sys; sys.exit(7)"])
    assert ran.exit_code == 7


def test_the_one_file_is_no_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(python_command, "ONE_FILE", Path("tablee"))
    ran = CliRunner().invoke(main, ["python", "-c", "1 + 1"])
    assert ran.exit_code == 2
    assert "a checkout or a package" in ran.output
