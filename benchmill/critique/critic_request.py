"""What all critics share: their settings, and the request made of a prompt."""

from __future__ import annotations

from dataclasses import dataclass, field

from benchmill.chat.model import ChatRequest
from benchmill.prompts import Prompt
from benchmill.prompts.brief import Brief
from benchmill.records import CRITERIA, Criterion


@dataclass(frozen=True, slots=True)
class PanelSettings:
    """How candidates are judged.

    `minimum` is the lowest rating that passes; `all_critics` asks every critic whatever the others say; `order` names
    the critics that are asked, in their order.
    """

    model: str
    brief: Brief = field(default_factory=Brief)
    minimum: int = 4
    all_critics: bool = False
    order: tuple[Criterion, ...] = CRITERIA
    max_tokens: int = 1024
    seed: int = 0


def critic_request(prompt: Prompt, settings: PanelSettings, schema: str, **values: object) -> ChatRequest:
    """The request to one critic; audience and the line on the documentation are filled in here. Temperature is 0."""
    texts = prompt.render(
        **settings.brief.variables(),
        **values,
    )
    return ChatRequest.of(
        settings.model, texts, prompt.name, schema, seed=settings.seed, max_tokens=settings.max_tokens
    )
