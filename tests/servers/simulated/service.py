"""Request -> Exchange: routes, keys, faults, latencies and the log. It knows both protocols, but no socket."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Protocol

from tests.servers.simulated import ollama_wire, openai_wire
from tests.servers.simulated.asked import Asked, from_ollama, from_openai
from tests.servers.simulated.batches import Batches
from tests.servers.simulated.brain import answer
from tests.servers.simulated.http import Request, Response, json_response
from tests.servers.simulated.log import Call, Log, count
from tests.servers.simulated.plan import ServerPlan
from tests.servers.simulated.spoiled import spoil


class Wire(Protocol):
    """The functions that differ between the protocols."""

    unknown_form: str

    def read(self, body: dict[str, object]) -> Asked: ...

    def error(self, status: int, message: str, code: str) -> Response: ...

    def reply(self, asked: Asked, text: str, fault: str, number: int) -> Response: ...


class OpenAI:
    unknown_form = "'response_format' of type '{form}' is not supported with this model."

    def read(self, body: dict[str, object]) -> Asked:
        return from_openai(body)

    def error(self, status: int, message: str, code: str) -> Response:
        kind = "server_error" if status >= 500 else "invalid_request_error"
        return openai_wire.error(status, message, code=code or None, kind=kind)

    def reply(self, asked: Asked, text: str, fault: str, number: int) -> Response:
        spoken = spoil(text, fault)
        return openai_wire.completion(asked, spoken.text, number, finish=spoken.finish, refusal=spoken.refusal)


class Ollama:
    # the words of versions before 0.5, which knew "json" alone
    unknown_form = "json: cannot unmarshal object into Go struct field ChatRequest.format of type string"

    def read(self, body: dict[str, object]) -> Asked:
        return from_ollama(body)

    def error(self, status: int, message: str, code: str) -> Response:  # noqa: ARG002 - Ollama has no codes
        return ollama_wire.error(status, message)

    def reply(self, asked: Asked, text: str, fault: str, number: int) -> Response:  # noqa: ARG002 - nor numbers
        spoken = spoil(text, fault)
        return ollama_wire.chat(asked, spoken.text, finish=spoken.finish)


CHAT: dict[str, Wire] = {"/v1/chat/completions": OpenAI(), "/api/chat": Ollama()}


@dataclass(slots=True)
class Done:
    """The exchange of a request that is not logged."""

    response: Response

    def sent(self) -> None:
        pass

    left = sent


@dataclass(slots=True)
class Logged:
    """The exchange of a chat request: its end is written into the log."""

    response: Response
    call: Call
    log: Log
    clock: Callable[[], float]

    def sent(self) -> None:
        broken = self.response.ending != "whole"
        self._close(0 if broken else self.response.status)

    def left(self) -> None:
        self.call.left = True
        self._close(0)

    def _close(self, status: int) -> None:
        self.call.status = status
        self.call.ended = self.clock()
        self.log.in_flight -= 1


class Service:
    """The state of one server: its replies and its memory."""

    def __init__(self, plan: ServerPlan) -> None:
        self.plan = plan
        self.log = Log()
        self._began = time.monotonic()
        self._holding = plan.hold_from is not None
        self._batches = Batches(plan, self._in_batch, self.clock, lambda: self._holding)

    def clock(self) -> float:
        """Seconds since the server began."""
        return time.monotonic() - self._began

    def opened(self) -> None:
        self.log.connections += 1

    def handle(self, request: Request) -> Done | Logged:
        """Request -> Exchange; a chat request enters the log."""
        path = request.path.partition("?")[0]
        if path in CHAT and request.method == "POST":
            return self._chat(CHAT[path], path, request)
        return Done(self._other(path, request))

    def _other(self, path: str, request: Request) -> Response:
        if path == "/_log":
            return json_response([asdict(call) for call in self.log.calls])
        if path == "/_counters":
            return json_response(asdict(count(self.log.calls, self.log.in_flight, self.log.connections)))
        if path == "/_reset":
            self.log.calls.clear()
            self.log.attempts.clear()
            return json_response({})
        if path == "/_release":
            self._holding = False
            return json_response({})
        if path == "/api/version":
            return json_response({"version": "0.0.0-simulated"})
        if path == "/api/tags":
            return ollama_wire.tags(self.plan.models)
        if path == "/api/show":
            name = str(_object(request.body).get("model", ""))
            known = self._knows(name)
            return ollama_wire.show(name) if known else ollama_wire.error(404, f"model '{name}' not found")
        if path == "/_batches":
            return json_response(self._batches.summary())
        if path.startswith(("/v1/files", "/v1/batches")):
            if refused := self._refused(request):
                return openai_wire.error(401, refused, code="invalid_api_key")
            return self._batches.handle(path, request)
        if path.startswith("/v1/models"):
            return self._models(path.removeprefix("/v1/models").strip("/"), request)
        return openai_wire.error(404, f"Unknown request URL: {request.method} {path}")

    def _models(self, name: str, request: Request) -> Response:
        if refused := self._refused(request):
            return openai_wire.error(401, refused, code="invalid_api_key")
        if not name:
            return openai_wire.models(self.plan.models, self.plan.context_tokens)
        if self._knows(name):
            return json_response(openai_wire.model(name))
        return openai_wire.error(404, f"The model `{name}` does not exist", code="model_not_found")

    def _knows(self, name: str) -> bool:
        return ollama_wire.tagged(name) in {ollama_wire.tagged(known) for known in self.plan.models}

    def _refused(self, request: Request) -> str:
        key = self.plan.api_key
        if not key or request.headers.get("authorization") == f"Bearer {key}":
            return ""
        return "Incorrect API key provided. You can find your key in your account."

    def _chat(self, wire: Wire, path: str, request: Request) -> Logged:
        body = _object(request.body)
        asked = wire.read(body)
        key = hashlib.sha256(path.encode() + request.body).hexdigest()[:16]
        attempt, arrival = self.log.attempts[key], len(self.log.calls)
        self.log.attempts[key] += 1
        self.log.in_flight += 1
        purpose, text = answer(asked, self.plan.fail_rates, self.plan.seed)
        fault = self.plan.fault(key, attempt, arrival)
        delay = self.plan.delay(key, attempt, arrival)
        call = Call(
            number=arrival,
            path=path,
            key=key,
            model=asked.model,
            purpose=purpose,
            attempt=attempt,
            fault=fault,
            latency=delay,
            started=self.clock(),
            in_flight=self.log.in_flight,
            prompt_tokens=asked.prompt_tokens,
            form=_form(body),
        )
        self.log.calls.append(call)
        refusal = self._refusal(wire, asked, request, call)
        if refusal:
            call.latency = 0.0
        response = refusal or self._reply(wire, asked, text, call)
        if not refusal and self.plan.hold_from is not None and arrival >= self.plan.hold_from:
            response = replace(response, held=lambda: self._holding)
        return Logged(response, call, self.log, self.clock)

    def _in_batch(self, request: Request) -> tuple[int, object]:
        """Status and body for one line of a batch; a fault that breaks a connection becomes a server error here."""
        headers = {"authorization": f"Bearer {self.plan.api_key}"}
        logged = self._chat(CHAT[request.path], request.path, replace(request, headers=headers))
        logged.call.in_flight = 0
        whole = logged.response.ending == "whole"
        logged.sent()
        if not whole or logged.response.content_type != "application/json":
            return 500, {"error": {"message": "The server had an error while processing your request."}}
        return logged.response.status, json.loads(b"".join(logged.response.pieces) or b"{}")

    def _refusal(self, wire: Wire, asked: Asked, request: Request, call: Call) -> Response | None:
        """The server's refusal before the model runs: no delay, no draw."""
        if refused := self._refused(request):
            return wire.error(401, refused, "invalid_api_key")
        if not self._knows(asked.model):
            return wire.error(404, f"The model `{asked.model}` does not exist or is not found", "model_not_found")
        unknown = {"unsupported": ("json_schema", "json_object"), "json_object": ("json_schema",)}
        if call.form in unknown.get(self.plan.schemas, ()):
            return wire.error(400, wire.unknown_form.format(form=call.form), "")
        limit = self.plan.context_tokens
        if limit and asked.prompt_tokens > limit:
            words = f"This model's maximum context length is {limit} tokens. However, your messages resulted in "
            return wire.error(400, f"{words}{asked.prompt_tokens} tokens.", "context_length_exceeded")
        if self.plan.max_in_flight and self.log.in_flight > self.plan.max_in_flight:
            call.fault = "http-429"
            return self._http(wire, "http-429")
        return None

    def _reply(self, wire: Wire, asked: Asked, text: str, call: Call) -> Response:
        fault = call.fault
        if fault.startswith("http-") or fault == "quota":
            return replace(self._http(wire, fault), delay=call.latency)
        if fault == "hang":
            return Response(200, ending="hang", delay=self.plan.hang_seconds)
        if fault == "reset":
            return Response(200, ending="reset", delay=call.latency)
        if self.plan.schemas == "ignored":
            text = f"Here is what you asked for:\n\n```json\n{text}\n```\n"
        response = replace(wire.reply(asked, text, fault, call.number), delay=call.latency)
        if fault == "reset-body":
            return replace(response, ending="reset")
        if fault == "drip":
            pieces = response.pieces if response.streamed else _cut(response.pieces[0])
            return replace(response, pieces=pieces, spread=self.plan.drip_seconds)
        return response

    def _http(self, wire: Wire, fault: str) -> Response:
        if fault == "quota":
            return wire.error(429, "You exceeded your current quota, please check your plan.", "insufficient_quota")
        if fault == "http-502-html":
            return Response(502, (b"<html><body><h1>502 Bad Gateway</h1></body></html>",), "text/html")
        status = int(fault.removeprefix("http-"))
        if status == 429:
            response = wire.error(429, "Rate limit reached for requests", "rate_limit_exceeded")
            return replace(response, headers=(("Retry-After", f"{self.plan.retry_after:g}"),))
        return wire.error(status, "The server had an error while processing your request.", "")


def _form(body: dict[str, object]) -> str:
    """How JSON was asked for, in OpenAI's words."""
    form = body.get("response_format")
    if isinstance(form, dict):
        return str(form.get("type", ""))
    given = body.get("format")
    return "json_schema" if isinstance(given, dict) else "json_object" if given == "json" else ""


def _cut(body: bytes, parts: int = 10) -> tuple[bytes, ...]:
    size = len(body) // parts + 1
    return tuple(body[start : start + size] for start in range(0, len(body), size))


def _object(body: bytes) -> dict[str, object]:
    try:
        value = json.loads(body)
    except (json.JSONDecodeError, UnicodeDecodeError):
        return {}
    return value if isinstance(value, dict) else {}
