"""A line of checks_cases.json -> Candidate, seed, corpus facts."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from benchmill.critique.checks import CheckSettings, CorpusFacts
from benchmill.records.candidate import AnswerComponent, Candidate, Evidence, Hop, NearMiss, Reading
from benchmill.records.corpus import Chunk, Document, Span
from benchmill.records.manner import Manner

CASES = Path(__file__).with_name("checks_cases.json")


@dataclass(frozen=True)
class Line:
    """One case: whether `check` lets the candidate pass."""

    check: str
    ok: bool
    candidate: Candidate
    seed: Chunk
    corpus: tuple[Sequence[Chunk], Sequence[Document], str]
    settings: CheckSettings
    shown: bool = False
    """Whether docs/checks.md has it as the check's example."""

    @cached_property
    def facts(self) -> CorpusFacts:
        """Made where they are looked at: each of pytest's processes has all the cases, and runs few of them."""
        return CorpusFacts.of(*self.corpus)

    def __str__(self) -> str:
        return f"{self.check}-{'passes' if self.ok else 'fails'}-{ascii(self.candidate.question)[1:60]}"


def lines() -> list[Line]:
    content: Mapping[str, Any] = json.loads(CASES.read_text(encoding="utf-8"))
    return [line_of(case, content["seeds"]) for case in content["cases"]]


def line_of(case: Mapping[str, Any], seeds: Mapping[str, Any]) -> Line:
    seed = seeds[case.get("seed", "kestrel")]
    document = Document(seed["document"], seed["text"], seed["title"], "0", "text/markdown")
    end = seed["text"].index(case["cut"]) if "cut" in case else len(seed["text"])
    chunk = Chunk(Span.of(document, 0, end), tuple(seed["headings"]))
    second = _second(case, seeds)
    if case.get("seen"):  # what is cut off is the next passage of the same section
        second = document, Chunk(Span.of(document, end, len(document.text)), tuple(seed["headings"]))
    chunks = [chunk, *([second[1]] if second else [])]
    parts = case.get("components", [[case["a"], case.get("quote", case["a"])]])
    candidate = Candidate(
        kind=case.get("kind", "factoid"),
        question=case["q"],
        answer=case["a"],
        components=tuple(_component(part, case, document, chunks) for part in parts),
        chunk_ids=tuple(each.id for each in chunks),
        hops=tuple(Hop(q, a, _evidence(quote, chunks)) for q, a, quote in case.get("hops", ())),
        readings=tuple(Reading(q, a, (_evidence(quote, chunks),), (a,)) for q, a, quote in case.get("readings", ())),
        near_miss=_near_miss(case["near"], chunks) if "near" in case else None,
        manner=Manner(**{**case.get("manner", {}), "words": tuple(case.get("manner", {}).get("words", ())) or None}),
    )
    settings = CheckSettings(style=case.get("style", "question"))
    among = corpus(case.get("corpus", ""), document, chunk, seed.get("language", ""), second)
    return Line(case["check"], case["ok"], candidate, chunk, among, settings, case.get("shown", False))


def _second(case: Mapping[str, Any], seeds: Mapping[str, Any]) -> tuple[Document, Chunk] | None:
    """The other passage of a question that needs two."""
    if "second" not in case:
        return None
    seed = seeds[case["second"]]
    document = Document(seed["document"], seed["text"], seed["title"], "0", "text/markdown")
    return document, Chunk(Span.of(document, 0, len(document.text)), tuple(seed["headings"]))


def _near_miss(near: Sequence[Any], chunks: Sequence[Chunk]) -> NearMiss:
    """[quote, wrong answer, what is missing] or, of a false premise, with `premise` and what contradicts it."""
    quote, wrong, missing, *change = near
    denial = _evidence(change[1], chunks) if change else None
    return NearMiss(_evidence(quote, chunks), wrong, missing, change[0] if change else "", denial)


def _component(
    part: Sequence[Any], case: Mapping[str, Any], document: Document, chunks: Sequence[Chunk]
) -> AnswerComponent:
    """[text, quote] or [text, quote, short answer]."""
    text, quote, *short = part
    if len(chunks) > 1:
        return AnswerComponent(text, (_evidence(quote, chunks),), tuple(short))
    return AnswerComponent(text, (Evidence(_span(quote, case, document)),), tuple(short))


def _evidence(quote: str, chunks: Sequence[Chunk]) -> Evidence:
    chunk = next(each for each in chunks if quote in each.text)
    at = chunk.text.index(quote)
    return Evidence(Span(chunk.document_id, chunk.start + at, chunk.start + at + len(quote), quote))


def _span(quote: str, case: Mapping[str, Any], document: Document) -> Span:
    """The quote where it stands; `*` is the whole text; one that stands nowhere is put at the beginning, as a lie."""
    if quote == "*":
        return Span.of(document, 0, len(document.text))
    at = max(document.text.find(quote), 0) + case.get("shift", 0)
    return Span(case.get("elsewhere", document.id), at, at + len(quote), quote)


def corpus(
    name: str, document: Document, chunk: Chunk, language: str, second: tuple[Document, Chunk] | None = None
) -> tuple[Sequence[Chunk], Sequence[Document], str]:
    """Chunks, documents and language: the seed alone, or among the chunks of a named corpus."""
    texts = _texts(name)
    others = [Document(f"more/{number:03}.md", text, "More", "0", "text/markdown") for number, text in enumerate(texts)]
    more = [second] if second else []
    chunks = [
        chunk,
        *(each for _, each in more),
        *(Chunk(Span.of(other, 0, len(other.text)), ("More",)) for other in others),
    ]
    return chunks, [document, *(each for each, _ in more), *others], language


@cache
def _texts(name: str) -> Sequence[str]:
    if name == "pages":
        return [f"Each `page` of a `section` has number {number}." for number in range(20)]
    if name == "sites":
        content: Mapping[str, Any] = json.loads(CASES.read_text(encoding="utf-8"))
        return list(content["sites"])
    if name == "large":
        common = "The client sends a request over a connection and waits for the response with the default timeout."
        return [f"{common} Widget{number} belongs to gadget {number}." for number in range(300)]
    return []
