"""GrowSettings -> the prompts of a run and the values that fill them: the same for growing and for estimating."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmill.critique.answerability import MOST_AT_ONCE
from benchmill.critique.panel import CriticPrompts, PanelSettings
from benchmill.critique.second_opinion import first_of
from benchmill.generator.loaders.stated_name import NOTHING, Stated
from benchmill.growing.description import describe
from benchmill.prompts import Prompt, load
from benchmill.prompts.brief import Brief
from benchmill.prompts.own import load_writer
from benchmill.records import CRITERIA, PREMIUM, SECOND, Criterion, Document, Kind, UsageError, short_digest
from benchmill.settings import GrowSettings

# The source chunk and what may answer as well; `lean` pays for the source chunk alone.
PACK_SIZE = {"lean": 1, "standard": MOST_AT_ONCE, "premium": MOST_AT_ONCE}


@dataclass(frozen=True, slots=True)
class PromptSet:
    """The prompts of a run, the user's own in place of built-in ones, and the line that describes the documents."""

    writers: Mapping[Kind, Prompt]
    critics: CriticPrompts
    repair: Prompt
    about: str
    asking: Prompt | None = None

    @classmethod
    def of(
        cls,
        settings: GrowSettings,
        docs_name: str,
        documents: Sequence[Document] = (),
        *,
        described: str = "",
        stated: Stated = NOTHING,
    ) -> PromptSet:
        """`described`: the line about the documents that the workspace keeps. `stated`: what the files
        around the docs state about the product.

        Raises UsageError where a prompt of the user's own cannot be used.
        """
        folder = Path(settings.prompts) if settings.prompts else None
        writers = {kind: load_writer(kind, folder) for kind in settings.wanted_kinds}
        asks = bool(settings.styles or settings.persona or settings.difficulty or settings.like)
        for prompt in writers.values():
            if asks and "asking" not in prompt.variables:
                raise UsageError(
                    f"prompt {prompt.name} does not use {{{{ asking }}}}, so it cannot ask for a style, persona, "
                    "difficulty or length; put {{ asking }} after {{ passage }}"
                )
        critics = CriticPrompts.load(folder)
        if settings.shares_calls and (unread := critics.replaced_but_unread()):
            raise UsageError(
                f"{folder}/critique: {' and '.join(f'{name}.md' for name in unread)} would not be read, since one call "
                "rates clarity and relevance; add --no-shared-critics, or write standalone_relevance.md instead"
            )
        return cls(
            writers=writers,
            critics=critics,
            repair=load("repair", folder),
            about=settings.about or described or describe(docs_name, documents, settings.language, stated),
            asking=load("generator/asking", folder) if asks else None,
        )

    def fingerprints(self, *, premium: bool = False, shared: bool = False) -> dict[str, str]:
        """Name -> fingerprint of every prompt used."""
        asking = (self.asking,) if self.asking else ()
        used = (*self.writers.values(), *self.critics.all(premium=premium, shared=shared), self.repair, *asking)
        return {prompt.name: prompt.fingerprint for prompt in used}


def judged_by(settings: GrowSettings, prompt_set: PromptSet) -> dict[Criterion, str]:
    """Criterion -> a hash of all that decides its verdicts: model, prompt and audience.

    Where a hash differs from the last edition's, only that critic judges again.
    """
    values = {"audience": settings.audience, "about": prompt_set.about, "passages": settings.evidence}
    hashes: dict[Criterion, str] = {}
    asked = prompt_set.critics.by_criterion(premium=settings.premium, shared=settings.shares_calls)
    for criterion, prompts in asked.items():
        variables = {name for prompt in prompts for name in prompt.variables}
        seen = {name: value for name, value in values.items() if name in variables}
        by = "rules" if criterion in CRITERIA and criterion not in critics_asked(settings) else settings.critic
        hashes[criterion] = short_digest(by, [prompt.fingerprint for prompt in prompts], seen)
    # whether the second model is asked depends on what the first one says
    second = (criterion for criterion in critics_asked(settings) if criterion in SECOND)
    return hashes | {each: short_digest(settings.second_critic_model, hashes[first_of(each)]) for each in second}


def brief_of(settings: GrowSettings, prompt_set: PromptSet, secret: str) -> Brief:
    """The settings that writer and critics share; `secret` makes the fences unguessable."""
    return Brief(settings.audience, prompt_set.about, settings.language, settings.evidence, secret)


def critics_asked(settings: GrowSettings) -> tuple[Criterion, ...]:
    """The critics that ask a model; with `lean`, rules judge relevance; a second model and `premium` ask further."""
    first = tuple(each for each in CRITERIA if settings.quality != "lean" or each != "relevance")
    second = tuple(each for each in SECOND if first_of(each) in first) if settings.second_critic_model else ()
    return (*first, *second, *(PREMIUM if settings.premium else ()))


def panel_settings(settings: GrowSettings, brief: Brief, prompt_set: PromptSet) -> PanelSettings:
    """How the critics of a run judge; the user's own come last, after groundedness with its free comparison by code."""
    order = (*critics_asked(settings), *(critic.name for critic in prompt_set.critics.own))
    return PanelSettings(
        settings.critic,
        brief,
        settings.min_rating,
        settings.all_critics,
        order,
        shared=settings.shares_calls,
        second=settings.second_critic_model or "",
    )
