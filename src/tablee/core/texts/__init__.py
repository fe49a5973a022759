"""Texts in French and English: keys with placeholders, looked up and filled in.

A placeholder is `{name}`, or `{name|one|many}` for a word that goes by a number. A value that is a
word of the game (`cow`, `7f`) is itself looked up under `cow.7f`; one that is a seat becomes its name.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import NamedTuple

LANGUAGES = ("fr", "en")
SEAT_VALUES = ("seat", "other", "seats")
# French « de Alice » is « d’Alice ».
ELISION = re.compile(r"\b([Dd])e \{(seat|other)\}")
VOWELS = "aàâäeéèêëiîïoôöuùûüœæ"
PLACEHOLDER = re.compile(r"\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}")


def is_one(language: str, n: int) -> bool:
    """Whether n takes the singular: French says « 0 mouche », English "0 flies"."""
    return abs(n) < 2 if language == "fr" else n == 1


class Said(NamedTuple):
    """A text inside a text: a value that is itself a key with values."""

    key: str
    values: Mapping[str, object] = {}


class Texts:
    """The texts of one game (or of the core), in every language."""

    def __init__(self, tables: Mapping[str, Mapping[str, str]], parent: Texts | None = None) -> None:
        self.tables = tables
        self.parent = parent

    def has(self, language: str, key: str) -> bool:
        return key in self.tables[language] or (
            self.parent is not None and self.parent.has(language, key)
        )

    def keys(self, language: str) -> set[str]:
        return set(self.tables[language])

    def raw(self, language: str, key: str) -> str:
        found = self.tables[language].get(key)
        if found is None and self.parent is not None:
            return self.parent.raw(language, key)
        return key if found is None else found

    def say(
        self,
        language: str,
        key: str,
        values: Mapping[str, object] | None = None,
        names: Sequence[str] | None = None,
    ) -> str:
        given = values or {}

        def fill(found: re.Match[str]) -> str:
            name, one, many = found.groups()
            value = given.get(name, "")
            if one is not None:
                size = len(value) if isinstance(value, tuple) else int(str(value))
                return str(one if is_one(language, size) else many)
            return self.word(language, name, value, names)

        def elide(found: re.Match[str]) -> str:
            name = self.word(language, found[2], given.get(found[2], ""), names)
            vowel = name[:1].lower() in VOWELS and name != ""
            return f"{found[1]}’{{{found[2]}}}" if vowel else found[0]

        text = self.raw(language, key)
        if language == "fr":
            text = ELISION.sub(elide, text)
        return PLACEHOLDER.sub(fill, text)

    def word(self, language: str, name: str, value: object, names: Sequence[str] | None = None) -> str:
        """One value as a reader should see it."""
        if isinstance(value, Said):
            return self.say(language, value.key, value.values, names)
        if isinstance(value, (tuple, list)):
            joined = ", ".join(self.word(language, name, each, names) for each in value)
            return joined or self.raw(language, "none")
        if name in SEAT_VALUES and isinstance(value, int):
            return self.seat(language, value, names)
        for stem in (name, name.removesuffix("s")):
            if self.has(language, f"{stem}.{value}"):
                return self.raw(language, f"{stem}.{value}")
        return str(value)

    def seat(self, language: str, seat: int, names: Sequence[str] | None = None) -> str:
        if names is not None and 0 <= seat < len(names):
            return names[seat]
        return self.raw(language, "seat").replace("{n}", str(seat + 1))


def load(package: str, parent: Texts | None = None) -> Texts:
    """The `texts/fr.json` and `texts/en.json` of a package."""
    folder = files(package) / "texts"
    return Texts(
        {name: json.loads((folder / f"{name}.json").read_text("utf-8")) for name in LANGUAGES},
        parent,
    )


CORE = load("tablee.core")
