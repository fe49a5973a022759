"""Push 'em up!: set-up, turns and what is hidden. End and variants are in the second file."""

from __future__ import annotations

from collections import Counter

import pytest

from games.push_em_up_star import play_out, star
from tablee.core.errors import BadOption, IdleOption, IllegalAction, NotYourTurn
from tablee.core.match import Match
from tablee.core.tables import LabTable, SeededTable
from tablee.games.push_em_up import GAME
from tablee.games.push_em_up.actions import VERBS
from tablee.games.push_em_up.events import Drew, DrewHidden, Picked, PickedHidden, Revealed
from tablee.testing.uniform import CRITICAL, chi_squares
from tablee.testing.walk import Case, Walk


def new(seats: int = 2, seed: int = 7, **options: object) -> Match:
    return Match(GAME, seats, options, SeededTable(seed))


def pick_all(match: Match, picks: list[str]) -> None:
    for seat, values in enumerate(picks):
        for value in values.split():
            match.play(seat, f"pick {value}")


def column(match: Match, name: str) -> str:
    """A column as the tests write it: owner's letter and value."""
    found = match.view(None).columns["abcdefgh".index(name)]
    return " ".join("rpgb"[hero.seat] + hero.hero for hero in found.heroes)


def why(match: Match, action: str, seat: int = 0) -> str | None:
    """The rule that forbids it."""
    refusal = match.refusal(seat, action)
    return None if refusal is None else refusal.rule


# -- set-up ----------------------------------------------------------------------------------------


@pytest.mark.rule("PU-1")
@pytest.mark.rule("PU-2")
@pytest.mark.rule("PU-3")
@pytest.mark.rule("PU-26")
@pytest.mark.parametrize(
    ("seats", "options", "pushes", "supers"),
    [
        (2, {}, 4, 0),
        (3, {}, 4, 0),
        (4, {}, 3, 0),
        (4, {"fierce": True}, 4, 0),
        (4, {"fierce": False}, 3, 0),
        (2, {"apocalypse": True}, 4, 1),
        (4, {"apocalypse": True}, 3, 1),
        (4, {"apocalypse": True, "fierce": True}, 4, 1),
    ],
)
def test_decks(seats: int, options: dict[str, object], pushes: int, supers: int) -> None:
    match = new(seats, **options)
    for seat in range(seats):
        deck = Counter(match.view(seat).unseen[seat])
        assert [deck[str(value)] for value in range(10)] == [2] * 10
        assert (deck["push"], deck["super"]) == (pushes, supers)
        assert match.view(seat).pile_sizes[seat] == 20 + pushes + supers
    census = match.state.census()
    play_out(match, 3)
    assert match.state.census() == census


@pytest.mark.rule("PU-1")
def test_teams_go_by_seat_unless_chosen() -> None:
    assert new(4).view(0).teams == ("red", "purple", "green", "blue")
    assert new(3).view(None).teams == ("red", "purple", "green")
    assert new(2, teams=["blue", "green"]).view(1).teams == ("blue", "green")
    assert [GAME.texts().word("en", "team", team) for team in new(4).view(0).teams] == [
        "Red Starz",
        "Purple Pets",
        "Greeners",
        "Blue Tech",
    ]


@pytest.mark.rule("PU-1")
@pytest.mark.parametrize(
    "teams", [["red"], ["red", "red"], ["red", "pink"], ["red", "blue", "green"], "red", None, [1, 2]]
)
def test_wrong_teams_are_refused(teams: object) -> None:
    with pytest.raises(BadOption, match="different teams out of red, purple, green, blue"):
        new(2, teams=teams)


@pytest.mark.rule("PU-3")
@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("value", [True, False])
def test_fierce_is_for_four(seats: int, value: bool) -> None:
    with pytest.raises(IdleOption):
        new(seats, fierce=value)


@pytest.mark.rule("PU-4")
@pytest.mark.parametrize(("seats", "each", "columns"), [(2, 3, 6), (3, 2, 6), (4, 2, 8)])
def test_picks_open_the_columns(seats: int, each: int, columns: int) -> None:
    match = new(seats, first=1)
    assert match.view(0).columns == ()
    for n in range(each):
        for seat in reversed(range(seats)):
            assert seat in match.actors()
            assert match.view(None).picked[seat] == n
            match.play(seat, f"pick {2 * n + seat}")
    view = match.view(None)
    assert len(view.columns) == columns
    assert view.picked == (0,) * seats
    found = [(hero.seat, int(hero.hero)) for column in view.columns for hero in column.heroes]
    assert found == [(seat, 2 * n + seat) for seat in range(seats) for n in range(each)]
    assert match.actors() == [1]


