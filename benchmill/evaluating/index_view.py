"""The index that a run searched -> the answer components in it: ceilings, and where the rest was lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from benchmill.evaluating.gold import Gold
from benchmill.evaluating.matching import MatchName, Ranks, reachable
from benchmill.mapping.holding import held_in
from benchmill.mapping.index_chunks import IndexChunk
from benchmill.mapping.links import ComponentLinks, Reason, strictest
from benchmill.mapping.map_benchmark import map_items
from benchmill.mapping.mapping import Mapping as ChunkMapping
from benchmill.mapping.wanted import wanted_in
from benchmill.outputs.run_file import RankedPassage

RETURNED = "the passages that the run returned for any question: the true ceiling may be higher"
LOSSES = {
    "found": "among the first k passages",
    "retriever": "in the index, not among the first k passages",
    "chunker": "cut in two",
    "parser": "its text is gone from the index, or changed",
    "document": "its document is not in the index",
    "matching": "in the index, not word for word",
    "not returned": "in no passage that the run returned",
}
"""Where an answer component is, or was lost, in the order of the tables, and what that means."""
_LOST: Mapping[Reason | None, str] = {
    "parser": "parser",
    "value-differs": "parser",
    "chunk-boundary": "chunker",
    "document-missing": "document",
    None: "parser",
}


@dataclass(frozen=True, slots=True)
class IndexView:
    """The links of every component in an index; not `complete` where only a run's passages are known."""

    mapping: ChunkMapping
    source: str
    complete: bool = True

    def best(self, name: str, match: MatchName) -> list[bool]:
        """For each component of a question, whether the index holds it."""
        return [reachable(match)(component) for component in self.mapping.items.get(name, ())]

    def loss(self, name: str, ranks: Ranks, match: MatchName, k: int) -> Counter[str]:
        """Where each component of a question was lost, among the first `k` passages."""
        components = self.mapping.items.get(name, ())
        found: Counter[str] = Counter()
        for number, rank in enumerate(ranks):
            component = components[number] if number < len(components) else ComponentLinks(())
            found["found" if rank is not None and rank <= k else self._where(component, match)] += 1
        return found

    def _where(self, component: ComponentLinks, match: MatchName) -> str:
        if reachable(match)(component):
            # split evidence is a fault of the chunking, not of the retriever
            whole = any(len(link.chunks) == 1 for link in component.links)
            return "retriever" if whole or match != "mapping" else "chunker"
        if not self.complete:
            return "not returned"
        if match == "verbatim" and component.whole == "normalised":
            return "matching"
        if component.links:
            return "chunker" if component.links[0].how == "split" else "parser"
        return _LOST[component.reason]


def view_of(
    gold: Gold,
    run: Mapping[str, Sequence[RankedPassage]],
    *,
    mapping: ChunkMapping | None = None,
    index: Sequence[IndexChunk] = (),
) -> IndexView:
    """The index that the run searched: from the mapping, `index`, the own chunks, else the run's passages."""
    if mapping is not None:
        return IndexView(mapping, f"the mapping, {mapping.chunks:,} chunks")
    if index:
        return IndexView(
            map_items(gold.path.name, wanted_in(gold.path), index), f"the given index, {len(index):,} chunks"
        )
    passages = [one for ones in run.values() for one in ones]
    own = gold.own_chunks() if passages and all(one.id.startswith("c-") for one in passages) else ()
    if own and {one.id for one in passages} <= {chunk.id for chunk in own}:
        return IndexView(
            map_items(gold.path.name, wanted_in(gold.path), own), f"the benchmark's own {len(own):,} chunks"
        )
    return IndexView(_returned(gold, {one.text: None for one in passages if one.text}), RETURNED, complete=False)


def _returned(gold: Gold, texts: Collection[str]) -> ChunkMapping:
    """Whether any one of the texts holds each component, without links: nobody matches by such a mapping."""
    every = [quote for question in gold.questions for one in question.components for quote in one.contexts]
    held = held_in(tuple(texts), every)
    items = {
        question.name: tuple(
            ComponentLinks((), whole=strictest(map(held.get, one.contexts))) for one in question.components
        )
        for question in gold.questions
    }
    return ChunkMapping(gold.path.name, len(texts), items, {})
