"""The rules of Megabou, in the order of the book (README.md)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from tablee.core.bits import BIT, lowest
from tablee.core.contract import Actions, Game, Outcome, State, Table, View, ranked
from tablee.core.options import FirstSeat, Options
from tablee.core.texts import Said
from tablee.core.thinking import Level, Thinking
from tablee.games.megabou import reasons
from tablee.games.megabou.actions import (
    BLACK_HOLE,
    CARD_NAMES,
    COLOUR_NAMES,
    COLOURS,
    DECLINE,
    DEVOUR_EARTH,
    DEVOUR_PLANET,
    DIRECTION_NAMES,
    DIRECTIONS,
    DOWN,
    EARTH,
    KEEP,
    LINE,
    MOVE,
    NOTHING,
    PAIR_MASK,
    PAIR_NAMES,
    PLANET_KINDS,
    RIGHT,
    SIDE,
    STEAL,
    VERBS,
)
from tablee.games.megabou.events import (
    EVENTS,
    SHOWS,
    Declined,
    EarthDevoured,
    Kept,
    PlanetDevoured,
    SanctuaryShown,
    Stolen,
    Swallowed,
    TeamScored,
)
from tablee.games.megabou.heuristics import instinct, prospects
from tablee.games.megabou.position import CHOOSING, KEEPING, MOVING, STEALING, Position
from tablee.games.megabou.views import (
    PHASES,
    MegabouView,
    first_minibou,
    reimagine,
    remember,
    teams,
    view_of,
)


class Megabou(Position):
    """A turn: move and take, devour, perhaps steal, devour again (MB-16)."""

    # -- what may be done --------------------------------------------------------------------------

    def legal(self, seat: i64, out: Actions) -> None:
        if self.acting & BIT[seat] == 0:
            return
        if self.stage == MOVING:
            at = self.megabou * DIRECTIONS
            for direction in range(DIRECTIONS):
                if LINE[at + direction] & self.swarm != 0:
                    out.add(MOVE + direction)
        elif self.stage == CHOOSING:
            out.add(DEVOUR_PLANET)
            out.add(DEVOUR_EARTH)
        elif self.stage == KEEPING:
            for pair in range(10):
                out.add(KEEP + pair)
        else:
            for s in range(self.seats):
                if s != seat and self.loose_of(s) > 0:
                    out.add(STEAL + s)
            out.add(DECLINE)

    def refusal(self, seat: i64, action: i64) -> str | None:
        if self.stage == CHOOSING:
            return None if DEVOUR_PLANET <= action <= DEVOUR_EARTH else "MB-13"
        if self.stage == KEEPING:
            return None if KEEP <= action < STEAL else "MB-11"
        if self.stage == STEALING:
            return self.steal_refusal(seat, action)
        if action < DEVOUR_PLANET:
            return self.move_refusal(action - MOVE)
        if action < KEEP:
            return "MB-13/early"
        return "MB-11/early" if action < STEAL else "MB-15/early"

    def move_refusal(self, direction: i64) -> str | None:
        """MB-5: there must be a Minibou on the line."""
        row = self.megabou // SIDE + DOWN[direction]
        column = self.megabou % SIDE + RIGHT[direction]
        if not (0 <= row < SIDE and 0 <= column < SIDE):
            return "MB-5/edge"
        while 0 <= row < SIDE and 0 <= column < SIDE:
            if self.colour_at(row * SIDE + column) != NOTHING:
                return None
            row += DOWN[direction]
            column += RIGHT[direction]
        return "MB-5"

    def steal_refusal(self, seat: i64, action: i64) -> str | None:
        """MB-15: from another seat that has a loose Minibou; MB-14: trophies are safe."""
        if action == DECLINE:
            return None
        if action < STEAL:
            return "MB-15"
        victim = action - STEAL
        if victim >= self.seats:
            return "MB-15/nobody"
        if victim == seat:
            return "MB-15/self"
        has_loose = has_trophy = False
        for colour in range(COLOURS):
            has_loose = has_loose or self.loose[victim * COLOURS + colour] > 0
            has_trophy = has_trophy or self.trophies[victim * COLOURS + colour] > 0
        if has_loose:
            return None
        return "MB-14" if has_trophy else "MB-15/empty"

    # -- a turn ------------------------------------------------------------------------------------

    def apply(self, seat: i64, action: i64, table: Table) -> None:
        if action < DEVOUR_PLANET:
            self.move(seat, action - MOVE, table)
        elif action == DEVOUR_PLANET:
            self.devour_planet(seat, self.ripe_colour(seat), table)
            self.devour(seat, table)
        elif action == DEVOUR_EARTH:
            self.devour_earth(seat, table)
        elif action < STEAL:
            self.keep(seat, action - KEEP, table)
        elif action < DECLINE:
            self.steal(seat, action - STEAL, table)
        else:
            if table.heard:
                table.tell(Declined(int(seat)))
            self.end_turn(seat, table)

    def move(self, seat: i64, direction: i64, table: Table) -> None:
        """MB-5, MB-6: to the first Minibou on the line, which the seat takes."""
        cell = first_minibou(self, direction)
        colour = self.colour_at(cell)
        self.megabou = cell
        self.gems[colour] ^= BIT[cell]
        self.swarm ^= BIT[cell]
        self.loose[seat * COLOURS + colour] += 1
        self.hole = self.cards[cell] == BLACK_HOLE
        if table.heard:
            card = CARD_NAMES[self.cards[cell]]
            way = DIRECTION_NAMES[direction]
            table.tell(Swallowed(int(seat), way, int(cell), card, COLOUR_NAMES[colour]))
        self.devour(seat, table)

    # -- planets and Earth -------------------------------------------------------------------------

    def devour(self, seat: i64, table: Table) -> None:
        """MB-7, MB-11, MB-13: all that can be devoured; the seat chooses where there is a choice.

        In play there is none: a Minibou that makes Earth ripe is the first of its colour, one that
        makes a planet ripe is not. Positions laid by hand can offer it.
        """
        colour = self.ripe_colour(seat)
        while colour != NOTHING:
            if self.earth_ripe(seat):
                self.stage = CHOOSING
                return
            self.devour_planet(seat, colour, table)
            colour = self.ripe_colour(seat)
        if self.earth_ripe(seat):
            self.devour_earth(seat, table)
        else:
            self.use_hole(seat, table)

    def ripe_colour(self, seat: i64) -> i64:
        """MB-7, MB-9: a colour of which the seat has enough while a planet is face up, or NOTHING.

        There is one at most: it devours as soon as it can, and gets one Minibou at a time.
        """
        for colour in range(COLOURS):
            if self.loose[seat * COLOURS + colour] >= self.need and self.planets[colour] != 0:
                return colour
        return NOTHING

    def earth_ripe(self, seat: i64) -> bool:
        """MB-11, MB-12: all five colours while Earth is face up."""
        if self.planets[EARTH] == 0:
            return False
        for i in range(seat * COLOURS, (seat + 1) * COLOURS):
            if self.loose[i] == 0:
                return False
        return True

    def devour_planet(self, seat: i64, colour: i64, table: Table) -> None:
        """MB-7 and MB-10: flip the first in reading order; MB-8: its Minibou stays."""
        cell = lowest(self.planets[colour])
        self.planets[colour] ^= BIT[cell]
        self.loose[seat * COLOURS + colour] -= self.need
        self.trophies[seat * COLOURS + colour] += 1
        self.box[colour] += self.need - 1
        if table.heard:
            card, word = CARD_NAMES[colour], COLOUR_NAMES[colour]
            table.tell(PlanetDevoured(int(seat), int(cell), card, word, int(self.need - 1)))

    def devour_earth(self, seat: i64, table: Table) -> None:
        """MB-11: Earth is flipped, then the seat chooses its trophies."""
        if table.heard:
            table.tell(EarthDevoured(int(seat), int(lowest(self.planets[EARTH]))))
        self.planets[EARTH] = 0
        self.stage = KEEPING

    def keep(self, seat: i64, pair: i64, table: Table) -> None:
        """MB-11: one Minibou of each colour is used, two become trophies, three go to the box."""
        for colour in range(COLOURS):
            self.loose[seat * COLOURS + colour] -= 1
            if PAIR_MASK[pair] & BIT[colour] != 0:
                self.trophies[seat * COLOURS + colour] += 1
            else:
                self.box[colour] += 1
        if table.heard:
            table.tell(Kept(int(seat), PAIR_NAMES[pair]))
        self.devour(seat, table)

    # -- black holes -------------------------------------------------------------------------------

    def use_hole(self, seat: i64, table: Table) -> None:
        """MB-15: offer a steal if there is something to steal; MB-20: not after the last planet."""
        if self.hole and self.planet_left():
            self.hole = False
            for s in range(self.seats):
                if s != seat and self.loose_of(s) > 0:
                    self.stage = STEALING
                    return
        self.end_turn(seat, table)

    def steal(self, seat: i64, victim: i64, table: Table) -> None:
        """MB-15: each loose Minibou of the victim is as likely as any other; then devour again."""
        n = self.loose_of(victim)
        drawn: i64 = table.below(n) if n > 1 else 0
        colour: i64 = 0
        while drawn >= self.loose[victim * COLOURS + colour]:
            drawn -= self.loose[victim * COLOURS + colour]
            colour += 1
        self.loose[victim * COLOURS + colour] -= 1
        self.loose[seat * COLOURS + colour] += 1
        if table.heard:
            table.tell(Stolen(int(seat), int(victim), COLOUR_NAMES[colour]))
        self.devour(seat, table)

    # -- the end -----------------------------------------------------------------------------------

    def end_turn(self, seat: i64, table: Table) -> None:
        """MB-17: the next seat, if MB-19 does not end the game."""
        self.stage = MOVING
        self.hole = False
        if self.planet_left() and self.can_move():
            self.acting = BIT[(seat + 1) % self.seats]
            return
        self.acting = 0
        if table.heard:
            for s in range(self.seats):
                colour = COLOUR_NAMES[self.secrets[s]]
                table.tell(SanctuaryShown(int(s), colour, int(self.points(s))))
            if self.seats == 4:
                for team in teams(4):
                    table.tell(TeamScored(team, sum(int(self.points(s)) for s in team)))

    def planet_left(self) -> bool:
        for kind in range(PLANET_KINDS):
            if self.planets[kind] != 0:
                return True
        return False

    def can_move(self) -> bool:
        at = self.megabou * DIRECTIONS
        for direction in range(DIRECTIONS):
            if LINE[at + direction] & self.swarm != 0:
                return True
        return False

    def outcome(self) -> Outcome | None:
        """MB-21; MB-18: partners add up their points."""
        if self.acting != 0:
            return None
        scores = [0] * int(self.seats)
        for team in teams(int(self.seats)):
            total = sum(int(self.points(s)) for s in team)
            for s in team:
                scores[s] = total
        if not self.planet_left():
            return ranked(scores, "no_planet")
        return ranked(scores, "stuck" if self.swarm != 0 else "no_minibou")

    # -- what a seat knows -------------------------------------------------------------------------

    def view(self, seat: i64) -> View:
        return view_of(self, seat)

    def reimagine(self, seat: i64, table: Table) -> None:
        reimagine(self, seat, table)

    def blank(self) -> State:
        return Megabou(int(self.seats), self.options)

    # -- what bots ask -----------------------------------------------------------------------------

    def instinct(self, seat: i64, legal: Actions, table: Table) -> i64:
        return instinct(self, seat, legal, table)

    def prospects(self, out: vec[float]) -> None:
        prospects(self, out)


class MegabouGame(Game):
    def setup(self, seats: int, options: Options, table: Table) -> State:
        state = Megabou(seats, options)
        state.deal(table)
        return state

    def recall(self, view: View) -> State:
        assert isinstance(view, MegabouView)
        seats = len(view.secrets)
        state = Megabou(seats, self.check(seats, dict(view.options)))
        remember(state, view)
        return state

    def sides(self, seats: int) -> tuple[tuple[int, ...], ...]:
        """MB-18: four seats are two teams."""
        return teams(seats)

    def because(self, view: View, action: int) -> Said | None:
        recalled = self.recall(view)
        assert isinstance(recalled, Megabou)
        return reasons.because(recalled, view.seat, action)

    def bound(self, seats: int, options: Options) -> int:
        """ALL-4: it cannot go on for ever, since each turn takes one of 35 Minibous off the galaxy.

        A turn has a move and at most one steal; each choice of what to devour flips one of
        11 planets, and the trophies for Earth are chosen once.
        """
        return 2 * 35 + 11 + 1


GAME: Game = MegabouGame(
    name="megabou",
    prefix="MB",
    package="tablee.games.megabou",
    seats=(2, 4),
    options=(FirstSeat(),),
    verbs=VERBS,
    events=EVENTS,
    shows=SHOWS,
    phases=PHASES,
    reasons=("no_planet", "no_minibou", "stuck"),
    turn_rule="MB-17",
    thinking=Thinking(easy=Level(20, 0.3), medium=Level(80, 0.05), hard=Level(600), expert=Level(4000)),
    variants=({"first": 1},),
)
