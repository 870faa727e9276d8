"""Passages that share a name -> how likely it is that who asks about one of them overlooks the others."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import IntEnum
from itertools import combinations, permutations

from benchmill.generator.kinds.names import links_in, page_name
from benchmill.generator.kinds.respects import give_other_values, likeness
from benchmill.generator.kinds.task import WEAKER
from benchmill.records import Chunk

_LEAST = 0.08  # passages with less in common share only the name
_LIKE = 0.15  # of passages with one heading: they are about one thing
_LEAST_USED = 0.2
_ALIKE = 0.4  # of passages on several pages whose headings share a word: each page has this section
_VERSION = re.compile(r"(?<![\w.])v?\d+\.\d+(?:\.\d+)*(?![\w%])")


class Sharing(IntEnum):
    """How passages share a name: they explain it; explain it or have it as heading; have it as part of a heading; use
    it in a sentence."""

    EXPLAINED = 0
    ABOUT = 1
    IN_HEADING = 2
    USED = 3


def mixed_up(passages: Sequence[Chunk], name: str, sharing: Sharing) -> int | None:
    """How weak an ambiguous question the passages make.

    WEAKER where passages say one thing with different values, or are alike under one heading: who asks for it may mean
    either. One more where they may as well be parts of one answer. None where who asks knows which one is meant: they
    share next to nothing but a name, one of them leads to another, or each is about another version.
    """
    pairs = list(combinations(passages, 2))
    alike = max(likeness(one.text, other.text, name) for one, other in pairs)
    if alike < (_LEAST_USED if sharing is Sharing.USED else _LEAST) or all(map(_is_of_version, passages)):
        return None
    if any(_leads_to(*pair) for pair in permutations(passages, 2)):
        return None
    # "Options", "Request options" and "Router option": many headings share a word and mean other things
    in_many = sharing is Sharing.IN_HEADING and len(passages) > 2 and alike < _ALIKE
    if sharing is Sharing.USED or in_many:
        return WEAKER + 1
    if any(give_other_values(one.text, other.text) for one, other in pairs):
        return WEAKER
    return WEAKER if alike >= _LIKE and sharing is Sharing.ABOUT else WEAKER + 1


def _leads_to(one: Chunk, other: Chunk) -> bool:
    """Whether a link in a passage leads to the page of the other: the two are about one thing."""
    page = page_name(other.document_id)
    return one.document_id != other.document_id and any(page_name(use.page or "") == page for use in links_in(one))


def _is_of_version(chunk: Chunk) -> bool:
    """Whether a heading above the chunk's own is a version, as in release notes."""
    return any(_VERSION.search(heading) for heading in chunk.headings[:-1])