@pytest.mark.rule("PU-4")
def test_all_pick_at_once_and_a_seat_that_is_done_waits() -> None:
    match = new(2)
    assert match.actors() == [0, 1]
    for value in (1, 2, 3):
        match.play(0, f"pick {value}")
    assert match.actors() == [1]
    with pytest.raises(NotYourTurn):
        match.play(0, "pick 4")


@pytest.mark.rule("PU-4")
def test_both_copies_may_be_picked_but_there_is_no_third() -> None:
    match = new(2)
    match.play(0, "pick 9")
    match.play(0, "pick 9")
    assert why(match, "pick 9") == "PU-4"
    assert "both of your 9s" in match.refusal(0, "pick 9").message("en")
    assert "deux 9" in match.refusal(0, "pick 9").message("fr")
    match.play(0, "pick 0")
    pick_all(match, ["", "1 1 2"])
    assert [column(match, name) for name in "abcdef"] == ["r0", "r9", "r9", "p1", "p1", "p2"]


@pytest.mark.rule("PU-4")
def test_only_heroes_are_picked_and_only_before_the_first_turn() -> None:
    match = new(2, apocalypse=True)
    assert [match.text(action) for action in match.legal(0)] == [f"pick {v}" for v in range(10)]
    for action in ("discard push", "discard super", "push a", "play 3 a", "run a"):
        assert why(match, action) == "PU-4"
    pick_all(match, ["1 2 3", "4 5 6"])
    assert why(match, "pick 1", match.actors()[0]) == "PU-4"


@pytest.mark.rule("PU-4")
def test_picks_are_secret_until_all_are_made() -> None:
    match = new(3, first=0)
    match.play(1, "pick 7")
    assert match.events(1)[-1] == Picked(1, "7")
    for other in (0, 2, None):
        assert match.events(other)[-1] == PickedHidden(1)
        view = match.view(other)
        assert view.picks[1] == ()
        assert view.picked[1] == 1
        assert Counter(view.unseen[1])["7"] == 2
    assert match.view(1).picks[1] == ("7",)
    assert Counter(match.view(1).unseen[1])["7"] == 1
    pick_all(match, ["1 2", "3", "4 5"])
    revealed = [event for event in match.events(None) if isinstance(event, Revealed)]
    assert revealed == [
        Revealed(0, ("1", "2"), ("a", "b")),
        Revealed(1, ("3", "7"), ("c", "d")),
        Revealed(2, ("4", "5"), ("e", "f")),
    ]


@pytest.mark.rule("PU-4")
def test_fewer_than_four_players_have_six_columns() -> None:
    match = star(["p1"], ["2 push 9"])
    assert why(match, "play 2 g") == "PU-4"
    assert why(match, "push h") == "PU-4"
    assert "A to F" in match.refusal(0, "play 2 g").message("en")


@pytest.mark.rule("PU-5")
def test_hands_are_private_and_piles_are_counted() -> None:
    match = new(3, first=0)
    pick_all(match, ["1 2", "3 3", "4 5"])
    for seat in range(3):
        view = match.view(seat)
        assert len(view.hands[seat]) == 3
        assert [view.hands[other] for other in range(3) if other != seat] == [(), ()]
        assert view.hand_sizes == (3, 3, 3)
        assert view.pile_sizes == (19, 19, 19)
        drawn = [event for event in match.events(seat) if isinstance(event, Drew)]
        assert drawn == [Drew(seat, view.hands[seat])]
        deck = Counter(view.hands[seat]) + Counter(view.unseen[seat])
        assert len(view.unseen[seat]) == 19
        assert deck == Counter(match.view(None).unseen[seat])
    heard = [event for event in match.events(None) if isinstance(event, (Drew, DrewHidden))]
    assert heard == [DrewHidden(seat, 3) for seat in range(3)]


@pytest.mark.rule("PU-5")
def test_you_play_from_your_hand() -> None:
    match = star(["p1"], ["2 3 9"])
    assert why(match, "play 0 a") == "PU-5"
    assert match.refusal(0, "play 0 a").message("fr") == "Tu n’as pas de 0 en main."


# -- a turn ----------------------------------------------------------------------------------------


