"""Material -> the stages from files to items: how many entered each, how many passed, and the losses with reasons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from benchmill.records import Failure
from benchmill.reporting.material import Material

_MOST_LISTED = 200


@dataclass(frozen=True, slots=True)
class Loss:
    """The losses by one check or cause: its name, their number, and examples with reasons."""

    check: str
    count: int
    examples: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One stage: `count` of `noun` remain after it; `losses` are what it removed."""

    noun: str
    count: int
    losses: tuple[Loss, ...]
    note: str = ""

    @property
    def lost(self) -> int:
        return sum(loss.count for loss in self.losses)


def funnel(material: Material) -> list[Step]:
    """Files, passages, source passages, candidates, items: each with its losses."""
    places = {chunk.id: f"{chunk.document_id}: {' > '.join(chunk.headings)}" for chunk in material.benchmark.chunks}
    by_stage: dict[str, list[Failure]] = {}
    for failure in material.failures:
        by_stage.setdefault(failure.stage, []).append(failure)
    seeds = by_stage.get("seed", [])
    chunks = len({chunk.id for chunk in material.benchmark.chunks})
    asked = [f for stage in ("chunk", "generate", "check", "critique", "import") for f in by_stage.get(stage, [])]
    rejected = [Failure("check", one["question"], one["check"], one["reason"]) for one in material.rejected]
    return [
        Step("files read", len(material.benchmark.documents), _losses(by_stage.get("load", []), {})),
        Step("passages", chunks, ()),
        Step(
            "passages that a question can come from",
            chunks - len({f.subject_id for f in seeds}),
            _losses(seeds, places),
        ),
        Step(
            "candidate questions",
            material.edition.summary["candidates"],
            _losses(asked, places),
            "the run did not ask about every passage: enough items were accepted, or a limit was reached",
        ),
        Step("items", len(material.items), _losses(rejected, {})),
    ]


def _losses(failures: Iterable[Failure], places: dict[str, str]) -> tuple[Loss, ...]:
    grouped: dict[str, list[Failure]] = {}
    for failure in failures:
        grouped.setdefault(failure.check, []).append(failure)
    counts = Counter({check: len(members) for check, members in grouped.items()})
    return tuple(
        Loss(
            check,
            count,
            tuple(
                (places.get(f.subject_id, f.subject_id)[:300], f.reason[:300]) for f in grouped[check][:_MOST_LISTED]
            ),
        )
        for check, count in counts.most_common()
    )
