"""A workspace and a filter -> the cards of its items or rejected candidates, all or a sample."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from benchmill.records.sampled import sampled
from benchmill.reporting.cards import Card, card_of, spans_of
from benchmill.workspace.folder import Workspace, no_edition
from benchmill.workspace.ledger.store import Ledger


def chosen_cards(
    workspace: Workspace,
    *,
    rejected: bool = False,
    kind: str | None = None,
    check: str | None = None,
    sample: int | None = None,
    seed: int = 0,
) -> list[Card]:
    """Cards in the benchmark's order. A sample is the same with the same random seed.

    Raises WorkspaceError where there is no ledger, or no edition in it yet.
    """
    with Ledger.read(workspace.ledger) as ledger:
        if ledger.last_edition() is None:
            raise no_edition(workspace.folder)
        lines = ledger.rejections() if rejected else [row.record for row in ledger.items("live")]
        records: list[Mapping[str, Any]] = [json.loads(line) for line in lines]
        found = [
            record
            for record in records
            if (kind is None or record["kind"] == kind.replace("-", "_"))
            and (check is None or record.get("check") == check)
        ]
        found = sampled(found, sample, seed)
        named = {span.document_id for record in found for span in spans_of(record)}
        documents = {document.id: document for document in ledger.documents(named)}
        return [card_of(record, documents) for record in found]
