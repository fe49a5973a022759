"""Extras, the optional packages: the command that adds them to this very installation."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

NAME = "tablee"
OWN = re.compile(rf"{NAME}\[(\w+)\]")  # an extra that has all of another one


def packages_of(extra: str) -> Iterator[str]:
    """What it consists of. By these names it can be had everywhere: Tablée itself is on no index."""
    for line in importlib.metadata.requires(NAME) or []:
        package, _, marker = line.partition(";")
        if re.search(rf"""extra == ["']{extra}["']""", marker):
            own = OWN.fullmatch(package.strip())
            yield from packages_of(own[1]) if own else [package.strip()]


def command_for(extra: str) -> str:
    """What to type, for the Python that runs this; one made by uv has no pip of its own."""
    python = Path(sys.executable)
    if python.is_relative_to(Path.cwd()):
        python = python.relative_to(Path.cwd())
    words = [str(python), "-m", "pip", "install"]
    if importlib.util.find_spec("pip") is None:
        words = ["uv", "pip", "install", "--python", str(python)]
    words += packages_of(extra)
    return " ".join(words) if os.name == "nt" else shlex.join(words)


def missing(what: str, extra: str) -> ModuleNotFoundError:
    """To be raised by a module that cannot be used without them."""
    return ModuleNotFoundError(f"{what}: {command_for(extra)}")
