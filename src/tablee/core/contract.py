"""The contract: what every game answers, and all that the rest of Tablée may ask. Read this first.

A *game* says what can be configured and which verbs exist, and sets up a *state*. A state is the
whole truth of one match and knows its rules: who may act, what is legal, why something is not, what
an action does, what a seat may know. Luck comes from a *table*, and news goes to it. Bots, clients
and logs never get a state: they get *views* and *events*.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar, Final, NamedTuple, Protocol, TypeAlias

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from tablee.core.bits import members
from tablee.core.errors import BadSeats
from tablee.core.notation import Verbs
from tablee.core.options import Option, Options
from tablee.core.texts import CORE, Said, Texts, load
from tablee.core.thinking import Thinking

# Whose view: a seat, or this for somebody who only watches.
SPECTATOR: Final[i64] = -1

# Events are NamedTuples, declared in a game's events.py; their fields are plain values.
Event: TypeAlias = tuple[object, ...]


class View(Protocol):
    """What one seat may know: a NamedTuple of plain values that begins with these fields."""

    @property
    def seat(self) -> int: ...

    @property
    def actors(self) -> tuple[int, ...]: ...

    @property
    def phase(self) -> str: ...


class Outcome(NamedTuple):
    """How a match ended: each seat's score and rank (1 is best, ties share), and why (a text key)."""

    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    reason: str

    def winners(self) -> list[int]:
        return [seat for seat, rank in enumerate(self.ranks) if rank == 1]


def ranked(scores: Sequence[int], reason: str, *, low_wins: bool = False) -> Outcome:
    """An outcome by score; a tie is shared (ALL-2)."""
    signed = [-score if low_wins else score for score in scores]
    ranks = tuple(1 + sum(other > score for other in signed) for score in signed)
    return Outcome(tuple(scores), ranks, reason)


# What bots play for: to win, and a little to come out before others.
WIN: Final = 0.8


def prizes(scores: vec[i64], seats: i64, out: vec[float]) -> None:
    """Give each seat its worth of a finished match: most points win, ties share."""
    best = scores[0]
    for seat in range(1, seats):
        best = max(best, scores[seat])
    winners = 0.0
    for seat in range(seats):
        if scores[seat] == best:
            winners += 1.0
    for seat in range(seats):
        mine = scores[seat]
        beaten = 0.0
        for other in range(seats):
            if scores[other] < mine:
                beaten += 1.0
            elif scores[other] == mine and other != seat:
                beaten += 0.5
        out[seat] = (1.0 - WIN) * beaten / float(seats - 1)
        if mine == best:
            out[seat] += WIN / winners


class Actions:
    """A buffer of actions that callers reuse from move to move."""

    def __init__(self, size: int) -> None:
        self.n: i64 = 0
        self.at = vec[i64]([0] * size)

    def add(self, action: i64) -> None:
        self.at[self.n] = action
        self.n += 1

    def to_list(self) -> list[int]:
        return [self.at[i] for i in range(self.n)]


@mypyc_attr(allow_interpreted_subclasses=True)
class Table(ABC):
    """Where luck comes from and where news goes."""

    def __init__(self) -> None:
        # Whether anybody listens: rules make events only then.
        self.heard: bool = False

    @abstractmethod
    def below(self, n: i64) -> i64:
        """A number from 0 to n − 1, all equally likely: the only source of chance."""

    def tell(self, event: Event) -> None:
        """Everybody hears the event."""

    def whisper(self, seats: tuple[int, ...], event: Event, others: Event | None) -> None:
        """These seats hear the event; everybody else hears `others`, or nothing."""


