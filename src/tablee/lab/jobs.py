"""Work for several processes: the same results for any number of them, in the order of the jobs."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
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
    """Do all jobs; with a title a progress bar shows on stderr, if that is a terminal."""
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
    )  # fmt: skip
    with Progress(*columns, console=console, disable=not title or not console.is_terminal) as bar:
        task = bar.add_task(title, total=len(jobs))
        done: list[Result] = []
        for result in results(work, jobs, workers):
            done.append(result)
            bar.update(task, advance=1)
    return done


def results(work: Callable[[Job], Result], jobs: Sequence[Job], workers: int) -> Iterator[Result]:
    if workers <= 1 or len(jobs) <= 1:
        yield from map(work, jobs)
        return
    # Started afresh: a fork of a process with threads may hang.
    with multiprocessing.get_context("spawn").Pool(min(workers, len(jobs))) as pool:
        yield from pool.imap(work, jobs)
