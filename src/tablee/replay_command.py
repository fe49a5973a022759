"""The command `tablee replay`: a finished game told step by step, in words."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from tablee import load_match
from tablee.cli_kit import TEXTS, lang_option, language_of, store_options
from tablee.core import match as saved
from tablee.core.contract import Event
from tablee.core.encode import plain, plain_event
from tablee.core.errors import BadSave
from tablee.core.fairness import FORMAT as PROOF
from tablee.core.fairness import read_proof, seed_of, verify
from tablee.core.match import Match
from tablee.core.recorder import News
from tablee.core.tables import SeededTable, TapeTable
from tablee.games import game
from tablee.store_commands import log_in, place_of, read_text, refuse
from tablee.terminal import keep

if TYPE_CHECKING:
    from tablee.server.room import Room


class Played(NamedTuple):
    """A match that was played, and by whom; a seat without a name has its number."""

    match: Match
    names: list[str]


class Step(NamedTuple):
    """The deal (no seat, no action) or a move, and what came of it."""

    seat: int | None
    action: int | None
    news: list[News]


@click.command("replay")
@click.argument("what", metavar="FILE|TABLE")
@click.option("--seat", type=click.IntRange(0), help="As this seat heard it; by default all of it.")
@click.option("--json", "as_json", is_flag=True, help="The steps for programs.")
@store_options
@lang_option
@click.pass_context
def replay_command(
    ctx: click.Context,
    what: str,
    seat: int | None,
    as_json: bool,
    data_dir: Path | None,
    database: str,
) -> None:
    """Tell a finished game, step by step.

    FILE is a saved game, an exported table or a proof ("-": from standard input); TABLE is the id or
    the link of a table that is kept here. Seats count from 0.
    """
    lang = language_of(ctx)
    if what == "-" or Path(what).is_file():
        played = from_file(read_text(what, lang), what, lang)
    else:
        from tablee.server.archive import room_of

        played = of_room(room_of(log_in(place_of(data_dir, database), what, lang)), lang)
    if seat is not None:
        played.match.sitting(seat)
    steps = list(steps_of(played.match))
    if as_json:
        listed = [plain_step(played, step, seat, lang) for step in steps]
        outcome = plain(played.match.outcome())
        click.echo(json.dumps({"steps": listed, "outcome": outcome}, ensure_ascii=False, indent=1))
        return
    print_story(played, steps, seat, lang)


# -- reading ---------------------------------------------------------------------------------------


def from_file(text: str, file: str, lang: str) -> Played:
    from tablee.server.archive import is_log, read_log, room_of

    if is_log(text):
        return of_room(room_of(read_log(text)), lang)
    if f'"{PROOF}"' in text[:100]:
        return of_proof(text, lang)
    if f'"{keep.FORMAT}"' in text[:100] and file != "-":
        kept = keep.read(Path(file))
        return finished(kept.match, kept.names, lang)
    if f'"{saved.FORMAT}"' in text[:100]:
        match = load_match(text)
        return finished(match, numbered(match.seats, lang), lang)
    raise BadSave("format", format=saved.FORMAT)


def numbered(seats: int, lang: str) -> list[str]:
    return [TEXTS.seat(lang, seat) for seat in range(seats)]


def finished(match: Match, names: list[str], lang: str) -> Played:
    if match.outcome() is None:
        refuse(lang, "table.not_over")
    return Played(match, names)


def of_room(room: Room, lang: str) -> Played:
    if room.match is None:
        refuse(lang, "table.not_over")
    names = [
        chair.name or TEXTS.say(lang, "bot" if chair.kind == "bot" else "human", {"n": seat + 1})
        for seat, chair in enumerate(room.chairs)
    ]
    return finished(room.match, names, lang)


def of_proof(text: str, lang: str) -> Played:
    """Everybody may see a proof, also that of a match that was given up; a false one tells no story."""
    proof = read_proof(text)
    found = game(proof["game"])
    if not verify(found, proof).proven:
        refuse(lang, "verify.not_proven")
    shares = [(share["seat"], bytes.fromhex(share["secret"])) for share in proof["shares"]]
    seed = seed_of(proof["table"], bytes.fromhex(proof["server"]["secret"]), shares)
    match = Match(found, proof["seats"], proof["options"], SeededTable(seed))
    for seat, action in proof["actions"]:
        match.play(seat, action)
    return Played(match, numbered(match.seats, lang))


# -- telling ---------------------------------------------------------------------------------------


def steps_of(played: Match) -> Iterator[Step]:
    """Play it once more, with the same luck, and stop after each move."""
    luck = played.table.luck
    again = SeededTable(luck.seed) if isinstance(luck, SeededTable) else TapeTable(played.table.tape)
    match = Match(played.game, played.seats, played.options.given, again)
    yield Step(None, None, list(match.table.news))
    for seat, action in played.log:
        told = len(match.table.news)
        match.play(seat, action)
        yield Step(seat, action, match.table.news[told:])


def heard(news: News, seat: int | None) -> list[tuple[int | None, Event]]:
    """Who hears it (None: everybody, or the seat whose story it is), and what."""
    if seat is not None:
        event = news.heard_by(seat)
        return [] if event is None else [(None, event)]
    return [(who, news.event) for who in (news.seats if news.seats is not None else (None,))]


def move_words(played: Played, step: Step, seat: int | None, lang: str) -> str | None:
    """What was done, if whose story it is did it: others' choices may have been secret."""
    if step.action is None or seat not in (None, step.seat):
        return None
    return played.match.describe(step.action, lang, played.names)


def plain_step(played: Played, step: Step, seat: int | None, lang: str) -> dict[str, Any]:
    words = move_words(played, step, seat, lang)
    return {
        "seat": step.seat,
        "action": None if words is None or step.action is None else played.match.text(step.action),
        "words": words,
        "heard": [
            {
                "seat": who if seat is None else seat,
                "words": played.match.tell(event, lang, played.names),
                **plain_event(event),
            }
            for news in step.news
            for who, event in heard(news, seat)
        ],
    }


def print_story(played: Played, steps: list[Step], seat: int | None, lang: str) -> None:
    match, names = played
    click.echo(f"{match.game.texts().say(lang, 'game.name')} · {', '.join(names)}")
    for number, step in enumerate(steps):
        words = move_words(played, step, seat, lang)
        if step.seat is not None:
            who = names[step.seat]
            click.echo(f"{number:>4}  {who if words is None else f'{who} · {words}'}")
        for news in step.news:
            for listener, event in heard(news, seat):
                to = "" if listener is None else f"→ {names[listener]} · "
                click.echo(f"{'':>6}{to}{match.tell(event, lang, names)}")
    outcome = match.outcome()
    if outcome is None:
        return
    click.echo(TEXTS.say(lang, "over"))
    for place in sorted(range(match.seats), key=lambda each: (outcome.ranks[each], each)):
        click.echo(f"{outcome.ranks[place]:>4}  {names[place]}  {outcome.scores[place]}")
