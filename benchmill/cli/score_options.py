"""The options of `benchmill score`; most of them are for some formats only."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


class Missing(StrEnum):
    """The value of a question of the qrels that the run left out."""

    zero = "zero"
    skip = "skip"


Depths = Annotated[
    list[int] | None, typer.Option("--k", min=1, metavar="<int>", help="Depth; may be given again.  [default: 10]")
]
MissingOption = Annotated[
    Missing | None,
    typer.Option(
        "--missing", help="beir: a question that the run leaves out counts zero, or skip it as BEIR does.  [zero]"
    ),
]
Retrieved = Annotated[
    bool, typer.Option("--retrieved", help="squad: the run holds a retriever's passages, not answers.")
]
NoAnswer = Annotated[
    Path | None, typer.Option("--no-answer", help="squad: JSON from id to the probability of no answer.")
]
Threshold = Annotated[
    float | None, typer.Option("--threshold", help="squad: above it a prediction counts as no answer.  [1.0]")
]
Entities = Annotated[
    str | None, typer.Option("--entities", help="asqa: a spaCy pipeline, for Disambig-F1 and DR.", metavar="NAME")
]
Match = Annotated[
    str | None,
    typer.Option(
        "--match",
        help="fastbook: how evidence is found: verbatim, normalised, or a file of benchmill map.  [verbatim]",
        metavar="HOW",
    ),
]
Index = Annotated[
    Path | None,
    typer.Option(
        "--index",
        help="fastbook: the chunks of your index, for the ceiling and for passages named by id alone.",
    ),
]
GroupBy = Annotated[
    list[str] | None,
    typer.Option(
        "--group-by",
        metavar="FIELD",
        help="fastbook: also print means by this field of items.jsonl; may be given again.",
    ),
]
EmbeddingServer = Annotated[
    str | None, typer.Option("--base-url", help="Address of the embedding server, for dense and hybrid.")
]
FailUnder = Annotated[
    list[str] | None,
    typer.Option(
        "--fail-under", metavar="METRIC=VALUE", help="e.g. recall@10=0.8: exit with 1 below it; may be given again."
    ),
]
PerQuestion = Annotated[
    Path | None, typer.Option("--per-question", help="Also write one JSON line a question to this file.")
]
Html = Annotated[
    Path | None, typer.Option("--html", help="Also write a page to look at: one file that needs no network.")
]
