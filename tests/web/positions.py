"""Seeded positions of every game, seats and phase, the most crowded, as a server would tell them."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from tablee.bots.greedy import GreedyBot
from tablee.core.contract import SPECTATOR, Table
from tablee.core.tables import LabTable
from tablee.games import game as game_by_name
from tablee.games.mow.events import Scored
from tablee.server import entries as e
from tablee.server import messages
from tablee.server.room import PLAYING, Room

NAMES = (
    "Mamie Jacqueline",
    "Maximilien",
    "Zoé",
    "Tante Marguerite",
    "Jean-Baptiste",
    "Oncle Théodore",
    "Anne-Charlotte",
    "Papi Bernard",
    "Élisabeth",
    "Guillaume",
)
MATCHES = 400  # of each case, at most
MOVES = 25_000  # of each case, after which no other match begins
LINES = 40  # of what was heard; more only takes longer
NEVER = {"megabou": {"devour"}}  # phases that no match comes to; only positions laid by hand
NOW = 1_794_800_000_000
WATCHING = "watch"  # the phase of who only looks on
COUNTED = {"mow": "counted"}  # the moment after a round was scored, where its count stays open


class Case(NamedTuple):
    """One way to lay a table: what follows is not the same picture with other numbers."""

    game: str
    seats: int
    variant: str
    options: tuple[tuple[str, Any], ...]

    def __str__(self) -> str:
        return "-".join(filter(None, (self.game, str(self.seats), self.variant)))


class Position(NamedTuple):
    """A moment of a match, from the eyes of a seat (None: of who only watches)."""

    phase: str
    seat: int | None
    info: dict[str, Any]
    told: dict[str, Any]


# Besides what is played if nothing is said: options that change what is seen, and for how many.
VARIANTS: dict[str, dict[str, tuple[dict[str, Any], tuple[int, ...]]]] = {
    "super_miaou": {"mouseless": ({"mice": False}, (4,))},
    "meowtopia": {"double": ({"double_jobs": True}, (4,))},
    "push_em_up": {
        "apocalypse": ({"apocalypse": True}, (2, 3, 4)),
        "tournament": ({"tournament": True, "target": 2000, "max_rounds": 3}, (2, 4)),
        "fierce": ({"fierce": True, "apocalypse": True}, (4,)),
    },
    "megabou": {},
    "mow": {"manual": ({"manual_draw": True}, (2, 10))},
}


def cases(game: str) -> list[Case]:
    """Every number of seats; the variants beside them."""
    rules = game_by_name(game)
    plain = [Case(game, seats, "", ()) for seats in range(rules.fewest, rules.most + 1)]
    return plain + [
        Case(game, n, name, tuple(given.items()))
        for name, (given, seats) in VARIANTS[game].items()
        for n in seats
    ]


def crowded(game: str) -> Case:
    """As many as the game takes."""
    return max((each for each in cases(game) if not each.variant), key=lambda each: each.seats)


def phases(game: str) -> list[str]:
    """All that a seat can be asked, as the game's texts name it, and what is seen besides."""
    prefix = "phase."
    known = game_by_name(game).texts().tables["en"]
    asked = [key.removeprefix(prefix) for key in known if key.startswith(prefix)]
    return [*asked, WATCHING, *([COUNTED[game]] if game in COUNTED else [])]


# -- how much lies on a table ----------------------------------------------------------------------


def crowd_in_super_miaou(view: Any) -> int:
    return int(sum(len(place.machine) + place.backpack for place in view.places))


def crowd_in_meowtopia(view: Any) -> int:
    own = view.boards[max(view.seat, 0)]
    rest = sum(len(board.fields) + len(board.sticks) + len(board.merchants) for board in view.boards)
    return int(rest) + 3 * int(len(own.fields) + sum(own.awake) + sum(own.asleep) + len(own.merchants))


def crowd_in_push(view: Any) -> int:
    long = max((len(column.heroes) for column in view.columns), default=0)
    return 6 * long + sum(len(column.heroes) for column in view.columns) + int(sum(view.hand_sizes))


def crowd_in_megabou(view: Any) -> int:
    own = view.loose[max(view.seat, 0)]
    return int(3 * sum(own) + sum(map(sum, view.loose)) + sum(map(sum, view.trophies)))


def crowd_in_mow(view: Any) -> int:
    return 4 * sum(map(len, view.herds)) + len(view.hand) + 2 * len(view.farmers)


CROWDS: dict[str, Callable[[Any], int]] = {
    "super_miaou": crowd_in_super_miaou,
    "meowtopia": crowd_in_meowtopia,
    "push_em_up": crowd_in_push,
    "megabou": crowd_in_megabou,
    "mow": crowd_in_mow,
}


# -- playing ---------------------------------------------------------------------------------------


def person(seat: int) -> str:
    return f"{seat + 1:032x}"