@mypyc_attr(allow_interpreted_subclasses=True)
class State(ABC):
    """The whole truth of one match, and its rules. Never shown to anybody."""

    # Every attribute that a position consists of: whole numbers, truth values and vectors of numbers.
    # What is derived from them (caches) stays out and is made again by `derive`.
    FIELDS: ClassVar[tuple[str, ...]] = ()
    # Those of them that are unordered bags: vectors whose order means nothing, free places −1.
    BAGS: ClassVar[tuple[str, ...]] = ()

    def __init__(self, seats: int, options: Options) -> None:
        self.seats: i64 = seats
        self.options = options
        # The seats that may act now, as a bit mask; several decide each on their own. 0: it is over.
        self.acting: i64 = 0

    def actors(self) -> list[int]:
        return members(self.acting)

    @abstractmethod
    def legal(self, seat: i64, out: Actions) -> None:
        """Fill `out` with what the seat may do, ascending: something for an actor, else nothing.

        Depends on what that seat knows alone.
        """

    @abstractmethod
    def refusal(self, seat: i64, action: i64) -> str | None:
        """Why the seat may not do that: a rule id, or a rule id and a case (`MT-23/gold`).

        The rule book clause by clause, slow and plain, without the help of `legal`; None when
        nothing speaks against it. Called for actors only; says nothing that the seat may not know.
        """

    @abstractmethod
    def apply(self, seat: i64, action: i64, table: Table) -> None:
        """Do it, unchecked; events only if `table.heard`."""

    @abstractmethod
    def view(self, seat: i64) -> View:
        """What the seat (or SPECTATOR) knows: built field by field from what it may know."""

    @abstractmethod
    def reimagine(self, seat: i64, table: Table) -> None:
        """Draw anew all that the seat cannot see, uniformly over the worlds that its view allows."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """The result, or None while somebody may act."""

    @abstractmethod
    def census(self) -> dict[str, int]:
        """How many of each component there are, wherever they lie: never changes (ALL-5)."""

    @abstractmethod
    def blank(self) -> State:
        """A new state of the same class, seats and options, to be filled by `set_from`."""

    @abstractmethod
    def set_from(self, other: State) -> None:
        """Become a copy of another state of the same match; shares nothing that changes."""

    def copy(self) -> State:
        copied = self.blank()
        copied.set_from(self)
        return copied

    def derive(self) -> None:
        """Make again what is derived from FIELDS."""

    def waiting(self) -> str | None:
        """The rule that makes the others wait now, where it is not the order of turns."""
        return None

    # -- what bots may ask of an imagined world; every game works without answers of its own ---------

    def instinct(self, seat: i64, legal: Actions, table: Table) -> i64:
        """A quick and plausible one of these actions, as rollouts play it: any, if not said better."""
        return legal.at[table.below(legal.n)]

    def prospects(self, out: vec[float]) -> None:
        """How well each seat does, from 0 to 1: what came out, or before the end an estimate."""
        ended = self.outcome()
        if ended is None:
            for seat in range(self.seats):
                out[seat] = 1.0 / float(self.seats)
        else:
            prizes(vec[i64]([-rank for rank in ended.ranks]), self.seats, out)

    def chapter(self) -> i64:
        """A number that changes where looking ahead should stop, such as a new deal."""
        return 0


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(ABC):
    """One game: its name, options, verbs and texts, and how a match of it begins."""

    def __init__(
        self,
        *,
        name: str,
        prefix: str,
        package: str,
        seats: tuple[int, int],
        options: Sequence[Option],
        verbs: Verbs,
        events: Sequence[type],
        phases: Sequence[str],
        reasons: Sequence[str],
        turn_rule: str,
        variants: Sequence[Mapping[str, object]] = (),
        shows: Sequence[type] | None = None,
        secret: Sequence[str] = (),
        version: int = 1,
        thinking: Thinking = Thinking(),  # noqa: B008 (never changes)
    ) -> None:
        self.name = name
        self.prefix = prefix  # of its rule ids
        self.package = package  # where its texts/ and README are
        self.fewest, self.most = seats
        self.options = tuple(options)
        self.verbs = verbs
        self.events = tuple(events)
        self.phases = tuple(phases)  # what View.phase can be; texts `phase.…` are the prompts
        self.reasons = tuple(reasons)  # what Outcome.reason can be
        self.turn_rule = turn_rule  # cited when a seat acts out of turn
        self.variants = ({}, *variants)  # sets of options that are worth testing
        # Events that turn up for everybody what was hidden, so that no move which does can be undone;
        # a game that does not say (None) has no undo.
        self.shows = None if shows is None else tuple(shows)
        self.secret = tuple(secret)  # verbs by which several choose in secret at the same time
        self.version = version  # of the rules: saved matches name it
        self.thinking = thinking  # what suits bots
        self.loaded: Texts | None = None

    @abstractmethod
    def setup(self, seats: int, options: Options, table: Table) -> State:
        """The first position; everything was checked by `check`."""

    @abstractmethod
    def recall(self, view: View) -> State:
        """A state with all that the view tells; what it hides is filled in some lawful way."""

    @abstractmethod
    def bound(self, seats: int, options: Options) -> int:
        """No match has more actions than this."""

    def forbid(self, seats: int, options: Options) -> None:
        """Refuse options that do not go together (raises BadOption)."""

    def sides(self, seats: int) -> tuple[tuple[int, ...], ...]:
        """The seats that win and lose together: each on its own, unless the game has partners."""
        return tuple((seat,) for seat in range(seats))

    def because(self, view: View, action: int) -> Said | None:
        """Why a legal action is a good one for the seat of the view: a text and its values, or nothing.

        Only what the view and the rules make certain, and what speaks for this action rather than for
        others; it never depends on how `recall` filled in what the view hides.
        """
        return None

    def imagine(self, view: View, table: Table) -> State:
        """A possible truth, uniform over what the view allows; takes no state, so it cannot peek."""
        state = self.recall(view)
        state.reimagine(view.seat, table)
        return state

    def check(self, seats: object, given: Mapping[str, object]) -> Options:
        """Read the options of a match, or refuse them before anything is dealt (ALL-3).

        Anything may be given for `seats`: compiled code would refuse a wrong type in its own words.
        """
        if isinstance(seats, bool) or not isinstance(seats, int):
            raise self.bad_seats(seats)
        if not self.fewest <= seats <= self.most:
            raise self.bad_seats(seats)
        options = Options(self.options, given, seats)
        self.forbid(seats, options)
        return options

    def bad_seats(self, given: object) -> BadSeats:
        return BadSeats(
            game=Said("game.name"),
            low=self.fewest,
            high=self.most,
            seats_given=repr(given)[:40],
            texts=self.texts(),
        )

    def texts(self) -> Texts:
        if self.loaded is None:
            self.loaded = load(self.package, CORE)
        return self.loaded

    def actions(self) -> Actions:
        """A buffer large enough for this game."""
        return Actions(self.verbs.size)
