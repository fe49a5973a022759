"""Nobody is told what they may not know: the same transcript in two truths, and no secret anywhere."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import logging
import zlib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
import structlog

from server.live import person, served, started
from support import share, soon, sources_only
from tablee.client import Failed
from tablee.core.contract import Game, State
from tablee.core.encode import plain, state_fields
from tablee.core.fairness import commitment, seed_of
from tablee.core.match import Match
from tablee.core.tables import SeededTable
from tablee.games import GAMES, game
from tablee.server import entries as e
from tablee.server import messages
from tablee.server import protocol as p
from tablee.server.desk import Desk, Job
from tablee.server.effects import Append, Row
from tablee.server.node import Node
from tablee.server.room import OVER, Room
from tablee.server.serving import Settings
from tablee.server.sqlite_store import SqliteStore
from tablee.testing import transcripts
from tablee.testing.checks import Fault
from tablee.testing.transcripts import Driver

by_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


@by_game
def test_two_truths_give_the_same_transcript(game: Game) -> None:
    pairs = share(500, 100)
    found = transcripts.watch(game.name, pairs, seed=7)
    assert found.pairs >= pairs
    assert found.messages > 10 * pairs
    assert found.moves > pairs // 2
    if game.name == "meowtopia":  # which hides nothing but the luck to come
        assert found.differing == 0
    else:
        assert found.differing > 0.6 * pairs


# -- planted faults ------------------------------------------------------------------------------------


def odd(state: State) -> bool:
    """Something that nobody may know."""
    return zlib.crc32(repr(state_fields(state)).encode()) % 2 == 1


def hidden(room: Room) -> bool:
    return room.match is not None and odd(room.match.state)


def retold(change: Callable[[Room, int, dict[str, Any]], None]) -> Callable[..., bytes]:
    honest = messages.told

    def told(room: Room, audience: int, since: int | None) -> bytes:
        said = json.loads(honest(room, audience, since))
        change(room, audience, said)
        return json.dumps(said).encode()

    return told


def the_view_of_another_seat(patch: pytest.MonkeyPatch) -> None:
    def change(room: Room, audience: int, said: dict[str, Any]) -> None:
        assert room.match is not None
        neighbour = (audience + 1) % len(room.chairs)
        said["view"] = plain(room.match.state.view(neighbour))

    patch.setattr(messages, "told", retold(change))


def one_field_of_another_view(patch: pytest.MonkeyPatch) -> None:
    def change(room: Room, audience: int, said: dict[str, Any]) -> None:
        assert room.match is not None
        said["view"]["hand"] = plain(room.match.state.view((audience + 1) % len(room.chairs)).hand)  # type: ignore[attr-defined]

    patch.setattr(messages, "told", retold(change))


def what_is_legal_for_watchers(patch: pytest.MonkeyPatch) -> None:
    def change(room: Room, audience: int, said: dict[str, Any]) -> None:
        if audience < 0 and room.acting():
            assert room.match is not None
            said["legal"] = [room.match.text(a) for a in room.match.legal(room.acting()[0])]

    patch.setattr(messages, "told", retold(change))


def whispers_aloud(patch: pytest.MonkeyPatch) -> None:
    def hear(room: Room, since: int) -> None:
        assert room.match is not None
        for news in room.match.table.news[since:]:
            for heard in room.heard.values():
                heard.append(news.event)

    patch.setattr(Room, "hear", hear)


def a_number_that_counts_what_others_heard(patch: pytest.MonkeyPatch) -> None:
    def change(room: Room, audience: int, said: dict[str, Any]) -> None:
        said["v"] += sum(len(str(heard)) for heard in room.heard.values())

    patch.setattr(messages, "told", retold(change))


def a_refusal_that_names_a_card(patch: pytest.MonkeyPatch) -> None:
    honest = Match.fault

    def fault(match: Match, seat: int, action: int | str, names: Any = None) -> Any:
        found = honest(match, seat, action, names)
        if found is not None:
            others = [match.state.view(s) for s in range(match.seats) if s != seat]
            found.messages["en"] += f" ({others})"
        return found

    patch.setattr(Match, "fault", fault)


def an_order_that_depends_on_hands(patch: pytest.MonkeyPatch) -> None:
    honest = Desk.listeners

    def listeners(desk: Desk) -> list[Any]:
        found = honest(desk)
        return found[::-1] if desk.room is not None and hidden(desk.room) else found

    patch.setattr(Desk, "listeners", listeners)


def a_message_more_for_some_hands(patch: pytest.MonkeyPatch) -> None:
    honest = Desk.deliver

    def deliver(desk: Desk, entry: e.AnyEntry, now: int) -> None:
        honest(desk, entry, now)
        if desk.room is not None and hidden(desk.room):
            desk.tell_table(now)

    patch.setattr(Desk, "deliver", deliver)


def a_message_that_is_longer_for_some_hands(patch: pytest.MonkeyPatch) -> None:
    honest = messages.table_info

    def table_info(room: Room, *rest: Any) -> bytes:
        return honest(room, *rest) + b" " * hidden(room)

    patch.setattr(messages, "table_info", table_info)


def an_undo_that_depends_on_hands(patch: pytest.MonkeyPatch) -> None:
    honest = Room.may_be_undone
    patch.setattr(Room, "may_be_undone", lambda room, *rest: honest(room, *rest) and not hidden(room))


def a_hint_by_the_view_of_another_seat(patch: pytest.MonkeyPatch) -> None:
    honest = Match.view
    patch.setattr(Match, "view", lambda match, seat: honest(match, (seat + 1) % match.seats))


def a_reason_that_depends_on_hands(patch: pytest.MonkeyPatch) -> None:
    honest = Match.because

    def because(match: Match, *rest: Any) -> dict[str, str]:
        return {} if odd(match.state) else honest(match, *rest)

    patch.setattr(Match, "because", because)


def a_link_with_the_seed_in_it(patch: pytest.MonkeyPatch) -> None:
    honest = Node.answer

    def answer(node: Node, conn: Any, desk: Desk, message: Any) -> None:
        room = desk.room
        assert room is not None
        node.sign = lambda what: json.dumps([what, room.server.hex])
        honest(node, conn, desk, message)

    patch.setattr(Node, "answer", answer)


FAULTS = [
    (the_view_of_another_seat, "mow"),
    (one_field_of_another_view, "mow"),
    (what_is_legal_for_watchers, "push_em_up"),
    (whispers_aloud, "mow"),
    (a_number_that_counts_what_others_heard, "push_em_up"),
    (a_refusal_that_names_a_card, "mow"),
    (an_order_that_depends_on_hands, "mow"),
    (a_message_more_for_some_hands, "megabou"),
    (a_message_that_is_longer_for_some_hands, "megabou"),
    (an_undo_that_depends_on_hands, "mow"),
    (a_hint_by_the_view_of_another_seat, "mow"),
    (a_reason_that_depends_on_hands, "mow"),
    (a_link_with_the_seed_in_it, "meowtopia"),
]


@sources_only
@pytest.mark.parametrize(("plant", "name"), FAULTS, ids=[plant.__name__ for plant, _ in FAULTS])
def test_planted_leaks_are_caught(
    plant: Callable[[pytest.MonkeyPatch], None], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    with pytest.raises(Fault):
        transcripts.watch(name, 300, seed=3)


# -- canaries ------------------------------------------------------------------------------------------


def disguises(secrets: list[bytes]) -> list[bytes]:
    """How a secret can look in a message: bytes, hex, base64, or as Python shows it."""
    found = []
    for secret in secrets:
        plain_hex = secret.hex().encode()
        found += [secret, plain_hex, plain_hex.upper(), repr(secret).encode()]
        found += [base64.b64encode(secret)[:-3], base64.urlsafe_b64encode(secret)[:-3]]
    return found


def assert_none(secrets: list[bytes], text: bytes | str) -> None:
    data = text.encode() if isinstance(text, str) else text
    for secret in disguises(secrets):
        assert secret not in data


def dealt(game: Game, seed: int) -> tuple[Driver, str, list[bytes]]:
    """A table that was played to its deal through a node; and its secrets."""
    driver = Driver(seed)
    luck = Random(seed)
    made: list[bytes] = []
    entropy = driver.node.entropy

    def remembered(n: int) -> bytes:
        made.append(entropy(n))
        return made[-1]

    driver.node.entropy = remembered
    seats = game.fewest
    spec = p.NewTable(game.name, [e.Place()] * seats)
    driver.node.create(99, spec, transcripts.Caller("p0", "P0"), driver.now)
    driver.run()
    table = driver.replies[99]["table"]
    shares = [luck.randbytes(32) for _ in range(seats)]
    for seat in range(seats):
        driver.connect(seat, table, f"p{seat}")
        driver.send(seat, {"t": "join", "protocol": 1})
        sealed = commitment("seat", table, shares[seat])
        driver.send(seat, {"t": "sit", "id": "sit", "seat": seat, "commitment": sealed})
    driver.send(0, {"t": "start", "id": "start"})
    for seat in range(seats):
        driver.send(seat, {"t": "reveal", "id": "reveal", "share": shares[seat].hex()})
    secret = next(each for each in made if len(each) == 32)
    seed_bytes = seed_of(table, secret, list(enumerate(shares)))
    return driver, table, [secret, seed_bytes, *shares]


@by_game
def test_no_secret_is_ever_sent(game: Game) -> None:
    """Through a whole game with an undo, questions, refusals and newcomers, to its end."""
    driver, table, secrets = dealt(game, 5)
    luck = Random(1)
    room = driver.node.desks[table].room
    assert room is not None
    assert room.match is not None
    assert isinstance(room.match.table.luck, SeededTable)
    assert room.match.table.luck.seed in secrets
    for n in range(3000):
        if room.phase == OVER:
            break
        seat = luck.choice(room.acting())
        turn, action = room.chairs[seat].turn, room.match.text(luck.choice(room.match.legal(seat)))
        play = {"t": "play", "id": f"m{n}", "seat": seat, "turn": turn, "action": action}
        driver.send(seat, play)
        if n % 10 == 0:
            driver.send(seat, {"t": "why", "seat": seat, "action": action})
            driver.send(seat, {"t": "link", "seat": seat})
            driver.send(seat, {**play, "id": f"again{n}"})
            driver.send(seat, {"t": "undo", "id": f"undo{n}", "seat": seat})
            driver.send(seat, {"t": "sync"})
        driver.wait(1500)
    assert room.phase == OVER
    driver.send(0, {"t": "rematch", "id": "rematch"})
    sent = b"\n".join(data for _, data in driver.sent)
    assert len(driver.sent) > 50
    assert_none(secrets, sent)
    assert_none(secrets, json.dumps(messages.summary(room)))
    # The store has them all: the test looks for what is really there.
    stored = b"".join(row.body for rows in driver.rows.values() for row in rows)
    assert all(secret.hex().encode() in stored for secret in (secrets[0], *secrets[2:]))


def test_no_secret_is_shown_by_what_holds_it() -> None:
    driver, table, secrets = dealt(game("mow"), 6)
    desk = driver.node.desks[table]
    room = desk.room
    assert room is not None
    share = secrets[2].hex()
    rows = driver.rows[table]
    reveal = p.Reveal(id="1", share=share)
    holders: list[object] = [
        driver.node, desk, room, room.server, room.match, room.shares, room.chairs, reveal,
        Job(1, 0, transcripts.Caller("p0", "P0"), reveal, "key"),
        *rows, *(e.decode(row.body) for row in rows),
        *(Append(table, row, None, False, 0) for row in rows),
    ]  # fmt: skip
    assert room.match is not None
    holders += [room.match.table, room.match.table.luck, room.match.state]
    for holder in holders:
        for text in (repr(holder), str(holder), f"{holder}", str(ValueError(holder))):
            assert_none(secrets, text)
    assert "Row" in repr(rows[0])
    asked = [p.NewSession("Ada", "canary-token"), p.Claim("canary-token")]
    settings = Settings(Path(), token="canary-token", database="postgresql://u:canary-token@h/d")
    for holder in (*asked, settings):
        assert "canary-token" not in repr(holder) + str(holder)


def is_answered(heard: list[dict[str, Any]], command: str) -> bool:
    """The command and what is none; unless the server has hung up."""
    bye = any(each["t"] == "bye" for each in heard)
    odd = any(each.get("code") == "malformed_message" for each in heard)
    return bye or (odd and any(each.get("id") == command for each in heard))


@sources_only
def test_no_secret_is_logged_whatever_goes_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Faults of the store, of the rules and of a client; what they say carries secrets."""
    caplog.set_level(logging.DEBUG)
    caplog.set_level(logging.WARNING, "websockets")  # the client's side: it knows its own share
    secrets: list[bytes] = []

    class Spilling(Exception):
        def __init__(self) -> None:
            super().__init__(f"{[secret.hex() for secret in secrets]}")

    honest_append, honest_load = SqliteStore.append, SqliteStore.load
    broken: set[str] = set()

    async def append(store: SqliteStore, what: Append) -> str:
        if "append" in broken:
            raise Spilling
        return await honest_append(store, what)

    async def load(store: SqliteStore, table: str, since: int) -> list[Row]:
        if "load" in broken:
            raise Spilling
        return await honest_load(store, table, since)

    honest_fold = Room.fold

    def fold(room: Room, entry: e.AnyEntry, command: str = "") -> None:
        if "fold" in broken:
            raise Spilling
        honest_fold(room, entry, command)

    monkeypatch.setattr(SqliteStore, "append", append)
    monkeypatch.setattr(SqliteStore, "load", load)
    monkeypatch.setattr(Room, "fold", fold)

    async def main() -> None:
        async with served(tmp_path, bots=False) as server:
            people = [await person(server, "Ada"), await person(server, "Bo")]
            async with started(people, "push_em_up") as tables:
                room = server.engine.node.desks[tables[0].id].room
                assert room is not None
                assert room.match is not None
                assert isinstance(room.match.table.luck, SeededTable)
                secrets.append(bytes.fromhex(room.server.hex))
                secrets.append(room.match.table.luck.seed)
                secrets.extend(share for _, share in room.sealed_shares)
                assert len(secrets) == 4
                turn = next(turn for table in tables if (turn := table.turn()))
                await turn.play(turn.legal[0])
                for fault in ("append", "load", "fold"):
                    broken.add(fault)
                    heard: list[list[dict[str, Any]]] = [[] for _ in tables]
                    for table, mine in zip(tables, heard, strict=True):
                        table.on_message = mine.append
                    for table in tables:
                        await table.send({"t": "say", "id": f"{fault}", "text": "hello"})
                        await table.send({"t": "sync"})
                        await table.send({"t": "nonsense"})
                    for mine in heard:
                        await soon("all is answered, or an end", partial(is_answered, mine, fault))
                    with contextlib.suppress(Failed):
                        await people[0].ask("GET", f"/api/tables/{tables[0].id}")
                    broken.discard(fault)
                    await people[0].ask("GET", f"/api/tables/{tables[0].id}")

    with structlog.testing.capture_logs() as logged:
        asyncio.run(main())
    assert any(line["event"] == "failed" for line in logged)
    assert_none(secrets, json.dumps(logged, default=repr))
    assert_none(secrets, caplog.text)
    assert "Traceback" not in caplog.text
