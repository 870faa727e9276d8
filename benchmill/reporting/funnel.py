"""Material -> the stages from files to items: how many entered each, how many passed, and the losses with reasons."""

from __future__ import annotations

from dataclasses import dataclass

from benchmill.reporting.losses import Loss, Lost
from benchmill.reporting.material import Material


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
    chunks, losses = material.benchmark.chunks, material.losses
    seeds, asked = losses.at("seed"), losses.at("chunk", "generate", "check", "critique", "import")
    shown = {*seeds.subjects(), *asked.subjects()}
    places = {chunk.id: f"{chunk.document_id}: {' > '.join(chunk.headings)}" for chunk in chunks if chunk.id in shown}
    passages = len({chunk.id for chunk in chunks})
    rejected = Lost()
    for one in material.rejected:
        rejected.add(one["check"], one["question"], one["reason"])
    return [
        Step("files read", len(material.benchmark.documents), losses.at("load").losses({})),
        Step("passages", passages, ()),
        Step("passages that a question can come from", passages - len(losses.ineligible), seeds.losses(places)),
        Step(
            "candidate questions",
            material.edition.summary["candidates"],
            asked.losses(places),
            "the run did not ask about every passage: enough items were accepted, or a limit was reached",
        ),
        Step("items", len(material.items), rejected.losses({})),
    ]
