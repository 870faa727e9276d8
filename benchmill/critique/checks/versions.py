"""Case -> other-version: a fact that the same page of another version words otherwise, asked for without a version."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from benchmill.critique.checks.case import Case, show
from benchmill.critique.checks.plans import release
from benchmill.records.page_names import unversioned
from benchmill.records.sentences import sentences
from benchmill.records.words import content_words, words

_ALIKE = 0.5  # the share of their words that two lines about one thing have in common


def of_one_version(case: Case) -> str | None:
    """Refuses a question about a page that there is for several versions, where a line of the evidence is in another
    one's page in part only, and the question names none of them: nobody could tell which answer is right."""
    here = case.seed.document_id
    pages = [name for name in case.facts.versions.get(unversioned(here), ()) if name != here]
    if not pages or _named().search(case.question):
        return None
    for line in _lines(case):
        for page in pages:
            if changed := _changed(line, case.facts.documents[page].text, case.language):
                return f"{page} says otherwise, and the question names no version: {show(changed)}"
    return None


def _lines(case: Case) -> Iterator[str]:
    """The lines of the page in which the evidence is, the first from the sentence of the evidence on: what follows may
    limit it, what stands before is about something else."""
    text = case.facts.documents[case.seed.document_id].text if case.seed.document_id in case.facts.documents else ""
    for part in case.parts:
        for span in (evidence.span for evidence in part.original_evidence):
            if span.document_id == case.seed.document_id and text:
                end = text.find("\n", span.end)
                line = text.rfind("\n", 0, span.start) + 1
                begins = (line + start for start, _ in sentences(text[line : span.start + 1]))
                yield from text[max(begins, default=line) : end if end >= 0 else len(text)].split("\n")


def _changed(line: str, text: str, language: str) -> str:
    """The line of a text that is most like this one; empty where the text has the same one, or none that is like it."""
    own, others, stated = frozenset(content_words(line, language)), text.split("\n"), line.strip()
    if not own or any(other.rstrip().endswith(stated) for other in others):
        return ""
    # release notes have thousands of lines: only those with half of the words as they are spelled are looked into
    spelled = set(words(line))
    near = (other for other in others if 2 * sum(word in other.casefold() for word in spelled) >= len(spelled))
    likeness, most_alike = max(((_likeness(own, other, language), other) for other in near), default=(0.0, ""))
    return most_alike if likeness >= _ALIKE else ""


def _likeness(own: frozenset[str], line: str, language: str) -> float:
    other = frozenset(content_words(line, language))
    return len(own & other) / len(own | other)


@cache
def _named() -> re.Pattern[str]:
    return re.compile(release(), re.IGNORECASE)
