"""A planted fault of compiled code: `1 << i`, wrong from 32 on in mypyc, shows in the traces."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parent.parent
FACTS = json.loads((CHECKOUT / "tests" / "golden" / "traces.json").read_text("utf-8"))
CASE = "megabou-3"
# The Minibous lie on 36 cells: a mask of cells is where a wrong shift hurts.
RIGHT, WRONG = "self.gems[colour] ^= BIT[cell]", "self.gems[colour] ^= 1 << cell"
BUILD = """
from pathlib import Path
from setuptools import setup
from mypyc.build import mypycify
folders = [Path("tablee/core"), Path("tablee/games/megabou")]
paths = [str(path) for folder in folders for path in folder.rglob("*.py")]
modules = sorted(path for path in paths if not path.endswith(("match.py", "encode.py")))
setup(name="planted", packages=[], ext_modules=mypycify(["--strict", *modules], opt_level="0"))
"""
LOOK = f"""
from tablee.core import contract
from tablee.games import megabou
from tablee.testing.golden import trace
from tablee.testing.walk import Case
assert contract.__file__.endswith(".so"), contract.__file__
print(trace(Case(megabou.GAME, {CASE[-1]}, {{}})))
"""


def test_a_wrong_shift_shows(tmp_path: Path) -> None:
    shutil.copytree(CHECKOUT / "src" / "tablee", tmp_path / "tablee")
    rules = tmp_path / "tablee" / "games" / "megabou" / "rules.py"
    text = rules.read_text("utf-8")
    if RIGHT not in text:
        pytest.fail(f"the line to spoil is gone: {RIGHT}")
    rules.write_text(text.replace(RIGHT, WRONG), "utf-8")
    (tmp_path / "setup.py").write_text(BUILD, "utf-8")
    env = {**os.environ, "PYTHONPATH": str(tmp_path), "MYPYPATH": str(tmp_path)}
    interpreted = run([sys.executable, "-c", LOOK.replace("assert", "#")], tmp_path, env)
    assert interpreted.stdout.strip() == FACTS[CASE]["trace"]  # so the fault is none of the source
    run([sys.executable, "setup.py", "-q", "build_ext", "--inplace"], tmp_path, env)
    compiled = run([sys.executable, "-c", LOOK], tmp_path, env, check=False)
    assert compiled.stdout.strip() != FACTS[CASE]["trace"]


def run(
    words: list[str], folder: Path, env: dict[str, str], check: bool = True
) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(words, cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert not check or done.returncode == 0, done.stderr[-2000:]
    return done
