"""Push 'em up!: the end, the score, tournaments and the apocalypse."""

from __future__ import annotations

from collections import Counter

import pytest
from rich.console import Console

from games.push_em_up_star import play_out, star
from tablee.core.contract import Outcome
from tablee.core.errors import BadOption, IdleOption
from tablee.core.match import Match
from tablee.core.tables import SeededTable
from tablee.games.push_em_up import GAME
from tablee.games.push_em_up.events import (
    ColumnLost,
    ColumnTaken,
    RanOut,
    RoundStarted,
    Scored,
    Standing,
    SuperPushed,
)
from tablee.games.push_em_up.scoring import taker
from tablee.terminal.kit import Pen
from tablee.terminal.push_em_up import draw


def takers(columns: list[str], seats: int = 3) -> tuple[int | None, ...]:
    view = star(columns, ["1"], seats=seats).view(None)
    return tuple(column.taker for column in view.columns[: len(columns)])


# -- the end ---------------------------------------------------------------------------------------


@pytest.mark.rule("PU-18")
@pytest.mark.parametrize(
    ("hand", "action"),
    [
        ("2", "play 2 a"),
        ("2 2", "pair 2 a"),
        ("2 3 4", "run a"),
        ("push", "push b"),
        ("super", "super 2 b"),
        ("push", "discard push"),
        ("9", "discard 9"),
    ],
)
def test_the_game_ends_when_a_seat_has_no_card_left(hand: str, action: str) -> None:
    match = star(["p1", "p4 p3 p4"], [hand], spent=(0,), apocalypse=True)
    match.play(0, action)
    assert match.actors() == []
    assert match.view(1).phase == "over"
    assert RanOut(0) in match.events(1)
    outcome = match.outcome()
    assert outcome is not None
    assert outcome.reason == "out"
    assert match.refusal(1, "discard 1").message("en") == "The game is over."


@pytest.mark.rule("PU-18")
def test_a_hand_or_a_pile_alone_does_not_end_it() -> None:
    match = star(["p1"], ["2 3 4"])
    match.play(0, "run a")  # the whole hand, but there is a pile
    assert match.actors() == [1]
    match = star(["p1"], ["2 2 9"], spent=(0,))
    match.play(0, "pair 2 a")  # no pile, but there is a hand
    assert match.actors() == [1]


# -- the score -------------------------------------------------------------------------------------


@pytest.mark.rule("PU-19")
def test_the_books_column() -> None:
    """15 for the Greeners, 10 for the Purple Pets, 8 for the Red Starz."""
    view = star(["g7 r8 p9 g8 p1"], ["1"], seats=3).view(None)
    assert view.columns[0].sums == (8, 10, 15)
    assert view.columns[0].taker == 2


@pytest.mark.rule("PU-20")
def test_tied_seats_cancel_out() -> None:
    view = star(["g7 r8 p9 g3 p1"], ["1"], seats=3).view(None)
    assert view.columns[0].sums == (8, 10, 10)
    assert view.columns[0].taker == 0
    assert takers(["g7 p7"]) == (None,)
    assert takers(["g7 p7 r7"]) == (None,)


@pytest.mark.rule("PU-20")
def test_ties_cancel_downwards_as_often_as_needed() -> None:
    assert takers(["r9 p9 g3 b3"], seats=4) == (None,)
    assert takers(["r9 p9 g9 b1"], seats=4) == (3,)
    assert takers(["r9 p9 g3 b2"], seats=4) == (2,)
    assert [taker(sums) for sums in ([5, 5, 4, 4, 2], [5, 5, 4, 4, 0], [1, 2, 2])] == [4, -1, 0]


@pytest.mark.rule("PU-21")
def test_zero_takes_nothing() -> None:
    assert takers(["r0", "p0 r0", "g0 p1 p0"]) == (None, None, 1)
    assert takers(["r4 p4 g0"]) == (None,)


@pytest.mark.rule("PU-22")
def test_the_books_cards() -> None:
    """In that column 7 for the Greeners, 8 for the Red Starz, 9 for the Purple Pets."""
    view = star(["g7 r8 p9 g6 p1"], ["1"], seats=3).view(None)
    assert view.columns[0].best == (8, 9, 7)
    rest = [column.best for column in view.columns]
    assert view.card_points == tuple(sum(best[seat] for best in rest) for seat in range(3))


@pytest.mark.rule("PU-17")
@pytest.mark.rule("PU-22")
def test_eliminated_cards_do_not_score() -> None:
    match = star(["r9 r8 p7"], ["1", "push"], turn=1)
    assert match.view(0).columns[0].best == (9, 7)
    assert match.view(0).columns[0].sums == (17, 7)
    match.play(1, "push a")
    assert match.view(0).columns[0].sums == (9, 7)
    match = star(["r2 r9"], ["1", "9"], turn=1)
    match.play(1, "play 9 a")
    assert match.view(0).columns[0].best == (2, 9)
    assert match.view(0).columns[0].taker == 1


