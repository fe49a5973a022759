"""What a seat of Megabou knows, as numbers; the galaxy cell by cell."""

from __future__ import annotations

from tablee.core.features import Each, Flag, Maybe, Number, Piece, Record, Row, Seat, Seats, Word
from tablee.games.megabou.actions import CARD_NAMES, COLOUR_NAMES, DIRECTION_NAMES
from tablee.games.megabou.views import PHASES, MegabouView, Target

CELLS = 36


def features(seats: int) -> dict[str, Piece]:
    view = MegabouView
    by_colour = Row(len(COLOUR_NAMES), Number(7))
    return {
        "turn": Record(
            view,
            {
                "seat": Seat(seats, absolute=True),
                "actors": Seats(seats),
                "phase": Word(PHASES),
                "need": Number(7),
                "steal_due": Flag(),
            },
        ),
        "cards": Record(view, {"cards": Row(CELLS, Word(CARD_NAMES))}),
        "flipped": Record(view, {"flipped": Row(CELLS, Flag())}),
        "minibous": Record(view, {"minibous": Row(CELLS, Word(COLOUR_NAMES))}),
        "megabou": Record(view, {"megabou": Cell()}),
        "targets": Record(
            view,
            {"targets": Row(8, Record(Target, {"direction": Word(DIRECTION_NAMES), "cell": Cell()}))},
        ),
        "loose": Record(view, {"loose": Each(seats, by_colour)}),
        "trophies": Record(view, {"trophies": Each(seats, by_colour)}),
        "box": Record(view, {"box": by_colour}),
        "secrets": Record(
            view,
            {"secrets": Each(seats, Word(COLOUR_NAMES)), "points": Each(seats, Maybe(Number(99)))},
        ),
    }


class Cell(Seat):
    """A cell of the galaxy: a 1 in its place."""

    def __init__(self) -> None:
        super().__init__(CELLS, absolute=True)
