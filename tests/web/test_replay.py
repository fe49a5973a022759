"""A replay: what it says of a step, where its address leads, its chapters, its speeds, its pictures."""

from __future__ import annotations

import base64
import functools
import io
import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageFilter
from playwright.sync_api import Page, Route, expect

from tablee.core.contract import SPECTATOR
from tablee.core.encode import plain
from tablee.server import replay
from tablee.server.messages import summary
from web.browsing import GAMES, STILL, Person, Watch, axe
from web.conftest import PHONE
from web.positions import NAMES, PLAYING, Case, matches

Told = dict[str, Any]
People = Callable[..., Person]
SEATS = 4


@functools.cache
def told_once(game: str) -> str:
    """What the server tells of a finished game of four, the last of them a bot."""
    room = next(room for room in matches(Case(game, SEATS, "", ())) if room.phase != PLAYING)
    match = room.match
    assert match is not None
    told = {
        **summary(room),
        "options": {name: plain(value) for name, value in match.options.given.items()},
        "steps": replay.steps(room, [SPECTATOR, *range(SEATS)]),
        "outcome": plain(match.outcome()),
    }
    return json.dumps(told)


def told_of(game: str) -> Told:
    found: Told = json.loads(told_once(game))
    return found


class Shown:
    """A page that replays what it is told."""

    def __init__(self, person: People, watch: Watch, told: Told, at: str = "", **given: Any) -> None:
        watch.allow("Service Worker registration blocked")
        self.told = told
        self.one = person(service_workers="block", **given)
        self.page: Page = self.one.page
        self.page.route(re.compile(r"/replay\?"), lambda route: route.fulfill(json=told))
        self.path = f"/r/{told['table']}"
        self.last = len(told["steps"]) - 1
        self.open(at)

    def open(self, at: str = "") -> None:
        self.one.open(self.path + at)
        expect(self.page.locator("main.frame")).to_be_visible()

    def button(self, name: str | re.Pattern[str]) -> Any:
        return self.page.get_by_role("button", name=name)

    def is_at(self, at: int) -> None:
        expect(self.page.get_by_role("slider")).to_have_value(str(at))

    def leads_to(self, end: str) -> None:
        self.page.wait_for_url(re.compile(re.escape(self.path + end) + "$"))

    @property
    def sentence(self) -> Any:
        return self.page.locator(".say strong")


Show = Callable[..., Shown]


@pytest.fixture
def show(person: People, watch: Watch) -> Show:
    return functools.partial(Shown, person, watch)


# -- what it says ----------------------------------------------------------------------------------


# Whether the mark beside the sentence is that of this seat's panel, whatever their sizes.
MARKED = """
(seat) => {
  const drawn = (each) => (each.matches("[data-art]") ? each : each.querySelector("[data-art]"));
  const like = (each) => drawn(each)?.dataset.art ?? each.innerHTML;
  const said = like(document.querySelector(".say .who > *"));
  const panels = [...document.querySelectorAll('[data-part="seats"] li')];
  const own = panels.filter((each) => !each.querySelector("li"))[seat];
  return [...own.querySelectorAll("*")].some((each) => like(each) === said);
}
"""


@pytest.mark.parametrize("game", GAMES)
def test_a_step_says_what_was_done_beside_the_mark_of_who_did_it(show: Show, game: str) -> None:
    told = told_of(game)
    step = next(n for n, each in enumerate(told["steps"]) if n > 5 and each["seat"] != 3)
    at = show(told, f"#{step}")
    seat = told["steps"][step]["seat"]
    expect(at.sentence).to_contain_text(NAMES[seat])
    expect(at.sentence).not_to_contain_text(" : ")
    assert at.page.evaluate(MARKED, seat), "the mark beside the sentence is not that of the seat"
    at.page.keyboard.press("Home")
    expect(at.sentence).to_have_text("The deal")
    expect(at.page.locator(".say .who")).to_have_count(0)


def test_what_was_hidden_is_told_to_its_own_eyes_alone(show: Show) -> None:
    told = told_of("push_em_up")
    seat = told["steps"][1]["seat"]
    at = show(told, "#1")
    expect(at.sentence).to_have_text(f"{NAMES[seat]} secretly picks a hero.")
    at.page.get_by_label("View as").select_option(str(seat))
    expect(at.sentence).to_have_text(re.compile("^You secretly pick the"))
    at.page.get_by_label("View as").select_option(str((seat + 1) % SEATS))
    expect(at.sentence).to_have_text(f"{NAMES[seat]} secretly picks a hero.")


