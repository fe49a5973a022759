"""Push 'em up! in a terminal: the star as columns side by side, the teams below, one's own hand."""

from __future__ import annotations

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tablee.games.push_em_up.views import Column, PushEmUpView
from tablee.terminal.kit import SEAT_SIGNS, Pen, card, row

TEAM_STYLES = {"red": "bold red", "purple": "bold magenta", "green": "bold green", "blue": "bold blue"}
BACK = "░"


def draw(view: PushEmUpView, pen: Pen) -> RenderableType:
    parts: list[RenderableType] = []
    given = dict(view.options)
    if given.get("tournament"):
        target = given.get("target", 200)
        parts.append(Text(pen.say("draw.round", round=view.round, target=target), style="bold"))
    if view.columns:
        parts.append(star(view, pen))
    parts.append(teams(view, pen))
    if view.seat >= 0:
        parts.append(mine(view, pen))
    return Group(*parts)


def style(view: PushEmUpView, seat: int) -> str:
    return TEAM_STYLES[view.teams[seat]]


def star(view: PushEmUpView, pen: Pen) -> Table:
    """A column a column; the last card, the only one to play on, stands in a frame at the bottom."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), show_footer=True)
    table.add_column("", footer=pen.say("draw.taker"), style="dim", footer_style="dim")
    for column in view.columns:
        footer = Text(SEAT_SIGNS[column.taker] if column.taker is not None else "–")
        if column.taker is not None:
            footer.stylize(style(view, column.taker))
        name = pen.word("column", column.name)
        table.add_column(Text(name), footer=footer, justify="center", min_width=4)
    for depth in range(max(len(column.heroes) for column in view.columns)):
        table.add_row("", *[hero(view, column, depth) for column in view.columns])
    table.add_section()
    for seat in range(len(view.teams)):
        head = Text(f"{pen.say('draw.sum')} {SEAT_SIGNS[seat]}", style=style(view, seat))
        sums = [str(column.sums[seat]) if present(column, seat) else "" for column in view.columns]
        table.add_row(head, *[Text(value, style=style(view, seat)) for value in sums])
    return table


def present(column: Column, seat: int) -> bool:
    return any(hero.seat == seat for hero in column.heroes)


def hero(view: PushEmUpView, column: Column, depth: int) -> Text:
    if depth >= len(column.heroes):
        return Text("")
    found = column.heroes[depth]
    label = SEAT_SIGNS[found.seat] + found.hero
    if depth == len(column.heroes) - 1:
        return card(label, style(view, found.seat))
    return Text(label, style=style(view, found.seat))


def teams(view: PushEmUpView, pen: Pen) -> Table:
    """Who plays what, how many cards are left, and what the star is worth as it lies."""
    tournament = bool(dict(view.options).get("tournament"))
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1))
    table.add_column("", no_wrap=True, overflow="ellipsis", max_width=18)
    table.add_column(pen.say("draw.seat"), no_wrap=True)
    table.add_column(pen.say("draw.picks" if view.phase == "pick" else "draw.hand"), no_wrap=True)
    for key in ("pile", "points", "total") if tournament else ("pile", "points"):
        table.add_column(pen.say(f"draw.{key}"), justify="right", no_wrap=True)
    starts = 3 if len(view.teams) == 2 else 2
    for seat, team in enumerate(view.teams):
        turn = "▶" if seat in view.actors else " "
        name = Text(f"{turn} {SEAT_SIGNS[seat]} {pen.names[seat]}", style=style(view, seat))
        hand = " ".join(BACK * view.hand_sizes[seat])
        if view.phase == "pick":
            hand = f"{view.picked[seat]}/{starts}"
        columns, cards = view.column_points[seat], view.card_points[seat]
        points = f"{columns:2} + {cards:2} = {columns + cards:3}"
        total = [str(view.totals[seat])] if tournament else []
        table.add_row(name, pen.word("team", team), hand, str(view.pile_sizes[seat]), points, *total)
    return table


def mine(view: PushEmUpView, pen: Pen) -> Table:
    """One's own cards: in hand (or picked), and what the pile still holds."""
    held, key = (view.picks, "picked") if view.phase == "pick" else (view.hands, "yours")
    table = Table.grid(padding=(0, 2))
    shown = [card(pen.word("card", name), style(view, view.seat)) for name in held[view.seat]]
    table.add_row(pen.say(f"draw.{key}"), row(shown) if shown else pen.say("draw.nothing"))
    rest = [pen.word("card", name) for name in view.unseen[view.seat]]
    table.add_row(pen.say("draw.rest"), Text(" ".join(rest) or pen.say("draw.nothing"), style="dim"))
    return table
