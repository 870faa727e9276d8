"""What all critics share: their settings, and the request made of a prompt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from benchmill.chat.model import ChatRequest
from benchmill.prompts import Prompt
from benchmill.prompts.fencing import one_line
from benchmill.records import CRITERIA, Criterion


@dataclass(frozen=True, slots=True)
class PanelSettings:
    """How candidates are judged.

    `about` is one line on the documentation; `minimum` the lowest rating that passes; `all_critics` asks every critic
    whatever the others say; `order` is who is asked, in which order; `evidence="enum"` makes a server that enforces
    schemas quote whole sentences only; `secret` makes the fences unguessable and must stay the same for calls to be
    found again.
    """

    model: str
    audience: str = ""
    about: str = ""
    minimum: int = 4
    all_critics: bool = False
    secret: str = ""
    evidence: Literal["free", "enum"] = "free"
    order: tuple[Criterion, ...] = CRITERIA
    max_tokens: int = 1024
    seed: int = 0


def critic_request(prompt: Prompt, settings: PanelSettings, schema: str, **values: object) -> ChatRequest:
    """The request to one critic; audience and the line on the documentation are filled in here. Temperature is 0."""
    texts = prompt.render(
        audience=one_line(settings.audience) or "a user of this documentation",
        about=one_line(settings.about) or "no description given",
        **values,
    )
    return ChatRequest.of(
        settings.model, texts, prompt.name, schema, seed=settings.seed, max_tokens=settings.max_tokens
    )
