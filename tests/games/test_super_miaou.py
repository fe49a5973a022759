"""Super Miaou, rule by rule, but for mice and hidden cards (test_super_miaou_mice.py)."""

from __future__ import annotations

import pytest

from games.super_miaou_scene import heard, lay, new_match, options_of, state_of, stock, view_of, why
from tablee.core.errors import BadOption, IdleOption, IllegalAction, MalformedAction, NotYourTurn
from tablee.core.match import Match
from tablee.core.rulebook import rules
from tablee.core.tables import SeededTable
from tablee.games.super_miaou import GAME
from tablee.games.super_miaou.actions import CARD_NAMES, STOCK
from tablee.games.super_miaou.events import (
    Binned,
    Bought,
    Drew,
    Passed,
    Returned,
    Shuffled,
    Stopped,
    TurnedUp,
    Washed,
    Won,
)
from tablee.games.super_miaou.piles import ONE, cards, kind_at, pile_of, size

DEFAULTS = {
    "start_value": 1, "shield_value": 1, "silver_value": 2, "silver_price": 2, "gold_value": 3,
    "gold_price": 4, "mouse_price": 2, "food_price": 3, "food_value": 1, "cape_price": 4,
    "cat_price": 1,
}  # fmt: skip


# -- piles -----------------------------------------------------------------------------------------


def test_a_pile_counts_its_cards_kind_by_kind() -> None:
    pile = pile_of(["cape", "silver", "shield-fish", "silver"])
    assert cards(pile) == ("silver", "silver", "cape", "shield-fish")
    assert [kind_at(pile, at) for at in range(4)] == [0, 0, 5, 13]
    assert size(pile) == 4


def test_the_largest_pile_is_still_counted_right() -> None:
    whole = sum(n * ONE[kind] for kind, n in enumerate((*STOCK, 3, 3, 3, 3, 1, 1, 1, 1)))
    assert size(whole) == sum(STOCK) + 16


# -- what is in the box ----------------------------------------------------------------------------


