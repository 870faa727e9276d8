"""A chat request of either protocol -> Asked: the words and the schema, which are all that the simulated model sees."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Asked:
    """The input of a model. `schema` is {} where the request has no schema, and no schema in its words.

    `tool` is the function that is to be called with the answer as its arguments; empty for an answer in words.
    """

    model: str
    system: str
    user: str
    schema: Mapping[str, object]
    seed: int = 0
    stream: bool = False
    max_tokens: int = 0
    num_ctx: int = 0
    tool: str = ""

    @property
    def prompt_tokens(self) -> int:
        """The prompt's length in tokens; four characters count as a token."""
        return (len(self.system) + len(self.user)) // 4 + 8


def from_openai(body: Mapping[str, object]) -> Asked:
    """Chat completions: the schema is in `response_format.json_schema.schema`, or it is that of the first tool."""
    system, user = _words(body)
    form = _mapping(body.get("response_format"))
    tools = body.get("tools")
    tool = _mapping(_mapping(tools[0]).get("function")) if isinstance(tools, list) and tools else {}
    schema = _mapping(_mapping(form.get("json_schema")).get("schema") or form.get("schema") or tool.get("parameters"))
    return Asked(
        model=str(body.get("model", "")),
        system=system,
        user=user,
        schema=schema or schema_in(system + "\n" + user),
        seed=_number(body.get("seed")),
        stream=body.get("stream") is True,
        max_tokens=_number(body.get("max_completion_tokens") or body.get("max_tokens")),
        tool=str(tool.get("name") or ""),
    )


def from_ollama(body: Mapping[str, object]) -> Asked:
    """Ollama's /api/chat: the schema is `format`, and the answer streams unless `stream` is false."""
    system, user = _words(body)
    options = _mapping(body.get("options"))
    return Asked(
        model=str(body.get("model", "")),
        system=system,
        user=user,
        schema=_mapping(body.get("format")) or schema_in(system + "\n" + user),
        seed=_number(options.get("seed")),
        stream=body.get("stream") is not False,
        max_tokens=max(0, _number(options.get("num_predict"))),
        num_ctx=_number(options.get("num_ctx")),
    )


def schema_in(text: str) -> Mapping[str, object]:
    """The first JSON Schema in `text`, else a schema like the first JSON object in it; {} where there is none."""
    examples = list(_objects(text))
    for value in examples:
        if isinstance(value.get("properties"), dict):
            return value
    return _like(examples[0]) if examples else {}


def _objects(text: str) -> Iterator[dict[str, object]]:
    """The JSON objects with a name in them that are in `text`, outermost ones only."""
    start = text.find("{")
    while start >= 0:
        end = start + 1
        try:
            value, end = json.JSONDecoder().raw_decode(text, start)
        except json.JSONDecodeError:
            value = None
        if isinstance(value, dict) and value and any(value.values()):
            yield value
        start = text.find("{", end)


def _like(example: object) -> dict[str, object]:
    if isinstance(example, dict):
        return {"type": "object", "properties": {str(name): _like(value) for name, value in example.items()}}
    if isinstance(example, list):
        return {"type": "array", "items": _like(example[0]) if example else {"type": "string"}}
    return {"type": "integer" if isinstance(example, int) else "string"}


def _words(body: Mapping[str, object]) -> tuple[str, str]:
    messages = body.get("messages")
    said = [m for m in messages if isinstance(m, dict)] if isinstance(messages, list) else []
    system = "\n".join(_content(m) for m in said if m.get("role") in ("system", "developer"))
    return system, "\n".join(_content(m) for m in said if m.get("role") == "user")


def _content(message: Mapping[str, object]) -> str:
    content = message.get("content")
    if isinstance(content, list):
        return "".join(str(part.get("text", "")) for part in content if isinstance(part, dict))
    return str(content or "")


def _mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, dict) else {}


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0
