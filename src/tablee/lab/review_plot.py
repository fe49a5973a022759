"""A picture of a review: everybody's chance move by move, and what luck and decisions did to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import matplotlib

matplotlib.use("agg")
from matplotlib import pyplot

COLOURS: Final = (
    "#6a4fb6", "#d1495b", "#2f7d5b", "#d98324", "#2b6cb0", "#8c564b", "#b5489e", "#6b7280", "#8a8a00",
    "#0f9aa8",
)  # fmt: skip
# Colour is never the only sign.
LINES: Final = ("-", "--", "-.", ":")
PARTS: Final = (("luck", "#d98324", "//"), ("skill", "#2f7d5b", ""), ("others", "#8a8f98", ".."))


def plot_review(
    found: Mapping[str, Any], names: Sequence[str], title: str, words: Mapping[str, str], path: Path
) -> None:
    """`words` are those of the axes and legends; the ending of the path says the format."""
    figure, (above, below) = pyplot.subplots(
        2, 1, figsize=(9, 5.2 + 0.45 * len(names)), height_ratios=(3, 0.6 + 0.35 * len(names)),
        layout="constrained",
    )  # fmt: skip
    steps = range(len(found["steps"]))
    for seat, name in enumerate(names):
        colour = COLOURS[seat % len(COLOURS)]
        chances = [100 * step["chances"][seat] for step in found["steps"]]
        low = [100 * step["low"][seat] for step in found["steps"]]
        high = [100 * step["high"][seat] for step in found["steps"]]
        above.fill_between(steps, low, high, color=colour, alpha=0.13, linewidth=0)
        above.plot(steps, chances, LINES[seat % len(LINES)], color=colour, label=name, linewidth=1.8)
    turns = [turn["step"] for turn in found["turning_points"]]
    if turns:
        above.plot(turns, [101] * len(turns), "v", color="#222222", label=words["turns"], clip_on=False)
    above.set(title=title, xlabel=words["move"], ylabel=words["chance"], ylim=(0, 101))
    above.margins(x=0.01)
    above.legend(loc="upper left", fontsize="small", ncols=2)
    thick = 0.8 / len(PARTS)
    for at, (part, colour, hatch) in enumerate(PARTS):
        means = [100 * total[part]["mean"] for total in found["totals"]]
        reach = [
            [100 * (total[part]["mean"] - total[part]["low"]) for total in found["totals"]],
            [100 * (total[part]["high"] - total[part]["mean"]) for total in found["totals"]],
        ]
        places = [seat + (at - 1) * thick for seat in range(len(names))]
        below.barh(
            places, means, thick, xerr=reach, color=colour, hatch=hatch, label=words[part],
            edgecolor="#ffffff", error_kw={"elinewidth": 0.8, "capsize": 2},
        )  # fmt: skip
    below.axvline(0, color="#222222", linewidth=0.8)
    below.set_yticks(range(len(names)), names)
    below.invert_yaxis()
    below.set_xlabel(words["parts"])
    below.legend(loc="best", fontsize="small")
    figure.savefig(path, dpi=150)
    pyplot.close(figure)
