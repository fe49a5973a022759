"""Another platform, for a process that has this folder on PYTHONPATH: what Windows lacks is not there.

Or only one thing of it, if TABLEE_TEST_LACKS names that: other systems have some of it. Modules are
hidden from Tablée alone: what others import is their business.
"""

from __future__ import annotations

import builtins
import os
import signal
import socket
import subprocess
from typing import Any

MODULES = ("fcntl", "pwd", "resource", "termios", "uvloop")
NAMES = {
    os: ("O_ASYNC", "O_DIRECTORY", "fork", "nice", "pread", "pwrite"),
    signal: ("SIGALRM", "SIGIO", "setitimer"),
    socket: ("MSG_DONTWAIT",),
}

ONLY = os.environ.get("TABLEE_TEST_LACKS")

plain_import, plain_popen = builtins.__import__, subprocess.Popen.__init__


def lacks(name: str) -> bool:
    return not ONLY or name == ONLY


def hiding(name: str, given: Any = None, *rest: Any, **more: Any) -> Any:
    asks = str((given or {}).get("__name__", ""))
    if lacks(name) and name in MODULES and asks.partition(".")[0] == "tablee":
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    return plain_import(name, given, *rest, **more)


def handing_nothing_down(self: Any, *words: Any, **how: Any) -> None:
    if lacks("pass_fds") and how.get("pass_fds"):
        raise ValueError("pass_fds not supported on Windows platforms")
    plain_popen(self, *words, **how)


builtins.__import__ = hiding
setattr(subprocess.Popen, "__init__", handing_nothing_down)  # noqa: B010 (a type may not say so)
for module, names in NAMES.items():
    for name in filter(lacks, names):
        delattr(module, name)
