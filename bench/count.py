"""Counts the instructions of a fixed workload of every game and compares them with the baseline.

Counts do not depend on how busy the machine is: a change of the code shows where times are noise. Each
game runs twice under callgrind, once without the work, and the difference is what the work costs.
"""

from __future__ import annotations

import json
import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import click
from plan import SEATS

HERE: Final = Path(__file__).parent
BASELINE: Final = HERE / "baseline.json"
GAMES: Final = (*SEATS, "crazy_eights")
MOVED: Final = 0.10


def instructions(compiled: Path, game: str, times: int) -> int:
    """How many a whole process takes that does the work so many times."""
    command = [
        "valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
        sys.executable, str(HERE / "work_count.py"), game, str(times),
    ]  # fmt: skip
    given = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONPATH": str(compiled)}
    ran = subprocess.run(command, env=given, capture_output=True, text=True)
    found = re.search(r"Collected : (\d+)", ran.stderr)
    if ran.returncode != 0 or found is None:
        raise click.ClickException(f"{game}: {ran.stderr.strip()[-400:]}")
    if times and "compiled" not in ran.stdout:
        raise click.ClickException(f"{game} ran interpreted: is {compiled} built?")
    return int(found[1])


def here() -> dict[str, str]:
    """What counts depend on, apart from the code."""
    return {"python": platform.python_version(), "machine": platform.machine()}


def compare(before: Mapping[str, int], now: Mapping[str, int]) -> tuple[list[str], bool]:
    """A line for each game, and whether any takes more than a tenth more than before."""
    lines: list[str] = []
    worse = False
    for game, count in now.items():
        line = f"{game:<14}{count / 1e6:>9.2f} M"
        if game not in before:
            lines.append(f"{line}  not in the baseline")
            continue
        change = count / before[game] - 1
        line += f"  {change:>+7.1%}"
        if abs(change) > MOVED:
            line += f"  MOVED: was {before[game] / 1e6:.2f} M"
            worse = worse or change > 0
        lines.append(line)
    gone = [game for game in before if game not in now]
    lines += [f"{game:<14} is in the baseline, but was not counted" for game in gone]
    return lines, worse


@click.command()
@click.argument("games", nargs=-1, type=click.Choice(GAMES))
@click.option("--update", is_flag=True, help="Make these counts the baseline.")
@click.option(
    "--compiled", type=Path, default=HERE.parent / "build" / "compiled", help="Our compiled copy."
)
def main(games: tuple[str, ...], update: bool, compiled: Path) -> None:
    """Count all games, or these; the status is 1 if one takes over a tenth more than before."""
    if shutil.which("valgrind") is None:
        raise click.ClickException("valgrind is missing: install it to count instructions")
    counted: dict[str, int] = {}
    for game in games or GAMES:
        click.echo(f"counting {game}", err=True)
        idle = instructions(compiled.absolute(), game, 0)
        counted[game] = instructions(compiled.absolute(), game, 1) - idle
    kept: dict[str, Any] = {**here(), "instructions": {}}
    if BASELINE.exists():
        kept = json.loads(BASELINE.read_text("utf-8"))
    before: dict[str, int] = kept["instructions"]
    asked = games or (*GAMES, *before)
    lines, worse = compare({game: n for game, n in before.items() if game in asked}, counted)
    for line in lines:
        click.echo(line)
    about = {key: kept[key] for key in here()}
    if about != here():
        click.echo(f"the baseline is from elsewhere: {about}, here: {here()}")
    if update:
        data = {**here(), "instructions": {**before, **counted} if games else counted}
        BASELINE.write_text(json.dumps(data, indent=1) + "\n", "utf-8")
        click.echo(f"wrote {BASELINE.name}")
    elif worse:
        sys.exit(1)


if __name__ == "__main__":
    main()
