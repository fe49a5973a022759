"""What a seat knows of a game of Megabou: all but the secret colours of the others (MB-3, MB-4)."""

from __future__ import annotations

from typing import NamedTuple

from mypy_extensions import i64

from tablee.core.bits import BIT
from tablee.core.contract import Table
from tablee.games.megabou.actions import (
    CARD_NAMES,
    CELLS,
    COLOUR_NAMES,
    COLOURS,
    DIRECTION_NAMES,
    DIRECTIONS,
    NEXT,
    NOTHING,
    PLANET_KINDS,
)
from tablee.games.megabou.position import MOVING, Position, card_words, minibou_words

# By stage; the end comes last.
PHASES = ("move", "devour", "keep", "steal", "over")


class Target(NamedTuple):
    """Where a direction takes the Megabou."""

    direction: str
    cell: int


class MegabouView(NamedTuple):
    """What one seat knows. The galaxy is read row by row."""

    seat: int
    actors: tuple[int, ...]
    phase: str
    options: tuple[tuple[str, object], ...]
    teams: tuple[tuple[int, ...], ...]  # the seats whose points are added up
    need: int  # Minibous of one colour that devour a planet
    cards: tuple[str, ...]
    flipped: tuple[bool, ...]
    minibous: tuple[str, ...]  # the colour on each card, "" for none
    megabou: int
    targets: tuple[Target, ...]  # what the Megabou can reach, when it is to move
    colours: tuple[str, ...]  # the order of all counts
    loose: tuple[tuple[int, ...], ...]
    trophies: tuple[tuple[int, ...], ...]
    box: tuple[int, ...]
    secrets: tuple[str, ...]  # one's own, and at the end everybody's; "" if unknown
    points: tuple[int | None, ...]  # of those whose secret colour is known
    steal_due: bool  # once the devouring is done


def view_of(position: Position, seat: i64) -> MegabouView:
    over = position.acting == 0
    seats = range(int(position.seats))
    known = [over or s == seat for s in seats]
    return MegabouView(
        seat=int(seat),
        actors=tuple(position.actors()),
        phase="over" if over else PHASES[position.stage],
        options=position.options.pairs,
        teams=teams(int(position.seats)),
        need=int(position.need),
        cards=card_words(position),
        flipped=tuple(is_flipped(position, cell) for cell in range(CELLS)),
        minibous=minibou_words(position),
        megabou=int(position.megabou),
        targets=() if over or position.stage != MOVING else targets(position),
        colours=COLOUR_NAMES,
        loose=tuple(tuple(int(position.loose[s * 5 + c]) for c in range(5)) for s in seats),
        trophies=tuple(tuple(int(position.trophies[s * 5 + c]) for c in range(5)) for s in seats),
        box=tuple(int(position.box[c]) for c in range(5)),
        secrets=tuple(COLOUR_NAMES[position.secrets[s]] if known[s] else "" for s in seats),
        points=tuple(int(position.points(s)) if known[s] else None for s in seats),
        steal_due=position.hole,
    )


def teams(seats: int) -> tuple[tuple[int, ...], ...]:
    """MB-18: at four, those who face each other play together."""
    return ((0, 2), (1, 3)) if seats == 4 else tuple((s,) for s in range(seats))


def is_flipped(position: Position, cell: i64) -> bool:
    card = position.cards[cell]
    return card < PLANET_KINDS and position.planets[card] & BIT[cell] == 0


def targets(position: Position) -> tuple[Target, ...]:
    found: list[Target] = []
    for direction in range(DIRECTIONS):
        cell = first_minibou(position, direction)
        if cell != NOTHING:
            found.append(Target(DIRECTION_NAMES[direction], int(cell)))
    return tuple(found)


def first_minibou(position: Position, direction: i64) -> i64:
    """MB-5: the first cell with a Minibou in that direction, or NOTHING."""
    cell = NEXT[position.megabou * DIRECTIONS + direction]
    while cell != NOTHING and position.swarm & BIT[cell] == 0:
        cell = NEXT[cell * DIRECTIONS + direction]
    return cell


def remember(position: Position, view: MegabouView) -> None:
    """Fill a position with all that a view tells; secrets that it hides become any that are left."""
    for cell in range(CELLS):
        card = CARD_NAMES.index(view.cards[cell])
        position.cards[cell] = card
        if card < PLANET_KINDS and not view.flipped[cell]:
            position.planets[card] |= BIT[cell]
        if view.minibous[cell]:
            position.gems[COLOUR_NAMES.index(view.minibous[cell])] |= BIT[cell]
    position.megabou = view.megabou
    unseen = [c for c in (0, 1, 3, 4) if COLOUR_NAMES[c] not in view.secrets]
    for s, secret in enumerate(view.secrets):
        position.secrets[s] = COLOUR_NAMES.index(secret) if secret else unseen.pop()
        for c in range(COLOURS):
            position.loose[s * COLOURS + c] = view.loose[s][c]
            position.trophies[s * COLOURS + c] = view.trophies[s][c]
    for c in range(COLOURS):
        position.box[c] = view.box[c]
    position.stage = PHASES.index(view.phase) if view.actors else MOVING
    position.hole = view.steal_due
    position.acting = BIT[view.actors[0]] if view.actors else 0
    position.derive()


def reimagine(position: Position, seat: i64, table: Table) -> None:
    """Deal the secret colours that the seat cannot see again; at the end they all lie open."""
    if position.acting != 0:
        position.deal_secrets(seat, table)