@pytest.mark.rule("PU-6")
@pytest.mark.parametrize(
    ("hand", "action", "drawn"),
    [
        ("2 3 9", "play 2 a", 1),
        ("2 2 9", "pair 2 a", 2),
        ("2 3 4", "run a", 3),
        ("2 3 9", "discard 3", 1),
    ],
)
def test_one_action_then_draw_up_to_three(hand: str, action: str, drawn: int) -> None:
    match = star(["p1"], [hand])
    before = match.view(0).pile_sizes[0]
    match.play(0, action)
    assert match.actors() == [1]
    assert match.view(0).hand_sizes[0] == 3
    assert match.view(0).pile_sizes[0] == before - drawn
    assert match.events(1)[-1] == DrewHidden(0, drawn)
    drew = match.events(0)[-1]
    assert isinstance(drew, Drew)
    assert len(drew.cards) == drawn


@pytest.mark.rule("PU-6")
def test_without_a_pile_the_hand_shrinks() -> None:
    match = star(["p1"], ["2 3 9"], spent=(0,))
    match.play(0, "play 2 a")
    assert match.view(0).hand_sizes[0] == 2
    match.play(1, match.legal(1)[-1])
    assert why(match, "run a") == "PU-12"
    match.play(0, "discard 9")
    assert match.view(0).hands[0] == ("3",)


@pytest.mark.rule("PU-6")
def test_only_the_last_card_of_a_column_matters() -> None:
    match = star(["p1 r8"], ["2 1 7"])
    assert why(match, "play 2 a") == "PU-10"
    assert why(match, "play 1 a") == "PU-10"
    assert why(match, "play 7 a") is None


@pytest.mark.rule("PU-7")
@pytest.mark.rule("PU-10")
@pytest.mark.parametrize("last", range(10))
def test_neighbours_on_the_ring_extend(last: int) -> None:
    for owner in "rp":
        fitting = []
        for value in range(10):
            match = star([f"{owner}{last}"], [f"{value}"])
            if why(match, f"play {value} a") is None:
                fitting.append(value)
        neighbours = {(last + 1) % 10, (last - 1) % 10}
        assert set(fitting) == (neighbours | {last} if owner == "p" else neighbours)


@pytest.mark.rule("PU-7")
@pytest.mark.rule("PU-10")
def test_extending_eliminates_nothing() -> None:
    match = star(["p9", "r3"], ["0 2 7"])
    match.play(0, "play 0 a")
    assert column(match, "a") == "p9 r0"
    assert match.view(None).out == ((), ())
    match.play(1, match.legal(1)[-1])  # a discard
    match.play(0, "play 2 b")
    assert column(match, "b") == "r3 r2"
    assert match.view(None).out[0] == ()


@pytest.mark.rule("PU-8")
@pytest.mark.rule("PU-17")
def test_a_hero_covers_a_rival_of_the_same_value() -> None:
    match = star(["p1 p2"], ["2 7 9"])
    match.play(0, "play 2 a")
    assert column(match, "a") == "p1 r2"
    view = match.view(None)
    assert view.out == ((), ("2",))
    assert view.columns[0].sums == (2, 1)
    assert Counter(view.unseen[1])["2"] == 1


@pytest.mark.rule("PU-9")
def test_nobody_covers_a_card_of_their_own() -> None:
    match = star(["p1 r2", "r7"], ["2 7 9"])
    assert why(match, "play 2 a") == "PU-9"
    assert why(match, "play 7 b") == "PU-9"
    assert "propre 2" in match.refusal(0, "play 2 a").message("fr")
    match = star(["r2"], ["2", "2 2 7"], turn=1)
    match.play(1, "pair 2 a")  # a rival may
    assert column(match, "a") == "p2 p2"
    match = star(["r3"], ["3 4 5"])
    assert why(match, "run a") == "PU-9"
    match = star(["r4", "p4"], ["2 4 5"])
    with pytest.raises(IllegalAction, match="PU-9"):
        match.play(0, "play 4 a")


@pytest.mark.rule("PU-10")
def test_a_hero_that_is_no_neighbour_does_not_go() -> None:
    match = star(["p1", "r4", "p9"], ["2 7 7"])
    assert why(match, "play 7 a") == "PU-10"
    assert why(match, "play 2 b") == "PU-10"
    assert "one higher or one lower" in match.refusal(0, "play 2 b").message("en")


@pytest.mark.rule("PU-11")
def test_the_books_pairs() -> None:
    """A pair of 2s covers a rival 2, or follows a rival 1 or one's own 3."""
    for name, expected in (("a", "r2 r2"), ("b", "p1 r2 r2"), ("c", "r3 r2 r2")):
        match = star(["p2", "p1", "r3"], ["2 2 8"])
        match.play(0, f"pair 2 {name}")
        assert column(match, name) == expected
        assert match.view(None).columns["abc".index(name)].sums[0] == (7 if name == "c" else 4)
        assert match.view(None).out == ((), ("2",) if name == "a" else ())


