"""The pages that people read: their blocks of shell, their links, their headings."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
# `pip install tablee`, `pipx run 'tablee[lab]'` and the like: it is on no index.
FROM_AN_INDEX = re.compile(
    r"(?:pip|pipx|uv|tool|uvx) (?:install|run|inject)?[^\n`#]*?[ '\"]tablee(?:\[|[ '\"`=]|$)",
    re.MULTILINE,
)
FENCED = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)


def pages() -> list[Path]:
    """All of them; an unpacked archive has the same ones as a checkout."""
    folders = (".github", "bench", "docs", "examples", "src")
    return sorted(
        [*ROOT.glob("*.md"), *(path for each in folders for path in (ROOT / each).rglob("*.md"))]
    )


def shell_lines(page: Path) -> list[str]:
    """What its blocks of shell say to type, line by line, without the remarks."""
    blocks = re.findall(r"^```sh\n(.*?)^```", page.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    joined = (block.replace("\\\n", " ") for block in blocks)  # what goes on in the next line
    lines = (re.sub(r"(^|\s+)#.*", "", line) for block in joined for line in block.splitlines())
    return [line for line in lines if line.strip()]


def spans(page: Path) -> list[str]:
    """What stands between backquotes in its prose, on one line each."""
    text = FENCED.sub("", page.read_text("utf-8"))
    return [" ".join(span.split()) for span in re.findall(r"(?<!`)`([^`]+)`(?!`)", text)]


def links(page: Path) -> list[str]:
    """Where it leads within the repository: links and pictures."""
    text = FENCED.sub("", page.read_text("utf-8"))
    text = re.sub(r"(?<!`)`[^`\n]+`(?!`)", "", text)
    found = re.findall(r"]\(([^)\s]+)\)", text) + re.findall(r"(?:src|href)=\"([^\"]+)\"", text)
    return [link for link in found if not re.match(r"[a-z]+:", link)]


def anchors(page: Path) -> set[str]:
    """Of its headings, as forges name them."""
    headings = re.findall(r"^#+ (.*)$", FENCED.sub("", page.read_text("utf-8")), re.MULTILINE)
    plain = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in headings)
    return {heading.strip().replace(" ", "-") for heading in plain}
