"""Passages -> questions of a kind, and back: the simulated critic finds the passages that give such a question.

The simulated model understands nothing. It makes the same questions of the same passages. So a critic that is shown
several passages can find the one or two that gave a question.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain, combinations, islice, permutations
from random import Random

from tests.servers.simulated.by_hand import Record, by_hand, shown
from tests.servers.simulated.entries import Entry, defined, enumerated, explained, lists, steps, walk_through
from tests.servers.simulated.facts import Fact, FactKind, facts, topics_of
from tests.servers.simulated.passages import Passage, subject
from tests.servers.simulated.wordings import Language, form, language_of

_NOWHERE = ("moonlight", "seaweed", "stardust", "marmalade", "velvet", "driftwood", "snowdrops", "porcelain")
_MOST_MADE = 4
"""More questions of the same passages are not tried."""


@dataclass(frozen=True)
class Made:
    """A question of a kind, as the writer's record; the critic's answer; passage number -> its quote there."""

    record: Record
    answer: str
    quotes: Mapping[int, str]

    @property
    def question(self) -> str:
        return str(self.record["question"])


def kind_of(names: frozenset[str]) -> str:
    """The kind a writer's schema asks for, by the names of its fields."""
    signs = {"entries": "list", "steps": "procedure", "sides": "comparison", "first": "multi_hop"}
    signs |= {"wrong_answer": "unanswerable", "long_answer": "ambiguous"}
    return next((kind for sign, kind in signs.items() if sign in names), "factoid")


def write(kind: str, passages: Sequence[Passage], most: int) -> list[Made]:
    """Up to `most` questions of this kind that the passages give."""
    return list(islice(_WRITERS[kind](passages), most))


def recognised(question: str, pack: Sequence[Passage], kinds: Sequence[str]) -> tuple[Made, tuple[Passage, ...]] | None:
    """The passages that gave `question`, with the record that was made of them."""
    for kind in kinds:
        for chosen in (made for size in _SIZES[kind] for made in permutations(pack, size)):
            for made in islice(_WRITERS[kind](chosen), _MOST_MADE):
                if made.question == question:
                    return made, chosen
    return None


def readings_of(question: str, pack: Sequence[Passage]) -> list[Record]:
    """The readings of an ambiguous question: a value of one name in each passage, or those of the two that gave it."""
    if known := [record for record in by_hand() if record["question"] == question]:
        return shown(known[0], pack)
    for passage in pack:
        for name in defined(passage.text):
            if form(language_of(passage.text), "value").format(subject=name) == question:
                return [_value(name, other) for other in pack if name in defined(other.text)]
    found = recognised(question, pack, ("ambiguous",))
    return list(found[0].record["readings"]) if found else []  # type: ignore[call-overload]


def _listing(passage: Passage, number: int, runs: Iterator[tuple[Entry, ...]], kind: str, field: str) -> Iterator[Made]:
    name, language = subject(passage), language_of(passage.text)
    for entries in runs:
        at = passage.text.index(entries[0].quote)
        whole = passage.text[at : passage.text.index(entries[-1].quote, at) + len(entries[-1].quote)]
        answers = [entry.answer for entry in entries]
        topics = topics_of(whole, " ".join(answers))[:2]
        if len(topics) < 2:
            topics = topics_of(passage.text, " ".join(answers))[:2]
        # a heading such as "Add a user" names what its steps are about; a list's heading must not name an entry
        if len(topics) < 2 or (kind == "list" and any(each.strip("`*").lower() in name.lower() for each in answers)):
            continue
        about = form(language, "and").join(topics)
        parts = [{"quote": entry.quote, "answer": entry.answer} for entry in entries]
        question = form(language, kind).format(subject=name, topics=about)
        yield Made({field: parts, "question": question}, "; ".join(answers), {number: whole})


def _list(passages: Sequence[Passage]) -> Iterator[Made]:
    text = passages[0].text
    return _listing(passages[0], 0, chain(lists(text), enumerated(text)), "list", "entries")


def _procedure(passages: Sequence[Passage]) -> Iterator[Made]:
    for number, passage in enumerate(passages):
        runs = chain(steps(passage.text), walk_through(passage.text))
        yield from _listing(passage, number, runs, "procedure", "steps")


