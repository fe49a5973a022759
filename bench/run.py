"""Times our workloads and the peers' in turns, on one core, and holds them against the bars."""

from __future__ import annotations

import json
import os
import platform
import resource
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
from plan import BARS, COMPILED, LIMITS, PEERS, Bar, Job, Limit, jobs

HERE = Path(__file__).parent
ROOT = HERE.parent
ROUNDS = 5
# What a job printed, and `process`: the CPU seconds of the whole process.
Result = dict[str, Any]
Results = dict[Job, list[Result]]


class Runner:
    """Starts the jobs in their environments, one at a time."""

    def __init__(self, compiled: Path, peers: Path, quick: bool) -> None:
        self.compiled = compiled
        self.peers = peers
        self.quick = quick
        self.failures: dict[Job, str] = {}

    def run(self, job: Job) -> Result | None:
        python = str(self.peers) if job.where == PEERS else sys.executable
        # Peers that use numpy must not get more cores than we do.
        given = {**os.environ, "PYTHONHASHSEED": "0", "OMP_NUM_THREADS": "1"}
        given.pop("PYTHONPATH", None)
        if job.where == COMPILED:
            given["PYTHONPATH"] = str(self.compiled)
        script, *arguments = job.command(self.quick)
        command = [python, "-W", "ignore", str(HERE / script), *arguments]
        try:
            process = subprocess.Popen(
                command, env=given, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
            )
        except OSError as error:
            self.failures[job] = str(error)
            return None
        before = of_children()
        out, err = process.communicate()
        if process.returncode != 0:
            self.failures[job] = (err.strip().splitlines() or [f"status {process.returncode}"])[-1]
            return None
        result: Result = json.loads(out.splitlines()[-1])
        result["process"] = of_children() - before
        if result.get("compiled", job.where == COMPILED) != (job.where == COMPILED):
            self.failures[job] = f"ran {'compiled' if result['compiled'] else 'interpreted'}"
            return None
        return result


def of_children() -> float:
    """CPU seconds of all jobs that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measure(runner: Runner, rounds: int) -> Results:
    """Round by round: what is compared runs within seconds of each other."""
    results: Results = {job: [] for job in jobs()}
    for number in range(rounds):
        click.echo(f"round {number + 1} of {rounds}", err=True)
        for job in results:
            if job in runner.failures or (job.once and number > 0):
                continue
            result = runner.run(job)
            if result is None:
                results[job].clear()
            else:
                results[job].append(result)
    return results


def spread(values: list[float]) -> dict[str, float]:
    return {"median": statistics.median(values), "low": min(values), "high": max(values)}


def judge_bar(bar: Bar, results: Results) -> dict[str, Any] | None:
    """Speeds and their ratio; the ratio is the median of the rounds' ratios."""
    ours, theirs = (
        [result[bar.unit] / result["seconds"] for result in results[job]]
        for job in (bar.ours, bar.theirs)
    )
    if not ours or not theirs:
        return None
    ratio = spread([mine / other for mine, other in zip(ours, theirs, strict=True)])
    return {
        "title": bar.title,
        "beside": bar.beside,
        "unit": bar.unit,
        "ours": spread(ours),
        "theirs": spread(theirs),
        "ratio": ratio,
        "wanted": bar.wanted,
        "met": None if bar.wanted is None else ratio["median"] >= bar.wanted,
    }


def judge_limit(limit: Limit, results: Results) -> dict[str, Any] | None:
    found = {
        job.arguments[0]: spread([result[limit.key] for result in results[job]])
        for job in limit.jobs
        if results[job]
    }
    if len(found) < len(limit.jobs):
        return None
    worst = max(found, key=lambda name: found[name]["median"])
    return {
        "title": limit.title,
        "unit": limit.unit,
        "each": found,
        "worst": worst,
        "value": found[worst],
        "most": limit.most,
        "met": None if limit.most is None else found[worst]["median"] <= limit.most,
    }


# -- telling -----------------------------------------------------------------------------------------


def figure(value: float) -> str:
    """Three digits or so: 12.7 M, 85.2 k, 950, 4.31."""
    for size, letter in ((1e6, " M"), (1e3, " k")):
        if value >= size:
            return f"{value / size:.3g}{letter}"
    return f"{value:.3g}"


def times(ratio: float) -> str:
    return f"{ratio:.0f}" if ratio >= 100 else f"{ratio:.3g}"


def verdict(met: bool | None) -> str:
    return {None: "", True: "met", False: "MISSED"}[met]


def tell_bar(row: dict[str, Any]) -> str:
    ratio, wanted = row["ratio"], row["wanted"]
    bar = "" if wanted is None else f"≥ {wanted:.3g}"
    between = f"({times(ratio['low'])}–{times(ratio['high'])})"
    return (
        f"{row['title']:<27}{row['unit']:<11}{figure(row['ours']['median']):>8}"
        f"{figure(row['theirs']['median']):>9}  {row['beside']:<26}"
        f"{times(ratio['median']):>7} {between:<15}{bar:<8}{verdict(row['met'])}"
    )


def tell_limit(row: dict[str, Any]) -> str:
    value, unit = row["value"], row["unit"]
    bar = "" if row["most"] is None else f"≤ {row['most']:g} {unit}"
    between = f"({value['low']:.3g}–{value['high']:.3g})"
    return (
        f"{row['title']:<42}{value['median']:>7.3g} {unit:<3}{between:<16}"
        f"worst: {row['worst']:<13}{bar:<10}{verdict(row['met'])}"
    )


def tell(bars: list[dict[str, Any]], limits: list[dict[str, Any]], failures: dict[Job, str]) -> None:
    click.echo(f"{'':<27}{'per CPU s':<11}{'ours':>8}{'beside':>9}{'':<28}{'ratio':>7}{'bar':>20}")
    for row in bars:
        click.echo(tell_bar(row))
    click.echo()
    for row in limits:
        click.echo(tell_limit(row))
    for job, why in failures.items():
        click.echo(f"! {job.where} {' '.join(job.command(False))}: {why}")


@click.command()
@click.option("--rounds", default=ROUNDS, show_default=True, help="How often everything is timed.")
@click.option("--quick", is_flag=True, help="One round of a tenth of the work: does it run at all?")
@click.option("--compiled", type=Path, default=ROOT / "build" / "compiled", help="Our compiled copy.")
@click.option(
    "--peers", type=Path, default=ROOT / "build/peers/bin/python", help="The peers' interpreter."
)
@click.option("--json", "file", type=Path, help="Write everything measured there, too.")
def main(rounds: int, quick: bool, compiled: Path, peers: Path, file: Path | None) -> None:
    """Time everything in turns and print it beside the bars."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    runner = Runner(compiled.absolute(), peers.absolute(), quick)
    results = measure(runner, 1 if quick else rounds)
    bars = [row for bar in BARS if (row := judge_bar(bar, results)) is not None]
    limits = [row for limit in LIMITS if (row := judge_limit(limit, results)) is not None]
    tell(bars, limits, runner.failures)
    if quick:
        click.echo("quick: one short round, too little to judge by")
    if file is not None:
        raw = {" ".join((job.where, *job.command(quick))): found for job, found in results.items()}
        about = {"python": platform.python_version(), "machine": platform.machine(), "quick": quick}
        whole = {**about, "bars": bars, "limits": limits, "raw": raw}
        file.write_text(json.dumps(whole, indent=1) + "\n", "utf-8")
    sys.exit(1 if runner.failures else 0)


if __name__ == "__main__":
    main()
