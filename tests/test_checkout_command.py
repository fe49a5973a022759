"""`./tablee`, the command of a checkout: where it is called from, what it says when it cannot run."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PYTHON = """#!/bin/sh
echo "$TABLEE_COMMAND|$PYTHONPATH"
for word in "$@"; do echo "<$word>"; done
exit 7
"""
# Sets up once.
MAKEFILE = """
build/compiled/.pages:
	@echo 'setting up'
	@mkdir -p build/compiled && touch $@
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """One that says what it was called with; its path has spaces and accents."""
    made = tmp_path / "chez l’été"
    (made / ".venv" / "bin").mkdir(parents=True)
    shutil.copy(ROOT / "tablee", made)
    shutil.copytree(ROOT / "tools", made / "tools", ignore=shutil.ignore_patterns("__pycache__"))
    (made / "Makefile").write_text(MAKEFILE)
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
    starts = ((checkout, "./tablee", "setting up\n"), (checkout.parent, str(checkout / path), ""))
    for cwd, command, told in starts:
        ran = call(checkout / path, "play", "two words", "", cwd=cwd)
        assert ran.returncode == 7  # the command's own
        first, *words = ran.stdout.splitlines()
        assert first == f"{command}|{checkout}/build/compiled"
        assert words == ["<-P>", "<-m>", "<tablee>", "<play>", "<two words>", "<>"]
        assert ran.stderr == told  # what is data stays data; a later start says nothing


def test_what_cannot_be_set_up_is_not_run(checkout: Path) -> None:
    (checkout / "Makefile").write_text("build/compiled/.pages:\n\t@echo 'no network'; exit 1\n")
    ran = call("./tablee", cwd=checkout)
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", "no network\n")


def test_whatever_makeflags_say(checkout: Path) -> None:
    assert call("./tablee", cwd=checkout, MAKEFLAGS="-n -j").stderr == "setting up\n"


def test_without_make(checkout: Path) -> None:
    tools = checkout / "bin"
    tools.mkdir()
    for tool in ("sh", "readlink", "dirname"):
        (tools / tool).symlink_to(shutil.which(tool) or tool)
    ran = call(checkout / "tablee", cwd=checkout, PATH=str(tools))
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "apt install make" in ran.stderr


@pytest.mark.parametrize(
    ("python", "said"),
    [("echo 3.9; exit 1", "is Python 3.9."), ("exit 127", "there is none that is called")],
)
def test_an_old_python_or_none(checkout: Path, python: str, said: str) -> None:
    old = checkout / "old python"
    old.write_text(f"#!/bin/sh\n{python}\n")
    old.chmod(0o755)
    ran = call("./tablee", cwd=checkout, PYTHON=str(old))
    assert (ran.returncode, ran.stdout) == (2, "")
    assert said in ran.stderr
    assert "make PYTHON=/path/to/python3.12 play" in ran.stderr
    assert len(ran.stderr.splitlines()) == 2


def test_only_the_first_start_is_called_so(checkout: Path) -> None:
    (checkout / ".venv" / "bin" / "python").write_text('#!/bin/sh\necho "first: $TABLEE_FIRST"\n')
    said = [call("./tablee", cwd=checkout).stdout for _ in range(2)]
    assert said == ["first: yes\n", "first: \n"]


# -- .venv, which knows its folder and its Python by path ---------------------------------------------


def look(checkout: Path) -> None:
    subprocess.run(["sh", "tools/sound.sh"], cwd=checkout, check=True)


@pytest.fixture
def made(checkout: Path) -> Path:
    """A checkout whose .venv is complete."""
    venv = checkout / ".venv"
    (venv / ".playable").touch()
    python = venv / "bin" / "python"
    python.unlink()
    python.symlink_to(os.path.realpath(sys.executable))
    (venv / ".made").write_text(f"{checkout}\n{Path(os.path.realpath(sys.executable)).name}\n")
    look(checkout)
    assert (venv / ".playable").exists()
    return checkout


def test_a_python_that_is_gone(made: Path) -> None:
    (made / ".venv" / "bin" / "python").unlink()
    (made / ".venv" / "bin" / "python").symlink_to("/nowhere/python3.11")
    look(made)
    assert not (made / ".venv" / ".playable").exists()


def test_a_python_that_was_replaced_by_another(made: Path) -> None:
    (made / ".venv" / ".made").write_text(f"{made}\npython3.99\n")
    look(made)
    assert not (made / ".venv" / ".playable").exists()


def test_a_checkout_that_was_moved(made: Path) -> None:
    packages = made / ".venv" / "lib" / "python3.11" / "site-packages"
    packages.mkdir(parents=True)
    (packages / "__editable__.tablee.pth").write_text(f"{made}/src\n")
    command = made / ".venv" / "bin" / "pytest"
    command.write_text(f"#!{made}/.venv/bin/python\n")
    stamp = (made / ".venv" / ".playable").stat().st_mtime_ns
    there = made.rename(made.parent / "là-bas")
    look(there)
    assert (
        there / packages.relative_to(made) / "__editable__.tablee.pth"
    ).read_text() == f"{there}/src\n"
    assert (there / ".venv" / "bin" / "pytest").read_text() == f"#!{there}/.venv/bin/python\n"
    assert (there / ".venv" / ".playable").stat().st_mtime_ns == stamp  # nothing is installed again
    assert str(there) in (there / ".venv" / ".made").read_text()
