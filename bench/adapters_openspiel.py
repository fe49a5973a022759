"""Random play through OpenSpiel: our registered games beside its own tic-tac-toe in Python.

Both are played by the same loop, in turns, in one process; decisions of players are counted. Run
with the compiled copy: PYTHONPATH=build/compiled .venv/bin/python bench/adapters_openspiel.py
"""

from __future__ import annotations

import json
import statistics
import time
from pathlib import Path
from random import Random
from typing import Any

import click
import pyspiel
from open_spiel.python.games import tic_tac_toe
from timed import is_compiled

from tablee.adapters import openspiel
from tablee.games import game

OURS = ("crazy_eights", "super_miaou", "meowtopia", "push_em_up", "megabou", "mow")
WANTED = 2.0  # times as fast
THEIRS = "python_tic_tac_toe"
assert tic_tac_toe, openspiel  # imported to be registered


def speed(loaded: Any, seconds: float, luck: Random) -> float:
    """Decisions per CPU second."""
    random = luck.random
    decisions = 0
    start = time.process_time()
    while (used := time.process_time() - start) < seconds:
        state = loaded.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            if not state.is_chance_node():
                decisions += 1
            state.apply_action(legal[int(random() * len(legal))])
    return decisions / used


@click.command()
@click.option("--rounds", default=5, show_default=True, help="How often everything is timed.")
@click.option(
    "--seconds", default=1.0, show_default=True, help="How long each game is played each time."
)
@click.option("--json", "file", type=Path, help="Write everything measured there, too.")
def main(rounds: int, seconds: float, file: Path | None) -> None:
    """Time everything in turns and print the ratios."""
    luck = Random(1)
    theirs = pyspiel.load_game(THEIRS)
    ours = {name: pyspiel.load_game(openspiel.PREFIX + name) for name in OURS}
    speeds: dict[str, list[float]] = {name: [] for name in OURS}
    ratios: dict[str, list[float]] = {name: [] for name in OURS}
    for _ in range(rounds):
        for name, loaded in ours.items():
            yardstick = speed(theirs, seconds / 2, luck)
            speeds[name].append(speed(loaded, seconds, luck))
            yardstick = (yardstick + speed(theirs, seconds / 2, luck)) / 2
            ratios[name].append(speeds[name][-1] / yardstick)
    form = "compiled" if is_compiled(game("mow")) else "interpreted"
    click.echo(f"decisions per CPU second through OpenSpiel, beside {THEIRS} ({form})")
    for name in OURS:
        ratio = statistics.median(ratios[name])
        bar = f"≥ {WANTED:g}  {'met' if ratio >= WANTED else 'MISSED'}"
        low, high = min(ratios[name]), max(ratios[name])
        figure = statistics.median(speeds[name])
        click.echo(f"{name:<14}{figure:>10,.0f}{ratio:>8.2f} ({low:.2f}–{high:.2f})  {bar}")
    if file is not None:
        file.write_text(json.dumps({"form": form, "speeds": speeds, "ratios": ratios}), "utf-8")


if __name__ == "__main__":
    main()
