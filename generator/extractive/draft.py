"""What a pattern found -> Candidate: places in the chunk become verbatim evidence in the document."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from records.candidate import AnswerComponent, Candidate, Evidence, Kind
from records.corpus import Chunk, Document, Span

Place = tuple[int, int]  # start and end in the chunk's text


@dataclass(frozen=True, slots=True)
class Part:
    """One answer component: where its words stand, and the sentence, row or item around them."""

    answer: Place
    quote: Place


@dataclass(frozen=True, slots=True)
class Draft:
    """A question that a pattern made; `pattern` is its name, for variety and for tests."""

    pattern: str
    question: str
    parts: tuple[Part, ...]
    kind: Kind = "factoid"


@dataclass(frozen=True, slots=True)
class Passage:
    """What a pattern sees: the chunk's text, the name to use in questions, and whether its borders cut something.

    `scope` says where its facts hold ("in Pebblewire", "for inpainting in Diffusers"); empty
    where nothing names it. `cut_start` / `cut_end`: the text begins / ends inside a paragraph, list or table.
    """

    text: str
    scope: str
    headings: tuple[str, ...] = ()
    cut_start: bool = False
    cut_end: bool = False

    @property
    def name(self) -> str:
        """The name in the scope alone: "Diffusers" of "for inpainting in Diffusers"."""
        return self.scope.rsplit(" in ", 1)[-1].removeprefix("in ")

    def within(self, *said: str) -> str:
        """The scope with a space before it, or nothing where the words said already name it or nothing does."""
        named = " ".join(said)
        if not self.name or _letters(self.name) in _letters(named) or _KNOWN_ALONE.search(named):
            return ""
        topic = self.scope.removeprefix("for ").removesuffix(f" in {self.name}")
        return f" in {self.name}" if _letters(topic) in _letters(named) else f" {self.scope}"

    def among(self, *said: str) -> str:
        """Like `within`, by the name alone: for facts that hold beyond the page's topic."""
        return f" in {self.name}" if self.within(*said) else ""


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


# A class of several humps or a model's address means the same everywhere; `timeout` does not.
_KNOWN_ALONE = re.compile(r"`(?:[\w.]*\.)?[A-Z]+[a-z0-9]+(?:[A-Z]+[a-z0-9]*)+`|`[\w-]+/[\w.-]+\d[\w.-]*`")

Pattern = Callable[[Passage], Iterable[Draft]]


def candidate(draft: Draft, chunk: Chunk, document: Document) -> Candidate:
    """The draft as a candidate; every evidence is `document.text[start:end]` by construction."""
    components = tuple(
        AnswerComponent(
            text=chunk.text[slice(*part.answer)],
            evidence=(Evidence(_span(chunk, document, part.quote)),),
        )
        for part in draft.parts
    )
    if draft.kind == "procedure":
        answer = "\n".join(component.text for component in components)  # no numbers: they are not in the evidence
    else:
        answer = "; ".join(component.text for component in components)
    return Candidate(draft.kind, draft.question, answer, components, (chunk.id,))


def _span(chunk: Chunk, document: Document, place: Place) -> Span:
    return Span.of(document, chunk.span.start + place[0], chunk.span.start + place[1])
