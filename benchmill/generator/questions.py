"""Chunk -> Candidates, written by a language model in one call, each with evidence located to the character."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from benchmill.chat.errors import BadReply, CallFailed
from benchmill.chat.model import ChatRequest, Message, ModelClient
from benchmill.generator.evidence import locate, sentence_with
from benchmill.generator.writer_replies import Draft, Drafts, read_drafts
from benchmill.generator.writer_schema import enum_schema, free_schema
from benchmill.prompts import Prompt
from benchmill.prompts.fencing import clean, fenced, one_line
from benchmill.prompts.languages import language_name
from benchmill.records import AnswerComponent, Candidate, Chunk, Evidence, Failure
from benchmill.records.sentences import quotable


@dataclass(frozen=True, slots=True)
class WriterSettings:
    """How questions are written. Every field here, but `secret`'s value alone, is seen by the model.

    `about` is one line on the documentation; `language` a code or name, empty for the passage's own; `per_call` the
    most questions a call may bring; `evidence="enum"` makes a server that enforces schemas quote whole sentences only,
    word for word; `secret` makes the fences unguessable and must stay the same for calls to be found again.
    """

    model: str
    audience: str = ""
    about: str = ""
    language: str = ""
    per_call: int = 2
    temperature: float = 0.0
    max_tokens: int = 1024
    seed: int = 0
    secret: str = ""
    evidence: Literal["free", "enum"] = "free"


@dataclass(frozen=True, slots=True)
class Written:
    """What one call brought. `abstained`: the model said that the chunk holds nothing worth asking.

    `stripped` counts the invisible characters taken out of the passage before the model saw it.
    """

    candidates: tuple[Candidate, ...] = ()
    failures: tuple[Failure, ...] = ()
    abstained: bool = False
    stripped: int = 0


async def write_questions(chunk: Chunk, *, client: ModelClient, prompt: Prompt, settings: WriterSettings) -> Written:
    """Ask for questions about `chunk`; whatever does not become a candidate is a Failure of the chunk.

    Raises EndOfRun (benchmill/chat/errors.py) only.
    """
    request, stripped = writing_request(chunk, prompt, settings)
    try:
        answer = await client.ask(request, read_drafts)
    except (BadReply, CallFailed) as error:
        key = (error.request_key if isinstance(error, BadReply) else "") or request.key
        failure = Failure("generate", chunk.id, error.check, str(error), key)
        return Written(failures=(failure,), stripped=stripped)
    return _written(answer.value, answer.request_key, chunk, settings.per_call, stripped)


def writing_request(chunk: Chunk, prompt: Prompt, settings: WriterSettings) -> tuple[ChatRequest, int]:
    """The request for one chunk, and how many invisible characters its passage lost. For estimates, too."""
    # Not the file's name: a renamed file must find its calls again.
    passage = fenced([chunk.text], secret=settings.secret, places=[" > ".join(chunk.headings)])
    system, user = prompt.render(
        per_call=settings.per_call,
        audience=one_line(settings.audience) or "a user of this documentation",
        about=one_line(settings.about) or "no description given",
        language=one_line(language_name(settings.language)),
        passage=passage.text,
    )
    schema = enum_schema(quotable(clean(chunk.text)[0])) if settings.evidence == "enum" else free_schema()
    request = ChatRequest(
        model=settings.model,
        messages=(Message("system", system), Message("user", user)),
        purpose=prompt.name,
        schema=schema,
        temperature=settings.temperature,
        seed=settings.seed,
        max_tokens=settings.max_tokens,
    )
    return request, passage.stripped


def _written(found: Drafts, key: str, chunk: Chunk, per_call: int, stripped: int) -> Written:
    failures = [Failure("generate", chunk.id, "malformed", problem, key) for problem in found.problems]
    failures += [
        Failure("generate", chunk.id, "surplus", f"more than the {per_call} asked for: {draft.question}", key)
        for draft in found.drafts[per_call:]
    ]
    candidates = []
    for draft in found.drafts[:per_call]:
        candidate = _candidate(draft, key, chunk)
        if isinstance(candidate, Failure):
            failures.append(candidate)
        else:
            candidates.append(candidate)
    # Problems without a single draft were a bad reply, so nothing at all is an abstention.
    return Written(tuple(candidates), tuple(failures), not found.drafts, stripped)


def _candidate(draft: Draft, key: str, chunk: Chunk) -> Candidate | Failure:
    question, answer = one_line(draft.question, 1000), one_line(draft.answer, 1000)
    if not question or not answer:
        return Failure("generate", chunk.id, "malformed", "a question or answer of invisible characters only", key)
    if draft.quote:
        span = locate(draft.quote, chunk)
        missing = f"the quote {draft.quote[:200]!r} is not in the passage; its question: {question}"
    else:
        span = sentence_with(answer, question, chunk)
        missing = f"no quote, and no sentence of the passage has the answer {answer!r}; its question: {question}"
    if span is None:
        return Failure("check", chunk.id, "quote-not-found", missing, key)
    component = AnswerComponent(answer, (Evidence(span),))
    return Candidate("factoid", question, answer, (component,), (chunk.id,), key)
