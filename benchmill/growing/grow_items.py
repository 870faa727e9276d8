"""Documents and carried items -> rechecked items and a Selection of new ones: one run, by rules or by models."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from benchmill.generator.extractive import Looked, Writer
from benchmill.generator.kinds import WritingTask
from benchmill.generator.kinds.mix import largest_remainders
from benchmill.generator.sampling import plan
from benchmill.growing.growth import Growth, Stale
from benchmill.growing.mix_report import like_notes, mix_counts, mix_notes
from benchmill.growing.model_growth import ModelGrowth
from benchmill.growing.pipeline import Pipeline
from benchmill.growing.prospect import Prospect
from benchmill.growing.recheck import Kept
from benchmill.growing.selection import Selection
from benchmill.growing.workers import RuleWorker
from benchmill.records import Chunk, Item

_FEW = 30
"""Fewer items tell too little; with more, it is worth more that they are spread over documents and kinds."""


def grow_items(prospect: Prospect, carried: tuple[Item, ...], stale: Stale) -> Growth:
    """Recheck the carried items, then grow until `settings.questions` items are there, or the chunks or the run end.

    Raises the EndOfRun that stopped the run before it selected any candidate. Then only the recorded calls are kept,
    and the last edition remains.
    """
    sampling = prospect.settings.residual and not prospect.settings.by_rules
    if len(carried) >= prospect.settings.questions and not stale.found and not sampling:
        return Growth(Kept(carried), prospect.selection(carried), grew=False)
    prospect.progress.stage("reading the structure of the documents")
    if prospect.settings.by_rules:
        selection = prospect.selection(carried)
        looked = _by_rules(prospect, selection)
        notes = (*mix_notes(prospect.aims, selection), *like_notes(prospect.aims, selection))
        return Growth(
            Kept(carried),
            selection,
            skipped=prospect.seeds.failures,
            eligible=looked.passages,
            looked=looked,
            notes=notes,
            mix=mix_counts(prospect.aims, selection),
        )
    return ModelGrowth(prospect, stale).run(carried)


def _by_rules(prospect: Prospect, selection: Selection) -> Looked:
    settings = prospect.settings
    source = prospect.source
    writer = Writer.of(source.documents, source.chunks(), settings.language, settings.about or "", stated=source.stated)
    # This writer quotes no more than it needs: from the name of a setting to its default, up to the whole section.
    # Its templates copy no sentence: the words that question and passage share are the label of a setting or a heading.
    off = prospect.checks.off | {"copied-wording"}
    checks = replace(prospect.checks, quote_share=1.0, quote_words=200, off=off)
    worker = RuleWorker(
        prospect.corpus, settings.wanted_kinds, checks, settings.min_rating, writer, prospect.aims.copies
    )
    chunks = _source_chunks(prospect, writer)
    order = plan(chunks, seed=settings.seed, per_document=prospect.per_document)
    if settings.shares:
        selection.quotas = largest_remainders(settings.questions, settings.shares)
    elif prospect.aims.like and not settings.kinds:
        selection.quotas = largest_remainders(settings.questions, prospect.weights)
    prospect.progress.stage("writing questions by rules")
    tasks = prospect.aims.by_topic({None: [WritingTask(None, (chunk,)) for chunk in order]})[None]
    asyncio.run(Pipeline(tasks, selection).run(worker))
    # Every document has had its turn. A reference of one page may be all that the rules can ask about.
    while settings.lifts_per_document and selection.count < _FEW and selection.lift():
        left = [task for task in tasks if task not in selection.taken]
        asyncio.run(Pipeline(left, selection).run(worker))
    if prospect.aims.like and not selection.full:  # give up the shares that the documents cannot fill
        selection.axes = tuple(axis for axis in selection.axes if not axis.soft)
        selection.quotas = selection.quotas if settings.shares else None
        left = [task for task in tasks if task not in selection.taken]
        asyncio.run(Pipeline(left, selection).run(worker))
    return writer.looked_at(chunks)


def _source_chunks(prospect: Prospect, writer: Writer) -> list[Chunk]:
    """The eligible chunks, and short ones with something to ask: an entry of a reference is short but complete."""
    short = {
        failure.subject_id for failure in prospect.seeds.failures if failure.check in ("too-short", "few-sentences")
    }
    own = {chunk.id for chunk in prospect.seeds.eligible}
    return [
        chunk for chunk in prospect.source.chunks() if chunk.id in own or (chunk.id in short and writer.write(chunk))
    ]
