"""Case -> points-at-source: questions that only a reader of their source understands ("according to the text")."""

from __future__ import annotations

import re

from benchmill.critique.checks.case import Case, show
from benchmill.critique.checks.families import FAMILIES, NOUNS, families_of
from benchmill.records.words import STOP_WORDS, stem, words

_NEXT_WORD = re.compile(r"(?: |-)([^\W\d_]+)")
_OF_SOMEBODY = re.compile(r"(?:code|file|table) of (?:an?|another|each|every|your) ")  # and so not the source's
_MARKS = re.compile(r"[*\"“”„«»]")
# These follow the noun in pointing phrases, too: "the table provided", "the section titled".
_POINTING_TEXT = """
    provided given titled named called shown mentioned describes states says above below following"""
_POINTING = frozenset(_POINTING_TEXT.split())
# What a text or its author does. With any other word after it, the noun is part of a term: "the text encoding".
_REPORTS_TEXT = """
    advise argue ask call cite claim conclude consider cover define demonstrate describe discuss emphasize explain
    express give highlight illustrate include indicate introduce list make mention mean note offer outline point
    present propose provide recommend refer reference report require say see show specify state stress suggest talk
    tell think use want warn write"""
_REPORTS = frozenset(map(stem, _REPORTS_TEXT.split()))
_PLAIN = frozenset(
    {"the", "dem", "der", "le ", "la ", "l'", "l’", "el", "la", "de", "het", "no", "na", "nel", "nella", "nello"}
)


def pointing(case: Case) -> str | None:
    """Refuses a phrase that points at the source.

    A noun that names a thing of the product passes: `table` in a corpus with headings or code font about tables, "the
    text encoder", "delete from the table" where the quote mentions a table.
    """
    language = case.language or "en"
    if language not in FAMILIES:
        return None
    text = case.prose.rstrip("?!.。？ ")
    for kind, pattern in families_of(language).items():
        for match in pattern.finditer(text):
            if not _harmless(kind, match, text, case, language):
                return f"points at its source: {show(match[0])}"
    return None


def _harmless(kind: str, match: re.Match[str], text: str, case: Case, language: str) -> bool:
    found = match.groupdict()
    noun = (found.get("noun") or found.get("noun2") or "").lower()
    if not noun:
        return False
    rest = text[match.end() :]
    if _is_compound(noun, rest, case, language) or (kind == "place" and _OF_SOMEBODY.match(noun + rest)):
        return True
    if kind == "source" or found.get("marked") or found.get("marked2"):
        return False
    # The quote mentions such a thing: "removes the header from the file" is not about the page.
    plain = kind in {"place", "person"} and (found.get("det") or "the").lower() in _PLAIN
    quoted = plain and stem(noun, language) in {stem(word, language) for word in words(case.quotes)}
    return quoted or case.facts.is_product_term(noun)


def _is_compound(noun: str, rest: str, case: Case, language: str) -> bool:
    """Whether noun and next word are a term: "the text encoder"; in other languages, a term of the source chunk."""
    match = _NEXT_WORD.match(rest)
    if not match:
        return False
    follower = match[1].lower()
    if follower in STOP_WORDS.get(language, frozenset()) or follower in _POINTING or follower in NOUNS[language]:
        return False
    if language == "en" and stem(follower) not in _REPORTS:
        return True
    near = _MARKS.sub("", "\n".join((*case.seed.headings, case.seed.text)).lower())
    return any(f"{noun}{joint}{follower}" in near for joint in (" ", "-", "_", "` ")) or f"`{noun}` {follower}" in near
