"""Reference, answer -> Judgement: by rules where they suffice, else by one model call about each aspect."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from benchmill.chat.errors import BadReply, CallFailed
from benchmill.chat.model import Answer, ChatReply, ChatRequest, ModelClient
from benchmill.chat.together import together
from benchmill.judging.given import Given
from benchmill.judging.judge_replies import Finding, Found, read_abstention, read_correctness, read_groundedness
from benchmill.judging.judge_rules import by_rules, undecided
from benchmill.judging.judge_schemas import abstention_schema, correctness_schema, groundedness_schema
from benchmill.judging.judgement import Judgement, Undecided
from benchmill.judging.reference import Component, Reference
from benchmill.judging.statements import statements_in
from benchmill.prompts import Prompt, load
from benchmill.prompts.fencing import fenced, one_line

T = TypeVar("T")

# A finding is a quote of some words and a label; a reply that is still cut off is asked for again with twice the room.
_TOKENS_A_FINDING = 120


@dataclass(frozen=True, slots=True)
class JudgePrompts:
    """The wording of the three questions, and of a repair request."""

    correctness: Prompt
    abstention: Prompt
    groundedness: Prompt
    repair: Prompt

    @classmethod
    def load(cls, folder: Path | None = None) -> JudgePrompts:
        """The user's own from `folder` where it has them, else the built-in ones; UsageError for one of no use."""
        return cls(
            load("judge/correctness", folder),
            load("judge/abstention", folder),
            load("judge/groundedness", folder),
            load("repair", folder),
        )

    def fingerprints(self) -> dict[str, str]:
        return {p.name: p.fingerprint for p in (self.correctness, self.abstention, self.groundedness)}


@dataclass(frozen=True, slots=True)
class Judge:
    """Who judges, and how it is asked.

    `model` is the spec; `secret` makes the fences unguessable and must stay the same for calls to be found again;
    `language` is that of the numbers (`1,5`); `always_ask` leaves nothing to rules that a model can judge.
    """

    client: ModelClient
    model: str
    secret: str = ""
    language: str = "en"
    seed: int = 0
    always_ask: bool = False
    prompts: JudgePrompts = field(default_factory=JudgePrompts.load)

    async def judge(self, reference: Reference, given: Given) -> Judgement:
        """Correctness and abstention, and groundedness where passages are given.

        Raises EndOfRun only: an aspect that no reply decided is in `Judgement.undecided`.
        """
        judged, grounded = await together((self.correctness(reference, given), self.groundedness(reference, given)))
        return replace(
            judged,
            statements=grounded.statements,
            said=grounded.said,
            undecided=(*judged.undecided, *grounded.undecided),
            request_keys=(*judged.request_keys, *grounded.request_keys),
        )

    async def correctness(self, reference: Reference, given: Given) -> Judgement:
        """Component by component; whether the answer declines is asked where no component is in it."""
        ruled = by_rules(reference, given, self.language, always_ask=self.always_ask)
        if ruled is not None:
            return ruled
        judged = undecided(reference, self.model)
        if reference.answerable:
            found = await _decided("correctness", self.find_components(reference, given.answer))
            if isinstance(found, Undecided):
                return replace(judged, undecided=(found,))
            judged = replace(
                judged,
                components=found.value.findings,
                rationale=one_line(found.value.rationale, 1000),
                request_keys=(found.request_key,),
            )
            if any(one.label != "absent" for one in found.value.findings):
                return replace(judged, abstained=False)
        return await self._abstention(judged, reference, given)

    async def groundedness(self, reference: Reference, given: Given) -> Judgement:
        """Statement by statement against the passages; nothing is asked without passages or without statements."""
        judged = undecided(reference, self.model)
        said = claims_to_check(reference, given, self.language)
        if not said:
            return judged
        found = await _decided("groundedness", self._find_statements(reference, said, given.passages or ()))
        if isinstance(found, Undecided):
            return replace(judged, undecided=(found,))
        return replace(judged, statements=found.value.findings, said=said, request_keys=(found.request_key,))

    async def find_components(self, reference: Reference, answer: str) -> Answer[Found]:
        """One call about correctness, also where a rule would decide. Raises BadReply, CallFailed or EndOfRun."""
        components = reference.components
        request = self._request(
            self.prompts.correctness,
            correctness_schema(len(components)),
            len(components),
            question=one_line(reference.question, 1000),
            components="\n".join(_shown(number, one) for number, one in enumerate(components, start=1)),
            answer=fenced([answer], secret=self.secret).text,
            count=len(components),
        )
        read = partial(read_correctness, components=components, answer=answer, language=self.language)
        return await self.client.ask(request, read)

    async def _abstention(self, judged: Judgement, reference: Reference, given: Given) -> Judgement:
        found = await _decided("abstention", self._find_abstention(reference, given.answer))
        if isinstance(found, Undecided):
            return replace(judged, undecided=(*judged.undecided, found))
        return replace(
            judged,
            abstained=found.value.label == "declines",
            abstention=found.value,
            request_keys=(*judged.request_keys, found.request_key),
        )

    async def _find_abstention(self, reference: Reference, answer: str) -> Answer[Finding]:
        request = self._request(
            self.prompts.abstention,
            abstention_schema(),
            1,
            question=one_line(reference.question, 1000),
            answer=fenced([answer], secret=self.secret).text,
        )
        return await self.client.ask(request, partial(read_abstention, answer=answer))

    async def _find_statements(
        self, reference: Reference, said: Sequence[str], passages: Sequence[str]
    ) -> Answer[Found]:
        request = self._request(
            self.prompts.groundedness,
            groundedness_schema(len(said)),
            len(said),
            passages=fenced(passages, secret=self.secret).text,
            question=one_line(reference.question, 1000),
            statements=fenced(said, secret=self.secret).text,
            count=len(said),
        )

        def read(reply: ChatReply) -> Found:
            return read_groundedness(reply, statements=len(said), passages=passages)

        return await self.client.ask(request, read)

    def _request(self, prompt: Prompt, schema: str, findings: int, **values: object) -> ChatRequest:
        length = max(1024, 256 + _TOKENS_A_FINDING * findings)
        texts = prompt.render(**values)
        return ChatRequest.of(self.model, texts, prompt.name, schema, seed=self.seed, max_tokens=length)


def free_of_calls(
    reference: Reference, given: Given, language: str = "en", *, always_ask: bool = False
) -> Judgement | None:
    """The whole judgement where it takes no call; None where a model must be asked about any part of it."""
    if claims_to_check(reference, given, language):
        return None
    return by_rules(reference, given, language, always_ask=always_ask)


def claims_to_check(reference: Reference, given: Given, language: str = "en") -> tuple[str, ...]:
    """The statements to hold against the passages: none without passages, none of an answer that only declines."""
    ruled = by_rules(reference, given, language)
    if not given.passages or (ruled is not None and ruled.abstained):
        return ()
    return statements_in(given.answer)


async def _decided(aspect: str, call: Awaitable[Answer[T]]) -> Answer[T] | Undecided:
    """What the call found, or why it found nothing; EndOfRun passes."""
    try:
        return await call
    except BadReply as error:
        return Undecided(aspect, error.check, error.reason, error.request_key)
    except CallFailed as error:
        return Undecided(aspect, error.check, str(error))


def _shown(number: int, component: Component) -> str:
    also = [one_line(text, 300) for text in component.short_answers if text.strip() != component.text.strip()]
    return f"component_{number}: {one_line(component.text, 1000)}" + (f" (or: {' | '.join(also)})" if also else "")
