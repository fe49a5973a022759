"""Copies of tables: a backup of all of them, and the log of one.

A backup is the same whatever database it is from, and goes into any. Both kinds hold every secret of
their tables, and a backup also what sessions are signed with.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import zlib
from collections.abc import Callable, Iterator
from typing import IO, Any, ClassVar, Final, NamedTuple

import msgspec

from tablee import __version__
from tablee.core.errors import TableeError
from tablee.core.fairness import Proof, make_proof
from tablee.core.match import checksum
from tablee.core.texts import CORE, Said, load
from tablee.server import entries as e
from tablee.server.effects import Row
from tablee.server.messages import summary
from tablee.server.room import Room
from tablee.server.snapshots import Database
from tablee.server.sqlite_store import GAP

FORMAT: Final = "tablee-backup"
LOG_FORMAT: Final = "tablee-log"
FORMAT_VERSION: Final = 1
MOST_LINE: Final = 1 << 20  # bytes; no entry comes near
TOGETHER: Final = 1000  # rows that are written at a time


class BadCopy(TableeError):
    """A backup or a log that is truncated, changed, or of another make; `why` is the key of a text."""

    key: ClassVar[str] = "copy.bad"

    def __init__(self, why: str, **values: object) -> None:
        super().__init__(texts=load("tablee.server", CORE), why=Said(f"copy.{why}", values))


class Taken(Exception):
    """There is something already where this should go."""


# -- the lines of a backup -------------------------------------------------------------------------


class Line(msgspec.Struct, frozen=True, tag_field="line", forbid_unknown_fields=True):
    pass


class Begin(Line, frozen=True, tag="begin"):
    format: str
    format_version: int
    made: int  # milliseconds since 1970
    tablee: str  # the version that made it


class Setting(Line, frozen=True, tag="setting"):
    name: str
    value: str


class Outage(Line, frozen=True, tag="outage"):
    begun: int
    ended: int


class Logged(Line, frozen=True, tag="entry"):
    """An entry as it was written, byte for byte."""

    table: str
    seq: int
    command: str
    entry: msgspec.Raw


class Listed(Line, frozen=True, tag="lobby"):
    table: str
    game: str
    phase: str
    listed: bool
    changed: int
    summary: str


class End(Line, frozen=True, tag="end"):
    """How many lines came before, and the SHA-256 of them: whether the file is whole."""

    lines: int
    check: str


AnyLine = Begin | Setting | Outage | Logged | Listed | End
DECODER: Final = msgspec.json.Decoder(AnyLine)


class Counted(NamedTuple):
    """What a backup holds; `broken`: tables whose log cannot be played again."""

    tables: int
    entries: int
    broken: tuple[str, ...] = ()


Progress = Callable[[], None]  # called after each table


async def tables_of(database: Database) -> list[str]:
    """All of them, the oldest first."""
    found = await database.rows("SELECT table_id, body FROM entries WHERE seq = 1")
    times = {table: json.loads(body).get("at", 0) for table, body in found}
    return sorted(times, key=lambda table: (times[table], table))


async def rows_of(database: Database, table: str) -> list[Row]:
    question = "SELECT seq, command, body FROM entries WHERE table_id = ? ORDER BY seq"
    return [Row(*row) for row in await database.rows(question, table)]


async def back_up(
    database: Database, file: IO[bytes], now: int, tables: list[str], progress: Progress
) -> Counted:
    """Write all of it, as lines of JSON, packed."""
    digest, lines = hashlib.sha256(), 0
    counted = 0
    with gzip.GzipFile(fileobj=file, mode="wb", mtime=0) as packed:

        def put(line: Line) -> None:
            nonlocal lines
            data = msgspec.json.encode(line) + b"\n"
            digest.update(data)
            lines += 1
            packed.write(data)

        put(Begin(FORMAT, FORMAT_VERSION, now, __version__))
        for name, value in await database.rows("SELECT name, value FROM settings ORDER BY name"):
            put(Setting(name, value))
        for begun, ended in await database.rows("SELECT begun, ended FROM outages ORDER BY begun"):
            put(Outage(begun, ended))
        for table in tables:
            for row in await rows_of(database, table):
                put(Logged(table, row.seq, row.command, msgspec.Raw(row.body)))
                counted += 1
            question = "SELECT game, phase, listed, changed, summary FROM lobby WHERE table_id = ?"
            for game, phase, listed, changed, said in await database.rows(question, table):
                put(Listed(table, game, phase, bool(listed), changed, said))
            progress()
        packed.write(msgspec.json.encode(End(lines, digest.hexdigest())) + b"\n")
    return Counted(len(tables), counted)


def read_lines(file: IO[bytes]) -> Iterator[AnyLine]:
    """The lines of a backup without the last one, which says whether these are all."""
    digest, lines = hashlib.sha256(), 0
    try:
        with gzip.GzipFile(fileobj=file, mode="rb") as packed:
            while data := packed.readline(MOST_LINE + 1):
                line = DECODER.decode(data)
                if isinstance(line, End):
                    whole = (line.lines, line.check) == (lines, digest.hexdigest())
                    if not whole or packed.read(1):
                        raise BadCopy("changed")
                    return
                if lines == 0:
                    check_begin(line)
                digest.update(data)
                lines += 1
                yield line
    except EOFError:
        raise BadCopy("truncated") from None
    except (OSError, zlib.error, msgspec.DecodeError, UnicodeDecodeError):
        raise BadCopy("changed" if lines else "format") from None
    raise BadCopy("truncated" if lines else "format")


def check_begin(line: AnyLine) -> None:
    if not isinstance(line, Begin) or line.format != FORMAT:
        raise BadCopy("format")
    if line.format_version != FORMAT_VERSION:
        raise BadCopy("version", given=line.format_version, version=FORMAT_VERSION)


def check_backup(file: IO[bytes], progress: Progress) -> Counted:
    """Read all of it and play every table again."""
    tables, entries = 0, 0
    broken: list[str] = []
    room: Room | None = None
    for line in read_lines(file):
        if isinstance(line, Logged):
            entries += 1
            if line.seq == 1:
                room, tables = Room(), tables + 1
                progress()
            if room is not None and not follows(room, line):
                broken.append(line.table)
                room = None  # the rest of it is broken as well
    return Counted(tables, entries, tuple(broken))


def follows(room: Room, line: Logged) -> bool:
    """Fold an entry into the room of its table; whether that can be done."""
    try:
        room.fold(e.decode(bytes(line.entry)), line.command)
    except Exception:  # whatever a log can do to rules that it was not made by
        return False
    return room.seq == line.seq and room.table == line.table


async def restore(database: Database, file: IO[bytes], *, force: bool, now: int) -> None:
    """Put a backup where nothing is; with `force`, instead of what is there."""
    if (await database.rows("SELECT count(*) FROM entries"))[0][0] and not force:
        raise Taken
    await nobody_serves(database, now)
    for name in ("entries", "lobby", "settings", "outages"):
        await database.rows(f"DELETE FROM {name}")
    waiting: dict[str, list[tuple[Any, ...]]] = {}

    async def put(name: str, row: tuple[Any, ...]) -> None:
        rows = waiting.setdefault(name, [])
        rows.append(row)
        if len(rows) >= TOGETHER:
            await write(database, name, rows)

    for line in read_lines(file):
        match line:
            case Setting():
                await put("settings", (line.name, line.value))
            case Outage():
                await put("outages", (line.begun, line.ended))
            case Logged():
                await put("entries", (line.table, line.seq, line.command, bytes(line.entry)))
            case Listed(table, game, phase, listed, changed, said):
                await put("lobby", (table, game, phase, listed, changed, said))
    for name, rows in waiting.items():
        await write(database, name, rows)


COLUMNS: Final = {
    "settings": "name, value",
    "outages": "begun, ended",
    "entries": "table_id, seq, command, body",
    "lobby": "table_id, game, phase, listed, changed, summary",
}


async def write(database: Database, name: str, rows: list[tuple[Any, ...]]) -> None:
    columns = COLUMNS[name]
    marks = ", ".join("?" for _ in columns.split(","))
    if rows:
        await database.write(f"INSERT INTO {name} ({columns}) VALUES ({marks})", rows)
    rows.clear()


async def nobody_serves(database: Database, now: int) -> None:
    """In PostgreSQL servers may be at work; they would not notice that all is different."""
    for (value,) in await database.rows("SELECT value FROM settings WHERE name = 'alive'"):
        if now - int(value) < GAP and database.shared:
            raise BadCopy("served")


# -- the log of one table --------------------------------------------------------------------------


def log_of(rows: list[Row]) -> dict[str, Any]:
    """One table as a dict that goes to JSON as it is."""
    first = e.decode(rows[0].body)
    assert isinstance(first, e.Created)
    data: dict[str, Any] = {
        "format": LOG_FORMAT,
        "format_version": FORMAT_VERSION,
        "table": first.table,
        "game": first.game,
        "rules_version": first.rules_version,
        "entries": [[row.command, json.loads(row.body)] for row in rows],
    }
    return {**data, "check": checksum(data)}


def is_log(text: str) -> bool:
    return f'"{LOG_FORMAT}"' in text[:100]


def read_log(text: str) -> list[Row]:
    """The entries of what `log_of` has made, if it is whole."""
    try:
        data = json.loads(text)
        assert data["format"] == LOG_FORMAT
        version = data["format_version"]
        check = data.pop("check")
        logged = [(str(command), entry) for command, entry in data["entries"]]
    except (ValueError, TypeError, KeyError, AssertionError, RecursionError):
        raise BadCopy("format") from None
    if version != FORMAT_VERSION:
        raise BadCopy("version", given=version, version=FORMAT_VERSION)
    if check != checksum(data) or not logged:
        raise BadCopy("changed")
    try:
        found = [(command, msgspec.convert(entry, e.AnyEntry)) for command, entry in logged]
    except msgspec.ValidationError:
        raise BadCopy("changed") from None
    return [Row(n, command, e.encode(entry)) for n, (command, entry) in enumerate(found, 1)]


def room_of(rows: list[Row]) -> Room:
    """What a log amounts to; BadCopy if the rules of today do not get to the end of it."""
    room = Room()
    for row in rows:
        try:
            room.fold(e.decode(row.body), row.command)
        except Exception:
            raise BadCopy("fold", n=row.seq) from None
    return room


def proof_of(room: Room) -> Proof:
    """As the server's, but with the commitments as they were shown, not as they must have been."""
    assert room.match is not None
    secret = bytes.fromhex(room.server.hex)
    proof = make_proof(room.match, room.table, secret, room.sealed_shares)
    proof["server"]["commitment"] = room.commitment
    shown = dict(room.sealed)
    for share in proof["shares"]:
        share["commitment"] = shown[share["seat"]]
    return proof


async def put_in(database: Database, rows: list[Row]) -> None:
    """A table that was taken out of another store."""
    room = room_of(rows)
    if await rows_of(database, room.table):
        raise Taken
    await write(database, "entries", [(room.table, *row) for row in rows])
    line = json.dumps(summary(room))
    row = (room.table, room.game.name, room.phase, room.listed, room.at, line)
    await write(database, "lobby", [row])
