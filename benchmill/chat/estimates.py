"""ChatRequest -> about how many tokens it will take, learned from the replies so far."""

from __future__ import annotations

from benchmill.chat.model import ChatReply, ChatRequest

_CHARACTERS_A_TOKEN = 3.5
_TOKENS_A_MESSAGE = 8
_WEIGHT = 0.05


def input_tokens(request: ChatRequest) -> int:
    """A rough count before anything is known: ASCII at 3.5 characters a token, other scripts at 1.

    No tokenizer: each model has its own, and theirs are fetched from the network at first use.
    """
    total = _TOKENS_A_MESSAGE * len(request.messages) + len(request.schema) / _CHARACTERS_A_TOKEN
    for message in request.messages:
        text = message.content
        if text.isascii():
            total += len(text) / _CHARACTERS_A_TOKEN
        else:
            ascii_count = len(text.encode("ascii", "ignore"))
            total += ascii_count / _CHARACTERS_A_TOKEN + (len(text) - ascii_count)
    return int(total) + 1


class Estimates:
    """Guesses that become better with each reply: by model for the input, by purpose for the output."""

    def __init__(self) -> None:
        self._input_ratio: dict[str, float] = {}
        self._output: dict[str, float] = {}

    def guess(self, request: ChatRequest) -> int:
        """Input and output tokens together: a middle guess, about as often too low as too high."""
        likely = self._output.get(request.purpose, request.max_tokens / 4)
        return (
            int(input_tokens(request) * self._input_ratio.get(request.model, 1.0) + min(likely, request.max_tokens)) + 1
        )

    def learn(self, request: ChatRequest, reply: ChatReply) -> None:
        if reply.input_tokens:
            ratio = reply.input_tokens / input_tokens(request)
            self._input_ratio[request.model] = _mean(self._input_ratio.get(request.model), ratio)
        self._output[request.purpose] = _mean(self._output.get(request.purpose), reply.output_tokens)


def _mean(before: float | None, new: float) -> float:
    return new if before is None else before + _WEIGHT * (new - before)
