"""Benchmark <-> benchmark.json, the file that Answer Component MRR and Recall are computed from.

The format of fastbook-benchmark, its irregularities included: an answer component may be several texts, a component
may have no context, flags are the texts "true" and "false".
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from benchmill.outputs.comparisons import Comparisons
from benchmill.outputs.fields import Record, as_object, list_in, number_in, text_in, texts_in, texts_of
from benchmill.outputs.json_files import json_bytes, kind_of, read_json
from benchmill.outputs.labels import Holding, Labels
from benchmill.outputs.whole_file import write_whole
from benchmill.records import AnswerComponent, Benchmark, Failure, InputError, Item


@dataclass(frozen=True, slots=True)
class Component:
    """One answer component: found where a passage holds any of its `contexts`; never where it has none."""

    texts: tuple[str, ...]
    contexts: tuple[str, ...]
    scoring_type: str = "simple"
    explicit_context: bool = True
    extraneous_answer: bool = False


@dataclass(frozen=True, slots=True)
class QuestionContext:
    """Passages that the question itself leans on; kept, not scored."""

    question_component: str
    contexts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """One question. The pair (`chapter`, `question_number`) is its key; `id` and `source` (a document's path) are ours
    and empty in files of others."""

    chapter: int
    question_number: int
    text: str
    answer: str
    components: tuple[Component, ...]
    question_context: tuple[QuestionContext, ...] = ()
    id: str = ""
    source: str = ""

    @property
    def key(self) -> str:
        """`chapter.question_number`, by which a run may name it."""
        return f"{self.chapter}.{self.question_number}"

    @property
    def name(self) -> str:
        """Our id, or the key where the question has no id of ours."""
        return self.id or self.key


@dataclass(frozen=True, slots=True)
class ExportedQuestions:
    """The questions that the format can hold, and one Failure for every item that it cannot."""

    questions: tuple[Question, ...]
    left_out: tuple[Failure, ...]


def questions_of(
    benchmark: Benchmark, holding: Holding | None = None, comparisons: Comparisons | None = None
) -> ExportedQuestions:
    """The items as questions: every evidence text is one context of its component (any of them suffices).

    Left out: items with a component that no passage can prove, i.e. questions without an answer, because a component
    without context scores 0 for every retriever and a question without components has no recall. `holding` finds the
    documents with given words, if the caller has an index of them; `comparisons` are what the last run found.
    """
    questions, left_out = [], []
    labels = Labels(benchmark, holding, comparisons)
    for item in benchmark.items:
        components = tuple(_component(component, labels) for component in item.candidate.components)
        if components and all(component.contexts for component in components):
            questions.append(_question(item, components))
        else:
            reason = f"{item.candidate.kind}: the format needs evidence for every answer component"
            left_out.append(Failure("export", item.id, "no-evidence", reason))
    return ExportedQuestions(tuple(questions), tuple(left_out))


def write_questions(path: Path, questions: Iterable[Question]) -> None:
    """benchmark.json: whole or not at all; the same questions give the same bytes."""
    write_whole(path, questions_bytes(questions))


def questions_bytes(questions: Iterable[Question]) -> bytes:
    """The bytes of benchmark.json."""
    return json_bytes({"questions": [_record(question) for question in questions]})


def read_questions(path: Path) -> tuple[Question, ...]:
    """The questions of a benchmark.json or of the original fastbook-benchmark.json, in their order.

    Raises InputError naming file and record where a field is missing or of the wrong type, or a key is used twice.
    """
    whole = read_json(path)
    if not isinstance(whole, dict) or "questions" not in whole:
        raise InputError(f"{path}: expected an object with 'questions', found {kind_of(whole)}")
    found: dict[str, Question] = {}
    for number, value in enumerate(list_in(whole, "questions", str(path)), start=1):
        place = f"{path}, question {number}"
        question = _read_question(as_object(value, place), place)
        for name in dict.fromkeys((question.key, question.name)):
            if name in found:
                raise InputError(f"{place}: {name!r} is the key of an earlier question too")
            found[name] = question
    return tuple(dict.fromkeys(found.values()))


def _question(item: Item, components: tuple[Component, ...]) -> Question:
    candidate = item.candidate
    return Question(
        chapter=item.chapter,
        question_number=item.question_number,
        text=candidate.question,
        answer=candidate.answer,
        components=components,
        id=item.id,
        source=candidate.document_id,
    )


def _component(component: AnswerComponent, labels: Labels) -> Component:
    # A context without letters or digits could become empty when a scorer cleans it, and an empty text is in every
    # passage.
    texts = labels.of_component(component)
    return Component((component.text,), tuple(one for one in texts if any(letter.isalnum() for letter in one)))


def _record(question: Question) -> dict[str, object]:
    record: dict[str, object] = {
        "chapter": question.chapter,
        "question_number": question.question_number,
        "question_text": question.text,
        "gold_standard_answer": question.answer,
        "answer_context": [_component_record(component) for component in question.components],
        "question_context": [
            {"question_component": one.question_component, "context": list(one.contexts)}
            for one in question.question_context
        ],
    }
    if question.id:
        record["id"] = question.id
    if question.source:
        record["source"] = question.source
    return record


def _component_record(component: Component) -> dict[str, object]:
    one_text = component.texts[0] if len(component.texts) == 1 else list(component.texts)
    return {
        "answer_component": one_text,
        "scoring_type": component.scoring_type,
        "context": list(component.contexts),
        "explicit_context": _flag(component.explicit_context),
        "extraneous_answer": _flag(component.extraneous_answer),
    }


def _flag(value: bool) -> str:
    return "true" if value else "false"


def _read_question(record: Record, place: str) -> Question:
    return Question(
        chapter=number_in(record, "chapter", place),
        question_number=number_in(record, "question_number", place),
        text=text_in(record, "question_text", place),
        answer=text_in(record, "gold_standard_answer", place, ""),
        components=tuple(
            _read_component(as_object(value, f"{place}, component {number}"), f"{place}, component {number}")
            for number, value in enumerate(list_in(record, "answer_context", place), start=1)
        ),
        question_context=tuple(
            _read_question_context(as_object(value, f"{place}, question context {number}"), place)
            for number, value in enumerate(list_in(record, "question_context", place, []), start=1)
        ),
        id=text_in(record, "id", place, ""),
        source=text_in(record, "source", place, ""),
    )


def _read_component(record: Record, place: str) -> Component:
    value = record.get("answer_component", "")
    texts = texts_of(value, f"{place}: 'answer_component'") if isinstance(value, list) else None
    return Component(
        texts=(text_in(record, "answer_component", place, ""),) if texts is None else texts,
        contexts=texts_in(record, "context", place),
        scoring_type=text_in(record, "scoring_type", place, "simple"),
        explicit_context=_read_flag(record, "explicit_context", place, default=True),
        extraneous_answer=_read_flag(record, "extraneous_answer", place, default=False),
    )


def _read_question_context(record: Record, place: str) -> QuestionContext:
    return QuestionContext(text_in(record, "question_component", place, ""), texts_in(record, "context", place))


def _read_flag(record: Record, key: str, place: str, *, default: bool) -> bool:
    value = record.get(key, default)
    if isinstance(value, str) and value.lower() in ("true", "false"):
        return value.lower() == "true"
    if not isinstance(value, bool):
        raise InputError(f'{place}: {key!r} must be "true" or "false", not {kind_of(value)}')
    return value
