"""Crazy eights as small and fast as plain Python allows: the yardstick for our interpreted speed.

The same game as `examples/crazy_eights` without special cards (which is OpenSpiel's), with the same
numbers for actions, and nothing else: no views, no events, no refusals, no copies, no options.
"""

from __future__ import annotations

from random import Random

EIGHT = 6
DRAW, PASS, NAME = 52, 53, 54
MAX_DRAW, MAX_PLAYS = 5, 100
NAMES = [NAME, NAME + 1, NAME + 2, NAME + 3]
# The cards that fit on a rank and a suit.
FITS = [
    [frozenset(c for c in range(52) if c // 4 in (rank, EIGHT) or c % 4 == suit) for suit in range(4)]
    for rank in range(13)
]


class Minimal:
    """One game, from the deal to the end."""

    def __init__(self, seats: int, luck: Random) -> None:
        deck = list(range(52))
        luck.shuffle(deck)
        size = 7 if seats == 2 else 5
        self.seats = seats
        self.hands = [{deck.pop() for _ in range(size)} for _ in range(seats)]
        at = len(deck) - 1
        while deck[at] // 4 == EIGHT:
            at -= 1
        self.top = deck.pop(at)
        self.suit = self.top % 4
        self.deck = deck
        self.seat = int(luck.random() * seats)
        self.naming = self.may_pass = self.over = False
        self.draws = self.passes = self.plays = 0

    def legal(self) -> list[int]:
        if self.naming:
            return NAMES
        found = list(self.hands[self.seat] & FITS[self.top // 4][self.suit])
        if self.deck:
            if self.draws < MAX_DRAW:
                found.append(DRAW)
            if self.may_pass:
                found.append(PASS)
        else:
            found.append(PASS)
        return found

    def apply(self, action: int) -> None:
        if action < DRAW:
            hand = self.hands[self.seat]
            hand.remove(action)
            self.top = action
            self.suit = action % 4
            self.passes = self.draws = 0
            self.may_pass = False
            self.plays += 1
            if not hand or self.plays == MAX_PLAYS:
                self.over = True
            elif action // 4 == EIGHT:
                self.naming = True
            else:
                self.seat = (self.seat + 1) % self.seats
        elif action == DRAW:
            self.hands[self.seat].add(self.deck.pop())
            self.passes = 0
            self.draws = self.draws + 1 if self.deck else MAX_DRAW
            if self.draws == MAX_DRAW:
                self.may_pass = True
        elif action == PASS:
            if self.deck:
                self.passes = 0
                self.may_pass = False
            else:
                self.passes += 1
                if self.passes > self.seats:
                    self.over = True
            if self.draws == MAX_DRAW:
                self.draws = 0
            self.seat = (self.seat + 1) % self.seats
        else:
            self.suit = action - NAME
            self.naming = False
            self.seat = (self.seat + 1) % self.seats


def random_games(seats: int, wanted: int, luck: Random) -> tuple[int, int]:
    """Play random games until so many moves are made: (games, moves)."""
    games = moves = 0
    random = luck.random
    while moves < wanted:
        game = Minimal(seats, luck)
        while not game.over:
            legal = game.legal()
            game.apply(legal[int(random() * len(legal))])
            moves += 1
        games += 1
    return games, moves
