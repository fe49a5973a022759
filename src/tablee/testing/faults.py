"""Faults of the disk for a server under test, and power cuts: drives `faults.c`."""

from __future__ import annotations

import errno
import mmap
import os
import shutil
import struct
import subprocess
from pathlib import Path
from random import Random
from typing import Final

SOURCE: Final = Path(__file__).with_name("faults.c")
NAMES: Final = ("tablee.db", "tablee.db-wal", "tablee.db-journal", "tablee.db-shm")
LASTING: Final = 3  # of these: the last one is made anew from the others
SECTOR: Final = 512

# The same in faults.c.
WRITE, SYNC, TRUNCATE, UNLINK, CREATE, READ, OPEN = 1, 2, 4, 8, 16, 32, 64
BEFORE, AFTER, HALFWAY = 1, 2, 3
WAYS: Final = {"before": BEFORE, "after": AFTER, "halfway": HALFWAY}
COUNT, AT, ACT, KINDS, FILES, ERROR, LEFT, HALVES, NEXT, NOW = range(10)
DURABLE: Final = NOW + len(NAMES)
FIELDS: Final = DURABLE + len(NAMES)


def can_inject() -> bool:
    """Whether there is a C compiler, and a system on which this works."""
    return shutil.which("cc") is not None and Path("/proc/self/fd").is_dir()


class Faults:
    """A folder whose `data` can fail; give `environ` to the process that shall suffer."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()
        self.data = self.root / "data"
        self.disk = self.root / "disk"
        library = self.root / "faults.so"
        compiler = ("cc", "-shared", "-fPIC", "-O1", "-pthread")
        subprocess.run([*compiler, "-o", library, SOURCE], check=True)
        self.environ = {"LD_PRELOAD": str(library), "TABLEE_FAULTS": str(self.root)}
        (self.root / "control").write_bytes(bytes(8 * FIELDS))
        (self.root / "trace").touch()
        with (self.root / "control").open("r+b") as file:
            self.control = mmap.mmap(file.fileno(), 8 * FIELDS)
        self.begin()

    def close(self) -> None:
        self.control.close()

    def get(self, field: int) -> int:
        return int(struct.unpack_from("q", self.control, 8 * field)[0])

    def set(self, field: int, value: int) -> None:
        struct.pack_into("q", self.control, 8 * field, value)

    def begin(self) -> None:
        """An empty folder, on a disk that works."""
        for folder in (self.data, self.disk):
            shutil.rmtree(folder, ignore_errors=True)
        self.disk.mkdir()
        os.truncate(self.root / "trace", 0)
        self.control[:] = bytes(8 * FIELDS)

    # -- faults ------------------------------------------------------------

    def kill_at(self, call: int, way: str) -> None:
        """Kill who makes this call that changes something, the first one being 1."""
        self.set(ACT, WAYS[way])
        self.set(AT, call)

    @property
    def killed(self) -> bool:
        return 0 < self.get(AT) <= self.get(COUNT)

    def trace(self) -> list[str]:
        """All these calls: what (W, S, T, U, C) and with which file (d, l, j, i; f is the folder)."""
        said = (self.root / "trace").read_text("ascii")
        return [said[at : at + 2] for at in range(0, len(said), 2)]

    def fail(
        self,
        kinds: int,
        error: int = errno.EIO,
        *,
        file: str = "",
        times: int = -1,
        halves: bool = False,
    ) -> None:
        """From now on, until healed (or so many times); with all files, or with one of NAMES."""
        self.set(FILES, 1 << NAMES.index(file) if file else -1)
        self.set(ERROR, error)
        self.set(LEFT, times)
        self.set(HALVES, int(halves))
        self.set(KINDS, kinds)

    def heal(self) -> None:
        self.set(KINDS, 0)

    # -- power ------------------------------------------------------------

    def cut_power(self, luck: Random | None = None) -> None:
        """What was not synced is gone; or with luck some of it, sector by sector. No server may run."""
        for n, name in enumerate(NAMES):
            path = self.data / name
            number = self.get(DURABLE + n)
            last = path.read_bytes() if path.exists() else b""
            if number == 0 or n >= LASTING:
                path.unlink(missing_ok=True)
                self.set(NOW + n, 0)
                continue
            disk = self.disk / f"{number}.disk"
            synced = disk.read_bytes() if disk.exists() else b""
            if luck is not None and number == self.get(NOW + n):
                synced = torn(synced, last, luck)
            path.write_bytes(synced)
            disk.write_bytes(synced)
            (self.disk / f"{number}.notes").write_bytes(b"")
            self.set(NOW + n, number)


def torn(before: bytes, after: bytes, luck: Random) -> bytes:
    """A file on its way from one content to another, in whatever order sectors are written."""
    share = luck.choice((0.1, 0.5, 0.9))
    size = len(luck.choice((before, after)))
    sectors = []
    for at in range(0, size, SECTOR):
        chosen = after if luck.random() < share else before
        sectors.append(chosen[at : at + SECTOR].ljust(SECTOR, b"\0"))
    return b"".join(sectors)[:size]
