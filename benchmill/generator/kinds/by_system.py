"""A document's chunks -> tasks for ambiguous questions: a value of one thing on each of two to four systems.

Who asks "where is the log file" has one system in mind, and seldom says which.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence, Set
from functools import cache
from importlib import resources
from itertools import combinations, groupby

from benchmill.generator.kinds.inside import tells_of_the_inside
from benchmill.generator.kinds.names import is_lesson
from benchmill.generator.kinds.sections import TABLE_ROW
from benchmill.generator.kinds.shared_names import CODE
from benchmill.generator.kinds.task import WritingTask
from benchmill.records import Chunk
from benchmill.records.sentences import prose_sentences

_MOST_READINGS = 4
_NEAR_START, _NEAR_END = 24, 4  # characters beside a system that a statement is about: "On Linux - ", " (macOS)."
_LINK = re.compile(r"\]\([^)\n]*\)|<[^>\n]*>|https?://\S+")


def tasks_by_system(chunks: Sequence[Chunk], eligible: Set[str]) -> Iterator[WritingTask]:
    """A task for each chunk that gives the values of one thing on two to four systems of one sort."""
    for chunk in chunks:
        is_source = chunk.id in eligible and not is_lesson(chunk) and not tells_of_the_inside(chunk)
        if is_source and any(_gives_values(chunk.text, sort) for sort in _sorts()):
            yield WritingTask("ambiguous", (chunk,))


def _gives_values(text: str, sort: re.Pattern[str]) -> bool:
    """Whether a sentence has a value for each of several systems, or several statements have one for one system each.

    >>> systems = re.compile("linux|windows", re.I)
    >>> _gives_values("The log is in `/var/log` on Linux and in `C:\\\\logs` on Windows.", systems)
    True
    >>> _gives_values("On Linux the log is in `/var/log`. It is not kept on Windows.", systems)
    False
    """
    if not sort.search(text):
        return False
    values: dict[str, set[str]] = {}
    for said in (*prose_sentences(text), *TABLE_ROW.findall(text)):
        marks = _marks(_LINK.sub("] ", said), sort)
        systems = {name for is_system, name in marks if is_system}
        turns = [is_system for is_system, _ in groupby(marks, key=lambda mark: mark[0])]
        if 1 < len(systems) <= _MOST_READINGS and len(turns) >= 2 * len(systems):
            return True
        if len(systems) == 1 and len(turns) > 1 and _is_about_system(said, sort):
            values.setdefault(systems.pop(), set()).update(name for is_system, name in marks if not is_system)
    own = list(values.values())
    return 1 < len(own) <= _MOST_READINGS and all(one.isdisjoint(other) for one, other in combinations(own, 2))


def _marks(said: str, sort: re.Pattern[str]) -> list[tuple[bool, str]]:
    """The systems and the values in code font of a statement, in their order, each with whether it is a system."""
    values = [(match.start(), False, match["name"]) for match in CODE.finditer(said)]
    bare = CODE.sub(lambda match: " " * len(match.group()), said)
    found = [(match.start(), True, _one_name(match.group())) for match in sort.finditer(bare)]
    return [(is_system, name) for _, is_system, name in sorted((*values, *found))]


def _is_about_system(said: str, sort: re.Pattern[str]) -> bool:
    """Whether the system stands at the beginning or at the end of the statement."""
    found = sort.search(CODE.sub(lambda match: "`" * len(match.group()), said))
    return found is not None and (found.start() <= _NEAR_START or len(said) - found.end() <= _NEAR_END)


def _one_name(system: str) -> str:
    """One name of a system that has several."""
    plain = re.sub(r"\W", "", system).casefold()
    return "macos" if plain in ("osx", "macosx") else plain


@cache
def _sorts() -> tuple[re.Pattern[str], ...]:
    data = tomllib.loads(resources.files(__package__).joinpath("systems.toml").read_text(encoding="utf-8"))
    # a system stands alone also between Chinese or Japanese words, and not in an address or a name of code
    return tuple(re.compile(rf"(?<![a-z0-9_/.\\-])(?:{names})(?![a-z0-9_/=\\])", re.I) for names in data.values())
