"""A package that an extra declares -> whether the version that is installed is one of the declared range.

pip installs some of them beside the base package (langsmith comes with langchain-core), in a version of its own choice.
"""

from __future__ import annotations

import re
import warnings
from functools import cache
from importlib import metadata

from benchmill.records.errors import UntriedVersion, UsageError, install_line

_BOUND = re.compile(r"(>=|<=|==|<|>)\s*([0-9][0-9.]*)")
_REQUIREMENT = re.compile(
    r"(?P<name>[A-Za-z0-9][\w.-]*)\s*(?:\[[^]]*\])?\s*\(?(?P<bounds>[^;)]*)\)?\s*(?:;.*extra\s*==\s*['\"](?P<extra>[\w.-]+))?"
)


def check_versions(*packages: str) -> None:
    """Call it where packages of an extra are used. Warns (UntriedVersion) of one that is newer than the declared range.

    Raises UsageError where one is older: what it lacks would show as lost data, not as an error. Says nothing of one
    that is not installed: the import says that.
    """
    for package in packages:
        if note := _untried(package):
            warnings.warn(note, UntriedVersion, stacklevel=3)


@cache
def version_of(package: str) -> str:
    """The version that is installed; empty where none is."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""


def _untried(package: str) -> str:
    """A line to show where `package` is newer than what benchmill was tried with; nothing where all is well."""
    try:
        installed, (declared, extra) = metadata.version(package), _declared(package)
    except metadata.PackageNotFoundError:
        return ""  # the package, or benchmill itself
    bounds = _BOUND.findall(declared)
    ours = _numbers(installed)
    install = f"in a checkout of benchmill: {install_line(extra)}"
    if any(sign in (">=", "==") and ours < _numbers(bound) for sign, bound in bounds):
        raise UsageError(f"{package} {installed} is installed, but benchmill needs {declared}: {install}")
    if any(
        ours >= _numbers(bound) if sign == "<" else sign == "==" and ours > _numbers(bound) for sign, bound in bounds
    ):
        return f"{package} {installed} is newer than the versions benchmill was tested with ({declared}); {install}"
    return ""


def _declared(package: str) -> tuple[str, str]:
    """The range in benchmill's own metadata, and the extra that declares it."""
    for line in metadata.requires("benchmill") or ():
        name, bounds, extra = _requirement(line)
        if name == _normal(package) and extra:
            return bounds, extra
    return "", ""


def _requirement(line: str) -> tuple[str, str, str]:
    """Name, range and extra of a line of metadata.

    >>> _requirement('huggingface_hub[x]<3,>=2; extra == "huggingface"')
    ('huggingface-hub', '<3,>=2', 'huggingface')
    >>> _requirement("langchain-text-splitters<2,>=1.1")
    ('langchain-text-splitters', '<2,>=1.1', '')
    """
    match = _REQUIREMENT.match(line)
    if not match:
        return "", "", ""
    return _normal(match["name"]), match["bounds"].strip(), match["extra"] or ""


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _numbers(version: str) -> tuple[int, ...]:
    """The version as numbers that compare: `0.14.12` -> (0, 14, 12, 0), what follows them left out."""
    numbers = [int(number) for number in re.findall(r"\d+", re.split(r"[a-z+-]", version, maxsplit=1)[0])]
    return tuple([*numbers, 0, 0, 0, 0][:4])
