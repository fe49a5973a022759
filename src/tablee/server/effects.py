"""What a node wants done. Whoever drives it (a server, a simulator) does these and reports back."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

from tablee.core.contract import View


class Send:
    """Five of them to a move: a plain class is made in a tenth of a NamedTuple's time."""

    __match_args__: ClassVar[tuple[str, ...]] = ("conn", "data")

    def __init__(self, conn: int, data: bytes) -> None:
        self.conn = conn
        self.data = data


class Drop(NamedTuple):
    """Close a connection, after what was sent to it."""

    conn: int
    code: int


class Load(NamedTuple):
    """Read the entries of a table after `since`; report by `loaded`."""

    table: str
    since: int


class Row(NamedTuple):
    """An entry as the store keeps it; with all its secrets, which no log and no error shows."""

    seq: int
    command: str
    body: bytes

    def __repr__(self) -> str:
        return f"Row({self.seq}, {self.command!r}, {len(self.body)} bytes)"


class Append:
    """Write the entry, durably; report by `stored`. `summary` goes to the lobby if there is one."""

    def __init__(
        self, table: str, row: Row, summary: dict[str, Any] | None, listed: bool, changed: int
    ) -> None:
        self.table = table
        self.row = row
        self.summary = summary
        self.listed = listed
        self.changed = changed  # the time of the entry
        self.begun = 0.0  # when the driver was asked


class Think(NamedTuple):
    """Ask a bot; report by `thought`. With `explain` for what it thinks of all moves."""

    ticket: int
    game: str
    view: View
    level: str
    explain: bool


class Reply(NamedTuple):
    """Answer a question that came with a ticket."""

    ticket: int
    value: Any


class Announce(NamedTuple):
    """Tell the other nodes how far a table is, and who is connected to it here."""

    table: str
    seq: int
    here: tuple[str, ...]


Effect = Send | Drop | Load | Append | Think | Reply | Announce


def sorted_out(effects: list[Effect]) -> tuple[dict[int, list[bytes]], list[Effect]]:
    """What to send, by connection and in order, and the rest. Who was dropped hears nothing more."""
    sends: dict[int, list[bytes]] = {}
    rest: list[Effect] = []
    dropped: set[int] = set()
    for effect in effects:
        if type(effect) is Send:
            if dropped and effect.conn in dropped:
                continue
            found = sends.get(effect.conn)
            if found is None:
                sends[effect.conn] = [effect.data]
            else:
                found.append(effect.data)
        else:
            if type(effect) is Drop:
                dropped.add(effect.conn)
            rest.append(effect)
    return sends, rest
