"""Gold and run -> Score by answer components: what `benchmill score fastbook` prints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from benchmill.evaluating.gold import Gold, read_gold
from benchmill.evaluating.index_view import LOSSES, IndexView, view_of
from benchmill.evaluating.mapping_fit import of_another_index, refuse_stale
from benchmill.evaluating.matching import MATCHES, Matcher, MatchName, Ranks
from benchmill.evaluating.scores import Metric, Score, grouped, metric_of, write_rows
from benchmill.mapping.index_chunks import IndexChunk
from benchmill.mapping.mapping import Mapping as ChunkMapping
from benchmill.outputs.run_file import RankedPassage, RunFile, ranked_passages, read_run_file
from benchmill.records import InputError, UsageError
from benchmill.records.listing import some_of

__all__ = ["Metric", "Score", "passages_in", "read_run", "score_fastbook", "score_passages", "write_rows"]

Run = Mapping[str, Sequence[RankedPassage]]
_OWN = "c-"  # how the ids of the benchmark's own chunks begin
_LONGEST_ID = 80
_MUCH_MORE = 0.05
"""From this difference in recall on, a warning says that verbatim matching measures the parser, not the retriever."""


def score_fastbook(
    gold: Path,
    run: Path,
    *,
    k: Sequence[int] = (10,),
    match: MatchName = "verbatim",
    mapping: ChunkMapping | None = None,
    index: Sequence[IndexChunk] = (),
    group_by: Sequence[str] = (),
    seed: int = 0,
) -> Score:
    """Answer Component MRR@k, Recall@k and accuracy@k (any component found) of a run.

    `gold` is a benchmark.json or a workspace folder with one; `run` holds ranked passages by question. Intervals
    resample documents where every question names its `source`. A question without components counts 0 in MRR and is
    left out of Recall; `data_errors` names it. `group_by` names fields of items.jsonl. Ceilings come from `mapping`,
    from the chunks in `index`, or from the passages that are known (`Score.index` names the source). Raises InputError
    naming file and record.
    """
    known = read_gold(gold, group_by)
    return score_passages(
        known,
        read_run(run, known, max(k, default=1)),
        k=k,
        match=match,
        mapping=mapping,
        index=index,
        seed=seed,
    )


def score_passages(
    gold: Gold,
    run: Run,
    *,
    k: Sequence[int] = (10,),
    match: MatchName = "verbatim",
    mapping: ChunkMapping | None = None,
    index: Sequence[IndexChunk] = (),
    seed: int = 0,
) -> Score:
    """The same for a run in memory: question's name -> passages, best first."""
    if not k or min(k) < 1:
        raise UsageError(f"k must be 1 or more, not {', '.join(map(str, k)) or 'nothing'}")
    _check(match, mapping)
    refuse_stale(gold, mapping)
    depths = list(dict.fromkeys(k))
    matcher = Matcher(match, mapping)
    run = _with_ids(gold, {name: ones[: max(depths)] for name, ones in run.items()}, index, matcher)
    run = _with_texts(gold, run, index, match)
    view = view_of(gold, run, mapping=mapping, index=index)
    ranks = _ranks(gold, run, matcher)
    clusters = gold.groups.clusters(gold.names)
    best = [_best(view.best(name, match)) for name in ranks]
    columns = list(_columns(list(ranks.values()), depths, best))
    metrics = {column: metric_of(values, clusters, seed, ceilings) for column, values, ceilings in columns}
    rows: tuple[dict[str, object], ...] = tuple(
        {"id": name, **{column: values[place] for column, values, _ in columns}}
        for place, name in enumerate(gold.names)
    )
    losses: Counter[str] = Counter()
    for name, found in ranks.items():
        losses += view.loss(name, found, match, depths[0])
    empty = [question.name for question in gold.questions if not question.components]
    score = Score(
        format="fastbook",
        questions=len(gold.questions),
        answered=sum(1 for name in gold.names if run.get(name)),
        metrics=metrics,
        missing=tuple(name for name in gold.names if name not in run),
        data_errors=tuple(f"question {name} has no answer components: MRR 0, no recall" for name in empty),
        clustered=clusters is not None,
        rows=rows,
        match=match,
        index=view.source,
        losses={name: losses[name] for name in LOSSES if losses[name]},
        groups=grouped(rows, gold.groups.of, seed),
        labels=gold.groups.of,
        caution=gold.groups.caution(gold.names),
    )
    other = [of_another_index(run, matcher)] if match == "mapping" else []
    return replace(score, warnings=(*filter(None, other), *_warnings(gold, run, view, score, depths[0])))


def _check(match: MatchName, mapping: ChunkMapping | None) -> None:
    if match not in MATCHES:
        raise UsageError(f"match must be one of {', '.join(MATCHES)}, not {match!r}")
    if match == "mapping" and mapping is None:
        raise UsageError("matching by a mapping needs one: write it with benchmill map BENCH CHUNKS --out mapping.json")


def _ranks(gold: Gold, run: Run, matcher: Matcher) -> dict[str, Ranks]:
    return {question.name: matcher.ranks(question, run.get(question.name, ())) for question in gold.questions}


def _columns(
    ranks: Sequence[Ranks], depths: Sequence[int], best: Sequence[Mapping[str, float | None]]
) -> Iterator[tuple[str, list[float | None], list[float | None]]]:
    """Each metric at each depth, its value for every question, and the best value that the index allows."""
    for depth in depths:
        values = [_values(found, depth) for found in ranks]
        for metric in ("mrr", "recall", "accuracy"):
            yield f"{metric}@{depth}", [one[metric] for one in values], [one[metric] for one in best]


