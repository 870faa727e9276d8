"""A live system is asked once for each question, whatever it does; nothing that it answered is lost."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from benchmill.outputs.run_file import read_run_file
from benchmill.records import InputError, UsageError
from benchmill.records.errors import ServiceError
from benchmill.retrieving.live_run import AskPlan, LiveRun, run_live
from benchmill.retrieving.targets import Fields, function_of
from benchmill.running.live import Asking

_QUESTIONS = {f"q-{number}": f"Question {number}?" for number in range(6)}


class System:
    """An HTTP server that answers, and misbehaves as configured for some questions."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.headers: list[str] = []
        self.after: dict[str, str] = {}
        self.replies: dict[str, list[tuple[int, Any]]] = {}
        system = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                question = body.get("question") or body["q"]
                system.asked.append(question)
                system.headers.append(self.headers.get("X-Key", ""))
                usual = {"answer": f"to {question}", "passages": [f"about {question}", {"id": "c", "text": "more"}]}
                status, value = (system.replies.get(question) or [(200, usual)]).pop(0)
                content = value if isinstance(value, bytes) else json.dumps(value).encode()
                self.send_response(status)
                if question in system.after:
                    self.send_header("Retry-After", system.after[question])
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *_: object) -> None: ...

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/ask"
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()


@pytest.fixture
def system() -> Iterator[System]:
    running = System()
    yield running
    running.server.shutdown()
    running.server.server_close()


def ask(system: System, out: Path, **plan: Any) -> LiveRun:
    return run_live(_QUESTIONS, AskPlan(system.url, **{"longest_wait": 0.01, **plan}), out)


def lines(out: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.read_text("utf-8").splitlines()]


def test_answers_and_passages_are_kept_in_the_order_of_the_questions(system: System, tmp_path: Path) -> None:
    live = ask(system, tmp_path / "run.jsonl")
    found = lines(tmp_path / "run.jsonl")
    assert (live.asked, live.recorded, live.failures) == (6, 0, ())
    assert [line["id"] for line in found] == list(_QUESTIONS)
    assert found[0]["answer"] == "to Question 0?"
    assert found[0]["passages"] == [{"text": "about Question 0?"}, {"id": "c", "text": "more"}]


def test_a_second_session_asks_nothing_again(system: System, tmp_path: Path) -> None:
    ask(system, tmp_path / "run.jsonl")
    before = (tmp_path / "run.jsonl").read_bytes()
    live = ask(system, tmp_path / "run.jsonl")
    assert (live.asked, live.recorded, len(system.asked)) == (0, 6, 6)
    assert (tmp_path / "run.jsonl").read_bytes() == before


def test_a_busy_system_is_asked_again(system: System, tmp_path: Path) -> None:
    usual = (200, {"answer": "at last", "documents": [{"page_content": "text"}]})
    system.replies = {"Question 1?": [(503, {}), (429, {}), usual]}
    live = ask(system, tmp_path / "run.jsonl")
    assert live.failures == ()
    assert lines(tmp_path / "run.jsonl")[1]["answer"] == "at last"


def test_a_retry_after_is_waited_for_and_one_that_is_too_long_is_a_failure(system: System, tmp_path: Path) -> None:
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    system.after = {"Question 1?": "7", "Question 4?": "3600"}
    system.replies = {"Question 1?": [(429, {})] * 2 + [(200, ["p"])], "Question 4?": [(503, {})]}
    live = ask(system, tmp_path / "run.jsonl", sleep=sleep)
    assert [wait for wait in waits if wait > 1] == [7.0, 7.0]
    assert [(one.subject_id, "asks to wait 3,600 s" in one.reason) for one in live.failures] == [("q-4", True)]
    assert system.asked.count("Question 4?") == 1


def test_progress_counts_what_is_answered_failed_and_was_recorded_before(system: System, tmp_path: Path) -> None:
    seen: list[Asking] = []
    system.replies = {"Question 5?": [(422, {})]}
    run_live(_QUESTIONS, AskPlan(system.url, concurrency=1), tmp_path / "run.jsonl", done=seen.append)
    counts = dict.fromkeys((one.accepted, one.failed, one.wanted) for one in seen)
    assert list(counts) == [*((n, 0, 6) for n in range(6)), (5, 1, 6)]
    system.replies, seen[:] = {}, []
    run_live(_QUESTIONS, AskPlan(system.url), tmp_path / "run.jsonl", done=seen.append)
    assert seen[-1].line() == "6/6 answered | 5 recorded before"


