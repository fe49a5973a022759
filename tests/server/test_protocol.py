"""The protocol as it is written down: page, schema and types say what the server does."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any, get_args

import jsonschema_rs
import msgspec
import pytest

from server.live import person, served, started
from support import LAST_RESORT
from tablee.client import Failed, Table
from tablee.core import contract
from tablee.core.contract import Game
from tablee.core.fairness import commitment
from tablee.games import GAMES
from tablee.server import engine, node, pages, websocket, wire_schema
from tablee.server import protocol as p
from tablee.server.app import STATUS
from tablee.server.schemas import openapi
from tablee.server.wire_schema import FILE, ROUTES, protocol_schema, written

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "protocol.md").read_text("utf-8")
WEB = ROOT / "web"
LINES = [
    line for block in re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL) for line in block.splitlines()
]
ASKED = [json.loads(line[2:]) for line in LINES if line.startswith("> {")]
HEARD = [json.loads(line[2:]) for line in LINES if line.startswith("< {")]
SENT = [line[2:].split(" ", 2) for line in LINES if re.match(r"> [A-Z]", line)]
ANSWERED = [line[2:].split(" ", 1) for line in LINES if re.match(r"< \d", line)]


def validator(name: str) -> Any:
    """Strict: not one field more than the schema has."""
    schema = json.loads(json.dumps(protocol_schema()))
    for part in schema["$defs"].values():
        if part.get("type") == "object" and "properties" in part:
            part.setdefault("additionalProperties", False)
    return jsonschema_rs.validator_for({"$ref": f"#/$defs/{name}", "$defs": schema["$defs"]})


def tags(union: Any) -> set[str]:
    return {str(kind.__struct_config__.tag) for kind in get_args(union)}


# -- the page --------------------------------------------------------------------------------------


@pytest.mark.parametrize("message", ASKED, ids=lambda message: str(message["t"]))
def test_examples_of_clients_are_read(message: dict[str, Any]) -> None:
    p.DECODER.decode(json.dumps(message))
    validator("Asked").validate(message)


@pytest.mark.parametrize("message", HEARD, ids=lambda message: str(message["t"]))
def test_examples_of_the_server_are_its_own(message: dict[str, Any]) -> None:
    kind: Any = p.Answer
    read = msgspec.json.decode(json.dumps(message), type=kind)
    assert json.loads(p.encode(read)) == message  # no field more, none less
    for event in message.get("events", []):
        validator("AnyEvent").validate(event)
    if message["t"] != "told":  # views are cut short there
        validator("Answer").validate(message)


def test_examples_by_http_are_true() -> None:
    kinds = [(re.sub(r"\{\w+\}", r"[^/]+", route), *pair) for route, pair in ROUTES.items()]
    answers = iter(ANSWERED)
    for method, path, *body in SENT:
        if path.startswith("/ws/"):
            continue
        takes, gives = next(
            (takes, gives) for route, takes, gives in kinds if re.fullmatch(route, f"{method} {path}")
        )
        if body:
            msgspec.json.decode(body[0], type=takes)
            status, said = next(answers)
            kind = gives if int(status) < 400 else p.Fault
            found = msgspec.json.decode(said, type=kind)
            assert json.loads(msgspec.json.encode(found)) == json.loads(said)


def test_every_message_has_an_example() -> None:
    assert {message["t"] for message in ASKED} == tags(p.Asked)
    assert {message["t"] for message in HEARD} == tags(p.Answer)


def test_the_commitment_in_the_session_is_that_of_its_share() -> None:
    (share,) = {message["share"] for message in ASKED if message["t"] == "reveal"}
    (sealed,) = {message["commitment"] for message in ASKED if message["t"] == "sit"}
    (table,) = {message["table"] for message in HEARD if message["t"] == "table"}
    assert commitment("seat", table, bytes.fromhex(share)) == sealed


def test_numbers_in_the_session_follow_each_other() -> None:
    """From its first `told` on, no event is missed."""
    session = PAGE.split("## A session from end to end")[1].split("… and so on")[0]
    told = [json.loads(line[2:]) for line in session.splitlines() if line.startswith('< {"t":"told"')]
    assert told[0]["all"]
    for before, after in itertools.pairwise(told):
        assert after["n"] == before["n"] + len(after["events"])


@pytest.mark.parametrize("name", ["protocol.md", "deploy.md", "server.md"])
def test_tables_in_pages_are_current(name: str) -> None:
    """`make types` renews them."""
    page = (ROOT / "docs" / name).read_text("utf-8")
    assert pages.renewed(page) == page


def test_every_table_is_in_a_page() -> None:
    text = "".join(path.read_text("utf-8") for path in (ROOT / "docs").glob("*.md"))
    assert {found[1] for found in pages.SLOT.findall(text)} == set(pages.TABLES)


def test_close_codes_are_explained() -> None:
    listed = {
        int(code)
        for code in re.findall(r"^\| ([\d, ]+) \|", PAGE, re.MULTILINE)
        for code in code.split(", ")
    }
    names = ("NORMAL", "GONE", "BROKEN", "NOT_TEXT", "TOO_MUCH", "TOO_LARGE", "TOO_SLOW")
    used = {getattr(websocket, name) for name in names}
    used |= {node.POLICY, node.TRY_AGAIN, node.NOT_FOUND, engine.FAULT}
    assert used <= listed
    assert {code for code in listed if code >= 1000} == used
    statuses = {
        int(code)
        for each in openapi()["paths"].values()
        for verb in each.values()
        for code in verb["responses"]
    }
    assert {*statuses, *STATUS.values()} - {200, 201} <= listed


# -- the schema ------------------------------------------------------------------------------------


@pytest.mark.skipif(not contract.__file__.endswith(".py"), reason="compiled games forget their types")
def test_the_schema_in_the_repository_is_current() -> None:
    """`make types` renews it."""
    for folder in (ROOT / "docs", Path(wire_schema.__file__).parent):
        assert (folder / FILE).read_text("utf-8") == written()


def test_all_routes_are_in_it() -> None:
    others = {"GET /healthz", "GET /api/protocol", "GET /api/openapi.json"}
    found = {f"{verb.upper()} {path}" for path, each in openapi()["paths"].items() for verb in each}
    assert set(ROUTES) == found - others


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_travels_is_what_the_schema_says(game: Game, tmp_path: Path) -> None:
    """Everything that is heard at a table, by a seat and by a watcher; and what HTTP answers."""
    answer, view, event = validator("Answer"), validator_of(game, "view"), validator_of(game, "event")

    def hear(message: dict[str, Any]) -> None:
        answer.validate(message)
        if message["t"] == "told":
            view.validate(message["view"])
            for each in message["events"]:
                event.validate(each)

    async def main() -> None:
        luck = random.Random(2)
        async with served(tmp_path, bots=False) as server:
            people = [await person(server, name) for name in ("Ada", "Bo", "Cy", "Di")]
            players, watcher = people[: game.fewest], people[-1]
            async with started(players, game.name) as tables, watcher.table(tables[0].id) as watched:
                for table in (*tables, watched):
                    table.on_message = hear
                playing = [asyncio.create_task(play(table, luck, 25)) for table in tables]
                await asyncio.wait(playing, return_when=asyncio.FIRST_COMPLETED)
                for task in playing:
                    task.cancel()
                await asyncio.gather(*playing, return_exceptions=True)
                table = tables[0]
                hear(await table.question("link", seat=0))
                await table.do("say", text="!")
                with pytest.raises(Failed):
                    await table.do("start")
            for route in ("session", "games", f"games/{game.name}", "tables", f"tables/{table.id}"):
                said = await players[0].ask("GET", f"/api/{route}")
                name = f"GET /api/{route}".replace(table.id, "{table}").replace(
                    f"s/{game.name}", "s/{game}"
                )
                answer_of(name).validate(said)

    asyncio.run(main())


async def play(table: Table, luck: random.Random, most: int) -> None:
    async for turn in table.turns():
        most -= 1
        if most == 0:
            return
        await turn.play(luck.choice(turn.legal))


def validator_of(game: Game, part: str) -> Any:
    defs = protocol_schema()["$defs"]
    return validator(defs["Games"]["properties"][game.name]["properties"][part]["$ref"][8:])


def answer_of(route: str) -> Any:
    schema = protocol_schema()
    said = schema["$defs"]["Http"]["properties"][route]["properties"]["answer"]
    return jsonschema_rs.validator_for({**said, "$defs": schema["$defs"]})


# -- TypeScript ------------------------------------------------------------------------------------

needs_node = pytest.mark.skipif(
    shutil.which("node") is None or not (WEB / "node_modules" / "typescript").exists(),
    reason="types are checked with Node and what `npm ci` in web/ installs",
)

USES = """
import type { Answer, Asked, Games, Http } from "./protocol";

