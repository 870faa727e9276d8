"""Documents and settings -> the Basis of one run: prompts and corpus hash, computed once and passed on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from benchmill.growing.prompt_set import PromptSet, judged_by
from benchmill.growing.source import Source
from benchmill.outputs.manifest import corpus_hash
from benchmill.records import CRITERIA, Criterion
from benchmill.settings import GrowSettings


@dataclass(frozen=True)
class Basis:
    """What one run starts from. The built-in writer has no prompts."""

    source: Source
    settings: GrowSettings
    described: str = ""
    """The line about the documents that the workspace keeps."""
    _prompt_set: PromptSet | None = field(init=False)

    def __post_init__(self) -> None:
        settings, source = self.settings, self.source
        read = (
            None
            if settings.by_rules
            else PromptSet.of(settings, source.name, source.documents, described=self.described, stated=source.stated)
        )
        object.__setattr__(self, "_prompt_set", read)

    @property
    def prompt_set(self) -> PromptSet:
        """The prompts of a run with models."""
        if self._prompt_set is None:
            raise ValueError("the built-in writer has no prompts")
        return self._prompt_set

    @property
    def prompts(self) -> dict[str, str]:
        """Fingerprints of the prompts a run uses, by name; none with the built-in writer."""
        settings = self.settings
        return (
            self._prompt_set.fingerprints(premium=settings.premium, shared=settings.shares_calls)
            if self._prompt_set
            else {}
        )

    @cached_property
    def judged_by(self) -> Mapping[Criterion, str]:
        """Criterion -> who judges, as a hash that a later run compares with its own."""
        if self._prompt_set is None:
            return dict.fromkeys(CRITERIA, "rules")
        return judged_by(self.settings, self._prompt_set)

    @cached_property
    def corpus_hash(self) -> str:
        """One hash over all documents."""
        return corpus_hash(self.source.documents)
