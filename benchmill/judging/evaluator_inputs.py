"""What evaluators are given (inputs, outputs, reference outputs, an example) -> Reference and Given.

Written for what `benchmill publish` puts into a dataset, and for the customs of the LangSmith docs: `question`,
`answer`, `documents`. Texts in place of objects are read, too, as openevals' evaluators read them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from benchmill.judging.given import Given
from benchmill.judging.reference import Component, Reference

_QUESTION = ("question", "input", "query")
_ANSWER = ("answer", "output", "response", "result")
_PASSAGES = ("passages", "documents", "contexts", "context")
_TEXT = ("text", "page_content", "content")


def question_of(inputs: object) -> str:
    """The question among the inputs; empty where they hold none."""
    return _text(inputs, _QUESTION)


def item_id_of(example: object) -> str:
    """The benchmark's id of a LangSmith example, which `publish` keeps in its metadata; empty where it has none."""
    metadata = getattr(example, "metadata", None)
    named = metadata.get("item_id") if isinstance(metadata, Mapping) else None
    return named if isinstance(named, str) else ""


def given_of(outputs: object) -> Given | None:
    """The system's answer and passages; None where the outputs hold no answer."""
    if isinstance(outputs, Mapping):
        names = [name for name in _ANSWER if name in outputs]
        if not names or not isinstance(outputs[names[0]], str | None):
            return None
        return Given(outputs[names[0]] or "", passages_of(outputs))
    return Given(outputs) if isinstance(outputs, str) else None


def reference_of_example(inputs: object, reference_outputs: object, example: object = None) -> Reference | None:
    """The reference that reference outputs hold: their components, else their answer as the only one; else None."""
    question = question_of(inputs)
    answer = _text(reference_outputs, _ANSWER)
    fields: Mapping[str, Any] = reference_outputs if isinstance(reference_outputs, Mapping) else {}
    metadata = getattr(example, "metadata", None)
    facts: Mapping[str, Any] = metadata if isinstance(metadata, Mapping) else {}
    kind = facts.get("kind") if isinstance(facts.get("kind"), str) else "question"
    answerable = fields.get("answerable", facts.get("answerable", kind != "unanswerable"))
    components = _components(fields.get("components")) or ((Component(answer),) if answer.strip() else ())
    if answerable is not False and not components:
        return None
    return Reference(
        id=item_id_of(example) or str(getattr(example, "id", "") or "example"),
        question=question,
        kind=str(kind),
        components=components if answerable is not False else (),
        answer=answer if answerable is not False else "",
        document=_fact(facts, "document"),
        writer=_fact(facts, "generator"),
        evidence=_evidence(facts.get("evidence")) if answerable is not False else (),
    )


def _fact(facts: Mapping[str, Any], name: str) -> str:
    value = facts.get(name)
    return value if isinstance(value, str) else ""


def _components(value: object) -> tuple[Component, ...]:
    found = []
    for entry in value if isinstance(value, list) else []:
        text = _text(entry, _TEXT)
        shorts = entry.get("short_answers") if isinstance(entry, Mapping) else None
        if text.strip():
            found.append(Component(text, tuple(s for s in shorts or () if isinstance(s, str))))
    return tuple(found)


def _evidence(value: object) -> tuple[tuple[str, ...], ...]:
    """For each component the quotes that `publish` wrote beside its number, in the order of the numbers."""
    found: dict[int, dict[str, None]] = {}
    for entry in value if isinstance(value, list) else []:
        number = entry.get("component") if isinstance(entry, Mapping) else None
        text = _text(entry, _TEXT)
        if isinstance(number, int) and text.strip():
            found.setdefault(number, {})[text] = None
    return tuple(tuple(found[number]) for number in sorted(found))


def passages_of(outputs: object) -> tuple[str, ...] | None:
    """The texts of the documents among the outputs, best first; None where the outputs hold none."""
    if not isinstance(outputs, Mapping):
        return None
    value = next((outputs[name] for name in _PASSAGES if outputs.get(name) is not None), None)
    if value is None:
        return None
    entries = value if isinstance(value, (list, tuple)) else [value]
    return tuple(text for entry in entries if (text := _text(entry, _TEXT)).strip())


def _text(value: object, names: tuple[str, ...]) -> str:
    """`value` where it is a text; else the first text that it has under one of `names`, as a key or an attribute."""
    if isinstance(value, str):
        return value
    for name in names:
        found = value.get(name) if isinstance(value, Mapping) else getattr(value, name, None)
        if isinstance(found, str):
            return found
    return ""
