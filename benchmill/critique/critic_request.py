"""A critic's prompt, settings, values -> the ChatRequest to that critic; and the settings that all critics share."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from benchmill.chat.model import ChatRequest
from benchmill.prompts import Prompt
from benchmill.prompts.brief import Brief
from benchmill.prompts.fencing import one_line
from benchmill.records import CRITERIA, SECOND, Candidate, Criterion

SHARING: tuple[Criterion, ...] = ("standalone", "relevance")
"""The critics that see the question alone, so that one call can ask for both ratings."""


@dataclass(frozen=True, slots=True)
class PanelSettings:
    """How candidates are judged.

    `minimum` is the lowest rating that passes. `all_critics` asks every critic, also after another critic refused.
    `order` names the critics to ask, in their order. `shared`: standalone and relevance are asked in one call.
    `second` is another model; it is asked where the first model gave just the minimum, if `order` names SECOND.
    """

    model: str
    brief: Brief = field(default_factory=Brief)
    minimum: int = 4
    all_critics: bool = False
    order: tuple[Criterion, ...] = CRITERIA
    max_tokens: int = 1024
    seed: int = 0
    shared: bool = False
    second: str = ""

    @property
    def turns(self) -> tuple[tuple[Criterion, ...], ...]:
        """The critics in their order, those that share a call together; the second model after all that it follows.

        >>> PanelSettings("m", shared=True).turns
        (('standalone', 'relevance'), ('groundedness',))
        """
        shares = self.shared and set(SHARING) <= set(self.order)
        alone = (each for each in self.order if each not in SECOND and not (shares and each in SHARING))
        turns = [*([SHARING] if shares else []), *((each,) for each in alone)]
        if second := tuple(each for each in SECOND if each in self.order):
            last = max((number for number, turn in enumerate(turns, 1) if set(turn) & set(CRITERIA)), default=0)
            turns.insert(last, second)
        return tuple(turns)

    def for_asker(self, candidate: Candidate) -> PanelSettings:
        """The settings with the candidate's persona as audience, where it has one.

        A critic that does not know who asks finds a question odd that is ordinary for this person.
        """
        if not candidate.manner.persona:
            return self
        audience = one_line(self.brief.audience) or "its users"
        who = f"this person ({one_line(candidate.manner.persona, 300)}; the documentation is for {audience})"
        return replace(self, brief=replace(self.brief, audience=who))


def critic_request(prompt: Prompt, settings: PanelSettings, schema: str, **values: object) -> ChatRequest:
    """The request to one critic, with the audience and the line on the documentation filled in. Temperature is 0."""
    texts = prompt.render(
        **settings.brief.variables(),
        **values,
    )
    return ChatRequest.of(
        settings.model, texts, prompt.name, schema, seed=settings.seed, max_tokens=settings.max_tokens
    )
