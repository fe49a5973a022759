"""Builds core, games, bots and the server's tables as one compiled group, if mypyc and cc are there.

And the pages, if they are not built yet and Node is there (from PyPI, in an isolated build).
"""

from __future__ import annotations

import importlib.util
import os
import sys
import sysconfig
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from setuptools import setup
from setuptools._distutils.ccompiler import new_compiler
from setuptools._distutils.sysconfig import customize_compiler
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

SOURCE = Path("src/tablee")
# What checks input from outside (compiled, a wrong type would never reach its checks), and what only
# waits for other processes.
INTERPRETED = ("match.py", "encode.py", "fairness.py", "service.py", "worker.py")
# What the server does for every move.
TABLES = (
    "counts", "decisions", "desk", "effects", "engine", "events", "messages", "node", "room", "shapes",
    "websocket",
)  # fmt: skip
FLAGS = (
    # Sums come out the same as interpreted, on processors with fused multiplication, too.
    "-ffp-contract=off",
    # Nobody calls into the group but through Python: within it, calls need no table to look in.
    "-fvisibility=hidden",
)
# The benchmark plays crazy eights with OpenSpiel: a plug-in that is to be as fast must be in the group.
PLUG_INS = [Path(folder) for folder in os.environ.get("TABLEE_COMPILE_TOO", "").split(":") if folder]


def can_compile() -> bool:
    """Whether a compiler and Python's headers are here: mypyc would take long to find out."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "try.c")
        source.write_text("#include <Python.h>\n")
        compiler = new_compiler()
        customize_compiler(compiler)
        try:
            compiler.compile([str(source)], folder, include_dirs=[sysconfig.get_path("include")])
        except Exception as error:
            print(f"no C compiler that works ({error}): everything runs interpreted")
            return False
    return True


def extensions() -> list[Any]:
    """Only for a wheel: beside the sources of a checkout a compiled file would hide an edited one."""
    wanted = "bdist_wheel" in sys.argv and os.environ.get("TABLEE_COMPILE") != "no"
    if not wanted or not can_compile():
        return []
    try:
        from mypyc.build import mypycify
    except ImportError:
        return []
    folders = [*(SOURCE / part for part in ("core", "games", "bots")), *PLUG_INS]
    paths = [path for folder in folders for path in folder.rglob("*.py")]
    paths += [SOURCE / "server" / f"{name}.py" for name in TABLES]
    modules = sorted(str(path) for path in paths if path.name not in INTERPRETED)
    built: list[Any] = mypycify(["--strict", *modules], opt_level="3", debug_level="0", multi_file=True)
    for extension in built:
        extension.optional = True  # without a C compiler everything runs interpreted
        # All of them have the same list: not appended to, or the last one would have each flag often.
        extension.extra_compile_args = [*extension.extra_compile_args, *FLAGS]
    return built


class Side(build_ext):
    """Compiles the files of the group side by side, on all cores."""

    def build_extension(self, ext: Any) -> None:
        compiler = self.compiler
        plain = compiler.compile

        def compile_all(sources: list[str], **how: Any) -> list[str]:
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                made = pool.map(lambda source: plain([source], **how), sources)
                return [each for part in made for each in part]

        compiler.compile = compile_all
        try:
            super().build_extension(ext)
        finally:
            compiler.compile = plain


class Pages(build_py):
    """Builds the pages first; a checkout that is installed as it is builds them when it is started."""

    def run(self) -> None:
        built = (SOURCE / "server" / "static" / "index.html").exists()
        if not self.editable_mode and not built and os.environ.get("TABLEE_PAGES") != "no":
            spec = importlib.util.spec_from_file_location("building", SOURCE / "server" / "building.py")
            assert spec is not None
            assert spec.loader is not None
            building = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(building)
            web = Path("web").resolve()
            try:
                if (web / "package.json").exists():
                    building.build(web)
            except building.CannotBuild as error:  # everything but the pages works
                building.tell(str(error))
        super().run()


setup(ext_modules=extensions(), cmdclass={"build_ext": Side, "build_py": Pages})
