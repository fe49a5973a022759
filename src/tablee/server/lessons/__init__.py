"""Lessons: a game in a few steps, each a prepared position in which one learns a thing by doing it.

Nothing is kept of a learner: a step is made anew from its seed and log when somebody tries something.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from tablee.core.contract import Game
from tablee.core.encode import plain, plain_event
from tablee.core.match import Match
from tablee.core.tables import SeededTable
from tablee.core.texts import LANGUAGES, load
from tablee.server.lessons.steps import STEPS, TABLES, Step

TEXTS = load("tablee.server.lessons")
LEARNER = 0


def steps_of(game: Game) -> Sequence[Step]:
    return STEPS.get(game.name, ())


def laid(game: Game, step: Step) -> Match:
    """The position of a step."""
    match = Match(game, TABLES[game.name], {"first": LEARNER}, SeededTable(step.seed))
    for line in step.log:
        seat, _, action = line.partition(" ")
        match.play(int(seat), action)
    return match


def choices(match: Match) -> list[str]:
    return [match.text(action) for action in match.legal(LEARNER)]


def wanted(step: Step, legal: Sequence[str]) -> list[str]:
    """What is right, of what is legal."""
    verbs = tuple(want.removesuffix("*") for want in step.want if want.endswith(" *"))
    return [action for action in legal if action in step.want or (verbs and action.startswith(verbs))]


@cache
def lesson(game: Game) -> dict[str, Any]:
    """What one needs to be shown the whole lesson; empty for a game that has none."""
    shown = []
    for number, step in enumerate(steps_of(game), 1):
        match = laid(game, step)
        legal = choices(match)
        shown.append(
            {
                "text": said(f"{game.name}.{number}"),
                "done": said(f"{game.name}.{number}.done"),
                "rules": step.rules,
                "seats": match.seats,
                "seat": LEARNER,
                "view": plain(match.view(LEARNER)),
                "legal": legal,
                "want": wanted(step, legal),
            }
        )
    return {"game": game.name, "steps": shown}


def attempt(game: Game, step: Step, action: str) -> dict[str, Any]:
    """What an action leads to; raises what `Match.play` raises if it is none, or not allowed."""
    match = laid(game, step)
    right = match.text(match.action(action)) in wanted(step, choices(match))
    before = len(match.table.news)
    match.play(LEARNER, action)
    news = [each.heard_by(LEARNER) for each in match.table.news[before:]]
    return {
        "right": right,
        "events": [plain_event(event) for event in news if event is not None],
        "view": plain(match.view(LEARNER)),
    }


def said(key: str) -> dict[str, str]:
    return {language: TEXTS.say(language, key) for language in LANGUAGES}
