"""The JSON of OpenAI's chat completions: ChatRequest -> body, bytes -> ChatReply, error bytes -> words."""

from __future__ import annotations

import json
from typing import Any

from benchmill.chat.dialects import Dialect
from benchmill.chat.errors import ModelError
from benchmill.chat.model import ChatReply, ChatRequest, Finish
from benchmill.chat.options import openai_format, openai_sampling
from benchmill.chat.refusals import error_for, not_a_reply
from benchmill.chat.texts import about, clean_text, whole, with_schema_in_words

KEY = "OPENAI_API_KEY"
# vLLM and SGLang; OpenRouter, Together and others; Groq; Mistral; llama.cpp's slots
_CONTEXT_NAMES = ("max_model_len", "context_length", "context_window", "max_context_length", "n_ctx")
_FINISHES: dict[str, Finish] = {"stop": "stop", "length": "length", "content_filter": "refusal"}


def body_of(model: str, request: ChatRequest, dialect: Dialect) -> dict[str, object]:
    """The request as this server wants it."""
    messages = with_schema_in_words(request) if request.schema and dialect.schema != "json_schema" else request.messages
    body: dict[str, object] = {
        "model": model,
        "messages": [{"role": message.role, "content": message.content} for message in messages],
        dialect.limit: request.max_tokens,
    }
    body.update(openai_sampling(request, dialect))
    form = openai_format(request, dialect)
    return {**body, "response_format": form} if form else body


def reply_of(content: bytes, request: ChatRequest, *, server: str, model: str, seconds: float) -> ChatReply:
    """The reply in a successful response's body. Raises Transient where there is none, or the error in the body."""
    tokens = (0, 0)
    try:
        body = json.loads(content)
        tokens = _tokens(body)
        if isinstance(body, dict) and body.get("error"):
            trouble = _error_in_body(body["error"], server, model)
            trouble.tokens = tokens
            raise trouble
        choice = body["choices"][0]
        message = choice["message"]
        text, refusal = clean_text(message.get("content")), clean_text(message.get("refusal"))
        usage = body.get("usage") or {}
        cached = whole((usage.get("prompt_tokens_details") or {}).get("cached_tokens"))
        finish = _FINISHES.get(choice.get("finish_reason") or "stop", "other")
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise not_a_reply(server, f"it begins with {content[:60].decode('utf-8', 'replace')!r}", tokens) from error
    return ChatReply(
        text=refusal or text,
        finish="refusal" if refusal else finish,
        input_tokens=tokens[0] or sum(about(m.content) for m in request.messages),
        output_tokens=tokens[1] or about(text),
        cached_tokens=cached,
        seconds=seconds,
    )


def _tokens(body: object) -> tuple[int, int]:
    """Input and output tokens that the body reports."""
    usage = body.get("usage") if isinstance(body, dict) else None
    if not isinstance(usage, dict):
        return 0, 0
    return whole(usage.get("prompt_tokens")), whole(usage.get("completion_tokens"))


def words_of(content: bytes) -> str:
    """A server's words in an error body, with its code: OpenAI, FastAPI and plain text say it differently."""
    try:
        body = json.loads(content)
    except (ValueError, RecursionError):
        return content[:2000].decode("utf-8", "replace")
    error: Any = body.get("error", body) if isinstance(body, dict) else body
    if isinstance(error, dict):
        said: list[str] = []
        for name in ("message", "detail", "code", "type", "param"):
            word = str(error.get(name) or "")
            if word and not any(word in earlier for earlier in said):  # many servers say code and type alike
                said.append(word)
        return " ".join(said) or json.dumps(error)[:2000]
    return str(error)[:2000]


def _error_in_body(error: object, server: str, model: str) -> ModelError:
    """The ModelError for an error in the body: some gateways answer with status 200 and put the error there."""
    details = error if isinstance(error, dict) else {"message": error}
    code = details.get("code")
    status = code if isinstance(code, int) and 400 <= code < 600 else 502
    return error_for(status, str(details.get("message")), server=server, model=model, key_name=KEY)


def context_of(content: bytes, name: str) -> int:
    """The context in tokens that GET /models reports for a model, or GET /props of llama.cpp; 0 where it is not there.

    >>> context_of(b'{"data": [{"id": "m", "max_model_len": 4096}]}', "m")
    4096
    """
    try:
        body = json.loads(content)
        entries = body.get("data", [])
        found = next((one for one in entries if one.get("id") == name), {}) if entries else body
        found = {**found, **(found.get("default_generation_settings") or {})}
    except (ValueError, AttributeError, TypeError, RecursionError):
        return 0
    return next((found[key] for key in _CONTEXT_NAMES if type(found.get(key)) is int and found[key] > 0), 0)


def is_llama_cpp(content: bytes) -> bool:
    """Whether the body of GET /models is that of llama.cpp, which reports its context elsewhere."""
    return b'"llamacpp"' in content


def names_of(content: bytes) -> set[str]:
    """The models in the body of GET /models; an empty set where the body is something else."""
    try:
        return {str(entry["id"]) for entry in json.loads(content)["data"]}
    except (ValueError, LookupError, TypeError, RecursionError):
        return set()
