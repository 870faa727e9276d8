"""Tasks made of kept facts are those made of the chunks at once, whatever was kept before."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import astuple, replace
from functools import partial

from hypothesis import given, settings
from hypothesis import strategies as st

from benchmill.generator.kinds import DEFAULT_MIX, Capacity, TasksByKind, interleave
from benchmill.generator.kinds.numbered import Interleaved, TaskNumbers
from benchmill.generator.kinds.pages import Pages
from benchmill.generator.sampling import plan as order_of
from benchmill.growing.source import Source
from benchmill.indexing.kept_facts import KeptFacts
from benchmill.indexing.pair_weights import PairWeights
from tests.indexing.made import documents_of

_PARTS = (
    "## Retries\n\nA retry waits for 5 seconds, unlike a `redirect` which waits for 2 seconds.",
    "## Pools\n\nThe connection pool keeps 10 connections open. Its [retries](b.md#retries) are counted each time.",
    "## `--limit`\n\n- `--limit` sets how many calls are made at once, 6 by default\n- `--pause` waits for 3 s\n- `x`",
    "## Steps\n\n1. Open the file.\n2. Write the words.\n3. Close the file again.",
    "The server with the option `--limit` reads the retries of each connection pool twice a day, see `redirect`.",
    "Nothing to see.",
)
_page = st.lists(st.sampled_from(_PARTS), min_size=1, max_size=5).map(lambda parts: "# Page\n\n" + "\n\n".join(parts))
_pages = st.dictionaries(st.sampled_from(["a.md", "b.md", "c.md"]), _page, min_size=1)


def always(found: TasksByKind) -> Callable[[Pages], TasksByKind]:
    return lambda _: found


@given(before=_pages, after=_pages, data=st.data())
@settings(deadline=None, max_examples=40)
def test_tasks_of_kept_facts_are_those_of_the_chunks(
    before: dict[str, str], after: dict[str, str], data: st.DataObject
) -> None:
    with KeptFacts() as kept:
        for pages in (before, after):
            source = replace(Source("docs", documents_of(pages), (), (), 200, 0), kept=kept)
            chunks = source.chunks()
            drawn = sorted(data.draw(st.sets(st.sampled_from(range(len(chunks))), min_size=1)))
            seed, per_document = data.draw(st.integers(0, 3)), data.draw(st.integers(1, 4))
            plan = order_of([chunks[number] for number in drawn], seed=seed, per_document=per_document)
            order = source.order(drawn, seed, per_document)
            assert [chunks[number] for number in order.numbers.tolist()] == plan
            own, weights = source.pages({chunk.id for chunk in plan}), partial(PairWeights, kept)
            found = TasksByKind(chunks, plan, DEFAULT_MIX, pages=own, weights=weights)
            assert found == TasksByKind(chunks, plan, DEFAULT_MIX)
            assert found == TasksByKind(chunks, plan, DEFAULT_MIX, weights=weights)
            wanted = TasksByKind(chunks, plan, DEFAULT_MIX, seed=seed)
            numbered = source.tasks(order, tuple(wanted), always(wanted))
            assert {kind: list(tasks) for kind, tasks in numbered.items()} == wanted
            assert Capacity(numbered) == Capacity(wanted)
            quotas = data.draw(st.dictionaries(st.sampled_from(sorted(DEFAULT_MIX)), st.integers(0, 9)))
            every, those = interleave(numbered, quotas), interleave(wanted, quotas)
            assert list(every) == list(those)
            for one, other in zip(astuple(TaskNumbers.of(every)), astuple(TaskNumbers.of(those)), strict=True):
                assert one.tolist() == other.tolist()
            assert isinstance(every, Interleaved)
            taken = set(data.draw(st.lists(st.sampled_from(those), max_size=5)))
            assert list(every.without(taken)) == [task for task in those if task not in taken]
