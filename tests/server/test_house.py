"""The house: who may open it, what opens and what closes, and what is left of it after a restart."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import socket
import sys
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock, MagicMock, Mock, patch

import pytest
from structlog.testing import capture_logs

from server.live import Process, person, served, url_of
from server.raw import JOIN, Raw
from server.test_authorisation import HOST, Site, handshake
from support import Clock
from tablee.client import Server
from tablee.server.addresses import OWN_NAMES, is_for_everybody, lan_address, neighbours
from tablee.server.app import MOST_BODY, Web
from tablee.server.auth import Auth
from tablee.server.doors import Porch
from tablee.server.engine import Engine
from tablee.server.guard import PROXIED
from tablee.server.house import REMEMBERED, House
from tablee.server.serving import Running
from tablee.server.sqlite_store import SqliteStore
from tablee.server.store import StoreDown

TOKEN = "let me in"
# The columns of the matrix.
CELLS: dict[str, dict[str, Any]] = {
    "server": {
        "alone": ("127.0.0.1", {"names": OWN_NAMES}),
        "token": ("127.0.0.1", {}),  # tablee serve --token
        "served": ("0.0.0.0", {}),
        "secure": ("127.0.0.1", {"secure": True}),
    },
    "peer": {
        "loop": "127.0.0.1",
        "loop6": "::1",
        "phone": "192.168.1.7",
        "itself": "192.168.1.5",  # this machine, by its address in the house
        "nobody": "",
    },
    "between": {"direct": False, "proxied": True},
    "host": {"own": HOST, "evil": "evil.example:8000", "house": "192.168.1.5:8000"},
    "origin": {"same": None, "none": None, "other": None},
    "session": {"cookie": None, "program": None, "nobody": None, "forged": None},
}
WAYS = {
    "open": ("POST", "/api/house", {"open": False}),
    "see": ("GET", "/api/house", None),
    "begin": ("POST", "/api/session", {"name": "Eve", "token": "let me"}),
}
HEADERS = (
    *sorted(PROXIED),  # every process of the tests has the same order
    *("x-forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-forwarded-server"),
)
STATUS = {
    **dict.fromkeys(("origin", "house", "house_fixed", "token"), 403),
    **dict.fromkeys(("done", "may", "sees"), 200),
    "host": 421,
    "session": 401,
}


def declared() -> dict[tuple[str, ...], str]:
    """Every cell once."""
    heading, *lines = (
        line.split() for line in Path(__file__).with_name("house.txt").read_text().splitlines()
    )
    assert heading == ["what", *CELLS, "answer"]
    found: dict[tuple[str, ...], str] = {}
    for what, *parts, answer in lines:
        names = [
            list(kinds) if part == "*" else part.split(",")
            for part, kinds in zip(parts, CELLS.values(), strict=True)
        ]
        for cell in itertools.product([what], *names):
            assert cell not in found, f"{cell} is there twice"
            found[cell] = answer
    return found


@contextlib.asynccontextmanager
async def alone(folder: Path, server: str = "alone") -> AsyncIterator[Site]:
    """The application without sockets; its house does nothing when it is opened."""
    host, given = CELLS["server"][server]
    store = SqliteStore(folder)
    await store.open()
    engine = Engine(store, Auth("key", TOKEN, **given), None, limited=False)
    await engine.start()
    secure = bool(given.get("secure"))
    house = House(store, host, 8000, secure=secure)
    try:
        with patch.object(house, "set", AsyncMock()):
            yield Site(engine, Web(engine, secure=secure, house=house))
    finally:
        await engine.stop()


def headers_of(made: Site, host: str, origin: str, session: str) -> dict[str, str]:
    token = made.engine.auth.session(made.ada)
    other = Auth("another key").session(made.ada)
    cookie = made.engine.auth.cookie
    return {
        "host": host,
        **{
            "same": {"origin": f"http://{host}"},
            "none": {},
            "other": {"origin": "http://other.example"},
        }[origin],
        **{
            "cookie": {"cookie": f"{cookie}={token}"},
            "program": {"authorization": f"Bearer {token}"},
            "nobody": {},
            "forged": {"cookie": f"{cookie}={other}"},
        }[session],
    }


@pytest.mark.parametrize("server", CELLS["server"])
def test_every_cell_is_answered_as_declared(tmp_path: Path, server: str) -> None:
    """Peer × proxy × host × origin × session, for this kind of server."""
    told = declared()
    assert set(told) == set(itertools.product(WAYS, *CELLS.values())), "cells that nobody declared"
    through = itertools.cycle(HEADERS)

    async def main() -> None:
        async with alone(tmp_path, server) as made:
            for cell, answer in told.items():
                what, kind, peer, between, host, origin, session = cell
                if kind != server:
                    continue
                method, path, body = WAYS[what]
                headers = headers_of(made, CELLS["host"][host], origin, session)
                if CELLS["between"][between]:
                    headers[next(through)] = "127.0.0.1"
                made.web.house.set.reset_mock()  # type: ignore[attr-defined]
                status, said = await made.ask(method, path, headers, body, CELLS["peer"][peer])
                assert status == STATUS[answer], f"{cell}: {status} {said}"
                if status >= 400:
                    assert said["code"] == answer, f"{cell}: {said}"
                    assert set(said["messages"]) == {"fr", "en"}
                elif what == "see":
                    assert said["may"] is (answer == "may"), cell
                done = made.web.house.set.await_count  # type: ignore[attr-defined]
                assert done == (what == "open" and answer == "done"), cell

    asyncio.run(main())


@pytest.mark.parametrize("header", HEADERS)
def test_whatever_says_that_it_was_handed_on_comes_from_elsewhere(tmp_path: Path, header: str) -> None:
    async def main() -> None:
        async with alone(tmp_path) as made:
            headers = headers_of(made, HOST, "same", "cookie")
            assert (await made.ask("POST", "/api/house", headers, {"open": True}))[0] == 200
            for value in ("127.0.0.1", "", "for=127.0.0.1;host=localhost"):
                proxied = {**headers, header: value}
                assert (await made.ask("POST", "/api/house", proxied, {"open": True}))[0] == 403
                assert (await made.ask("GET", "/api/house", proxied))[1]["may"] is False
                asked = {"host": HOST, "origin": f"http://{HOST}", header: value}
                assert (await made.ask("GET", "/api/session", asked))[1]["needs_token"]
                assert (await made.ask("POST", "/api/session", asked, {"name": "E"}))[0] == 403

    asyncio.run(main())


@pytest.mark.parametrize(
    "origin", ["https://{}", "http://{}/", "{}", "null", "", "http://{}.evil.example"]
)
def test_an_origin_that_is_nearly_ours(tmp_path: Path, origin: str) -> None:
    async def main() -> None:
        async with alone(tmp_path) as made:
            headers = {**headers_of(made, HOST, "same", "program"), "origin": origin.format(HOST)}
            status, said = await made.ask("POST", "/api/house", headers, {"open": True})
            assert (status, said["code"]) in ((403, "house"), (403, "origin"))
            assert not made.web.house.set.await_count  # type: ignore[attr-defined]

    asyncio.run(main())


@pytest.mark.parametrize(
    "body",
    [
        *(b"", b"{", b"null", b"[]", b"true", b'"open"', b"\xff", b"[" * 5000),
        *(b"{}", b'{"open":1}', b'{"open":"true"}', b'{"open":null}', b'{"Open":true}'),
        *(b'{"open":true,"host":"0.0.0.0"}', b'{"open":true}{"open":true}'),
        b'{"open":true}' + b" " * MOST_BODY,
    ],
    ids=lambda body: repr(body[:30]),
)
def test_a_body_that_means_nothing_opens_nothing(tmp_path: Path, body: bytes) -> None:
    async def main() -> None:
        async with alone(tmp_path) as made:
            headers = headers_of(made, HOST, "same", "cookie")
            with patch("server.test_authorisation.json.dumps", lambda _: body.decode("latin-1")):
                status, said = await made.ask("POST", "/api/house", headers, {})
            assert status == (413 if len(body) > MOST_BODY else 400)
            assert set(said["messages"]) == {"fr", "en"}
            assert not made.web.house.set.await_count  # type: ignore[attr-defined]

    asyncio.run(main())


def test_other_methods_are_refused(tmp_path: Path) -> None:
    async def main() -> None:
        async with alone(tmp_path) as made:
            headers = headers_of(made, HOST, "same", "cookie")
            for method in ("PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "OPEN"):
                assert (await made.ask(method, "/api/house", headers, {"open": True}))[0] == 405
                assert set(made.last[b"allow"].split(b", ")) == {b"GET", b"HEAD", b"POST"}
            assert not made.web.house.set.await_count  # type: ignore[attr-defined]

    asyncio.run(main())


# -- with real sockets ---------------------------------------------------------------------------------


@pytest.fixture
def place() -> str:
    """This machine's address in the house: who comes there from here is somebody from elsewhere."""
    found = lan_address()
    if found is None or is_for_everybody(found):
        pytest.skip("this machine has no address in a house")
    return found