def test_the_next_step_is_played_in_beats_and_a_jump_is_not(show: Show) -> None:
    told = told_of("super_miaou")
    events = [[each["event"] for each in step["events"]["null"]] for step in told["steps"]]
    step = next(n for n, each in enumerate(events) if {"bought", "washed", "drew"} <= set(each))
    at = show(told, f"#{step - 1}", pace="normal")
    at.page.clock.install()
    at.open(f"#{step - 1}")
    at.button("One move on").click()
    at.is_at(step)
    expect(at.sentence).to_contain_text("buys")
    expect(at.sentence).not_to_contain_text("washing machine")
    at.page.clock.run_for(2000)
    expect(at.sentence).not_to_contain_text("buys")
    at.page.clock.run_for(20_000)
    expect(at.sentence).to_contain_text("buys")
    at.page.keyboard.press("ArrowLeft")
    at.is_at(step - 1)
    at.page.keyboard.press("ArrowRight")
    at.page.keyboard.press("ArrowRight")
    at.is_at(step + 1)


def test_that_somebody_left_does_not_stop_it(show: Show) -> None:
    """What the game has no words for is passed over: the page's words for it are no part of a step."""
    told = told_of("mow")
    for event in ("unheard_of", "left_for_good"):
        for heard in told["steps"][3]["events"].values():
            heard.insert(0, {"event": event, "seat": 1})
    at = show(told, "#2")
    at.button("One move on").click()
    at.is_at(3)
    expect(at.page.locator("aside .log li.fresh").first).to_be_visible()
    expect(at.page.get_by_text("event.")).to_have_count(0)
    at.page.keyboard.press("End")
    at.is_at(at.last)


# -- where one is ----------------------------------------------------------------------------------


def test_the_address_follows_and_leads(show: Show) -> None:
    at = show(told_of("mow"))
    entries = at.page.evaluate("history.length")
    for _ in range(3):
        at.page.keyboard.press("ArrowRight")
    at.leads_to("#3")
    at.page.get_by_label("View as").select_option("1")
    at.leads_to("#3;as=1")
    assert at.page.evaluate("history.length") == entries
    at.page.reload()
    at.is_at(3)
    expect(at.page.get_by_label("View as")).to_have_value("1")
    expect(at.page.locator(".seats li.own")).to_contain_text(NAMES[1])
    # Another address of the same game, and back.
    at.page.evaluate("location.hash = '#7'")
    at.is_at(7)
    expect(at.page.get_by_label("View as")).to_have_value("null")
    at.page.go_back()
    at.is_at(3)
    expect(at.page.get_by_label("View as")).to_have_value("1")
    # Nowhere is the begin; beyond the end is the end.
    at.open("#99999;as=77")
    at.is_at(at.last)
    expect(at.page.get_by_label("View as")).to_have_value("null")


def test_an_address_is_written_seldom_however_fast_one_is(show: Show) -> None:
    """A browser takes a hundred in half a minute; then it throws."""
    at = show(told_of("meowtopia"))
    at.page.evaluate(
        """() => {
          window.written = 0;
          const { replaceState } = history;
          history.replaceState = (...given) => {
            window.written += 1;
            replaceState.apply(history, given);
          };
        }"""
    )
    slider = at.page.get_by_role("slider")
    slider.evaluate(
        """async (each) => {
          for (let n = 1; n <= 200; n += 1) {
            each.value = n;
            each.dispatchEvent(new Event("input", { bubbles: true }));
            if (n % 50 === 0) await new Promise(requestAnimationFrame);
          }
        }"""
    )
    at.leads_to("#200")
    # However long that took: not as often as it changed.
    assert at.page.evaluate("window.written") < 100


@pytest.mark.parametrize("secure", [True, False], ids=["with a clipboard", "on plain http"])
def test_the_copied_link_leads_there(show: Show, secure: bool) -> None:
    at = show(told_of("mow"), "#4")
    at.page.evaluate(
        """(secure) => {
          const copied = (text) => (window.copied = text);
          const writeText = async (text) => copied(text);
          Object.defineProperty(navigator, "clipboard", { value: secure ? { writeText } : undefined });
          document.addEventListener("copy", () => {
            const { value, selectionStart, selectionEnd } = document.activeElement;
            copied(value.slice(selectionStart, selectionEnd));
          });
        }""",
        secure,
    )
    at.page.get_by_label("View as").select_option("2")
    at.page.keyboard.press("ArrowRight")
    link = at.button("Copy the link")
    link.click()
    expect(at.page.get_by_text("Link copied!")).to_be_visible()
    assert at.page.evaluate("window.copied") == at.one.url + at.path + "#5;as=2"
    expect(link).to_be_focused()


