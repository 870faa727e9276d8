"""`benchmill review`."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from benchmill.cli.app import app
from benchmill.cli.common_options import AsJson, Bench
from benchmill.cli.printing import say


@app.command()
def review(
    bench: Bench,
    reviewer: Annotated[
        str, typer.Option("--reviewer", help="Your name; the page asks for it where none is given.")
    ] = "",
    double: Annotated[
        bool, typer.Option("--double", help="Two people judge each item; one alone changes nothing.")
    ] = False,
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="The port; 0: a free one.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Open a page on this machine on which people read, judge, edit and add items. Ctrl-C ends it."""
    from benchmill.reviewing.server import serve
    from benchmill.reviewing.settings import Settings

    def announce(address: str) -> None:
        if as_json:
            # on one line: the server keeps running, so a program that waits for the end of the output would hang
            typer.echo(json.dumps({"address": address, "bench": str(bench), "reviewer": reviewer, "double": double}))
            return
        typer.echo(address)
        say("open this address in a browser on this machine; every decision is kept at once, and Ctrl-C ends the page")

    serve(Settings(bench, reviewer, double, port), announce)
