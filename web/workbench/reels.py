"""Records games for the workbench: python web/workbench/reels.py [GAME …]"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import tablee
from tablee.core.contract import SPECTATOR
from tablee.core.encode import plain, plain_event
from tablee.games import GAMES
from tablee.server.about import about

REELS = Path(__file__).parent / "public" / "reels"
WAYS: dict[str, list[tuple[int, dict[str, Any]]]] = {
    "super_miaou": [(4, {}), (2, {}), (3, {"mice": False})],
    "meowtopia": [(4, {}), (2, {}), (3, {}), (4, {"double_jobs": True})],
    "push_em_up": [(4, {}), (2, {}), (3, {})],
    "megabou": [(4, {}), (2, {}), (3, {})],
    "mow": [(4, {}), (2, {}), (10, {}), (5, {"manual_draw": True})],
}


def record(name: str, seats: int, options: dict[str, Any], seed: int) -> dict[str, Any]:
    match = tablee.new_match(name, seats=seats, seed=seed, options=options)
    bot = tablee.new_bot("greedy", name, seed=seed)
    steps = [step(match, 0)]
    while match.actors() and len(steps) < 300:
        seat = match.actors()[0]
        action = bot.choose(match.view(seat))
        heard = len(match.table.news)
        match.play(seat, action)
        steps.append({"seat": seat, "action": match.text(action), **step(match, heard)})
    return {**about(match.game), "game": name, "seats": seats, "steps": steps}


def step(match: Any, heard: int) -> dict[str, Any]:
    found: dict[str, Any] = {"events": {}, "views": {}, "legal": {}}
    for audience in [SPECTATOR, *range(match.seats)]:
        key = "null" if audience == SPECTATOR else str(audience)
        news = [each.heard_by(audience) for each in match.table.news[heard:]]
        found["events"][key] = [plain_event(event) for event in news if event is not None]
        found["views"][key] = plain(match.state.view(audience))
        if audience != SPECTATOR:
            acting = audience in match.actors()
            found["legal"][key] = [match.text(each) for each in match.legal(audience)] if acting else []
    return found


if __name__ == "__main__":
    REELS.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[1:] or [game.name for game in GAMES]:
        for number, (seats, options) in enumerate(WAYS[name], 1):
            reel = record(name, seats, options, seed=number)
            (REELS / f"{name}-{number}.json").write_text(json.dumps(reel, separators=(",", ":")))
            print(name, number, seats, options, len(reel["steps"]), "steps")
