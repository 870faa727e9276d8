"""Asked and its answer -> Ollama's JSON: /api/chat whole and as NDJSON, /api/tags, /api/show, errors."""

from __future__ import annotations

import json

from tests.servers.simulated.asked import Asked
from tests.servers.simulated.http import Response, json_response

_BORN = "2026-01-01T00:00:00.000000Z"


def error(status: int, message: str) -> Response:
    """An error as Ollama words it."""
    return json_response({"error": message}, status)


def chat(asked: Asked, text: str, *, finish: str = "stop") -> Response:
    """An answered /api/chat; NDJSON where it streams. A prompt over num_ctx is cut silently, as in Ollama."""
    seen = min(asked.prompt_tokens, asked.num_ctx) if asked.num_ctx else asked.prompt_tokens
    head = {"model": asked.model, "created_at": _BORN}
    last = {
        **head,
        "message": {"role": "assistant", "content": "" if asked.stream else text},
        "done": True,
        "done_reason": finish,
        "total_duration": 1_000_000,
        "load_duration": 0,
        "prompt_eval_count": seen,
        "prompt_eval_duration": 500_000,
        "eval_count": len(text) // 4 + 1,
        "eval_duration": 500_000,
    }
    if not asked.stream:
        return json_response(last)
    lines: list[dict[str, object]] = [
        {**head, "message": {"role": "assistant", "content": text[start : start + 40]}, "done": False}
        for start in range(0, len(text), 40)
    ]
    pieces = [json.dumps(line).encode() + b"\n" for line in [*lines, last]]
    return Response(200, tuple(pieces), "application/x-ndjson", streamed=True)


def tags(names: tuple[str, ...]) -> Response:
    """GET /api/tags: the server's models; a name without a tag gets `:latest`."""
    return json_response({"models": [_entry(tagged(name)) for name in names]})


def tagged(name: str) -> str:
    return name if ":" in name else f"{name}:latest"


def show(name: str) -> Response:
    """POST /api/show."""
    facts = {"general.architecture": "llama", "llama.context_length": 8192}
    return json_response(
        {
            "modelfile": f"FROM {name}",
            "template": "",
            "details": _details(),
            "model_info": facts,
            "capabilities": ["completion"],
        }
    )


def _entry(name: str) -> dict[str, object]:
    return {
        "name": name,
        "model": name,
        "modified_at": _BORN,
        "size": 1,
        "digest": "0" * 64,
        "details": _details(),
    }


def _details() -> dict[str, object]:
    return {
        "parent_model": "",
        "format": "gguf",
        "family": "llama",
        "families": ["llama"],
        "parameter_size": "8B",
        "quantization_level": "Q4_0",
    }
