"""A chunk -> whether it tells how the software is made and why, rather than how it is used."""

from __future__ import annotations

import tomllib
from functools import cache, lru_cache
from importlib import resources

from benchmill.records import Chunk


def tells_of_the_inside(chunk: Chunk) -> bool:
    """Whether a folder, the file or a heading says so. Users seldom ask about it, so it is asked about last."""
    pages, headings = _names()
    return _is_inside(chunk.document_id, pages) or any(_plain(heading) in headings for heading in chunk.headings)


@lru_cache(maxsize=1024)  # the chunks of a file follow each other
def _is_inside(document_id: str, pages: frozenset[str]) -> bool:
    return any(part.partition(".")[0].casefold() in pages for part in document_id.split("/"))


def _plain(heading: str) -> str:
    return heading.strip(" #*_`:.").casefold().replace("’", "'")


@cache
def _names() -> tuple[frozenset[str], frozenset[str]]:
    data = tomllib.loads(resources.files(__package__).joinpath("inside.toml").read_text(encoding="utf-8"))
    return frozenset(data["pages"]), frozenset(name for names in data["headings"].values() for name in names)
