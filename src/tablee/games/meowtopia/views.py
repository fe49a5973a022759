"""What everybody sees of a match of Meowtopia: all of it, in words and coordinates."""

from __future__ import annotations

from typing import NamedTuple

from mypy_extensions import i64

from tablee.core.bits import BIT
from tablee.games.meowtopia.actions import (
    FAMILIES,
    FOOD,
    GOLD,
    JOB_NAMES,
    MAX_EDGES,
    MAX_FIELDS,
    MAX_KITTENS,
    MAX_SPOTS,
    MAX_STICKS,
    WARE_NAMES,
)
from tablee.games.meowtopia.plane import (
    EDGE_STEP,
    STEP,
    cell_at,
    cell_before,
    cell_of,
    cell_xy,
    edge_of,
    edge_side,
    has,
    top_edge,
)
from tablee.games.meowtopia.position import (
    AT_FIELD,
    AT_STICK,
    CAUSES,
    NOBODY,
    NOTHING,
    PHASES,
    Position,
)


class Tile(NamedTuple):
    """A job tile: its job (its two jobs), the food on it, and who took it this round."""

    jobs: tuple[str, ...]
    food: int
    taken_by: int | None


class Field(NamedTuple):
    x: int
    y: int
    irrigated: bool


class Stick(NamedTuple):
    """On the top or left edge of the cell (x, y), which need not be a field."""

    x: int
    y: int
    side: str


class Merchant(NamedTuple):
    family: int
    ware: str  # empty until the first unit fixes it
    goods: int


class Score(NamedTuple):
    """Points by category (MT-39)."""

    kittens: int
    sticks: int
    gold_sold: int
    food_sold: int
    gold: int
    food: int
    tokens: int
    total: int


class Board(NamedTuple):
    """What belongs to one seat; kittens are counted by family."""

    food: int
    gold: int
    tokens: int
    reserve: int  # kittens of its family that nobody engaged
    awake: tuple[int, ...]
    asleep: tuple[int, ...]
    merchants: tuple[Merchant, ...]
    fields: tuple[Field, ...]
    sticks: tuple[Stick, ...]
    upkeep: int  # food that feeding all its kittens costs
    score: Score  # as it stands


class Spot(NamedTuple):
    """Where the actor may place a field or a stick; its number is its place in the list, from 1."""

    x: int
    y: int
    side: str  # empty for a field
    irrigates: int  # how many fields would become irrigated
    points: int


class MeowtopiaView(NamedTuple):
    seat: int
    actors: tuple[int, ...]
    phase: str
    options: tuple[tuple[str, object], ...]
    round: int
    max_rounds: int
    first: int
    active: int
    tiles: tuple[Tile, ...]
    tile: int | None  # chosen in this turn, from 1
    job: str  # of the active seat
    others_job: str  # that the others may follow with
    sent: int
    due: int
    merchant: int | None  # that may receive something now, from 1
    supply_fields: int
    supply_sticks: int
    aside_fields: int
    aside_sticks: int
    extra_fields: int
    extra_sticks: int
    cause: str  # of the end of the game, as soon as it is sure
    boards: tuple[Board, ...]
    spots: tuple[Spot, ...]


def view_of(position: Position, seat: i64) -> MeowtopiaView:
    chosen = position.tile != NOTHING
    pair = position.one_job[position.tile] + position.other_job[position.tile] if chosen else 0
    return MeowtopiaView(
        seat=int(seat),
        actors=tuple(position.actors()),
        phase=PHASES[position.phase],
        options=position.options.pairs,
        round=int(position.round),
        max_rounds=int(position.max_rounds),
        first=int(position.first),
        active=int(position.active),
        tiles=tuple(tile_of(position, tile) for tile in range(5)),
        tile=int(position.tile) + 1 if chosen else None,
        job=JOB_NAMES[position.job] if chosen else "",
        others_job=JOB_NAMES[pair - position.job] if chosen else "",
        sent=int(position.sent),
        due=int(position.due),
        merchant=int(position.asked) + 1 if position.asked != NOBODY else None,
        supply_fields=int(position.supply_fields),
        supply_sticks=int(position.supply_sticks),
        aside_fields=int(position.aside_fields),
        aside_sticks=int(position.aside_sticks),
        extra_fields=int(position.extra_fields),
        extra_sticks=int(position.extra_sticks),
        cause=CAUSES[position.cause],
        boards=tuple(board_of(position, s) for s in range(int(position.seats))),
        spots=spots_of(position),
    )


def tile_of(position: Position, tile: int) -> Tile:
    jobs = (JOB_NAMES[position.one_job[tile]], JOB_NAMES[position.other_job[tile]])
    taken = int(position.taken[tile])
    return Tile(
        jobs=jobs if position.double else jobs[:1],
        food=int(position.tile_food[tile]),
        taken_by=None if taken == NOBODY else taken,
    )


