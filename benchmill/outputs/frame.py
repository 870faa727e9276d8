"""FlatItems -> a pandas DataFrame. The only file that knows pandas."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from benchmill.outputs.flat import FlatItem
from benchmill.outputs.tables import passage_record
from benchmill.records import CRITERIA, MissingExtra

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
    rows = [_row(item) for item in items]
    frame = pd.DataFrame(rows, columns=["id", *_TYPES], dtype=object)
    return frame.astype({name: kind for name, kind in _TYPES.items() if kind}).set_index("id")


def frame_of_rows(rows: Iterable[Mapping[str, object]], index: str | None = None) -> pd.DataFrame:
    """Plain rows as a DataFrame, its columns in the order of their first appearance. Raises MissingExtra as above."""
    try:
        import pandas as pd
    except ModuleNotFoundError as error:
        raise MissingExtra("a DataFrame", "tables") from error
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
}


def _row(item: FlatItem) -> dict[str, object]:
    return {
        "id": item.id,
        "kind": item.kind,
        "question": item.question,
        "answer": item.answer,
        "document": item.document,
        "headings": list(item.headings),
        "components": [{"text": part.text, "short_answers": list(part.short_answers)} for part in item.parts],
        "contexts": [passage_record(passage) for passage in item.passages],
        "chapter": item.chapter,
        "question_number": item.question_number,
        **{criterion: item.ratings.get(criterion) for criterion in CRITERIA},
        "generator": item.generator,
        "review": item.review,
        "alias": item.alias,
    }
