"""Asked and its answer -> OpenAI's JSON: completions, streamed completions, the model list, errors."""

from __future__ import annotations

import json

from tests.servers.simulated.asked import Asked
from tests.servers.simulated.http import Response, json_response


def error(status: int, message: str, *, code: str | None = None, kind: str = "invalid_request_error") -> Response:
    """An error as OpenAI words it."""
    return json_response({"error": {"message": message, "type": kind, "param": None, "code": code}}, status)


def completion(asked: Asked, text: str, number: int, *, finish: str = "stop", refusal: str | None = None) -> Response:
    """One answered chat completion; streamed as server-sent events where the request asks for a stream."""
    head = {"id": f"chatcmpl-{number}", "created": 0, "model": asked.model, "system_fingerprint": "simulated"}
    content = None if refusal else text
    usage = {
        "prompt_tokens": asked.prompt_tokens,
        "completion_tokens": len(text) // 4 + 1,
        "total_tokens": asked.prompt_tokens + len(text) // 4 + 1,
        "prompt_tokens_details": {"cached_tokens": 0},
    }
    if asked.stream:
        return _streamed(head, text, finish, usage)
    message: dict[str, object] = {"role": "assistant", "content": content, "refusal": refusal}
    if asked.tool and not refusal:
        called = {"name": asked.tool, "arguments": text}
        message |= {"content": None, "tool_calls": [{"id": f"call-{number}", "type": "function", "function": called}]}
    choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": finish}
    return json_response({**head, "object": "chat.completion", "choices": [choice], "usage": usage})


def _streamed(head: dict[str, object], text: str, finish: str, usage: dict[str, object]) -> Response:
    events: list[object] = []
    for start in range(0, len(text), 40):
        delta = {"role": "assistant", "content": text[start : start + 40]}
        events.append({"choices": [{"index": 0, "delta": delta, "finish_reason": None}]})
    events.append({"choices": [{"index": 0, "delta": {}, "finish_reason": finish}]})
    events.append({"choices": [], "usage": usage})
    lines = [{**head, "object": "chat.completion.chunk", **event} for event in events if isinstance(event, dict)]
    pieces = [b"data: " + json.dumps(line).encode() + b"\n\n" for line in lines]
    return Response(200, (*pieces, b"data: [DONE]\n\n"), "text/event-stream", streamed=True)


def model(name: str) -> dict[str, object]:
    return {"id": name, "object": "model", "created": 0, "owned_by": "simulated"}


def models(names: tuple[str, ...], context_tokens: int = 0) -> Response:
    """GET /v1/models; with a context as vLLM reports it."""
    context = {"max_model_len": context_tokens} if context_tokens else {}
    return json_response({"object": "list", "data": [{**model(name), **context} for name in names]})
