"""The lab's jobs on a cluster of Ray: what a killed worker had begun is done again elsewhere."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from tablee.installed import command_for
from tablee.lab.errors import MissingExtra, NoCluster

try:
    import ray
except ImportError as missing:
    raise MissingExtra(what="--cluster", command=command_for("ray")) from missing

Job = TypeVar("Job")
Result = TypeVar("Result")

HERE = "local"  # no cluster, even where one runs: a Ray of its own on this machine
KNOCK = 5.0  # seconds
RETRIES = 20  # workers and machines that a job may lose


def on_cluster(
    work: Callable[[Job], Result], jobs: Sequence[Job], address: str, workers: int
) -> Iterator[tuple[int, Result]]:
    """The number of each job and its result, as they come; jobs depend on nothing but themselves."""
    if not jobs:
        return
    begun = connect(address, workers)
    try:
        remote = ray.remote(max_retries=RETRIES, num_cpus=1)(work)
        asked = {remote.remote(job): at for at, job in enumerate(jobs)}
        while asked:
            ready, _ = ray.wait(list(asked), num_returns=1)
            at = asked.pop(ready[0])
            yield at, ray.get(ready[0])
    finally:
        if begun:
            ray.shutdown()


def connect(address: str, workers: int) -> bool:
    """Whether this call has begun the connection, and so must end it."""
    if ray.is_initialized():
        return False
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    try:
        knock(address)
        if address == HERE:
            ray.init(address=HERE, num_cpus=workers, include_dashboard=False, **quiet)
        else:
            ray.init(address=address, **quiet)
    except (ConnectionError, ValueError, OSError) as error:
        why = str(error).strip().partition("\n")[0]
        raise NoCluster(given=address[:80], why=why[:200]) from error
    return True


def knock(address: str) -> None:
    """Ray tries for minutes to reach a machine that is not there: ask whether it is."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon and port.isdecimal():
        socket.create_connection((host, int(port)), timeout=KNOCK).close()