@pytest.mark.rule("PU-19")
@pytest.mark.rule("PU-22")
@pytest.mark.rule("PU-23")
def test_column_points_and_card_points_decide() -> None:
    columns = ["r9", "p8 r7", "p3 p4", "r0", "r5 p5", "p1"]
    match = star(columns, ["6", "2"], spent=(0, 1))
    match.play(0, "discard 6")
    assert match.outcome() == Outcome((10 + 9 + 7 + 5, 30 + 8 + 4 + 5 + 1), (2, 1), "out")
    assert match.events(None)[-9:] == [
        RanOut(0),
        ColumnTaken(0, "a"),
        ColumnTaken(1, "b"),
        ColumnTaken(1, "c"),
        ColumnLost("d"),
        ColumnLost("e"),
        ColumnTaken(1, "f"),
        Scored(0, 10, 21, 31),
        Scored(1, 30, 18, 48),
    ]
    view = match.view(None)
    assert (view.column_points, view.card_points, view.totals) == ((10, 30), (21, 18), (31, 48))


@pytest.mark.rule("PU-23")
def test_a_tie_is_shared() -> None:
    match = star(["r9", "p9", "r8", "p8", "r0", "p0"], ["6", "2"], spent=(0, 1))
    match.play(0, "discard 6")
    outcome = match.outcome()
    assert outcome is not None
    assert outcome.ranks == (1, 1)
    assert outcome.winners() == [0, 1]


# -- tournament ------------------------------------------------------------------------------------


def last_turn(totals: list[int], columns: list[str] | None = None, **options: object) -> Match:
    """The last turn of a round of a tournament: seat 0 discards its last card."""
    match = star(
        columns or ["r9", "p9", "g9", "r0", "p0", "g0"],
        ["6", "2", "2"],
        seats=3,
        spent=(0,),
        tournament=True,
        **options,
    )
    for seat, total in enumerate(totals):
        match.state.totals[seat] = total
    match.play(0, "discard 6")
    return match


@pytest.mark.rule("PU-24")
def test_a_tournament_ends_at_the_target() -> None:
    match = last_turn([0, 180, 90])  # each seat scores 10 + 9
    assert match.actors() == [0, 1, 2]  # 199 is not 200
    assert match.view(0).totals == (19, 199, 109)
    match = last_turn([190, 181, 90])
    assert match.outcome() == Outcome((209, 200, 109), (1, 2, 3), "target")
    assert match.events(2)[-3:] == [Standing(0, 209), Standing(1, 200), Standing(2, 109)]
    assert last_turn([0, 0, 0], target=19).outcome() is not None
    assert last_turn([0, 0, 0], target=20).outcome() is None


@pytest.mark.rule("PU-24")
def test_each_round_is_set_up_anew() -> None:
    match = last_turn([50, 0, 90])
    view = match.view(1)
    assert (view.phase, view.round, view.columns) == ("pick", 2, ())
    assert view.hand_sizes == (0, 0, 0)
    assert view.pile_sizes == (24, 24, 24)
    assert view.out == ((), (), ())
    assert all(Counter(cards)["push"] == 4 for cards in view.unseen)
    for seat in range(3):
        match.play(seat, "pick 9")
        match.play(seat, "pick 9")
    assert match.view(0).totals == (69, 19, 109)
    assert len(match.view(0).columns) == 6


@pytest.mark.rule("PU-25")
def test_fewest_points_start_the_next_round() -> None:
    """On the totals, not on the round's points."""
    match = last_turn([50, 70, 40])
    assert match.events(None)[-1] == RoundStarted(2, 2)
    assert match.view(0).first == 2
    for seat in range(3):
        match.play(seat, "pick 1")
        match.play(seat, "pick 2")
    assert match.actors() == [2]
    columns = ["r9", "p1", "g9", "r0", "p0", "g0"]  # seat 1 has the round's fewest points
    assert last_turn([5, 70, 10], columns).view(0).first == 0


@pytest.mark.rule("PU-25")
def test_a_tie_goes_to_the_youngest() -> None:
    assert last_turn([40, 40, 60]).view(0).first == 0
    assert last_turn([40, 40, 60], age_order=[2, 1, 0]).view(0).first == 1
    assert last_turn([40, 40, 40], age_order=[2, 1, 0]).view(0).first == 2
    assert last_turn([40, 30, 40], age_order=[2, 0, 1]).view(0).first == 1


@pytest.mark.rule("PU-27")
def test_a_tournament_stops_at_its_limit() -> None:
    match = last_turn([50, 40, 30], max_rounds=1)
    assert match.outcome() == Outcome((69, 59, 49), (1, 2, 3), "max_rounds")
    assert last_turn([50, 40, 30], max_rounds=2).outcome() is None
    assert last_turn([190, 40, 30], max_rounds=1).outcome().reason == "target"
    match = Match(GAME, 2, {"tournament": True, "target": 2000, "max_rounds": 3}, SeededTable(1))
    play_out(match, 5)
    assert match.view(0).round == 3
    assert match.outcome().reason == "max_rounds"
    assert [event.round for event in match.events(0) if isinstance(event, RoundStarted)] == [1, 2, 3]


