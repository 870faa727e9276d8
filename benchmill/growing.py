"""Documents and the items there are -> a Settlement of new ones: seeds planned, a worker chosen, the pipeline run."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

from benchmill.ledger.store import Ledger
from benchmill.lookalikes import Lookalikes
from benchmill.loop import run_loop
from benchmill.model_run import ModelRun
from benchmill.outcome import Spent
from benchmill.pipeline import Pipeline
from benchmill.progress import Progress
from benchmill.settings import GrowSettings
from benchmill.settling import Settlement
from benchmill.sources import Source
from benchmill.wording import PACK_SIZE, Wording, panel_settings, writer_settings
from benchmill.writers import Corpus, ModelWorker, RuleWorker
from chat.errors import EndOfRun
from chat.model import Door
from critique.checks import CheckSettings, CorpusFacts
from generator.eligibility import judge_seeds
from generator.sampling import plan
from records import Failure, Item


# Open seeds for each call that may be under way: 4 reach what all at once reach, and the first items come early.
_SEEDS_A_PLACE = 4


@dataclass(frozen=True, slots=True)
class Growth:
    """What growing came to. `seed_failures` are chunks that may not be seeds; `grew` is False where none was needed."""

    settlement: Settlement
    spent: Spent = field(default_factory=Spent)
    seed_failures: tuple[Failure, ...] = ()
    ended_by: EndOfRun | None = None
    grew: bool = True


@dataclass(frozen=True)
class Grower:
    """Grows what is missing in one run of one source; the corpus is looked into when first needed."""

    source: Source
    settings: GrowSettings
    ledger: Ledger
    progress: Progress

    def grow(self, kept: tuple[Item, ...]) -> Growth:
        """Grow until `settings.questions` items are there, counting the `kept` ones, or the seeds or the run end."""
        settlement = Settlement(kept, self.settings.questions, self.settings.per_document)
        if settlement.full:
            return Growth(settlement, grew=False)
        self.progress.stage("reading the structure of the documents")
        seeds = judge_seeds(self.source.chunks())
        order = plan(seeds.eligible, seed=self.settings.seed, per_document=self.settings.per_document)
        documents = {document.id: document for document in self.source.documents}
        corpus = Corpus(documents, self._facts, seeds.equivalent)
        if self.settings.by_rules:
            worker = RuleWorker(corpus, self.settings.wanted_kinds, self._checks, self.settings.min_rating)
            asyncio.run(Pipeline(order, settlement).run(worker))
            return Growth(settlement, Spent(), tuple(seeds.failures))
        self.progress.stage(f"asking {self.settings.model}")
        wording = Wording.of(self.settings, self.source.name)
        pipeline = Pipeline(order, settlement, breadth=_SEEDS_A_PLACE * self.settings.concurrency)
        run = ModelRun(self.settings, wording, self.ledger.calls, self.progress)

        async def job(door: Door, tell: Callable[[int], None]) -> None:
            worker = self._model_worker(door, corpus, wording, settlement)
            await pipeline.run(worker, lambda: tell(settlement.count))

        spent, ended_by = run_loop(run.work(job, pipeline.stop))
        return Growth(settlement, spent, tuple(seeds.failures), ended_by)

    def _model_worker(self, door: Door, corpus: Corpus, wording: Wording, settlement: Settlement) -> ModelWorker:
        settings, secret = self.settings, self.ledger.secret.hex()
        return ModelWorker(
            door=door,
            corpus=corpus,
            lookalikes=self._lookalikes,
            known=settlement.knows,
            prompt=wording.generator,
            critics=wording.critics,
            writing=writer_settings(settings, wording, secret),
            panel=panel_settings(settings, wording, secret),
            checks=self._checks,
            pack_size=PACK_SIZE[settings.quality],
        )

    @property
    def _checks(self) -> CheckSettings:
        return CheckSettings(language=self.settings.language)

    @cached_property
    def _facts(self) -> CorpusFacts:
        return CorpusFacts.of(self.source.chunks(), self.source.documents)

    @cached_property
    def _lookalikes(self) -> Lookalikes:
        return Lookalikes(self.source.chunks())
