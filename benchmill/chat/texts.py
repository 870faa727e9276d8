"""What servers put into their JSON -> plain values: text that can be stored, whole numbers."""

from __future__ import annotations

from benchmill.chat.model import ChatRequest, Message

_MOST_TOKENS = 1_000_000_000


def clean_text(value: object) -> str:
    """A message's content as text: None is empty, a list of parts is its texts, lone surrogates become U+FFFD.

    >>> clean_text([{"type": "text", "text": "a"}, {"type": "text", "text": "b"}])
    'ab'
    """
    if isinstance(value, list):
        value = "".join(part.get("text") or "" if isinstance(part, dict) else str(part) for part in value)
    if not isinstance(value, str):
        return ""
    return value if value.isascii() else value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def whole(value: object) -> int:
    """A count that may be absent or null. Raises ValueError where no model can have counted so far.

    >>> whole(12), whole(None), whole(float("nan"))
    (12, 0, 0)
    """
    if not isinstance(value, (int, float)) or isinstance(value, bool) or not value >= 0:
        return 0
    if value > _MOST_TOKENS:
        raise ValueError("a count of tokens that no model reaches")
    return int(value)


def about(text: str) -> int:
    """Tokens of a text, where the server counted none."""
    return (len(text) + 3) // 4


def with_schema_in_words(request: ChatRequest) -> tuple[Message, ...]:
    """The request's messages, the last one naming the schema: for servers that enforce none."""
    words = f"\n\nReply with one JSON object and nothing else. It must fit this JSON Schema:\n{request.schema}"
    *before, last = request.messages
    return (*before, Message(last.role, last.content + words))
