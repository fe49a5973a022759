"""The first run and what may go wrong on it, really tried: one clone suffers it all, and then it works.

Without a compiler, which is quicker. Tests go in the order of the file.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from ship.ways import BARE, ROOT, Place, place
from support import until

NOBODY = 65534
SYSTEM = "/usr/bin/python3"  # one that other users can run, too
STRANGER = ("setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups")


def works(*words: str) -> bool:
    return (
        shutil.which(words[0]) is not None
        and subprocess.run(words, capture_output=True).returncode == 0
    )


needs_root = pytest.mark.skipif(os.getuid() != 0, reason="only root may mount, and be somebody else")
needs_namespaces = pytest.mark.skipif(
    not works("unshare", "-n", "true"), reason="no network of its own is to be had here (unshare -n)"
)


@pytest.fixture(scope="module")
def at() -> Iterator[Place]:
    """A place that others can read, with a fresh clone."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        found = place(Path(folder, "chez l’été"), (*BARE, "ip"))
        found.run("git", "clone", "-q", ROOT, "checkout")
        yield found


@pytest.fixture(scope="module")
def checkout(at: Place) -> Path:
    return at.folder / "checkout"


def run(
    at: Place, cwd: Path, *words: str, before: Sequence[str] = (), **env: str
) -> subprocess.CompletedProcess[str]:
    """Both outputs as one, as somebody sees them."""
    full = [*map(shutil.which, before[:1]), *before[1:], shutil.which(words[0]) or words[0], *words[1:]]
    return subprocess.run(
        [str(word) for word in full], cwd=cwd, env={**at.env, **env},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
    )  # fmt: skip


def fails(ran: subprocess.CompletedProcess[str], *said: str) -> None:
    assert ran.returncode == 2, ran.stdout
    for each in said:
        assert each in ran.stdout
    assert "Traceback" not in ran.stdout
    assert len(ran.stdout.splitlines()) <= 8, ran.stdout


class Mounted:
    """A small disk of its own."""

    def __init__(self, folder: Path, options: str) -> None:
        self.folder = folder
        folder.mkdir(exist_ok=True)
        subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder], check=True)

    def __enter__(self) -> Path:
        return self.folder

    def __exit__(self, *_: object) -> None:
        subprocess.run(["umount", self.folder], check=True)


# -- before it is set up -------------------------------------------------------------------------------


@needs_namespaces
def test_no_network(at: Place, checkout: Path) -> None:
    fails(
        run(at, checkout, "make", "play", before=["unshare", "-n"]),
        "needs the network",
        "PIP_INDEX_URL",
    )


def test_a_closed_index(at: Place, checkout: Path) -> None:
    closed = {"PIP_INDEX_URL": "http://127.0.0.1:9/simple", "PIP_NO_INDEX": "", "PIP_FIND_LINKS": ""}
    fails(run(at, checkout, "./tablee", **closed), "needs the network", "HTTPS_PROXY")


def test_no_venv_module(at: Place, checkout: Path) -> None:
    python = at.folder / "python without venv"
    python.write_text(
        '#!/bin/sh\ncase "$*" in "-m venv"*) echo "$0: No module named venv"; exit 1;; esac\n'
        'exec python3 "$@"\n'
    )
    python.chmod(0o755)
    fails(run(at, checkout, "make", f"PYTHON={python}", "play"), "python3-venv", "PYTHON=")


@needs_root
def test_somebody_elses_checkout_that_is_not_set_up(at: Place, checkout: Path) -> None:
    for words in (("./tablee",), ("make", "play")):
        fails(run(at, checkout, *words, before=STRANGER), "not set up", "git clone", "make ready")


@needs_root
def test_a_full_disk(at: Place) -> None:
    with Mounted(at.folder / "small", "size=60m") as small:
        at.run("git", "clone", "-q", "--depth", "1", f"file://{ROOT}", small / "checkout")
        fails(run(at, small / "checkout", "make", "play"), "The disk is full", str(small), "make room")


@needs_root
def test_a_full_folder_for_what_is_needed_for_a_while(at: Place, checkout: Path) -> None:
    with Mounted(at.folder / "tmp", "size=1m") as small:
        fails(run(at, checkout, "make", "play", TMPDIR=str(small)), "The disk is full", f"{small} has")


def test_interrupted(at: Place, checkout: Path) -> None:
    """Killed in the middle of installing: all that is left is half of something."""
    words = ["make", "ready"]
    process = subprocess.Popen(
        words, cwd=checkout, env=at.env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        process_group=0,
    )  # fmt: skip
    until("packages are there", lambda: [*checkout.glob(".venv/lib/*/site-packages/click")])
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    shutil.rmtree(next(checkout.glob(".venv/lib/*/site-packages/pip")))


