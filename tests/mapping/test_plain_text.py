from __future__ import annotations

import pytest

from benchmill.mapping.plain_text import PlainText


@pytest.mark.parametrize(
    ("passage", "quote"),
    [
        ("The default is 30 seconds (why).", "The “default” is **30\n  seconds** ([why](faq.md))."),
        ("Id for deduplication, at most 64 characters", "| Id for deduplication, at most 64 | characters |"),
        ("a configu-\nration of two files", "a configuration of two files"),
        ("the ﬁle of the oﬃce", "the file of the office"),
        ("less &lt; more", "less < more"),
        ("Use fsync, see Flags.", "Use <code>fsync</code>, see [Flags][flags]."),
        ("call run() now", "call :func:`run` () now"),
        ("see the page now", "see :doc:`the page <page>` now"),
        ("see the page now", "see `the page <page.html>`_ now"),
        ("--image <ref> overrides", "`--image <ref>` overrides"),
        ("Open the file. Close the file.", "1. Open the file.\n2. Close the file."),
        ("Open the file. Close the file.", "#. Open the file.\n#. Close the file."),
        ("既定値は5秒です", "既定値は 5 秒"),
        ("It is −5 here", "It is -5 here"),
    ],
)
def test_what_a_parser_changes_does_not_hide_a_quote(passage: str, quote: str) -> None:
    assert PlainText(passage).find(PlainText(quote))


@pytest.mark.parametrize(
    ("passage", "quote"),
    [
        ("set it to 50", "set it to 5"),
        ("set it to 5.0", "set it to 5"),
        ("set it to -5", "set it to 5"),
        ("set it to 5%", "set it to 5"),
        ("x != 5", "x == 5"),
        ("written in C++ today", "written in C today"),
        ("written in C++", "written in C"),
        ("written in C", "written in C++"),
        ("max_tokens is read", "tokens is read"),
        ("the timeouts", "the timeout"),
    ],
)
def test_another_number_or_identifier_is_another_text(passage: str, quote: str) -> None:
    assert not PlainText(passage).find(PlainText(quote))


def test_a_text_without_letters_is_in_no_text() -> None:
    assert PlainText("a | b").find(PlainText("|--|")) == []
    assert PlainText("").find(PlainText("a")) == []
