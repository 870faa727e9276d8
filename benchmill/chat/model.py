"""ChatRequest in, ChatReply out: the one method every model, wrapper and fake model has."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Generic, Literal, Protocol, TypeVar

from benchmill.records.identity import digest

Role = Literal["system", "user", "assistant"]
Finish = Literal["stop", "length", "refusal", "other"]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Message:
    role: Role
    content: str


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """One question to one model. Its key is a hash of all fields, so a new field joins by itself.

    `model` is the spec (`ollama:llama3`), not the address: the same model behind another port is the same model.
    `schema` is the reply's JSON Schema as canonical JSON text, or empty for free text; `purpose` is the prompt's name
    (`generator/factoid`), for counting and prices.
    """

    model: str
    messages: tuple[Message, ...]
    purpose: str
    schema: str = ""
    temperature: float = 0.0
    seed: int = 0
    max_tokens: int = 1024

    @classmethod
    def of(
        cls,
        model: str,
        texts: tuple[str, str],
        purpose: str,
        schema: str,
        *,
        temperature: float = 0.0,
        seed: int = 0,
        max_tokens: int = 1024,
    ) -> ChatRequest:
        """The request with a prompt's two texts, system and user."""
        messages = (Message("system", texts[0]), Message("user", texts[1]))
        return cls(model, messages, purpose, schema, temperature, seed, max_tokens)

    @property
    def key(self) -> str:
        return digest(asdict(self))


@dataclass(frozen=True, slots=True)
class ChatReply:
    """A model's reply and what it cost. Tokens are as the server counted them (estimated where it did not).

    `finish` is `length` where the server cut the reply at `max_tokens`; `seconds` is the wall time of the call.
    """

    text: str
    finish: Finish = "stop"
    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    seconds: float = 0.0


class ChatModel(Protocol):
    """Anything that completes a request: a client, a wrapper around one, a script.

    Raises `Transient`, `CallFailed` or `EndOfRun` (benchmill/chat/errors.py) and nothing else that it expects.
    """

    async def complete(self, request: ChatRequest) -> ChatReply: ...

    async def check(self, model: str) -> None:
        """Ask the server, without paying, whether it is there and knows `model`; raises EndOfRun where it does not."""

    async def aclose(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Answer(Generic[T]):
    """A reply that was read: `value` is what the reader made of it; `recorded` is True where nothing was paid now."""

    value: T
    request_key: str
    recorded: bool = False


class ModelClient(Protocol):
    """The one way to ask models: generation, critics and judges get a ModelClient."""

    async def ask(self, request: ChatRequest, read: Callable[[ChatReply], T]) -> Answer[T]:
        """The reply to `request` as `read` makes it; `read` raises BadReply where it cannot.

        A reply that was read once is never paid for again. Raises CallFailed, BadReply (after one repair) or EndOfRun.
        """
