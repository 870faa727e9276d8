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

    `joint`, `readings`, `same_fact`, `same_steps` and `same_entries` belong to the groundedness critic. It uses `joint`
    where a question needs several passages, `readings` for ambiguous questions, `same_fact` for places that may hold an
    answer in other words, `same_steps` for procedures and `same_entries` for lists and comparisons that code cannot
    compare. `closed_book` and `paraphrase` are asked by `--quality premium` only, `standalone_relevance` in place of
    two prompts unless `--no-shared-critics`.
    """

    standalone: Prompt
    groundedness: Prompt
    relevance: Prompt
    joint: Prompt
    readings: Prompt
    same_fact: Prompt
    same_steps: Prompt
    same_entries: Prompt
    closed_book: Prompt
    paraphrase: Prompt
    standalone_relevance: Prompt
    own: tuple[OwnCritic, ...] = ()

    @classmethod
    def load(cls, folder: Path | None = None) -> CriticPrompts:
        """A critic's file in `folder` replaces the built-in prompt. Raises UsageError where a file cannot be read."""
        built_in = {field.name: load(f"critique/{field.name}", folder) for field in fields(cls) if field.name != "own"}
        return cls(**built_in, own=own_critics(folder))

    def replaced_but_unread(self) -> tuple[str, ...]:
        """The user's own standalone and relevance prompts, where the shared call would use the built-in one instead."""

        def is_own(prompt: Prompt) -> bool:
            return prompt.fingerprint != load(prompt.name).fingerprint

        if is_own(self.standalone_relevance):
            return ()
        return tuple(Path(prompt.name).name for prompt in (self.standalone, self.relevance) if is_own(prompt))

    def all(self, *, premium: bool = False, shared: bool = False) -> tuple[Prompt, ...]:
        """Every prompt that a run uses."""
        unused = {"own"} if premium else {"own", "closed_book", "paraphrase"}
        unused |= {"standalone", "relevance"} if shared else {"standalone_relevance"}
        built_in = tuple(getattr(self, field.name) for field in fields(self) if field.name not in unused)
        return (*built_in, *(critic.prompt for critic in self.own))

    def by_criterion(self, *, premium: bool = False, shared: bool = False) -> Mapping[Criterion, tuple[Prompt, ...]]:
        """Criterion -> every prompt that decides its verdicts, with those of `--quality premium` or a shared call."""
        grounded = (self.groundedness, self.joint, self.readings, self.same_fact, self.same_steps, self.same_entries)
        own = {critic.name: (critic.prompt,) for critic in self.own}
        both = (self.standalone_relevance,)
        built_in = {
            "standalone": both if shared else (self.standalone,),
            "groundedness": grounded,
            "relevance": both if shared else (self.relevance,),
        }
        read_again = (self.groundedness, self.joint)
        in_full = (*read_again, self.same_fact, self.same_steps, self.same_entries)
        further = {
            "leave-gold-out": read_again,
            "closed-book": (self.closed_book,),
            "paraphrase": (self.paraphrase, *in_full),
        }
        return {**built_in, **(further if premium else {}), **own}
