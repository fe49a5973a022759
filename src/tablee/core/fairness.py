"""Fair by proof: luck that nobody can choose alone, and what anybody can check afterwards.

Before the deal the server and each person commit to a secret; all secrets together give the seed. A
proof holds the secrets, the actions and every number that was drawn. docs/fairness.md has the bytes.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple, TypedDict

from tablee.core.contract import Game, Outcome
from tablee.core.encode import plain
from tablee.core.errors import BadProof, Refused, TableeError
from tablee.core.match import Match
from tablee.core.tables import RNG_VERSION, SeededTable
from tablee.core.texts import LANGUAGES, Said

FORMAT: Final = "tablee-proof"
FORMAT_VERSION: Final = 1
SECRET_BYTES: Final = 32

# No real proof comes near these.
MOST_CHARACTERS: Final = 1 << 24
MOST_ACTIONS: Final = 200_000
MOST_DRAWS: Final = 1_000_000
MOST_OPTIONS: Final = 100
MOST_SEATS: Final = 99
LONGEST_TEXT: Final = 200
LONGEST_TABLE: Final = 64
BIGGEST: Final = (1 << 53) - 1  # JavaScript, too, must read every number as it is

HEX = re.compile(r"[0-9a-f]{64}")

Role = Literal["server", "seat"]


class Sealed(TypedDict):
    """The server's secret, and what was shown of it before the deal; both in hex."""

    commitment: str
    secret: str


class Share(TypedDict):
    """A person's secret; `seat` is the lowest that the person holds."""

    seat: int
    commitment: str
    secret: str


class Result(TypedDict):
    scores: list[int]
    ranks: list[int]
    reason: str


class Proof(TypedDict):
    """All that it takes to check the luck of a match. It shows every hand: not before the end."""

    format: str
    format_version: int
    table: str
    game: str
    rules_version: int
    rng_version: int
    seats: int
    options: dict[str, Any]
    server: Sealed
    shares: list[Share]
    actions: list[tuple[int, str]]
    tape: list[int]
    bounds: list[int]
    outcome: Result | None


# -- making ----------------------------------------------------------------------------------------


def is_table(table: object) -> bool:
    """Plain ASCII, so that there is one way to write it as bytes, and no zero byte in it."""
    if not isinstance(table, str) or not 1 <= len(table) <= LONGEST_TABLE:
        return False
    return table.isascii() and table.isprintable()


def table_bytes(table: str) -> bytes:
    if not is_table(table):
        raise ValueError(f"a table's id is 1 to {LONGEST_TABLE} printable ASCII characters")
    return table.encode() + b"\0"


def secret_bytes(secret: bytes) -> bytes:
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"a secret has {SECRET_BYTES} bytes, not {len(secret)}")
    return secret


def commitment(role: Role, table: str, secret: bytes) -> str:
    """What is shown before the deal: it tells nothing of the secret, and no other secret fits it."""
    if role not in ("server", "seat"):
        raise ValueError("a role is server or seat")
    body = f"tablee {role} v1\0".encode() + table_bytes(table) + secret_bytes(secret)
    return hashlib.sha256(body).hexdigest()


def seed_of(table: str, server_secret: bytes, shares: Iterable[tuple[int, bytes]]) -> bytes:
    """The seed of a `SeededTable`: as long as one secret is unforeseeable, so is the luck."""
    by_seat = sorted(shares)
    if len({seat for seat, _ in by_seat}) != len(by_seat):
        raise ValueError("a seat has two shares")
    body = b"tablee seed v1\0" + table_bytes(table) + secret_bytes(server_secret)
    for seat, share in by_seat:
        body += bytes([seat]) + secret_bytes(share)
    return hashlib.sha512(body).digest()


def make_proof(
    match: Match, table: str, server_secret: bytes, shares: Iterable[tuple[int, bytes]]
) -> Proof:
    """The proof of a match that was dealt from these secrets: a dict that goes to JSON as it is."""
    return {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "table": table,
        "game": match.game.name,
        "rules_version": match.game.version,
        "rng_version": RNG_VERSION,
        "seats": match.seats,
        "options": {name: plain(value) for name, value in match.options.given.items()},
        "server": {
            "commitment": commitment("server", table, server_secret),
            "secret": server_secret.hex(),
        },
        "shares": [
            {"seat": seat, "commitment": commitment("seat", table, share), "secret": share.hex()}
            for seat, share in sorted(shares)
        ],
        "actions": [(seat, match.text(action)) for seat, action in match.log],
        "tape": list(match.table.tape),
        "bounds": list(match.table.bounds),
        "outcome": result(match.outcome()),
    }


