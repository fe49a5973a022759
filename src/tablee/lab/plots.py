"""Pictures of what the lab found."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tablee.installed import command_for
from tablee.lab.errors import TEXTS, MissingExtra
from tablee.lab.figures import number, percent

if TYPE_CHECKING:
    import polars as pl
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

GREEN, RED, INK = "#4c956c", "#d1495b", "#222222"
BINS = 30
# The same data give the same file; letters stay letters, small and readable by programs.
STYLE: Any = {"svg.hashsalt": "tablee", "svg.fonttype": "none", "font.size": 9}
Panel = Callable[["Axes"], None]


def figures() -> type[Figure]:
    """MissingExtra if there are none: whoever plays or thinks for a picture asks before that."""
    try:
        from matplotlib.figure import Figure  # slow to load, and an extra
    except ImportError as missing:
        raise MissingExtra(what="--plot", command=command_for("lab")) from missing
    return Figure


def figure_of(*panels: Panel, width: float = 6.4, height: float = 3.2, columns: int = 1) -> Figure:
    """One panel, or several side by side."""
    rows = -(-len(panels) // columns)
    figure = figures()(figsize=(width, height * rows), layout="constrained")
    for at, panel in enumerate(panels):
        panel(figure.add_subplot(rows, columns, at + 1))
    return figure


def save(figure: Figure, path: Path) -> None:
    """The ending says the format."""
    from matplotlib import rc_context

    dates = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}
    with rc_context(STYLE):
        figure.savefig(path, dpi=150, metadata=dates.get(path.suffix, {}))


def as_svg(figure: Figure) -> str:
    """The picture as an element of a page."""
    from matplotlib import rc_context

    out = io.StringIO()
    with rc_context(STYLE):
        figure.savefig(out, format="svg", metadata={"Date": None})
    return out.getvalue()[out.getvalue().index("<svg") :]


def bars(
    names: Sequence[str], rows: Sequence[dict[str, Any]], even: float | None, title: str, lang: str
) -> Panel:
    """Shares with their intervals, and the line of an even match."""

    def draw(axes: Axes) -> None:
        shares = [row["share"] for row in rows]
        below = [max(0.0, row["share"] - row["low"]) for row in rows]
        above = [max(0.0, row["high"] - row["share"]) for row in rows]
        places = range(len(rows))
        widest = max([*(row["high"] for row in rows), even or 0.0, 0.05])
        axes.barh(places, shares, xerr=[below, above], color=GREEN, ecolor=INK, capsize=3)
        axes.set_yticks(places, names)
        axes.invert_yaxis()
        if even is not None:
            line = f"{TEXTS.say(lang, 'plot.even')} {percent(even, lang, 0)}"
            axes.axvline(even, color=RED, linestyle="--", label=line)
            axes.legend(loc="lower right", fontsize=8)
        for at, share in enumerate(shares):
            axes.text(rows[at]["high"] + 0.03 * widest, at, percent(share, lang), va="center")
        axes.set_xlim(0, 1.2 * widest)
        axes.xaxis.set_major_formatter(lambda value, _at: percent(value, lang, 0))
        axes.set_xlabel(TEXTS.say(lang, "plot.share"))
        axes.set_title(title)

    return draw


def histogram(column: pl.Series, title: str, label: str, lang: str) -> Panel:
    """How often each value came, in shares of the games, and the mean."""

    def draw(axes: Axes) -> None:
        values = column.drop_nulls().to_list()
        low, high = min(values), max(values)
        whole = all(isinstance(value, int) for value in values)
        bins: int | list[float] = BINS
        if whole:
            step = max(1, -(-(high - low + 1) // BINS))
            bins = [low - 0.5 + step * at for at in range((high - low) // step + 2)]
        weights = [1 / len(values)] * len(values)
        axes.hist(values, bins=bins, weights=weights, color=GREEN)
        mean = sum(values) / len(values)
        line = f"{TEXTS.say(lang, 'plot.mean')} {number(mean, lang, 2)}"
        axes.axvline(mean, color=RED, linestyle="--", label=line)
        axes.legend(loc="upper right", fontsize=8)
        axes.set_xlabel(label)
        axes.yaxis.set_major_formatter(lambda value, _at: percent(value, lang, 0))
        axes.set_ylabel(TEXTS.say(lang, "plot.games"))
        axes.set_title(title)

    return draw


def counts(rows: Sequence[dict[str, Any]], title: str, lang: str) -> Panel:
    """How often things happen in a game."""

    def draw(axes: Axes) -> None:
        places = range(len(rows))
        axes.barh(places, [row["per_game"] for row in rows], color=GREEN)
        axes.set_yticks(places, [row["name"] for row in rows])
        axes.invert_yaxis()
        axes.set_xlabel(TEXTS.say(lang, "plot.per_game"))
        axes.set_title(title)

    return draw


def differences(rows: Sequence[dict[str, Any]], names: Sequence[str], title: str, lang: str) -> Panel:
    """Each difference with its interval, in shares of what A has."""

    def draw(axes: Axes) -> None:
        for at, row in enumerate(rows):
            size = abs(row["a"])
            sure = row["low"] > 0 or row["high"] < 0
            colour = (GREEN if row["difference"] > 0 else RED) if sure else "#999999"
            ends = [row["low"] / size, row["high"] / size]
            axes.plot(ends, [at, at], color=colour, linewidth=3, solid_capstyle="butt")
            axes.plot([row["difference"] / size], [at], "o", color=colour, markersize=5)
        axes.axvline(0, color=INK, linewidth=0.8)
        axes.set_yticks(range(len(rows)), names)
        axes.invert_yaxis()
        axes.xaxis.set_major_formatter(lambda value, _at: percent(value, lang, 0))
        axes.set_xlabel(TEXTS.say(lang, "plot.relative"))
        axes.set_title(title)

    return draw


def plot_arena(report: dict[str, Any], path: Path) -> None:
    """Win shares with their intervals, and the line of an even match."""
    rows = [{**row, "share": row["win_share"]} for row in report["bots"]]
    title = f"{report['game']}, {report['seats']} seats, {report['games']} games"
    panel = bars([row["bot"] for row in rows], rows, report["even"], title, "en")
    save(figure_of(panel, width=7, height=1.4 + 0.5 * len(rows)), path)
