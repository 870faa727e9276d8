"""One chunk -> why it is no seed, or None: size, kind of page, links, letters, facts."""

from __future__ import annotations

import re
from collections.abc import Sequence

from benchmill.generator.eligibility.visible import linked_share, prose
from benchmill.records.corpus import Chunk
from benchmill.records.injection import injection

_MINIMUM_WORDS = 40  # of what a reader sees: no tags, addresses or comments
_MINIMUM_PROSE = 15
_MINIMUM_SENTENCES = 2
_MINIMUM_ALPHABETIC = 0.6
_MAXIMUM_LINKED = 0.3

_PAGES = {
    "changelog": re.compile(
        r"change[-_ ]?log.*|changes|history|news|release[-_ ]?notes.*|whats[-_ ]?new.*", re.IGNORECASE
    ),
    "licence": re.compile(r"licen[cs]es?|copying|notice|ofl|third[-_ ]?party[-_ ]?notices|copyright", re.IGNORECASE),
    "navigation": re.compile(r"_?toc|_?toctree|_?sidebar|_?navbar|site[-_]?map|authors|contributors", re.IGNORECASE),
}
_HEADINGS = {
    "changelog": re.compile(
        r"change[- ]?log|release (notes|history)|what[’']?s new|recent changes"
        r"|\[?v?\d+\.\d+(\.\d+)*[^\s\]]*\]?\s*[(–—-].*\d{4}.*",
        re.IGNORECASE,
    ),
    "licence": re.compile(
        r"licen[cs]es?|licen[cs]ing|copyright( notice)?|legal( notices?)?|trademarks?", re.IGNORECASE
    ),
    "navigation": re.compile(
        r"(table of )?contents|on this page|in this (section|article|guide)|navigation|index|site ?map|quick links",
        re.IGNORECASE,
    ),
    "references": re.compile(
        r"references?|bibliography|citations?|citing|how to cite|further reading|see also|related( \w+)?|next steps?"
        r"|what[’']?s next|learn more|(additional |external |more |useful )?(resources|links)|read more"
        r"|acknowledge?ments?|credits|contributors|authors",
        re.IGNORECASE,
    ),
}
_REASONS = {
    "changelog": "a list of changes, true for one version only",
    "licence": "licence or copyright text",
    "navigation": "a table of contents, index or list of people",
    "references": "a list of references or links to read on",
}
_FAQ = re.compile(r"\bFAQs?\b|frequently asked|questions and answers|\?\s*$", re.IGNORECASE)
_LICENCE_TEXT = re.compile(
    r"Licensed under the Apache License|SIL (?:Open Font License|OPEN FONT LICENSE)"
    r"|Permission is hereby granted, free of charge|GNU (Lesser |Affero )?General Public License"
    r"|Redistributions? .{0,80}Licenses?|[Ww]ithout [Ww]arranty of any kind"
)
_LINES = {
    "references": re.compile(r"\bdoi\b|\barxiv\b|\bet al\b|^\s*@\w+\{|\bpp\. \d", re.IGNORECASE),
    "changelog": re.compile(r"^\s*[-*+] .*(\(#\d+\)|\[#\d+\]|#\d{2,}\b|\(\[?[0-9a-f]{7,40}\]?)"),
    "navigation": re.compile(r"(\. ?){4,}\s*\d+\s*$"),
}
# The end of a sentence, in scripts with and without spaces, or a row or list item, which says as much.
_SENTENCE = re.compile(
    r"[.!?:;](?=[\s\"')*_`\]]|\Z)|[。！？]|^[ \t]*(?:[-*+]|\d+[.)])[ \t]+\S|^[ \t]*\|.*\|", re.MULTILINE
)
_FACT = re.compile(
    r"\d|`[^`\n]+`|\b\w+_\w+|\b[a-z]+[A-Z]\w*|(?<!\w)--[a-z]|\w\(\)|\*\*[^*\n]+\*\*|(?<=[a-z,] )[A-Z][\w-]+"
    r"|\b(?:is|are) (?:an?|the)\b|\b[A-Z]{2,}\b"
)
_MARKUP = tuple("|`*_#>-=~+\\[](){}<>:")


