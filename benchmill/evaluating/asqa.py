"""ASQA file, long answers -> Score: STR-EM, ROUGE-L, and with an entity reader Disambig-F1 and DR."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from benchmill.evaluating.scores import Metric, Score, clusters_of, metric_of
from benchmill.outputs.asqa import Sample, read_asqa
from benchmill.outputs.fields import as_object, text_in
from benchmill.outputs.json_files import read_json, read_json_lines
from benchmill.records import InputError, MissingExtra
from benchmill.records.installed import check_versions
from benchmill.records.listing import some_of
from benchmill.scorer.asqa import EntityReader, disambig_f1, dr, rouge_l, str_em, str_em_official
from benchmill.scorer.rouge import RougeL, porter


def score_asqa(gold: Path, run: Path, *, entities: EntityReader | None = None, seed: int = 0) -> Score:
    """`str_em` (rageval's: lower case only), `str_em_official` (SQuAD-normalised), `rouge_l`; each from 0 to 1.

    `run` holds the long answers: a JSON object from sample id to text, or, where its name ends in .jsonl, lines with
    `sample_id` (else the row's number from 0) and `answers`, rageval's column. Samples without an answer count 0 and
    are named. With `entities`, which reads the named entities of a text, also `disambig_f1` and `dr`; without a reader
    both are left out, because no formula replaces the model. Raises InputError naming file and place, MissingExtra
    where nltk is absent: ROUGE-L needs its stemmer.
    """
    samples = read_asqa(gold)
    answers = _answers(run, samples)
    rouge = RougeL(_stemmer())
    rows = [_row(sample, answers.get(sample.id), rouge, entities) for sample in samples]
    names = [name for name in rows[0] if name != "id"]
    columns = {name: [float(str(row[name])) for row in rows] for name in names}
    clusters = _clusters(samples)
    metrics = {name: metric_of(values, clusters, seed) for name, values in columns.items()}
    if entities is not None:
        value = dr(columns["disambig_f1"], columns["rouge_l"])
        metrics["dr"] = Metric(value, value, _dr_interval(metrics))
    return Score(
        format="asqa",
        questions=len(samples),
        answered=sum(1 for sample in samples if sample.id in answers),
        metrics=metrics,
        missing=tuple(sample.id for sample in samples if sample.id not in answers),
        data_errors=tuple(f"sample {s.id} has no {what}" for s in samples for what in _lacks(s)),
        clustered=clusters is not None,
        rows=tuple(rows),
        labels={"document": dict(zip((s.id for s in samples), clusters or (), strict=False))},
    )


def _clusters(samples: Sequence[Sample]) -> list[str] | None:
    """The page of each sample, where every sample names one: samples of one page are resampled together."""
    return clusters_of([next((page for page in _pages(sample) if page), "") for sample in samples])


def _pages(sample: Sample) -> list[str]:
    return [*(page.url or page.title for page in sample.pages), *(pair.wikipage or "" for pair in sample.pairs)]


def _row(sample: Sample, answer: str | None, rouge: RougeL, entities: EntityReader | None) -> dict[str, object]:
    long_answers = [annotation.long_answer for annotation in sample.annotations]
    short_answers = [pair.short_answers for pair in sample.pairs]
    given = answer is not None
    text = answer or ""
    row: dict[str, object] = {
        "id": sample.id,
        "str_em": str_em(short_answers, text) if given else 0.0,
        "str_em_official": str_em_official(short_answers, text) if given else 0.0,
        "rouge_l": rouge_l(long_answers, text, rouge) if given else 0.0,
    }
    if entities is not None:
        row["disambig_f1"] = disambig_f1([entities(one) for one in long_answers], entities(text)) if given else 0.0
    return row


def _dr_interval(metrics: Mapping[str, Metric]) -> tuple[float, float]:
    """DR's interval from the ends of its factors' intervals. The factors correlate, so it is rather too wide."""
    (low, high), (other_low, other_high) = metrics["disambig_f1"].ci95, metrics["rouge_l"].ci95
    return ((low * other_low) ** 0.5, (high * other_high) ** 0.5)


def _lacks(sample: Sample) -> list[str]:
    return [what for what, there in (("qa_pairs", sample.pairs), ("annotations", sample.annotations)) if not there]


def _stemmer() -> Callable[[str], str]:
    try:
        check_versions("nltk")
        return porter()
    except ModuleNotFoundError as error:
        raise MissingExtra("scoring ROUGE-L", "asqa") from error


def _answers(path: Path, samples: tuple[Sample, ...]) -> dict[str, str]:
    known = {sample.id for sample in samples}
    found = _from_lines(path) if path.suffix == ".jsonl" else _from_object(path)
    unknown = [repr(id_) for id_ in found if id_ not in known]
    if unknown:
        raise InputError(f"{path} names samples that the gold file does not have: {some_of(unknown)}")
    return found


def _from_object(path: Path) -> dict[str, str]:
    record = as_object(read_json(path), str(path))
    return {id_: text_in(record, id_, str(path)) for id_ in record}


def _from_lines(path: Path) -> dict[str, str]:
    found: dict[str, str] = {}
    for row, (number, line) in enumerate(read_json_lines(path)):
        place = f"{path}, line {number}"
        id_ = text_in(line, "sample_id", place, str(row))
        if id_ in found:
            raise InputError(f"{place}: the sample_id {id_!r} is in an earlier line too")
        found[id_] = text_in(line, "answers", place)
    if not found:
        raise InputError(f"{path} is empty: expected one JSON object a line")
    return found