def _values(ranks: Ranks, k: int) -> dict[str, float | None]:
    within = [rank for rank in ranks if rank is not None and rank <= k]
    if not ranks:
        return {"mrr": 0.0, "recall": None, "accuracy": 0.0}
    return {
        "mrr": 1 / max(within) if len(within) == len(ranks) else 0.0,
        "recall": len(within) / len(ranks),
        "accuracy": float(bool(within)),
    }


def _best(components: Sequence[bool]) -> dict[str, float | None]:
    """The values of a perfect retriever on a question of which these components are in the index."""
    return _values(tuple(1 if there else None for there in components), 1)


def _warnings(gold: Gold, run: Run, view: IndexView, score: Score, k: int) -> list[str]:
    found = []
    recall = score.metrics[f"recall@{k}"]
    texts = {one.text for ones in run.values() for one in ones}
    if texts and not recall.sum and all(text and len(text) <= _LONGEST_ID and not text.split()[1:] for text in texts):
        found.append(
            "every passage of the run is a single word: if these are ids, give the chunks of your index with"
            " --index CHUNKS, or a mapping with --match mapping.json"
        )
    if score.match == "verbatim":
        ranks = _ranks(gold, run, Matcher("normalised"))
        more = metric_of([_values(one, k)["recall"] for one in ranks.values()]).mean
        if more - recall.mean >= _MUCH_MORE:
            found.append(
                f"verbatim matching finds recall@{k} {recall.mean:.2f}, normalised matching {more:.2f}: the index has"
                " the text in another form; use --match normalised, or benchmill map and --match mapping.json"
            )
    if view.complete and recall.ceiling is not None and recall.ceiling < 1 - _MUCH_MORE:
        found.append(
            f"no retriever can reach more than recall@{k} {recall.ceiling:.2f} here: the rest of the evidence is not in"
            " the index in this form"
        )
    return found


def _with_ids(gold: Gold, run: Run, index: Sequence[IndexChunk], matcher: Matcher) -> Run:
    """The run with an id in place of each bare text that is the id of a chunk: many systems return lists of ids."""
    bare = {one.text for ones in run.values() for one in ones if one.text and not one.id}
    known = {chunk.id for chunk in index} | matcher.linked
    if any(text.startswith(_OWN) for text in bare):
        known |= {chunk.id for chunk in gold.own_chunks()}
    if not bare & known:
        return run
    return {
        name: [replace(one, text=None, id=one.text) if one.text in known and not one.id else one for one in ones]
        for name, ones in run.items()
    }


def _with_texts(gold: Gold, run: Run, index: Sequence[IndexChunk], match: MatchName) -> Run:
    """The run with texts added to passages that have only an id, where the texts are known and needed."""
    bare = next(((name, one.id) for name, ones in run.items() for one in ones if one.text is None), None)
    if bare is None or match == "mapping":
        return run
    texts = {chunk.id: chunk.text for chunk in (index or gold.own_chunks())}
    if bare[1] not in texts:
        raise InputError(
            f"question {bare[0]}: the run names the passage {bare[1]!r} by its id alone; give the chunks of your index"
            " with --index CHUNKS, or a mapping with --match mapping.json"
        )
    return {
        name: [replace(one, text=texts.get(one.id, "")) if one.text is None else one for one in ones]
        for name, ones in run.items()
    }


def read_run(path: Path, gold: Gold, most: int | None = None) -> dict[str, tuple[RankedPassage, ...]]:
    """Question's name -> its `most` best passages, from a run file in any form (outputs/run_file.py).

    Names are ids or "chapter.question_number"; a list has one list of passages for every question, in the benchmark's
    order. Raises InputError naming the place, or the ids that the benchmark does not have.
    """
    run = read_run_file(path, most)
    if run.ordered:
        if len(run.passages) != len(gold.questions):
            raise InputError(
                f"{path} has {len(run.passages)} lists for {len(gold.questions)} questions; write an object by question"
                " id to leave some out"
            )
        return dict(zip(gold.names, run.passages.values(), strict=True))
    return named_run(str(path), run, gold)


def named_run(path: str, run: RunFile, gold: Gold) -> dict[str, tuple[RankedPassage, ...]]:
    """The run by the questions' names, without items that have no evidence to find.

    InputError for an unknown name, or a question under both its names.
    """
    names = {question.key: question.name for question in gold.questions} | {name: name for name in gold.names}
    other = [key for key in run.passages if key not in names]
    unscored = gold.unscored() if other else frozenset()
    unknown = [repr(key) for key in other if key not in unscored]
    if unknown:
        raise InputError(
            f"{path} names questions that the benchmark does not have: {some_of(unknown)}; is it of another"
            f" edition? The benchmark's first is {gold.names[0]!r}"
        )
    found: dict[str, tuple[RankedPassage, ...]] = {}
    for key, value in run.passages.items():
        if key not in names:
            continue
        if names[key] in found:
            raise InputError(f"{path}: {key!r} names a question that is also there under its other name")
        found[names[key]] = value
    return found


def passages_in(value: object, place: str) -> list[str]:
    """The texts of a ranked list whose passages are texts or objects with "text"; InputError beginning with `place`."""
    passages = ranked_passages(value, place)
    for rank, one in enumerate(passages, start=1):
        if one.text is None:
            raise InputError(f"{place}, passage {rank}: expected a text or an object with 'text', found an id alone")
    return [one.text for one in passages if one.text is not None]
