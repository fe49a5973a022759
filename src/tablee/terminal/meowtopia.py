"""Meowtopia in a terminal: the tiles, and a little map of everybody's fields."""

from __future__ import annotations

from rich import box
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from tablee.games.meowtopia.views import Board, MeowtopiaView, Score, Spot
from tablee.terminal.kit import SEAT_SIGNS, SEAT_STYLES, Pen, row

WET = "cyan"
DRY = "yellow"
WOOD = "bold yellow"
NUMBER = "bold reverse"
STRIP = 12  # fields side by side, at most


def draw(view: MeowtopiaView, pen: Pen) -> RenderableType:
    parts: list[RenderableType] = [draw_round(view, pen), draw_tiles(view, pen)]
    if view.job:
        job, others = pen.word("job", view.job), pen.word("job", view.others_job)
        parts.append(Text(pen.say("draw.job", job=job, others_job=others), style="bold"))
    boards = [draw_board(view, seat, pen) for seat in range(len(view.boards))]
    parts.append(Columns(boards, padding=(0, 1)))
    parts.append(Text(pen.say("draw.legend"), style="dim"))
    if not view.actors:
        parts.append(draw_scores(view, pen))
    return Group(*parts)


def draw_round(view: MeowtopiaView, pen: Pen) -> Text:
    line = Text(pen.say("draw.round", n=view.round, max=view.max_rounds) + " ")
    line.append_text(pen.seat(view.first))
    line.append("\n" + pen.say("draw.supply", fields=view.supply_fields, sticks=view.supply_sticks))
    if view.cause and view.actors:
        line.append(" · ")
        line.append(pen.say("draw.last_round"), style="bold reverse")
    return line


def draw_tiles(view: MeowtopiaView, pen: Pen) -> Table:
    """The five tiles: their jobs, their food, and who took them this round."""
    table = Table(box=box.ROUNDED, padding=(0, 1), expand=False)
    double = len(view.tiles[0].jobs) == 2
    for number, tile in enumerate(view.tiles, 1):
        jobs = "\n".join(pen.word("job", job) for job in tile.jobs)
        style = "dim" if tile.taken_by is not None else "bold"
        table.add_column(
            Text(f"{number}. {jobs}" if double else jobs, style=style), justify="center", no_wrap=True
        )
    table.add_row(
        *(
            Text(pen.say("draw.food", n=tile.food)) if tile.food else Text("–", style="dim")
            for tile in view.tiles
        )
    )
    table.add_row(
        *(
            Text(pen.say("draw.free")) if tile.taken_by is None else pen.seat(tile.taken_by)
            for tile in view.tiles
        )
    )
    return table


def draw_board(view: MeowtopiaView, seat: int, pen: Pen) -> Panel:
    board = view.boards[seat]
    title = pen.seat(seat)
    if seat in view.actors:
        title = Text("▶ ", style=SEAT_STYLES[seat]) + title
    title.append(f" · {pen.say('draw.points', n=board.score.total)}", style="bold")
    lines = [*draw_stock(board, pen), *draw_kittens(view, seat, pen)]
    placing = view.spots if seat in view.actors else ()
    lines.append(Text())
    lines.extend(draw_map(board, placing))
    style = SEAT_STYLES[seat] if seat in view.actors else "dim"
    return Panel(Group(*lines), title=title, title_align="left", border_style=style, expand=False)


def draw_stock(board: Board, pen: Pen) -> list[Text]:
    has = Text(f"{pen.say('draw.food', n=board.food)} · {pen.say('draw.gold', n=board.gold)}")
    owes = Text(pen.say("draw.upkeep", n=board.upkeep))
    if board.tokens:
        owes.append(" · ")
        owes.append(pen.say("draw.tokens", n=board.tokens), style="bold red")
    return [has, owes]


