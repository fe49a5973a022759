"""Sounds and talk: what one hears and when, phrases, bubbles at the seats; none of it in the way."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from server.live import Process
from web.browsing import DEAL, Person, axe
from web.conftest import PHONE
from web.layout import Size
from web.positions import NOW, cases, positions
from web.positions import person as who
from web.pretended import NOBODY, Pretended

# How many devices for sound the page has made, and how many notes it has begun.
EAR = """
(() => {
  const ear = (window.ear = { made: 0, notes: 0 });
  const { AudioContext, AudioScheduledSourceNode: Source } = window;
  window.AudioContext = class extends AudioContext {
    constructor(...given) {
      super(...given);
      ear.made += 1;
      ear.context = this;
    }
  };
  const { start } = Source.prototype;
  for (const kind of [OscillatorNode, AudioBufferSourceNode]) {
    const begin = kind.prototype.start;
    kind.prototype.start = function (...given) {
      ear.notes += 1;
      return begin.apply(this, given);
    };
  }
})();
"""
PLAY_ON = re.compile("Turn sounds off")
# Whether a phrase's bubble covers what must be seen: the sentence, tools, what one can use now; or is
# cut by the window, or stops a finger. In words, if it does.
COVERED = """
(acting) => {
  const usable = ':is(button:enabled, a[href], input, select):not([aria-disabled="true"])';
  const parts = acting ? '[data-part=bar], [data-part=stage], [data-part=own]' : '[data-part=bar]';
  const needed = document.querySelectorAll(`main.frame :is([data-part=say], :is(${parts}) ${usable})`);
  const wrong = [];
  for (const bubble of document.querySelectorAll(".bubble")) {
    const [a, name] = [bubble.getBoundingClientRect(), bubble.innerText.replace(/\\s+/g, " ")];
    const within = a.left >= 0 && a.top >= 0 && a.right <= innerWidth && a.bottom <= innerHeight;
    if (!within) wrong.push(`${name} is cut`);
    const at = document.elementFromPoint((a.left + a.right) / 2, (a.top + a.bottom) / 2);
    if (bubble.contains(at)) wrong.push(`${name} stops a finger`);
    for (const each of needed) {
      const b = each.getBoundingClientRect();
      const [x, y] = [Math.min(a.right, b.right) - Math.max(a.left, b.left),
                      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)];
      const what = each.getAttribute("aria-label") ?? each.textContent.trim().slice(0, 40);
      if (x <= 1 || y <= 1 || !each.checkVisibility()) continue;
      wrong.push(`${name} covers ${what} by ${x | 0}×${y | 0}`);
    }
  }
  return wrong;
}
"""
# How many lines of words a bubble shows.
LINES = """
(words) => words.clientHeight / parseFloat(getComputedStyle(words).lineHeight)
"""
TALKED: tuple[Size, ...] = ((1366, 650), (390, 844), (844, 390), (820, 1180))
LONG = "Attends un peu, je réfléchis encore à ce que je vais faire de toutes mes cartes, c’est long !"


def notes(page: Page) -> int:
    return int(page.evaluate("() => window.ear.notes"))


def more_notes(page: Page, than: int) -> None:
    page.wait_for_function("(n) => window.ear.notes > n", arg=than)


def listening(person: Callable[..., Person], *others: str, **prefs: Any) -> Person:
    """Somebody at a table whose page was loaded anew: nobody has touched it yet."""
    one = person("Ada", **prefs)
    one.context.add_init_script(EAR)
    one.begin(one.table("mow", *(others or ("easy",)), options={"first": 0}))
    one.can_act()
    return one


# -- sounds ----------------------------------------------------------------------------------------


def test_sounds_wait_for_a_finger_and_are_on_then(person: Callable[..., Person]) -> None:
    one = listening(person)
    one.page.reload()
    one.playing()
    one.can_act()
    assert one.page.evaluate("() => window.ear.made") == 0, "nothing before the first tap"
    one.choose(lambda n: 0)
    one.page.wait_for_function("() => window.ear.made === 1")
    before = notes(one.page)
    assert one.can_act()
    one.choose(lambda n: 0)
    more_notes(one.page, before)
    assert one.page.evaluate("() => window.ear.made") == 1


def test_one_key_or_one_line_of_the_menu_mutes(person: Callable[..., Person]) -> None:
    one = listening(person)
    page = one.page
    page.keyboard.press("v")
    expect(page.get_by_text("Sounds off.").last).to_be_visible()
    before = notes(page)
    one.choose(lambda n: 0)
    assert one.can_act()
    assert notes(page) == before
    # It stays so, and nothing is made for who wants none.
    page.reload()
    one.playing()
    page.keyboard.press("m")
    button = page.get_by_role("button", name="Turn sounds on")
    assert page.evaluate("() => window.ear.made") == 0
    button.click()
    expect(page.get_by_role("button", name=PLAY_ON)).to_be_visible()
    more_notes(page, 0)  # a cow, so that one knows how loud it is
    # The same switch as in the settings.
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("checkbox", name="Sounds")).to_be_checked()


def test_silence_that_nobody_chose_is_forgotten(browser: Browser, server: Process) -> None:
    """Before sounds were on by themselves, every device kept that they were off."""
    for kept, on in (({"sound": False}, True), ({"sound": False, "sounds": False}, False)):
        one = Person(browser, server.url, deal=DEAL, locale="en-GB")
        try:
            one.prefers(**kept)
            one.named("Ada")
            one.open("/")
            one.page.get_by_role("button", name="Settings").click()
            expect(one.page.get_by_role("checkbox", name="Sounds")).to_be_checked(checked=on)
            known = json.loads(str(one.page.evaluate("() => localStorage.getItem('tablee.prefs')")))
            assert "sound" not in known
        finally:
            one.context.close()


# -- phrases ---------------------------------------------------------------------------------------


def together(person: Callable[..., Person], **more: Any) -> tuple[Person, Person]:
    """Ada, who is host, reads English; Bea is French and has a phone. What appears, stays."""
    ada, bea = person("Ada"), person("Bea", locale="fr-FR", **PHONE)
    table = ada.table("mow", "open", "easy", options={"first": 0}, **more)
    bea.open(f"/t/{table}")
    bea.page.get_by_role("button", name="Prendre une place").click()
    ada.begin(table)
    bea.playing()
    for each in (ada, bea):
        each.keep_toasts()
    return ada, bea


def say(one: Person, phrase: str) -> None:
    one.page.locator("[data-talk]").click()
    one.page.locator("dialog[open]").get_by_role("button", name=phrase).click()
    expect(one.page.locator("dialog[open]")).to_have_count(0)


def test_a_phrase_is_said_with_two_taps(person: Callable[..., Person]) -> None:
    ada, bea = together(person)
    say(ada, "Well played!")
    expect(ada.page.locator('[data-bubble="0"]')).to_contain_text("Well played!")
    # Each reads it in a language of their own, and who listens hears it once.
    expect(bea.page.locator('[data-bubble="0"]')).to_contain_text("Bien joué")
    heard = bea.page.locator(".heard[aria-live]", has_text=re.compile("^Ada.: Bien joué"))
    expect(heard).to_have_count(1)
    expect(bea.page.locator('[data-bubble="0"] [data-art="emote-well_played"]')).to_be_visible()
    axe(bea.page, "a bubble")
    bea.page.locator("[data-talk]").click()
    line = bea.page.get_by_role("list", name="Discussion").get_by_role("listitem")
    expect(line).to_contain_text("Ada")
    expect(line).to_contain_text("Bien joué")
    axe(bea.page, "phrases")
    small = bea.page.locator("dialog[open] ul button").evaluate_all(
        "(all) => all.map((each) => each.getBoundingClientRect()).filter(({ width, height }) =>"
        " width < 44 || height < 44).length"
    )
    assert small == 0


def test_who_is_muted_is_not_heard(person: Callable[..., Person]) -> None:
    ada, bea = together(person)
    bea.page.locator("[data-talk]").click()
    bea.page.get_by_label("Écris un mot").fill("Miaou")
    bea.page.keyboard.press("Enter")
    expect(ada.page.locator('[data-bubble="1"]')).to_contain_text("Miaou")
    # The host mutes for all: phrases, too.
    ada.page.keyboard.press("c")
    ada.page.get_by_role("list", name="Chat").get_by_role("button", name="Mute").click()
    phrase = bea.page.locator("dialog[open]").get_by_role("button", name="Coucou")
    expect(phrase).to_have_attribute("aria-disabled", "true")
    # A guest does so for this device alone, and it lasts when the drawer is shut.
    ada.page.keyboard.press("Escape")
    say(ada, "Hello!")
    expect(bea.page.locator('[data-bubble="0"]')).to_be_attached()
    bea.page.get_by_role("button", name="Ne plus lire").click()
    bea.page.keyboard.press("Escape")
    say(ada, "Wow!")
    expect(ada.page.locator('[data-bubble="0"]')).to_contain_text("Wow!")
    ada.choose(lambda n: 0)
    bea.can_act()  # what came before that was heard
    expect(bea.page.locator('[data-bubble="0"]')).not_to_contain_text("Waouh")
    bea.page.locator("[data-talk]").click()
    expect(bea.page.get_by_role("list", name="Discussion")).not_to_contain_text("Ada")


def test_where_nobody_writes_phrases_stay(person: Callable[..., Person]) -> None:
    ada, bea = together(person, talk=False)
    ada.page.keyboard.press("c")
    expect(ada.page.get_by_text("At this table people speak in quick phrases.")).to_be_visible()
    expect(ada.page.get_by_label("Write a line")).to_have_count(0)
    ada.page.locator("dialog[open]").get_by_role("button", name="Good luck!").click()
    expect(bea.page.locator('[data-bubble="0"]')).to_contain_text("Bonne chance")


def test_five_lines_and_then_a_moment(person: Callable[..., Person]) -> None:
    one = person("Ada")
    one.page.clock.install()
    one.begin(one.table("mow", "easy", options={"first": 0}))
    for _ in range(5):
        say(one, "Ha ha!")
    one.page.keyboard.press("c")
    phrase = one.page.locator("dialog[open]").get_by_role("button", name="Ha ha!")
    expect(phrase).to_have_attribute("aria-disabled", "true")
    expect(one.page.get_by_placeholder("Not so fast! Just a moment…")).to_be_visible()
    phrase.click(force=True)
    expect(one.page.get_by_role("list", name="Chat").get_by_role("listitem")).to_have_count(5)
    one.page.clock.fast_forward(11_000)
    expect(phrase).to_have_attribute("aria-disabled", "false")


def test_what_the_server_finds_too_much_is_no_error(person: Callable[..., Person]) -> None:
    one = person("Ada")

    def between(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def hear(said: str | bytes) -> None:
            message = json.loads(said)
            if message["t"] != "say":
                server.send(said)
                return
            refused = {"t": "refused", "id": message["id"], "code": "chatter", "rule": ""}
            socket.send(json.dumps({**refused, "messages": {"fr": "Non !", "en": "Not so fast!"}}))

        socket.on_message(hear)

    one.page.route_web_socket(re.compile("/ws/"), between)
    one.begin(one.table("mow", "easy", options={"first": 0}))
    one.page.keyboard.press("c")
    field = one.page.get_by_label("Write a line")
    field.fill("Encore un mot")
    field.press("Enter")
    thanks = one.page.locator("dialog[open]").get_by_role("button", name="Thanks!")
    expect(thanks).to_have_attribute("aria-disabled", "true")
    expect(field).to_have_value("Encore un mot")
    expect(one.page.locator(".toast")).to_have_count(0)


def test_letters_that_are_written_are_no_shortcuts(person: Callable[..., Person]) -> None:
    one = listening(person)
    one.page.keyboard.press("c")
    field = one.page.get_by_label("Write a line")
    field.press_sequentially("ahucmrsv?")
    expect(field).to_have_value("ahucmrsv?")
    expect(one.page.locator("dialog[open]")).to_have_count(1)
    field.press("Enter")
    field.press("Escape")
    expect(one.page.locator("dialog[open]")).to_have_count(0)
    expect(one.page.locator('[data-bubble="0"]')).to_contain_text("ahucmrsv?")
    one.page.keyboard.press("m")
    expect(one.page.get_by_role("button", name=PLAY_ON)).to_be_visible()  # they are on still


# -- bubbles ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def pretended(browser: Browser, server: Process) -> Iterator[Pretended]:
    page = Pretended(browser, server.url)
    yield page
    page.close()


@pytest.mark.parametrize("game", ["mow", "megabou", "super_miaou", "meowtopia", "push_em_up"])
def test_bubbles_are_in_nobodys_way(pretended: Pretended, game: str) -> None:
    """At the most crowded table of each game, in one’s own turn: three talk at once."""
    case = max((each for each in cases(game) if not each.variant), key=lambda each: each.seats)
    found = [each for each in positions(case) if each.seat is not None]
    mine = next(each for each in found if each.told["legal"])
    wrong: list[str] = []
    said = 0
    for size in TALKED:
        pretended.resize(*size)
        pretended.show(case, mine)
        pretended.person.keep_toasts()  # bubbles too
        for seat, text, phrase in ((1, "", "hurry"), (0, LONG, ""), (None, "", "haha")):
            said += 1
            line = {"t": "chat", "v": 10_000 + said, "at": NOW, "text": text, "phrase": phrase}
            person = NOBODY if seat is None else who(seat)
            pretended.send({**line, "person": person, "name": "Tonton Zoé"})
            spot = "chat" if seat is None else seat
            bubble = pretended.page.locator(f'.bubble.there[data-bubble="{spot}"]')
            expect(bubble).to_have_attribute("data-line", str(line["v"]))
            wrong += [f"{case} at {size}: {each}" for each in pretended.page.evaluate(COVERED, True)]
            assert bubble.locator(".words").evaluate(LINES) < 2.2, "the rest is in the drawer"
    assert not wrong, "\n".join(wrong)
