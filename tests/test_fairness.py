"""Fair by proof: test vectors that other programs share, proofs that hold, and none that is false."""

from __future__ import annotations

import copy
import doctest
import hashlib
import hmac
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

import crazy_eights
from tablee.cli import main
from tablee.core import fairness
from tablee.core.contract import Game, Table
from tablee.core.errors import BadProof, TableeError
from tablee.core.fairness import Proof, Verdict, commitment, make_proof, read_proof, seed_of, verify
from tablee.core.match import Match
from tablee.core.tables import LabTable, SeededTable
from tablee.core.texts import LANGUAGES
from tablee.games import game as game_by_name
from tablee.testing.vectors import vectors

ROOT = Path(__file__).parent.parent
FOLDER = Path(__file__).parent / "vectors"
FILE = FOLDER / "fairness.json"
VECTORS: dict[str, Any] = json.loads(FILE.read_text("utf-8"))
PROOFS: dict[str, dict[str, Any]] = {proof["game"]: proof for proof in VECTORS["proofs"]}
each_proof = pytest.mark.parametrize("name", PROOFS)


# -- vectors, with a second implementation that shares nothing with the first ----------------------


def their_commitment(role: str, table: str, secret: str) -> str:
    start = {"server": b"tablee server v1\0", "seat": b"tablee seat v1\0"}[role]
    return hashlib.sha256(start + table.encode("ascii") + b"\0" + bytes.fromhex(secret)).hexdigest()


def their_seed(table: str, server: str, shares: list[dict[str, Any]]) -> str:
    digest = hashlib.sha512(b"tablee seed v1\0")
    digest.update(table.encode("ascii"))
    digest.update(b"\0")
    digest.update(bytes.fromhex(server))
    for share in sorted(shares, key=lambda share: int(share["seat"])):
        digest.update(share["seat"].to_bytes(1, "big"))
        digest.update(bytes.fromhex(share["secret"]))
    return digest.hexdigest()


def their_words(seed: str) -> Iterator[int]:
    counter = 0
    while True:
        block = hmac.new(bytes.fromhex(seed), counter.to_bytes(8, "big"), hashlib.sha512).digest()
        for at in range(0, 64, 8):
            yield int.from_bytes(block[at : at + 8], "big")
        counter += 1


def their_draw(words: Iterator[int], n: int) -> int:
    fair = 2**64 // n * n  # words from here on would favour small numbers
    return next(word for word in words if word < fair) % n


class TheirLuck(Table):
    def __init__(self, seed: str) -> None:
        super().__init__()
        self.words = their_words(seed)

    def below(self, n: int) -> int:
        return their_draw(self.words, n)


@pytest.mark.parametrize(
    "vector", VECTORS["commitments"], ids=lambda v: f"{v['role']}-{v['table'][:6]}"
)
def test_commitments(vector: dict[str, Any]) -> None:
    role, table, secret = vector["role"], vector["table"], vector["secret"]
    assert commitment(role, table, bytes.fromhex(secret)) == vector["commitment"]
    assert their_commitment(role, table, secret) == vector["commitment"]


@pytest.mark.parametrize(
    "vector", VECTORS["seeds"], ids=lambda v: f"{v['table'][:6]}-{len(v['shares'])}"
)
def test_seeds(vector: dict[str, Any]) -> None:
    table, server = vector["table"], vector["server"]
    shares = [(share["seat"], bytes.fromhex(share["secret"])) for share in vector["shares"]]
    assert seed_of(table, bytes.fromhex(server), shares).hex() == vector["seed"]
    assert seed_of(table, bytes.fromhex(server), reversed(shares)).hex() == vector["seed"]
    assert their_seed(table, server, vector["shares"]) == vector["seed"]


