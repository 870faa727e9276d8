"""SQuAD file, predictions -> Score: exact match and F1 x 100; SQuAD file, ranked passages -> Score of a retriever."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from benchmill.evaluating.groups import Groups
from benchmill.evaluating.scores import Metric, Score, clusters_of, grouped, metric_of
from benchmill.outputs.fields import as_object, text_in
from benchmill.outputs.json_files import kind_of, read_json, read_json_lines
from benchmill.outputs.run_file import question_of, read_run_file
from benchmill.outputs.squad import SquadSet, read_squad
from benchmill.records import InputError
from benchmill.records.listing import some_of
from benchmill.scorer.haystack_labels import Answer, LabelCounts, Question, count_labels, retriever_scores
from benchmill.scorer.squad import AnswerScore, answer_scores


def score_squad(
    gold: Path, run: Path, *, no_answer: Path | None = None, threshold: float = 1.0, seed: int = 0
) -> Score:
    """The official SQuAD v2.0 values of a reader's predictions, x 100.

    `run` is a JSON object from question id to the predicted text, "" for no answer; `no_answer` is an object from
    question id to the probability of no answer: above `threshold` the prediction counts as no answer. Questions without
    a prediction count 0 and are named. Raises InputError naming file and place, and ids the gold file does not have.
    """
    squad = read_squad(gold)
    answers = {question.id: [answer.text for answer in question.answers] for _, question in squad.questions()}
    predictions = _texts(run)
    probabilities = None if no_answer is None else _probabilities(no_answer)
    for path, ids in ((run, predictions), (no_answer, probabilities or {})):
        _known(path, ids, answers)
    scores = answer_scores(answers, predictions, no_answer=probabilities, threshold=threshold)
    groups = {
        "": list(answers),
        "has_ans_": [id_ for id_, texts in answers.items() if texts],
        "no_ans_": [id_ for id_, texts in answers.items() if not texts],
    }
    documents, labels = _documents(squad), _labels(squad)
    rows = tuple({"id": id_, "exact": 100 * score.exact, "f1": 100 * score.f1} for id_, score in scores.items())
    return Score(
        format="squad",
        questions=len(answers),
        answered=sum(1 for id_ in answers if id_ in predictions),
        metrics={
            f"{prefix}{name}": _times_100(scores, ids, name, documents, seed)
            for prefix, ids in groups.items()
            if ids
            for name in AnswerScore._fields
        },
        missing=tuple(id_ for id_ in answers if id_ not in predictions),
        clustered=documents is not None,
        rows=rows,
        groups=grouped(rows, labels, seed, largest=100.0),
        largest=100.0,
        labels=labels,
        caution=Groups(labels).caution(list(answers)),
    )


def score_squad_retriever(gold: Path, run: Path, *, k: int = 10, seed: int = 0) -> Score:
    """A retriever's hit rate (`recall@k`), MRR@k and MAP@k on the labels Haystack makes of a SQuAD file.

    `run` is a JSON object from question id to its passages, best first, each the text of a paragraph. Questions of
    equal text count as one, as in Haystack; empty questions are skipped; a question without an answer counts by its
    paragraph.
    """
    squad = read_squad(gold)
    questions = _label_questions(squad)
    names = {question.id: question.text for question in questions}
    whole = read_run_file(run, k)
    if whole.ordered:
        raise InputError(f"{run}: expected an object, found a list")
    _known(run, whole.passages, names)
    retrieved: dict[str, list[str]] = {}
    for id_, passages in whole.passages.items():
        texts = [one.text for one in passages if one.text is not None]
        if len(texts) < len(passages):
            raise InputError(f"{run}, question {id_}: a passage has no text, by which SQuAD names paragraphs")
        retrieved.setdefault(names[id_], texts)
    scores = retriever_scores(questions, retrieved, k)
    if not scores:
        raise InputError(f"{gold} has no question that Haystack would keep: an offset is wrong or no answer is given")
    ids = {question.text: question.id for question in reversed(questions)}
    documents, labels = _documents(squad), _labels(squad)
    clusters = None if documents is None else [documents[ids[text]] for text in scores]
    rows = tuple(
        {"id": ids[text], f"recall@{k}": score.recall, f"mrr@{k}": score.mrr, f"map@{k}": score.map}
        for text, score in scores.items()
    )
    return Score(
        format="squad",
        questions=len(scores),
        answered=sum(1 for text in scores if retrieved.get(text)),
        metrics={
            f"{name}@{k}": metric_of([getattr(score, name) for score in scores.values()], clusters, seed)
            for name in ("recall", "mrr", "map")
        },
        clustered=clusters is not None,
        missing=tuple(ids[text] for text in scores if text not in retrieved),
        rows=rows,
        groups=grouped(rows, labels, seed),
        labels=labels,
        caution=Groups(labels).caution([ids[text] for text in scores]),
    )


def label_counts(squad: SquadSet) -> LabelCounts:
    """How many documents and labels Haystack would make of this set, and which questions lose a label."""
    contexts = [paragraph.context for article in squad.articles for paragraph in article.paragraphs]
    return count_labels(contexts, _label_questions(squad))


def _label_questions(squad: SquadSet) -> list[Question]:
    return [
        Question(
            question.id,
            question.text,
            paragraph.context,
            [Answer(text=answer.text, answer_start=answer.start) for answer in question.answers],
            question.is_impossible,
        )
        for paragraph, question in squad.questions()
    ]


def _documents(squad: SquadSet) -> dict[str, str] | None:
    """Question's id -> its article, the unit of resampling; None where an article has no title, or all share one."""
    found = {
        question.id: article.title
        for article in squad.articles
        for paragraph in article.paragraphs
        for question in paragraph.questions
    }
    return found if clusters_of(list(found.values())) else None


def _labels(squad: SquadSet) -> dict[str, dict[str, str]]:
    """What scores are grouped by: the labels that our files have, and documents where there are several."""
    found: dict[str, dict[str, str]] = {}
    for _, question in squad.questions():
        for name, value in question.labels:
            found.setdefault(name, {})[question.id] = value
    documents = _documents(squad)
    return found if documents is None else {**found, "document": documents}


def _times_100(
    scores: Mapping[str, AnswerScore], ids: Sequence[str], name: str, documents: Mapping[str, str] | None, seed: int
) -> Metric:
    clusters = None if documents is None else [documents[id_] for id_ in ids]
    return metric_of([100 * float(getattr(scores[id_], name)) for id_ in ids], clusters, seed, largest=100.0)


def _texts(path: Path) -> dict[str, str]:
    """Question's id -> answer, from a JSON object or from lines with an id and an "answer"."""
    if path.suffix == ".jsonl":
        found: dict[str, str] = {}
        for number, line in read_json_lines(path):
            place = f"{path}, line {number}"
            id_ = question_of(line, place)
            if id_ in found:
                raise InputError(f"{place}: the question {id_!r} is in an earlier line too")
            found[id_] = text_in(line, "answer", place)
        return found
    record = as_object(read_json(path), str(path))
    return {id_: text_in(record, id_, str(path)) for id_ in record}


def _probabilities(path: Path) -> dict[str, float]:
    found = {}
    for id_, value in as_object(read_json(path), str(path)).items():
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise InputError(f"{path}: {id_!r} must be a probability, not {kind_of(value)}")
        found[id_] = float(value)
    return found


def _known(path: Path | None, ids: Iterable[str], known: Mapping[str, object]) -> None:
    unknown = [repr(id_) for id_ in ids if id_ not in known]
    if unknown:
        raise InputError(f"{path} names questions that the gold file does not have: {some_of(unknown)}")