@pytest.mark.rule("PU-11")
def test_pairs_that_do_not_go() -> None:
    match = star(["p4", "p3"], ["2 2 3"])
    assert why(match, "pair 2 a") == "PU-11"
    assert why(match, "pair 3 b") == "PU-11"
    assert "two 3s" in match.refusal(0, "pair 3 b").message("en")


@pytest.mark.rule("PU-11")
@pytest.mark.rule("PU-14")
def test_a_push_on_a_pair_eliminates_its_first() -> None:
    match = star(["p1"], ["2 2 8", "push 3 4"])
    match.play(0, "pair 2 a")
    match.play(1, "push a")
    assert column(match, "a") == "p1 r2"
    assert match.view(None).out == (("2",), ("push",))


@pytest.mark.rule("PU-12")
@pytest.mark.parametrize(
    ("before", "after", "out"),
    [
        ("p9", "p9 r0 r1 r2", ()),
        ("r9", "r9 r0 r1 r2", ()),
        ("p3", "p3 r2 r1 r0", ()),
        ("r3", "r3 r2 r1 r0", ()),
        ("p8 p0", "p8 r0 r1 r2", ("0",)),
        ("p8 p2", "p8 r2 r1 r0", ("2",)),
    ],
)
def test_the_books_runs(before: str, after: str, out: tuple[str, ...]) -> None:
    match = star([before], ["0 1 2"])
    match.play(0, "run a")
    assert column(match, "a") == after
    assert match.view(None).out == ((), out)


@pytest.mark.rule("PU-12")
@pytest.mark.parametrize(
    ("hand", "before", "after"),
    [
        ("8 9 0", "p7", "p7 r8 r9 r0"),
        ("8 9 0", "p1", "p1 r0 r9 r8"),
        ("8 9 0", "p8", "r8 r9 r0"),
        ("8 9 0", "p0", "r0 r9 r8"),
        ("9 0 1", "p8", "p8 r9 r0 r1"),
        ("9 0 1", "r2", "r2 r1 r0 r9"),
        ("4 5 6", "p7", "p7 r6 r5 r4"),
    ],
)
def test_runs_cross_the_ring(hand: str, before: str, after: str) -> None:
    match = star([before], [hand])
    match.play(0, "run a")
    assert column(match, "a") == after


@pytest.mark.rule("PU-12")
@pytest.mark.parametrize("hand", ["0 1 3", "0 0 1", "0 1 push", "7 9 0", "0 2 4", "0 1"])
def test_a_run_is_three_heroes_in_a_row(hand: str) -> None:
    match = star(["p9"], [hand])
    assert why(match, "run a") == "PU-12"
    assert "9-0-1" in match.refusal(0, "run a").message("en")


@pytest.mark.rule("PU-12")
@pytest.mark.rule("PU-13")
@pytest.mark.parametrize("low", range(10))
def test_where_a_run_goes(low: int) -> None:
    hand = " ".join(str((low + i) % 10) for i in range(3))
    for last in range(10):
        for owner in "rp":
            place = (last - low) % 10
            allowed = place in (9, 3) or (owner == "p" and place in (0, 2))
            expected = None if allowed else {1: "PU-13", 0: "PU-9", 2: "PU-9"}.get(place, "PU-12")
            assert why(star([f"{owner}{last}"], [hand]), "run a") == expected


@pytest.mark.rule("PU-13")
def test_a_run_does_not_turn_around() -> None:
    match = star(["p1", "p2 r1"], ["0 1 2"])
    for name in "ab":
        assert why(match, f"run {name}") == "PU-13"
    assert "demi-tour" in match.refusal(0, "run a").message("fr")


@pytest.mark.rule("PU-14")
def test_the_books_push() -> None:
    """The last 0 moves up over the 1: the column is worth 2 instead of 3 to its owner."""
    match = star(["p3 r2 r1 r0"], ["8", "push 4 4"], turn=1)
    assert match.view(0).columns[0].sums == (3, 3)
    match.play(1, "push a")
    assert column(match, "a") == "p3 r2 r0"
    assert match.view(0).columns[0].sums == (2, 3)
    assert match.view(0).out == (("1",), ("push",))


@pytest.mark.rule("PU-14")
def test_any_column_of_two_can_be_pushed_whoever_owns_it() -> None:
    match = star(["r3 r2", "p3 p2", "r4 p4", "p6"], ["push 8 8"])
    assert [why(match, f"push {name}") for name in "abcd"] == [None, None, None, "PU-14"]
    assert "single hero" in match.refusal(0, "push d").message("en")
    match.play(0, "push b")
    assert column(match, "b") == "p2"
    match = star(["r3 r2"], ["7 8 8"])
    assert why(match, "push a") == "PU-14"


