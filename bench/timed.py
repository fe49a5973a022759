"""What the workloads share: warm up, do a fixed amount of work, print it with its CPU seconds as JSON.

Runs in any environment: nothing but the standard library.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable

# What was done: moves, iterations, games.
Done = dict[str, float]
WARM_UP = 20  # one part in so many of the work comes first, unmeasured


def timed(work: Callable[[int], Done], amount: int, **facts: object) -> None:
    """Print what `work(amount)` did and how long the CPU took; `facts` go with it."""
    work(max(1, amount // WARM_UP))
    start = time.process_time()
    done = work(amount)
    seconds = time.process_time() - start
    print(json.dumps({"seconds": seconds, **done, **facts}))


def is_compiled(thing: object) -> bool:
    """Whether the rules of this state or game come from an extension module."""
    return not str(sys.modules[type(thing).__module__].__file__).endswith(".py")
