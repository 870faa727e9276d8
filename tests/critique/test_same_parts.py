"""Answers of several parts repeat each other where one has only steps of the other, or is its copy elsewhere."""

from __future__ import annotations

import pytest

from benchmill.critique.duplicates import Duplicates
from benchmill.records import AnswerComponent, Candidate, Evidence, Kind, Span

STEPS = "Register the app at the console. Take the ID from its home page. Make a secret on the page Keys. Save it."
TABLE = "| target-tag | no | The tag of the file |\n| target-flavor | yes | The flavor of the file |"
OTHER_TABLE = "| target-tag | no | What viewers see |\n| target-flavor | yes | Whether it may be cut short |"


def made(kind: Kind, question: str, page: str, text: str, *parts: tuple[str, str]) -> Candidate:
    """`parts`: the text of a component, its short answer behind a colon, and its quote."""
    components = []
    for said, quote in parts:
        at = text.index(quote)
        short = (said.partition(": ")[2],) if ": " in said else ()
        components.append(AnswerComponent(said, (Evidence(Span(page, at, at + len(quote), quote)),), short))
    return Candidate(kind, question, "; ".join(said for said, _ in parts), tuple(components), ("c-1",))


ID, SECRET = "Take the ID from its home page", "Make a secret on the page Keys"
HOW = made(
    "procedure",
    "How do I get what Kestrel needs for backups?",
    "a.md",
    STEPS,
    ("Register the app at the console", "Register the app at the console"),
    (ID, ID),
    (SECRET, SECRET),
)
TAGS = made(
    "comparison",
    "How do the tag and the flavor of Kestrel's cut operation differ in being needed?",
    "cut.md",
    TABLE,
    *zip(("tag: no", "flavor: yes"), TABLE.split("\n"), strict=True),
)


def tags(page: str, text: str, *values: str) -> Candidate:
    question = "Which of tag and flavor must be set where Kestrel joins clips?"
    return made("comparison", question, page, text, *zip(values, text.split("\n"), strict=True))


LINES = (
    "We no longer extend the client: pass `is_equal` when it starts",
    "`set_test` is now `start_run`",
    "`reset` is now `end`",
)
NEWS = ". ".join(LINES)
CHANGES = made("list", "What is new in the API of Kestrel 2?", "news.md", NEWS, *zip(LINES, LINES, strict=True))


def edits(kind: Kind, *steps: str) -> Candidate:
    return made(kind, "How do I move code to Kestrel 2?", "news.md", NEWS, *zip(steps, LINES, strict=True))


def again(kind: Kind, *parts: tuple[str, str]) -> Candidate:
    return made(kind, "What about ID and secret of a backup?", "a.md", STEPS, *parts)


@pytest.mark.parametrize(
    ("first", "second", "repeats"),
    [
        # a trial asked for the steps of one item once more, as a comparison
        (HOW, again("comparison", ("ID: home page", ID), ("secret: page Keys", SECRET)), True),
        (HOW, again("procedure", (ID, ID), (SECRET, SECRET)), True),
        # ... and for the same two cells of the table of another operation
        (TAGS, tags("join.md", TABLE, "tag: no", "flavor: yes"), True),
        # ... and for three changes as steps, after a list of them
        (
            CHANGES,
            edits(
                "procedure",
                "Pass `is_equal` when the client starts",
                "Rename `set_test` to `start_run`",
                "Rename `reset` to `end`",
            ),
            True,
        ),
        (CHANGES, edits("procedure", "Drop your own class", "Test it once", "Run it again"), False),
        (CHANGES, edits("list", "no longer extend the client", "start_run", "`end`"), False),
        # the same places with other answers, a step more, another table or another cell
        (HOW, again("comparison", ("ID: two letters", ID), ("secret: six letters", SECRET)), False),
        (HOW, again("procedure", (SECRET, SECRET), ("Save it", "Save it")), False),
        (TAGS, tags("join.md", OTHER_TABLE, "tag: no", "flavor: yes"), False),
        (TAGS, tags("join.md", TABLE, "tag: yes", "flavor: no"), False),
    ],
)
def test_the_same_parts_once_more_are_a_duplicate(first: Candidate, second: Candidate, repeats: bool) -> None:
    for one, other in ((first, second), (second, first)):
        known = Duplicates()
        known.add(one)
        assert (known.find(other) is one) == repeats
