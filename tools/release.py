"""Makes a release: sdist, wheels, bill of materials and checksums, all but publishing it.

    python tools/release.py 0.2.0

Everything is made of what is committed, in a copy, twice, in two folders: what differs by a bit is a
fault. The checkout itself stays as it is; `release.patch` has what the new version changes in it.
Only the standard library and what the checkout's own Python has (setuptools, mypy, pip).
"""

from __future__ import annotations

import difflib
import gzip
import hashlib
import io
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import venv
import zipfile
from email.parser import Parser
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent
VERSION = re.compile(r"\d+\.\d+\.\d+")
UNRELEASED = "## Unreleased\n"
# Of the sdist, and of no checkout: what setuptools writes.
MADE = re.compile(r"PKG-INFO|setup\.cfg|src/tablee\.egg-info/.*")


def fail(sentence: str) -> NoReturn:
    sys.exit(f"release: {sentence}")


def tell(line: str) -> None:
    print(f"release: {line}", file=sys.stderr, flush=True)


def git(*words: str) -> str:
    ran = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    if ran.returncode:
        fail(f"git {words[0]}: {ran.stderr.strip()}")
    return ran.stdout


def run(words: list[str | Path], where: Path, **more: str) -> str:
    env = {**os.environ, **more}
    ran = subprocess.run(words, cwd=where, env=env, capture_output=True, text=True, check=False)
    if ran.returncode:
        fail(f"{' '.join(map(str, words))} failed:\n{(ran.stdout + ran.stderr)[-3000:]}")
    return ran.stdout


# -- what is released ------------------------------------------------------------------------------


def edited(version: str, day: str) -> dict[str, str]:
    """The files that name the version, as they are to be."""
    about = (ROOT / "pyproject.toml").read_text("utf-8")
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    about = re.sub(r'^version = ".*"$', f'version = "{version}"', about, count=1, flags=re.MULTILINE)
    heading = f"## {version} ({day})\n"
    if f"\n## {version} " in changes:
        pass  # this is the commit that was made of the patch, or a tag on it
    elif UNRELEASED in changes:
        changes = changes.replace(UNRELEASED, f"{UNRELEASED}\n{heading}", 1)
    else:
        fail(f"CHANGELOG.md has neither “{UNRELEASED.strip()}” nor a section {version}")
    return {"pyproject.toml": about, "CHANGELOG.md": changes}


def version_now() -> str:
    found = re.search(r'^version = "(.*)"$', git("show", "HEAD:pyproject.toml"), re.MULTILINE)
    assert found
    return found[1]


def export(folder: Path, files: dict[str, str]) -> None:
    """What is committed, with the version in it."""
    packed = subprocess.run(
        ["git", "archive", "HEAD"], cwd=ROOT, capture_output=True, check=True
    ).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(folder, filter="tar")
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8", newline="\n")


def patch_of(files: dict[str, str]) -> str:
    lines: list[str] = []
    for name, text in files.items():
        before = (ROOT / name).read_text("utf-8").splitlines(keepends=True)
        after = text.splitlines(keepends=True)
        lines += difflib.unified_diff(before, after, f"a/{name}", f"b/{name}")
    return "".join(lines)


# -- making it -------------------------------------------------------------------------------------


def level(path: Path, when: int) -> None:
    """The same archive whoever makes it, whenever and wherever."""
    with tarfile.open(path) as archive:
        members = sorted(archive.getmembers(), key=lambda member: member.name)
        parts = [(member, archive.extractfile(member)) for member in members]
        packed = io.BytesIO()
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as made:
            for member, data in parts:
                member.uid = member.gid = 0
                member.uname = member.gname = ""
                member.mtime = when
                member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
                member.pax_headers = {}
                made.addfile(member, data)
    with path.open("wb") as file, gzip.GzipFile("", "wb", fileobj=file, mtime=when) as out:
        out.write(packed.getvalue())


def make(version: str, files: dict[str, str], when: int, work: Path) -> Path:
    """An sdist, and out of it a pure wheel and a compiled one; the folder that they are in."""
    os.umask(0o022)
    made = work / "made"
    export(work / "checkout", files)
    env = {"SOURCE_DATE_EPOCH": str(when), "PYTHONHASHSEED": "0"}
    run([sys.executable, "setup.py", "-q", "sdist", "--dist-dir", made], work / "checkout", **env)
    sdist = made / f"tablee-{version}.tar.gz"
    level(sdist, when)
    with tarfile.open(sdist) as archive:
        archive.extractall(work, filter="tar")
    pip = [sys.executable, "-m", "pip", "wheel", "-q", "--disable-pip-version-check", "--no-deps"]
    for compiled in ("no", "yes"):
        words = [*pip, "--no-build-isolation", "-w", str(made), "."]
        run([*words], work / f"tablee-{version}", TABLEE_COMPILE=compiled, **env)
        shutil.rmtree(work / f"tablee-{version}" / "build", ignore_errors=True)
    for wheel in made.glob("*-none-any.whl"):
        with zipfile.ZipFile(wheel) as file:
            bill = file.read(f"tablee-{version}.dist-info/sboms/tablee.cdx.json")
            (made / f"tablee-{version}.cdx.json").write_bytes(bill)
    return made


