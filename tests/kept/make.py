"""Makes what this version leaves behind: `python -m kept.make` in `tests/`, once, when it is released.

For every game a table that is over and one that is not, in a store and its backup; and saved games of
every number of players, over and not, as `tablee play` keeps them. A folder for each version.
"""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from random import Random

import tablee
from server.live import person, served, started, url_of
from tablee.core.match import Match
from tablee.games import GAMES
from tablee.terminal.keep import Kept, write

HERE = Path(__file__).parent
MOVES = 12  # of a game that goes on


async def fill(store: Path) -> None:
    async with served(store) as server:
        ada, bo = [await person(url_of(server), name) for name in ("Ada", "Bo")]
        for game in GAMES:
            for most in (MOVES, 1 << 30):
                luck = Random(f"{game.name} {most}")
                async with started([ada, bo], game.name, "easy") as tables:
                    done = 0
                    while done < most and tables[0].outcome() is None:
                        for table in tables:
                            turn = table.turn()
                            if turn is not None:
                                await turn.play(luck.choice(turn.legal))
                                done += 1
                        await asyncio.sleep(0)


def saved(game: str, seats: int, most: int) -> Match:
    match = tablee.new_match(game, seats=seats, seed=seats)
    luck = Random(f"{game} {seats}")
    while match.actors() and len(match.log) < most:
        seat = match.actors()[0]
        match.play(seat, luck.choice(match.legal(seat)))
    return match


def main() -> None:
    folder = HERE / tablee.__version__
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for game in GAMES:
        for seats in range(game.fewest, game.most + 1):
            for state, most in (("running", MOVES), ("over", 1 << 30)):
                match = saved(game.name, seats, most)
                names = [f"P{seat}" for seat in range(seats)]
                kept = Kept(match, names, set(range(1, seats)), "easy")
                write(folder / f"{game.name}-{seats}-{state}.json", kept)
    with tempfile.TemporaryDirectory() as made:
        asyncio.run(fill(Path(made)))
        with closing(sqlite3.connect(Path(made) / "tablee.db")) as file:
            file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            file.execute("VACUUM")
        shutil.copy(Path(made) / "tablee.db", folder / "tablee.db")
        words = ["backup", str(folder / "backup.gz"), "--data-dir", made]
        subprocess.run(
            [sys.executable, "-c", "from tablee.cli import main; main()", *words], check=True
        )


if __name__ == "__main__":
    main()
