"""The layout test's sizes and its probe: what is wrong with a table at a size, told in sentences.

PYTHONPATH=build/compiled:tests .venv/bin/python -m web.layout --game mow --seats 10 --size 1366x650
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import sync_playwright

from server.live import Process
from web.browsing import GAMES, chromium
from web.positions import Case, Position, cases, positions
from web.pretended import Pretended, turned_over

Size = tuple[int, int]
DESKTOPS: tuple[Size, ...] = (
    (1280, 600),
    (1280, 720),
    (1366, 650),
    (1440, 900),
    (1920, 1080),
    (2560, 1440),
)
TABLETS: tuple[Size, ...] = (
    (820, 1180),
    (1180, 820),
    (1024, 768),
    (768, 1024),
    (1024, 600),
    (1024, 1366),
    (800, 600),
    (900, 600),
    (540, 720),
)
PHONES: tuple[Size, ...] = (
    (390, 844),
    (360, 640),
    (844, 390),
    (412, 915),
    (320, 568),
    (375, 667),
    (667, 375),
    (568, 320),
    (360, 560),  # its browser keeps its bars
    (932, 430),
)
ZOOMED: tuple[Size, ...] = (
    (640, 300),
    (640, 360),
    (683, 325),
    (720, 450),
    (960, 540),
)  # desktops by two
LARGE: tuple[Size, ...] = ((1600, 900), (3840, 2160))
SIZES: tuple[Size, ...] = (*DESKTOPS, *TABLETS, *PHONES, *ZOOMED, *LARGE)
# Of pages around the table, lessons and replays, which need a line or a foot more than a table that is
# played: not of the smallest phones.
SMALLEST: tuple[Size, ...] = ((320, 568), (568, 320), (360, 560))
AROUND: tuple[Size, ...] = tuple(each for each in SIZES if each not in SMALLEST)
STEADY = 1.0  # pixels that something may move by while turns pass
PROBE = Path(__file__).with_name("probe.js").read_text("utf-8")
Box = list[float]


class Fault(NamedTuple):
    """Something wrong in one cell: a position at a size."""

    cell: str
    kind: str
    text: str

    def __str__(self) -> str:
        return f"{self.cell}: {self.kind}: {self.text}"


class Cell(NamedTuple):
    case: Case
    position: Position
    size: Size

    def __str__(self) -> str:
        width, height = self.size
        return f"{self.case}-{self.position.phase}-{width}x{height}"


class Looking:
    """Looks at one page, and remembers where everything stood at this size and table."""

    def __init__(self, page: Pretended, taken: Callable[[Cell], None] = lambda cell: None) -> None:
        self.page = page
        self.taken = taken
        self.stood: dict[str, tuple[Box, str]] = {}
        self.about: tuple[Case, int | None, Size] | None = None

    def look(self, cell: Cell) -> Iterator[Fault]:
        """Everything that is wrong; also when something is taken up, and when the turn is over."""
        about = (cell.case, cell.position.seat, cell.size)
        if about != self.about:
            self.about = about
            self.stood.clear()
        self.page.show(cell.case, cell.position)
        self.taken(cell)
        found = list(self.probe(cell, str(cell)))
        yield from found
        if cell.position.told["legal"] and (tapped := self.page.tap(sum(cell.size) // 10)):
            known = {(fault.kind, fault.text) for fault in found}
            for fault in self.probe(cell, f"{cell} (with “{tapped[:40]}” taken up)"):
                if (fault.kind, fault.text) not in known:
                    yield fault
        if cell.position.told["legal"] and not cell.position.phase.endswith("+"):
            self.page.show(cell.case, turned_over(cell.position))
            yield from self.probe(cell, f"{cell} (turned over)", moved_only=True)

    def probe(self, cell: Cell, name: str, *, moved_only: bool = False) -> Iterator[Fault]:
        width, height = cell.size
        large = width >= 1440 and height >= 900
        asked = {"seats": cell.case.seats, "large": large, "brief": moved_only}
        found = self.page.page.evaluate(PROBE, asked)
        yield from (Fault(name, kind, text) for kind, text in found["faults"])
        for what, box in found["boxes"].items():
            before, where = self.stood.setdefault(what, (box, name))
            if max(abs(a - b) for a, b in zip(before, box, strict=True)) > STEADY:
                yield Fault(name, "jumps", f"{what} from {shown(before)} in {where} to {shown(box)}")


def shown(box: Box) -> str:
    left, top, width, height = map(round, box)
    return f"{width}×{height} at {left}, {top}"


def looked_at(
    page: Pretended,
    asked: Iterable[Case],
    sizes: Iterable[Size] = SIZES,
    phase: Callable[[str], bool] = lambda phase: True,
    taken: Callable[[Cell], None] = lambda cell: None,
) -> Iterator[tuple[Cell, list[Fault]]]:
    """Cell by cell. A page is made anew and resized as seldom as can be: that takes longest."""
    sizes = tuple(sizes)
    looking = Looking(page, taken)
    for case in asked:
        found = [each for each in positions(case) if phase(each.phase)]
        for eyes in dict.fromkeys(each.seat for each in found):
            for size in sizes:
                page.resize(*size)
                for position in found:
                    if position.seat == eyes:
                        cell = Cell(case, position, size)
                        yield cell, list(looking.look(cell))


# -- by hand ---------------------------------------------------------------------------------------


def size(text: str) -> Size:
    width, _, height = text.partition("x")
    return int(width), int(height)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="web.layout", description="What is wrong with the tables.")
    parser.add_argument("--game", action="append", choices=GAMES, help="all five if none is named")
    parser.add_argument("--seats", action="append", type=int, help="all numbers if none is given")
    parser.add_argument("--variant", action="append", help='"" is the plain game')
    parser.add_argument(
        "--phase", action="append", help="as positions.py names them, also play+, over, watch"
    )
    parser.add_argument("--size", action="append", type=size, metavar="WxH", help="all of them if none")
    parser.add_argument("--language", default="fr", choices=("fr", "en"))
    parser.add_argument("--theme", default="light", choices=("light", "dark"))
    parser.add_argument("--shots", type=Path, metavar="FOLDER", help="take a picture of every cell")
    parser.add_argument(
        "--brief", action="store_true", help="only how many of which kind, cell by cell"
    )
    return parser.parse_args()


def main() -> int:
    asked = arguments()
    wanted = [
        case
        for game in asked.game or GAMES
        for case in cases(game)
        if (not asked.seats or case.seats in asked.seats)
        and (not asked.variant or case.variant in asked.variant)
    ]
    if asked.shots:
        asked.shots.mkdir(parents=True, exist_ok=True)
    kinds: Counter[str] = Counter()
    cells = bad = 0
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Process(Path(folder), "--workers", "1")
        server.start()
        try:
            page = Pretended(chromium(playwright), server.url, asked.language, asked.theme)

            def taken(cell: Cell) -> None:
                if asked.shots:
                    page.page.screenshot(path=asked.shots / f"{cell}-{asked.theme}.png")

            def phase(name: str) -> bool:
                return not asked.phase or name in asked.phase

            for cell, faults in looked_at(page, wanted, asked.size or SIZES, phase, taken):
                cells += 1
                bad += bool(faults)
                kinds.update(fault.kind for fault in faults)
                of_each = Counter(fault.kind for fault in faults)
                told = ", ".join(f"{n} {kind}" for kind, n in of_each.most_common()) or "good"
                print(f"{cell}: {told}", flush=True)
                if not asked.brief:
                    for fault in faults:
                        print(f"    {fault.kind}: {fault.text}")
        finally:
            server.end()
    print(f"\n{sum(kinds.values())} faults in {bad} of {cells} cells")
    for kind, n in kinds.most_common():
        print(f"{n:7} {kind}")
    return 1 if kinds else 0


if __name__ == "__main__":
    sys.exit(main())