@pytest.mark.rule("PU-24")
@pytest.mark.rule("PU-25")
@pytest.mark.rule("PU-27")
@pytest.mark.parametrize(
    ("name", "good", "bad"),
    [
        ("target", [10, 200, 2000], [9, 2001, True, "200", None]),
        ("max_rounds", [1, 40, 1000], [0, 1001, 2.0]),
        ("age_order", [[0, 1], [1, 0]], [[0], [0, 0], [0, 2], [0, 1, 2], 1]),
    ],
)
def test_options_of_a_tournament(name: str, good: list[object], bad: list[object]) -> None:
    for value in good:
        GAME.check(2, {"tournament": True, name: value})
        with pytest.raises(IdleOption, match="tournament=true"):
            GAME.check(2, {name: value})
        with pytest.raises(IdleOption):
            GAME.check(2, {"tournament": False, name: value})
    for value in bad:
        with pytest.raises(BadOption, match=name):
            GAME.check(2, {"tournament": True, name: value})


@pytest.mark.rule("PU-24")
@pytest.mark.rule("PU-27")
def test_defaults_of_a_tournament() -> None:
    options = GAME.check(2, {"tournament": True})
    assert (options.number("target"), options.number("max_rounds")) == (200, 40)
    assert not GAME.check(2, {}).flag("tournament")


# -- apocalypse ------------------------------------------------------------------------------------


@pytest.mark.rule("PU-26")
@pytest.mark.parametrize(
    ("steps", "after", "lost", "owners"),
    [
        (1, "r1 p2 r4", ("3",), (1,)),
        (2, "r1 r4", ("2", "3"), (1, 1)),
        (3, "r4", ("1", "2", "3"), (0, 1, 1)),
    ],
)
def test_a_super_push(steps: int, after: str, lost: tuple[str, ...], owners: tuple[int, ...]) -> None:
    match = star(["r1 p2 p3 r4"], ["super 8 8"], apocalypse=True)
    match.play(0, f"super {steps} a")
    heroes = match.view(None).columns[0].heroes
    assert " ".join("rp"[hero.seat] + hero.hero for hero in heroes) == after
    assert SuperPushed(0, steps, "a", lost, owners) in match.events(None)
    out = Counter(card for cards in match.view(None).out for card in cards)
    assert out == Counter([*lost, "super"])
    assert "super" not in match.view(None).unseen[0]  # once a round


@pytest.mark.rule("PU-26")
def test_a_super_push_needs_as_many_cards_before_the_last() -> None:
    match = star(["r1 p2 p3"], ["super 8 8"], apocalypse=True)
    found = [match.refusal(0, f"super {n} a") for n in (1, 2, 3)]
    assert found[:2] == [None, None]
    assert found[2].rule == "PU-26"
    assert "3 heroes before the last" in found[2].message("en")
    assert match.refusal(0, "super 1 b").rule == "PU-26"


@pytest.mark.rule("PU-26")
def test_a_super_push_belongs_to_the_apocalypse() -> None:
    match = star(["r1 p2 p3"], ["push 8 8"])
    assert "Apocalypse" in match.refusal(0, "super 1 a").message("fr")
    match = star(["r1 p2 p3"], ["push 8 8"], apocalypse=True)
    assert "en main" in match.refusal(0, "super 1 a").message("fr")
    assert match.refusal(0, "push a") is None


@pytest.mark.rule("PU-26")
@pytest.mark.parametrize(
    ("seats", "fierce", "size"), [(2, None, 25), (3, None, 25), (4, False, 24), (4, True, 25)]
)
def test_decks_of_the_apocalypse(seats: int, fierce: bool | None, size: int) -> None:
    options: dict[str, object] = {"apocalypse": True}
    if fierce is not None:
        options["fierce"] = fierce
    match = Match(GAME, seats, options, SeededTable(1))
    assert match.view(None).pile_sizes == (size,) * seats


# -- drawing ---------------------------------------------------------------------------------------


@pytest.mark.rule("PU-1")
@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_drawing_shows_the_star_without_colour(language: str) -> None:
    names = ["Alice", "Bruno", "Chloé", "David"]
    match = star(["b9 r0"], ["1 push super"], seats=4, apocalypse=True, tournament=True)
    console = Console(width=80, no_color=True, force_terminal=False)
    for seat in (0, 1, None):
        with console.capture() as capture:
            console.print(draw(match.view(seat), Pen(GAME.texts(), language, names)))
        text = capture.get()
        assert all(word in text for word in [*names, "Greeners", "◆9", "▕●0▏", "H"])
        assert ("▕Super Push▏" in text) == (seat == 0)
        assert "…" not in text
        assert max(len(line) for line in text.splitlines()) <= 80
