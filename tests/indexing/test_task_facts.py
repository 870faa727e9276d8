"""Tasks made of kept facts are those made of the chunks at once, whatever was kept before."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import astuple, replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmill.generator.kinds import DEFAULT_MIX, Capacity, TasksByKind, interleave
from benchmill.generator.kinds.numbered import Interleaved, TaskNumbers
from benchmill.generator.kinds.pages import Pages
from benchmill.generator.sampling import plan as order_of
from benchmill.growing.source import Source
from benchmill.indexing.facts_file import KeptFacts
from benchmill.records import Kind
from tests.indexing.made import documents_of

_PARTS = (
    "## Retries\n\nA retry waits for 5 seconds, unlike a `redirect` which waits for 2 seconds.",
    "## Pools\n\nThe connection pool keeps 10 connections open. Its [retries](b.md#retries) are counted each time.",
    "## `--limit`\n\n- `--limit` sets how many calls are made at once, 6 by default\n- `--pause` waits for 3 s\n- `x`",
    "## Steps\n\n1. Open the file.\n2. Write the words.\n3. Close the file again.",
    "The server with the option `--limit` reads the retries of each connection pool twice a day, see `redirect`.",
    "## Builds\n\nNightly builds keep their output in a frost store of the region for `audit` teams.",
    "## Frost store\n\nThe frost store deletes all files that nobody opened after `90` days.",
    "## Waits of calls {#wait-time}\n\nThe wait time of each call is 8 seconds in the first region.",
    "Many builds stop at noon. To go on in all regions, set a longer [wait time](b.md#wait-time) for `main`.",
    "Nothing to see.",
)
_page = st.lists(st.sampled_from(_PARTS), min_size=1, max_size=5).map(lambda parts: "# Page\n\n" + "\n\n".join(parts))
_pages = st.dictionaries(st.sampled_from(["a.md", "b.md", "c.md"]), _page, min_size=1)


def always(found: TasksByKind) -> Callable[[Pages], TasksByKind]:
    return lambda _: found


@given(before=_pages, after=_pages, data=st.data())
@settings(max_examples=40)
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
            own = source.pages({chunk.id for chunk in plan})
            assert TasksByKind(chunks, plan, DEFAULT_MIX, pages=own) == TasksByKind(chunks, plan, DEFAULT_MIX)
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


def test_a_link_leads_to_chunks_that_are_made_anew_each_time_they_are_read() -> None:
    pages = {"a.md": f"# Page\n\n{_PARTS[8]}", "b.md": f"# Page\n\n{_PARTS[7]}"}
    with KeptFacts() as kept:
        chunks = replace(Source("docs", documents_of(pages), (), (), 200, 0), kept=kept).chunks()
        found = TasksByKind(chunks, list(chunks), DEFAULT_MIX)["multi_hop"]

    assert [[chunk.document_id for chunk in task.passages] for task in found] == [["a.md", "b.md"]]


_FROST = "The frost store deletes all files that nobody opened after 90 days."
_BUILDS = "# Builds\n\nNightly builds of all regions keep their output in a frost store for 7 `audit` teams."
_RUNS = "# Runs\n\nRuns with `--all` keep their output as long as `store_limit` allows it."
_LIMIT = "`store_limit` is 90 days for each of the stores on a disk of its own. Older files are deleted."
_LINKS = "# Links\n\nBuilds with `--all` keep output as the [store limits](b.md#limits-of-stores) say."
_HOPS: tuple[dict[str, str], ...] = (
    {"a.md": _BUILDS, "b.md": f"# Limits of stores\n\n{_LIMIT}", "c.md": f"# Frost store\n\n{_FROST}", "e.md": _LINKS},
    {"d.md": _RUNS},  # a name that another page explains
    {"c.md": f"# Glacier\n\n{_FROST}"},  # a heading renamed
    {"b.md": f"# Limits of stores\n\n{_LIMIT.replace('store_limit', 'limits')}"},  # nothing explains the name any more
    {"f.md": f"# Frost store\n\n{_FROST}", "b.md": f"# Limits of stores\n\n{_LIMIT}"},
    {"a.md": ""},  # a page removed
)


_CODE, _LINK, _STORE = "`store_limit`", "store limits", "frost store"
_RUN = "# Runs\n\n## Limits\n\nA run of `harbor` ends after 60 minutes, and a `queue` of it waits for `all` tests."
_TEST = "# Tests\n\n## Limits\n\nA test of `harbor` stops after 10 minutes, and a `queue` of it is closed at once."
_READINGS: tuple[dict[str, str], ...] = (
    {"a.md": _RUN, "b.md": _TEST, "c.md": "# Words\n\nNothing is said of numbers here."},
    {"c.md": "# Words\n\nNothing is said of numbers today."},
    {"b.md": _TEST.replace("## Limits", "## Job limits")},  # the heading is part of another now
    {"b.md": _TEST.replace("10", "60")},  # another value
    {"b.md": _TEST.replace("## Limits", "## Ends").replace("`", "")},  # no name in common
    {"b.md": _TEST},
    {"a.md": ""},
)


@pytest.mark.parametrize(
    ("kind", "nights", "names"),
    [
        (
            "multi_hop",
            _HOPS,
            [[_LINK, _STORE], [_LINK, _CODE, _STORE], [_LINK, _CODE], [_LINK], [_LINK, _CODE, _STORE], [_LINK, _CODE]],
        ),
        ("ambiguous", _READINGS, [["limits"], ["limits"], ["Limits"], [], [], ["limits"], []]),
    ],
)
@pytest.mark.parametrize("spoiled", ["", "tasks", "names", "mentions", "whole"])
def test_places_in_several_passages_follow_each_edit(
    tmp_path: Path, kind: Kind, nights: Sequence[dict[str, str]], names: list[list[str]], spoiled: str
) -> None:
    pages, found = dict[str, str](), []
    for edits in nights:
        with KeptFacts(tmp_path / "facts.sqlite") as kept:
            pages = {name: text for name, text in (pages | edits).items() if text}
            source = replace(Source("docs", documents_of(pages), (), (), 300, 0), kept=kept)
            chunks = list(source.chunks())
            order = source.order(range(len(chunks)), 0, 4)
            wanted = TasksByKind(chunks, order_of(chunks, seed=0, per_document=4), (kind,))
            assert list(source.tasks(order, (kind,), always(wanted))[kind]) == wanted[kind]
            tables = kept.connection.execute("SELECT name FROM sqlite_master WHERE name = ?", (spoiled,)).fetchall()
            for (table,) in tables:
                column = {"tasks": "tasks", "whole": "value"}.get(table, "spelled")
                kept.connection.execute(f"UPDATE {table} SET {column} = zeroblob(9)")
        found.append([task.shared for task in wanted[kind]])
    assert found == names
