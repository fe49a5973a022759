"""A balance report of every game, for docs/balance: `make reports`.

Each page is made anew but for the finding at its top, which is written by hand and kept.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tablee.games import game
from tablee.lab.compare import compare
from tablee.lab.figures import number, percent, signed
from tablee.lab.jobs import cores
from tablee.lab.plots import figure_of, save
from tablee.lab.report import Report, Section, as_markdown, report_study
from tablee.lab.study import How, Study, study

ROOT = Path(__file__).parent.parent
GAMES = 10_000
SEED = 1
BOTS = ["greedy"]  # sees one move ahead: plausible play, and quick
LADDER = ["random", "easy", "medium", "hard"]
LADDER_GAMES = 100
STRONGER = ["medium"]  # does it hold when they look further ahead?
STRONGER_GAMES = 300
LANG = "en"
FINDING = re.compile(r"(?<=<!-- finding -->\n).*?(?=<!-- /finding -->)", re.DOTALL)
IN_PICTURE = ("who", "length", "drama", "ladder")
ROWS = {"actions": 20, "events": 40}  # so many of the long tables; the rest only in the HTML report


class Subject(NamedTuple):
    """A game at a table of so many, and variants to be compared with its usual rules."""

    name: str
    seats: int
    variants: Sequence[Mapping[str, object]] = ()
    variant_games: int = 1000
    watched: Sequence[str] = ()  # actions of which the comparison tells


SUBJECTS = (
    Subject(
        "super_miaou",
        4,
        variants=(
            {"cape_price": 3},
            {"cape_price": 5},
            {"food_price": 2},
            {"food_price": 4},
            {"gold_price": 3},
            {"mouse_price": 1},
            {"mice": False},
        ),
        watched=("buy silver", "buy gold", "buy mouse", "pass"),
    ),
    Subject("meowtopia", 2),
    Subject("push_em_up", 3),
    Subject("megabou", 2),
    Subject("mow", 4),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", action="append", help="only these")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "balance")
    parser.add_argument("--runs", type=Path, default=ROOT / "build" / "reports")
    parser.add_argument("--jobs", type=int, default=cores())
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    for subject in SUBJECTS:
        if given.game is None or subject.name in given.game:
            write_page(subject, How(given.runs, given.jobs, progress=True), given.games, given.out)


def write_page(subject: Subject, how: How, games: int, out: Path) -> None:
    found = study(
        subject.name,
        subject.seats,
        games,
        SEED,
        how=how,
        bots=BOTS,
        ladder=LADDER,
        ladder_games=LADDER_GAMES,
    )
    report = report_study(found, LANG)
    panels = [each.panel for each in report.sections if each.key in IN_PICTURE and each.panel]
    figure = figure_of(*panels, width=10, height=2.8, columns=2)
    save(figure, out / f"{subject.name}.svg")
    page = out / f"{subject.name}.md"
    kept = FINDING.search(page.read_text("utf-8")) if page.exists() else None
    finding = kept[0] if kept else ""
    page.write_text(markdown(subject, games, report, finding, how), "utf-8")


def markdown(subject: Subject, games: int, report: Report, finding: str, how: How) -> str:
    ladder = f" --ladder {','.join(LADDER)} --ladder-games {LADDER_GAMES}" if LADDER else ""
    command = (
        f"./tablee lab study {subject.name} --seats {subject.seats} --bots {','.join(BOTS)} "
        f"--games {games} --seed {SEED}{ladder}"
    )
    head = [
        f"# {report.title}",
        "",
        "<!-- finding -->",
        finding.strip("\n"),
        "<!-- /finding -->",
        "",
        "Made by `make reports`; the same figures as a page with all tables:",
        "",
        f"```sh\n{command}\n```",
        "",
        *(f"- {name}: {value}" for name, value in report.facts),
        "",
        f"![{report.title}]({subject.name}.svg)",
        "",
    ]
    told = [
        section._replace(rows=section.rows[: ROWS.get(section.key, 100)])
        for section in report.sections
        if section.key != "words"
    ]
    if STRONGER:
        told.insert(1, stronger(subject, how))
    if subject.variants:
        told.insert(0, prices(subject, how))
    return "\n".join([*head, *(as_markdown(section) for section in told)])


def stronger(subject: Subject, how: How) -> Section:
    """Who wins when better bots play, and how often they do what is watched."""
    found = study(subject.name, subject.seats, STRONGER_GAMES, SEED, how=how, bots=STRONGER)
    who = report_study(found, LANG).sections[0]
    done = {row["name"]: row["per_game"] for row in found.summary["actions"]}
    watched = [[f"{name}, a game", number(done.get(name, 0), LANG), ""] for name in subject.watched]
    text = f"{STRONGER_GAMES} games of bots that look further ahead ({', '.join(STRONGER)}). {who.text}"
    return Section("stronger", "With better players", text, who.head, [*who.rows, *watched])


def prices(subject: Subject, how: How) -> Section:
    """One row a variant: what it changes beside the usual rules, on the same luck."""
    title = game(subject.name).texts().say(LANG, "game.name")
    head = [
        "variant",
        "turns",
        "wins of the first player",
        *(f"{name}, a game" for name in subject.watched),
    ]
    rows = []
    for variant in subject.variants:
        found = compare(
            subject.name,
            subject.seats,
            subject.variant_games,
            SEED,
            how=how,
            bots=BOTS,
            against=variant,
        )
        rows.append([told(variant), *cells(found, subject.watched)])
    text = (
        f"What the values of {title} do: each variant beside the usual rules, {subject.variant_games} "
        "pairs of games with the same luck. A cell has the usual figure → the variant’s, and the 95 % "
        "interval of the difference; bold where that leaves out 0."
    )
    return Section("variants", "Other values", text, head, rows)


def told(variant: Mapping[str, object]) -> str:
    return ", ".join(f"`{name}={json.dumps(value)}`" for name, value in variant.items())


def cells(found: Study, watched: Sequence[str]) -> list[str]:
    measures = {row["name"]: row for row in found.summary["measures"]}
    actions = {row["name"]: row for row in found.summary["actions"]}
    place = measures["place 0"]
    first = f"{percent(place['a'], LANG)} → {percent(place['b'], LANG)} ({interval(place, 100)} points)"
    return [
        cell(measures["turns"]),
        strong(first, place),
        *(cell(actions[name]) if name in actions else "–" for name in watched),
    ]


def cell(row: Mapping[str, Any]) -> str:
    return strong(f"{number(row['a'], LANG)} → {number(row['b'], LANG)} ({interval(row)})", row)


def interval(row: Mapping[str, Any], times: int = 1) -> str:
    return f"{signed(times * row['low'], LANG)} … {signed(times * row['high'], LANG)}"


def strong(text: str, row: Mapping[str, Any]) -> str:
    return f"**{text}**" if row["low"] > 0 or row["high"] < 0 else text


if __name__ == "__main__":
    main()
