"""Helper processes, and Tablée as one file: how it starts itself, ends, and keeps what it is told."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from support import until
from tablee import again, cli_kit, installed, serve_command
from tablee.cli import main
from tablee.core.texts import LANGUAGES


@pytest.fixture
def one_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """As if this were the one file, in a folder of its own."""
    file = tmp_path / "stick" / "tablee"
    file.parent.mkdir()
    monkeypatch.setattr(again, "FROZEN", True)
    monkeypatch.setattr(sys, "executable", str(file))
    for module in (installed, cli_kit, serve_command):
        monkeypatch.setattr(module, "ONE_FILE", file)
    return file


def run(*words: object, lang: str = "en", **env: str) -> Result:
    given = {"LC_ALL": f"{lang}_XX.UTF-8", "TABLEE_DATA_DIR": "", "TABLEE_PORTABLE": "", **env}
    return CliRunner().invoke(main, [*map(str, words)], env=given, catch_exceptions=False)


# -- helpers -----------------------------------------------------------------------------------------


def test_a_helper_is_a_process_that_calls_its_function(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(again.HELPERS, "thinker", "builtins:print")
    words = again.helper_words("thinker", "7,8", "--help")
    assert words[0] == sys.executable
    assert again.helper_environ() is None
    assert subprocess.run(words, capture_output=True, text=True, check=True).stdout == "7,8 --help\n"


def test_the_one_file_starts_itself(one_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And what it starts so is that helper, before it is a command."""
    words = again.helper_words("reviewer", "a", "b c")
    assert words[0] == str(one_file)
    called: list[tuple[str, ...]] = []
    monkeypatch.setattr(signal, "raise_signal", lambda *given: called.append(given))
    monkeypatch.setitem(again.HELPERS, "reviewer", "signal:raise_signal")
    monkeypatch.setattr(sys, "argv", words)
    assert again.helped()
    assert called == [("a", "b c")]


@pytest.mark.parametrize(
    "words", [[], ["serve"], ["--as-helper"], ["--as-helper", "os:system", "true"]], ids=str
)
def test_what_is_no_helper_is_a_command(
    one_file: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    monkeypatch.setattr(sys, "argv", [str(one_file), *words])
    assert not again.helped()


def test_the_word_is_nobodys_but_the_one_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(again.HELPERS, "thinker", "os:abort")
    monkeypatch.setattr(sys, "argv", ["tablee", again.FIRST, "thinker"])
    assert not again.helped()
    assert again.FIRST not in run("--help").output
    assert run(again.FIRST, "thinker").exit_code == 2


# -- the launcher ------------------------------------------------------------------------------------

PROGRAM = """
import os, sys, time
from tablee import again
again.FROZEN, sys._MEIPASS, again.LOOK = True, sys.argv[1], 0.01
os.environ.pop(again.MARK, None)
if sys.argv[2] == "looks" and hasattr(os, "pidfd_open"):
    del os.pidfd_open
else:
    again.LOOK = 600
again.settle()
print(os.getpid(), flush=True)
time.sleep(600)
"""
LAUNCHER = "import subprocess, sys; sys.exit(subprocess.call([sys.executable, '-c', *sys.argv[1:]]))"


@pytest.mark.parametrize("how", ["looks", *(["is told"] if hasattr(os, "pidfd_open") else [])])
def test_who_kills_the_launcher_ends_the_program(tmp_path: Path, how: str) -> None:
    unpacked = tmp_path / "unpacked"
    (unpacked / "folder").mkdir(parents=True)
    words = [sys.executable, "-c", LAUNCHER, PROGRAM, str(unpacked), how]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(words, stdout=subprocess.PIPE, env=env) as launcher:
        assert launcher.stdout is not None
        inner = int(launcher.stdout.readline())
        assert unpacked.exists()
        launcher.kill()
        # The pipe is open as long as one of them lives.
        assert launcher.stdout.read() == b""
    until("the program is gone", lambda: not alive(inner))
    assert not unpacked.exists()


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    # One that nobody has buried yet is gone, too.
    stat = Path(f"/proc/{pid}/stat")
    return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] != "Z"


def test_ctrl_c_that_comes_twice_counts_once(one_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    monkeypatch.setattr(again, "heard", {})
    with pytest.raises(KeyboardInterrupt):
        again.interrupt(signal.SIGINT, None)
    clock[0] += 0.1
    again.interrupt(signal.SIGINT, None)
    assert not again.echo(signal.SIGTERM)
    clock[0] += 5
    with pytest.raises(KeyboardInterrupt):
        again.interrupt(signal.SIGINT, None)
    monkeypatch.setattr(again, "FROZEN", False)
    assert not again.echo(signal.SIGINT)


def test_a_browser_finds_its_own_libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    """And a helper that is started after it finds ours."""
    ours = {"LD_LIBRARY_PATH": "/unpacked:/theirs", "_PYI_ARCHIVE_FILE": "tablee", again.MARK: "yes"}
    environ: dict[str, str] = {**ours, "LD_LIBRARY_PATH_ORIG": "/theirs", "HOME": "/home/ada"}
    monkeypatch.setattr(os, "environ", environ)
    monkeypatch.setattr(again, "launched", dict(environ))
    again.for_strangers()
    assert environ == {"LD_LIBRARY_PATH": "/theirs", "HOME": "/home/ada"}
    helper = again.helper_environ()
    assert helper is not None
    assert ours.items() <= helper.items()
    monkeypatch.setattr(again, "launched", {})
    environ["_PYI_ARCHIVE_FILE"] = "of another program"
    again.for_strangers()
    assert "_PYI_ARCHIVE_FILE" in environ


@pytest.mark.parametrize(
    ("words", "opens"), [(["tablee"], True), (["tablee", "serve"], False)], ids=["clicked", "typed"]
)
def test_a_click_opens_a_browser(
    one_file: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], opens: bool
) -> None:
    class NoTerminal:
        def isatty(self) -> bool:
            return False

    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr(sys, "argv", words)
    for name in ("stdin", "stdout"):
        monkeypatch.setattr(sys, name, NoTerminal())
    assert serve_command.may_open_a_browser() is opens
    monkeypatch.setattr(serve_command, "ONE_FILE", None)
    assert not serve_command.may_open_a_browser()


