"""Hypothesis -> texts, candidates, items and benchmarks: anything that our records allow."""

from __future__ import annotations

import re

from hypothesis import strategies as st

from benchmill.records import (
    CRITERIA,
    KINDS,
    AnswerComponent,
    Benchmark,
    Candidate,
    Chunk,
    Critique,
    Evidence,
    Hop,
    Item,
    NearMiss,
    Reading,
    Span,
    Verdict,
)

# Every code point there is, lone surrogates included; what breaks lines and formats more often than chance would.
_CHARACTERS = st.one_of(
    st.characters(exclude_categories=()),
    st.sampled_from("\u2028\u2029\x85\ufeff\r\n\t\"'\\{}<>&;,\x00\x1b\ud800\udfff\U0001f600e\u0301=+-@|"),
)
# JSON has no way to keep a high surrogate apart from a low one behind it: the two are one character there.
texts = st.text(_CHARACTERS, max_size=30).filter(lambda text: not re.search("[\ud800-\udbff][\udc00-\udfff]", text))
words = texts.filter(lambda text: bool(text.strip()))
paths = st.lists(st.text(st.characters(categories=["L", "Nd"]), min_size=1, max_size=8), min_size=1, max_size=3).map(
    "/".join
)


@st.composite
def evidence(draw: st.DrawFn) -> Evidence:
    text = draw(words)
    start = draw(st.integers(0, 10**6))
    span = Span(draw(paths), start, start + len(text), text)
    return Evidence(
        span, draw(st.sampled_from(["seed", "promoted", "human", "aligned"])), draw(st.sampled_from([1, 2]))
    )


several = st.lists(evidence(), min_size=1, max_size=3).map(tuple)
short_answers = st.lists(texts, max_size=2).map(tuple)
components = st.builds(AnswerComponent, text=words, evidence=several, short_answers=short_answers)
candidates = st.builds(
    Candidate,
    kind=st.sampled_from(KINDS),
    question=words,
    answer=texts,
    components=st.lists(components, min_size=1, max_size=3).map(tuple),
    chunk_ids=st.lists(texts, max_size=2).map(tuple),
    request_key=texts,
    hops=st.lists(st.builds(Hop, question=texts, answer=texts, evidence=evidence()), max_size=2).map(tuple),
    readings=st.lists(
        st.builds(Reading, question=texts, answer=texts, evidence=several, short_answers=short_answers), max_size=2
    ).map(tuple),
    near_miss=st.none()
    | st.builds(NearMiss, evidence=evidence(), wrong_answer=texts, missing=texts)
    | st.builds(NearMiss, evidence(), texts, texts, st.just("premise"), evidence()),
    alias=texts,
)


@st.composite
def verdicts(draw: st.DrawFn, candidate: Candidate) -> tuple[Verdict, ...]:
    criteria = draw(st.lists(st.sampled_from(CRITERIA), unique=True))
    return tuple(
        Verdict(
            candidate.id,
            criterion,
            draw(st.integers(1, 5)),
            draw(texts),
            draw(texts),
            draw(texts),
            asked_as=draw(texts),
        )
        for criterion in criteria
    )


@st.composite
def items(draw: st.DrawFn, number: int) -> Item:
    candidate = draw(candidates)
    return Item(
        id=f"q-{number:016x}",
        critique=Critique(candidate, draw(verdicts(candidate))),
        chapter=draw(st.integers(1, 3)),
        question_number=number,
        generator=draw(texts),
        prompt=draw(texts),
        review=draw(texts),
    )


@st.composite
def benchmarks(draw: st.DrawFn) -> Benchmark:
    made = tuple(draw(items(number)) for number in range(draw(st.integers(0, 3))))
    chunk = Chunk(draw(evidence()).span, draw(st.lists(texts, max_size=2).map(tuple)))
    return Benchmark(draw(texts), (), made, (chunk,))
