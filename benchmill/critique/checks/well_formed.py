"""Case -> malformed: texts that a file cannot store or a reader cannot use."""

from __future__ import annotations

import re

from benchmill.critique.checks.case import Case, show

# Line breaks and tabs belong to a text; other control characters and lone surrogates are damage.
_DAMAGED = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def damaged(case: Case) -> str | None:
    """Refuses an empty required field, and characters that UTF-8 cannot encode or people cannot read."""
    candidate = case.candidate
    if not candidate.answer.strip() and candidate.kind != "unanswerable":
        return "the answer is empty"
    if not any(character.isalnum() for character in candidate.question):
        return f"the question has no word: {show(candidate.question)}"
    texts = [
        candidate.question,
        candidate.answer,
        *(text for part in case.parts for text in (part.text, *part.short_answers)),
    ]
    for text in texts:
        found = _DAMAGED.search(text)
        if found:
            return f"the character {show(found[0])} is not text; it is in {show(text[max(0, found.start() - 20) :])}"
    return None
