"""Builds core, games and bots as one compiled group, if mypyc and a C compiler are there."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from setuptools import setup

SOURCE = Path("src/tablee")
# The layer that checks what comes from outside: compiled, a wrong type would never reach its checks.
INTERPRETED = ("match.py", "encode.py")


def extensions() -> list[Any]:
    """Only for a wheel: beside the sources of a checkout a compiled file would hide an edited one."""
    if "bdist_wheel" not in sys.argv:
        return []
    try:
        from mypyc.build import mypycify
    except ImportError:
        return []
    paths = [path for part in ("core", "games", "bots") for path in (SOURCE / part).rglob("*.py")]
    modules = sorted(str(path) for path in paths if path.name not in INTERPRETED)
    built: list[Any] = mypycify(["--strict", *modules], opt_level="3", debug_level="0")
    for extension in built:
        extension.optional = True  # without a C compiler everything runs interpreted
    return built


setup(ext_modules=extensions())
