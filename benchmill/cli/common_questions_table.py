"""`benchmill score fastbook OLD OLD_RUN --only-common NEW NEW_RUN`: its options and its table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchmill.cli.printing import print_json, print_rows
from benchmill.records.errors import UsageError

if TYPE_CHECKING:
    from benchmill.evaluating.common_questions import Comparison

OnlyCommon = Annotated[
    tuple[Path, Path] | None,
    typer.Option(
        "--only-common",
        metavar="NEW NEW_RUN",
        help="fastbook: compare with a newer edition and its run, on the questions that both editions have.",
    ),
]


def check_alone(**others: object) -> None:
    """Raise UsageError for an option that a comparison of two editions would ignore, a floor for example."""
    if wrong := [f"--{name.replace('_', '-')}" for name, given in others.items() if given]:
        raise UsageError(
            f"score --only-common does not take {', '.join(wrong)}; "
            "benchmill compare BENCH RUN --old OLD OLD_RUN takes more options"
        )


def print_comparison(old: tuple[Path, Path], new: tuple[Path, Path], k: Sequence[int], *, as_json: bool) -> None:
    """Score both editions on their common questions, and print means and differences."""
    from benchmill.evaluating.common_questions import compare_fastbook

    comparison = compare_fastbook(old, new, k=k)
    if as_json:
        print_json(comparison.as_json())
    else:
        print_rows(_rows(comparison))


def _rows(comparison: Comparison) -> Iterator[tuple[str, str]]:
    left_out = f"{comparison.only_old} only in the old edition, {comparison.only_new} only in the new one"
    yield "questions", f"{comparison.common} in common ({left_out})"
    for name, compared in comparison.metrics.items():
        low, high = compared.difference.ci95
        change = f"{compared.difference.mean:+.4f}, 95 %: {low:+.4f} to {high:+.4f}"
        yield name, f"{compared.old.mean:.4f} -> {compared.new.mean:.4f}  ({change})"
