"""Running a server: starting and ending it, settings, backups, and tables that come and go."""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import pty
import random
import select
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import uvicorn
from click.testing import CliRunner, Result

from server.conftest import Postgres
from server.live import Process, person, served, started
from support import LAST_RESORT
from tablee.cli import LAZY, main
from tablee.client import Table
from tablee.core.fairness import read_proof, verify
from tablee.core.texts import LANGUAGES
from tablee.games import game
from tablee.serve_command import qr_code, signals_once
from tablee.server import archive
from tablee.server.addresses import lan_address
from tablee.server.serving import Settings, open_store

Run = Callable[..., Result]
QUIET = {"LC_ALL": "", "LANG": "", "XDG_CONFIG_HOME": os.devnull}


def run(*arguments: object, lang: str = "en", **env: str) -> Result:
    words = ["--lang", lang, *map(str, arguments)]
    return CliRunner().invoke(main, words, env={**QUIET, **env}, catch_exceptions=False)


async def play(table: Table, luck: random.Random) -> None:
    async for turn in table.turns():
        await turn.play(luck.choice(turn.legal))


class Kept:
    """A store with one table of each kind, and their ids."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.over = self.playing = self.open = ""

    async def fill(self) -> None:
        luck = random.Random(5)
        async with served(self.folder, bots=False) as server:
            ada, bo = await person(server, "Ada"), await person(server, "Bo")
            self.open = await ada.create("super_miaou", ["me", "open"], listed=True)
            async with started([ada, bo], "mow") as tables:
                self.playing = tables[0].id
                turn = next(turn for table in tables if (turn := table.turn()))
                await turn.play(turn.legal[0])
            async with started([ada, bo], "megabou") as tables:
                self.over = tables[0].id
                await asyncio.gather(*(play(table, luck) for table in tables))

    def copy(self, folder: Path) -> Kept:
        shutil.copytree(self.folder, folder)
        again = Kept(folder)
        again.over, again.playing, again.open = self.over, self.playing, self.open
        return again


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    """To be read only."""
    made = Kept(tmp_path_factory.mktemp("kept"))
    asyncio.run(made.fill())
    return made


def content(folder: Path) -> dict[str, list[Any]]:
    connection = sqlite3.connect(folder / "tablee.db")
    names = ("entries", "lobby", "settings", "outages")
    found = {name: sorted(connection.execute(f"SELECT * FROM {name}")) for name in names}
    connection.close()
    return found


# -- tablee serve ----------------------------------------------------------------------------------


def test_what_nobody_asked_for_is_not_read() -> None:
    """A server's packages take half a second: no other command waits for them."""
    look = "import sys, click; from tablee.cli import main\n"
    look += "ctx = click.Context(main)\n"
    look += "for name in main.list_commands(ctx): main.get_command(ctx, name)\n"
    look += "print(sorted({'uvicorn', 'sqlalchemy', 'alembic', 'starlette'} & set(sys.modules)))"
    said = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "[]"
    assert set(LAZY) <= set(main.list_commands(main.make_context("tablee", [])))


def test_without_a_command_it_serves(tmp_path: Path) -> None:
    """`tablee` alone is what most people want: a table in the browser."""
    settings = {"TABLEE_DATA_DIR": str(tmp_path), "TABLEE_NO_BROWSER": "1", "TABLEE_WORKERS": "1"}
    with subprocess.Popen(
        [sys.executable, "-m", "tablee.cli"],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, **settings, "TABLEE_PORT": "0"},
    ) as alone:
        assert alone.stdout is not None
        assert alone.stdout.readline().startswith("http://127.0.0.1:")
        alone.send_signal(signal.SIGTERM)
        assert alone.wait(LAST_RESORT) == 0


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_in_order(tmp_path: Path, how: signal.Signals) -> None:
    server = Process(tmp_path, bots=False)
    server.start()
    assert server.end(how) == 0


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_counts_even_before_uvicorn_listens(how: signal.Signals) -> None:
    server: Any = SimpleNamespace(server=uvicorn.Server(uvicorn.Config("none")))
    before = signal.getsignal(how)
    with signals_once(server):
        signal.raise_signal(how)
        assert server.server.should_exit
        signal.raise_signal(how)  # again, as when it is done
    assert signal.getsignal(how) is before


