"""A benchmark, several systems -> Ranking: their metrics, every pair's difference, and verdicts in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path

from benchmill.evaluating.ranking import Pair, Ranking
from benchmill.evaluating.scores import Group, Metric, Score, clusters_of, grouped, metric_of
from benchmill.evaluating.systems import score_file, score_system
from benchmill.mapping.mapping import Mapping as ChunkMapping
from benchmill.records import InputError, UsageError
from benchmill.retrieving.baselines import is_baseline, short_name
from benchmill.scorer.paired import holm, paired_difference

OLD = "old edition"
METRICS: Mapping[str, Sequence[str]] = {
    "fastbook": ("recall@{k}", "mrr@{k}", "accuracy@{k}"),
    "beir": ("ndcg@{k}", "recall@{k}", "mrr@{k}"),
    "squad": ("exact", "f1"),
    "squad-retrieved": ("recall@{k}", "mrr@{k}", "map@{k}"),
    "asqa": ("str_em", "str_em_official", "rouge_l"),
}
"""The metrics that systems are compared by, for each format; `--fail-if-worse` uses the first one."""


def compare_systems(
    bench: Path,
    systems: Mapping[str, object],
    *,
    k: int = 10,
    match: str | ChunkMapping = "verbatim",
    index: object = None,
    old: tuple[Path, object] | None = None,
    format: str = "fastbook",
    base_url: str | None = None,
    group_by: Sequence[str] = (),
    seed: int = 0,
) -> Ranking:
    """Compare any number of systems (run files, baselines by name, runs, retrievers) on one benchmark, pair by pair.

    `old` is an earlier edition with its run: it comes first, and only questions that both editions have are compared.
    `format` is one of METRICS; all but `fastbook` take run files. `base_url` is the embedding server's, for baselines.
    Raises UsageError for fewer than two systems, InputError for a run of another benchmark.
    """
    if format not in METRICS:
        raise UsageError(f"there is no format {format!r}; there are: {', '.join(METRICS)}")
    if format != "fastbook" and (match != "verbatim" or index is not None or group_by):
        raise UsageError(f"the format {format} takes no match, index or group-by: it compares ids or answers")

    def scored(gold: Path, system: object) -> Score:
        if format != "fastbook":
            return score_file(format, gold, system, k=k, seed=seed)
        return score_system(
            gold, system, k=k, match=match, index=index, base_url=base_url, group_by=group_by, seed=seed
        )

    if len(systems) + (old is not None) < 2:
        raise UsageError(f"compare needs two systems or more, not {len(systems)}")
    scores = {OLD: scored(*old)} if old is not None else {}
    scores |= {name: scored(bench, system) for name, system in systems.items()}
    return ranking_of(scores, [name.format(k=k) for name in METRICS[format]], seed, format=format)


def ranking_of(
    scores: Mapping[str, Score], metrics: Sequence[str], seed: int = 0, *, format: str = "fastbook"
) -> Ranking:
    """Scores of systems -> their ranking on the questions that all of them have.

    The groups of the questions come from the last score: with two editions, from the newer one.
    """
    rows = {system: {str(row["id"]): row for row in score.rows} for system, score in scores.items()}
    newest = list(scores.values())[-1]
    names = [str(row["id"]) for row in newest.rows]
    common = [name for name in names if all(name in values for values in rows.values())]
    if not common:
        raise InputError("the systems have no question in common: do their benchmarks belong together?")
    documents = newest.labels.get("document", {})
    clusters = clusters_of([documents.get(name, "") for name in common])
    found: dict[str, dict[str, Metric]] = {}
    pairs: list[Pair] = []
    for metric in metrics:
        columns = {system: [_number(values[name].get(metric)) for name in common] for system, values in rows.items()}
        found[metric] = {
            system: metric_of(column, clusters, seed, largest=newest.largest) for system, column in columns.items()
        }
        pairs += _pairs(metric, columns, clusters, seed)
    return Ranking(
        questions=len(common),
        systems=tuple(scores),
        metrics=found,
        pairs=tuple(pairs),
        groups=_groups(newest, rows, common, metrics, seed),
        resampled="documents" if clusters else "questions",
        rows=tuple(_row(name, rows, metrics) for name in common),
        left_out=len(set().union(*rows.values())) - len(common),
        warnings=tuple(f"{system}: {warning}" for system, score in scores.items() for warning in score.warnings),
        format=format,
        caution=newest.caution,
    )


def _pairs(
    metric: str, columns: Mapping[str, Sequence[float]], clusters: Sequence[str] | None, seed: int
) -> Iterator[Pair]:
    names = list(combinations(columns, 2))
    differences = [paired_difference(columns[a], columns[b], clusters, seed) for a, b in names]
    corrected = holm([one.p for one in differences])
    for (first, second), difference, p in zip(names, differences, corrected, strict=True):
        yield Pair(metric, first, second, difference, p, len(names))


def _groups(
    score: Score,
    rows: Mapping[str, Mapping[str, Mapping[str, object]]],
    common: Sequence[str],
    metrics: Sequence[str],
    seed: int,
) -> dict[str, dict[str, dict[str, Group]]]:
    found: dict[str, dict[str, dict[str, Group]]] = {}
    for system, values in rows.items():
        kept = [{"id": name, **{metric: values[name].get(metric) for metric in metrics}} for name in common]
        for by, members in grouped(kept, score.labels, seed, largest=score.largest).items():
            for value, group in members.items() if by != "document" else ():
                found.setdefault(by, {}).setdefault(value, {})[system] = group
    return found


def _row(
    name: str, rows: Mapping[str, Mapping[str, Mapping[str, object]]], metrics: Sequence[str]
) -> dict[str, object]:
    return {"id": name} | {f"{system} {m}": values[name].get(m) for system, values in rows.items() for m in metrics}


def _number(value: object) -> float:
    """A question without components has no recall; it counts 0 for both systems of a pair."""
    return float(value) if isinstance(value, (int, float)) else 0.0


def named_runs(runs: Sequence[str]) -> dict[str, object]:
    """Each run's name -> its file: NAME=FILE, else the file's stem, or its whole path where two stems are equal.

    A baseline (`dense:ollama:bge-m3`) keeps its name.
    """
    given = [(name, path) if sep and name else ("", run) for run in runs for name, sep, path in [run.partition("=")]]
    stems = [short_name(path) if is_baseline(path) else Path(path).stem for _, path in given]
    named: dict[str, object] = {}
    for (name, path), stem in zip(given, stems, strict=True):
        called = name or (stem if stems.count(stem) == 1 else path)
        if called in named:
            raise UsageError(f"two runs are called {called!r}; name them: NAME=FILE")
        named[called] = path
    return named
