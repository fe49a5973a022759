"""The rules of Push 'em up!, in the order of the book (README.md)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tablee.core.bits import BIT, lowest
from tablee.core.contract import Actions, Event, Game, Outcome, State, Table, View, ranked
from tablee.core.options import FirstSeat, Flag, Number, Options, SeatList
from tablee.core.texts import Said
from tablee.core.thinking import Level, Thinking
from tablee.games.push_em_up import reasons
from tablee.games.push_em_up.actions import (
    CARD_NAMES,
    COLUMN_NAMES,
    DISCARD,
    HAND,
    HEROES,
    KINDS,
    LONGEST_SUPER,
    MOST_COLUMNS,
    PAIR,
    PICK,
    PLAY,
    PUSH,
    PUSH_CARD,
    PUSHES,
    RUN,
    SUPER,
    SUPER_CARD,
    VALUES,
    VERBS,
)
from tablee.games.push_em_up.events import (
    EVENTS,
    SHOWS,
    ColumnLost,
    ColumnTaken,
    Covered,
    Discarded,
    Drew,
    DrewHidden,
    Extended,
    PairCovered,
    PairExtended,
    Picked,
    PickedHidden,
    Pushed,
    RanOut,
    Revealed,
    RoundStarted,
    RunCovered,
    RunExtended,
    Scored,
    Standing,
    Started,
    SuperPushed,
)
from tablee.games.push_em_up.heuristics import estimate, plausible
from tablee.games.push_em_up.position import Position, held
from tablee.games.push_em_up.refusals import why_not
from tablee.games.push_em_up.scoring import NOBODY, card_points, column_points, sums_in, taker
from tablee.games.push_em_up.teams import Teams
from tablee.games.push_em_up.views import PushEmUpView, recall_into, reimagine_for, view_of

NO_RUN: Final[i64] = -1
NO_PAIR: Final[i64] = -1


class PushEmUp(Position):
    """A round from the picks to the score, and a tournament of rounds."""

    def __init__(self, seats: int, options: Options) -> None:
        super().__init__(seats, options)
        self.target: i64 = options.number("target")
        self.max_rounds: i64 = options.number("max_rounds")
        # For `legal`: the columns where a hero of each value may be laid, as a bit mask.
        self.fits = vec[i64]([0] * VALUES)

    # -- set-up ------------------------------------------------------------------------------------

    def begin_round(self, first: i64, table: Table) -> None:
        """PU-1 to PU-4: full decks, an empty star, and everybody picks at once."""
        for s in range(self.seats):
            for k in range(KINDS):
                self.hands[s * KINDS + k] = 0
                self.piles[s * KINDS + k] = self.deck[k]
                self.out[s * KINDS + k] = 0
        for i in range(len(self.heroes)):
            self.heroes[i] = -1
        for c in range(self.columns):
            self.heights[c] = 0
        self.derive()
        self.first = first
        self.acting = BIT[self.seats] - 1
        if table.heard and self.tournament:
            table.tell(RoundStarted(int(self.round), int(first)))
        elif table.heard:
            table.tell(Started(int(first)))

    def pick(self, seat: i64, value: i64, table: Table) -> None:
        """PU-4: one hero, face down."""
        self.piles[seat * KINDS + value] -= 1
        self.pile_sizes[seat] -= 1
        self.picked[seat * KINDS + value] += 1
        if table.heard:
            table.whisper((int(seat),), Picked(int(seat), CARD_NAMES[value]), PickedHidden(int(seat)))
        if held(self.picked, seat) == self.starts:
            self.acting ^= BIT[seat]
        if self.acting == 0:
            self.reveal(table)

    def reveal(self, table: Table) -> None:
        """PU-4: all picks start columns. PU-5: everybody draws a hand."""
        column: i64 = 0
        for s in range(self.seats):
            start = column
            for v in range(VALUES):
                while self.picked[s * KINDS + v] > 0:
                    self.picked[s * KINDS + v] -= 1
                    self.lay(s, v, column)
                    column += 1
            if table.heard:
                started = range(int(start), int(column))
                heroes = tuple(CARD_NAMES[self.last(c) % VALUES] for c in started)
                table.tell(Revealed(int(s), heroes, tuple(COLUMN_NAMES[c] for c in started)))
        for s in range(self.seats):
            self.refill(s, table)
        self.acting = BIT[self.first]

    def refill(self, seat: i64, table: Table) -> None:
        """PU-6: draw up to three cards, while the pile lasts."""
        if not table.heard:
            while self.hand_sizes[seat] < HAND and self.pile_sizes[seat] > 0:
                self.draw_card(seat, table)
            return
        drawn: list[int] = []
        while self.hand_sizes[seat] < HAND and self.pile_sizes[seat] > 0:
            drawn.append(int(self.draw_card(seat, table)))
        if drawn:
            cards = tuple(CARD_NAMES[kind] for kind in sorted(drawn))
            table.whisper((int(seat),), Drew(int(seat), cards), DrewHidden(int(seat), len(cards)))

    # -- a turn: what may be done ------------------------------------------------------------------

    def legal(self, seat: i64, out: Actions) -> None:
        if self.acting & BIT[seat] == 0:
            return
        base = seat * KINDS
        if self.picking():
            for v in range(VALUES):
                if self.piles[base + v] > 0:
                    out.add(PICK + v)
            return
        self.find_fits(seat)
        different: i64 = 0
        paired: i64 = NO_PAIR
        for v in range(VALUES):
            if self.hands[base + v] > 0:
                self.add_columns(PLAY + v * MOST_COLUMNS, self.fits[v], out)
                different += 1
                if self.hands[base + v] > 1:
                    paired = v  # three cards hold no other
        if paired != NO_PAIR:
            self.add_columns(PAIR + paired * MOST_COLUMNS, self.fits[paired], out)
        low = self.run_in(seat) if different == HAND else NO_RUN
        if low != NO_RUN:
            for c in range(self.columns):
                if self.run_step(seat, low, c) != 0:
                    out.add(RUN + c)
        if self.hands[base + PUSH_CARD] > 0:
            for c in range(self.columns):
                if self.heights[c] > 1:
                    out.add(PUSH + c)
        if self.hands[base + SUPER_CARD] > 0:
            for steps in range(1, LONGEST_SUPER + 1):
                for c in range(self.columns):
                    if self.heights[c] > steps:
                        out.add(SUPER + (steps - 1) * MOST_COLUMNS + c)
        for k in range(KINDS):
            if self.hands[base + k] > 0:
                out.add(DISCARD + k)

    def find_fits(self, seat: i64) -> None:
        """PU-7 to PU-10: neighbours on the ring, and the same value on somebody else's."""
        ends, fits = self.ends, self.fits
        others = ~self.owned[seat]
        for v in range(1, VALUES - 1):
            fits[v] = ends[v - 1] | ends[v + 1] | (ends[v] & others)
        fits[0] = ends[9] | ends[1] | (ends[0] & others)
        fits[9] = ends[8] | ends[0] | (ends[9] & others)

    def add_columns(self, action: i64, columns: i64, out: Actions) -> None:
        while columns != 0:
            out.add(action + lowest(columns))
            columns &= columns - 1

    def run_in(self, seat: i64) -> i64:
        """PU-12: the value where the hand's three consecutive heroes begin, going up; or NO_RUN."""
        base = seat * KINDS
        for v in range(VALUES):
            if self.hands[base + v] > 0 and self.hands[base + (v + 1) % VALUES] > 0:
                if self.hands[base + (v + 2) % VALUES] > 0:
                    return v
        return NO_RUN

    def run_step(self, seat: i64, low: i64, column: i64) -> i64:
        """PU-12: +1 if the run low, low + 1, low + 2 goes there upwards, −1 downwards, 0 not at all.

        The last card decides, so that a column is all a player has to name: low − 1 (extended) and
        low (covered) take the run upwards, low + 3 and low + 2 downwards, and these four differ.
        PU-13: on low + 1 it would turn around.
        """
        hero = self.last(column)
        above = (hero % VALUES - low + VALUES) % VALUES
        if above == 9 or (above == 0 and hero // VALUES != seat):
            return 1
        if above == 3 or (above == 2 and hero // VALUES != seat):
            return -1
        return 0

    def refusal(self, seat: i64, action: i64) -> str | None:
        return why_not(self, seat, action)

    def waiting(self) -> str | None:
        return "PU-4" if self.acting != 0 and self.picking() else None

    # -- a turn: do it -----------------------------------------------------------------------------

    def apply(self, seat: i64, action: i64, table: Table) -> None:
        if action < PLAY:
            self.pick(seat, action - PICK, table)
            return
        column = (action - PLAY) % MOST_COLUMNS
        if action < PAIR:
            self.play_heroes(seat, (action - PLAY) // MOST_COLUMNS, 1, column, table)
        elif action < RUN:
            self.play_heroes(seat, (action - PAIR) // MOST_COLUMNS, 2, column, table)
        elif action < PUSH:
            self.play_run(seat, column, table)
        elif action < SUPER:
            self.play_push(seat, column, table)
        elif action < DISCARD:
            self.play_super(seat, (action - SUPER) // MOST_COLUMNS + 1, column, table)
        else:
            self.discard(seat, action - DISCARD, table)
        self.end_turn(seat, table)

    def play_heroes(self, seat: i64, value: i64, copies: i64, column: i64, table: Table) -> None:
        """PU-8 and PU-10: a hero covers or extends. PU-11: so does a pair, one after the other."""
        before = self.last(column)
        covers = before % VALUES == value
        if covers:
            self.eliminate(column, self.heights[column] - 1)
        for _ in range(copies):
            self.give(seat, value)
            self.lay(seat, value, column)
        if table.heard:
            table.tell(
                heroes_laid(int(seat), int(value), copies == 2, int(column), int(before), covers)
            )

    def play_run(self, seat: i64, column: i64, table: Table) -> None:
        """PU-12: the whole hand, in one direction."""
        low = self.run_in(seat)
        step = self.run_step(seat, low, column)
        value = low if step == 1 else (low + 2) % VALUES
        before = self.last(column)
        covers = before % VALUES == value
        if covers:
            self.eliminate(column, self.heights[column] - 1)
        laid: list[str] = []
        for _ in range(HAND):
            self.give(seat, value)
            self.lay(seat, value, column)
            if table.heard:
                laid.append(CARD_NAMES[value])
            value = (value + step + VALUES) % VALUES
        if table.heard:
            table.tell(run_laid(int(seat), tuple(laid), int(column), int(before), covers))

    def play_push(self, seat: i64, column: i64, table: Table) -> None:
        """PU-14: the last hero moves up one. PU-15: whatever it then lies next to."""
        self.spend(seat, PUSH_CARD)
        hero = self.eliminate(column, self.heights[column] - 2)
        if table.heard:
            owner, value = divmod(int(hero), 10)
            table.tell(Pushed(int(seat), COLUMN_NAMES[column], owner, CARD_NAMES[value]))

    def play_super(self, seat: i64, steps: i64, column: i64, table: Table) -> None:
        """PU-26: the last hero moves up one, two or three."""
        self.spend(seat, SUPER_CARD)
        at = self.heights[column] - 1 - steps  # the first hero that the last one passes over
        lost: list[str] = []
        owners: list[int] = []
        for _ in range(steps):
            hero = self.eliminate(column, at)
            if table.heard:
                lost.append(CARD_NAMES[hero % VALUES])
                owners.append(int(hero // VALUES))
        if table.heard:
            name = COLUMN_NAMES[column]
            table.tell(SuperPushed(int(seat), int(steps), name, tuple(lost), tuple(owners)))

    def discard(self, seat: i64, kind: i64, table: Table) -> None:
        """PU-16: one card, out of the round."""
        self.spend(seat, kind)
        if table.heard:
            table.tell(Discarded(int(seat), CARD_NAMES[kind]))

    def spend(self, seat: i64, kind: i64) -> None:
        """PU-17: a card of the hand goes out of play."""
        self.give(seat, kind)
        self.out[seat * KINDS + kind] += 1

    def end_turn(self, seat: i64, table: Table) -> None:
        """PU-6: draw. PU-18: without any card left it is the end. PU-28: the next seat to the left."""
        self.refill(seat, table)
        if self.hand_sizes[seat] == 0:
            if table.heard:
                table.tell(RanOut(int(seat)))
            self.end_round(table)
        else:
            self.acting = BIT[(seat + 1) % self.seats]

    # -- end and score -----------------------------------------------------------------------------

    def end_round(self, table: Table) -> None:
        """PU-19 to PU-22; PU-24: a tournament goes on until somebody has the target."""
        by_column = column_points(self)
        by_card = card_points(self)
        for s in range(self.seats):
            self.totals[s] += by_column[s] + by_card[s]
        if table.heard:
            self.tell_scores(by_column, by_card, table)
        self.acting = 0
        if self.tournament and not self.reached() and self.round < self.max_rounds:
            self.round += 1
            self.begin_round(self.fewest(), table)

    def tell_scores(self, by_column: list[i64], by_card: list[i64], table: Table) -> None:
        for c in range(self.columns):
            winner = taker(sums_in(self, c))
            if winner == NOBODY:
                table.tell(ColumnLost(COLUMN_NAMES[c]))
            else:
                table.tell(ColumnTaken(int(winner), COLUMN_NAMES[c]))
        for s in range(self.seats):
            columns, cards = int(by_column[s]), int(by_card[s])
            table.tell(Scored(int(s), columns, cards, columns + cards))
        if self.tournament:
            for s in range(self.seats):
                table.tell(Standing(int(s), int(self.totals[s])))

    def reached(self) -> bool:
        """PU-24: whether a seat has the points that end a tournament."""
        for s in range(self.seats):
            if self.totals[s] >= self.target:
                return True
        return False

    def fewest(self) -> i64:
        """PU-25: the seat that starts the next round: fewest points, of these the youngest."""
        ages = self.options.seats("age_order") or tuple(range(int(self.seats)))
        return min(ages, key=lambda seat: self.totals[seat])

    def outcome(self) -> Outcome | None:
        """PU-23, PU-24: the most points."""
        if self.acting != 0:
            return None
        scores = [int(total) for total in self.totals]
        if not self.tournament:
            return ranked(scores, "out")
        return ranked(scores, "target" if self.reached() else "max_rounds")

    # -- what a seat knows -------------------------------------------------------------------------

    def view(self, seat: i64) -> View:
        return view_of(self, seat)

    def reimagine(self, seat: i64, table: Table) -> None:
        reimagine_for(self, seat, table)

    # -- what bots ask -----------------------------------------------------------------------------

    def instinct(self, seat: i64, legal: Actions, table: Table) -> i64:
        return plausible(self, seat, legal, table)

    def prospects(self, out: vec[float]) -> None:
        estimate(self, self.target, self.max_rounds, out)

    def chapter(self) -> i64:
        """PU-24: what comes of the next round is a new set-up."""
        return self.round

    def blank(self) -> State:
        return PushEmUp(int(self.seats), self.options)


def heroes_laid(seat: int, value: int, pair: bool, column: int, before: int, covers: bool) -> Event:
    """What the table hears of a hero or a pair that is laid after (or on) the hero `before`."""
    hero, name = CARD_NAMES[value], COLUMN_NAMES[column]
    if covers:
        other = before // 10
        return PairCovered(seat, hero, name, other) if pair else Covered(seat, hero, name, other)
    after = CARD_NAMES[before % 10]
    return PairExtended(seat, hero, name, after) if pair else Extended(seat, hero, name, after)


def run_laid(seat: int, heroes: tuple[str, ...], column: int, before: int, covers: bool) -> Event:
    name = COLUMN_NAMES[column]
    if covers:
        return RunCovered(seat, heroes, name, before // 10)
    return RunExtended(seat, heroes, name, CARD_NAMES[before % 10])


class PushEmUpGame(Game):
    def setup(self, seats: int, options: Options, table: Table) -> State:
        state = PushEmUp(seats, options)
        first = options.seat("first")
        state.begin_round(table.below(seats) if first is None else first, table)
        return state

    def recall(self, view: View) -> State:
        assert isinstance(view, PushEmUpView)
        seats = len(view.teams)
        state = PushEmUp(seats, self.check(seats, dict(view.options)))
        recall_into(state, view)
        return state

    def because(self, view: View, action: int) -> Said | None:
        recalled = self.recall(view)
        assert isinstance(recalled, PushEmUp)
        return reasons.because(recalled, view.seat, action)

    def bound(self, seats: int, options: Options) -> int:
        """Every action uses up at least one card of somebody's deck, and a round has one of each."""
        rounds = options.number("max_rounds") if options.flag("tournament") else 1
        return seats * (int(HEROES) + int(PUSHES) + 1) * rounds


GAME: Game = PushEmUpGame(
    name="push_em_up",
    prefix="PU",
    package="tablee.games.push_em_up",
    seats=(2, 4),
    options=(
        FirstSeat(),
        Teams(),
        Flag("fierce", False, seats=(4, 4)),
        Flag("apocalypse", False),
        Flag("tournament", False),
        Number("target", 200, 10, 2000, needs=("tournament", True)),
        SeatList("age_order", whole=True, needs=("tournament", True)),
        Number("max_rounds", 40, 1, 1000, needs=("tournament", True)),
    ),
    verbs=VERBS,
    events=EVENTS,
    shows=SHOWS,
    secret=("pick",),
    phases=("pick", "play", "over"),
    reasons=("out", "target", "max_rounds"),
    turn_rule="PU-28",
    thinking=Thinking(
        easy=Level(8, 0.4),
        medium=Level(50, 0.1),
        hard=Level(400),
        expert=Level(1600),
        explore=0.5,
        depth=12,
    ),
    variants=(
        {"apocalypse": True, "first": 1},
        {"fierce": True},
        {"teams": ("green", "red"), "tournament": True, "age_order": (1, 0), "max_rounds": 2},
        {"fierce": True, "apocalypse": True},
        {"tournament": True, "target": 150, "max_rounds": 3},
        {"tournament": True, "apocalypse": True, "target": 2000, "max_rounds": 2, "first": 0},
    ),
)
