"""What the built-in writer read, in counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Looked:
    """What the writer read: passages, passages without anything its rules can ask, and documents by language.

    `language` is the language of the questions. `unknown_languages` are the languages without a file of rules.
    `needs_name` counts the facts of documents without a certain `product` whose question would need its name.
    """

    passages: int
    without_question: int
    languages: Mapping[str, int]
    unknown_languages: tuple[str, ...]
    product: str
    language: str
    needs_name: int = 0

    def as_json(self) -> dict[str, object]:
        """The counts as `grow --json` prints them."""
        return {
            "passages": self.passages,
            "without_question": self.without_question,
            "languages": dict(self.languages),
            "asked_in": self.language,
            "product": self.product,
            "needs_name": self.needs_name,
        }
