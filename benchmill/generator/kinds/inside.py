"""A chunk -> whether it tells how the software is made and why, or what to tick off, rather than how it is used."""

from __future__ import annotations

import re
import tomllib
from functools import cache, lru_cache
from importlib import resources

from benchmill.records import Chunk

# "- [ ] All pages load": an entry of a list to tick off.
_CHECK_BOX = re.compile(r"^[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+\[[ xX]\][ \t]", re.MULTILINE)
_CHECKS = 2


def tells_of_the_inside(chunk: Chunk) -> bool:
    """Whether a folder, the file or a heading says so, or the chunk has boxes to tick, as lists for testers have.

    Users seldom ask about it, so it is asked about last.
    """
    pages, headings = _names()
    is_named = _is_inside(chunk.document_id, pages) or any(_plain(heading) in headings for heading in chunk.headings)
    return is_named or len(_CHECK_BOX.findall(chunk.text)) >= _CHECKS


@lru_cache(maxsize=1024)  # the chunks of a file follow each other
def _is_inside(document_id: str, pages: frozenset[str]) -> bool:
    return any(part.partition(".")[0].casefold() in pages for part in document_id.split("/"))


def _plain(heading: str) -> str:
    return heading.strip(" #*_`:.").casefold().replace("’", "'")


@cache
def _names() -> tuple[frozenset[str], frozenset[str]]:
    data = tomllib.loads(resources.files(__package__).joinpath("inside.toml").read_text(encoding="utf-8"))
    return frozenset(data["pages"]), frozenset(name for names in data["headings"].values() for name in names)
