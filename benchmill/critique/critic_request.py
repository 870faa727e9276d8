"""A critic's prompt, settings, values -> the ChatRequest to that critic; and the settings that all critics share."""

from __future__ import annotations

from dataclasses import dataclass, field

from benchmill.chat.model import ChatRequest
from benchmill.prompts import Prompt
from benchmill.prompts.brief import Brief
from benchmill.records import CRITERIA, Criterion

SHARING: tuple[Criterion, ...] = ("standalone", "relevance")
"""The critics that see the question alone, so that one call can ask for both ratings."""


@dataclass(frozen=True, slots=True)
class PanelSettings:
    """How candidates are judged.

    `minimum` is the lowest rating that passes. `all_critics` asks every critic, also after another critic refused.
    `order` names the critics to ask, in their order. `shared`: standalone and relevance are asked in one call.
    """

    model: str
    brief: Brief = field(default_factory=Brief)
    minimum: int = 4
    all_critics: bool = False
    order: tuple[Criterion, ...] = CRITERIA
    max_tokens: int = 1024
    seed: int = 0
    shared: bool = False

    @property
    def turns(self) -> tuple[tuple[Criterion, ...], ...]:
        """The critics in their order, those that share a call together.

        >>> PanelSettings("m", shared=True).turns
        (('standalone', 'relevance'), ('groundedness',))
        """
        if not self.shared or not set(SHARING) <= set(self.order):
            return tuple((criterion,) for criterion in self.order)
        return (SHARING, *((criterion,) for criterion in self.order if criterion not in SHARING))


def critic_request(prompt: Prompt, settings: PanelSettings, schema: str, **values: object) -> ChatRequest:
    """The request to one critic, with the audience and the line on the documentation filled in. Temperature is 0."""
    texts = prompt.render(
        **settings.brief.variables(),
        **values,
    )
    return ChatRequest.of(
        settings.model, texts, prompt.name, schema, seed=settings.seed, max_tokens=settings.max_tokens
    )