# -- chapters, turning points ----------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_chapters(show: Show, game: str) -> None:
    at = show(told_of(game))
    at.button("Moments of the game").click()
    dialog = at.page.locator("dialog[open]")
    moments = dialog.locator("ol button")
    found = [each.split("\n") for each in moments.all_inner_texts()]
    steps = [int(each[0]) for each in found]
    assert len(found) >= 3, found
    assert steps == sorted(set(steps))
    assert (steps[0], steps[-1]) == (0, at.last)
    assert "The end" in found[-1][1]
    assert not [words for _, words in found if not words or "." in words], found
    axe(at.page, f"{game}, its moments")
    moments.nth(1).click()
    at.is_at(steps[1])
    expect(dialog).to_have_count(0)
    at.page.keyboard.press("PageDown")
    at.is_at(steps[2])
    at.page.keyboard.press("PageUp")
    at.is_at(steps[1])
    name = re.compile("^Next moment: " + re.escape(found[2][1]))
    at.button(name).click()
    at.is_at(steps[2])
    expect(at.button(re.compile("^Previous moment: " + re.escape(found[1][1])))).to_be_visible()
    expect(at.page.locator(".marks i")).to_have_count(len(found))


def test_turning_points_are_marks_once_somebody_has_asked_for_them(show: Show) -> None:
    told = told_of("mow")
    nothing = {"mean": 0.0, "low": 0.0, "high": 0.0}
    total = {"before": 0.25, "after": 0.25, "luck": nothing, "skill": nothing, "others": nothing}
    even = [0.25] * SEATS
    step = {"seat": 0, "action": "take", "chances": even, "low": even, "high": even}
    review = {
        "game": "mow",
        "seats": SEATS,
        "finished": True,
        "playouts": 100,
        "steps": [{**step, "decision": even, "luck": even, "better": None}] * len(told["steps"]),
        "turning_points": [{"step": 6, "seat": 1, "change": 0.31, "by": "luck"}],
        "totals": [total] * SEATS,
    }
    asked: list[str] = []

    def reviewed(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(json={"done": 1.0, "review": review})

    at = show(told)
    at.page.route(re.compile(r"/review$"), reviewed)
    at.page.keyboard.press("End")
    at.leads_to(f"#{at.last}")
    assert not asked, "a review is work for the server: nobody asked for it"
    expect(at.page.locator(".marks i.turn")).to_have_count(0)
    at.button("Moments of the game").click()
    at.page.get_by_role("button", name="Look for turning points").click()
    at.page.locator("dialog[open] button.way").first.click()
    at.is_at(6)
    expect(at.page.locator(".marks i.turn")).to_have_count(1)
    at.button("Moments of the game").click()
    dialog = at.page.locator("dialog[open]")
    expect(dialog.get_by_role("button", name=f"{NAMES[1]} +31, mostly luck")).to_be_visible()
    expect(dialog.get_by_role("button", name="Look for turning points")).to_have_count(0)


# -- speed, keys -----------------------------------------------------------------------------------


def test_a_speed_is_kept_on_the_device(show: Show) -> None:
    at = show(told_of("mow"))
    speed = at.page.get_by_label("Speed")
    expect(speed).to_have_value("1")
    at.page.keyboard.press("+")
    expect(speed).to_have_value("2")
    speed.select_option("Slow")
    at.page.reload()
    expect(at.page.get_by_label("Speed")).to_have_value("0.5")


def test_it_runs_and_stops_by_a_key_and_by_a_button(show: Show) -> None:
    at = show(told_of("mow"), f"#{len(told_of('mow')['steps']) - 3}")
    at.page.keyboard.press("Space")
    at.is_at(at.last)
    expect(at.button("Run")).to_be_visible()
    at.open("#0")
    at.button("Run").click()
    at.is_at(2)
    at.button("Pause").click()
    expect(at.button("Run")).to_be_visible()
    stopped = at.page.get_by_role("slider").input_value()
    at.page.keyboard.press("ArrowLeft")
    at.is_at(int(stopped) - 1)


def test_keys_have_a_help_and_the_foot_keeps_its_focus(show: Show) -> None:
    at = show(told_of("mow"), "#1")
    back = at.button("One move back")
    back.focus()
    at.page.keyboard.press("Enter")
    at.is_at(0)
    expect(back).to_be_focused()
    axe(at.page, "the replay")
    at.page.keyboard.press("?")
    expect(at.page.get_by_role("heading", name="Keyboard shortcuts")).to_be_visible()
    axe(at.page, "its keys")


# -- a picture -------------------------------------------------------------------------------------


def picture_of(at: Shown) -> tuple[Image.Image, str]:
    """As it is shown and as it is kept, which are the same bytes; and the name of the file."""
    if at.page.locator(".steps .shot").is_visible():
        at.page.locator(".steps .shot").click()
    else:
        at.page.locator(".steps button").last.click()
        at.button("A picture of the game").click()
    shown = at.page.locator("dialog[open] img").get_attribute("src") or ""
    with at.page.expect_download() as found:
        at.page.get_by_role("link", name=re.compile("Save the picture")).click()
    kept = found.value.path().read_bytes()
    assert shown.startswith("data:image/png;base64,")
    assert base64.b64decode(shown.split(",")[1]) == kept
    return Image.open(io.BytesIO(kept)).convert("RGB"), found.value.suggested_filename


def difference(one: Image.Image, other: Image.Image) -> float:
    """How much of them differs, from 0 to 1: softened, since letters are set otherwise there."""
    soft = ImageFilter.GaussianBlur(1.5)
    parted = ImageChops.difference(one.filter(soft), other.filter(soft)).convert("L")
    return sum(parted.histogram()[32:]) / (parted.width * parted.height)


# Every game and every size once, in both themes.
SIZES = ((1366, 650), (390, 844), (844, 390))
LOOKS = [(game, SIZES[n % 3], ("light", "dark")[n % 2]) for n, game in enumerate(GAMES)]
PARTS = ("say", "stage", "own", "seats")


@pytest.mark.parametrize(
    ("game", "size", "theme"), LOOKS, ids=[f"{game}-{w}x{h}-{theme}" for game, (w, h), theme in LOOKS]
)
def test_a_picture_is_what_is_on_the_screen(
    show: Show, game: str, size: tuple[int, int], theme: str
) -> None:
    """Each part of the table in it beside the same part of a screenshot of the page."""
    told = told_of(game)
    width, height = size
    at = show(told, f"#{len(told['steps']) // 2};as=0", viewport={"width": width, "height": height})
    at.page.evaluate(
        "(theme) => localStorage.setItem('tablee.prefs', JSON.stringify({ theme, motion: 'none' }))",
        theme,
    )
    at.page.reload()
    expect(at.page.locator("main.frame")).to_be_visible()
    at.page.evaluate("async () => { await document.fonts.ready; }")
    at.page.evaluate(STILL)
    page = Image.open(io.BytesIO(at.page.screenshot(animations="disabled"))).convert("RGB")
    boxes = {part: at.page.locator(f'[data-part="{part}"]').bounding_box() for part in PARTS}
    foot = at.page.locator("[data-part=foot]").bounding_box()
    assert foot is not None
    picture, name = picture_of(at)
    assert name == f"tablee-{game}-{len(told['steps']) // 2}.png"
    high = foot["y"] if foot["y"] > height / 2 else height
    assert picture.size == (2 * width, round(2 * high))
    small = picture.reduce(2)
    for part, box in boxes.items():
        assert box is not None, part
        left, top, right = round(box["x"]), round(box["y"]), round(box["x"] + box["width"])
        cut = (left, top, right, min(round(box["y"] + box["height"]), small.height))
        shown, drawn = page.crop(cut), small.crop(cut)
        assert len(drawn.getcolors(1 << 24) or []) > 20, f"{part} is blank"
        assert difference(shown, drawn) < 0.02, f"{part} looks different: {difference(shown, drawn)}"


def test_a_picture_can_be_sent_where_files_can(show: Show) -> None:
    at = show(told_of("mow"), "#9", **PHONE)
    at.page.evaluate(
        """() => {
          navigator.canShare = ({ files }) => files?.[0]?.type === "image/png";
          navigator.share = async ({ files: [file], title }) =>
            (window.sent = [file.name, file.size > 10_000, title]);
        }"""
    )
    at.button("Moments of the game").click()
    at.page.get_by_role("button", name="A picture of the game").click()
    at.page.get_by_role("button", name="Send the picture").click()
    assert at.page.evaluate("window.sent") == ["tablee-mow-9.png", True, "MOW · move 9 · Tablée"]
    axe(at.page, "a picture")


def test_a_browser_that_cannot_draw_it_says_what_to_do_instead(show: Show) -> None:
    at = show(told_of("mow"), "#9")
    at.page.evaluate(
        """() => {
          HTMLCanvasElement.prototype.toBlob = () => {
            throw new DOMException("tainted", "SecurityError");
          };
        }"""
    )
    at.button("A picture of the game").click()
    expect(at.page.get_by_role("alert")).to_contain_text("take a screenshot")
