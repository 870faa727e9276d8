"""What every prompt of a run has in common -> Brief: who asks, about what, in which language, how to fence passages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from benchmill.prompts.fencing import one_line


@dataclass(frozen=True, slots=True)
class Brief:
    """The variables that all prompts of a run share: the run makes them once for the writer and the critics.

    `about` is one line on the documentation; `language` a code or name, empty for the passage's own; `evidence="enum"`
    makes a server that enforces schemas quote whole sentences only, word for word; `secret` makes the fences
    unguessable and must stay the same for calls to be found again.
    """

    audience: str = ""
    about: str = ""
    language: str = ""
    evidence: Literal["free", "enum"] = "free"
    secret: str = ""

    def variables(self) -> dict[str, str]:
        """The prompt variables that every writer and every critic may use."""
        return {
            "audience": one_line(self.audience) or "a user of this documentation",
            "about": one_line(self.about) or "no description given",
        }
