"""What a seat of Super Miaou knows, as numbers."""

from __future__ import annotations

from tablee.core.features import Bag, Each, Number, Piece, Record, Row, Seat, Seats, Word
from tablee.games.super_miaou.actions import CARD_NAMES, FOR_SALE_NAMES, STOCK
from tablee.games.super_miaou.views import FACE_DOWN, Offer, Place, SuperMiaouView, Worth

MOST = max(STOCK)  # of one kind of card


def features(seats: int) -> dict[str, Piece]:
    view = SuperMiaouView
    cards = Bag(CARD_NAMES, MOST)
    return {
        "turn": Record(
            view,
            {
                "seat": Seat(seats, absolute=True),
                "actors": Seats(seats),
                "phase": Word(("turn", "over")),
                "first": Seat(seats),
                "round": Number(1000),
                "max_rounds": Number(1000),
                "winner": Seat(seats),
            },
        ),
        "purse": Record(view, {"coins": Number(18), "food": Number(18)}),
        "market": Record(
            view,
            {
                "market": Row(
                    len(FOR_SALE_NAMES),
                    Record(
                        Offer, {"card": Word(FOR_SALE_NAMES), "left": Number(MOST), "price": Number(9)}
                    ),
                ),
                "worth": Row(len(CARD_NAMES), Record(Worth, {"coins": Number(9), "food": Number(9)})),
            },
        ),
        "hands": places(seats, {"hand": Row(2, Word((*CARD_NAMES, FACE_DOWN)))}),
        "leftovers": places(seats, {"leftover": Row(2, Word(CARD_NAMES))}),
        "backpacks": places(seats, {"backpack": Number(99), "unseen": cards}),
        "machines": places(seats, {"machine": cards}),
        "binned": Record(view, {"binned": cards}),
    }


def places(seats: int, fields: dict[str, Piece]) -> Piece:
    return Record(SuperMiaouView, {"places": Each(seats, Record(Place, fields))})
