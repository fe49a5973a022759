"""Pictures of the lobby and of every board, from real games on a real server, into docs/shots.

The deals are those of a rehearsal, so that every run shows the same cards. `make shots` takes them.
"""

from __future__ import annotations

import io
import random
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from server.live import Process
from web.browsing import GAMES, ROOT, STILL, Person, chromium

FOLDER = ROOT / "docs" / "shots"
DESKTOP: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
# How many others, and after how many of one's own moves there is something to see in this deal.
MOMENTS = {
    "super_miaou": (2, 9),
    "meowtopia": (2, 10),
    "push_em_up": (2, 7),
    "megabou": (3, 9),
    "mow": (3, 6),
}
Shots = dict[str, Image.Image]


def look(one: Person) -> Image.Image:
    one.page.evaluate(STILL)
    return Image.open(io.BytesIO(one.page.screenshot())).convert("RGB")


def somebody(browser: Browser, url: str, **given: Any) -> Person:
    one = Person(browser, url, **given)
    one.prefers(pace="once")
    return one


def pictures(browser: Browser, url: str, path: str, state: Any) -> Shots:
    """One place by its four looks; who looks is the same person everywhere."""
    found = {}
    for size, given in (("desktop", DESKTOP), ("phone", PHONE)):
        one = somebody(browser, url, storage_state=state, locale="fr-FR", **given)
        for theme in ("light", "dark"):
            one.page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
            one.open(path)
            if path == "/":
                one.page.locator(".boxes .box").last.wait_for()
            else:
                one.playing()
                assert one.can_act()
            found[f"{size}-{theme}"] = look(one)
        one.context.close()
    return found


def worth_showing(told: dict[str, Any]) -> bool:
    """Something to choose from, in MOW a herd, in Meowtopia kittens that are awake."""
    herds, boards = told["view"].get("herds"), told["view"].get("boards")
    has_herd = herds is None or sum(map(len, herds)) >= 4
    has_kittens = boards is None or sum(boards[told["seat"]]["awake"]) >= 2
    return len(told["legal"]) >= 3 and has_herd and has_kittens


def played(browser: Browser, url: str, game: str) -> Shots:
    """A game in its middle, at one's own turn."""
    others, moves = MOMENTS[game]
    luck = random.Random(game)
    one = somebody(browser, url, locale="fr-FR", **DESKTOP)
    one.named("Zoé")
    one.begin(one.table(game, *["medium"] * others, options={"first": 0}))
    for _ in range(moves):
        assert one.can_act(), f"{game} ends too soon in this deal"
        one.choose(luck.randrange)
    while one.can_act() and not worth_showing(one.told()):
        one.choose(luck.randrange)
    assert one.can_act(), f"there is nothing to show of {game} in this deal"
    path = one.page.url.removeprefix(url)
    state = one.context.storage_state()
    one.context.close()
    return pictures(browser, url, path, state)


def montage(rows: list[list[Image.Image]], scale: float = 1.0, gap: int = 16) -> Image.Image:
    width, height = (round(side * scale) for side in rows[0][0].size)
    size = (gap + len(rows[0]) * (width + gap), gap + len(rows) * (height + gap))
    sheet = Image.new("RGB", size, "#8a8496")
    for y, row in enumerate(rows):
        for x, each in enumerate(row):
            small = each.resize((width, height), Image.Resampling.LANCZOS)
            sheet.paste(small, (gap + x * (width + gap), gap + y * (height + gap)))
    return sheet


def save(picture: Image.Image, name: str) -> None:
    packed = picture.quantize(192, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.FLOYDSTEINBERG)
    path = FOLDER / f"{name}.png"
    packed.save(path, optimize=True)
    print(f"{path.relative_to(ROOT)}: {path.stat().st_size // 1000} kB")


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    shots: dict[str, Shots] = {}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Process(Path(folder), "--workers", "1")
        server.start()
        try:
            browser = chromium(playwright)
            for game in GAMES:
                shots[game] = played(browser, server.url, game)
            first = somebody(browser, server.url)
            first.named("Zoé")
            shots["lobby"] = pictures(browser, server.url, "/", first.context.storage_state())
            browser.close()
        finally:
            server.end()
    order = ["lobby", *GAMES]
    for name in order:
        save(shots[name]["desktop-light"], name)
    save(
        montage([[shots[name]["desktop-dark"] for name in order[i : i + 3]] for i in (0, 3)], 0.5),
        "dark",
    )
    for theme in ("light", "dark"):
        row = [shots[name][f"phone-{theme}"] for name in order]
        save(montage([row[:3], row[3:]]), f"phone-{theme}")


if __name__ == "__main__":
    main()
