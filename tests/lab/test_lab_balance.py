"""The balance reports: made by one script, the finding by hand."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import pytest

from tablee.lab.study import How

ROOT = Path(__file__).parents[2]


@pytest.fixture
def balance(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The script, with a ladder that takes no time."""
    monkeypatch.syspath_prepend(str(ROOT / "bench"))
    found = importlib.import_module("balance")
    monkeypatch.setattr(found, "LADDER", ["random", "greedy"])
    monkeypatch.setattr(found, "LADDER_GAMES", 1)
    monkeypatch.setattr(found, "BOTS", ["random"])
    monkeypatch.setattr(found, "STRONGER", ["random"])
    monkeypatch.setattr(found, "STRONGER_GAMES", 2)
    return found


def test_a_page_is_made_anew_but_for_its_finding(balance: Any, tmp_path: Path) -> None:
    subject = balance.Subject("super_miaou", 2, ({"cape_price": 5},), 2, ("buy cape",))
    balance.write_page(subject, How(tmp_path), 3, tmp_path)
    page = tmp_path / "super_miaou.md"
    made = page.read_text("utf-8")
    assert "`cape_price=5`" in made
    assert "buy cape" in made
    assert "<svg" in (tmp_path / "super_miaou.svg").read_text("utf-8")
    page.write_text(made.replace("<!-- finding -->\n", "<!-- finding -->\nGold is dear.\n"), "utf-8")
    balance.write_page(subject, How(tmp_path), 3, tmp_path)
    assert "Gold is dear." in page.read_text("utf-8")
    assert page.read_text("utf-8").replace("Gold is dear.\n", "\n") == made


def test_every_game_has_a_page_with_a_finding(balance: Any) -> None:
    for subject in balance.SUBJECTS:
        page = (ROOT / "docs" / "balance" / f"{subject.name}.md").read_text("utf-8")
        finding = balance.FINDING.search(page)
        assert finding
        assert len(finding[0].strip()) > 100, subject.name
