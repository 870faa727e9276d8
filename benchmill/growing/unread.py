"""A Source -> the files of its folder that were not read, in groups with the reason, what to do, and names."""

from __future__ import annotations

import re

from benchmill.growing.source import Source
from benchmill.records import Failure
from benchmill.workspace.outcome import Unread

_WORDS = {
    "binary": "are not text, or not in UTF-8: save text as UTF-8",
    "corrupt": "are damaged, or not what the ending of the name says",
    "empty": "have no text",
    "encrypted": "are encrypted; save a copy without a password",
    "name": "have a backslash in the name, which must not be there",
    "not-a-notebook": "have the ending .ipynb and no notebook inside",
    "our-own": "are pages that benchmill wrote",
    "outside": "are links to a place outside the docs folder; give that folder itself",
    "same-name": "have the same name as another file once both names are written in UTF-8",
    "scanned": "have no text: scanned pages need text recognition first",
    "unreadable": "cannot be read; look at the permissions and the kind of file",
}
_EXTRA = re.compile(r"pip install (?:-e )?'\.\[[a-z,]+\]'")


def unread_in(source: Source) -> tuple[Unread, ...]:
    """The files that gave no document, largest group first; files of unsupported types come last."""
    groups: dict[tuple[str, str], list[str]] = {}
    for failure in source.failures:
        if failure.stage == "load":
            groups.setdefault(_group(failure), []).append(failure.subject_id)
    found = [Unread(check, words, tuple(sorted(files))) for (check, words), files in groups.items()]
    found.sort(key=lambda one: (-len(one.files), one.check, one.words))
    if source.left_alone:
        found.append(Unread("left-alone", "are of a type that is not read", source.left_alone))
    return tuple(found)


def _group(failure: Failure) -> tuple[str, str]:
    """The check that a file is counted under, and what the files of that group share."""
    if failure.check == "missing-extra":
        install = _EXTRA.search(failure.reason)
        return failure.check, f"need {install.group()}" if install else failure.reason
    check = "scanned" if failure.check == "empty" and "scanned" in failure.reason else failure.check
    return check, _WORDS.get(check, f"were not read ({check}): {failure.reason}")