def result(outcome: Outcome | None) -> Result | None:
    if outcome is None:
        return None
    return {
        "scores": [int(score) for score in outcome.scores],
        "ranks": [int(rank) for rank in outcome.ranks],
        "reason": outcome.reason,
    }


# -- reading ---------------------------------------------------------------------------------------


def read_proof(text: str) -> Proof:
    """A proof of the right form; BadProof says what is wrong with it. If it is true, says `verify`."""
    if not isinstance(text, str):
        raise BadProof("json")
    if len(text) > MOST_CHARACTERS:
        raise BadProof("long", n=MOST_CHARACTERS)
    try:
        data = json.loads(text, object_pairs_hook=once)
    except BadProof:
        raise
    except (ValueError, RecursionError):
        raise BadProof("json") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadProof("format", format=FORMAT)
    for what, version in (("format", FORMAT_VERSION), ("rng", RNG_VERSION)):
        found = data.get(f"{what}_version")
        if type(found) is not int or found != version:
            raise BadProof("version", what=what, version=version)
    fields(data, "", Proof)
    seats = whole(data["seats"], "seats", 1, MOST_SEATS)
    return {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "table": read_table(data["table"]),
        "game": short(data["game"], "game"),
        "rules_version": whole(data["rules_version"], "rules_version", 0, BIGGEST),
        "rng_version": RNG_VERSION,
        "seats": seats,
        "options": read_options(data["options"]),
        "server": read_server(data["server"]),
        "shares": read_shares(data["shares"], seats),
        "actions": read_actions(data["actions"], seats),
        "tape": [whole(n, "tape", 0, BIGGEST) for n in listed(data["tape"], "tape", MOST_DRAWS)],
        "bounds": [
            whole(n, "bounds", 1, BIGGEST) for n in listed(data["bounds"], "bounds", MOST_DRAWS)
        ],
        "outcome": read_outcome(data["outcome"], seats),
    }


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A name that is there twice could mean one thing here and another elsewhere."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise BadProof("twice")
    return found


def wrong(field: str, kind: str, **values: object) -> BadProof:
    return BadProof("kind", field=field, kind=Said(f"kind.{kind}", values))


def fields(value: object, where: str, like: type) -> dict[str, Any]:
    """An object with exactly the fields of a TypedDict."""
    if not isinstance(value, dict):
        raise wrong(where, "object")
    odd = set(value) ^ set(like.__annotations__)
    if odd:
        shown = sorted(f"{where}.{name}".lstrip(".") for name in odd)
        raise BadProof("fields", fields=tuple(ascii(name)[1:-1][:40] for name in shown[:10]))
    return value


def whole(value: object, field: str, low: int, high: int) -> int:
    """A whole number; true and false are none."""
    if type(value) is not int or not low <= value <= high:
        raise wrong(field, "number", low=low, high=high)
    return value


def short(value: object, field: str) -> str:
    if not isinstance(value, str) or not is_short(value):
        raise wrong(field, "text", n=LONGEST_TEXT)
    return value


def is_short(text: str) -> bool:
    return 1 <= len(text) <= LONGEST_TEXT and text.isprintable()


def listed(value: object, field: str, most: int) -> list[Any]:
    if not isinstance(value, list) or len(value) > most:
        raise wrong(field, "list", n=most)
    return value


def hexed(value: object, field: str) -> str:
    if not isinstance(value, str) or HEX.fullmatch(value) is None:
        raise wrong(field, "hex")
    return value


def read_table(value: object) -> str:
    if not isinstance(value, str) or not is_table(value):
        raise wrong("table", "table", n=LONGEST_TABLE)
    return value


def read_options(value: object) -> dict[str, Any]:
    """Small and plain; whether the game takes them is for the game to say."""
    if not isinstance(value, dict) or len(value) > MOST_OPTIONS:
        raise wrong("options", "object")
    for name, given in value.items():
        if not is_short(name) or not is_plain(given, 2):
            raise wrong("options", "options")
    return value


