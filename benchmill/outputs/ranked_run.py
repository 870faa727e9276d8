"""A run file -> question id -> document id -> score, for metrics that go by ids."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from benchmill.outputs.run_file import RankedPassage, read_run_file, run_lines
from benchmill.records import InputError


def read_ranked_run(path: Path, texts: Mapping[str, str] | None = None) -> dict[str, dict[str, float]]:
    """The run in `path`, whichever form it has (run_file.py).

    Passages with scores are ordered by them, others as they are. A passage without an id is looked up by its text in
    `texts` (text -> id); one that is in no corpus keeps its rank. Raises InputError naming file and place: NaN, a
    document twice, no id.
    """
    run = read_run_file(path)
    if run.ordered:
        raise InputError(f"{path}: expected an object from question id to scores, found a list")
    return {name: scores_of(passages, f"{path}, question {name}", texts) for name, passages in run.passages.items()}


def ranked_lines(path: Path, texts: Mapping[str, str] | None = None) -> Iterator[tuple[str, dict[str, float]]]:
    """The same for a run of JSON Lines, one question at a time."""
    for name, passages in run_lines(path):
        yield name, scores_of(passages, f"{path}, question {name}", texts)


def scores_of(
    passages: Sequence[RankedPassage], place: str, texts: Mapping[str, str] | None = None
) -> dict[str, float]:
    """Document id -> score of one question's passages."""
    by_rank = any(one.score is None for one in passages)
    scores: dict[str, float] = {}
    for rank, one in enumerate(passages, start=1):
        id_ = one.id or _looked_up(one, rank, place, texts)
        if id_ in scores:
            raise InputError(f"{place}: {id_!r} is listed twice")
        scores[id_] = float(len(passages) - rank) if by_rank or one.score is None else one.score
    return scores


def _looked_up(passage: RankedPassage, rank: int, place: str, texts: Mapping[str, str] | None) -> str:
    if texts is None:
        raise InputError(f"{place}, passage {rank}: expected an object with 'id' and 'score'")
    return texts.get(passage.text or "", f"?{rank}")
