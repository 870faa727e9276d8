"""The arguments of `benchmill` in `sys.argv` -> the command, plain or with something that happens to it."""

from __future__ import annotations

import importlib
import os
import pkgutil
import resource
import signal
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typer.models import CommandInfo

_EXAMPLES = Path(__file__).parents[2] / "examples" / "docs"
# what benchmill imports where it needs it, or where there is an extra
_LOADED = (
    *("bm25s", "httpx2", "ollama", "openai", "rich.console", "scipy.sparse", "tenacity", "uvloop"),
    *("huggingface_hub.hf_api", "langsmith.client", "starlette.applications", "uvicorn"),
)


def prepare() -> None:
    """Load every room, and grow once: what compiles its patterns at first use has done so before the forks."""
    import benchmill

    ours = (found.name for found in pkgutil.walk_packages(benchmill.__path__, "benchmill."))
    for name in ours:
        if not name.endswith(".__main__"):
            importlib.import_module(name)
    for name in _LOADED:
        with suppress(ModuleNotFoundError):  # an environment with one extra alone
            importlib.import_module(name)
    with tempfile.TemporaryDirectory() as folder:
        benchmill.grow(_EXAMPLES, Path(folder) / "bench", benchmill.GrowSettings(questions=10))


def plain() -> None:
    """The command as it is: of all commands, which the forks' parent has loaded, only those of its own module."""
    from benchmill.cli import main
    from benchmill.cli.app import app

    app.registered_commands = beside(sys.argv[1:2])
    main()


def beside(command: Sequence[str]) -> list[CommandInfo]:
    """The commands of the module that has this one, or all of them: building all takes longer than most tests."""
    from benchmill.cli import MODULES, application

    every = application().registered_commands
    own = {f"benchmill.cli.{module}" for module, commands in MODULES.items() if {*command} & {*commands}}
    return [one for one in every if getattr(one.callback, "__module__", "") in own] or every


def with_little_room() -> None:
    """The system refuses files of more bytes than the first argument says, as a full disk does."""
    limit = int(sys.argv.pop(1))
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
    plain()


def with_little_memory() -> None:
    """The system gives the process no more bytes of memory than the first argument says."""
    limit = int(sys.argv.pop(1))
    resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
    plain()


def killed_at_rename() -> None:
    """It kills itself where it is about to rename a file for the n-th time: between two files' replacements."""
    left = int(sys.argv.pop(1))

    def watch(event: str, arguments: object) -> None:  # noqa: ARG001 - what Python calls it with
        nonlocal left
        if event == "os.rename":
            left -= 1
            if left < 0:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(watch)
    plain()