def is_plain(value: object, depth: int) -> bool:
    """Truth values, whole numbers, texts, nothing, and lists of these in lists so deep."""
    if isinstance(value, list):
        return depth > 0 and len(value) <= MOST_SEATS and all(is_plain(v, depth - 1) for v in value)
    if isinstance(value, str):
        return is_short(value)
    return value is None or (isinstance(value, int) and abs(value) <= BIGGEST)


def read_server(value: object) -> Sealed:
    data = fields(value, "server", Sealed)
    return {
        "commitment": hexed(data["commitment"], "server.commitment"),
        "secret": hexed(data["secret"], "server.secret"),
    }


def read_shares(value: object, seats: int) -> list[Share]:
    found: list[Share] = []
    for each in listed(value, "shares", seats):
        data = fields(each, "shares", Share)
        seat = whole(data["seat"], "shares.seat", 0, seats - 1)
        if found and seat <= found[-1]["seat"]:
            raise BadProof("order")
        share: Share = {
            "seat": seat,
            "commitment": hexed(data["commitment"], "shares.commitment"),
            "secret": hexed(data["secret"], "shares.secret"),
        }
        found.append(share)
    return found


def read_actions(value: object, seats: int) -> list[tuple[int, str]]:
    found: list[tuple[int, str]] = []
    for each in listed(value, "actions", MOST_ACTIONS):
        if not isinstance(each, list) or len(each) != 2:
            raise wrong("actions", "pairs")
        found.append((whole(each[0], "actions", 0, seats - 1), short(each[1], "actions")))
    return found


def read_outcome(value: object, seats: int) -> Result | None:
    if value is None:
        return None
    data = fields(value, "outcome", Result)
    scores = listed(data["scores"], "outcome.scores", seats)
    ranks = listed(data["ranks"], "outcome.ranks", seats)
    if len(scores) != seats or len(ranks) != seats:
        raise BadProof("list", field="outcome", n=seats)
    return {
        "scores": [whole(score, "outcome.scores", -BIGGEST, BIGGEST) for score in scores],
        "ranks": [whole(rank, "outcome.ranks", 1, seats) for rank in ranks],
        "reason": short(data["reason"], "outcome.reason"),
    }


# -- verifying -------------------------------------------------------------------------------------


class Step(NamedTuple):
    """One thing that was checked: which, whether it is true (None: not checked), and why not."""

    name: str  # server, share, setup, luck, actions, outcome
    seat: int | None  # whose share
    ok: bool | None
    claims: Mapping[str, str]  # what should hold, in each language
    whys: Mapping[str, str]  # why it does not, in each language; nothing if it does

    def claim(self, language: str = "en") -> str:
        return self.claims[language]

    def why(self, language: str = "en") -> str:
        return self.whys.get(language, "")


class Verdict(NamedTuple):
    """What `verify` found. A proof of a match that was given up is proven as far as it goes."""

    steps: tuple[Step, ...]
    finished: bool

    @property
    def proven(self) -> bool:
        return all(step.ok for step in self.steps)

    @property
    def failed(self) -> Step | None:
        """The first step that is false."""
        return next((step for step in self.steps if step.ok is False), None)


class Fault(NamedTuple):
    """What is false about a replay: the step, the key of why, and its values."""

    step: str
    why: str
    values: Mapping[str, object]


def verify(game: Game, proof: Proof) -> Verdict:
    """Check what `read_proof` has read, step by step. A false proof is an answer, not an error.

    That the commitments are those which were shown before the deal is for those who saw them to say.
    """
    steps = [kept(game, None, proof["table"], proof["server"]["commitment"], proof["server"]["secret"])]
    for share in proof["shares"]:
        steps.append(kept(game, share["seat"], proof["table"], share["commitment"], share["secret"]))
    steps += replayed(game, proof)
    return Verdict(tuple(steps), proof["outcome"] is not None)


