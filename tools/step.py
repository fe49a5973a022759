"""A step of setting up: runs a command quietly, says how long it takes, and what to do if it fails.

    python tools/step.py "installing what Tablée needs" --about 20 -- pip install …

Only the standard library: it runs before anything is installed.
"""

from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path

LAST = 12  # lines of what a command said, shown when nobody knows better
NETWORK = (
    "name resolution|Name or service not known|Failed to establish a new connection|ProxyError"
    "|Network is unreachable|No matching distribution found|find a version|ENOTFOUND|EAI_AGAIN"
    "|ECONNREFUSED|ECONNRESET|ETIMEDOUT|Connection (refused|reset|.*timed out)|retries exceeded"
)
# What a command said, and the way out.
WHY = {
    "No space left on device|ENOSPC|Disk quota exceeded": (
        "The disk is full. In {here} playing needs about 250 MB, testing about 2 GB: make room there,"
        " or put this folder on another disk."
    ),
    "ensurepip is not|No module named '?(venv|ensurepip)": (
        "This Python cannot make a virtual environment. Install its venv module (Debian, Ubuntu:"
        " apt install python3-venv), or name another Python: make PYTHON=/path/to/python3.12 play"
    ),
    "Permission denied|Read-only file system|EACCES|EROFS|Operation not permitted": (
        "{here} cannot be written. Make a copy of your own (git clone),"
        " or let its owner set it up once: make setup"
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
    for pattern, sentence in WHY.items():
        if re.search(pattern, said):
            return sentence.format(here=here)
    return "\n".join(["Nobody foresaw that. The end of what was said:", *said.splitlines()[-LAST:]])


def watched(title: str, about: int, words: list[str]) -> tuple[int, str]:
    """Run it; on a terminal say how long already. Its status, and all that it said."""
    shows = sys.stderr.isatty()
    of = f" of about {about}" if about else ""
    if not shows:
        print(f"{title} …", file=sys.stderr, flush=True)
    begun = time.monotonic()
    try:
        process = subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, errors="replace",
        )  # fmt: skip
    except OSError as error:
        return 1, f"{words[0]}: {error}"
    with process:
        while True:
            try:
                said, _ = process.communicate(timeout=1)
                break
            except subprocess.TimeoutExpired:
                if shows:
                    passed = round(time.monotonic() - begun)
                    print(f"\r{title} … {passed}{of} s ", end="", file=sys.stderr, flush=True)
    if shows:
        how = "done" if process.returncode == 0 else "failed"
        print(f"\r{title}: {how} after {time.monotonic() - begun:.0f} s" + " " * 12, file=sys.stderr)
    return process.returncode, said


def main(given: list[str]) -> int:
    at = given.index("--")
    title, *options = given[:at]
    about = int(options[1]) if options[:1] == ["--about"] else 0
    status, said = watched(title, about, given[at + 1 :])
    if status:
        print(f"This step failed: {title}.\n{why_of(said, Path.cwd())}", file=sys.stderr)
    return 1 if status else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
