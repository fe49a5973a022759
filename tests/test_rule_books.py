"""The rules in our own words, and that every rule is cited by a test."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from support import ALL_GAMES
from tablee.core.contract import Game
from tablee.core.rulebook import parse, rules
from tablee.core.texts import LANGUAGES
from tablee.games import GAMES

HERE = Path(__file__).parent
EXAMPLE = HERE.parent / "examples" / "crazy_eights" / "tests"
# Every rule with its tags: R for one that holds a ruling of ours, A for one with an assumed figure.
TAGS = {line.split()[0]: line.split()[1:] for line in (HERE / "rule_ids.txt").read_text().splitlines()}
RULE_IDS = list(TAGS)
CITED = re.compile(r'@(?:pytest\.mark\.)?rule\("([A-Z]+-\d+)"\)')


def cited() -> set[str]:
    sources = [*HERE.rglob("test_*.py"), *EXAMPLE.rglob("test_*.py")]
    return {name for path in sources for name in CITED.findall(path.read_text("utf-8"))}


def test_there_are_174_rules() -> None:
    assert len(RULE_IDS) == len(set(RULE_IDS)) == 174


@pytest.mark.parametrize("name", RULE_IDS)
def test_every_rule_is_cited_by_a_test(name: str) -> None:
    assert name in cited()


def test_tests_cite_only_rules_that_exist() -> None:
    known = set(RULE_IDS) | {name for game in ALL_GAMES for name in rules(game, "en")}
    assert cited() <= known


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_books_have_every_rule(language: str) -> None:
    written = {name for game in GAMES for name in rules(game, language)}
    assert sorted(written) == sorted(RULE_IDS)


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.name)
def test_the_books_agree_on_rulings_and_house_values(game: Game) -> None:
    """What is our ruling [R] or a house value [A] is so in both languages."""
    english, french = rules(game, "en"), rules(game, "fr")
    assert list(english) == list(french)
    for name, rule in english.items():
        assert rule.tag == french[name].tag, name
        assert rule.text
        assert french[name].text
        assert rule.text != french[name].text


@pytest.mark.parametrize("language", LANGUAGES)
def test_players_are_told_what_is_our_ruling_or_a_house_value(language: str) -> None:
    books = {name: rule for game in GAMES for name, rule in rules(game, language).items()}
    for name, tags in TAGS.items():
        allowed = list(tags[0]) if tags else [""]
        assert books[name].tag in allowed, name


def test_a_rule_may_stand_only_once() -> None:
    with pytest.raises(ValueError, match="CE-1 stands twice"):
        parse("- **CE-1** a\n- **CE-1** b\n")
