"""A workspace -> report.html and validity.json: the verdict, sample items, and everything behind them."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benchmill.outputs.json_files import json_bytes
from benchmill.outputs.whole_file import write_whole
from benchmill.records import CRITERIA, Document
from benchmill.reporting.cards import Card, card_of, cut
from benchmill.reporting.corpus_map import document_rows, treemap
from benchmill.reporting.funnel import funnel
from benchmill.reporting.html import page, visible
from benchmill.reporting.material import Material, fingerprint_of, reading
from benchmill.validity.kept import kept_numbers, realism_of, residual_of, second_critic_of
from benchmill.validity.measured import Measured
from benchmill.validity.validity import Validity, measure
from benchmill.workspace.folder import Workspace
from benchmill.workspace.ledger.store import Ledger

REPORT = "report.html"
VALIDITY = "validity.json"
SAMPLES = 10
# The page shows at most so many rejected candidates, since a browser would load more slowly; rejected.jsonl has all.
MOST_REJECTED = 3000
_AROUND_IN_LIST = 160
# A corpus of more passages is measured anew when more than this share of its items changed since the last report. Of
# 122,000 passages that takes three times as long as the night itself; an item that another one replaced counts twice.
MANY_PASSAGES = 30_000
FEW_CHANGES = 0.2
_EDITION = re.compile(r'name="benchmill-edition" content="(\w+) (\d+)"')


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of a chart: `share` of the longest, 0 to 1."""

    label: str
    count: int
    share: float


def write_report(
    workspace: Workspace,
    *,
    today: Iterable[Document] | None = None,
    fresh: bool = False,
    language: str = "",
    audit: Sequence[Measured] = (),
) -> Validity:
    """Measure the last edition, write report.html and validity.json beside it, and return the numbers.

    `today` are the docs folder's documents as they are now; `fresh` says that the edition was made from them just now.
    `audit` is what people's labels say. Raises WorkspaceError where there is no edition.
    """
    with reading(workspace) as material:
        return _written(workspace, material, today=today, fresh=fresh, language=language, audit=audit)


def bring_up_to_date(
    workspace: Workspace,
    *,
    language: str = "",
    many_passages: int = MANY_PASSAGES,
    few_changes: float = FEW_CHANGES,
) -> str:
    """After `grow`: write the report of the new edition, unless the page shows it already.

    A large corpus takes longer to measure than a night's change to grow. There the page of an earlier edition stays
    while few items changed since; the sentence that is returned says so. Else it is empty.
    """
    fingerprint, number = _shown(workspace)
    with Ledger.read(workspace.ledger) as ledger:
        edition = ledger.last_edition()
        if edition is not None and fingerprint:
            items = [json.loads(row.record) for row in ledger.items("live")]
            if fingerprint == fingerprint_of(edition, items, kept_numbers(ledger)):
                return ""
            since = [one.summary["changes"] for one in ledger.editions() if one.number > number]
            changed = sum(len(found) for one in since for name, found in one.items() if name not in ("kept", "moved"))
            if ledger.chunk_count() > many_passages and changed <= few_changes * len(items):
                return (
                    f"{REPORT} shows edition {number}; since then {changed} of {len(items)} items are new, changed or "
                    f"retired. benchmill report {workspace.folder} measures edition {edition.number}"
                )
    with reading(workspace) as material:
        _written(workspace, material, fresh=True, language=language)
    return ""


def _shown(workspace: Workspace) -> tuple[str, int]:
    """(fingerprint, number) of the edition that `grow` wrote the page of; empty and 0 where there is no such page."""
    try:
        with (workspace.folder / REPORT).open(encoding="utf-8", errors="replace") as file:
            found = _EDITION.search(file.read(4096))
    except OSError:  # missing or unreadable: the attempt to write reports the problem
        found = None
    return (found[1], int(found[2])) if found and (workspace.folder / VALIDITY).is_file() else ("", 0)


def _written(
    workspace: Workspace,
    material: Material,
    *,
    today: Iterable[Document] | None = None,
    fresh: bool = False,
    language: str = "",
    audit: Sequence[Measured] = (),
) -> Validity:
    now = material.benchmark.documents if fresh else today
    validity = measure(
        material.benchmark,
        language=language,
        today=now,
        ineligible=material.losses.ineligible,
        asked=material.asked,
        residual=(*residual_of(material.edition.manifest), *second_critic_of(material.edition.manifest)),
        realism=realism_of(material.edition.manifest),
        audit=audit,
        recorded=material.recorded,
        words=material.words,
    )
    write_whole(workspace.folder / VALIDITY, json_bytes(validity.as_json()))
    write_whole(workspace.folder / REPORT, report_page(material, validity, fresh=fresh))
    return validity


