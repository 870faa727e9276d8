"""Drafts of one chunk -> the few worth keeping: readable, self-contained, not given away, varied."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from benchmill.generator.extractive.draft import Draft, Passage
from benchmill.generator.extractive.markup import is_junk, length, plain
from benchmill.records.identity import short_digest
from benchmill.records.words import content_words, words

_MOST = 6  # of one chunk; the pipeline keeps fewer
_MOST_QUOTED = 60  # tokens of one quote
_MOST_OF_CHUNK = 0.4
_LEAST_QUOTED = 3  # tokens of a factoid; a shorter quote stands in passages that answer nothing
_POINTS = re.compile(
    r"\b(?:this|these|those|above|below|following|here|previously|aforementioned|respectively)\b|\b(?:it|they|its|their)\b"
    r"|\b(?:guide|tutorial|document|page|section|chapter|article|passage|example|snippet|figure|author|paper|abstract)s?\b",
    re.IGNORECASE,
)
_PRETEND = re.compile(r"\b(?:foo|bar|baz|my[_-]\w+|example\.(?:com|org)|your[_-]\w+|xxx+)\b", re.IGNORECASE)


def chosen(drafts: Iterable[Draft], passage: Passage) -> list[Draft]:
    """At most six, no question twice, one pattern after another so that the first ones differ in kind."""
    by_pattern: dict[str, list[Draft]] = {}
    asked: set[str] = set()
    for draft in map(_smooth, drafts):
        if draft.question not in asked and is_sound(draft, passage):
            asked.add(draft.question)
            by_pattern.setdefault(draft.pattern, []).append(draft)
    # drawn by the question, or a long table would always be asked for its first rows
    queues = [sorted(own, key=lambda draft: short_digest(draft.question)) for own in by_pattern.values()]
    longest = max(map(len, queues), default=0)
    return [queue[turn] for turn in range(longest) for queue in queues if turn < len(queue)][:_MOST]


def _smooth(draft: Draft) -> Draft:
    """ "What is X used for for inpainting in P?" -> "For inpainting in P, what is X used for?"."""
    match = re.fullmatch(r"(?P<asked>.* used for) for (?P<topic>.*)\?", draft.question)
    if not match:
        return draft
    asked = match["asked"]
    return replace(draft, question=f"For {match['topic']}, {asked[0].lower()}{asked[1:]}?")


def is_sound(draft: Draft, passage: Passage) -> bool:
    """Whether a reader would take the question and its answer for a person's."""
    text, question = passage.text, draft.question
    if not 4 <= length(question) <= 30 or is_junk(question) or _POINTS.search(re.sub(r"`[^`]*`", "", question)):
        return False
    if _PRETEND.search(question) or "  " in question or not _names_something(question):
        return False
    answers = [text[slice(*part.answer)] for part in draft.parts]
    if len(set(answers)) < len(answers) or any(map(is_junk, answers)) or any(map(_PRETEND.search, answers)):
        return False
    if sum(map(length, answers)) > (12 if draft.kind == "factoid" else 80):
        return False
    size = length(text)
    for part, answer in zip(draft.parts, answers, strict=True):
        quote = text[slice(*part.quote)]
        if not (part.quote[0] <= part.answer[0] and part.answer[1] <= part.quote[1]) or length(quote) > _MOST_QUOTED:
            return False
        least = _LEAST_QUOTED if draft.kind == "factoid" else _LEAST_QUOTED - 1
        if not least <= length(quote) <= max(_MOST_OF_CHUNK * size, least):
            return False
        if len(answer) >= 4 and plain(answer).casefold() in plain(question).casefold():
            return False
    return draft.kind == "procedure" or not _given_away(question, answers)  # steps may name what they are about


def _names_something(question: str) -> bool:
    """Whether the question holds code, a capitalised name after its first word, or a quoted term."""
    return bool(re.search(r"`[^`]+`|\"[^\"]+\"|(?<=\s)[\w(]*[A-Z][\w+.-]*", question))


def _given_away(question: str, answers: list[str]) -> bool:
    """Whether the question says half of what the answer says, or an answer repeats only its words."""
    said = set(content_words(question))
    for answer in answers:
        told = set(content_words(answer)) or set(words(answer))
        if told and len(told & said) * 2 >= len(told) and len(told) > 1:
            return True
    return False
