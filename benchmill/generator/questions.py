"""WritingTask -> Candidates that a model writes in one call; the evidence of each has exact character positions."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial

from benchmill.chat.errors import BadReply, CallFailed
from benchmill.chat.model import ChatRequest, ModelClient
from benchmill.generator.drafted import candidate_of
from benchmill.generator.kinds.task import ONE_A_CALL, WritingTask
from benchmill.generator.writer_replies import Drafts, read_drafts
from benchmill.generator.writer_schema import enum_schema, free_schema
from benchmill.prompts import Prompt
from benchmill.prompts.brief import Brief
from benchmill.prompts.fencing import clean, fenced, one_line
from benchmill.prompts.languages import language_name
from benchmill.records import Candidate, Failure
from benchmill.records.askable import is_always_hard
from benchmill.records.manner import UNASKED
from benchmill.records.sentences import quotable
from benchmill.records.words import without_spaces


@dataclass(frozen=True, slots=True)
class WriterSettings:
    """How to write. `per_call` is the most questions of one call. `asking` is the prompt for a task's manner."""

    model: str
    brief: Brief = field(default_factory=Brief)
    per_call: int = 2
    temperature: float = 0.0
    max_tokens: int = 1024
    seed: int = 0
    asking: Prompt | None = None


@dataclass(frozen=True, slots=True)
class Written:
    """The result of one call. `abstained` is true if the model said that the chunk holds nothing worth asking.

    `stripped` counts the invisible characters that the prompt builder removed from the passage.
    """

    candidates: tuple[Candidate, ...] = ()
    failures: tuple[Failure, ...] = ()
    abstained: bool = False
    stripped: int = 0
    request_key: str = ""


async def write_questions(
    task: WritingTask, *, client: ModelClient, prompt: Prompt, settings: WriterSettings
) -> Written:
    """Ask for questions of the task's kind. What does not become a candidate becomes a Failure of its source chunk.

    The function raises only EndOfRun (benchmill/chat/errors.py).
    """
    request, stripped = writing_request(task, prompt, settings)
    kind = task.kind or "factoid"
    try:
        answer = await client.ask(request, partial(read_drafts, kind=kind))
    except (BadReply, CallFailed) as error:
        key = (error.request_key if isinstance(error, BadReply) else "") or request.key
        failure = Failure("generate", task.seed.id, error.check, str(error), key)
        return Written(failures=(failure,), stripped=stripped, request_key=key)
    most = 1 if kind in ONE_A_CALL else settings.per_call
    return _written(answer.value, answer.request_key, task, most, stripped)


def writing_request(task: WritingTask, prompt: Prompt, settings: WriterSettings) -> tuple[ChatRequest, int]:
    """The request for one task, and the number of invisible characters that its passages lost. Estimates use both."""
    # The request does not name the file: a run must find the recorded calls of a renamed file again.
    passages = fenced(
        [chunk.text for chunk in task.passages],
        secret=settings.brief.secret,
        places=[chunk.place for chunk in task.passages],
    )
    texts = prompt.render(
        per_call=settings.per_call,
        **settings.brief.variables(),
        language=one_line(language_name(settings.brief.language)),
        passage=passages.text,
        shared=_shown(task.shared),
        links=[replace(link, name=_shown(link.name)) for link in task.links],
        begin=task.begin,
        asking=_asking(task, settings.asking),
    )
    kind = task.kind or "factoid"
    if settings.brief.evidence == "enum":
        pieces = [piece for chunk in task.passages for piece in quotable(clean(chunk.text)[0])]
        schema = enum_schema(pieces, kind)
    else:
        schema = free_schema(kind)
    request = ChatRequest.of(
        settings.model,
        texts,
        prompt.name,
        schema,
        temperature=settings.temperature,
        seed=settings.seed,
        max_tokens=settings.max_tokens,
    )
    return request, passages.stripped


def _shown(name: str) -> str:
    return one_line(without_spaces(name), 80).replace('"', "")


def _asking(task: WritingTask, prompt: Prompt | None) -> str:
    """The lines of the prompt that say how to ask; empty if the task leaves the manner to the writer.

    A question that needs two passages is hard by that: it may use the words of its quotes.
    """
    manner = task.manner
    if is_always_hard(task.kind, len(task.passages)):
        manner = replace(manner, difficulty="")
    if prompt is None or manner == UNASKED:
        return ""
    low, high = manner.words or (0, 0)
    _, lines = prompt.render(
        style=manner.style,
        persona=one_line(manner.persona, 300),
        difficulty=manner.difficulty,
        words=f"{low} to {high}" if low < high else f"{high}" if high else "",
    )
    return f"\n\n{lines}"


def _written(found: Drafts, key: str, task: WritingTask, most: int, stripped: int) -> Written:
    seed = task.seed
    failures = [Failure("generate", seed.id, "malformed", problem, key) for problem in found.problems]
    failures += [
        Failure("generate", seed.id, "surplus", f"more than the {most} asked for: {draft.question}", key)
        for draft in found.drafts[most:]
    ]
    candidates = []
    for draft in found.drafts[:most]:
        candidate = candidate_of(draft, key, task, task.kind or "factoid")
        if isinstance(candidate, Failure):
            failures.append(candidate)
        else:
            candidates.append(candidate)
    # A reply with problems and no draft has already raised BadReply. A reply without drafts is thus an abstention.
    return Written(tuple(candidates), tuple(failures), not found.drafts, stripped, key)
