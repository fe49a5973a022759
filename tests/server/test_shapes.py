"""Views and events as JSON: the same bytes as by the slow way, whatever was written before."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from librt.strings import BytesWriter

from support import ALL_GAMES, share
from tablee.core.contract import Game
from tablee.core.encode import plain, plain_event, wire
from tablee.core.match import Match
from tablee.core.tables import LabTable
from tablee.server import protocol as p
from tablee.server.shapes import number, write_event, write_view
from tablee.testing.walk import Case, cases


class Inner(NamedTuple):
    name: str
    inside: tuple[object, ...]


class Outer(NamedTuple):
    value: object
    more: object = None


class Nothing(NamedTuple):
    pass


def view_json(view: object) -> bytes:
    out = BytesWriter()
    write_view(out, view)
    return out.getvalue()


def event_json(event: object) -> bytes:
    out = BytesWriter()
    write_event(out, event)
    return out.getvalue()


def play(case: Case, seed: int) -> int:
    """How many views were written, of a match and of one that is played at the same time."""
    luck = LabTable(seed)
    matches = [Match(case.game, case.seats, case.options, LabTable(seed + n)) for n in (1, 2)]
    views = 0
    for step in range(share(400, 100)):
        match = matches[step % 2]
        if not match.actors():
            continue
        told = len(match.table.news)
        seat = match.actors()[0]
        actions = match.legal(seat)
        match.play(seat, actions[luck.below(len(actions))])
        for audience in (None, *range(case.seats)):
            view = match.view(audience)
            assert view_json(view) == wire(view)
            views += 1
        for news in match.table.news[told:]:
            for event in (news.event, news.others, news.event):
                if event is not None:
                    assert event_json(event) == p.encode(plain_event(event))
    for match in matches:
        outcome = match.outcome()
        if outcome is not None:
            assert view_json(outcome) == wire(outcome)
    return views


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.name)
def test_views_and_events_of_every_game(game: Game) -> None:
    for n, case in enumerate(cases(game)):
        if n % 3 == 0:
            assert play(case, n) > 20


def test_what_was_written_before_makes_no_difference() -> None:
    inner = Inner('é"\n', (1, "x", (True, None)))
    values = [1, True, 0, False, None, "1", (1,), (True,), ((),), inner, (inner, inner), Outer(inner)]
    values += [-1, 999, 1000, 1 << 40, Outer(Outer(Outer(1), 2), 3), Nothing(), (Nothing(), 1)]
    for one in values:
        for other in values:
            for value in (one, other, one):
                assert view_json(Outer(value, other)) == wire(Outer(value, other))
                assert event_json(Outer(value)) == p.encode({"event": "outer", **plain(Outer(value))})
    assert view_json(Nothing()) == b"{}"
    assert event_json(Nothing()) == b'{"event":"nothing"}'
    assert [number(n) for n in (0, 7, 999, 1000, -5)] == [b"0", b"7", b"999", b"1000", b"-5"]


@pytest.mark.parametrize("wrong", [[1], {"a": 1}, 1.5, {1}, object(), b"x"])
def test_only_plain_values_are_written(wrong: object) -> None:
    for value in (wrong, (1, wrong), Inner("x", (wrong,))):
        for _ in range(2):
            with pytest.raises(TypeError, match="may not be encoded"):
                view_json(Outer(1, value))
        assert view_json(Outer(1, 2)) == b'{"value":1,"more":2}'


def test_the_truth_is_not_written() -> None:
    match = Match(ALL_GAMES[0], 2, None, LabTable(1))
    with pytest.raises(TypeError, match="may not be encoded"):
        view_json(Outer(match.state))
