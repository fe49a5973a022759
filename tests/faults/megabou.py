"""Planted faults in Megabou."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from faults import Planted
from tablee.core.contract import Actions, Table
from tablee.games.megabou import rules
from tablee.games.megabou.actions import COLOUR_NAMES, DECLINE, NOTHING, STEAL
from tablee.games.megabou.events import SanctuaryDealt
from tablee.games.megabou.position import STEALING, Position
from tablee.games.megabou.rules import Megabou

Method = Callable[..., Any]


def steals_from_anybody(original: Method) -> Method:
    """Against MB-15: `legal` offers seats without a loose Minibou."""

    def legal(self: Megabou, seat: int, out: Actions) -> None:
        if self.stage != STEALING or self.acting & 1 << seat == 0:
            original(self, seat, out)
            return
        for s in range(self.seats):
            if s != seat:
                out.add(STEAL + s)
        out.add(DECLINE)

    return legal


def neighbours_only(original: Method) -> Method:
    """Against MB-5: the Megabou is said not to fly over empty cards."""

    def refusal(self: Megabou, direction: int) -> str | None:
        found: str | None = original(self, direction)
        cell = rules.first_minibou(self, direction)
        here = self.megabou
        near = max(abs(cell // 6 - here // 6), abs(cell % 6 - here % 6)) == 1
        return found if found or near else "MB-5"

    return refusal


def forgets_the_box(original: Method) -> Method:
    """Against MB-7 and ALL-5: what devours a planet vanishes."""

    def devour_planet(self: Megabou, seat: int, colour: int, table: Table) -> None:
        original(self, seat, colour, table)
        self.box[colour] -= self.need - 1

    return devour_planet


def swallows_and_leaves(original: Method) -> Method:
    """Against MB-6 and ALL-5: the Minibou is taken and stays on its card too."""

    def move(self: Megabou, seat: int, direction: int, table: Table) -> None:
        colour = self.colour_at(rules.first_minibou(self, direction))
        mask = self.gems[colour]
        original(self, seat, direction, table)
        self.gems[colour] = mask
        self.derive()

    return move


def cannot_move_is_not_noticed(original: Method) -> Method:
    """Against MB-19 and ALL-4: somebody's turn, and nothing is legal."""
    return lambda self: True


def shows_partner(original: Method) -> Method:
    """Against MB-3: a seat sees the secret colour of the seat opposite."""

    def view_of(position: Position, seat: int) -> Any:
        view = original(position, seat)
        secrets = list(view.secrets)
        other = (seat + 2) % 4
        if seat >= 0 and other < len(secrets):
            secrets[other] = COLOUR_NAMES[position.secrets[other]]
        return view._replace(secrets=tuple(secrets))

    return view_of


def shows_points(original: Method) -> Method:
    """Against MB-3: the points so far tell a secret colour."""

    def view_of(position: Position, seat: int) -> Any:
        points = tuple(int(position.points(s)) for s in range(position.seats))
        return original(position, seat)._replace(points=points)

    return view_of


def says_secret_when_declining(original: Method) -> Method:
    """Against MB-3: everybody hears a secret colour."""

    def apply(self: Megabou, seat: int, action: int, table: Table) -> None:
        if action == DECLINE and table.heard:
            table.tell(SanctuaryDealt(int(seat), COLOUR_NAMES[self.secrets[seat]]))
        original(self, seat, action, table)

    return apply


def listening_brings_luck(original: Method) -> Method:
    """A steal draws once more when somebody listens."""

    def steal(self: Megabou, seat: int, victim: int, table: Table) -> None:
        if table.heard:
            table.below(2)
        original(self, seat, victim, table)

    return steal


def imagines_own_secret(original: Method) -> Method:
    """A seat's own secret colour is dealt again too."""
    return lambda self, seat, table: original(self, NOTHING, table)


def imagines_in_order(original: Method) -> Method:
    """The unseen colours are handed out without luck."""

    class Lazy(Table):
        def below(self, n: int) -> int:
            return 0

    return lambda self, seat, table: original(self, seat, Lazy())


def copies_share_loose(original: Method) -> Method:
    """A copy shares the loose Minibous of its original."""

    def set_from(self: Position, other: Position) -> None:
        original(self, other)
        self.loose = other.loose

    return set_from


FAULTS: list[Planted] = [
    Planted("steals from anybody", "rules", Megabou, "legal", steals_from_anybody),
    Planted("refuses long flights", "rules", Megabou, "move_refusal", neighbours_only),
    Planted("forgets the box", "rules", Megabou, "devour_planet", forgets_the_box),
    Planted("swallows and leaves", "rules", Megabou, "move", swallows_and_leaves),
    Planted("does not notice the end", "rules", Megabou, "can_move", cannot_move_is_not_noticed),
    Planted("copies share loose Minibous", "rules", Position, "set_from", copies_share_loose),
    Planted("shows the partner's secret", "view", rules, "view_of", shows_partner),
    Planted("points tell the secret", "view", rules, "view_of", shows_points),
    Planted("says a secret aloud", "events", Megabou, "apply", says_secret_when_declining),
    Planted("listening brings luck", "events", Megabou, "steal", listening_brings_luck),
    Planted("imagines its own secret", "imagine", Megabou, "reimagine", imagines_own_secret),
    Planted("imagines in a fixed order", "imagine", Megabou, "reimagine", imagines_in_order),
]
