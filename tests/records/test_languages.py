"""The language of a text that also holds code, addresses and words of other scripts."""

from __future__ import annotations

import pytest

from benchmill.records.languages import detect

CODE = '```json\n{"metadata": {"creationTimestamp": "string", "labels": {"additionalProp": "string"}}}\n```\n'


@pytest.mark.parametrize(
    ("text", "language"),
    [
        (f"# 获取文章\n\n根据名称获取文章，返回 PostVo。\n\n{CODE}", "zh"),
        (f"# 記事の取得\n\n名前から記事を取得します。\n\n{CODE}", "ja"),
        (f"# Posts\n\nThis is the list of the posts of a page.\n\n{CODE}", "en"),
        ("The word 配列 is what this language has for an array of the values.", "en"),
        ("Seite <https://example.org/the/of/and/for/this> mit der Liste und den Namen", "de"),
    ],
)
def test_code_and_addresses_do_not_decide_the_language_of_a_text(text: str, language: str) -> None:
    assert detect(text) == language
