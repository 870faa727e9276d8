"""`benchmill retrieve` and `benchmill score`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchmill.cli.app import app
from benchmill.cli.common_questions_table import OnlyCommon, print_comparison
from benchmill.cli.printing import print_json, print_rows
from benchmill.records.errors import UsageError

if TYPE_CHECKING:
    from benchmill.evaluating.fastbook import Score


class Retriever(StrEnum):
    """The baseline retrievers."""

    bm25 = "bm25"


class Format(StrEnum):
    """The formats that `score` reads."""

    fastbook = "fastbook"
    beir = "beir"
    squad = "squad"
    asqa = "asqa"


class Missing(StrEnum):
    """What a question of the qrels counts that the run left out."""

    zero = "zero"
    skip = "skip"


@app.command()
def retrieve(
    bench: Annotated[Path, typer.Argument(help="The workspace folder.", show_default=False)],
    out: Annotated[Path, typer.Option("--out", help="The run's file: JSON, or TREC where it ends in .trec or .run.")],
    retriever: Annotated[Retriever, typer.Option(help="The baseline.")] = Retriever.bm25,
    k: Annotated[int, typer.Option("--k", min=1, help="Passages a question.")] = 10,
) -> None:
    """A baseline run over the benchmark's own documents."""
    from benchmill.retrieving.baseline_run import questions_in, write_run
    from benchmill.retrieving.baseline_run import retrieve as retrieve_bm25
    from benchmill.workspace.folder import Workspace

    workspace = Workspace(bench)
    snapshot = workspace.read()
    run = retrieve_bm25(questions_in(workspace.benchmark), snapshot.benchmark.chunks, k=k)
    write_run(out, run)
    found = sum(map(len, run.passages.values()))
    print_rows(
        [
            ("retriever", f"{retriever.value} over {len(snapshot.benchmark.chunks):,} chunks"),
            ("run", f"{len(run.passages)} questions, {found:,} passages in {out}"),
        ]
    )


@app.command()
def score(
    form: Annotated[Format, typer.Argument(metavar="FORMAT", help=f"Format of the gold file: {', '.join(Format)}.")],
    gold: Annotated[Path, typer.Argument(help="The benchmark: a file, or a workspace or BEIR folder.")],
    run: Annotated[Path, typer.Argument(help="What the system found or answered: a run file.", show_default=False)],
    k: Annotated[list[int] | None, typer.Option("--k", min=1, help="Depth; may be given again.  [default: 10]")] = None,
    missing: Annotated[
        Missing | None,
        typer.Option("--missing", help="beir: what a forgotten question counts: zero, or skip as BEIR does.  [zero]"),
    ] = None,
    retrieved: Annotated[
        bool, typer.Option("--retrieved", help="squad: the run holds a retriever's passages, not answers.")
    ] = False,
    no_answer: Annotated[
        Path | None, typer.Option("--no-answer", help="squad: JSON from id to the probability of no answer.")
    ] = None,
    threshold: Annotated[
        float | None, typer.Option("--threshold", help="squad: above it a prediction counts as no answer.  [1.0]")
    ] = None,
    entities: Annotated[
        str | None, typer.Option("--entities", help="asqa: a spaCy pipeline, for Disambig-F1 and DR.", metavar="NAME")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on standard output.")] = False,
    per_question: Annotated[
        Path | None, typer.Option("--per-question", help="Also write one JSON line a question to this file.")
    ] = None,
    only_common: OnlyCommon = None,
) -> None:
    """Score a retriever's run, or a system's answers, against a benchmark."""
    options = _Options(tuple(k or ()), missing, retrieved, no_answer, threshold, entities, only_common)
    options.check(form)
    if only_common is not None:
        print_comparison((gold, run), only_common, options.k or (10,), as_json=as_json)
        return
    result = _scored(form, gold, run, options)
    if per_question is not None:
        from benchmill.evaluating.scores import write_rows

        write_rows(per_question, result)
    if as_json:
        print_json(result.as_json())
    else:
        print_rows(_rows(result, skipped=missing is Missing.skip))


@dataclass(frozen=True, slots=True)
class _Options:
    """What only some formats take."""

    k: tuple[int, ...]
    missing: Missing | None
    retrieved: bool
    no_answer: Path | None
    threshold: float | None
    entities: str | None
    only_common: tuple[Path, Path] | None

    def check(self, form: Format) -> None:
        """Refuse an option that would be ignored."""
        retrieval = form in (Format.fastbook, Format.beir) or self.retrieved
        reading = form is Format.squad and not self.retrieved
        wrong = [
            name
            for name, given, taken in (
                ("--k", bool(self.k), retrieval),
                ("--missing", self.missing is not None, form is Format.beir),
                ("--retrieved", self.retrieved, form is Format.squad),
                ("--no-answer", self.no_answer is not None, reading),
                ("--threshold", self.threshold is not None, reading and self.no_answer is not None),
                ("--entities", self.entities is not None, form is Format.asqa),
                ("--only-common", self.only_common is not None, form is Format.fastbook),
            )
            if given and not taken
        ]
        if wrong:
            raise UsageError(f"score {form.value} does not take {', '.join(wrong)} here; see benchmill score --help")


def _scored(form: Format, gold: Path, run: Path, options: _Options) -> Score:
    # each format's scorer brings its own imports: only the one that is asked for is loaded
    if form is Format.fastbook:
        from benchmill.evaluating.fastbook import score_fastbook

        return score_fastbook(gold, run, k=options.k or (10,))
    if form is Format.beir:
        from benchmill.evaluating.beir import score_beir

        return score_beir(gold, run, k=options.k, missing=(options.missing or Missing.zero).value)
    if form is Format.asqa:
        from benchmill.evaluating.asqa import score_asqa
        from benchmill.evaluating.entities import spacy_reader

        return score_asqa(gold, run, entities=spacy_reader(options.entities) if options.entities else None)
    from benchmill.evaluating.squad import score_squad, score_squad_retriever

    if options.retrieved:
        return _together([score_squad_retriever(gold, run, k=depth) for depth in dict.fromkeys(options.k or (10,))])
    threshold = 1.0 if options.threshold is None else options.threshold
    return score_squad(gold, run, no_answer=options.no_answer, threshold=threshold)


def _together(scores: Sequence[Score]) -> Score:
    """Scores of the same questions at several depths as one."""
    metrics = {name: metric for score in scores for name, metric in score.metrics.items()}
    by_question = zip(*(score.rows for score in scores), strict=True)
    rows = tuple({name: value for row in depths for name, value in row.items()} for depths in by_question)
    return replace(scores[0], metrics=metrics, rows=rows)


def _rows(result: Score, *, skipped: bool = False) -> Iterator[tuple[str, str]]:
    yield "questions", f"{result.questions}, of which the run answers {result.answered}"
    for name, metric in result.metrics.items():
        low, high = metric.ci95
        yield name, f"{metric.mean:.4f}  (95 %: {low:.4f} to {high:.4f}; sum {metric.sum:.2f})"
    if result.missing:
        more = " ..." if len(result.missing) > 5 else ""
        count = "are left out" if skipped else "count 0"
        yield "missing", f"{len(result.missing)} questions {count}: {', '.join(result.missing[:5])}{more}"
    for error in result.data_errors:
        yield "data error", error
