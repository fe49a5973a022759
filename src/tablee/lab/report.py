"""Reports: what a study or a comparison found, as sections that become a page or Markdown."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from tablee.core.contract import Game
from tablee.games import game as game_by_name
from tablee.lab.errors import TEXTS
from tablee.lab.figures import between, number, percent, signed
from tablee.lab.plots import (
    Panel,
    as_svg,
    bars,
    counts,
    differences,
    figure_of,
    histogram,
    save,
)
from tablee.lab.runs import write_whole
from tablee.lab.study import Study

MOST_COMPARED = 20  # actions
MOST_ROWS = 40  # of what happens how often; the rest is in summary.json


class Section(NamedTuple):
    """A heading, a sentence or two, a table, and perhaps a picture."""

    key: str
    title: str
    text: str
    head: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()
    panel: Panel | None = None


class Report(NamedTuple):
    title: str
    facts: Sequence[tuple[str, str]]
    sections: Sequence[Section]


# -- a study ---------------------------------------------------------------------------------------


def report_study(study: Study, lang: str) -> Report:
    found = study.summary
    sections = [
        who_wins(found, lang),
        how_long(study, lang),
        scores(study, lang),
        choices(found, lang),
        *([] if found["drama"] is None else [drama(study, lang)]),
        *([ladder(found, lang)] if found["ladder"] else []),
        verbs(found, lang),
        actions(found, lang),
        events(found, lang),
        words(found, lang),
    ]
    return Report(title_of(found, lang), facts(found, found["options"], lang), sections)


def say(lang: str, key: str, **values: object) -> str:
    return TEXTS.say(lang, key, values)


def title_of(found: Mapping[str, Any], lang: str) -> str:
    name = game_by_name(found["game"]).texts().say(lang, "game.name")
    games = number(found["games"], lang)
    return say(lang, "report.title", game=name, n=found["seats"], games=games)


def facts(found: Mapping[str, Any], options: Mapping[str, object], lang: str) -> list[tuple[str, str]]:
    return [
        (say(lang, "fact.bots"), ", ".join(found["bots"])),
        (say(lang, "fact.options"), written(options) or say(lang, "fact.usual")),
        (say(lang, "fact.seed"), str(found["seed"])),
        (say(lang, "fact.version"), found["version"]),
    ]


def written(options: Mapping[str, object]) -> str:
    """As the command line takes them."""
    return ", ".join(
        f"{name}={json.dumps(value, ensure_ascii=False)}" for name, value in options.items()
    )


def who_wins(found: Mapping[str, Any], lang: str) -> Section:
    names = [say(lang, "place", n=row["place"] + 1) for row in found["places"]]
    rows = [
        [name, percent(row["share"], lang), between(row, lang)]
        for name, row in zip(names, found["places"], strict=True)
    ]
    plotted = list(found["places"])
    if len(set(found["bots"])) > 1:
        for row in found["by_seat"]:
            label = say(lang, "seat_bot", n=row["seat"] + 1, bot=row["bot"])
            rows.append([label, percent(row["share"], lang), between(row, lang)])
    rows.append(
        [say(lang, "shared"), percent(found["shared"]["share"], lang), between(found["shared"], lang)]
    )
    texts = game_by_name(found["game"]).texts()
    for reason, row in found["reasons"].items():
        said = texts.say(lang, f"reason.{reason}")
        rows.append([say(lang, "ended", why=said), percent(row["share"], lang), between(row, lang)])
    title = say(lang, "section.who")
    panel = bars(names, plotted, found["even"], title, lang)
    head = ["", say(lang, "head.share"), say(lang, "head.interval")]
    return Section("who", title, edge(found, lang), head, rows, panel)


def edge(found: Mapping[str, Any], lang: str) -> str:
    """Whether the first seat has one, as far as the interval tells."""
    first, even = found["places"][0], found["even"]
    key = "edge.none"
    if first["low"] > even:
        key = "edge.first"
    elif first["high"] < even:
        key = "edge.last"
    shown = {"share": percent(first["share"], lang), "even": percent(even, lang)}
    return say(lang, key, interval=between(first, lang), **shown)


def stats(rows: Sequence[tuple[str, Mapping[str, float]]], lang: str) -> dict[str, Any]:
    """The table of some spreads."""
    keys = ("sd", "least", "p5", "median", "p95", "most")
    shown = []
    for name, row in rows:
        interval = f"{number(row['low'], lang)} – {number(row['high'], lang)}"
        shown.append(
            [name, number(row["mean"], lang), interval, *(number(row[key], lang) for key in keys)]
        )
    return {
        "head": ["", *(say(lang, f"head.{key}") for key in ("mean", "interval", *keys))],
        "rows": shown,
    }


def how_long(study: Study, lang: str) -> Section:
    found = study.summary["length"]
    title = say(lang, "section.length")
    rows = [(say(lang, f"measure.{key}"), found[key]) for key in ("turns", "moves")]
    panel = histogram(study.games["turns"], title, say(lang, "measure.turns"), lang)
    return Section("length", title, say(lang, "text.length"), **stats(rows, lang), panel=panel)


def scores(study: Study, lang: str) -> Section:
    found = study.summary["scores"]
    title = say(lang, "section.scores")
    rows = [(say(lang, f"measure.{key}"), found[key]) for key in ("all", "spread", "margin")]
    flat = found["margin"]["least"] == found["margin"]["most"]
    panel = None
    if not flat:
        panel = histogram(study.games["margin"], title, say(lang, "measure.margin"), lang)
    return Section("scores", title, say(lang, "text.scores"), **stats(rows, lang), panel=panel)


def choices(found: Mapping[str, Any], lang: str) -> Section:
    rows = [
        [say(lang, f"measure.{key}"), percent(value, lang) if key == "forced" else number(value, lang)]
        for key, value in found["choices"].items()
    ]
    return Section("choices", say(lang, "section.choices"), say(lang, "text.choices"), ["", ""], rows)


def drama(study: Study, lang: str) -> Section:
    found = study.summary["drama"]
    title = say(lang, "section.drama")
    rows = [(say(lang, f"measure.{key}"), found[key]) for key in ("leads", "settled", "swing")]
    comebacks = found["comebacks"]
    text = say(
        lang, "text.drama", share=percent(comebacks["share"], lang), interval=between(comebacks, lang)
    )
    panel = histogram(study.games["settled"], title, say(lang, "measure.settled"), lang)
    return Section("drama", title, text, **stats(rows, lang), panel=panel)


def ladder(found: Mapping[str, Any], lang: str) -> Section:
    title = say(lang, "section.ladder")
    names = [say(lang, "rung", bot=row["bot"], other=row["against"]) for row in found["ladder"]]
    rows = [
        [name, number(row["games"], lang), percent(row["share"], lang), between(row, lang)]
        for name, row in zip(names, found["ladder"], strict=True)
    ]
    head = ["", say(lang, "head.games"), say(lang, "head.share"), say(lang, "head.interval")]
    panel = bars(names, found["ladder"], found["even"], title, lang)
    return Section("ladder", title, say(lang, "text.ladder"), head, rows, panel)


def verbs(found: Mapping[str, Any], lang: str) -> Section:
    title = say(lang, "section.verbs")
    rows = [happening(row, lang) for row in found["verbs"]]
    panel = counts(found["verbs"], title, lang)
    return Section("verbs", title, say(lang, "text.verbs"), heads(lang, "winning"), rows, panel)


def actions(found: Mapping[str, Any], lang: str) -> Section:
    game = game_by_name(found["game"])
    rows = [
        [f"{row['name']} · {described(game, row['name'], lang)}", *happening(row, lang)[1:]]
        for row in found["actions"][:MOST_ROWS]
    ]
    title = say(lang, "section.actions")
    return Section("actions", title, say(lang, "text.actions"), heads(lang, "winning"), rows)


def events(found: Mapping[str, Any], lang: str) -> Section:
    rows = [[*happening(row, lang)[:3], ", ".join(row["rules"])] for row in found["events"][:MOST_ROWS]]
    title = say(lang, "section.events")
    return Section("events", title, say(lang, "text.events"), heads(lang, "rules"), rows)


def words(found: Mapping[str, Any], lang: str) -> Section:
    rows = [happening(row, lang) for row in found["words"][:MOST_ROWS]]
    title = say(lang, "section.words")
    return Section("words", title, say(lang, "text.words"), heads(lang), rows)


def heads(lang: str, *more: str) -> list[str]:
    return ["", *(say(lang, f"head.{key}") for key in ("per_game", "in_games", *more))]


def happening(row: Mapping[str, Any], lang: str) -> list[str]:
    shown = [row["name"], number(row["per_game"], lang), percent(row["in_games"], lang)]
    if "winning" in row:
        won = row["winning"]
        shown.append(f"{percent(won['share'], lang)} ({between(won, lang)})")
    return shown


def described(game: Game, name: str, lang: str) -> str:
    verbs = game.verbs
    action = verbs.action(name)
    return game.texts().say(lang, f"verb.{verbs.verb(action).name}", verbs.values(action))


# -- a comparison ----------------------------------------------------------------------------------


def report_comparison(study: Study, lang: str) -> Report:
    found = study.summary
    variants = [(say(lang, "fact.a"), found["a"]), (say(lang, "fact.b"), found["b"])]
    told = [(name, written(options) or say(lang, "fact.usual")) for name, options in variants]
    rest = [fact for fact in facts(found, {}, lang) if fact[0] != say(lang, "fact.options")]
    sections = [
        compared("measures", [measure(row["name"], lang) for row in found["measures"]], found, lang),
        compared("times", [row["name"] for row in found["actions"][:MOST_COMPARED]], found, lang),
    ]
    return Report(say(lang, "report.compare", title=title_of(found, lang)), [*told, *rest], sections)


def measure(name: str, lang: str) -> str:
    if name.startswith("place "):
        return say(lang, "place", n=int(name.removeprefix("place ")) + 1)
    return say(lang, f"measure.{name}")


def compared(key: str, names: Sequence[str], found: Mapping[str, Any], lang: str) -> Section:
    rows = found["measures" if key == "measures" else "actions"][: len(names)]
    shown = []
    for name, row in zip(names, rows, strict=True):
        sure = row["low"] > 0 or row["high"] < 0
        interval = f"{signed(row['low'], lang)} … {signed(row['high'], lang)}"
        figures = [number(row["a"], lang), number(row["b"], lang), signed(row["difference"], lang)]
        shown.append([name, *figures, interval, say(lang, "sure") if sure else ""])
    title = say(lang, f"section.{key}")
    head = ["", "A", "B", *(say(lang, f"head.{each}") for each in ("difference", "interval", "sure"))]
    seldom = 0.001 if key == "measures" else 0.1  # too little to be a share of
    drawn = [(name, row) for name, row in zip(names, rows, strict=True) if abs(row["a"]) > seldom]
    panel = differences([row for _, row in drawn], [name for name, _ in drawn], title, lang)
    return Section(key, title, say(lang, f"text.{key}"), head, shown, panel)


# -- pages -----------------------------------------------------------------------------------------

STYLE = """
:root { color-scheme: light; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem;
  color: #222; background: #fff; }
h1 { line-height: 1.2; } h2 { margin-top: 2.5rem; }
.table { overflow-x: auto; } table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .7rem; text-align: right; border-bottom: 1px solid #ddd; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
dl { display: grid; grid-template-columns: max-content auto; gap: .1rem 1rem; } dd { margin: 0; }
svg { max-width: 100%; height: auto; }
"""


def write(report: Report, folder: Path, lang: str) -> Path:
    """A page that needs nothing else, and its pictures as files beside it."""
    plots = folder / "plots"
    plots.mkdir(parents=True, exist_ok=True)
    parts = []
    for section in report.sections:
        picture = ""
        if section.panel is not None:
            figure = figure_of(section.panel, height=max(2.6, 0.24 * len(section.rows) + 1.0))
            picture = as_svg(figure)
            for ending in ("svg", "png"):
                save(figure, plots / f"{section.key}.{ending}")
        parts.append(section_page(section, picture))
    told = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in report.facts)
    page = (
        f'<!doctype html>\n<html lang="{lang}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(report.title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        f"<h1>{escape(report.title)}</h1>\n<dl>{told}</dl>\n{''.join(parts)}</body>\n</html>\n"
    )
    path = folder / "report.html"
    write_whole(path, page.encode())
    return path


def section_page(section: Section, picture: str) -> str:
    heads = "".join(f'<th scope="col">{escape(each)}</th>' for each in section.head)
    rows = "".join(
        "<tr>" + "".join(f"<td>{escape(each)}</td>" for each in row) + "</tr>\n" for row in section.rows
    )
    figure = ""
    if picture:
        labelled = picture.replace("<svg", f'<svg role="img" aria-label="{escape(section.title)}"', 1)
        figure = f"<figure>{labelled}</figure>\n"
    return (
        f"<section>\n<h2>{escape(section.title)}</h2>\n<p>{escape(section.text)}</p>\n{figure}"
        f'<div class="table"><table><thead><tr>{heads}</tr></thead>\n'
        f"<tbody>\n{rows}</tbody></table></div>\n"
        "</section>\n"
    )


def as_markdown(section: Section) -> str:
    lines = [f"## {section.title}", "", section.text, "", f"| {' | '.join(section.head)} |"]
    lines.append(f"|{'|'.join(['---', *['---:'] * (len(section.head) - 1)])}|")
    lines += [f"| {' | '.join(row)} |" for row in section.rows]
    return "\n".join([*lines, ""])
