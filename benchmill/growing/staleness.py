"""The last edition and today's source -> what changed around the carried items; asks no model."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from benchmill.growing.basis import Basis
from benchmill.growing.grown import Judged
from benchmill.growing.growth import Stale
from benchmill.growing.source import Source
from benchmill.outputs.jsonl import parse_rejected
from benchmill.records import Chunk, Critique, Kind
from benchmill.workspace.ledger.store import Edition, Ledger


def stale(ledger: Ledger, last: Edition | None, basis: Basis) -> Stale:
    """What a run with models has to recheck. A first run and a run by rules have nothing to recheck."""
    if last is None or basis.settings.by_rules:
        return Stale()
    now = basis.judged_by
    before: Mapping[str, Any] = last.summary["judging"]
    again = tuple(criterion for criterion in now if before.get(criterion) != now[criterion])
    # a night that lacked no item kept the refusals of the critics before
    refused_by: Mapping[str, Any] = last.summary.get("refused_by", before)
    unchanged = not again and all(refused_by.get(criterion) == now[criterion] for criterion in now)
    decided = _decided(ledger, frozenset(now)) if unchanged else {}
    quotas: Mapping[Kind, int] = last.summary.get("quotas", {})
    return Stale(again, _new_passages(ledger, basis.source), decided, _given_up(last, basis), quotas)


def _given_up(last: Edition, basis: Basis) -> Mapping[Kind, str]:
    """The kinds that the last edition stopped; none where its writer or a prompt of the writer was another one."""
    stopped: Mapping[Kind, str] = last.summary.get("mix", {}).get("stopped", {})
    writer, prompts = last.manifest["models"].get("generator"), last.manifest["prompts"]
    same = (writer, _of_writer(prompts)) == (basis.settings.model, _of_writer(basis.prompts))
    return stopped if same else {}


def _of_writer(prompts: Mapping[str, str]) -> Mapping[str, str]:
    return {name: fingerprint for name, fingerprint in prompts.items() if name.startswith("generator/")}


def _new_passages(ledger: Ledger, source: Source) -> frozenset[str]:
    """Ids of today's passages whose words are not in the last edition's text of changed or removed documents.

    By words, not by id: a renamed file brings no new passage.
    """
    former = ledger.source_hashes()
    today = {document.id: document.source_hash for document in source.documents}
    changed = [name for name, source_hash in today.items() if former.get(name) != source_hash]
    if not changed:
        return frozenset()
    gone = ledger.documents(name for name, source_hash in former.items() if today.get(name) != source_hash)
    known = {_words(chunk) for chunk in ledger.chunks(gone)}
    return frozenset(chunk.id for name in changed for chunk in source.chunks_of(name) if _words(chunk) not in known)


def _words(chunk: Chunk) -> str:
    return " ".join(chunk.text.split())


def _decided(ledger: Ledger, criteria: frozenset[str]) -> dict[str, Judged]:
    """Candidate id -> outcome, for those that a critic refused; checks cost nothing to repeat."""
    found = {}
    for line in ledger.refusals():
        record = json.loads(line)
        if record["check"] in criteria:
            rejected = parse_rejected(record, "rejected candidate in the ledger")
            found[rejected.candidate.id] = Judged(Critique(rejected.candidate, rejected.verdicts), rejected.failure)
    return found
