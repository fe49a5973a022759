"""Pictures of what the lab found."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def plot_arena(report: dict[str, Any], path: Path) -> None:
    """Win shares with their intervals, and the line of an even match; the ending says the format."""
    import matplotlib  # slow to load, and an extra

    matplotlib.use("agg")
    from matplotlib import pyplot

    rows = report["bots"][::-1]
    figure, axes = pyplot.subplots(figsize=(7, 1.4 + 0.5 * len(rows)), layout="constrained")
    shares = [row["win_share"] for row in rows]
    below = [max(0.0, row["win_share"] - row["low"]) for row in rows]
    above = [max(0.0, row["high"] - row["win_share"]) for row in rows]
    names = [row["bot"] for row in rows]
    axes.barh(names, shares, xerr=[below, above], color="#4c956c", ecolor="#222222", capsize=4)
    axes.axvline(report["even"], color="#d1495b", linestyle="--", label=f"even: {report['even']:.2f}")
    for at, row in enumerate(rows):
        axes.text(0.01, at, f"{row['win_share']:.1%}", va="center", color="white", weight="bold")
    axes.set_xlim(0, 1)
    axes.set_xlabel("win share, 95 % interval")
    axes.set_title(f"{report['game']}, {report['seats']} seats, {report['games']} games")
    axes.legend(loc="lower right")
    figure.savefig(path, dpi=150)
    pyplot.close(figure)
