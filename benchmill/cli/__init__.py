"""The command line: every module holds the commands of one job, with only words, tables and exit codes."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import typer

MODULES = {
    "calibrate_command": ("calibrate",),
    "changes_command": ("changes",),
    "compare_command": ("compare",),
    "curate_commands": ("add", "decide", "drop", "edit", "restore", "retry", "undo"),
    "doctor_command": ("doctor",),
    "export_command": ("export",),
    "grow_command": ("estimate", "grow"),
    "import_command": ("import",),
    "init_command": ("init",),
    "inspect_commands": ("show", "status"),
    "judge_command": ("judge",),
    "map_command": ("map",),
    "publish_command": ("publish",),
    "repair_commands": ("prune", "repair"),
    "report_commands": ("items", "report"),
    "retrieve_command": ("retrieve",),
    "review_command": ("review",),
    "run_command": ("run",),
    "score_commands": ("score",),
}
"""Each module and its commands, which it registers when it is imported."""


def main() -> None:
    """Entry point of the installed command `benchmill`."""
    from benchmill.cli.unread import outlive_readers

    outlive_readers()
    try:
        application(*sys.argv[1:2])()
    except KeyboardInterrupt:  # Ctrl-C before a command began, while Python was loading modules
        sys.stderr.write("benchmill: interrupted\n")
        sys.exit(130)


def application(command: str = "") -> typer.Typer:
    """The command with all its subcommands; for one of them only those of its module, which takes half the time."""
    for module in [module for module, commands in MODULES.items() if command in commands] or MODULES:
        import_module(f"benchmill.cli.{module}")
    from benchmill.cli.app import app

    return app