@pytest.mark.parametrize("vector", VECTORS["draws"], ids=lambda v: v["below"][0])
def test_draws(vector: dict[str, Any], request: pytest.FixtureRequest) -> None:
    sizes, drawn = [int(n) for n in vector["below"]], [int(n) for n in vector["drawn"]]
    words = their_words(vector["seed"])
    assert [their_draw(words, n) for n in sizes] == drawn
    if max(sizes) < 2**63 or not request.config.getoption("--compiled"):  # compiled, n is an i64
        luck = SeededTable(bytes.fromhex(vector["seed"]))
        assert [luck.below(n) for n in sizes] == drawn


def test_vectors_reject_words() -> None:
    """Every other word below 2**63 + 1, so that a reader who does not reject is found out."""
    (vector,) = (v for v in VECTORS["draws"] if set(v["below"]) == {str(2**63 + 1)})
    words = their_words(vector["seed"])
    plain = [str(next(words) % (2**63 + 1)) for _ in vector["below"]]
    assert plain != vector["drawn"]


@each_proof
def test_proofs(name: str) -> None:
    """The second implementation's luck gives the same numbers and the same end."""
    proof = PROOFS[name]
    assert proof["server"]["commitment"] == their_commitment(
        "server", proof["table"], proof["server"]["secret"]
    )
    for share in proof["shares"]:
        assert share["commitment"] == their_commitment("seat", proof["table"], share["secret"])
    seed = their_seed(proof["table"], proof["server"]["secret"], proof["shares"])
    match = Match(game_by_name(name), proof["seats"], proof["options"], TheirLuck(seed))
    for seat, action in proof["actions"]:
        match.play(seat, action)
    assert match.table.tape == proof["tape"]
    outcome = match.outcome()
    assert outcome is not None
    assert list(outcome.scores) == proof["outcome"]["scores"]
    assert list(outcome.ranks) == proof["outcome"]["ranks"]
    assert outcome.reason == proof["outcome"]["reason"]


def test_the_vectors_can_be_made_again() -> None:
    assert vectors() == FILE.read_text("utf-8")


def node() -> str:
    """Node on the path or in .venv, if it is new enough to have WebCrypto."""
    found = shutil.which("node") or shutil.which("node", path=str(Path(sys.executable).parent))
    if found is None:
        pytest.skip("there is no node, on the path or in .venv, to run tests/vectors/check.mjs")
    said = subprocess.run([found, "--version"], capture_output=True, text=True, check=True).stdout
    if int(said.strip().lstrip("v").partition(".")[0]) < 20:
        pytest.skip(f"tests/vectors/check.mjs takes node 20, and this is {said.strip()}")
    return found


