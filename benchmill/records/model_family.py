"""A model's spec -> the family its model belongs to, by its name: models judge their own family leniently."""

from __future__ import annotations

import re

# Family -> what the names of its models begin with, at the start of a word.
_FAMILIES = {
    "gpt": r"gpt|chatgpt|o[134](?![a-z\d])|davinci",
    "claude": "claude",
    "gemini": "gemini|gemma",
    "llama": r"(?:code|tiny|meta-)?llama",
    "mistral": "mistral|mixtral|ministral|magistral|codestral|devstral|pixtral",
    "qwen": "qwen|qwq",
    "deepseek": "deepseek",
    "phi": r"phi(?=[-\d])",
    "command": "command|aya",
    "granite": "granite",
    "nova": "nova",
    "grok": "grok",
    "glm": "glm|chatglm",
    "kimi": "kimi",
    "yi": r"yi(?=[-\d])",
}
_NAMED = re.compile("|".join(rf"(?P<{name}>(?<![a-z])(?:{forms}))" for name, forms in _FAMILIES.items()), re.IGNORECASE)
_LETTERS = re.compile(r"[a-z]+", re.IGNORECASE)


def family_of(spec: str) -> str:
    """The family; of a model with an unknown name, the letters that its name begins with.

    >>> [family_of(spec) for spec in ("openai:gpt-4o", "ollama:llama3:8b", "openai:Qwen/Qwen2.5-7B")]
    ['gpt', 'llama', 'qwen']
    >>> [family_of(spec) for spec in ("langchain:anthropic:claude-x", "gguf:/models/zephyr.gguf", "openai:o3-mini")]
    ['claude', 'zephyr', 'gpt']
    """
    _, _, name = spec.partition(":")
    named = name.replace("\\", "/").rpartition("/")[2]
    found = _NAMED.search(named) or _NAMED.search(name)
    if found and found.lastgroup:
        return found.lastgroup
    letters = _LETTERS.search(named.rpartition(":")[2] if name.count(":") and spec.startswith("langchain:") else named)
    return letters.group().casefold() if letters else spec
