"""How long players wait for their moves while somebody floods the server, beside a quiet moment.

    python bench/hostile.py            # each kind of flood, between two quiet moments

The server is a process with its limits on, on a core of its own. Whoever floods it does so from another
process and address (127.0.0.2), with all that the players leave of the other core: what is measured is
the server, not the wait for a core. Players move at a human pace, each on a connection of their own; a
figure is the time from a move to its acknowledgement (it is on disk then). What is compared is measured
in turns, within seconds.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any, Final

import click

from tablee.client import Server, Table

FOE: Final = "127.0.0.2"
KINDS: Final = ("messages", "requests", "connections", "handshakes", "nonsense", "halves")
PACE: Final = 0.45  # seconds between two moves at a table


# -- those who flood, in a process of their own --------------------------------------------------------


def line_to(port: int) -> socket.socket:
    line = socket.socket()
    line.settimeout(2)
    line.bind((FOE, 0))
    line.connect(("127.0.0.1", port))
    return line


def request(path: str, *headers: str) -> bytes:
    return "\r\n".join([f"GET {path} HTTP/1.1", "host: 127.0.0.1", *headers, "", ""]).encode()


def frame(data: bytes) -> bytes:
    size = len(data)
    head = bytes([0x81, 0x80 | size]) if size < 126 else b"\x81\xfe" + size.to_bytes(2, "big")
    return head + b"\0\0\0\0" + data


def socket_to(port: int, table: str, session: str) -> socket.socket:
    line = line_to(port)
    line.sendall(
        request(
            f"/ws/{table}",
            "upgrade: websocket",
            "connection: Upgrade",
            "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==",
            "sec-websocket-version: 13",
            f"authorization: Bearer {session}",
        )
    )
    if b" 101 " not in line.recv(4096):
        line.close()
        raise ConnectionRefusedError
    return line


def pour(kind: str, port: int, table: str, session: str) -> None:
    """Do it as fast as it goes, until somebody ends this process."""
    join = frame(b'{"t":"join","protocol":1}')
    kept: list[socket.socket] = []
    asked = request("/api/games")
    while True:
        with contextlib.suppress(OSError):
            if kind == "messages":
                line = socket_to(port, table, session)
                line.sendall(join + frame(b'{"t":"sync"}') * 100)
                while line.recv(1 << 16):
                    line.sendall(frame(b'{"t":"sync"}') * 100)
            elif kind == "nonsense":
                line = socket_to(port, table, session)
                line.sendall((join + frame(b"{" * 8000)) * 100)
                line.close()
            elif kind == "requests":
                while len(kept) < 20:
                    kept.append(line_to(port))
                    kept[-1].setblocking(False)
                for each in list(kept):
                    try:
                        each.send(asked)
                        each.recv(1 << 16)
                    except BlockingIOError:
                        pass
                    except OSError:
                        kept.remove(each)
                time.sleep(0.0005)
            elif kind == "connections":
                line_to(port).close()
            elif kind == "handshakes":
                socket_to(port, table, session).close()
            elif kind == "halves":
                kept.append(line_to(port))
                kept[-1].sendall(b"GET / HTTP/1.1\r\nx: ")
                for each in kept[-200:]:
                    with contextlib.suppress(OSError):
                        each.send(b"y")
                del kept[:-1000]


# -- those who play ------------------------------------------------------------------------------------


async def play(tables: list[Table], seed: int, waits: list[float]) -> None:
    luck = Random(seed)
    await asyncio.sleep(luck.random() * PACE)
    while True:
        for table in tables:
            turn = table.turn()
            if turn is not None:
                begun = time.perf_counter()
                await turn.play(luck.choice(turn.legal))
                waits.append(time.perf_counter() - begun)
                break
        await asyncio.sleep(PACE)


def percentile(waits: list[float], share: float) -> float:
    ordered = sorted(waits)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] * 1000 if ordered else float("nan")


async def measure(
    url: str, games: int, seconds: float, rounds: int, kinds: list[str]
) -> list[dict[str, Any]]:
    found = []
    async with contextlib.AsyncExitStack() as stack:
        waits: list[float] = []
        tasks = []
        for number in range(games):
            people = [Server(url, name=f"P{number}{who}") for who in "ab"]
            for each in people:
                await each.sign_in()
            made = await people[0].create("mow", ["open", "open"], options={"target": 500})
            tables = [await stack.enter_async_context(each.table(made)) for each in people]
            for seat, each_table in enumerate(tables):
                await each_table.sit(seat)
            await tables[0].start()
            tasks.append(asyncio.create_task(play(tables, number, waits)))
            await asyncio.sleep(0.4)  # tables and sockets are counted, too
        foe = Server(url, name="Foe")
        await foe.sign_in()
        target = await foe.create("mow", ["me", "easy"])
        await asyncio.sleep(2)
        for kind in kinds:
            quiet: list[float] = []
            loud: list[float] = []
            for _ in range(rounds):
                waits.clear()
                await asyncio.sleep(seconds)
                quiet += waits
                with flooding(kind, url, target, foe.session):
                    await asyncio.sleep(1)
                    waits.clear()
                    await asyncio.sleep(seconds)
                    loud += waits
                await asyncio.sleep(2)  # until nobody is counted any more
            found.append(
                {
                    "flood": kind,
                    "moves": [len(quiet), len(loud)],
                    "p50": [percentile(quiet, 0.5), percentile(loud, 0.5)],
                    "p99": [percentile(quiet, 0.99), percentile(loud, 0.99)],
                }
            )
            click.echo(line_of(found[-1]))
        for task in tasks:
            if task.done():
                await task  # says why
            task.cancel()
    return found


def line_of(found: dict[str, Any]) -> str:
    (calm, loud), (p50, p50_loud), (p99, p99_loud) = found["moves"], found["p50"], found["p99"]
    return (
        f"{found['flood']:12} {calm:5} moves p50 {p50:6.2f} p99 {p99:6.2f} ms   flooded {loud:5} moves"
        f" p50 {p50_loud:6.2f} p99 {p99_loud:6.2f} ms   p99 × {p99_loud / p99:.2f}"
    )


@contextlib.contextmanager
def flooding(kind: str, url: str, table: str, session: str) -> Any:
    port = url.rpartition(":")[2]
    given = ["--flood", kind, "--at", f"{port},{table},{session}"]
    foe = subprocess.Popen(["nice", "-n", "15", sys.executable, __file__, *given])
    try:
        yield
    finally:
        foe.kill()
        foe.wait()


@contextlib.contextmanager
def serving() -> Any:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tablee.cli", "serve", "--port", "0", "--data-dir", folder]
        cores = os.sched_getaffinity(0)
        os.sched_setaffinity(0, {max(cores)})  # which the process inherits
        server = subprocess.Popen([*command, "--no-browser"], stdout=subprocess.PIPE, text=True)
        os.sched_setaffinity(0, {min(cores)})
        try:
            assert server.stdout is not None
            while not (line := server.stdout.readline()).startswith("http://"):
                assert line, "the server did not start"
            yield line.split("/t/")[0].split("?")[0].strip().rstrip("/")
        finally:
            server.terminate()
            server.wait()


@click.command()
@click.option("--games", default=16, show_default=True, help="Tables of two players.")
@click.option("--seconds", default=6.0, show_default=True, help="Of each measurement.")
@click.option("--rounds", default=4, show_default=True, help="Quiet and flooded in turns, so often.")
@click.option("--kind", "kinds", multiple=True, type=click.Choice(KINDS), help="Only these floods.")
@click.option("--json", "file", type=click.Path(path_type=Path), help="Where to write every figure.")
@click.option("--flood", hidden=True)
@click.option("--at", hidden=True)
def main(
    games: int,
    seconds: float,
    rounds: int,
    kinds: list[str],
    file: Path | None,
    flood: str | None,
    at: str | None,
) -> None:
    """Flood a server of our own, one way after the other."""
    if flood is not None and at is not None:
        port, table, session = at.split(",")
        pour(flood, int(port), table, session)
        return
    with serving() as url:
        found = asyncio.run(measure(url, games, seconds, rounds, list(kinds or KINDS)))
    if file is not None:
        file.write_text(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
