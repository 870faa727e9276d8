"""Passages -> a question of a kind, and back: the simulated critic finds the passages that give this question.

The simulated model understands nothing. It makes one question of given passages, always the same one. So a critic that
is shown several passages can find the one or two that gave a question.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from random import Random

from tests.servers.simulated.facts import Fact, facts, topics_of
from tests.servers.simulated.passages import Passage, subject

_ENTRY = re.compile(r"^(?P<indent>[ \t]*)(?P<marker>[-*+]|\d{1,2}[.)])[ \t]+(?P<words>\S.*)$")
_NOWHERE = ("moonlight", "seaweed", "stardust", "marmalade", "velvet", "driftwood", "snowdrops", "porcelain")

Record = dict[str, object]


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


def write(kind: str, passages: Sequence[Passage]) -> Made | None:
    """The question of this kind that the passages give; None where they give no question."""
    return _WRITERS[kind](passages)


def recognised(question: str, pack: Sequence[Passage], kinds: Sequence[str]) -> tuple[Made, tuple[Passage, ...]] | None:
    """The passages that gave `question`, with the record that was made of them."""
    for kind in kinds:
        size = 1 if kind in ("list", "procedure") else 2
        for chosen in permutations(pack, size):
            made = write(kind, chosen)
            if made and made.question == question:
                return made, chosen
    return None


def _entries(text: str, *, numbered: bool) -> list[str]:
    """The entries of the first list of 2 to 7 that stand one after the other at one depth."""
    run: list[str] = []
    runs = [run]
    indent = ""
    for line in text.split("\n"):
        match = _ENTRY.match(line)
        fits = match and match["marker"][0].isdigit() == numbered
        if match and fits and (not run or match["indent"] == indent):
            indent = match["indent"]
            run.append(match["words"].strip())
        elif line.strip():
            run = []
            runs.append(run)
    return next((run for run in runs if 2 <= len(run) <= 7), [])


def _short(entry: str) -> str:
    code = re.search(r"`[^`\n]{2,40}`", entry)
    return code.group() if code else " ".join(entry.split()[:5]).rstrip(".,:;")


def _listing(passages: Sequence[Passage], *, numbered: bool, asks: str, field: str) -> Made | None:
    passage = passages[0]
    entries = [entry for entry in _entries(passage.text, numbered=numbered) if len(entry.split()) <= 30]
    if not numbered and len(entries) < 3:
        return None
    answers = [_short(entry) if not numbered else " ".join(entry.split()[:18]).rstrip(".:;,") for entry in entries]
    topics = topics_of(passage.text, " ".join(answers))
    name = subject(passage)
    if len(entries) < 2 or len(set(answers)) < len(answers) or len(topics) < 2 or _overlap(name, answers):
        return None
    parts = [{"quote": entry, "answer": answer} for entry, answer in zip(entries, answers, strict=True)]
    question = asks.format(subject=name, topics=" and ".join(topics[:2]))
    at = passage.text.index(entries[0])
    whole = passage.text[at : passage.text.index(entries[-1], at) + len(entries[-1])]
    return Made({field: parts, "question": question}, "; ".join(answers), {0: whole})


def _list(passages: Sequence[Passage]) -> Made | None:
    asks = "Which choices does a team have around {topics} while setting up {subject}?"
    return _listing(passages, numbered=False, asks=asks, field="entries")


def _procedure(passages: Sequence[Passage]) -> Made | None:
    asks = "How would somebody go about {topics} with {subject} from the beginning?"
    return _listing(passages, numbered=True, asks=asks, field="steps")


def _two_facts(passages: Sequence[Passage]) -> Iterator[tuple[Fact, Fact]]:
    """Facts of the two passages whose answers occur in their own passage only."""
    if len(passages) < 2:
        return
    one, other = passages[:2]
    for first in facts(one.text):
        for second in facts(other.text):
            apart = first.answer not in other.text and second.answer not in one.text
            if apart and first.answer != second.answer:
                yield first, second


def _comparison(passages: Sequence[Passage]) -> Made | None:
    names = [subject(passage) for passage in passages[:2]]
    for first, second in _two_facts(passages):
        if names[0] == names[1] or _overlap(" ".join(names), [first.answer, second.answer]):
            continue
        sides = [
            {"name": name, "quote": fact.sentence, "answer": fact.answer}
            for name, fact in zip(names, (first, second), strict=True)
        ]
        about = f"{first.topics[0]} and {second.topics[-1]}"
        question = f"How do {names[0]} and {names[1]} differ where a team looks at {about}?"
        return Made(
            {"sides": sides, "question": question},
            "; ".join(f"{side['name']}: {side['answer']}" for side in sides),
            {0: first.sentence, 1: second.sentence},
        )
    return None


def _multi_hop(passages: Sequence[Passage]) -> Made | None:
    for first, second in _two_facts(passages):
        names = [subject(passage) for passage in passages[:2]]
        if _overlap(" ".join(names), [first.answer, second.answer]):
            continue
        hops = [
            {"question": fact.question(name, Random(0)), "quote": fact.sentence, "answer": fact.answer}
            for name, fact in zip(names, (first, second), strict=True)
        ]
        begin, end = " and ".join(first.topics[:2]), " and ".join(second.topics[:2])
        question = f"Once {begin} are settled for {names[0]}, what follows for {end} in {names[1]}?"
        record: Record = {"first": hops[0], "second": hops[1], "question": question}
        return Made(record, second.answer, {0: first.sentence, 1: second.sentence})
    return None


def _unanswerable(passages: Sequence[Passage]) -> Made | None:
    passage = passages[0]
    for fact in facts(passage.text):
        name = subject(passage)
        nowhere = Random(fact.sentence).choice(_NOWHERE)
        if nowhere in passage.text or _overlap(name, [fact.answer]):
            continue
        question = replace(fact, topics=(nowhere, fact.topics[0])).question(name, Random(fact.sentence))
        record: Record = {"quote": fact.sentence, "wrong_answer": fact.answer, "changed": nowhere, "question": question}
        return Made(record, "", {})
    return None


def _ambiguous(passages: Sequence[Passage]) -> Made | None:
    for first, second in _two_facts(passages):
        name = subject(passages[0])
        if _overlap(name, [first.answer, second.answer]):
            continue
        readings = [
            {
                "question": fact.question(f"{subject(passage)} of {passage.place.split(' > ')[0]}", Random(0)),
                "quote": fact.sentence,
                "answer": fact.answer,
            }
            for passage, fact in zip(passages, (first, second), strict=False)
        ]
        long_answer = f"It is {first.answer} in one place and {second.answer} in the other."
        question = f"What should a team plan for {name} in the first place?"
        record: Record = {"readings": readings, "question": question, "long_answer": long_answer}
        return Made(record, long_answer, {0: first.sentence, 1: second.sentence})
    return None


def _overlap(name: str, answers: Sequence[str]) -> bool:
    said = Counter(word.lower() for answer in answers for word in re.findall(r"\w+", answer))
    return any(word.lower() in said for word in re.findall(r"\w+", name))


_WRITERS: Mapping[str, Callable[[Sequence[Passage]], Made | None]] = {
    "list": _list,
    "procedure": _procedure,
    "comparison": _comparison,
    "multi_hop": _multi_hop,
    "unanswerable": _unanswerable,
    "ambiguous": _ambiguous,
}
