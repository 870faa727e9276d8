"""What we have, what is there, what we last pushed -> a Plan: what to create, update, retire; what people edited."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from benchmill.outputs.langsmith.examples import Example, Stored, first_id


@dataclass(frozen=True, slots=True)
class Update:
    """An example that is there and is to look otherwise."""

    stored: Stored
    example: Example


@dataclass(frozen=True, slots=True)
class Edit:
    """What a person did to an example of ours: edited it, or deleted it (`stored` is None).

    `conflict`: the item changed here as well since the last push, or it is to be retired (`example` is None).
    """

    item_id: str
    stored: Stored | None
    example: Example | None
    conflict: bool


@dataclass(frozen=True, slots=True)
class Plan:
    """The difference. `foreign` counts the examples that are not ours; `ours` those that are and not retired."""

    creates: tuple[Example, ...] = ()
    updates: tuple[Update, ...] = ()
    retires: tuple[Stored, ...] = ()
    edits: tuple[Edit, ...] = ()
    unchanged: tuple[Example, ...] = ()
    foreign: int = 0
    ours: int = 0

    @property
    def writes(self) -> bool:
        """Whether anything is to be written."""
        return bool(self.creates or self.updates or self.retires)


def difference(
    local: Iterable[Example],
    stored: Iterable[Stored],
    pushed: Mapping[str, str],
    *,
    dataset_id: str,
    overwrite: bool = False,
) -> Plan:
    """Bring what is `stored` to what is `local`, as a plan.

    `pushed` (item id -> hash) is what this workspace last pushed: it distinguishes an example that a person
    deleted from one that was never there, and replaces our mark where a person removed it from an example. What people
    edited is left alone and reported, or with `overwrite` brought to our state like everything else.
    """
    wanted = {example.item_id: example for example in local}
    found, copies, foreign = _sorted_out(stored, {*wanted, *pushed}, dataset_id)
    creates: list[Example] = []
    updates: list[Update] = []
    retires: list[Stored] = list(copies)
    edits: list[Edit] = []
    unchanged: list[Example] = []
    for item_id, example in wanted.items():
        there = found.get(item_id)
        if there is None:
            if item_id in pushed and not overwrite:
                edits.append(Edit(item_id, None, example, conflict=pushed[item_id] != example.hash))
            else:
                creates.append(example)
            continue
        if there.hash == example.hash == there.stamp:
            unchanged.append(example)
            continue
        base = there.stamp or pushed.get(item_id, example.hash)
        if overwrite or there.hash in (base, example.hash):
            updates.append(Update(there, example))
        else:
            edits.append(Edit(item_id, there, example, conflict=base != example.hash))
    for item_id, there in found.items():
        if item_id in wanted or there.retired:
            continue
        if overwrite or there.hash == there.stamp:
            retires.append(there)
        else:
            edits.append(Edit(item_id, there, None, conflict=True))
    ours = sum(not there.retired for there in found.values())
    return Plan(
        tuple(creates), tuple(updates), tuple(retires), tuple(edits), tuple(unchanged), foreign=foreign, ours=ours
    )


def _sorted_out(
    stored: Iterable[Stored], known: set[str], dataset_id: str
) -> tuple[dict[str, Stored], list[Stored], int]:
    """(item id -> our example of it, unedited doubles that two publishers made of one item, how many are not ours).

    An example is ours when its id is of our making and it names its item, or when its id can only be of one item.
    """
    by_first_id = {first_id(dataset_id, item_id): item_id for item_id in known}
    rows: dict[str, list[Stored]] = defaultdict(list)
    foreign = 0
    # by id first: pages that others shift while we read hold the same example twice, which is no double
    for one in {one.id: one for one in stored}.values():
        item_id = by_first_id.get(one.id) or (one.item_id if one.made_by_us else "")
        if item_id:
            rows[item_id].append(one)
        else:
            foreign += 1
    found: dict[str, Stored] = {}
    copies: list[Stored] = []
    for item_id, of_one in rows.items():
        of_one.sort(key=lambda one: (by_first_id.get(one.id) != item_id, one.created_at, one.id))
        found[item_id] = of_one[0]
        copies += [one for one in of_one[1:] if one.hash == one.stamp and not one.retired]
    return found, copies, foreign


def changed_fields(example: Example | None, stored: Stored | None) -> dict[str, tuple[object, object]]:
    """Name -> (here, there) of every field of inputs, outputs and our metadata in which the two differ.

    A side that has no such field, or is missing altogether, has None.
    """
    here = {**example.inputs, **example.outputs, **example.facts} if example else {}
    there = {**stored.inputs, **stored.outputs, **stored.facts} if stored else {}
    names = [*here, *(name for name in there if name not in here)]
    return {name: (here.get(name), there.get(name)) for name in names if here.get(name) != there.get(name)}