def read_until(fd: int, wanted: str) -> str:
    said = b""
    while wanted not in said.decode(errors="ignore"):
        if not select.select([fd], [], [], LAST_RESORT)[0]:
            break
        try:
            said += os.read(fd, 1 << 16)
        except OSError:  # the other end is closed
            break
    return said.decode()


@pytest.mark.parametrize(
    ("lang", "ready", "saved"),
    [
        ("en", "Ctrl-C ends it", "Everything is saved."),
        ("fr", "Ctrl-C pour arrêter", "Tout est enregistré."),
    ],
)
def test_at_a_terminal(tmp_path: Path, lang: str, ready: str, saved: str) -> None:
    """The address, a link with the token for the others, a code to scan; Ctrl-C ends with 0."""
    pid, fd = pty.fork()
    if pid == 0:  # pragma: no cover (another process)
        os.environ.update(QUIET)
        words = ["serve", "--host", "0.0.0.0", "--port", "0", "--workers", "1", "--no-browser"]
        words += ["--lang", lang, "--data-dir", str(tmp_path), "--token", "ouvre toi"]
        os.execv(sys.executable, [sys.executable, "-m", "tablee.cli", *words])
    said = read_until(fd, ready)
    os.write(fd, b"\x03")
    rest = read_until(fd, saved)
    if saved not in rest:
        os.kill(pid, signal.SIGKILL)
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    os.close(fd)
    assert saved in rest, said + rest
    assert code == 0
    lines = said.splitlines()
    assert lines[0].startswith("http://127.0.0.1:")
    assert lines[0].endswith("/")
    assert lines[1].endswith("/?token=ouvre%20toi")
    if lan_address() is not None:
        assert f"//{lan_address()}:" in lines[1]
        assert "▀" in said


@pytest.mark.parametrize("first", [True, False])
def test_one_line_and_after_the_first_run_what_to_do_next(tmp_path: Path, first: bool) -> None:
    pid, fd = pty.fork()
    if pid == 0:  # pragma: no cover (another process)
        os.environ.update(QUIET, TABLEE_FIRST="yes" if first else "", TABLEE_COMMAND="./tablee")
        words = ["serve", "--port", "0", "--workers", "1", "--no-browser", "--lang", "en"]
        words += ["--data-dir", str(tmp_path)]
        os.execv(sys.executable, [sys.executable, "-m", "tablee", *words])
    said = read_until(fd, "--help" if first else "at every move)")
    os.write(fd, b"\x03")
    read_until(fd, "Everything is saved.")
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    os.close(fd)
    lines = [line for line in said.splitlines() if line and "interpreted" not in line]
    assert lines[0].startswith("http://127.0.0.1:")
    if first:
        assert "Open this address" in lines[1]
        assert "./tablee --help" in lines[1]
    else:
        assert "Ctrl-C ends it" in lines[0]
        assert len(lines) == 1


def test_the_code_leads_to_the_link(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    drawn = qr_code("http://192.168.1.20:8000/?token=abcdefghijklmnop")
    assert "\x1b[97;40m" in drawn
    monkeypatch.setenv("NO_COLOR", "1")
    plain = qr_code("http://192.168.1.20:8000/?token=abcdefghijklmnop").splitlines()
    assert len({len(line) for line in plain}) == 1
    assert plain[0] == "█" * len(plain[0])  # a border, or it cannot be found


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = other.getsockname()[1]
        server = Process(tmp_path, bots=False, port=taken)
        server.start()
        assert taken < server.port < taken + 50
        assert server.end(signal.SIGTERM) == 0


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--host", "192.0.2.77"], {"en": "cannot listen at 192.0.2.77", "fr": "écouter à 192.0.2.77"}),
        (["--data-dir", os.devnull + "/x"], {"en": "cannot be opened", "fr": "ne peuvent pas être"}),
        (["--database", "mysql://me:hush@x"], {"en": "postgresql://", "fr": "postgresql://"}),
        (["--token", " "], {"en": "--no-token", "fr": "--no-token"}),
        (["--token", "x", "--no-token"], {"en": "--no-token", "fr": "--no-token"}),
    ],
)
def test_what_cannot_be_served(
    tmp_path: Path, lang: str, arguments: list[str], said: dict[str, str]
) -> None:
    result = run(
        "serve", "--port", "0", "--no-browser", *arguments, lang=lang, TABLEE_DATA_DIR=str(tmp_path)
    )
    assert result.exit_code == 2
    assert said[lang] in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert "hush" not in result.output


