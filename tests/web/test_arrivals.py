"""Coming to a table: what one sees before the name, one tap to sit, and all until it begins."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from server.live import Process
from web.browsing import Person, Watch, axe
from web.conftest import PHONE
from web.distant import serving

Make = Callable[..., Person]


def name_of(page: Page) -> str:
    return page.get_by_label("Your name").input_value()


def sits(page: Page, name: str) -> None:
    """By the link: a name, and one tap."""
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Take a seat").click()
    expect(page.locator(".seats ol > li.own")).to_contain_text(name)


# -- by the link ---------------------------------------------------------------------------------------


def test_a_guest_sees_the_table_before_the_name_and_sits_with_one_tap(person: Make) -> None:
    ada, guest = person("Ada"), person()
    clock = {"kind": "move", "seconds": 30}
    table = ada.table("mow", "open", "easy", "open", options={"target": 50}, clock=clock)
    ada.open(f"/t/{table}")
    page = guest.open(f"/t/{table}")
    expect(page.get_by_role("heading", name="MOW")).to_be_visible()
    expect(page.get_by_role("heading", name="Ada invites you to play")).to_be_visible()
    there = page.get_by_role("list", name="Around the table")
    expect(there.get_by_role("listitem")).to_have_count(3)  # Ada, a bot, the free ones
    expect(there).to_contain_text("2 free seats")
    agreed = page.get_by_role("list", name="At this table").get_by_role("listitem")
    expect(agreed).to_have_text(["Limit of flies: 50", "30 s a move"])
    axe(page, "before the name")
    # What is made up is said to be, until one writes one's own.
    expect(page.get_by_text("A suggestion: change it if you like.")).to_be_visible()
    page.get_by_label("Your name").fill("Zoé")
    expect(page.get_by_text("A suggestion")).to_have_count(0)
    page.get_by_role("button", name="Take a seat").click()
    expect(page.locator(".seats ol > li.own")).to_contain_text("Zoé")
    expect(page.locator(".seats ol > li").nth(1)).to_have_class(re.compile("own"))
    expect(ada.page.locator(".seats ol > li").nth(1)).to_contain_text("Zoé")
    expect(page.get_by_role("status").filter(has_text="Ada will start the game.")).to_be_visible()
    # The next time nobody is asked.
    page.reload()
    expect(page.locator(".seats ol > li.own")).to_contain_text("Zoé")
    guest.open("/g/megabou")
    assert name_of(page) == "Zoé"
    expect(page.get_by_text("A suggestion")).to_have_count(0)


def test_who_comes_is_seen_before_the_name(person: Make) -> None:
    """The page of who still thinks about a name follows what happens at the table."""
    ada, bea, guest = person("Ada"), person("Bea"), person()
    table = ada.table("super_miaou", "open", "open")
    page = guest.page
    page.clock.install()
    guest.open(f"/t/{table}")
    there = page.get_by_role("list", name="Around the table")
    expect(there).to_contain_text("2 free seats")
    bea.open(f"/t/{table}")
    bea.page.get_by_role("button", name="Take a seat").click()
    expect(bea.page.locator(".seats ol > li.own")).to_have_count(1)
    page.clock.run_for(5_000)
    expect(there).to_contain_text("Bea")
    expect(there).to_contain_text("1 free seat")


def test_nobody_need_sit(person: Make) -> None:
    ada, guest = person("Ada"), person()
    table = ada.table("mow", "open")
    page = guest.open(f"/t/{table}")
    page.get_by_label("Your name").fill("Zoé")
    page.get_by_role("button", name="Just watch").click()
    expect(page.locator(".seats ol > li")).to_have_count(2)
    expect(page.locator(".seats ol > li.own")).to_have_count(0)


def test_without_a_free_seat_one_watches_and_is_told(person: Make) -> None:
    """Also where the last seat goes while one writes a name."""
    ada, bea, guest, late = person("Ada"), person("Bea"), person(), person()
    table = ada.table("mow", "open")
    ada.open(f"/t/{table}")
    guest.open(f"/t/{table}")
    guest.page.get_by_label("Your name").fill("Zoé")
    expect(guest.page.get_by_role("button", name="Take a seat")).to_be_visible()
    guest.page.route(f"**/api/tables/{table}*", lambda route: route.abort())  # it learns no more
    bea.open(f"/t/{table}")
    bea.page.get_by_role("button", name="Take a seat").click()
    expect(bea.page.locator(".seats ol > li.own")).to_have_count(1)
    guest.page.unroute(f"**/api/tables/{table}*")
    guest.keep_toasts()
    guest.page.get_by_role("button", name=re.compile("Take a seat|Watch")).click()
    told = guest.page.get_by_text("You are watching: all seats are taken.")
    expect(told).to_be_visible()
    late.open(f"/t/{table}")
    expect(late.page.get_by_text("All seats are taken: you can watch.")).to_be_visible()
    late.page.get_by_role("button", name="Watch").click()
    expect(late.page.get_by_text("You are watching: all seats are taken.")).to_be_visible()


def test_a_table_that_has_begun_is_watched(person: Make) -> None:
    ada, guest = person("Ada"), person()
    table = ada.table("mow", "easy", options={"first": 0})
    ada.begin(table)
    page = guest.open(f"/t/{table}")
    expect(page.get_by_role("heading", name="The game has already begun")).to_be_visible()
    page.get_by_role("button", name="Watch").click()
    guest.playing()
    assert guest.told(None)["legal"] == []


def test_a_table_that_is_over_or_closed_says_so(person: Make) -> None:
    ada, guest = person("Ada"), person()
    table = ada.table("super_miaou", "easy", options={"max_rounds": 1, "first": 0})
    ada.begin(table)
    while ada.can_act():
        ada.choose(lambda n: n - 1)
    page = guest.open(f"/t/{table}")
    expect(page.get_by_role("heading", name="This game is over")).to_be_visible()
    expect(page.get_by_role("link", name="Home")).to_be_visible()
    page.get_by_role("link", name="Replay").click()
    expect(page).to_have_url(re.compile(f"/r/{table}"))
    other = ada.table("mow", "open")
    ada.open(f"/t/{other}")
    ada.page.get_by_role("button", name="Close the table").click()
    ada.page.locator("dialog[open]").get_by_role("button", name="Close the table").click()
    expect(ada.page).to_have_url(f"{ada.url}/")
    guest.open(f"/t/{other}")
    expect(page.get_by_role("heading", name="This table was closed.")).to_be_visible()
    expect(page.get_by_role("link", name="Home")).to_be_visible()


def test_a_suggestion_stays_the_same(person: Make) -> None:
    """From page to page and over a reload, and until it is accepted."""
    ada, guest = person("Ada"), person()
    table = ada.table("mow", "open", "open")
    page = guest.open("/")
    idea = name_of(page)
    assert idea
    page.get_by_label("Your name").focus()
    expect(page.get_by_text("A suggestion: change it if you like.")).to_be_visible()
    page.reload()
    assert name_of(page) == idea
    guest.open("/g/mow")
    assert name_of(page) == idea
    expect(page.get_by_text("A suggestion: change it if you like.")).to_be_visible()
    guest.open(f"/t/{table}")
    assert name_of(page) == idea
    page.get_by_role("button", name="Take a seat").click()
    expect(page.locator(".seats ol > li.own")).to_contain_text(idea)
    guest.open("/")
    assert name_of(page) == idea
    expect(page.locator("#idea")).to_be_empty()


def test_nobody_is_suggested_a_name_that_is_taken(person: Make) -> None:
    guest = person()
    idea = name_of(guest.open("/"))
    ada = person(idea)
    page = guest.open(f"/t/{ada.table('mow', 'open')}")
    expect(page.get_by_role("heading", name=f"{idea} invites you to play")).to_be_visible()
    expect(page.get_by_label("Your name")).not_to_have_value(idea)


@pytest.fixture
def locked(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A server with a code."""
    words = ("--workers", "1", "--token", "sesame-ouvre-toi")
    with serving(pytestconfig, tmp_path_factory.mktemp("locked"), *words) as made:
        yield made


