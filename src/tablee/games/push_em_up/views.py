"""What a seat may know of a position, and the worlds that this allows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from librt.vecs import vec
from mypy_extensions import i64

from tablee.core.bits import BIT
from tablee.core.contract import Table
from tablee.games.push_em_up.actions import CARD_NAMES, COLUMN_NAMES, COPIES, KINDS, VALUES
from tablee.games.push_em_up.position import Position, held
from tablee.games.push_em_up.scoring import NOBODY, best_in, card_points, column_points, sums_in, taker


class Hero(NamedTuple):
    """A hero in a column, and the seat whose hero it is."""

    seat: int
    hero: str


class Column(NamedTuple):
    """A column from the centre of the star outwards, and who would take it as it lies."""

    name: str
    heroes: tuple[Hero, ...]
    sums: tuple[int, ...]  # by seat: total of the values
    best: tuple[int, ...]  # by seat: highest card
    taker: int | None


class PushEmUpView(NamedTuple):
    """What one seat knows. Tuples of tuples go by seat; cards stand in order of their kind."""

    seat: int
    actors: tuple[int, ...]
    phase: str
    options: tuple[tuple[str, object], ...]
    teams: tuple[str, ...]
    round: int
    first: int  # who begins the round
    columns: tuple[Column, ...]  # none before the picks are revealed
    picks: tuple[tuple[str, ...], ...]  # one's own secret picks
    picked: tuple[int, ...]  # how many picks lie face down
    hands: tuple[tuple[str, ...], ...]  # one's own
    hand_sizes: tuple[int, ...]
    pile_sizes: tuple[int, ...]
    unseen: tuple[tuple[str, ...], ...]  # cards that are somewhere face down; one's own: in the pile
    out: tuple[tuple[str, ...], ...]  # eliminated, spent and discarded cards
    column_points: tuple[int, ...]  # of the star as it lies
    card_points: tuple[int, ...]
    totals: tuple[int, ...]  # points of finished rounds


# -- what a seat knows -----------------------------------------------------------------------------


def view_of(position: Position, seat: i64) -> PushEmUpView:
    """PU-5: own hand and picks, of the others only how many; what lies face up is everybody's."""
    seats = range(int(position.seats))
    shown = 0 if position.picking() else int(position.columns)
    return PushEmUpView(
        seat=int(seat),
        actors=tuple(position.actors()),
        phase=phase_of(position),
        options=position.options.pairs,
        teams=tuple(position.team(s) for s in seats),
        round=int(position.round),
        first=int(position.first),
        columns=tuple(column_of(position, c) for c in range(shown)),
        picks=tuple(words(position.picked, s) if s == seat else () for s in seats),
        picked=tuple(int(held(position.picked, s)) for s in seats),
        hands=tuple(words(position.hands, s) if s == seat else () for s in seats),
        hand_sizes=tuple(int(position.hand_sizes[s]) for s in seats),
        pile_sizes=tuple(int(position.pile_sizes[s]) for s in seats),
        unseen=tuple(unseen_of(position, s, seat) for s in seats),
        out=tuple(words(position.out, s) for s in seats),
        column_points=tuple(int(n) for n in column_points(position)),
        card_points=tuple(int(n) for n in card_points(position)),
        totals=tuple(int(n) for n in position.totals),
    )


def phase_of(position: Position) -> str:
    if position.acting == 0:
        return "over"
    return "pick" if position.picking() else "play"


def column_of(position: Position, column: int) -> Column:
    base = int(column * position.depth)
    heroes = [int(position.heroes[base + i]) for i in range(int(position.heights[column]))]
    sums = sums_in(position, column)
    winner = taker(sums)
    return Column(
        name=COLUMN_NAMES[column],
        heroes=tuple(Hero(hero // 10, CARD_NAMES[hero % 10]) for hero in heroes),
        sums=tuple(int(n) for n in sums),
        best=tuple(int(n) for n in best_in(position, column)),
        taker=None if winner == NOBODY else int(winner),
    )


def unseen_of(position: Position, seat: int, viewer: i64) -> tuple[str, ...]:
    """Everybody can tell it: the deck without what lies open (and for the owner without its hand)."""
    if seat == viewer:
        return words(position.piles, seat)
    together = vec[i64]([0] * KINDS)
    for k in range(KINDS):
        i = seat * KINDS + k
        together[k] = position.piles[i] + position.hands[i] + position.picked[i]
    return words(together, 0)


def words(counts: vec[i64], seat: int) -> tuple[str, ...]:
    """The cards that a seat's counts stand for."""
    found: list[str] = []
    for k in range(int(KINDS)):
        found += [CARD_NAMES[k]] * int(counts[seat * KINDS + k])
    return tuple(found)


# -- the worlds that it allows ---------------------------------------------------------------------


def recall_into(position: Position, view: PushEmUpView) -> None:
    """Fill a blank position with all that the view tells; hidden cards go where they may be."""
    for seat in view.actors:
        position.acting |= BIT[seat]
    position.first = view.first
    position.round = view.round
    for s in range(len(view.teams)):
        position.totals[s] = view.totals[s]
        put(position.out, s, view.out[s])
        put(position.piles, s, view.unseen[s])
        if s == view.seat:
            put(position.picked, s, view.picks[s])
            put(position.hands, s, view.hands[s])
        else:
            move(position.piles, position.picked, s, view.picked[s])
            move(position.piles, position.hands, s, view.hand_sizes[s])
    for c, column in enumerate(view.columns):
        for owner, hero in column.heroes:
            position.lay(owner, CARD_NAMES.index(hero), c)
    position.derive()


def put(counts: vec[i64], seat: int, cards: Sequence[str]) -> None:
    for card in cards:
        counts[seat * KINDS + CARD_NAMES.index(card)] += 1


def move(source: vec[i64], to: vec[i64], seat: int, n: int) -> None:
    """Some n of a seat's cards, heroes first."""
    for k in range(KINDS):
        i = seat * KINDS + k
        while n > 0 and source[i] > 0:
            source[i] -= 1
            to[i] += 1
            n -= 1


def reimagine_for(position: Position, seat: i64, table: Table) -> None:
    """Pick and draw again for all seats but this one."""
    for s in range(position.seats):
        if s == seat:
            continue
        if position.picking():
            pick_again(position, s, table)
        elif position.pile_sizes[s] > 0:  # else the whole hand is known
            draw_again(position, s, table)


def pick_again(position: Position, seat: i64, table: Table) -> None:
    """Picks are choices: every lawful sequence of values is as likely as every other."""
    base = seat * KINDS
    n: i64 = 0
    for v in range(VALUES):
        n += position.picked[base + v]
    lawful = False
    while not lawful:
        for v in range(VALUES):
            position.picked[base + v] = 0
        lawful = True
        for _ in range(n):
            value = table.below(VALUES)
            position.picked[base + value] += 1
            if position.picked[base + value] > COPIES:
                lawful = False
    for v in range(VALUES):
        position.piles[base + v] = COPIES - position.picked[base + v]


def draw_again(position: Position, seat: i64, table: Table) -> None:
    """Hands are luck: shuffle the hand into the pile and draw as many cards."""
    size = position.hand_sizes[seat]
    for k in range(KINDS):
        i = seat * KINDS + k
        position.piles[i] += position.hands[i]
        position.hands[i] = 0
    position.pile_sizes[seat] += size
    position.hand_sizes[seat] = 0
    for _ in range(size):
        position.draw_card(seat, table)
