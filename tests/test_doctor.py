"""`tablee doctor`: with one thing broken at a time it says which, what to do, and ends with 1."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import sqlite3
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner, Result

import tablee
from server.live import Process
from support import COMPILED, LAST_RESORT
from tablee import again, doctor, installed
from tablee.bots import service
from tablee.bots.service import Thought
from tablee.cli import main
from tablee.core.texts import LANGUAGES
from tablee.doctor import installation, network, places, tables
from tablee.doctor.kit import TEXTS
from tablee.games import FOUND
from tablee.server import building, site
from tablee.server.migrations.steps import migrate

QUIET = {"LC_ALL": "", "LANG": "", "XDG_CONFIG_HOME": os.devnull}
ALL = doctor.CHECKS
Look = Callable[..., dict[str, Any]]


def run(*words: object, lang: str = "en", **env: str) -> Result:
    said = [*map(str, words), "--lang", lang]
    return CliRunner().invoke(main, said, env={**QUIET, **env}, catch_exceptions=False)


@pytest.fixture
def look(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Look:
    """What some checks find, by key, in English; they find the same in French, and say so there."""

    def look(*checks: str, flags: tuple[object, ...] = (), **env: str) -> dict[str, Any]:
        some = tuple(each for each in ALL if each.__name__ in checks)
        assert len(some) == len(checks)
        monkeypatch.setattr(doctor, "CHECKS", some)
        if "--data-dir" not in flags and "TABLEE_DATA_DIR" not in env:
            flags = (*flags, "--data-dir", tmp_path / "tables")
        ran = {lang: run(*before(flags), "--json", lang=lang, **env) for lang in LANGUAGES}
        found = {lang: json.loads(each.stdout) for lang, each in ran.items()}
        for lang, each in ran.items():
            assert each.exit_code == any(one["state"] == "wrong" for one in found[lang])
            for one in found[lang]:
                assert list(one) == ["what", "state", "says", "do"]
                assert one["do"] or one["state"] == "ok", one
        states = {lang: [(one["what"], one["state"]) for one in each] for lang, each in found.items()}
        assert states["fr"] == states["en"]
        plain = run(*before(flags), **env)
        assert plain.exit_code == ran["en"].exit_code
        for one in found["en"]:  # ports and free space change meanwhile
            assert without_figures(f"{one['state']}: {one['says']}\n") in without_figures(plain.stdout)
            assert without_figures(one["do"]) in without_figures(plain.stdout)
        assert "\x1b" not in plain.stdout
        return {one["what"]: one for one in found["en"]} | {
            "fr": {one["what"]: one for one in found["fr"]}
        }

    def before(flags: tuple[object, ...]) -> list[object]:
        """What belongs to `tablee` itself stands before the command."""
        if flags[:1] == ("--config",):
            return [*flags[:2], "doctor", *flags[2:]]
        return ["doctor", *flags]

    return look


def without_figures(text: str) -> str:
    return re.sub(r"\d+", "0", text)


def content(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in folder.iterdir()}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A store of the present form with three tables."""
    made = tmp_path / "tables"
    made.mkdir()
    import sqlalchemy

    engine = sqlalchemy.create_engine(f"sqlite:///{made / 'tablee.db'}")
    with engine.begin() as connection:
        connection.exec_driver_sql("PRAGMA journal_mode=WAL")
    with engine.begin() as connection:
        migrate(connection)
    engine.dispose()
    change(
        made,
        *(
            f"INSERT INTO lobby VALUES ('{n}', 'mow', '{phase}', 1, 1700000000000, '{{}}')"
            for n, phase in enumerate(("playing", "over", "over"))
        ),
    )
    return made


def change(folder: Path, *statements: str) -> None:
    with closing(sqlite3.connect(folder / "tablee.db")) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


# -- as it is --------------------------------------------------------------------------------------


