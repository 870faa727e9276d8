"""One call on one chunk: candidates with located evidence, and a Failure for whatever did not become one."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from benchmill.chat.errors import BudgetReached, CallFailed
from benchmill.chat.model import ChatReply, ChatRequest
from benchmill.chat.recorded import MemoryStore, Recorded
from benchmill.generator.kinds import WritingTask
from benchmill.generator.questions import WriterSettings, Written, write_questions, writing_request
from benchmill.prompts import load
from benchmill.prompts.brief import Brief
from benchmill.records import Chunk, Document, Span
from tests.servers.fake_model import FakeModel

TEXT = "Build logs are kept for **14 days** unless\n`log_retention` says otherwise. Test logs\u200b are not kept.\n"
DOCUMENT = Document("docs/logs.md", "# Logs\n\n" + TEXT, "Logs", "0" * 64, "text/markdown")
CHUNK = Chunk(Span.of(DOCUMENT, 8, 8 + len(TEXT)), ("Harbor CLI", "Logs"))
PROMPT = load("generator/factoid")
SETTINGS = WriterSettings(model="openai:m", brief=Brief(secret="s"))
GOOD = {
    "quote": "Build logs are kept for 14 days",
    "answer": "14 days",
    "question": "How long does Harbor CLI retain the output of a build?",
}

Script = Callable[[ChatRequest], ChatReply | str | Exception]


def written(script: Script, settings: WriterSettings = SETTINGS, chunk: Chunk = CHUNK) -> tuple[Written, FakeModel]:
    model = FakeModel(script)
    client = Recorded(model, MemoryStore())
    return asyncio.run(
        write_questions(WritingTask("factoid", (chunk,)), client=client, prompt=PROMPT, settings=settings)
    ), model


def by_schema(*candidates: object) -> str:
    return json.dumps({"candidates": candidates})


def test_a_question_comes_with_evidence_located_to_the_character() -> None:
    result, model = written(lambda _: by_schema(GOOD))

    (candidate,) = result.candidates
    (component,) = candidate.components
    span = component.evidence[0].span
    assert span.text == "Build logs are kept for **14 days**"
    assert DOCUMENT.text[span.start : span.end] == span.text
    assert (candidate.kind, candidate.question, candidate.answer) == ("factoid", GOOD["question"], "14 days")
    assert (candidate.chunk_ids, candidate.request_key) == ((CHUNK.id,), model.asked[0].key)
    assert (result.failures, result.abstained) == ((), False)


@pytest.mark.parametrize("rest", ["It waits for more. " * 9, ""])
@pytest.mark.parametrize(
    "more",
    ["", " such as reports, mail and all else that a guest or an owner of a harbor asks of it by day or by night"],
)
def test_evidence_that_is_the_answer_alone_is_widened_by_the_sentence_that_introduces_its_code(
    more: str, rest: str
) -> None:
    introduction = f"Start a worker for queued jobs{more}:"
    text = f"Anybody may do so. {introduction}\n\n```\nharbor work\n```\n\n{rest}"
    page = Chunk(Span("work.md", 0, len(text), text))
    asked = {
        "question": "Which command makes Harbor handle queued jobs?",
        "answer": "harbor work",
        "quote": "harbor work",
    }
    result, _ = written(lambda _: by_schema({**GOOD, **asked}), chunk=page)

    assert result.candidates[0].evidence[0].span.text == f"{introduction}\n\n```\nharbor work"


def test_evidence_is_widened_by_the_words_of_the_passages_language() -> None:
    """By English stop words "die" was a subject that the question and the sentence before share."""
    said = "Der Empfänger hebt Post 14 Tage lang auf"
    text = f"Auf der ersten Seite stehen die Namen von allen, mit denen wir arbeiten. {said}, dann ist sie weg.\n"
    page = Document("post.md", text, "Post", "0" * 64, "text/markdown")
    draft = {"quote": said, "answer": "14 Tage", "question": "Wie lange hebt der Empfänger die Post auf?"}
    result, _ = written(lambda _: by_schema(draft), chunk=Chunk(Span.of(page, 0, len(text))))
    assert result.candidates[0].quotes == (said,)


def test_an_empty_list_is_an_abstention_and_no_failure() -> None:
    result, model = written(lambda _: by_schema())

    assert (result.candidates, result.failures, result.abstained) == ((), (), True)
    assert len(model.asked) == 1


def test_a_quote_that_is_not_in_the_passage_ends_its_candidate_alone() -> None:
    invented = GOOD | {"quote": "Build logs are kept for 30 days", "answer": "30 days"}
    result, model = written(lambda _: by_schema(invented, GOOD))

    assert [candidate.answer for candidate in result.candidates] == ["14 days"]
    (failure,) = result.failures
    assert (failure.stage, failure.check, failure.subject_id) == ("check", "quote-not-found", CHUNK.id)
    assert "30 days" in failure.reason
    assert failure.request_key == model.asked[0].key


def test_a_quote_of_a_whole_passage_is_cut_to_the_sentences_that_its_answer_needs() -> None:
    text = "A runner has two machines, of which one is spare. Build logs are kept for **14 days**. " + (
        "All that a test writes is lost at its end, and nobody can read it then. A report goes to the owner."
    )
    chunk = Chunk(Span(DOCUMENT.id, 8, 8 + len(text), text), CHUNK.headings)
    result, _ = written(lambda _: by_schema(GOOD | {"quote": text}), chunk=chunk)

    (candidate,) = result.candidates
    span = candidate.components[0].evidence[0].span
    assert (span.text, span.start) == ("Build logs are kept for **14 days**.", 8 + text.index("Build"))


def test_labelled_text_without_a_quote_gets_the_sentence_of_its_answer() -> None:
    result, _ = written(lambda _: "Factoid question: Which setting changes Harbor's log time?\nAnswer: `log_retention`")

    (candidate,) = result.candidates
    assert candidate.answer == "log_retention"
    assert candidate.components[0].evidence[0].span.text == TEXT[: TEXT.index(" Test")]


def test_labelled_text_whose_answer_is_in_no_sentence_is_a_failure() -> None:
    result, _ = written(lambda _: "Factoid question: How long?\nAnswer: a month")

    assert result.candidates == ()
    assert [(failure.stage, failure.check) for failure in result.failures] == [("check", "quote-not-found")]


def test_more_questions_than_asked_for_are_counted_not_lost() -> None:
    result, _ = written(lambda _: by_schema(GOOD, GOOD | {"question": "Another?"}, GOOD | {"question": "A third?"}))

    assert len(result.candidates) == 2
    assert [(failure.check, "A third?" in failure.reason) for failure in result.failures] == [("surplus", True)]


def test_an_unreadable_entry_beside_a_good_one_is_a_failure_of_its_own() -> None:
    result, model = written(lambda _: by_schema(GOOD, "and so on"))

    assert len(result.candidates) == 1
    assert [(failure.stage, failure.check) for failure in result.failures] == [("generate", "malformed")]
    assert len(model.asked) == 1


@pytest.mark.parametrize(
    ("answer", "check", "calls"),
    [
        ("I cannot do that.", "bad-reply", 2),
        ("", "empty-reply", 2),
        (ChatReply(by_schema(GOOD), finish="length"), "cut-reply", 2),
        (CallFailed("the prompt is too long", check="context"), "context", 1),
    ],
)
def test_a_call_without_a_readable_reply_is_one_failure(
    answer: ChatReply | str | Exception, check: str, calls: int
) -> None:
    result, model = written(lambda _: answer)

    assert result.candidates == ()
    assert [(failure.stage, failure.check, failure.subject_id) for failure in result.failures] == [
        ("generate", check, CHUNK.id)
    ]
    assert result.failures[0].request_key == model.asked[-1].key
    assert len(model.asked) == calls
    assert not result.abstained


def test_the_end_of_the_run_is_not_taken_for_a_failure_of_the_chunk() -> None:
    with pytest.raises(BudgetReached):
        written(lambda _: BudgetReached("no calls left"))


def test_the_model_sees_the_passage_clean_marked_and_fenced_and_no_file_name() -> None:
    result, model = written(lambda _: by_schema(GOOD))

    system, user = model.asked[0].messages
    assert "¦ Build logs are kept for **14 days** unless\n¦ `log_retention`" in user.content
    assert "Section: Harbor CLI > Logs\n" in user.content
    assert "\u200b" not in user.content
    assert result.stripped == 1
    assert "logs.md" not in user.content + system.content
    assert model.asked[0].purpose == "generator/factoid"


def test_audience_corpus_line_and_language_are_the_users_to_choose() -> None:
    settings = replace(SETTINGS, brief=Brief("a nurse on\nnight shift", "a ward handbook", "de", secret="s"))
    request, _ = writing_request(WritingTask("factoid", (CHUNK,)), PROMPT, settings)
    neutral, _ = writing_request(WritingTask("factoid", (CHUNK,)), PROMPT, SETTINGS)

    words = " ".join(message.content for message in request.messages)
    assert all(part in words for part in ("a nurse on night shift", "a ward handbook", "German"))
    assert "a user of this documentation" in neutral.messages[0].content
    assert "the language of the passage" in neutral.messages[0].content


def test_the_same_chunk_and_settings_make_the_same_call_and_others_another() -> None:
    request, _ = writing_request(WritingTask("factoid", (CHUNK,)), PROMPT, SETTINGS)
    moved = Chunk(Span(CHUNK.document_id, 99, 99 + len(TEXT), TEXT), CHUNK.headings)
    again, _ = writing_request(WritingTask("factoid", (moved,)), PROMPT, SETTINGS)
    other, _ = writing_request(WritingTask("factoid", (CHUNK,)), PROMPT, replace(SETTINGS, per_call=3))

    assert request.key == again.key != other.key


def test_the_schema_asks_for_the_quote_first_and_for_nothing_optional() -> None:
    schema = json.loads(writing_request(WritingTask("factoid", (CHUNK,)), PROMPT, SETTINGS)[0].schema)
    item = schema["properties"]["candidates"]["items"]

    assert list(item["properties"]) == item["required"] == ["quote", "answer", "aliases", "question"]
    assert schema["required"] == ["candidates"]
    assert schema["additionalProperties"] is item["additionalProperties"] is False


def test_an_enum_offers_the_sentences_of_the_chunk_and_each_of_them_is_found() -> None:
    settings = replace(SETTINGS, brief=Brief(secret="s", evidence="enum"))
    request, _ = writing_request(WritingTask("factoid", (CHUNK,)), PROMPT, settings)
    offered = json.loads(request.schema)["properties"]["candidates"]["items"]["properties"]["quote"]["enum"]

    assert offered == [TEXT[: TEXT.index(" Test")], "Test logs are not kept."]
    result, _ = written(lambda _: by_schema(*(GOOD | {"quote": quote} for quote in offered)), settings)
    assert len(result.candidates) == 2
    assert result.candidates[1].components[0].evidence[0].span.text == "Test logs\u200b are not kept."


def test_a_chunk_without_sentences_is_asked_about_freely() -> None:
    chunk = Chunk(Span("a.md", 0, 3, "{}\n"))
    request, _ = writing_request(
        WritingTask("factoid", (chunk,)), PROMPT, replace(SETTINGS, brief=Brief(secret="s", evidence="enum"))
    )

    assert request.schema == writing_request(WritingTask("factoid", (chunk,)), PROMPT, SETTINGS)[0].schema