def _two_facts(passages: Sequence[Passage]) -> Iterator[tuple[Fact, Fact]]:
    """Facts of the two passages whose answers occur in their own passage only."""
    if len(passages) < 2:
        return
    one, other = passages[:2]
    for first in (*facts(one.text), *_row_facts(one.text)):
        for second in (*facts(other.text), *_row_facts(other.text)):
            apart = first.answer not in other.text and second.answer not in one.text
            if apart and first.answer != second.answer:
                yield first, second


@cache
def _row_facts(text: str) -> tuple[Fact, ...]:
    """A fact for each row or entry that gives a name a value."""
    language, found = language_of(text), []
    for name, entry in defined(text).items():
        topics = topics_of(entry.quote, f"{name} {entry.answer}")
        if len(topics) > 1:
            kind: FactKind = "figure" if entry.answer[0].isdigit() else "name"
            found.append(Fact(entry.quote, entry.answer, kind, topics, language))
    return tuple(found)


def _comparison(passages: Sequence[Passage]) -> Iterator[Made]:
    if len(passages) == 1:
        yield from _two_entries(passages[0])
        yield from _two_names(passages[0])
        yield from _two_sentences(passages[0])
        return
    names = [subject(passage) for passage in passages[:2]]
    for first, second in _two_facts(passages):
        if names[0] == names[1] or _overlap(" ".join(names), [first.answer, second.answer]):
            continue
        entries = [Entry(fact.sentence, fact.answer) for fact in (first, second)]
        about = form(first.language, "and").join((first.topics[0], second.topics[-1]))
        yield _compared(names, entries, form(first.language, "comparison"), about, (0, 1))
        return


def _two_entries(passage: Passage) -> Iterator[Made]:
    """Two entries of one list or table that explain two names."""
    language = language_of(passage.text)
    for found in explained(passage.text):
        for one, other in combinations(found, 2):
            entries = [found[one], found[other]]
            answers = [entry.answer for entry in entries]
            topics = topics_of(passage.text, " ".join((one, other, *answers)))[:2]
            if len(topics) == 2 and answers[0] != answers[1]:
                about = form(language, "and").join(topics)
                yield _compared((one, other), entries, form(language, "comparison"), about, (0, 0))


def _two_names(passage: Passage) -> Iterator[Made]:
    """Two names that are defined in one passage, each with a value of its own."""
    found, language = defined(passage.text), language_of(passage.text)
    for one, other in combinations(found, 2):
        entries = [found[one], found[other]]
        answers = [entry.answer for entry in entries]
        topics = topics_of(passage.text, " ".join((one, other, *answers)))[:2]
        figures = all(answer[0].isdigit() for answer in answers)
        if not figures or len(topics) < 2 or answers[0] == answers[1] or _overlap(f"{one} {other}", answers):
            continue
        about = form(language, "and").join(topics)
        yield _compared((one, other), entries, form(language, "comparison"), about, (0, 0))


def _two_sentences(passage: Passage) -> Iterator[Made]:
    """Two sentences of one passage that each name something of their own and say a value of it."""
    language, found = language_of(passage.text), []
    for fact in facts(passage.text):
        names = [name for name in re.findall(r"`[^`\n]{2,40}`", fact.sentence) if fact.answer not in name]
        if names:
            found.append((names[0], fact))
    for (one, first), (other, second) in combinations(found, 2):
        answers = [first.answer, second.answer]
        if one == other or answers[0] == answers[1] or _overlap(f"{one} {other}", answers):
            continue
        topics = [topic for topic in (*first.topics, *second.topics) if not _overlap(topic, answers)]
        if topics:
            entries = [Entry(fact.sentence, fact.answer) for fact in (first, second)]
            yield _compared((one, other), entries, form(language, "comparison"), topics[0], (0, 0))


def _compared(names: Sequence[str], entries: Sequence[Entry], wording: str, about: str, at: tuple[int, int]) -> Made:
    sides = [
        {"name": name, "quote": entry.quote, "answer": entry.answer} for name, entry in zip(names, entries, strict=True)
    ]
    answer = "; ".join(f"{side['name']}: {side['answer']}" for side in sides)
    question = wording.format(one=names[0], other=names[1], topics=about)
    quotes = {number: entry.quote for number, entry in zip(at, entries, strict=True)}
    return Made({"sides": sides, "question": question}, answer, quotes)


def _multi_hop(passages: Sequence[Passage]) -> Iterator[Made]:
    """A question of each two passages that give one."""
    for chosen in combinations(passages, 2):
        yield from _two_hops(chosen)