def test_nothing_is_wrong_here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """All checks, as somebody has them who has just installed it."""
    monkeypatch.setattr(installation, "THINKING", LAST_RESORT)
    for lang, end in (("en", "Nothing is wrong"), ("fr", "Rien ne cloche")):
        ran = run("doctor", "--port", 0, "--data-dir", tmp_path / "tables", lang=lang)
        assert ran.exit_code == 0, ran.stdout
        assert ran.stdout.splitlines()[-1].startswith(end)
        assert tablee.__version__ in ran.stdout
    assert not list(tmp_path.iterdir())


def test_keys_for_programs(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Whoever reads them can rely on these."""
    monkeypatch.setattr(
        doctor, "CHECKS", [each for each in doctor.CHECKS if each.__name__ != "plugins"]
    )
    monkeypatch.setattr(installation, "THINKING", LAST_RESORT)
    ran = run("doctor", "--json", "--port", 0, "--data-dir", folder)
    assert [each["what"] for each in json.loads(ran.stdout)] == [
        *("tablee", "python", "platform", "compiled", "pages", "settings", "folder", "store", "tables"),
        *("disk.data", "disk.temp", "clock", "port", "addresses", "workers"),
        *("extra.postgres", "extra.lab", "extra.ray", "extra.rl", "extra.openspiel", "extra.mcp"),
    ]


def test_a_check_that_fails_is_a_finding_and_the_others_go_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    secret = "postgresql://zoe:p%40ss-w0rd@127.0.0.1:1/x"

    def falls(patient: Any) -> Iterator[Any]:
        print("noise")
        yield patient.ok("falls", "workers")
        raise RuntimeError(f"{patient.database}\np%40ss-w0rd p@ss-w0rd")

    def leaves(patient: Any) -> Iterator[Any]:
        sys.exit(3)

    checks = (falls, leaves, installation.platform)
    monkeypatch.setattr(doctor, "CHECKS", checks)
    for lang in LANGUAGES:
        ran = run("doctor", "--json", "--database", secret, lang=lang)
        assert ran.exit_code == 1
        found = json.loads(ran.stdout)
        assert [(each["what"], each["state"]) for each in found] == [
            *(("falls", "ok"), ("falls", "wrong"), ("leaves", "wrong"), ("platform", "ok"))
        ]
        assert "RuntimeError" in found[1]["says"]
        assert found[1]["do"]
        assert "ss-w0rd" not in ran.output


def test_colour_is_for_terminals(monkeypatch: pytest.MonkeyPatch) -> None:
    from tablee.doctor.kit import Patient
    from tablee.doctor_command import lines_of

    patient = Patient("fr", Path())
    finding = patient.warning("port", "port.taken", port=1, free=2)
    assert lines_of(finding, patient).startswith("attention\u00a0: Autre chose")
    monkeypatch.setattr(sys, "stdout", SimpleNamespace(isatty=lambda: True))
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert lines_of(finding, patient).startswith("\x1b[33mattention\x1b[0m")
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in lines_of(finding, patient)


def test_all_that_is_said_to_do_belongs_to_something_said() -> None:
    for key in TEXTS.keys("en"):
        assert not key.endswith(".do") or key == "line.do" or TEXTS.has("en", key.removesuffix(".do"))


# -- the installation ------------------------------------------------------------------------------


def test_an_old_python(look: Look, monkeypatch: pytest.MonkeyPatch) -> None:
    assert look("python")["python"]["state"] == "ok"
    monkeypatch.setattr(installation, "OLDEST", (9, 1))
    found = look("python")
    assert found["python"]["state"] == "wrong"
    assert "Python 9.1" in found["python"]["do"]


def test_how_it_came_here(look: Look, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "checkout" in look("tablee")["tablee"]["says"]
    monkeypatch.setattr(installed, "CHECKOUT", None)
    assert "a package" in look("tablee")["tablee"]["says"]
    monkeypatch.setattr(installed, "ONE_FILE", Path(sys.executable))
    assert f"one file: {sys.executable}" in look("tablee")["tablee"]["says"]


def test_compiled_or_not(look: Look) -> None:
    found = look("compiled")["compiled"]
    assert found["state"] == ("ok" if COMPILED else "warning")
    assert ("modules" if COMPILED else "make compile") in found["says"] + found["do"]


def test_half_compiled(look: Look, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Whole; with a file that does not belong there; with one missing; and where nobody has a list."""
    names = ["0__mypyc.so", "tablee/core/play.so", "tablee/games/mow/rules.so"]
    about = tmp_path / "tablee-1.dist-info"
    for name in names:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: tablee\nVersion: 1\n")
    (about / "RECORD").write_text("".join(f"{name},,\n" for name in [*names, "tablee/__init__.py"]))
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(tablee, "__file__", str(tmp_path / "tablee" / "__init__.py"))
    monkeypatch.setattr(installed, "INTERPRETED", False)
    assert look("compiled")["compiled"]["state"] == "ok"
    (tmp_path / "tablee" / "cli.so").touch()
    found = look("compiled")["compiled"]
    assert found["state"] == "wrong"
    assert str(tmp_path / "tablee" / "cli.so") in found["says"]
    (tmp_path / names[2]).unlink()
    for checkout, do in ((tmp_path, "make compile"), (None, "install it again")):
        monkeypatch.setattr(installed, "CHECKOUT", checkout)
        found = look("compiled")["compiled"]
        assert found["state"] == "wrong"
        assert str(tmp_path / names[2]) in found["says"]
        assert do in found["do"]
    monkeypatch.setattr(installed, "NAME", "nobody-has-installed-this")
    assert look("compiled")["compiled"]["state"] == "ok"


def test_pages(look: Look, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """None; a part of them; all, but of other sources; all."""
    static, web = tmp_path / "static", tmp_path / "web"
    monkeypatch.setattr(site, "FOLDER", static)
    monkeypatch.setattr(installed, "CHECKOUT", tmp_path)
    web.mkdir()
    (web / "package.json").write_text("{}")
    none = look("pages")
    assert (none["pages"]["state"], none["pages"]["do"]) == ("wrong", "make play builds them.")
    assert none["fr"]["pages"]["do"] == "make play les construit."
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text('<script src="/assets/a.js"></script><link href="/b.svg">')
    (static / "b.svg").touch()
    part = look("pages")["pages"]
    assert part["state"] == "wrong"
    assert "assets/a.js" in part["says"]
    assert "b.svg" not in part["says"]
    (static / "assets" / "a.js").touch()
    assert look("pages")["pages"]["state"] == "warning"
    (web / building.STAMP).write_text(json.dumps(building.stamp(web, static)))
    assert look("pages")["pages"]["state"] == "ok"


def test_bots_whose_process_does_not_start(look: Look, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(again.HELPERS, "thinker", "builtins:print")  # ends at once
    found = look("workers")["workers"]
    assert found["state"] == "wrong"
    assert "bots" in found["says"]


def test_bots_that_give_no_answer(look: Look, monkeypatch: pytest.MonkeyPatch) -> None:
    thought = Thought(0, "random", 1.0, "greedy raised MemoryError")
    monkeypatch.setattr(service.Thinkers, "choose", lambda *_args, **_how: thought)
    monkeypatch.setattr(installation, "THINKING", LAST_RESORT)
    found = look("workers")["workers"]
    assert found["state"] == "wrong"
    assert "MemoryError" in found["says"]


def plug_in(path: Path, name: str, value: str) -> None:
    about = path / f"{name}-1.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
    (about / "entry_points.txt").write_text(f"[tablee.games]\n{name} = {value}\n")


def test_plug_ins(look: Look, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """One that raises, one that leaves, one that is no game, and one that prints and is a game."""
    plug_in(tmp_path / "more", "raises", "raises_it:GAME")
    plug_in(tmp_path / "more", "leaves", "leaves_it:GAME")
    plug_in(tmp_path / "more", "strange", "json:dumps")
    plug_in(tmp_path / "more", "works", "works_well:GAME")
    (tmp_path / "more" / "raises_it.py").write_text("1 / 0\n")
    (tmp_path / "more" / "leaves_it.py").write_text("raise SystemExit(4)\n")
    (tmp_path / "more" / "works_well.py").write_text("print('hi')\nfrom tablee.games.mow import GAME\n")
    monkeypatch.syspath_prepend(tmp_path / "more")
    try:
        found = look("plugins")
    finally:
        FOUND.pop("works", None)
    assert found["plugin.works"]["state"] == "ok"
    for name, why in (
        ("raises", "ZeroDivisionError"),
        ("leaves", "SystemExit(4)"),
        ("strange", "Game"),
    ):
        assert found[f"plugin.{name}"]["state"] == "wrong"
        assert why in found[f"plugin.{name}"]["says"]
        assert name in found[f"plugin.{name}"]["says"]


def test_extras_are_no_faults(look: Look, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(installation.EXTRAS, "mcp", ("no_such_module",))
    monkeypatch.setitem(installation.EXTRAS, "lab", ("json",))
    found = look("extras")
    assert {each["state"] for each in found["fr"].values()} == {"ok"}
    assert installed.command_for("mcp") in found["extra.mcp"]["do"]
    assert found["extra.lab"]["do"] == ""
    for extra in installation.EXTRAS:
        assert list(installed.packages_of(extra))


# -- settings --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[serve]\nport = 1\n[serve\n", "line 3"),
        ("[serve]\nport = 1\n\ncolour = 3\n", "“serve.colour”, which does not exist. Line 4."),
        ("\n[sever]\n", "“sever”, which does not exist. Line 2."),
        ("serve = 1\n", "“serve”, which does not exist. Line 1."),
        ("[tables]\n[serve]\nport = 'x'\n", "'x' is not a valid integer range. Line 3."),
        ("[doctor]\nport = 1\nyes = 1\n", "“doctor.yes”, which does not exist. Line 3."),
        ("[lab.study]\nnever = 1\n", "“lab.study.never”, which does not exist. Line 2."),
        ("lang = 'de'\n", "“lang = de”, which does not exist. Line 1."),
    ],
)
def test_bad_settings(look: Look, tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(text)
    found = look("settings", "platform", flags=("--config", file))
    assert found["settings"]["state"] == "wrong"
    assert said in found["settings"]["says"]
    assert found["platform"]["state"] == "ok"


def test_settings_that_are_not_there(look: Look, tmp_path: Path) -> None:
    found = look("settings", flags=("--config", tmp_path / "gone.toml"))["settings"]
    assert found["state"] == "wrong"
    assert "gone.toml" in found["says"]
    found = look("settings", XDG_CONFIG_HOME=str(tmp_path))["settings"]
    assert found["state"] == "ok"
    assert str(tmp_path / "tablee" / "config.toml") in found["says"]


def test_it_looks_where_serve_would(
    look: Look, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The file, then variables, then flags; and what is secret in them is not said."""
    monkeypatch.setattr(network, "PATIENCE", 0.05)  # nobody answers
    (tmp_path / "tablee").mkdir()
    file = tmp_path / "tablee" / "config.toml"
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        file.write_text(f"[serve]\nport = {port}\ntoken = 'hush'\n")
        found = look("port", "settings", XDG_CONFIG_HOME=str(tmp_path))
        assert found["settings"]["says"].startswith(f"The settings file {file} can be read")
        assert f"port {port};" in found["port"]["says"]
        assert "hush" not in json.dumps(found)
        found = look("port", XDG_CONFIG_HOME=str(tmp_path), TABLEE_PORT="0")
        assert found["port"]["says"].startswith("Any port")
        found = look("port", flags=("--port", port), TABLEE_PORT="0")
        assert f"port {port};" in found["port"]["says"]
    other = tmp_path / "other"
    assert str(other) in look("folder", TABLEE_DATA_DIR=str(other))["folder"]["says"]


# -- folders, disks, the clock ---------------------------------------------------------------------


def test_a_file_in_place_of_the_folder(look: Look, tmp_path: Path) -> None:
    (tmp_path / "tables").touch()
    found = look("folder")["folder"]
    assert found["state"] == "wrong"
    assert "--data-dir" in found["do"]


def test_a_folder_that_cannot_be_made(
    look: Look, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    """Also for who may write everywhere: nobody makes a folder in a device."""
    found = look("folder", flags=("--data-dir", "/proc/nobody/tables"))["folder"]
    assert found["state"] == "wrong"
    assert "--data-dir" in found["do"]


@pytest.mark.skipif(os.geteuid() == 0, reason="the administrator may write everywhere")
def test_a_folder_that_cannot_be_written(look: Look, folder: Path) -> None:
    folder.chmod(0o500)
    found = look("folder", "store")
    folder.chmod(0o700)
    assert (found["folder"]["state"], found["store"]["state"]) == ("wrong", "ok")
    (folder / "tablee.db").chmod(0o400)
    found = look("folder", "store")
    assert (found["folder"]["state"], found["store"]["state"]) == ("wrong", "ok")
    assert "tablee.db" in found["folder"]["says"]


def test_files_of_somebody_else(look: Look, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    access = os.access
    refused = folder / "tablee.db"
    monkeypatch.setattr(os, "access", lambda path, mode: path != refused and access(path, mode))
    found = look("folder")["folder"]
    assert found["state"] == "wrong"
    assert "chown" in found["do"]


def test_a_disk_of_another_machine(look: Look, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert look("folder")["folder"]["state"] == "ok"
    mounted = [(Path("/"), "ext4"), (tmp_path.resolve(), "nfs4"), (tmp_path / "tables" / "x", "ext4")]
    monkeypatch.setattr(places, "mounts", lambda: iter(mounted))
    found = look("folder")["folder"]
    assert found["state"] == "warning"
    assert "nfs4" in found["says"]
    assert "--data-dir" in found["do"]


@pytest.mark.parametrize(("free", "state"), [(19, "wrong"), (199, "warning"), (200, "ok")])
def test_room(look: Look, monkeypatch: pytest.MonkeyPatch, free: int, state: str) -> None:
    left = SimpleNamespace(free=free * places.MB)
    monkeypatch.setattr(shutil, "disk_usage", lambda _place: left)
    found = look("disk")
    for what in ("disk.data", "disk.temp"):
        assert found[what]["state"] == state
        assert f"{free} MB" in found[what]["says"]
        assert f"{free} Mo" in found["fr"][what]["says"]


def test_no_place_for_what_is_temporary(look: Look, monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere() -> str:
        raise FileNotFoundError("no usable temporary directory")

    monkeypatch.setattr(tempfile, "gettempdir", nowhere)
    found = look("disk")["disk.temp"]
    assert found["state"] == "wrong"
    assert "TMPDIR" in found["do"]


def test_the_clock(look: Look, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    assert look("clock")["clock"]["state"] == "ok"
    later = int((time.time() + 3600) * 1000)
    change(folder, f"INSERT INTO settings VALUES ('alive', '{later}')")
    found = look("clock")["clock"]
    assert found["state"] == "warning"
    assert "set it before you serve" in found["do"]
    monkeypatch.setattr(time, "time", lambda: 3600.0)
    found = look("clock")["clock"]
    assert found["state"] == "wrong"
    assert "1970-01-01" in found["says"]


def test_the_clock_of_the_one_file(look: Look, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Its modules are no files: it is the file itself that was put here at some time."""
    file = tmp_path / "tablee"
    file.touch()
    monkeypatch.setattr(installed, "ONE_FILE", file)
    monkeypatch.setattr(tablee, "__file__", str(tmp_path / "unpacked" / "tablee" / "__init__.pyc"))
    assert look("clock")["clock"]["state"] == "ok"


# -- the store -------------------------------------------------------------------------------------


def test_a_store_is_looked_at_and_left_as_it_is(look: Look, folder: Path) -> None:
    before = content(folder)
    found = look("store")
    assert found["store"]["state"] == "ok"
    assert found["tables"]["says"] == "3 tables: 1 being played, 0 not begun, 2 over."
    assert found["fr"]["tables"]["says"] == (
        "3 tables\u00a0: 1 en cours, 0 pas commencée, 2 terminées."
    )
    assert content(folder) == before


def test_no_store_and_an_empty_one(look: Look, tmp_path: Path) -> None:
    assert "no tables yet" in look("store")["store"]["says"]
    assert not list(tmp_path.iterdir())
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "tablee.db").touch()
    assert "empty" in look("store")["store"]["says"]
    assert [path.name for path in (tmp_path / "tables").iterdir()] == ["tablee.db"]


@pytest.mark.parametrize(("version", "state"), [("0001", "ok"), ("9999", "wrong")])
def test_a_store_of_another_form(look: Look, folder: Path, version: str, state: str) -> None:
    change(folder, f"UPDATE alembic_version SET version_num = '{version}'")
    if state == "wrong":
        change(folder, "DROP TABLE lobby")  # nobody knows what it is like
    found = look("store")
    assert found["store"]["state"] == state
    assert version in found["store"]["says"]
    assert ("an older form" if state == "ok" else "newer Tablée") in found["store"]["says"]
    assert (state == "ok") or "--data-dir" in found["store"]["do"]


def test_somebody_elses_database(look: Look, tmp_path: Path) -> None:
    (tmp_path / "tables").mkdir()
    change(tmp_path / "tables", "CREATE TABLE recipes (name)")
    found = look("store")["store"]
    assert found["state"] == "wrong"
    assert "none of Tablée’s" in found["says"]


@pytest.mark.parametrize("where", ["head", "middle", "entries"])
def test_a_damaged_store(look: Look, folder: Path, where: str) -> None:
    path = folder / "tablee.db"
    data = bytearray(path.read_bytes())
    if where == "head":
        data[:100] = b"x" * 100
    elif where == "entries":  # which nothing but the check itself reads
        with closing(sqlite3.connect(path)) as connection:
            (page,) = connection.execute(
                "SELECT rootpage FROM sqlite_master WHERE name = 'log'"
            ).fetchone()
        data[4096 * (page - 1) : 4096 * page] = b"\x07" * 4096
    else:
        data[4096 : 4096 * 8] = b"\x07" * (4096 * 7)
    path.write_bytes(data)
    before = content(folder)
    found = look("store", "clock")
    assert found["store"]["state"] == "wrong"
    assert "damaged" in found["store"]["says"]
    assert "restore" in found["store"]["do"]
    assert found["clock"]["state"] == "ok"
    assert content(folder) == before


def test_a_store_whose_server_was_killed(look: Look, folder: Path, tmp_path: Path) -> None:
    """The newest entries are beside it; they are seen, and stay there."""
    killed = tmp_path / "killed"
    with closing(sqlite3.connect(folder / "tablee.db")) as connection:
        connection.execute("PRAGMA wal_autocheckpoint=0")
        connection.execute("INSERT INTO lobby VALUES ('z', 'mow', 'lobby', 1, 1, '{}')")
        connection.commit()
        shutil.copytree(folder, killed)
    (killed / "tablee.db-shm").unlink()
    assert (killed / "tablee.db-wal").stat().st_size
    before = content(killed)
    found = look("store", flags=("--data-dir", killed))
    assert found["tables"]["says"] == "4 tables: 1 being played, 1 not begun, 2 over."
    assert content(killed) == before


def test_beside_a_server(look: Look, tmp_path: Path) -> None:
    """Its folder and its port: no fault, nothing changes, and it goes on."""
    server = Process(tmp_path / "tables", bots=False)
    server.start()
    try:
        before = sorted(path.name for path in server.folder.iterdir())
        found = look("folder", "store", "port", flags=("--port", server.port))
        assert {each["state"] for each in found["fr"].values()} == {"ok"}
        assert "A server is running" in found["server"]["says"]
        assert found["port"]["says"].startswith(f"A Tablée ({tablee.__version__}) already serves")
        assert f"127.0.0.1:{server.port}/" in found["port"]["says"]
        assert sorted(path.name for path in server.folder.iterdir()) == before
        assert tables.in_use_elsewhere(tmp_path / "tables")
        assert network.ask("127.0.0.1", server.port, "/healthz") == {"ok": True}
    finally:
        server.end()
    assert not tables.in_use(tmp_path / "tables")
    assert not tables.in_use_elsewhere(tmp_path / "tables")
    assert "server" not in look("store")


@pytest.mark.parametrize(
    "url", ["mysql://zoe:hush-hush@127.0.0.1/x", "postgresql://zoe:hush-hush@127.0.0.1:1/x"]
)
def test_no_database_there(look: Look, url: str) -> None:
    for given in ({"flags": ("--database", url)}, {"TABLEE_DATABASE": url}):
        found = look("folder", "store", "disk", "clock", **given)
        assert found["store"]["state"] == "wrong"
        assert "TABLEE_DATABASE" in found["store"]["do"]
        assert "hush" not in json.dumps(found)
        assert not {"folder", "disk.data"} & set(found)


def test_without_the_driver(look: Look, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tablee.server.postgres_store", None)
    found = look("store", flags=("--database", "postgresql://127.0.0.1:1/x"))["store"]
    assert found["state"] == "wrong"
    assert installed.command_for("postgres") in found["says"]


# -- the network -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "said", [b"", b"hello", b'{"ok":true}', b'{"info": {"title": "Other", "version": "1"}}']
)
def test_a_port_that_something_else_has(look: Look, said: bytes) -> None:
    def answer() -> None:
        while True:
            try:
                line, _ = taken.accept()
            except OSError:
                return
            with line:
                line.recv(4096)
                head = f"HTTP/1.1 200 OK\r\nContent-Length: {len(said)}\r\n\r\n"
                line.sendall(head.encode() + said)

    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        thread = threading.Thread(target=answer, daemon=True)
        thread.start()
        found = look("port", flags=("--port", port))
        taken.shutdown(socket.SHUT_RDWR)
    thread.join()
    assert found["port"]["state"] == "warning"
    assert f"Something else has port {port}" in found["port"]["says"]
    assert "--port" in found["port"]["do"]


def test_a_port_whose_owner_says_nothing(look: Look, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "PATIENCE", 0.05)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        found = look("port", flags=("--port", taken.getsockname()[1]))["port"]
    assert found["state"] == "warning"


def test_a_tablee_that_is_not_well(look: Look, monkeypatch: pytest.MonkeyPatch) -> None:
    about = {"info": {"title": "Tablée", "version": "7"}}
    monkeypatch.setattr(network, "ask", lambda _host, _port, path: about if "openapi" in path else None)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        found = look("port", flags=("--port", taken.getsockname()[1]))["port"]
    assert found["state"] == "warning"
    assert "not well" in found["says"]


def test_an_address_that_is_not_ours(look: Look) -> None:
    found = look("port", TABLEE_HOST="192.0.2.77")["port"]
    assert found["state"] == "wrong"
    assert "192.0.2.77" in found["says"]


@pytest.mark.parametrize(
    ("host", "lan", "state", "said"),
    [
        ("127.0.0.1", "192.168.1.20", "ok", "opens the house"),
        ("127.0.0.1", None, "ok", "in no network"),
        ("0.0.0.0", "192.168.1.20", "ok", "find it at http://192.168.1.20:8000/"),
        ("0.0.0.0", None, "warning", "no address in a network"),
    ],
)
def test_addresses(
    look: Look, monkeypatch: pytest.MonkeyPatch, host: str, lan: str | None, state: str, said: str
) -> None:
    monkeypatch.setattr("tablee.server.addresses.lan_address", lambda: lan)
    found = look("addresses", TABLEE_HOST=host)["addresses"]
    assert found["state"] == state
    assert said in found["says"]
    assert ":0/" not in look("addresses", flags=("--port", 0), TABLEE_HOST=host)["addresses"]["says"]