# -- where data are ----------------------------------------------------------------------------------


@pytest.fixture
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for kind in ("data", "config"):
        folder = tmp_path / "home" / kind
        monkeypatch.setattr(cli_kit, f"user_{kind}_path", lambda *_, folder=folder, **__: folder)
    return tmp_path / "home"


def folder_of(said: Result) -> str:
    assert said.exit_code == 2, said.output
    return said.stderr


@pytest.mark.usefixtures("at_home")
@pytest.mark.parametrize(("flag", "env"), [("--portable", {}), ("--lang=en", {"TABLEE_PORTABLE": "1"})])
def test_portable_keeps_everything_beside_the_file(
    one_file: Path, tmp_path: Path, flag: str, env: dict[str, str]
) -> None:
    beside = str(one_file.parent / "tablee-data")
    for command in (
        ("play", "--resume"),
        ("tables",),
        ("backup", tmp_path / "b.gz"),
        ("ratings", "mow"),
    ):
        assert beside in folder_of(run(flag, *command, **env)), command
    elsewhere = str(tmp_path / "elsewhere")
    said = folder_of(run(flag, "play", "--resume", "--data-dir", elsewhere, **env))
    assert elsewhere in said
    assert beside not in said


def test_the_folder_beside_is_found_again(one_file: Path, at_home: Path) -> None:
    """With its settings: who clicks on the file cannot type --portable."""
    assert str(at_home) in folder_of(run("play", "--resume"))
    beside = one_file.parent / "tablee-data"
    beside.mkdir()
    assert str(beside) in folder_of(run("play", "--resume"))
    (beside / "config.toml").write_text('lang = "fr"\n', "utf-8")
    assert "joueurs" in run("games").output
    assert list(beside.iterdir()) == [beside / "config.toml"]


@pytest.mark.usefixtures("at_home")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_folder_that_cannot_be_written(one_file: Path, lang: str) -> None:
    (one_file.parent / "tablee-data").write_text("no folder")
    said = folder_of(run("--portable", "play", "--resume", lang=lang))
    assert str(one_file.parent / "tablee-data") in said
    assert "--data-dir" in said
    assert len(said.splitlines()) == 1
    assert run("--portable", "games", lang=lang).exit_code == 0  # that keeps nothing


@pytest.mark.usefixtures("at_home")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_elsewhere_portable_means_nothing(lang: str) -> None:
    said = folder_of(run("--portable", "play", "--resume", lang=lang))
    assert "--data-dir" in said
    assert len(said.splitlines()) == 1


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nobody_knows_where_home_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, lang: str) -> None:
    """No HOME, and a user whom the system does not know, as in many a container."""

    def unknown(*_words: object, **_how: object) -> Path:
        raise RuntimeError("Could not determine home directory.")

    for kind in ("data", "config"):
        monkeypatch.setattr(cli_kit, f"user_{kind}_path", unknown)
    said = folder_of(run("play", "--resume", lang=lang))
    assert "--data-dir" in said
    assert len(said.splitlines()) == 1
    assert str(tmp_path) in folder_of(run("play", "--resume", "--data-dir", tmp_path, lang=lang))
    assert run("games", lang=lang).exit_code == 0  # that keeps nothing


# -- what it says of itself --------------------------------------------------------------------------


@pytest.mark.usefixtures("one_file")
@pytest.mark.parametrize(("lang", "word"), [("fr", "fichier"), ("en", "file")])
def test_what_cannot_be_added(monkeypatch: pytest.MonkeyPatch, lang: str, word: str) -> None:
    monkeypatch.setitem(sys.modules, "tablee.adapters.mcp", None)
    said = folder_of(run("mcp", lang=lang))
    assert word in said
    assert "pip" not in said
    assert "file" in str(installed.missing("environments need more packages", "rl"))


@pytest.mark.usefixtures("one_file")
def test_the_version_says_what_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    import tablee.cli as cli

    monkeypatch.setattr(cli, "ONE_FILE", Path("tablee"))
    assert "one file)" in run("--version").output


@pytest.mark.skipif(os.name == "nt", reason="a shell of Unix reads it")
def test_how_it_is_called_can_be_typed(tmp_path: Path) -> None:
    assert cli_kit.typed("./tablee") == "./tablee"
    file = tmp_path / "l’été là" / "tablee"
    file.parent.mkdir()
    file.write_text("#!/bin/sh\necho $1\n")
    file.chmod(0o755)
    line = f"{cli_kit.typed(str(file))} played"
    assert subprocess.run(line, shell=True, capture_output=True, check=True).stdout == b"played\n"


@pytest.mark.usefixtures("one_file")
@pytest.mark.parametrize("what", ["interpreted", "no_pages"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_missing_in_it(what: str, lang: str) -> None:
    said = installed.advice(lang, what)
    assert said.endswith(".")
    assert "make onefile" in said
