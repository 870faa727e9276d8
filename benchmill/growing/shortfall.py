"""A run that accepted fewer items than were wanted -> one plain paragraph: why, and what to change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from benchmill.generator.extractive import Looked
from benchmill.prompts.languages import language_name
from benchmill.records import Failure

_NAMED = 3
_SECOND = 0.2  # the share of documents
_CAPS = ("per-document", "per-chunk", "surplus")  # checks that do not depend on a candidate's words
# Why a chunk is not eligible, in words; reasons without words here appear as the name of their check.
_SKIPPED = {
    "too-short": "under 40 words",
    "few-sentences": "of one sentence",
    "code": "mostly code",
    "licence": "licences",
    "links": "mostly links",
    "not-prose": "without prose",
    "no-fact": "without a fact to ask for",
    "boilerplate": "repeated on many pages",
    "near-identical": "copies of another passage",
    "injection": "giving instructions to a model",
}


@dataclass(frozen=True, slots=True)
class Shortfall:
    """The counts of one run that accepted fewer items than wanted.

    The run may ask about `eligible` source chunks and asked about `asked`. It left out `held_back`, since their
    document or chunk has the most items that the caps allow: `per_document`, which the run may have raised from the
    `set_per_document` of the settings. `skipped` are the chunks that are not eligible.
    `named_kinds`: the user chose the kinds, so others do not take the place of what is missing.
    """

    eligible: int
    asked: int
    held_back: int
    per_document: int
    set_per_document: int
    skipped: Sequence[Failure]
    candidates: int
    rejected: dict[str, int]
    failed: dict[str, int]
    by_rules: bool
    named_kinds: bool = False
    looked: Looked | None = None

    def __str__(self) -> str:
        return " ".join(self._sentences())

    def _sentences(self) -> Iterator[str]:
        if self.eligible == 0:
            yield "There is no passage that can be asked about."
        elif self.asked >= self.eligible:
            yield f"All passages that can be asked about were used ({self.eligible:,})."
        else:
            yield f"{self.asked:,} of {self.eligible:,} passages that can be asked about were used."
        if self.looked:
            yield from _read(self.looked)
        if self.skipped:
            counts = Counter(_SKIPPED.get(one.check, one.check) for one in self.skipped)
            passages = _were(len(self.skipped), "passages", "passage")
            yield f"{passages} may not be asked about: {_named(counts.items())}."
        if self.held_back:
            raised = f" is {self.set_per_document}, raised because few items came"
            yield (
                f"{_were(self.held_back)} not used: their document has {self.per_document} items already "
                f"(--per-document{raised if self.per_document > self.set_per_document else ''}), or they have 2 of "
                "their own."
            )
        if self.rejected:
            candidates = _were(self.candidates, "candidates", "candidate")
            rejected = _were(sum(self.rejected.values()))
            yield f"Of {candidates} {rejected} rejected: {_named(self.rejected.items())}."
        if self.failed:
            yield f"{_were(sum(self.failed.values()), 'calls', 'call')} failed: {_named(self.failed.items())}."
        yield f"To get more: {'; '.join(self._advice())}."

    def _advice(self) -> Iterator[str]:
        if self.failed:
            yield "run the same command again, it asks only for what failed"
        if self.held_back or self.rejected.get("per-document"):
            yield f"raise --per-document above {self.per_document}"
        if self.named_kinds and self.asked + self.held_back < self.eligible:
            yield "name more kinds, or leave out --kinds: the other passages have no place for the kinds wanted"
        refused = sum(count for check, count in self.rejected.items() if check not in _CAPS)
        if self.by_rules:
            yield "give a --model, such as --model ollama:NAME, which asks about any text in any language"
            if self.looked and (count := self.looked.needs_name):
                facts = _were(count, "facts need its name", "fact needs its name")
                yield f"name the product with --about 'NAME, what it is': {facts} to be asked about"
            if self.looked and (code := _second_language(self.looked)):
                name = language_name(code)
                yield f"ask about the documents in {name}, too, with --language {code} and another workspace"
        else:
            if refused > self.candidates / 2:
                yield "read in rejected.jsonl why, and try another --model"
            yield "give more documents"


def _read(looked: Looked) -> Iterator[str]:
    """What the built-in writer read and what it can ask about."""
    if looked.passages:
        found = looked.passages - looked.without_question
        some = f"{found:,}" if found else "none"
        yield (
            "The built-in writer reads forms, not prose: tables, lists and headings with the defaults of settings, "
            "options or environment variables, definitions in laws, and numbered steps below a heading or sentence "
            f"that names the task. It found such a form, and whose it is, in {some} of {looked.passages:,} passages."
        )
    names = [(language_name(code), count) for code, count in looked.languages.items()]
    if len(names) == 1:
        yield f"The documents are in {names[0][0]}."
    elif names:
        documents = ", ".join(f"{name} ({count:,})" for name, count in names)
        yield f"The documents are in {documents}; questions are in {language_name(looked.language)} only."
    if looked.language in looked.unknown_languages:
        yield f"It has no rules for {language_name(looked.language)}."


def _second_language(looked: Looked) -> str:
    """A language with rules that a fifth of the documents are in, besides the language of the questions; or ""."""
    least = _SECOND * sum(looked.languages.values())
    others = [code for code, count in looked.languages.items() if count >= least and code != looked.language]
    return next((code for code in others if code not in looked.unknown_languages), "")


def _were(count: int, many: str = "were", one: str = "was") -> str:
    """
    >>> _were(2), _were(1), _were(1, "calls", "call")
    ('2 were', '1 was', '1 call')
    """
    return f"{count:,} {one if count == 1 else many}"


def _named(counts: Iterable[tuple[str, int]]) -> str:
    """The largest counts, in words.

    >>> _named({"too short": 69, "copies": 2}.items())
    '69 too short, 2 copies'
    """
    ordered = sorted(counts, key=lambda pair: -pair[1])
    shown = [f"{count:,} {name}" for name, count in ordered[:_NAMED]]
    left = sum(count for _, count in ordered[_NAMED:])
    return ", ".join([*shown, f"{left:,} for other reasons"] if left else shown)
