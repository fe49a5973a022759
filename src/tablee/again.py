"""This program once more, as a helper process; and what is different when it is one file.

A helper is a new interpreter that calls one function. In the one file there is no interpreter to
start but the file itself, so its first word says what is meant. It is a launcher with the program as
its child: the launcher unpacks everything into a folder, and removes that in the end. Helpers use the
same folder.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import shutil
import signal
import sys
import threading
import time
from pkgutil import resolve_name
from types import FrameType
from typing import Final

FROZEN: Final = bool(getattr(sys, "frozen", False))  # by PyInstaller: this is the one file
# All that a helper can be: the one file's first word leads to these and nowhere else.
HELPERS: Final = {
    "thinker": "tablee.bots.worker:work",
    "reviewer": "tablee.lab.review_worker:work",
}
FIRST: Final = "--as-helper"
BOOT: Final = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
    "from pkgutil import resolve_name; resolve_name(sys.argv[2])(*sys.argv[3:])"
)
MARK: Final = "_TABLEE_LAUNCHED"  # in the environment of all that descends from the program
LIBRARIES: Final = "LD_LIBRARY_PATH"
ECHO: Final = 0.5  # seconds; nobody presses Ctrl-C twice as fast and means it
LOOK: Final = 1.0  # seconds between two looks at whether the launcher still lives

heard: dict[int, float] = {}
launched: dict[str, str] = {}  # the environment in which our libraries are found


# -- helpers -----------------------------------------------------------------------------------------


def helper_words(helper: str, *given: str) -> list[str]:
    """What to start for a helper that is given these texts."""
    if FROZEN:
        return [sys.executable, FIRST, helper, *given]
    return [sys.executable, "-P", "-c", BOOT, json.dumps(sys.path), HELPERS[helper], *given]


def helper_environ() -> dict[str, str] | None:
    """A helper's environment; None for that of this process."""
    return launched or None


def helped() -> bool:
    """If this process is a helper, be one, and say so when done."""
    match sys.argv[1:]:
        case [first, helper, *given] if FROZEN and first == FIRST and helper in HELPERS:
            resolve_name(HELPERS[helper])(*given)
            return True
    return False


# -- the launcher of the one file --------------------------------------------------------------------


def settle() -> None:
    """At the beginning of the program itself."""
    if not FROZEN or MARK in os.environ:  # then our parent is no launcher
        return
    os.environ[MARK] = "yes"
    launched.update(os.environ)
    signal.signal(signal.SIGINT, interrupt)
    if os.name == "posix":  # elsewhere a parent's end is not seen so
        threading.Thread(target=outlive_not, args=(os.getppid(),), daemon=True).start()


def outlive_not(launcher: int) -> None:
    """Whoever kills the launcher means the program: it ends as suddenly, and removes the folder.

    At once where the system can tell of a process's end: who starts it again finds its tables free.
    """
    if sys.platform == "linux":
        with contextlib.suppress(AttributeError, OSError):  # an old kernel; or it is gone already
            end = select.poll()
            end.register(os.pidfd_open(launcher), select.POLLIN)
            end.poll()
    while os.getppid() == launcher:
        time.sleep(LOOK)
    shutil.rmtree(unpacked(), ignore_errors=True)
    os.kill(os.getpid(), signal.SIGKILL)


def unpacked() -> str:
    return str(sys._MEIPASS)  # type: ignore[attr-defined]


def echo(number: int) -> bool:
    """Whether the launcher hands on a signal that this process has heard from the terminal as well."""
    now = time.monotonic()
    before = heard.get(number)
    heard[number] = now
    return FROZEN and before is not None and now - before < ECHO


def interrupt(number: int, _frame: FrameType | None) -> None:
    if not echo(number):
        raise KeyboardInterrupt


def for_strangers() -> None:
    """From now on other people's programs find their own libraries, and nothing of ours."""
    if not launched:
        return
    for name in [name for name in os.environ if name.startswith("_PYI_")]:
        del os.environ[name]
    os.environ.pop(MARK, None)
    before = os.environ.pop(f"{LIBRARIES}_ORIG", None)
    os.environ.pop(LIBRARIES, None)
    if before is not None:
        os.environ[LIBRARIES] = before
