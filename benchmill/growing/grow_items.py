"""Documents and carried items -> items looked after and a Selection of new ones: one run, by rules or by models."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from benchmill.chat.addresses import calls_at_once
from benchmill.chat.model import ModelClient
from benchmill.critique.checks import CheckSettings, CorpusFacts
from benchmill.generator.eligibility import Seeds, judge_seeds
from benchmill.generator.extractive import Looked, Writer
from benchmill.generator.kinds import (
    DEFAULT_MIX,
    Quotas,
    WritingTask,
    capacity,
    interleave,
    plan_quotas,
    tasks_by_kind,
)
from benchmill.generator.kinds.mix import largest_remainders
from benchmill.generator.questions import WriterSettings
from benchmill.generator.sampling import plan
from benchmill.growing.aims import Aims, aims_of
from benchmill.growing.basis import Basis
from benchmill.growing.growth import Growth, Stale
from benchmill.growing.mix_report import mix_counts, mix_notes
from benchmill.growing.pipeline import Pipeline
from benchmill.growing.prompt_set import PACK_SIZE, brief_of, panel_settings
from benchmill.growing.recheck import Kept, Recheck
from benchmill.growing.residual import Residual, ResidualSample
from benchmill.growing.retirement import refuse_mass_retirement
from benchmill.growing.rounds import Rounds, shortfalls
from benchmill.growing.selection import Selection
from benchmill.growing.similar_passages import SimilarPassages
from benchmill.growing.source import Source
from benchmill.growing.workers import Corpus, ModelWorker, RuleWorker
from benchmill.records import Chunk, Item, Kind
from benchmill.running.event_loop import run_loop
from benchmill.running.live import Done
from benchmill.running.model_session import ModelRun, Report
from benchmill.running.progress import Progress
from benchmill.running.stopping import Stopping
from benchmill.settings import GrowSettings
from benchmill.workspace.ledger.calls import LOOKED_UP
from benchmill.workspace.ledger.store import Ledger

# Open source chunks for each call that may be under way: 2 reach what all at once reach, and first items come early.
_OPEN_A_SLOT = 2


@dataclass(frozen=True)
class Grower:
    """One run over one source. What it needs to know of the corpus is worked out when first asked for."""

    basis: Basis
    ledger: Ledger
    progress: Progress
    barred: tuple[Item, ...] = ()

    @property
    def source(self) -> Source:
        return self.basis.source

    @property
    def settings(self) -> GrowSettings:
        return self.basis.settings

    def grow(self, carried: tuple[Item, ...], stale: Stale) -> Growth:
        """Look after the carried items, then grow until `settings.questions` are there, or chunks or run end.

        Raises the EndOfRun that stopped the run before any candidate was selected: the recorded calls are all there is
        to keep, and the last edition remains.
        """
        selection = self.selection(carried)
        sampling = self.settings.residual and not self.settings.by_rules
        if selection.full and not stale.again and not stale.new_passages and not sampling:
            return Growth(Kept(carried), selection, grew=False)
        self.progress.stage("reading the structure of the documents")
        if self.settings.by_rules:
            looked = self._by_rules(selection)
            eligible = len(self.seeds.eligible)
            notes, mix = mix_notes(self.aims, selection), mix_counts(self.aims, selection)
            failures = self.seeds.failures
            return Growth(
                Kept(carried), selection, seed_failures=failures, eligible=eligible, looked=looked, notes=notes, mix=mix
            )
        return _ModelGrowth(self, stale).run(carried)

    def _by_rules(self, selection: Selection) -> Looked:
        settings = self.settings
        writer = Writer.of(self.source.documents, self.source.chunks(), settings.language, settings.about or "")
        worker = RuleWorker(
            self.corpus, settings.wanted_kinds, self.checks, settings.min_rating, writer, self.aims.copies
        )
        order = plan(self._source_chunks(writer), seed=settings.seed, per_document=self.per_document)
        if settings.shares:
            selection.quotas = largest_remainders(settings.questions, settings.shares)
        elif self.aims.like and not settings.kinds:
            selection.quotas = largest_remainders(settings.questions, self.weights)
        tasks = self.aims.by_topic({None: [WritingTask(None, (chunk,)) for chunk in order]})[None]
        asyncio.run(Pipeline(tasks, selection).run(worker))
        if self.aims.like and not selection.full:  # what the queries have and the documents do not is given up
            selection.axes = tuple(axis for axis in selection.axes if not axis.soft)
            selection.quotas = selection.quotas if settings.shares else None
            left = [task for task in tasks if task not in selection.taken]
            asyncio.run(Pipeline(left, selection).run(worker))
        return writer.looked

    def _source_chunks(self, writer: Writer) -> list[Chunk]:
        """The eligible chunks, and short ones that hold something to ask: an entry of a reference is complete."""
        short = {
            failure.subject_id for failure in self.seeds.failures if failure.check in ("too-short", "few-sentences")
        }
        own = {chunk.id for chunk in self.seeds.eligible}
        return [
            chunk for chunk in self.source.chunks() if chunk.id in own or (chunk.id in short and writer.write(chunk))
        ]

    def selection(self, kept: tuple[Item, ...]) -> Selection:
        wanted, language = self.settings.questions, self.settings.language
        axes = self.aims.axes
        return Selection(kept, wanted, self.per_document, language=language, barred=self.barred, axes=axes)

    @property
    def per_document(self) -> int:
        return self.settings.most_per_document(len(self.source.documents))

    @property
    def checks(self) -> CheckSettings:
        return CheckSettings(language=self.settings.language)

    @cached_property
    def seeds(self) -> Seeds:
        return judge_seeds(self.source.chunks())

    @cached_property
    def order(self) -> list[Chunk]:
        return plan(self.seeds.eligible, seed=self.settings.seed, per_document=self.per_document)

    @cached_property
    def tasks(self) -> Mapping[Kind, list[WritingTask]]:
        """What a model can be asked to write, by kind."""
        settings = self.settings
        found = tasks_by_kind(self.source.chunks(), self.order, settings.wanted_kinds, seed=settings.seed)
        return self.aims.by_topic(found)

    @cached_property
    def aims(self) -> Aims:
        """What the run aims at beside kinds: styles, personas, difficulties, what real queries are like."""
        return aims_of(self.settings, self.source)

    @cached_property
    def weights(self) -> dict[Kind, float]:
        """The shares of kinds: the user's, else those of the real queries, else the default mix."""
        settings = self.settings
        if settings.shares:
            return settings.shares
        like = self.aims.like.kinds if self.aims.like and not settings.kinds else {}
        own = {kind: like[kind] for kind in settings.wanted_kinds if kind in like}
        return own or {kind: DEFAULT_MIX[kind] for kind in settings.wanted_kinds}

    @cached_property
    def quotas(self) -> Quotas:
        """How many questions of each kind the run aims at."""
        settings = self.settings
        return plan_quotas(settings.questions, self.weights, capacity(self.tasks), fixed=bool(settings.shares))

    @cached_property
    def corpus(self) -> Corpus:
        documents = {document.id: document for document in self.source.documents}
        facts = CorpusFacts.of(self.source.chunks(), self.source.documents, self.settings.language)
        return Corpus(documents, facts, self.seeds.equivalent)

    @cached_property
    def similar_passages(self) -> SimilarPassages:
        return SimilarPassages(self.source.chunks(), self.corpus.facts)


