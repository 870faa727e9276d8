"""Score -> the table that people read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from benchmill.records.listing import some_of

if TYPE_CHECKING:
    from benchmill.evaluating.scores import Score


def score_rows(result: Score, *, skipped: bool = False) -> Iterator[tuple[str, str]]:
    """The table of `score`: metrics with intervals and ceilings, losses, groups, missing questions."""
    # imported here: --help must not wait for it
    from benchmill.evaluating.index_view import LOSSES

    yield "questions", f"{result.questions}, of which the run answers {result.answered}"
    if result.caution:
        yield "caution", result.caution
    for name, metric in result.metrics.items():
        low, high = metric.ci95
        of = metric.of_ceiling(digits=4)
        yield name, f"{metric.mean:.4f}  (95 %: {low:.4f} to {high:.4f}{f'; {of}' if of else ''})"
    if result.clustered:
        documents = len(result.groups.get("document", {}))
        yield "intervals", f"over {documents} documents: questions of one document rise and fall together"
    if result.match:
        yield "match", result.match
        yield "index", result.index
    if result.losses:
        yield "components", f"{result.losses.get('found', 0)} of {sum(result.losses.values())} found"
        for where, lost in result.losses.items():
            if where != "found":
                yield "", f"{lost} lost: {where} ({LOSSES[where]})"
    for by, groups in result.groups.items():
        if by != "document" and len(groups) > 1:
            for number, (value, group) in enumerate(groups.items()):
                means = ", ".join(f"{name} {group.shown(name)}" for name in list(group.means)[:3])
                yield "" if number else f"by {by}", f"{value} ({group.questions}): {means}"
    if result.missing:
        count = "are left out" if skipped else "count 0"
        yield "missing", f"{len(result.missing)} questions {count}: {some_of(result.missing)}"
    for error in result.data_errors:
        yield "data error", error