def test_with_a_code_one_sees_the_table_before_the_name(
    locked: Process, person: Make, watch: Watch
) -> None:
    watch.allow("status of 401")
    ada = person(url=locked.url)
    ada.open("/?token=sesame-ouvre-toi")
    ada.page.get_by_label("Your name").fill("Ada")
    with ada.page.expect_response("**/api/session"):
        ada.page.get_by_label("Your name").press("Enter")
    table = ada.table("mow", "open", "open")
    # By a link without it, the code is all that is asked for.
    guest = person(url=locked.url)
    page = guest.open(f"/t/{table}")
    expect(page.get_by_role("heading", name="You need a code")).to_be_visible()
    expect(page.get_by_label("Your name")).to_have_count(0)
    page.get_by_label("The link or the code").fill("wrong")
    page.get_by_role("button", name="Come in").click()
    expect(page.get_by_role("alert")).to_contain_text("That is not the code.")
    page.get_by_label("The link or the code").fill("sesame-ouvre-toi")
    page.get_by_role("button", name="Come in").click()
    expect(page.get_by_role("heading", name="Ada invites you to play")).to_be_visible()
    sits(page, "Zoé")
    # By the whole link nobody is asked; by an old one they are.
    third = person(url=locked.url)
    third.open(f"/t/{table}?token=sesame-ouvre-toi")
    expect(third.page.get_by_role("heading", name="Ada invites you to play")).to_be_visible()
    assert "token" not in third.page.url
    fourth = person(url=locked.url)
    fourth.open(f"/t/{table}?token=of-last-week")
    expect(fourth.page.get_by_role("heading", name="You need a code")).to_be_visible()


