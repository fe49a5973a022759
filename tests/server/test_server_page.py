"""What docs/server.md and docs/deploy.md say: the bot plays, the settings exist."""

from __future__ import annotations

import asyncio
import re
import tomllib
from pathlib import Path
from typing import Any

import click
import pytest

from server.live import served, url_of
from tablee.cli import main
from tablee.serve_command import serve_command

DOCS = Path(__file__).parent.parent.parent / "docs"
SERVER, DEPLOY = ((DOCS / name).read_text("utf-8") for name in ("server.md", "deploy.md"))


def blocks(page: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", page, re.DOTALL)


def test_the_bot_of_the_page_plays_a_whole_game(tmp_path: Path) -> None:
    (source,) = blocks(SERVER, "python")
    found: dict[str, Any] = {"__name__": "page"}
    exec(compile(source, "docs/server.md", "exec"), found)

    async def play() -> Any:
        async with served(tmp_path) as server:
            return await found["main"](url_of(server))

    outcome = asyncio.run(play())
    assert sorted(outcome["ranks"]) in ([1, 1], [1, 2])


def options() -> dict[str, click.Option]:
    found = {}
    for param in serve_command.params:
        if isinstance(param, click.Option) and not param.hidden and param.name != "lang":
            found[str(param.envvar)] = param
    return found


def test_the_table_of_settings_is_whole() -> None:
    rows = [line for line in SERVER.splitlines() if line.startswith("| `--")]
    variables = {name for row in rows for name in re.findall(r"`(TABLEE_\w+)`", row)}
    flags = {flag for row in rows for flag in re.findall(r"`(--[\w-]+)`", row)}
    assert variables == set(options())
    assert flags == {opt for option in options().values() for opt in option.opts}


@pytest.mark.parametrize("page", [SERVER, DEPLOY], ids=["server", "deploy"])
def test_variables_that_are_spoken_of_exist(page: str) -> None:
    assert set(re.findall(r"TABLEE_[A-Z_]+", page)) <= set(options())


def test_the_settings_file_of_the_page_is_read(tmp_path: Path) -> None:
    (text,) = blocks(SERVER, "toml")
    assert tomllib.loads(text)["serve"]["no-browser"] is True
    (tmp_path / "config.toml").write_text(text)
    ctx = main.make_context("tablee", ["--config", str(tmp_path / "config.toml"), "serve"])
    name, command, _ = main.resolve_command(ctx, ["serve"])
    assert command is not None
    assert name is not None
    inner = command.make_context(name, [], parent=ctx)
    assert (inner.params["host"], inner.params["port"]) == ("0.0.0.0", 8080)
    assert inner.params["no_browser"]
    assert ctx.obj == "fr"


@pytest.mark.parametrize("page", [SERVER, DEPLOY], ids=["server", "deploy"])
def test_commands_that_are_spoken_of_exist(page: str) -> None:
    ctx = click.Context(main)
    for words in re.findall(r"(?:^|`)tablee ([a-z]+)", page, re.MULTILINE):
        assert main.get_command(ctx, words) is not None, words
