"""A server as a process of its own, on a core of its own, and the CPU seconds that it takes (Linux)."""

from __future__ import annotations

import os
import socket
import subprocess
import time
from pathlib import Path
from typing import Final

from load_driver import Driver
from load_socket import HOST

PATIENCE: Final = 30  # seconds for the server to come up


def cores() -> tuple[int, int]:
    """The server's core and the generator's; the same one if there is no other."""
    mine = os.sched_getaffinity(0)
    return max(mine), min(mine)


class Server:
    """From the start of the process to its end, as a context."""

    def __init__(self, driver: Driver, core: int) -> None:
        self.driver = driver
        self.core = core
        self.port = free_port()

    def __enter__(self) -> Server:
        before = os.sched_getaffinity(0)
        os.sched_setaffinity(0, {self.core})  # which the process and all its threads inherit
        try:
            self.process = subprocess.Popen(
                self.driver.command(self.port),
                env={**os.environ, **self.driver.environment},
                stdout=subprocess.DEVNULL,
            )
        finally:
            os.sched_setaffinity(0, before)
        try:
            self.wait_until_up()
        except BaseException:
            self.__exit__()
            raise
        return self

    def wait_until_up(self) -> None:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self.process.poll() is not None:
                raise RuntimeError(f"the server ended with status {self.process.returncode}")
            try:
                socket.create_connection((HOST, self.port), 1).close()
                return
            except OSError:
                time.sleep(0.05)
        raise RuntimeError("the server does not come up")

    def __exit__(self, *error: object) -> None:
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def cpu(self) -> float:
        """CPU seconds so far, user and system, of all threads of the process and its descendants."""
        return sum(cpu_of(pid) for pid in family(self.process.pid))

    def memory(self) -> float:
        """Megabytes now, of all its processes; what they share is shared out among them."""
        return sum(shared_out(pid) for pid in family(self.process.pid)) / 1000

    def waited(self) -> float:
        """Seconds so far that its threads could have run, and others, or one of them, had the core."""
        threads = [
            thread for pid in family(self.process.pid) for thread in Path(f"/proc/{pid}/task").iterdir()
        ]
        return sum(int((thread / "schedstat").read_text().split()[1]) for thread in threads) / 1e9


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def family(pid: int) -> list[int]:
    """The process and all that descend from it."""
    found = [pid]
    for parent in found:
        for children in Path(f"/proc/{parent}/task").glob("*/children"):
            found += map(int, children.read_text().split())
    return found


def shared_out(pid: int) -> int:
    """kB of memory, a page of several processes in equal parts (PSS)."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))


def cpu_of(pid: int) -> float:
    """The clock that clock_getcpuclockid(3) gives for a process: nanoseconds, where /proc has ticks."""
    return time.clock_gettime((~pid << 3) | 2)
