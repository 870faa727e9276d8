"""A run file, JSON or TREC -> question id -> document id -> score."""

from __future__ import annotations

from collections.abc import Iterable
from math import isnan
from pathlib import Path

from benchmill.outputs.json_files import kind_of, read_json
from benchmill.outputs.qrels import text_lines
from benchmill.records import InputError


def read_ranked_run(path: Path) -> dict[str, dict[str, float]]:
    """The run in `path`; a file that begins with "{" is JSON, any other TREC's `query Q0 document rank score tag`.

    JSON maps a question's id to {document id: score}, or to a list of objects with "id" and "score" as `benchmill
    retrieve` writes it. The order is by score, whatever the file's order and ranks say. Raises InputError naming file
    and line or question: NaN, a document twice, wrong columns, no line at all.
    """
    try:
        with path.open("rb") as file:
            start = file.read(1024).removeprefix(b"\xef\xbb\xbf").lstrip()
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror or error}") from error
    return _from_json(path) if start[:1] in (b"{", b"[") else _from_trec(path)


def _from_json(path: Path) -> dict[str, dict[str, float]]:
    whole = read_json(path)
    if not isinstance(whole, dict):
        raise InputError(f"{path}: expected an object from question id to scores, found {kind_of(whole)}")
    return {query: _scores(value, f"{path}, question {query}") for query, value in whole.items()}


def _scores(value: object, place: str) -> dict[str, float]:
    if isinstance(value, dict):
        return _checked(value.items(), place)
    if not isinstance(value, list):
        raise InputError(f"{place}: expected an object or a list, found {kind_of(value)}")
    pairs: list[tuple[str, object]] = []
    for rank, passage in enumerate(value, start=1):
        id_ = passage.get("id") if isinstance(passage, dict) else None
        if not isinstance(id_, str) or not isinstance(passage, dict):
            raise InputError(f"{place}, passage {rank}: expected an object with 'id' and 'score'")
        pairs.append((id_, passage.get("score")))
    return _checked(pairs, place)


def _checked(pairs: Iterable[tuple[str, object]], place: str) -> dict[str, float]:
    scores: dict[str, float] = {}
    for document, score in pairs:
        if isinstance(score, bool) or not isinstance(score, (int, float)):
            raise InputError(f"{place}: the score of {document!r} must be a number, not {kind_of(score)}")
        if document in scores:
            raise InputError(f"{place}: {document!r} stands twice")
        try:
            scores[document] = float(score)
        except OverflowError as error:
            raise InputError(f"{place}: the score of {document!r} is too large") from error
    return scores


def _from_trec(path: Path) -> dict[str, dict[str, float]]:
    run: dict[str, dict[str, float]] = {}
    for number, line in text_lines(path):
        columns = line.split()
        if len(columns) != 6:
            found = f"found {len(columns)}: query Q0 document rank score tag"
            raise InputError(f"{path}, line {number}: a TREC run has 6 columns, {found}")
        query, _, document, _, text, _ = columns
        scores = run.setdefault(query, {})
        if document in scores:
            raise InputError(f"{path}, line {number}: {document!r} stands twice for {query!r}")
        scores[document] = _number(text, f"{path}, line {number}")
    if not run:
        raise InputError(f"{path} is empty: expected a JSON object or TREC run lines")
    return run


def _number(text: str, place: str) -> float:
    try:
        score = float(text)
    except ValueError as error:
        raise InputError(f"{place}: a score is a number, not {text!r}") from error
    if isnan(score):
        raise InputError(f"{place}: the score is NaN, which has no rank")
    return score
