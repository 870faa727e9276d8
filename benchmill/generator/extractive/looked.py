"""What the built-in writer read -> the counts and sentences that explain why there are no more items."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

_SECOND = 0.2  # the share of documents


@dataclass(frozen=True, slots=True)
class Looked:
    """What the writer read: passages, passages without anything its rules can ask, and documents by language.

    `language` is the language of the questions. `unknown_languages` are the languages without a file of rules.
    """

    passages: int
    without_question: int
    languages: Mapping[str, int]
    unknown_languages: tuple[str, ...]
    product: str
    language: str

    def sentences(self) -> Iterator[str]:
        """The sentences that explain to a user why there are no more items."""
        if self.passages:
            yield (
                f"In {self.without_question:,} of {self.passages:,} passages the built-in writer found none of what it"
                " can ask about: settings with their defaults, definitions, steps, lists."
            )
        languages = ", ".join(f"{code} ({count:,})" for code, count in self.languages.items())
        if self.languages.get(self.language, 0) < sum(self.languages.values()):
            yield f"Languages of the documents: {languages}; it asked only in {self.language}."
        if self.language in self.unknown_languages:
            yield f"It has no rules for {self.language}."

    @property
    def second_language(self) -> str:
        """A language with rules that a fifth of the documents are in, besides the language of the questions; or ""."""
        least = _SECOND * sum(self.languages.values())
        others = [code for code, count in self.languages.items() if count >= least and code != self.language]
        return next((code for code in others if code not in self.unknown_languages), "")

    def as_json(self) -> dict[str, object]:
        """The counts as `grow --json` prints them."""
        return {
            "passages": self.passages,
            "without_question": self.without_question,
            "languages": dict(self.languages),
            "asked_in": self.language,
            "product": self.product,
        }
