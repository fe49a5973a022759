"""The rules in our own words: read from a game's README.md (English) and LISEZMOI.md (French).

A rule is a list item that begins with its id in bold, `- **MW-6** …`; one id an item. A tag `[R]` after
the id marks a ruling of ours, `[A]` a house value; both stay visible to players.
"""

from __future__ import annotations

import re
from importlib.resources import files
from typing import NamedTuple

from tablee.core.contract import Game

BOOKS = {"en": "README.md", "fr": "LISEZMOI.md"}
RULE = re.compile(r"^- \*\*([A-Z]+-\d+)\*\*(?: \[([RA])\])? (.*)$")


class Rule(NamedTuple):
    id: str
    tag: str  # "", "R" or "A"
    section: str
    text: str


def book(package: str, language: str) -> str:
    """The whole book of a package, as Markdown."""
    return (files(package) / BOOKS[language]).read_text("utf-8")


def parse(markdown: str) -> dict[str, Rule]:
    """Its rules by id, in the order of the book."""
    rules: dict[str, Rule] = {}
    section = ""
    for line in markdown.splitlines():
        found = RULE.match(line)
        if line.startswith("## "):
            section = line[3:]
        elif found:
            name, tag, text = found.groups()
            if name in rules:
                raise ValueError(f"rule {name} stands twice in the book")
            rules[name] = Rule(name, tag or "", section, text)
        elif line.startswith("  ") and rules:
            last = next(reversed(rules.values()))
            rules[last.id] = last._replace(text=f"{last.text} {line.strip()}")
    return rules


def rules(game: Game, language: str) -> dict[str, Rule]:
    """The game's rules, and the common ones (ALL-…) after them."""
    return parse(book(game.package, language)) | parse(book("tablee.games", language))
