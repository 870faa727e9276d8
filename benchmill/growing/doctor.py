"""GrowSettings -> a Diagnosis: the result of one call to each model, as a run makes it, and a forecast of a run."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from benchmill.chat.addresses import calls_at_once
from benchmill.chat.connect import clients_of
from benchmill.chat.errors import BadReply, CallFailed, EndOfRun, ModelRefused, Transient
from benchmill.chat.model import ChatModel, ChatReply, ChatRequest
from benchmill.chat.recorded import read_whole
from benchmill.chat.redacted import shown_address
from benchmill.critique.answerability import MOST_AT_ONCE
from benchmill.critique.critic_replies import read_findings
from benchmill.critique.groundedness import groundedness_request
from benchmill.growing.estimate import Forecast, forecast
from benchmill.growing.prompt_set import PromptSet, brief_of, panel_settings
from benchmill.growing.sample_passages import asked_about, sample_passages
from benchmill.running.event_loop import run_loop
from benchmill.running.model_session import connect_plan
from benchmill.settings import GrowSettings

What = Literal["server", "key", "model", "context", "reply", "schema", "speed"]
State = Literal["ok", "warning", "problem", "unknown"]

ORDER: tuple[What, ...] = ("server", "key", "model", "context", "reply", "schema", "speed")
"""The names of the checks, in the order in which each needs the ones before."""
_REACHING = frozenset(("server", "key", "model"))
# No tokenizer packs more characters of prose into a token: a server that counted fewer tokens cut the prompt.
_MOST_CHARACTERS_A_TOKEN = 8
_MORE_ROOM = "use a larger context (--num-ctx, or a setting of the server), or a smaller --chunk-size"
_SLOW = 0.5  # share of --timeout: other calls take longer than the measured call


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check found, in words; `unknown` where an earlier check failed."""

    what: What
    state: State
    text: str


@dataclass(frozen=True, slots=True)
class Examined:
    """One model at one server: a finding for each check of ORDER, and the reply to the call if the server gave one."""

    model: str
    server: str
    findings: tuple[Finding, ...]
    reply: ChatReply | None = None

    def state(self, what: What) -> State:
        return next(finding.state for finding in self.findings if finding.what == what)


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """All findings; `at_once` is how many calls a run has under way. No `forecast` where no server answered."""

    examined: tuple[Examined, ...]
    forecast: Forecast | None
    at_once: int

    @property
    def exit_code(self) -> int:
        """0: a run can begin; 3: a model cannot be reached or refuses; 1: a model's answer is of no use to a run."""
        problems = {one.what for each in self.examined for one in each.findings if one.state == "problem"}
        return 3 if problems & _REACHING else 1 if problems else 0

    @property
    def minutes(self) -> tuple[float, float] | None:
        """Minutes of a run with `at_once` parallel calls, and with one at a time, if each is as slow as the slowest."""
        seconds = [each.reply.seconds for each in self.examined if each.reply]
        if self.forecast is None or not seconds:
            return None
        one_by_one = self.forecast.calls * max(seconds) / 60
        return one_by_one / self.at_once, one_by_one

    def as_json(self) -> dict[str, object]:
        found: dict[str, object] = {"ok": self.exit_code == 0, "exit_code": self.exit_code}
        found["models"] = [
            {
                "model": each.model,
                "server": each.server,
                "checks": {one.what: {"state": one.state, "text": one.text} for one in each.findings},
                "seconds": round(each.reply.seconds, 3) if each.reply else None,
                "tokens": {"input": each.reply.input_tokens, "output": each.reply.output_tokens} if each.reply else {},
            }
            for each in self.examined
        ]
        if self.forecast and self.minutes:
            one = self.forecast
            tokens = {"input": one.input_tokens, "output": one.output_tokens}
            spread = dict(zip(("at_once", "one_by_one"), (round(n, 1) for n in self.minutes), strict=True))
            found["forecast"] = {
                "items": one.items,
                "calls": one.calls,
                "tokens": tokens,
                "cost": one.cost,
                "calls_at_once": self.at_once,
                "minutes": spread,
            }
        return found


def examine_models(settings: GrowSettings, report: Callable[[str], None] = lambda _: None) -> Diagnosis:
    """Ask writer and critic once each, at every server; ask nobody where the run uses the built-in writer.

    `report` gets messages for people: a model file that is fetched or loaded. Raises UsageError and MissingExtra for
    settings that are wrong before any call.
    """
    at_once = calls_at_once(settings.concurrency, settings.base_url)
    if settings.by_rules:
        return Diagnosis((), None, at_once)
    prompt_set = PromptSet.of(settings, "sample")
    passages = sample_passages(MOST_AT_ONCE, settings.chunk_size)
    panel = panel_settings(settings, brief_of(settings, prompt_set, "sample"), prompt_set)
    # the longest prompt of an ordinary run: ten full passages, about a question that none of them may answer
    request = groundedness_request(asked_about(passages[0]), passages, prompt_set.critics.groundedness, panel)
    plan = connect_plan(settings, prompt_set, report)

    async def examine_all() -> list[Examined]:
        found = []
        for url, models in plan.servers():
            clients = clients_of(plan, models, url)
            try:
                for spec, client in clients.items():
                    server = getattr(client, "server", shown_address(url) if url else "a server that benchmill runs")
                    found.append(await _examined(client, replace(request, model=spec), server, settings))
            finally:
                for client in {id(one): one for one in clients.values()}.values():
                    await client.aclose()
        return found

    examined = tuple(run_loop(examine_all()))
    answered = any(each.reply for each in examined)
    return Diagnosis(examined, forecast(settings, prompt_set, passages) if answered else None, at_once)


