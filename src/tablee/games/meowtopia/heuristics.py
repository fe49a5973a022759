"""What bots think of Meowtopia without searching: quick plausible actions, and estimates of the end."""

from __future__ import annotations

from math import exp
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tablee.core.bits import BIT, count
from tablee.core.contract import WIN, Actions, Table, prizes
from tablee.games.meowtopia.actions import (
    BROUGHT,
    CHOOSE,
    CLOSE,
    FEED,
    FIELD,
    FOLLOW,
    FOOD,
    GOLD,
    JOB_FIELDS,
    JOB_FOOD,
    JOB_GOLD,
    JOB_IRRIGATION,
    JOB_RECRUIT,
    JOBS,
    MAX_EDGES,
    MAX_FIELDS,
    MAX_KITTENS,
    MAX_SPOTS,
    PASS,
    SELL,
    STICK,
    TAKE,
    THEN_REST,
)
from tablee.games.meowtopia.plane import WIDTH, cell_at, cell_before
from tablee.games.meowtopia.position import (
    AT_CHOOSE,
    AT_ENGAGE,
    AT_EVENING,
    AT_FIELD,
    AT_FOLLOW,
    AT_SELL,
    AT_SEND,
    AT_STICK,
    AT_WAKE,
    Position,
)

# Found by reckoning and by playing figures against figures (docs/bots.md). In points, if not said else.
PIECES: Final = 1.0  # fields or sticks, whichever are fewer, that a seat takes in a round
SPREAD: Final = 3.0  # how far off an estimate is in the last round
SPREAD_ROUND: Final = 1.0  # and how much more for each round before
MEAL: Final = 0.5  # a unit of food
SLEEPER: Final = 0.35  # what it costs to wake it
# What a round brings, after this one.
WORK: Final = 1.3  # a worker
FIRST_WORK: Final = 0.2  # and each of the first two, who wake for nothing
TRADE_FOOD: Final = 1.5  # a merchant, by what it takes
TRADE_GOLD: Final = 1.5
TRADE_NEW: Final = 1.3
# What the turn in this round brings while it is to come.
WORK_AWAKE: Final = 1.2
WORK_ASLEEP: Final = 0.8
SELL_FOOD: Final = 1.4
SELL_GOLD: Final = 1.9
LACK: Final = 0.25  # a unit of food that the evening lacks
HUNGER: Final = 0.9  # the same when the day's job is done
# What there is to build on.
INNER: Final = 0.4  # a free edge between two fields
DRY: Final = 0.1  # a field to be irrigated
DRY_ROUND: Final = 0.15  # and for each round while food is owed
PURSE: Final = 0.4  # a unit of gold to be spent, up to six
PURSE_ROUND: Final = 0.05  # and for each round, if there are kittens to engage, up to two
# What is being placed or engaged: at once, and for each round to come.
NEW_FIELD: Final = 1.0
NEW_FIELD_ROUND: Final = 0.15
NEW_STICK: Final = 1.7
NEW_STICK_ROUND: Final = 0.1
NEW_KITTEN: Final = 2.5
NEW_KITTEN_ROUND: Final = 0.3

# Of quick choices: too much chance in them blinds the search, none at all does, too.
ANY: Final[i64] = 100  # one in so many is any action
ONE_LESS: Final[i64] = 30  # one in so many sends or wakes one less than all
WHIM: Final[i64] = 2  # half points of chance between two jobs
MOOD: Final[i64] = 3  # the same between following and passing
SHOPS: Final[i64] = 6  # of eight kittens engaged become merchants


# -- an estimate ---------------------------------------------------------------------------------------


