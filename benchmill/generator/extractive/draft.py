"""What a pattern found -> Candidate: places in the chunk become verbatim evidence in the document."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from benchmill.records.candidate import AnswerComponent, Candidate, Evidence, Kind
from benchmill.records.corpus import Chunk, Document, Span
from benchmill.records.normalising import find_normalised

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

    `scope` says where its facts hold ("in Pebblewire", "for inpainting in Diffusers"); empty where nothing names it.
    `after` is the next line of the document. `cut_start` / `cut_end`: the text begins / ends inside a paragraph.
    """

    text: str
    scope: str
    headings: tuple[str, ...] = ()
    cut_start: bool = False
    cut_end: bool = False
    after: str = ""

    @property
    def name(self) -> str:
        """The name in the scope alone: "Diffusers" of "for inpainting in Diffusers"."""
        return self.scope.rsplit(" in ", 1)[-1].removeprefix("in ")

    def within(self, *said: str) -> str:
        """The scope with a space before it, or nothing where the words said already name it or nothing does."""
        named = " ".join(said)
        if not self.name or _says(named, self.name) or _KNOWN_ALONE.search(named):
            return ""
        topic = self.scope.removeprefix("for ").removesuffix(f" in {self.name}")
        return f" in {self.name}" if _says(named, topic.removesuffix("s")) else f" {self.scope}"

    def among(self, *said: str) -> str:
        """Like `within`, by the name alone: for facts that hold beyond the page's topic."""
        return f" in {self.name}" if self.within(*said) else ""


def _says(named: str, name: str) -> bool:
    """Whether words hold a name, spelled together or apart; a name of up to three letters only as a word."""
    if len(_letters(name)) < 4:
        return name.casefold() in named.casefold().split()
    return _letters(name) in _letters(named)


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


# A class of several humps or a model's address means the same everywhere; `timeout` does not.
_KNOWN_ALONE = re.compile(r"`(?:[\w.]*\.)?[A-Z]+[a-z0-9]+(?:[A-Z]+[a-z0-9]*)+`|`[\w-]+/[\w.-]+\d[\w.-]*`")

Pattern = Callable[[Passage], Iterable[Draft]]


def candidate(draft: Draft, chunk: Chunk, document: Document) -> Candidate:
    """The draft as a candidate; every evidence is `document.text[start:end]` by construction."""
    components = tuple(
        AnswerComponent(
            text=_shown(chunk.text[slice(*part.answer)], chunk.text[slice(*part.quote)]),
            evidence=(Evidence(_span(chunk, document, part.quote)),),
        )
        for part in draft.parts
    )
    if draft.kind == "procedure":
        answer = "\n".join(component.text for component in components)  # no numbers: they are not in the evidence
    else:
        answer = "; ".join(component.text for component in components)
    return Candidate(draft.kind, draft.question, answer, components, (chunk.id,))


def _shown(answer: str, quote: str) -> str:
    """The answer on one line and without emphasis, as long as it can be found in its quote like that."""
    line = " ".join(answer.split())
    told = re.sub(r"(\*{1,3})(?=\S)([^*]+?)(?<=\S)\1", r"\2", line) if "*" in line else line
    return told if find_normalised(told, quote) else line


def _span(chunk: Chunk, document: Document, place: Place) -> Span:
    return Span.of(document, chunk.span.start + place[0], chunk.span.start + place[1])
