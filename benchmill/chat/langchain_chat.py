"""ChatRequest -> ChatReply from everything that langchain's `init_chat_model` knows."""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from benchmill.chat.addresses import is_loopback, knock, spare_loopback
from benchmill.chat.dialects import Dialect
from benchmill.chat.errors import CallFailed, ModelRefused
from benchmill.chat.http_calls import http_client, pool_for
from benchmill.chat.langchain_errors import error_from, status_and_words
from benchmill.chat.model import ChatReply, ChatRequest, Finish
from benchmill.chat.options import ollama_options, openai_format, openai_sampling
from benchmill.chat.redacted import redacted
from benchmill.chat.specs import ModelSpec, parse_spec
from benchmill.chat.texts import about, clean_text, whole, with_schema_in_words
from benchmill.records.errors import BenchmillError, MissingExtra, UsageError
from benchmill.records.installed import check_versions

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import AIMessage

# Vendors whose langchain class is ChatOpenAI or a child of it: they pass OpenAI's parameters on, call by call.
_LIKE_OPENAI = frozenset({"openai", "azure_openai", "deepseek", "xai", "openrouter", "baseten", "upstage"})
_MOST_DIALECTS = 5
_FINISHES: dict[str, Finish] = {
    **dict.fromkeys(("stop", "end_turn", "tool_calls", "tool_use", "stop_sequence", "complete"), "stop"),
    **dict.fromkeys(("length", "max_tokens", "model_length"), "length"),
    **dict.fromkeys(
        ("refusal", "content_filter", "safety", "recitation", "blocklist", "prohibited_content"), "refusal"
    ),
}


class LangChainChat:
    """One langchain model for each spec, without langchain's retries. The environment decides about tracing.

    We send the schema as the vendor's own response format where we then still get the reply's text, else through
    `with_structured_output`, else in words. Only Ollama and vendors with OpenAI's protocol get a seed.
    Raises MissingExtra where langchain is not installed.
    """

    def __init__(
        self, *, base_url: str | None = None, timeout: float = 120.0, concurrency: int = 6, num_ctx: int | None = None
    ) -> None:
        try:
            import langchain.chat_models  # noqa: F401 - here, because it takes half a second and is optional
        except ImportError as error:
            raise MissingExtra("a langchain: model", "langchain") from error
        check_versions("langchain", "langchain-core", "langchain-openai", "langchain-ollama")
        if base_url and is_loopback(base_url):
            spare_loopback()
        self._base_url = base_url
        self._timeout = timeout
        self._num_ctx = num_ctx
        self._concurrency = concurrency
        self._closers: list[Callable[[], Awaitable[None]]] = []
        self._models: dict[tuple[str, float, int], BaseChatModel] = {}
        self._dialects: dict[str, Dialect] = {}

    async def complete(self, request: ChatRequest) -> ChatReply:
        spec = parse_spec(request.model)
        began = time.monotonic()
        for _ in range(_MOST_DIALECTS):
            dialect = self._dialects.get(spec.name, Dialect())
            try:
                async with asyncio.timeout(self._timeout):
                    return await self._asked(spec, request, dialect, began)
            except BenchmillError:
                raise
            except NotImplementedError as error:
                if dialect.schema == "words":
                    raise CallFailed(f"{spec}: {redacted(error)}", check="langchain") from error
                self._dialects[spec.name] = Dialect(schema="words", temperature=dialect.temperature, seed=dialect.seed)
            # Any class of any vendor's package can come out here: it becomes a ModelError with the same words.
            except Exception as error:
                other = dialect.after(*status_and_words(error))
                if other is None:
                    raise error_from(error, spec, self._timeout) from error
                self._dialects[spec.name] = other
        raise CallFailed(f"{spec} accepts no form of request that benchmill knows", check="langchain")

    async def check(self, model: str) -> None:
        """Set the model up, which finds missing packages and keys: no request is free with every vendor.

        For a server on this machine we also open a connection: a run would try a dead server for minutes.
        """
        spec = parse_spec(model)
        made = self._model(spec, ChatRequest(model, (), ""))
        address = self._base_url or (_ollama_address(made) if spec.vendor == "ollama" else "")
        if address and is_loopback(address):
            await knock(address)

    async def aclose(self) -> None:
        for close in self._closers:
            await close()
        self._closers.clear()
        self._models.clear()

    async def _asked(self, spec: ModelSpec, request: ChatRequest, dialect: Dialect, began: float) -> ChatReply:
        model = self._model(spec, request)
        in_words = bool(request.schema) and dialect.schema != "json_schema"
        messages = [
            (message.role, message.content)
            for message in (with_schema_in_words(request) if in_words else request.messages)
        ]
        schema = json.loads(request.schema) if request.schema and not in_words else None
        if spec.vendor in _LIKE_OPENAI:
            answer = await model.ainvoke(messages, **_openai_options(request, dialect, in_words=in_words))
        elif spec.vendor == "ollama":
            answer = await model.ainvoke(messages, **self._ollama_options(request, schema))
        elif schema:
            structured = model.with_structured_output({"title": "reply", **schema}, include_raw=True)
            both: Any = await structured.ainvoke(messages)
            answer = both["raw"]
        else:
            answer = await model.ainvoke(messages)
        return _reply(answer, request, time.monotonic() - began)

    def _model(self, spec: ModelSpec, request: ChatRequest) -> BaseChatModel:
        per_call = spec.vendor in _LIKE_OPENAI or spec.vendor == "ollama"
        key = (spec.name, 0.0, 0) if per_call else (spec.name, request.temperature, request.max_tokens)
        if key not in self._models:
            options: dict[str, Any] = (
                {} if per_call else {"temperature": request.temperature, "max_tokens": request.max_tokens}
            )
            self._models[key] = self._set_up(spec, options)
        return self._models[key]

    def _set_up(self, spec: ModelSpec, options: dict[str, Any]) -> BaseChatModel:
        from langchain.chat_models import init_chat_model

        if self._base_url:
            options["base_url"] = self._base_url
        if spec.vendor == "openai" and self._base_url:
            options["api_key"] = os.environ.get("OPENAI_API_KEY") or "none-needed"
        if spec.vendor in _LIKE_OPENAI:
            # langchain's own is shared by the whole process and dies with the first event loop
            http = http_client(self._base_url or "", pool_for(self._concurrency))
            self._closers.append(http.aclose)
            options["http_async_client"] = http
        if spec.vendor != "ollama":
            options["max_retries"] = 0  # Retrying retries: two policies would multiply
        try:
            model: BaseChatModel = init_chat_model(spec.model, model_provider=spec.vendor, **options)
        except ImportError as error:
            package = f"langchain-{spec.vendor.partition('_')[0]}"
            raise UsageError(f"{spec} needs another package, probably {package}: {redacted(error)}") from error
        except ValueError as error:
            if "Unsupported" in str(error):
                raise UsageError(f"langchain knows no provider {spec.vendor!r}: {redacted(error)}") from error
            raise ModelRefused(f"langchain cannot set up {spec}: {redacted(error)}") from error
        # Each vendor's class raises an exception of its own where a key is missing.
        except Exception as error:
            raise ModelRefused(f"langchain cannot set up {spec}: {redacted(error)}") from error
        if spec.vendor == "ollama" and hasattr(model, "_async_client"):
            self._closers.append(model._async_client.close)
        return model

    def _ollama_options(self, request: ChatRequest, schema: object) -> dict[str, Any]:
        return {
            "options": ollama_options(request, self._num_ctx),
            "stream": False,
            **({"format": schema} if schema else {}),
        }


