"""`module:function` or an address -> a function that asks the live system; its reply -> answer and passages."""

from __future__ import annotations

import asyncio
import importlib
import os
import sys
from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Any

from benchmill.chat.addresses import is_loopback
from benchmill.chat.retry_after import retry_after
from benchmill.outputs.json_files import kind_of, parse_json
from benchmill.outputs.run_file import RankedPassage
from benchmill.records import InputError, UsageError
from benchmill.records.errors import ServiceError
from benchmill.retrieving.adapters import Ask, ask_of, passages_of

LONGEST_WAIT = 600.0
"""The longest Retry-After in seconds that a session waits; a longer one makes the question a failure."""
ANSWERS = ("answer", "response", "output", "result", "text")
PASSAGES = ("passages", "documents", "contexts", "sources", "source_documents", "results")


@dataclass(frozen=True, slots=True)
class Fields:
    """The field names of the question in a request, of answer and passages in a reply; empty: the usual names."""

    question: str = "question"
    answer: str = ""
    passages: str = ""
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class Reply:
    """What a live system returned: an answer, passages, or both."""

    answer: str | None
    passages: tuple[RankedPassage, ...] | None


class TryAgain(Exception):
    """The system is busy, or the connection broke: the same question may be answered a moment later.

    `wait` is how many seconds the system asks to wait, None where it does not name a time.
    """

    def __init__(self, reason: str, wait: float | None = None) -> None:
        super().__init__(reason)
        self.wait = wait


class Unreachable(TryAgain):
    """Nothing listens at the address, or its host has no such name: until that changes every question fails."""


def reply_of(value: object, fields: Fields) -> Reply:
    """A system's returned value -> Reply: the value is a text, a list of passages, or an object with either.

    Raises InputError saying what was found in their place.
    """
    if isinstance(value, str):
        return Reply(value, None)
    answer = _named(value, (fields.answer,) if fields.answer else ANSWERS)
    found = _named(value, (fields.passages,) if fields.passages else PASSAGES)
    if answer is not None and not isinstance(answer, str):
        answer = str(_named(answer, ("text", "content")) or answer)
    if found is None and answer is None:
        return Reply(None, passages_of(value))
    return Reply(answer, None if found is None else passages_of(found))


def target_of(target: str, fields: Fields, seconds: float) -> tuple[AbstractAsyncContextManager[object], Ask]:
    """`module:function` or an address -> (the context to keep open, the function that asks a question).

    Raises UsageError where the function does not exist.
    """
    if target.startswith(("http://", "https://")):
        return _http(target, fields, seconds)
    return nullcontext(), ask_of(function_of(target))


def function_of(target: str) -> object:
    """The function or retriever that `module:name` names; the module may be in the current folder."""
    module, colon, name = target.partition(":")
    if not colon or not module or not name:
        raise UsageError(f"a target is module:function or an http address, not {target!r}")
    if os.getcwd() not in sys.path:  # noqa: PTH109 - sys.path holds texts
        sys.path.insert(0, os.getcwd())  # noqa: PTH109
    try:
        found: Any = importlib.import_module(module)
        for part in name.split("."):
            found = getattr(found, part)
    except ImportError as error:
        raise UsageError(f"{target}: the module {module!r} cannot be imported: {error}") from error
    except AttributeError as error:
        raise UsageError(f"{target}: {error}") from error
    return found() if isinstance(found, type) else found


def _http(url: str, fields: Fields, seconds: float) -> tuple[AbstractAsyncContextManager[object], Ask]:
    import httpx2  # an eighth of a second: only a run against a server pays for it

    client = httpx2.AsyncClient(timeout=seconds, headers=dict(fields.headers), trust_env=not is_loopback(url))

    async def ask(question: str) -> object:
        try:
            response = await client.post(url, json={fields.question: question})
        except httpx2.TimeoutException as error:
            raise TryAgain(f"{url} did not answer within {seconds:g} s") from error
        except httpx2.ConnectError as error:
            raise Unreachable(f"{url} cannot be reached: {error}") from error
        except httpx2.HTTPError as error:
            raise TryAgain(f"{url}: {type(error).__name__} {error}".strip()) from error
        if response.status_code in (408, 409, 425, 429) or response.status_code >= 500:
            wait = retry_after(response.headers)
            if wait is not None and wait > LONGEST_WAIT:
                raise InputError(
                    f"{url} answered with status {response.status_code} and asks to wait {wait:,.0f} s: run the same"
                    " command again later"
                )
            raise TryAgain(f"{url} answered with status {response.status_code}", wait)
        if response.status_code in (401, 403, 404, 405):
            raise ServiceError(
                f"{url} refuses the question with status {response.status_code}: it would refuse every other, too"
            )
        if response.is_error:
            raise InputError(f"{url} answered with status {response.status_code}: {response.text[:200]}")
        value = parse_json(response.content, f"{url}'s reply")
        if not isinstance(value, (dict, list, str)):
            raise InputError(f"{url} replied with {kind_of(value)} in place of an object")
        return value

    return client, ask


def _named(value: object, names: tuple[str, ...]) -> object:
    for name in names:
        found: object = value
        for part in name.split("."):
            found = found.get(part) if isinstance(found, Mapping) else getattr(found, part, None)
        if found is not None and not callable(found):
            return found
    return None


async def within(ask: Ask, question: str, seconds: float) -> object:
    """The reply, or TryAgain where it takes longer than `seconds`."""
    try:
        async with asyncio.timeout(seconds):
            return await ask(question)
    except TimeoutError as error:
        raise TryAgain(f"no answer within {seconds:g} s") from error
