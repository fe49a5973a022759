"""The position of a match of Meowtopia: what lies where, and the counting that the rules ask for."""

from __future__ import annotations

from typing import ClassVar, Final

from librt.vecs import vec
from mypy_extensions import i64

from tablee.core.bits import BIT, copy_into, count
from tablee.core.contract import State
from tablee.core.options import Options
from tablee.games.meowtopia.actions import (
    BOX_FIELDS,
    BOX_STICKS,
    FAMILIES,
    FOOD,
    GOLD,
    JOB_IRRIGATION,
    JOB_NAMES,
    JOB_RECRUIT,
    KITTENS,
    MAX_EDGES,
    MAX_FIELDS,
    MAX_KITTENS,
    MAX_SPOTS,
    MAX_STICKS,
    MOST_SENT,
    SUPPLY_FIELDS,
    SUPPLY_STICKS,
)
from tablee.games.meowtopia.pairs import job_pairs
from tablee.games.meowtopia.plane import (
    EDGE_STEP,
    STEP,
    cell_at,
    cell_before,
    has,
    insert,
    remove,
    top_edge,
)

NOBODY: Final[i64] = -1
NOTHING: Final[i64] = -1

# What the actor is asked.
AT_WAKE: Final[i64] = 0
AT_ROUSE: Final[i64] = 1  # whose kitten wakes
AT_SELL: Final[i64] = 2
AT_CHOOSE: Final[i64] = 3
AT_SEND: Final[i64] = 4
AT_TIRE: Final[i64] = 5  # whose kitten is sent
AT_FIELD: Final[i64] = 6
AT_STICK: Final[i64] = 7
AT_ENGAGE: Final[i64] = 8
AT_FOLLOW: Final[i64] = 9
AT_EVENING: Final[i64] = 10
AT_END: Final[i64] = 11

PHASES = (
    "wake", "rouse", "sell", "choose", "send", "tire", "field", "stick", "engage", "follow", "evening",
    "over",
)  # fmt: skip

# What called the end.
CAUSE_FIELDS: Final[i64] = 1
CAUSE_STICKS: Final[i64] = 2
CAUSE_KITTEN: Final[i64] = 3

CAUSES = ("", "fields", "sticks", "kitten")


