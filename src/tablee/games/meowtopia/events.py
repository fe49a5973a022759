"""What can happen at a table of Meowtopia. Nothing is hidden: everybody hears everything."""

from __future__ import annotations

from typing import NamedTuple


class RoundBegan(NamedTuple):
    """A round, with its first player (MT-6)."""

    n: int
    seat: int


class AllAwake(NamedTuple):
    """The food for a morning without sleepers (MT-7)."""

    seat: int


class Woke(NamedTuple):
    """Kittens woken in the morning (MT-8, MT-9)."""

    seat: int
    n: int
    paid: int


class Roused(NamedTuple):
    """Whose family the kitten is that wakes, where sleepers are of several."""

    seat: int
    other: int


class Sold(NamedTuple):
    """A merchant received a unit, and has so many now (MT-10)."""

    seat: int
    merchant: int
    ware: str
    n: int


class JobChosen(NamedTuple):
    seat: int
    job: str


class TileTaken(NamedTuple):
    """With double jobs: the active seat's job, and the one that the others may follow with."""

    seat: int
    tile: int
    job: str
    others_job: str


class FoodFound(NamedTuple):
    """The food that lay on the tile (MT-14)."""

    seat: int
    n: int


class Sent(NamedTuple):
    seat: int
    n: int


class Tired(NamedTuple):
    """Whose family the kitten is that was sent, where workers are of several."""

    seat: int
    other: int


class FoodBrought(NamedTuple):
    seat: int
    n: int


class GoldBrought(NamedTuple):
    seat: int
    n: int


class FieldPlaced(NamedTuple):
    seat: int
    x: int
    y: int


class StickPlaced(NamedTuple):
    """On the top or left edge of the cell (x, y)."""

    seat: int
    x: int
    y: int
    side: str


class FieldIrrigated(NamedTuple):
    seat: int
    x: int
    y: int


class Engaged(NamedTuple):
    """A kitten of one's own family, for 1 gold (MT-20)."""

    seat: int
    role: str


class Lured(NamedTuple):
    """A kitten out of an opponent's reserve, for 1 gold (MT-22)."""

    seat: int
    other: int
    role: str


class EndCalled(NamedTuple):
    """This round is the last one (MT-35, MT-36)."""

    seat: int
    cause: str


class Followed(NamedTuple):
    seat: int
    job: str


class Passed(NamedTuple):
    """What a seat that passed got for it: wake, rest or snack (MT-24, MT-25)."""

    seat: int
    passed: str


class Dismissed(NamedTuple):
    """A kitten went back to its family's reserve, for 3 food (MT-28)."""

    seat: int
    kitten: str
    other: int


class GoodsLost(NamedTuple):
    seat: int
    ware: str
    n: int


class Fed(NamedTuple):
    seat: int
    n: int
    paid: int


class Unfed(NamedTuple):
    """So many kittens stayed hungry, for a −3 token each (MT-29)."""

    seat: int
    n: int


class FoodLaid(NamedTuple):
    """One food more on each of the tiles that nobody chose (MT-30)."""

    jobs: tuple[str, ...]


class FoodLaidOn(NamedTuple):
    """The same with double jobs: the tiles by number."""

    tiles: tuple[int, ...]


class RoundsOver(NamedTuple):
    """The limit of rounds is reached (MT-43)."""

    n: int


class AwakeAtTheEnd(NamedTuple):
    """Food for each kitten awake when the game ends (MT-38)."""

    seat: int
    n: int


class Scored(NamedTuple):
    """The points of a seat, by category (MT-39)."""

    seat: int
    kittens: int
    sticks: int
    gold_sold: int
    food_sold: int
    gold: int
    food: int
    tokens: int
    total: int


EVENTS = (
    RoundBegan, AllAwake, Woke, Roused, Sold, JobChosen, TileTaken, FoodFound, Sent, Tired, FoodBrought,
    GoldBrought, FieldPlaced, StickPlaced, FieldIrrigated, Engaged, Lured, EndCalled, Followed, Passed,
    Dismissed, GoodsLost, Fed, Unfed, FoodLaid, FoodLaidOn, RoundsOver, AwakeAtTheEnd, Scored,
)  # fmt: skip
# Nothing turns up, because nothing is hidden.
SHOWS: tuple[type, ...] = ()
