"""What a seat of crazy eights knows, as numbers: its own hand, and what everybody knows."""

from __future__ import annotations

from crazy_eights.actions import CARD_NAMES, SUIT_NAMES
from crazy_eights.rules import CrazyEightsView
from tablee.core.features import Bag, Each, Flag, Number, Own, Piece, Record, Seat, Seats, Word


def features(seats: int) -> dict[str, Piece]:
    view = CrazyEightsView
    return {
        "hand": Record(view, {"hands": Own(Bag(CARD_NAMES))}),
        "table": Record(
            view,
            {
                "seat": Seat(seats, absolute=True),
                "actors": Seats(seats),
                "phase": Word(("play", "name", "over")),
                "direction": Number(1, -1),
                "draws": Number(52),
                "may_pass": Flag(),
                "owed": Number(52),
                "passes": Number(seats + 1),
                "plays": Number(1000),
                "top": Word(CARD_NAMES),
                "suit": Word(SUIT_NAMES),
                "discards": Bag(CARD_NAMES),
                "deck": Number(52),
                "sizes": Each(seats, Number(52)),
            },
        ),
    }
