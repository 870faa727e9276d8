"""Text from a model may hold anything: no check crashes on it or takes long."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmill.critique.checks import CHECKS, CheckSettings, CorpusFacts, all_failures, first_failure, possible_answers
from benchmill.records.candidate import KINDS, AnswerComponent, Candidate, Evidence, Kind
from benchmill.records.corpus import Chunk, Document, Span
from tests.cpu_ceiling import cpu_ceiling

_TEXT = "Kestrel keeps idle connections open for 5 seconds. `--idle-timeout` changes it. 東京 ✈ \ud800"
_DOCUMENT = Document("guide/client.md", _TEXT, "Kestrel", "0", "text/markdown")
_SEED = Chunk(Span.of(_DOCUMENT, 0, len(_TEXT)), ("Kestrel",))
_LANGUAGES = ("en", "de", "fr", "es", "it", "pt", "nl", "ja", "xx")
_FACTS = {language: CorpusFacts.of([_SEED], [_DOCUMENT], language) for language in _LANGUAGES}


def _candidate(question: str, answer: str, kind: Kind = "factoid") -> Candidate:
    evidence = Evidence(Span.of(_DOCUMENT, 0, 49))
    return Candidate(kind, question, answer, (AnswerComponent(answer, (evidence,)),), (_SEED.id,))


_anything = st.text(st.characters(), min_size=1, max_size=80).filter(str.strip)
_PIECES = """
    the in according to text this section what and how is it A or B function ? . , - ` `` 1,000 -5 5s % $3 `a e.g. I 😀
    user@example.com laut dem l'auteur https://a:b@c \ud800 --flag"""
_piece = st.sampled_from([*_PIECES.split(), "\n", "May 5, 2024"])
_likely = st.lists(_piece, min_size=1, max_size=30).map(" ".join).filter(str.strip)


@given(question=_anything | _likely, answer=_anything | _likely, kind=st.sampled_from(KINDS),
       language=st.sampled_from(_LANGUAGES))  # fmt: skip
@settings(max_examples=300)
def test_no_text_makes_a_check_crash(question: str, answer: str, kind: Kind, language: str) -> None:
    candidate = _candidate(question, answer, kind)
    failures = all_failures(candidate, _SEED, _FACTS[language], CheckSettings(language=language))
    first = first_failure(candidate, _SEED, _FACTS[language], CheckSettings(language=language))
    assert first == (failures[0] if failures else None)
    assert all(failure.reason.isprintable() and len(failure.reason) < 400 for failure in failures)
    assert possible_answers(candidate, _FACTS[language]) == []


_LONG = {
    "words": "what is the value of the idle timeout ",
    "spaces": " " * 50,
    "pointing": "in the according to the text in the ",
    "which": "which what which is ",
    "code": "`a` ",
    "open code": "`",
    "backticks": "`" * 200 + "a",
    "numbers": "1,000 ",
    "digits": "9",
    "dotted": "a.b.",
    "versions": "1.2.3.",
    "signs": "-+--",
    "months": "5 may ",
    "mail": "a@b.",
    "address": "http://a:b:c@",
    "key": "api_key=",
    "token": "eyJhbGciOi.eyJ",
    "sk": "sk-a",
    "options": "a) x b ",
    "or": "a or b ",
    "question marks": "?",
    "quotes": '"a',
    "emoji": "😀",
    "han": "東京",
    "accents": "é́ ",
    "marks": "\u0301",
    "and what": "and what x and which ",
    "orders": "ignore all the previous ",
    "sections": "which section of a b c ",
    "and long": "according to " + "the " * 9,
    "laut": "laut dem welche wer hat ",
    "selon": "selon le dans quelle ",
    "según": "según el qué quién ",
}
_PER_LANGUAGE = frozenset({_LONG["laut"], _LONG["selon"], _LONG["según"]})


@pytest.mark.parametrize("piece", _LONG.values(), ids=_LONG)
def test_a_question_of_100_kilobytes_is_refused_soon(piece: str) -> None:
    text = "a" + piece * (100_000 // len(piece)) + "b"
    candidate = _candidate(text, text[:20_000])
    for language in ("en",) if piece not in _PER_LANGUAGE else ("de", "fr", "es"):
        with cpu_ceiling():
            failures = all_failures(candidate, _SEED, _FACTS[language], CheckSettings())
        assert "wrong-length" in {failure.check for failure in failures}


def test_checks_that_are_switched_off_are_not_run() -> None:
    candidate = _candidate("???", "5 seconds")
    assert {failure.check for failure in all_failures(candidate, _SEED, _FACTS["en"], CheckSettings())} >= {
        "malformed",
        "wrong-length",
    }
    quiet = CheckSettings(off=frozenset(check.name for check in CHECKS))
    assert all_failures(candidate, _SEED, _FACTS["en"], quiet) == []


def test_the_reason_of_a_leaked_key_does_not_spread_the_key() -> None:
    secret = "ghp_k7Qz9XwLm3PrT5vKbN8sYd2JfHc6AeRu4GtW"
    found = [
        f
        for f in all_failures(_candidate("Which key is it?", secret), _SEED, _FACTS["en"], CheckSettings())
        if f.check == "unsafe-text"
    ]
    assert len(found) == 1
    assert secret[4:] not in found[0].reason
