"""What this installation is and what is wrong with it: one small check for each thing.

A check is a function that is given the patient and yields findings. To add one, write it in the module
where it belongs, list it in CHECKS, and put its sentences into `texts/`: `key` says what was found, and
`key.do` what to do about it.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterable, Iterator

from tablee.doctor.installation import (
    compiled,
    extras,
    pages,
    platform,
    plugins,
    python,
    tablee,
    workers,
)
from tablee.doctor.kit import Finding, Patient
from tablee.doctor.network import addresses, port
from tablee.doctor.places import clock, disk, folder
from tablee.doctor.settings import settings
from tablee.doctor.tables import store

Check = Callable[[Patient], Iterable[Finding]]

CHECKS: tuple[Check, ...] = (
    tablee,
    python,
    platform,
    compiled,
    pages,
    settings,
    folder,
    store,
    disk,
    clock,
    port,
    addresses,
    workers,
    plugins,
    extras,
)


def examine(patient: Patient) -> Iterator[Finding]:
    """All findings; a check that fails is one, too, and the others go on."""
    for check in CHECKS:
        found: list[Finding] = []
        with contextlib.redirect_stdout(sys.stderr):  # plug-ins may print; stdout is for findings
            try:
                for finding in check(patient):
                    found.append(finding)  # noqa: PERF402 - what was found before it failed counts
            except (Exception, SystemExit) as error:
                found.append(patient.wrong(check.__name__, "failed", why=patient.because(error)))
        yield from found
