"""An MCP server: an assistant plays at a table, or asks about rules and positions, by views only.

It is a client of a Tablée server like any other: it sees what its seats may see, and the server says
what is legal and why not.
"""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Iterator
from typing import Any, Final

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from tablee import __version__
from tablee.client import Failed, Lost, Server, Table
from tablee.core.contract import Game
from tablee.core.errors import TableeError
from tablee.core.rulebook import rules as rules_of
from tablee.core.texts import CORE, LANGUAGES, load
from tablee.games import GAMES, game

MOST_SECONDS: Final = 120.0  # of waiting at a time
MOST_EVENTS: Final = 20  # that are told with a look
MOST_FOUND: Final = 12  # rules that a search gives
TABLE: Final = load("tablee.server", CORE)
INSTRUCTIONS: Final = (
    "Tables of family games. `join` a table by its link, `sit` on an open seat, `wait` for your turn, "
    "`look` at what you may know and do, and `play` one of the legal actions by its text. `why` says "
    "why an action is not allowed and by which rule; `rules` finds rules; `judge` asks a bot about "
    "your moves."
)


@contextlib.contextmanager
def spoken() -> Iterator[None]:
    """What was refused is an answer that the assistant can read."""
    try:
        yield
    except Failed as refused:
        rule = f" [{refused.rule}]" if refused.rule else ""
        raise ToolError(f"{refused}{rule}") from None
    except (Lost, TimeoutError) as lost:
        raise ToolError(str(lost) or "no answer in time") from None
    except TableeError as error:
        raise ToolError(error.message("en")) from None


def language_named(language: str) -> str:
    if language not in LANGUAGES:
        raise ToolError(f"language takes {' or '.join(LANGUAGES)}, not {language[:20]!r}")
    return language


def tupled(value: Any) -> Any:
    """As texts take it: lists were tuples before they travelled."""
    return tuple(tupled(each) for each in value) if isinstance(value, list) else value


class Guest:
    """The assistant at its table; at one at a time."""

    def __init__(self) -> None:
        self.table: Table | None = None
        self.told = 0  # events that it has been told

    async def join(self, link: str, name: str) -> dict[str, Any]:
        await self.leave()
        path = link.partition("?")[0].rstrip("/")
        table = Server(link, name=name).table(path.rpartition("/")[2])
        try:
            with spoken():
                await table.__aenter__()
        except BaseException:
            await table.__aexit__(None, None, None)
            raise
        self.table, self.told = table, 0
        return self.status()

    async def leave(self) -> None:
        table, self.table = self.table, None
        if table is not None:
            await table.__aexit__(None, None, None)

    def here(self) -> Table:
        if self.table is None:
            raise ToolError("join a table first")
        return self.table

    def game(self) -> Game:
        return game(self.here().info["game"])

    def names(self) -> list[str]:
        return [seat["name"] or f"{n + 1}" for n, seat in enumerate(self.here().info["seats"])]

    def mine(self) -> list[int]:
        table = self.here()
        person = table.server.person
        return [n for n, seat in enumerate(table.info["seats"]) if seat["person"] == person]

    def seat(self, given: int | None) -> int | None:
        """The seat that is meant; None for somebody who only watches."""
        mine = self.mine()
        if given is not None and given not in mine:
            raise ToolError(f"seat {given} is not yours; yours: {mine}")
        return given if given is not None else next(iter(mine), None)

    def own(self, given: int | None) -> int:
        seat = self.seat(given)
        if seat is None:
            raise ToolError("sit down first: you only watch")
        return seat

    def status(self) -> dict[str, Any]:
        info = self.here().info
        wanted = ("kind", "name", "level", "here")
        return {
            "game": info["game"],
            "phase": info["phase"],
            "options": info["options"],
            "seats": [{key: seat[key] for key in wanted} for seat in info["seats"]],
            "your_seats": self.mine(),
            "to_act": info["actors"],
        }

    def label(self, action: str, language: str) -> str:
        found = self.game()
        number = found.verbs.action(action)
        key = f"verb.{found.verbs.verb(number).name}"
        return found.texts().say(language, key, found.verbs.values(number), self.names())

    def tell(self, event: dict[str, Any], language: str) -> str:
        texts, key = self.game().texts(), f"event.{event['event']}"
        if not texts.has(language, key):  # what happened at the table, not in its game
            texts = TABLE
        values = {name: tupled(value) for name, value in event.items() if name != "event"}
        return texts.say(language, key, values, self.names()) if texts.has(language, key) else key

    def look(self, given: int | None, language: str) -> dict[str, Any]:
        lang, table, seat = language_named(language), self.here(), self.seat(given)
        told = table.told.get(seat)
        if told is None:
            return {**self.status(), "view": None, "legal": [], "news": []}
        heard = table.events.get(seat, [])
        fresh, self.told = heard[self.told :][-MOST_EVENTS:], len(heard)
        return {
            **self.status(),
            "seat": seat,
            "view": told["view"],
            "legal": [{"action": each, "means": self.label(each, lang)} for each in told["legal"]],
            "news": [self.tell(event, lang) for event in fresh],
            "outcome": told["outcome"],
        }