def kept(game: Game, seat: int | None, table: str, shown: str, secret: str) -> Step:
    """Whether a secret is the one that was committed to."""
    name = "server" if seat is None else "share"
    claims = in_each(game, f"proof.{name}", {"seat": seat})
    if commitment("server" if seat is None else "seat", table, bytes.fromhex(secret)) == shown:
        return Step(name, seat, True, claims, {})
    return Step(name, seat, False, claims, in_each(game, "proof.why.commitment", {}))


def replayed(game: Game, proof: Proof) -> list[Step]:
    """The steps of the match itself. Past the first fault play would not be what was played."""
    fault = first_fault(game, proof)
    whole_match = fault is None or fault.step == "outcome"
    checked = {
        "setup": fault is None or fault.step != "setup",
        "luck": whole_match,
        "actions": whole_match,
        "outcome": fault is None,
    }
    values = {"game": Said("game.name"), "players": proof["seats"]}
    counts = {"luck": len(proof["tape"]), "actions": len(proof["actions"])}
    steps = []
    for name, ok in checked.items():
        key = "unfinished" if name == "outcome" and proof["outcome"] is None else name
        claims = in_each(game, f"proof.{key}", {**values, "n": counts.get(name, 0)})
        if fault is not None and fault.step == name:
            whys = in_each(game, f"proof.why.{fault.why}", fault.values)
            steps.append(Step(name, None, False, claims, whys))
        else:
            steps.append(Step(name, None, ok or None, claims, {}))
    return steps


def first_fault(game: Game, proof: Proof) -> Fault | None:
    """Play the match again, with luck from the secrets alone, up to the first thing that is false."""
    if proof["game"] != game.name:
        return Fault("setup", "game", {"given": proof["game"]})
    if proof["rules_version"] != game.version:
        versions = {"given": proof["rules_version"], "version": game.version}
        return Fault("setup", "rules", versions)
    shares = [(share["seat"], bytes.fromhex(share["secret"])) for share in proof["shares"]]
    seed = seed_of(proof["table"], bytes.fromhex(proof["server"]["secret"]), shares)
    try:
        match = Match(game, proof["seats"], proof["options"], SeededTable(seed))
    except TableeError as error:
        return Fault("setup", "refused", {"error": error})
    drawn, tape, compared = match.table.tape, proof["tape"], 0
    for number, (seat, text) in enumerate(proof["actions"], 1):
        odd = luck_fault(drawn, tape, compared)
        if odd is not None:
            return odd
        compared = len(drawn)
        try:
            if match.text(match.action(text)) != text:
                return Fault("actions", "spelling", {"n": number, "given": text})
            match.play(seat, text)
        except TableeError as error:
            values = {"n": number, "seat": seat, "given": text, "error": error}
            return Fault("actions", "action", values)
    odd = luck_fault(drawn, tape, compared)
    if odd is not None:
        return odd
    if len(tape) > len(drawn):
        return Fault("luck", "long", {"n": len(drawn)})
    if proof["bounds"] != match.table.bounds:
        return Fault("luck", "bounds", {})
    return outcome_fault(result(match.outcome()), proof["outcome"])


def luck_fault(drawn: Sequence[int], tape: Sequence[int], since: int) -> Fault | None:
    """Compare what was drawn since then with the tape."""
    for at in range(since, len(drawn)):
        if at == len(tape):
            return Fault("luck", "short", {"n": at})
        if tape[at] != drawn[at]:
            return Fault("luck", "number", {"n": at + 1, "given": tape[at], "drawn": drawn[at]})
    return None


def outcome_fault(found: Result | None, said: Result | None) -> Fault | None:
    if found == said:
        return None
    if found is None:
        return Fault("outcome", "not_over", {})
    scores, ranks = tuple(found["scores"]), tuple(found["ranks"])
    values = {"scores": scores, "ranks": ranks, "reason": found["reason"]}
    return Fault("outcome", "outcome", values)


def in_each(game: Game, key: str, values: Mapping[str, object]) -> dict[str, str]:
    """A text in each language; an error among the values speaks it, too."""
    said = {}
    for language in LANGUAGES:
        heard = {name: in_words(value, language) for name, value in values.items()}
        said[language] = game.texts().say(language, key, heard)
    return said


def in_words(value: object, language: str) -> object:
    if isinstance(value, Refused):
        return f"{value.message(language)} [{value.rule}]"
    return value.message(language) if isinstance(value, TableeError) else value
