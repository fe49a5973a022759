"""Commands about tables that are kept: `tables`, `backup`, `restore`, `export`, `import`.

They end with 0 when it is done, with 1 when it was refused and nothing was changed, with 2 for what
cannot be read or found. Reading works while a server runs; writing into its file does not.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import json
import os
import sys
import time
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from tablee.cli_kit import TEXTS, data_folder, fail, lang_option, language_of, store_options
from tablee.games import game

if TYPE_CHECKING:  # what reads databases takes a while to read: not for --help
    from tablee.server.effects import Row
    from tablee.server.serving import Settings

T = TypeVar("T")
MOST_BYTES = 1 << 26  # of a log that is read
PRIVATE = 0o600  # for files that hold everybody's cards


def say(lang: str, key: str, **values: object) -> None:
    click.echo(TEXTS.say(lang, key, values), err=True)


def refuse(lang: str, key: str, **values: object) -> NoReturn:
    say(lang, key, **values)
    sys.exit(1)


def place_of(data_dir: Path | None, database: str) -> Settings:
    from tablee.server.serving import Settings

    return Settings(data_folder(data_dir), database=database)


def run(work: Coroutine[Any, Any, T], lang: str) -> T:
    from tablee.server.store import CannotServe

    try:
        return asyncio.run(work)
    except CannotServe as error:
        fail(error.message(lang))


def milliseconds() -> int:
    return int(time.time() * 1000)


@contextlib.contextmanager
def progress(title: str, total: int | None) -> Iterator[Callable[[], None]]:
    """A bar on stderr, if that is a terminal; to be called for each table."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task(title, total=total)
        yield functools.partial(bar.advance, task)


@contextlib.contextmanager
def written(path: str) -> Iterator[IO[bytes]]:
    """A file that is there whole or not at all, and that only its owner can read; `-` is stdout."""
    if path == "-":
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    fresh = Path(f"{path}.new")
    try:
        fresh.unlink(missing_ok=True)
        with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE), "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    finally:
        with contextlib.suppress(OSError):
            fresh.unlink(missing_ok=True)


def read_text(file: str, lang: str, most: int = MOST_BYTES) -> str:
    """No more of a file than it may have; `-` is stdin."""
    try:
        with click.open_file(file, "rb") as stream:
            data = stream.read(most + 1)
            if len(data) > most:
                fail(TEXTS.say(lang, "file.long", {"file": file, "n": most >> 20}))
            return str(data, "utf-8")
    except UnicodeDecodeError:
        fail(TEXTS.say(lang, "file.no_text", {"file": file}))
    except OSError as error:
        fail(TEXTS.say(lang, "verify.cannot_read", {"file": file, "why": error.strerror or error}))


def table_named(given: str) -> str:
    """The id of a table, also out of its link."""
    return given.partition("?")[0].rstrip("/").rpartition("/")[2]


# -- listing ---------------------------------------------------------------------------------------


@click.command("tables")
@store_options
@click.option("--json", "as_json", is_flag=True, help="The list for programs.")
@lang_option
@click.pass_context
def tables_command(ctx: click.Context, data_dir: Path | None, database: str, as_json: bool) -> None:
    """List the tables that are kept, the newest first."""
    from tablee.server.snapshots import snapshot

    lang = language_of(ctx)

    async def read() -> list[dict[str, Any]]:
        async with snapshot(place_of(data_dir, database)) as tables:
            question = "SELECT summary, listed, changed FROM lobby ORDER BY changed DESC, table_id"
            rows = await tables.rows(question)
        return [
            {**json.loads(said), "listed": bool(listed), "changed": changed}
            for said, listed, changed in rows
        ]

    found = run(read(), lang)
    if as_json:
        click.echo(json.dumps(found, ensure_ascii=False, indent=1))
        return
    for line in found:
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(line["changed"] / 1000))
        phase = TEXTS.say(lang, f"table.{line['phase']}")
        who = ", ".join(seat_name(seat, n, lang) for n, seat in enumerate(line["seats"]))
        title = game(line["game"]).texts().say(lang, "game.name")
        click.echo(f"{line['table']}  {when}  {title} · {phase} · {who}")


def seat_name(seat: dict[str, str], n: int, lang: str) -> str:
    if seat["kind"] == "open":
        return "–"
    return seat["name"] or TEXTS.say(lang, "bot" if seat["kind"] == "bot" else "human", {"n": n + 1})


# -- all tables ------------------------------------------------------------------------------------