def board_of(position: Position, seat: int) -> Board:
    families = range(int(position.seats))
    fields = []
    for i in range(int(position.field_count[seat])):
        x, y = cell_xy(position.fields[seat * MAX_FIELDS + i])
        fields.append(Field(x, y, position.wet[seat] & BIT[i] != 0))
    sticks = []
    for i in range(int(position.stick_count[seat])):
        edge = position.sticks[seat * MAX_STICKS + i]
        x, y = cell_xy(cell_at(edge))
        sticks.append(Stick(x, y, edge_side(edge)))
    merchants = []
    for i in range(int(position.merchants[seat])):
        at = seat * MAX_KITTENS + i
        ware = position.shop_ware[at]
        merchants.append(
            Merchant(
                int(position.shop_family[at]),
                "" if ware == NOTHING else WARE_NAMES[ware],
                int(position.shop_goods[at]),
            )
        )
    return Board(
        food=int(position.food[seat]),
        gold=int(position.gold[seat]),
        tokens=int(position.tokens[seat]),
        reserve=int(position.reserve[seat]),
        awake=tuple(int(position.awake[seat * FAMILIES + f]) for f in families),
        asleep=tuple(int(position.asleep[seat * FAMILIES + f]) for f in families),
        merchants=tuple(merchants),
        fields=tuple(fields),
        sticks=tuple(sticks),
        upkeep=int(position.price(seat, 0)),
        score=score_of(position, seat),
    )


def score_of(position: Position, seat: i64) -> Score:
    """MT-39: the points of a seat as it stands; the food of MT-38 is already in its stock."""
    sold = [0, 0]
    for i in range(position.merchants[seat]):
        at = seat * MAX_KITTENS + i
        if position.shop_ware[at] != NOTHING:
            sold[position.shop_ware[at]] += position.shop_goods[at]
    parts = (
        3 * int(position.kittens(seat)),
        int(position.stick_points[seat]),
        3 * sold[GOLD],
        2 * sold[FOOD],
        int(position.gold[seat]),
        int(position.food[seat]) // 2,
        -3 * int(position.tokens[seat]),
    )
    return Score(*parts, total=sum(parts))


def spots_of(position: Position) -> tuple[Spot, ...]:
    """The numbered spots, while the actor places something."""
    seat = position.actor
    if position.phase == AT_FIELD:
        base = seat * MAX_SPOTS
        return tuple(
            field_spot(position, position.spots[base + i]) for i in range(position.spot_count[seat])
        )
    if position.phase == AT_STICK:
        base = seat * MAX_EDGES
        return tuple(
            stick_spot(position, position.edges[base + i]) for i in range(position.edge_count[seat])
        )
    return ()


def field_spot(position: Position, cell: i64) -> Spot:
    """MT-18: sticks may already lie on its edges."""
    seat = position.actor
    points = 0
    for side in range(4):
        if position.field_at(seat, cell + STEP[side]) != NOTHING:
            edge = top_edge(cell) + EDGE_STEP[side]
            points += not has(position.edges, seat * MAX_EDGES, position.edge_count[seat], edge)
    x, y = cell_xy(cell)
    return Spot(x, y, "", min(points, 1), points)


def stick_spot(position: Position, edge: i64) -> Spot:
    """MT-19: one or two fields beside it, some of them perhaps irrigated."""
    seat = position.actor
    points = dry = 0
    for cell in (cell_at(edge), cell_before(edge)):
        at = position.field_at(seat, cell)
        if at != NOTHING:
            points += 1
            dry += position.wet[seat] & BIT[at] == 0
    x, y = cell_xy(cell_at(edge))
    return Spot(x, y, edge_side(edge), dry, points)


# -- back from a view ----------------------------------------------------------------------------------


def fill(position: Position, view: MeowtopiaView) -> None:
    """Make a fresh position the one that the view shows: nothing of it is hidden."""
    position.round = view.round
    position.first = view.first
    position.active = view.active
    position.actor = view.actors[0] if view.actors else view.active
    position.acting = BIT[view.actors[0]] if view.actors else 0
    position.phase = PHASES.index(view.phase)
    position.tile = NOTHING if view.tile is None else view.tile - 1
    position.job = JOB_NAMES.index(view.job) if view.job else NOTHING
    position.sent = view.sent
    position.due = view.due
    position.asked = NOBODY if view.merchant is None else view.merchant - 1
    position.supply_fields = view.supply_fields
    position.supply_sticks = view.supply_sticks
    position.aside_fields = view.aside_fields
    position.aside_sticks = view.aside_sticks
    position.extra_fields = view.extra_fields
    position.extra_sticks = view.extra_sticks
    position.cause = CAUSES.index(view.cause)
    position.food_drawn = 0
    position.gold_drawn = 0
    for i, tile in enumerate(view.tiles):
        position.tile_food[i] = tile.food
        position.taken[i] = NOBODY if tile.taken_by is None else tile.taken_by
        position.food_drawn += tile.food
    for seat, board in enumerate(view.boards):
        fill_board(position, seat, board)
    position.derive()


def fill_board(position: Position, seat: int, board: Board) -> None:
    position.food[seat] = board.food
    position.gold[seat] = board.gold
    position.food_drawn += board.food
    position.gold_drawn += board.gold
    position.tokens[seat] = board.tokens
    position.reserve[seat] = board.reserve
    for family in range(int(position.seats)):
        position.awake[seat * FAMILIES + family] = board.awake[family]
        position.asleep[seat * FAMILIES + family] = board.asleep[family]
    position.merchants[seat] = len(board.merchants)
    for i, merchant in enumerate(board.merchants):
        at = seat * MAX_KITTENS + i
        position.shop_family[at] = merchant.family
        position.shop_ware[at] = WARE_NAMES.index(merchant.ware) if merchant.ware else NOTHING
        position.shop_goods[at] = merchant.goods
        if merchant.ware == "food":
            position.food_drawn += merchant.goods
        else:
            position.gold_drawn += merchant.goods
    for i, field in enumerate(board.fields):
        position.fields[seat * MAX_FIELDS + i] = cell_of(field.x, field.y)
    for i, stick in enumerate(board.sticks):
        position.sticks[seat * MAX_STICKS + i] = edge_of(stick.x, stick.y, stick.side)
