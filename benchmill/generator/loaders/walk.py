"""Folder -> the files in it that look like documents, in a fixed order, with links resolved and no hidden files."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from benchmill.records import Failure

_SKIPPED = {"node_modules", "bower_components", "jspm_packages", "__pycache__", "site-packages", "__MACOSX"}
# A folder that holds one of these files is a virtual environment or a benchmill workspace, whatever its name is.
_MARKERS = {"pyvenv.cfg", "ledger.sqlite"}


@dataclass(frozen=True, slots=True)
class Found:
    """`files` are sorted pairs of the path inside the folder and the path on disk; as text, since a Path for each of
    10,000 files takes longer than the walk.

    `left_alone` names the files whose ending is not wanted. `others` counts those files by ending.
    """

    files: list[tuple[str, str]]
    failures: list[Failure]
    others: dict[str, int]
    left_alone: tuple[str, ...] = ()


def walk(root: Path, wanted: Callable[[str], bool], excluded: Callable[[str], bool]) -> Found:
    """Every file under `root` whose lower-case ending is `wanted` and whose path is not `excluded`.

    The walk skips hidden names, package folders and virtual environments. It follows a link only to a target inside
    `root` that it does not reach without the link. So it finds no document twice and never enters a loop.
    """
    walker = _Walker(root.resolve(), wanted, excluded)
    walker.enter("", walker.root)
    while walker.links:
        # Links are followed one at a time, in order: a second link to the same place must not add its files again.
        walker.links.sort(reverse=True)
        walker.follow(*walker.links.pop())
    return Found(sorted(walker.files), walker.failures, walker.others, tuple(sorted(walker.left_alone)))


def ending_of(name: str) -> str:
    return os.path.splitext(name)[1].lower()  # noqa: PTH122 - text, as in Found


@dataclass(slots=True)
class _Walker:
    """The state of one walk. `seen` holds the real paths already visited, `links` the links to follow at the end."""

    root: Path
    wanted: Callable[[str], bool]
    excluded: Callable[[str], bool]
    files: list[tuple[str, str]] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    others: dict[str, int] = field(default_factory=dict)
    left_alone: list[str] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)
    links: list[tuple[str, Path]] = field(default_factory=list)

    def enter(self, inside: str, folder: Path) -> None:
        """Add the files of `folder` and of every folder in it."""
        waiting = [(inside, str(folder))]
        while waiting:
            inside, place = waiting.pop()
            self.seen.add(place)
            try:
                with os.scandir(place) as listing:
                    entries = list(listing)
            except OSError as error:
                self.fail(inside or ".", "unreadable", f"cannot list the folder: {error.strerror}")
                continue
            if inside and any(entry.name in _MARKERS for entry in entries):
                continue
            waiting += [deeper for entry in entries if (deeper := self.look_at(entry, inside))]

    def look_at(self, entry: os.DirEntry[str], inside: str) -> tuple[str, str] | None:
        """Record one entry of a folder. If the entry is a folder to enter, return it; otherwise return nothing."""
        name = f"{inside}/{entry.name}" if inside else entry.name
        if entry.name.startswith(".") or self.excluded(name):
            return None
        if entry.is_symlink():
            self.links.append((name, Path(entry.path)))
        elif entry.is_dir(follow_symlinks=False):
            return (name, entry.path) if entry.name not in _SKIPPED and entry.path not in self.seen else None
        elif not self.wanted(ending := ending_of(entry.name)):
            self.others[ending] = self.others.get(ending, 0) + 1
            self.left_alone.append(name)
        elif entry.is_file(follow_symlinks=False):
            self.seen.add(entry.path)
            self.files.append((name, entry.path))
        else:
            kind = "named pipe" if stat.S_ISFIFO(entry.stat(follow_symlinks=False).st_mode) else "socket or device"
            self.fail(name, "unreadable", f"a {kind}, not a file")
        return None

    def follow(self, name: str, link: Path) -> None:
        """Add the file or folder that a link leads to, if it is inside the docs folder and not visited yet."""
        wanted = self.wanted(ending_of(name))
        try:
            target = link.resolve(strict=True)
        except (OSError, RuntimeError) as error:  # before Python 3.13, a loop of links raises RuntimeError
            if wanted:
                why = error.strerror if isinstance(error, OSError) else "a loop of links"
                self.fail(name, "unreadable", f"the link leads nowhere: {why}")
            return
        if not target.is_relative_to(self.root):
            if wanted or target.is_dir():
                self.fail(name, "outside", "a link out of the docs folder is not followed; give that folder itself")
        elif str(target) in self.seen:
            return
        elif target.is_dir():
            self.enter(name, target)
        elif wanted and target.is_file():
            self.seen.add(str(target))
            self.files.append((name, str(link)))

    def fail(self, name: str, check: str, reason: str) -> None:
        self.failures.append(Failure("load", name, check, reason))