def report_page(material: Material, validity: Validity, *, fresh: bool = False) -> bytes:
    """The page's bytes; the same edition gives the same bytes. `fresh`: measured right after `grow`."""
    documents = material.documents
    rows = document_rows(material)
    summary, manifest = material.edition.summary, material.edition.manifest
    samples = [card_of(record, documents) for record in _samples(material.items)]
    rejected = material.rejected[:MOST_REJECTED]
    return page(
        "report.html",
        fingerprint=material.fingerprint if fresh else "",
        title=f"{material.name}: benchmark report",
        name=material.name,
        edition=material.edition.number,
        verdict=validity.verdict,
        by_hand=material.by_hand,
        asked=bool(material.asked),
        sections=validity.sections,
        numbers=validity.numbers,
        count=len(material.items),
        wanted=summary["wanted"],
        complete=summary["complete"],
        samples=samples,
        steps=funnel(material),
        tiles=treemap(rows),
        rows=rows,
        charts=_charts(material.items),
        ratings=_ratings((*material.items, *material.rejected)),
        spent=material.spent,
        changes=_changes(summary.get("changes", {}), material.edition.number),
        models=manifest.get("models", {}),
        prompts=manifest.get("prompts", {}),
        settings={name: _plain(value) for name, value in manifest.get("settings", {}).items()},
        corpus_hash=str(manifest.get("corpus_hash", "")),
        version=str(manifest.get("benchmill", "")),
        rejected_total=len(material.rejected),
        rejected_shown=len(rejected),
        data={
            "items": [_listed(card_of(one, documents, _AROUND_IN_LIST)) for one in material.items],
            "rejected": [_listed(card_of(one, documents, 0)) for one in rejected],
        },
    )


def _samples(items: Sequence[Mapping[str, Any]], seed: int = 0) -> list[Mapping[str, Any]]:
    """Ten items, of different kinds and documents where possible."""
    rng = random.Random(seed)  # noqa: S311 - a choice for readers, no secret
    shuffled = rng.sample(list(items), len(items))
    kinds: Counter[str] = Counter()
    documents: Counter[str] = Counter()
    chosen: list[Mapping[str, Any]] = []
    while shuffled and len(chosen) < SAMPLES:
        best = min(shuffled, key=lambda one: (kinds[one["kind"]], documents[one["document"]]))
        shuffled.remove(best)
        kinds[best["kind"]] += 1
        documents[best["document"]] += 1
        chosen.append(best)
    return chosen


def _listed(card: Card) -> dict[str, object]:
    """A card in as few bytes as possible: the page has thousands of cards, as data for its script."""
    return {
        "i": visible(card.id),
        "k": card.kind,
        "q": visible(card.question),
        "a": visible(card.answer) or f"none: {card.no_answer}",
        "d": visible(card.document),
        "h": [visible(heading) for heading in card.headings],
        "c": [visible(part) for part in card.components],
        "p": [
            [visible(p.document), [[visible(piece.text), int(piece.marked)] for piece in p.pieces], p.note]
            for p in card.passages[:4]
        ],
        "r": [[r.criterion, r.rating, visible(cut(r.reason, 300)), visible(r.model)] for r in card.ratings],
        "n": card.number,
        "w": visible(card.writer),
        "v": visible(card.review),
        "x": visible(card.check),
        "y": visible(card.reason),
        "f": {name: visible(value) for name, value in card.facts.items()},
    }


def _charts(items: Sequence[Mapping[str, Any]]) -> list[tuple[str, list[Bar]]]:
    """A chart of the kinds, and of each other trait: styles, personas, difficulties, several languages, writers."""
    charts = []
    for title, field in (
        ("Kinds", "kind"),
        ("Styles", "style"),
        ("Personas", "persona"),
        ("Difficulty", "difficulty"),
        ("Languages", "language"),
        ("Writers", "generator"),
    ):
        counts = Counter(str(record[field]) for record in items if record.get(field))
        if len(counts) > (field == "language"):
            most = max(counts.values())
            charts.append((title, [Bar(name, count, count / most) for name, count in counts.most_common(12)]))
    return charts


def _ratings(judged: Sequence[Mapping[str, Any]]) -> list[tuple[str, list[Bar], str]]:
    """For each critic: how many items and rejected candidates got each rating, and which model judged."""
    found: list[tuple[str, list[Bar], str]] = []
    own = {name for record in judged for name in record.get("ratings", {})} - set(CRITERIA)
    for criterion in (*CRITERIA, *sorted(own)):
        given = [record["ratings"][criterion] for record in judged if criterion in record.get("ratings", {})]
        counts = Counter(one["rating"] for one in given)
        if given:
            most = max(counts.values())
            judges = ", ".join(sorted({one.get("model", "") or "unknown" for one in given}))
            found.append((criterion, [Bar(str(n), counts[n], counts[n] / most) for n in range(1, 6)], judges))
    return found


def _changes(changes: Mapping[str, Any], edition: int) -> list[tuple[str, int, list[Mapping[str, Any]]]]:
    """The changes of the last edition, by kind; none for the first edition, where every item is new."""
    if edition == 1:
        return []
    return [(name, len(found), list(found[:50]) if name != "kept" else []) for name, found in changes.items() if found]


def _plain(value: object) -> str:
    if value is None or value in ([], ""):
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
