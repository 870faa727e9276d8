"""What could not be made, and why: one for each thing that made no record, so that all counts add up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Stage = Literal["load", "chunk", "seed", "generate", "check", "duplicate", "critique", "export", "import", "retrieve"]


@dataclass(frozen=True, slots=True)
class Failure:
    """One thing that did not become what it should: where (`stage`, `subject_id`), which rule or cause (`check`), why.

    `subject_id` is a document id, chunk id or candidate id; `check` a short stable word for counting
    (`points-at-source`, `groundedness`, `time-out`, `not-utf8`); `reason` a sentence for people.
    """

    stage: Stage
    subject_id: str
    check: str
    reason: str
    request_key: str = ""
