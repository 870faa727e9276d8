"""Items -> Examples, what they look like in LangSmith; Stored, what is there; and the hash that compares the two."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from benchmill.outputs.candidate_record import manner_of
from benchmill.outputs.jsonl import ItemRecord
from benchmill.outputs.langsmith.splits import Splits
from benchmill.records import Candidate, canonical_json, short_digest

MANAGED_BY = "benchmill"
RETIRED = "retired"
# The metadata we write and compare. `edition` (which one wrote the example last) is written, too, but an item that
# stayed as it was is not written again for a new number; offsets stay in items.jsonl for the same reason.
FACTS = (
    "kind",
    "document",
    "headings",
    "evidence",
    "ratings",
    "hops",
    "near_miss",
    "generator",
    "prompt",
    "review",
    "number",
    "split",
)
# Written beside the facts, but not compared: they follow from the question, and an example that was published before
# they were known is not written again for them.
_MANNER = ("style", "difficulty", "persona")
_OURS = frozenset((*FACTS, *_MANNER)) | {"managed_by", "item_id", "item_hash", "edition"}
_KEPT_BY_THE_SERVICE = "dataset_split"  # where LangSmith keeps an example's splits, among its metadata
_DEFAULT_SPLIT = "base"
_NO_ANSWER = "The documentation does not answer this question."

Object = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Example:
    """What an item is to look like in LangSmith. `facts` is the compared part of its metadata; `hash` covers all but
    `edition` and `manner`, how the question is asked."""

    item_id: str
    inputs: Object
    outputs: Object
    facts: Object
    edition: int
    manner: Mapping[str, str] = field(default_factory=dict)
    hash: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "hash", content_hash(self.inputs, self.outputs, self.facts))

    @property
    def split(self) -> str:
        return str(self.facts["split"])

    @property
    def question(self) -> str:
        return str(self.inputs["question"])

    def metadata(self) -> dict[str, object]:
        """Everything we write into the example's metadata."""
        ours = {"managed_by": MANAGED_BY, "item_id": self.item_id, "item_hash": self.hash, "edition": self.edition}
        return {**ours, **self.facts, **self.manner}


@dataclass(frozen=True)
class Stored:
    """An example as LangSmith has it, ours or a person's. `created_at` is its own text of the time."""

    id: str
    inputs: Object
    outputs: Object
    metadata: Object
    created_at: str = ""

    @property
    def item_id(self) -> str:
        """The item we made it for; empty where it does not say so."""
        named = self.metadata.get("item_id")
        return named if isinstance(named, str) and self.metadata.get("managed_by") == MANAGED_BY else ""

    @property
    def made_by_us(self) -> bool:
        """Whether its id is one of ours. A copy that a person made in LangSmith has our metadata, but no such id."""
        return uuid.UUID(self.id).version == 5

    @property
    def stamp(self) -> str:
        """The hash of what was last pushed; empty where the metadata has none."""
        return str(self.metadata.get("item_hash") or "")

    @property
    def splits(self) -> tuple[str, ...]:
        named = self.metadata.get(_KEPT_BY_THE_SERVICE)
        return tuple(map(str, named)) if isinstance(named, list) else ()

    @property
    def retired(self) -> bool:
        """Whether we moved it to the split `retired`."""
        return self.metadata.get("split") == RETIRED

    @cached_property
    def facts(self) -> dict[str, object]:
        """Our part of its metadata; the split is missing where a person took the example out of it."""
        found = {name: self.metadata[name] for name in FACTS if name in self.metadata}
        if found.get("split") not in self.splits:
            found.pop("split", None)
        return found

    @cached_property
    def hash(self) -> str:
        return content_hash(self.inputs, self.outputs, self.facts)

    def metadata_with(self, ours: Object) -> dict[str, object]:
        """`ours` beside the keys that others added: an update replaces all metadata."""
        known = _OURS | {_KEPT_BY_THE_SERVICE}
        return {**{key: value for key, value in self.metadata.items() if key not in known}, **ours}

    def splits_with(self, ours: str) -> list[str]:
        """`ours` beside the splits that people put it into."""
        left = {self.metadata.get("split"), _DEFAULT_SPLIT, ours}
        return [ours, *(name for name in self.splits if name not in left)]


