"""FlatItems, candidates or plain rows -> a pandas DataFrame. The only file that knows pandas."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from benchmill.outputs.candidate_record import manner_record
from benchmill.outputs.flat import FlatItem
from benchmill.outputs.jsonl import ItemRecord, Rejected
from benchmill.outputs.tables import own_criteria, passage_record
from benchmill.records import CRITERIA, Candidate, MissingExtra, Verdict
from benchmill.records.installed import check_versions

if TYPE_CHECKING:
    import pandas as pd  # type: ignore[import-untyped, unused-ignore]


def frame_of(items: Iterable[FlatItem]) -> pd.DataFrame:
    """One row an item, indexed by its id, in the benchmark's order.

    Texts are texts, numbers are integers (a rating that is missing is `<NA>`), `headings`, `components` and `contexts`
    are lists. Raises MissingExtra where the extra `tables` is not installed.
    """
    try:
        import pandas as pd  # half a second to load, and an extra
    except ModuleNotFoundError as error:
        raise MissingExtra("a DataFrame", "tables") from error
    check_versions("pandas")
    known = tuple(items)
    types = _TYPES | dict.fromkeys(own_criteria(known), "Int64")
    frame = pd.DataFrame([_row(item) for item in known], columns=["id", *types], dtype=object)
    return frame.astype({name: kind for name, kind in types.items() if kind}).set_index("id")


def frame_of_candidates(items: Iterable[ItemRecord], rejected: Iterable[Rejected]) -> pd.DataFrame:
    """One row a candidate, accepted ones first: what the filter saw, what it decided, and why.

    `style`, `difficulty` and `persona` say how it is asked.

    Ratings and rationales are columns (`relevance`, `relevance_rationale`, ...); `check` and `reason` say why a
    candidate was rejected. Raises MissingExtra as above.
    """
    rows = [
        _candidate_row(one.item.id, one.item.candidate, one.item.critique.verdicts, {"accepted": True}) for one in items
    ]
    rows += [
        _candidate_row(
            one.candidate.id,
            one.candidate,
            one.verdicts,
            {"accepted": False, "check": one.failure.check, "reason": one.failure.reason},
        )
        for one in rejected
    ]
    frame = frame_of_rows(rows, "id")
    rated = {name.removesuffix("_rationale") for name in frame.columns if name.endswith("_rationale")}
    return frame.astype({name: "Int64" for name in frame.columns if name in rated})


def _candidate_row(
    id_: str, candidate: Candidate, verdicts: Iterable[Verdict], decision: Mapping[str, object]
) -> dict[str, object]:
    by_criterion = {verdict.criterion: verdict for verdict in verdicts}
    judged: dict[str, object] = {}
    asked = manner_record(candidate)
    for criterion in (*CRITERIA, *(name for name in by_criterion if name not in CRITERIA)):
        verdict = by_criterion.get(criterion)
        judged[criterion] = verdict.rating if verdict else None
        judged[f"{criterion}_rationale"] = verdict.rationale if verdict else ""
    return {
        "id": id_,
        "kind": candidate.kind,
        "question": candidate.question,
        "answer": candidate.answer,
        "document": candidate.document_id,
        **{name: asked.get(name, "") for name in ("style", "difficulty", "persona")},
        "evidence": list(candidate.quotes),
        "accepted": False,
        "check": "",
        "reason": "",
        **decision,
        **judged,
    }


def frame_of_rows(rows: Iterable[Mapping[str, object]], index: str | None = None) -> pd.DataFrame:
    """Plain rows as a DataFrame, its columns in the order of their first appearance. Raises MissingExtra as above."""
    try:
        import pandas as pd
    except ModuleNotFoundError as error:
        raise MissingExtra("a DataFrame", "tables") from error
    check_versions("pandas")
    frame = pd.DataFrame([dict(row) for row in rows])
    return frame.set_index(index) if index is not None and index in frame.columns else frame


_TYPES: dict[str, str] = {
    "kind": "",
    "question": "",
    "answer": "",
    "document": "",
    "headings": "",
    "components": "",
    "contexts": "",
    "chapter": "int64",
    "question_number": "int64",
    **dict.fromkeys(CRITERIA, "Int64"),
    "generator": "",
    "review": "",
    "alias": "",
    "style": "",
    "difficulty": "",
    "persona": "",
}


def _row(item: FlatItem) -> dict[str, object]:
    return {
        **dict.fromkeys(CRITERIA),
        **item.ratings,
        "id": item.id,
        "kind": item.kind,
        "question": item.question,
        "answer": item.answer,
        "document": item.document,
        "headings": list(item.headings),
        "components": [part.as_json() for part in item.parts],
        "contexts": [passage_record(passage) for passage in item.passages],
        "chapter": item.chapter,
        "question_number": item.question_number,
        "generator": item.generator,
        "review": item.review,
        "alias": item.alias,
        "style": item.style,
        "difficulty": item.difficulty,
        "persona": item.persona,
    }
