"""The command `tablee serve`: tables on the network, from one command."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import io
import logging
import os
import signal
import sys
import threading
import webbrowser
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote

import click
from click.core import ParameterSource

from tablee.again import for_strangers
from tablee.cli_kit import COMMAND, TEXTS, data_folder, fail, lang_option, language_of, store_options
from tablee.installed import INTERPRETED, ONE_FILE, advice
from tablee.server.addresses import EVERYWHERE, address

if TYPE_CHECKING:  # what a server needs takes half a second to read: not for --help
    from tablee.server.serving import Running, Settings

DARK_ON_LIGHT = ("\x1b[97;40m", "\x1b[0m")
# Settings of a rehearsal, from within its process (tablee.testing.rehearsal): nobody else can say them.
REHEARSED: dict[str, Any] = {}
# Which of two settings that speak against each other counts: the one that was said more expressly.
EXPRESSLY = (
    ParameterSource.COMMANDLINE,
    ParameterSource.ENVIRONMENT,
    ParameterSource.DEFAULT_MAP,
    ParameterSource.DEFAULT,
)


@click.command("serve")
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    envvar="TABLEE_HOST",
    show_envvar=True,
    help="Where to listen; 0.0.0.0 lets the whole house in.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    envvar="TABLEE_PORT",
    show_envvar=True,
    help="The next free one if it is taken; 0 for any.",
)
@store_options
@click.option(
    "--token",
    envvar="TABLEE_TOKEN",
    show_envvar=True,
    metavar="TEXT",
    help="What people need to be let in; beyond this machine one is made if none is given.",
)
@click.option(
    "--no-token", is_flag=True, envvar="TABLEE_NO_TOKEN", show_envvar=True, help="Let everybody in."
)
@click.option(
    "--secure",
    is_flag=True,
    envvar="TABLEE_SECURE",
    show_envvar=True,
    help="Behind a proxy with TLS: cookies travel only there.",
)
@click.option(
    "--workers",
    type=click.IntRange(1, 256),
    envvar="TABLEE_WORKERS",
    show_envvar=True,
    help="Processes in which bots think; by default one for each core, at most four.",
)
@click.option(
    "--no-browser",
    is_flag=True,
    envvar="TABLEE_NO_BROWSER",
    show_envvar=True,
    help="Open no browser (only a terminal opens one).",
)
@click.option(
    "--log-level",
    type=click.Choice(["debug", "info", "warning", "error"]),
    default="warning",
    show_default=True,
    envvar="TABLEE_LOG_LEVEL",
    show_envvar=True,
    help="How much is logged, as JSON on stderr.",
)
@lang_option
@click.pass_context
def serve_command(
    ctx: click.Context,
    host: str,
    port: int,
    data_dir: Path | None,
    database: str,
    token: str | None,
    no_token: bool,
    secure: bool,
    workers: int | None,
    no_browser: bool,
    log_level: str,
) -> None:
    """Serve tables: on this machine, in the house, or behind a proxy.

    The first line on stdout is the address, the second one (if any) a link that lets others in.
    Settings may also stand in config.toml, under [serve]; flags and variables come before it.
    """
    from tablee.server.serving import Settings
    from tablee.server.store import CannotServe

    lang = language_of(ctx)
    prepare_logs(log_level)
    settings = Settings(
        data_folder(data_dir),
        host,
        port,
        database=database,
        token=wanted_token(ctx, token, no_token, lang),
        secure=secure,
        workers=workers or 0,
        **REHEARSED,
    )
    try:
        with (
            contextlib.suppress(KeyboardInterrupt),  # before it began
            asyncio.Runner(loop_factory=loop_factory()) as runner,
        ):
            runner.run(serve(settings, lang, browser=not no_browser))
    except CannotServe as error:
        fail(error.message(lang))
    tell(lang, "serve.saved")


def wanted_token(ctx: click.Context, token: str | None, no_token: bool, lang: str) -> str | None:
    """The token; an empty one for none at all; None to leave it to the server."""
    sources = [ctx.get_parameter_source(name) for name in ("token", "no_token")]
    given, refused = [EXPRESSLY.index(each or ParameterSource.DEFAULT) for each in sources]
    if no_token and (token is None or refused < given):
        return ""
    if token is not None and ((no_token and refused == given) or not token.strip()):
        fail(TEXTS.say(lang, "serve.bad_token"))
    return token


def loop_factory() -> Any:
    try:
        import uvloop
    except ImportError:  # not on every system
        return None
    return uvloop.new_event_loop


def prepare_logs(level: str) -> None:
    """One line of JSON for each thing worth knowing, on stderr."""
    import structlog

    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(getattr(logging, level.upper())),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    logging.basicConfig(level=level.upper(), format="%(levelname)s %(name)s %(message)s")


async def serve(settings: Settings, lang: str, *, browser: bool) -> None:
    from tablee.server.serving import running

    async with running(settings) as server:
        addresses = find_addresses(settings, server)
        # Nearly all that is made for a move is gone with it: look for the rest less often.
        gc.freeze()
        gc.set_threshold(50_000, 20, 20)
        with signals_once(server):  # who reads the address may send one
            say_where(settings, server, addresses, lang)
            if browser and may_open_a_browser():  # some browsers' launchers take their time
                for_strangers()
                threading.Thread(target=webbrowser.open, args=(addresses.browser,), daemon=True).start()
            await server.server.serve(sockets=[server.sock])


@contextlib.contextmanager
def signals_once(server: Running) -> Iterator[None]:
    """A signal ends the server in order, also just before uvicorn listens to it and just after.

    When it is done uvicorn raises the signal again; by then it is old news.
    """
    before = {
        number: signal.signal(number, server.server.handle_exit)
        for number in (signal.SIGINT, signal.SIGTERM)
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


# -- addresses -------------------------------------------------------------------------------------


class Addresses(NamedTuple):
    """`here` is bare; `browser` is the same with what lets one in; `others` is for other devices."""

    here: str
    browser: str
    others: str | None


def find_addresses(settings: Settings, server: Running) -> Addresses:
    host = EVERYWHERE.get(settings.host, settings.host)
    here = address(host, server.port)
    token = f"?token={quote(server.token, safe='')}" if server.token else ""
    others = server.house.others()
    browser = here if server.free_here else here + token
    return Addresses(here, browser, others + token if others else None)


def say_where(settings: Settings, server: Running, addresses: Addresses, lang: str) -> None:
    """On stdout what programs want to know, on stderr what people do."""
    from tablee.server import site

    link = addresses.others or addresses.browser
    first = os.environ.get("TABLEE_FIRST") == "yes"  # ./tablee has just set everything up
    ending = TEXTS.say(lang, "serve.first" if first else "serve.how_to_end", {"command": COMMAND})
    # People get one line, if there is nothing more to say.
    short = sys.stdout.isatty() and link == addresses.here and not first
    click.echo(f"{addresses.here}  ({ending})" if short else addresses.here)
    if link != addresses.here:
        click.echo(link)
    sys.stdout.flush()
    if settings.port not in (0, server.port):
        tell(lang, "serve.other_port", wanted=settings.port, port=server.port)
    if addresses.others is not None:
        tell(lang, "serve.house" if server.house.own else "serve.others", link=link)
        if sys.stderr.isatty():
            click.echo(qr_code(link), err=True)
    elif settings.host in EVERYWHERE:
        tell(lang, "serve.no_lan")
    if not server.token and (addresses.others is not None or settings.secure):
        tell(lang, "serve.everybody")
    if site.page("index.html") is None:
        click.echo(advice(lang, "no_pages"), err=True)
    if INTERPRETED:
        click.echo(advice(lang, "interpreted"), err=True)
    if not short and (first or sys.stderr.isatty()):
        click.echo(ending, err=True)


def qr_code(link: str) -> str:
    import segno

    out = io.StringIO()
    segno.make(link, error="m", micro=False).terminal(out, border=2, compact=True)
    if "NO_COLOR" in os.environ:
        return out.getvalue().rstrip("\n")
    # Light is drawn, dark is left: on a light screen, too, it must look so.
    begin, end = DARK_ON_LIGHT
    return "\n".join(f"{begin}{line}{end}" for line in out.getvalue().splitlines())


def tell(lang: str, key: str, **values: object) -> None:
    click.echo(TEXTS.say(lang, key, values), err=True)


def may_open_a_browser() -> bool:
    """Somebody sits at this terminal, and before a screen: a browser of letters would take it over."""
    screen = sys.platform in ("darwin", "win32") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    )
    # The one file without a word and without a terminal: somebody has clicked on it.
    clicked = ONE_FILE is not None and len(sys.argv) == 1 and not sys.stdin.isatty()
    return screen and (sys.stdout.isatty() or clicked)
