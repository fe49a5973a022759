"""MCP: an assistant plays a whole game by views only, hears why not, and finds rules."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

import pytest

from server.live import person, served, url_of
from support import in_time

pytest.importorskip("mcp")

from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from tablee.adapters.mcp import make_server


async def call(client: Client, tool: str, **given: Any) -> Any:
    """What a tool answers; AssertionError with its words if it refused."""
    result = await client.call_tool(tool, given)
    text = "".join(getattr(part, "text", "") for part in result.content)
    assert not result.is_error, text
    found = result.structured_content
    assert found is not None
    return found.get("result", found) if set(found) == {"result"} else found


async def refused(client: Client, tool: str, **given: Any) -> str:
    result = await client.call_tool(tool, given)
    assert result.is_error
    return "".join(getattr(part, "text", "") for part in result.content)


def test_an_assistant_plays_a_whole_game(tmp_path: Path) -> None:
    async def main() -> None:
        async with served(tmp_path) as server, Client(make_server()) as client:
            host = await person(server, "Ada")
            table = await host.create("super_miaou", ["open", "easy"], options={"max_rounds": 2})
            assert "join" in await refused(client, "look")
            joined = await call(client, "join", link=f"{url_of(server)}/t/{table}", name="Robin")
            assert joined["phase"] == "lobby"
            assert "sit" in await refused(client, "play", action="pass")
            assert (await call(client, "sit", seat=0))["your_seats"] == [0]
            async with host.table(table) as hosting:
                await hosting.start()
            state = await call(client, "wait", language="fr")
            seen, heard = 0, []
            while state["outcome"] is None:
                assert state["seat"] == state["view"]["seat"] == 0
                assert state["legal"]
                assert all(each["means"] != each["action"] for each in state["legal"])
                if not seen:
                    judged = await call(client, "judge")
                    legal = {each["action"] for each in state["legal"]}
                    assert {each["action"] for each in judged} <= legal
                    assert "1" in await refused(client, "look", seat=1)
                    whether = await call(client, "why", action=state["legal"][0]["action"])
                    assert whether["allowed"]
                    whether = await call(client, "why", action="buy cape")
                    assert whether["allowed"] is not bool(whether["rule"])
                    assert await refused(client, "play", action="dance")
                seen += 1
                done = await call(client, "play", action=state["legal"][-1]["action"])
                heard += state["news"] + done["news"]
                state = await call(client, "wait")
            assert seen
            assert all(" " in news for news in heard)  # sentences
            assert len(heard) > seen
            assert sorted(state["outcome"]["ranks"])[0] == 1
            assert await call(client, "leave") == "left"

    async def bounded() -> None:
        async with in_time("the game is played"):
            await main()

    asyncio.run(bounded())


def test_rules_are_found_and_games_listed() -> None:
    async def main() -> None:
        async with Client(make_server()) as client:
            assert {each["game"] for each in await call(client, "games")} >= {"mow", "megabou"}
            (rule,) = await call(client, "rules", game="mow", ids=["mw-6"], language="fr")
            assert rule["id"] == "MW-6"
            found = await call(client, "rules", game="mow", search="herd take")
            assert 0 < len(found) <= 12
            assert all("herd" in f"{each['section']} {each['text']}".lower() for each in found)
            assert "MW-999" in await refused(client, "rules", game="mow", ids=["MW-999"])
            assert "chess" in await refused(client, "rules", game="chess")
            assert "fr" in await refused(client, "rules", game="mow", language="de")
            assert await refused(client, "join", link="http://127.0.0.1:9/t/" + "0" * 40)

    async def bounded() -> None:
        async with in_time("the rules are found"):
            await main()

    asyncio.run(bounded())


def test_the_command_speaks_mcp() -> None:
    async def main() -> None:
        words = ["-c", "from tablee.cli import main; main()", "mcp"]
        server = StdioServerParameters(
            command=sys.executable, args=words, env={"PYTHONPATH": ":".join(sys.path)}
        )
        async with Client(stdio_client(server)) as client:
            tools = {tool.name for tool in (await client.list_tools()).tools}
            assert tools >= {"join", "sit", "look", "play", "why", "judge", "rules", "wait"}

    async def bounded() -> None:
        async with in_time("the command answers"):
            await main()

    asyncio.run(bounded())
