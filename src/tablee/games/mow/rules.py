"""The rules of MOW: the turn, in the order of the book (README.md), and the game itself.

Rounds are in rounds.py, farmers in farmers.py, "why not?" in refusals.py,
what seats know in views.py, memory.py and imagine.py.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tablee.core.bits import BIT, count, lowest
from tablee.core.contract import Actions, Game, Outcome, State, Table, View, ranked
from tablee.core.errors import IdleOption
from tablee.core.options import FirstSeat, Flag, Number, Options, SeatList, Word
from tablee.core.texts import Said
from tablee.core.thinking import Level, Thinking
from tablee.games.mow import heuristics, imagine, memory, reasons, views
from tablee.games.mow.actions import (
    CALM,
    CATEGORIES,
    COUNT,
    COW_NAMES,
    DRAW,
    END,
    F1,
    F2,
    F3,
    F4,
    F5,
    F6,
    F7,
    F8,
    F9,
    F10,
    GIVE,
    HERD,
    HERD_NAMES,
    HUSH,
    IGNORE,
    KEEP,
    LATE_BIT,
    NEXT,
    PLAIN,
    PLAY,
    PLAY_F1,
    PLAY_F2,
    PLAY_F3,
    PLAY_F4,
    PLAY_F5,
    PLAY_F6,
    PLAY_F7,
    PLAY_F8,
    PLAY_F9,
    REVERSE,
    SHOUT,
    SKIP,
    SORT,
    SPECIALS,
    STAY,
    STOPPER,
    SWAP,
    TAKE,
    VERBS,
)
from tablee.games.mow.events import (
    EVENTS,
    SHOWS,
    Answered,
    CowPlayed,
    CowPlayedOn,
    DrawMissed,
    HandReceived,
    HerdNamed,
    HerdTaken,
    HerdTakenFrom,
    Hushed,
    Named,
    Reversed,
    Shouted,
    Skipped,
    Stayed,
    Swapped,
)
from tablee.games.mow.farmers import draw, give_one, play_farmer
from tablee.games.mow.position import (
    CLOSING,
    GIVING,
    PLAYING,
    RACING,
    SCORING,
    STEERING,
    SWAPPING,
    Position,
    pull,
    put,
)
from tablee.games.mow.refusals import why_not
from tablee.games.mow.rounds import (
    begin_round,
    begin_turn,
    draw_starter,
    end_round,
    score_round,
)

KIND_BITS: Final[i64] = 2 * LATE_BIT - 1
SKIPS_OF_TWO: Final[i64] = 6  # MW-19: with two players so many in a row end the round


class Mow(Position):
    # -- what may be done --------------------------------------------------------------------------

    def legal(self, seat: i64, out: Actions) -> None:
        if self.acting & BIT[seat] == 0:
            return
        if self.stage == PLAYING:
            self.legal_plays(seat, out)
        elif self.stage == CLOSING:
            self.legal_closings(seat, out)
        elif self.stage == STEERING:
            out.add(REVERSE)
            self.legal_names(seat, out)
        elif self.stage == GIVING:
            cows = self.hand_ones[seat] & KIND_BITS
            while cows != 0:
                out.add(GIVE + lowest(cows))
                cows &= cows - 1
        elif self.stage == SWAPPING:
            out.add(STAY)
            self.legal_opponents(seat, SWAP, out)
        elif self.stage == RACING:
            out.add(HUSH)
            out.add(SHOUT)
        elif self.stage == SCORING:
            out.add(COUNT)
            if self.held[seat] & BIT[F10] != 0:
                for i in range(CATEGORIES):
                    out.add(IGNORE + i)

    def legal_plays(self, seat: i64, out: Actions) -> None:
        cows = self.hand_ones[seat] & self.playable[self.herd]
        if self.barred:
            cows &= ~SPECIALS
        stuck = cows == 0
        while cows != 0:
            out.add(PLAY + lowest(cows))
            cows &= cows - 1
        if self.herd_ones[self.herd] != 0:
            out.add(TAKE)
        elif stuck:
            out.add(SKIP)
        if self.held[seat] != 0:
            self.legal_farmers(seat, out)

    def legal_closings(self, seat: i64, out: Actions) -> None:
        if self.bonus != PLAIN:
            out.add(KEEP)
            out.add(REVERSE)
            if self.bonus == STOPPER:
                self.legal_names(seat, out)
        if self.may_draw(seat):
            out.add(DRAW)
        if self.bonus == PLAIN:
            out.add(END)
        if self.held[seat] != 0:
            self.legal_farmers(seat, out)

    def legal_names(self, seat: i64, out: Actions) -> None:
        if self.seats == 2:
            for h in range(self.herds):
                out.add(HERD + h)
        else:
            self.legal_opponents(seat, NEXT, out)

    def legal_opponents(self, seat: i64, verb: i64, out: Actions) -> None:
        for s in range(self.seats):
            if s != seat:
                out.add(verb + s)

    def legal_farmers(self, seat: i64, out: Actions) -> None:
        held = self.held[seat]
        before = self.stage == PLAYING and not self.taken
        if held & BIT[F1] != 0:
            out.add(PLAY_F1)
        if held & BIT[F2] != 0:
            self.legal_opponents(seat, PLAY_F2, out)
        if held & BIT[F3] != 0:
            for s in range(self.seats):
                if s != seat and self.hand_ones[s] != 0:
                    out.add(PLAY_F3 + s)
        if held & BIT[F4] != 0 and before:
            out.add(PLAY_F4)
        if held & BIT[F5] != 0 and before and self.herd_ones[self.herd] != 0:
            out.add(PLAY_F5)
        if held & BIT[F6] != 0 and self.barn != 0:
            out.add(PLAY_F6)
        if held & BIT[F7] != 0 and self.hand_ones[seat] & KIND_BITS & ~CALM != 0:
            wild = count(self.hand_ones[seat] & KIND_BITS & ~CALM) + count(self.hand_twos[seat] & ~CALM)
            if self.left >= wild:
                out.add(PLAY_F7)
        if held & BIT[F8] != 0:
            out.add(PLAY_F8)
        if held & BIT[F9] != 0:
            out.add(PLAY_F9)

    def refusal(self, seat: i64, action: i64) -> str | None:
        return why_not(self, seat, action)

    def waiting(self) -> str | None:
        """A race and the score are nobody's turn."""
        if self.stage == RACING:
            return "MW-26"
        return "MW-52" if self.stage == SCORING else None

    # -- doing it ----------------------------------------------------------------------------------

    def apply(self, seat: i64, action: i64, table: Table) -> None:
        if action < TAKE:
            self.play(seat, action - PLAY, table)
        elif action == TAKE:
            self.take(seat, table)
        elif action < DRAW:
            self.steer(seat, action, table)
        elif action == DRAW:
            self.draw_owed(seat, table)
            self.settle(seat, table)
        elif action == END:
            self.close(seat, table)
        elif action == SKIP:
            self.skip(seat, table)
        elif action < GIVE:
            play_farmer(self, seat, action, table)
            if action == PLAY_F4:
                self.rest(table)
            elif self.stage == CLOSING:
                self.settle(seat, table)
        elif action < STAY:
            give_one(self, seat, action - GIVE, table)
            if self.stage == CLOSING:
                self.settle(seat, table)
        elif action < HUSH:
            self.swap(seat, action, table)
        elif action < COUNT:
            self.shout(seat, action == SHOUT, table)
        else:
            self.answer(seat, 1 + action - COUNT, table)

    # -- the turn ----------------------------------------------------------------------------------

    def play(self, seat: i64, cow: i64, table: Table) -> None:
        """MW-6, MW-7: a cow joins the herd; MW-11: then draw."""
        pull(self.hand_ones, self.hand_twos, seat, cow)
        self.join(self.herd, cow)
        if self.hinted:
            memory.left_openly(self, seat, cow)
        self.skips = 0
        self.skipped = 0
        if table.heard:
            if self.seats == 2:
                table.tell(CowPlayedOn(int(seat), COW_NAMES[cow], HERD_NAMES[self.herd]))
            else:
                table.tell(CowPlayed(int(seat), COW_NAMES[cow]))
        self.stage = CLOSING
        self.bonus = SORT[cow]  # MW-17, MW-18
        self.owed = self.missed[seat] + 1
        if self.by_hand & BIT[seat] == 0:
            self.draw_owed(seat, table)
        self.settle(seat, table)

    def may_draw(self, seat: i64) -> bool:
        return self.owed > 0 and self.left > 0

    def draw_owed(self, seat: i64, table: Table) -> None:
        """MW-11, MW-13: the draw of this turn and those missed before, as far as the pile goes."""
        if self.left > 0:
            if self.owed == 1 and not table.heard:  # by far the most frequent case
                put(self.hand_ones, self.hand_twos, seat, self.draw_cow(table))
            else:
                draw(self, seat, self.owed, table)
        self.owed = 0

    def settle(self, seat: i64, table: Table) -> None:
        """The turn ends by itself where nothing is left to choose; MW-51: who holds farmers says so."""
        if self.held[seat] == 0 and self.bonus == PLAIN and not self.may_draw(seat):
            self.close(seat, table)

    def take(self, seat: i64, table: Table) -> None:
        """MW-9: the herd goes to the stable; MW-20: with the pile empty that ends the round."""
        herd = self.herd
        n = self.move_herd(herd, self.stable_ones, self.stable_twos, seat)
        self.taken = True
        self.skips = 0
        self.skipped = 0
        if table.heard:
            if self.seats == 2:
                table.tell(HerdTakenFrom(int(seat), int(n), HERD_NAMES[herd]))
            else:
                table.tell(HerdTaken(int(seat), int(n)))
        if self.left == 0:
            end_round(self, table)

    def skip(self, seat: i64, table: Table) -> None:
        """MW-19: no cow to start a herd with; when everybody is in that case the round ends."""
        self.skips += 1
        self.skipped |= BIT[seat]
        memory.skipped(self, seat)
        if table.heard:
            table.tell(Skipped(int(seat)))
        if self.skips >= SKIPS_OF_TWO if self.seats == 2 else self.skipped == self.everyone:
            end_round(self, table)
            return
        self.owed = self.missed[seat]
        if self.may_draw(seat):
            self.stage = CLOSING  # MW-13: a skip, too, is a time to make up for missed draws
        else:
            self.close(seat, table)

    def rest(self, table: Table) -> None:
        """F4, MW-43: the turn is over; missed draws stay missed."""
        self.skips = 0
        self.skipped = 0
        self.pass_on(table)

    def steer(self, seat: i64, action: i64, table: Table) -> None:
        """MW-17, MW-18, MW-31, MW-32 and F8: reverse, or name who (two players: which herd) is next."""
        if action == REVERSE:
            self.direction = -self.direction
            if table.heard:
                table.tell(Reversed(int(seat)))
        elif action >= HERD:
            self.named = action - HERD
            if table.heard:
                table.tell(HerdNamed(int(seat), HERD_NAMES[self.named]))
        elif action >= NEXT:
            self.named = action - NEXT
            if table.heard:
                table.tell(Named(int(seat), int(self.named)))
        if self.stage == STEERING:
            self.steering = False
            self.pass_on(table)
        else:
            self.close(seat, table)

    def close(self, seat: i64, table: Table) -> None:
        """End the turn; MW-13: a draw that was due and not made is missed."""
        if self.may_draw(seat):
            if table.heard and self.owed > self.missed[seat]:
                table.tell(DrawMissed(int(seat)))
            self.missed[seat] = self.owed
        else:
            self.missed[seat] = 0
        self.owed = 0
        self.bonus = PLAIN
        self.pass_on(table)

    def pass_on(self, table: Table) -> None:
        """MW-47: F8 comes last; then the next seat, or with two players the next herd."""
        if self.steering:
            self.stage = STEERING
            return
        following = (self.current + self.direction) % self.seats
        if self.seats == 2:
            # MW-30, MW-32: seats alternate, the herds go round; MW-43: F4 moves nothing.
            if self.named >= 0:
                self.herd = self.named
            elif not self.rested:
                self.herd = (self.herd + self.direction) % self.herds
        elif self.named >= 0:
            following = self.named
        self.barred = self.warned  # MW-40
        self.warned = False
        begin_turn(self, following)

    # -- between rounds ----------------------------------------------------------------------------

    def swap(self, seat: i64, action: i64, table: Table) -> None:
        """MW-27: two whole hands change places; both remember what they gave."""
        self.stage = PLAYING
        if action == STAY:
            if table.heard:
                table.tell(Stayed(int(seat)))
            return
        other = action - SWAP
        ones, twos = self.hand_ones[seat], self.hand_twos[seat]
        self.hand_ones[seat] = self.hand_ones[other]
        self.hand_twos[seat] = self.hand_twos[other]
        self.hand_ones[other] = ones
        self.hand_twos[other] = twos
        memory.learn_hand(self, seat, other)
        memory.learn_hand(self, other, seat)
        if table.heard:
            table.tell(Swapped(int(seat), int(other)))
            for s in (int(seat), int(other)):
                table.whisper((s,), HandReceived(s, self.hand_names(s)), None)

    def shout(self, seat: i64, loud: bool, table: Table) -> None:
        """MW-26: the first shout decides; when all who may shout stay silent, it is drawn."""
        if table.heard:
            table.tell(Shouted(int(seat)) if loud else Hushed(int(seat)))
        if loud:
            begin_round(self, seat, table)
            self.shouted = True
            return
        self.acting ^= BIT[seat]
        if self.acting == 0:
            draw_starter(self, table)

    def answer(self, seat: i64, answer: i64, table: Table) -> None:
        """MW-52: in secret; the last answer brings the score."""
        self.answers[seat] = answer
        self.acting ^= BIT[seat]
        if table.heard:
            table.tell(Answered(int(seat)))
        if self.acting == 0:
            score_round(self, table)

    def outcome(self) -> Outcome | None:
        """MW-25: the fewest flies win."""
        if self.acting != 0:
            return None
        totals = [int(self.totals[s]) for s in range(self.seats)]
        reason = "target" if max(totals) >= self.target else "max_rounds"
        return ranked(totals, reason, low_wins=True)

    # -- what a seat knows, copies -----------------------------------------------------------------

    def view(self, seat: i64) -> View:
        return views.view_of(self, seat)

    def reimagine(self, seat: i64, table: Table) -> None:
        imagine.reimagine(self, seat, table)

    # -- for bots ----------------------------------------------------------------------------------

    def instinct(self, seat: i64, legal: Actions, table: Table) -> i64:
        return heuristics.instinct(self, seat, legal, table)

    def prospects(self, out: vec[float]) -> None:
        heuristics.prospects(self, out)

    def chapter(self) -> i64:
        return heuristics.chapter(self)

    def blank(self) -> State:
        return Mow(int(self.seats), self.options)


