"""A workspace or a benchmark.json -> Gold, which a run is scored against: questions, groups, own chunks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmill.evaluating.groups import Groups, groups_of
from benchmill.mapping.index_chunks import IndexChunk
from benchmill.outputs.fastbook import Question, read_questions
from benchmill.outputs.fields import Record
from benchmill.outputs.json_files import read_json, read_json_lines
from benchmill.records import InputError
from benchmill.workspace.folder import Workspace, load


@dataclass(frozen=True, slots=True)
class Gold:
    """Questions with groups and chunks. `path` is the workspace, or benchmark.json where there is no workspace."""

    path: Path
    questions: tuple[Question, ...]
    groups: Groups

    @property
    def names(self) -> list[str]:
        """The questions' names, in order."""
        return [question.name for question in self.questions]

    def unscored(self) -> frozenset[str]:
        """Ids and numbers of the workspace's items that have no evidence: a run may name them; they are not scored."""
        lines = self._items()
        every = {str(line.get("id")) for line in lines}
        every |= {f"{line.get('chapter')}.{line.get('question_number')}" for line in lines}
        return frozenset(every.difference(*((one.name, one.key) for one in self.questions)))

    def every_question(self) -> dict[str, str]:
        """Name -> text of all questions to ask a system: also those without an answer, which only a judge can score."""
        scored = {question.name: question.text for question in self.questions}
        return scored | {str(line["id"]): str(line["question"]) for line in self._items() if line["id"] not in scored}

    def _items(self) -> list[Record]:
        """The lines of the workspace's items.jsonl; none without a workspace."""
        items = (self.path if self.path.is_dir() else self.path.parent) / "items.jsonl"
        return [line for _, line in read_json_lines(items)] if items.is_file() else []

    def own_chunks(self) -> tuple[IndexChunk, ...]:
        """The workspace's chunks, which `benchmill retrieve` searches; none without a workspace."""
        if not self.path.is_dir() or not Workspace(self.path).ledger.is_file():
            return ()
        chunks = {chunk.id: chunk for chunk in load(self.path).benchmark.chunks}
        return tuple(IndexChunk(chunk.id, chunk.text, chunk.document_id) for chunk in chunks.values())


def read_gold(path: Path, group_by: Sequence[str] = ()) -> Gold:
    """The gold in `path`, grouped also by the fields `group_by` of its items.

    Raises InputError for a file that is no benchmark (with a hint where it is a run), UsageError for an unknown field.
    """
    file = path / "benchmark.json" if path.is_dir() else path
    try:
        questions = read_questions(file)
    except InputError as error:
        if "expected an object with 'questions'" in str(error) and _looks_like_a_run(file):
            raise InputError(f"{file} is a run, not a benchmark: the benchmark comes first, the run second") from error
        raise
    if not questions:
        raise InputError(f"{file} has no question that a passage answers: nothing to score")
    documents = {question.name: question.source for question in questions}
    folder = file.parent if file.name == "benchmark.json" else path
    return Gold(path, questions, groups_of(folder, documents, group_by))


def _looks_like_a_run(file: Path) -> bool:
    whole = read_json(file)
    values = list(whole.values()) if isinstance(whole, dict) else whole if isinstance(whole, list) else []
    return bool(values) and all(isinstance(value, list) for value in values)