export function short(answer: Answer): string {
  switch (answer.t) {
    case "table": return answer.phase === "over" ? "over" : answer.seats.map((s) => s.name).join();
    case "told": return answer.legal.join() + (answer.outcome?.reason ?? "") + answer.view.phase;
    case "refused": return answer.messages.fr + answer.rule;
    case "hint": return answer.moves.map((move) => move.action).join();
    case "bye": return answer.code;
    case "welcome": case "ack": case "chat": case "why": case "link": case "pong": return answer.t;
    default: { const never: never = answer; return never; }
  }
}

export const moves: Asked[] = [
  { t: "join", protocol: 1 },
  { t: "play", id: "1", seat: 0, turn: 3, action: "take" },
];
export const session: Http["POST /api/session"]["body"] = { name: "Ada" };
export function cows(event: Games["mow"]["event"]): number {
  return event.event === "dealt" ? event.cows.length : 0;
}
// @ts-expect-error (no such message)
export const odd: Asked = { t: "dance" };
// @ts-expect-error (no such field)
export const more: Asked = { t: "sync", at: 1 };
// @ts-expect-error (it needs an id)
export const less: Asked = { t: "start" };
"""


@needs_node
def test_the_types_are_made_from_the_schema(tmp_path: Path) -> None:
    """`make types` renews them."""
    target = tmp_path / "protocol.ts"
    words = ["node", "types.mjs", str(ROOT / "docs" / FILE), str(target)]
    subprocess.run(words, cwd=WEB, check=True, timeout=LAST_RESORT)
    kept = WEB / "src" / "generated" / "protocol.ts"
    assert target.read_text("utf-8") == kept.read_text("utf-8")


@needs_node
def test_the_types_tell_messages_apart(tmp_path: Path) -> None:
    shutil.copy(WEB / "src" / "generated" / "protocol.ts", tmp_path)
    (tmp_path / "uses.ts").write_text(USES)
    options = {"types": []}  # the page's own are not needed here
    settings = {"extends": str(WEB / "tsconfig.json"), "include": ["*.ts"], "compilerOptions": options}
    (tmp_path / "tsconfig.json").write_text(json.dumps(settings))
    tsc = WEB / "node_modules" / "typescript" / "bin" / "tsc"
    checked = subprocess.run(
        ["node", str(tsc), "--noEmit", "-p", str(tmp_path)],
        capture_output=True, text=True, timeout=LAST_RESORT, check=False,
    )  # fmt: skip
    assert checked.returncode == 0, checked.stdout
