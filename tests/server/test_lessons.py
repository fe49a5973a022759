"""Lessons: whole, in both languages, and on positions in which what is asked for can be done."""

from __future__ import annotations

import pytest

from tablee.core.contract import Game
from tablee.core.errors import IllegalAction, MalformedAction
from tablee.core.rulebook import rules
from tablee.core.texts import LANGUAGES
from tablee.games import GAMES
from tablee.server.lessons import LEARNER, TEXTS, attempt, laid, lesson, steps_of
from tablee.server.lessons.steps import STEPS, TABLES

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


@each_game
def test_every_game_has_a_short_lesson(game: Game) -> None:
    assert 3 <= len(lesson(game)["steps"]) <= 6
    assert game.fewest <= TABLES[game.name] <= game.most


def test_every_text_belongs_to_a_step() -> None:
    keys = {
        f"{name}.{number}{end}"
        for name, steps in STEPS.items()
        for number in range(1, len(steps) + 1)
        for end in ("", ".done")
    }
    for language in LANGUAGES:
        assert TEXTS.keys(language) == keys


@each_game
def test_every_step_can_be_done(game: Game) -> None:
    for number, step in enumerate(lesson(game)["steps"], 1):
        assert step["seat"] in step["view"]["actors"], number
        assert step["want"], number
        assert set(step["want"]) <= set(step["legal"]), number


@each_game
def test_what_is_wanted_leads_on_and_everything_else_is_answered(game: Game) -> None:
    for shown, step in zip(lesson(game)["steps"], steps_of(game), strict=True):
        for action in shown["legal"]:
            found = attempt(game, step, action)
            assert found["right"] == (action in shown["want"])
            assert found["events"] or not found["right"]
            assert found["view"] != shown["view"]
            assert found["view"]["seat"] == LEARNER


@each_game
def test_a_want_without_an_action_is_a_mistake(game: Game) -> None:
    for shown, step in zip(lesson(game)["steps"], steps_of(game), strict=True):
        for want in step.want:
            assert any(action.startswith(want.removesuffix("*")) for action in shown["want"]), want


@each_game
def test_the_rules_of_a_step_are_in_the_book(game: Game) -> None:
    for step in steps_of(game):
        assert step.rules
        for language in LANGUAGES:
            assert set(step.rules) <= rules(game, language).keys()


@each_game
def test_what_is_not_allowed_is_refused_with_its_rule(game: Game) -> None:
    refused = 0
    for step in steps_of(game):
        match = laid(game, step)
        legal = match.legal(LEARNER)
        for action in range(game.verbs.size):
            text = match.text(action)
            if action not in legal:
                with pytest.raises(IllegalAction) as found:
                    attempt(game, step, text)
                assert found.value.rule in rules(game, "en")
                refused += 1
                if refused % 20 == 0:
                    break
    assert refused
    with pytest.raises(MalformedAction):
        attempt(game, steps_of(game)[0], "sing a song")
