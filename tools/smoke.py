"""Whether an installed Tablée works: its version, ten games, and a server that gives its page.

    python tools/smoke.py [compiled|interpreted]

With the Python that it was installed for, from any folder. Only the standard library.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import urllib.request

LAST_RESORT = 300
TABLEE = [sys.executable, "-m", "tablee"]
ENGLISH = {**os.environ, "LC_ALL": "C.UTF-8", "PYTHONUTF8": "1"}


def said(folder: str, *words: str) -> str:
    """What a command says; it must end well. In another folder, so that no checkout is found there."""
    return subprocess.run(
        [*TABLEE, *words], cwd=folder, env=ENGLISH, check=True, timeout=LAST_RESORT,
        stdout=subprocess.PIPE, encoding="utf-8",
    ).stdout  # fmt: skip


def page_of_a_server(folder: str) -> str:
    """Its first line is its address; whoever fetches that gets the page."""
    words = [*TABLEE, "serve", "--port", "0", "--no-browser", "--data-dir", folder]
    with subprocess.Popen(
        words, cwd=folder, env=ENGLISH, stdout=subprocess.PIPE, encoding="utf-8"
    ) as server:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().strip()
            if not address.startswith("http://"):
                sys.exit(f"the server did not start: {address!r}")
            with urllib.request.urlopen(address, timeout=LAST_RESORT) as answer:
                return str(answer.read().decode())
        finally:
            server.terminate()


def main(expected: str) -> None:
    # A file that a server on Windows still holds cannot be removed: it is left to the system.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        version = said(folder, "--version").splitlines()[0]
        if expected not in version:
            sys.exit(f"this is not {expected}: {version}")
        print(version)
        games = json.loads(said(folder, "simulate", "mow", "--games", "10", "--json"))["games"]
        print(f"{games} games of MOW")
        page = page_of_a_server(folder)
        if '<script type="module"' not in page:
            sys.exit(f"that is not the page: {page[:300]}")
        print("the server gives its page")


if __name__ == "__main__":
    main(*(sys.argv[1:] or ["tablee"]))
