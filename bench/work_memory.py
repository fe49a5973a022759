"""Ours: how much memory a long search takes, in megabytes (as the Linux kernel counts them).

Arguments: the game, the seats, the iterations.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from timed import is_compiled

from tablee.bots.ismcts import Search
from tablee.core.bits import lowest
from tablee.core.tables import LabTable
from tablee.games import game


def megabytes(what: str) -> float:
    """VmRSS is what the process holds now, VmHWM the most that it ever held."""
    for line in Path("/proc/self/status").read_text("ascii").splitlines():
        if line.startswith(what + ":"):
            return int(line.split()[1]) / 1024
    raise LookupError(what)


name, seats, iterations = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
found = game(name)
first = found.setup(seats, found.check(seats, {}), LabTable(3))
seat = lowest(first.acting)
search = Search(found.recall(first.view(seat)), seat, found.verbs.size, LabTable(5))
search.guided = False
before = megabytes("VmRSS")
start = time.process_time()
search.run(iterations)
print(
    json.dumps(
        {
            "seconds": time.process_time() - start,
            "grown": megabytes("VmHWM") - before,
            "peak": megabytes("VmHWM"),
            "nodes": int(search.tree.size),
            "compiled": is_compiled(found),
        }
    )
)