def dealt(case: Case, seed: int) -> Room:
    """A room of people with long names; the last of several is a bot. The seed is the luck."""
    room = Room()
    table = f"{seed + 1:032x}"
    people = range(case.seats if case.seats == 2 else case.seats - 1)
    room.fold(
        e.Created(
            at=NOW,
            by=person(0),
            table=table,
            game=case.game,
            options=dict(case.options),
            places=[
                e.Place("person", person(seat), NAMES[seat])
                if seat in people
                else e.Place("bot", level="medium")
                for seat in range(case.seats)
            ],
            clock=e.Clock(),
            listed=False,
            host=person(0),
            rules_version=game_by_name(case.game).version,
            rng_version=1,
            server=e.Secret(f"{seed:064x}"),
            commitment="0" * 64,
        )
    )
    for seat in people:
        room.fold(e.Sat(at=NOW, by=person(seat), seat=seat, name=NAMES[seat], commitment="0" * 64))
    room.fold(e.Started(at=NOW, by=person(0)))
    for seat in people:
        room.fold(e.Revealed(at=NOW, by=person(seat), share=e.Secret("0" * 64)))
    return room


# What somebody does first, to get where chance never comes: a large family of several colours.
EAGER: dict[str, tuple[str, ...]] = {
    "meowtopia": (
        *("take recruit", "choose recruit", "take food", "choose food", "choose fields"),
        *("wake", "send", "engage worker", "follow", "feed 0", "keep", "field", "stick"),
    ),
}


class Hand:
    """Chooses moves: at random, mostly the first or the last there is, what looks best, or eagerly."""

    def __init__(self, case: Case, seed: int) -> None:
        self.style = seed % 5
        self.eager = EAGER.get(case.game, ())
        self.all_are = seed % 4 == 1  # eager
        self.luck: Table = LabTable(seed * 2 + 1)
        self.greedy = GreedyBot(game_by_name(case.game), self.luck, worlds=1)

    def choose(self, room: Room, seat: int) -> str:
        choices = room.choices(seat)
        if self.style in (1, 2) and self.luck.below(10) > 0:
            return choices[0 if self.style == 1 else -1]
        if self.style == 4 and (seat == 0 or self.all_are) and self.luck.below(10) > 0:
            for wanted in self.eager:
                fitting = [choice for choice in choices if choice.startswith(wanted)]
                if fitting:
                    return fitting[-1]
        if self.style == 3 and len(choices) > 1 and room.match is not None:
            number = self.greedy.choose(room.match.state.view(seat))
            return choices[room.numbers[seat].index(number)]
        return choices[self.luck.below(len(choices))]


def matches(case: Case) -> Iterator[Room]:
    """Rooms at each of their moments: all of a match, then the next one."""
    moves = 0
    for seed in range(MATCHES):
        room, hand = dealt(case, seed), Hand(case, seed)
        while room.phase == PLAYING:
            yield room
            acting = room.acting()
            seat = acting[hand.luck.below(len(acting))]
            way = "medium" if room.chairs[seat].kind == "bot" else ""
            room.fold(e.Moved(at=NOW, seat=seat, action=hand.choose(room, seat), way=way))
            moves += 1
        yield room
        if moves > MOVES:
            return


def moment(room: Room, phase: str, audience: int, since: int | None = None) -> Position:
    """As told anew, or (`since`) to who has heard so many events before."""
    here = {chair.person for chair in room.chairs}
    told = json.loads(messages.told(room, audience, since))
    if since is None:
        del told["events"][:-LINES]
    return Position(
        phase,
        None if audience == SPECTATOR else audience,
        json.loads(messages.table_info(room, here, 1, NOW)),
        told,
    )


class Kept:
    """The best of each phase so far, by a rank that grows."""

    def __init__(self) -> None:
        self.ranks: dict[str, tuple[int, ...]] = {}
        self.found: dict[str, Position] = {}

    def offer(
        self, room: Room, phase: str, seat: int, rank: tuple[int, ...], since: int | None = None
    ) -> None:
        if phase not in self.ranks or rank > self.ranks[phase]:
            self.ranks[phase] = rank
            self.found[phase] = moment(room, phase, seat, since)


@functools.cache
def positions(case: Case) -> tuple[Position, ...]:
    """The most crowded of every phase that was met, before seat 0 if it ever was there.

    Where another position of the phase has more choices, that one too, as `phase+`.
    """
    crowd = CROWDS[case.game]
    kept = Kept()
    heard = 0  # by seat 0, a move before; more than there is yet in the match that begins
    for room in matches(case):
        assert room.match is not None
        state = room.match.state
        since, heard = heard, len(room.heard[0])
        if room.phase != PLAYING:
            view = state.view(0)
            kept.offer(room, "over", 0, (crowd(view),))
            continue
        acting = room.acting()
        # Who has to see the herd at once sees no count.
        if 0 not in acting and any(isinstance(each, Scored) for each in room.heard[0][since:]):
            opened = sum(map(len, state.view(0).last_stables))
            kept.offer(room, COUNTED[case.game], 0, (opened,), since)
        seat = 0 if 0 in acting else acting[0]
        if seat and f"{state.view(seat).phase}+" in kept.ranks:
            continue
        view = state.view(seat)
        lies, choices = crowd(view), len(room.choices(seat))
        kept.offer(room, view.phase, seat, (int(seat == 0), lies, choices))
        kept.offer(room, f"{view.phase}+", seat, (int(seat == 0), choices, lies))
        kept.offer(room, WATCHING, SPECTATOR, (lies,))
    order = [name for phase in phases(case.game) for name in (phase, f"{phase}+")]
    chosen = [kept.found[name] for name in order if name in kept.found]
    return tuple(
        each
        for each in chosen
        if not each.phase.endswith("+") or each.told != kept.found[each.phase[:-1]].told
    )
