"""The table of a match: luck that is written down, and what everybody hears."""

from __future__ import annotations

from typing import NamedTuple

from mypy_extensions import i64

from tablee.core.contract import Event, Table


class News(NamedTuple):
    """Something that happened, as those in the know heard it and as the others did."""

    seats: tuple[int, ...] | None  # None: everybody
    event: Event
    others: Event | None

    def heard_by(self, seat: int) -> Event | None:
        return self.event if self.seats is None or seat in self.seats else self.others


class Recorder(Table):
    """The table of a match: writes down what is drawn and what is said."""

    def __init__(self, luck: Table) -> None:
        super().__init__()
        self.heard = True
        self.luck = luck
        self.tape: list[int] = []
        self.bounds: list[int] = []  # below what each of them was drawn
        self.news: list[News] = []

    def below(self, n: i64) -> i64:
        drawn = self.luck.below(n)
        self.tape.append(drawn)
        self.bounds.append(n)
        return drawn

    def tell(self, event: Event) -> None:
        self.news.append(News(None, event, None))

    def whisper(self, seats: tuple[int, ...], event: Event, others: Event | None) -> None:
        self.news.append(News(seats, event, others))
