"""Texts: complete in both languages, with the same placeholders, filled in as a reader expects."""

from __future__ import annotations

import ast
import json
import re
from importlib.resources import files
from pathlib import Path

import pytest

from support import ALL_GAMES
from tablee.core.contract import Game
from tablee.core.encode import event_name
from tablee.core.texts import CORE, LANGUAGES, PLACEHOLDER, Texts, is_one
from tablee.doctor.kit import TEXTS as DOCTOR
from tablee.lab.errors import TEXTS as LAB
from tablee.server.decisions import TEXTS as SERVER
from tablee.server.events import AT_THE_TABLE
from tablee.terminal.table import TEXTS as TERMINAL

# Functions that name rules for other reasons: bad options, and who must wait.
NOT_REFUSALS = ("forbid", "refuse", "waiting")
each_game = pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.name)


def expected(game: Game) -> set[str]:
    keys = {"game.name", "game.tagline"}
    keys |= {f"verb.{verb.name}" for verb in game.verbs.all}
    keys |= {f"event.{event_name(event)}" for event in game.events}
    keys |= {f"phase.{phase}" for phase in game.phases}
    keys |= {f"reason.{reason}" for reason in game.reasons}
    for option in game.options:
        keys |= {f"option.{option.name}", f"option.{option.name}.help"}
    return keys | {f"why.{why}" for why in whys(game)}


def whys(game: Game) -> set[str]:
    """The rule ids that stand as strings in the game's functions: what `refusal` can answer."""
    found: set[str] = set()
    for entry in files(game.package).iterdir():
        if entry.name.endswith(".py"):
            for function in ast.walk(ast.parse(entry.read_text("utf-8"))):
                if isinstance(function, ast.FunctionDef) and function.name not in NOT_REFUSALS:
                    found |= {
                        node.value
                        for node in ast.walk(function)
                        if isinstance(node, ast.Constant)
                        and re.fullmatch(rf"{game.prefix}-\d+(/\w+)?", str(node.value))
                    }
    return found


@each_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_there(game: Game, language: str) -> None:
    missing = {key for key in expected(game) if not game.texts().has(language, key)}
    assert not missing


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_happens_at_a_table_has_words(language: str) -> None:
    """Beside the events of its game: here, and in the pages, where every game's log tells them."""
    words = Path(__file__).parents[1] / "web" / "src" / "words" / f"{language}.json"
    pages = json.loads(words.read_text("utf-8"))
    for event in AT_THE_TABLE:
        key = f"event.{event_name(event)}"
        assert pages[key] == SERVER.raw(language, key), key
        assert SERVER.say(language, key, {"seat": 0}, ["Zoé"]).count("Zoé") == 1


@each_game
def test_why_texts_are_used(game: Game) -> None:
    """A sentence that no refusal says is dead."""
    said = {key for key in game.texts().keys("en") if key.startswith("why.")}
    assert said == {f"why.{why}" for why in whys(game)}


@pytest.mark.parametrize(
    "texts",
    [CORE, TERMINAL, SERVER, LAB, DOCTOR, *(game.texts() for game in ALL_GAMES)],
    ids=["core", "terminal", "server", "lab", "doctor", *(game.name for game in ALL_GAMES)],
)
def test_both_languages_say_the_same_things(texts: Texts) -> None:
    assert texts.keys("fr") == texts.keys("en")
    for key in sorted(texts.keys("fr")):
        used = [
            {found[0] for found in PLACEHOLDER.findall(texts.raw(language, key))}
            for language in LANGUAGES
        ]
        assert used[0] == used[1], key
        for language in LANGUAGES:
            text = texts.raw(language, key)
            assert text.strip() == text != "", key
            assert "{" not in PLACEHOLDER.sub("", text), key


@each_game
def test_verb_texts_use_their_arguments_only(game: Game) -> None:
    for verb in game.verbs.all:
        names = {arg.name for arg in verb.args}
        for language in LANGUAGES:
            text = game.texts().raw(language, f"verb.{verb.name}")
            assert {found[0] for found in PLACEHOLDER.findall(text)} <= names, verb.name


@each_game
def test_words_of_the_game_do_not_show_their_notation(game: Game) -> None:
    """A filled-in verb has no placeholder and no key left in it."""
    for action in range(game.verbs.size):
        for language in LANGUAGES:
            key = f"verb.{game.verbs.verb(action).name}"
            said = game.texts().say(language, key, game.verbs.values(action))
            assert "{" not in said
            assert not said.startswith("verb.")


@pytest.mark.parametrize(("language", "singular"), [("fr", {0, 1}), ("en", {1})])
def test_plurals(language: str, singular: set[int]) -> None:
    assert {n for n in range(5) if is_one(language, n)} == singular


def test_placeholders() -> None:
    texts = Texts(
        {"en": {"k": "{n} {n|fly|flies} of {seat} on {cows}", "cow.7f": "a seven"}, "fr": {}}, CORE
    )
    values = {"n": 2, "seat": 0, "cows": ("7f", "8")}
    assert texts.say("en", "k", values) == "2 flies of Player 1 on a seven, 8"
    assert texts.say("en", "k", {**values, "cows": ()}, ["Zoé"]) == "2 flies of Zoé on none"


def test_french_elides_before_a_vowel() -> None:
    texts = Texts({"fr": {"k": "La main de {seat}, pas celle de {other}."}, "en": {}}, CORE)
    values = {"seat": 0, "other": 1}
    assert texts.say("fr", "k", values, ["Élodie", "Zoé"]) == "La main d’Élodie, pas celle de Zoé."


@pytest.mark.parametrize(
    "texts",
    [CORE, TERMINAL, SERVER, LAB, DOCTOR, *(game.texts() for game in ALL_GAMES)],
    ids=["core", "terminal", "server", "lab", "doctor", *(game.name for game in ALL_GAMES)],
)
def test_french_spaces_do_not_break(texts: Texts) -> None:
    for key in texts.keys("fr"):
        assert not re.search(r" [:;!?»](?:\s|$)|« ", texts.raw("fr", key)), key
