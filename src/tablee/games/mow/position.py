"""Where everything lies in a match of MOW: fields, copies, and how cows move between places.

A set of cows is two bit masks, `ones` and `twos`: bit k of the first says that there is a cow of kind
k, bit k of the second that there are two (games with two decks). Latecomers, up to four of them, fill
bits 46, 47, 48, 49 of `ones` from below. So what a hand may play is `ones & playable`.
"""

from __future__ import annotations

from typing import ClassVar, Final

from librt.vecs import vec
from mypy_extensions import i64

from tablee.core.bits import BIT, copy_into, count, members
from tablee.core.contract import State, Table
from tablee.core.options import Options
from tablee.games.mow.actions import (
    ACROBATS,
    ACROBATS_OF,
    COW_NAMES,
    DECK,
    FARMERS,
    FLIES,
    HIGHER,
    KINDS,
    LATE,
    LATE_BIT,
    LATECOMER,
    LOWER,
    NUMBER,
    ONE_FLY,
    SORT,
    SPECIALS,
    STARTERS,
    STOPPER,
    THREE_FLIES,
    TOP,
    TWO_FLIES,
)

NOBODY: Final[i64] = -1
LATES: Final[i64] = 15 * LATE_BIT  # bits 46 to 49
FIVE_FLIES: Final[i64] = SPECIALS | LATES

# Stages of a match.
SWAPPING: Final[i64] = 0  # MW-27: the first player may swap hands
PLAYING: Final[i64] = 1  # play, take or skip
GIVING: Final[i64] = 2  # MW-42: F3 owes a cow
CLOSING: Final[i64] = 3  # after the cow: draw by hand, bonus, farmers
STEERING: Final[i64] = 4  # MW-47: F8 takes effect
SCORING: Final[i64] = 5  # MW-52: holders of farmers answer; from here on the stables lie open
RACING: Final[i64] = 6  # MW-26: tied seats may shout
OVER: Final[i64] = 7

# What seats were told about other hands in this round: at most five notes (a swap makes two, F2 one,
# F3 two), each a stretch of one vector: see memory.py.
NOTES: Final[i64] = 5
NOTE: Final[i64] = 22


def put(ones: vec[i64], twos: vec[i64], i: i64, cow: i64) -> None:
    """Add a cow to the i-th set."""
    if cow == LATE:
        ones[i] |= (ones[i] & LATES) * 2 | LATE_BIT
    elif ones[i] & BIT[cow] == 0:
        ones[i] |= BIT[cow]
    else:
        twos[i] |= BIT[cow]


def pull(ones: vec[i64], twos: vec[i64], i: i64, cow: i64) -> None:
    """Take a cow that is there out of the i-th set."""
    if cow == LATE:
        lates = ones[i] & LATES
        ones[i] = ones[i] ^ lates | lates // 2 & LATES
    elif twos[i] & BIT[cow] != 0:
        twos[i] ^= BIT[cow]
    else:
        ones[i] ^= BIT[cow]


def merge(ones: vec[i64], twos: vec[i64], i: i64, more_ones: i64, more_twos: i64) -> None:
    """Add a whole set to the i-th set."""
    plain = more_ones & ~LATES
    twos[i] |= more_twos | ones[i] & plain
    ones[i] |= plain
    for _ in range(count(more_ones & LATES)):
        put(ones, twos, i, LATE)


def flies_in(ones: i64, twos: i64) -> i64:
    """The flies of a set of cows."""
    flies = count(ones & ONE_FLY) + 2 * count(ones & TWO_FLIES) + 3 * count(ones & THREE_FLIES)
    flies += 5 * count(ones & FIVE_FLIES)
    if twos != 0:
        flies += count(twos & ONE_FLY) + 2 * count(twos & TWO_FLIES) + 3 * count(twos & THREE_FLIES)
        flies += 5 * count(twos & FIVE_FLIES)
    return flies


def specials_in(ones: i64, twos: i64) -> i64:
    return count(ones & FIVE_FLIES) + count(twos & FIVE_FLIES)


def cow_list(ones: i64, twos: i64) -> list[int]:
    """The kinds of a set, ascending, as often as they are there."""
    found: list[int] = []
    for bit in members(ones & ~LATES):
        found.append(bit)
        if twos & BIT[bit] != 0:
            found.append(bit)
    found += [46] * int(count(ones & LATES))
    return found


