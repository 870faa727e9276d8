"""Passages that share a name -> how likely it is that who asks about one of them overlooks the others."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import IntEnum
from itertools import combinations, permutations

from benchmill.generator.kinds.names import links_in
from benchmill.generator.kinds.respects import give_other_values, likeness
from benchmill.generator.kinds.task import WEAKER
from benchmill.records import Chunk
from benchmill.records.page_names import page_name

_LEAST = 0.08  # passages with less in common share only the name
_LIKE = 0.15  # of passages with one heading: they are about one thing
_ALIKE = 0.4  # of passages on several pages whose headings share a word: each page has this section
# A path or a variable.
_ONE_PLACE = re.compile(r"(?<![\w/.])(?:~?/(?:[\w.-]+/){2,}[\w.-]*|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?!\w)")
_OLD = re.compile(
    r"\bv\d\b|\b(?:deprecated|removed|legacy|obsolete|veraltet\w*|entfernt|obsolèt\w*|déprécié\w*|obsolet\w*|устарел\w*)\b"
    r"|廃止|非推奨|弃用|废弃|已移除",
    re.I,
)
_VERSION = re.compile(r"(?<![\w.])v?\d+\.\d+(?:\.\d+)*(?![\w%])")


class Sharing(IntEnum):
    """How passages share a name: they explain it; explain it or have it as heading; have it as part of a heading."""

    EXPLAINED = 0
    ABOUT = 1
    IN_HEADING = 2


def mixed_up(passages: Sequence[Chunk], name: str, sharing: Sharing) -> int | None:
    """How weak an ambiguous question the passages make.

    1 where passages that explain the name are alike and say one thing with different values: who asks for it may mean
    either. More than WEAKER where they may as well be parts of one answer, and yet more where only a part of their
    headings is the same. None where who asks knows which one is meant: they share next to nothing but a name, one of
    them leads to another, they speak of one thing, or each is about another version.
    """
    pairs = list(combinations(passages, 2))
    alike = max(likeness(one.text, other.text, name) for one, other in pairs)
    if alike < _LEAST or all(map(_is_of_version, passages)):
        return None
    if any(_leads_to(*pair) for pair in permutations(passages, 2)) or is_one_thing(name, passages):
        return None
    other_values = any(give_other_values(one.text, other.text) for one, other in pairs)
    # "Options", "Request options" and "Router option": many headings share a word and mean other things
    if sharing is Sharing.IN_HEADING and (not other_values or (len(passages) > 2 and alike < _ALIKE)):
        return WEAKER + 2
    return 1 if sharing is Sharing.ABOUT and other_values and alike >= _LIKE else WEAKER + 1


def is_one_thing(name: str, passages: Sequence[Chunk]) -> bool:
    """Whether the passages speak of one thing: a variable, a command, a flag of one command, an edition that replaced
    another, or what has one path or variable in two of them."""
    bare = name.strip("`").casefold()
    if name.isupper() and "_" in name:
        return True
    if " " in bare and any(f"`{bare}" in chunk.text.casefold() for chunk in passages):
        return True
    if any(_OLD.search(heading) for chunk in passages for heading in chunk.headings[-2:]):
        return True
    if bare.startswith("-") and any(_names_command(*pair) for pair in permutations(passages, 2)):
        return True
    places = [set(_ONE_PLACE.findall(chunk.text)) for chunk in passages]
    return any(one & other for one, other in combinations(places, 2))


def _names_command(one: Chunk, other: Chunk) -> bool:
    """Whether a passage names the command, of two words, that is a heading of the other: a guide and a reference."""
    commands = (heading.strip("` ").casefold() for heading in other.headings if heading not in one.headings)
    said = f"{one.place}\n{one.text}".casefold()
    return any(" " in command and f"`{command}" in said for command in commands)


def _leads_to(one: Chunk, other: Chunk) -> bool:
    """Whether a link in a passage leads to the page of the other: the two are about one thing."""
    page = page_name(other.document_id)
    return one.document_id != other.document_id and any(page_name(use.page or "") == page for use in links_in(one))


def _is_of_version(chunk: Chunk) -> bool:
    """Whether a heading above the chunk's own is a version, as in release notes."""
    return any(_VERSION.search(heading) for heading in chunk.headings[:-1])
