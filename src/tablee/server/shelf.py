"""The shelf: tables that somebody looked at lately, so that many looks cost little more than one."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Final

from tablee.server.decisions import Refusal
from tablee.server.effects import Row
from tablee.server.engine import Engine
from tablee.server.entries import decode
from tablee.server.room import Room

PLACES: Final = 32
FEW: Final = 20  # entries that are folded without a thread for it


class Shelf:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.rooms: OrderedDict[str, Room] = OrderedDict()
        self.one = asyncio.Lock()  # who looks at a hundred tables at once takes one core, not all

    async def room(self, table: str) -> Room | None:
        """A table as it is written; not to be changed."""
        async with self.one:
            room = self.rooms.pop(table, None) or Room()
            rows = await self.engine.store.load(table, room.seq)
            try:
                if len(rows) > FEW:
                    await asyncio.to_thread(fold, room, rows)
                else:
                    fold(room, rows)
            except Exception as error:  # a log that our rules cannot read any more
                self.engine.failed(table, error)
                raise Refusal("unreadable") from None
            if room.seq == 0:
                return None
            self.rooms[table] = room
            while len(self.rooms) > PLACES:
                self.rooms.popitem(last=False)
            return room


def fold(room: Room, rows: list[Row]) -> None:
    for row in rows:
        room.fold(decode(row.body), row.command)
