"""What docs/train.md shows is true, and says what to install."""

from __future__ import annotations

import doctest
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "train.md"


def test_the_examples_are_true() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert tried > 0
    assert failed == 0


@pytest.mark.parametrize(
    ("module", "missing"),
    [
        ("pettingzoo", "pettingzoo"),
        ("pettingzoo", "numpy"),
        ("gymnasium", "gymnasium"),
        ("vector", "numpy"),
    ],
)
def test_what_is_missing_is_said(module: str, missing: str) -> None:
    program = f"import sys; sys.modules[{missing!r}] = None; import tablee.adapters.{module}"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    said = ran.stderr.splitlines()[-1]
    assert "-m pip install " in said
    for package in ("gymnasium", "numpy", "pettingzoo"):
        assert f"'{package}>=" in said