@pytest.mark.rule("SM-1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_box_holds_so_many_of_each_card(seats: int) -> None:
    match = new_match(seats)
    assert stock(match) == {"silver": 10, "gold": 10, "mouse": 4, "food": 8, "cat": 8, "cape": 8}
    census = match.state.census()
    assert [census[card] for card in CARD_NAMES] == [10, 10, 4, 8, 8, 8, 3, 3, 3, 3, 1, 1, 1, 1]
    assert [place.colour for place in view_of(match).places] == ["yarn", "paw", "moon", "fish"][:seats]


@pytest.mark.rule("SM-2")
def test_one_start_card_of_four_carries_the_shield() -> None:
    match = new_match(4)
    for seat, place in enumerate(view_of(match).places[1:], 1):
        colour = ("yarn", "paw", "moon", "fish")[seat]
        assert place.unseen == (*[f"start-{colour}"] * 3, f"shield-{colour}")


@pytest.mark.rule("SM-2")
@pytest.mark.rule("SM-3")
@pytest.mark.rule("SM-5")
def test_what_cards_pay() -> None:
    worth = {each.card: (each.coins, each.food) for each in view_of(new_match()).worth}
    assert worth["start-yarn"] == worth["shield-yarn"] == (1, 0)
    assert worth["silver"] == (2, 0)
    assert worth["gold"] == (3, 0)
    assert worth["food"] == (0, 1)
    assert worth["mouse"] == worth["cat"] == worth["cape"] == (0, 0)


@pytest.mark.rule("SM-3")
@pytest.mark.rule("SM-4")
def test_what_cards_cost() -> None:
    offers = {o.card: (o.price, o.pay) for o in view_of(new_match()).market}
    assert offers == {
        "silver": (2, "coins"), "gold": (4, "coins"), "mouse": (2, "coins"),
        "food": (3, "coins"), "cape": (4, "coins"), "cat": (1, "food"),
    }  # fmt: skip


@pytest.mark.rule("SM-2")
@pytest.mark.rule("SM-3")
@pytest.mark.rule("SM-4")
@pytest.mark.rule("SM-5")
def test_lost_figures_are_house_values_from_0_to_9() -> None:
    house = {option.name: option.default for option in GAME.options if option.house}
    assert house == DEFAULTS
    for name in DEFAULTS:
        for bad in (-1, 10, "2", True, None, 1.0):
            with pytest.raises(BadOption, match=f"{name}.*from 0 to 9") as error:
                GAME.check(2, {name: bad})
            assert error.value.rule == "ALL-3"


@pytest.mark.rule("SM-2")
@pytest.mark.rule("SM-3")
@pytest.mark.rule("SM-4")
@pytest.mark.rule("SM-5")
def test_house_values_can_be_changed() -> None:
    changed = {
        "start_value": 2, "shield_value": 3, "silver_value": 4, "silver_price": 5, "gold_value": 6,
        "gold_price": 7, "mouse_price": 1, "food_price": 8, "food_value": 2, "cape_price": 9,
        "cat_price": 4,
    }  # fmt: skip
    match = new_match(**changed)
    view = view_of(match)
    worth = {each.card: each.coins + each.food for each in view.worth}
    assert {name: worth[name] for name in ("start-moon", "shield-moon", "silver", "gold", "food")} == {
        "start-moon": 2, "shield-moon": 3, "silver": 4, "gold": 6, "food": 2,
    }  # fmt: skip
    assert {o.card: o.price for o in view.market} == {
        "silver": 5, "gold": 7, "mouse": 1, "food": 8, "cape": 9, "cat": 4,
    }  # fmt: skip
    lay(match, 0, ["start-yarn", "shield-yarn"])
    assert view_of(match).coins == 5
    assert options_of(match) == {"buy silver", "buy mouse", "throw start-yarn", "pass"}


# -- set-up ----------------------------------------------------------------------------------------


@pytest.mark.rule("SM-6")
def test_two_start_cards_in_hand_and_two_in_the_backpack() -> None:
    match = new_match(3)
    for place in view_of(match).places:
        assert (len(place.hand), place.backpack, place.machine) == (2, 2, ())
    assert view_of(match).places[1].hand == ("back", "back")
    own = [f"start-{c}" for c in ("fish", "fish", "fish")] + ["shield-fish"]
    assert list(view_of(match).binned) == own


@pytest.mark.rule("SM-6")
def test_start_cards_are_shuffled() -> None:
    where = set()
    for seed in range(30):
        hand = [CARD_NAMES[kind] for kind in state_of(new_match(seed=seed)).hands[2:]]
        where.add(hand.index("shield-paw") if "shield-paw" in hand else "backpack")
    assert where == {0, 1, "backpack"}


@pytest.mark.rule("ALL-1")
def test_the_first_player_is_drawn_or_named() -> None:
    drawn = {Match(GAME, 3, {}, SeededTable(seed)).actors()[0] for seed in range(30)}
    assert drawn == {0, 1, 2}
    assert new_match(3, first=2).actors() == [2]
    with pytest.raises(BadOption, match="first"):
        new_match(3, first=3)


# -- a turn ----------------------------------------------------------------------------------------


@pytest.mark.rule("SM-8")
def test_the_hand_is_turned_up_for_all_to_see() -> None:
    match = new_match()
    lay(match, 1, ["silver", "mouse"], ["shield-paw"])
    match.play(0, "pass")
    for audience in (0, 1, None):
        assert view_of(match, audience).places[1].hand == ("silver", "mouse")
        assert heard(match, TurnedUp(1, ("silver", "mouse")), audience=audience)
    assert match.actors() == [1]


@pytest.mark.rule("SM-9")
@pytest.mark.parametrize("hand", [["cat", "cape"], ["cape", "cat"]])
def test_a_cat_and_a_cape_turned_up_win_before_any_action(hand: list[str]) -> None:
    match = new_match(3)
    lay(match, 1, hand, ["shield-paw"])
    match.play(0, "pass")
    assert match.actors() == []
    outcome = match.outcome()
    assert outcome is not None
    assert (outcome.ranks, outcome.scores, outcome.reason) == ((2, 1, 2), (0, 1, 0), "found")
    assert heard(match, TurnedUp(1, tuple(hand)), Won(1))
    view = view_of(match, None)
    assert (view.winner, view.phase) == (1, "over")
    assert view.places[1].hand == tuple(hand)
    with pytest.raises(NotYourTurn):
        match.play(1, "pass")


@pytest.mark.rule("SM-9")
@pytest.mark.parametrize("hand", [["cat", "cat"], ["cape", "cape"], ["cat", "gold"]])
def test_nothing_else_wins(hand: list[str]) -> None:
    match = new_match()
    lay(match, 1, hand, ["shield-paw"])
    match.play(0, "pass")
    assert match.outcome() is None
    assert view_of(match).winner is None


@pytest.mark.rule("SM-9")
def test_holding_both_face_down_or_in_the_machine_does_not_win() -> None:
    match = new_match(3)
    # Seat 2 holds both face down while seat 1 plays; seat 0 gathers both in its washing machine.
    lay(match, 2, ["cat", "cape"], ["shield-moon"])
    lay(match, 0, ["food", "cat"], ["shield-yarn", "start-yarn"], ["cape"])
    match.play(0, "buy cat")
    assert match.outcome() is None
    assert view_of(match).places[0].machine == ("food", "cat", "cat", "cape")
    match.play(1, "pass")
    outcome = match.outcome()
    assert outcome is not None
    assert outcome.winners() == [2]


@pytest.mark.rule("SM-9")
@pytest.mark.parametrize("action", ["buy super-miaou", "throw super-miaou", "steal super-miaou 0"])
def test_no_action_touches_the_super_miaou_card(action: str) -> None:
    with pytest.raises(MalformedAction):
        new_match().action(action)


@pytest.mark.rule("SM-10")
@pytest.mark.rule("SM-29")
@pytest.mark.parametrize("action", ["buy silver", "throw start-yarn", "steal 1 0", "pass"])
def test_one_action_a_turn_then_the_left_neighbour(action: str) -> None:
    match = new_match(3)
    hand = ["mouse", "silver"] if action.startswith("steal") else ["start-yarn", "start-yarn"]
    lay(match, 0, hand, ["shield-yarn"])
    match.play(0, action)
    assert match.actors() == [1]
    refusal = match.refusal(0, "pass")
    assert refusal is not None
    assert refusal.rule == "SM-29"
    match.play(1, "pass")
    match.play(2, "pass")
    assert match.actors() == [0]


@pytest.mark.rule("SM-11")
def test_passing_is_always_legal() -> None:
    match = new_match()
    lay(match, 0, ["shield-yarn"])
    assert options_of(match) == {"pass"}
    match.play(0, "pass")
    assert heard(match, Passed(0))
    lay(match, 1, ["gold", "gold"])
    assert "pass" in options_of(match, 1)


# -- buying ----------------------------------------------------------------------------------------


@pytest.mark.rule("SM-12")
def test_only_what_the_hand_can_pay_is_for_sale() -> None:
    match = new_match()
    lay(match, 0, ["start-yarn", "shield-yarn"])
    assert {o for o in options_of(match) if o.startswith("buy")} == {"buy silver", "buy mouse"}
    assert why(match, "buy food") == "SM-12"
    lay(match, 0, ["silver", "start-yarn"])
    assert {o for o in options_of(match) if o.startswith("buy")} == {
        "buy silver", "buy mouse", "buy food",
    }  # fmt: skip
    with pytest.raises(IllegalAction, match="too few coins for a Cape"):
        match.play(0, "buy cape")


@pytest.mark.rule("SM-13")
@pytest.mark.rule("SM-15")
def test_paying_3_with_4_spends_nothing_and_gives_no_change() -> None:
    match = new_match()
    lay(match, 0, ["silver", "silver"], ["shield-yarn", "start-yarn"])
    assert view_of(match).coins == 4
    match.play(0, "buy food")
    assert heard(match, Bought(0, "food"))
    place = view_of(match).places[0]
    assert place.machine == ("silver", "silver", "food")
    assert stock(match)["food"] == 7


@pytest.mark.rule("SM-14")
def test_a_cat_costs_cat_food_and_nothing_else() -> None:
    match = new_match()
    lay(match, 0, ["gold", "gold"])
    assert why(match, "buy cat") == "SM-14"
    lay(match, 0, ["food", "mouse"])
    assert "buy cat" in options_of(match)
    assert why(match, "buy silver") == "SM-12"
    assert (view_of(match).coins, view_of(match).food) == (0, 1)


@pytest.mark.rule("SM-14")
def test_coins_and_cat_food_do_not_add_up() -> None:
    match = new_match(cat_price=2)
    lay(match, 0, ["food", "gold"])
    assert why(match, "buy cat") == "SM-14"
    assert why(match, "buy cape") == "SM-12"
    lay(match, 0, ["food", "food"])
    assert "buy cat" in options_of(match)


@pytest.mark.rule("SM-12")
def test_a_price_of_nothing_is_always_paid() -> None:
    match = new_match(cat_price=0, cape_price=0, start_value=0)
    lay(match, 0, ["mouse", "cat"])
    assert {"buy cat", "buy cape"} <= options_of(match)
    assert why(match, "buy silver") == "SM-12"


@pytest.mark.rule("SM-16")
def test_an_empty_stack_sells_nothing_until_a_card_returns() -> None:
    match = new_match()
    lay(match, 0, ["gold", "gold"], ["shield-yarn", "start-yarn"])
    lay(match, 1, ["cape", "gold"], ["shield-paw"])
    state = state_of(match)
    state.market -= 8 * ONE[CARD_NAMES.index("cape")]
    assert why(match, "buy cape") == "SM-16"
    assert "buy cape" not in options_of(match)
    match.play(0, "pass")
    match.play(1, "throw cape")
    lay(match, 0, ["gold", "gold"], ["shield-yarn", "start-yarn"])
    match.play(0, "buy cape")
    assert stock(match)["cape"] == 0


# -- throwing away ---------------------------------------------------------------------------------


@pytest.mark.rule("SM-17")
def test_a_start_card_that_is_thrown_away_leaves_the_game() -> None:
    match = new_match(4)
    lay(match, 0, ["start-yarn", "silver"], ["shield-yarn", "start-yarn"])
    match.play(0, "throw start-yarn")
    assert heard(match, Binned(0, "start-yarn"))
    assert heard(match, Washed(0, ("silver",)))
    assert view_of(match).binned == ("start-yarn",)
    assert view_of(match).places[0].machine == ("silver",)


@pytest.mark.rule("SM-17")
def test_only_a_card_of_the_hand_can_be_thrown_away() -> None:
    match = new_match()
    lay(match, 0, ["start-yarn", "start-yarn"], ["shield-yarn", "gold"], ["cat"])
    assert {o for o in options_of(match) if o.startswith("throw")} == {"throw start-yarn"}
    for card in ("gold", "cat", "shield-yarn", "start-paw"):
        assert why(match, f"throw {card}") == "SM-17"


@pytest.mark.rule("SM-18")
@pytest.mark.parametrize("card", ["silver", "gold", "mouse", "food", "cat", "cape"])
def test_a_bought_card_returns_to_its_stack(card: str) -> None:
    match = new_match()
    before = stock(match)[card]
    lay(match, 0, ["shield-yarn", card], ["start-yarn", "start-yarn"])
    match.play(0, f"throw {card}")
    assert stock(match)[card] == before + 1
    assert heard(match, Returned(0, card))
    assert view_of(match).places[0].machine == ("shield-yarn",)


@pytest.mark.rule("SM-19")
def test_the_shield_is_never_thrown_away() -> None:
    match = new_match()
    lay(match, 0, ["shield-yarn", "start-yarn"])
    assert why(match, "throw shield-yarn") == "SM-19"
    assert options_of(match) == {"buy silver", "buy mouse", "throw start-yarn", "pass"}


@pytest.mark.rule("SM-20")
def test_a_stolen_start_card_is_thrown_away_like_ones_own() -> None:
    match = new_match(3)
    lay(match, 0, ["start-moon", "shield-yarn"], ["start-yarn", "start-yarn"])
    match.play(0, "throw start-moon")
    assert view_of(match).binned == ("start-moon", *["start-fish"] * 3, "shield-fish")


# -- end of the turn -------------------------------------------------------------------------------


@pytest.mark.rule("SM-26")
def test_the_hand_goes_to_the_machine_and_two_cards_are_drawn_face_down() -> None:
    match = new_match()
    lay(match, 0, ["start-yarn", "silver"], ["gold", "gold", "shield-yarn"], ["cape"])
    match.play(0, "pass")
    place = view_of(match).places[0]
    assert place.hand == ("back", "back")
    assert (place.backpack, place.unseen) == (1, ("gold", "gold", "shield-yarn"))
    assert place.machine == ("silver", "cape", "start-yarn")
    assert heard(match, Passed(0), Washed(0, ("start-yarn", "silver")), Drew(0, 2))


@pytest.mark.rule("SM-27")
def test_the_machine_is_not_shuffled_while_two_cards_are_left() -> None:
    match = new_match()
    lay(match, 0, ["start-yarn", "silver"], ["gold", "shield-yarn"])
    match.play(0, "pass")
    assert not any(isinstance(event, Shuffled) for event in match.events(None))
    place = view_of(match).places[0]
    assert (place.backpack, place.machine) == (0, ("silver", "start-yarn"))
    assert place.leftover == ("", "")


@pytest.mark.rule("SM-27")
@pytest.mark.parametrize("seed", range(8))
def test_what_is_left_is_drawn_first_then_the_shuffled_machine(seed: int) -> None:
    match = new_match(seed=seed)
    lay(match, 0, ["start-yarn", "silver"], ["gold"], ["shield-yarn"])
    match.play(0, "buy silver")
    place = view_of(match).places[0]
    assert place.leftover == ("gold", "")
    assert CARD_NAMES[state_of(match).hands[0]] == "gold"
    # Everything just put into the machine was shuffled too.
    assert place.unseen == ("silver", "silver", "start-yarn", "shield-yarn")
    assert (place.backpack, place.machine, place.hand) == (3, (), ("back", "back"))
    assert heard(match, Shuffled(0, 4))


@pytest.mark.rule("SM-27")
def test_with_nothing_left_both_cards_come_from_the_machine() -> None:
    match = new_match()
    lay(match, 0, ["start-yarn", "silver"], [], ["shield-yarn"])
    match.play(0, "pass")
    place = view_of(match).places[0]
    assert place.leftover == ("", "")
    assert (place.backpack, place.unseen) == (1, ("silver", "start-yarn", "shield-yarn"))


@pytest.mark.rule("SM-28")
def test_a_seat_with_one_card_plays_with_it() -> None:
    match = new_match()
    lay(match, 0, ["start-yarn", "shield-yarn"])
    match.play(0, "throw start-yarn")
    assert view_of(match).places[0].hand == ("back", "empty")
    assert heard(match, Drew(0, 1))
    match.play(1, "pass")
    assert view_of(match).places[0].hand == ("shield-yarn", "empty")
    assert options_of(match) == {"pass"}
    match.play(0, "pass")
    assert view_of(match).places[0].hand == ("back", "empty")


# -- the end and the options -----------------------------------------------------------------------


@pytest.mark.rule("SM-30")
@pytest.mark.parametrize(("seats", "first"), [(2, 0), (3, 1), (4, 3)])
def test_after_the_last_round_the_game_is_a_draw(seats: int, first: int) -> None:
    match = new_match(seats, first=first, max_rounds=3)
    for turn in range(3 * seats):
        assert match.outcome() is None
        assert view_of(match).round == 1 + turn // seats
        match.play((first + turn) % seats, "pass")
    outcome = match.outcome()
    assert outcome is not None
    assert (outcome.ranks, outcome.reason) == ((1,) * seats, "draw")
    assert heard(match, Stopped(3))
    assert len(match.log) == GAME.bound(seats, match.options)


@pytest.mark.rule("SM-30")
def test_the_limit_is_200_rounds_unless_given() -> None:
    assert view_of(new_match()).max_rounds == 200
    for bad in (0, 1001):
        with pytest.raises(BadOption, match=r"max_rounds.*from 1 to 1000"):
            new_match(max_rounds=bad)
    assert view_of(new_match(max_rounds=1000)).max_rounds == 1000


@pytest.mark.rule("SM-31")
def test_without_mice_nothing_is_stolen() -> None:
    match = new_match(mice=False)
    assert "mouse" not in stock(match)
    lay(match, 0, ["gold", "gold"])
    assert why(match, "buy mouse") == "SM-31"
    assert why(match, "steal 1 0") == "SM-31"
    assert not any("mouse" in option or "steal" in option for option in options_of(match))
    with pytest.raises(IdleOption, match=r"mouse_price.*mice=true.*ALL-7"):
        new_match(mice=False, mouse_price=2)


DEAD = [
    ({"start_value": 0, "shield_value": 1}, "start_value", "pay 1, the cheapest card costs 2"),
    ({"silver_price": 3, "mouse_price": 3}, "silver_price", "pay 2, the cheapest card costs 3"),
    ({"mice": False, "silver_price": 3}, "silver_price", "pay 2, the cheapest card costs 3"),
    ({"cat_price": 3}, "cat_price", "they pay 2, it costs 3"),
    ({"food_value": 0}, "food_value", "they pay 0, it costs 1"),
    ({"cape_price": 7}, "cape_price", "they pay 6, it costs 7"),
    ({"food_price": 7}, "food_price", "they pay 6, it costs 7"),
    ({"gold_value": 1, "silver_value": 1}, "silver_value", "they pay 2, it costs 4"),
]


@pytest.mark.rule("SM-32")
@pytest.mark.parametrize(("given", "option", "said"), DEAD)
def test_dead_games_are_refused(given: dict[str, object], option: str, said: str) -> None:
    with pytest.raises(BadOption) as error:
        GAME.check(3, given)
    assert (error.value.rule, error.value.option) == ("SM-32", option)
    assert said in str(error.value)
    assert option in error.value.message("fr")


@pytest.mark.rule("SM-32")
@pytest.mark.parametrize(
    "given",
    [
        {"start_value": 0, "shield_value": 2},
        {"start_value": 0, "shield_value": 0, "cat_price": 0},
        {"start_value": 0, "shield_value": 0, "mouse_price": 0},
        {"silver_price": 9, "gold_price": 9},
        {"cat_price": 2},
        {"cat_price": 9, "food_value": 5},
        {"cape_price": 6, "food_price": 6},
        {"silver_value": 0, "gold_value": 2},
        {"silver_value": 5, "gold_value": 0, "cape_price": 9},
    ],
)
def test_games_on_the_edge_are_allowed(given: dict[str, object]) -> None:
    GAME.check(2, given)


def test_every_refusal_has_its_words() -> None:
    keys = {key for key in GAME.texts().keys("fr") if key.startswith("why.")}
    assert keys == {key for key in GAME.texts().keys("en") if key.startswith("why.")}
    books = rules(GAME, "en"), rules(GAME, "fr")
    for key in keys:
        rule = key.removeprefix("why.").partition("/")[0]
        assert all(rule in book for book in books)
