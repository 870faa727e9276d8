"""Facts are kept from one release to the next, so a change of what is derived needs another version."""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import Any

from benchmill.generator.kinds import DEFAULT_MIX, TasksByKind
from benchmill.growing.source import read_source
from benchmill.indexing.chunk_facts import chunk_facts
from benchmill.indexing.facts_file import opened
from benchmill.indexing.kept_facts import FactKind
from benchmill.indexing.look_facts import look_facts
from benchmill.indexing.mention_facts import mention_facts
from benchmill.indexing.name_facts import name_facts
from benchmill.indexing.order_facts import order_facts
from benchmill.indexing.place_facts import place_facts
from benchmill.indexing.reading_facts import reading_facts
from benchmill.indexing.task_facts import task_facts
from benchmill.indexing.word_facts import word_facts
from benchmill.records import short_digest
from benchmill.settings import GrowSettings

EXAMPLES = Path(__file__).parents[2] / "examples" / "docs"

RECORDED = {
    "chunks": (4, "9a3d664eea9b9a4e"),
    "looks": (6, "8579d4bb78438283"),
    "words": (2, "f7bb479bdcc3fb3b"),
    "orders": (1, "3feae5cae019e57a"),
    "tasks": (31, "cb84c9b5d97989c0"),
    "readings": (6, "98181a97de392c33"),
    "places": (5, "7fcd6276345a46f6"),
    "names": (3, "4c1f6094c4243d95"),
    "mentions": (2, "65a3aa74e869cea3"),
}
"""Kind of facts -> its version, and a hash of what it makes of the example documents."""


def test_facts_that_changed_have_another_version() -> None:
    source = read_source(EXAMPLES, GrowSettings())
    seeds = source.seeds()
    numbers = [source.chunks().numbers[chunk.id] for chunk in seeds.eligible]
    order, kinds = source.order(numbers, 0, 5), tuple(DEFAULT_MIX)
    for tasks in source.tasks(order, kinds, lambda pages: TasksByKind([], [], kinds, pages=pages)).values():
        assert len(tasks)
    source.postings("en")
    made = {kind.name: (kind.version, hashed(source.kept.connection, kind)) for kind in every_kind()}
    changed = {name: found for name, found in made.items() if found != RECORDED.get(name)}
    same = [name for name, (version, _) in changed.items() if version == RECORDED.get(name, (0, ""))[0]]
    assert not same, f"other facts than before: raise the version of {', '.join(same)} where its FactKind is made"
    assert not changed, f"record what the new version makes: {changed}"


def every_kind() -> list[FactKind]:
    none: frozenset[str] = frozenset()
    tasks, readings = task_facts(none), reading_facts(none)
    derived = (place_facts(tasks, none, known), *(make(readings, none, known) for make in (name_facts, mention_facts)))
    return [chunk_facts(), look_facts(), word_facts("en"), order_facts(lambda _: (), 0), tasks, readings, *derived]


def known(*_: object) -> None:
    """Nothing is kept."""


def hashed(connection: Any, kind: FactKind) -> str:
    rows = connection.execute(f"SELECT document, {', '.join(kind.columns)} FROM {kind.name} ORDER BY document")
    values = (dict(zip(kind.columns, (opened(name, value) for value in row), strict=True)) for name, *row in rows)
    # zlib may pack the same bytes in another way elsewhere
    return short_digest(*((zlib.decompress(v) if c == "said" else v).hex() for own in values for c, v in own.items()))