def content_hash(inputs: Object, outputs: Object, facts: Object) -> str:
    """What distinguishes two states of an example: 16 hex digits.

    >>> content_hash({"question": "?"}, {}, {}) == content_hash({"question": "!"}, {}, {})
    False
    """
    return short_digest(inputs, outputs, facts)


def first_id(dataset_id: str, item_id: str) -> str:
    """The id an item's example gets first: the same for everybody who publishes to this dataset, so that the second
    one to create it is refused (409) and makes no duplicate. With the dataset in it, since ids are taken for good
    and in every dataset."""
    return str(uuid.uuid5(uuid.UUID(dataset_id), item_id))


def later_id(dataset_id: str, item_id: str, as_of: str) -> str:
    """The id where `first_id` is taken by a deleted example: of the version that was current, so equal for two
    publishers who see the same, and never one that was used before."""
    return str(uuid.uuid5(uuid.UUID(dataset_id), f"{item_id}@{as_of}"))


def example_of(record: ItemRecord, edition: int, splits: Splits) -> Example:
    """The example of an item; `edition` is the number of the edition that publishes it."""
    item = record.item
    candidate = item.candidate
    facts: dict[str, object] = {
        "kind": candidate.kind,
        "document": candidate.document_id,
        "headings": list(record.headings),
        "evidence": _evidence(candidate),
        "ratings": {verdict.criterion: verdict.rating for verdict in item.critique.verdicts},
        "generator": item.generator,
        "prompt": item.prompt,
        "number": f"{item.chapter}.{item.question_number}",
        "split": splits.of(item.id, candidate.kind),
    }
    if item.review:
        facts["review"] = item.review
    if candidate.hops:
        facts["hops"] = [{"question": hop.question, "answer": hop.answer} for hop in candidate.hops]
    if candidate.near_miss:
        miss = candidate.near_miss
        facts["near_miss"] = {
            "text": miss.evidence.span.text,
            "wrong_answer": miss.wrong_answer,
            "missing": miss.missing,
        }
    return Example(
        item.id,
        _clean({"question": candidate.question}),
        _clean(_outputs(candidate)),
        _clean(facts),
        edition,
        {name: str(_cleaned(value)) for name, value in manner_of(candidate).items()},
    )


def size_of(values: Iterable[object]) -> int:
    """Bytes of JSON the values take on the wire, with room for what surrounds them."""
    return sum(len(canonical_json(value).encode()) + 400 for value in values)


def _outputs(candidate: Candidate) -> dict[str, object]:
    outputs: dict[str, object] = {
        # an empty answer would make every evaluator of others stumble
        "answer": candidate.answer if candidate.answer.strip() else _NO_ANSWER,
        "answerable": candidate.kind != "unanswerable",
        "components": [{"text": part.text, "short_answers": list(part.short_answers)} for part in candidate.components],
    }
    if candidate.readings:
        outputs["readings"] = [
            {"question": reading.question, "answer": reading.answer, "short_answers": list(reading.short_answers)}
            for reading in candidate.readings
        ]
    return outputs


def _evidence(candidate: Candidate) -> list[dict[str, object]]:
    return [
        {"component": number, "document": one.span.document_id, "text": one.span.text, "origin": one.origin}
        for number, component in enumerate(candidate.components, start=1)
        for one in component.evidence
    ]


def _clean(record: dict[str, object]) -> dict[str, object]:
    return {key: _cleaned(value) for key, value in record.items()}


def _cleaned(value: object) -> object:
    """The value with U+FFFD for what a JSON column of a data base cannot hold: NUL, and halves of surrogate pairs."""
    if isinstance(value, str):
        whole = value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        return whole.replace("\0", "\ufffd")
    if isinstance(value, dict):
        return {_cleaned(key): _cleaned(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_cleaned(part) for part in value]
    return value
