"""An HTTP error of an Ollama server -> the ModelError that it means."""

from __future__ import annotations

import json
from collections.abc import Mapping

from benchmill.chat.errors import ModelError, ModelRefused
from benchmill.chat.redacted import redacted
from benchmill.chat.refusals import error_for

KEY = "OLLAMA_API_KEY"


def ollama_error(status: int, body: str, *, server: str, model: str, headers: Mapping[str, str]) -> ModelError:
    """The error for a response with `status` and `body`; `server`: its address as shown to people."""
    words = _words(body)
    if status == 404 and "model" in words.lower():
        return no_model(server, model)
    if status == 404:
        return ModelRefused(f"what answers at {server} is not Ollama (HTTP 404): {redacted(words)}", concerns="server")
    return error_for(status, words, server=f"Ollama at {server}", model=model, key_name=KEY, headers=headers)


def no_model(server: str, model: str, others: str = "") -> ModelRefused:
    """`others`: the models that the server has, for people."""
    has = f"it has {others}; " if others else ""
    return ModelRefused(f"Ollama at {server} has no model {model!r}; {has}pull it with: ollama pull {model}")


def _words(body: str) -> str:
    """The server's own words in an error's body."""
    try:
        read = json.loads(body)
    except (ValueError, RecursionError):
        return body[:2000]
    return str(read.get("error", read)) if isinstance(read, dict) else str(read)