@pytest.fixture
def moving() -> Iterator[list[str]]:
    """Networks to be moved to: the last one of these addresses is the machine's, none if empty."""
    if sys.platform != "linux":
        pytest.skip("only Linux has 127.0.0.2 without being told")
    found = ["127.0.0.2"]
    with (
        patch("tablee.server.house.lan_address", lambda: found[-1] if found else None),
        patch("tablee.server.house.is_ours", lambda at: at in found[-1:]),
    ):
        yield found


class Host:
    """Somebody before the machine itself."""

    def __init__(self, server: Running, known: Server) -> None:
        self.url = url_of(server)
        self.session = known.session

    def fetch(self, path: str, body: object = None) -> Any:
        request = urllib.request.Request(
            self.url + path,
            None if body is None else json.dumps(body).encode(),
            {"authorization": f"Bearer {self.session}", "origin": self.url, "connection": "close"},
        )
        with urllib.request.urlopen(request) as response:
            return json.load(response)

    async def house(self, wanted: bool | None = None) -> Any:
        body = None if wanted is None else {"open": wanted}
        return await asyncio.to_thread(self.fetch, "/api/house", body)

    async def refused(self, wanted: bool) -> tuple[int, str]:
        """The status and the code."""
        with pytest.raises(urllib.error.HTTPError) as refused:
            await self.house(wanted)
        with refused.value as answer:
            return answer.code, json.load(answer)["code"]

    async def link(self, path: str = "/") -> str:
        said = await asyncio.to_thread(self.fetch, f"/api/invitation?path={path}")
        return str(said["link"])