def refusal(chunk: Chunk, text: str, tokens: Sequence[str]) -> tuple[str, str] | None:
    """(short word, sentence): why `chunk` is no seed, or None. `text` is what is visible of it, `tokens` its words."""
    found = injection("\n".join((*chunk.headings, chunk.text)))
    if found:
        return "injection", f"holds words that address a model, not a reader: {found!r}"
    return _size(chunk, text, tokens) or _kind_of_page(chunk, text) or _substance(chunk, text)


def kind_of_file(document_id: str) -> str:
    """`changelog`, `licence` or `navigation` by the name of a file; empty for any other.

    >>> kind_of_file("docs/changelog-5.5.rst"), kind_of_file("docs/guide.md")
    ('changelog', '')
    """
    name = document_id.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    return next((check for check, pattern in _PAGES.items() if pattern.fullmatch(name)), "")


def _kind_of_page(chunk: Chunk, text: str) -> tuple[str, str] | None:
    name = chunk.document_id.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    heading = chunk.headings[-1].strip(" #*_`:.") if chunk.headings else ""
    for check, pattern in _PAGES.items():
        if pattern.fullmatch(name):
            return check, f"{_REASONS[check]} (the file is named {name!r})"
    for check, pattern in _HEADINGS.items():
        if any(pattern.fullmatch(part.strip(" #*_`:.")) for part in chunk.headings[1:]) or pattern.fullmatch(heading):
            return check, f"{_REASONS[check]} (its heading is {heading!r})"
    if ("icens" in text or "ICENSE" in text or "ermission" in text or "arranty" in text) and _LICENCE_TEXT.search(text):
        return "licence", _REASONS["licence"]
    lines = [line for line in text.splitlines() if line.strip()]
    for check, pattern in _LINES.items():
        if sum(1 for line in lines if pattern.search(line)) * 2 > max(len(lines), 3):
            return check, f"{_REASONS[check]} (most of its lines look like one)"
    return None


def _size(chunk: Chunk, text: str, tokens: Sequence[str]) -> tuple[str, str] | None:
    if any(_FAQ.search(heading) for heading in chunk.headings):
        return None  # a question and its short answer are complete
    if len(tokens) < _MINIMUM_WORDS:
        return "too-short", f"has {len(tokens)} words; a seed needs {_MINIMUM_WORDS}"
    told = prose(text)
    if len(told.split()) < _MINIMUM_PROSE:
        return "code", f"has {len(told.split())} words beside its code; a seed needs {_MINIMUM_PROSE}"
    sentences = sum(1 for _ in _SENTENCE.finditer(told))
    if sentences < _MINIMUM_SENTENCES:
        return "few-sentences", f"has {sentences} sentences; a seed needs {_MINIMUM_SENTENCES}"
    return None


def _substance(chunk: Chunk, text: str) -> tuple[str, str] | None:
    shown = len("".join(text.split())) - sum(map(text.count, _MARKUP))
    alphabetic = sum(map(str.isalpha, text)) / shown if shown else 0.0
    if alphabetic < _MINIMUM_ALPHABETIC:
        return "not-prose", f"{alphabetic:.0%} of its characters are letters; a seed needs {_MINIMUM_ALPHABETIC:.0%}"
    linked = linked_share(chunk.text) if "](" in chunk.text or "][" in chunk.text else 0.0
    if linked > _MAXIMUM_LINKED:
        return "links", f"{linked:.0%} of its text is links; a seed may have {_MAXIMUM_LINKED:.0%}"
    if not _FACT.search(text):
        return "no-fact", "names no number, name, identifier, defined term or step that a question could ask for"
    return None
