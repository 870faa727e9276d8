"""A docs folder -> processor seconds and peak of memory of each stage that prepares a run, in its order."""

from __future__ import annotations

import gc
import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from benchmill.critique.checks import CorpusFacts
from benchmill.critique.duplicates import Duplicates
from benchmill.generator.kinds import TasksByKind, interleave
from benchmill.generator.kinds.mix import DEFAULT_MIX
from benchmill.generator.sampling import plan
from benchmill.growing.similar_passages import SimilarPassages
from benchmill.growing.source import read_source
from benchmill.indexing.facts_file import KeptFacts
from benchmill.indexing.former_facts import FormerFacts
from benchmill.indexing.word_facts import word_facts
from benchmill.mapping.holding import held_in
from benchmill.mapping.index_chunks import IndexChunk
from benchmill.mapping.map_benchmark import map_items
from benchmill.mapping.wanted import WantedComponent, WantedItem, WantedQuote
from benchmill.records import AnswerComponent, Candidate, Chunk, Evidence
from benchmill.settings import GrowSettings
from benchmill.validity.asked_words import AskedWords

_MAPPED = 100


@dataclass(frozen=True, slots=True)
class Stage:
    """What one stage took: processor seconds, those of child processes too, and the largest memory of this process."""

    name: str
    seconds: float
    peak: float
    """MB"""


def stages(folder: Path, facts: Path) -> Iterator[Stage]:
    """Each stage of preparing a run on `folder`, which keeps its `facts` there.

    A stage begins with nothing that it owes to the stages before it. A search for cycles would look through what these
    hold, in whichever stage it falls. And 1,024 documents' headings are cached: a folder below that size would have all
    of them decoded already, a larger one none, and a stage of milliseconds would seem to grow.
    """
    run = _Run(folder, facts)
    for name, stage in _STAGES.items():
        for cache in run.caches:
            cache.cache_clear()
        gc.collect()
        gc.freeze()
        _forget_peak()
        began = _processor_seconds()
        stage(run)
        if name not in _UNCOUNTED:
            yield Stage(name, _processor_seconds() - began, _peak())


class _Run:
    """What each stage makes of what the stages before it made."""

    def __init__(self, folder: Path, facts: Path) -> None:
        self._folder, self._facts = folder, facts
        self._settings = GrowSettings(model="openai:any", questions=300)
        self.caches: list[Any] = []

    def load(self) -> None:
        self._source = replace(read_source(self._folder, self._settings), kept=KeptFacts(self._facts))
        self._documents = {document.id: document for document in self._source.documents}

    def cut(self) -> None:
        self._chunks = self._source.chunks()
        self.caches.append(self._chunks.heads)

    def choose(self) -> None:
        self._eligible = self._source.seeds().eligible

    def sample(self) -> None:
        self._order = plan(self._eligible, seed=0, per_document=self._settings.per_document)

    def plan(self) -> None:
        pages = self._source.pages({chunk.id for chunk in self._order})
        found = TasksByKind(self._chunks, self._order, self._settings.wanted_kinds, pages=pages)
        self._tasks = interleave(found, DEFAULT_MIX)

    def index(self) -> None:
        postings = self._source.postings("en")
        corpus = CorpusFacts(self._chunks, self._documents, "en", postings)
        self._similar = SimilarPassages(self._chunks, corpus, postings)

    def ask(self) -> None:
        seeds = [task.seed for task in self._tasks[: len(self._order) // 10]]
        self._asked = [(_candidate(number, seed), seed) for number, seed in enumerate(seeds)]

    def search(self) -> None:
        for candidate, seed in self._asked[:100]:
            self._similar.pack(candidate, seed, 10)

    def find_duplicates(self) -> None:
        known = Duplicates()
        for candidate, _ in self._asked:
            known.find(candidate)
            known.add(candidate)

    def export(self) -> None:
        self._index = [IndexChunk(f"{number}", chunk.text) for number, chunk in enumerate(self._chunks)]
        self._quotes = [chunk.text[:200] for chunk in self._chunks[::_MAPPED]]

    def map(self) -> None:
        wanted = [
            WantedItem(f"{number}", (WantedComponent((WantedQuote(quote),)),))
            for number, quote in enumerate(self._quotes)
        ]
        map_items("gold", wanted, self._index)

    def find_evidence(self) -> None:
        held_in([chunk.text for chunk in self._index], self._quotes)

    def count_words(self) -> None:
        """A report finds the words counted, as the index left them."""
        kind = word_facts("en", self._settings.chunk_size, self._settings.chunk_overlap, self._settings.reader)
        questions = [candidate.question for candidate, _ in self._asked[:300]]
        with FormerFacts(self._facts) as former:
            rows = (row or () for row in former.rows(kind, self._source.documents))
            AskedWords(questions, self._chunks, self._documents, "en", rows=rows)


_UNCOUNTED = {"questions", "another index"}
"""What the next stages need, and no run makes."""
_STAGES: Mapping[str, Callable[[_Run], None]] = {
    "loading": _Run.load,
    "chunking": _Run.cut,
    "eligibility, near-identical chunks": _Run.choose,
    "sampling": _Run.sample,
    "planning of kinds": _Run.plan,
    "full-text index, corpus statistics": _Run.index,
    "questions": _Run.ask,
    "100 searches for similar passages": _Run.search,
    "duplicates (a question for every 10th source chunk)": _Run.find_duplicates,
    "another index": _Run.export,
    f"mapping (a question for every {_MAPPED}th chunk)": _Run.map,
    "evidence in the passages of a run (the same questions)": _Run.find_evidence,
    "words of 300 questions, for the report": _Run.count_words,
}


def _candidate(number: int, seed: Chunk) -> Candidate:
    about, said = seed.headings[-1] if seed.headings else seed.document_id, seed.text[:40].strip() or "-"
    answer = AnswerComponent(said, (Evidence(seed.span),))
    return Candidate("factoid", f"What does {about} say of {number}?", said, (answer,), (seed.id,))


def _processor_seconds() -> float:
    """Of this process and of the children that ended: from 1,000 new documents on they make the costly facts."""
    taken = os.times()
    return taken.user + taken.system + taken.children_user + taken.children_system


def _forget_peak() -> None:
    Path("/proc/self/clear_refs").write_text("5")


def _peak() -> float:
    """The largest memory of this process since the last `_forget_peak`, in MB."""
    found = re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text())
    return int(found[1]) / 1024 if found else 0.0
