"""The rules of Meowtopia, in the order of the book (README.md)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from tablee.core.bits import BIT
from tablee.core.contract import Actions, Game, Outcome, State, Table, View, ranked
from tablee.core.options import FirstSeat, Flag, Number, Options
from tablee.core.texts import Said
from tablee.core.thinking import Level, Thinking
from tablee.games.meowtopia import reasons
from tablee.games.meowtopia.actions import (
    BROUGHT,
    CHOOSE,
    CLOSE,
    DISMISS,
    ENGAGE,
    FAMILIES,
    FEED,
    FIELD,
    FOLLOW,
    FOOD,
    GOLD,
    JOB_FIELDS,
    JOB_FOOD,
    JOB_GOLD,
    JOB_NAMES,
    JOB_RECRUIT,
    JOBS,
    KEEP,
    MAX_EDGES,
    MAX_FIELDS,
    MAX_KITTENS,
    MAX_SPOTS,
    MERCHANT,
    PASS,
    PICK,
    ROLE_NAMES,
    SELL,
    SEND,
    START_FIELDS,
    START_FOOD,
    START_GOLD,
    START_KITTENS,
    STICK,
    TAKE,
    THEN_SNACK,
    THEN_WAKE,
    VERBS,
    WAKE,
    WARE_NAMES,
    WORKER,
)
from tablee.games.meowtopia.events import (
    EVENTS,
    SHOWS,
    AllAwake,
    AwakeAtTheEnd,
    Dismissed,
    EndCalled,
    Engaged,
    Fed,
    FieldIrrigated,
    FieldPlaced,
    Followed,
    FoodBrought,
    FoodFound,
    FoodLaid,
    FoodLaidOn,
    GoldBrought,
    GoodsLost,
    JobChosen,
    Lured,
    Passed,
    RoundBegan,
    RoundsOver,
    Roused,
    Scored,
    Sent,
    Sold,
    StickPlaced,
    TileTaken,
    Tired,
    Unfed,
    Woke,
)
from tablee.games.meowtopia.heuristics import instinct, prospects
from tablee.games.meowtopia.legal import add_legal
from tablee.games.meowtopia.pairs import Pairs
from tablee.games.meowtopia.plane import EDGE_STEP, START, cell_at, cell_xy, edge_side, top_edge
from tablee.games.meowtopia.position import (
    AT_CHOOSE,
    AT_END,
    AT_ENGAGE,
    AT_EVENING,
    AT_FIELD,
    AT_FOLLOW,
    AT_ROUSE,
    AT_SELL,
    AT_SEND,
    AT_STICK,
    AT_TIRE,
    AT_WAKE,
    CAUSE_FIELDS,
    CAUSE_KITTEN,
    CAUSE_STICKS,
    CAUSES,
    NOBODY,
    NOTHING,
    PHASES,
    Position,
)
from tablee.games.meowtopia.refusals import refusal
from tablee.games.meowtopia.views import MeowtopiaView, fill, score_of, view_of


class Meowtopia(Position):
    """A turn is a chain of small questions; what leaves no choice is done without asking."""

    # -- set-up ------------------------------------------------------------------------------------

    def prepare(self, table: Table) -> None:
        """MT-2 to MT-4: everybody's first things out of the counted supply, and the first player."""
        for seat in range(self.seats):
            self.supply_fields -= START_FIELDS
            self.supply_sticks -= 1
            self.place_field(seat, START)
            self.place_field(seat, START + 1)
            self.place_stick(seat, top_edge(START) + EDGE_STEP[2])
            self.reserve[seat] -= START_KITTENS
            self.awake[seat * FAMILIES + seat] = START_KITTENS
            self.gain_food(seat, START_FOOD)
            self.gold[seat] = START_GOLD
            self.gold_drawn += START_GOLD
        named = self.options.seat("first")
        self.first = table.below(self.seats) if named is None else named
        self.active = self.first
        if table.heard:
            table.tell(RoundBegan(1, int(self.first)))
        self.begin_turn(table)

    # -- what may be done --------------------------------------------------------------------------

    def legal(self, seat: i64, out: Actions) -> None:
        if self.acting & BIT[seat] != 0:
            add_legal(self, seat, out)

    def refusal(self, seat: i64, action: i64) -> str | None:
        return refusal(self, seat, action)

    def apply(self, seat: i64, action: i64, table: Table) -> None:
        if action >= FEED:
            self.feed(seat, action - FEED, table)
        elif action >= CLOSE:
            self.close(seat, action - CLOSE, table)
        elif action >= DISMISS:
            self.dismiss(seat, (action - DISMISS) // FAMILIES, (action - DISMISS) % FAMILIES, table)
        elif action >= PASS:
            self.pass_by(seat, action - PASS, table)
        elif action == FOLLOW:
            self.follow(seat, table)
        elif action >= ENGAGE:
            self.engage(seat, (action - ENGAGE) // FAMILIES, (action - ENGAGE) % FAMILIES, table)
        elif action >= STICK:
            self.dig(seat, self.edges[seat * MAX_EDGES + action - STICK], table)
        elif action >= FIELD:
            self.till(seat, self.spots[seat * MAX_SPOTS + action - FIELD], table)
        elif action >= SEND:
            self.send(seat, action - SEND, table)
        elif action >= TAKE:
            self.choose(seat, (action - TAKE) // JOBS, (action - TAKE) % JOBS, table)
        elif action >= CHOOSE:
            self.choose(seat, action - CHOOSE, action - CHOOSE, table)
        elif action >= SELL:
            if action != KEEP:
                self.sell(seat, action - SELL, table)
            self.asked += 1
            self.next_sale(seat, table)
        elif action >= PICK:
            self.pick(seat, action - PICK, table)
        else:
            self.wake(seat, action - WAKE, table)

    def ask(self, seat: i64, phase: i64) -> None:
        self.actor = seat
        self.acting = BIT[seat]
        self.phase = phase

    # -- morning -----------------------------------------------------------------------------------

    def begin_turn(self, table: Table) -> None:
        """MT-7 to MT-9: which of them applies is judged here, once."""
        seat = self.active
        self.tile = NOTHING
        self.job = NOTHING
        asleep = self.sleepers(seat)
        if asleep == 0:
            self.gain_food(seat, 1)
            if table.heard:
                table.tell(AllAwake(int(seat)))
            self.begin_sales(seat, table)
        elif asleep > 1 and self.food[seat] == 0:
            self.begin_sales(seat, table)
        else:
            self.ask(seat, AT_WAKE)

    def wake(self, seat: i64, n: i64, table: Table) -> None:
        """MT-8: the only sleeper for nothing; MT-9: each of several for 1 food."""
        paid = n if self.sleepers(seat) > 1 else 0
        self.pay_food(seat, paid)
        if table.heard and n > 0:
            table.tell(Woke(int(seat), int(n), int(paid)))
        self.due = n
        self.rouse(seat, table)

    def rouse(self, seat: i64, table: Table) -> None:
        """Turn as many sleepers over as are due; ask whose where families differ.

        Kittens of several families can only be together after MT-22, in the last round. It matters
        which of them is awake only when one is dismissed, but then it does (MT-28, MT-38).
        """
        while self.due > 0:
            family = self.only_family(self.asleep, seat)
            if family == NOBODY:
                self.ask(seat, AT_ROUSE)
                return
            self.turn_over(self.asleep, self.awake, seat, family)
        if seat == self.active:
            self.begin_sales(seat, table)
        else:
            self.next_follower(table)

    def only_family(self, kittens: vec[i64], seat: i64) -> i64:
        """The family of the next kitten to turn over, if there is no choice."""
        found = NOBODY
        total: i64 = 0
        families = 0
        for family in range(self.seats):
            n = kittens[seat * FAMILIES + family]
            if n > 0:
                found = family
                total += n
                families += 1
        return found if families == 1 or total == self.due else NOBODY

    def turn_over(self, source: vec[i64], to: vec[i64], seat: i64, family: i64) -> None:
        source[seat * FAMILIES + family] -= 1
        to[seat * FAMILIES + family] += 1
        self.due -= 1

    def pick(self, seat: i64, family: i64, table: Table) -> None:
        if self.phase == AT_ROUSE:
            if table.heard:
                table.tell(Roused(int(seat), int(family)))
            self.turn_over(self.asleep, self.awake, seat, family)
            self.rouse(seat, table)
        else:
            if table.heard:
                table.tell(Tired(int(seat), int(family)))
            self.turn_over(self.awake, self.asleep, seat, family)
            self.tire(seat, table)

    def begin_sales(self, seat: i64, table: Table) -> None:
        """MT-10: each merchant is asked in turn. MT-12 holds by itself: sales are in mornings only."""
        self.asked = 0
        self.next_sale(seat, table)

    def next_sale(self, seat: i64, table: Table) -> None:
        """The next merchant that could receive something; stocks only shrink, so none is missed."""
        while self.asked < self.merchants[seat]:
            if self.can_sell(seat, self.asked, FOOD) or self.can_sell(seat, self.asked, GOLD):
                self.ask(seat, AT_SELL)
                return
            self.asked += 1
        self.asked = NOBODY
        self.ask(seat, AT_CHOOSE)

    def sell(self, seat: i64, ware: i64, table: Table) -> None:
        """MT-10, MT-11: one unit out of the stock; the first one fixes the kind."""
        at = seat * MAX_KITTENS + self.asked
        if ware == FOOD:
            self.food[seat] -= 1
        else:
            self.gold[seat] -= 1
        self.shop_ware[at] = ware
        self.shop_goods[at] += 1
        if table.heard:
            n = int(self.shop_goods[at])
            table.tell(Sold(int(seat), int(self.asked) + 1, WARE_NAMES[ware], n))

    # -- day ---------------------------------------------------------------------------------------

    def choose(self, seat: i64, tile: i64, job: i64, table: Table) -> None:
        """MT-13, MT-14, MT-40: a tile that is still there, and the food on it."""
        self.tile = tile
        self.job = job
        self.taken[tile] = seat
        found = self.tile_food[tile]
        self.food[seat] += found
        self.tile_food[tile] = 0
        if table.heard:
            if self.double:
                others = JOB_NAMES[self.one_job[tile] + self.other_job[tile] - job]
                table.tell(TileTaken(int(seat), int(tile) + 1, JOB_NAMES[job], others))
            else:
                table.tell(JobChosen(int(seat), JOB_NAMES[job]))
            if found > 0:
                table.tell(FoodFound(int(seat), int(found)))
        if self.most_sent(seat, job) > 0:
            self.ask(seat, AT_SEND)
        else:
            self.send(seat, 0, table)

    def send(self, seat: i64, n: i64, table: Table) -> None:
        """MT-15: the number is settled first."""
        if table.heard:
            table.tell(Sent(int(seat), int(n)))
        self.sent = n
        self.due = n
        self.tire(seat, table)

    def tire(self, seat: i64, table: Table) -> None:
        """Those who are sent fall asleep; see `rouse` about families. Then they work."""
        while self.due > 0:
            family = self.only_family(self.awake, seat)
            if family == NOBODY:
                self.ask(seat, AT_TIRE)
                return
            self.turn_over(self.awake, self.asleep, seat, family)
        self.work(seat, table)

    def work(self, seat: i64, table: Table) -> None:
        """MT-16, MT-17: food and gold come at once; the rest is done one by one."""
        job = self.job_of(seat)
        n = self.sent
        if job == JOB_FOOD:
            self.gain_food(seat, BROUGHT[n])
            if table.heard and n > 0:
                table.tell(FoodBrought(int(seat), int(BROUGHT[n])))
        elif job == JOB_GOLD:
            self.gold[seat] += n
            self.gold_drawn += n
            if table.heard and n > 0:
                table.tell(GoldBrought(int(seat), int(n)))
        else:
            self.due = n
        self.next_piece(seat, table)

    def next_piece(self, seat: i64, table: Table) -> None:
        """The next field, stick or kitten of the job, or the next seat."""
        job = self.job_of(seat)
        if self.due == 0:
            self.sent = 0
            self.next_follower(table)
        elif job == JOB_FIELDS:
            self.ask(seat, AT_FIELD)
        elif job == JOB_RECRUIT:
            self.ask(seat, AT_ENGAGE)
        elif self.edge_count[seat] == 1:
            self.dig(seat, self.edges[seat * MAX_EDGES], table)
        else:
            self.ask(seat, AT_STICK)

    def till(self, seat: i64, cell: i64, table: Table) -> None:
        """MT-18: a field out of the supply, onto the plane."""
        self.due -= 1
        wet = self.wet[seat]
        self.place_field(seat, cell)
        if table.heard:
            x, y = cell_xy(cell)
            table.tell(FieldPlaced(int(seat), x, y))
            self.tell_irrigated(seat, wet, table)
        # MT-37: when the supply is empty, what was set aside, and then beyond the box.
        if self.supply_fields > 0:
            self.supply_fields -= 1
            if self.supply_fields == 0:
                self.call_end(seat, CAUSE_FIELDS, table)
        elif self.aside_fields > 0:
            self.aside_fields -= 1
        else:
            self.extra_fields += 1
        self.next_piece(seat, table)

    def dig(self, seat: i64, edge: i64, table: Table) -> None:
        """MT-19: a stick out of the supply, onto a free edge."""
        self.due -= 1
        wet = self.wet[seat]
        self.place_stick(seat, edge)
        if table.heard:
            x, y = cell_xy(cell_at(edge))
            table.tell(StickPlaced(int(seat), x, y, edge_side(edge)))
            self.tell_irrigated(seat, wet, table)
        if self.supply_sticks > 0:
            self.supply_sticks -= 1
            if self.supply_sticks == 0:
                self.call_end(seat, CAUSE_STICKS, table)
        elif self.aside_sticks > 0:
            self.aside_sticks -= 1
        else:
            self.extra_sticks += 1
        self.next_piece(seat, table)

    def tell_irrigated(self, seat: i64, before: i64, table: Table) -> None:
        for i in range(self.field_count[seat]):
            if self.wet[seat] & BIT[i] != before & BIT[i]:
                x, y = cell_xy(self.fields[seat * MAX_FIELDS + i])
                table.tell(FieldIrrigated(int(seat), x, y))

    def engage(self, seat: i64, role: i64, family: i64, table: Table) -> None:
        """MT-20 to MT-22: 1 gold for a kitten, one's own family first."""
        self.due -= 1
        self.gold[seat] -= 1
        self.gold_drawn -= 1
        self.reserve[family] -= 1
        if role == WORKER:
            self.awake[seat * FAMILIES + family] += 1
        else:
            self.add_merchant(seat, family)
        if family == seat:
            if table.heard:
                table.tell(Engaged(int(seat), ROLE_NAMES[role]))
        else:
            if table.heard:
                table.tell(Lured(int(seat), int(family), ROLE_NAMES[role]))
            self.call_end(seat, CAUSE_KITTEN, table)
        self.next_piece(seat, table)

    def call_end(self, seat: i64, cause: i64, table: Table) -> None:
        """MT-35, MT-36: the first cause stands, and nothing undoes it."""
        if self.cause == 0:
            self.cause = cause
            if table.heard:
                table.tell(EndCalled(int(seat), CAUSES[cause]))

    # -- the others --------------------------------------------------------------------------------

    def next_follower(self, table: Table) -> None:
        """MT-23: clockwise, each other seat follows or passes; then comes the evening."""
        seat = (self.actor + 1) % self.seats
        while seat != self.active:
            self.actor = seat
            if self.sleepers(seat) > 0 or self.most_sent(seat, self.job_of(seat)) > 0:
                self.ask(seat, AT_FOLLOW)
                return
            self.snack(seat, table)
            seat = (seat + 1) % self.seats
        self.begin_evening(table)

    def follow(self, seat: i64, table: Table) -> None:
        """MT-23: one worker, once."""
        if table.heard:
            table.tell(Followed(int(seat), JOB_NAMES[self.job_of(seat)]))
        self.sent = 1
        self.due = 1
        self.tire(seat, table)

    def pass_by(self, seat: i64, then: i64, table: Table) -> None:
        """MT-24, MT-25."""
        if then == THEN_SNACK:
            self.snack(seat, table)
            self.next_follower(table)
            return
        if table.heard:
            table.tell(Passed(int(seat), "wake" if then == THEN_WAKE else "rest"))
        self.due = 1 if then == THEN_WAKE else 0
        self.rouse(seat, table)

    def snack(self, seat: i64, table: Table) -> None:
        """MT-25: nobody asleep."""
        self.gain_food(seat, 1)
        if table.heard:
            table.tell(Passed(int(seat), "snack"))

    # -- evening -----------------------------------------------------------------------------------

    def begin_evening(self, table: Table) -> None:
        """MT-26, MT-45: dismiss, then feed; without kittens there is nothing to ask."""
        if self.kittens(self.active) > 0:
            self.ask(self.active, AT_EVENING)
        else:
            self.end_turn(table)

    def dismiss(self, seat: i64, asleep: i64, family: i64, table: Table) -> None:
        """MT-28: a worker."""
        if asleep == 0:
            self.awake[seat * FAMILIES + family] -= 1
        else:
            self.asleep[seat * FAMILIES + family] -= 1
        self.send_home(seat, "awake" if asleep == 0 else "asleep", family, table)

    def close(self, seat: i64, merchant: i64, table: Table) -> None:
        """MT-28: a merchant, whose goods are lost."""
        at = seat * MAX_KITTENS + merchant
        family, ware, goods = self.shop_family[at], self.shop_ware[at], self.shop_goods[at]
        if ware == FOOD:
            self.food_drawn -= goods
        elif ware == GOLD:
            self.gold_drawn -= goods
        self.remove_merchant(seat, merchant)
        if table.heard and goods > 0:
            table.tell(GoodsLost(int(seat), WARE_NAMES[ware], int(goods)))
        self.send_home(seat, ROLE_NAMES[MERCHANT], family, table)

    def send_home(self, seat: i64, kitten: str, family: i64, table: Table) -> None:
        self.reserve[family] += 1
        self.gain_food(seat, 3)
        if table.heard:
            table.tell(Dismissed(int(seat), kitten, int(family)))
        self.begin_evening(table)

    def feed(self, seat: i64, unfed: i64, table: Table) -> None:
        """MT-26, MT-27, MT-29: 2 food a kitten, minus the irrigated fields; −3 for each unfed."""
        paid = self.price(seat, unfed)
        self.pay_food(seat, paid)
        self.tokens[seat] += unfed
        if table.heard:
            table.tell(Fed(int(seat), int(self.kittens(seat) - unfed), int(paid)))
            if unfed > 0:
                table.tell(Unfed(int(seat), int(unfed)))
        self.end_turn(table)

    # -- the end of a turn, of a round, of the game ------------------------------------------------

    def end_turn(self, table: Table) -> None:
        self.active = (self.active + 1) % self.seats
        if self.active == self.first:
            self.end_round(table)
        else:
            self.begin_turn(table)

    def end_round(self, table: Table) -> None:
        """MT-30, MT-6: food on the tiles left over, and the next first player."""
        left: list[int] = []
        for tile in range(JOBS):
            if self.taken[tile] == NOBODY:
                self.tile_food[tile] += 1
                self.food_drawn += 1
                left.append(int(tile))
            self.taken[tile] = NOBODY
        if table.heard:
            if self.double:
                table.tell(FoodLaidOn(tuple(tile + 1 for tile in left)))
            else:
                table.tell(FoodLaid(tuple(JOB_NAMES[tile] for tile in left)))
        if self.cause != 0 or self.round >= self.max_rounds:
            self.end_game(table)
            return
        self.round += 1
        self.first = (self.first + 1) % self.seats
        self.active = self.first
        if table.heard:
            table.tell(RoundBegan(int(self.round), int(self.first)))
        self.begin_turn(table)

    def end_game(self, table: Table) -> None:
        """MT-35, MT-36, MT-43, then MT-38: food for those awake, merchants too."""
        self.acting = 0
        self.phase = AT_END
        self.actor = self.active
        self.tile = NOTHING
        self.job = NOTHING
        if table.heard and self.cause == 0:
            table.tell(RoundsOver(int(self.round)))
        for seat in range(self.seats):
            awake = self.awake_workers(seat) + self.merchants[seat]
            self.gain_food(seat, awake)
            if table.heard:
                table.tell(AwakeAtTheEnd(int(seat), int(awake)))
        if table.heard:
            for seat in range(self.seats):
                table.tell(Scored(int(seat), *score_of(self, seat)))

    def outcome(self) -> Outcome | None:
        """MT-39; MT-43 if nothing else ended the game."""
        if self.acting != 0:
            return None
        scores = [score_of(self, seat).total for seat in range(self.seats)]
        return ranked(scores, CAUSES[self.cause] if self.cause != 0 else "max_rounds")

    # -- what a seat knows -------------------------------------------------------------------------

    def view(self, seat: i64) -> View:
        return view_of(self, seat)

    def reimagine(self, seat: i64, table: Table) -> None:
        """Everything lies open: there is nothing to draw anew."""

    # -- what bots think ---------------------------------------------------------------------------

    def instinct(self, seat: i64, legal: Actions, table: Table) -> i64:
        return instinct(self, seat, legal, table)

    def prospects(self, out: vec[float]) -> None:
        prospects(self, out)

    def blank(self) -> State:
        return Meowtopia(int(self.seats), self.options)


class MeowtopiaGame(Game):
    def setup(self, seats: int, options: Options, table: Table) -> State:
        state = Meowtopia(seats, options)
        state.prepare(table)
        return state

    def recall(self, view: View) -> State:
        assert isinstance(view, MeowtopiaView)
        seats = len(view.boards)
        state = Meowtopia(seats, self.check(seats, dict(view.options)))
        fill(state, view)
        return state

    def because(self, view: View, action: int) -> Said | None:
        recalled = self.recall(view)
        assert isinstance(recalled, Meowtopia)
        return reasons.because(recalled, view.seat, action)

    def bound(self, seats: int, options: Options) -> int:
        """The most questions of a turn, times turns.

        A seat of at most 6 kittens: wake, 6 sales, tile, number sent, 6 placements, 6 dismissals, feed;
        each other seat: follow and place. In the last round (MT-36) there may be 2 more sales and 7
        more dismissals, and up to 8 + 6 questions about families, 1 for each follower.
        """
        turn = 22 + 2 * (seats - 1)
        last = 2 + 7 + 14 + (seats - 1)
        return seats * (options.number("max_rounds") * turn + last)


GAME: Game = MeowtopiaGame(
    name="meowtopia",
    prefix="MT",
    package="tablee.games.meowtopia",
    seats=(2, 4),
    options=(FirstSeat(), Number("max_rounds", 60, 1, 1000), Flag("double_jobs", False), Pairs()),
    verbs=VERBS,
    events=EVENTS,
    shows=SHOWS,
    phases=PHASES,
    reasons=("fields", "sticks", "kitten", "max_rounds"),
    turn_rule="MT-6",
    thinking=Thinking(
        easy=Level(8, 0.4),
        medium=Level(30, 0.1),
        hard=Level(120),
        expert=Level(1200),
        explore=0.7,
        depth=12,
    ),
    variants=(
        {"max_rounds": 4, "first": 1},
        {"double_jobs": True, "max_rounds": 12},
        {
            "double_jobs": True,
            "max_rounds": 5,
            "pairs": (
                ("recruit", "gold"),
                ("gold", "recruit"),
                ("fields", "irrigation"),
                ("food", "fields"),
                ("irrigation", "food"),
            ),
        },
    ),
)
