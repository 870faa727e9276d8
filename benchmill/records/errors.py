"""What is wrong, where, what to do: one family of errors, each with the exit code the command ends with.

BenchmillError
├── UsageError            2   wrong option, setting or combination; nothing was started
├── InputError            2   a file or folder that cannot be used; nothing was started
├── WorkspaceError        2   the workspace is busy, from another version, or damaged; 5 where the disk does not take it
├── DiskFull              5   the disk takes no more; what was written is whole
├── MissingExtra          2   an optional package is not installed; says the install line
├── ServiceError          3   a service that is published to cannot be reached, or refuses us
└── ModelError (benchmill/chat/errors.py)
    ├── ModelUnreachable  3   no server, no network, or it went away
    ├── ModelRefused      3   wrong key, unknown model, no credit: every call would fail alike
    ├── BudgetReached     4   a limit of calls, tokens or money
    └── …                     one call's trouble: retried, then a Failure, never the end of a run
"""

from __future__ import annotations

import difflib
import errno
import json
from collections.abc import Iterable
from importlib import metadata


class BenchmillError(Exception):
    """An error its user can act on: the command prints the message alone, without a traceback."""

    exit_code: int = 2

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled by what it holds, not by its arguments: an error may come from another process of ours."""
        return _restored, (type(self), self.args, self.__dict__)


def _restored(kind: type[BenchmillError], args: tuple[object, ...], state: dict[str, object]) -> BenchmillError:
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(state)
    return error


class UsageError(BenchmillError):
    """A wrong option, setting or combination of them; nothing was started."""


class InputError(BenchmillError):
    """A file or folder that cannot be used; the message names it, the place in it, and what to do."""


class WorkspaceError(BenchmillError):
    """The workspace is in use, damaged, or written by another version."""


class DiskFull(BenchmillError):
    """The disk takes no more: what was written before is whole, and the same command goes on from there."""

    exit_code = 5

    def __init__(self, what: str) -> None:
        super().__init__(f"{what} cannot be written: the disk is full; make room and run the same command again")


class MissingExtra(BenchmillError):
    """An optional package is absent; says the line that installs it."""

    def __init__(self, purpose: str, extra: str) -> None:
        super().__init__(f"{purpose} needs the extra `{extra}`; in a checkout of benchmill: {install_line(extra)}")
        self.purpose = purpose
        self.extra = extra


class UntriedVersion(UserWarning):
    """An optional package is installed in a newer version than any that benchmill was tried with."""


class ServiceError(BenchmillError):
    """A service that is published to cannot be reached, or refuses the key or the request."""

    exit_code = 3


def is_disk_full(error: OSError) -> bool:
    """Whether the disk, or the user's share of it, is full."""
    return error.errno in (errno.ENOSPC, errno.EDQUOT)


def install_line(extra: str) -> str:
    """`pip install '.[documents]'`, or with -e where benchmill is installed so: else pip would put a copy in its place.

    From the checkout: the name on the index is not ours, so an install by name could run a stranger's code.
    """
    try:
        origin = metadata.distribution("benchmill").read_text("direct_url.json") or "{}"
    except metadata.PackageNotFoundError:
        origin = "{}"
    editable = json.loads(origin).get("dir_info", {}).get("editable", False)
    return f"pip install {'-e ' if editable else ''}'.[{extra}]'"


def did_you_mean(given: str, known: Iterable[str]) -> str:
    """` (did you mean ragas?)` where a known word is near, else nothing.

    >>> did_you_mean("raga", ["beir", "ragas"])
    ' (did you mean ragas?)'
    """
    near = difflib.get_close_matches(given, list(known), n=1)
    return f" (did you mean {near[0]}?)" if near else ""
