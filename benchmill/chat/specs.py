"""`PROVIDER:NAME` -> ModelSpec."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from benchmill.records.errors import UsageError, did_you_mean

Protocol = Literal["openai", "ollama", "langchain", "gguf"]

PROTOCOLS: tuple[Protocol, ...] = get_args(Protocol)
FORMS = "ollama:NAME, openai:NAME, langchain:PROVIDER:NAME or gguf:PATH"


@dataclass(frozen=True, slots=True)
class ModelSpec:
    """`provider`: which protocol; `name`: the model there, `PROVIDER:NAME` for langchain."""

    provider: Protocol
    name: str

    def __str__(self) -> str:
        return f"{self.provider}:{self.name}"

    @property
    def vendor(self) -> str:
        """The vendor whose price list counts: for `langchain:anthropic:x` it is `anthropic`."""
        return self.name.partition(":")[0] if self.provider == "langchain" else self.provider

    @property
    def model(self) -> str:
        """The model's name as its vendor says it."""
        return self.name.partition(":")[2] if self.provider == "langchain" else self.name


def parse_spec(text: str) -> ModelSpec:
    """The spec that `text` names; UsageError where it names none.

    >>> parse_spec("ollama:llama3.2:3b")
    ModelSpec(provider='ollama', name='llama3.2:3b')
    >>> parse_spec("gpt-4o")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    benchmill.records.errors.UsageError: 'gpt-4o' names no provider; write ...
    """
    provider, colon, name = text.strip().partition(":")
    name = name.strip()
    for known in PROTOCOLS:
        if provider.lower() == known:
            break
    else:
        near = did_you_mean(provider.lower(), PROTOCOLS) if colon else ""
        what = f"no provider is named {provider!r}{near}" if colon else f"{text!r} names no provider"
        raise UsageError(f"{what}; write {FORMS}")
    if not name or any(character.isspace() for character in name):
        raise UsageError(f"{text!r} names no model; write {FORMS}")
    if known == "langchain" and not all(name.partition(":")):
        raise UsageError(f"{text!r} lacks the provider's name or the model's; write langchain:PROVIDER:NAME")
    return ModelSpec(known, name)


def check_spec(text: str, engine: Literal["local", "ray"]) -> None:
    """Raises UsageError for a spec that names no model, or one that `engine` cannot ask."""
    if parse_spec(text).provider == "gguf" and engine == "ray":
        raise UsageError(
            "--engine ray sends calls to servers, and a gguf: model runs on this machine alone: start llama.cpp's "
            "server where the cluster reaches it, and give --model openai:NAME --base-url URL"
        )
