"""A package that an extra declares -> whether the version that is installed is one of the declared range.

pip installs some of them beside the base package (langsmith comes with langchain-core), in whatever version it likes.
"""

from __future__ import annotations

import re
from importlib import metadata

from benchmill.records.errors import UsageError

_BOUND = re.compile(r"(>=|<=|==|<|>)\s*([0-9][0-9.]*)")


def check_version(package: str, extra: str) -> str:
    """A line to show where `package` is newer than what benchmill was tried with; nothing where all is well.

    Raises UsageError where it is older: what it lacks would show as lost data, not as an error.
    """
    try:
        installed, declared = metadata.version(package), _declared(package)
    except metadata.PackageNotFoundError:
        return ""  # the package, or benchmill itself, is not installed: whoever imports it says so
    bounds = _BOUND.findall(declared)
    ours = _numbers(installed)
    if any(sign in (">=", "==") and ours < _numbers(bound) for sign, bound in bounds):
        raise UsageError(f"{package} {installed} is installed, but benchmill needs {declared}: {_install(extra)}")
    if any(
        ours >= _numbers(bound) if sign == "<" else sign == "==" and ours > _numbers(bound) for sign, bound in bounds
    ):
        return f"{package} {installed} is newer than what benchmill was tried with ({declared}); {_install(extra)}"
    return ""


def _declared(package: str) -> str:
    """The range in benchmill's own metadata: `<0.15,>=0.14.12`.

    >>> _bounds_of("langsmith<0.15,>=0.14.12; extra == 'langsmith'", "langsmith")
    '<0.15,>=0.14.12'
    """
    found = (_bounds_of(line, package) for line in metadata.requires("benchmill") or ())
    return next((bounds for bounds in found if bounds), "")


def _bounds_of(requirement: str, package: str) -> str:
    match = re.match(rf"{re.escape(package)}\s*(?:\[[^]]*\])?\s*\(?([^;)]*)\)?", requirement)
    return match.group(1).strip() if match else ""


def _numbers(version: str) -> tuple[int, ...]:
    """The version as numbers that compare: `0.14.12` -> (0, 14, 12, 0), what follows them left out."""
    numbers = [int(number) for number in re.findall(r"\d+", re.split(r"[a-z+-]", version, maxsplit=1)[0])]
    return tuple([*numbers, 0, 0, 0, 0][:4])


def _install(extra: str) -> str:
    return f"in a checkout of benchmill: pip install '.[{extra}]'"
