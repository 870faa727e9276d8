"""How many components or statements -> the JSON Schema of the judge's reply.

A field for each part, so that none can be forgotten; the quote before the label, the label before the rationale.
"""

from __future__ import annotations

from functools import lru_cache

from benchmill.chat.json_schema import TEXT, as_text, object_of, one_of

COMPONENT_LABELS = ("present", "absent", "contradicted")
STATEMENT_LABELS = ("supported", "contradicted", "unsupported", "no_claim")
ABSTENTION_LABELS = ("declines", "answers")


@lru_cache(maxsize=32)
def correctness_schema(components: int) -> str:
    """`components` with `quote` and `label` for each of `component_1` to `component_n`; `rationale`."""
    return _parts("components", "component", components, COMPONENT_LABELS)


@lru_cache(maxsize=64)
def groundedness_schema(statements: int) -> str:
    """`statements` with `quote` and `label` for each of `statement_1` to `statement_n`; `rationale`."""
    return _parts("statements", "statement", statements, STATEMENT_LABELS)


@lru_cache(maxsize=1)
def abstention_schema() -> str:
    """`quote`, `label`."""
    return as_text(_finding(ABSTENTION_LABELS))


def _parts(field: str, name: str, count: int, labels: tuple[str, ...]) -> str:
    parts = {f"{name}_{number}": _finding(labels) for number in range(1, count + 1)}
    return as_text(object_of(**{field: object_of(**parts)}, rationale=TEXT))


def _finding(labels: tuple[str, ...]) -> dict[str, object]:
    return object_of(quote=TEXT, label=one_of(labels))