def test_one_server_a_folder(tmp_path: Path) -> None:
    first = Process(tmp_path, bots=False)
    first.start()
    result = run("serve", "--data-dir", tmp_path, "--port", "0")
    assert result.exit_code == 2
    assert "in use by another server" in result.stderr
    first.end(signal.SIGTERM)


@pytest.mark.parametrize(
    ("flags", "env", "settings", "port"),
    [
        ([], {}, "", 8000),
        ([], {}, "[serve]\nport = 7003\n", 7003),
        ([], {"TABLEE_PORT": "7002"}, "[serve]\nport = 7003\n", 7002),
        (["--port", "7001"], {"TABLEE_PORT": "7002"}, "[serve]\nport = 7003\n", 7001),
    ],
)
def test_flag_then_variable_then_file(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    flags: list[str],
    env: dict[str, str],
    settings: str,
    port: int,
) -> None:
    found = served_with(tmp_path, monkeypatch, flags, env, settings)
    assert found.port == port


def served_with(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    flags: list[str],
    env: dict[str, str],
    settings: str,
) -> Settings:
    """What would be served."""
    found: list[Settings] = []

    async def serve(settings: Settings, lang: str, *, browser: bool) -> None:
        found.append(settings)

    monkeypatch.setattr("tablee.serve_command.serve", serve)
    (tmp_path / "tablee").mkdir(exist_ok=True)
    (tmp_path / "tablee" / "config.toml").write_text(settings)
    result = run("serve", *flags, **{"XDG_CONFIG_HOME": str(tmp_path), **env})
    assert result.exit_code == 0, result.output
    return found[0]


