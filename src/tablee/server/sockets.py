"""The WebSocket of a table: who may open one, and frames in and out."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Final

from starlette.requests import HTTPConnection
from starlette.types import Message, Receive, Scope, Send

from tablee.server.engine import Engine, Outbox
from tablee.server.guard import Fault, caller_of, check_origin

NO_SESSION: Final = 4401


class Sockets:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A client at a table, until one of us hangs up."""
        request = HTTPConnection(scope)
        caller = caller_of(self.engine.auth, request)
        with contextlib.suppress(Fault):
            check_origin(request)
            await receive()  # the handshake
            if caller is not None and not self.engine.node.closing:
                await send({"type": "websocket.accept"})
                outbox = Outbox()
                conn = self.engine.connect(outbox, scope["path_params"]["table"], caller)
                await self.talk(conn, outbox, receive, send)
                return
        await send({"type": "websocket.close", "code": NO_SESSION})

    async def talk(self, conn: int, outbox: Outbox, receive: Receive, send: Send) -> None:
        writer = asyncio.create_task(pump(outbox, send))
        try:
            while True:
                message: Message = await receive()
                if message["type"] != "websocket.receive" or outbox.code is not None:
                    break
                self.engine.receive(conn, message.get("text") or message.get("bytes") or b"")
        finally:
            self.engine.disconnect(conn)
            outbox.hang_up(1000)
            with contextlib.suppress(Exception):  # whatever a line does that is gone
                await writer


async def pump(outbox: Outbox, send: Send) -> None:
    """Send what waits, and close when the engine hangs up."""
    frames = outbox.frames
    while True:
        while frames:
            await send({"type": "websocket.send", "text": frames.popleft().decode()})
        if outbox.code is not None:
            await send({"type": "websocket.close", "code": outbox.code})
            return
        outbox.ready.clear()
        await outbox.ready.wait()