def _ollama_address(model: BaseChatModel) -> str:
    """Where langchain's Ollama class found its server: OLLAMA_HOST, or Ollama's own port; "" where it does not say."""
    sdk: Any = getattr(getattr(model, "_async_client", None), "_client", None)
    return str(getattr(sdk, "base_url", ""))


def _openai_options(request: ChatRequest, dialect: Dialect, *, in_words: bool) -> dict[str, Any]:
    options: dict[str, Any] = {"max_tokens": request.max_tokens, **openai_sampling(request, dialect)}
    if not in_words and (form := openai_format(request, dialect)):
        # as extra_body: a `response_format` argument makes langchain parse, and a bad reply's text is then lost
        options["extra_body"] = {"response_format": form}
    return options


def _reply(answer: AIMessage, request: ChatRequest, seconds: float) -> ChatReply:
    refusal = clean_text(answer.additional_kwargs.get("refusal"))
    text = refusal or clean_text(answer.content)
    if not text and answer.tool_calls:
        text = json.dumps(answer.tool_calls[0]["args"], ensure_ascii=False)
    elif not text and answer.invalid_tool_calls:
        text = clean_text(answer.invalid_tool_calls[0]["args"])
    facts = answer.response_metadata
    said = str(facts.get("finish_reason") or facts.get("stop_reason") or facts.get("done_reason") or "stop")
    usage: dict[str, Any] = dict(answer.usage_metadata or {})
    return ChatReply(
        text=text,
        finish="refusal" if refusal else _FINISHES.get(said.lower(), "other"),
        input_tokens=whole(usage.get("input_tokens")) or sum(about(m.content) for m in request.messages),
        output_tokens=whole(usage.get("output_tokens")) or about(text),
        cached_tokens=whole((usage.get("input_token_details") or {}).get("cache_read")),
        seconds=seconds,
    )
