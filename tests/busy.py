"""A busy machine: runs a command beside four busy loops, so often; its tests must not mind.

    python tests/busy.py [--times 10] make test

The first run that fails is the last one, and its status is the status.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Iterator

import click

LOOPS = 4
# Ends by itself when whoever started it is gone, however that came about.
LOOP = "import os, sys\nwhile os.getppid() == int(sys.argv[1]):\n    pass"


@contextlib.contextmanager
def busy() -> Iterator[None]:
    loop = [sys.executable, "-c", LOOP, str(os.getpid())]
    loops = [subprocess.Popen(loop) for _ in range(LOOPS)]
    try:
        yield
    finally:
        for each in loops:
            each.kill()
            each.wait()


@click.command(context_settings={"ignore_unknown_options": True})
@click.option("--times", default=1, show_default=True, help="How often, one after the other.")
@click.argument("command", nargs=-1, required=True, type=click.UNPROCESSED)
def main(times: int, command: tuple[str, ...]) -> None:
    """Run COMMAND beside four busy loops."""
    with busy():
        for time_number in range(1, times + 1):
            begun = time.monotonic()
            status = subprocess.run(command, check=False).returncode
            took = time.monotonic() - begun
            click.echo(f"busy, {time_number} of {times}: status {status}, {took:.0f} s", err=True)
            if status:
                sys.exit(status)


if __name__ == "__main__":
    main()
