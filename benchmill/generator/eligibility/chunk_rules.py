"""One chunk -> why it is no source chunk, or None: size, kind of page, links, letters, facts."""

from __future__ import annotations

import re
from collections.abc import Sequence

from benchmill.generator.eligibility.page_kinds import kind_of_page
from benchmill.generator.eligibility.visible import linked_share, prose
from benchmill.records.corpus import Chunk
from benchmill.records.injection import injection
from benchmill.records.words import word_count, words

_MINIMUM_WORDS = 40  # counted in the text that a reader sees, without tags, addresses and comments
_MINIMUM_PROSE = 15
_MINIMUM_SENTENCES = 2
_MINIMUM_ALPHABETIC = 0.6
_MAXIMUM_LINKED = 0.3

_FAQ = re.compile(r"\bFAQs?\b|frequently asked|questions and answers|\?\s*$", re.IGNORECASE)
_LICENCE_TEXT = re.compile(
    r"Licensed under the Apache License|SIL (?:Open Font License|OPEN FONT LICENSE)"
    r"|Permission is hereby granted, free of charge|GNU (Lesser |Affero )?General Public License"
    r"|Redistributions? .{0,80}Licenses?|[Ww]ithout [Ww]arranty of any kind"
)
# The end of a sentence, in scripts with and without spaces. A table row or a list item counts as a sentence.
_SENTENCE = re.compile(
    r"[.!?:;](?=[\s\"')*_`\]]|\Z)|[。！？：；]|^[ \t]*(?:[-*+]|\d+[.)])[ \t]+\S|^[ \t]*\|.*\|", re.MULTILINE
)
_FACT = re.compile(
    r"\d|`[^`\n]+`|\b\w+_\w+|\b[a-z]+[A-Z]\w*|(?<!\w)--[a-z]|\w\(\)|\*\*[^*\n]+\*\*"
    r"|(?<=[a-zß-öø-ÿа-яё,] )[A-ZÀ-ÖØ-ÞА-ЯЁ][\w-]+|\b[A-Z]{2,}\b"
    r"|\b(?:is|are) (?:an?|the)\b|\b(?:ist|sind) (?:eine?|der|die|das)\b|\best (?:une?|la|le)\b"
    r"|\b(?:es|son) (?:una?|el|la|los|las)\b|\bé (?:uma?|o|a)\b|\bè (?:una?|il|la|lo)\b|[а-яё] [—–-] (?:это )?[а-яё]"
    r"|とは|である|です|ます|是|为|입니다|합니다"
)
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\u0e00-\u0e7f]")
_MARKUP = tuple("|`*_#>-=~+\\[](){}<>:")


def refusal(chunk: Chunk, text: str, tokens: Sequence[str]) -> tuple[str, str] | None:
    """(short word, sentence): the reason why `chunk` is no source chunk, or None.

    `text` is the chunk's visible text, `tokens` are the words of that text.
    """
    found = injection("\n".join((*chunk.headings, chunk.text)))
    if found:
        return "injection", f"holds words that address a model, not a reader: {found!r}"
    return _size(chunk, text, tokens) or kind_of_page(chunk, text) or _licence(text) or _substance(chunk, text)


def _licence(text: str) -> tuple[str, str] | None:
    if ("icens" in text or "ICENSE" in text or "ermission" in text or "arranty" in text) and _LICENCE_TEXT.search(text):
        return "licence", "licence or copyright text"
    return None


def _size(chunk: Chunk, text: str, tokens: Sequence[str]) -> tuple[str, str] | None:
    if any(_FAQ.search(heading) for heading in chunk.headings):
        return None  # a question and its short answer are complete
    count = word_count(tokens)
    if count < _MINIMUM_WORDS:
        return "too-short", f"has {count} words; a source chunk needs {_MINIMUM_WORDS}"
    shown = prose(text)
    beside = word_count(words(shown)) if _UNSPACED.search(shown) else len(shown.split())
    if beside < _MINIMUM_PROSE:
        return "code", f"has {beside} words beside its code; a source chunk needs {_MINIMUM_PROSE}"
    sentences = sum(1 for _ in _SENTENCE.finditer(shown))
    if sentences < _MINIMUM_SENTENCES:
        return "few-sentences", f"has {sentences} sentences; a source chunk needs {_MINIMUM_SENTENCES}"
    return None


def _substance(chunk: Chunk, text: str) -> tuple[str, str] | None:
    shown = len("".join(text.split())) - sum(map(text.count, _MARKUP))
    alphabetic = sum(map(str.isalpha, text)) / shown if shown else 0.0
    if alphabetic < _MINIMUM_ALPHABETIC:
        return (
            "not-prose",
            f"{alphabetic:.0%} of its characters are letters; a source chunk needs {_MINIMUM_ALPHABETIC:.0%}",
        )
    linked = linked_share(chunk.text) if "](" in chunk.text or "][" in chunk.text else 0.0
    if linked > _MAXIMUM_LINKED:
        return "links", f"{linked:.0%} of its text is links; a source chunk may have {_MAXIMUM_LINKED:.0%}"
    if not _FACT.search(text):
        return "no-fact", "names no number, name, identifier, defined term or step that a question could ask for"
    return None
