"""Bodies that are no reply, or a hostile one."""

from __future__ import annotations

import json

import pytest

from benchmill.chat.errors import Transient
from benchmill.chat.openai_wire import names_of, reply_of, words_of
from tests.chat.fake_models import request

_GOOD = {"choices": [{"message": {"content": "yes"}, "finish_reason": "stop"}]}


def read(content: bytes) -> object:
    return reply_of(content, request(), server="the server", model="m", seconds=0.0)


@pytest.mark.parametrize(
    "content",
    [
        b'{"choices":' + b"[" * 100_000,
        b'{"choices":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        json.dumps({**_GOOD, "usage": {"prompt_tokens": 10**400}}).encode(),
        json.dumps(_GOOD).encode()[:-1] + b', "usage": {"prompt_tokens": 1e999}}',
        json.dumps(_GOOD).encode()[:-1] + b', "usage": {"prompt_tokens": ' + b"9" * 5000 + b"}}",
        b'{"choices": []}',
        b"<html>",
        b"\xff\xfe",
        b"[]",
        b'"choices"',
    ],
)
def test_what_is_no_reply_is_one_error_and_never_a_traceback(content: bytes) -> None:
    with pytest.raises(Transient) as caught:
        read(content)
    assert caught.value.check == "no-reply"
    assert len(str(caught.value)) < 600
    assert isinstance(words_of(content), str)
    assert names_of(content) == set()


def test_tokens_reported_beside_an_empty_list_of_choices_or_an_error_are_kept() -> None:
    usage = {"prompt_tokens": 800, "completion_tokens": 28}
    for body in ({"choices": [], "usage": usage}, {"error": {"message": "overloaded"}, "usage": usage}):
        with pytest.raises(Transient) as caught:
            read(json.dumps(body).encode())
        assert caught.value.tokens == (800, 28)
