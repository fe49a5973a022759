"""The command `tablee verify`: whether the proof of a match is true, step by step."""

from __future__ import annotations

import json
import sys
from typing import Any

import click

from tablee.cli_kit import TEXTS, fail, lang_option, language_of
from tablee.core.errors import BadProof
from tablee.core.fairness import MOST_CHARACTERS, Proof, Verdict, read_proof, verify
from tablee.games import game

MARKS = {True: "verify.true", False: "verify.false", None: "verify.unchecked"}
LOG_FORMAT = "tablee-log"
MOST_BYTES = 4 * MOST_CHARACTERS  # UTF-8 has no longer characters


@click.command("verify")
@click.argument("file", metavar="FILE", type=click.Path(allow_dash=True))
@click.option("--json", "as_json", is_flag=True, help="The report for programs.")
@lang_option
@click.pass_context
def verify_command(ctx: click.Context, file: str, as_json: bool) -> None:
    """Check the proof of a match that was played online ("-": from standard input).

    A table that was exported will do as well. The exit code is 0 for a true proof, 1 for a false one, 2
    for what is no proof.
    """
    lang = language_of(ctx)
    text = read_text(file, lang)
    if f'"{LOG_FORMAT}"' in text[:100]:
        text = proof_in_log(text, lang)
    proof = read_proof(text)
    verdict = verify(game(proof["game"]), proof)
    if as_json:
        click.echo(json.dumps(report(proof, verdict), ensure_ascii=False, indent=1))
    else:
        print_verdict(proof, verdict, lang)
    sys.exit(0 if verdict.proven else 1)


def read_text(file: str, lang: str) -> str:
    """No more of the file than a proof may have."""
    try:
        with click.open_file(file, "rb") as stream:
            return str(stream.read(MOST_BYTES + 1), "utf-8")
    except UnicodeDecodeError:
        raise BadProof("json") from None
    except OSError as error:
        fail(TEXTS.say(lang, "verify.cannot_read", {"file": file, "why": error.strerror or error}))


def proof_in_log(text: str, lang: str) -> str:
    """The proof of an exported table. It knows what was committed to before the deal."""
    from tablee.server.archive import proof_of, read_log, room_of

    room = room_of(read_log(text))
    if room.match is None:
        fail(TEXTS.say(lang, "verify.not_dealt"))
    return json.dumps(proof_of(room))


def report(proof: Proof, verdict: Verdict) -> dict[str, Any]:
    return {
        "proven": verdict.proven,
        "finished": verdict.finished,
        "game": proof["game"],
        "table": proof["table"],
        "seats": proof["seats"],
        "options": proof["options"],
        "commitments": {
            "server": proof["server"]["commitment"],
            "shares": [
                {"seat": share["seat"], "commitment": share["commitment"]} for share in proof["shares"]
            ],
        },
        "steps": [
            {
                "step": step.name,
                "seat": step.seat,
                "ok": step.ok,
                "claim": dict(step.claims),
                "why": dict(step.whys),
            }
            for step in verdict.steps
        ],
    }


def print_verdict(proof: Proof, verdict: Verdict, lang: str) -> None:
    title = game(proof["game"]).texts().say(lang, "game.name")
    options = json.dumps(proof["options"], ensure_ascii=False)
    values = {"game": title, "table": proof["table"], "options": options}
    click.echo(TEXTS.say(lang, "verify.table", values))
    marks = {ok: TEXTS.say(lang, key) for ok, key in MARKS.items()}
    wide = max(len(mark) for mark in marks.values())
    for step in verdict.steps:
        click.echo(f"  {marks[step.ok]:<{wide}}  {step.claim(lang)}")
        if step.whys:
            click.echo(f"  {'':<{wide}}  → {step.why(lang)}")
    if not verdict.proven:
        click.echo(TEXTS.say(lang, "verify.not_proven"))
        return
    click.echo(TEXTS.say(lang, "verify.commitments"))
    click.echo(f"  {proof['server']['commitment']}  {TEXTS.say(lang, 'verify.server')}")
    for share in proof["shares"]:
        click.echo(f"  {share['commitment']}  {TEXTS.seat(lang, share['seat'])}")
    if not proof["shares"]:
        click.echo(TEXTS.say(lang, "verify.nobody"))
    click.echo(TEXTS.say(lang, "verify.proven" if verdict.finished else "verify.proven_so_far"))
