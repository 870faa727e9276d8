"""A file in one of the known formats -> Foreign questions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from benchmill.importing.foreign import Context, Foreign, Part
from benchmill.outputs.beir import read_beir
from benchmill.outputs.deepeval import read_deepeval
from benchmill.outputs.fastbook import read_questions
from benchmill.outputs.foreign.columns import DEFAULT, FIELDS, read_columns
from benchmill.outputs.foreign.giskard import read_giskard
from benchmill.outputs.foreign.llama_index import read_llama_index
from benchmill.outputs.ragas import read_ragas
from benchmill.outputs.squad import read_squad
from benchmill.records import Grade, InputError, Kind, UsageError

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
    found = []
    for place, sample in read_ragas(path):
        # ragas' multi-hop writers take a fact from each of their contexts
        contexts = sample.evidence or sample.contexts
        hops = "multi" in sample.synthesizer and len(contexts) > 1
        parts = (_each if hops else _one)(sample.reference, contexts)
        kind: Kind = "multi_hop" if hops else "factoid"
        found.append(Foreign(place, sample.id, sample.question, sample.reference, parts, kind))
    return tuple(found)


def _deepeval(path: Path, _: Columns) -> tuple[Foreign, ...]:
    return tuple(
        Foreign(place, g.id, g.question, g.expected, _one(g.expected, g.evidence or g.context), document=g.source)
        for place, g in read_deepeval(path)
    )


def _giskard(path: Path, _: Columns) -> tuple[Foreign, ...]:
    return tuple(Foreign(s.place, s.id, s.question, s.answer, _one(s.answer, s.contexts)) for s in read_giskard(path))


def _llama_index(path: Path, _: Columns) -> tuple[Foreign, ...]:
    return tuple(Foreign(e.place, "", e.question, e.answer, _one(e.answer, e.contexts)) for e in read_llama_index(path))


def _csv(path: Path, columns: Columns) -> tuple[Foreign, ...]:
    return tuple(
        Foreign(r.place, r.id, r.question, r.answer, _one(r.answer, r.contexts), document=r.document, fault=r.fault)
        for r in read_columns(path, columns)
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
