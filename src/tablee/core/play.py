"""Matches stepped by numbers, in silence: what environments for training run, one or many at once."""

from __future__ import annotations

from typing import Final

from librt.strings import BytesWriter
from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from tablee.core.bits import lowest
from tablee.core.contract import Game, Outcome, Table
from tablee.core.features import Encoder, Sheet
from tablee.core.options import Options
from tablee.core.tables import LabTable

# What `Play.advance` says instead of a seat; −1, nobody, if the match ended.
CUT: Final = -2
REFUSED: Final = -3


class Play:
    """One match: who acts (the lowest seat of several), what it may do, how many moves were made."""

    def __init__(self, game: Game, seats: int, options: Options, luck: Table, cap: i64 = 0) -> None:
        self.game = game
        self.seats = seats
        self.options = options
        self.luck = luck
        self.cap = cap  # moves after which a match is cut off; 0: none
        self.state = game.setup(seats, options, luck)
        self.legal = game.actions()
        self.seat: i64 = -1
        self.moves: i64 = 0
        self.look()

    def restart(self) -> None:
        """A new match, with the luck that follows."""
        self.state = self.game.setup(self.seats, self.options, self.luck)
        self.moves = 0
        self.look()

    def look(self) -> None:
        """See who acts now; to be called when the state was changed from outside."""
        self.legal.n = 0
        self.seat = -1
        if self.state.acting != 0:
            self.seat = lowest(self.state.acting)
            self.state.legal(self.seat, self.legal)

    def may(self, action: i64) -> bool:
        for i in range(self.legal.n):
            if self.legal.at[i] == action:
                return True
        return False

    def step(self, action: i64) -> bool:
        """Do it, if the seat that acts may: if not, nothing happens."""
        if not self.may(action):
            return False
        self.do(action)
        return True

    def advance(self, given: object) -> i64:
        """Do it, if it is the number of something that the seat which acts may do, as a plain int.

        Says who acts next, or CUT; or REFUSED: then nothing happened.
        """
        if not isinstance(given, int) or not 0 <= given < self.game.verbs.size:
            return REFUSED
        if not self.step(given):
            return REFUSED
        return CUT if self.is_cut() else self.seat

    def is_cut(self) -> bool:
        return 0 < self.cap <= self.moves and self.seat >= 0

    def do(self, action: i64) -> None:
        """What `may` allows."""
        self.state.apply(self.seat, action, self.luck)
        self.moves += 1
        self.look()


class Ended:
    """A match of a batch that is over; without an outcome it was cut off."""

    def __init__(self, index: i64, outcome: Outcome | None, moves: i64) -> None:
        self.index = int(index)
        self.outcome = outcome
        self.moves = int(moves)


class Batch:
    """Many matches of a game side by side: each has its own luck, and starts anew when it is over."""

    def __init__(
        self, game: Game, seats: int, options: Options, matches: int, seed: i64, cap: i64
    ) -> None:
        self.size: i64 = game.verbs.size
        seeds = LabTable(seed)
        self.luck = LabTable(seeds.below(1 << 31))  # for sampling
        self.plays = [
            Play(game, seats, options, LabTable(seeds.below(1 << 31)), cap) for _ in range(matches)
        ]
        self.zeros = bytes(matches * game.verbs.size)
        self.bytes = BytesWriter()
        self.sheet = Sheet(0)  # kept from one `observe` to the next: to make it anew takes longer

    def step(self, actions: list[int]) -> list[Ended]:
        """One action in each match, for the seat that acts there; those that are over begin anew.

        All of them are legal, or IndexError names the first match where not, and nothing is done.
        """
        for i in range(len(self.plays)):
            if not self.plays[i].may(actions[i]):
                raise IndexError(i)
        ended: list[Ended] = []
        for i in range(len(self.plays)):
            play = self.plays[i]
            play.do(actions[i])
            if play.seat < 0 or play.is_cut():
                ended.append(Ended(i, play.state.outcome(), play.moves))
                play.restart()
        return ended

    def seats(self) -> bytes:
        """Who acts in each match, a byte each."""
        self.bytes.truncate(0)
        for play in self.plays:
            self.bytes.append(u8(play.seat & 255))
        return self.bytes.getvalue()

    def masks(self) -> bytearray:
        """A row of bytes for each match: 1 for what the seat that acts there may do."""
        self.bytes.truncate(0)
        self.bytes.write(self.zeros)
        base: i64 = 0
        for play in self.plays:
            legal = play.legal
            for i in range(legal.n):
                self.bytes[base + legal.at[i]] = u8(1)
            base += self.size
        return bytearray(self.bytes.getvalue())

    def sample(self) -> bytes:
        """Any legal action in each match, all equally likely; two bytes each."""
        chosen = vec[i16]([0] * len(self.plays))
        for i in range(len(self.plays)):
            legal = self.plays[i].legal
            chosen[i] = i16(legal.at[self.luck.below(legal.n)])
        return bytes(chosen)

    def observe(self, encoder: Encoder) -> bytearray:
        """The features of what the seat that acts in each match knows, row by row."""
        sheet = self.sheet
        if len(sheet.numbers) == encoder.size * len(self.plays):
            sheet.clear()
        else:
            sheet = self.sheet = Sheet(int(encoder.size) * len(self.plays))
        at: i64 = 0
        for play in self.plays:
            encoder.write(play.state.view(play.seat), play.seat, at, sheet)
            at += encoder.size
        return bytearray(sheet.numbers)
