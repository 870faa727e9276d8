"""ChatRequest -> the parameters beside the messages, as each protocol names them."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from benchmill.chat.dialects import Dialect
from benchmill.chat.model import ChatRequest


@lru_cache(maxsize=64)
def parsed(schema: str) -> object:
    """The schema as JSON data, which nobody may change: a run has a few schemas and thousands of calls."""
    return json.loads(schema)


def openai_sampling(request: ChatRequest, dialect: Dialect) -> dict[str, Any]:
    """Temperature and seed, as far as the server takes them."""
    options: dict[str, Any] = {}
    if dialect.temperature:
        options["temperature"] = request.temperature
    if dialect.seed:
        options["seed"] = request.seed
    return options


def openai_format(request: ChatRequest, dialect: Dialect) -> dict[str, Any] | None:
    """`response_format`; None where the request has no schema or the server takes none."""
    if not request.schema or dialect.schema == "words":
        return None
    if dialect.schema == "json_object":
        return {"type": "json_object"}
    schema = {"name": "reply", "schema": parsed(request.schema), "strict": True}
    return {"type": "json_schema", "json_schema": schema}


def ollama_options(request: ChatRequest, num_ctx: int | None) -> dict[str, Any]:
    """`options`; without a `num_ctx` the server's own context window counts."""
    options: dict[str, Any] = {
        "temperature": request.temperature,
        "seed": request.seed,
        "num_predict": request.max_tokens,
    }
    if num_ctx:
        options["num_ctx"] = num_ctx
    return options