# -- and then it works ---------------------------------------------------------------------------------


def test_then_it_works_for_two_at_once(at: Place, checkout: Path) -> None:
    env = {**at.env, "PYTHON": SYSTEM if works(SYSTEM, "-c", NEW_ENOUGH) else "python3"}
    both = [
        subprocess.Popen(
            ["make", "ready"], cwd=checkout, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True,
        )
        for _ in range(2)
    ]  # fmt: skip
    said = [process.communicate()[0] for process in both]
    assert [process.returncode for process in both] == [0, 0], said
    assert sum("waiting for that" in each for each in said) == 1
    assert sum("installing what Tablée needs" in each for each in said) == 1


NEW_ENOUGH = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))"


def serves(at: Place, cwd: Path, *words: str, before: Sequence[str] = (), **env: str) -> str:
    """Until the first page is there; what it said besides the address."""
    full = [*map(shutil.which, before[:1]), *before[1:], *words]
    with tempfile.TemporaryFile("w+") as err:
        with subprocess.Popen(
            [str(word) for word in full], cwd=cwd, env={**at.env, "TABLEE_PORT": "0", **env},
            stdout=subprocess.PIPE, stderr=err, text=True, process_group=0,
        ) as process:  # fmt: skip
            assert process.stdout is not None
            address = process.stdout.readline().strip()
            try:
                assert address.startswith("http://")
                if "unshare" not in before:  # nobody else is in that network
                    with urllib.request.urlopen(address) as answer:
                        assert answer.status == 200
            finally:
                os.killpg(process.pid, signal.SIGINT)
            assert process.stdout.read() == ""
        err.seek(0)
        return err.read()


@needs_namespaces
def test_later_starts_need_no_network_and_change_nothing(at: Place, checkout: Path) -> None:
    before = newest(checkout)
    network = ["unshare", "-n", "sh", "-c", 'ip link set lo up; exec "$@"', "sh"]
    said = serves(at, checkout, "./tablee", before=network)
    assert [line.split()[0] for line in said.splitlines()] == ["Rules", "Everything"]
    assert "interpreted" in said
    assert newest(checkout) == before


def newest(folder: Path) -> float:
    return max(path.lstat().st_mtime for path in folder.rglob("*"))


@needs_root
def test_somebody_elses_checkout(at: Place, checkout: Path) -> None:
    if not works(SYSTEM, "-c", NEW_ENOUGH):
        pytest.skip("there is no Python here that everybody may run")
    home = at.folder / "nobody"
    home.mkdir()
    os.chown(home, NOBODY, NOBODY)
    before = newest(checkout)
    for words in ((str(checkout / "tablee"),), ("make", "-C", str(checkout), "-s", "play")):
        serves(at, home, *words, before=STRANGER, HOME=str(home))
    assert (home / ".local" / "share" / "tablee" / "tablee.db").exists()
    assert newest(checkout) == before
    closed = run(at, home, str(checkout / "tablee"), before=STRANGER, HOME="/nonexistent")
    fails(closed, "cannot be opened", "--data-dir")


@needs_root
def test_a_full_disk_for_tables(at: Place, checkout: Path) -> None:
    with Mounted(at.folder / "full", "size=64k") as full:
        with (full / "x").open("wb") as file:
            written = subprocess.run(["dd", "if=/dev/zero"], stdout=file, stderr=subprocess.DEVNULL)
        assert written.returncode
        fails(run(at, checkout, "./tablee", "serve", "--data-dir", str(full)), "--data-dir")


def test_a_clock_that_was_set_back(at: Place, checkout: Path) -> None:
    """Sources from tomorrow are put in once, not at every start."""
    tomorrow = time.time() + 86_400
    for path in (checkout / "src" / "tablee" / "cli.py", checkout / "pyproject.toml"):
        os.utime(path, (tomorrow, tomorrow))
    first, second = (run(at, checkout, "make", "ready") for _ in range(2))
    assert first.returncode == second.returncode == 0
    assert "interpreted" in first.stdout
    assert second.stdout == ""


def test_moved_and_then_without_its_python(at: Place, checkout: Path) -> None:
    there = checkout.rename(at.folder / "là-bas")
    assert "set up" not in serves(at, there, "./tablee", PIP_INDEX_URL="http://127.0.0.1:9/simple")
    where = at.run(
        there / ".venv" / "bin" / "python", "-P", "-c", "import tablee; print(tablee.__file__)"
    )
    assert where.startswith(str(there))
    python = there / ".venv" / "bin" / "python"
    python.unlink()
    python.symlink_to("/nowhere/python3.11")
    ran = run(at, there, "make", "ready")
    assert ran.returncode == 0, ran.stdout
    assert "making a virtual environment" in ran.stdout
