"""The language of a text that also holds code, addresses and words of other scripts."""

from __future__ import annotations

import pytest

from benchmill.records.languages import detect, language_of, mostly_in

CODE = '```json\n{"metadata": {"creationTimestamp": "string", "labels": {"additionalProp": "string"}}}\n```\n'


@pytest.mark.parametrize(
    ("text", "language"),
    [
        (f"# 获取文章\n\n根据名称获取文章，返回 PostVo。\n\n{CODE}", "zh"),
        (f"# 記事の取得\n\n名前から記事を取得します。\n\n{CODE}", "ja"),
        (f"# Posts\n\nThis is the list of the posts of a page.\n\n{CODE}", "en"),
        ("The word 配列 is what this language has for an array of the values.", "en"),
        ("Seite <https://example.org/the/of/and/for/this> mit der Liste und den Namen", "de"),
        (
            ".. The relay keeps the messages of each queue\n   for an hour, and it drops them then.\n\n"
            "中継器はキューのメッセージを保持します。\n",
            "ja",
        ),
        (
            "<!--\nLicensed under the terms of the licence, and with\nno warranty of any kind for the reader.\n-->\n"
            "中继器保存消息。\n<!-- This is the end of",
            "zh",
        ),
        ("<!-- Die Liste der Namen -->\n\nThis is the list of the names.\n\n<!-- und der Rest -->", "en"),
        (".. note:: Die Liste der Namen ist nicht mit dem Relais\n\n.. _top:\n", "de"),
    ],
)
def test_code_addresses_and_comments_do_not_decide_the_language_of_a_text(text: str, language: str) -> None:
    assert detect(text) == language


@pytest.mark.parametrize(
    ("text", "language", "own"),
    [
        ("Misskeyのdefault.ymlはどのコマンドで用意しますか?", "ja", True),
        ("How do you make default.yml in 設定?", "ja", False),
        ("Docker Compose 的 .env 文件放在哪里?", "zh", True),
        ("Wo liegt die Datei `設定ファイル`?", "de", True),
        ("設定ファイルはどこ? config.yml", "de", False),
        ("1.2.3", "ja", True),
    ],
)
def test_a_question_is_in_the_script_of_most_of_its_words(text: str, language: str, own: bool) -> None:
    assert mostly_in(text, language) == own


def test_the_language_of_two_thirds_of_the_pages_decides_even_if_another_page_has_more_letters() -> None:
    page, names = (
        "# 证书\n\n默认的受信任证书列表，以及每一行的含义。\n",
        "| SingBoxRelay RelayListener ListenerOptions |\n" * 40,
    )
    assert language_of([page] * 5 + [names]) == "zh"
    english = "This is a page that is written in English, and nobody has translated it for the readers yet. " * 9
    assert language_of([page, page, english, english]) == "en"
