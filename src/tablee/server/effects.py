"""What a node wants done. Whoever drives it (a server, a simulator) does these and reports back."""

from __future__ import annotations

from typing import Any, NamedTuple

from tablee.core.contract import View


class Send(NamedTuple):
    conn: int
    data: bytes


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


class Append(NamedTuple):
    """Write the entry, durably; report by `stored`. `summary` goes to the lobby if there is one."""

    table: str
    row: Row
    summary: dict[str, Any] | None
    listed: bool
    changed: int  # the time of the entry


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
