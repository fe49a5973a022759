"""Information-set Monte-Carlo tree search: any game, any number of seats, hidden and secret things.

Each iteration imagines a world that the view allows, walks down one tree that all worlds share, plays
on from there, and tells the nodes on its way how that came out for those who chose. The luck of the
game is drawn anew each time. A child counts how often it was legal, not how often its parent was
visited, since what is legal differs from world to world.

Seats that decide at the same time walk down branches of their own (`branch`), so that none of them
answers to what another has secretly chosen; what they chose together decides where the play goes on
(`path`).

The tree is a set of vectors, a node an index: a hundred thousand iterations need some megabytes.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from tablee.bots.bot import Judged
from tablee.core.bits import BIT, lowest
from tablee.core.contract import Actions, State, Table

ROOT: Final[i64] = 0
NONE: Final[i64] = -1
NO_LIMIT: Final[i64] = 1_000_000_000


class Tree:
    """Nodes with their children as linked lists."""

    def __init__(self) -> None:
        self.size: i64 = 0
        self.action = vec[i64]()
        self.seat = vec[i64]()  # who chose the action that leads here
        self.child = vec[i64]()  # the first one
        self.sibling = vec[i64]()  # the next one of the same parent
        self.visits = vec[i64]()
        self.available = vec[i64]()
        self.value = vec[float]()  # a sum, for the seat that chose

    def add(self, parent: i64, seat: i64, action: i64) -> i64:
        node = self.size
        self.size += 1
        self.action = append(self.action, action)
        self.seat = append(self.seat, seat)
        self.child = append(self.child, NONE)
        self.visits = append(self.visits, 0)
        self.available = append(self.available, 0)
        self.value = append(self.value, 0.0)
        if parent == NONE:
            self.sibling = append(self.sibling, NONE)
        else:
            self.sibling = append(self.sibling, self.child[parent])
            self.child[parent] = node
        return node

    def find(self, parent: i64, seat: i64, action: i64) -> i64:
        node = self.child[parent]
        while node != NONE and (self.action[node] != action or self.seat[node] != seat):
            node = self.sibling[node]
        return node


class Search:
    """One seat's thinking about one position.

    `start` is what its view recalls; `blind` searches re-imagine what the seat cannot see. A search
    that is not blind takes `start` for the truth: the lab uses it to measure what knowing it is worth.
    """

    def __init__(self, start: State, seat: i64, actions: i64, luck: Table) -> None:
        self.start = start
        self.seat = seat
        self.luck = luck
        self.blind: bool = True
        self.explore: float = 0.7
        self.guided: bool = True  # rollouts and first tries by the game's instinct, else any
        self.depth: i64 = NO_LIMIT  # moves of a rollout before it is estimated
        self.chapter: i64 = start.chapter()
        self.world = start.blank()
        self.root: i64 = ROOT
        self.tree = Tree()
        self.tree.add(NONE, NONE, NONE)
        self.moves: i64 = 0  # of all rollouts
        self.legal = Actions(actions)
        self.untried = Actions(actions)
        self.mark = vec[i64]([0] * int(actions))
        self.stamp: i64 = 0
        self.prospects = vec[float]([0.0] * int(start.seats))
        self.branch = vec[i64]([0] * int(start.seats))
        self.trail = vec[i64]([0] * 256)
        self.walked: i64 = 0
        self.path: i64 = ROOT

    def run(self, iterations: i64) -> None:
        for _ in range(iterations):
            self.iterate()

    def visits(self) -> i64:
        return self.tree.visits[self.root]

    def judged(self) -> list[Judged]:
        """What the root's children came to, the most visited first."""
        tree = self.tree
        found: list[Judged] = []
        node = tree.child[self.root]
        while node != NONE:
            n = tree.visits[node]
            if tree.seat[node] == self.seat and n > 0:
                found.append(Judged(int(tree.action[node]), tree.value[node] / float(n), int(n)))
            node = tree.sibling[node]
        found.sort(key=by_visits)
        return found

    def advance(self, action: i64, start: State) -> bool:
        """Keep what was found out below an action, for the position `start` that it led to."""
        child = self.tree.find(self.root, self.seat, action)
        if child == NONE:
            return False
        self.root = child
        self.start = start
        self.chapter = start.chapter()
        # From now on a root: its visits are what its own children had.
        return True

    # -- one iteration -----------------------------------------------------------------------------

    def iterate(self) -> None:
        world = self.world
        world.set_from(self.start)
        if self.blind:
            world.reimagine(self.seat, self.luck)
        self.descend()
        self.roll_out()
        world.prospects(self.prospects)
        tree = self.tree
        for i in range(self.walked):
            node = self.trail[i]
            tree.visits[node] += 1
            tree.value[node] += self.prospects[tree.seat[node]]
        tree.visits[self.root] += 1

    def actor(self, acting: i64) -> i64:
        """Who is asked next, of those who decide at the same time: the thinker first."""
        return self.seat if acting & BIT[self.seat] != 0 else lowest(acting)

    def descend(self) -> None:
        """Choose down the tree until something new is tried; `trail` says what was chosen."""
        world, tree = self.world, self.tree
        self.path = self.root
        self.walked = 0
        fresh = False
        together = False  # seats decide at the same time, each on a branch of its own
        while world.acting != 0 and world.chapter() == self.chapter:
            before = world.acting
            if not together:
                if fresh:
                    return
                if before & (before - 1) != 0:
                    together = True
                    for s in range(world.seats):
                        self.branch[s] = self.path
            seat = self.actor(before)
            parent = self.branch[seat] if together else self.path
            node = self.choose(parent, seat)
            if tree.visits[node] == 0:
                fresh = True
            self.trail[self.walked] = node
            self.walked += 1
            action = tree.action[node]
            world.apply(seat, action, self.luck)
            if not together:
                self.path = node
            else:
                self.branch[seat] = node
                self.path = self.follow(parent, node, seat, action)
                if world.acting & ~before != 0:
                    together = False
            if self.walked == 256:
                return

    def follow(self, parent: i64, node: i64, seat: i64, action: i64) -> i64:
        """Where the play of all goes on: beside the branches, but where one begins on the same way."""
        if parent == self.path:
            return node
        found = self.tree.find(self.path, seat, action)
        return found if found != NONE else self.tree.add(self.path, seat, action)

    def choose(self, parent: i64, seat: i64) -> i64:
        """An action that was not tried yet, or else the most promising child (UCB)."""
        tree, legal, mark = self.tree, self.legal, self.mark
        legal.n = 0
        self.world.legal(seat, legal)
        self.stamp += 2
        fits, tried = self.stamp, self.stamp + 1
        for i in range(legal.n):
            mark[legal.at[i]] = fits
        known: i64 = 0
        best: i64 = NONE
        best_score = -1.0
        node = tree.child[parent]
        while node != NONE:
            action = tree.action[node]
            if mark[action] == fits and tree.seat[node] == seat:
                mark[action] = tried
                known += 1
                tree.available[node] += 1
                n = float(tree.visits[node])
                if n == 0.0:  # was only on the way of a joint choice
                    return node
                score = tree.value[node] / n
                score += self.explore * sqrt(log(float(tree.available[node])) / n)
                if score > best_score:
                    best = node
                    best_score = score
            node = tree.sibling[node]
        if known == legal.n:
            return best
        self.untried.n = 0
        for i in range(legal.n):
            if mark[legal.at[i]] == fits:
                self.untried.add(legal.at[i])
        if self.guided:
            action = self.world.instinct(seat, self.untried, self.luck)
        else:
            action = self.untried.at[self.luck.below(self.untried.n)]
        node = tree.add(parent, seat, action)
        tree.available[node] = 1
        return node

    def roll_out(self) -> None:
        world, legal, luck = self.world, self.legal, self.luck
        guided = self.guided
        left = self.depth
        while world.acting != 0 and left > 0 and world.chapter() == self.chapter:
            seat = lowest(world.acting)
            legal.n = 0
            world.legal(seat, legal)
            if guided:
                action = world.instinct(seat, legal, luck)
            else:
                action = legal.at[luck.below(legal.n)]
            world.apply(seat, action, luck)
            left -= 1
        self.moves += self.depth - left


def by_visits(judged: Judged) -> tuple[int, float, int]:
    return (-judged.visits, -judged.value, judged.action)
