"""Views as the terminal draws them, as text or as an image."""

from __future__ import annotations

from functools import lru_cache
from io import StringIO
from pathlib import Path
from typing import Any

import numpy
from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.segment import Segment
from rich.terminal_theme import SVG_EXPORT_THEME

from tablee.core.contract import Game, View
from tablee.installed import missing
from tablee.terminal.kit import Pen
from tablee.terminal.table import picture

COLUMNS = 100
LINES = 40  # an image has at least so many, so that most games keep one size
FONT_SIZE = 15  # letters of 9 pixels
PAPER = (24, 24, 32)
INK = (224, 224, 224)


def drawn(game: Game, view: View, seats: int) -> RenderableType:
    names = [f"seat_{seat}" for seat in range(seats)]
    return picture(game.name, view, Pen(game.texts(), "en", names))


def console(coloured: bool) -> Console:
    return Console(
        file=StringIO(),
        width=COLUMNS,
        force_terminal=coloured,
        color_system="truecolor" if coloured else None,
        legacy_windows=False,
    )


def as_text(renderable: RenderableType) -> str:
    """Plain text, without colours."""
    paper = console(False)
    with paper.capture() as captured:
        paper.print(renderable)
    return captured.get()


def as_image(renderable: RenderableType) -> numpy.ndarray[Any, Any]:
    """Height × width × 3: what a terminal would show."""
    from PIL import Image, ImageDraw

    font, width, height = face()
    lines = console(True).render_lines(renderable, pad=False)
    image = Image.new("RGB", (COLUMNS * width, max(LINES, len(lines)) * height), PAPER)
    pen = ImageDraw.Draw(image)
    for row, line in enumerate(lines):
        column = 0
        for segment in line:
            for letter in segment.text:  # one by one, so that frames stay frames
                pen.text((column * width, row * height), letter, font=font, fill=colour(segment))
                column += cell_len(letter)
    return numpy.array(image)


def colour(segment: Segment) -> tuple[int, int, int]:
    style = segment.style
    if style is None or style.color is None:
        return INK
    red, green, blue = style.color.get_truecolor(SVG_EXPORT_THEME)
    return INK if style.color.is_default else (red, green, blue)


@lru_cache(maxsize=1)
def face() -> tuple[Any, int, int]:
    """Matplotlib's monospaced font, which has frames, arrows and stars; and the size of a letter."""
    try:
        import matplotlib
        from PIL import ImageFont
    except ModuleNotFoundError as error:
        raise missing("rgb_array needs matplotlib", "lab") from error
    path = Path(matplotlib.get_data_path()) / "fonts" / "ttf" / "DejaVuSansMono.ttf"
    font = ImageFont.truetype(str(path), FONT_SIZE)
    return font, round(font.getlength("M")), FONT_SIZE + 3
