"""Workspace, format -> the benchmark in that format, and a note beside it of what it holds and what was left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from benchmill.evaluating.squad import label_counts
from benchmill.outputs import deepeval, huggingface, mlflow, openai_evals, promptfoo, ragas, tables, xlsx
from benchmill.outputs.asqa import samples_of, write_asqa
from benchmill.outputs.beir import BeirSet, ExportedBeir, beir_of, read_passages, write_beir, write_trec
from benchmill.outputs.fastbook import questions_of, write_questions
from benchmill.outputs.flat import FlatItem, flat_items
from benchmill.outputs.jsonl import item_records, write_items
from benchmill.outputs.notebook import html_record
from benchmill.outputs.squad import write_squad
from benchmill.outputs.squad_items import squad_of
from benchmill.publishing.export_target import check_target, write_note
from benchmill.records import Benchmark, Failure, InputError, UsageError
from benchmill.records.errors import install_line
from benchmill.version import VERSION
from benchmill.workspace.folder import Snapshot

if TYPE_CHECKING:
    import pandas as pd  # type: ignore[import-untyped, unused-ignore]

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Exported:
    """What one export came to: items of the benchmark, those in the file, and a Failure for every other one.

    `counts` is what else the format counts (passages, Haystack's labels), `notes` what its users should know.
    """

    format: str
    path: Path
    benchmark: str
    edition: int
    items: int
    written: int
    left_out: tuple[Failure, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    def reasons(self) -> dict[str, int]:
        """How many items each cause kept out, most first."""
        return dict(Counter(failure.check for failure in self.left_out).most_common())

    def as_json(self) -> dict[str, object]:
        """The object that `export --json` prints; keys are only ever added."""
        return {**self.record(), "out": str(self.path)}

    def record(self) -> dict[str, object]:
        """What the note beside the export says: no path and no clock, so the same benchmark gives the same bytes."""
        return {
            "format": self.format,
            "benchmark": self.benchmark,
            "edition": self.edition,
            "benchmill": VERSION,
            "items": self.items,
            "written": self.written,
            "left_out": self.reasons(),
            "counts": dict(self.counts),
            "notes": list(self.notes),
            "left_out_items": [{"id": f.subject_id, "check": f.check, "reason": f.reason} for f in self.left_out],
        }

    def to_frame(self) -> pd.DataFrame:
        """The items that the format cannot hold, with their reasons. Raises MissingExtra without pandas."""
        from benchmill.outputs.frame import frame_of_rows

        return frame_of_rows(({"id": f.subject_id, "check": f.check, "reason": f.reason} for f in self.left_out), "id")

    def __repr__(self) -> str:
        return f"<Exported: {self.written} of {self.items} items as {self.format} in {self.path}>"

    def _repr_html_(self) -> str:
        """The counts as a table, for notebooks."""
        return html_record(repr(self), self.as_json())


@dataclass(frozen=True, slots=True)
class _Job:
    benchmark: Benchmark
    path: Path
    language: str
    passages: Path | None


@dataclass(frozen=True, slots=True)
class _Done:
    written: int
    left_out: tuple[Failure, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


def export(snapshot: Snapshot, form: str, path: Path, *, passages: Path | None = None, force: bool = False) -> Exported:
    """Write the benchmark of `snapshot` to `path` (a folder for beir and huggingface) as `form`, one of FORMATS.

    `passages` is a JSON Lines file of the user's own chunks, for beir. A note beside the file, or in the folder, says
    (`manifest_of`) that counts and names the items left out. Raises UsageError for an unknown format or an option it
    does not take, InputError where nothing can be written or where something is at `path` that this export did not
    write (unless `force`), MissingExtra where a package is absent.
    """
    if form not in FORMATS:
        raise UsageError(f"there is no format {form!r}; there are: {', '.join(FORMATS)}")
    if passages is not None and form not in ("beir", "trec"):
        raise UsageError(f"--passages is for beir and trec; {form} takes its passages from the evidence")
    folder = form in _FOLDERS
    if path.exists() and path.is_dir() != folder:
        is_a, wants = ("file", "folder") if folder else ("folder", "file")
        raise InputError(f"{path} is a {is_a}, but {form} needs a {wants}: use another --out")
    benchmark = snapshot.benchmark
    if not benchmark.items:
        raise InputError(f"{benchmark.name} has no items: there is nothing to export; benchmill status shows why")
    others = check_target(path, manifest_of(form, path), folder=folder, force=force)
    done = FORMATS[form](_Job(benchmark, path, snapshot.language, passages))
    exported = Exported(
        form,
        path,
        benchmark.name,
        snapshot.edition.number,
        len(benchmark.items),
        done.written,
        done.left_out,
        done.counts,
        done.notes,
    )
    write_note(path, manifest_of(form, path), exported.record(), folder=folder, others=others)
    return exported


def manifest_of(form: str, path: Path) -> Path:
    """Where the note about an export is: `manifest.json` in a folder, `NAME.manifest.json` beside a file."""
    return path / "manifest.json" if form in _FOLDERS else path.with_name(f"{path.name}.manifest.json")


def _fastbook(job: _Job) -> _Done:
    made = questions_of(job.benchmark)
    write_questions(job.path, made.questions)
    return _Done(len(made.questions), made.left_out)


def _jsonl(job: _Job) -> _Done:
    records = item_records(job.benchmark)
    write_items(job.path, records)
    return _Done(len(records))


def _beir(job: _Job) -> _Done:
    made = _judged(job)
    write_beir(job.path, made.beir)
    return _Done(len(made.beir.queries), made.left_out, _judgements(made))


def _trec(job: _Job) -> _Done:
    made = _judged(job)
    write_trec(job.path, made.beir)
    note = "queries have the items' ids, documents the chunks' ids, as in a run of benchmill retrieve"
    return _Done(len(made.beir.queries), made.left_out, _judgements(made), () if job.passages else (note,))


def _judged(job: _Job) -> ExportedBeir:
    return beir_of(job.benchmark, None if job.passages is None else read_passages(job.passages))


def _judgements(made: ExportedBeir) -> dict[str, int]:
    return {"passages": len(made.beir.corpus), "judgements": sum(map(len, made.beir.qrels.values()))}


def _squad(job: _Job) -> _Done:
    made = squad_of(job.benchmark)
    write_squad(job.path, made.squad)
    counts = label_counts(made.squad)
    return _Done(
        sum(1 for _ in made.squad.questions()),
        made.left_out,
        {
            "documents": counts.documents,
            "labels": counts.labels,
            "aggregated": counts.aggregated,
            "no_answer": counts.no_answer,
        },
        ("documents and labels are counted as Haystack reads this file",),
    )


def _asqa(job: _Job) -> _Done:
    made = samples_of(job.benchmark)
    if not made.samples:
        raise InputError(f"{job.path}: nothing to write: no item has short answers for all its parts")
    write_asqa(job.path, made.samples)
    note = f"{made.converted} samples are not ambiguous: each answer component is written as a reading"
    return _Done(len(made.samples), made.left_out, {"converted": made.converted}, (note,) if made.converted else ())


def _csv(job: _Job) -> _Done:
    items, left_out = tables.utf8_only(flat_items(job.benchmark))
    tables.write_csv(job.path, items)
    return _Done(len(items), left_out)


def _xlsx(job: _Job) -> _Done:
    items, left_out = xlsx.holdable(flat_items(job.benchmark))
    xlsx.write_xlsx(job.path, items)
    return _Done(len(items), left_out)


def _huggingface(job: _Job) -> _Done:
    items, left_out = tables.utf8_only(flat_items(job.benchmark))
    parquet = huggingface.parquet_is_there()
    data = huggingface.DataSet(job.benchmark.name, job.language, items, _held_by_utf8(beir_of(job.benchmark).beir))
    huggingface.write_huggingface(job.path, data, "parquet" if parquet else "jsonl")
    line = install_line("parquet")
    note = f"written as JSON Lines, which datasets loads; Parquet needs the extra `parquet`: {line}"
    return _Done(len(items), left_out, notes=() if parquet else (note,))


def _held_by_utf8(beir: BeirSet) -> BeirSet | None:
    """The set, or None where a passage holds half a surrogate pair, which no file of UTF-8 can hold."""
    try:
        "".join(text for entry in beir.corpus for text in (entry.id, entry.title, entry.text)).encode()
    except UnicodeEncodeError:
        return None
    return beir


def _flat(
    rows_of: Callable[[Iterable[FlatItem]], Sequence[R]], write: Callable[[Path, Iterable[R]], None]
) -> Callable[[_Job], _Done]:
    """A format of one row an item, that holds every item."""

    def run(job: _Job) -> _Done:
        rows = rows_of(flat_items(job.benchmark))
        write(job.path, rows)
        return _Done(len(rows))

    return run


_FOLDERS = frozenset({"beir", "huggingface"})
FORMATS: Mapping[str, Callable[[_Job], _Done]] = {
    "fastbook": _fastbook,
    "beir": _beir,
    "trec": _trec,
    "squad": _squad,
    "asqa": _asqa,
    "jsonl": _jsonl,
    "csv": _csv,
    "xlsx": _xlsx,
    "huggingface": _huggingface,
    "ragas": _flat(ragas.samples_of, ragas.write_ragas),
    "deepeval": _flat(deepeval.goldens_of, deepeval.write_deepeval),
    "promptfoo": _flat(promptfoo.cases_of, promptfoo.write_promptfoo),
    "openai-evals": _flat(openai_evals.eval_rows, openai_evals.write_openai_evals),
    "mlflow": _flat(mlflow.mlflow_rows, mlflow.write_mlflow),
}
"""Name -> writer: what `--to` takes."""
