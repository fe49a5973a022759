"""Megabou: set-up, options, who knows what, and how it is drawn."""

from __future__ import annotations

from collections import Counter

import pytest
from rich.console import Console

from tablee.core.contract import SPECTATOR
from tablee.core.errors import BadOption, BadSeats, UnknownOption
from tablee.core.match import Match
from tablee.core.recorder import News
from tablee.core.tables import LabTable, SeededTable
from tablee.games.megabou import GAME
from tablee.games.megabou.actions import COLOUR_NAMES
from tablee.games.megabou.events import (
    GalaxyLaid,
    SanctuaryDealt,
    SanctuaryDealtHidden,
    SanctuaryShown,
    Started,
)
from tablee.terminal.kit import Pen
from tablee.terminal.megabou import draw
from tablee.testing.walk import Case, Walk

rule = pytest.mark.rule

# -- set-up ----------------------------------------------------------------------------------------


@rule("MB-1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_galaxy_has_36_cards(seats: int) -> None:
    for seed in range(5):
        cards = Match(GAME, seats, {}, SeededTable(seed)).view(None).cards
        assert Counter(cards) == {
            "green-planet": 2, "blue-planet": 2, "yellow-planet": 2, "red-planet": 2,
            "white-planet": 2, "earth": 1, "vortex": 1, "black-hole": 5, "asteroid": 19,
        }  # fmt: skip


@rule("MB-1")
@rule("MB-2")
def test_galaxy_is_shuffled() -> None:
    """Any card and any Minibou can lie anywhere."""
    vortex: Counter[int] = Counter()
    red: Counter[int] = Counter()
    for seed in range(720):
        view = GAME.setup(2, GAME.check(2, {}), LabTable(seed)).view(SPECTATOR)
        vortex[view.megabou] += 1
        red.update(cell for cell in range(36) if view.minibous[cell] == "red")
    assert len(vortex) == 36
    assert max(vortex.values()) < 45  # of 20 expected
    assert len(red) == 36
    assert min(red.values()) > 100  # of 140 expected
    assert max(red.values()) < 180


@rule("MB-2")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_minibou_on_every_card_but_the_vortex(seats: int) -> None:
    view = Match(GAME, seats, {}, SeededTable(3)).view(0)
    assert view.cards[view.megabou] == "vortex"
    assert [cell for cell in range(36) if not view.minibous[cell]] == [view.megabou]
    assert Counter(view.minibous) == {"": 1, **dict.fromkeys(COLOUR_NAMES, 7)}
    assert view.box == (0,) * 5
    assert not any(view.flipped)
    assert all(sum(each) == 0 for each in view.loose + view.trophies)


@rule("MB-3")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_secret_colours_are_dealt_at_random(seats: int) -> None:
    dealt: Counter[tuple[str, ...]] = Counter()
    for seed in range(600):
        state = GAME.setup(seats, GAME.check(seats, {}), LabTable(seed))
        secrets = tuple(state.view(seat).secrets[seat] for seat in range(seats))
        assert len(set(secrets)) == seats
        assert set(secrets) <= {"green", "blue", "red", "white"}
        dealt[secrets] += 1
    assert len(dealt) == {2: 12, 3: 24, 4: 24}[seats]


@rule("MB-3")
@rule("ALL-6")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_secret_colour_is_known_to_its_owner_alone(seats: int) -> None:
    match = Match(GAME, seats, {}, SeededTable(5))
    truth = [COLOUR_NAMES[match.state.secrets[s]] for s in range(seats)]
    for seat in range(seats):
        view = match.view(seat)
        assert view.secrets == tuple(truth[s] if s == seat else "" for s in range(seats))
        assert [s for s in range(seats) if view.points[s] is not None] == [seat]
        told = [e for e in match.events(seat) if isinstance(e, (SanctuaryDealt, SanctuaryDealtHidden))]
        assert told == [
            SanctuaryDealt(s, truth[s]) if s == seat else SanctuaryDealtHidden(s) for s in range(seats)
        ]
    assert match.view(None).secrets == ("",) * seats
    assert match.view(None).points == (None,) * seats
    assert not any(isinstance(event, SanctuaryDealt) for event in match.events(None))


@rule("MB-3")
def test_dealt_secrets_are_shown_at_the_end_and_unused_ones_never() -> None:
    match = Walk(Case(GAME, 2, {}), 8, 0.0).run()
    truth = tuple(COLOUR_NAMES[match.state.secrets[s]] for s in range(2))
    for audience in (0, 1, None):
        assert match.view(audience).secrets == truth
        shown = [event for event in match.events(audience) if isinstance(event, SanctuaryShown)]
        assert [(event.seat, event.colour) for event in shown] == list(enumerate(truth))


@rule("MB-3")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_imagined_secrets_are_all_that_are_left(seats: int) -> None:
    """Every colour that a seat has not seen, at every other seat, about as often."""
    match = Match(GAME, seats, {}, SeededTable(6))
    view = match.view(0)
    luck = LabTable(4)
    found: Counter[tuple[int, ...]] = Counter()
    for _ in range(600):
        found[tuple(GAME.imagine(view, luck).secrets)] += 1
    assert {COLOUR_NAMES[secrets[0]] for secrets in found} == {view.secrets[0]}
    assert len(found) == {2: 3, 3: 6, 4: 6}[seats]
    assert max(found.values()) - min(found.values()) < 80


@rule("MB-4")
@rule("ALL-6")
def test_everything_else_is_public() -> None:
    """Nothing but seat, secrets and points differs between two views."""
    match = Match(GAME, 4, {}, SeededTable(11))
    luck = LabTable(2)
    while match.actors():
        views = [match.view(audience)._asdict() for audience in (0, 1, 2, 3, None)]
        for view in views:
            for name in ("seat", "secrets", "points"):
                del view[name]
        assert all(view == views[0] for view in views)
        seat = match.actors()[0]
        actions = match.legal(seat)
        match.play(seat, actions[luck.below(len(actions))])
    assert sum(map(sum, match.view(None).loose + match.view(None).trophies)) > 0


@rule("MB-4")
def test_everybody_hears_the_same_but_for_the_secrets() -> None:
    match = Walk(Case(GAME, 3, {}), 2, 0.0).run()
    whispers = [news for news in match.table.news if news.seats is not None]
    assert whispers == [
        News((s,), SanctuaryDealt(s, COLOUR_NAMES[match.state.secrets[s]]), SanctuaryDealtHidden(s))
        for s in range(3)
    ]
    laid = match.events(None)[0]
    assert isinstance(laid, GalaxyLaid)
    assert len(laid.cards) == len(laid.minibous) == 36


# -- options ---------------------------------------------------------------------------------------


@rule("ALL-1")
def test_first_player_is_named_or_drawn() -> None:
    for first in range(3):
        match = Match(GAME, 3, {"first": first}, SeededTable(1))
        assert match.actors() == [first]
        assert match.events(None)[-1] == Started(first)
    drawn = {Match(GAME, 3, {}, SeededTable(seed)).actors()[0] for seed in range(30)}
    assert drawn == {0, 1, 2}


@rule("ALL-3")
def test_bad_tables_are_refused() -> None:
    for seats in (0, 1, 5):
        with pytest.raises(BadSeats):
            Match(GAME, seats, {}, SeededTable(1))
    for value in (-1, 2, "0", True, 1.0):
        with pytest.raises(BadOption, match=r"first.*a seat from 0 to 1") as error:
            Match(GAME, 2, {"first": value}, SeededTable(1))
        assert error.value.rule == "ALL-3"
    with pytest.raises(UnknownOption, match="max_rounds"):
        Match(GAME, 2, {"max_rounds": 10}, SeededTable(1))


# -- in the terminal -------------------------------------------------------------------------------


def drawn(match: Match, seat: int | None, language: str) -> str:
    names = ["Ana", "Léopoldine", "Max", "Zoé"][: match.seats]
    console = Console(width=80, no_color=True)
    with console.capture() as said:
        console.print(draw(match.view(seat), Pen(GAME.texts(), language, names)))
    return said.get()


@rule("MB-4")
@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_drawing_tells_all_without_colour(seats: int, language: str) -> None:
    match = Match(GAME, seats, {"first": 0}, SeededTable(7))
    text = drawn(match, 0, language)
    assert text.count("●") == 35 - len(match.legal(0)) + 1  # and the sign of the first seat
    assert text.count("◉") == 10 + 1  # and the legend
    assert text.count("@") == 5 + 1
    assert text.count("♁") == 1 + 1
    own = GAME.texts().word(language, "colour", match.view(0).secrets[0])
    secret = GAME.texts().raw(language, "draw.secret")
    assert f"{secret} {own}" in text
    assert secret not in drawn(match, None, language)
    assert max(map(len, text.splitlines())) <= 80
    over = Walk(Case(GAME, seats, {}), 3, 0.0).run()
    assert drawn(over, None, language).count(secret) == seats
