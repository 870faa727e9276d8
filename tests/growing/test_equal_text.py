"""The same words in another passage are evidence of a reading, where they name it."""

from __future__ import annotations

from dataclasses import replace

from benchmill.growing.equal_text import with_repeated_readings
from benchmill.records import AnswerComponent, Candidate, Evidence, Reading
from tests.growing.made import chunk, document

ROWS = (
    "| Windows | `%APPDATA%\\kestrel.toml` |",
    "| Linux | `~/.kestrel.toml` |",
    "Its default is `amber`, as is usual.",
)
QUESTION = "Where is the config of Kestrel?"


def test_a_row_that_names_its_reading_is_evidence_wherever_it_is_repeated() -> None:
    page, again = document("config.md", "\n".join(ROWS)), document("reference.md", "Files:\n\n" + "\n".join(ROWS))
    rows = [chunk(page, row).span for row in ROWS]
    clear = ("on Windows", "on Linux", "in zones")
    readings = tuple(
        Reading(f"Where is the config of Kestrel {which}?", row.text, (Evidence(row),))
        for which, row in zip(clear, rows, strict=True)
    )
    parts = tuple(AnswerComponent(row.text, (Evidence(row),)) for row in rows)
    own = chunk(page)
    asked = Candidate("ambiguous", QUESTION, "It depends.", parts, (own.id,), readings=readings)

    found = with_repeated_readings(asked, (own, chunk(again)), "en")
    added = [part.evidence[1:] for part in found.components]
    assert [[(each.span.document_id, each.span.text, each.found_by) for each in part] for part in added] == [
        [("reference.md", ROWS[0], "equal-text")],
        [("reference.md", ROWS[1], "equal-text")],
        [],
    ]
    fact = replace(asked, kind="factoid", readings=())
    assert with_repeated_readings(fact, (own, chunk(again)), "en") == fact
