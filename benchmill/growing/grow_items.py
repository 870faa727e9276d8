"""Documents and carried items -> items looked after and a Selection of new ones: one run, by rules or by models."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial

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
from benchmill.growing.basis import Basis
from benchmill.growing.estimate import calls_an_item
from benchmill.growing.growth import Growth, Stale
from benchmill.growing.pipeline import Pipeline
from benchmill.growing.prompt_set import PACK_SIZE, brief_of, panel_settings
from benchmill.growing.recheck import Kept, Recheck
from benchmill.growing.retirement import refuse_mass_retirement
from benchmill.growing.selection import Judged, Selection
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
# A run whose items cost more calls than so many times the planning figure is not worth its end.
_TIMES_THE_ESTIMATE = 3


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
        if selection.full and not stale.again and not stale.new_passages:
            return Growth(Kept(carried), selection, grew=False)
        self.progress.stage("reading the structure of the documents")
        if self.settings.by_rules:
            looked = self._by_rules(selection)
            eligible = len(self.seeds.eligible)
            return Growth(Kept(carried), selection, seed_failures=self.seeds.failures, eligible=eligible, looked=looked)
        return _ModelGrowth(self, stale).run(carried)

    def _by_rules(self, selection: Selection) -> Looked:
        settings = self.settings
        writer = Writer.of(self.source.documents, self.source.chunks(), settings.language, settings.about or "")
        worker = RuleWorker(self.corpus, settings.wanted_kinds, self.checks, settings.min_rating, writer)
        order = plan(self._source_chunks(writer), seed=settings.seed, per_document=self.per_document)
        if settings.shares:
            selection.quotas = largest_remainders(settings.questions, settings.shares)
        tasks = [WritingTask(None, (chunk,)) for chunk in order]
        asyncio.run(Pipeline(tasks, selection).run(worker))
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
        return Selection(kept, wanted, self.per_document, language=language, barred=self.barred)

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
        return tasks_by_kind(self.source.chunks(), self.order, settings.wanted_kinds, seed=settings.seed)

    @cached_property
    def quotas(self) -> Quotas:
        """How many questions of each kind the run aims at."""
        settings = self.settings
        weights = settings.shares or {kind: DEFAULT_MIX[kind] for kind in settings.wanted_kinds}
        return plan_quotas(settings.questions, weights, capacity(self.tasks), fixed=bool(settings.shares))

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

    def run(self, carried: tuple[Item, ...]) -> Growth:
        grower = self._grower
        # worked out now, not while calls wait for it
        similar_passages = grower.similar_passages
        order = interleave(grower.tasks, grower.quotas.of)
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
            await self._grow_kinds(worker, selection, order, report)

        usage, ended_by = run_loop(models.work(job, self._stopping.stop))
        kept, selection = self._kept, self._selection
        if kept is None or selection is None or (ended_by and not selection.candidates):
            raise ended_by or RuntimeError("the run ended before it began")
        grew = not selection.full or selection.candidates > 0
        notes = tuple(self._shortfalls(selection)) if grew else ()
        calls = frozenset(self._looked_up | selection.calls)
        failures = grower.seeds.failures if grew else ()
        return Growth(kept, selection, usage, failures, ended_by, grew, len(grower.seeds.eligible), calls, notes=notes)

    def _shortfalls(self, selection: Selection) -> Iterator[str]:
        """What the run has less of than was planned, kind by kind, and why."""
        planned = self._grower.quotas
        yield from planned.notes
        end = "" if self._settings.shares or not selection.full else "; other kinds took their place"
        for kind, count in planned.of.items():
            found = selection.count_of(kind)
            if found < count:
                asked = sum(task.kind == kind for task in selection.taken)
                refused = Counter(j.failure.check for j in selection.rejected if j.failure and _kind(j) == kind)
                why = ", ".join(f"{check} {number}" for check, number in refused.most_common(3)) or "nothing written"
                places = capacity(self._grower.tasks).get(kind, 0)
                yield f"{kind}: {found} of {count} accepted; {asked} of {places} places were asked; refused: {why}{end}"

    async def _grow_kinds(
        self, worker: ModelWorker, selection: Selection, order: list[WritingTask], report: Report
    ) -> None:
        """Grow by quotas. What a kind could not give goes to the others, unless the user fixed the shares."""
        selection.quotas = dict(self._grower.quotas.of)
        every = len(order)
        dearest = (
            None
            if self._settings.keep_going
            else _TIMES_THE_ESTIMATE * calls_an_item(self._settings, len(self._prompt_set.critics.own))
        )
        while order:
            pipeline = Pipeline(
                order,
                selection,
                self._breadth(order),
                dearest=dearest,
                answered=self._grower.ledger.calls.answered,
                paid_ahead=self._settings.batch,
            )
            await self._stopping.phase(pipeline.run(worker, partial(_report, report, pipeline, every)))
            order = [task for task in order if task not in selection.taken]
            if selection.full or self._settings.shares or not (more := self._moved_quotas(selection, order)):
                return
            selection.quotas = more

    def _moved_quotas(self, selection: Selection, order: list[WritingTask]) -> dict[Kind, int]:
        """What is still missing, shared out among the kinds that have tasks left; empty where there are none."""
        left: dict[Kind, int] = Counter(task.kind for task in order if task.kind and selection.has_room_for(task))
        weights = {kind: DEFAULT_MIX[kind] for kind in left}
        missing = selection.wanted - selection.count
        more = plan_quotas(missing, weights, left, fixed=False).of if weights else {}
        quotas = {kind: selection.count_of(kind) + more.get(kind, 0) for kind in self._settings.wanted_kinds}
        return quotas if any(more.values()) else {}

    def _breadth(self, order: list[WritingTask]) -> int:
        """Open source chunks at most. A batch takes all that are needed."""
        return (
            len(order)
            if self._settings.batch
            else _OPEN_A_SLOT * calls_at_once(self._settings.concurrency, self._settings.base_url)
        )

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
            writing=WriterSettings(self._settings.model, self._brief),
            panel=panel_settings(self._settings, self._brief, self._prompt_set),
            checks=self._grower.checks,
            pack_size=PACK_SIZE[self._settings.quality],
        )


def _kind(judged: Judged) -> Kind:
    return judged.critique.candidate.kind


def _report(report: Report, pipeline: Pipeline, every: int) -> None:
    """Show what is finished, of all `every` tasks: a later round of the pipeline has those that are left."""
    done = pipeline.done
    report(Done(done.items, every - done.passages + done.used, every))
