"""Megabou in the terminal: the galaxy on the left, what the players have on the right."""

from __future__ import annotations

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tablee.games.megabou.views import MegabouView
from tablee.terminal.kit import Pen, row

SIDE = 6
STYLES = {
    "green": "bright_green", "blue": "bright_blue", "yellow": "bright_yellow",
    "red": "bright_red", "white": "bright_white",
}  # fmt: skip
ARROWS = {"n": "↑", "ne": "↗", "e": "→", "se": "↘", "s": "↓", "sw": "↙", "w": "←", "nw": "↖"}
CARDS = {
    "earth": ("♁", "bold bright_cyan"),
    "vortex": ("✶", "bold magenta"),
    "black-hole": ("@", "bold"),
}


def draw(view: MegabouView, pen: Pen) -> RenderableType:
    """The position as the viewer knows it; arrows lead to what the Megabou can swallow."""
    side_by_side = Table.grid(padding=(0, 2))
    side_by_side.add_row(galaxy(view, pen), players(view, pen))
    return Group(
        side_by_side,
        colour_key(view, pen),
        Text(pen.say("draw.legend"), style="dim"),
        Text(pen.say("draw.need", n=view.need), style="dim"),
    )


def galaxy(view: MegabouView, pen: Pen) -> Table:
    table = Table(box=box.ROUNDED, show_header=False, show_lines=True, padding=0, border_style="dim")
    for _ in range(SIDE):
        table.add_column(width=7, no_wrap=True)
    arrows = {target.cell: ARROWS[target.direction] for target in view.targets}
    for top in range(0, SIDE * SIDE, SIDE):
        table.add_row(*(square(view, pen, cell, arrows.get(cell)) for cell in range(top, top + SIDE)))
    return table


def square(view: MegabouView, pen: Pen, cell: int, arrow: str | None) -> Text:
    """The card, then who is on it: `◉ve ●ja`; an arrow instead of the dot where the Megabou can go."""
    name = view.cards[cell]
    colour = name.removesuffix("-planet")
    if name == "asteroid":
        place = Text("·  ", style="dim")
    elif name in CARDS:
        sign, style = CARDS[name]
        flipped = view.flipped[cell]
        place = Text("○" if flipped else sign, style="dim" if flipped else style).append("  ")
    elif view.flipped[cell]:
        place = Text(f"○{pen.say(f'draw.short.{colour}')}", style=f"dim {STYLES[colour]}")
    else:
        place = Text(f"◉{pen.say(f'draw.short.{colour}')}", style=STYLES[colour])
    minibou = view.minibous[cell]
    if cell == view.megabou:
        who = Text("▟M▙", style="bold bright_magenta")
    elif not minibou:
        who = Text("   ")
    else:
        short = pen.say(f"draw.short.{minibou}")
        who = Text(f"{arrow or '●'}{short}", style=STYLES[minibou] + (" reverse bold" if arrow else ""))
    return row([place, who])


def players(view: MegabouView, pen: Pen) -> Text:
    lines: list[Text] = []
    for team in view.teams:
        if len(team) > 1:
            known = [view.points[s] for s in team]
            total = None if None in known else sum(points or 0 for points in known)
            lines.append(heading(pen, total))
        for s in team:
            lines.extend(player(view, pen, s))
        lines.append(Text())
    lines.append(row([Text(pen.say("draw.box")), counts(view.box, view, pen)]))
    return Text("\n").join(lines)


def heading(pen: Pen, total: int | None) -> Text:
    """A team, and at the end what it scored."""
    said = Text(f"── {pen.say('draw.team')} ──", style="dim")
    if total is not None:
        said.append(f" {pen.say('draw.points', n=total)}", style="bold")
    return said


def player(view: MegabouView, pen: Pen, s: int) -> list[Text]:
    name = row([pen.seat(s)])
    if s == view.seat:
        name.append(f" ({pen.say('draw.you')})")
    if s in view.actors:
        name.append(f" ◀ {pen.say('draw.turn')}", style="bold")
    lines = [
        name,
        row([Text(f" {pen.say('draw.loose')}"), counts(view.loose[s], view, pen)]),
        row([Text(f" {pen.say('draw.trophies')}"), counts(view.trophies[s], view, pen)]),
    ]
    secret = view.secrets[s]
    if secret:
        word = Text(pen.word("colour", secret), style=STYLES[secret])
        points = Text(f"({pen.say('draw.points', n=view.points[s])})")
        lines.append(row([Text(f" {pen.say('draw.secret')}"), word, points]))
    return lines


def counts(numbers: tuple[int, ...], view: MegabouView, pen: Pen) -> Text:
    """`2ve 1ja`: how many of each colour."""
    parts = [
        Text(f"{n}{pen.say(f'draw.short.{colour}')}", style=STYLES[colour])
        for n, colour in zip(numbers, view.colours, strict=True)
        if n > 0
    ]
    return row(parts) if parts else Text("–", style="dim")


def colour_key(view: MegabouView, pen: Pen) -> Text:
    return row(
        [
            Text(
                f"{pen.say(f'draw.short.{colour}')} {pen.word('colour', colour)}", style=STYLES[colour]
            )
            for colour in view.colours
        ],
        " · ",
    )