@click.command("backup")
@click.argument("file", type=click.Path(dir_okay=False))
@store_options
@lang_option
@click.pass_context
def backup_command(ctx: click.Context, file: str, data_dir: Path | None, database: str) -> None:
    """Write all tables, as they are now, into FILE ("-": to standard output).

    The server may go on. FILE holds every hand and what sessions are signed with: keep it to yourself.
    """
    from tablee.server.archive import Counted, back_up, tables_of
    from tablee.server.snapshots import snapshot

    lang = language_of(ctx)

    async def copy() -> Counted:
        async with snapshot(place_of(data_dir, database)) as source:
            tables = await tables_of(source)
            with (
                progress(TEXTS.say(lang, "backup.title"), len(tables)) as step,
                written(file) as target,
            ):
                return await back_up(source, target, milliseconds(), tables, step)

    try:
        done = run(copy(), lang)
    except OSError as error:
        fail(TEXTS.say(lang, "file.unwritable", {"file": file, "why": error.strerror or error}))
    say(lang, "backup.done", file=file, tables=done.tables, entries=done.entries)


@click.command("restore")
@click.argument("file", type=click.Path(dir_okay=False))
@click.option(
    "--force", is_flag=True, help="Replace what is there; keep tables that cannot be played again, too."
)
@store_options
@lang_option
@click.pass_context
def restore_command(
    ctx: click.Context, file: str, force: bool, data_dir: Path | None, database: str
) -> None:
    """Put the tables of a backup where there are none; no server may run there."""
    from tablee.server import archive
    from tablee.server.snapshots import changing

    lang = language_of(ctx)
    settings = place_of(data_dir, database)
    try:
        with open(file, "rb") as source, progress(TEXTS.say(lang, "restore.check"), None) as step:
            found = archive.check_backup(source, step)
    except OSError as error:
        fail(TEXTS.say(lang, "verify.cannot_read", {"file": file, "why": error.strerror or error}))
    if found.broken:
        say(lang, "restore.broken", tables=found.broken)
        if not force:
            refuse(lang, "restore.not_done")

    async def put() -> None:
        async with changing(settings) as target:
            with open(file, "rb") as source:
                await archive.restore(target, source, force=force, now=milliseconds())

    try:
        run(put(), lang)
    except archive.Taken:
        refuse(lang, "restore.not_empty")
    say(lang, "restore.done", tables=found.tables, entries=found.entries)


# -- one table -------------------------------------------------------------------------------------


async def load(settings: Settings, table: str) -> list[Row]:
    from tablee.server.archive import rows_of
    from tablee.server.snapshots import snapshot

    async with snapshot(settings) as tables:
        return await rows_of(tables, table)


def log_in(settings: Settings, given: str, lang: str) -> list[Row]:
    """The log of a table that is kept here."""
    rows = run(load(settings, table_named(given)), lang)
    if not rows:
        fail(TEXTS.say(lang, "table.unknown", {"table": given}))
    return rows


@click.command("export")
@click.argument("table")
@click.argument("file", type=click.Path(dir_okay=False), default="-")
@click.option("--proof", is_flag=True, help="The proof that its luck was fair, instead of the log.")
@store_options
@lang_option
@click.pass_context
def export_command(
    ctx: click.Context, table: str, file: str, proof: bool, data_dir: Path | None, database: str
) -> None:
    """Write one table (its id or its link) as JSON: into FILE, or to standard output.

    The log holds everybody's cards, those to come as well. A proof is for everybody, after the end.
    """
    from tablee.server.archive import log_of, proof_of, room_of
    from tablee.server.room import OVER

    lang = language_of(ctx)
    rows = log_in(place_of(data_dir, database), table, lang)
    if proof:
        room = room_of(rows)
        if room.phase != OVER:
            refuse(lang, "table.not_over")
        text = json.dumps(proof_of(room), ensure_ascii=False, indent=1)
    else:
        text = json.dumps(log_of(rows), ensure_ascii=False, indent=1)
    try:
        with written(file) as target:
            target.write(text.encode() + b"\n")
    except OSError as error:
        fail(TEXTS.say(lang, "file.unwritable", {"file": file, "why": error.strerror or error}))
    if not proof:
        say(lang, "export.secret")


@click.command("import")
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True))
@store_options
@lang_option
@click.pass_context
def import_command(ctx: click.Context, file: str, data_dir: Path | None, database: str) -> None:
    """Take in a table that was exported ("-": from standard input)."""
    from tablee.server import archive
    from tablee.server.snapshots import changing

    lang = language_of(ctx)
    rows = archive.read_log(read_text(file, lang))
    room = archive.room_of(rows)

    async def put() -> None:
        async with changing(place_of(data_dir, database)) as target:
            await archive.put_in(target, rows)

    try:
        run(put(), lang)
    except archive.Taken:
        refuse(lang, "import.taken", table=room.table)
    say(lang, "import.done", table=room.table, entries=len(rows))