@contextlib.asynccontextmanager
async def at_home(folder: Path, **settings: Any) -> AsyncIterator[tuple[Running, Host]]:
    async with served(folder, bots=False, **settings) as server:
        known = await person(server, "Ada")
        yield server, Host(server, known)


def knocks(address: str) -> bool:
    """Whether anybody listens there."""
    place, _, port = address.removeprefix("http://").rstrip("/").rpartition(":")
    with socket.socket() as sock:
        return sock.connect_ex((place, int(port))) == 0


async def status_of(url: str) -> int:
    """For who has no session."""

    def fetch() -> int:
        try:
            with urllib.request.urlopen(url) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as refused:
            with refused:
                return refused.code

    return await asyncio.to_thread(fetch)


def test_opening_lets_in_who_has_the_token_and_closing_cuts_them(tmp_path: Path, place: str) -> None:
    async def main() -> None:
        with capture_logs() as logs:
            async with at_home(tmp_path) as (server, host):
                said = await host.house()
                assert said == {
                    "open": False,
                    "may": True,
                    "why": "closed",
                    "address": "",
                    "guests": [],
                }
                assert not knocks(f"{place}:{server.port}")
                assert await host.link() == f"{url_of(server)}/"
                said = await host.house(True)
                address = f"http://{place}:{server.port}/"
                assert said == {"open": True, "may": True, "why": "", "address": address, "guests": []}
                assert (await host.house(True))["address"] == address  # once is enough
                table = await (await person(server, "Bo")).create("mow", ["open", "open"])
                link = await host.link(f"/t/{table}")
                assert link == f"{address}t/{table}?token={server.token}"
                # Where it leads is seen before one has a name: on this machine by anybody.
                path = f"api/tables/{table}"
                assert await status_of(f"{url_of(server)}/{path}") == 200
                assert await status_of(f"{address}{path}") == 401
                assert await status_of(f"{address}{path}?token={server.token}") == 200
                # Not without the token, nor under this machine's names.
                for wrong in (f"{address}t/{table}", f"{address}t/{table}?token=x"):
                    with pytest.raises(Exception, match="link or the code"):
                        await person(wrong, "Eve")
                phone = await person(link, "Zoé")
                assert phone.session
                guest = Raw(server.port)
                guest.reader, guest.writer = await asyncio.open_connection(place, server.port)
                await upgrade(guest, table, phone.session, host=f"{place}:{server.port}")
                guest.send(JOIN)
                await guest.until("table")
                here = Raw(server.port)
                await here.upgrade(table, host.session)
                here.send(JOIN)
                await here.until("table")
                assert (await host.house())["guests"] == ["Zoé"]
                # A guest sees that it is open, and no more.
                seen = await phone.ask("GET", "/api/house")
                assert seen == {
                    "open": True, "may": False, "why": "", "address": address, "guests": [],
                }  # fmt: skip
                idle = await asyncio.open_connection(place, server.port)
                said = await host.house(False)
                assert said == {
                    "open": False,
                    "may": True,
                    "why": "closed",
                    "address": "",
                    "guests": [],
                }
                assert (await guest.until("bye"))["code"] == "house"
                await guest.is_cut()
                assert await idle[0].read(1) == b""
                assert not knocks(address)
                # Who is at the machine itself plays on.
                here.send(b"\x89\x80\x00\x00\x00\x00")
                await here.next(10)
                for line in (guest, here):
                    line.close()
                idle[1].close()
        told = [each for each in logs if each["event"] == "house"]
        assert [each["open"] for each in told] == [True, False]
        assert server.token not in repr(logs)

    asyncio.run(main())


