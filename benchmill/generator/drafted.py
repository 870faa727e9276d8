"""A Draft and its passages -> a Candidate with evidence located to the character, or a Failure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from benchmill.generator.aliases import equal_forms
from benchmill.generator.debris import without_debris
from benchmill.generator.entries import whole_entries
from benchmill.generator.evidence import locate, sentence_with
from benchmill.generator.kinds.task import WritingTask
from benchmill.generator.writer_replies import Draft, Part
from benchmill.prompts.fencing import one_line
from benchmill.records import AnswerComponent, Candidate, Chunk, Evidence, Failure, Hop, Kind, NearMiss, Reading, Span
from benchmill.records.languages import detect
from benchmill.records.names import unproven_name
from benchmill.records.narrowing import allowed_share, fits, needed, too_long
from benchmill.records.widening import introduced, naming, proving
from benchmill.records.words import words


@dataclass(frozen=True, slots=True)
class _Located:
    """A part of the answer with the span that proves it."""

    answer: str
    label: str
    evidence: Evidence
    chunk: Chunk
    aliases: tuple[str, ...] = ()

    @property
    def forms(self) -> tuple[str, ...]:
        """All forms of the answer, where there are several."""
        return (self.answer, *self.aliases) if self.aliases else ()

    def worded(self, answer: str) -> _Located:
        """The part with a fuller answer; what the model wrote stays another form of it."""
        return self if answer == self.answer else replace(self, answer=answer, aliases=(self.answer, *self.aliases))


def candidate_of(draft: Draft, key: str, task: WritingTask, kind: Kind) -> Candidate | Failure:
    """The candidate that `draft` describes; a Failure (stage `check`) if a quote is in none of the passages."""
    question = _clean(draft.question)
    if not question:
        return Failure("generate", task.seed.id, "malformed", "a question of invisible characters only", key)
    parts: list[_Located] = []
    for part in draft.parts:
        # The hops are in two passages: a sentence that both have is first looked for where no hop before is.
        taken = {part.chunk.id for part in parts} if kind == "multi_hop" else set()
        passages = sorted(task.passages, key=lambda chunk: chunk.id in taken)
        located = _located(part, _asked(draft, part, question, kind), passages, task.seed, kind)
        if isinstance(located, str):
            reason = f"{located}; its question: {question}"
            if not _clean(part.answer):
                return Failure("generate", task.seed.id, "malformed", reason, key)
            return Failure("check", task.seed.id, "quote-not-found", reason, key)
        parts.append(located)
    denial = _denial(draft, task.passages)
    if isinstance(denial, str):
        return Failure("check", task.seed.id, "quote-not-found", f"{denial}; its question: {question}", key)
    manner = replace(task.manner, begin=task.begin)
    return replace(_candidate(draft, question, parts, key, kind, denial), manner=manner)


def _candidate(
    draft: Draft, question: str, parts: Sequence[_Located], key: str, kind: Kind, denial: Evidence | None
) -> Candidate:
    chunk_ids = tuple(dict.fromkeys(part.chunk.id for part in parts))
    if kind == "unanswerable":
        (near,) = parts
        miss = NearMiss(near.evidence, near.answer, _clean(draft.changed), draft.change, denial)
        return Candidate(kind, question, "", (), chunk_ids, key, near_miss=miss)
    if kind == "comparison":
        parts = _in_order(parts, question)
        sides = tuple(AnswerComponent(f"{p.label}: {p.answer}", (p.evidence,), (p.answer,)) for p in parts)
        return Candidate(kind, question, "; ".join(side.text for side in sides), sides, chunk_ids, key)
    if kind == "list":
        whole = whole_entries([(part.answer, part.evidence.span.text) for part in parts])
        parts = [part.worded(answer) for part, answer in zip(parts, whole, strict=True)]
    components = tuple(AnswerComponent(part.answer, (part.evidence,), part.forms) for part in parts)
    if kind == "multi_hop":
        hops = tuple(Hop(part.label or question, part.answer, part.evidence) for part in parts)
        return Candidate(kind, question, parts[-1].answer, components, chunk_ids, key, hops=hops)
    if kind == "ambiguous":
        readings = tuple(Reading(p.label or question, p.answer, (p.evidence,), (p.answer,)) for p in parts)
        answer = _clean(draft.answer) or "; ".join(f"{reading.question} {reading.answer}" for reading in readings)
        return Candidate(kind, question, answer, components, chunk_ids, key, readings=readings)
    answer = "; ".join(part.answer for part in parts)
    return Candidate(kind, question, answer, components, chunk_ids, key)


def _asked(draft: Draft, part: Part, question: str, kind: Kind) -> str:
    """What a quote of the part must speak of: a hop also of what the other hops found."""
    found = [f"{other.label} {other.answer}" for other in draft.parts if kind == "multi_hop" and other is not part]
    return "\n".join((question, part.label, *found))


def _located(part: Part, asked: str, passages: Sequence[Chunk], seed: Chunk, kind: Kind) -> _Located | str:
    """The part with its span, or the reason why it has none; `asked` begins with the question."""
    question = asked.partition("\n")[0]
    answer = _clean(part.answer)
    if not answer:
        return "an answer of invisible characters only"
    for chunk in passages:
        span = locate(part.quote, chunk) if part.quote else sentence_with(answer, question, chunk)
        if span is not None:
            evidence = Evidence(_naming(_fitting(span, part, asked, chunk, seed, kind), answer, asked, chunk))
            aliases = equal_forms(answer, [_clean(form) for form in part.aliases], evidence.span.text, chunk.text)
            return _Located(answer, _clean(part.label), evidence, chunk, aliases)
    where = "the passage" if len(passages) == 1 else "any of the passages"
    if part.quote:
        return f"the quote {part.quote[:200]!r} is not in {where}"
    return f"no quote, and no sentence of {where} has the answer {answer!r}"


def _denial(draft: Draft, passages: Sequence[Chunk]) -> Evidence | str | None:
    """The sentences that deny what the question assumes, if it assumes something false; or why they are not found."""
    if draft.change != "premise":
        return None
    for chunk in passages:
        if span := locate(draft.contradicted_by, chunk):
            return Evidence(span)
    return f"the quote {draft.contradicted_by[:200]!r}, which should contradict its premise, is not in the passage"


def _in_order(sides: Sequence[_Located], question: str) -> Sequence[_Located]:
    """The sides of a comparison in the order in which the question names them, where it names them all.

    The longer name is found first, and a name as it is written before one in other letters: `mfm` is neither the MFM
    that the question is about nor a part of its `mfm_parser`.
    """
    places = {}
    for name in sorted((side.label for side in sides), key=len, reverse=True):
        found = re.search(re.escape(name), question) or re.search(re.escape(name), question, re.IGNORECASE)
        places[name] = found.start() if found else -1
        question = question.replace(found[0], " " * len(found[0])) if found else question
    return sorted(sides, key=lambda side: places[side.label]) if min(places.values()) >= 0 else sides


def _fitting(span: Span, part: Part, asked: str, chunk: Chunk, seed: Chunk, kind: Kind) -> Span:
    """The span without the sentences that it does not need, if it is too long; then widened until it alone proves the
    answer, unless that makes it a large part of its passage.
    """
    answers, language = (part.answer, *part.aliases), detect(chunk.text) or "en"
    share = allowed_share(span.text, chunk.text, inside=chunk == seed, steps=kind == "procedure")
    offset = span.start - chunk.span.start
    if too_long(span.text, chunk.text, asked, answers, language, share=share):
        start, end = needed(span.text, asked, answers, language) or (0, len(span.text))
        span = chunk.part(offset + start, offset + end)
        offset += start
    question = part.label or asked.partition("\n")[0]
    start, end = proving(chunk.text, offset, offset + len(span.text), question, language)
    is_bare = kind in ("factoid", "multi_hop") and set(words(chunk.text[start:end])) <= set(words(part.answer))
    if is_bare:  # of the command alone nobody knows its use, even if little stands around it
        start, end = introduced(chunk.text, start, end, question, language)
        keeps = not too_long(chunk.text[start:end], chunk.text, asked, answers, language, share=share)
    else:
        keeps = fits(chunk.text[start:end], chunk.text)
    return chunk.part(start, end) if keeps else span


def _naming(span: Span, answer: str, asked: str, chunk: Chunk) -> Span:
    """The span with its neighbours where they have a name of the answer that it lacks: "add this line:" and the line.

    As it is where they lack the name, too, or would make it a large part of its passage: the check then refuses it.
    """
    language = detect(chunk.text) or "en"
    known = "\n".join((asked, *chunk.headings))
    if not unproven_name(answer, f"{span.text}\n{known}", language):
        return span
    offset = span.start - chunk.span.start
    place = naming(
        chunk.text,
        offset,
        offset + len(span.text),
        lambda said: not unproven_name(answer, f"{said}\n{known}", language),
    )
    return chunk.part(*place) if place and fits(chunk.text[slice(*place)], chunk.text) else span


def _clean(text: str) -> str:
    return without_debris(one_line(text, 1000))
