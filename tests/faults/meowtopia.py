"""Planted faults in Meowtopia."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from faults import Planted
from tablee.core.contract import SPECTATOR, Actions, Table
from tablee.games.meowtopia import rules, views
from tablee.games.meowtopia.actions import FAMILIES, FOOD, MAX_KITTENS, SEND
from tablee.games.meowtopia.events import Woke
from tablee.games.meowtopia.position import AT_SEND, NOBODY, Position
from tablee.games.meowtopia.rules import Meowtopia
from tablee.games.meowtopia.views import Board, MeowtopiaView

Method = Callable[..., Any]


def sends_sleepers(original: Method) -> Method:
    """Against MT-15: `legal` lets sleepers be sent."""

    def legal(self: Meowtopia, seat: int, out: Actions) -> None:
        if self.phase != AT_SEND or seat != self.actor:
            original(self, seat, out)
            return
        for n in range(min(6, self.awake_workers(seat) + self.sleepers(seat)) + 1):
            out.add(SEND + n)

    return legal


def feeds_on_credit(original: Method) -> Method:
    """Against MT-29: `refusal` does not look at the food in stock."""

    def refusal(position: Position, seat: int, action: int) -> str | None:
        found: str | None = original(position, seat, action)
        return None if found == "MT-29" else found

    return refusal


def engages_out_of_nowhere(original: Method) -> Method:
    """Against ALL-5: a merchant is engaged, yet the reserve stays as it was."""

    def add_merchant(self: Position, seat: int, family: int) -> None:
        original(self, seat, family)
        self.reserve[family] += 1

    return add_merchant


def keeps_the_goods(original: Method) -> Method:
    """Against ALL-5: a dismissed merchant's place keeps its goods."""

    def remove_merchant(self: Position, seat: int, merchant: int) -> None:
        last = seat * int(MAX_KITTENS) + int(self.merchants[seat]) - 1
        goods = self.shop_goods[last]
        original(self, seat, merchant)
        self.shop_goods[last] = goods
        self.shop_ware[last] = FOOD

    return remove_merchant


def never_ends(original: Method) -> Method:
    """Against ALL-4: the last round leads to another, beyond the bound."""

    def end_round(self: Meowtopia, table: Table) -> None:
        self.cause = 0
        self.round = 0
        original(self, table)

    return end_round


def hides_the_supply(original: Method) -> Method:
    """Those who only watch are told that no field is left."""

    def view_of(position: Position, seat: int) -> MeowtopiaView:
        found: MeowtopiaView = original(position, seat)
        return found._replace(supply_fields=0) if seat == SPECTATOR else found

    return view_of


def shows_sleepers_awake(original: Method) -> Method:
    """The view does not tell who sleeps."""

    def board_of(position: Position, seat: int) -> Board:
        found: Board = original(position, seat)
        awake = tuple(a + b for a, b in zip(found.awake, found.asleep, strict=True))
        return found._replace(awake=awake, asleep=tuple(0 for _ in awake))

    return board_of


def wakes_only_when_heard(original: Method) -> Method:
    """An action does more when somebody listens."""

    def wake(self: Meowtopia, seat: int, n: int, table: Table) -> None:
        if table.heard and n == 0:
            table.tell(Woke(seat, 0, 0))
            self.gain_food(seat, 1)
        original(self, seat, n, table)

    return wake


def undeclared_news(original: Method) -> Method:
    """An event that no text can tell."""

    def snack(self: Meowtopia, seat: int, table: Table) -> None:
        original(self, seat, table)
        if table.heard:
            table.tell((seat, "yum"))

    return snack


def forgets_who_took_a_tile(original: Method) -> Method:
    """Recalling a view puts all tiles back."""

    def fill(position: Position, view: MeowtopiaView) -> None:
        original(position, view)
        for tile in range(5):
            position.taken[tile] = NOBODY

    return fill


def adopts_kittens(original: Method) -> Method:
    """Recalling a view makes all sleepers kittens of the seat's own family, and forgets the books."""

    def fill_board(position: Position, seat: int, board: Board) -> None:
        original(position, seat, board)
        position.asleep[seat * int(FAMILIES) + seat] = sum(board.asleep)
        position.food_drawn -= board.food

    return fill_board


FAULTS: list[Planted] = [
    Planted("sends sleepers", "rules", Meowtopia, "legal", sends_sleepers),
    Planted("feeds on credit", "rules", rules, "refusal", feeds_on_credit),
    Planted("engages out of nowhere", "rules", Position, "add_merchant", engages_out_of_nowhere),
    Planted("keeps the goods", "rules", Position, "remove_merchant", keeps_the_goods),
    Planted("never ends", "rules", Meowtopia, "end_round", never_ends),
    Planted("hides the supply", "view", rules, "view_of", hides_the_supply),
    Planted("shows sleepers awake", "view", views, "board_of", shows_sleepers_awake),
    Planted("wakes only when heard", "events", Meowtopia, "wake", wakes_only_when_heard),
    Planted("undeclared news", "events", Meowtopia, "snack", undeclared_news),
    Planted("forgets who took a tile", "imagine", rules, "fill", forgets_who_took_a_tile),
    Planted("adopts kittens", "imagine", views, "fill_board", adopts_kittens),
]
