"""What a seat of Push 'em up! knows, as numbers."""

from __future__ import annotations

from mypy_extensions import i64

from tablee.core.features import (
    Bag,
    Each,
    Number,
    Own,
    Piece,
    Record,
    Row,
    Seat,
    Seats,
    Sheet,
    Word,
)
from tablee.games.push_em_up.actions import CARD_NAMES, HEROES, MOST_COLUMNS, PUSHES
from tablee.games.push_em_up.views import Column, Hero, PushEmUpView


def features(seats: int) -> dict[str, Piece]:
    view = PushEmUpView
    cards = Bag(CARD_NAMES, int(PUSHES))
    by_seat = Each(seats, Number(999))
    hero = Record(Hero, {"seat": Seat(seats), "hero": Figure()})
    column = Record(
        Column,
        {
            "sums": by_seat,
            "best": Each(seats, Number(9)),
            "taker": Seat(seats),
            "heroes": Row(int(HEROES) * seats, hero),
        },
    )
    return {
        "turn": Record(
            view,
            {
                "seat": Seat(seats, absolute=True),
                "actors": Seats(seats),
                "phase": Word(("pick", "play", "over")),
                "round": Number(1000),
                "first": Seat(seats),
            },
        ),
        "picks": Record(view, {"picks": Own(cards), "picked": Each(seats, Number(int(HEROES)))}),
        "hand": Record(view, {"hands": Own(cards)}),
        "columns": Record(view, {"columns": Row(int(MOST_COLUMNS), column)}),
        "sizes": Record(
            view, {"hand_sizes": Each(seats, Number(3)), "pile_sizes": Each(seats, Number(25))}
        ),
        "unseen": Record(view, {"unseen": Each(seats, cards)}),
        "out": Record(view, {"out": Each(seats, cards)}),
        "points": Record(
            view,
            {"column_points": by_seat, "card_points": by_seat, "totals": Each(seats, Number(9999))},
        ),
    }


class Figure(Number):
    """The value of a hero, which a view gives as a word."""

    def __init__(self) -> None:
        super().__init__(9)
        self.values: dict[object, int] = {str(n): n for n in range(10)}

    def write(self, value: object, at: i64, sheet: Sheet) -> None:
        sheet.put(at, self.values.get(value, 0))
