"""A good answer and a fault's name -> the answer as the fault leaves it."""

from __future__ import annotations

import json
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Spoken:
    """The model's reply: text, the reason why it ended, and the refusal where the model refused."""

    text: str
    finish: str = "stop"
    refusal: str | None = None


_REFUSAL = "I'm sorry, but I can't help with that."


def spoil(text: str, fault: str) -> Spoken:
    """The spoiled `text`; a fault that does not concern the answer leaves it unchanged.

    >>> spoil('{"rating": 4}', "out-of-range").text
    '{"rating": 9}'
    >>> spoil('{"rating": 4}', "truncated")
    Spoken(text='{"rati', finish='length', refusal=None)
    """
    if fault == "truncated":
        return Spoken(text[: len(text) // 2], "length")
    if fault == "malformed":
        # a missing comma and a stray quote: no parser can repair this
        return Spoken("Sure! {" + text[1 : len(text) // 2].replace(",", " ") + '" ]', "stop")
    if fault == "empty":
        return Spoken("")
    if fault == "refusal":
        return Spoken(_REFUSAL, "stop", _REFUSAL)
    if fault == "wrong-schema":
        return Spoken(json.dumps({"result": {"status": "done"}, "notes": [text[:40]]}))
    if fault == "out-of-range":
        return Spoken(_over(text))
    return Spoken(text)


def _over(text: str) -> str:
    value = json.loads(text)
    if isinstance(value, dict) and isinstance(value.get("rating"), int):
        value["rating"] = 9
    return json.dumps(value)