def _two_hops(passages: Sequence[Passage]) -> Iterator[Made]:
    for first, second in _two_facts(passages):
        names = [subject(passage) for passage in passages[:2]]
        if _overlap(" ".join(names), [first.answer, second.answer]):
            continue
        hops = [
            {"question": fact.question(name, Random(0)), "quote": fact.sentence, "answer": fact.answer}
            for name, fact in zip(names, (first, second), strict=True)
        ]
        join = form(first.language, "and")
        question = form(first.language, "multi_hop").format(
            one=names[0], other=names[1], topics=join.join(first.topics[:2]), end=join.join(second.topics[:2])
        )
        record: Record = {"first": hops[0], "second": hops[1], "question": question}
        yield Made(record, second.answer, {0: first.sentence, 1: second.sentence})
        return


def _unanswerable(passages: Sequence[Passage]) -> Iterator[Made]:
    passage = passages[0]
    for fact in facts(passage.text):
        name = subject(passage)
        nowhere = Random(fact.sentence).choice(_NOWHERE)
        if nowhere in passage.text or _overlap(name, [fact.answer]):
            continue
        question = replace(fact, topics=(nowhere, fact.topics[0])).question(name, Random(fact.sentence))
        record: Record = {
            "quote": fact.sentence,
            "wrong_answer": fact.answer,
            "change": "thing",
            "changed": nowhere,
            "contradicted_by": "",
            "question": question,
        }
        yield Made(record, "", {})
        return


def _ambiguous(passages: Sequence[Passage]) -> Iterator[Made]:
    """What a person wrote; else a name that every passage defines, with its values; else two facts."""
    for known in by_hand():
        if shown(known, passages) == known["readings"]:
            yield Made(known, str(known["long_answer"]), {})
            return
    entries = [defined(passage.text) for passage in passages]
    language = language_of(passages[0].text)
    for name in entries[0]:
        own = [each[name].answer for each in entries if name in each]
        if len(set(own)) == len(passages) > 1:
            readings = [_value(name, passage) for passage in passages]
            question = form(language, "value").format(subject=name)
            yield _read(readings, question, language)
            return
    both = [passages[0], passages[min(1, len(passages) - 1)]]
    for first, second in _two_facts(both) if len(passages) > 1 else combinations(facts(passages[0].text), 2):
        name, about = subject(passages[0]), f"{first.topics[0]} {second.topics[0]}"
        answers = [first.answer, second.answer]
        if answers[0] == answers[1] or first.sentence == second.sentence or _overlap(f"{name} {about}", answers):
            continue
        readings = [
            {
                "question": fact.question(f"{subject(passage)} of {passage.place.split(' > ')[0]}", Random(0)),
                "quote": fact.sentence,
                "answer": fact.answer,
            }
            for passage, fact in zip(both, (first, second), strict=True)
        ]
        about = form(first.language, "and").join((first.topics[0], second.topics[0]))
        yield _read(readings, form(first.language, "ambiguous").format(subject=name, topics=about), first.language)
        return


def _value(name: str, passage: Passage) -> Record:
    entry = defined(passage.text)[name]
    asks = form(language_of(passage.text), "reading").format(subject=name, topics=subject(passage))
    return {"question": asks, "quote": entry.quote, "answer": entry.answer}


def _read(readings: Sequence[Record], question: str, language: Language) -> Made:
    answers = [str(reading["answer"]) for reading in readings]
    long_answer = form(language, "long_answer").format(one=", ".join(answers[:-1]), other=answers[-1])
    record: Record = {"readings": list(readings), "question": question, "long_answer": long_answer}
    return Made(record, long_answer, {number: str(reading["quote"]) for number, reading in enumerate(readings)})


def _overlap(name: str, answers: Sequence[str]) -> bool:
    said = Counter(word.lower() for answer in answers for word in re.findall(r"\w+", answer))
    return any(word.lower() in said for word in re.findall(r"\w+", name))


_WRITERS: Mapping[str, Callable[[Sequence[Passage]], Iterator[Made]]] = {
    "list": _list,
    "procedure": _procedure,
    "comparison": _comparison,
    "multi_hop": _multi_hop,
    "unanswerable": _unanswerable,
    "ambiguous": _ambiguous,
}
# How many passages give one question of a kind.
_SIZES: Mapping[str, Sequence[int]] = {
    "list": (1,),
    "procedure": (1,),
    "comparison": (1, 2),
    "multi_hop": (2,),
    "ambiguous": (1, 2),
}
