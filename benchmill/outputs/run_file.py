"""A run file, JSON, JSON Lines or TREC <-> question -> its passages, best first: what every scorer reads."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isnan
from pathlib import Path

from benchmill.outputs.fields import Record
from benchmill.outputs.json_files import (
    beginning,
    first_line,
    json_bytes,
    json_lines,
    kind_of,
    read_json,
    read_json_lines,
)
from benchmill.outputs.qrels import text_lines
from benchmill.outputs.replacing import json_rows, keep_others
from benchmill.outputs.whole_file import write_whole
from benchmill.records import InputError

QUESTION_KEYS = ("id", "question_id", "qid", "query_id", "_id", "item", "item_id")
PASSAGE_KEYS = ("passages", "documents", "results", "contexts", "retrieved", "hits")
SCORED = "scored"
_IDS = ("id", "_id", "chunk_id", "doc_id", "docid")
_TEXTS = ("text", "page_content", "content")


@dataclass(frozen=True, slots=True)
class RankedPassage:
    """A retrieved passage. A run names it by text, by id, or by both; `score` is None where only the order counts."""

    text: str | None = None
    id: str = ""
    score: float | None = None

    def as_json(self) -> dict[str, object]:
        record: dict[str, object] = {"id": self.id} if self.id else {}
        if self.text is not None:
            record["text"] = self.text
        if self.score is not None:
            record["score"] = self.score
        return record


@dataclass(frozen=True, slots=True)
class RunFile:
    """Question's name in the file -> passages, best first; `ordered` where a list named no question at all."""

    passages: Mapping[str, tuple[RankedPassage, ...]]
    ordered: bool = False


def read_run_file(path: Path, most: int | None = None) -> RunFile:
    """The run in `path`, whichever of the three forms it has; of each question the `most` best passages.

    JSON Lines and TREC are read a question at a time: with `most`, a run of any depth needs little memory.

    JSON: an object from question to a list of passages (texts, or objects with "text", "id" or both, and maybe
    "score") or to {document id: score}; or a list with one list for each question. JSON Lines: one object for each
    question with its "id" and its "passages" (or "documents"). TREC: `question Q0 passage rank score tag`.
    Raises InputError naming the place.
    """
    if is_trec(path):
        return RunFile(_from_trec(path, most))
    start = beginning(path)
    if start[:1] == b"{" and is_lines(path):
        return RunFile(_from_lines(path, most))
    whole = read_json(path)
    if isinstance(whole, list):
        rows = {str(n): ranked_passages(value, f"{path}, list {n + 1}")[:most] for n, value in enumerate(whole)}
        return RunFile(rows, ordered=True)
    if not isinstance(whole, dict):
        raise InputError(f"{path}: expected a list or an object of ranked passages, found {kind_of(whole)}")
    if isinstance(whole.get("questions"), list):
        raise InputError(f"{path} is a benchmark, not a run: the benchmark comes first, the run second")
    return RunFile({name: ranked_passages(value, f"{path}, question {name}")[:most] for name, value in whole.items()})


def write_run_file(
    path: Path, passages: Mapping[str, Sequence[RankedPassage]], tag: str = "benchmill", *, force: bool = False
) -> None:
    """The run as JSON; as JSON Lines where `path` ends in .jsonl, as TREC where it ends in .trec or .run.

    Raises InputError where a file is there that is no run as this writes it, unless `force`.
    """
    keep_others(path, _is_written, force=force)
    if path.suffix in (".trec", ".run"):
        write_whole(path, "".join(_trec_lines(passages, tag)).encode())
    elif path.suffix == ".jsonl":
        records = ({"id": name, "passages": [one.as_json() for one in ones]} for name, ones in passages.items())
        write_whole(path, json_lines(records))
    else:
        write_whole(path, json_bytes({name: [one.as_json() for one in ones] for name, ones in passages.items()}))


def _is_written(content: bytes) -> bool:
    """Whether a file is a run in one of the three forms that `write_run_file` writes."""
    first = content.split(b"\n", 1)[0].split()
    if len(first) == 6 and first[1] == b"Q0":
        return True
    rows = list(json_rows(content))
    if rows and all(isinstance(row, dict) and {"id", "passages"} <= row.keys() for row in rows):
        return True
    try:
        value = json.loads(content)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) and all(_are_passages(ranked) for ranked in value.values())


def _are_passages(ranked: object) -> bool:
    keys = {"id", "text", "score"}
    return isinstance(ranked, list) and all(isinstance(one, dict) and one.keys() <= keys for one in ranked)


def ranked_passages(value: object, place: str) -> tuple[RankedPassage, ...]:
    """The passages of one question, best first. Where all have a score and no text, the scores make the order."""
    if isinstance(value, dict):
        scored = [
            RankedPassage(None, id_, _number(score, f"{place}: the score of {id_!r}")) for id_, score in value.items()
        ]
        return tuple(sorted(scored, key=lambda one: -(one.score or 0.0)))
    if not isinstance(value, list):
        raise InputError(f"{place}: expected a list of passages, found {kind_of(value)}")
    return tuple(_passage(one, f"{place}, passage {rank}") for rank, one in enumerate(value, start=1))


