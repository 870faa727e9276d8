"""A file in one of the known formats -> Foreign questions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TypeVar

from benchmill.importing.foreign import Context, Foreign, Part
from benchmill.outputs.beir import read_beir
from benchmill.outputs.deepeval import Golden, read_deepeval
from benchmill.outputs.fastbook import read_questions
from benchmill.outputs.foreign.columns import DEFAULT, FIELDS, read_columns
from benchmill.outputs.foreign.giskard import read_giskard
from benchmill.outputs.foreign.llama_index import read_llama_index
from benchmill.outputs.json_files import BadRecord
from benchmill.outputs.ragas import Sample, read_ragas
from benchmill.outputs.squad import read_squad
from benchmill.outputs.tables import MissingColumn
from benchmill.records import Grade, InputError, Kind, UsageError

R = TypeVar("R")
Columns = Mapping[str, str]


def read_foreign(path: Path, form: str, columns: str | None = None) -> tuple[Foreign, ...]:
    """The questions of `path`, a file (for beir a folder) of the format `form`, one of FORMATS.

    `columns` maps our fields to a CSV file's columns: "question=Q,answer=A,context=C". Raises UsageError for an unknown
    format or field, InputError naming file and line or record.
    """
    if form not in FORMATS:
        raise UsageError(f"there is no format {form!r} to import; there are: {', '.join(FORMATS)}")
    if columns is not None and form != "csv":
        raise UsageError(f"--columns is for csv; {form} names its fields itself")
    return FORMATS[form](path, parse_columns(columns))


def parse_columns(text: str | None) -> Columns:
    """The text of --columns -> our field: the file's column.

    >>> parse_columns("question=Frage, context=Quelle")
    {'question': 'Frage', 'context': 'Quelle'}
    """
    if text is None:
        return DEFAULT
    found: dict[str, str] = {}
    for pair in text.split(","):
        name, equals, column = (part.strip() for part in pair.partition("="))
        if not equals or name not in FIELDS or not column or name in found:
            raise UsageError(f"--columns takes FIELD=COLUMN with commas between, of {', '.join(FIELDS)}; not {pair!r}")
        found[name] = column
    if "question" not in found:
        raise UsageError("--columns must say which column is the question")
    return found


def _one(text: str, contexts: Iterable[str]) -> tuple[Part, ...]:
    return (Part(text, tuple(Context(one) for one in contexts)),)


def _each(text: str, contexts: Iterable[str]) -> tuple[Part, ...]:
    """One part for every context: the answer needs all contexts."""
    return tuple(Part(text, (Context(one),)) for one in contexts)


def _ragas(path: Path, _: Columns) -> tuple[Foreign, ...]:
    def foreign(record: tuple[str, Sample]) -> Foreign:
        # ragas' multi-hop writers take a fact from each of their contexts
        place, sample = record
        contexts = sample.evidence or sample.contexts
        hops = "multi" in sample.synthesizer and len(contexts) > 1
        parts = (_each if hops else _one)(sample.reference, contexts)
        return Foreign(place, sample.id, sample.question, sample.reference, parts, "multi_hop" if hops else "factoid")

    return _records(path, read_ragas, foreign)


def _deepeval(path: Path, _: Columns) -> tuple[Foreign, ...]:
    def foreign(record: tuple[str, Golden]) -> Foreign:
        place, g = record
        parts = _one(g.expected, g.evidence or g.context)
        return Foreign(place, g.id, g.question, g.expected, parts, document=g.source)

    return _records(path, read_deepeval, foreign)


def _giskard(path: Path, _: Columns) -> tuple[Foreign, ...]:
    return _records(
        path, read_giskard, lambda s: Foreign(s.place, s.id, s.question, s.answer, _one(s.answer, s.contexts))
    )


def _llama_index(path: Path, _: Columns) -> tuple[Foreign, ...]:
    return _records(
        path, read_llama_index, lambda e: Foreign(e.place, "", e.question, e.answer, _one(e.answer, e.contexts))
    )


def _records(
    path: Path, read: Callable[[Path, BadRecord], Iterable[R]], foreign: Callable[[R], Foreign]
) -> tuple[Foreign, ...]:
    """The records in the order of the file; each that cannot be read has its fault.

    Raises InputError where the file has none, or most cannot be read: it is probably of another format.
    """
    found: list[Foreign] = []

    def bad(place: str, fault: str) -> None:
        found.append(Foreign(place, "", "", "", (), fault=fault))

    for record in read(path, bad):
        found.append(foreign(record))  # noqa: PERF401 - reading on calls `bad`, which appends, too
    if not found:
        raise InputError(f"{path} is empty: expected a JSON list, or one JSON object a line")
    faulty = [one for one in found if one.fault]
    if 2 * len(faulty) > len(found):
        count = f" ({len(faulty)} of {len(found)} records cannot be read)" if len(found) > 1 else ""
        raise InputError(f"{faulty[0].place}: {faulty[0].fault}{count}")
    return tuple(found)


def _csv(path: Path, columns: Columns) -> tuple[Foreign, ...]:
    try:
        rows = read_columns(path, columns)
    except MissingColumn as error:
        names = ",".join(f"{name}=COLUMN" for name in DEFAULT)
        raise InputError(f"{error}; name your columns with --columns {names}") from error
    return tuple(
        Foreign(r.place, r.id, r.question, r.answer, _one(r.answer, r.contexts), document=r.document, fault=r.fault)
        for r in rows
    )


def _fastbook(path: Path, _: Columns) -> tuple[Foreign, ...]:
    found = []
    for question in read_questions(path):
        parts = tuple(
            Part(" / ".join(component.texts), tuple(Context(text) for text in component.contexts))
            for component in question.components
        )
        kind: Kind = "list" if len(parts) > 1 else "factoid"
        place = f"{path}, question {question.key}"
        found.append(Foreign(place, question.name, question.text, question.answer, parts, kind, question.source))
    return tuple(found)


def _squad(path: Path, _: Columns) -> tuple[Foreign, ...]:
    squad = read_squad(path)
    titles = {id(paragraph): article.title for article in squad.articles for paragraph in article.paragraphs}
    found = []
    for paragraph, question in squad.questions():
        place, title = f"{path}, question {question.id}", titles[id(paragraph)]
        if question.is_impossible or not question.answers:
            near = Context(paragraph.context)
            wrong = question.plausible[0].text if question.plausible else ""
            found.append(Foreign(place, question.id, question.text, "", (), "unanswerable", title, near, wrong))
            continue
        answers = {answer.text: answer for answer in reversed(question.answers)}
        first = question.answers[0]
        contexts = tuple(Context(paragraph.context, answer_at=at) for at in sorted({a.start for a in answers.values()}))
        part = Part(first.text, contexts, tuple(sorted(answers)))
        found.append(Foreign(place, question.id, question.text, first.text, (part,), document=title))
    return tuple(found)


def _beir(path: Path, _: Columns) -> tuple[Foreign, ...]:
    beir = read_beir(path)
    corpus = {entry.id: entry for entry in beir.corpus}
    unknown = {document for judged in beir.qrels.values() for document in judged} - corpus.keys()
    if unknown:
        raise InputError(f"{path / 'qrels' / 'test.tsv'} names a passage that corpus.jsonl lacks: {min(unknown)!r}")
    graded = any(grade > 1 for judged in beir.qrels.values() for grade in judged.values())
    found = []
    for query in beir.queries:
        contexts = tuple(
            Context(corpus[document].text, _grade(grade, graded=graded))
            for document, grade in sorted(beir.qrels.get(query.id, {}).items(), key=lambda pair: -pair[1])
            if grade > 0
        )
        place = f"{path}, query {query.id}"
        found.append(Foreign(place, query.id, query.text, "", (Part("", contexts),)))
    return tuple(found)


def _grade(grade: int, *, graded: bool) -> Grade:
    """The relevance grade; in a file with 0 and 1 only, 1 means "holds the answer"."""
    return 2 if grade > 1 or not graded else 1


FORMATS: Mapping[str, Callable[[Path, Columns], tuple[Foreign, ...]]] = {
    "ragas": _ragas,
    "deepeval": _deepeval,
    "giskard": _giskard,
    "llama-index": _llama_index,
    "squad": _squad,
    "beir": _beir,
    "fastbook": _fastbook,
    "csv": _csv,
}
"""Name -> reader; `--from` takes these names."""