@pytest.mark.parametrize(
    ("flags", "env", "settings", "token"),
    [
        ([], {}, "", None),
        (["--token", "a"], {}, "", "a"),
        (["--no-token"], {}, "", ""),
        (["--no-token"], {"TABLEE_TOKEN": "b"}, "", ""),
        (["--token", "a"], {"TABLEE_NO_TOKEN": "1"}, "", "a"),
        ([], {"TABLEE_TOKEN": "b"}, "[serve]\nno-token = true\n", "b"),
        ([], {"TABLEE_NO_TOKEN": "1"}, '[serve]\ntoken = "c"\n', ""),
        ([], {}, '[serve]\ntoken = "c"\n', "c"),
    ],
)
def test_who_says_most_expressly_decides_about_the_token(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    flags: list[str],
    env: dict[str, str],
    settings: str,
    token: str | None,
) -> None:
    assert served_with(tmp_path, monkeypatch, flags, env, settings).token == token


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ("[serve]\ncolour = 1\n", "serve.colour"),
        ("[sever]\nport = 1\n", "sever"),
        ("serve = 1\n", "serve"),
        ("[serve\n", "cannot be read"),
        ("[serve]\nport = 'x'\n", "not a valid integer"),
    ],
)
def test_settings_that_mean_nothing_are_said(tmp_path: Path, settings: str, said: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(settings)
    result = run("--config", file, "serve", "--data-dir", tmp_path)
    assert result.exit_code == 2
    assert said in result.stderr


def test_a_settings_file_that_is_not_there(tmp_path: Path) -> None:
    assert "no settings file" in run("--config", tmp_path / "x", "games").stderr


def test_the_language_may_be_a_setting(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("lang = 'fr'\n")
    said = CliRunner().invoke(main, ["--config", str(file), "games"], env=QUIET)
    assert "joueurs" in said.stdout


@pytest.mark.parametrize(
    ("host", "secure", "needed"),
    [("127.0.0.1", False, False), ("0.0.0.0", False, True), ("127.0.0.1", True, True)],
)
def test_a_token_wherever_others_can_come(
    tmp_path: Path, host: str, secure: bool, needed: bool
) -> None:
    async def look() -> tuple[str, bool]:
        async with served(tmp_path, host=host, secure=secure, bots=False) as server:
            return server.token, server.free_here

    token, free_here = asyncio.run(look())
    assert token
    assert free_here is not needed
    assert asyncio.run(look())[0] == token  # the same after a restart: links stay good


# -- backups ---------------------------------------------------------------------------------------


def test_a_backup_comes_back_the_same(kept: Kept, tmp_path: Path) -> None:
    file = tmp_path / "all.gz"
    made = run("backup", file, "--data-dir", kept.folder)
    assert made.exit_code == 0
    assert "3 tables" in made.stderr
    assert file.stat().st_mode & 0o077 == 0
    back = run("restore", file, "--data-dir", tmp_path / "new")
    assert back.exit_code == 0, back.stderr
    assert content(tmp_path / "new") == content(kept.folder)


def test_a_restored_server_goes_on(kept: Kept, tmp_path: Path) -> None:
    """Sessions, seats and the tables in play are as they were."""
    file = tmp_path / "all.gz"
    run("backup", file, "--data-dir", kept.folder)
    run("restore", file, "--data-dir", tmp_path / "new")

    async def look() -> None:
        async with served(tmp_path / "new", bots=False) as server:
            room = await server.engine.room(kept.playing)
            assert room is not None
            assert room.phase == "playing"
            assert len(await server.engine.store.all_tables()) == 3

    asyncio.run(look())


def test_a_backup_while_the_server_plays(tmp_path: Path) -> None:
    """A moment of it: whole tables, and the server goes on."""

    async def play() -> None:
        async with served(tmp_path / "live", bots=False) as server:
            ada = await person(server, "Ada")
            table = await ada.create("mow", ["open", "open"])
            async with ada.table(table) as joined:
                for seat in (0, 1):
                    await joined.sit(seat)
                await joined.start()
                copying = asyncio.create_task(
                    asyncio.to_thread(
                        run, "backup", tmp_path / "all.gz", "--data-dir", tmp_path / "live"
                    )
                )
                turns = 0
                async for turn in joined.turns():
                    await turn.play(turn.legal[0])
                    turns += 1
                    if copying.done() and turns > 20:
                        break
                assert (await copying).exit_code == 0
                refused = await asyncio.to_thread(
                    run, "restore", tmp_path / "all.gz", "--data-dir", tmp_path / "live", "--force"
                )
                assert refused.exit_code == 2
                assert "in use" in refused.stderr

    asyncio.run(play())
    back = run("restore", tmp_path / "all.gz", "--data-dir", tmp_path / "new")
    assert back.exit_code == 0, back.stderr


def test_a_backup_is_put_only_where_nothing_is(kept: Kept, tmp_path: Path) -> None:
    file = tmp_path / "all.gz"
    run("backup", file, "--data-dir", kept.folder)
    other = kept.copy(tmp_path / "other")
    with sqlite3.connect(other.folder / "tablee.db") as connection:
        connection.execute("DELETE FROM entries WHERE table_id = ?", (other.over,))
    connection.close()
    before = content(other.folder)
    refused = run("restore", file, "--data-dir", other.folder)
    assert refused.exit_code == 1
    assert "--force" in refused.stderr
    assert content(other.folder) == before
    assert run("restore", file, "--data-dir", other.folder, "--force").exit_code == 0
    assert content(other.folder) == content(kept.folder)


def damaged(whole: bytes) -> Iterator[tuple[str, bytes]]:
    text = gzip.decompress(whole)
    lines = text.splitlines(keepends=True)
    yield "empty", b""
    yield "no gzip", b"hello"
    yield "cut", whole[: len(whole) // 2]
    yield "one bit", whole[:-40] + bytes([whole[-40] ^ 1]) + whole[-39:]
    yield "no end", gzip.compress(b"".join(lines[:-1]))
    yield "a line less", gzip.compress(b"".join([*lines[:5], *lines[6:]]))
    yield "a line twice", gzip.compress(b"".join([*lines[:6], *lines[5:]]))
    yield "a name changed", gzip.compress(text.replace(b"Ada", b"Eve"))
    yield "more after the end", gzip.compress(text + lines[-1])
    yield (
        "another version",
        gzip.compress(text.replace(b'"format_version":1', b'"format_version":2', 1)),
    )
    yield "no JSON", gzip.compress(b"{" + text)
    yield "a long line", gzip.compress(b'{"line":"begin"' + b" " * (archive.MOST_LINE + 9) + b"}\n")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_damaged_backups_are_refused(kept: Kept, tmp_path: Path, lang: str) -> None:
    file = tmp_path / "all.gz"
    run("backup", file, "--data-dir", kept.folder)
    for name, data in damaged(file.read_bytes()):
        (tmp_path / "bad.gz").write_bytes(data)
        result = run(
            "restore", tmp_path / "bad.gz", "--data-dir", tmp_path / "new", "--force", lang=lang
        )
        assert result.exit_code == 2, name
        assert {"en": "cannot be taken", "fr": "ne peut pas être repris"}[lang] in result.stderr, name
        assert not (tmp_path / "new").exists(), name
    assert run("restore", tmp_path / "none", "--data-dir", tmp_path / "new").exit_code == 2


def test_a_table_that_cannot_be_played_again_is_named(kept: Kept, tmp_path: Path) -> None:
    broken = kept.copy(tmp_path / "broken")
    with sqlite3.connect(broken.folder / "tablee.db") as connection:
        body = connection.execute(
            "SELECT body FROM entries WHERE table_id = ? ORDER BY seq DESC", (broken.over,)
        ).fetchone()[0]
        entry = {**json.loads(body), "action": "dance"}
        connection.execute("UPDATE log SET body = ? WHERE body = ?", (json.dumps(entry).encode(), body))
    connection.close()
    run("backup", tmp_path / "all.gz", "--data-dir", broken.folder)
    refused = run("restore", tmp_path / "all.gz", "--data-dir", tmp_path / "new")
    assert refused.exit_code == 1
    assert broken.over in refused.stderr
    assert not (tmp_path / "new").exists()
    assert run("restore", tmp_path / "all.gz", "--data-dir", tmp_path / "new", "--force").exit_code == 0
    assert content(tmp_path / "new") == content(broken.folder)


def test_a_backup_that_cannot_be_written(kept: Kept, tmp_path: Path) -> None:
    result = run("backup", tmp_path / "no" / "where", "--data-dir", kept.folder)
    assert result.exit_code == 2
    assert "cannot be written" in result.stderr
    nothing = run("backup", tmp_path / "all.gz", "--data-dir", tmp_path / "empty")
    assert nothing.exit_code == 2
    assert "there are none" in nothing.stderr
    assert not (tmp_path / "empty").exists()
    (tmp_path / "odd").mkdir()
    (tmp_path / "odd" / "tablee.db").write_text("no database at all, but long enough to look at" * 99)
    assert run("backup", tmp_path / "all.gz", "--data-dir", tmp_path / "odd").exit_code == 2
    assert not (tmp_path / "all.gz").exists()


# -- one table -------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_tables_are_listed(kept: Kept, lang: str) -> None:
    listed = run("tables", "--data-dir", kept.folder, lang=lang).stdout
    assert {"en": "being played", "fr": "en cours"}[lang] in listed
    assert kept.over in listed
    found = {
        line["table"]: line
        for line in json.loads(run("tables", "--json", "--data-dir", kept.folder).stdout)
    }
    assert found[kept.open]["phase"] == "lobby"
    assert found[kept.open]["listed"]
    assert [seat["name"] for seat in found[kept.over]["seats"]] == ["Ada", "Bo"]


@pytest.mark.parametrize("which", ["over", "playing", "open"])
def test_a_table_goes_from_store_to_store(kept: Kept, tmp_path: Path, which: str) -> None:
    table = getattr(kept, which)
    link = f"http://192.168.1.20:8000/t/{table}?token=x"
    out = run("export", link, tmp_path / "t.json", "--data-dir", kept.folder)
    assert out.exit_code == 0
    assert "everybody’s cards" in out.stderr
    assert (tmp_path / "t.json").stat().st_mode & 0o077 == 0
    into = run("import", tmp_path / "t.json", "--data-dir", tmp_path / "new")
    assert into.exit_code == 0, into.stderr
    mine = [row for row in content(kept.folder)["entries"] if row[0] == table]
    assert content(tmp_path / "new")["entries"] == mine
    (before,) = [row for row in content(kept.folder)["lobby"] if row[0] == table]
    (after,) = content(tmp_path / "new")["lobby"]
    assert after[:4] + after[5:] == before[:4] + before[5:]
    again = run("import", tmp_path / "t.json", "--data-dir", tmp_path / "new")
    assert again.exit_code == 1
    assert "here already" in again.stderr


def test_logs_that_were_changed_are_refused(kept: Kept, tmp_path: Path) -> None:
    text = run("export", kept.over, "--data-dir", kept.folder).stdout
    data = json.loads(text)
    odd = {
        "cut": text[: len(text) // 2],
        "nothing": "",
        "another thing": "[1]",
        "a move changed": text.replace('"action"', '"aktion"', 1),
        "a name changed": text.replace("Ada", "Eve", 1),
        "no entries": json.dumps({**data, "entries": []}),
        "version": text.replace('"format_version": 1', '"format_version": 9'),
    }
    fewer = {**data, "entries": [*data["entries"][:3], *data["entries"][4:]]}
    del fewer["check"]
    odd["does not fold"] = json.dumps({**fewer, "check": archive.checksum(fewer)})
    for name, content_ in odd.items():
        (tmp_path / "odd.json").write_text(content_)
        result = run("import", tmp_path / "odd.json", "--data-dir", tmp_path / "new")
        assert result.exit_code == 2, name
        assert not (tmp_path / "new").exists(), name


def test_a_proof_is_for_games_that_are_over(kept: Kept, tmp_path: Path) -> None:
    assert (
        run("export", kept.over, tmp_path / "p.json", "--proof", "--data-dir", kept.folder).exit_code
        == 0
    )
    proof = read_proof((tmp_path / "p.json").read_text())
    assert verify(game("megabou"), proof).proven
    assert run("verify", tmp_path / "p.json").exit_code == 0
    refused = run("export", kept.playing, "--proof", "--data-dir", kept.folder)
    assert refused.exit_code == 1
    assert "not over" in refused.stderr
    assert refused.stdout == ""
    assert run("export", "0" * 32, "--data-dir", kept.folder).exit_code == 2


def test_an_exported_table_is_verified_as_well(kept: Kept, tmp_path: Path) -> None:
    for which, code in (("over", 0), ("playing", 0), ("open", 2)):
        file = tmp_path / f"{which}.json"
        run("export", getattr(kept, which), file, "--data-dir", kept.folder)
        assert run("verify", file).exit_code == code, which


def test_a_log_whose_server_did_not_keep_its_word_is_false(kept: Kept, tmp_path: Path) -> None:
    """The commitment that was shown counts, not the one that would fit."""
    run("export", kept.over, tmp_path / "t.json", "--data-dir", kept.folder)
    data = json.loads((tmp_path / "t.json").read_text())
    data["entries"][0][1]["commitment"] = "0" * 64
    del data["check"]
    (tmp_path / "t.json").write_text(json.dumps({**data, "check": archive.checksum(data)}))
    result = run("verify", tmp_path / "t.json")
    assert result.exit_code == 1
    assert "FALSE" in result.stdout


# -- replay ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_game_is_told_in_words(kept: Kept, tmp_path: Path, lang: str) -> None:
    told = run("replay", kept.over, "--data-dir", kept.folder, lang=lang)
    assert told.exit_code == 0
    lines = told.stdout.splitlines()
    assert lines[0] == "Megabou · Ada, Bo"
    assert {"en": "The game is over", "fr": "La partie est finie"}[lang] in lines
    run("export", kept.over, tmp_path / "t.json", "--data-dir", kept.folder)
    assert run("replay", tmp_path / "t.json", lang=lang).stdout == told.stdout
    run("export", kept.over, tmp_path / "p.json", "--proof", "--data-dir", kept.folder)
    unnamed = run("replay", tmp_path / "p.json", lang=lang).stdout
    assert len(unnamed.splitlines()) == len(lines)  # a proof knows no names
    assert "Ada" not in unnamed


def test_a_seat_tells_what_it_heard(tmp_path: Path) -> None:
    """MOW's hands are secret: seat 0 hears its own cards, not those of others."""
    import tablee
    from tablee.terminal import keep

    match = tablee.new_match("mow", seats=2, seed=4)
    while match.actors():
        seat = match.actors()[0]
        match.play(seat, match.legal(seat)[0])
    (tmp_path / "match.json").write_text(match.save())
    keep.write(tmp_path / "kept.json", keep.Kept(match, ["Zoé", "Malik"], {1}, "easy"))
    for file, names in (("match.json", ["Player 1", "Player 2"]), ("kept.json", ["Zoé", "Malik"])):
        own = run("replay", tmp_path / file, "--seat", "0").stdout
        everything = run("replay", tmp_path / file).stdout
        said = [match.tell(event, "en", names) for event in match.events(0)]
        told = [line.strip() for line in own.splitlines() if line.startswith(" " * 6)]
        assert told == said
        assert f"→ {names[1]} · " in everything
        assert f"→ {names[1]}" not in own
    steps = json.loads(run("replay", tmp_path / "match.json", "--seat", "1", "--json").stdout)["steps"]
    assert [step["seat"] for step in steps] == [None, *(seat for seat, _ in match.log)]
    assert all((step["action"] is not None) == (step["seat"] == 1) for step in steps)


def test_what_cannot_be_told(kept: Kept, tmp_path: Path) -> None:
    folder = ["--data-dir", str(kept.folder)]
    assert run("replay", kept.playing, *folder).exit_code == 1
    assert run("replay", kept.open, *folder).exit_code == 1
    assert run("replay", "f" * 32, *folder).exit_code == 2
    assert run("replay", kept.over, "--seat", "7", *folder).exit_code == 2
    for text in ("", "{}", "\x00", '{"format": "tablee-match"}', '{"format": "tablee-proof"}'):
        (tmp_path / "odd.json").write_text(text)
        assert run("replay", tmp_path / "odd.json").exit_code == 2, text
    (tmp_path / "odd.json").write_bytes(b"\xff\xfe")
    assert run("replay", tmp_path / "odd.json").exit_code == 2


def test_unreadable_databases_say_no_password(tmp_path: Path) -> None:
    url = "postgresql://me:hush@127.0.0.1:1/none"
    for words in (["backup", tmp_path / "x"], ["tables"], ["export", "0" * 32], ["replay", "0" * 32]):
        result = run(*words, "--database", url)
        assert result.exit_code == 2
        assert "hush" not in result.output


def test_stores_are_opened_by_their_address(tmp_path: Path) -> None:
    assert type(open_store(Settings(tmp_path))).__name__ == "SqliteStore"


# -- PostgreSQL ------------------------------------------------------------------------------------


def test_from_a_file_to_postgres_and_back(kept: Kept, tmp_path: Path, postgres: Postgres) -> None:
    """A backup is the same from both and goes into both; tables are looked at and told there, too."""
    url = postgres.database()
    nothing = run("tables", "--database", url)
    assert nothing.exit_code == 2
    assert "there are none" in nothing.stderr
    run("backup", tmp_path / "file.gz", "--data-dir", kept.folder)
    moved = run("restore", tmp_path / "file.gz", "--database", url)
    assert moved.exit_code == 0, moved.stderr
    assert run("restore", tmp_path / "file.gz", "--database", url).exit_code == 1
    assert run("backup", tmp_path / "postgres.gz", "--database", url).exit_code == 0
    assert (tmp_path / "postgres.gz").exists()
    lines = [
        gzip.decompress((tmp_path / f"{name}.gz").read_bytes()).splitlines()
        for name in ("file", "postgres")
    ]
    assert lines[0][1:-1] == lines[1][1:-1]
    assert kept.over in run("tables", "--database", url).stdout
    story = run("replay", kept.over, "--database", url)
    assert story.stdout == run("replay", kept.over, "--data-dir", kept.folder).stdout
    run("export", kept.over, tmp_path / "t.json", "--data-dir", kept.folder)
    assert run("import", tmp_path / "t.json", "--database", url).exit_code == 1
    other = postgres.database()
    assert run("import", tmp_path / "t.json", "--database", other).exit_code == 0
    assert run("restore", tmp_path / "postgres.gz", "--data-dir", tmp_path / "new").exit_code == 0
    assert content(tmp_path / "new") == content(kept.folder)


def test_nothing_is_restored_under_a_running_server(
    kept: Kept, tmp_path: Path, postgres: Postgres
) -> None:
    url = postgres.database()
    run("backup", tmp_path / "all.gz", "--data-dir", kept.folder)

    async def look() -> None:
        async with served(tmp_path, database=url, bots=False):
            refused = await asyncio.to_thread(
                run, "restore", tmp_path / "all.gz", "--database", url, "--force"
            )
            assert refused.exit_code == 2
            assert "a server is using this database" in refused.stderr

    asyncio.run(look())