def _passage(value: object, place: str) -> RankedPassage:
    if isinstance(value, str):
        return RankedPassage(value)
    if isinstance(value, dict):
        text = next((value[key] for key in _TEXTS if isinstance(value.get(key), str)), None)
        id_ = next((value[key] for key in _IDS if isinstance(value.get(key), (str, int))), "")
        score = value.get("score")
        if text is not None or id_ != "":
            return RankedPassage(text, str(id_), None if score is None else _number(score, f"{place}: the score"))
    raise InputError(f"{place}: expected a text or an object with 'text' or 'id', found {kind_of(value)}")


def _from_lines(path: Path, most: int | None) -> dict[str, tuple[RankedPassage, ...]]:
    texts: dict[str | None, str | None] = {}  # a passage that many questions found is kept once
    return {
        name: tuple(replace(one, text=texts.setdefault(one.text, one.text)) for one in passages[:most])
        for name, passages in run_lines(path)
    }


def run_lines(path: Path) -> Iterator[tuple[str, tuple[RankedPassage, ...]]]:
    """The questions of a JSON Lines run with their passages, one at a time. Raises InputError naming the line."""
    names: set[str] = set()
    for number, line in read_json_lines(path):
        place = f"{path}, line {number}"
        name = question_of(line, place)
        if name in names:
            raise InputError(f"{place}: the question {name!r} is in an earlier line too")
        names.add(name)
        if line.get(SCORED) is False:  # no passage of the docs answers it: only a judge reads what the system said
            continue
        passages = next((line[key] for key in PASSAGE_KEYS if line.get(key) is not None), None)
        # a system that failed or retrieved nothing has a line without passages: it found nothing
        yield name, () if passages is None else ranked_passages(passages, place)
    if not names:
        raise InputError(f"{path} is empty: expected one JSON object a line")


def question_of(line: Record, place: str) -> str:
    """The question that a line of a run is about."""
    name = next((line[key] for key in QUESTION_KEYS if isinstance(line.get(key), (str, int))), None)
    if name is None:
        raise InputError(f"{place}: no question is named: expected one of {', '.join(QUESTION_KEYS)}")
    return str(name)


def is_trec(path: Path) -> bool:
    """Whether the file is a TREC run rather than JSON, by its first character."""
    return beginning(path)[:1] not in (b"{", b"[", b'"')


def trec_questions(path: Path) -> Iterator[tuple[str, dict[str, float]]]:
    """Question -> document id -> score, a question at a time: a run of any length needs the memory of one question.

    A question whose lines are apart comes again. Raises InputError naming the line.
    """
    last, scores = "", dict[str, float]()
    for number, line in text_lines(path):
        columns = line.split()
        if len(columns) != 6:
            found = f"found {len(columns)}: query Q0 document rank score tag"
            raise InputError(f"{path}, line {number}: a TREC run has 6 columns, {found}")
        query, _, document, _, text, _ = columns
        if query != last:
            if last:
                yield last, scores
            last, scores = query, {}
        if document in scores:
            raise InputError(f"{path}, line {number}: {document!r} is listed twice for {query!r}")
        scores[document] = _score(text, f"{path}, line {number}")
    if last:
        yield last, scores


def _from_trec(path: Path, most: int | None) -> dict[str, tuple[RankedPassage, ...]]:
    run: dict[str, dict[str, float]] = {}
    for query, found in trec_questions(path):
        scores = run.get(query, {})
        if twice := scores.keys() & found.keys():
            raise InputError(f"{path}: {min(twice)!r} is listed twice for {query!r}")
        scores = scores | found
        run[query] = {id_: scores[id_] for id_ in sorted(scores, key=lambda one: -scores[one])[:most]}
    if not run:
        raise InputError(f"{path} is empty: expected a JSON object or TREC run lines")
    return {
        query: tuple(RankedPassage(None, id_, score) for id_, score in scores.items()) for query, scores in run.items()
    }


def _trec_lines(passages: Mapping[str, Sequence[RankedPassage]], tag: str) -> Iterator[str]:
    for name, ones in passages.items():
        for rank, one in enumerate(ones, start=1):
            if not one.id:
                raise InputError(f"question {name}, passage {rank} has no id, which a TREC run needs: write JSON")
            for column in (name, one.id):
                if any(letter.isspace() for letter in column):
                    raise InputError(f"{column!r} has a space in it, which a TREC run cannot hold: write JSON")
            score = len(ones) - rank + 1.0 if one.score is None else one.score
            yield f"{name} Q0 {one.id} {rank} {score!r} {tag}\n"


def _number(value: object, place: str) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise InputError(f"{place} must be a number, not {kind_of(value)}")
    try:
        return float(value)
    except OverflowError as error:
        raise InputError(f"{place} is too large") from error


def _score(text: str, place: str) -> float:
    try:
        score = float(text)
    except ValueError as error:
        raise InputError(f"{place}: a score is a number, not {text!r}") from error
    if isnan(score):
        raise InputError(f"{place}: the score is NaN, which has no rank")
    return score


def is_lines(path: Path) -> bool:
    """Whether the first line is a whole object that names a question or passages, not one object over many lines."""
    keys = first_line(path).keys()
    return bool(keys & set(QUESTION_KEYS)) and bool(keys & {*PASSAGE_KEYS, "answer", "error"})