def prospects(position: Position, out: vec[float]) -> None:
    """What came out; before the end, chances by the points that each seat may come to have."""
    seats = position.seats
    if position.acting == 0:
        scores = position.scores
        for seat in range(seats):
            scores[seat] = points(position, seat) + position.food[seat] // 2
        prizes(scores, seats, out)
        return
    rounds = rounds_left(position)
    spread = SPREAD + SPREAD_ROUND * (rounds - 1.0)
    best = worth(position, 0, rounds)
    out[0] = best
    for seat in range(1, seats):
        out[seat] = worth(position, seat, rounds)
        if out[seat] > best:
            best = out[seat]
    total = 0.0
    for seat in range(seats):
        behind = (best - out[seat]) / spread
        # Never quite hopeless: nothing is divided by 0 after a thousand hungry rounds.
        out[seat] = exp(-behind) if behind < 30.0 else exp(-30.0)
        total += out[seat]
    if seats == 2:
        for seat in range(2):
            out[seat] /= total
        return
    parts = position.weights
    for seat in range(seats):
        parts[seat] = out[seat]
    for seat in range(seats):
        mine = parts[seat]
        beaten = 0.0
        for other in range(seats):
            if other != seat:
                beaten += mine / (mine + parts[other])
        out[seat] = WIN * mine / total + (1.0 - WIN) * beaten / float(seats - 1)


def points(position: Position, seat: i64) -> i64:
    """MT-39 but for the food in stock."""
    n = 3 * position.kittens(seat) + position.stick_points[seat]
    n += position.gold[seat] - 3 * position.tokens[seat]
    base = seat * MAX_KITTENS
    for i in range(position.merchants[seat]):
        if position.shop_ware[base + i] == GOLD:
            n += 3 * position.shop_goods[base + i]
        else:
            n += 2 * position.shop_goods[base + i]
    return n


def rounds_left(position: Position) -> float:
    """How many rounds there may be, with this one."""
    if position.cause != 0:
        return 1.0
    pieces = float(min(position.supply_fields, position.supply_sticks))
    rounds = 1.0 + pieces / (PIECES * float(position.seats))
    most = float(position.max_rounds - position.round + 1)
    return rounds if rounds < most else most


def worth(position: Position, seat: i64, rounds: float) -> float:
    """The points that a seat may have in the end.

    The turn of this round is reckoned apart from the rounds to come, and as what it really brings:
    rollouts stop anywhere in a round, and must not seem better for stopping before a turn or after it.
    """
    seats = position.seats
    turns = rounds - 1.0  # after this round
    phase = position.phase
    awake, asleep = position.awake_workers(seat), position.sleepers(seat)
    shops, wet = position.merchants[seat], count(position.wet[seat])
    food, gold = position.food[seat], position.gold[seat]
    workers = awake + asleep
    owed = max(2 * (workers + shops) - wet, 0)

    value = float(points(position, seat)) + MEAL * float(food) - SLEEPER * float(asleep)
    income = WORK * float(workers) + FIRST_WORK * float(min(workers, 2)) - MEAL * float(owed)
    base = seat * MAX_KITTENS
    open_food: i64 = 0
    open_gold: i64 = 0
    asked: i64 = 0
    if seat == position.active:
        # The merchants before this one were asked already.
        if phase == AT_SELL:
            asked = position.asked
        elif phase > AT_SELL:
            asked = shops
    for i in range(shops):
        ware = position.shop_ware[base + i]
        if ware == FOOD:
            income += TRADE_FOOD
        elif ware == GOLD:
            income += TRADE_GOLD
        else:
            income += TRADE_NEW
        if i >= asked:
            if ware == GOLD:
                open_gold += 1
            else:
                open_food += 1
    value += turns * income
    if (seat - position.first + seats) % seats >= (position.active - position.first + seats) % seats:
        # Its turn of this round is not over.
        value -= MEAL * float(owed)
        if seat != position.active or phase <= AT_CHOOSE:
            value += WORK_AWAKE * float(awake) + WORK_ASLEEP * float(asleep)
            value += SELL_FOOD * float(min(open_food, food)) + SELL_GOLD * float(min(open_gold, gold))
            if owed > food:
                value -= LACK * float(owed - food)
        elif owed > food:
            value -= HUNGER * float(owed - food)
    fields = position.field_count[seat]
    inner = 4 * fields - position.edge_count[seat] - position.stick_points[seat]
    if turns > 0.0:
        value += INNER * float(inner) + DRY * float(fields - wet)
        value += DRY_ROUND * turns * float(min(fields - wet, owed))
        value += PURSE * float(min(gold, 6))
        value += PURSE_ROUND * turns * float(min(min(gold, position.reserve[seat]), 2))
    if seat == position.actor:
        # What is being done already, but not yet there.
        due = position.due
        job = JOB_FOOD
        if phase == AT_SEND:
            job = position.job
            due = position.most_sent(seat, job)
            value -= SLEEPER * float(due)
        elif phase == AT_FIELD:
            job = JOB_FIELDS
        elif phase == AT_STICK:
            job = JOB_IRRIGATION
        elif phase == AT_ENGAGE:
            job = JOB_RECRUIT
        else:
            return value
        if job == JOB_FOOD:
            value += MEAL * float(BROUGHT[due])
        elif job == JOB_GOLD:
            value += (1.0 + PURSE) * float(due)
        elif job == JOB_FIELDS:
            value += (NEW_FIELD + NEW_FIELD_ROUND * turns) * float(due)
        elif job == JOB_IRRIGATION:
            value += (NEW_STICK + NEW_STICK_ROUND * turns) * float(due)
        else:
            value += (NEW_KITTEN + NEW_KITTEN_ROUND * turns) * float(due)
    return value


