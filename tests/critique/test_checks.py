"""The free checks, by the cases of checks_cases.json."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from benchmill.critique.checks import CHECKS, CheckSettings, CorpusFacts, all_failures, first_failure
from benchmill.critique.checks.case import Case
from benchmill.critique.checks.of_kinds import same_question
from tests.critique.case_files import Line, line_of, lines
from tests.critique.made import candidate, chunk
from tests.critique.planted_by_kind import FAULTS, lines_by_kind

_LINES = lines()


@pytest.mark.parametrize("line", _LINES, ids=str)
def test_a_check_decides_as_its_case_says(line: Line) -> None:
    found = {
        failure.check: failure.reason for failure in all_failures(line.candidate, line.seed, line.facts, line.settings)
    }
    assert (line.check not in found) == line.ok, found


def test_every_check_has_eight_cases_that_pass_and_eight_that_fail() -> None:
    count = Counter((line.check, line.ok) for line in _LINES)
    assert {check.name: (count[check.name, True] >= 8, count[check.name, False] >= 8) for check in CHECKS} == {
        check.name: (True, True) for check in CHECKS
    }


def test_a_fault_is_refused_and_a_near_fault_is_kept_in_every_kind_that_the_check_reads() -> None:
    checks = {check.name: check for check in CHECKS}
    count: Counter[tuple[str, str, bool]] = Counter()
    wrong = []
    for line in lines_by_kind():
        reason = checks[line.check].run(Case(line.candidate, line.seed, line.facts, line.settings))
        count[line.check, line.candidate.kind, line.ok] += 1
        wrong += [f"{line}: {reason}"] if (reason is None) != line.ok else []
    assert wrong == []
    assert set(count.values()) == {4}
    assert len(count) == 2 * sum(len(kinds) for kinds, _ in FAULTS.values())


@pytest.mark.parametrize("line", [line for line in _LINES if not line.ok], ids=str)
def test_the_first_failure_is_the_first_of_all(line: Line) -> None:
    everything = all_failures(line.candidate, line.seed, line.facts, line.settings)
    assert first_failure(line.candidate, line.seed, line.facts, line.settings) == everything[0]
    assert {failure.stage for failure in everything} == {"check"}
    assert {failure.subject_id for failure in everything} == {line.candidate.id}
    assert all(failure.reason.isprintable() for failure in everything)


def test_without_a_language_of_the_users_a_question_may_be_in_that_of_its_document() -> None:
    german = next(
        line for line in _LINES if line.check == "wrong-language" and "Client auf eine" in line.candidate.question
    )
    page = german.facts.documents[german.seed.document_id]
    english = replace(page, text=page.text + "The client waits for the answer of the server, and it then closes. " * 9)
    chinese = replace(page, text=page.text + "客户端等待服务器的回答，然后关闭连接。" * 90)
    for language, own, document, refused in (
        ("en", "en", page, True),
        ("", "en", page, False),
        ("", "en", english, True),
        ("zh", "zh", page, True),
        ("", "zh", page, False),
        ("", "zh", chinese, True),
    ):
        settings = replace(german.settings, language=language)
        facts = replace(german.facts, language=own, documents={document.id: document})
        found = {failure.check for failure in all_failures(german.candidate, german.seed, facts, settings)}
        assert ("wrong-language" in found) == refused


def test_the_word_that_a_question_asks_for_is_no_part_of_a_leaked_answer() -> None:
    text = "An app of the server has a token. It is set in the app tab of the server."
    others = [
        chunk(
            f"An app starts on day {number} of week{number}, wakes box{number} and sends mail{number}.", f"{number}.md"
        )
        for number in range(40)
    ]
    seed = chunk(text)
    facts = CorpusFacts.of([seed, *others], [])
    answers = {
        "In which tab of the panel is a token switched on?": "app tab",
        "What tab switches a token on?": "the app tab",
        "Which server has a token?": "app server",
        "What token does a server have?": "app token",
        "Where is the token of a server set?": "token of the app",
        "Which setting of the tab holds a token?": "app tab",
        "Which token is in the tab?": "app tab",
        "Where does the tab of a server show a token?": "tab of the app",
    }
    refused = []
    for question, answer in answers.items():
        asked = candidate(seed, text, answer, question)
        found = {failure.check for failure in all_failures(asked, seed, facts, CheckSettings())}
        refused.append("answer-leaked" in found)
    assert refused == [False] * 4 + [True] * 4
    for marks, is_refused in (("`", False), ("", True)):  # a command of code, and words
        told = chunk(f"Call {marks}server token app{marks} for it.", "token.md")
        asked = candidate(told, told.text, "server token app", "How is a token of the server made?")
        found = {
            failure.check
            for failure in all_failures(asked, told, CorpusFacts.of([seed, told, *others], []), CheckSettings())
        }
        assert ("answer-leaked" in found) == is_refused


def test_words_that_many_passages_have_name_the_thing_and_are_not_copied() -> None:
    sentence = "The code of the reference servers and clients is licensed under the Apache licence."
    seed = chunk(f"{sentence} Its authors give no other one.")
    pages = [chunk(f"Servers start clients on day {number}.", f"{number}.md") for number in range(20)]
    refused = []
    for facts in (CorpusFacts.of([seed], []), CorpusFacts.of([seed, *pages], [])):
        for question in (
            "Which licence applies to the code that reference servers and clients have?",
            "Under which licence is reference code for servers and clients licensed?",
        ):
            asked = candidate(seed, sentence, "Apache", question)
            found = {failure.check for failure in all_failures(asked, seed, facts, CheckSettings())}
            refused.append("copied-wording" in found)
    assert refused == [True, True, False, True]


@pytest.mark.parametrize(
    ("language", "contrasts", "same"),
    [
        ("en", ("on a relay/without a relay", "before a start/after a start", "above a limit/below a limit"), "on/in"),
        ("de", ("mit Relais/ohne Relais", "vor dem Start/nach dem Start", "über 5 MB/unter 5 MB"), "in/bei"),
        ("fr", ("avec un relais/sans relais", "avant le départ/après le départ", "sur Docker/sous Docker"), "dans/en"),
        ("es", ("con un relé/sin relé", "antes del inicio/después del inicio"), "en/a"),
        ("it", ("con un relè/senza relè", "prima dell'avvio/dopo l'avvio"), "in/a"),
        ("pt", ("com um relé/sem relé", "antes do início/depois do início", "antes do início/após o início"), "em/a"),
        ("nl", ("met een relais/zonder relais", "voor de start/na de start"), "in/op"),
        ("ru", ("с реле/без реле", "до запуска/после запуска"), ""),
        ("zh", ("使用中继/不使用中继", "启动之前/启动之后"), ""),
        ("ja", ("中継あり/中継なし", "起動の前/起動の後"), ""),
        ("ko", ("중계 사용/중계 없이 사용", "시작 전/시작 후"), ""),
    ],
)
def test_readings_with_and_without_a_thing_before_and_after_it_are_two_in_every_language(
    language: str, contrasts: tuple[str, ...], same: str
) -> None:
    for contrast in contrasts:
        one, other = (f"Kestrel {side}?" for side in contrast.split("/"))
        assert not same_question(one, other, language)
        assert same_question(one, one, language)
    if same:
        one, other = (f"Kestrel {word} Docker?" for word in same.split("/"))
        assert same_question(one, other, language)


def test_a_quoted_backtick_is_no_open_code_font() -> None:
    said = 'Single lines use "`" marks and no longer "\'".'
    seeds = {"marks": {"document": "marks.md", "title": "Kestrel", "headings": ["Kestrel"], "text": said}}
    for answer, refused in (('use "`" marks and no longer "\'"', False), ("use ` marks", True)):
        case = {"check": "cut-answer", "ok": True, "q": "Which marks do single lines of Kestrel have?", "a": answer}
        line = line_of({**case, "quote": said, "seed": "marks"}, seeds)
        found = {failure.check for failure in all_failures(line.candidate, line.seed, line.facts, line.settings)}
        assert ("cut-answer" in found) == refused


@pytest.mark.parametrize(("changed", "refused"), [("target", False), ("server", True)])
def test_an_option_speaks_of_the_thing_in_its_name(changed: str, refused: bool) -> None:
    near, denial = "`kestrel send` takes the `-p` or `--pipe` flag.", "`kestrel list` needs no `--target-name` flag."
    text = f"{near} {denial}"
    seeds = {"flags": {"document": "flags.md", "title": "Flags", "headings": ["Kestrel"], "text": text}}
    asked = f"Which {changed} do I give to `kestrel list`?"
    case = {"check": "answerable", "ok": True, "q": asked, "a": "", "kind": "unanswerable", "components": []}
    line = line_of({**case, "near": [near, "`--pipe`", changed, "premise", denial], "seed": "flags"}, seeds)
    reasons = [each.reason for each in all_failures(line.candidate, line.seed, line.facts, line.settings)]
    assert any("does not speak of" in reason for reason in reasons) == refused


@pytest.mark.parametrize(
    ("asked", "refused"),
    [
        ("When do codes work on their own, without an app?", False),
        ("When do codes work without an app?", True),
    ],
)
def test_a_changed_part_without_a_content_word_is_there_as_a_whole(asked: str, refused: bool) -> None:
    near, denial = "Codes of Kestrel work where the app is lost.", "They cannot be used on their own."
    seeds = {"codes": {"document": "codes.md", "title": "Kestrel", "headings": ["Kestrel"], "text": f"{near} {denial}"}}
    case = {"check": "answerable", "ok": True, "q": asked, "a": "", "kind": "unanswerable", "components": []}
    near_miss = [near, "where the app is lost", "on their own", "premise", denial]
    line = line_of({**case, "near": near_miss, "seed": "codes"}, seeds)
    reasons = [each.reason for each in all_failures(line.candidate, line.seed, line.facts, line.settings)]
    assert any("is not in the question" in reason for reason in reasons) == refused
