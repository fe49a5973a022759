"""This installation: a checkout, a package or one file, compiled or not; how extras are added to it."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

from tablee.again import FROZEN
from tablee.core import contract
from tablee.core.texts import CORE, Said

NAME = "tablee"
INTERPRETED = contract.__file__.endswith((".py", ".pyc"))
ONE_FILE = Path(sys.executable) if FROZEN else None
# The checkout that this runs from, by its sources or by its compiled copy; None if it is anything else.
CHECKOUT = next(
    (
        folder
        for folder in Path(__file__).parents[2:4]
        if ONE_FILE is None
        and (folder / "Makefile").exists()
        and (folder / "web" / "package.json").exists()
    ),
    None,
)
OWN = re.compile(rf"{NAME}\[(\w+)\]")  # an extra that has all of another one


def packages_of(extra: str) -> Iterator[str]:
    """What it consists of. By these names it can be had everywhere: Tablée itself is on no index."""
    for line in importlib.metadata.requires(NAME) or []:
        package, _, marker = line.partition(";")
        if re.search(rf"""extra == ["']{extra}["']""", marker):
            own = OWN.fullmatch(package.strip())
            yield from packages_of(own[1]) if own else [package.strip()]


def command_for(extra: str) -> str | Said:
    """What to type, for the Python that runs this; one made by uv has no pip of its own.

    Or what to do instead, where nothing can be added.
    """
    if ONE_FILE is not None:
        return Said("one_file.extra")
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
    return ModuleNotFoundError(f"{what}: {CORE.word('en', 'command', command_for(extra))}")


def way() -> str:
    """How Tablée came here."""
    return "one_file" if ONE_FILE else "checkout" if CHECKOUT else "package"


def way_out(language: str, what: str) -> str:
    """How that is had which is missing here: each way in has its own."""
    return CORE.say(language, f"{what}.{way()}")


def advice(language: str, what: str) -> str:
    """What is missing here, and how it is had."""
    return f"{CORE.say(language, what)} {way_out(language, what)}"
