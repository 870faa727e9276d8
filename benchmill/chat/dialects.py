"""A server's complaint about a parameter -> how to ask it instead, remembered for the run."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

SchemaForm = Literal["json_schema", "json_object", "words"]

_STATUSES = frozenset({400, 404, 415, 422, 500, 501})
_SCHEMA = re.compile(
    r"response_?format|json_?schema|json_object|structured.?output|grammar|text\.format", re.IGNORECASE
)
_LIMIT = re.compile(r"max_(?:completion_)?tokens", re.IGNORECASE)
_TOO_LONG = re.compile(r"context|too long|too large|at most|less than|exceed", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Dialect:
    """How one OpenAI-compatible server wants to be asked for one model."""

    schema: SchemaForm = "json_schema"
    limit: Literal["max_completion_tokens", "max_tokens"] = "max_completion_tokens"
    temperature: bool = True
    seed: bool = True

    def after(self, status: int, message: str) -> Dialect | None:
        """The dialect to try after `message`; None where no other dialect would answer the complaint.

        >>> Dialect().after(400, "Unsupported parameter: 'max_completion_tokens'").limit
        'max_tokens'
        >>> Dialect().after(400, "no such thing") is None
        True
        """
        if status not in _STATUSES:
            return None
        named = message.lower()
        # These are looked for before the schema: OpenAI's complaint about one of them may also mention formats.
        if self.temperature and re.search(r"\btemperature\b", named):
            return replace(self, temperature=False)
        if self.seed and re.search(r"\bseed\b", named):
            return replace(self, seed=False)
        if self.schema != "words" and _SCHEMA.search(message):
            return replace(self, schema="json_object" if self.schema == "json_schema" else "words")
        if _LIMIT.search(message) and not _TOO_LONG.search(message):
            other: Literal["max_completion_tokens", "max_tokens"] = (
                "max_tokens" if self.limit == "max_completion_tokens" else "max_completion_tokens"
            )
            complained = re.search(rf"{self.limit}\b", named)
            return replace(self, limit=other) if complained else None
        return None
