"""The environment -> a warning that LangChain sends its prompts to a tracing service, or nothing."""

from __future__ import annotations

import os
from collections.abc import Iterable

_SWITCHES = ("LANGSMITH_TRACING_V2", "LANGCHAIN_TRACING_V2", "LANGSMITH_TRACING", "LANGCHAIN_TRACING")


def tracing_note(specs: Iterable[str]) -> str:
    """What to say before a `langchain:` model is asked while tracing is on; empty otherwise.

    LangChain traces by itself where the environment says so: every prompt, with passages of the documents in it.
    """
    on = [name for name in _SWITCHES if os.environ.get(name, "").lower() == "true"]
    if not on or not any(spec.startswith("langchain:") for spec in specs):
        return ""
    return (
        f"{on[0]} is on: LangChain sends every prompt, with passages of your documents, to LangSmith; "
        f"set {on[0]}=false to keep them here. If LangSmith does not answer, the run waits about 15 s for it at the end"
    )