class MowGame(Game):
    def setup(self, seats: int, options: Options, table: Table) -> State:
        state = Mow(seats, options)
        first = options.seat("first")
        begin_round(state, table.below(seats) if first is None else first, table)
        return state

    def recall(self, view: View) -> State:
        assert isinstance(view, views.MowView)
        seats = len(view.totals)
        state = Mow(seats, self.check(seats, dict(view.options)))
        views.fill(state, view)
        return state

    def forbid(self, seats: int, options: Options) -> None:
        """Bots matter in a race (MW-26) and where others draw by hand (MW-13)."""
        if "bots" in options.given and options.word("shout") != "race":
            if not options.flag("manual_draw"):
                raise IdleOption("bots", "shout=race | manual_draw=true", "ALL-7")

    def because(self, view: View, action: int) -> Said | None:
        recalled = self.recall(view)
        assert isinstance(recalled, Mow)
        return reasons.because(recalled, view.seat, action)

    def bound(self, seats: int, options: Options) -> int:
        """A round plays each cow at most once: each play with its take, draw and end, and, where a herd
        is empty, as many skips (each perhaps with draw and end) as it takes to end the round."""
        cows = 96 if seats > 5 else 48
        skips = 3 * (seats + 6)
        a_round = 4 * cows + skips * (cows + 1) + 2 * seats + 1
        return options.number("max_rounds") * a_round + 50


GAME: Game = MowGame(
    name="mow",
    prefix="MW",
    package="tablee.games.mow",
    seats=(2, 10),
    options=(
        FirstSeat(),
        Number("target", 100, 10, 1000),
        Number("max_rounds", 40, 1, 1000),
        Word("shout", "race", ("race", "random")),
        SeatList("bots", whole=False),
        Flag("manual_draw", False),
    ),
    verbs=VERBS,
    events=EVENTS,
    shows=SHOWS,
    phases=(
        "shout", "swap", "play", "start", "give", "draw", "end", "bonus", "stopper", "steer",
        "score", "over",
    ),
    reasons=("target", "max_rounds"),
    turn_rule="MW-5",
    variants=(
        {"target": 10},
        {"target": 30, "shout": "random"},
        {"manual_draw": True, "target": 20, "bots": [1]},
        {"max_rounds": 2, "first": 1, "bots": [0, 1]},
        {"target": 300, "max_rounds": 6, "manual_draw": True},
    ),
    thinking=Thinking(
        easy=Level(8, 0.4), medium=Level(40, 0.15), hard=Level(200), expert=Level(1500), depth=10
    ),
)  # fmt: skip
