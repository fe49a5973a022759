"""`tablee doctor` and PostgreSQL: a new database, ours, one that forgets, one that is not there."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from server.conftest import Postgres
from server.live import person, served
from support import LAST_RESORT
from tablee import doctor
from tablee.cli import main
from tablee.doctor import tables


@pytest.fixture(autouse=True)
def _only_the_store(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "PATIENCE", LAST_RESORT)
    some = tuple(check for check in doctor.CHECKS if check.__name__ in ("store", "clock"))
    monkeypatch.setattr(doctor, "CHECKS", some)


def look(url: str, code: int, lang: str = "en") -> dict[str, dict[str, Any]]:
    words = ["doctor", "--json", "--lang", lang]
    env = {"TABLEE_DATABASE": url, "XDG_CONFIG_HOME": os.devnull}
    ran = CliRunner().invoke(main, words, env=env, catch_exceptions=False)
    assert ran.exit_code == code, ran.output
    assert url not in ran.output
    return {each["what"]: each for each in json.loads(ran.stdout)}


async def one_table(folder: Path, url: str) -> None:
    async with served(folder, database=url, bots=False) as server:
        ada = await person(server, "Ada")
        await ada.create("mow", ["me", "open"])


def test_a_new_database_and_one_of_ours(postgres: Postgres, tmp_path: Path) -> None:
    url = postgres.database()
    found = look(url, 0)
    assert found["database"]["says"].startswith("PostgreSQL ")
    assert "empty" in found["store"]["says"]
    asyncio.run(one_table(tmp_path, url))
    found = look(url, 0)
    assert "of the present form" in found["store"]["says"]
    assert found["tables"]["says"] == "1 table: 0 being played, 1 not begun, 0 over."
    assert found["clock"]["state"] == "ok"
    postgres.do("UPDATE lobby SET changed = changed + 3600000", url)
    assert look(url, 0)["clock"]["state"] == "warning"
    postgres.do("UPDATE alembic_version SET version_num = '9999'", url)
    assert "newer" in look(url, 1)["store"]["says"]


def test_one_that_forgets(postgres: Postgres) -> None:
    url = postgres.database()
    name = postgres.do("SELECT current_database()", url)
    postgres.do(f"ALTER DATABASE {name} SET synchronous_commit = off")
    for lang in ("en", "fr"):
        found = look(url, 1, lang)["database"]
        assert found["state"] == "wrong"
        assert "RESET synchronous_commit" in found["do"]


def test_one_that_is_not_there(postgres: Postgres) -> None:
    found = look(postgres.url("nobody"), 1)["store"]
    assert "there is no database of that name" in found["says"]
    assert "TABLEE_DATABASE" in found["do"]