# -- the host ------------------------------------------------------------------------------------------


def test_the_host_begins_with_those_who_are_here(person: Make) -> None:
    """Those who sit move up, with what they have chosen; not below what the game takes."""
    ada, bea = person("Ada"), person("Bea")
    options = {"teams": ["red", "purple", "green", "blue"], "apocalypse": True}
    table = ada.table("push_em_up", "open", "open", "open", options=options, rated=True)
    page = ada.open(f"/t/{table}")
    expect(page.get_by_text("Push ’em up! takes 2 at least")).to_be_visible()
    expect(page.get_by_role("button", name="Let’s go!")).to_be_disabled()
    bea.open(f"/t/{table}")
    bea.page.locator(".seats ol > li").nth(2).get_by_role("button", name="Sit here").click()
    expect(bea.page.locator(".seats ol > li").nth(2)).to_have_class(re.compile("own"))
    page.get_by_role("button", name="Let’s go with 2!").click()
    ada.playing()
    bea.playing()
    assert bea.told(1)["view"]["seat"] == 1
    known = ada.page.request.get(f"{ada.url}/api/tables/{table}").json()
    assert [each["name"] for each in known["seats"]] == ["Ada", "Bea"]
    assert known["options"] == {"teams": ["red", "green"], "apocalypse": True}
    assert known["rated"]


def test_the_host_fills_up_with_bots(person: Make) -> None:
    ada = person("Ada")
    table = ada.table("mow", "hard", "open", "open", options={"first": 0})
    page = ada.open(f"/t/{table}")
    page.get_by_role("button", name="Fill up with bots").click()
    ada.playing()
    known = page.request.get(f"{ada.url}/api/tables/{table}").json()
    assert [each["level"] for each in known["seats"]] == ["", "hard", "hard", "hard"]


def test_closing_a_table_asks_first(person: Make) -> None:
    ada = person("Ada")
    table = ada.table("mow", "open")
    page = ada.open(f"/t/{table}")
    page.get_by_role("button", name="Close the table").click()
    dialog = page.locator("dialog[open]")
    expect(dialog.get_by_role("heading", name="Close the table?")).to_be_visible()
    dialog.get_by_role("button", name="Keep it").click()
    expect(dialog).to_have_count(0)
    expect(page).to_have_url(f"{ada.url}/t/{table}")


def test_the_host_changes_what_was_agreed_on(person: Make) -> None:
    ada, bea = person("Ada"), person("Bea")
    table = ada.table("mow", "easy", "open")
    bea.open(f"/t/{table}")
    page = ada.open(f"/t/{table}")
    page.get_by_role("button", name="Game settings").click()
    dialog = page.locator("dialog[open]")
    expect(dialog.get_by_label("Clock")).to_have_value("none")
    dialog.get_by_label("Limit of flies").fill("5")  # MW: from 10 on
    dialog.get_by_role("button", name="Save").click()
    # The browser's own word, or the server's: it stays open until it can be.
    expect(dialog).to_be_visible()
    dialog.get_by_label("Limit of flies").fill("50")
    dialog.get_by_label("Clock").select_option("bank5")
    axe(page, "the settings of a table")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_have_count(0)
    for each in (page, bea.page):
        agreed = each.get_by_role("list", name="At this table").get_by_role("listitem")
        expect(agreed).to_have_text(["Limit of flies: 50", "5 min each, +10 s a move"])
    # A seat more for who comes unexpected.
    page.get_by_role("button", name="Add a seat").click()
    expect(bea.page.locator(".seats ol > li")).to_have_count(4)


# -- guests --------------------------------------------------------------------------------------------