def cow_names(ones: i64, twos: i64) -> tuple[str, ...]:
    return tuple(COW_NAMES[cow] for cow in cow_list(ones, twos))


class Position(State):
    """The whole truth; the rules that move it are in rules.py, rounds.py and farmers.py."""

    FIELDS: ClassVar[tuple[str, ...]] = (
        "pile", "left", "hand_ones", "hand_twos", "herd_ones", "herd_twos",
        "stable_ones", "stable_twos", "open_ones", "open_twos", "lost",
        "barn", "spent", "held", "totals", "gains", "answers", "rounds",
        "stage", "current", "direction", "herd", "taken", "bonus", "owed", "missed",
        "steering", "rested", "named", "called", "warned", "barred", "skips", "skipped", "tied",
        "shouted", "partner", "before", "strays", "specials", "calm", "notes", "noted", "pair", "shown",
    )  # fmt: skip
    BAGS: ClassVar[tuple[str, ...]] = ("pile",)

    def __init__(self, seats: int, options: Options) -> None:
        super().__init__(seats, options)
        self.everyone: i64 = BIT[seats] - 1
        self.decks: i64 = 2 if seats > 5 else 1  # MW-2
        self.cows: i64 = DECK * self.decks
        self.herds: i64 = 3 if seats == 2 else 1  # MW-30
        self.target: i64 = options.number("target")
        self.max_rounds: i64 = options.number("max_rounds")
        self.race: bool = options.word("shout") == "race"
        self.bots: i64 = 0
        for bot in options.seats("bots"):
            self.bots |= BIT[bot]
        # MW-13: the seats whose draw is an action of their own.
        self.by_hand: i64 = self.everyone & ~self.bots if options.flag("manual_draw") else 0

        # Cows: the pile, hands, herds, stables, what lies openly discarded, and what F9 took unseen.
        self.pile = vec[i64]([-1] * int(self.cows))
        self.left: i64 = 0
        self.hand_ones = vec[i64]([0] * seats)
        self.hand_twos = vec[i64]([0] * seats)
        self.herd_ones = vec[i64]([0] * int(self.herds))
        self.herd_twos = vec[i64]([0] * int(self.herds))
        self.stable_ones = vec[i64]([0] * seats)
        self.stable_twos = vec[i64]([0] * seats)
        self.open_ones = vec[i64]([0])
        self.open_twos = vec[i64]([0])
        self.lost = vec[i64]([-1] * seats)

        # Farmers as masks: to be drawn, discarded, held.
        self.barn: i64 = BIT[FARMERS] - 1
        self.spent: i64 = 0
        self.held = vec[i64]([0] * seats)

        self.totals = vec[i64]([0] * seats)
        self.gains = vec[i64]([0] * seats)  # flies of the last scored round
        self.answers = vec[i64]([0] * seats)  # MW-52: 0 none yet, 1 count all, 2… ignore a category
        self.rounds: i64 = 0

        # The turn.
        self.stage: i64 = PLAYING
        self.current: i64 = 0
        self.direction: i64 = 1  # MW-5: left is towards the next seat number
        self.herd: i64 = 0  # the herd to play on
        self.taken: bool = False
        self.bonus: i64 = 0  # the sort of the special cow whose bonus is open
        self.owed: i64 = 0  # draws that are due in this turn
        self.missed = vec[i64]([0] * seats)
        self.steering: bool = False  # F8 was played in this turn
        self.rested: bool = False  # F4 was played in this turn
        self.named: i64 = NOBODY  # the seat, or with two players the herd, that is next
        self.called: i64 = NOBODY  # the name that brought this turn about
        self.warned: bool = False  # F1 was played in this turn
        self.barred: bool = False  # F1 holds in this turn
        self.skips: i64 = 0  # MW-19: in a row,
        self.skipped: i64 = 0  # and whose
        self.tied: i64 = 0  # MW-26: the seats with the most flies,
        self.shouted: bool = False  # and whether this round's starter shouted
        self.partner: i64 = NOBODY  # MW-42: who gets a cow back,
        self.before: i64 = PLAYING  # and the stage to which F3 returns

        # What can be known about hands: at least so many cows of each hand are strays, specials, calm.
        self.strays = vec[i64]([0] * seats)
        self.specials = vec[i64]([0] * seats)
        self.calm = vec[i64]([0] * seats)
        self.notes = vec[i64]([-1] * int(NOTES * NOTE))
        self.noted: i64 = 0
        self.pair = vec[i64]([-1, -1])  # the seats of this round's F3

        # MW-52: hands and stables at the end of the last round, which everybody saw: for each seat the
        # masks of its hand and of its whole stable.
        self.shown = vec[i64]([0] * (4 * seats))

        # Derived from the herds.
        self.low = vec[i64]([0] * int(self.herds))
        self.high = vec[i64]([0] * int(self.herds))
        self.gaps = vec[i64]([0] * int(self.herds))  # MW-16: missing numbers less latecomers
        self.playable = vec[i64]([STARTERS] * int(self.herds))
        self.herd_flies = vec[i64]([0] * int(self.herds))
        # Whether anything can be known about hands: only then is there something to keep up to date.
        self.hinted: bool = False

        # Room to work in: cows and hand sizes while a world is imagined, weights of actions, scores.
        self.loose_cows = vec[i64]([0] * int(self.cows))
        self.sizes = vec[i64]([0] * seats)
        self.weights = vec[i64]([0] * 160)
        self.scores = vec[i64]([0] * seats)
        self.burden = vec[float]([0.0] * seats)

    # -- the herds ---------------------------------------------------------------------------------

    def join(self, h: i64, cow: i64) -> None:
        """Add a cow to a herd, and see what may follow (MW-6, MW-8, MW-14 to MW-16)."""
        empty = self.herd_ones[h] == 0
        put(self.herd_ones, self.herd_twos, h, cow)
        self.herd_flies[h] += FLIES[cow]
        sort = SORT[cow]
        if sort <= STOPPER:
            number = NUMBER[cow]
            if empty:
                self.low[h] = number
                self.high[h] = number
                self.playable[h] = 0
            elif number < self.low[h]:
                self.gaps[h] += self.low[h] - number - 1
                self.low[h] = number
            else:
                self.gaps[h] += number - self.high[h] - 1
                self.high[h] = number
            acrobats = self.playable[h] & ACROBATS | ACROBATS_OF[number]
            self.playable[h] = LOWER[self.low[h]] | HIGHER[self.high[h]] | acrobats
        elif sort == LATECOMER:
            self.gaps[h] -= 1
            self.playable[h] &= ~LATE_BIT
        if self.gaps[h] > 0:
            self.playable[h] |= LATE_BIT

    def clear_herd(self, h: i64) -> None:
        self.herd_ones[h] = 0
        self.herd_twos[h] = 0
        self.low[h] = 0
        self.high[h] = 0
        self.gaps[h] = 0
        self.playable[h] = STARTERS
        self.herd_flies[h] = 0

    def move_herd(self, h: i64, ones: vec[i64], twos: vec[i64], i: i64) -> i64:
        """Add a whole herd to the i-th set, and say how many cows that were."""
        herd_ones = self.herd_ones[h]
        herd_twos = self.herd_twos[h]
        n = count(herd_ones) + count(herd_twos)
        merge(ones, twos, i, herd_ones, herd_twos)
        self.clear_herd(h)
        return n

    # -- the pile and the hands --------------------------------------------------------------------

    def draw_cow(self, table: Table) -> i64:
        return self.take_cow(table.below(self.left))

    def take_cow(self, at: i64) -> i64:
        """Take one cow out of the pile; the last one fills its place."""
        cow = self.pile[at]
        self.left -= 1
        self.pile[at] = self.pile[self.left]
        self.pile[self.left] = NOBODY
        return cow

    def return_cow(self, cow: i64) -> None:
        self.pile[self.left] = cow
        self.left += 1

    def hand_size(self, seat: i64) -> i64:
        return count(self.hand_ones[seat]) + count(self.hand_twos[seat])

    def hand(self, seat: i64) -> list[int]:
        return cow_list(self.hand_ones[seat], self.hand_twos[seat])

    def hand_names(self, seat: i64) -> tuple[str, ...]:
        return cow_names(self.hand_ones[seat], self.hand_twos[seat])

    def gather(self) -> None:
        """MW-4: all cows form a new pile."""
        for s in range(self.seats):
            self.hand_ones[s] = 0
            self.hand_twos[s] = 0
            self.stable_ones[s] = 0
            self.stable_twos[s] = 0
            self.lost[s] = NOBODY
        for h in range(self.herds):
            self.clear_herd(h)
        self.open_ones[0] = 0
        self.open_twos[0] = 0
        i: i64 = 0
        for _ in range(self.decks):
            for cow in range(DECK):
                self.pile[i] = cow if cow < KINDS else LATE
                i += 1
        self.left = self.cows

    # -- copies ------------------------------------------------------------------------------------

    def census(self) -> dict[str, int]:
        cows = [0] * 47
        for i in range(self.left):
            cows[self.pile[i]] += 1
        places = [
            (self.hand_ones, self.hand_twos),
            (self.herd_ones, self.herd_twos),
            (self.stable_ones, self.stable_twos),
            (self.open_ones, self.open_twos),
        ]
        for ones, twos in places:
            for at in range(len(ones)):
                for cow in cow_list(ones[at], twos[at]):
                    cows[cow] += 1
        for s in range(self.seats):
            if self.lost[s] >= 0:
                cows[self.lost[s]] += 1
        found = {f"cow {COW_NAMES[cow]}": cows[cow] for cow in range(47)}
        found["flies"] = sum(cows[cow] * int(FLIES[cow]) for cow in range(47))
        farmers = self.barn | self.spent
        n = count(self.barn) + count(self.spent)
        for s in range(self.seats):
            farmers |= self.held[s]
            n += count(self.held[s])
        found["farmers"] = int(n)
        found["different farmers"] = int(count(farmers))
        return found

    def set_from(self, other: State) -> None:
        assert isinstance(other, Position)
        self.acting = other.acting
        # Beyond `left` both piles are empty places.
        most = other.left if other.left > self.left else self.left
        for i in range(most):
            self.pile[i] = other.pile[i]
        self.left = other.left
        copy_into(self.hand_ones, other.hand_ones)
        copy_into(self.hand_twos, other.hand_twos)
        copy_into(self.herd_ones, other.herd_ones)
        copy_into(self.herd_twos, other.herd_twos)
        copy_into(self.stable_ones, other.stable_ones)
        copy_into(self.stable_twos, other.stable_twos)
        self.open_ones[0] = other.open_ones[0]
        self.open_twos[0] = other.open_twos[0]
        copy_into(self.lost, other.lost)
        self.barn = other.barn
        self.spent = other.spent
        copy_into(self.held, other.held)
        copy_into(self.totals, other.totals)
        copy_into(self.gains, other.gains)
        copy_into(self.answers, other.answers)
        self.rounds = other.rounds
        self.stage = other.stage
        self.current = other.current
        self.direction = other.direction
        self.herd = other.herd
        self.taken = other.taken
        self.bonus = other.bonus
        self.owed = other.owed
        copy_into(self.missed, other.missed)
        self.steering = other.steering
        self.rested = other.rested
        self.named = other.named
        self.called = other.called
        self.warned = other.warned
        self.barred = other.barred
        self.skips = other.skips
        self.skipped = other.skipped
        self.tied = other.tied
        self.shouted = other.shouted
        self.partner = other.partner
        self.before = other.before
        if self.hinted or other.hinted:
            copy_into(self.strays, other.strays)
            copy_into(self.specials, other.specials)
            copy_into(self.calm, other.calm)
            copy_into(self.notes, other.notes)
            self.noted = other.noted
            copy_into(self.pair, other.pair)
            self.hinted = other.hinted
        copy_into(self.shown, other.shown)
        copy_into(self.low, other.low)
        copy_into(self.high, other.high)
        copy_into(self.gaps, other.gaps)
        copy_into(self.playable, other.playable)
        copy_into(self.herd_flies, other.herd_flies)

    def derive(self) -> None:
        for h in range(self.herds):
            cows = cow_list(self.herd_ones[h], self.herd_twos[h])
            self.clear_herd(h)
            # Numbers first: acrobats and latecomers need them.
            cows.sort(key=by_number)
            for cow in cows:
                self.join(h, cow)
        self.hinted = self.noted > 0 or self.pair[0] >= 0
        for s in range(self.seats):
            if self.strays[s] > 0 or self.specials[s] > 0 or self.calm[s] > 0:
                self.hinted = True


def by_number(cow: int) -> int:
    return int(NUMBER[cow]) if SORT[cow] <= STOPPER else int(TOP) + 1


def random_cow(position: Position, seat: i64, table: Table) -> i64:
    """One cow of a hand that holds some, each as likely as the other."""
    cows = position.hand(seat)
    return cows[table.below(len(cows))]
