"""What is made from the sources: the schema of the protocol, and tables in the documentation.

    python -m tablee.server.pages docs

The schema is kept twice: beside this module, to be served, and in the documentation. A table stands
between two comments in a page, `<!-- NAME -->` and `<!-- /NAME -->`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from tablee.server import limits, node
from tablee.server import protocol as p
from tablee.server.app import MOST_BODY
from tablee.server.counts import Counts
from tablee.server.decisions import TEXTS
from tablee.server.metrics import Metrics
from tablee.server.wire_schema import FILE, written

SLOT: Final = re.compile(r"(<!-- (\w+) -->\n).*?(<!-- /\2 -->)", re.DOTALL)


def table(head: Sequence[str], rows: Iterator[Sequence[object]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(map(str, cells))} |\n" for cells in lines)


def codes(stem: str) -> str:
    """Every code of a kind, with the sentence that comes with it."""
    keys = sorted(key for key in TEXTS.keys("en") if key.startswith(f"{stem}."))
    return table(
        ["code", "says"],
        ((f"`{key.removeprefix(f'{stem}.')}`", TEXTS.raw("en", key)) for key in keys),
    )


def most() -> str:
    def from_one(kind: str) -> str:
        return f"{limits.MOST[kind].once}, then {limits.MOST[kind].rate} a second"

    slowly = f"in {node.SPAN // 1000} seconds"
    return table(
        ["what", "at most"],
        iter(
            [
                ["a message to a table", f"{p.MOST_BYTES} bytes"],
                ["messages on one connection", f"{node.MESSAGES} {slowly}"],
                ["… of which `join` and `sync` count as", node.DEAR],
                ["… and to `say` something", f"{node.CHATTER} {slowly}"],
                ["messages that cannot be read, on one connection", node.MOST_FAULTS - 1],
                ["until `join`", f"{limits.TERM:.0f} seconds"],
                ["silence, with a ping not answered", f"{limits.GONE:.0f} seconds"],
                ["characters that one says", p.MOST_TEXT],
                ["characters of a name", p.MOST_NAME],
                ["body of a request", f"{MOST_BODY} bytes"],
                ["from one address: reading", from_one("read")],
                ["… changing, and opening sockets", from_one("write")],
                ["… new tables, proofs and replays", from_one("heavy")],
                ["… messages on all its sockets", from_one("message")],
                ["… connections at a time", limits.OPEN_EACH],
            ]
        ),
    )


def metrics() -> str:
    def rows() -> Iterator[Sequence[object]]:
        for family in Metrics(Counts()).registry.collect():
            name = f"{family.name}_total" if family.type == "counter" else family.name
            yield f"`{name}`", family.type, family.documentation

    return table(["metric", "kind", "what"], rows())


TABLES: Final = {
    "refused": lambda: codes("refused"),
    "bye": lambda: codes("bye"),
    "error": lambda: codes("error"),
    "limits": most,
    "metrics": metrics,
}


def renewed(page: str) -> str:
    """A page with all its tables as they are now."""
    return SLOT.sub(lambda found: found[1] + TABLES[found[2]]() + found[3], page)


def main() -> None:
    folder = Path(sys.argv[1])
    for place in (folder, Path(__file__).parent):
        (place / FILE).write_text(written(), "utf-8")
    for path in sorted(folder.glob("*.md")):
        text = path.read_text("utf-8")
        if renewed(text) != text:
            path.write_text(renewed(text), "utf-8")


if __name__ == "__main__":
    main()
