"""All chunks, the eligible chunks in order, shares -> every task of each kind, and one order of all tasks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, MutableMapping, Sequence
from itertools import zip_longest

from benchmill.generator.kinds.hops import multi_hop_tasks
from benchmill.generator.kinds.linked import ambiguous_tasks
from benchmill.generator.kinds.pages import PageTasks, Reading, pages_of
from benchmill.generator.kinds.sections import form_of
from benchmill.generator.kinds.task import ONE_A_CALL, WritingTask
from benchmill.records import KINDS, Chunk, Kind, short_digest

_A_CALL = 2


def tasks_by_kind(
    chunks: Sequence[Chunk],
    plan: Sequence[Chunk],
    kinds: Iterable[Kind],
    *,
    seed: int = 0,
    pages: Iterable[PageTasks] | None = None,
    weights: MutableMapping[int, int] | None = None,
) -> dict[Kind, list[WritingTask]]:
    """Kind -> its tasks, best first: the order is that of the eligible chunks in `plan`.

    Tasks for unanswerable questions have a different order, so that they do not begin with the factoids' chunks.
    `pages` are the PageTasks of the documents, in the order of `chunks`, if they are known; `weights` what is known of
    pairs for multi-hop questions.
    """
    rank = {chunk.id: number for number, chunk in enumerate(plan)}
    read = list(pages_of(chunks, rank.keys()) if pages is None else pages)
    each = (reading for page in read for reading in page.readings)
    readings = {chunk.id: reading for chunk, reading in zip(chunks, each, strict=True)}
    wanted = set(kinds)
    found: dict[Kind, list[WritingTask]] = {}
    for kind in KINDS:
        if kind in wanted:
            own = _of_kind(kind, read, plan, readings, chunks, rank, weights)
            found[kind] = sorted(own, key=lambda task: _rank(task, rank, seed))
    if "list" in found:
        found["list"] = _in_turn(found["list"])
    return found


def _in_turn(tasks: Sequence[WritingTask]) -> list[WritingTask]:
    """The first task of each form, then the second: else most lists of a reference ask "which options does X have"."""
    by_form: dict[str, list[WritingTask]] = {}
    for task in tasks:
        by_form.setdefault(form_of(task), []).append(task)
    rounds = zip_longest(*by_form.values())
    return [task for one_of_each in rounds for task in one_of_each if task is not None]


def capacity(tasks: Mapping[Kind, Sequence[WritingTask]]) -> dict[Kind, int]:
    """The number of items that the tasks of each kind can give: one a call for ONE_A_CALL, two for other kinds.

    A weaker place counts as one.
    """
    return {
        kind: sum(1 if task.is_weaker or kind in ONE_A_CALL else _A_CALL for task in own) for kind, own in tasks.items()
    }


def interleave(tasks: Mapping[Kind, Sequence[WritingTask]], quotas: Mapping[Kind, float]) -> list[WritingTask]:
    """One order of all tasks, by Sainte-Lague over the quotas: wherever a run ends, the kinds are in proportion.

    Kinds with a quota of 0 come last.
    """
    left = {kind: list(reversed(own)) for kind, own in tasks.items()}
    taken = dict.fromkeys(left, 0)
    order = []
    while any(left.values()):
        kind = max((kind for kind in left if left[kind]), key=lambda kind: quotas.get(kind, 0) / (2 * taken[kind] + 1))
        order.append(left[kind].pop())
        taken[kind] += 1
    return order


def _of_kind(
    kind: Kind,
    pages: Sequence[PageTasks],
    plan: Sequence[Chunk],
    readings: Mapping[str, Reading],
    chunks: Sequence[Chunk],
    rank: Mapping[str, int],
    weights: MutableMapping[int, int] | None,
) -> Iterator[WritingTask]:
    if kind in ("factoid", "unanswerable"):
        # passages of pasted output, example values and links come last
        return (WritingTask(kind, (chunk,), weak=0 if readings[chunk.id].has_facts else 1) for chunk in plan)
    if kind == "multi_hop":
        return multi_hop_tasks(chunks, rank, readings, weights)
    if kind == "ambiguous":
        return ambiguous_tasks(chunks, rank, readings)
    return (task for page in pages for task in page.tasks if task.kind == kind)


def _rank(task: WritingTask, rank: Mapping[str, int], seed: int) -> tuple[int, int, str]:
    if task.kind == "unanswerable":
        return task.weak, 0, short_digest(seed, "unanswerable", task.seed.id)
    return task.weak, rank[task.seed.id], task.shared
