"""The ways in: how somebody comes to a `tablee`, each from an empty environment."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from ship import containers

ROOT = Path(__file__).parents[2]
# All that a way without compiler and Node finds on its machine.
BARE = (
    *(
        "sh",
        "bash",
        "env",
        "make",
        "git",
        "python3",
        "readlink",
        "dirname",
        "ln",
        "touch",
        "rm",
        "cp",
        "mv",
    ),
    *("mkdir", "find", "grep", "sed", "cat", "ls", "expand", "uname", "id", "tr", "test", "sleep"),
)
COMPILER = ("cc", "gcc", "as", "ld", "collect2")
NODE = ("node", "npm", "npx")
# PyInstaller: what a library needs, how it gets smaller, how the file is put together.
FREEZER = ("ldd", "objdump", "objcopy", "strip")
# How this machine reaches the packages: settings, not what is being tried.
REACH = ("PIP_", "UV_", "NODE_EXTRA_", "npm_config_", "SSL_", "HTTP", "http", "NO_PROXY", "no_proxy")


class Place(NamedTuple):
    """An empty folder with a home of its own, and what is on the machine."""

    folder: Path
    env: dict[str, str]

    def run(self, *words: str | Path, cwd: Path | None = None, typed: str = "") -> str:
        ran = subprocess.run(
            [str(word) for word in words], cwd=cwd or self.folder, env=self.env, input=typed,
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert ran.returncode == 0, f"{words}\n{(ran.stdout + ran.stderr)[-3000:]}"
        return ran.stdout


def place(folder: Path, commands: Sequence[str]) -> Place:
    here = folder / "bin"
    here.mkdir(parents=True)
    (folder / "home").mkdir()
    for name in commands:
        found = sys.executable if name == "python3" else shutil.which(name)
        if name == "python3":  # not that of a virtual environment, which would let its packages in
            found = str(Path(sys.base_prefix, "bin", "python3"))
        if found:
            (here / name).symlink_to(found)
    env = {name: value for name, value in os.environ.items() if name.startswith(REACH)}
    if "PIP_CERT" in env:
        env["SSL_CERT_FILE"] = env["PIP_CERT"]
    more = {"PATH": str(here), "HOME": str(folder / "home"), "LANG": "C.UTF-8", "TMPDIR": "/tmp"}
    return Place(folder, {**env, **more})


def environment(at: Place) -> Path:
    """A virtual environment with nothing in it but pip; its folder of commands."""
    venv.create(at.folder / "env", with_pip=True)
    return at.folder / "env" / "bin"


# -- each way: sets up and gives the words that call `tablee` ----------------------------------------


def cloned(at: Place, made: Path) -> list[str]:
    at.run("git", "clone", "-q", ROOT, "checkout")
    at.run("make", "ready", cwd=at.folder / "checkout")
    return [str(at.folder / "checkout" / "tablee")]


def installed(pattern: str) -> Callable[[Place, Path], list[str]]:
    def way(at: Place, made: Path) -> list[str]:
        (file,) = made.glob(pattern)
        commands = environment(at)
        at.run(commands / "python", "-m", "pip", "install", "-q", file)
        return [str(commands / "tablee")]

    return way


def by_pipx(at: Place, made: Path) -> list[str]:
    (file,) = made.glob("*-linux_*.whl")
    commands = environment(at)
    at.run(commands / "python", "-m", "pip", "install", "-q", "pipx")
    at.run(commands / "pipx", "install", file)
    return [str(at.folder / "home" / ".local" / "bin" / "tablee")]


def by_uv(at: Place, made: Path) -> list[str]:
    (file,) = made.glob("*-linux_*.whl")
    commands = environment(at)
    at.run(commands / "python", "-m", "pip", "install", "-q", "uv")
    at.run(commands / "uv", "tool", "install", "-q", "--python", at.folder / "bin" / "python3", file)
    return [str(at.folder / "home" / ".local" / "bin" / "tablee")]


def one_file(at: Place, made: Path) -> list[str]:
    """The file and nothing else: what made it is gone, and so are all commands, Python with them."""
    at.run("git", "clone", "-q", ROOT, "checkout")
    at.run("make", "onefile", cwd=at.folder / "checkout")
    file = at.folder / "une clé" / "tablee"
    file.parent.mkdir()
    shutil.move(at.folder / "checkout" / "dist" / "tablee", file)
    for name in ("checkout", "bin", "home"):
        shutil.rmtree(at.folder / name)
    (at.folder / "home").mkdir()
    return [str(file)]


def in_container(at: Place, made: Path) -> list[str]:
    if why_not := containers.why_not():
        pytest.skip(why_not)
    image = containers.image()
    subprocess.run(["cp", "-a", image.root, at.folder / "root"], check=True)
    mine = image._replace(root=at.folder / "root")
    # Listens where the tests look for it, and so needs no token.
    return mine.script(at.folder / "inside", image.config["Entrypoint"], TABLEE_HOST="127.0.0.1")


class Way(NamedTuple):
    name: str
    get: Callable[[Place, Path], list[str]]
    commands: tuple[str, ...] = BARE
    compiled: bool = True


ONE_FILE = Way("one file", one_file, (*BARE, *COMPILER, *FREEZER))
WAYS = (
    Way("clone, make", cloned, (*BARE, *COMPILER, *NODE)),
    Way("clone, make, no Node", cloned, (*BARE, *COMPILER)),
    Way("clone, make, no compiler", cloned, (*BARE, *NODE), compiled=False),
    Way("clone, make, neither", cloned, compiled=False),
    Way("sdist, pip", installed("*.tar.gz"), (*BARE, *COMPILER)),
    Way("sdist, pip, no compiler", installed("*.tar.gz"), compiled=False),
    Way("wheel, pip", installed("*-linux_*.whl")),
    Way("pure wheel, pip", installed("*-none-any.whl"), compiled=False),
    Way("wheel, pipx", by_pipx),
    Way("wheel, uv tool", by_uv),
    ONE_FILE,
    Way("container, by chroot", in_container),
)


def size_of(folder: Path) -> int:
    """Bytes on disk of what a way left there."""
    found = subprocess.run(["du", "-sk", folder], capture_output=True, text=True, check=True).stdout
    return 1024 * int(found.split()[0])


def row(name: str, figures: Mapping[str, object]) -> str:
    return " | ".join(["", name, *map(str, figures.values()), ""]).strip()