def find_rules(name: str, ids: list[str], search: str, language: str) -> list[dict[str, str]]:
    """By id, or those in which all words of a search occur; without either all of them."""
    with spoken():
        found = rules_of(game(name), language_named(language))
    if ids:
        unknown = [each for each in ids if each.upper() not in found]
        if unknown:
            raise ToolError(f"{name} has no rule {', '.join(unknown)}; it has {', '.join(found)}")
        return [found[each.upper()]._asdict() for each in ids]
    words = search.casefold().split()
    fitting = [
        rule._asdict()
        for rule in found.values()
        if all(word in f"{rule.id} {rule.section} {rule.text}".casefold() for word in words)
    ]
    return fitting[:MOST_FOUND] if words else fitting


def make_server() -> MCPServer[Any]:
    guest = Guest()

    @contextlib.asynccontextmanager
    async def lifespan(_: MCPServer[Any]) -> AsyncIterator[None]:
        try:
            yield
        finally:
            await guest.leave()

    server: MCPServer[Any] = MCPServer(
        "tablee", version=__version__, instructions=INSTRUCTIONS, lifespan=lifespan
    )

    @server.tool()
    def games(language: str = "en") -> list[dict[str, Any]]:
        """The games that can be played: names, number of seats, what they are."""
        lang = language_named(language)
        return [
            {
                "game": each.name,
                "title": each.texts().say(lang, "game.name"),
                "tagline": each.texts().say(lang, "game.tagline"),
                "seats": [each.fewest, each.most],
            }
            for each in GAMES
        ]

    @server.tool()
    def rules(
        game: str, ids: list[str] | None = None, search: str = "", language: str = "en"
    ) -> list[dict[str, str]]:
        """Rules of a game: by their ids (MW-6), by words that occur in them, or all."""
        return find_rules(game, ids or [], search, language)

    @server.tool()
    async def join(link: str, name: str = "Assistant") -> dict[str, Any]:
        """Come to a table by its link (http://…/t/…?token=…), first as somebody who watches."""
        return await guest.join(link, name)

    @server.tool()
    async def leave() -> str:
        """Go away from the table; a seat of yours stays yours."""
        await guest.leave()
        return "left"

    @server.tool()
    async def sit(seat: int) -> dict[str, Any]:
        """Take an open seat, before the game begins. Seats count from 0."""
        with spoken():
            await guest.here().sit(seat)
            await guest.here().until(lambda: seat in guest.mine())
        return guest.status()

    @server.tool()
    async def start() -> dict[str, Any]:
        """Begin the game, as the host of the table."""
        with spoken():
            await guest.here().start()
        return guest.look(None, "en")

    @server.tool()
    def look(seat: int | None = None, language: str = "en") -> dict[str, Any]:
        """What you may know now: the table, your view, your legal actions, and what happened since."""
        return guest.look(seat, language)

    @server.tool()
    async def wait(seconds: float = 30.0, language: str = "en") -> dict[str, Any]:
        """Wait until it is your turn or the game is over, at most so long; then look."""
        table = guest.here()
        with contextlib.suppress(Lost):
            await table.until(
                lambda: table.turn() is not None or table.outcome() is not None,
                min(max(seconds, 0.0), MOST_SECONDS),
            )
        turn = table.turn()
        return guest.look(None if turn is None else turn.seat, language)

    @server.tool()
    async def play(action: str, seat: int | None = None, language: str = "en") -> dict[str, Any]:
        """Do one of the legal actions, by its text; then look. What is refused says why."""
        own = guest.own(seat)
        with spoken():
            version = await guest.here().play(own, action)
            await guest.here().until(lambda: guest.here().told[own]["v"] >= version)
        return guest.look(own, language)

    @server.tool()
    async def why(action: str, seat: int | None = None) -> dict[str, Any]:
        """Whether a seat of yours may do that now; if not, the rule and a sentence."""
        with spoken():
            said = await guest.here().question("why", seat=guest.own(seat), action=action)
        return {"allowed": not said["rule"], "rule": said["rule"], "messages": said["messages"]}

    @server.tool()
    async def judge(seat: int | None = None, language: str = "en") -> list[dict[str, Any]]:
        """What a bot that sees no more than you thinks of your moves, the best first (worth 0 to 1);
        `because` says in words what speaks for the best one, where that can be said.
        """
        lang, own = language_named(language), guest.own(seat)
        with spoken():
            said = await guest.here().question("hint", seat=own)
        moves = [{**move, "means": guest.label(move["action"], lang)} for move in said["moves"]]
        if lang in said["messages"]:
            moves[0]["because"] = said["messages"][lang]
        return moves

    return server
