"""Which chunks hold the evidence of an answer component, how they were found, or why no chunk does."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

How = Literal["verbatim", "normalised", "split", "aligned"]
"""`verbatim`: letter by letter; `normalised`: without markup, white space and the like; `split`: over neighbouring
chunks, all of which are needed; `aligned`: similar words with the same numbers and identifiers."""

Whole = Literal["verbatim", "normalised"] | None

Reason = Literal["document-missing", "parser", "chunk-boundary", "value-differs"]

REASONS: Mapping[Reason, str] = {
    "document-missing": "no part of the document is in the index",
    "parser": "the document is in the index, but the parser lost or changed the passage",
    "chunk-boundary": "only a part of the passage is in any chunk",
    "value-differs": "a similar passage is in the index, but a number or an identifier in it differs",
}


@dataclass(frozen=True, slots=True)
class Link:
    """Chunks that hold one evidence quote: one chunk, or several that hold it only together.

    `confidence` is 1 for a verbatim match and lower for a match with differences.
    """

    chunks: tuple[str, ...]
    how: How
    confidence: float
    quote: str

    def as_json(self) -> dict[str, object]:
        return {
            "chunks": list(self.chunks),
            "how": self.how,
            "confidence": round(self.confidence, 3),
            "quote": self.quote,
        }


@dataclass(frozen=True, slots=True)
class ComponentLinks:
    """An answer component: any one of its `links` proves it. Without links, `reason` names where it was lost.

    `whole` is the strictest matching by which any single chunk holds one of its quotes, also at another place than the
    evidence's own. Matching by text alone can find these quotes.
    """

    links: tuple[Link, ...]
    reason: Reason | None = None
    whole: Whole = None

    def as_json(self) -> dict[str, object]:
        return {"links": [link.as_json() for link in self.links], "reason": self.reason, "whole": self.whole}


def strictest(matchings: Iterable[Whole]) -> Whole:
    """The strictest of the matchings by which the quotes of a component were found."""
    found = set(matchings)
    return "verbatim" if "verbatim" in found else "normalised" if "normalised" in found else None
