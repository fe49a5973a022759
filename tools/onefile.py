"""Makes the one file: all of Tablée and the Python that runs it, in a single program (PyInstaller).

    build/onefile/env/bin/python tools/onefile.py [FOLDER [OUT]]

FOLDER holds an installed Tablée, with its pages (by default the compiled copy, build/compiled), OUT is
the folder that the program is put into (dist). `make onefile` sees to all that this needs: a Python
that has what requirements/onefile.txt names and nothing else, so that nothing else gets in.
"""

from __future__ import annotations

import ast
import csv
import importlib.metadata
import os
import shutil
import sys
import sysconfig
from collections.abc import Iterator
from importlib.util import resolve_name
from pathlib import Path

import PyInstaller.__main__

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / "build" / "onefile"
NAME = "tablee"
COMPILED = (".so", ".pyd")
LEFT_OUT = ("tablee/testing",)  # what tests games has nothing to test here
# What is there to install and to freeze: no part of the program.
MAKERS = ("altgraph", "pip", "pyinstaller", "pyinstaller-hooks-contrib", "setuptools")
NEVER = ("tkinter", "setuptools", "pip", "pydoc_data")
# A list of files with other people's folders in it, and where the folder came from: not for others.
MACHINE = ("RECORD", "direct_url.json", "INSTALLER", "REQUESTED")


def sources(home: Path) -> list[Path]:
    """All modules of the program; beside a compiled one its source is still there."""
    out = [home / name for name in LEFT_OUT]
    found = sorted((home / NAME).rglob("*.py"))
    return [path for path in found if not any(path.is_relative_to(each) for each in out)]


def compiled(folder: Path) -> list[Path]:
    """The sources of what others have compiled."""
    binaries = [path for end in COMPILED for path in folder.rglob(f"*{end}")]
    beside = {path.with_name(path.name.partition(".")[0] + ".py") for path in binaries}
    return sorted(path for path in beside if path.exists())


def module_of(path: Path, home: Path) -> str:
    parts = path.relative_to(home).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(path: Path, home: Path) -> Iterator[str]:
    """What it imports, at whatever time."""
    package = ".".join(path.relative_to(home).parent.parts)
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield resolve_name("." * node.level + (node.module or ""), package)


def modules(home: Path) -> set[str]:
    """What PyInstaller would not find: it cannot look into what is compiled, nor guess names.

    All of ours; what they import, and others that are compiled; the body of each compiled group.
    """
    found = {module_of(path, home) for path in sources(home)}
    others = Path(sysconfig.get_path("platlib"))
    for folder, paths in ((home, sources(home)), (others, compiled(others))):
        for path in paths:
            found.update(imported(path, folder))
        found.update(path.name.partition(".")[0] for path in folder.glob("*__mypyc.*"))
    return {name for name in found if name.partition(".")[0] not in ("__future__", *NEVER)}


def data(home: Path) -> Iterator[tuple[Path, Path]]:
    """Files that are no modules, and where they go: pages, texts, rule books, steps of the store."""
    for path in sorted((home / NAME).rglob("*")):
        inside = path.relative_to(home)
        # Alembic reads its steps as files.
        read = path.suffix not in (".py", ".pyc", *COMPILED) or "migrations" in inside.parts
        if path.is_file() and read and "__pycache__" not in inside.parts:
            if not any(inside.is_relative_to(name) for name in LEFT_OUT):
                yield path, inside.parent


def papers(home: Path) -> Iterator[tuple[Path, Path]]:
    """What each part says of itself, with its licence; ours has a list of what is in here."""
    for folder in sorted(Path(sysconfig.get_path("purelib")).glob("*.dist-info")):
        name = importlib.metadata.PathDistribution(folder).name
        if name.lower().replace("_", "-") not in MAKERS:
            yield from paper(folder)
    (mine,) = home.glob(f"{NAME}-*.dist-info")
    yield from paper(mine)
    yield record(mine), Path(mine.name)
    licence = Path(sysconfig.get_path("stdlib"), "LICENSE.txt")
    if licence.exists():  # some systems keep it elsewhere
        yield licence, Path("python")


def paper(folder: Path) -> Iterator[tuple[Path, Path]]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.name not in MACHINE:
            yield path, path.relative_to(folder.parent).parent


def record(about: Path) -> Path:
    """The list of what is compiled, without what stays outside: `tablee doctor` looks for all of it."""
    kept = WORK / "RECORD"
    kept.parent.mkdir(parents=True, exist_ok=True)
    with (about / "RECORD").open(encoding="utf-8", newline="") as file:
        names = [name for name, *_ in csv.reader(file) if name.endswith(COMPILED)]
    ours = [name for name in names if name.startswith(f"{NAME}/") or "__mypyc" in name]
    kept.write_text("".join(f"{name},,\n" for name in ours), "utf-8")
    return kept


def main(home: Path, out: Path) -> None:
    if not (home / NAME / "server" / "static" / "index.html").exists():
        sys.exit(f"{home} has no pages: make onefile")
    words = ["--onefile", "--console", "--clean", "--noconfirm"]
    words += ["--strip"] if sys.platform == "linux" else []  # half the size; elsewhere it does harm
    words += ["--name", NAME, "--log-level", "WARN", "--paths", str(home)]
    places = {"dist": out, "work": WORK / "work", "spec": WORK}
    words += [word for name, path in places.items() for word in (f"--{name}path", str(path))]
    words += [word for name in sorted(modules(home)) for word in ("--hidden-import", name)]
    words += [word for name in NEVER for word in ("--exclude-module", name)]
    for path, inside in (*data(home), *papers(home)):
        words += ["--add-data", f"{path}{os.pathsep}{inside}"]
    PyInstaller.__main__.run([*words, str(home / NAME / "__main__.py")])
    shutil.rmtree(WORK / "work")


if __name__ == "__main__":
    given = [Path(word).resolve() for word in sys.argv[1:]]
    main(*(given + [ROOT / "build" / "compiled", ROOT / "dist"][len(given) :]))
