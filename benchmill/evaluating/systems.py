"""A run file, a run in memory or a retriever -> the passages of every question."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol, runtime_checkable

from benchmill.evaluating.fastbook import named_run, read_run, score_passages
from benchmill.evaluating.gold import Gold, read_gold
from benchmill.evaluating.matching import match_of
from benchmill.evaluating.scores import Score
from benchmill.mapping.index_chunks import read_chunks
from benchmill.mapping.mapping import Mapping as ChunkMapping
from benchmill.outputs.run_file import RankedPassage, RunFile
from benchmill.records import Failure, InputError, UsageError
from benchmill.retrieving.adapters import passages_of
from benchmill.retrieving.asking import Asked, ask_retriever
from benchmill.retrieving.baselines import baseline_run, is_baseline

Depths = int | tuple[int, ...] | list[int]


@runtime_checkable
class HasPassages(Protocol):
    """A run that was made in this process, as `retrieve` and `run` return it."""

    @property
    def passages(self) -> Mapping[str, object]: ...


def asked_of(
    gold: Gold,
    system: object,
    *,
    k: int,
    concurrency: int = 4,
    seconds: float = 120.0,
    base_url: str | None = None,
    done: Callable[[int], None] | None = None,
) -> Asked:
    """The system's passages: read from a file, found by a baseline (`bm25`, ...), taken from a mapping, or asked for.

    Raises InputError for a run of another benchmark, UsageError for an unknown kind of system.
    """
    if isinstance(system, str) and is_baseline(system) and not Path(system).exists():
        run = baseline_run(gold.path, system, k=k, base_url=base_url)
        return Asked(_in_memory(gold, run.passages), run.failures)
    if isinstance(system, str) and not Path(system).suffix and not Path(system).exists():
        raise UsageError(
            f"{system!r} is neither a run file nor a baseline; baselines are"
            " bm25, dense:SPEC, hybrid:SPEC, colbert:NAME"
        )
    if isinstance(system, (str, Path)):
        return Asked(read_run(Path(system), gold, k))
    if isinstance(system, HasPassages):
        failures = getattr(system, "failures", ())
        return Asked(_in_memory(gold, system.passages), tuple(one for one in failures if isinstance(one, Failure)))
    if isinstance(system, Mapping):
        return Asked(_in_memory(gold, system))
    if isinstance(system, (list, tuple)):
        if len(system) != len(gold.questions):
            raise InputError(f"{len(system)} lists of passages for {len(gold.questions)} questions")
        return Asked(_in_memory(gold, dict(zip(gold.names, system, strict=True))))
    questions = {question.name: question.text for question in gold.questions}
    return ask_retriever(questions, system, k=k, concurrency=concurrency, seconds=seconds, done=done)


def score_system(
    bench: Path,
    system: object,
    *,
    k: Depths = 10,
    match: str | ChunkMapping = "verbatim",
    index: object = None,
    concurrency: int = 4,
    seconds: float = 120.0,
    base_url: str | None = None,
    group_by: Sequence[str] = (),
    seed: int = 0,
) -> Score:
    """The Score of a system by answer components; questions that it failed count 0 and are in the warnings."""
    depths = (k,) if isinstance(k, int) else tuple(k)
    if not depths or min(depths) < 1:
        raise UsageError(f"k must be 1 or more, not {', '.join(map(str, depths)) or 'nothing'}")
    gold = read_gold(bench, group_by)
    how, mapping = ("mapping", match) if isinstance(match, ChunkMapping) else match_of(match)
    chunks = () if index is None else read_chunks(index)
    asked = asked_of(gold, system, k=max(depths), concurrency=concurrency, seconds=seconds, base_url=base_url)
    score = score_passages(gold, asked.passages, k=depths, match=how, mapping=mapping, index=chunks, seed=seed)
    if not asked.failures:
        return score
    first = asked.failures[0]
    failed = f"{len(asked.failures)} questions failed and count 0; {first.subject_id}: {first.reason}"
    return replace(score, failures=asked.failures, warnings=(failed, *score.warnings))


def score_file(form: str, gold: Path, run: object, *, k: Depths = 10, seed: int = 0) -> Score:
    """The Score of a run file in another format: `beir`, `squad` (answers), `squad-retrieved`, `asqa`."""
    from benchmill.evaluating.asqa import score_asqa
    from benchmill.evaluating.beir import score_beir
    from benchmill.evaluating.squad import score_squad, score_squad_retriever

    if not isinstance(run, (str, Path)):
        raise UsageError(f"score of the format {form!r} takes a run file, not {type(run).__name__}")
    if is_baseline(str(run)) and not Path(run).exists():
        raise UsageError(
            f"{run} searches a workspace: write its run first, with benchmill retrieve BENCH --retriever {run}"
        )
    path = Path(run)
    depths = (k,) if isinstance(k, int) else tuple(k)
    if form == "beir":
        return score_beir(gold, path, k=depths, seed=seed)
    if form == "squad":
        return score_squad(gold, path, seed=seed)
    if form == "squad-retrieved":
        return score_squad_retriever(gold, path, k=max(depths), seed=seed)
    if form == "asqa":
        return score_asqa(gold, path, seed=seed)
    raise UsageError(f"there is no format {form!r}; there are: fastbook, beir, squad, squad-retrieved, asqa")


def _in_memory(gold: Gold, run: Mapping[str, object]) -> dict[str, tuple[RankedPassage, ...]]:
    found = {}
    for name, value in run.items():
        try:
            found[str(name)] = passages_of(value)
        except InputError as error:
            raise InputError(f"question {name}: {str(error).replace('it returned', 'found')}") from error
    return named_run("the run", RunFile(found), gold)
