"""Prompts -> how large a context window Ollama must be asked for, and whether it cut one."""

from __future__ import annotations

from benchmill.chat.errors import CallFailed
from benchmill.chat.estimates import input_tokens
from benchmill.chat.model import ChatReply, ChatRequest

_FIRST = 8192
_SAFETY = 1.25
# Over a whole prompt of prose or code, no tokenizer needs fewer tokens than one for this many characters.
_MOST_CHARACTERS_A_TOKEN = 8


class ContextWindow:
    """The window of one model. It grows in powers of two: Ollama loads the model again at each change.

    `fixed`: the user's own size; `most`: what the model has, 0 where unknown. Tokens, prompt and reply together.
    """

    def __init__(self, fixed: int | None, most: int = 0) -> None:
        self._fixed = fixed
        self._most = most
        self._size = min(_FIRST, most) if most else _FIRST

    def size_for(self, request: ChatRequest) -> int:
        """The window to ask for; CallFailed where the prompt certainly does not fit into it."""
        if self._fixed is None:
            needed = input_tokens(request) * _SAFETY + request.max_tokens
            while self._size < needed and (not self._most or self._size < self._most):
                self._size = min(self._size * 2, self._most or self._size * 2)
        size = self._fixed or self._size
        if _characters(request) / _MOST_CHARACTERS_A_TOKEN >= size:
            raise _cut(f"a prompt of {_characters(request)} characters does not fit into {size} tokens")
        return size

    def refuse_cut(self, request: ChatRequest, reply: ChatReply, size: int) -> None:
        """Raise CallFailed where the server cut the prompt: Ollama cuts without notice and answers half a question."""
        likely = input_tokens(request)
        full = reply.input_tokens >= size - 1
        # A cut between messages leaves room: then far fewer tokens were read than the prompt has.
        short = likely > 0.75 * size and reply.input_tokens < _characters(request) / _MOST_CHARACTERS_A_TOKEN
        if full or short:
            raise _cut(f"Ollama read {reply.input_tokens} tokens of a prompt of about {likely}, its window is {size}")


def _characters(request: ChatRequest) -> int:
    return sum(len(message.content) for message in request.messages)


def _cut(fact: str) -> CallFailed:
    return CallFailed(
        f"the prompt was cut: {fact}; use a larger --num-ctx or a smaller --chunk-size", check="prompt-too-long"
    )