@pytest.mark.rule("PU-15")
def test_after_a_push_neighbours_need_not_be_neighbours() -> None:
    match = star(["p3 r4 p5"], ["push 6 8", "5 9 9"])
    match.play(0, "push a")
    assert column(match, "a") == "p3 p5"
    match.play(1, "discard 9")
    match.play(0, "play 6 a")
    assert column(match, "a") == "p3 p5 r6"


@pytest.mark.rule("PU-16")
def test_any_card_may_be_discarded_but_one_a_turn() -> None:
    match = star(["p3"], ["push super 9", "6 6 7"], apocalypse=True)
    assert all(why(match, f"discard {card}") is None for card in ("push", "super", "9"))
    assert why(match, "discard 4") == "PU-16"
    assert why(match, "discard 6") == "PU-16"
    match.play(0, "discard super")
    assert match.view(None).out == (("super",), ())
    assert match.actors() == [1]
    match.play(1, "discard 6")
    assert match.view(None).out == (("super",), ("6",))
    assert len(match.view(1).hands[1]) == 3


@pytest.mark.rule("PU-16")
def test_there_is_no_passing() -> None:
    assert "pass" not in VERBS.named
    match = star(["r1", "r1", "r2", "r2", "p1", "p2"], ["7", "8"])
    assert [match.text(action) for action in match.legal(0)] == ["discard 7"]


@pytest.mark.rule("PU-17")
def test_what_is_out_never_returns() -> None:
    match = new(3, seed=11)
    luck = LabTable(4)
    gone = [Counter[str]() for _ in range(3)]
    while match.actors():
        seat = match.actors()[0]
        actions = match.legal(seat)
        match.play(seat, actions[luck.below(len(actions))])
        for owner, out in enumerate(match.view(None).out):
            assert not gone[owner] - Counter(out)
            gone[owner] = Counter(out)
            seen = [
                hero.hero for c in match.view(None).columns for hero in c.heroes if hero.seat == owner
            ]
            rest = Counter(match.view(None).unseen[owner])
            assert (Counter(seen) + rest + gone[owner]) == Counter(new(3).view(None).unseen[owner])


@pytest.mark.rule("PU-28")
def test_turns_pass_to_the_left() -> None:
    match = star(["p3"], ["8", "8", "8"], seats=3, turn=2)
    for seat in (2, 0, 1, 2):
        assert match.actors() == [seat]
        with pytest.raises(NotYourTurn, match="PU-28"):
            match.play((seat + 1) % 3, "discard 8")
        match.play(seat, match.legal(seat)[-1])


# -- what is hidden --------------------------------------------------------------------------------


@pytest.mark.rule("PU-5")
def test_imagined_hands_vary_within_what_is_known() -> None:
    match = star(["p3"], ["8 8 9", "1 2 4"])
    view = match.view(0)
    hands = set()
    for seed in range(40):
        world = GAME.imagine(view, LabTable(seed))
        assert world.view(0) == view
        hand = world.view(1).hands[1]
        assert not Counter(hand) - Counter(view.unseen[1])
        hands.add(hand)
    assert len(hands) > 20


@pytest.mark.rule("PU-5")
def test_when_a_pile_is_empty_the_hand_can_be_told() -> None:
    match = star(["p3"], ["8 8 9", "1 2 4"], spent=(1,))
    assert match.view(0).unseen[1] == ("1", "2", "4")
    assert GAME.imagine(match.view(0), LabTable(1)).view(1) == match.view(1)


@pytest.mark.rule("PU-4")
@pytest.mark.rule("PU-5")
@pytest.mark.parametrize(("seats", "steps"), [(2, 2), (2, 8), (4, 7)])
def test_imagined_worlds_are_drawn_fairly(seats: int, steps: int) -> None:
    assert max(chi_squares(Case(GAME, seats, {}), runs=200, steps=steps)) < CRITICAL


@pytest.mark.rule("PU-1")
@pytest.mark.rule("PU-25")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_walk_with_options_that_depend_on_the_seats(seats: int) -> None:
    options = {
        "tournament": True,
        "target": 60,
        "max_rounds": 2,
        "teams": ["blue", "green", "purple", "red"][:seats],
        "age_order": list(reversed(range(seats))),
    }
    Walk(Case(GAME, seats, options), 1, deep=0.05).run()