def run_node(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [node(), str(FOLDER / "check.mjs"), *arguments]
    env = {name: value for name, value in os.environ.items() if name != "NODE_OPTIONS"}
    return subprocess.run(command, env=env, capture_output=True, text=True, check=False)


def test_javascript_finds_the_same() -> None:
    done = run_node()
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith(" checked, 0 wrong\n")


def test_javascript_finds_what_is_wrong(tmp_path: Path) -> None:
    broken = copy.deepcopy(VECTORS)
    broken["commitments"][0]["secret"] = "11" * 32
    broken["seeds"][0]["table"] = "other"
    broken["draws"][-1]["drawn"][-1] = "17"
    (tmp_path / "broken.json").write_text(json.dumps(broken), "utf-8")
    done = run_node(str(tmp_path / "broken.json"))
    assert done.returncode == 1
    assert done.stdout.endswith(" checked, 3 wrong\n"), done.stderr


# -- seeds and commitments -------------------------------------------------------------------------

secrets = st.binary(min_size=32, max_size=32)
share_maps = st.dictionaries(st.integers(0, 9), secrets, min_size=1, max_size=5)


@given(server=secrets, shares=share_maps, data=st.data())
def test_the_seed_depends_on_every_share(server: bytes, shares: dict[int, bytes], data: Any) -> None:
    def seed(server: bytes, shares: dict[int, bytes], table: str = "t") -> bytes:
        return seed_of(table, server, shares.items())

    seat = data.draw(st.sampled_from(sorted(shares)))
    bit = data.draw(st.integers(0, 255))
    changed = (int.from_bytes(shares[seat], "big") ^ 2**bit).to_bytes(32, "big")
    without = {other: share for other, share in shares.items() if other != seat}
    other_server = (int.from_bytes(server, "big") ^ 2**bit).to_bytes(32, "big")
    all_seeds = [
        seed(server, shares),
        seed(server, {**shares, seat: changed}),
        seed(server, without),
        seed(server, {**without, seat + 10: shares[seat]}),
        seed(other_server, shares),
        seed(server, shares, "t2"),
    ]
    assert len(set(all_seeds)) == len(all_seeds)
    assert all(len(each) == 64 for each in all_seeds)
    assert seed(server, dict(reversed(shares.items()))) == all_seeds[0]


def test_a_commitment_is_for_one_role_and_table() -> None:
    secret = bytes(range(32))
    shown = {commitment(role, table, secret) for role in ("server", "seat") for table in ("a", "b")}
    assert len(shown) == 4


@pytest.mark.parametrize("table", ["", "a\0b", "é", "a\n", "x" * 65, "\ud800", None, 7])
def test_odd_tables_are_refused(table: Any) -> None:
    with pytest.raises(ValueError, match="table"):
        commitment("seat", table, bytes(32))
    with pytest.raises(ValueError, match="table"):
        seed_of(table, bytes(32), [])


def test_odd_secrets_and_seats_are_refused() -> None:
    for odd in (b"", bytes(31), bytes(33)):
        with pytest.raises(ValueError, match="32 bytes"):
            commitment("server", "t", odd)
        with pytest.raises(ValueError, match="32 bytes"):
            seed_of("t", odd, [])
        with pytest.raises(ValueError, match="32 bytes"):
            seed_of("t", bytes(32), [(0, odd)])
    with pytest.raises(ValueError, match="two shares"):
        seed_of("t", bytes(32), [(1, bytes(32)), (1, bytes(32))])
    for seat in (-1, 256):
        with pytest.raises(ValueError):
            seed_of("t", bytes(32), [(seat, bytes(32))])
    role: Any = "bank"
    with pytest.raises(ValueError, match="role"):
        commitment(role, "t", bytes(32))


# -- proofs that hold ------------------------------------------------------------------------------


def judged(data: Any, game: Game | None = None) -> Verdict:
    proof = read_proof(json.dumps(data))
    return verify(game or game_by_name(proof["game"]), proof)


def played(game: Game, moves: int, luck: Table | None = None) -> Proof:
    """A match of so many moves."""
    shares = [(0, bytes([7] * 32)), (1, bytes([8] * 32))]
    seed = seed_of("a table", bytes([9] * 32), shares)
    match, choice = Match(game, game.fewest, None, luck or SeededTable(seed)), LabTable(3)
    while match.actors() and len(match.log) < moves:
        seat = match.actors()[0]
        match.play(seat, match.legal(seat)[choice.below(len(match.legal(seat)))])
    return make_proof(match, "a table", bytes([9] * 32), shares)


@each_proof
def test_true_proofs_are_proven(name: str) -> None:
    verdict = judged(PROOFS[name])
    assert verdict.proven
    assert verdict.finished
    assert verdict.failed is None
    shares = ["share"] * len(PROOFS[name]["shares"])
    names = [step.name for step in verdict.steps]
    assert names == ["server", *shares, "setup", "luck", "actions", "outcome"]
    for step in verdict.steps:
        for language in LANGUAGES:
            assert step.why(language) == ""
            assert "proof." not in step.claim(language)
            assert "{" not in step.claim(language)


@each_proof
@pytest.mark.parametrize("moves", [0, 1, 9])
def test_unfinished_matches_are_proven_as_far_as_they_go(name: str, moves: int) -> None:
    proof = played(game_by_name(name), moves)
    assert proof["outcome"] is None
    verdict = judged(proof)
    assert verdict.proven
    assert not verdict.finished
    assert verdict.steps[-1].claim("en") == "The match is not over, as the proof says."


def test_a_proof_reads_as_it_was_written() -> None:
    proof = played(game_by_name("mow"), 30)
    assert read_proof(json.dumps(proof)) == proof
    assert played(crazy_eights.GAME, 10_000)["outcome"] is not None
    assert judged(played(crazy_eights.GAME, 10_000), crazy_eights.GAME).proven


def test_a_match_without_people_is_proven() -> None:
    seed = seed_of("bots only", bytes(32), [])
    match = Match(game_by_name("megabou"), 2, None, SeededTable(seed))
    assert judged(make_proof(match, "bots only", bytes(32), [])).proven


# -- proofs that are false -------------------------------------------------------------------------


@each_proof
def test_a_changed_byte_is_caught(name: str) -> None:
    """Each in turn, everywhere. What passes is other options or moves that lead to the same match."""
    text = json.dumps(PROOFS[name])
    passed = 0
    for at, byte in enumerate(text):
        changed = text[:at] + {"0": "1", "1": "2"}.get(byte, "0") + text[at + 1 :]
        try:
            proof = read_proof(changed)
            verdict = verify(game_by_name(proof["game"]), proof)
        except TableeError:
            continue
        if verdict.proven:
            passed += 1
            again: dict[str, Any] = json.loads(changed)
            odd = {field for field in again if again[field] != PROOFS[name][field]}
            assert odd in ({"options"}, {"actions"}), changed[at - 20 : at + 20]
        else:
            assert verdict.failed is not None
    assert passed < 10


def other(digit: str) -> str:
    return "1" if digit == "0" else "0"


def change(data: Any, path: tuple[str | int, ...], value: Any) -> None:
    """Put something else there; a function makes it out of what was there."""
    for part in path[:-1]:
        data = data[part]
    data[path[-1]] = value(data[path[-1]]) if callable(value) else value


FALSE: list[tuple[str, tuple[str | int, ...], Any, str]] = [
    ("server", ("table",), "vector-mow2", "committed"),
    ("server", ("server", "secret"), lambda s: other(s[0]) + s[1:], "committed"),
    ("server", ("server", "commitment"), lambda s: s[:-1] + other(s[-1]), "committed"),
    ("share", ("shares", 1, "secret"), lambda s: other(s[0]) + s[1:], "committed"),
    ("share", ("shares", 1, "commitment"), lambda s: s[:-1] + other(s[-1]), "committed"),
    ("setup", ("rules_version",), 99, "version 99 of the rules"),
    ("setup", ("options", "colour"), 1, "no option “colour”"),
    ("setup", ("options", "target"), 5, "from 10 to 1000"),
    ("setup", ("options", "bots"), [[0]], "list of seats"),
    ("luck", ("shares", 1, "seat"), 3, "the secrets give"),
    ("luck", ("shares",), lambda shares: shares[:1], "the secrets give"),
    ("luck", ("tape", 0), lambda n: n + 1, "number 1 is"),
    ("luck", ("tape", 49), lambda n: n + 1, "number 50 is"),
    ("luck", ("tape",), lambda tape: tape[:-1], "after number 49 more were drawn"),
    ("luck", ("tape",), [], "after number 0 more were drawn"),
    ("luck", ("tape",), lambda tape: [*tape, 0], "after number 50 no more were drawn"),
    ("luck", ("bounds", 1), lambda n: n + 1, "below other numbers"),
    ("luck", ("bounds",), lambda bounds: bounds[:-1], "below other numbers"),
    ("luck", ("actions",), [], "no more were drawn"),
    ("actions", ("actions", 0), [0, "dance"], "“dance” by Player 1: “dance” is not an action"),
    ("actions", ("actions", 0, 1), lambda text: text.upper(), "not spelt"),
    ("actions", ("actions", 0, 1), lambda text: text + " ", "not spelt"),
    ("actions", ("actions", 0, 0), lambda seat: (seat + 1) % 4, "It is not your turn"),
    ("actions", ("actions",), lambda all_: [*all_, [0, "take"]], "The game is over"),
    ("actions", ("actions",), lambda all_: [all_[-1], *all_], "MW-"),
    ("outcome", ("outcome",), None, "it ended with scores 12, 15, 25, 22, ranks 1, 2, 4, 3"),
    ("outcome", ("outcome", "scores", 0), 13, "it ended with scores 12"),
    ("outcome", ("outcome", "ranks", 0), 2, "ranks 1, 2, 4, 3"),
    ("outcome", ("outcome", "reason"), "max_rounds", "it ended with"),
]


@pytest.mark.parametrize(("step", "path", "value", "why"), FALSE)
def test_each_field_counts(step: str, path: tuple[str | int, ...], value: Any, why: str) -> None:
    data = copy.deepcopy(PROOFS["mow"])
    change(data, path, value)
    verdict = judged(data)
    assert not verdict.proven
    assert verdict.failed is not None
    assert verdict.failed.name == step
    assert why in verdict.failed.why("en")
    for each in verdict.steps:
        for language in LANGUAGES:
            assert "proof." not in each.claim(language) + each.why(language)
            assert "{" not in each.claim(language) + each.why(language)
        assert bool(each.whys) is (each.ok is False)
    assert verdict.failed.why("fr") != verdict.failed.why("en")


def test_wrong_secrets_that_fit_their_commitments_give_other_luck() -> None:
    """A server that commits to one secret and deals from another."""
    for wrong in ("server", 0, 1):
        data = copy.deepcopy(PROOFS["megabou"])
        secret = bytes([5] * 32)
        if wrong == "server":
            data["server"] = {
                "commitment": commitment("server", data["table"], secret),
                "secret": secret.hex(),
            }
        else:
            data["shares"][wrong].update(
                commitment=commitment("seat", data["table"], secret), secret=secret.hex()
            )
        failed = judged(data).failed
        assert failed is not None
        assert failed.name == "luck"


def test_a_deal_that_is_not_of_the_seed_is_found() -> None:
    verdict = judged(played(game_by_name("mow"), 20, SeededTable(1)))
    assert [step.ok for step in verdict.steps] == [True, True, True, True, False, None, None]


@pytest.mark.parametrize(("seats", "step"), [(99, "setup"), (5, "luck"), (3, "luck")])
def test_other_seats_are_found(seats: int, step: str) -> None:
    data: Any = played(game_by_name("mow"), 0)
    failed = judged({**data, "seats": seats}).failed
    assert failed is not None
    assert failed.name == step


def test_an_outcome_before_the_end_is_found() -> None:
    data: Any = played(game_by_name("mow"), 3)
    data["outcome"] = {"scores": [1, 2], "ranks": [1, 2], "reason": "target"}
    failed = judged(data).failed
    assert failed is not None
    assert (failed.name, failed.why("en")) == ("outcome", "the match is not over")


def test_swapped_commitments_of_roles_are_found() -> None:
    data = copy.deepcopy(PROOFS["megabou"])
    secret = bytes.fromhex(data["server"]["secret"])
    data["server"]["commitment"] = commitment("seat", data["table"], secret)
    assert [step.name for step in judged(data).steps if step.ok is False] == ["server"]


def test_steps_are_independent_where_they_can_be() -> None:
    """Both wrong commitments are named, and what was dealt is checked none the less."""
    data = copy.deepcopy(PROOFS["mow"])
    data["server"]["commitment"] = data["shares"][1]["commitment"] = "00" * 32
    verdict = judged(data)
    assert [step.ok for step in verdict.steps] == [False, True, False, True, True, True, True]
    assert [step.seat for step in verdict.steps] == [None, 0, 2, None, None, None, None]


def test_a_proof_of_another_game() -> None:
    verdict = judged(PROOFS["mow"], game_by_name("megabou"))
    assert verdict.failed is not None
    assert verdict.failed.why("en") == "the proof is of another game: mow"
    assert [step.ok for step in verdict.steps[-4:]] == [False, None, None, None]


# -- what is no proof ------------------------------------------------------------------------------

UNREADABLE: list[tuple[tuple[str | int, ...], Any, str]] = [
    (("format",), "tablee-match", "format tablee-proof"),
    (("format_version",), 2, "format is not of version 1"),
    (("format_version",), True, "format is not of version 1"),
    (("rng_version",), 2, "luck is not of version 1"),
    (("rng_version",), 1.0, "luck is not of version 1"),
    (("check",), "", "missing or unknown: check"),
    (("a\x1b[31m" + "b" * 100,), "", r"missing or unknown: a\\x1b"),
    (("table",), "", "field table"),
    (("table",), "é", "field table"),
    (("table",), "a\0b", "field table"),
    (("table",), "x" * 65, "1 to 64 printable ASCII"),
    (("table",), 7, "field table"),
    (("game",), 7, "field game"),
    (("game",), "\ud800", "field game"),
    (("game",), "x" * 201, "field game"),
    (("rules_version",), True, "field rules_version"),
    (("rules_version",), 2**53, "field rules_version"),
    (("seats",), 0, "whole number from 1 to 99"),
    (("seats",), 100, "field seats"),
    (("seats",), "4", "field seats"),
    (("seats",), 2, "field shares.seat takes a whole number from 0 to 1"),
    (("options",), [], "field options"),
    (("options",), {str(n): n for n in range(101)}, "field options"),
    (("options", "target"), 1.5, "plain values"),
    (("options", "target"), {"a": 1}, "plain values"),
    (("options", "target"), [[[1]]], "plain values"),
    (("options", "target"), [0] * 100, "plain values"),
    (("options", "target"), 2**60, "plain values"),
    (("options", "\n"), 1, "plain values"),
    (("server",), None, "field server takes a JSON object"),
    (("server",), {}, "missing or unknown: server.commitment, server.secret"),
    (("server", "salt"), "", "server.salt"),
    (("server", "secret"), lambda s: s[:-2], "64 hexadecimal digits"),
    (("server", "secret"), lambda s: s + "00", "64 hexadecimal digits"),
    (("server", "secret"), lambda s: s.upper(), "lower case"),
    (("server", "secret"), lambda s: " " + s[1:], "field server.secret"),
    (("server", "secret"), lambda s: s + "\n", "field server.secret"),
    (("server", "secret"), lambda s: "٣" + s[1:], "field server.secret"),
    (("server", "secret"), 0, "field server.secret"),
    (("server", "commitment"), lambda s: "g" + s[1:], "field server.commitment"),
    (("shares",), {}, "field shares"),
    (("shares",), lambda shares: shares[::-1], "ascending seat"),
    (("shares",), lambda shares: [shares[0], shares[0]], "each seat once"),
    (("shares",), lambda shares: shares[:1] * 5, "list of at most 4"),
    (("shares", 0), [], "field shares"),
    (("shares", 0, "seat"), True, "field shares.seat"),
    (("shares", 0, "seat"), -1, "field shares.seat"),
    (("shares", 1, "seat"), 4, "from 0 to 3"),
    (("shares", 0, "name"), "Zoé", "shares.name"),
    (("shares", 0, "secret"), "", "field shares.secret"),
    (("shares", 0, "commitment"), None, "field shares.commitment"),
    (("actions",), {}, "field actions"),
    (("actions", 0), 7, "field actions takes a list of"),
    (("actions", 0), [0], "field actions takes a list of"),
    (("actions", 0), [0, "take", 1], "field actions takes a list of"),
    (("actions", 0, 0), True, "field actions"),
    (("actions", 0, 0), 4, "from 0 to 3"),
    (("actions", 0, 1), 7, "field actions"),
    (("actions", 0, 1), "", "field actions"),
    (("actions", 0, 1), "x" * 201, "field actions"),
    (("tape",), None, "field tape"),
    (("bounds",), None, "field bounds"),
    (("bounds", 0), 0, "field bounds"),
    (("tape", 0), True, "field tape"),
    (("tape", 0), -1, "field tape"),
    (("tape", 0), 1.0, "field tape"),
    (("tape", 0), 2**53, "field tape"),
    (("outcome",), [], "field outcome"),
    (("outcome",), {}, "missing or unknown: outcome.ranks"),
    (("outcome", "scores"), [1, 2, 3], "list of 4 numbers"),
    (("outcome", "scores", 0), True, "field outcome.scores"),
    (("outcome", "ranks"), [1, 1, 1, 1, 1], "field outcome.ranks"),
    (("outcome", "ranks", 0), 0, "from 1 to 4"),
    (("outcome", "ranks", 0), 5, "from 1 to 4"),
    (("outcome", "reason"), None, "field outcome.reason"),
]


@pytest.mark.parametrize(("path", "value", "why"), UNREADABLE)
def test_what_is_no_proof_is_refused(path: tuple[str | int, ...], value: Any, why: str) -> None:
    data = copy.deepcopy(PROOFS["mow"])
    change(data, path, value)
    with pytest.raises(BadProof, match=why) as caught:
        read_proof(json.dumps(data))
    said = caught.value.message("fr")
    assert said.startswith("Cette preuve est illisible")
    assert "{" not in said
    assert "unreadable." not in said
    assert "kind." not in said


@pytest.mark.parametrize("field", PROOFS["mow"])
def test_every_field_is_needed(field: str) -> None:
    data = {name: value for name, value in PROOFS["mow"].items() if name != field}
    with pytest.raises(BadProof):
        read_proof(json.dumps(data))


def test_a_name_twice_is_refused() -> None:
    """Two programs could read two different proofs out of it."""
    text = json.dumps(PROOFS["mow"])
    with pytest.raises(BadProof, match="twice"):
        read_proof('{"table": "other", ' + text[1:])
    with pytest.raises(BadProof, match="twice"):
        read_proof(text.replace('"server": {', '"server": {"secret": "", '))


@pytest.mark.parametrize(
    "text",
    ["", "{", "null", "[]", "7", "[" * 100_000, '{"a":' * 100_000, "1" * 5000, "NaN", None, b"{}"],
)
def test_nonsense_is_refused(text: Any) -> None:
    with pytest.raises(BadProof):
        read_proof(text)


def test_absurd_sizes_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadProof, match="more than"):
        read_proof(" " * (fairness.MOST_CHARACTERS + 1))
    monkeypatch.setattr(fairness, "MOST_ACTIONS", 42)
    with pytest.raises(BadProof, match="list of at most 42"):
        read_proof(json.dumps(PROOFS["mow"]))
    monkeypatch.setattr(fairness, "MOST_ACTIONS", 43)
    monkeypatch.setattr(fairness, "MOST_DRAWS", 49)
    with pytest.raises(BadProof, match="list of at most 49"):
        read_proof(json.dumps(PROOFS["mow"]))


