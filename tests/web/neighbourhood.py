"""Two hosts and the wire between them, in network namespaces: a house with a computer and a phone."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, Playwright

from web.browsing import FLAGS, browser_here

COMPUTER, PHONE = "10.77.0.1", "10.77.0.2"


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True, text=True)


class Host:
    """A namespace with a network of its own; what is started in it knows no other."""

    def __init__(self, name: str, address: str, folder: Path) -> None:
        self.name = name
        self.address = address
        self.folder = folder

    def words(self, *command: str) -> list[str]:
        """How a command is called to be there."""
        return ["ip", "netns", "exec", self.name, *command]

    def wire(self, up: bool) -> None:
        """Plug the wire in at this end, or pull it out."""
        ip("-n", self.name, "link", "set", "wire", "up" if up else "down")

    def browser(self, playwright: Playwright) -> Browser:
        """A browser there: its driver stays here, and talks to it through a pipe."""
        script = self.folder / f"browser-{self.name}"
        script.write_text(f'#!/bin/sh\nexec ip netns exec {self.name} {browser_here()} "$@"\n')
        script.chmod(0o755)
        return playwright.chromium.launch(executable_path=script, args=list(FLAGS))


def why_not() -> str:
    """Why there can be no such house on this machine; empty if there can."""
    if sys.platform != "linux" or not shutil.which("ip"):
        return "there is no ip here, which makes network namespaces (Linux, package iproute2)"
    name = f"tablee-try-{os.getpid()}"
    try:
        ip("netns", "add", name)
        try:
            ip("-n", name, "link", "add", "one", "type", "veth", "peer", "name", "two")
        finally:
            ip("netns", "del", name)
    except subprocess.CalledProcessError as error:
        return f"this machine makes no network namespaces: {error.stderr.strip()}"
    return ""


@contextlib.contextmanager
def house(folder: Path) -> Iterator[tuple[Host, Host]]:
    """A computer and a phone, with a wire between them and nothing else in the world."""
    computer, phone = (
        Host(f"tablee-{what}-{os.getpid()}", address, folder)
        for what, address in (("computer", COMPUTER), ("phone", PHONE))
    )
    with contextlib.ExitStack() as stack:
        for host in (computer, phone):
            ip("netns", "add", host.name)
            stack.callback(ip, "netns", "del", host.name)
            ip("-n", host.name, "link", "set", "lo", "up")
        ends = ("wire", "netns", computer.name, "type", "veth")
        ip("link", "add", *ends, "peer", "name", "wire", "netns", phone.name)
        for host in (computer, phone):
            ip("-n", host.name, "address", "add", f"{host.address}/24", "dev", "wire")
            host.wire(up=True)
        # The rest of the world lies behind the phone, where nobody passes anything on.
        ip("-n", computer.name, "route", "add", "default", "via", phone.address)
        yield computer, phone