def sums(folder: Path) -> dict[str, str]:
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.iterdir())
        if path.name != "SHA256SUMS"
    }


# -- checking it -----------------------------------------------------------------------------------


def check(made: Path, version: str) -> None:
    committed = set(git("ls-files", "-z").split("\0")) - {""}
    with tarfile.open(made / f"tablee-{version}.tar.gz") as archive:
        names = {member.name.partition("/")[2] for member in archive if not member.isdir()}
    packed = {name for name in names if not MADE.fullmatch(name)}
    if packed != committed:
        fail(f"the sdist is no whole checkout: {sorted(packed ^ committed)[:8]}")
    wheels = sorted(made.glob("*.whl"))
    pure = [wheel for wheel in wheels if wheel.name.endswith("-py3-none-any.whl")]
    if len(wheels) != 2 or len(pure) != 1:
        fail(f"a pure and a compiled wheel were to be made: {[wheel.name for wheel in wheels]}")
    for wheel in wheels:
        check_wheel(wheel, version, wheel in pure)


def check_wheel(wheel: Path, version: str, pure: bool) -> None:
    """What it says of itself, and that it plays: alone in an environment, away from any checkout."""
    with zipfile.ZipFile(wheel) as file:
        names = set(file.namelist())
        metadata = Parser().parsestr(file.read(f"tablee-{version}.dist-info/METADATA").decode())
    about = f"tablee-{version}.dist-info"
    wanted = {
        *(f"{about}/licenses/{name}" for name in metadata.get_all("License-File", [])),
        f"{about}/sboms/tablee.cdx.json",
        "tablee/py.typed",
        "tablee/server/static/index.html",
    }
    compiled = any(name.endswith((".so", ".pyd")) for name in names)
    if not wanted <= names or metadata["Version"] != version or compiled is pure:
        fail(f"{wheel.name} is not whole: {sorted(wanted - names)}")
    with tempfile.TemporaryDirectory() as folder:
        tell(f"trying {wheel.name}")
        venv.create(folder, with_pip=True)
        python = Path(folder, "Scripts" if os.name == "nt" else "bin", "python")
        pip: list[str | Path] = [python, "-m", "pip", "install", "-q", "--disable-pip-version-check"]
        run([*pip, wheel], Path(folder))
        how = "interpreted" if pure else "compiled"
        run([python, "-P", ROOT / "tools" / "smoke.py", how], Path(folder), PYTHONPATH="")


def main(words: list[str]) -> None:
    if len(words) != 1 or not VERSION.fullmatch(words[0]):
        fail("say which: make release VERSION=1.2.3")
    version = words[0]
    if git("status", "--porcelain"):
        fail("there are changes that are not committed: commit or stash them first")
    when = int(git("log", "-1", "--format=%ct"))
    files = edited(version, time.strftime("%Y-%m-%d", time.gmtime(when)))
    out = ROOT / "dist" / version
    with (
        tempfile.TemporaryDirectory() as first,
        tempfile.TemporaryDirectory(prefix="once more") as again,
    ):
        tell(f"making {version}")
        made = make(version, files, when, Path(first))
        tell("making it once more")
        other = make(version, files, when, Path(again))
        if sums(made) != sums(other):
            differ = [name for name, found in sums(made).items() if sums(other).get(name) != found]
            fail(f"made twice, these differ: {', '.join(differ)}")
        check(made, version)
        (made / "release.patch").write_text(patch_of(files), "utf-8")
        lines = [f"{found}  {name}\n" for name, found in sums(made).items()]
        (made / "SHA256SUMS").write_text("".join(lines), "utf-8")
        shutil.rmtree(out, ignore_errors=True)
        out.parent.mkdir(exist_ok=True)
        shutil.copytree(made, out)
    print("".join(lines), end="")
    tell(f"it is in dist/{version}; to publish: git apply dist/{version}/release.patch, commit, tag")


if __name__ == "__main__":
    main(sys.argv[1:])
