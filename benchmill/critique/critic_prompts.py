"""A folder of prompts, or none -> CriticPrompts: the prompts of all critics; the user's own replace built-in ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path

from benchmill.prompts import Prompt, load
from benchmill.prompts.own import OwnCritic, own_critics
from benchmill.records import Criterion


@dataclass(frozen=True, slots=True)
class CriticPrompts:
    """The prompts of the three built-in critics and of the user's own critics.

    `joint`, `readings` and `same_fact` belong to the groundedness critic. It uses `joint` where a question needs
    several passages, `readings` for ambiguous questions, and `same_fact` for places that may hold an answer in other
    words.
    """

    standalone: Prompt
    groundedness: Prompt
    relevance: Prompt
    joint: Prompt
    readings: Prompt
    same_fact: Prompt
    own: tuple[OwnCritic, ...] = ()

    @classmethod
    def load(cls, folder: Path | None = None) -> CriticPrompts:
        """A critic's file in `folder` replaces the built-in prompt. Raises UsageError where a file cannot be read."""
        built_in = {field.name: load(f"critique/{field.name}", folder) for field in fields(cls) if field.name != "own"}
        return cls(**built_in, own=own_critics(folder))

    def all(self) -> tuple[Prompt, ...]:
        built_in = tuple(getattr(self, field.name) for field in fields(self) if field.name != "own")
        return (*built_in, *(critic.prompt for critic in self.own))

    def by_criterion(self) -> Mapping[Criterion, tuple[Prompt, ...]]:
        """Criterion -> every prompt that decides its verdicts."""
        grounded = (self.groundedness, self.joint, self.readings, self.same_fact)
        own = {critic.name: (critic.prompt,) for critic in self.own}
        return {"standalone": (self.standalone,), "groundedness": grounded, "relevance": (self.relevance,), **own}
