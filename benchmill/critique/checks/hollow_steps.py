"""Case of a procedure -> the steps that leave out the lists which say what is to be done."""

from __future__ import annotations

import re

from benchmill.critique.checks.case import Case, show
from benchmill.records.list_marks import MARK

_LISTED_BELOW = re.compile(rf"[*_ \t]*\n\s*(?:(?:{MARK})[ \t]+\S|\|[ \t]*\S)")
_COLON = re.compile(r"[:：][*_ ]*$")
_MOST_HOLLOW = 1


def hollow_steps(case: Case) -> str | None:
    """Two steps or more whose quotes end in a colon, while the lists that say what is to be done are left out.

    The list of one step may be details; then the steps around it tell how to reach the goal.
    """
    candidate = case.candidate
    spans = [evidence.span for evidence in candidate.original_evidence]
    if candidate.kind != "procedure":
        return None
    hollow = []
    for span in spans:
        document = case.facts.documents.get(span.document_id)
        below = _LISTED_BELOW.match(document.text, span.end) if document and _COLON.search(span.text) else None
        if below and not any(other.start <= below.end() <= other.end for other in spans if other is not span):
            hollow.append(span.text)
    if len(hollow) <= _MOST_HOLLOW:
        return None
    return f"{len(hollow)} steps leave out the lists that they introduce, as {show(hollow[0])}"
