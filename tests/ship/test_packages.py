"""Packages of one's own: on every Python that we promise, with changed pages, without tools."""

from __future__ import annotations

import os
import shutil
import zipfile
from pathlib import Path

import pytest

from ship.ways import BARE, COMPILER, ROOT, environment, place

PROMISED = ("3.11", "3.12", "3.13", "3.14")


def found(version: str) -> str:
    """A Python of that version, on the path or among pyenv's; the test is passed over without one."""
    kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"), "versions")
    for folder in sorted(kept.glob(f"{version}.*")):
        if (folder / "bin" / "python3").exists():
            return str(folder / "bin" / "python3")
    by_path = shutil.which(f"python{version}")
    if by_path is None or "shims" in by_path:
        pytest.skip(f"there is no Python {version} here")
    return by_path


@pytest.mark.parametrize("version", PROMISED)
def test_the_sdist_is_compiled_and_plays(version: str, made: Path, tmp_path: Path) -> None:
    at = place(tmp_path / "chez l’été", (*BARE, *COMPILER))
    at.run(found(version), "-m", "venv", "env")
    python = at.folder / "env" / "bin" / "python"
    (sdist,) = made.glob("*.tar.gz")
    at.run(python, "-m", "pip", "install", "-q", sdist)
    assert "(compiled)" in at.run(python, ROOT / "tools" / "smoke.py", "compiled")


def test_pages_that_were_changed_are_built_without_node(made: Path, tmp_path: Path) -> None:
    """Node comes from PyPI then, and from nowhere if they are as we built them."""
    at = place(tmp_path / "chez l’été", BARE)
    (sdist,) = made.glob("*.tar.gz")
    shutil.unpack_archive(sdist, at.folder, filter="tar")
    (sources,) = at.folder.glob("tablee-*")
    front = sources / "web" / "index.html"
    front.write_text(front.read_text("utf-8").replace("</head>", "<!-- changed --></head>"), "utf-8")
    pip = [environment(at) / "python", "-m", "pip"]
    at.run(*pip, "wheel", "-q", "--no-deps", "-w", "wheels", sources)
    (wheel,) = (at.folder / "wheels").iterdir()
    assert wheel.name.endswith("-py3-none-any.whl")  # there is no compiler, either
    with zipfile.ZipFile(wheel) as file:
        assert "changed" in file.read("tablee/server/static/index.html").decode()


def test_pages_that_cannot_be_built_are_no_package(made: Path, tmp_path: Path) -> None:
    """Rather none than one that shows nothing."""
    at = place(tmp_path / "chez l’été", BARE)
    (sdist,) = made.glob("*.tar.gz")
    shutil.unpack_archive(sdist, at.folder, filter="tar")
    (sources,) = at.folder.glob("tablee-*")
    (sources / "web" / "src" / "main.ts").write_text("this is no TypeScript", "utf-8")
    pip = [environment(at) / "python", "-m", "pip"]
    with pytest.raises(AssertionError, match="The pages cannot be built: npm run") as failed:
        at.run(*pip, "wheel", "-q", "--no-deps", "-w", "wheels", sources)
    assert "TABLEE_PAGES=no" in str(failed.value)
