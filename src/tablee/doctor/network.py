"""The network: the port that `serve` would take, who has it if it is taken, how others come here."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from typing import Any, Final

from tablee.doctor.kit import Finding, Patient
from tablee.server.addresses import EVERYWHERE, address, for_others, is_loopback

PATIENCE: Final = 5.0  # seconds for an answer of whoever has the port
MOST: Final = 1 << 20  # bytes of it
TITLE: Final = "Tablée"


def port(patient: Patient) -> Iterator[Finding]:
    from tablee.server.serving import Settings, listen
    from tablee.server.store import CannotServe

    wanted = Settings(patient.data_dir, patient.host, patient.port)
    try:
        with listen(wanted) as sock:
            free = int(sock.getsockname()[1])
    except CannotServe as error:
        yield patient.wrong("port", "port.none", why=error.message(patient.lang))
        return
    if patient.port in (0, free):
        yield patient.ok("port", "port" if patient.port else "port.any", port=free)
        return
    host = EVERYWHERE.get(patient.host, patient.host)
    values = {"port": patient.port, "free": free, "address": address(host, patient.port)}
    about = ask(host, patient.port, "/api/openapi.json")
    match about:
        case {"info": {"title": str(title), "version": str(version)}} if title == TITLE:
            if ask(host, patient.port, "/healthz") == {"ok": True}:
                yield patient.ok("port", "port.ours", version=version, **values)
            else:
                yield patient.warning("port", "port.ill", version=version, **values)
        case _:
            yield patient.warning("port", "port.taken", **values)


def ask(host: str, at: int, path: str) -> Any:
    """What is said there, as JSON; None if it is something else, or nothing."""
    line = http.client.HTTPConnection(host, at, timeout=PATIENCE)
    try:
        line.request("GET", path)
        return json.loads(line.getresponse().read(MOST))
    except (OSError, http.client.HTTPException, ValueError, RecursionError):
        return None
    finally:
        line.close()


def addresses(patient: Patient) -> Iterator[Finding]:
    alone = patient.host not in EVERYWHERE and is_loopback(patient.host)
    found = for_others("0.0.0.0" if alone else patient.host, patient.port)
    if found is not None:
        if not patient.port:  # any: nobody knows which before it is served
            found = found.replace(":0/", ":…/")
        yield patient.ok("addresses", "addresses.could" if alone else "addresses", address=found)
    elif alone:
        yield patient.ok("addresses", "addresses.offline")
    else:
        yield patient.warning("addresses", "addresses.none", host=patient.host)
