"""A file's name, a chunk's headings and lines -> changelog, licence, navigation or references, or none of these."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

from benchmill.generator.eligibility.visible import linked_share, visible
from benchmill.records.corpus import Chunk
from benchmill.records.words import length

_LINKED = 0.15  # share of the letters that are link text: lists of links have more, prose hardly ever does
_BARE = 8  # words: an entry with at most so many only names something
# Headings of changelog sections (a version with its date), and headings such as "Related pages".
_VERSION = re.compile(r"\[?v?\d+\.\d+(\.\d+)*[^\s\]]*\]?\s*[(–—-].*\d{4}.*", re.IGNORECASE)
_OF_A_VERSION = re.compile(r"\bv(?:ersion)?[ .]?\d|\d+\.\d+|\b(?:19|20)\d\d\b|unreleased", re.IGNORECASE)
_RELATED = re.compile(r"related( \w+)?")
_ENTRY = re.compile(r"[ \t]*(?:[-*+]|\d+[.)])[ \t]+(?P<words>.*)$")
# Every line that one of these patterns matches holds one of its `_SIGNS`. A text without these signs is not searched
# line by line, which is the case for most texts.
_LINES = {
    "references": re.compile(r"\bdoi\b|\barxiv\b|\bet al\b|^\s*@\w+\{|\bpp\. \d", re.IGNORECASE),
    "changelog": re.compile(r"^\s*[-*+] .*(\(#\d+\)|\[#\d+\]|#\d{2,}\b|\(\[?[0-9a-f]{7,40}\]?)"),
    "navigation": re.compile(r"(\. ?){4,}\s*\d+\s*$"),
}
_SIGNS = {"references": ("doi", "arxiv", "et al", "@", "pp. "), "changelog": ("#", "("), "navigation": ("..", ". .")}


@dataclass(frozen=True, slots=True)
class _Kind:
    reason: str
    files: re.Pattern[str]
    files_too: re.Pattern[str]
    always: frozenset[str]
    with_links: frozenset[str]


def kind_of_file(document_id: str, headings: Iterable[str], text: str) -> str:
    """`changelog`, `licence` or `navigation` by the name of a file; empty for any other.

    A name that may mean something else counts where the content shows the same: a page named "history" may explain how
    to look at old messages, and one named "toc" how to write a table of contents.

    >>> kind_of_file("docs/changelog-5.5.rst", (), ""), kind_of_file("docs/guide.md", (), "")
    ('changelog', '')
    >>> kind_of_file("history.md", ("History", "1.4.2"), ""), kind_of_file("history.md", ("Search the history",), "")
    ('changelog', '')
    """
    kind, is_sure = _named(_stem(document_id))
    if not kind or is_sure:
        return kind
    shown = any(map(_OF_A_VERSION.search, headings)) if kind == "changelog" else _is_bare(text, visible(text))
    return kind if shown else ""


@lru_cache(maxsize=1024)  # the chunks of a file follow each other
def _named(name: str) -> tuple[str, bool]:
    """The kind that a file's name may mean, and whether it means nothing else."""
    for check, kind in _kinds().items():
        for pattern, is_sure in ((kind.files, True), (kind.files_too, False)):
            if pattern.fullmatch(name):
                return check, is_sure
    return "", False


def is_contents(heading: str) -> bool:
    """Whether a heading is that of a table of contents.

    >>> is_contents("Table of Contents"), is_contents("The table")
    (True, False)
    """
    said, navigation = _bare_words(heading), _kinds()["navigation"]
    return said in navigation.always or said in navigation.with_links


def _bare_words(heading: str) -> str:
    """A heading as the lists have it: without marks around it, in small letters, with one sort of apostrophe."""
    return heading.strip(" #*_`:.").casefold().replace("’", "'")


def kind_of_page(chunk: Chunk, text: str) -> tuple[str, str] | None:
    """(kind, reason) if the file's name, a heading below the title, the last heading or most lines show a kind."""
    if check := kind_of_file(chunk.document_id, chunk.headings, chunk.text):
        return check, f"{_kinds()[check].reason} (the file is named {_stem(chunk.document_id)!r})"
    bare: bool | None = None
    for heading in {*chunk.headings[1:], *chunk.headings[-1:]}:
        said = _bare_words(heading)
        for check, kind in _kinds().items():
            found = said in kind.always or (check == "changelog" and _VERSION.fullmatch(said))
            if not found and (said in kind.with_links or (check == "references" and _RELATED.fullmatch(said))):
                bare = _is_bare(chunk.text, text) if bare is None else bare
                found = bare
            if found:
                return check, f"{kind.reason} (its heading is {heading!r})"
    lines = [line for line in text.splitlines() if line.strip()]
    lowered = text.casefold()
    for check, pattern in _LINES.items():
        if any(sign in lowered for sign in _SIGNS[check]) and sum(
            1 for line in lines if pattern.search(line)
        ) * 2 > max(len(lines), 3):
            return check, f"{_kinds()[check].reason} (most of its lines look like one)"
    return None


def _is_bare(markdown: str, text: str) -> bool:
    """Whether a visible text is mostly links, or entries that only name something."""
    lines: Sequence[str] = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    entries = [match["words"] for line in lines if (match := _ENTRY.match(line))]
    named = sum(length(words) <= _BARE and not words.rstrip().endswith((".", "。")) for words in entries)
    return linked_share(markdown) > _LINKED or (bool(lines) and named * 2 > len(lines))


@lru_cache(maxsize=1)
def _kinds() -> dict[str, _Kind]:
    data = tomllib.loads(resources.files(__package__).joinpath("pages.toml").read_text(encoding="utf-8"))
    return {
        check: _Kind(
            kind["reason"],
            re.compile(kind.get("files", "(?!)"), re.IGNORECASE),
            re.compile(kind.get("files_too", "(?!)"), re.IGNORECASE),
            frozenset(kind["always"]),
            frozenset(kind.get("with_links", ())),
        )
        for check, kind in data.items()
    }


def _stem(document_id: str) -> str:
    return document_id.rsplit("/", 1)[-1].rsplit(".", 1)[0]
