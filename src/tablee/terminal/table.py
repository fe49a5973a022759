"""A game at the terminal: shows each player its own view, asks for moves, keeps the match."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from tablee.bots.bot import Bot
from tablee.bots.ismcts_bot import IsmctsBot
from tablee.bots.make import make_bot
from tablee.cli_kit import COMMAND
from tablee.core.contract import Event, Table, View
from tablee.core.encode import plain
from tablee.core.errors import MalformedAction
from tablee.core.rulebook import rules
from tablee.core.texts import CORE, load
from tablee.terminal import keep
from tablee.terminal.kit import Pen

TEXTS = load("tablee.terminal", CORE)
RECENT = 12  # events shown above a position
# Words that a player may type, in either language, and short.
WORDS = {
    "?": "help", "h": "help", "aide": "help", "q": "quit", "exit": "quit", "quitter": "quit",
    "journal": "log", "règles": "rules", "regles": "rules", "sauver": "save", "pourquoi": "why",
    "indice": "hint",
}  # fmt: skip


# People do not wait longer for a bot, even where it runs interpreted.
PATIENCE = 2000  # milliseconds
ADVISER = "hard"
ADVICE = 3  # moves that a hint names


class Quit(Exception):
    """The players leave; the match is kept."""


class Terminal:
    """One table. `ask` reads a line, so that tests can sit down too."""

    def __init__(
        self,
        kept: keep.Kept,
        language: str,
        console: Console,
        ask: Callable[[str], str],
        path: Path,
        luck: Table,
    ) -> None:
        match, names = kept.match, kept.names
        self.table = kept
        self.match = match
        self.names = names
        self.language = language
        self.console = console
        self.ask = ask
        self.path = path
        self.pen = Pen(match.game.texts(), language, names)
        self.luck = luck  # of the bots, and of who goes first where several may act
        self.bots = {seat: self.make_bot(kept.level) for seat in sorted(kept.bots)}
        self.humans = [seat for seat in range(match.seats) if seat not in kept.bots]
        self.kept = True
        self.shown = [0] * match.seats  # how many events each seat has been told
        self.looking: int | None = self.humans[0] if len(self.humans) == 1 else None

    def say(self, key: str, **values: object) -> str:
        return TEXTS.say(self.language, key, values, self.names)

    def make_bot(self, name: str) -> Bot:
        bot = make_bot(name, self.match.game, self.luck)
        if isinstance(bot, IsmctsBot):
            bot.milliseconds = PATIENCE
        return bot

    # -- the game ----------------------------------------------------------------------------------

    def run(self) -> None:
        """Play until the end, or until the players leave."""
        try:
            self.keep()
            while self.match.actors():
                self.step()
            self.finish()
        except (Quit, EOFError, KeyboardInterrupt):
            if self.kept:  # after every move; nothing has happened since
                self.console.print(self.say("kept", tablee=COMMAND), style="bold")

    def step(self) -> None:
        """One seat acts. Several may: then nobody's place at the table makes it first."""
        actors = self.match.actors()
        seat = actors[self.luck.below(len(actors))]
        if seat in self.bots:
            action = self.bots[seat].choose(self.match.view(seat))
        else:
            action = self.ask_move(seat)
        self.match.play(seat, action)
        self.keep()

    def keep(self) -> None:
        """After every move; says so once when it fails."""
        before, self.kept = self.kept, self.write(self.path, quiet=not self.kept)
        if self.kept and not before:
            self.console.print(self.say("saved", file=self.path))

    def write(self, path: Path, quiet: bool = False) -> bool:
        try:
            keep.write(path.expanduser(), self.table)
        except (OSError, ValueError, RuntimeError) as error:
            why = getattr(error, "strerror", None) or str(error)
            if not quiet:
                said = self.say("cannot.save", file=path, why=why)
                self.console.print(said, style="bold red")
            return False
        return True

    # -- asking ------------------------------------------------------------------------------------

    def ask_move(self, seat: int) -> int:
        self.curtain(seat)
        self.show(seat)
        legal = self.match.legal(seat)
        while True:
            line = self.ask(self.say("prompt")).strip()
            word, _, rest = line.partition(" ")
            word = WORDS.get(word.lower(), word.lower())
            if word == "help":
                self.console.print(self.say("help", tablee=COMMAND))
            elif word == "quit":
                raise Quit
            elif word == "log":
                self.show_log(seat, 0)
            elif word == "rules":
                self.show_rules(rest.strip().upper())
            elif word == "save":
                target = Path(rest.strip()) if rest.strip() else self.path
                if self.write(target):
                    self.console.print(self.say("saved", file=target))
            elif word == "hint":
                self.hint(seat)
            elif word == "why":
                self.why(seat, rest.strip(), legal)
            elif line:
                action = self.read_move(seat, line, legal)
                if action is not None:
                    return action

    def read_move(self, seat: int, line: str, legal: list[int]) -> int | None:
        """A number of the list, or the words of a move; None after saying what is wrong."""
        if line.isdecimal() and (len(line) > 4 or not 1 <= int(line) <= len(legal)):
            self.console.print(self.say("no.move", n=len(legal)), style="yellow")
            return None
        try:
            action = self.name_move(line, legal)
            refusal = self.match.refusal(seat, action, self.names)
        except MalformedAction as error:
            self.console.print(error.message(self.language), style="yellow")
            return None
        if refusal is None:
            return action
        why = refusal.message(self.language)
        self.console.print(self.say("refused", why=why, rule=refusal.rule), style="yellow")
        return None

    def name_move(self, line: str, legal: list[int]) -> int:
        if line.isdecimal():
            return legal[int(line) - 1]
        return self.match.action(line)

    def why(self, seat: int, line: str, legal: list[int]) -> None:
        if not line:
            self.console.print(self.say("why.which", move=self.match.text(legal[0])))
            return
        action = self.read_move(seat, line, legal)
        if action is not None:
            move = self.match.describe(action, self.language, self.names)
            self.console.print(self.say("why.allowed", move=move))

    def hint(self, seat: int) -> None:
        """What a good bot would think of, knowing what the seat knows."""
        judged = self.make_bot(ADVISER).explain(self.match.view(seat))
        grid = Grid.grid(padding=(0, 2))
        for each in judged[:ADVICE]:
            described = self.match.describe(each.action, self.language, self.names)
            grid.add_row(Text(f"{each.value:4.0%}", style="bold cyan"), Text(described))
        self.console.print(self.say("hint"))
        self.console.print(grid)
        reason = self.match.because(seat, judged[0].action, self.names)
        if reason:
            self.console.print(Text(reason[self.language], style="italic"))

    # -- showing -----------------------------------------------------------------------------------

    def curtain(self, seat: int) -> None:
        """Between two players at one screen: nobody sees the other's hand."""
        if self.looking == seat or not self.secretive():
            return
        self.wipe()
        self.console.print(Panel(Text(self.say("curtain", seat=seat), justify="center"), padding=2))
        self.ask(self.say("curtain.ready", seat=seat))
        self.wipe()
        self.looking = seat

    def secretive(self) -> bool:
        """Whether anybody has been told, or now chooses, what the others may not see."""
        whispered = any(news.seats is not None for news in self.match.table.news)
        return whispered or len(self.match.actors()) > 1

    def wipe(self) -> None:
        """Clear the screen, and what could be scrolled back to."""
        self.console.clear()
        if self.console.is_dumb_terminal:
            self.console.print("\n" * 100)
        elif self.console.is_terminal:
            self.console.file.write("\x1b[3J")
            self.console.file.flush()

    def show(self, seat: int) -> None:
        view = self.match.view(seat)
        self.show_log(seat, self.shown[seat], RECENT)
        self.shown[seat] = len(self.match.events(seat))
        self.console.print(picture(self.match.game.name, view, self.pen))
        prompt = self.pen.say(f"phase.{view.phase}")
        self.console.print(Text(self.say("yours", seat=seat, prompt=prompt), style="bold"))
        self.console.print(self.say("moves"))
        self.console.print(self.moves(seat))

    def moves(self, seat: int) -> RenderableType:
        grid = Grid.grid(padding=(0, 2))
        for number, action in enumerate(self.match.legal(seat), 1):
            described = self.match.describe(action, self.language, self.names)
            grid.add_row(
                Text(f"{number:3}", style="bold cyan"),
                Text(described),
                Text(self.match.text(action), style="dim"),
            )
        return grid

    def show_log(self, seat: int | None, since: int, most: int | None = None) -> None:
        """What the seat (or everybody) has heard since then; at most so many lines, the last ones."""
        events = self.match.events(seat, since)
        if not events:
            return
        self.console.print(Rule(self.say("log.title"), style="dim"))
        if most is not None and len(events) > most:
            self.console.print(self.say("log.more", n=len(events) - most), style="dim")
        self.console.print(Group(*(self.line(event) for event in events[-(most or len(events)) :])))

    def line(self, event: Event) -> Text:
        return Text("· " + self.match.tell(event, self.language, self.names))

    def show_rules(self, wanted: str) -> None:
        found = rules(self.match.game, self.language)
        chosen = [found[wanted]] if wanted in found else [] if wanted else list(found.values())
        if not chosen:
            self.console.print(self.say("unknown.rule", rule=wanted), style="yellow")
        for rule in chosen:
            tag = f" [{rule.tag}]" if rule.tag else ""
            self.console.print(Text.assemble((rule.id + tag, "bold"), " ", rule.text))

    def finish(self) -> None:
        outcome = self.match.outcome()
        assert outcome is not None
        # With several people at the screen the end shows what everybody may see.
        seat = self.humans[0] if len(self.humans) == 1 else None
        if len(self.humans) > 1 and self.secretive():
            self.wipe()
        since = 0 if seat is None else self.shown[seat]
        self.show_log(seat, since, RECENT if self.humans else 1)
        self.console.print(picture(self.match.game.name, self.match.view(seat), self.pen))
        self.console.print(Rule(self.say("over")))
        self.console.print(self.pen.say(f"reason.{outcome.reason}"))
        grid = Grid(box=None)
        for key in ("rank", "player", "score"):
            grid.add_column(self.say(key), justify="left" if key == "player" else "right")
        for player in sorted(range(self.match.seats), key=lambda s: outcome.ranks[s]):
            grid.add_row(str(outcome.ranks[player]), self.pen.seat(player), str(outcome.scores[player]))
        self.console.print(grid)
        won = outcome.winners()
        who = ", ".join(self.names[winner] for winner in won)
        self.console.print(self.say("winners", seats_won=len(won), who=who), style="bold green")


def picture(game: str, view: View, pen: Pen) -> RenderableType:
    """A view as it is drawn."""
    draw = drawing(game)
    if draw is not None:
        return draw(view, pen)
    grid = Grid.grid(padding=(0, 2))
    for name, value in plain(view).items():
        grid.add_row(Text(name, style="dim"), str(value))
    return grid


def drawing(name: str) -> Callable[[Any, Pen], RenderableType] | None:
    """How to draw a game of ours; plug-ins are shown field by field."""
    try:
        module = importlib.import_module(f"tablee.terminal.{name}")
    except ModuleNotFoundError:
        return None
    found: Callable[[Any, Pen], RenderableType] = module.draw
    return found