def test_truncated_proofs_are_refused() -> None:
    text = json.dumps(PROOFS["mow"])
    for length in range(0, len(text), 13):
        with pytest.raises(BadProof):
            read_proof(text[:length])


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
        ),
        max_leaves=8,
    ),
    st.sampled_from(sorted(PROOFS["mow"])),
)
def test_whatever_a_field_holds_gets_an_answer(value: Any, field: str) -> None:
    """BadProof or a verdict, and nothing else."""
    try:
        proof = read_proof(json.dumps({**PROOFS["mow"], field: value}))
    except BadProof:
        return
    verdict = verify(game_by_name("mow"), proof)
    if field != "options":
        assert verdict.proven is (value == PROOFS["mow"][field])


# -- the command -----------------------------------------------------------------------------------


def run(*arguments: str, typed: str = "", lang: str = "en") -> Result:
    return CliRunner().invoke(main, ["--lang", lang, "verify", *arguments], input=typed)


def test_the_command_says_proven(tmp_path: Path) -> None:
    path = tmp_path / "proof.json"
    path.write_text(json.dumps(PROOFS["mow"]), "utf-8")
    said = run(str(path))
    assert said.exit_code == 0
    assert said.stdout.startswith("MOW, table vector-mow, options {")
    assert "FALSE" not in said.stdout
    assert PROOFS["mow"]["server"]["commitment"] in said.stdout
    assert "Proven, if the commitments" in said.stdout
    french = run(str(path), lang="fr")
    assert french.exit_code == 0
    assert "Prouvé, si les engagements" in french.stdout
    assert "verify." not in french.stdout + said.stdout


