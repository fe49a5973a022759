"""Crazy eights in lockstep with OpenSpiel's: the same legal actions and returns, move by move."""

from __future__ import annotations

from typing import Any

import pyspiel
import pytest

from crazy_eights import GAME
from crazy_eights.actions import CARD_NAMES
from crazy_eights.events import Dealt, Drew, TurnedUp
from tablee.core.match import Match
from tablee.core.tables import LabTable

GAMES_EACH = 125  # for each of 2 to 5 players, plain and with special cards: 1,000 in all
DEALER = 52  # OpenSpiel's first chance node: 52 + the dealer's seat


class Lockstep:
    """One game on both sides; ours draws the cards, OpenSpiel's chance nodes are told which."""

    def __init__(self, players: int, special: bool, seed: int) -> None:
        self.ours = Match(GAME, players, {"special_cards": special}, LabTable(seed))
        game = pyspiel.load_game(
            "crazy_eights", {"players": players, "use_special_cards": special, "max_draw_cards": 5}
        )
        self.theirs: Any = game.new_initial_state()
        self.luck = LabTable(seed + 1)
        self.told = 0
        self.deal(players)

    def deal(self, players: int) -> None:
        hands: dict[int, list[str]] = {}
        dealer, top = 0, ""
        for news in self.news():
            if isinstance(news, Dealt):
                hands[news.seat] = list(news.cards)
            elif isinstance(news, TurnedUp):
                dealer, top = news.seat, news.card
        self.theirs.apply_action(DEALER + dealer)
        for i in range(sum(len(hand) for hand in hands.values())):
            card = hands[(dealer + 1 + i) % players].pop()
            self.theirs.apply_action(CARD_NAMES.index(card))
        self.theirs.apply_action(CARD_NAMES.index(top))

    def news(self) -> list[Any]:
        """What has happened since the last call, as those in the know heard it."""
        fresh = [news.event for news in self.ours.table.news[self.told :]]
        self.told += len(fresh)
        return fresh

    def compare(self) -> None:
        returns = [0.0] * self.ours.seats
        outcome = self.ours.outcome()
        if outcome is not None:
            returns = [float(score) for score in outcome.scores]
        assert self.theirs.returns() == returns
        assert self.theirs.is_terminal() == (outcome is not None)
        if outcome is None:
            (seat,) = self.ours.actors()
            assert self.theirs.current_player() == seat
            assert self.theirs.legal_actions() == self.ours.legal(seat)

    def run(self) -> int:
        moves = 0
        self.compare()
        while self.ours.actors():
            (seat,) = self.ours.actors()
            legal = self.ours.legal(seat)
            action = legal[self.luck.below(len(legal))]
            self.ours.play(seat, action)
            self.theirs.apply_action(action)
            for news in self.news():
                if isinstance(news, Drew):
                    self.theirs.apply_action(CARD_NAMES.index(news.card))
            self.compare()
            moves += 1
        return moves


@pytest.mark.parametrize("special", [False, True], ids=["plain", "special"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.rule("CE-1")
@pytest.mark.rule("CE-2")
@pytest.mark.rule("CE-3")
@pytest.mark.rule("CE-4")
@pytest.mark.rule("CE-5")
@pytest.mark.rule("CE-6")
@pytest.mark.rule("CE-7")
@pytest.mark.rule("CE-8")
@pytest.mark.rule("CE-9")
@pytest.mark.rule("CE-10")
@pytest.mark.rule("CE-11")
@pytest.mark.rule("CE-12")
@pytest.mark.rule("CE-13")
@pytest.mark.rule("CE-14")
def test_lockstep_with_openspiel(players: int, special: bool) -> None:
    moves = sum(Lockstep(players, special, seed).run() for seed in range(GAMES_EACH))
    assert moves > 20 * GAMES_EACH
