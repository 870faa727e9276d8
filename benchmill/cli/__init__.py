"""The command line: every file here holds the commands of one job, and only words, tables and exit codes."""

from __future__ import annotations


def main() -> None:
    """Entry point of the installed command `benchmill`."""
    # imported for what they register; inside the function, so that importing the package costs nothing
    from benchmill.cli import (  # noqa: F401
        changing,
        exporting,
        growing,
        importing,
        judging,
        mending,
        publishing,
        scoring,
        starting,
        viewing,
    )
    from benchmill.cli.app import app

    app()
