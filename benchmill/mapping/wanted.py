"""A benchmark -> the evidence to find in an index: each quote with the text around it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmill.outputs.fastbook import Question, read_questions
from benchmill.outputs.labels import Labels
from benchmill.records import Benchmark, InputError
from benchmill.workspace.folder import Workspace, load

_AROUND = 600


@dataclass(frozen=True, slots=True)
class WantedQuote:
    """One evidence quote. `before` and `after` are the text of its document beside it; empty where it is unknown."""

    text: str
    document: str = ""
    before: str = ""
    after: str = ""

    @property
    def around(self) -> str:
        """The text on both sides."""
        return f"{self.before}\n{self.after}" if self.before or self.after else ""


@dataclass(frozen=True, slots=True)
class WantedComponent:
    """An answer component, any of whose quotes proves it; `answers` are the words that must not differ."""

    quotes: tuple[WantedQuote, ...]
    answers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WantedItem:
    """A question with its components in the order of benchmark.json, and the groups of its scores."""

    name: str
    components: tuple[WantedComponent, ...]


def wanted_in(bench: Path) -> tuple[WantedItem, ...]:
    """The items of a workspace, or of a benchmark.json alone (without the text around the quotes).

    Raises InputError where the benchmark has no question.
    """
    workspace = Workspace(bench)
    if bench.is_dir() and not workspace.benchmark.is_file() and not workspace.ledger.is_file():
        raise InputError(f"{bench} is no workspace: it has no benchmark.json")
    questions = read_questions(workspace.benchmark if bench.is_dir() else bench)
    if not questions:
        raise InputError(f"{bench} has no question that a passage answers: nothing to map")
    places = _places(load(bench).benchmark) if bench.is_dir() and workspace.ledger.is_file() else {}
    return tuple(WantedItem(question.name, tuple(_components(question, places))) for question in questions)


def _components(question: Question, places: Mapping[tuple[str, str], WantedQuote]) -> Iterator[WantedComponent]:
    for component in question.components:
        known = (places.get((question.name, text)) or WantedQuote(text, question.source) for text in component.contexts)
        yield WantedComponent(tuple(known), component.texts)


def _places(benchmark: Benchmark) -> dict[tuple[str, str], WantedQuote]:
    """(item, quote) -> the quote with the text beside it in its document."""
    texts = {document.id: document.text for document in benchmark.documents}
    labels = Labels(benchmark)
    found: dict[tuple[str, str], WantedQuote] = {}
    for item in benchmark.items:
        for component in item.candidate.components:
            spans = [evidence.span for evidence in component.evidence]
            for span in spans:
                text, label = texts.get(span.document_id, ""), labels.of(span, spans)
                # the label is the evidence, widened on both sides until it is unique
                start = text.find(label, max(0, span.end - len(label)))
                start, end = (start, start + len(label)) if 0 <= start <= span.start else (span.start, span.end)
                before, after = text[max(0, start - _AROUND) : start], text[end : end + _AROUND]
                found.setdefault((item.id, label), WantedQuote(label, span.document_id, before, after))
    return found
