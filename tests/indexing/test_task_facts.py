"""Tasks made of kept facts are those made of the chunks at once, whatever was kept before."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from hypothesis import given, settings
from hypothesis import strategies as st

from benchmill.generator.kinds import DEFAULT_MIX, TasksByKind
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


@given(before=_pages, after=_pages, data=st.data())
@settings(deadline=None, max_examples=40)
def test_tasks_of_kept_facts_are_those_of_the_chunks(
    before: dict[str, str], after: dict[str, str], data: st.DataObject
) -> None:
    with KeptFacts() as kept:
        for pages in (before, after):
            source = replace(Source("docs", documents_of(pages), (), (), 200, 0), kept=kept)
            chunks = source.chunks()
            plan = list({c.id: c for c in data.draw(st.lists(st.sampled_from(chunks), min_size=1))}.values())
            own, weights = source.pages({chunk.id for chunk in plan}), partial(PairWeights, kept)
            found = TasksByKind(chunks, plan, DEFAULT_MIX, pages=own, weights=weights)
            assert found == TasksByKind(chunks, plan, DEFAULT_MIX)
            assert found == TasksByKind(chunks, plan, DEFAULT_MIX, weights=weights)