async def upgrade(line: Raw, table: str, session: str, host: str) -> None:
    line.writer.write(
        f"GET /ws/{table} HTTP/1.1\r\nhost: {host}\r\nupgrade: websocket\r\nconnection: Upgrade\r\n"
        "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n"
        f"authorization: Bearer {session}\r\n\r\n".encode()
    )
    assert (await line.reader.readuntil(b"\r\n\r\n")).split()[1] == b"101"


def test_a_socket_from_the_house_may_know_us_by_any_name(tmp_path: Path, place: str) -> None:
    """On the machine itself only by its own: else a page elsewhere could have its name lead here."""

    async def main() -> None:
        async with at_home(tmp_path) as (server, host):
            await host.house(True)
            table = await (await person(server, "Bo")).create("mow", ["open", "open"])
            program = {"authorization": f"Bearer {host.session}"}
            for name, here, there in (
                ("localhost", 101, 101),
                ("evil.example", 403, 101),
                (place, 403, 101),
            ):
                given = {**program, "host": name}
                assert await handshake(server.port, f"/ws/{table}", given) == here, name
                assert await handshake(server.port, f"/ws/{table}", given, at=place) == there, name
            assert await handshake(server.port, f"/ws/{table}", {}, at=place) == 401

    asyncio.run(main())


def test_the_end_of_the_server_closes_the_house(tmp_path: Path, place: str) -> None:
    async def main() -> str:
        async with at_home(tmp_path) as (_, host):
            return str((await host.house(True))["address"])

    address = asyncio.run(main())
    assert not knocks(address)


def test_who_stands_on_the_doorstep_when_it_closes_stays_outside() -> None:
    line, gate = MagicMock(), Mock()
    Porch(gate, welcome=lambda: False).connection_made(line)
    line.abort.assert_called_once()
    gate.enter.assert_not_called()


