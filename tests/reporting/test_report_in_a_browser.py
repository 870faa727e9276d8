"""report.html as a reader meets it: in Chromium, by mouse, by keyboard, on a phone, in the dark."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from benchmill.outputs.jsonl import Rejected
from benchmill.records import Failure
from benchmill.reporting.report import write_report
from tests.browser import PHONE, WIDE, serious, window
from tests.end_to_end.command import EXAMPLES, benchmill
from tests.growing.made import candidate, critique, document, item
from tests.reporting.made import write_workspace

HOSTILE = (
    "<script>window.hacked=1</script>",
    "</script><script>window.hacked=1</script>",
    '"><img src=x onerror="window.hacked=1">',
    "<!-- <script> ]]> --><svg onload=window.hacked=1>",
    "{{ 7*7 }} {% raw %} ${7*7} javascript:window.hacked=1",
    "\x1b[31mred\x1b[0m \x00 \x07",
    "\u202egnp.exe \u2066 שלום مرحبا",
    "W" * 20_000,
)


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of the example docs."""
    bench = tmp_path_factory.mktemp("report") / "bench"
    grown = benchmill("grow", EXAMPLES, "--out", bench, "--questions", 28, "--report")
    assert grown.code == 0, grown.err
    return bench / "report.html"


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report in which everything that others wrote is an attack, one of them of ten megabytes."""
    folder = tmp_path_factory.mktemp("hostile")
    documents, items, rejected = [], [], []
    for number, attack in enumerate((*HOSTILE, "<b>" * 3_500_000)):
        page = document(f"{number} {attack[:80].strip()}.md", f"Before. {attack[:30_000]} After.")
        asked = candidate(page, attack[:3000], f"What is {attack}?", attack)
        documents.append(page)
        items.append(item(asked, 1, number + 1))
        other = candidate(page, "After.", f"Why {attack}?")
        rejected.append(
            Rejected(other, Failure("check", other.id, "answer-leaked", attack[:2000]), critique(other).verdicts)
        )
    failures = [Failure("load", HOSTILE[0], "not-utf8", HOSTILE[2]), Failure("seed", "c-1", "code", HOSTILE[1])]
    workspace = write_workspace(folder, documents, items, rejected, failures, {"about": HOSTILE[1]})
    write_report(workspace)
    return folder / "report.html"


@pytest.fixture(params=[WIDE, PHONE], ids=["wide", "phone"])
def page(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    with window(browser, request.param) as context:
        yield context.new_page()


def test_the_report_asks_no_network_and_raises_no_error(report: Path, page: Page) -> None:
    asked: list[str] = []
    trouble: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if isinstance(request, Request) else None)
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.on("console", lambda message: trouble.append(message.text) if message.type == "error" else None)
    page.goto(report.as_uri())
    expect(page.locator("#list details")).to_have_count(10)
    assert asked == [report.as_uri()]
    assert trouble == []


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_axe_finds_nothing_serious(report: Path, browser: Browser, size: tuple[int, int], dark: bool) -> None:
    with window(browser, size, dark=dark) as context:
        page = context.new_page()
        page.goto(report.as_uri())
        page.locator("#list summary").first.click()
        page.locator(".losses summary").first.click()
        page.locator("details.numbers").evaluate_all("all => all.forEach(one => one.open = true)")
        assert serious(page) == []


def test_nothing_is_wider_than_the_window(report: Path, hostile: Path, page: Page) -> None:
    for path in (report, hostile):
        page.goto(path.as_uri())
        page.locator("details").evaluate_all("all => all.forEach(one => one.open = true)")
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_a_search_by_keyboard_finds_an_item_and_opens_it(report: Path, page: Page) -> None:
    page.goto(report.as_uri())
    wanted = page.locator("#list .id").nth(3).inner_text()
    page.keyboard.press("/")
    page.keyboard.type(f"WHAT {wanted}")
    expect(page.locator("#found")).to_have_text(re.compile(r"^1 of \d+ items$"))
    expect(page.locator("#list details")).to_have_count(1)
    page.locator("#list summary").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#list mark").first).to_be_visible()
    page.locator("#search").focus()
    page.keyboard.press("Escape")
    expect(page.locator("#found")).to_have_text(re.compile(r"^(\d+) of \1 items$"))


def test_rejected_candidates_are_filtered_by_check_and_say_why(report: Path, page: Page) -> None:
    page.goto(report.as_uri())
    page.locator("input[value=rejected]").check()
    page.locator("#check").select_option("surplus")
    expect(page.locator("#list .pill").first).to_have_text("surplus")
    expect(page.locator("#list .why").first).to_have_text(re.compile(r"^the benchmark already has the \d+ items"))
    page.locator("input[value=items]").check()
    expect(page.locator("#check-label")).to_be_hidden()


def test_an_address_with_an_id_shows_that_item(report: Path, page: Page) -> None:
    page.goto(report.as_uri())
    wanted = page.locator("#list .id").nth(5).inner_text()
    page.goto("about:blank")
    page.goto(f"{report.as_uri()}#{wanted}")
    expect(page.locator("#list .id")).to_have_text([wanted])


def test_the_theme_can_be_changed(report: Path, page: Page) -> None:
    page.goto(report.as_uri())
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.get_by_role("button", name="Dark").click()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != light
    expect(page.get_by_role("button", name="Light")).to_be_visible()


def test_hostile_text_is_shown_as_text_and_runs_nowhere(hostile: Path, page: Page) -> None:
    page.goto(hostile.as_uri())
    for which in ("items", "rejected"):
        page.locator(f"input[value={which}]").check()
        page.locator("details").evaluate_all("all => all.forEach(one => one.open = true)")
        expect(page.locator("#list .q", has_text=HOSTILE[0])).to_have_count(2)  # alone, and inside the second
    assert page.evaluate("window.hacked") is None
    assert page.locator("main img, main script, main iframe").count() == 0
    body = page.locator("body").inner_text()
    assert "49 {% raw %}" not in body
    assert "\x1b" not in body
    assert "\u202e" not in body


def test_an_item_of_ten_megabytes_is_cut_on_the_page(hostile: Path) -> None:
    assert hostile.stat().st_size < 1_500_000
