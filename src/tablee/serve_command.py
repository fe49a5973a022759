"""The command `tablee serve`: tables on the network, from one command."""

from __future__ import annotations

import asyncio
import logging
import sys
from pathlib import Path

import click
import structlog
from platformdirs import user_data_path

from tablee.cli_kit import fail
from tablee.server.serving import Settings, running
from tablee.server.store import BadStore


def prepare_logs(level: str) -> None:
    """One line of JSON for each thing worth knowing, on stderr."""
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


async def serve(settings: Settings) -> None:
    async with running(settings) as server:
        click.echo(f"http://{settings.host}:{server.port}/", err=False)
        sys.stdout.flush()
        await server.server.serve(sockets=[server.sock])


@click.command("serve")
@click.option("--host", default="127.0.0.1", envvar="TABLEE_HOST", show_envvar=True)
@click.option("--port", default=8000, envvar="TABLEE_PORT", show_envvar=True)
@click.option("--data-dir", type=click.Path(file_okay=False, path_type=Path), envvar="TABLEE_DATA_DIR")
@click.option("--database", default="", envvar="TABLEE_DATABASE")
@click.option(
    "--log-level",
    type=click.Choice(["debug", "info", "warning", "error"]),
    default="warning",
    envvar="TABLEE_LOG_LEVEL",
)
@click.option("--no-browser", is_flag=True, envvar="TABLEE_NO_BROWSER")
@click.option("--quick", is_flag=True, hidden=True, envvar="TABLEE_QUICK")
@click.option("--unlimited", is_flag=True, hidden=True, envvar="TABLEE_UNLIMITED")
def serve_command(
    host: str,
    port: int,
    data_dir: Path | None,
    database: str,
    log_level: str,
    no_browser: bool,
    quick: bool,
    unlimited: bool,
) -> None:
    """Serve tables on the network."""
    prepare_logs(log_level)
    folder = data_dir or user_data_path("tablee")
    settings = Settings(folder, host, port, database=database, quick=quick, limited=not unlimited)
    try:
        asyncio.run(serve(settings))
    except BadStore as error:
        fail(str(error))
