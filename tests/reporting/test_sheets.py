"""`score --html` and `judge --html`: pages that say what the tables say, and run nothing of what others wrote."""

from __future__ import annotations

import json
from html import unescape
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from benchmill.evaluating.scores import Group, Metric, Score
from benchmill.judging.judge_replies import Finding
from benchmill.judging.judge_report import JudgeReport
from benchmill.judging.judgement import Judgement
from benchmill.records import InputError
from benchmill.reporting.sheet import judge_sheet, score_sheet, write_sheet
from tests.browser import PHONE, WIDE, serious, window
from tests.end_to_end.command import EXAMPLES, benchmill

ATTACK = '</script><img src=x onerror="window.hacked=1"> \x1b[31m \u202e'


def a_score() -> Score:
    metric = Metric(0.5, 1.0, (0.25, 0.75), 0.8)
    return Score(
        format="fastbook",
        questions=2,
        answered=1,
        metrics={"mrr@10": metric, ATTACK: metric},
        missing=(ATTACK,),
        rows=({"id": ATTACK, "mrr@10": 0.0}, {"id": "q2", "mrr@10": 1.0}),
        losses={"found": 1, "retriever": 1},
        groups={"kind": {ATTACK: Group(2, {"mrr@10": 0.5}), "list": Group(1, {"mrr@10": 0.5})}},
        warnings=(ATTACK,),
    )


def a_report() -> JudgeReport:
    ones = (
        Judgement(
            "q1", "factoid", "a.md", answerable=True, by="m", components=(Finding("present", ATTACK),), rationale=ATTACK
        ),
        Judgement("q2", ATTACK, "a.md", answerable=True, by="m", missing=True, components=(Finding("absent", ""),)),
    )
    return JudgeReport(2, ones, ATTACK, notes=(ATTACK,))


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_the_pages_are_readable_by_everybody_and_run_nothing(
    browser: Browser, tmp_path: Path, size: tuple[int, int]
) -> None:
    write_sheet(tmp_path / "score.html", score_sheet(a_score(), "gold", ATTACK, {ATTACK: ATTACK * 50}))
    write_sheet(tmp_path / "judge.html", judge_sheet(a_report(), "bench", ATTACK, {"q1": (ATTACK,) * 3}))
    with window(browser, size, dark=size == PHONE) as context:
        for name in ("score", "judge"):
            page = context.new_page()
            page.goto((tmp_path / f"{name}.html").as_uri())
            assert serious(page) == []
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
            assert page.evaluate("window.hacked") is None
            assert page.locator("main img").count() == 0
            expect(page.locator("main")).to_contain_text('</script><img src=x onerror="window.hacked=1">')


def test_score_writes_a_page_with_its_numbers_and_the_worst_questions_first(tmp_path: Path) -> None:
    assert benchmill("grow", EXAMPLES, "--out", tmp_path / "b", "--questions", 10).code == 0
    assert benchmill("retrieve", tmp_path / "b", "--out", tmp_path / "run.json").code == 0
    scored = ("score", "fastbook", tmp_path / "b", tmp_path / "run.json", "--html", tmp_path / "score.html")
    ran = benchmill(*scored, "--json")
    assert ran.code == 0, ran.err
    page = (tmp_path / "score.html").read_text(encoding="utf-8")
    assert f"{ran.json['metrics']['mrr@10']['mean']:.4f}" in page
    assert ("By kind" in page, "By language" in page) == (True, False)  # all questions have one language
    lines = (tmp_path / "b" / "items.jsonl").read_text(encoding="utf-8").splitlines()
    first = next(item for item in map(json.loads, lines) if item["kind"] != "unanswerable")
    assert first["id"] in page
    assert benchmill(*scored).code == 0  # our own page may be replaced
    runs = (tmp_path / "run.json", f"<b>other</b>={tmp_path / 'run.json'}")
    compared = benchmill("compare", tmp_path / "b", *runs, "--html", tmp_path / "compare.html")
    assert compared.code == 0, compared.err
    text = (tmp_path / "compare.html").read_text(encoding="utf-8")
    assert "equal on every question" in text
    assert "<b>other" not in text


def test_a_page_replaces_nobody_elses_file(tmp_path: Path) -> None:
    (tmp_path / "mine.html").write_text("<p>mine</p>", encoding="utf-8")
    with pytest.raises(InputError, match="benchmill did not write it"):
        write_sheet(tmp_path / "mine.html", score_sheet(a_score(), "gold", "run"))
    assert (tmp_path / "mine.html").read_text(encoding="utf-8") == "<p>mine</p>"


def test_the_page_of_judge_shows_question_reference_and_answer(tmp_path: Path) -> None:
    assert benchmill("grow", EXAMPLES, "--out", tmp_path / "b", "--questions", 3).code == 0
    items = [json.loads(line) for line in (tmp_path / "b" / "items.jsonl").read_text("utf-8").splitlines()]
    answers = {items[0]["id"]: "", items[1]["id"]: f" {items[1]['answer'].upper()}"}  # rules decide on both
    (tmp_path / "answers.json").write_text(json.dumps(answers), encoding="utf-8")
    judged = ("judge", tmp_path / "b", tmp_path / "answers.json", "--model", "ollama:none")
    assert benchmill(*judged, "--html", tmp_path / "judge.html").code == 0
    page = unescape((tmp_path / "judge.html").read_text(encoding="utf-8"))
    for text in (
        items[0]["question"],
        items[0]["answer"][:200],
        items[2]["question"],
        items[1]["answer"].upper()[:100],
    ):
        assert text in page