# -- a quick choice ------------------------------------------------------------------------------------


def instinct(position: Position, seat: i64, legal: Actions, table: Table) -> i64:
    """Usually the best by a simple count, sometimes any."""
    n = legal.n
    if n == 1:
        return legal.at[0]
    if table.below(ANY) == 0:
        return legal.at[table.below(n)]
    phase = position.phase
    if phase == AT_FOLLOW:
        return answer(position, seat, legal, table)
    if phase == AT_FIELD:
        return best_spot(position, seat, legal, table)
    if phase == AT_STICK:
        return best_edge(position, seat, legal, table)
    if phase == AT_CHOOSE:
        return best_job(position, seat, legal, table)
    if phase == AT_SEND or phase == AT_WAKE:  # noqa: SIM109 (no tuple in hot code)
        # All of them, or one less.
        if n > 2 and table.below(ONE_LESS) == 0:
            return legal.at[n - 2]
        return legal.at[n - 1]
    if phase == AT_EVENING:
        return evening(position, seat, legal, table)
    if phase == AT_SELL:
        return sale(position, seat, legal, table)
    if phase == AT_ENGAGE:
        # Rather a merchant; the last ones are.
        if table.below(8) < SHOPS:
            return legal.at[n - 1]
        return legal.at[0]
    return legal.at[table.below(n)]


