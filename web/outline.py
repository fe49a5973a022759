"""Turns words and numerals of drawings into outlines: `outline.py src/games/mow/art/*.svg`.

A drawing is shown as an image, and an image knows none of the page's fonts.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from xml.etree import ElementTree

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

FONT = Path(__file__).parent / "node_modules/@fontsource/baloo-2/files/baloo-2-latin-800-normal.woff"
TEXT = re.compile(r"<text\b[^>]*>[^<]*</text>")
KEPT = ("fill", "stroke", "stroke-width", "stroke-linejoin", "paint-order", "opacity", "transform")
ANCHORS = {"start": 0.0, "middle": 0.5, "end": 1.0}


class Outlines:
    def __init__(self, font: TTFont) -> None:
        self.glyphs = font.getGlyphSet()
        self.names = font.getBestCmap()
        self.units = font["head"].unitsPerEm

    def path(self, text: str, places: list[float], y: float, size: float, gap: float, by: float) -> str:
        """Outlines of a word at (x, y), or of its letters each at its own place."""
        scale = size / self.units
        glyphs = [self.glyphs[self.names[ord(letter)]] for letter in text]
        widths = [glyph.width * scale + gap for glyph in glyphs]
        if len(places) > 1:
            starts = [x - by * wide for x, wide in zip(places, widths, strict=True)]
        else:
            starts = [places[0] - by * sum(widths) + sum(widths[:at]) for at in range(len(widths))]
        pen = SVGPathPen(self.glyphs, ntos=lambda number: f"{number:.1f}".removesuffix(".0"))
        for glyph, start in zip(glyphs, starts, strict=True):
            glyph.draw(TransformPen(pen, (scale, 0, 0, -scale, start, y)))
        return str(pen.getCommands())


def inherited(element: ElementTree.Element, parents: dict[ElementTree.Element, ElementTree.Element],
              name: str, otherwise: str) -> str:  # fmt: skip
    at: ElementTree.Element | None = element
    while at is not None:
        if name in at.attrib:
            return at.attrib[name]
        at = parents.get(at)
    return otherwise


def outlined(drawing: str, outlines: Outlines) -> str:
    root = ElementTree.fromstring(drawing)
    parents = {child: parent for parent in root.iter() for child in parent}
    texts = iter([each for each in root.iter() if each.tag.endswith("}text")])

    def replaced(_: re.Match[str]) -> str:
        each = next(texts)
        d = outlines.path(
            each.text or "",
            [float(x) for x in each.get("x", "0").split()],
            float(each.get("y", "0")),
            float(inherited(each, parents, "font-size", "16")),
            float(inherited(each, parents, "letter-spacing", "0")),
            ANCHORS[inherited(each, parents, "text-anchor", "start")],
        )
        kept = "".join(f' {name}="{each.attrib[name]}"' for name in KEPT if name in each.attrib)
        return f'<path d="{d}"{kept}/>'

    return TEXT.sub(replaced, drawing)


def main(paths: list[str]) -> None:
    outlines = Outlines(TTFont(FONT))
    for path in map(Path, paths):
        drawing = path.read_text()
        if "<text" in drawing:
            path.write_text(outlined(drawing, outlines))


if __name__ == "__main__":
    main(sys.argv[1:])
