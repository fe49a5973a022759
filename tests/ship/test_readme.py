"""Every shell line of the README does what it says: as written, in a fresh clone, after `make play`.

All but `make test` itself. What would take long is done with small counts; what serves is ended, as by
Ctrl-C, when it has given its page.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import urllib.request
from pathlib import Path

import pytest

import docs
from ship.ways import BARE, COMPILER, FREEZER, ROOT, Place, environment, place
from support import LAST_RESORT, until

LINES = docs.shell_lines(ROOT / "README.md")
FIRST = "make play"
LEFT_OUT = {"make test"}
CONTAINER = "tablee-readme"
# The same with less to do; and beside what somebody may have on this machine.
SMALLER = {
    r"--games \d+": "--games 20",
    r"--ladder \S+": r"\g<0> --ladder-games 4",
    r"lab compare \S+": r"\g<0> --games 20",
    r"podman run": f"podman run --name {CONTAINER}",
    r"-p 8000:8000": "-p 127.0.0.1::8000",  # any port that is free
    r"-v tablee:/data": "-v /data",  # a volume that goes with the container
}
SERVES = re.compile(r"make play|.* serve\b|podman run\b")
SETTING_UP = 6 * LAST_RESORT  # a compiler is at work, on a machine that may have others


def smaller(line: str) -> str:
    for flag, less in SMALLER.items():
        line = re.sub(flag, less, line)
    return line


def not_here(line: str) -> str | None:
    """Why a line cannot be tried on this machine: tests fetch no images of containers."""
    if not line.startswith("podman"):
        return None
    if shutil.which("podman") is None:
        return "there is no podman here"
    text = (ROOT / "Containerfile").read_text("utf-8")
    given = dict(re.findall(r"^ARG (\w+)=(\S+)", text, re.MULTILINE))
    for image in re.findall(r"^FROM (?:--\S+ )*(\S+)", text, re.MULTILINE):
        name = re.sub(r"\$\{?(\w+)\}?", lambda found: given.get(found[1], ""), image)
        stage = re.search(rf"^FROM .* AS {re.escape(name)}$", text, re.MULTILINE | re.IGNORECASE)
        known = stage or name == "scratch"
        if not known and subprocess.run(["podman", "image", "exists", name], check=False).returncode:
            return f"podman has no image {name} here"
    return None


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Place:
    """A clone in which one has played, on a machine with a compiler, binutils and pipx; no Node."""
    tools = ("podman",) if shutil.which("podman") else ()
    at = place(tmp_path_factory.mktemp("readme") / "chez l’été", (*BARE, *COMPILER, *FREEZER, *tools))
    commands = environment(at)
    at.run(commands / "python", "-m", "pip", "install", "-q", "pipx")
    (at.folder / "bin" / "pipx").symlink_to(commands / "pipx")
    at.run("git", "clone", "-q", ROOT, "checkout")
    there = Place(at.folder / "checkout", at.env)
    serve(there, FIRST)
    return there


def serve(at: Place, line: str) -> None:
    """Until it has given its page; then everybody who belongs to it ends, and nobody complains."""
    said = at.folder.parent / "said.txt"
    with said.open("w") as out:
        process = subprocess.Popen(
            ["sh", "-c", line], cwd=at.folder, env=at.env, stdin=subprocess.DEVNULL,
            stdout=out, stderr=subprocess.STDOUT, start_new_session=True,
        )  # fmt: skip
    try:
        until(
            f"{line} says where it serves",
            lambda: process.poll() is not None or address(at, line, said),
            SETTING_UP,
        )
        url = address(at, line, said)
        assert url, said.read_text("utf-8")[-3000:]
        with urllib.request.urlopen(url, timeout=LAST_RESORT) as answer:
            assert b'<script type="module"' in answer.read()
    finally:
        os.killpg(process.pid, signal.SIGINT)
        process.wait(LAST_RESORT)
    until(f"all of {line} have ended", lambda: gone(process.pid))
    assert "Traceback" not in said.read_text("utf-8")


def address(at: Place, line: str, said: Path) -> str | None:
    found = re.search(r"^http://127\.0\.0\.1:\d+/$", said.read_text("utf-8"), re.MULTILINE)
    if found is None or not line.startswith("podman"):
        return found and found[0]
    # A container says its own port; outside it is another one.
    return f"http://{at.run('podman', 'port', CONTAINER, '8000/tcp').strip()}/"


def gone(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


def test_the_readme_begins_with_playing() -> None:
    assert LINES[0] == FIRST
    assert set(LINES) > LEFT_OUT
    for flag in SMALLER:
        assert any(re.search(flag, line) for line in LINES), f"no line has {flag} any more"


@pytest.mark.parametrize("line", [line for line in LINES if line not in LEFT_OUT])
def test_it_does_what_it_says(clone: Place, line: str) -> None:
    if why := not_here(line):
        pytest.skip(why)
    if SERVES.match(line):
        serve(clone, smaller(line))
    else:
        clone.run("sh", "-c", smaller(line))
    match line:
        case _ if line.startswith("./tablee python "):
            look = "from tablee.core import contract; print(contract.__file__)"
            assert clone.run("./tablee", "python", "-c", look).endswith(".so\n")
        case "pipx install .":
            command = clone.folder.parent / "home" / ".local" / "bin" / "tablee"
            assert "(compiled)" in clone.run(command, "--version")
        case "make onefile":
            nothing = {**clone.env, "PATH": ""}
            assert "one file" in Place(clone.folder, nothing).run(
                clone.folder / "dist/tablee", "--version"
            )
