"""`./tablee`, the command of a checkout: where it is called from, what it says when it cannot run."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PYTHON = """#!/bin/sh
echo "$TABLEE_COMMAND|$PYTHONPATH"
for word in "$@"; do echo "<$word>"; done
exit 7
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """One that says what it was called with; its path has spaces and accents."""
    made = tmp_path / "chez l’été"
    (made / ".venv" / "bin").mkdir(parents=True)
    shutil.copy(ROOT / "tablee", made)
    (made / "Makefile").write_text("ready:\n\t@echo 'setting up'\n")
    (made / ".venv" / "bin" / "python").write_text(PYTHON)
    (made / ".venv" / "bin" / "python").chmod(0o755)
    (made / ".venv" / "bin" / "tablee").symlink_to("../../tablee")
    return made


def call(path: Path | str, *words: str, cwd: Path, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [path, *words], cwd=cwd, env={**os.environ, "PYTHONPATH": "", **env},
        capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.mark.parametrize("path", ["tablee", ".venv/bin/tablee"])
def test_it_runs_what_is_compiled_wherever_it_is_called_from(checkout: Path, path: str) -> None:
    for cwd, command in ((checkout, "./tablee"), (checkout.parent, str(checkout / path))):
        ran = call(checkout / path, "play", "two words", "", cwd=cwd)
        assert ran.returncode == 7  # the command's own
        first, *words = ran.stdout.splitlines()
        assert first == f"{command}|{checkout}/build/compiled"
        assert words == ["<-P>", "<-m>", "<tablee>", "<play>", "<two words>", "<>"]
        assert ran.stderr == "setting up\n"  # what is data stays data


def test_what_cannot_be_set_up_is_not_run(checkout: Path) -> None:
    (checkout / "Makefile").write_text("ready:\n\t@echo 'no network' >&2; exit 1\n")
    ran = call("./tablee", cwd=checkout)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "no network" in ran.stderr


def test_without_make(checkout: Path) -> None:
    tools = checkout / "tools"
    tools.mkdir()
    for tool in ("sh", "readlink", "dirname"):
        (tools / tool).symlink_to(shutil.which(tool) or tool)
    ran = call(checkout / "tablee", cwd=checkout, PATH=str(tools))
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "apt install make" in ran.stderr
