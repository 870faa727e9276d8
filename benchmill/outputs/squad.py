"""SquadSet <-> SQuAD v2.0 JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmill.outputs.fields import Record, as_object, list_in, number_in, text_in
from benchmill.outputs.json_files import json_bytes, kind_of, read_json
from benchmill.outputs.whole_file import write_whole
from benchmill.records import InputError


@dataclass(frozen=True, slots=True)
class Answer:
    """A verbatim piece of its paragraph; `start` counts code points."""

    text: str
    start: int


# Further keys of a question in our files, by which scores are grouped.
LABELS = ("kind", "style", "persona", "difficulty", "language", "generator", "change")


@dataclass(frozen=True, slots=True)
class Question:
    """A question under its paragraph; without an answer `is_impossible` is always True.

    `labels` are pairs of one of LABELS and its value.
    """

    id: str
    text: str
    answers: tuple[Answer, ...]
    is_impossible: bool
    plausible: tuple[Answer, ...] = ()
    labels: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Paragraph:
    context: str
    questions: tuple[Question, ...]


@dataclass(frozen=True, slots=True)
class Article:
    """A document: in our files the title is its path."""

    title: str
    paragraphs: tuple[Paragraph, ...]


@dataclass(frozen=True, slots=True)
class SquadSet:
    """A file's articles, in its order."""

    articles: tuple[Article, ...]

    def questions(self) -> Iterator[tuple[Paragraph, Question]]:
        """Every question with its paragraph, in the file's order."""
        for article in self.articles:
            for paragraph in article.paragraphs:
                for question in paragraph.questions:
                    yield paragraph, question


def write_squad(path: Path, squad: SquadSet) -> None:
    """The JSON file; InputError where there is no question, which Haystack could not read."""
    if not any(True for _ in squad.questions()):
        raise InputError(f"{path}: nothing to write: no item can be a SQuAD question")
    articles = [
        {"title": article.title, "paragraphs": [_paragraph_record(paragraph) for paragraph in article.paragraphs]}
        for article in squad.articles
    ]
    write_whole(path, json_bytes({"version": "v2.0", "data": articles}))


def read_squad(path: Path) -> SquadSet:
    """The set in a SQuAD v1.1 or v2.0 file; InputError naming file and place.

    Offsets are not checked here: the scorers need texts only, and `scorer.haystack_labels` counts what a wrong one
    costs. An id twice is an error, a missing `is_impossible` means False.
    """
    whole = read_json(path)
    if not isinstance(whole, dict) or "data" not in whole:
        raise InputError(f"{path}: expected an object with 'data', found {kind_of(whole)}")
    articles = tuple(_read_article(article, place) for article, place in _objects(whole, "data", f"{path}", "article"))
    seen: set[str] = set()
    for _, question in SquadSet(articles).questions():
        if question.id in seen:
            raise InputError(f"{path}: two questions have the id {question.id!r}")
        seen.add(question.id)
    if not seen:
        raise InputError(f"{path} has no questions")
    return SquadSet(articles)


def _paragraph_record(paragraph: Paragraph) -> dict[str, object]:
    return {"context": paragraph.context, "qas": [_question_record(question) for question in paragraph.questions]}


def _question_record(question: Question) -> dict[str, object]:
    record: dict[str, object] = {
        "question": question.text,
        "id": question.id,
        # Haystack forgets `id` and keeps every other key.
        "benchmill_id": question.id,
        "answers": [{"text": answer.text, "answer_start": answer.start} for answer in question.answers],
        # Haystack lets a question vanish that has no answer and does not say so.
        "is_impossible": question.is_impossible or not question.answers,
    }
    if question.plausible:
        record["plausible_answers"] = [{"text": one.text, "answer_start": one.start} for one in question.plausible]
    return record | dict(question.labels)


def _read_article(record: Record, place: str) -> Article:
    paragraphs = []
    for paragraph, inside in _objects(record, "paragraphs", place, "paragraph"):
        questions = tuple(_read_question(one, where) for one, where in _objects(paragraph, "qas", inside, "question"))
        paragraphs.append(Paragraph(text_in(paragraph, "context", inside), questions))
    return Article(text_in(record, "title", place, ""), tuple(paragraphs))


def _read_question(record: Record, place: str) -> Question:
    impossible = record.get("is_impossible", False)
    if not isinstance(impossible, bool):
        raise InputError(f"{place}: 'is_impossible' must be true or false, not {kind_of(impossible)}")
    return Question(
        text_in(record, "id", place),
        text_in(record, "question", place),
        _read_answers(record, "answers", place),
        impossible,
        _read_answers(record, "plausible_answers", place) if "plausible_answers" in record else (),
        tuple((name, value) for name in LABELS if isinstance(value := record.get(name), str) and value),
    )


def _read_answers(record: Record, key: str, place: str) -> tuple[Answer, ...]:
    answers = _objects(record, key, place, "answer")
    return tuple(Answer(text_in(one, "text", where), number_in(one, "answer_start", where)) for one, where in answers)


def _objects(record: Record, key: str, place: str, name: str) -> Iterator[tuple[Record, str]]:
    for number, value in enumerate(list_in(record, key, place), start=1):
        inside = f"{place}, {name} {number}"
        yield as_object(value, inside), inside
