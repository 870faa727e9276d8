"""The review page as a person uses it: by keyboard, by mouse, on a phone, with hostile items."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import PHONE, WIDE, serious, window
from tests.growing.made import candidate, document, item
from tests.reporting.made import write_workspace
from tests.reporting.test_report_in_a_browser import HOSTILE
from tests.reviewing.running import Running, ids, reviewing
from tests.reviewing.test_decisions import decided


@pytest.fixture
def server(bench: Path) -> Iterator[Running]:
    with reviewing(bench, "--reviewer", "anna") as running:
        yield running


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with window(browser) as context:
        yield context.new_page()


def test_items_are_judged_by_keyboard_alone(server: Running, bench: Path, page: Page) -> None:
    first, second, third = ids(bench)[:3]
    page.goto(server.address)
    expect(page).to_have_url(f"{server.base}/")
    page.keyboard.press("j")
    page.wait_for_url(f"**/item/{first}*")  # loaded: the script at the page's end hears the next key
    expect(page.locator("mark").first).to_be_visible()
    page.keyboard.press("a")
    page.wait_for_url(f"**/item/{second}?*")
    page.keyboard.press("r")
    page.keyboard.type("nobody asks this; not a key: a u j")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/item/{third}?*")
    expect(page.locator(".said")).to_contain_text("Rejected.")
    page.keyboard.press("u")
    expect(page.locator(".said")).to_contain_text("Taken back.")
    expect(page.locator(".id")).to_contain_text(second)
    assert decided(bench) == [("anna", "accept", first), ("anna", "drop", second), ("anna", "undo", second)]


def test_an_edit_is_checked_and_says_what_the_checks_find(server: Running, bench: Path, page: Page) -> None:
    page.goto(server.address)
    page.goto(f"{server.base}/item/{ids(bench)[0]}")
    page.keyboard.press("e")
    page.keyboard.press("Control+a")
    page.keyboard.type("What is shown in the table above?")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".said.bad")).to_contain_text("The checks find in these words")
    expect(page.locator("h1")).to_have_text("What is shown in the table above?")


def test_a_selected_passage_becomes_the_quote_of_a_new_question(server: Running, bench: Path, page: Page) -> None:
    page.goto(server.address)
    page.get_by_role("link", name="New question").click()
    page.get_by_label("Document").select_option("faq.md")
    page.get_by_role("button", name="Show").click()
    page.locator("#text").evaluate(
        """text => { const node = text.firstChild, at = node.data.indexOf('One server accepts');
                     getSelection().setBaseAndExtent(node, at, node, at + 40); }"""
    )
    expect(page.get_by_label("Quote, word for word")).to_have_value(re.compile("^One server accepts about"))
    page.get_by_role("textbox", name="Question").fill("How many messages does a single Pebblewire server take?")
    page.get_by_role("textbox", name="Answer").fill("about 9,200")
    page.get_by_role("button", name="Add").click()
    expect(page.locator("h1")).to_have_text("How many messages does a single Pebblewire server take?")
    assert [verb for _, verb, _ in decided(bench)] == ["add"]


def test_keys_are_explained_and_do_nothing_while_typing(server: Running, bench: Path, page: Page) -> None:
    page.goto(server.address)
    page.goto(f"{server.base}/item/{ids(bench)[0]}")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("a")
    page.keyboard.press("Escape")
    page.keyboard.press("n")
    page.keyboard.type("aauu")
    page.keyboard.press("Escape")
    assert decided(bench) == []


@pytest.mark.parametrize(("size", "dark"), [(WIDE, False), (PHONE, True)], ids=["wide-light", "phone-dark"])
def test_axe_finds_nothing_serious_and_nothing_is_wider_than_the_window(
    server: Running, bench: Path, browser: Browser, size: tuple[int, int], dark: bool
) -> None:
    with window(browser, size, dark=dark) as context:
        page = context.new_page()
        page.goto(server.address)
        for path in ("/", f"/item/{ids(bench)[0]}", "/new?document=faq.md", "/agreement", "/name", "/none"):
            page.goto(server.base + path)
            page.locator("details").evaluate_all("all => all.forEach(one => one.open = true)")
            assert serious(page) == [], path
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, path


def test_hostile_items_are_text_on_every_page(tmp_path: Path, page: Page) -> None:
    documents = [
        document(f"{n} {attack[:40].strip()}.md", f"Before. {attack} After.") for n, attack in enumerate(HOSTILE)
    ]
    items = [
        item(candidate(one, attack, f"What is {attack}?"), 1, n + 1)
        for n, (one, attack) in enumerate(zip(documents, HOSTILE, strict=True))
    ]
    bench = write_workspace(tmp_path, documents, items).folder
    trouble: list[str] = []
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.on("dialog", lambda dialog: trouble.append(dialog.message))
    with reviewing(bench, "--reviewer", HOSTILE[0][:50]) as server:
        page.goto(server.address)
        paths = ["/", *(f"/item/{one.id}" for one in items), "/agreement", f"/item/{items[0].id}?said={HOSTILE[1]}"]
        for path in paths:
            page.goto(server.base + path)
            assert page.evaluate("window.hacked") is None, path
            assert page.locator("main img, main script, main svg").count() == 0, path
            assert not {"\x1b", "\u202e"} & set(page.locator("body").inner_text()), path
    assert trouble == []
