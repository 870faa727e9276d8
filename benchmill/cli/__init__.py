"""The command line: every module holds the commands of one job, with only words, tables and exit codes."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import typer


def main() -> None:
    """Entry point of the installed command `benchmill`."""
    try:
        application()()
    except KeyboardInterrupt:  # Ctrl-C before a command began, while Python was loading modules
        sys.stderr.write("benchmill: interrupted\n")
        sys.exit(130)


def application() -> typer.Typer:
    """The command with all its subcommands."""
    # the imports register commands; they are inside the function, so that importing the package is cheap
    from benchmill.cli import (  # noqa: F401
        calibrate_command,
        changes_command,
        compare_command,
        curate_commands,
        doctor_command,
        export_command,
        grow_command,
        import_command,
        init_command,
        inspect_commands,
        judge_command,
        map_command,
        publish_command,
        repair_commands,
        report_commands,
        retrieve_command,
        review_command,
        run_command,
        score_commands,
    )
    from benchmill.cli.app import app

    return app