def test_open_and_close_at_once(tmp_path: Path, moving: list[str]) -> None:
    async def main() -> None:
        async with at_home(tmp_path) as (server, host):
            await asyncio.gather(*(host.house(n % 3 != 0) for n in range(12)))
            assert len(server.server.servers) == 1 + (server.house.sock is not None)
            assert knocks((await host.house(True))["address"])
            await host.house(False)
            assert len(server.server.servers) == 1

    asyncio.run(main())


def test_a_house_without_network_or_on_the_internet_is_not_opened(
    tmp_path: Path, moving: list[str]
) -> None:
    async def main() -> None:
        async with at_home(tmp_path) as (server, host):
            for place, why in (
                (None, "no_network"),
                ("8.8.8.8", "internet"),
                ("203.0.113.9", "closed"),
            ):
                moving[:] = [place] if place else []
                assert (await host.house())["why"] == why
                code = {"closed": "house_listen"}.get(why, why)
                assert await host.refused(True) == (409, code)
                assert server.house.sock is None

    asyncio.run(main())


def test_a_port_that_is_taken_there(tmp_path: Path, moving: list[str]) -> None:
    async def main() -> None:
        async with at_home(tmp_path) as (server, host):
            with socket.socket() as other:
                other.bind((moving[-1], server.port))
                other.listen()
                address = (await host.house(True))["address"]
                assert int(address.split(":")[2].rstrip("/")) > server.port
                assert await host.link() == f"{address}?token={server.token}"

    asyncio.run(main())


# -- other networks ------------------------------------------------------------------------------------


def test_a_new_address_in_the_same_network_is_followed(tmp_path: Path, moving: list[str]) -> None:
    async def main() -> None:
        async with at_home(tmp_path) as (server, host):
            before = (await host.house(True))["address"]
            moving.append("127.0.0.3")
            assert (await host.link()).startswith(f"http://127.0.0.3:{server.port}/?token=")
            said = await host.house()
            assert (said["open"], said["address"]) == (True, f"http://127.0.0.3:{server.port}/")
            assert knocks(said["address"])
            assert not knocks(before)

    asyncio.run(main())


def test_in_another_network_the_house_is_closed(tmp_path: Path, moving: list[str]) -> None:
    async def main() -> None:
        async with at_home(tmp_path) as (server, host):
            before = (await host.house(True))["address"]
            moving.append("127.0.1.2")
            said = await host.house()
            assert (said["open"], said["may"], said["why"]) == (False, True, "moved")
            assert not knocks(before)
            assert await host.link() == f"{url_of(server)}/"
            assert (await host.house(True))["address"] == f"http://127.0.1.2:{server.port}/"

    asyncio.run(main())


def test_a_network_that_is_away_for_a_while(tmp_path: Path, moving: list[str]) -> None:
    async def main() -> None:
        async with at_home(tmp_path) as (_, host):
            before = await host.house(True)
            moving.clear()
            said = await host.house()
            assert (said["open"], said["why"], said["address"]) == (True, "no_network", "")
            moving.append("127.0.0.2")
            assert await host.house() == before

    asyncio.run(main())


def test_a_second_network_changes_nothing(tmp_path: Path, moving: list[str]) -> None:
    """A cable beside the Wi-Fi, a VPN: the house stays where it was opened."""

    async def main() -> None:
        async with at_home(tmp_path) as (_, host):
            before = await host.house(True)
            with patch("tablee.server.house.lan_address", lambda: "10.8.0.2"):
                assert await host.house() == before

    asyncio.run(main())


def test_neighbours() -> None:
    assert neighbours("192.168.1.20", "192.168.1.37")
    assert not neighbours("192.168.1.20", "192.168.2.20")


# -- from start to start -------------------------------------------------------------------------------


def opened(folder: Path, port: int = 0) -> tuple[str, int]:
    """The house is open when the server ends."""

    async def main() -> tuple[str, int]:
        async with at_home(folder, port=port) as (server, host):
            return str((await host.house(True))["address"]), server.port

    return asyncio.run(main())


