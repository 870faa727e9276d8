"""`benchmill map`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchmill.cli.app import app
from benchmill.cli.common_options import AsJson
from benchmill.cli.printing import counted, print_json, print_rows
from benchmill.records.listing import some_of

if TYPE_CHECKING:
    from benchmill.mapping.mapping import Mapping


@app.command("map")
def map_(
    bench: Annotated[Path, typer.Argument(help="The workspace folder, or a benchmark.json.", show_default=False)],
    chunks: Annotated[
        Path,
        typer.Argument(
            help="The chunks of your index: JSON Lines or JSON with id and text (and document), Parquet, a folder.",
            show_default=False,
        ),
    ],
    out: Annotated[Path, typer.Option("--out", help="The mapping's file, for score --match mapping.")],
    as_json: AsJson = False,
) -> None:
    """Find the evidence of every item in the chunks of your own index, and say how much of it is there at all."""
    from benchmill.mapping.map_benchmark import map_benchmark
    from benchmill.mapping.mapping import write_mapping

    mapping = map_benchmark(bench, chunks)
    write_mapping(out, mapping)
    if as_json:
        print_json({**mapping.as_json(), "out": str(out)})
    else:
        print_rows(_rows(mapping, out))


def _rows(mapping: Mapping, out: Path) -> Iterator[tuple[str, str]]:
    from benchmill.mapping.links import REASONS

    ceiling = mapping.ceiling
    yield "ceiling", f"{ceiling.items:.1%} of {len(mapping.items)} items have their evidence in the index"
    yield (
        "components",
        f"{ceiling.components:.1%} of the answer components; {ceiling.whole:.1%} of the items in whole chunks",
    )
    yield "found", counted(mapping.how())
    lost = {reason: number for reason, number in mapping.lost().items() if number}
    yield "lost", counted(lost)
    for reason in lost:
        yield "", f"{reason}: {REASONS[reason]}"  # type: ignore[index]  # the keys of lost() are reasons
    names = [name for name, components in mapping.items.items() if any(one.reason for one in components)]
    if names:
        yield "items", some_of(names)
    yield "mapping", f"{out} ({mapping.chunks:,} chunks)"
