"""The rules of Super Miaou, in the order of the book (README.md)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from tablee.core.bits import BIT
from tablee.core.contract import Actions, Game, Outcome, State, Table, View, ranked
from tablee.core.errors import BadOption
from tablee.core.options import FirstSeat, Flag, Number, Options
from tablee.core.texts import Said
from tablee.core.thinking import Level, Thinking
from tablee.games.super_miaou import reasons
from tablee.games.super_miaou.actions import (
    BUY,
    CAPE,
    CARD_NAMES,
    CAT,
    COLOURS,
    EMPTY,
    FOR_SALE,
    FOR_SALE_NAMES,
    HAND,
    MOUSE,
    PASS,
    PLAIN,
    SHIELD,
    START,
    STEAL,
    STOCK,
    THROW,
    VERBS,
)
from tablee.games.super_miaou.events import (
    EVENTS,
    SHOWS,
    Began,
    Binned,
    Bought,
    Drew,
    NotReplaced,
    Passed,
    Replaced,
    Returned,
    Shielded,
    Shuffled,
    Stolen,
    Stopped,
    TurnedUp,
    Washed,
    Won,
)
from tablee.games.super_miaou.heuristics import instinct, prospects
from tablee.games.super_miaou.piles import ONE, cards, size
from tablee.games.super_miaou.position import NOBODY, Position
from tablee.games.super_miaou.views import SuperMiaouView, recall, redraw, view_of


class SuperMiaou(Position):
    """The rules of one match."""

    # -- set-up ------------------------------------------------------------------------------------

    def deal(self, table: Table) -> None:
        """SM-1, SM-6: the stacks, the bin, and each seat's start cards."""
        for kind in range(FOR_SALE):
            if self.mice or kind != MOUSE:  # SM-31
                self.market += STOCK[kind] * ONE[kind]
        for colour in range(COLOURS):
            start_cards = PLAIN * ONE[START + colour] + ONE[SHIELD + colour]
            if colour < self.seats:
                self.backpacks[colour] = start_cards
            else:
                self.binned += start_cards
        first = self.options.seat("first")
        self.first = table.below(self.seats) if first is None else first
        for seat in range(self.seats):
            self.draw_hand(seat, table)
        if table.heard:
            table.tell(Began(int(self.first)))
        self.turn_up(self.first, table)

    # -- a turn ------------------------------------------------------------------------------------

    def turn_up(self, seat: i64, table: Table) -> None:
        """SM-8: the hand is turned up; SM-9: a Cat and a Cape in it win at once."""
        left, right = self.hands[2 * seat], self.hands[2 * seat + 1]
        for place in range(2 * seat, 2 * seat + HAND):
            self.leftover &= ~BIT[place]
            if self.hands[place] != EMPTY:
                self.shown |= BIT[place]
        self.acting = BIT[seat]
        if table.heard:
            table.tell(TurnedUp(int(seat), self.hand_names(seat)))
        if (left == CAT and right == CAPE) or (left == CAPE and right == CAT):
            self.winner = seat
            self.acting = 0
            if table.heard:
                table.tell(Won(int(seat)))

    def legal(self, seat: i64, out: Actions) -> None:
        if self.acting & BIT[seat] == 0:
            return
        coins, food, stacks = self.purse(seat), self.bowl(seat), self.market
        for kind in range(FOR_SALE):
            if stacks & 15 != 0 and self.prices[kind] <= (food if kind == CAT else coins):
                out.add(BUY + kind)
            stacks >>= 4
        low, high = self.hands[2 * seat], self.hands[2 * seat + 1]
        if low > high:
            low, high = high, low
        # The shields are the last kinds, and an empty place comes after them.
        if low < SHIELD:
            out.add(THROW + low)
        if high < SHIELD and high != low:
            out.add(THROW + high)
        if low == MOUSE or high == MOUSE:
            for place in range(HAND * self.seats):
                if place // HAND != seat and self.hands[place] != EMPTY:
                    out.add(STEAL + place)
        out.add(PASS)

    def refusal(self, seat: i64, action: i64) -> str | None:
        hand = [self.hands[2 * seat], self.hands[2 * seat + 1]]
        if action == PASS:
            return None  # SM-11
        if action >= STEAL:
            return self.steal_refusal(seat, hand, (action - STEAL) // HAND, (action - STEAL) % HAND)
        if action >= THROW:
            if action - THROW not in hand:
                return "SM-17"
            return "SM-19" if action - THROW >= SHIELD else None
        card = CARD_NAMES[action]
        if card == "mouse" and not self.mice:
            return "SM-31"
        if card not in cards(self.market):
            return "SM-16"
        if card == "cat":
            return "SM-14" if sum(self.food[held] for held in hand) < self.prices[CAT] else None
        return "SM-12" if sum(self.coins[held] for held in hand) < self.prices[action] else None

    def steal_refusal(self, seat: i64, hand: list[i64], other: i64, position: i64) -> str | None:
        if not self.mice:
            return "SM-31/steal"
        if MOUSE not in hand:
            return "SM-21"
        if other >= self.seats:
            return "SM-21/nobody"
        if other == seat:
            return "SM-21/self"
        if all(self.hands[2 * other + at] == EMPTY for at in range(HAND)):
            return "SM-25"
        return "SM-25/place" if self.hands[2 * other + position] == EMPTY else None

    def apply(self, seat: i64, action: i64, table: Table) -> None:
        """SM-10: one action, and the turn is over."""
        if action < THROW:
            self.buy(seat, action - BUY, table)
        elif action < STEAL:
            self.throw(seat, action - THROW, table)
        elif action < PASS:
            self.steal(seat, (action - STEAL) // HAND, (action - STEAL) % HAND, table)
        elif table.heard:
            table.tell(Passed(int(seat)))
        self.end_turn(seat, table)

    def buy(self, seat: i64, kind: i64, table: Table) -> None:
        """SM-15: a bought card goes to the washing machine; SM-13: nothing is spent."""
        self.market -= ONE[kind]
        self.machines[seat] += ONE[kind]
        if table.heard:
            table.tell(Bought(int(seat), CARD_NAMES[kind]))

    def throw(self, seat: i64, kind: i64, table: Table) -> None:
        """SM-17, SM-20: a start card goes to the bin; SM-18: any other to its stack."""
        self.take_out(seat, kind)
        if kind >= START:
            self.binned += ONE[kind]
            if table.heard:
                table.tell(Binned(int(seat), CARD_NAMES[kind]))
        else:
            self.market += ONE[kind]
            if table.heard:
                table.tell(Returned(int(seat), CARD_NAMES[kind]))

    def take_out(self, seat: i64, kind: i64) -> None:
        """One card of a kind leaves the hand."""
        place = 2 * seat
        if self.hands[place] != kind:
            place += 1
        self.hands[place] = EMPTY

    def steal(self, seat: i64, other: i64, position: i64, table: Table) -> None:
        """SM-21 to SM-24: a Mouse takes a card out of another hand, unless it has a shield."""
        self.take_out(seat, MOUSE)
        self.market += ONE[MOUSE]
        place = 2 * other + position
        kind = self.hands[place]
        self.leftover &= ~BIT[place]
        if kind >= SHIELD:
            self.shown |= BIT[place]
            if table.heard:
                table.tell(Shielded(int(seat), int(other), int(position), CARD_NAMES[kind]))
            return
        self.machines[seat] += ONE[kind]
        self.hands[place] = EMPTY
        if table.heard:
            table.tell(Stolen(int(seat), int(other), int(position), CARD_NAMES[kind]))
        self.hands[place] = self.draw(other, table)
        if table.heard:
            if self.hands[place] == EMPTY:
                table.tell(NotReplaced(int(other), int(position)))
            else:
                table.tell(Replaced(int(other), int(position)))

    def end_turn(self, seat: i64, table: Table) -> None:
        """SM-26: the hand goes to the washing machine, two cards are drawn; SM-29: the next seat."""
        if table.heard:
            table.tell(Washed(int(seat), self.hand_names(seat)))
        for place in range(2 * seat, 2 * seat + HAND):
            self.machines[seat] += ONE[self.hands[place]]
            self.hands[place] = EMPTY
            self.shown &= ~BIT[place]
        self.draw_hand(seat, table)
        following = (seat + 1) % self.seats
        if following == self.first:
            if self.round == self.max_rounds:  # SM-30
                self.acting = 0
                if table.heard:
                    table.tell(Stopped(int(self.round)))
                return
            self.round += 1
        self.turn_up(following, table)

    def draw_hand(self, seat: i64, table: Table) -> None:
        """Two cards, or what there is (SM-28)."""
        drawn: i64 = 0
        for place in range(2 * seat, 2 * seat + HAND):
            self.hands[place] = self.draw(seat, table)
            if self.hands[place] != EMPTY:
                drawn += 1
        if table.heard:
            table.tell(Drew(int(seat), int(drawn)))

    def draw(self, seat: i64, table: Table) -> i64:
        """A card of the backpack. SM-27: the washing machine lies under it as soon as it is needed."""
        if self.backpacks[seat] == 0:
            if self.machines[seat] == 0:
                return EMPTY
            self.shuffle(seat, table)
        return self.take(seat, table)

    def shuffle(self, seat: i64, table: Table) -> None:
        """SM-27: the washing machine becomes the backpack."""
        for place in range(2 * seat, 2 * seat + HAND):
            if self.hands[place] != EMPTY and self.shown & BIT[place] == 0:
                self.leftover |= BIT[place]
        if table.heard:
            table.tell(Shuffled(int(seat), int(size(self.machines[seat]))))
        self.backpacks[seat] = self.machines[seat]
        self.machines[seat] = 0

    # -- the end -----------------------------------------------------------------------------------

    def outcome(self) -> Outcome | None:
        """SM-9: one winner; SM-30: or a draw."""
        if self.acting != 0:
            return None
        scores = [int(seat == self.winner) for seat in range(self.seats)]
        return ranked(scores, "draw" if self.winner == NOBODY else "found")

    # -- what a seat knows -------------------------------------------------------------------------

    def view(self, seat: i64) -> View:
        return view_of(self, seat)

    def reimagine(self, seat: i64, table: Table) -> None:
        redraw(self, table)

    def blank(self) -> State:
        return SuperMiaou(int(self.seats), self.options)

    # -- what bots ask -----------------------------------------------------------------------------

    def instinct(self, seat: i64, legal: Actions, table: Table) -> i64:
        return instinct(self, seat, legal, table)

    def prospects(self, out: vec[float]) -> None:
        prospects(self, out)


def house(name: str, default: int) -> Number:
    """A figure that the scan of the book lost."""
    return Number(name, default, 0, 9, house=True)


class SuperMiaouGame(Game):
    def setup(self, seats: int, options: Options, table: Table) -> State:
        state = SuperMiaou(seats, options)
        state.deal(table)
        return state

    def recall(self, view: View) -> State:
        assert isinstance(view, SuperMiaouView)
        seats = len(view.places)
        state = SuperMiaou(seats, self.check(seats, dict(view.options)))
        recall(state, view)
        return state

    def because(self, view: View, action: int) -> Said | None:
        recalled = self.recall(view)
        assert isinstance(recalled, SuperMiaou)
        return reasons.because(recalled, view.seat, action)

    def bound(self, seats: int, options: Options) -> int:
        """One action a turn."""
        return seats * options.number("max_rounds")

    def forbid(self, seats: int, options: Options) -> None:
        """SM-32: games that nobody could ever win."""
        start = options.number("start_value")
        first_coins = start + max(start, options.number("shield_value"))
        sold = [name for name in FOR_SALE_NAMES if name != "mouse" or options.flag("mice")]
        prices = {f"{name}_price": options.number(f"{name}_price") for name in sold}
        cheapest = min(price for name, price in prices.items() if name != "cat_price")
        if cheapest > first_coins and prices["cat_price"] > 0:
            start_options = (*prices, "start_value", "shield_value")
            self.refuse(options, start_options, "dead.start", first_coins, cheapest)
        two_foods = 2 * options.number("food_value")
        if prices["cat_price"] > two_foods:
            self.refuse(
                options, ("cat_price", "food_value"), "dead.cat", two_foods, prices["cat_price"]
            )
        two_best = 2 * max(options.number("silver_value"), options.number("gold_value"))
        for name in ("cape", "food"):
            price = prices[f"{name}_price"]
            if price > two_best:
                bank = (f"{name}_price", "silver_value", "gold_value")
                self.refuse(options, bank, f"dead.{name}", two_best, price)

    def refuse(self, options: Options, names: tuple[str, ...], key: str, paid: int, price: int) -> None:
        """Name an option that was given, of those that do not go together."""
        name = next(name for name in names if name in options.given)
        takes = Said(key, {"paid": paid, "price": price})
        raise BadOption(name, takes, "SM-32", texts=self.texts(), value=str(options.number(name)))


GAME: Game = SuperMiaouGame(
    name="super_miaou",
    prefix="SM",
    package="tablee.games.super_miaou",
    seats=(2, 4),
    options=(
        FirstSeat(),
        Flag("mice", True),
        house("start_value", 1),
        house("shield_value", 1),
        house("silver_value", 2),
        house("silver_price", 2),
        house("gold_value", 3),
        house("gold_price", 4),
        Number("mouse_price", 2, 0, 9, needs=("mice", True), house=True),
        house("food_price", 3),
        house("food_value", 1),
        house("cape_price", 4),
        house("cat_price", 1),
        Number("max_rounds", 200, 1, 1000),
    ),
    verbs=VERBS,
    events=EVENTS,
    shows=SHOWS,
    phases=("turn", "over"),
    reasons=("found", "draw"),
    turn_rule="SM-29",
    thinking=Thinking(
        easy=Level(12, 0.4), medium=Level(80, 0.15), hard=Level(250), expert=Level(2500), depth=8
    ),
    variants=(
        {"mice": False, "first": 1, "max_rounds": 60},
        # Everything for nothing: many thefts, quick wins and empty stacks.
        {
            "mouse_price": 0, "silver_price": 0, "gold_price": 0, "food_price": 0, "cape_price": 0,
            "cat_price": 0, "silver_value": 1, "gold_value": 9, "shield_value": 2, "max_rounds": 40,
        },
        # Mice for nothing, all else out of reach at first: shields and small hands.
        {
            "mouse_price": 0, "start_value": 0, "shield_value": 0, "silver_price": 9, "gold_price": 9,
            "cape_price": 6, "food_price": 6, "food_value": 9, "cat_price": 9, "max_rounds": 30,
        },
        # A short game in which the start cards buy almost everything.
        {"mouse_price": 1, "food_price": 2, "cape_price": 2, "max_rounds": 5},
    ),
)  # fmt: skip
