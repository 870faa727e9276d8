"""The model client's OpenAI client against a server that this project did not write."""

from __future__ import annotations

import asyncio
import json

import pytest

from benchmill.chat.errors import CallFailed
from benchmill.chat.json_text import read_object
from benchmill.chat.model import ChatReply, ChatRequest, Message
from benchmill.chat.openai_chat import OpenAIChat
from benchmill.critique.critic_schemas import LABELS, groundedness_schema
from benchmill.generator.writer_schema import enum_schema
from tests.servers.llama.server import LlamaServer

SENTENCES = (
    "Build logs are kept for 14 days.",
    'The setting `log_retention` takes a number of days, or "for ever".',
    "Test logs – unlike build logs – are gone after the next run.",
)


def asked(server: LlamaServer, schema: str, *, seed: int = 1, words: str = "Write.", room: int = 2000) -> ChatRequest:
    messages = (Message("system", "You write questions."), Message("user", words))
    return ChatRequest(server.spec, messages, "generator/factoid", schema, temperature=0.7, seed=seed, max_tokens=room)


def replies(server: LlamaServer, requests: list[ChatRequest]) -> list[ChatReply]:
    async def all_of_them() -> list[ChatReply]:
        model = OpenAIChat(base_url=server.base_url, timeout=600)
        try:
            await model.check(server.spec)
            return list(await asyncio.gather(*(model.complete(request) for request in requests)))
        finally:
            await model.aclose()

    return asyncio.run(all_of_them())


def test_a_schema_with_the_chunks_sentences_forces_verbatim_quotes(llama_server: LlamaServer) -> None:
    schema = enum_schema(SENTENCES)
    quotes = set()
    for reply in replies(llama_server, [asked(llama_server, schema, seed=seed) for seed in range(8)]):
        assert reply.input_tokens > 0
        assert reply.output_tokens > 0
        if reply.finish == "length":
            continue
        candidates = read_object(reply.text)["candidates"]
        assert isinstance(candidates, list)
        for candidate in candidates:
            assert set(candidate) == {"quote", "answer", "aliases", "question"}
            quotes.add(candidate["quote"])
    assert quotes
    assert quotes <= set(SENTENCES)


def test_a_critics_schema_is_kept_with_labels_and_ratings_in_range(llama_server: LlamaServer) -> None:
    schema = groundedness_schema(3)
    answered = replies(llama_server, [asked(llama_server, schema, seed=seed) for seed in range(8)])
    whole = [read_object(reply.text) for reply in answered if reply.finish == "stop"]
    assert whole
    for verdict in whole:
        passages = verdict["passages"]
        assert isinstance(passages, dict)
        assert list(passages) == ["passage_1", "passage_2", "passage_3"]
        assert {passage["label"] for passage in passages.values()} <= set(LABELS)
        assert verdict["rating"] in range(1, 6)


def test_the_same_request_and_seed_are_answered_alike(llama_server: LlamaServer) -> None:
    request = asked(llama_server, enum_schema(SENTENCES))
    first, second = replies(llama_server, [request]), replies(llama_server, [request])
    assert first[0].text == second[0].text


def test_a_reply_that_is_cut_says_so(llama_server: LlamaServer) -> None:
    (reply,) = replies(llama_server, [asked(llama_server, enum_schema(SENTENCES), room=8)])
    assert reply.finish == "length"
    with pytest.raises(json.JSONDecodeError):
        json.loads(reply.text)


def test_a_prompt_over_the_context_is_one_calls_failure(llama_server: LlamaServer) -> None:
    with pytest.raises(CallFailed) as caught:
        replies(llama_server, [asked(llama_server, "", words="word " * 30_000)])
    assert "context" in str(caught.value)
