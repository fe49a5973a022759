"""Folders, disks and the clock: what tables are kept on and dated by."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import tablee
from tablee import installed
from tablee.doctor.kit import Finding, Patient

MB: Final = 1_000_000
LOW: Final = 200 * MB  # free space that is worth a word
FULL: Final = 20 * MB  # free space with which nothing can be relied on
DAY: Final = 86_400.0
AHEAD: Final = 60.0  # seconds by which an entry may be newer than now: clocks are corrected
SHARED: Final = re.compile(  # file systems that are on another machine
    r"(nfs\d?|cifs|smb\w*|afs|afpfs|webdav|ncpfs|ceph|glusterfs|9p|fuse\.(sshfs|rclone|glusterfs|davfs2?))"
)
FILES: Final = ("tablee.db", "tablee.db-wal", "tablee.db-shm", "tablee.lock")


# -- the folder ------------------------------------------------------------------------------------


def folder(patient: Patient) -> Iterator[Finding]:
    """Where the file with the tables is, or would be made."""
    if patient.database:
        return
    place = patient.data_dir
    there = os.path.isdir(place)
    if not there and os.path.exists(place):
        yield patient.wrong("folder", "folder.file", folder=place)
        return
    refused = unwritable(nearest(place))
    locked = [
        name for name in FILES if os.path.exists(place / name) and not os.access(place / name, os.W_OK)
    ]
    if refused is not None:
        why = patient.because(refused)
        yield patient.wrong("folder", "folder.unwritable", folder=place, why=why)
    elif locked:
        yield patient.wrong("folder", "folder.locked", folder=place, files=tuple(locked))
    elif (kind := on_another_machine(nearest(place))) is not None:
        yield patient.warning("folder", "folder.shared", folder=place, kind=kind)
    else:
        yield patient.ok("folder", "folder" if there else "folder.new", folder=place)


def nearest(place: Path) -> Path:
    """The place itself, or the innermost folder above it that is there."""
    whole = place.absolute()
    return next((each for each in (whole, *whole.parents) if os.path.isdir(each)), Path.cwd())


def unwritable(place: Path) -> OSError | None:
    """Why no file can be made there; seen by making one without a name."""
    try:
        with tempfile.TemporaryFile(dir=place):
            return None
    except OSError as error:
        return error


def on_another_machine(place: Path) -> str | None:
    """The kind of file system, if it is one of those on which SQLite cannot be relied on."""
    whole = place.resolve()
    if whole.drive.startswith("\\\\"):
        return whole.drive
    around = [(at, kind) for at, kind in mounts() if whole == at or at in whole.parents]
    kind = max(around, key=lambda each: len(each[0].parts))[1] if around else ""
    return kind if SHARED.fullmatch(kind) else None


def mounts() -> Iterator[tuple[Path, str]]:
    """What is mounted where, and its kind; nothing where there is no way to know."""
    with contextlib.suppress(OSError, ValueError):
        if sys.platform == "darwin":
            said = subprocess.run(["/sbin/mount"], capture_output=True, text=True, check=False).stdout
            for at, kind in re.findall(r" on (.+) \((\w+)[,)]", said):
                yield Path(at), kind
        else:
            for line in Path("/proc/self/mounts").read_text("utf-8", "replace").splitlines():
                _, at, kind, *_ = line.split()
                plain = re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), at)
                yield Path(plain), kind


# -- room ------------------------------------------------------------------------------------------


def disk(patient: Patient) -> Iterator[Finding]:
    if not patient.database:
        yield room(patient, "disk.data", nearest(patient.data_dir))
    try:
        temporary = Path(tempfile.gettempdir())
    except OSError:  # it has tried several
        yield patient.wrong("disk.temp", "disk.nowhere")
        return
    yield room(patient, "disk.temp", temporary)


def room(patient: Patient, what: str, place: Path) -> Finding:
    free = shutil.disk_usage(place).free
    values = {"folder": place, "n": free // MB}
    if free < FULL:
        return patient.wrong(what, f"{what}.full", **values)
    if free < LOW:
        return patient.warning(what, f"{what}.low", **values)
    return patient.ok(what, what, **values)


# -- the clock -------------------------------------------------------------------------------------


def clock(patient: Patient) -> Iterator[Finding]:
    """Not before this Tablée was put here, nor before what the store knows of."""
    from tablee.doctor.tables import newest_of

    now = time.time()
    made = (installed.ONE_FILE or Path(tablee.__file__)).stat().st_mtime
    newest = newest_of(patient)
    if now < made - DAY:
        yield patient.wrong("clock", "clock.before", now=day(now), then=day(made))
    elif newest > now + AHEAD:
        yield patient.warning("clock", "clock.future", now=day(now), then=day(newest))
    else:
        yield patient.ok("clock", "clock", now=day(now))


def day(seconds: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds))
