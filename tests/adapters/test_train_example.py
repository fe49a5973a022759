"""The training example learns."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_the_learner_beats_random_at_super_miaou(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    example: Any = importlib.import_module("train_super_miaou")
    policy = example.Policy(seed=1)
    example.train(policy, 50_000, seed=1)
    share, low, high = example.against_random(policy, 100, seed=2)
    assert low <= share <= high
    assert low > 0.5