def test_the_command_says_what_is_false() -> None:
    data = copy.deepcopy(PROOFS["mow"])
    data["tape"][3] += 1
    said = run("-", typed=json.dumps(data))
    assert said.exit_code == 1
    assert "FALSE" in said.stdout
    assert "→ number 4 is" in said.stdout
    assert said.stdout.endswith("Not proven.\n")
    report = json.loads(run("-", "--json", typed=json.dumps(data)).stdout)
    assert report["proven"] is False
    assert [step["ok"] for step in report["steps"]] == [True, True, True, True, False, None, None]
    assert report["steps"][4]["why"]["fr"].startswith("le nombre 4 est")


def test_the_report_for_programs() -> None:
    result = run("-", "--json", typed=json.dumps(PROOFS["megabou"]))
    assert result.exit_code == 0
    report = json.loads(result.stdout)
    assert report["proven"] is report["finished"] is True
    assert report["commitments"]["shares"][1] == {
        "seat": 1,
        "commitment": PROOFS["megabou"]["shares"][1]["commitment"],
    }


def test_the_command_and_unfinished_matches() -> None:
    said = run("-", typed=json.dumps(played(game_by_name("mow"), 3)))
    assert said.exit_code == 0
    assert "Proven as far as it was played" in said.stdout


def test_the_command_and_luck_of_the_server_alone() -> None:
    match = Match(game_by_name("mow"), 2, None, SeededTable(seed_of("bots", bytes(32), [])))
    said = run("-", typed=json.dumps(make_proof(match, "bots", bytes(32), [])))
    assert said.exit_code == 0
    assert "it alone made the luck" in said.stdout


@pytest.mark.parametrize("typed", ["", "{}", '{"format": "tablee-proof"}'])
def test_the_command_and_what_is_no_proof(typed: str) -> None:
    said = run("-", typed=typed, lang="fr")
    assert said.exit_code == 2
    assert said.stdout == ""
    assert said.stderr.startswith("Cette preuve est illisible")


def test_the_command_and_files_that_are_not_there(tmp_path: Path) -> None:
    for path in (tmp_path / "none.json", tmp_path):
        said = run(str(path))
        assert said.exit_code == 2
        assert "cannot be read" in said.stderr
    (tmp_path / "latin.json").write_bytes('{"é": 1}'.encode("latin-1"))
    assert run(str(tmp_path / "latin.json")).exit_code == 2
    unknown = run("-", typed=json.dumps({**PROOFS["mow"], "game": "chess"}))
    assert unknown.exit_code == 2
    assert "no game called “chess”" in unknown.stderr


# -- the page --------------------------------------------------------------------------------------


def test_the_examples_of_the_page_are_true(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    failed, tried = doctest.testfile(str(ROOT / "docs" / "fairness.md"), module_relative=False)
    assert tried > 0
    assert failed == 0
