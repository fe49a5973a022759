"""A step of setting up: runs a command quietly, says how long it takes, and what to do if it fails.

    python tools/step.py "installing what Tablée needs" --about 20 -- pip install …
    python tools/step.py --alone -- make …     all steps: nobody else meanwhile, and make is quiet

Only the standard library: it runs before anything is installed.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

LAST = 12  # lines of what a command said, shown when nobody knows better
LITTLE = 300  # MB: with less free space a disk is called full
FAILED = 2
STOPPED = 128 + signal.SIGINT
LOCK = Path("build", ".lock")
NETWORK = (
    "name resolution|Name or service not known|Failed to establish a new connection|ProxyError"
    "|Network is unreachable|No matching distribution found|find a version|ENOTFOUND|EAI_AGAIN"
    "|ECONNREFUSED|ECONNRESET|ETIMEDOUT|Connection (refused|reset|.*timed out)|retries exceeded"
)
# What a command said, and the way out.
WHY = {
    "No space left on device|ENOSPC|Disk quota exceeded": (
        "The disk is full: {full}. Setting up needs about 250 MB in {here} (for testing 2 GB),"
        " and about as much in {temporary} for a while: make room, move this folder to another disk,"
        " or name another folder for what is needed for a while: TMPDIR=/path/to/folder make play"
    ),
    "ensurepip is not|No module named '?(venv|ensurepip)|ensurepip.*returned non-zero": (
        "This Python cannot make a virtual environment. Install its venv module (Debian, Ubuntu:"
        " apt install python3-venv), or name another Python: make PYTHON=/path/to/python3.12 play"
    ),
    "failed to map segment": (
        "No program may be run from the disk of {here} (it is mounted noexec):"
        " move this folder to another one."
    ),
    "Permission denied|Read-only file system|EACCES|EROFS|Operation not permitted": (
        "{unwritable} cannot be written. Make a copy of your own (git clone) where you may write,"
        " or let the owner set it up once: make ready"
    ),
    NETWORK: (
        "The packages cannot be fetched: the first start needs the network (later ones do not)."
        " Behind a proxy set HTTPS_PROXY, with a mirror PIP_INDEX_URL,"
        " with a folder of packages PIP_FIND_LINKS and PIP_NO_INDEX=1."
    ),
    "built without a shared library": (
        "This Python cannot be packed into a file: it was built without --enable-shared."
        " In a fresh clone name another one: make PYTHON=/usr/bin/python3 onefile"
    ),
    "objdump is required": (
        "PyInstaller puts the file together with objdump and objcopy: install binutils"
        " (Debian, Ubuntu: apt install binutils)."
    ),
    "Cannot allocate memory|MemoryError|Killed signal": (
        "The memory was not enough: end other programs, or do without compiling: make COMPILE=no play"
    ),
}


def why_of(said: str, here: Path) -> str:
    if any(free < 10 for free in free_space(here).values()):  # Python's venv does not say so
        said = "ENOSPC"
    for pattern, sentence in WHY.items():
        if re.search(pattern, said):
            return sentence.format(here=here, **places(here))
    return "\n".join(["Nobody foresaw that. The end of what was said:", *said.splitlines()[-LAST:]])


def temporary_folder() -> Path:
    return Path(os.environ.get("TMPDIR") or "/tmp")  # tempfile would look for one that is not full


def free_space(here: Path) -> dict[Path, int]:
    """In megabytes, where it is needed."""
    known = [path for path in (here, temporary_folder()) if path.is_dir()]
    return {path: shutil.disk_usage(path).free // 1_000_000 for path in known}


def places(here: Path) -> dict[str, str]:
    """Where there may be trouble, and where there is."""
    temporary = temporary_folder()
    full = [f"{path} has {free} MB left" for path, free in free_space(here).items() if free < LITTLE]
    parts = (here, here / ".venv", here / "build", here / "src", temporary)
    unwritable = [str(path) for path in parts if path.exists() and not os.access(path, os.W_OK)]
    return {
        "temporary": str(temporary),
        "full": ", ".join(full) or "a limit on what you may keep there is reached",
        "unwritable": ", ".join(unwritable) or str(here),
    }


class Line:
    """On a terminal one line, written again and again, and never longer than the terminal is wide."""

    def __init__(self) -> None:
        self.shows = sys.stdout.isatty()

    def now(self, title: str, passed: str = "") -> None:
        if self.shows:
            room = max(shutil.get_terminal_size().columns - 1 - len(passed), 0)
            print("\r\x1b[K" + f"{title} …"[:room] + passed, end="", flush=True)

    def end(self, text: str) -> None:
        print(f"\r\x1b[K{text}" if self.shows else text, flush=True)


def watched(title: str, about: int, words: list[str]) -> tuple[int, str]:
    """Run it; on a terminal say how long already. Its status, and all that it said."""
    line = Line()
    of = f" of about {about}" if about else ""
    if not line.shows:
        line.end(f"{title} …" + (f" (about {about} s)" if about else ""))
    line.now(title)
    begun = time.monotonic()
    silent = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    try:
        with stoppable(words, **silent) as (process, pressed):
            while True:
                try:
                    said, _ = process.communicate(timeout=1)
                    break
                except subprocess.TimeoutExpired:
                    stopping = " (Ctrl-C again: at once)" if pressed else ""
                    line.now(title, f" {time.monotonic() - begun:.0f}{of} s{stopping}")
    except OSError as error:
        return 1, f"{words[0]}: {error}"
    if pressed:
        return STOPPED, said
    if line.shows:
        how = "done" if process.returncode == 0 else "failed"
        line.end(f"{title}: {how} after {time.monotonic() - begun:.0f} s")
    return process.returncode, said


@contextlib.contextmanager
def stoppable(words: list[str], **pipes: int) -> Iterator[tuple[subprocess.Popen[str], list[int]]]:
    """Ctrl-C at a terminal reaches the command as well: it ends by itself, or when pressed again.

    Gives the command and what was pressed.
    """
    pressed: list[int] = []
    running: list[subprocess.Popen[str]] = []

    def press(number: int, _frame: FrameType | None) -> None:
        pressed.append(number)
        if len(pressed) > 1:
            for process in running:
                process.kill()

    before = signal.signal(signal.SIGINT, press)  # first, or a press in between would leave it behind
    try:
        running.append(subprocess.Popen(words, text=True, errors="replace", **pipes))  # type: ignore[call-overload]
        yield running[0], pressed
    finally:
        signal.signal(signal.SIGINT, before)


def step(title: str, about: int, words: list[str]) -> int:
    status, said = watched(title, about, words)
    if status == STOPPED:
        print(f"\n{title}: stopped. The same command begins this step again.", flush=True)
        return STOPPED
    if status:
        print(f"This step failed: {title}.\n{why_of(said, Path.cwd())}", flush=True)
    return FAILED if status else 0


# -- all steps -----------------------------------------------------------------------------------------


def alone(words: list[str]) -> int:
    """Run make: its steps say what they do; what it says itself only counts if no step failed."""
    try:
        with taken(LOCK), stoppable(words, stderr=subprocess.PIPE) as (process, pressed):
            _, said = process.communicate()
    except KeyboardInterrupt:  # while waiting
        return STOPPED
    except OSError as error:
        print(why_of(str(error), Path.cwd()), flush=True)
        return FAILED
    if pressed:
        return STOPPED
    other = "\n".join(line for line in said.splitlines() if not re.match(r"g?make(\[\d+\])?: ", line))
    if process.returncode and other:
        print(why_of(other, Path.cwd()), flush=True)
    return FAILED if process.returncode else 0


@contextlib.contextmanager
def taken(path: Path) -> Iterator[None]:
    """Nobody else sets this checkout up meanwhile; the system takes the lock from who is killed."""
    path.parent.mkdir(exist_ok=True)
    with path.open("w") as file:
        try:
            import fcntl
        except ImportError:  # Windows, where there is no make either
            yield
            return
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("Somebody is setting this checkout up already: waiting for that …", flush=True)
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def main(given: list[str]) -> int:
    if isinstance(sys.stdout, io.TextIOWrapper):  # a terminal without accents gets none
        sys.stdout.reconfigure(errors="replace")
    at = given.index("--")
    words = given[at + 1 :]
    if given[:at] == ["--alone"]:
        return alone(words)
    title, *options = given[:at]
    return step(title, int(options[1]) if options else 0, words)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
