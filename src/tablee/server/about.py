"""What a client needs to show a game: its options, verbs and texts, and its rules in our own words."""

from __future__ import annotations

from functools import cache
from typing import Any

from tablee.core.contract import Game
from tablee.core.encode import plain
from tablee.core.rulebook import rules
from tablee.core.texts import LANGUAGES


@cache
def about(game: Game) -> dict[str, Any]:
    seats = range(game.fewest, game.most + 1)
    texts = game.texts()
    return {
        "game": game.name,
        "version": game.version,
        "seats": [game.fewest, game.most],
        "sides": {str(n): game.sides(n) for n in seats},
        "options": {
            option.name: {
                "schema": {str(n): option.schema(n) for n in seats},
                "default": plain(option.default),
                "seats": option.seats,
            }
            for option in game.options
        },
        "verbs": {verb.name: [arg.name for arg in verb.args] for verb in game.verbs.all},
        "phases": game.phases,
        "texts": {
            language: {key: texts.raw(language, key) for key in sorted(texts.keys(language))}
            for language in LANGUAGES
        },
    }


@cache
def book(game: Game) -> dict[str, Any]:
    """Every rule with its id and what it is: the book's (no tag), a ruling (R) or a house value (A)."""
    return {
        language: [
            {"id": rule.id, "tag": rule.tag, "section": rule.section, "text": rule.text}
            for rule in rules(game, language).values()
        ]
        for language in LANGUAGES
    }
