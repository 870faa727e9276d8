"""Passage -> the question its own heading asks (FAQ pages), with the first sentence below as the answer."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchmill.generator.extractive.blocks import blocks
from benchmill.generator.extractive.clauses import clause, says_something
from benchmill.generator.extractive.draft import Draft, Part, Passage
from benchmill.generator.extractive.markup import bare, is_junk, length, plain
from benchmill.records.sentences import sentences

_ASKS = re.compile(r"(?:What|Which|How|When|Where|Who|Why)\b.*\?$")
_YES_OR_NO = re.compile(r"(?:Yes|No|Not|Maybe|It depends|Sometimes|Absolutely|Sure)\b", re.IGNORECASE)


def asked(passage: Passage) -> Iterator[Draft]:
    """At most one draft: the heading's question made to stand alone, where the answer is short enough."""
    heading = plain(passage.headings[-1]) if passage.headings else ""
    if not _ASKS.match(heading) or heading.startswith("How do") or is_junk(heading) or length(heading) < 4:
        return
    paragraph = next((block for block in blocks(passage.text) if block.kind != "heading"), None)
    if paragraph is None or paragraph.kind != "paragraph" or passage.cut_start:
        return
    start, end = paragraph.place
    found = sentences(passage.text[start:end])
    if not found:
        return
    sentence = start + found[0][0], start + found[0][1]
    answer = bare(passage.text, sentence)
    if answer is None or length(passage.text[slice(*answer)]) > 12:
        answer = clause(passage.text, sentence)
    if (
        answer is None
        or _YES_OR_NO.match(passage.text[slice(*answer)])
        or not says_something(passage.text[slice(*answer)])
    ):
        return
    where = passage.within(heading)
    question = f"{heading[:-1]}{where}?"
    quote = sentence
    head = passage.text.find(passage.headings[-1])
    if 0 <= head < start and length(passage.text[head : sentence[1]]) <= 60:
        quote = head, sentence[1]  # the answer alone does not say what it answers
    yield Draft("asked", question, (Part(answer, quote),))