def test_a_guest_moves_renames_gets_up_and_leaves(person: Make) -> None:
    ada, guest = person("Ada"), person()
    table = ada.table("mow", "open", "easy", "open")
    ada.open(f"/t/{table}")
    page = guest.open(f"/t/{table}")
    sits(page, "Bea")
    page.locator(".seats ol > li").nth(3).get_by_role("button", name="Move here").click()
    expect(page.locator(".seats ol > li").nth(3)).to_have_class(re.compile("own"))
    expect(ada.page.locator(".seats ol > li").nth(3)).to_contain_text("Bea")
    page.get_by_role("button", name="Change name").click()
    page.get_by_label("New name for Bea").fill("Mamie")
    page.get_by_role("button", name="Keep this name").click()
    expect(ada.page.locator(".seats ol > li").nth(3)).to_contain_text("Mamie")
    for name in ("Rules", "Learn by playing"):
        expect(page.get_by_role("link", name=name)).to_be_visible()
    page.get_by_role("button", name="Stand up").click()
    expect(page.locator(".seats ol > li.own")).to_have_count(0)
    expect(page.get_by_role("button", name="Take a seat")).to_be_visible()
    page.get_by_role("button", name="Take a seat").click()
    expect(page.locator(".seats ol > li.own")).to_contain_text("Mamie")
    page.get_by_role("button", name="Leave the table").click()
    expect(page).to_have_url(f"{guest.url}/")
    assert name_of(page) == "Mamie"
    expect(ada.page.get_by_text("Mamie")).to_have_count(0)


def test_two_of_one_device_have_names_of_their_own(person: Make) -> None:
    ada = person("Ada")
    table = ada.table("megabou", "open", "easy")
    page = ada.open(f"/t/{table}")
    page.get_by_role("button", name="Add somebody on this device").click()
    expect(page.locator(".seats ol > li.own")).to_have_count(2)
    page.locator(".seats ol > li").nth(1).get_by_role("button", name="Change name").click()
    page.get_by_label("New name for Ada").fill("Papi")
    page.get_by_role("button", name="Keep this name").click()
    expect(page.locator(".seats ol > li").nth(1)).to_contain_text("Papi")
    expect(page.locator(".seats ol > li").nth(0)).to_contain_text("Ada")
    ada.open("/")
    assert name_of(page) == "Ada"


def test_everybody_chooses_a_team_where_the_book_says_so(person: Make) -> None:
    """PU-1; whoever said first what they want keeps it."""
    ada, bea = person("Ada"), person("Bea")
    table = ada.table("push_em_up", "open", "open")
    page = ada.open(f"/t/{table}")
    bea.open(f"/t/{table}")
    bea.page.get_by_role("button", name="Take a seat").click()
    team = bea.page.get_by_label("Teams of Bea")
    expect(team).to_have_value("purple")
    team.select_option("blue")
    expect(page.locator(".seats ol > li").filter(has_text="Bea")).to_contain_text("Blue Tech")
    page.get_by_label("Teams of Ada").select_option("blue")
    expect(page.locator(".toast")).to_contain_text("Bea has chosen this.")
    expect(page.get_by_label("Teams of Ada")).to_have_value("red")


def test_a_name_is_changed_at_the_table(person: Make) -> None:
    ada = person("Ada", **PHONE)
    ada.begin(ada.table("mow", "easy", options={"first": 0}))
    page = ada.page
    page.get_by_role("button", name="Menu").tap()
    page.get_by_role("button", name="Change name").tap()
    page.get_by_label("New name for Ada").fill("Mamie")
    page.get_by_role("button", name="Keep this name").tap()
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.locator(".seats li.own")).to_contain_text("Mamie")


def test_megabou_with_four_says_who_plays_with_whom(person: Make) -> None:
    """MB-18; and says it anew when somebody moves."""
    ada, bea = person("Ada"), person("Bea")
    table = ada.table("megabou", "open", "open", "open")
    page = ada.open(f"/t/{table}")
    bea.open(f"/t/{table}")
    bea.page.get_by_role("button", name="Take a seat").click()
    together = page.locator(".together")
    expect(together).to_have_text("You and seat 3 against Bea and seat 4")
    expect(bea.page.locator(".together")).to_have_text("You and seat 4 against Ada and seat 3")
    bea.page.locator(".seats ol > li").nth(2).get_by_role("button", name="Move here").click()
    expect(together).to_have_text("You and Bea against seat 2 and seat 4")
    # Beside whoever one likes, also where a bot sits.
    page.get_by_label("Seat 4").select_option("easy")
    bea.page.locator(".seats ol > li").nth(3).get_by_role("button", name="Move here").click()
    expect(together).to_have_text(re.compile("^You and .+ against seat 2 and Bea$"))
    # With three everybody is for themselves.
    three = ada.table("megabou", "open", "open")
    ada.open(f"/t/{three}")
    expect(page.locator(".seats ol > li")).to_have_count(3)
    expect(together).to_have_count(0)
