"""Korean words with and without the particle behind them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmill.records.particles import without_particle
from benchmill.records.words import contains, words


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("요청은 requestScope에 둔다", "requestScope"),
        ("end로 끝낼 때와 fail로 끝낼 때", "fail"),
        ("기본값은 싱글톤으로 만든다", "싱글톤"),
        ("사용자 정의 요청 헤더를 덧붙이려면", "요청 헤더"),
        ("최대 30초까지 기다린다", "30 초"),
        ("GPT-4와 Llama는 다르다", "Llama"),
    ],
)
def test_a_name_is_found_with_any_particle_behind_it(said: str, found: str) -> None:
    assert contains(words(said), words(found))


@pytest.mark.parametrize(("one", "other"), [("차이", "차"), ("회의", "회"), ("나", "나라"), ("도로", "도")])
def test_a_short_noun_keeps_an_end_that_looks_like_a_particle(one: str, other: str) -> None:
    assert words(one) != words(other)


def test_a_word_that_is_a_particle_alone_stays_where_no_name_stands_before_it() -> None:
    assert (words("은"), words("에서"), words("HTTP에서")) == (["은"], ["에서"], ["http"])


@given(st.text(alphabet="가은는을이에서로의리턴타입값aZ19_-.", max_size=12))
def test_no_word_is_lost_whatever_particles_are_made_of(text: str) -> None:
    tokens = [part for token in text.split() for part in without_particle(token)]
    assert bool(tokens) == bool(text.split())
    assert all(tokens)
