"""`benchmill score`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchmill.cli.app import app
from benchmill.cli.common_options import AsJson
from benchmill.cli.common_questions_table import OnlyCommon, check_alone, print_comparison
from benchmill.cli.printing import print_json, print_rows, say
from benchmill.cli.score_inputs import meant
from benchmill.cli.score_options import (
    Depths,
    Entities,
    FailUnder,
    GroupBy,
    Html,
    Index,
    Match,
    Missing,
    MissingOption,
    NoAnswer,
    PerQuestion,
    Retrieved,
    Threshold,
)
from benchmill.cli.score_table import score_rows
from benchmill.records.errors import InputError, UsageError

if TYPE_CHECKING:
    from benchmill.evaluating.floors import Floor
    from benchmill.evaluating.scores import Score


class Format(StrEnum):
    """The formats that `score` reads."""

    fastbook = "fastbook"
    beir = "beir"
    squad = "squad"
    asqa = "asqa"


@app.command()
def score(
    form: Annotated[Format, typer.Argument(metavar="FORMAT", help=f"Format of the gold file: {', '.join(Format)}.")],
    gold: Annotated[Path, typer.Argument(help="The benchmark: a file, or a workspace or BEIR folder.")],
    run: Annotated[Path, typer.Argument(help="What the system found or answered: a run file.", show_default=False)],
    k: Depths = None,
    missing: MissingOption = None,
    retrieved: Retrieved = False,
    no_answer: NoAnswer = None,
    threshold: Threshold = None,
    entities: Entities = None,
    match: Match = None,
    index: Index = None,
    group_by: GroupBy = None,
    fail_under: FailUnder = None,
    as_json: AsJson = False,
    per_question: PerQuestion = None,
    html: Html = None,
    only_common: OnlyCommon = None,
    force: Annotated[
        bool, typer.Option("--force", help="Let --per-question and --html replace a file that benchmill did not write.")
    ] = False,
) -> None:
    """Score a retriever's run, or a system's answers, against a benchmark."""
    from benchmill.evaluating.floors import Floor  # only this command imports the scorers

    options = _Options(
        tuple(k or ()), missing, retrieved, no_answer, threshold, entities, only_common, match, index, group_by
    )
    options.check(form)
    floors = [Floor.parse(text) for text in fail_under or ()]
    if only_common is not None:
        check_alone(
            match=match, index=index, group_by=group_by, fail_under=fail_under, per_question=per_question, html=html
        )
        print_comparison((gold, run), only_common, options.k or (10,), as_json=as_json)
        return
    try:
        result = _scored(form, gold, run, options)
    except InputError as error:
        if hint := meant(form.value, gold, run):
            raise UsageError(hint) from error
        raise
    if result.questions and len(result.missing) == result.questions:
        raise _answers_nothing(run, gold, result.questions)
    if per_question is not None:
        from benchmill.evaluating.scores import write_rows

        write_rows(per_question, result, force=force)
    if html is not None:
        _write_page(html, result, gold, run, force=force)
    if as_json:
        print_json(result.as_json())
    else:
        print_rows(score_rows(result, skipped=missing is Missing.skip))
    _gate(result, floors)


def _answers_nothing(run: Path, gold: Path, questions: int) -> InputError:
    from benchmill.outputs.json_files import beginning

    if run.is_file() and beginning(run).rstrip() in (b"", b"{}", b"[]"):
        return InputError(f"{run} is empty: it answers none of the {questions} questions of {gold}")
    return InputError(f"{run} holds none of the {questions} questions of {gold}: do their ids agree?")


def _write_page(path: Path, result: Score, gold: Path, run: Path, *, force: bool) -> None:
    from benchmill.reporting.sheet import score_sheet, write_sheet

    texts = {}
    if result.format == "fastbook":
        from benchmill.outputs.fastbook import read_questions

        questions = read_questions(gold / "benchmark.json" if gold.is_dir() else gold)
        texts = {question.name: question.text for question in questions}
    write_sheet(path, score_sheet(result, str(gold), str(run), texts), force=force)


def _gate(result: Score, floors: Sequence[Floor]) -> None:
    """Print the score's warnings; exit with 1 where the score is below a floor."""
    for warning in result.warnings:
        say(f"benchmill: {warning}")
    below = [floor for floor in floors if floor.is_above(result)]
    for floor in below:
        say(f"benchmill: {floor.named} is {floor.value(result):.4f}, below {floor.least:g}")
    if below:
        raise typer.Exit(1)


@dataclass(frozen=True, slots=True)
class _Options:
    """The options that only some formats take."""

    k: tuple[int, ...]
    missing: Missing | None
    retrieved: bool
    no_answer: Path | None
    threshold: float | None
    entities: str | None
    only_common: tuple[Path, Path] | None
    match: str | None = None
    index: Path | None = None
    group_by: Sequence[str] | None = None

    def check(self, form: Format) -> None:
        """Raise UsageError for an option that the format would ignore."""
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
                ("--match", self.match is not None, form is Format.fastbook),
                ("--index", self.index is not None, form is Format.fastbook),
                ("--group-by", bool(self.group_by), form is Format.fastbook),
                ("--only-common", self.only_common is not None, form is Format.fastbook),
            )
            if given and not taken
        ]
        if wrong:
            raise UsageError(f"score {form.value} does not take {', '.join(wrong)} here; see benchmill score --help")


def _scored(form: Format, gold: Path, run: Path, options: _Options) -> Score:
    # each format's scorer has its own imports: only the chosen scorer is loaded
    if form is Format.fastbook:
        from benchmill.evaluating.fastbook import score_fastbook
        from benchmill.evaluating.matching import match_of
        from benchmill.mapping.index_chunks import read_chunks

        how, mapping = match_of(options.match or "verbatim")
        index = read_chunks(options.index) if options.index else ()
        by = options.group_by or ()
        return score_fastbook(gold, run, k=options.k or (10,), match=how, mapping=mapping, index=index, group_by=by)
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
    """Scores of the same questions at several depths -> one Score."""
    metrics = {name: metric for score in scores for name, metric in score.metrics.items()}
    by_question = zip(*(score.rows for score in scores), strict=True)
    rows = tuple({name: value for row in depths for name, value in row.items()} for depths in by_question)
    return replace(scores[0], metrics=metrics, rows=rows)
