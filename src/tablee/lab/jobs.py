"""Work for several processes or machines: the same results for any number of them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

Job = TypeVar("Job")
Result = TypeVar("Result")


def cores() -> int:
    """Those that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run_jobs(
    work: Callable[[Job], Result], jobs: Sequence[Job], workers: int, title: str = ""
) -> list[Result]:
    """Do all jobs: their results in the order of the jobs."""
    done = dict(finished(work, jobs, workers, title))
    return [done[at] for at in range(len(jobs))]


def finished(
    work: Callable[[Job], Result],
    jobs: Sequence[Job],
    workers: int,
    title: str = "",
    cluster: str | None = None,
) -> Iterator[tuple[int, Result]]:
    """The number of each job and its result, as they come, here or on a cluster of Ray.

    With a title a progress bar shows on stderr, if that is a terminal.
    """
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
    )  # fmt: skip
    if cluster is None:
        results = on_this_machine(work, jobs, workers)
    else:
        from tablee.lab.cluster import on_cluster  # an extra

        results = on_cluster(work, jobs, cluster, workers)
    with Progress(*columns, console=console, disable=not title or not console.is_terminal) as bar:
        task = bar.add_task(title, total=len(jobs))
        for result in results:
            yield result
            bar.update(task, advance=1)


def on_this_machine(
    work: Callable[[Job], Result], jobs: Sequence[Job], workers: int
) -> Iterator[tuple[int, Result]]:
    if workers <= 1 or len(jobs) <= 1:
        for at, job in enumerate(jobs):
            yield at, work(job)
        return
    left = dict(enumerate(jobs))
    while left:
        before = len(left)
        try:
            for at, result in pooled(work, left, workers):
                del left[at]
                yield at, result
        except BrokenProcessPool:  # a worker was killed: what it had begun is done again
            if len(left) == before:
                raise


def pooled(
    work: Callable[[Job], Result], jobs: dict[int, Job], workers: int
) -> Iterator[tuple[int, Result]]:
    # Started afresh: a fork of a process with threads may hang.
    fresh = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(min(workers, len(jobs)), fresh, initializer=die_with_parent)
    try:
        asked = {pool.submit(work, job): at for at, job in jobs.items()}
        for done in as_completed(asked):
            yield asked[done], done.result()
    finally:
        pool.shutdown(cancel_futures=True)


def die_with_parent() -> None:
    """In a worker: leave Ctrl-C to the parent, and do not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
