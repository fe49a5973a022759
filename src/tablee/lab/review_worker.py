"""A process that reviews one match: it reads a saved match, and says how far it is and then all."""

from __future__ import annotations

import json
import os
import sys

from tablee import load_match
from tablee.lab.review import review

STEP = 0.02  # of the work, between two lines


def work() -> None:
    """Read one request and answer it in lines of JSON, after all else that the machine has to do."""
    if hasattr(os, "nice"):
        os.nice(10)
    wanted = json.load(sys.stdin)
    told = 0.0

    def progress(done: float) -> None:
        nonlocal told
        if done - told >= STEP:
            told = done
            tell({"done": round(done, 2)})

    match = load_match(wanted["save"])
    found = review(match, playouts=wanted["playouts"], seconds=wanted["seconds"], progress=progress)
    tell({"review": found})


def tell(line: object) -> None:
    print(json.dumps(line), flush=True)
