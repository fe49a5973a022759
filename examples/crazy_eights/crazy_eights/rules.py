"""The rules of crazy eights, in the order of the book (README.md)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Final, NamedTuple

from librt.vecs import vec
from mypy_extensions import i64

from crazy_eights.actions import (
    ACE,
    CARD_NAMES,
    CARDS,
    DRAW,
    EIGHT,
    NAME,
    OF_RANK,
    OF_SUIT,
    PASS,
    PLAY,
    QUEEN,
    SUIT_NAMES,
    SUITS,
    TWO,
    VERBS,
)
from crazy_eights.events import (
    EVENTS,
    SHOWS,
    Dealt,
    DealtHidden,
    Drew,
    DrewHidden,
    HandShown,
    Named,
    Passed,
    Played,
    TurnedUp,
)
from tablee.core.bits import BIT, copy_into, count, lowest, members
from tablee.core.contract import Actions, Game, Outcome, State, Table, View, ranked
from tablee.core.options import FirstSeat, Flag, Number, Options

NOBODY: Final[i64] = -1
MOST_SEATS: Final = 5

# What views are made of, and with.
EVERYBODY: Final = [vec[i64](range(seats)) for seats in range(MOST_SEATS + 1)]
ALONE: Final = [(seat,) for seat in range(MOST_SEATS)]
NEW: Final[Callable[..., Any]] = tuple.__new__


class CrazyEightsView(NamedTuple):
    """What one seat knows."""

    seat: int
    actors: tuple[int, ...]
    phase: str
    options: tuple[tuple[str, object], ...]
    hands: tuple[tuple[str, ...], ...]  # one's own, and at the end everybody's; the others empty
    sizes: tuple[int, ...]
    deck: int
    top: str
    suit: str
    discards: tuple[str, ...]
    direction: int
    draws: int
    may_pass: bool
    owed: int
    passes: int
    plays: int


class CrazyEights(State):
    """Hands are masks of cards, the deck is an unordered bag."""

    FIELDS: ClassVar[tuple[str, ...]] = (
        "hands", "bag", "left", "discards", "top", "suit", "current", "direction",
        "naming", "draws", "may_pass", "owed", "passes", "plays",
    )  # fmt: skip

    BAGS: ClassVar[tuple[str, ...]] = ("bag",)

    def __init__(self, seats: int, options: Options) -> None:
        super().__init__(seats, options)
        self.special: bool = options.flag("special_cards")
        self.max_draw: i64 = options.number("max_draw")
        self.max_plays: i64 = options.number("max_plays")
        self.hands = vec[i64]([0] * seats)
        self.bag = vec[i64](range(52))
        self.left: i64 = CARDS
        self.discards: i64 = 0
        self.top: i64 = 0
        self.suit: i64 = 0
        self.current: i64 = 0
        self.direction: i64 = 1
        self.naming: bool = False  # an eight was played, its suit must be named
        self.draws: i64 = 0  # in this turn
        self.may_pass: bool = False
        self.owed: i64 = 0  # cards that twos make the next seat draw
        self.passes: i64 = 0  # in a row, with the deck empty
        self.plays: i64 = 0
        # The names of some discards, not part of the position.
        self.named: i64 = 0
        self.laid: tuple[str, ...] = ()

    # -- set-up ------------------------------------------------------------------------------------

    def deal(self, table: Table) -> None:
        """CE-2 to CE-4: dealer, hands, first card."""
        first = self.options.seat("first")
        dealer = table.below(self.seats) if first is None else (first - 1) % self.seats
        size: i64 = 7 if self.seats == 2 else 5
        for i in range(size * self.seats):
            self.hands[(dealer + 1 + i) % self.seats] |= BIT[self.draw_card(table)]
        if table.heard:
            for s in range(self.seats):
                cards = names(self.hands[s])
                table.whisper((int(s),), Dealt(int(s), cards), DealtHidden(int(s), len(cards)))
        at = table.below(self.left)
        while self.bag[at] // SUITS == EIGHT:
            at = table.below(self.left)
        self.top = self.take(at)
        self.suit = self.top % SUITS
        self.discards = BIT[self.top]
        if table.heard:
            table.tell(TurnedUp(int(dealer), CARD_NAMES[self.top]))
        self.current = dealer
        self.follow(self.top // SUITS)

    def draw_card(self, table: Table) -> i64:
        return self.take(table.below(self.left))

    def take(self, at: i64) -> i64:
        """Take one card out of the bag; the last one fills its place."""
        card = self.bag[at]
        self.left -= 1
        self.bag[at] = self.bag[self.left]
        self.bag[self.left] = -1
        return card

    # -- a turn ------------------------------------------------------------------------------------

    def legal(self, seat: i64, out: Actions) -> None:
        if self.acting & BIT[seat] == 0:
            return
        if self.naming:
            for s in range(SUITS):
                out.add(NAME + s)
            return
        fits = OF_SUIT[self.suit] | OF_RANK[self.top // SUITS] | OF_RANK[EIGHT]
        if self.owed > 0:
            fits = OF_RANK[TWO]
        cards = self.hands[seat] & fits
        while cards != 0:
            out.add(PLAY + lowest(cards))
            cards &= cards - 1
        if self.left > 0 and self.draws < self.max_draw:
            out.add(DRAW)
        if self.may_pass or self.left == 0:
            out.add(PASS)

    def refusal(self, seat: i64, action: i64) -> str | None:
        if self.naming:
            return None if action >= NAME else "CE-7"
        if action >= NAME:
            return "CE-7/early"
        if action == DRAW:
            if self.left == 0:
                return "CE-8/empty"
            return "CE-8" if self.draws >= self.max_draw else None
        if action == PASS:
            return None if self.may_pass or self.left == 0 else "CE-9"
        if self.hands[seat] & BIT[action] == 0:
            return "CE-5"
        rank = action // SUITS
        if self.owed > 0:
            return None if rank == TWO else "CE-13"
        if rank == EIGHT or action % SUITS == self.suit or rank == self.top // SUITS:
            return None
        return "CE-6"

    def apply(self, seat: i64, action: i64, table: Table) -> None:
        if action < DRAW:
            self.play(seat, action, table)
        elif action == DRAW:
            self.passes = 0
            self.draw(seat, table)
        elif action == PASS:
            self.pass_turn(seat, table)
        else:
            self.suit = action - NAME
            self.naming = False
            self.passes = 0
            if table.heard:
                table.tell(Named(int(seat), SUIT_NAMES[self.suit]))
            self.pass_on(1)

    def play(self, seat: i64, card: i64, table: Table) -> None:
        """CE-6: a card of the same suit or rank, or an eight."""
        self.hands[seat] ^= BIT[card]
        self.discards |= BIT[card]
        self.top = card
        self.suit = card % SUITS
        self.passes = 0
        self.draws = 0
        self.may_pass = False
        self.plays += 1
        if table.heard:
            table.tell(Played(int(seat), CARD_NAMES[card]))
        if self.hands[seat] == 0 or self.plays >= self.max_plays:
            self.end(table)
        elif card // SUITS == EIGHT:
            self.naming = True
        else:
            self.follow(card // SUITS)

    def follow(self, rank: i64) -> None:
        """Whose turn is next; CE-11 to CE-13 if the special cards are played with."""
        if self.special and rank == QUEEN:
            self.pass_on(2)
        elif self.special and rank == ACE:
            self.direction = -self.direction
            self.pass_on(1)
        else:
            if self.special and rank == TWO and self.left > 0:
                self.owed += 2
            self.pass_on(1)

    def pass_on(self, steps: i64) -> None:
        self.current = (self.current + steps * self.direction) % self.seats
        self.acting = BIT[self.current]

    def draw(self, seat: i64, table: Table) -> None:
        """CE-8: one card; CE-13: or all that twos make one draw, and the turn is over."""
        owed = self.owed
        while True:
            card = self.draw_card(table)
            self.hands[seat] |= BIT[card]
            if table.heard:
                table.whisper((int(seat),), Drew(int(seat), CARD_NAMES[card]), DrewHidden(int(seat)))
            if self.left == 0:
                self.may_pass = True
            if owed > 0:
                self.owed -= 1
                if self.left == 0:
                    if self.owed == 0:
                        self.passes += 1
                    self.owed = 0
            if self.owed == 0:
                break
        if owed > 0:
            self.pass_on(1)
            return
        self.draws += 1
        if self.left == 0:
            self.draws = self.max_draw
        if self.draws == self.max_draw:
            self.may_pass = True

    def pass_turn(self, seat: i64, table: Table) -> None:
        """CE-9 and CE-10: after all draws, or with the deck empty."""
        if table.heard:
            table.tell(Passed(int(seat)))
        self.passes = self.passes + 1 if self.left == 0 else 0
        if self.passes == self.seats + 1:
            self.end(table)
            return
        if self.draws == self.max_draw:
            self.draws = 0
        if self.left > 0:
            self.may_pass = False
        self.pass_on(1)

    # -- the end -----------------------------------------------------------------------------------

    def end(self, table: Table) -> None:
        """The hands are laid open."""
        self.acting = 0
        if table.heard:
            for s in range(self.seats):
                table.tell(HandShown(int(s), names(self.hands[s])))

    def outcome(self) -> Outcome | None:
        """CE-14: what is left in the hands counts against their owners."""
        if self.acting != 0:
            return None
        scores = [-sum(penalty(card) for card in members(self.hands[s])) for s in range(self.seats)]
        if self.passes == self.seats + 1:
            return ranked(scores, "blocked")
        return ranked(scores, "max_plays" if all(self.hands) else "out")

    # -- what a seat knows -------------------------------------------------------------------------

    def phase(self) -> str:
        if self.acting == 0:
            return "over"
        return "name" if self.naming else "play"

    def view(self, seat: i64) -> View:
        # Fields by position and past the class's own `__new__`, which would only read them one by one:
        # what is sent with every move is worth the haste.
        over = self.acting == 0
        fields = (
            int(seat),
            () if over else ALONE[self.current],
            self.phase(),
            self.options.pairs,
            tuple(names(self.hands[s]) if s == seat or over else () for s in EVERYBODY[self.seats]),
            tuple(int(count(hand)) for hand in self.hands),
            int(self.left),
            CARD_NAMES[self.top],
            SUIT_NAMES[self.suit],
            self.laid_names(),
            int(self.direction),
            int(self.draws),
            self.may_pass,
            int(self.owed),
            int(self.passes),
            int(self.plays),
        )
        view: View = NEW(CrazyEightsView, fields)
        return view

    def laid_names(self) -> tuple[str, ...]:
        """The discards: as they were named last, and what was played since."""
        new = self.discards ^ self.named
        if new != 0:
            if new == BIT[self.top]:
                laid = list(self.laid)
                laid.insert(count(self.named & (new - 1)), CARD_NAMES[self.top])
                self.laid = tuple(laid)
            else:
                self.laid = names(self.discards)
            self.named = self.discards
        return self.laid

    def reimagine(self, seat: i64, table: Table) -> None:
        """Put the hands that the seat cannot see back into the bag, and deal them again."""
        if self.acting == 0:
            return  # all hands lie open
        sizes = [count(self.hands[s]) for s in range(self.seats)]
        for s in range(self.seats):
            if s != seat:
                for card in members(self.hands[s]):
                    self.bag[self.left] = card
                    self.left += 1
                self.hands[s] = 0
        for s in range(self.seats):
            if s != seat:
                for _ in range(sizes[s]):
                    self.hands[s] |= BIT[self.draw_card(table)]

    # -- copies ------------------------------------------------------------------------------------

    def census(self) -> dict[str, int]:
        cards = self.discards
        n = count(self.discards) + self.left
        for s in range(self.seats):
            cards |= self.hands[s]
            n += count(self.hands[s])
        for i in range(self.left):
            cards |= BIT[self.bag[i]]
        return {"cards": int(n), "different": int(count(cards))}

    def blank(self) -> State:
        return CrazyEights(int(self.seats), self.options)

    def set_from(self, other: State) -> None:
        assert isinstance(other, CrazyEights)
        self.acting = other.acting
        copy_into(self.hands, other.hands)
        copy_into(self.bag, other.bag)
        self.left = other.left
        self.discards = other.discards
        self.top = other.top
        self.suit = other.suit
        self.current = other.current
        self.direction = other.direction
        self.naming = other.naming
        self.draws = other.draws
        self.may_pass = other.may_pass
        self.owed = other.owed
        self.passes = other.passes
        self.plays = other.plays


def names(cards: i64) -> tuple[str, ...]:
    found: list[str] = []
    while cards != 0:
        found.append(CARD_NAMES[lowest(cards)])
        cards &= cards - 1
    return tuple(found)


def penalty(card: int) -> int:
    """CE-14. OpenSpiel counts the number of the card, not its rank; so do we, to the point."""
    rank = card // 4
    if rank == EIGHT:
        return 50
    return 10 if rank >= 9 else card + 2


class CrazyEightsGame(Game):
    def setup(self, seats: int, options: Options, table: Table) -> State:
        state = CrazyEights(seats, options)
        state.deal(table)
        return state

    def recall(self, view: View) -> State:
        assert isinstance(view, CrazyEightsView)
        seats = len(view.sizes)
        state = CrazyEights(seats, self.check(seats, dict(view.options)))
        shown = [s == view.seat or not view.actors for s in range(seats)]
        known = {card for hand in view.hands for card in hand} | set(view.discards)
        unseen = [card for card in range(52) if CARD_NAMES[card] not in known]
        for s in range(seats):
            if shown[s]:
                hand = [CARD_NAMES.index(name) for name in view.hands[s]]
            else:
                hand = [unseen.pop() for _ in range(view.sizes[s])]
            for card in hand:
                state.hands[s] |= BIT[card]
        for i in range(52):
            state.bag[i] = unseen[i] if i < len(unseen) else -1
        state.left = len(unseen)
        for name in view.discards:
            state.discards |= BIT[CARD_NAMES.index(name)]
        state.top = CARD_NAMES.index(view.top)
        state.suit = SUIT_NAMES.index(view.suit)
        state.current = view.actors[0] if view.actors else NOBODY
        state.acting = BIT[view.actors[0]] if view.actors else 0
        state.direction = view.direction
        state.naming = view.phase == "name"
        state.draws = view.draws
        state.may_pass = view.may_pass
        state.owed = view.owed
        state.passes = view.passes
        state.plays = view.plays
        return state

    def bound(self, seats: int, options: Options) -> int:
        """Plays are capped; each card is drawn once; eights are named; seats pass between plays."""
        return options.number("max_plays") * (3 + seats) + 2 * 52


GAME: Game = CrazyEightsGame(
    name="crazy_eights",
    prefix="CE",
    package="crazy_eights",
    seats=(2, MOST_SEATS),
    options=(
        FirstSeat(),
        Number("max_draw", 5, 1, 52),
        Number("max_plays", 100, 1, 1000),
        Flag("special_cards", False),
    ),
    verbs=VERBS,
    events=EVENTS,
    shows=SHOWS,
    phases=("play", "name", "over"),
    reasons=("out", "blocked", "max_plays"),
    turn_rule="CE-1",
    variants=({"special_cards": True}, {"max_draw": 1, "max_plays": 30, "first": 1}),
)
