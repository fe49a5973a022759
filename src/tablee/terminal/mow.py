"""Draws a view of MOW in the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from tablee.games.mow.views import HIDDEN, MowView
from tablee.terminal.kit import Pen, card, row

FLY = "•"
SIGNS = {"0": "★0", "16": "★16", "a7": "★^7", "a9": "★^9", "late": "★…"}
# By flies, from clean to special.
STYLES = ("bold green", "bold yellow", "bold dark_orange", "bold red", "bold magenta")
ORDER = {"0": (0.0, 5), "16": (16.0, 5), "a7": (7.0, 5), "a9": (9.0, 5), "late": (17.0, 5)}


def draw(view: MowView, pen: Pen) -> RenderableType:
    parts: list[RenderableType] = [headline(view, pen), herds(view, pen), players(view, pen)]
    if view.phase in ("score", "shout", "over"):
        parts.append(stables(view, pen))
    if view.seat >= 0:
        parts.append(own(view, pen))
    parts.append(Text(pen.say("draw.flies"), style="dim"))
    return Group(*parts)


def cow(name: str) -> Text:
    """A cow: its number with its flies, a special one with a star."""
    if name in SIGNS:
        return card(SIGNS[name], STYLES[4])
    flies = name.count("f")
    return card(name.rstrip("f") + FLY * flies, STYLES[flies])


def cows(names: Sequence[str], pen: Pen) -> Text:
    return row([cow(name) for name in names]) if names else Text(pen.say("draw.nothing"), style="dim")


def by_number(name: str) -> tuple[float, int]:
    return ORDER.get(name) or (float(name.rstrip("f")), name.count("f"))


def headline(view: MowView, pen: Pen) -> Text:
    two = len(view.totals) == 2
    if view.direction > 0:
        arrow = "draw.down" if two else "draw.left"
    else:
        arrow = "draw.up" if two else "draw.right"
    said = [
        Text(pen.say("draw.title", round=view.round), style="bold"),
        Text(pen.say(arrow)),
        Text(pen.say("draw.pile", n=view.pile)),
        Text(pen.say("draw.barn", n=view.barn)),
    ]
    line = row(said, "  ·  ")
    if view.barred:
        line.append("\n" + pen.say("draw.barred"), style="bold magenta")
    return line


def herds(view: MowView, pen: Pen) -> RenderableType:
    """The herd, or with two players all three with a mark at the one to play on."""
    lines: list[Text] = []
    for i, herd in enumerate(view.herds):
        line = cows(herd, pen) if herd else Text(pen.say("draw.empty"), style="dim")
        if len(view.herds) > 1:
            mark = "▶ " if i == view.herd else "  "
            line = Text(f"{mark}{pen.word('herd', 'abc'[i])}  ") + line
        lines.append(line)
    title = "draw.herds" if len(view.herds) > 1 else "draw.herd"
    return Panel(Group(*lines), title=pen.say(title), title_align="left", style="green")


def players(view: MowView, pen: Pen) -> RenderableType:
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column(pen.say("draw.player"))
    for key in ("hand", "stable", "farmers", "gain", "total"):
        table.add_column(pen.say(f"draw.{key}"), justify="right")
    for s in range(len(view.totals)):
        name = Text("▶ " if s in view.actors else "  ") + pen.seat(s)
        hand = str(view.sizes[s])
        short = view.missed[s] + bool(view.lost[s])
        if short:
            hand += f" ({pen.say('draw.short', n=short)})"
        numbers = [hand, view.stables[s], view.held[s], view.gains[s]]
        table.add_row(name, *[str(n) for n in numbers], Text(str(view.totals[s]), style="bold"))
    return table


def stables(view: MowView, pen: Pen) -> RenderableType:
    """All stables, once they lie open."""
    table = Table(box=None, padding=(0, 2, 0, 0), title=pen.say("draw.stables"), title_justify="left")
    table.add_column()
    table.add_column()
    for s, names in enumerate(view.last_stables):
        table.add_row(pen.seat(s), cows(sorted(names, key=by_number), pen))
    return table


def own(view: MowView, pen: Pen) -> RenderableType:
    """One's hand and farmers, and what one was told about other hands."""
    lines = [cows(sorted(view.hand, key=by_number), pen)]
    for farmer in view.farmers:
        lines.append(Text(f"{farmer.upper()} {pen.say(f'draw.{farmer}')}", style="bold cyan"))
    if view.lost[view.seat] not in ("", HIDDEN):
        lines.append(Text(pen.say("draw.lost", cow=view.lost[view.seat]), style="dim"))
    for note in view.notes:
        if note.seat == view.seat and note.sure + note.loose:
            line = Text(pen.say("draw.notes", other=note.other) + " ", style="dim")
            line += row([cow(name) for name in note.sure])
            if note.loose:
                line += Text(f" {pen.say('draw.maybe')} ", style="dim")
                line += row([cow(name) for name in note.loose])
            lines.append(line)
    return Panel(Group(*lines), title=pen.say("draw.your_hand"), title_align="left")
