"""Gold file, run file -> Score: what `benchmill score` prints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmill.evaluating.scores import Metric, Score, metric_of, write_rows
from benchmill.outputs.fastbook import Question, read_questions
from benchmill.outputs.json_files import kind_of, read_json
from benchmill.records import InputError, UsageError
from benchmill.scorer.components import component_scores
from benchmill.scorer.fixed_text import FixedText

__all__ = ["Metric", "Score", "read_run", "score_fastbook", "write_rows"]


def score_fastbook(gold: Path, run: Path, *, k: Sequence[int] = (10,), seed: int = 0) -> Score:
    """Answer Component MRR@k and Recall@k of a run.

    `gold` is a benchmark.json or a workspace folder with one; `run` holds ranked passages by question (`read_run`).
    Intervals resample documents where every question names its `source`. A question without components counts 0 in MRR
    and is left out of Recall, which it has none of; `data_errors` names it. Raises InputError naming file and record.
    """
    if not k or min(k) < 1:
        raise UsageError(f"k must be 1 or more, not {', '.join(map(str, k)) or 'nothing'}")
    gold = gold / "benchmark.json" if gold.is_dir() else gold
    questions = read_questions(gold)
    if not questions:
        raise InputError(f"{gold} has no questions: nothing to score")
    answers = read_run(run, questions)
    components = {q.name: [component.contexts for component in q.components] for q in questions}
    rows: dict[str, dict[str, object]] = {q.name: {"id": q.name} for q in questions}
    metrics = {}
    fixed = FixedText()
    clusters = [q.source for q in questions] if all(q.source for q in questions) else None
    for depth in dict.fromkeys(k):
        scores = component_scores(components, answers, depth, fixed)
        for name, score in scores.items():
            rows[name] |= {f"mrr@{depth}": score.mrr, f"recall@{depth}": score.recall}
        metrics[f"mrr@{depth}"] = metric_of([score.mrr for score in scores.values()], clusters, seed)
        metrics[f"recall@{depth}"] = metric_of([score.recall for score in scores.values()], clusters, seed)
    empty = [q.name for q in questions if not q.components]
    return Score(
        format="fastbook",
        questions=len(questions),
        answered=sum(1 for q in questions if answers.get(q.name)),
        metrics=metrics,
        missing=tuple(q.name for q in questions if q.name not in answers),
        data_errors=tuple(f"question {name} has no answer components: MRR 0, no recall" for name in empty),
        clustered=clusters is not None,
        rows=tuple(rows.values()),
    )


def read_run(path: Path, questions: Sequence[Question]) -> dict[str, list[str]]:
    """Question name -> passages, best first, from a run's JSON file.

    Either a list with one list of passages for every question, in the benchmark's order, or an object from a
    question's id (or "chapter.question_number") to its list. A passage is a text or an object with "text".
    Raises InputError naming the place, and the ids the benchmark does not have.
    """
    whole = read_json(path)
    if isinstance(whole, list):
        if len(whole) != len(questions):
            raise InputError(
                f"{path} has {len(whole)} lists for {len(questions)} questions; write an object by question id to leave"
                " some out"
            )
        named = {question.name: value for question, value in zip(questions, whole, strict=True)}
    elif isinstance(whole, dict):
        named = _by_name(path, whole, questions)
    else:
        raise InputError(f"{path}: expected a list or an object of ranked passages, found {kind_of(whole)}")
    return {name: passages_in(value, f"{path}, question {name}") for name, value in named.items()}


def _by_name(path: Path, run: Mapping[str, object], questions: Sequence[Question]) -> dict[str, object]:
    names = {question.key: question.name for question in questions} | {q.name: q.name for q in questions}
    unknown = [repr(key) for key in run if key not in names]
    if unknown:
        more = f" and {len(unknown) - 5} more" if len(unknown) > 5 else ""
        raise InputError(
            f"{path} names questions that the benchmark does not have: {', '.join(unknown[:5])}{more}; is it of another"
            f" edition? The benchmark's first is {questions[0].name!r}"
        )
    found: dict[str, object] = {}
    for key, value in run.items():
        if names[key] in found:
            raise InputError(f"{path}: {key!r} names a question that stands there under its other name too")
        found[names[key]] = value
    return found


def passages_in(value: object, place: str) -> list[str]:
    """The texts of a ranked list whose passages are texts or objects with "text"; InputError beginning with `place`."""
    if not isinstance(value, list):
        raise InputError(f"{place}: expected a list of passages, found {kind_of(value)}")
    passages = []
    for rank, passage in enumerate(value, start=1):
        text = passage.get("text") if isinstance(passage, dict) else passage
        if not isinstance(text, str):
            raise InputError(
                f"{place}, passage {rank}: expected a text or an object with 'text', found {kind_of(passage)}"
            )
        passages.append(text)
    return passages
