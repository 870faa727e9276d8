"""A benchmark, a run and a mapping -> whether the three belong together: an error, or a warning for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from benchmill.evaluating.gold import Gold
from benchmill.evaluating.matching import Matcher
from benchmill.mapping.mapping import Mapping as ChunkMapping
from benchmill.outputs.run_file import RankedPassage
from benchmill.records import InputError


def refuse_stale(gold: Gold, mapping: ChunkMapping | None) -> None:
    """Raise InputError where the mapping is of another edition: a question that it lacks would count 0."""
    if mapping is None:
        return
    other = [q.name for q in gold.questions if len(mapping.items.get(q.name, ())) != len(q.components)]
    if other:
        raise InputError(
            f"the mapping was made before the benchmark changed: it lacks {len(other)} of {len(gold.questions)}"
            f" questions as they are now, {other[0]!r} first; make it again: benchmill map BENCH CHUNKS --out MAPPING"
        )


def of_another_index(run: Mapping[str, Sequence[RankedPassage]], matcher: Matcher) -> str:
    """A warning where no passage of the run is a chunk with evidence; empty where one is, or nothing was retrieved."""
    passages = [one for ones in run.values() for one in ones]
    if not passages or not matcher.linked or any(matcher.chunk_of(one) in matcher.linked for one in passages):
        return ""
    return (
        f"none of the run's {len(passages):,} passages is one of the {len(matcher.linked):,} chunks that the mapping"
        " links to evidence: the run is probably of another index, and then its scores mean nothing; map that index,"
        " or use --match normalised"
    )
