"""A name -> a made-up benchmark with that property: good, leaky, redundant, tiny, mislabelled, one-sided, stale."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace

from benchmill.records import (
    AnswerComponent,
    Benchmark,
    Candidate,
    Chunk,
    Critique,
    Document,
    Evidence,
    Item,
    Span,
)

_ADJECTIVES = ("amber", "brisk", "calm", "dense", "eager", "faint", "grand", "hollow", "ivory", "jolly")
_NOUNS = ("scheduler", "broker", "gateway", "archiver", "indexer", "balancer")
# sentence, question in other words, question that copies the sentence, answer
_FACTS = (
    (
        "The {s} discards finished jobs as soon as they have become {n} days old.",
        "How long does the {s} keep work that is done?",
        "The {s} discards finished jobs as soon as they have become how many days old?",
        "{n} days",
    ),
    (
        "No more than {n} clients may be connected to one instance of the {s} together.",
        "What is the ceiling on simultaneous users of the {s}?",
        "How many clients may be connected to one instance of the {s} together?",
        "{n} clients",
    ),
    (
        "Unless its operator chooses another, port {n} is where the {s} waits for requests.",
        "By which number does a caller reach the {s} at first?",
        "Unless its operator chooses another, which port is where the {s} waits for requests?",
        "port {n}",
    ),
    (
        "Log files of the {s} are rotated every night and whenever they reach {n} megabytes.",
        "How large may the journal of the {s} grow?",
        "Log files of the {s} are rotated every night and whenever they reach how many megabytes?",
        "{n} megabytes",
    ),
)
_FILLERS = (
    "Operators of the {s} rarely change this.",
    "Ask whoever runs the {s} before you rely on it.",
    "A later release of the {s} may choose another value.",
    "Staging and production run the {s} alike.",
)


@dataclass(frozen=True)
class Planted:
    """A benchmark, the documents as they are today, and the problems that its verdict must name."""

    benchmark: Benchmark
    today: tuple[Document, ...]
    problems: frozenset[str]


@dataclass(frozen=True)
class _Fact:
    question: str
    copied: str
    answer: str
    quote: Span
    chunk: Chunk


def planted(name: str) -> Planted:
    """The benchmark called `name`."""
    return _PLANTED[name]()


def names() -> tuple[str, ...]:
    return tuple(_PLANTED)


def _subjects() -> list[str]:
    return [f"{adjective} {noun}" for adjective in _ADJECTIVES for noun in _NOUNS]


def _document(path: str, subjects: list[str]) -> tuple[Document, list[_Fact]]:
    """A page with four sections for each subject; the numbers differ from page to page, not from run to run."""
    rng = random.Random(f"{subjects}")
    text, places = "", []
    for subject in subjects:
        for part, (sentence, question, copied, answer) in enumerate(_FACTS):
            number = rng.randrange(1000, 9000)
            words = sentence.format(s=subject, n=number)
            text += f"## {subject} {part + 1}\n\n"
            start = len(text)
            filler = " ".join(line.format(s=subject) for line in rng.sample(_FILLERS, 2))
            text += f"{words} {filler}\n\n"
            places.append(
                (start, len(words), question.format(s=subject), copied.format(s=subject), answer.format(n=number))
            )
    page = Document(path, text, path.removesuffix(".md"), path, "text/markdown")
    facts = []
    for start, length, question, copied, answer in places:
        end = text.index("\n\n", start)
        chunk = Chunk(Span.of(page, start, end), (f"section {start}",))
        facts.append(_Fact(question, copied, answer, Span.of(page, start, start + length), chunk))
    return page, facts


def _item(
    fact: _Fact, number: int, *, question: str = "", quote: Span | None = None, chunk: Chunk | None = None
) -> Item:
    component = AnswerComponent(fact.answer, (Evidence(quote or fact.quote),))
    candidate = Candidate("factoid", question or fact.question, fact.answer, (component,), ((chunk or fact.chunk).id,))
    return Item(Item.id_for(candidate), Critique(candidate), 1, number, "openai:writer")


def _pages() -> list[tuple[Document, list[_Fact]]]:
    return [_document(f"{subject.replace(' ', '-')}.md", [subject]) for subject in _subjects()]


def _benchmark(pages: list[tuple[Document, list[_Fact]]], items: list[Item]) -> Benchmark:
    chunks = tuple(fact.chunk for _, facts in pages for fact in facts)
    return Benchmark("planted", tuple(page for page, _ in pages), tuple(items), chunks)


def _chosen(pages: list[tuple[Document, list[_Fact]]]) -> list[_Fact]:
    """Two facts a page, over the pages each of the four as often."""
    return [facts[(number + step) % 4] for number, (_, facts) in enumerate(pages) for step in (0, 2)]


def _good() -> Planted:
    pages = _pages()
    items = [_item(fact, number) for number, fact in enumerate(_chosen(pages), 1)]
    return Planted(_benchmark(pages, items), tuple(page for page, _ in pages), frozenset())


def _leaky() -> Planted:
    pages = _pages()
    items = [_item(fact, number, question=fact.copied) for number, fact in enumerate(_chosen(pages), 1)]
    today = tuple(page for page, _ in pages)
    return Planted(_benchmark(pages, items), today, frozenset({"copied-wording"}))


def _redundant() -> Planted:
    pages = _pages()
    twice = [
        *pages,
        *(_document(f"copy/{page.id}", [subject]) for (page, _), subject in zip(pages, _subjects(), strict=True)),
    ]
    items = [_item(fact, number) for number, fact in enumerate(_chosen(twice), 1)]
    items = list({item.id: item for item in items}.values())
    return Planted(_benchmark(twice, items), tuple(page for page, _ in twice), frozenset({"redundant"}))


def _tiny() -> Planted:
    pages = _pages()
    items = [_item(fact, number) for number, fact in enumerate(_chosen(pages)[::10], 1)]
    return Planted(_benchmark(pages, items), tuple(page for page, _ in pages), frozenset({"tiny"}))


def _mislabelled() -> Planted:
    pages = _pages()
    facts = _chosen(pages)
    items = []
    for number, fact in enumerate(facts, 1):
        wrong = facts[(number + 40) % len(facts)] if number % 10 == 0 else fact
        items.append(_item(fact, number, quote=wrong.quote, chunk=wrong.chunk))
    return Planted(_benchmark(pages, items), tuple(page for page, _ in pages), frozenset({"mislabelled"}))


def _one_sided() -> Planted:
    subjects = _subjects()
    long, facts = _document("everything.md", subjects[:30])
    others = [_document(f"{subject.replace(' ', '-')}.md", [subject]) for subject in subjects[30:]]
    pages = [(long, facts), *others]
    items = [_item(fact, number) for number, fact in enumerate(facts, 1)]
    return Planted(_benchmark(pages, items), tuple(page for page, _ in pages), frozenset({"one-sided"}))


def _stale() -> Planted:
    good = _good()
    today = tuple(
        replace(page, text=page.text.replace("0", "7")) if number % 5 == 0 else page
        for number, page in enumerate(good.today)
    )
    return Planted(good.benchmark, today, frozenset({"stale"}))


_PLANTED: dict[str, Callable[[], Planted]] = {
    "good": _good,
    "leaky": _leaky,
    "redundant": _redundant,
    "tiny": _tiny,
    "mislabelled": _mislabelled,
    "one-sided": _one_sided,
    "stale": _stale,
}
