"""`openai:NAME`, `ollama:NAME`, `gguf:FILE`, `langchain:...`, `sentence-transformers:NAME` -> texts to vectors."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tenacity import AsyncRetrying, retry_if_exception_type, stop_after_attempt, wait_random_exponential

from benchmill.chat.errors import Transient
from benchmill.chat.local.model_file import model_file
from benchmill.chat.local.server import LocalServer, ServerPlan
from benchmill.chat.openai_client import OpenAIClient
from benchmill.outputs.json_files import parse_json
from benchmill.records import MissingExtra, UsageError, digest
from benchmill.records.errors import ServiceError
from benchmill.records.installed import check_versions

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

Vector = Sequence[float]
Embed = Callable[[Sequence[str]], Awaitable[list[Vector]]]

PROVIDERS = ("openai", "ollama", "gguf", "langchain", "sentence-transformers")
_OLLAMA = "http://127.0.0.1:11434"
_ATTEMPTS = 5
_PART = 1 << 20
_SLOTS, _TOKENS = 4, 2048  # of our own server: texts at once, and the longest text in tokens


class TextTooLong(ServiceError):
    """A text is longer than the model reads."""


def embedder(
    spec: str, base_url: str | None = None, report: Callable[[str], None] = lambda _: None
) -> AbstractAsyncContextManager[Embed]:
    """An open embedder; a call returns the vectors in the order of its texts.

    Ollama is asked through its OpenAI-compatible address. A `gguf:` file runs in a llama.cpp server that ends with the
    embedder; `report` gets the file's size before the file is loaded. Raises UsageError for an unknown spec,
    MissingExtra where the package is absent, ServiceError where a server replies without vectors.
    """
    provider, _, name = spec.partition(":")
    if provider not in PROVIDERS or not name:
        raise UsageError(f"vectors come from {', '.join(f'{one}:NAME' for one in PROVIDERS)}, not from {spec!r}")
    if provider == "langchain":
        return _threaded(_langchain(name))
    if provider == "sentence-transformers":
        return _threaded(_sentence_transformers(name))
    if provider == "gguf":
        return _local(name, report)
    if provider == "ollama":
        host = base_url or os.environ.get("OLLAMA_HOST") or _OLLAMA
        host = host if "//" in host else f"http://{host}"
        base_url = host.rstrip("/").removesuffix("/v1") + "/v1"
    return _served(name, base_url)


def kept_as(spec: str) -> str:
    """The name under which the model's vectors are kept: `spec`, but a model file by what is in it.

    So another file under the same path gives new vectors, and a file that was moved keeps its own. Size, first and last
    megabyte tell files apart; reading all of a large one takes seconds.
    """
    provider, _, name = spec.partition(":")
    path = Path(name).expanduser()
    if provider != "gguf" or not path.is_file():
        return spec
    size = path.stat().st_size
    with path.open("rb") as file:
        first = file.read(_PART)
        file.seek(max(0, size - _PART))
        return f"gguf:{digest(size, first.hex(), file.read(_PART).hex())[:32]}"


@asynccontextmanager
async def _served(name: str, base_url: str | None) -> AsyncIterator[Embed]:
    client = OpenAIClient(base_url, 4)

    async def embed(texts: Sequence[str]) -> list[Vector]:
        attempts = AsyncRetrying(
            retry=retry_if_exception_type(Transient),
            stop=stop_after_attempt(_ATTEMPTS),
            wait=wait_random_exponential(multiplier=0.5, max=30),
            reraise=True,
        )
        async for attempt in attempts:
            with attempt:
                response = await client.send("post", "/embeddings", {"model": name, "input": list(texts)})
                if response.is_error and _says_too_long(response.text):
                    raise TextTooLong(f"{client.server}: a text is longer than {name} can read")
                if response.is_error:
                    raise client.error(response, name)
                return _vectors(parse_json(response.content, f"{client.server}'s reply"), len(texts), client.server)
        raise AssertionError("tenacity raises or returns")

    try:
        yield embed
    finally:
        await client.aclose()


def _says_too_long(words: str) -> bool:
    """Whether the error of llama.cpp's server says that a text is too long; another try would not help."""
    return "too large to process" in words or "exceeds the available context size" in words


@asynccontextmanager
async def _local(name: str, report: Callable[[str], None]) -> AsyncIterator[Embed]:
    path = await asyncio.to_thread(model_file, name, report)
    report(f"loading {path.name} ({path.stat().st_size / 1e6:,.0f} MB) into a server that benchmill runs")
    plan = ServerPlan(str(path), name, _SLOTS, _TOKENS, embedding=True)
    server = await asyncio.to_thread(LocalServer, plan)
    try:
        async with _served(name, server.base_url) as embed:
            yield lambda texts: _from_the_beginning(embed, texts)
    finally:
        await asyncio.to_thread(server.close)


async def _from_the_beginning(embed: Embed, texts: Sequence[str]) -> list[Vector]:
    """The vectors of the texts; a text that is too long is cut to its first half, quarter, ..."""
    try:
        return await embed(texts)
    except TextTooLong:
        if len(texts) > 1:
            return [vector for text in texts for vector in await _from_the_beginning(embed, [text])]
        if len(texts[0]) < 2:
            raise
        return await _from_the_beginning(embed, [texts[0][: len(texts[0]) // 2]])


def _vectors(reply: object, count: int, server: str) -> list[Vector]:
    data = reply.get("data") if isinstance(reply, dict) else None
    if not isinstance(data, list) or len(data) != count or not all(isinstance(one, dict) for one in data):
        raise ServiceError(f"{server} did not reply with {count} vectors: is it a model for embeddings?")
    ordered = sorted(data, key=lambda one: one.get("index", 0))
    found = [one.get("embedding") for one in ordered]
    if not all(isinstance(one, list) and one and all(isinstance(x, (int, float)) for x in one) for one in found):
        raise ServiceError(f"{server} replied with a vector that is not a list of numbers")
    return found


@asynccontextmanager
async def _threaded(function: Callable[[list[str]], Any]) -> AsyncIterator[Embed]:
    lock = asyncio.Lock()  # one model in memory: it serves one call at a time

    async def embed(texts: Sequence[str]) -> list[Vector]:
        async with lock:
            return [[float(x) for x in vector] for vector in await asyncio.to_thread(function, list(texts))]

    yield embed


def _langchain(name: str) -> Callable[[list[str]], Any]:
    try:
        from langchain.embeddings import init_embeddings
    except ModuleNotFoundError as error:
        raise MissingExtra("embedding by LangChain", "langchain") from error
    check_versions("langchain", "langchain-core", "langchain-openai", "langchain-ollama")
    try:
        model: Any = init_embeddings(name)
    except (ImportError, ValueError) as error:
        raise UsageError(f"langchain:{name}: {error}") from error
    return lambda texts: model.embed_documents(texts)


def _sentence_transformers(name: str) -> Callable[[list[str]], Any]:
    try:
        from sentence_transformers import (  # type: ignore[import-not-found, unused-ignore]  # brings torch
            SentenceTransformer,
        )
    except ModuleNotFoundError as error:
        raise MissingExtra("the dense baseline with sentence-transformers", "embeddings") from error
    check_versions("sentence-transformers")
    model = SentenceTransformer(name)
    return lambda texts: model.encode(texts, show_progress_bar=False)
