"""Chunks that are no source chunks -> a row a document for the ledger, with a hash of what the row depends on."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import replace

from benchmill.generator.eligibility import Refused
from benchmill.growing.source import Source
from benchmill.records import digest
from benchmill.workspace.ledger.rows import SkippedRow


def skipped_rows(refused: Refused, source: Source) -> Iterator[SkippedRow]:
    """The rows in the order of the documents. The failures of a row are made only where the ledger writes them: of
    72,000 a night with one edited page changes a few."""
    keys, starts = source.look_keys(), source.chunks().starts
    numbers, compared = refused.numbers, sorted(refused.compared.items())
    at = at_compared = 0
    for document, first, last in zip(source.documents, starts, starts[1:], strict=False):
        end = bisect_left(numbers, last, at)
        end_compared = bisect_left(compared, last, at_compared, key=lambda entry: entry[0])
        if at < end:
            # why a chunk is refused for itself follows from its document alone
            others = [(number - first, *reason) for number, reason in compared[at_compared:end_compared]]
            key = keys[document.id]
            own = replace(refused, numbers=numbers[at:end])
            yield SkippedRow(document.id, digest(key, others) if others else key, own)
        at, at_compared = end, end_compared
