"""The installation itself: versions, what is compiled, pages, bots' workers, plug-ins, extras."""

from __future__ import annotations

import importlib.metadata
import platform as system
import re
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import tablee as package
from tablee import installed
from tablee.core.errors import BadPlugin, TableeError
from tablee.core.texts import CORE
from tablee.doctor.kit import WARNING, WRONG, Finding, Patient

OLDEST: Final = (3, 11)
COMPILED: Final = ("*.so", "*.pyd")
NAMED: Final = re.compile(r'(?:src|href)="/([^"]+)"')  # files, in index.html
# What is there if an extra is.
EXTRAS: Final = {
    "postgres": ("asyncpg", "greenlet"),
    "lab": ("matplotlib", "polars"),
    "ray": ("matplotlib", "polars", "ray"),
    "rl": ("gymnasium", "numpy", "pettingzoo"),
    "openspiel": ("numpy", "pyspiel"),
    "mcp": ("mcp",),
}
THINKING: Final = 30.0  # seconds for a bot to be there, and for its first move


def tablee(patient: Patient) -> Iterator[Finding]:
    place = installed.ONE_FILE or installed.CHECKOUT or Path(package.__file__).parent
    key = f"tablee.{installed.way()}"
    yield patient.ok("tablee", key, version=package.__version__, folder=place)


def python(patient: Patient) -> Iterator[Finding]:
    values = {
        "version": system.python_version(),
        "kind": system.python_implementation(),
        "file": sys.executable,
        "oldest": ".".join(map(str, OLDEST)),
    }
    if sys.version_info[:2] < OLDEST:
        yield patient.wrong("python", "python.old", **values)
    else:
        yield patient.ok("python", "python", **values)


def platform(patient: Patient) -> Iterator[Finding]:
    yield patient.ok("platform", "platform", name=system.platform(), machine=system.machine())


# -- what is compiled ------------------------------------------------------------------------------


def compiled(patient: Patient) -> Iterator[Finding]:
    """All that was installed as compiled is there, and nothing else is."""
    home = Path(package.__file__).resolve().parent
    there = {path for kind in COMPILED for path in home.rglob(kind)}
    installed_here = compiled_files(home.parent)
    gone = sorted(path for path in installed_here or () if not path.exists())
    strange = sorted(there - installed_here) if installed_here is not None else []
    where = "checkout" if installed.CHECKOUT else "package"
    if gone:
        yield patient.wrong("compiled", f"compiled.gone.{where}", n=len(gone), file=gone[0])
    elif strange:
        yield patient.wrong("compiled", f"compiled.strange.{where}", n=len(strange), file=strange[0])
    elif installed.INTERPRETED:
        says = CORE.say(patient.lang, "interpreted")
        yield Finding("compiled", WARNING, says, installed.way_out(patient.lang, "interpreted"))
    else:
        yield patient.ok("compiled", "compiled", n=len(there))


def compiled_files(folder: Path) -> set[Path] | None:
    """Those that were installed there; None if nobody has kept a list."""
    try:
        listed = importlib.metadata.files(installed.NAME)
    except importlib.metadata.PackageNotFoundError:
        return None
    if listed is None:
        return None
    found = {Path(str(file.locate())).resolve() for file in listed if any(map(file.match, COMPILED))}
    return {path for path in found if path.is_relative_to(folder)}


# -- pages -----------------------------------------------------------------------------------------


def pages(patient: Patient) -> Iterator[Finding]:
    from tablee.server import building, site

    again = installed.way_out(patient.lang, "no_pages")
    try:
        front = (site.FOLDER / "index.html").read_text("utf-8")
    except FileNotFoundError:
        yield Finding("pages", WRONG, CORE.say(patient.lang, "no_pages"), again)
        return
    gone = [name for name in NAMED.findall(front) if not (site.FOLDER / name).is_file()]
    if gone:
        says = patient.say("pages.part", files=tuple(gone))
        yield Finding("pages", WRONG, says, again)
    elif installed.CHECKOUT and building.needed(installed.CHECKOUT / "web", site.FOLDER):
        yield Finding("pages", WARNING, patient.say("pages.other"), again)
    else:
        yield patient.ok("pages", "pages", folder=site.FOLDER)


# -- bots ------------------------------------------------------------------------------------------


def workers(patient: Patient) -> Iterator[Finding]:
    """A bot's process is started and asked for a move, as a server does."""
    from tablee.bots.service import NoThought, Thinkers, Times

    match = package.new_match("mow", seats=2, seed=1)
    seat = match.actors()[0]
    try:
        with Thinkers(1, times=Times(start=THINKING)) as thinkers:
            thought = thinkers.choose("mow", match.view(seat), bot="greedy", seed=1, seconds=THINKING)
    except (NoThought, OSError) as error:
        yield patient.wrong("workers", "workers.none", why=patient.because(error))
        return
    if thought.why is None:
        yield patient.ok("workers", "workers")
    else:
        yield patient.wrong("workers", "workers.none", why=thought.why)


# -- what others add -------------------------------------------------------------------------------


def plugins(patient: Patient) -> Iterator[Finding]:
    from tablee.games import game, plugins

    names = plugins()
    for name in names:
        try:
            found = game(name)
        except (TableeError, SystemExit) as error:
            bad = error if isinstance(error, TableeError) else BadPlugin(game=name, why=repr(error))
            why = patient.masked(bad.message(patient.lang))
            yield patient.wrong(f"plugin.{name}", "plugin.bad", name=name, why=why)
        else:
            title = found.texts().say(patient.lang, "game.name")
            yield patient.ok(f"plugin.{name}", "plugin", name=name, title=title)
    if not names:
        yield patient.ok("plugins", "plugins.none")


def extras(patient: Patient) -> Iterator[Finding]:
    """Information: nobody needs all of them."""
    for extra, modules in EXTRAS.items():
        there = all(find_spec(name) is not None for name in modules)
        key = "extra" if there else "extra.missing"
        values: dict[str, object] = {} if there else {"command": installed.command_for(extra)}
        yield patient.ok(f"extra.{extra}", key, name=patient.say(f"extra.{extra}.name"), **values)
