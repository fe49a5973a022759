"""Matches of Meowtopia played up to a point, and short questions about them."""

from __future__ import annotations

from tablee.core.match import Match
from tablee.core.tables import SeededTable
from tablee.games.meowtopia import GAME
from tablee.games.meowtopia.actions import FAMILIES, MAX_KITTENS


def start(seats: int = 2, **options: object) -> Match:
    """A match in which seat 0 begins, unless said otherwise."""
    return Match(GAME, seats, {"first": 0, **options}, SeededTable(7))


def play(match: Match, *texts: str) -> None:
    """Each action by whoever is asked."""
    for text in texts:
        match.play(match.actors()[0], text)


def texts(match: Match) -> list[str]:
    return [match.text(action) for action in match.legal(match.actors()[0])]


def heard(match: Match, kind: type) -> list[tuple[object, ...]]:
    return [event for event in match.events(None) if isinstance(event, kind)]


def why(match: Match, text: str) -> str | None:
    found = match.refusal(match.actors()[0], text)
    assert found is not None, f"{text} is allowed"
    for message in found.messages.values():
        assert not message.startswith("why.")  # a text that is missing shows its key
        assert "{" not in message
    return match.state.refusal(match.actors()[0], match.action(text))


def workers(
    match: Match, seat: int, awake: int = 0, asleep: int = 0, family: int | None = None
) -> None:
    """The seat's workers of one family, its own unless said otherwise."""
    at = seat * FAMILIES + (seat if family is None else family)
    match.state.awake[at] = awake
    match.state.asleep[at] = asleep


def merchant(match: Match, seat: int, ware: str | None = None, goods: int = 0) -> None:
    """One more merchant on the seat's board."""
    state = match.state
    at = seat * MAX_KITTENS + state.merchants[seat]
    state.add_merchant(seat, seat)
    state.shop_ware[at] = -1 if ware is None else ("food", "gold").index(ware)
    state.shop_goods[at] = goods


def idle(match: Match) -> str:
    """What does as little as possible, for the seat that is asked."""
    options = texts(match)
    for quiet in ("wake 0", "keep", "send 0", "pass rest", "pass snack"):
        if quiet in options:
            return quiet
    return next((text for text in options if text.startswith("feed")), options[0])


def to_morning(match: Match, seat: int) -> None:
    """Everybody idles until the seat's turn begins anew."""
    while True:
        active = match.state.active
        play(match, idle(match))
        if match.state.active == seat != active:
            return


def to_evening(match: Match) -> None:
    while match.view(None).phase != "evening":
        play(match, idle(match))


def finish(match: Match) -> None:
    while match.actors():
        play(match, idle(match))