def test_a_question_that_fails_is_a_line_of_its_own_and_is_asked_again_next_time(
    system: System, tmp_path: Path
) -> None:
    system.replies = {"Question 2?": [(500, {})] * 2, "Question 3?": [(200, b"no json")], "Question 4?": [(422, {})]}
    live = ask(system, tmp_path / "run.jsonl", attempts=2)
    assert [failure.subject_id for failure in live.failures] == ["q-2", "q-3", "q-4"]
    assert "status 500" in live.failures[0].reason
    assert "not JSON" in live.failures[1].reason
    system.replies = {}
    again = ask(system, tmp_path / "run.jsonl")
    assert (again.asked, again.recorded, again.failures) == (3, 3, ())


def test_what_a_crash_cut_off_is_asked_again_and_the_rest_is_kept(system: System, tmp_path: Path) -> None:
    out = tmp_path / "run.jsonl"
    ask(system, out)
    whole = out.read_bytes().splitlines(keepends=True)
    out.write_bytes(b"".join(whole[:3]) + whole[3][:20])
    assert ask(system, out).asked == 3
    assert len(lines(out)) == 6


def test_a_system_that_refuses_every_question_alike_ends_the_run_and_keeps_what_was_answered(
    system: System, tmp_path: Path
) -> None:
    system.replies = {"Question 5?": [(401, {})]}
    with pytest.raises(ServiceError, match="status 401: it would refuse every other"):
        ask(system, tmp_path / "run.jsonl", concurrency=1)
    assert len(lines(tmp_path / "run.jsonl")) == 5
    system.replies = {}
    assert ask(system, tmp_path / "run.jsonl").asked == 1


def test_an_address_where_nothing_listens_ends_the_run_at_once_and_the_same_command_goes_on(
    system: System, tmp_path: Path
) -> None:
    out = tmp_path / "run.jsonl"
    with pytest.raises(ServiceError, match=r"127.0.0.1:1/ask cannot be reached: .*; asked 2 times"):
        run_live(_QUESTIONS, AskPlan("http://127.0.0.1:1/ask", attempts=2, longest_wait=0.01), out)
    assert lines(out) == []
    assert ask(system, out).asked == 6


def test_fields_and_headers_can_be_named(system: System, tmp_path: Path) -> None:
    reply = {"data": {"reply": "yes", "hits": ["p"]}}
    system.replies = {question: [(200, reply)] for question in _QUESTIONS.values()}
    fields = Fields("q", "data.reply", "data.hits", {"X-Key": "secret"})
    ask(system, tmp_path / "run.jsonl", fields=fields)
    assert lines(tmp_path / "run.jsonl")[0]["answer"] == "yes"
    assert set(system.headers) == {"secret"}
    assert "secret" not in (tmp_path / "run.jsonl").read_text("utf-8")


def test_a_function_of_the_current_folder_is_a_target(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_rag_system.py").write_text(
        "def answer(question):\n"
        "    if '3' in question:\n        raise RuntimeError('busy')\n"
        "    return {'answer': question, 'passages': [question]}\n"
    )
    monkeypatch.chdir(tmp_path)
    live = run_live(_QUESTIONS, AskPlan("my_rag_system:answer"), tmp_path / "run.jsonl")
    assert [(one.subject_id, one.reason) for one in live.failures] == [("q-3", "RuntimeError: busy")]
    with pytest.raises(UsageError, match="no_such_module"):
        function_of("no_such_module:answer")
    with pytest.raises(UsageError, match="no attribute 'nothing'"):
        function_of("my_rag_system:nothing")
    with pytest.raises(UsageError, match="a target is module:function or an http address"):
        function_of("my_rag_system")


def test_a_file_that_is_no_run_is_not_overwritten(system: System, tmp_path: Path) -> None:
    (tmp_path / "notes.jsonl").write_text('{"id": "mine"}\n{"id": "too"}\n')
    with pytest.raises(InputError, match="line 1 is not of an earlier run of this command: use another --out"):
        ask(system, tmp_path / "notes.jsonl")
    assert system.asked == []


def test_the_answers_of_another_system_are_not_overwritten(system: System, tmp_path: Path) -> None:
    ask(system, tmp_path / "run.jsonl")
    before = (tmp_path / "run.jsonl").read_bytes()
    with pytest.raises(InputError, match=r"run.jsonl holds the answers of http.*: give x:y another --out"):
        run_live(_QUESTIONS, AskPlan("x:y"), tmp_path / "run.jsonl")
    assert (tmp_path / "run.jsonl").read_bytes() == before


def test_a_question_that_no_passage_answers_is_marked_until_one_does(system: System, tmp_path: Path) -> None:
    out, plan = tmp_path / "run.jsonl", AskPlan(system.url)
    run_live(_QUESTIONS, plan, out, unscored={"q-2"})
    assert [line["id"] for line in lines(out) if line.get("scored") is False] == ["q-2"]
    assert set(read_run_file(out).passages) == _QUESTIONS.keys() - {"q-2"}
    assert run_live(_QUESTIONS, plan, out).asked == 0
    assert set(read_run_file(out).passages) == _QUESTIONS.keys()
