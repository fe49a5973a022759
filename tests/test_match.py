"""The match: refusals that change nothing, and saves that come back whole or not at all."""

from __future__ import annotations

import json
from typing import Any

import pytest

import crazy_eights
import tablee
from support import ALL_CASES, ALL_GAMES
from tablee.core.contract import Game, Table
from tablee.core.encode import state_fields
from tablee.core.match import FORMAT, Match, checksum, read_save, replay
from tablee.core.tables import LabTable, SeededTable
from tablee.testing.walk import Case

each_game = pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.name)


def started(game: Game, moves: int = 12, seed: int = 7) -> Match:
    match = Match(game, game.fewest, None, SeededTable(seed))
    luck = LabTable(seed)
    for _ in range(moves):
        if match.actors():
            seat = match.actors()[0]
            match.play(seat, match.legal(seat)[luck.below(len(match.legal(seat)))])
    return match


def unchanged(match: Match) -> Any:
    heard = [match.events(seat) for seat in [None, *range(match.seats)]]
    return state_fields(match.state), list(match.log), list(match.table.tape), heard


@each_game
def test_refused_moves_leave_the_match_as_it_was(game: Game) -> None:
    match = started(game)
    before = unchanged(match)
    seat = match.actors()[0]
    legal = set(match.legal(seat))
    for action in range(game.verbs.size):
        refusal = match.refusal(seat, action)
        assert (refusal is None) == (action in legal)
        if refusal is not None:
            with pytest.raises(tablee.IllegalAction) as caught:
                match.play(seat, action)
            assert caught.value.rule == refusal.rule
            assert refusal.rule.startswith((game.prefix + "-", "ALL-"))
            assert refusal.message("fr") != refusal.message("en")
            assert "{" not in refusal.message("fr") + refusal.message("en")
            assert not refusal.message("en").startswith("why.")
    assert unchanged(match) == before


@each_game
def test_out_of_turn_and_nonsense_leave_the_match_as_it_was(game: Game) -> None:
    match = Match(game, game.most, None, SeededTable(3))
    idle = [seat for seat in range(match.seats) if seat not in match.actors()]
    before = unchanged(match)
    for seat in idle:
        assert match.legal(seat) == []
        with pytest.raises(tablee.NotYourTurn) as caught:
            match.play(seat, 0)
        assert caught.value.rule == game.turn_rule
        refusal = match.refusal(seat, 0)
        assert refusal is not None
        assert "{" not in refusal.message("fr")
    seat = match.actors()[0]
    nonsense: list[Any] = ["", "dance", "play", -1, game.verbs.size, 10**30, 1.5, None, True]
    for action in nonsense:
        with pytest.raises(tablee.MalformedAction):
            match.play(seat, action)
    seats: list[Any] = [-1, match.seats, "0", None, True, 0.0]
    for nobody in seats:
        with pytest.raises(tablee.NoSuchSeat, match=f"seats go from 0 to {match.seats - 1}"):
            match.play(nobody, 0)
    assert unchanged(match) == before


@each_game
def test_nobody_plays_after_the_end(game: Game) -> None:
    match = started(game, moves=100_000)
    assert match.actors() == []
    assert match.outcome() is not None
    with pytest.raises(tablee.NotYourTurn, match="over"):
        match.play(0, 0)


@pytest.mark.parametrize("case", ALL_CASES, ids=str)
def test_a_saved_match_comes_back(case: Case) -> None:
    match, luck = Match(case.game, case.seats, case.options, SeededTable(7)), LabTable(8)
    for _ in range(25):
        if match.actors():
            seat = match.actors()[0]
            match.play(seat, match.legal(seat)[luck.below(len(match.legal(seat)))])
    again = replay(case.game, read_save(match.save()))
    assert unchanged(again) == unchanged(match)
    assert again.save() == match.save()
    luck = LabTable(99)
    for _ in range(60):  # and goes on with the same luck
        if not match.actors():
            break
        seat = match.actors()[0]
        action = match.legal(seat)[luck.below(len(match.legal(seat)))]
        match.play(seat, action)
        again.play(seat, action)
    assert unchanged(again) == unchanged(match)


def test_a_match_without_a_seed_comes_back_from_its_tape() -> None:
    match = Match(crazy_eights.GAME, 3, None, LabTable(5))
    match.play(match.actors()[0], match.legal(match.actors()[0])[0])
    again = replay(crazy_eights.GAME, read_save(match.save()))
    assert unchanged(again) == unchanged(match)


def test_an_interrupted_move_is_undone() -> None:
    """Ctrl-C in the middle of a draw, or a tape that ends: the match is as it was."""
    match = started(crazy_eights.GAME)
    before = unchanged(match)
    seat = match.actors()[0]

    class Interrupted(Table):
        def below(self, n: int) -> int:
            raise KeyboardInterrupt

    match.table.luck = Interrupted()
    with pytest.raises(KeyboardInterrupt):
        match.play(seat, "draw")
    assert unchanged(match) == before
    again = replay(crazy_eights.GAME, read_save(Match(crazy_eights.GAME, 2, None, LabTable(5)).save()))
    before = unchanged(again)
    with pytest.raises(tablee.BadSave, match="too short"):
        again.play(again.actors()[0], "draw")
    assert unchanged(again) == before


def tampered(change: Any, sign: bool = True) -> str:
    data = json.loads(started(crazy_eights.GAME).save())
    change(data)
    if sign:  # somebody who can compute the checksum, too
        data.pop("check", None)
        data["check"] = checksum(data)
    return json.dumps(data)


@pytest.mark.parametrize("sign", [False, True], ids=["careless", "signed"])
@pytest.mark.parametrize(
    "change",
    [
        lambda d: d.update(seats=3),
        lambda d: d.update(seats=99),
        lambda d: d.update(seats="2"),
        lambda d: d.update(options={"colour": 1}),
        lambda d: d.update(options=None),
        lambda d: d["actions"].pop(0),
        lambda d: d["actions"].insert(0, [0, "dance"]),
        lambda d: d["actions"].__setitem__(0, [1 - d["actions"][0][0], d["actions"][0][1]]),
        lambda d: d["actions"].append([0]),
        lambda d: d["actions"].append(7),
        lambda d: d.pop("actions"),
        lambda d: d["tape"].__setitem__(5, d["tape"][5] + 1),
        lambda d: d["tape"].pop(),
        lambda d: d.update(seed="zz"),
        lambda d: d.update(seed="00"),
        lambda d: d.update(rules_version=99),
        lambda d: d.update(rng_version=99),
        lambda d: d.update(format_version=99),
        lambda d: d.update(format="other"),
    ],
)
def test_tampered_saves_are_refused(change: Any, sign: bool) -> None:
    with pytest.raises(tablee.BadSave, match="cannot be read"):
        tablee.load_match(tampered(change, sign))


def test_truncated_saves_are_refused() -> None:
    text = started(crazy_eights.GAME).save()
    for length in range(0, len(text) - 1, 37):
        with pytest.raises(tablee.BadSave):
            tablee.load_match(text[:length])


def test_saves_of_unknown_games_are_refused() -> None:
    with pytest.raises(tablee.UnknownGame, match="chess"):
        tablee.load_match(tampered(lambda d: d.update(game="chess")))


def test_a_save_says_what_it_is() -> None:
    data = json.loads(started(crazy_eights.GAME).save())
    assert data["format"] == FORMAT
    assert data["rules_version"] == 1
    assert data["rng_version"] == 1
