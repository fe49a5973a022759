"""Servers for browsers: near, or far away so that everything comes late (`pytest --late SECONDS`)."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.live import Process

LATE = Path(__file__).with_name("late.py")


class Distant(Process):
    """A server that is reached by a slow way, the same one from start to start."""

    def __init__(self, seconds: float, folder: Path, *arguments: str):
        super().__init__(folder, *arguments)
        self.seconds = seconds
        self.way: subprocess.Popen[str] | None = None
        self.door = 0

    def start(self) -> None:
        super().start()
        if self.way is None:
            words = [sys.executable, str(LATE), str(self.port), str(self.seconds)]
            self.way = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            assert self.way.stdout is not None
            self.door = int(self.way.stdout.readline())

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.door}"

    def close(self) -> None:
        if self.way is not None:
            self.way.communicate()


@contextlib.contextmanager
def serving(config: pytest.Config, folder: Path, *arguments: str) -> Iterator[Process]:
    """A server as far away as this run wants it (`--late`)."""
    seconds = config.getoption("--late")
    made = Distant(seconds, folder, *arguments) if seconds else Process(folder, *arguments)
    made.start()
    try:
        yield made
    finally:
        made.end()
        if isinstance(made, Distant):
            made.close()
