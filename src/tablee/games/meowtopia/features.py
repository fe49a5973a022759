"""What everybody sees of a match of Meowtopia, as numbers; fields and sticks by their coordinates."""

from __future__ import annotations

from tablee.core.features import Bag, Each, Flag, Maybe, Number, Piece, Record, Row, Seat, Seats, Word
from tablee.games.meowtopia.actions import (
    JOB_NAMES,
    MAX_EDGES,
    MAX_FIELDS,
    MAX_KITTENS,
    MAX_STICKS,
    WARE_NAMES,
)
from tablee.games.meowtopia.position import CAUSES, PHASES
from tablee.games.meowtopia.views import (
    Board,
    Field,
    MeowtopiaView,
    Merchant,
    Score,
    Spot,
    Stick,
    Tile,
)

SIDES = ("top", "left")
FAR = 32  # no field is further from the first one
PLENTY = 9999


def features(seats: int) -> dict[str, Piece]:
    view = MeowtopiaView
    along = Number(FAR, -FAR)
    supply = Number(34)
    return {
        "turn": Record(
            view,
            {
                "seat": Seat(seats, absolute=True),
                "actors": Seats(seats),
                "phase": Word(PHASES),
                "round": Number(1000),
                "max_rounds": Number(1000),
                "first": Seat(seats),
                "active": Seat(seats),
                "tile": Maybe(Number(5)),
                "job": Word(JOB_NAMES),
                "others_job": Word(JOB_NAMES),
                "sent": Number(6),
                "due": Number(99),
                "merchant": Maybe(Number(int(MAX_KITTENS))),
                "cause": Word(CAUSES[1:]),
            },
        ),
        "tiles": Record(
            view,
            {
                "tiles": Row(
                    5,
                    Record(
                        Tile, {"jobs": Bag(JOB_NAMES), "food": Number(PLENTY), "taken_by": Seat(seats)}
                    ),
                )
            },
        ),
        "supplies": Record(
            view,
            {
                "supply_fields": supply,
                "supply_sticks": supply,
                "aside_fields": supply,
                "aside_sticks": supply,
                "extra_fields": Number(99),
                "extra_sticks": Number(99),
            },
        ),
        "boards": boards(
            seats,
            {
                "food": Number(PLENTY),
                "gold": Number(PLENTY),
                "tokens": Number(PLENTY),
                "reserve": Number(6),
                "awake": Each(seats, Number(24)),
                "asleep": Each(seats, Number(24)),
                "upkeep": Number(999),
                "score": Record(Score, {name: Number(PLENTY, -PLENTY) for name in Score._fields}),
            },
        ),
        "merchants": boards(
            seats,
            {
                "merchants": Row(
                    int(MAX_KITTENS),
                    Record(
                        Merchant,
                        {"family": Seat(seats), "ware": Word(WARE_NAMES), "goods": Number(PLENTY)},
                    ),
                )
            },
        ),
        "fields": boards(
            seats,
            {
                "fields": Row(
                    int(MAX_FIELDS),
                    Record(Field, {"x": along, "y": along, "irrigated": Flag()}),
                    ragged=True,
                )
            },
        ),
        "sticks": boards(
            seats,
            {
                "sticks": Row(
                    int(MAX_STICKS), Record(Stick, {"x": along, "y": along, "side": Word(SIDES)})
                )
            },
        ),
        "spots": Record(
            view,
            {
                "spots": Row(
                    int(MAX_EDGES),
                    Record(
                        Spot,
                        {
                            "x": along,
                            "y": along,
                            "side": Word(SIDES),
                            "irrigates": Number(4),
                            "points": Number(4),
                        },
                    ),
                    ragged=True,
                )
            },
        ),
    }


def boards(seats: int, fields: dict[str, Piece]) -> Piece:
    return Record(MeowtopiaView, {"boards": Each(seats, Record(Board, fields))})
