"""boardgame.io's server: its lobby over HTTP, then socket.io 4 (engine.io 4) on a bare WebSocket."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from random import Random
from typing import Final

import msgspec
from load_driver import OVER, SEATS, Client, Driver, post
from load_socket import Socket, dial

FOLDER: Final = Path(__file__).parent.parent / "build" / "boardgameio"  # bench/boardgameio, installed
GAME: Final = "crazy-eights"
EIGHT: Final = 6
MAX_DRAW: Final = 5

# Framing: a packet of engine.io, of socket.io, the namespace, then JSON.
PING: Final = b"2"
PONG: Final = "3"
CONNECT: Final = f"40/{GAME},"
EVENT: Final = f"42/{GAME},"
UPDATE: Final = f'{EVENT}["update"'.encode()
SYNC: Final = f'{EVENT}["sync"'.encode()


class Hand(msgspec.Struct):
    hand: list[int]


class Position(msgspec.Struct):
    """G, as `playerView` lets a seat see it."""

    players: dict[str, Hand]
    left: int
    top: int
    suit: int
    naming: bool
    draws: int
    may_pass: bool = msgspec.field(name="mayPass")


class End(msgspec.Struct):
    scores: list[int]


class Context(msgspec.Struct):
    current: str = msgspec.field(name="currentPlayer")
    gameover: End | None = None


class State(msgspec.Struct):
    ctx: Context
    position: Position = msgspec.field(name="G")
    number: int = msgspec.field(name="_stateID")


class Synced(msgspec.Struct):
    state: State


# ["update", match, state, log] and ["sync", match, {state, ...}]
UPDATES: Final = msgspec.json.Decoder(tuple[str, str, State, msgspec.Raw])
SYNCS: Final = msgspec.json.Decoder(tuple[str, str, Synced])


class Seat(Client):
    def __init__(self, socket: Socket, seat: int, match: str, credentials: str) -> None:
        super().__init__(socket, seat)
        self.match = match
        self.credentials = credentials
        self.position: Position | None = None

    def hear(self, message: bytes) -> str | None:
        if message.startswith(UPDATE):
            state = UPDATES.decode(memoryview(message)[len(EVENT) :])[2]
            if state.number <= self.seen:
                raise RuntimeError(f"move {self.seen + 1} of match {self.match} was refused")
            self.learn(state)
        elif message.startswith(SYNC):
            self.learn(SYNCS.decode(memoryview(message)[len(EVENT) :])[2].state)
        elif message == PING:
            return PONG
        return None

    def learn(self, state: State) -> None:
        self.seen = state.number
        self.position = state.position
        self.actor = OVER if state.ctx.gameover else int(state.ctx.current)

    def choose(self, luck: Random) -> str:
        legal = self.legal()
        name, arguments = legal[int(luck.random() * len(legal))]
        return (
            f'{EVENT}["update",{{"type":"MAKE_MOVE","payload":{{"type":"{name}","args":{arguments},'
            f'"playerID":"{self.seat}","credentials":"{self.credentials}"}}}},'
            f'{self.seen},"{self.match}","{self.seat}"]'
        )

    def legal(self) -> list[tuple[str, list[int]]]:
        seen = self.position
        assert seen is not None
        if seen.naming:
            return [("nameSuit", [suit]) for suit in range(4)]
        rank = seen.top // 4
        found = [
            ("playCard", [card])
            for card in seen.players[str(self.seat)].hand
            if card % 4 == seen.suit or card // 4 in (rank, EIGHT)
        ]
        if seen.left > 0 and seen.draws < MAX_DRAW:
            found.append(("drawCard", []))
        if seen.may_pass or seen.left == 0:
            found.append(("pass", []))
        return found


class BoardgameIo(Driver):
    environment = {"NODE_ENV": "production"}  # no checks, no log

    def command(self, port: int) -> list[str]:
        node = shutil.which("node")
        if node is None or not (FOLDER / "node_modules").is_dir():
            raise RuntimeError(
                "boardgame.io needs Node 20 or newer, and to be installed: see bench/README.md"
            )
        return [node, str(FOLDER / "server.cjs"), str(port)]

    async def open(self, port: int) -> list[Client]:
        match = post(port, f"/games/{GAME}/create", {"numPlayers": SEATS})["matchID"]
        return list(await asyncio.gather(*(self.sit(port, match, seat) for seat in range(SEATS))))

    async def sit(self, port: int, match: str, seat: int) -> Client:
        name = {"playerID": str(seat), "playerName": f"Player {seat}"}
        credentials = post(port, f"/games/{GAME}/{match}/join", name)["playerCredentials"]
        socket = await dial(port, "/socket.io/?EIO=4&transport=websocket")
        await socket.receive()  # engine.io opens
        socket.send(CONNECT)
        answer = await socket.receive()
        if not answer.startswith(CONNECT.encode()):
            raise RuntimeError(f"socket.io: {answer.decode()}")
        client = Seat(socket, seat, match, credentials)
        socket.send(f'{EVENT}["sync","{match}","{seat}","{credentials}",{SEATS}]')
        while client.position is None:
            client.hear(await socket.receive())
        return client


DRIVER: Final = BoardgameIo()