class _ModelGrowth:
    """One run of models: the carried items are looked after first, since each that goes makes room for a new one."""

    def __init__(self, grower: Grower, stale: Stale) -> None:
        self._grower = grower
        self._stale = stale
        self._settings = grower.settings
        self._prompt_set = grower.basis.prompt_set
        self._brief = brief_of(grower.settings, self._prompt_set, grower.ledger.secret.hex())
        self._stopping = Stopping()
        self._kept: Kept | None = None
        self._looked_up: set[str] = set()
        self._selection: Selection | None = None
        self._residual: Residual | None = None

    def run(self, carried: tuple[Item, ...]) -> Growth:
        grower = self._grower
        # worked out now, not while calls wait for it
        similar_passages = grower.similar_passages
        order = grower.aims.dressed(interleave(grower.tasks, grower.quotas.of))
        grower.progress.stage(f"asking {self._settings.model}")
        models = ModelRun(
            self._settings, self._prompt_set, grower.ledger.calls, grower.progress, batches=grower.ledger.batches
        )

        async def job(client: ModelClient, report: Report) -> None:
            LOOKED_UP.set(self._looked_up)
            report(Done(len(carried), 0, len(order)))
            recheck = self._recheck(client, similar_passages)
            self._kept = await self._stopping.phase(recheck.look_after(carried))
            refuse_mass_retirement(self._kept.retired, len(carried), allow=self._settings.allow_retire)
            self._selection = selection = grower.selection(self._kept.items)
            worker = self._worker(client, similar_passages, selection)
            await Rounds(
                grower.tasks,
                grower.quotas,
                grower.aims,
                self._settings,
                self._breadth,
                self._stopping,
                grower.ledger.calls.answered,
                models.calls_left,
                len(self._prompt_set.critics.own),
            ).grow(worker, selection, order, report)
            await self._sample(client, similar_passages)

        usage, ended_by = run_loop(models.work(job, self._stopping.stop))
        kept, selection = self._kept, self._selection
        if kept is None or selection is None or (ended_by and not selection.candidates):
            raise ended_by or RuntimeError("the run ended before it began")
        grew = not selection.full or selection.candidates > 0
        notes = (str(self._residual),) if self._residual else ()
        if grew:
            fewer = shortfalls(selection, grower.quotas, grower.tasks, fixed=bool(self._settings.shares))
            notes = (*fewer, *mix_notes(grower.aims, selection), *notes)
        calls = frozenset(self._looked_up | selection.calls)
        failures = grower.seeds.failures if grew else ()
        return Growth(
            kept,
            selection,
            usage,
            failures,
            ended_by,
            grew,
            len(grower.seeds.eligible),
            calls,
            notes=notes,
            mix=mix_counts(grower.aims, selection),
            residual=self._residual,
        )

    async def _sample(self, client: ModelClient, similar_passages: SimilarPassages) -> None:
        """Hold a sample of the items against passages that nobody has read."""
        if not self._settings.residual or self._kept is None or self._selection is None:
            return
        self._grower.progress.stage(f"looking for unlabelled answers to {self._settings.residual} items")
        sample = ResidualSample.of(client, self._settings, self._prompt_set, self._brief, similar_passages)
        items = (item.candidate for item in self._kept.items)
        candidates = (*items, *(critique.candidate for critique in self._selection.accepted))
        self._residual = await self._stopping.phase(sample.measure(candidates, self._settings.residual))

    def _breadth(self, order: list[WritingTask]) -> int:
        """Open source chunks at most. A batch takes all that are needed."""
        settings = self._settings
        return len(order) if settings.batch else _OPEN_A_SLOT * calls_at_once(settings.concurrency, settings.base_url)

    def _recheck(self, client: ModelClient, similar_passages: SimilarPassages) -> Recheck:
        return Recheck(
            client=client,
            critics=self._prompt_set.critics,
            panel=panel_settings(self._settings, self._brief, self._prompt_set),
            facts=self._grower.corpus.facts,
            similar_passages=similar_passages,
            again=self._stale.again,
            new_passages=self._stale.new_passages,
            pack_size=PACK_SIZE[self._settings.quality],
        )

    def _worker(self, client: ModelClient, similar_passages: SimilarPassages, selection: Selection) -> ModelWorker:
        return ModelWorker(
            client=client,
            corpus=self._grower.corpus,
            similar_passages=similar_passages,
            known=selection.knows,
            decided=self._stale.decided,
            writers=self._prompt_set.writers,
            critics=self._prompt_set.critics,
            writing=WriterSettings(self._settings.model, self._brief, asking=self._prompt_set.asking),
            panel=panel_settings(self._settings, self._brief, self._prompt_set),
            checks=self._grower.checks,
            copies=self._grower.aims.copies,
            pack_size=PACK_SIZE[self._settings.quality],
        )


def _report(report: Report, pipeline: Pipeline, every: int) -> None:
    """Show what is finished, of all `every` tasks: a later round of the pipeline has those that are left."""
    done = pipeline.done
    report(Done(done.items, every - done.passages + done.used, every))
