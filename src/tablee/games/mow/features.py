"""What a seat of MOW knows, as numbers."""

from __future__ import annotations

from tablee.core.features import Bag, Each, Flag, Number, Piece, Record, Row, Seat, Seats, Word
from tablee.games.mow.actions import COW_NAMES, FARMER_NAMES
from tablee.games.mow.position import NOTES
from tablee.games.mow.views import ANSWERS, BONUSES, HIDDEN, STAGES, MowView, Note

COPIES = 4  # two decks have four latecomers
COWS = 96
TOTAL = 9999


def features(seats: int) -> dict[str, Piece]:
    view = MowView
    cows = Bag(COW_NAMES, COPIES)
    farmers = Bag(FARMER_NAMES)
    # MW-25: with two players a herd is named, not a seat.
    called: Piece = Number(2, -1) if seats == 2 else Seat(seats)
    return {
        "turn": Record(
            view,
            {
                "seat": Seat(seats, absolute=True),
                "actors": Seats(seats),
                "phase": Word(tuple(STAGES)),
                "round": Number(1000),
                "current": Seat(seats),
                "direction": Number(1, -1),
                "herd": Number(2),
                "taken": Flag(),
                "bonus": Word(BONUSES[1:]),
                "owed": Number(COWS),
                "steering": Flag(),
                "rested": Flag(),
                "named": called,
                "called": called,
                "warned": Flag(),
                "barred": Flag(),
                "skips": Number(99),
                "skipped": Seats(seats),
                "tied": Seats(seats),
                "shouted": Flag(),
                "partner": Seat(seats),
                "closing": Flag(),
                "answer": Word(ANSWERS[1:]),
            },
        ),
        "hand": Record(view, {"hand": cows}),
        "farmers": Record(
            view,
            {
                "farmers": farmers,
                "spent": farmers,
                "held": Each(seats, Number(10)),
                "barn": Number(10),
            },
        ),
        "herds": Record(view, {"herds": Row(3, cows)}),
        "sizes": Record(
            view,
            {
                "pile": Number(COWS),
                "sizes": Each(seats, Number(COWS)),
                "stables": Each(seats, Number(COWS)),
                "missed": Each(seats, Number(COWS)),
            },
        ),
        "seen": Record(view, {"seen": cows, "lost": Each(seats, Word((*COW_NAMES, HIDDEN)))}),
        "flies": Record(
            view, {"totals": Each(seats, Number(TOTAL)), "gains": Each(seats, Number(TOTAL))}
        ),
        "last_round": Record(
            view, {"last_hands": Each(seats, cows), "last_stables": Each(seats, cows)}
        ),
        "bounds": Record(view, {"bounds": Each(seats, Row(3, Number(COWS)))}),
        "notes": Record(
            view,
            {
                "notes": Row(
                    int(NOTES),
                    Record(
                        Note,
                        {
                            "seat": Seat(seats),
                            "other": Seat(seats),
                            "size": Number(COWS),
                            "turns": Number(999),
                            "via": Number(3),
                            "away": Number(COWS),
                            "sure": cows,
                            "loose": cows,
                        },
                    ),
                ),
                "pair": Row(2, Seat(seats)),
            },
        ),
    }
