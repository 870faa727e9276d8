"""FlatItems -> promptfoo's tests as JSON Lines, for `tests: file://tests.jsonl`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from benchmill.outputs.flat import FlatItem
from benchmill.outputs.json_files import json_lines
from benchmill.outputs.whole_file import write_whole

RECALL_THRESHOLD = 0.7

# promptfoo renders values as Nunjucks templates, which begin with {{ {% or {#; a #} alone is an error.
_BRACE = re.compile(r"\{(?=[{%#])|(?<=#)\}")
# A value that begins so is taken for a path or a package and loaded.
_LOADED = re.compile(r"(file|package)://|(package):")


@dataclass(frozen=True, slots=True)
class Case:
    """A question with its reference and contexts; without contexts nothing is asked of the retrieved ones.

    `manner` is how it is asked: promptfoo filters tests by metadata.
    """

    id: str
    kind: str
    question: str
    reference: str
    contexts: tuple[str, ...]
    manner: Mapping[str, str] = field(default_factory=dict)


def cases_of(items: Iterable[FlatItem]) -> tuple[Case, ...]:
    """One test an item."""
    return tuple(Case(item.id, item.kind, item.question, item.reference, item.texts, item.manner) for item in items)


def write_promptfoo(path: Path, cases: Iterable[Case]) -> None:
    """One line a test: vars `query` and `reference`, asserted by `factuality` against the reference.

    With contexts also `context-recall`, which needs a var or a transform `context`: what the system retrieved.
    `contexts`, the evidence, is a list; variable expansion is off, else every element would be a test of its own.
    """
    write_whole(path, json_lines(_record(case) for case in cases))


def as_template(text: str) -> str:
    """The template that renders to `text`.

    >>> as_template("{{a}} {b}")
    '{{ "{" }}{a}} {b}'
    >>> as_template("file://x")
    '{{ "f" }}ile://x'
    """
    template = _BRACE.sub(lambda brace: f'{{{{ "{brace.group()}" }}}}', text)
    return f'{{{{ "{text[0]}" }}}}{template[1:]}' if _LOADED.match(text) else template


def _record(case: Case) -> dict[str, object]:
    reference = as_template(case.reference)
    asserts: list[dict[str, object]] = [{"type": "factuality", "value": reference}]
    if case.contexts:
        asserts.append({"type": "context-recall", "value": reference, "threshold": RECALL_THRESHOLD})
    return {
        "description": as_template(case.question),
        "vars": {
            "query": as_template(case.question),
            "reference": reference,
            "contexts": [as_template(text) for text in case.contexts],
        },
        "assert": asserts,
        "metadata": {"id": case.id, "kind": case.kind, **case.manner},
        "options": {"disableVarExpansion": True},
    }