@pytest.mark.parametrize(
    ("change", "again"),
    [
        ("", True),
        ("nearly too late", True),
        ("too late", False),
        ("before", False),
        ("elsewhere", False),
        ("closed", False),
        ("served", False),
        ("unreadable", False),
    ],
)
def test_a_restart_opens_the_house_again(
    tmp_path: Path, moving: list[str], change: str, again: bool
) -> None:
    clock = Clock()
    with patch("tablee.server.house.time", clock):
        address, port = opened(tmp_path)
        clock.now += {"nearly too late": REMEMBERED - 1, "too late": REMEMBERED, "before": -1}.get(
            change, 0
        )
        if change == "elsewhere":
            moving.append("127.0.0.3")

        async def main() -> None:
            if change in ("closed", "unreadable"):
                async with at_home(tmp_path, port=port) as (server, host):
                    await host.house(False)
                    if change == "unreadable":
                        await server.engine.store.set_setting("house", '{"address":"127.0.0.2"}')
            how = {"host": "0.0.0.0"} if change == "served" else {}
            async with served(tmp_path, bots=False, port=port, **how) as server:
                assert (server.house.sock is not None) is again
                if again:
                    assert server.house.others() == address
                    assert knocks(address)

        asyncio.run(main())


def test_without_its_store_the_house_opens_but_is_not_remembered(
    tmp_path: Path, moving: list[str]
) -> None:
    async def main() -> None:
        async with at_home(tmp_path) as (server, host):
            with patch.object(server.engine.store, "set_setting", side_effect=StoreDown("full")):
                address = (await host.house(True))["address"]
                assert knocks(address)
                assert await host.refused(False) == (503, "unavailable")
                assert not knocks(address)  # closed all the same

    asyncio.run(main())


def test_the_terminal_says_that_it_is_open_again(
    tmp_path: Path, place: str, capfd: pytest.CaptureFixture[str]
) -> None:
    address, port = opened(tmp_path)
    assert address == f"http://{place}:{port}/"
    server = Process(tmp_path, "--lang", "fr", bots=False, port=port)
    server.start()
    assert server.process is not None
    assert server.process.stdout is not None
    link = server.process.stdout.readline().strip()
    assert link.startswith(f"{address}?token=")
    assert knocks(address)
    server.end()  # killed: it opens once more
    assert not knocks(address)
    server.start()
    assert knocks(address)
    server.end()
    assert f"La maison est ouverte\u00a0: {link}" in capfd.readouterr().err


# -- servers for others --------------------------------------------------------------------------------


def test_a_server_for_the_house_is_open_as_long_as_it_runs(tmp_path: Path, moving: list[str]) -> None:
    async def main() -> None:
        async with served(tmp_path, host="0.0.0.0", bots=False) as server:
            link = f"{url_of(server)}/?token={server.token}"
            host = Host(server, await person(link, "Ada"))
            with patch("tablee.server.addresses.lan_address", lambda: "192.168.1.5"):
                said = await host.house()
                assert said == {
                    "open": True, "may": False, "why": "", "guests": [],
                    "address": f"http://192.168.1.5:{server.port}/",
                }  # fmt: skip
                assert await host.link() == f"http://192.168.1.5:{server.port}/?token={server.token}"
            with patch("tablee.server.addresses.lan_address", lambda: None):
                said = await host.house()
                assert (said["open"], said["why"], said["address"]) == (True, "no_network", "")

    asyncio.run(main())


def test_behind_a_proxy_the_link_has_the_name_by_which_one_came(tmp_path: Path) -> None:
    async def main() -> None:
        async with alone(tmp_path, "secure") as made:
            headers = {
                **headers_of(made, "games.example.org", "same", "cookie"),
                "x-forwarded-for": "1.2.3.4",
            }
            _, said = await made.ask("GET", "/api/house", headers)
            assert said == {
                "open": True, "may": False, "why": "", "guests": [],
                "address": "https://games.example.org/",
            }  # fmt: skip
            _, said = await made.ask("GET", "/api/invitation", headers)
            assert said["link"] == f"https://games.example.org/?token={TOKEN.replace(' ', '%20')}"

    asyncio.run(main())