def draw_kittens(view: MeowtopiaView, seat: int, pen: Pen) -> list[Text]:
    """Workers one by one (a sign is awake, z asleep), the reserve, then the merchants."""
    board = view.boards[seat]
    signs = Text()
    for family, n in enumerate(board.awake):
        signs.append(SEAT_SIGNS[family] * n, style=SEAT_STYLES[family])
    for family, n in enumerate(board.asleep):
        signs.append("z" * n, style=SEAT_STYLES[family])
    workers = pen.say("draw.workers", awake=sum(board.awake), asleep=sum(board.asleep))
    lines = [row([signs, Text(workers)]) if signs else Text(workers)]
    lines.append(Text(pen.say("draw.reserve", n=board.reserve), style="dim"))
    for family in range(len(view.boards)):
        strangers = board.awake[family] + board.asleep[family]
        if family != seat and strangers:
            lines.append(Text(pen.say("draw.stranger", n=strangers, other=family)))
    for number, merchant in enumerate(board.merchants, 1):
        asked = view.merchant == number and seat in view.actors
        line = Text("▶ " if asked else "  ")
        line.append(SEAT_SIGNS[merchant.family], style=SEAT_STYLES[merchant.family])
        goods = pen.say(f"draw.{merchant.ware}" if merchant.ware else "draw.no_ware", n=merchant.goods)
        line.append(f" {pen.say('draw.merchant', merchant=number)} {goods}")
        lines.append(line)
    return lines


def draw_map(board: Board, spots: tuple[Spot, ...]) -> list[Text]:
    """Fields, a line each, with their edges around them; spots by number. A wide map goes on below."""
    fields = {(field.x, field.y): field.irrigated for field in board.fields}
    sticks = {(stick.x, stick.y, stick.side) for stick in board.sticks}
    numbers = {(spot.x, spot.y, spot.side): number for number, spot in enumerate(spots, 1)}
    cells = [*fields, *((spot.x, spot.y) for spot in spots if not spot.side)]
    left, right = min(x for x, _ in cells), max(x for x, _ in cells)
    top, bottom = min(y for _, y in cells), max(y for _, y in cells)
    lines: list[Text] = []
    for start in range(left, right + 1, STRIP):
        end = min(start + STRIP - 1, right)
        for y in range(top, bottom + 2):
            above, line = Text(no_wrap=True), Text(no_wrap=True)
            for x in range(start, end + 2):
                corner = {(x, y), (x - 1, y), (x, y - 1), (x - 1, y - 1)} & fields.keys()
                above.append(" ·" if corner else "  ", style="dim")
                if x <= end:
                    border = (x, y) in fields or (x, y - 1) in fields
                    draw_edge(above, (x, y, "top"), border, sticks, numbers)
                if numbers.get((x, y, "left"), 0) < 10:
                    draw_ground(line, fields.get((x - 1, y)) if x > start else None, 1)
                border = (x, y) in fields or (x - 1, y) in fields
                draw_edge(line, (x, y, "left"), border, sticks, numbers)
                if x > end:
                    break
                if (x, y, "") in numbers:
                    line.append(f"{numbers[x, y, '']:^4}", style=NUMBER)
                else:
                    draw_ground(line, fields.get((x, y)), 4)
            lines.append(above)
            if y <= bottom:
                lines.append(line)
    return lines


def draw_edge(
    line: Text,
    edge: tuple[int, int, str],
    border: bool,
    sticks: set[tuple[int, int, str]],
    numbers: dict[tuple[int, int, str], int],
) -> None:
    """Four characters for a flat edge; one for an upright one, or a number of two."""
    flat = edge[2] == "top"
    if edge in sticks:
        line.append("════" if flat else "║", style=WOOD)
    elif edge in numbers:
        line.append(f"{numbers[edge]:^4}" if flat else str(numbers[edge]), style=NUMBER)
    elif border:
        line.append("┄┄┄┄" if flat else "┊", style="dim")
    else:
        line.append("    " if flat else " ")


def draw_ground(line: Text, irrigated: bool | None, width: int) -> None:
    """Some characters of a field, or of nothing."""
    if irrigated is None:
        line.append(" " * width)
    else:
        line.append(("≈" if irrigated else "░") * width, style=WET if irrigated else DRY)


def draw_scores(view: MeowtopiaView, pen: Pen) -> Table:
    """The points of everybody, category by category."""
    table = Table(box=box.ROUNDED, padding=(0, 1))
    table.add_column(pen.say("draw.score"))
    for seat in range(len(view.boards)):
        table.add_column(pen.seat(seat), justify="right")
    for at, name in enumerate(Score._fields):
        style = "bold" if name == "total" else ""
        points = [str(board.score[at]) for board in view.boards]
        table.add_row(pen.say(f"draw.score.{name}"), *points, style=style)
    return table