async def _examined(client: ChatModel, request: ChatRequest, server: str, settings: GrowSettings) -> Examined:
    """The findings about `request.model`, by a check that costs nothing and one call that does."""
    trouble = await _trouble(client.check(request.model))
    if trouble:
        started = not request.model.startswith("gguf:")  # a file that cannot be loaded starts no server of ours
        return Examined(request.model, server, _all(trouble, reached=started))
    reply: list[ChatReply] = []

    async def ask() -> None:
        reply.append(await client.complete(request))

    trouble = await _trouble(ask())
    if trouble:
        return Examined(request.model, server, _all(trouble))
    context = getattr(client, "contexts", {}).get(request.model, 0)
    return Examined(request.model, server, _all(*_of_reply(request, reply[0], settings.timeout, context)), reply[0])


async def _trouble(asking: Awaitable[None]) -> Finding | None:
    """The error of an attempt to ask, as a Finding; None where the server answered."""
    try:
        await asking
    except ModelRefused as refused:
        return Finding(refused.concerns, "problem", str(refused))
    except EndOfRun as error:
        return Finding("server", "problem", str(error))
    except Transient as passing:
        what: What = "speed" if passing.check == "time-out" else "server"
        more = "; a faster model, or a larger --timeout" if what == "speed" else ""
        return Finding(what, "problem", f"{passing}{more}")
    except CallFailed as failed:
        if failed.check == "prompt-too-long":
            return Finding("context", "problem", f"{failed}; {_MORE_ROOM}")
        return Finding("reply", "problem", str(failed))
    return None


def _of_reply(request: ChatRequest, reply: ChatReply, timeout: float, context: int) -> Iterator[Finding]:
    """What the reply shows about context, form, schema and speed; `context` is what the server reports, 0: nothing."""
    yield _of_context(request, reply, context)
    cut = reply.finish == "length"
    try:
        read_whole(reply, lambda whole: read_findings(whole, MOST_AT_ONCE))
        yield Finding("reply", "ok", "read as a critic's verdict")
    except BadReply as bad:
        remedy = "" if cut else "; use a larger model"
        yield Finding("reply", "problem", f"cannot be read as a critic's verdict: {bad.reason}{remedy}")
    if _follows_schema(reply.text, request.schema):
        yield Finding("schema", "ok", "the reply is JSON by the schema that was sent")
    elif cut:
        yield Finding("schema", "unknown", "")
    else:
        yield Finding(
            "schema", "warning", "the server does not enforce JSON schemas: some calls will be asked twice, at a cost"
        )
    each = reply.output_tokens / reply.seconds if reply.seconds else 0
    said = f"{reply.seconds:.1f} s for {reply.input_tokens:,} tokens in, {reply.output_tokens:,} out"
    said += f" ({each:,.0f} tokens a second)"
    slow = reply.seconds > _SLOW * timeout
    yield Finding("speed", "warning" if slow else "ok", said + (f"; near --timeout {timeout:g}" if slow else ""))


def _of_context(request: ChatRequest, reply: ChatReply, context: int) -> Finding:
    """Whether prompt and answer fit into the model's context."""
    characters = sum(len(message.content) for message in request.messages)
    read = reply.input_tokens
    if read * _MOST_CHARACTERS_A_TOKEN < characters:
        cut = f"the server counted only {read:,} tokens of a prompt of {characters:,} characters: it cuts the prompt"
        return Finding("context", "problem", f"{cut}; {_MORE_ROOM}")
    if 0 < context < read + request.max_tokens:
        room = f"of {context:,} tokens of context the longest prompt of a run takes {read:,}"
        answer = f"an answer up to {request.max_tokens:,}: it may be cut"
        return Finding("context", "warning", f"{room}, {answer}; {_MORE_ROOM}")
    of = f" of {context:,}" if context else ""
    return Finding("context", "ok", f"the longest prompt of a run fits ({read:,}{of} tokens)")


def _all(*found: Finding, reached: bool = True) -> tuple[Finding, ...]:
    """A finding for each check of ORDER: checks before `found` passed if a server was `reached`, those after a lone
    problem are unknown.
    """
    by = {one.what: one for one in found}
    last = max(ORDER.index(what) for what in by)
    words = {"server": "answers", "key": "accepted, or none is needed", "model": "is there"}
    return tuple(
        by.get(what)
        or (
            Finding(what, "ok", words[what])
            if reached and place < last and what in words
            else Finding(what, "unknown", "")
        )
        for place, what in enumerate(ORDER)
    )


def _follows_schema(text: str, schema: str) -> bool:
    try:
        return _fits(json.loads(text), json.loads(schema))
    except (ValueError, RecursionError):
        return False


def _fits(value: object, schema: dict[str, object]) -> bool:
    """Whether a value follows one of our own schemas: objects, lists, texts, choices."""
    if "enum" in schema:
        return isinstance(schema["enum"], list) and value in schema["enum"]
    if schema.get("type") == "object":
        fields = schema.get("properties")
        return (
            isinstance(value, dict)
            and isinstance(fields, dict)
            and value.keys() == fields.keys()
            and all(_fits(value[name], fields[name]) for name in fields)
        )
    if schema.get("type") == "array":
        items = schema.get("items")
        return isinstance(value, list) and isinstance(items, dict) and all(_fits(each, items) for each in value)
    return isinstance(value, str)
