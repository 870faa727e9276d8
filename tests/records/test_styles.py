"""How a question is asked, and how hard it is to find: counted from its words."""

from __future__ import annotations

import pytest

from benchmill.records.difficulty import difficulty_of
from benchmill.records.styles import style_of
from tests.growing.made import candidate, document

STYLES = {
    "keywords": """
        timeout default client
        httpx proxy per request
        PoolTimeout error httpx
        `from_pretrained` OSError offline
        Kündigungsfrist Probezeit
        таймаут по умолчанию
        タイムアウト 設定
        超时 设置 默认
        export formats""",
    "fragment": """
        how to change the timeout of one request
        default timeout of the client
        setting up a proxy for one request
        wie Timeout setzen
        délai d'attente client par défaut
        how many retries by default""",
    "symptom": """
        Uploads hang after an hour and nothing is logged, why?
        My build fails with PoolTimeout after upgrading to 2.0. What can I do?
        Why does the build fail after I moved the cache?
        The page does not load after login
        I get an empty response from the API although the status is 200
        Der Upload bricht nach einer Stunde ab, warum?
        Le téléchargement échoue après une heure, pourquoi ?
        上传一小时后报错，为什么""",
    "sentence": """
        What is the default timeout?
        what is the default timeout
        how do i set a proxy
        Which error code is returned when the upload fails?
        Does `verify=False` disable certificate checks?
        I want to set a timeout for one request only
        Explain the retry policy.
        What happens when the connection pool is full and a request has to wait?
        Welche Frist gilt für die Kündigung?
        ¿Cuál es el tiempo de espera predeterminado?
        Какой таймаут по умолчанию?
        デフォルトのタイムアウトは何秒ですか
        默认超时时间是多少
        기본 시간 제한은 얼마인가요?""",
}


@pytest.mark.parametrize("style", STYLES)
def test_the_style_of_a_question_shows_in_its_words(style: str) -> None:
    questions = [line.strip() for line in STYLES[style].strip().splitlines()]
    assert {question: style_of(question) for question in questions} == dict.fromkeys(questions, style)


def test_a_question_is_the_harder_the_fewer_words_it_shares_with_its_evidence() -> None:
    page = document("a.md", "Build logs are kept for 14 days. Nightly logs are deleted.")
    page = document("a.md", f"{page.text} `prune` of BuildHarbor removes them after 14 days.")
    questions = {
        "How long are build logs kept?": "easy",
        "How long does Harbor retain the output logs of a build?": "medium",
        "After what time does Harbor throw away old output?": "hard",
        "After what time does `prune` of BuildHarbor throw away old output?": "hard",
    }
    quote = "Build logs are kept for 14 days"
    named = "`prune` of BuildHarbor removes them after 14 days"  # names do not count: there is no other word for them
    found = {q: difficulty_of(candidate(page, named if "`" in q else quote, q, "14 days")).level for q in questions}
    assert found == questions