def best_job(position: Position, seat: i64, legal: Actions, table: Table) -> i64:
    """By what the workers that are awake would bring, in halves of a point."""
    awake = min(position.awake_workers(seat), 6)
    gold = position.gold[seat]
    wet = count(position.wet[seat])
    price = 2 * position.kittens(seat) - wet
    short = price - position.food[seat]
    fields = position.field_count[seat]
    inner = 4 * fields - position.edge_count[seat] - position.stick_points[seat]
    left: i64 = 0  # rounds after this one, roughly
    if position.cause == 0:
        left = min(position.supply_fields, position.supply_sticks) // position.seats
        left = min(left, position.max_rounds - position.round)
    best: i64 = legal.at[0]
    best_score: i64 = -1000
    for i in range(legal.n):
        action = legal.at[i]
        if action >= TAKE:
            tile, job = (action - TAKE) // JOBS, (action - TAKE) % JOBS
        else:
            tile = action - CHOOSE
            job = tile
        score = position.tile_food[tile] + table.below(WHIM)
        if job == JOB_FOOD:
            score += BROUGHT[awake]
            if short > 0:
                score += 3 * min(short, BROUGHT[awake])
        elif job == JOB_IRRIGATION:
            score += 4 * min(awake, inner) + max(awake - inner, 0)
        elif job == JOB_GOLD:
            score += 3 * awake - min(gold, awake)
        elif job == JOB_RECRUIT:
            score += (4 + left) * min(awake, gold)
        elif left > 0:
            score += min(2 + left // 2, 4) * awake - min(inner, 2 * awake)
        if score > best_score:
            best, best_score = action, score
    return best


def answer(position: Position, seat: i64, legal: Actions, table: Table) -> i64:
    """Follow, or pass and wake."""
    best: i64 = legal.at[0]
    best_score: i64 = -1
    for i in range(legal.n):
        action = legal.at[i]
        if action == FOLLOW:
            job = position.job_of(seat)
            score = 2 + table.below(MOOD)
            if job == JOB_RECRUIT:
                score += 3
            elif job == JOB_IRRIGATION:
                score += 1
        elif action == PASS + THEN_REST:
            score = 0
        else:
            score = 1 + table.below(MOOD)
        if score > best_score:
            best, best_score = action, score
    return best


def best_spot(position: Position, seat: i64, legal: Actions, table: Table) -> i64:
    """Beside as many fields as possible, beginning anywhere."""
    n = legal.n
    at = table.below(n)
    best: i64 = legal.at[at]
    best_score: i64 = 0
    base = seat * MAX_FIELDS
    end = base + position.field_count[seat]
    for _ in range(n):
        cell = position.spots[seat * MAX_SPOTS + legal.at[at] - FIELD]
        score: i64 = 0
        for i in range(base, end):
            step = position.fields[i] - cell
            if step == 1 or step == -1 or step == WIDTH or step == -WIDTH:
                score += 1
        if score > best_score:
            best, best_score = legal.at[at], score
            if score == 3:
                break
        at += 1
        if at == n:
            at = 0
    return best


def best_edge(position: Position, seat: i64, legal: Actions, table: Table) -> i64:
    """Between two fields, dry ones at best, beginning anywhere."""
    n = legal.n
    at = table.below(n)
    best: i64 = legal.at[at]
    best_score: i64 = 0
    base = seat * MAX_FIELDS
    fields = position.field_count[seat]
    wet = position.wet[seat]
    for _ in range(n):
        edge = position.edges[seat * MAX_EDGES + legal.at[at] - STICK]
        one, other = cell_at(edge), cell_before(edge)
        score: i64 = 0
        for i in range(fields):
            cell = position.fields[base + i]
            if cell == one or cell == other:  # noqa: SIM109
                score += 2 if wet & BIT[i] != 0 else 3
        if score > best_score:
            best, best_score = legal.at[at], score
            if score == 6:
                break
        at += 1
        if at == n:
            at = 0
    return best


def sale(position: Position, seat: i64, legal: Actions, table: Table) -> i64:
    """Gold rather than food, and food that is not needed in the evening."""
    spare = position.food[seat] > 2 * position.kittens(seat) - count(position.wet[seat])
    last = legal.at[legal.n - 1]
    for i in range(legal.n):
        action = legal.at[legal.n - 1 - i]
        if action == SELL + GOLD or (action == SELL + FOOD and spare):
            return action
    return last


def evening(position: Position, seat: i64, legal: Actions, table: Table) -> i64:
    """Feed as many as possible; send a sleeper home only if several would go hungry."""
    best: i64 = -1
    away: i64 = -1
    for i in range(legal.n):
        action = legal.at[i]
        if action >= FEED:
            best = action
            break
        if action < CLOSE:
            away = action
    if away >= 0 and (best < 0 or (best >= FEED + 1 and table.below(2) == 0)):
        return away
    return best if best >= 0 else legal.at[0]
