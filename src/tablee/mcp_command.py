"""The command `tablee mcp`: lets an assistant play at tables and read rules, by MCP over stdio."""

from __future__ import annotations

import click

from tablee.cli_kit import TEXTS, fail, lang_option, language_of
from tablee.installed import command_for


@click.command("mcp")
@lang_option
@click.pass_context
def mcp_command(ctx: click.Context) -> None:
    """Speak MCP on standard input and output, for an assistant that starts this command."""
    try:
        from tablee.adapters.mcp import make_server
    except ImportError:
        fail(TEXTS.say(language_of(ctx), "mcp.extra", {"command": command_for("mcp")}))
    make_server().run("stdio")