class Position(State):
    """Everything on the table.

    Kittens of a family are alike, so workers are numbers: `awake` and `asleep` count them for each
    seat and family. Only merchants, who own goods, are told apart.
    """

    FIELDS: ClassVar[tuple[str, ...]] = (
        "round", "first", "active", "actor", "phase", "tile", "job", "sent", "due", "asked", "cause",
        "tile_food", "taken", "food", "gold", "tokens", "awake", "asleep", "reserve",
        "merchants", "shop_family", "shop_ware", "shop_goods", "fields", "sticks",
        "supply_fields", "supply_sticks", "aside_fields", "aside_sticks",
        "extra_fields", "extra_sticks", "food_drawn", "gold_drawn",
    )  # fmt: skip

    def __init__(self, seats: int, options: Options) -> None:
        super().__init__(seats, options)
        self.max_rounds: i64 = options.number("max_rounds")
        self.double: bool = options.flag("double_jobs")
        pairs = job_pairs(options)
        # The two jobs of each tile; the same one twice on the plain side.
        self.one_job = vec[i64]([JOB_NAMES.index(pair[0]) for pair in pairs])
        self.other_job = vec[i64]([JOB_NAMES.index(pair[1]) for pair in pairs])

        self.round: i64 = 1
        self.first: i64 = 0
        self.active: i64 = 0  # whose turn it is
        self.actor: i64 = 0  # who is asked: the active seat or a follower
        self.phase: i64 = AT_END
        self.tile: i64 = NOTHING  # chosen in this turn
        self.job: i64 = NOTHING  # of the active seat
        self.sent: i64 = 0  # workers that do the job now
        self.due: i64 = 0  # how many more must be woken, sent, placed or engaged
        self.asked: i64 = NOBODY  # which merchant may receive something
        self.cause: i64 = 0  # of the end of the game

        self.tile_food = vec[i64]([0] * 5)
        self.taken = vec[i64]([-1] * 5)  # by whom, in this round
        self.food = vec[i64]([0] * seats)
        self.gold = vec[i64]([0] * seats)
        self.tokens = vec[i64]([0] * seats)
        self.awake = vec[i64]([0] * (seats * 4))
        self.asleep = vec[i64]([0] * (seats * 4))
        self.reserve = vec[i64]([int(KITTENS)] * seats)  # of each family
        self.merchants = vec[i64]([0] * seats)
        self.shop_family = vec[i64]([-1] * (seats * int(MAX_KITTENS)))
        self.shop_ware = vec[i64]([-1] * (seats * int(MAX_KITTENS)))
        self.shop_goods = vec[i64]([0] * (seats * int(MAX_KITTENS)))
        # Cells and edges in the order in which they were laid, −1 in free places.
        self.fields = vec[i64]([-1] * (seats * int(MAX_FIELDS)))
        self.sticks = vec[i64]([-1] * (seats * int(MAX_STICKS)))

        self.supply_fields: i64 = SUPPLY_FIELDS[seats]
        self.supply_sticks: i64 = SUPPLY_STICKS[seats]
        self.aside_fields: i64 = BOX_FIELDS - SUPPLY_FIELDS[seats]
        self.aside_sticks: i64 = BOX_STICKS - SUPPLY_STICKS[seats]
        self.extra_fields: i64 = 0  # MT-37: beyond the box
        self.extra_sticks: i64 = 0
        # MT-5: the books of what never runs out, as units that left the box.
        self.food_drawn: i64 = 0
        self.gold_drawn: i64 = 0

        # Derived from fields and sticks, for each seat.
        self.field_count = vec[i64]([0] * seats)
        self.stick_count = vec[i64]([0] * seats)
        self.wet = vec[i64]([0] * seats)  # masks of irrigated fields, by their place in `fields`
        self.stick_points = vec[i64]([0] * seats)
        self.spots = vec[i64]([-1] * (seats * int(MAX_SPOTS)))  # free cells beside the fields, sorted
        self.spot_count = vec[i64]([0] * seats)
        self.edges = vec[i64]([-1] * (seats * int(MAX_EDGES)))  # free edges of the fields, sorted
        self.edge_count = vec[i64]([0] * seats)

        # Room to reckon in, for heuristics.
        self.weights = vec[float]([0.0] * seats)
        self.scores = vec[i64]([0] * seats)

    # -- counting ----------------------------------------------------------------------------------

    def awake_workers(self, seat: i64) -> i64:
        at = seat * FAMILIES
        return self.awake[at] + self.awake[at + 1] + self.awake[at + 2] + self.awake[at + 3]

    def sleepers(self, seat: i64) -> i64:
        at = seat * FAMILIES
        return self.asleep[at] + self.asleep[at + 1] + self.asleep[at + 2] + self.asleep[at + 3]

    def kittens(self, seat: i64) -> i64:
        return self.awake_workers(seat) + self.sleepers(seat) + self.merchants[seat]

    def kittens_left(self) -> i64:
        """In all reserves, one's own and the opponents' (MT-22)."""
        n: i64 = 0
        for family in range(self.seats):
            n += self.reserve[family]
        return n

    def job_of(self, seat: i64) -> i64:
        """MT-41: the active seat's job, or the one on the tile that the others may follow with."""
        if seat == self.active:
            return self.job
        return self.one_job[self.tile] + self.other_job[self.tile] - self.job

    def price(self, seat: i64, unfed: i64) -> i64:
        """MT-26, MT-27, MT-29: the food that an evening costs."""
        owed = 2 * (self.kittens(seat) - unfed) - count(self.wet[seat])
        return owed if owed > 0 else 0

    def can_sell(self, seat: i64, merchant: i64, ware: i64) -> bool:
        """MT-10, MT-11."""
        kind = self.shop_ware[seat * MAX_KITTENS + merchant]
        if kind != NOTHING and kind != ware:
            return False
        return (self.food[seat] if ware == FOOD else self.gold[seat]) > 0

    def most_sent(self, seat: i64, job: i64) -> i64:
        """MT-15, and MT-19 and MT-22 for the jobs that may lack something."""
        most = min(self.awake_workers(seat), MOST_SENT)
        if job == JOB_IRRIGATION:
            most = min(most, self.edge_count[seat])
        elif job == JOB_RECRUIT:
            most = min(most, min(self.gold[seat], self.kittens_left()))
        return most

    # -- moving things -----------------------------------------------------------------------------

    def gain_food(self, seat: i64, n: i64) -> None:
        self.food[seat] += n
        self.food_drawn += n

    def pay_food(self, seat: i64, n: i64) -> None:
        self.food[seat] -= n
        self.food_drawn -= n

    def place_field(self, seat: i64, cell: i64) -> None:
        """Put a field on the plane; `join` does the rest."""
        self.fields[seat * MAX_FIELDS + self.field_count[seat]] = cell
        self.join(seat)

    def join(self, seat: i64) -> None:
        """The next field of the list becomes part of the plane."""
        at = self.field_count[seat]
        cell = self.fields[seat * MAX_FIELDS + at]
        spots, edges = seat * MAX_SPOTS, seat * MAX_EDGES
        if has(self.spots, spots, self.spot_count[seat], cell):
            remove(self.spots, spots, self.spot_count[seat], cell)
            self.spot_count[seat] -= 1
        for side in range(4):
            near = cell + STEP[side]
            edge = top_edge(cell) + EDGE_STEP[side]
            if self.field_at(seat, near) == NOTHING:
                insert(self.edges, edges, self.edge_count[seat], edge)
                self.edge_count[seat] += 1
                if not has(self.spots, spots, self.spot_count[seat], near):
                    insert(self.spots, spots, self.spot_count[seat], near)
                    self.spot_count[seat] += 1
            elif not has(self.edges, edges, self.edge_count[seat], edge):
                # MT-18: the edge to a neighbour is not free, so a stick lies there.
                self.stick_points[seat] += 1
                self.wet[seat] |= BIT[at]
        self.field_count[seat] += 1

    def place_stick(self, seat: i64, edge: i64) -> None:
        """Put a stick on the plane; `flow` does the rest."""
        self.sticks[seat * MAX_STICKS + self.stick_count[seat]] = edge
        self.flow(seat)

    def flow(self, seat: i64) -> None:
        """MT-19: the next stick of the list irrigates the fields on its two sides."""
        edge = self.sticks[seat * MAX_STICKS + self.stick_count[seat]]
        remove(self.edges, seat * MAX_EDGES, self.edge_count[seat], edge)
        self.edge_count[seat] -= 1
        self.irrigate(seat, cell_at(edge))
        self.irrigate(seat, cell_before(edge))
        self.stick_count[seat] += 1

    def irrigate(self, seat: i64, cell: i64) -> None:
        at = self.field_at(seat, cell)
        if at != NOTHING:
            self.stick_points[seat] += 1
            self.wet[seat] |= BIT[at]

    def field_at(self, seat: i64, cell: i64) -> i64:
        """Which of the seat's fields lies there, if any."""
        base = seat * MAX_FIELDS
        for i in range(self.field_count[seat]):
            if self.fields[base + i] == cell:
                return i
        return NOTHING

    def add_merchant(self, seat: i64, family: i64) -> None:
        self.shop_family[seat * MAX_KITTENS + self.merchants[seat]] = family
        self.merchants[seat] += 1

    def remove_merchant(self, seat: i64, merchant: i64) -> None:
        """Those after it move up."""
        self.merchants[seat] -= 1
        base = seat * MAX_KITTENS
        for i in range(merchant, self.merchants[seat]):
            self.shop_family[base + i] = self.shop_family[base + i + 1]
            self.shop_ware[base + i] = self.shop_ware[base + i + 1]
            self.shop_goods[base + i] = self.shop_goods[base + i + 1]
        last = base + self.merchants[seat]
        self.shop_family[last] = NOBODY
        self.shop_ware[last] = NOTHING
        self.shop_goods[last] = 0

    # -- the books (ALL-5) -------------------------------------------------------------------------

    def census(self) -> dict[str, int]:
        """Fields, sticks and kittens in all places; food and gold against what left the box."""
        found = {
            "fields": int(self.supply_fields + self.aside_fields - self.extra_fields),
            "sticks": int(self.supply_sticks + self.aside_sticks - self.extra_sticks),
            "food": int(sum(self.food) + sum(self.tile_food) - self.food_drawn),
            "gold": int(sum(self.gold) - self.gold_drawn),
        }
        found["fields"] += sum(cell != NOTHING for cell in self.fields)
        found["sticks"] += sum(edge != NOTHING for edge in self.sticks)
        for family in range(int(self.seats)):
            workers = 0
            for seat in range(int(self.seats)):
                workers += self.awake[seat * 4 + family] + self.asleep[seat * 4 + family]
            shops = sum(owner == family for owner in self.shop_family)
            found[f"kittens of {family}"] = int(self.reserve[family]) + workers + shops
        for ware, goods in zip(self.shop_ware, self.shop_goods, strict=True):
            if ware == FOOD:
                found["food"] += goods
            elif ware == GOLD:
                found["gold"] += goods
        return found

    # -- copies ------------------------------------------------------------------------------------

    def set_from(self, other: State) -> None:
        assert isinstance(other, Position)
        self.acting = other.acting
        self.round = other.round
        self.first = other.first
        self.active = other.active
        self.actor = other.actor
        self.phase = other.phase
        self.tile = other.tile
        self.job = other.job
        self.sent = other.sent
        self.due = other.due
        self.asked = other.asked
        self.cause = other.cause
        copy_into(self.tile_food, other.tile_food)
        copy_into(self.taken, other.taken)
        copy_into(self.food, other.food)
        copy_into(self.gold, other.gold)
        copy_into(self.tokens, other.tokens)
        copy_into(self.awake, other.awake)
        copy_into(self.asleep, other.asleep)
        copy_into(self.reserve, other.reserve)
        self.supply_fields = other.supply_fields
        self.supply_sticks = other.supply_sticks
        self.aside_fields = other.aside_fields
        self.aside_sticks = other.aside_sticks
        self.extra_fields = other.extra_fields
        self.extra_sticks = other.extra_sticks
        self.food_drawn = other.food_drawn
        self.gold_drawn = other.gold_drawn
        for seat in range(self.seats):
            # Of the long lists only what is in use here or there: after that both have free places.
            n = max(self.merchants[seat], other.merchants[seat])
            copy_part(self.shop_family, other.shop_family, seat * MAX_KITTENS, n)
            copy_part(self.shop_ware, other.shop_ware, seat * MAX_KITTENS, n)
            copy_part(self.shop_goods, other.shop_goods, seat * MAX_KITTENS, n)
            n = max(self.field_count[seat], other.field_count[seat])
            copy_part(self.fields, other.fields, seat * MAX_FIELDS, n)
            n = max(self.stick_count[seat], other.stick_count[seat])
            copy_part(self.sticks, other.sticks, seat * MAX_STICKS, n)
            copy_part(self.spots, other.spots, seat * MAX_SPOTS, other.spot_count[seat])
            copy_part(self.edges, other.edges, seat * MAX_EDGES, other.edge_count[seat])
        copy_into(self.merchants, other.merchants)
        copy_into(self.field_count, other.field_count)
        copy_into(self.stick_count, other.stick_count)
        copy_into(self.wet, other.wet)
        copy_into(self.stick_points, other.stick_points)
        copy_into(self.spot_count, other.spot_count)
        copy_into(self.edge_count, other.edge_count)

    def derive(self) -> None:
        """Lay all fields and then all sticks anew: their order does not matter."""
        for seat in range(self.seats):
            self.field_count[seat] = 0
            self.stick_count[seat] = 0
            self.wet[seat] = 0
            self.stick_points[seat] = 0
            self.spot_count[seat] = 0
            self.edge_count[seat] = 0
            while self.field_count[seat] < MAX_FIELDS:
                if self.fields[seat * MAX_FIELDS + self.field_count[seat]] == NOTHING:
                    break
                self.join(seat)
            while self.stick_count[seat] < MAX_STICKS:
                if self.sticks[seat * MAX_STICKS + self.stick_count[seat]] == NOTHING:
                    break
                self.flow(seat)


def copy_part(to: vec[i64], source: vec[i64], base: i64, n: i64) -> None:
    for i in range(base, base + n):
        to[i] = source[i]
