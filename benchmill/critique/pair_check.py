"""A critic's answer that code cannot compare with the writer's -> what counts, by one cheap call to a critic."""

from __future__ import annotations

from functools import partial

from benchmill.chat.errors import BadReply
from benchmill.chat.json_text import read_object, without_thinking
from benchmill.chat.model import ChatReply, ChatRequest, ModelClient
from benchmill.critique.critic_prompts import CriticPrompts
from benchmill.critique.critic_replies import read_same_fact
from benchmill.critique.critic_request import PanelSettings, critic_request
from benchmill.critique.critic_schemas import same_parts_schema
from benchmill.critique.own_answer import has_parts
from benchmill.critique.same_fact import same_fact_request
from benchmill.critique.verification import Verified
from benchmill.prompts import Prompt
from benchmill.prompts.fencing import fenced, one_line
from benchmill.records import Candidate

_LONGEST = 4000  # characters of the critic's answer


def same_parts_request(candidate: Candidate, own: str, prompt: Prompt, settings: PanelSettings) -> ChatRequest:
    """The critic sees the question, the writer's steps, entries or sides, each on its line, and its own answer; no
    passage."""
    parts = "\n".join(part.text for part in candidate.components)
    block = fenced([parts, own[:_LONGEST]], secret=settings.brief.secret)
    question = one_line(candidate.question, 1000)
    return critic_request(prompt, settings, same_parts_schema(), passages=block.text, question=question)


async def settled(
    result: Verified, candidate: Candidate, *, client: ModelClient, prompts: CriticPrompts, settings: PanelSettings
) -> Verified:
    """`result`, or where only a reader can tell whether two answers are the same, what follows from the reader's reply.

    No call is made where the candidate would be refused anyway. Raises BadReply, CallFailed or EndOfRun.
    """
    doubt = result.doubt
    if doubt is None or doubt.if_same.rating < settings.minimum:
        return result
    if has_parts(candidate):
        prompt = prompts.same_steps if candidate.kind == "procedure" else prompts.same_entries
        request = same_parts_request(candidate, doubt.own, prompt, settings)
        difference = (await client.ask(request, _read)).value
    else:
        request = same_fact_request(candidate, [doubt.own[:_LONGEST]], prompts.same_fact, settings)
        (compared_with,) = (await client.ask(request, partial(read_same_fact, pieces=1))).value
        difference = None if compared_with.label == "yes" else ""
    if difference is None:
        return doubt.if_same
    compared = "steps" if candidate.kind == "procedure" else "answers"
    how = f" ({difference})" if difference else ""
    return Verified(
        1, f"A critic compared the {compared}, and they differ{how}: {doubt.told}", conflict=result.conflict
    )


def _read(reply: ChatReply) -> str | None:
    """How the two differ; None where they are the same."""
    fields = read_object(without_thinking(reply.text))
    same = fields.get("same")
    said = {True: "yes", False: "no"}.get(same, "") if isinstance(same, bool) else str(same).strip().casefold()
    if said not in ("yes", "no"):
        raise BadReply(f'"same" must be yes or no, not {same!r}')
    difference = fields.get("difference")
    return None if said == "yes" else one_line(difference if isinstance(difference, str) else "", 200).rstrip(".")
