"""Questions, chunks -> a run: for every question the passages that BM25 finds; and the run's files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from benchmill.outputs.fastbook import read_questions
from benchmill.outputs.notebook import html_rows
from benchmill.outputs.run_file import RankedPassage, write_run_file
from benchmill.records import Chunk, Failure
from benchmill.retrieving.bm25 import Bm25

if TYPE_CHECKING:
    import pandas as pd  # type: ignore[import-untyped, unused-ignore]


@dataclass(frozen=True, slots=True)
class Passage:
    """A retrieved chunk: its id, its text as in the document, and the score it was ranked by."""

    id: str
    text: str
    score: float


@dataclass(frozen=True, slots=True)
class Run:
    """Question id -> passages, best first; a question without a match has no passages.

    `searched` is the number of chunks that were searched, `failures` names the questions that failed. `not_asked` is
    the number of items without evidence, for which there is nothing to find. `name` is what found the passages.
    """

    passages: Mapping[str, tuple[Passage, ...]]
    failures: tuple[Failure, ...] = ()
    searched: int = 0
    not_asked: int = 0
    name: str = "bm25"

    def __repr__(self) -> str:
        found = sum(map(len, self.passages.values()))
        return f"<Run of {len(self.passages)} questions, {found:,} passages, {len(self.failures)} failed>"

    def to_frame(self) -> pd.DataFrame:
        """One row a passage, with its question and rank. Raises MissingExtra without pandas."""
        from benchmill.outputs.frame import frame_of_rows

        return frame_of_rows(
            {"question": question, "rank": rank, "id": one.id, "score": one.score, "text": one.text}
            for question, ranked in self.passages.items()
            for rank, one in enumerate(ranked, start=1)
        )

    def _repr_html_(self) -> str:
        """The first passage of the first questions, for notebooks."""
        first = [(name, ones[0].text[:200] if ones else "-") for name, ones in list(self.passages.items())[:20]]
        return html_rows(repr(self), first)

    def as_json(self) -> dict[str, list[dict[str, object]]]:
        """The mapping that `score fastbook` reads: question id -> [{"id", "text", "score"}, ...]."""
        return {
            question: [{"id": passage.id, "text": passage.text, "score": passage.score} for passage in ranked]
            for question, ranked in self.passages.items()
        }


def retrieve(questions: Mapping[str, str], chunks: Sequence[Chunk], *, k: int = 10, language: str = "en") -> Run:
    """The BM25 baseline: the `k` best chunks of the benchmark's own documents for each question.

    `questions` maps a question's id to its text. Chunks with equal ids (the same words under the same heading) count
    once. Chunks with equal scores keep the order of `chunks`.
    """
    once = list({chunk.id: chunk for chunk in chunks}.values())
    index = Bm25.of([chunk.text for chunk in once], language=language)
    return Run(
        {
            id_: tuple(Passage(once[place].id, once[place].text, score) for place, score in index.top(text, k))
            for id_, text in questions.items()
        }
    )


def run_of(passages: Mapping[str, Sequence[RankedPassage]], failures: tuple[Failure, ...] = ()) -> Run:
    """A run of passages that any retriever found; missing scores are made from the ranks."""
    return Run(
        {
            name: tuple(
                Passage(one.id, one.text or "", float(len(ones) - rank) if one.score is None else one.score)
                for rank, one in enumerate(ones)
            )
            for name, ones in passages.items()
        },
        failures,
        name="retriever",
    )


def questions_in(gold: Path) -> dict[str, str]:
    """Question id (where there is none, "chapter.question_number") -> text of a benchmark.json, for `retrieve`."""
    return {question.name: question.text for question in read_questions(gold)}


def write_run(path: Path, run: Run, *, force: bool = False) -> None:
    """The run as JSON; as JSON Lines where `path` ends in `.jsonl`, as TREC where it ends in `.trec` or `.run`."""
    passages = {
        question: [RankedPassage(one.text, one.id, one.score) for one in ranked]
        for question, ranked in run.passages.items()
    }
    write_run_file(path, passages, "-".join(run.name.split()), force=force)
