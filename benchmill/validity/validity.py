"""A Benchmark -> Validity: all numbers by section, and the verdict; for the report's page and validity.json."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from benchmill.records import Benchmark, Document
from benchmill.retrieving.dense import Recorded
from benchmill.validity.added_labels import added_labels
from benchmill.validity.baselines import run_baselines
from benchmill.validity.controls import controls
from benchmill.validity.coverage import coverage, diversity, positions
from benchmill.validity.examined import Examined, WordFacts
from benchmill.validity.integrity import freshness, integrity, labels, repetition
from benchmill.validity.lexical import difficulty, lexical, scores
from benchmill.validity.measured import Measured
from benchmill.validity.power import as_numbers, power_of
from benchmill.validity.stability import stability
from benchmill.validity.verdict import Author, Verdict, verdict_of
from benchmill.validity.wording_gap import paraphrase_drop, wording_gap


@dataclass(frozen=True, slots=True)
class Section:
    """One part of the report: a title and its numbers."""

    title: str
    numbers: tuple[Measured, ...]


@dataclass(frozen=True, slots=True)
class Validity:
    """What the benchmark can decide."""

    verdict: Verdict
    sections: tuple[Section, ...]

    @property
    def numbers(self) -> dict[str, Measured]:
        """Every number by its name."""
        return {number.name: number for section in self.sections for number in section.numbers}

    def as_json(self) -> dict[str, object]:
        """The object in validity.json; keys are only ever added."""
        return {
            "verdict": self.verdict.as_json(),
            "sections": {
                section.title: {number.name: number.as_json() for number in section.numbers}
                for section in self.sections
            },
        }


def measure(
    benchmark: Benchmark,
    *,
    language: str = "",
    today: Iterable[Document] | None = None,
    ineligible: Collection[str] = (),
    seed: int = 0,
    asked: Sequence[Measured] = (),
    residual: Sequence[Measured] = (),
    realism: Sequence[Measured] = (),
    audit: Sequence[Measured] = (),
    recorded: Recorded | None = None,
    words: WordFacts | None = None,
) -> Validity:
    """Measure all that needs no model. `today` are the documents as they are now, to find stale items.

    `asked`, `residual` and `realism` are numbers from earlier calls and runs (validity/asked.py, `grow`'s manifest),
    `audit` those of people's labels. `recorded` are vectors of passages and questions, for a comparison with BM25.

    `ineligible` are ids of passages that no question could be written from. The same input gives the same numbers.
    `words`: language -> the word facts of all chunks, where a run kept them.
    """
    examined = Examined.of(benchmark, language, words)
    baselines = run_baselines(examined, seed)
    power = power_of(baselines, len(examined.items), examined.documents)
    now = None if today is None else {document.id: document for document in today}
    sections = (
        *([Section("Read by people", tuple(audit))] if audit else []),
        Section(
            "Evidence and labels",
            (
                *integrity(examined),
                freshness(examined, now),
                *residual,
                *labels(examined),
                added_labels(examined, baselines),
            ),
        ),
        Section("Repetition", tuple(repetition(examined))),
        Section(
            "Wording",
            (
                *lexical(examined, baselines),
                *wording_gap(examined, baselines, recorded),
                *paraphrase_drop(examined, baselines),
            ),
        ),
        Section("Difficulty", (*difficulty(baselines), *scores(baselines))),
        Section("Power", tuple(as_numbers(power, examined.documents))),
        Section("Agreement of the items", tuple(stability(baselines, seed=seed))),
        Section("Coverage", tuple(coverage(examined, ineligible, seed))),
        Section("Variety", (*diversity(examined), *positions(examined), *realism)),
        Section("Controls", tuple(controls(examined, baselines, seed))),
        *([Section("Critics, asked again", tuple(asked))] if asked else []),
    )
    numbers = {number.name: number for section in sections for number in section.numbers}
    kinds: Counter[str] = Counter(item.candidate.kind for item in benchmark.items)
    return Validity(verdict_of(numbers, power, _author(benchmark), kinds), sections)


def _author(benchmark: Benchmark) -> Author:
    writers = tuple(sorted({item.generator for item in benchmark.items}))
    judged = (verdict.model for item in benchmark.items for verdict in item.critique.verdicts)
    critics = tuple(sorted({model for model in judged if ":" in model}))
    return Author(writers, sum(bool(item.review) for item in benchmark.items), critics)
