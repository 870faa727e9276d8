"""Documents and the items there are -> a Settlement of new ones: seeds planned, workers chosen, the pipeline run."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmill.ledger.store import Ledger
from benchmill.lookalikes import Lookalikes
from benchmill.loop import run_loop, stopping_on_signals
from benchmill.outcome import Spent
from benchmill.pipeline import Pipeline
from benchmill.progress import Live, Progress
from benchmill.settings import GrowSettings
from benchmill.settling import Settlement
from benchmill.sources import Source
from benchmill.wording import PACK_SIZE, Wording, panel_settings, writer_settings
from benchmill.writers import Corpus, ModelWorker, RuleWorker
from chat.connect import Connection, ConnectPlan, connect
from chat.errors import EndOfRun
from critique.checks import CheckSettings, CorpusFacts
from generator.eligibility import judge_seeds
from generator.sampling import plan
from records import Chunk, Failure, Item


@dataclass(frozen=True, slots=True)
class Growth:
    """What growing came to. `seed_failures` are chunks that may not be seeds; `grew` is False where none was needed."""

    settlement: Settlement
    spent: Spent = field(default_factory=Spent)
    seed_failures: tuple[Failure, ...] = ()
    ended_by: EndOfRun | None = None
    grew: bool = True


def grow_seeds(
    source: Source, settings: GrowSettings, kept: tuple[Item, ...], ledger: Ledger, progress: Progress
) -> Growth:
    """Grow until `settings.questions` items are there, counting the `kept` ones, or the seeds or the run end."""
    settlement = Settlement(kept, settings.questions, settings.per_document)
    if settlement.full:
        return Growth(settlement, grew=False)
    progress.stage("reading the structure of the documents")
    chunks = source.chunks()
    seeds = judge_seeds(chunks)
    order = plan(seeds.eligible, seed=settings.seed, per_document=settings.per_document)
    facts = CorpusFacts.of(chunks, source.documents)
    corpus = Corpus({document.id: document for document in source.documents}, facts, seeds.equivalent)
    if settings.by_rules:
        asyncio.run(_by_rules(order, corpus, settings, settlement))
        return Growth(settlement, Spent(), tuple(seeds.failures))
    progress.stage(f"asking {settings.model}")
    worker = _ModelRun(settings, corpus, Lookalikes(chunks), ledger, source.name)
    spent, ended_by = run_loop(worker.grow(order, settlement, progress))
    return Growth(settlement, spent, tuple(seeds.failures), ended_by)


async def _by_rules(order: Sequence[Chunk], corpus: Corpus, settings: GrowSettings, settlement: Settlement) -> None:
    worker = RuleWorker(corpus, settings.wanted_kinds, CheckSettings(language=settings.language), settings.min_rating)
    await Pipeline(order, worker, settlement).run()


@dataclass(frozen=True, slots=True)
class _ModelRun:
    """One connection's life: made, checked, grown with, closed; whatever ends it, its counts come back."""

    settings: GrowSettings
    corpus: Corpus
    lookalikes: Lookalikes
    ledger: Ledger
    docs_name: str

    async def grow(
        self, order: Sequence[Chunk], settlement: Settlement, progress: Progress
    ) -> tuple[Spent, EndOfRun | None]:
        wording = Wording.of(self.settings, self.docs_name)
        connection = connect(self._plan(wording), self.ledger.calls)
        try:
            await connection.check((self.settings.model, self.settings.critic))
            pipeline = Pipeline(order, self._worker(connection, wording, settlement), settlement)
            try:
                with stopping_on_signals(pipeline.stop, progress.note):
                    await pipeline.run(lambda: progress.update(self._live(connection, settlement)))
            except EndOfRun as error:
                return _spent(connection), error
            return _spent(connection), None
        finally:
            # what is under way is paid: it gets the time any call gets, and is recorded
            await connection.aclose(grace=self.settings.timeout)

    def _plan(self, wording: Wording) -> ConnectPlan:
        settings = self.settings
        return ConnectPlan(
            models=tuple(dict.fromkeys((settings.model, settings.critic))),
            base_url=settings.base_url,
            concurrency=settings.concurrency,
            rpm=settings.rpm,
            tpm=settings.tpm,
            timeout=settings.timeout,
            max_calls=settings.max_calls,
            max_tokens=settings.max_tokens,
            max_cost=settings.max_cost,
            prices=Path(settings.prices) if settings.prices else None,
            hedge=settings.hedge == "on",
            repair=lambda reason: wording.repair.render(reason=reason)[1],
            seed=settings.seed,
        )

    def _worker(self, connection: Connection, wording: Wording, settlement: Settlement) -> ModelWorker:
        settings, secret = self.settings, self.ledger.secret.hex()
        return ModelWorker(
            door=connection.door,
            corpus=self.corpus,
            lookalikes=self.lookalikes,
            known=settlement.knows,
            prompt=wording.generator,
            critics=wording.critics,
            writing=writer_settings(settings, wording, secret),
            panel=panel_settings(settings, wording, secret),
            checks=CheckSettings(language=settings.language),
            pack_size=PACK_SIZE[settings.quality],
        )

    def _live(self, connection: Connection, settlement: Settlement) -> Live:
        spent = _spent(connection)
        have = len(settlement.kept) + len(settlement.accepted)
        tokens = spent.input_tokens + spent.output_tokens
        return Live(have, settlement.wanted, spent.asked, spent.recorded, tokens, spent.cost)


def _spent(connection: Connection) -> Spent:
    total = connection.tally.total
    return Spent(
        asked=total.asked,
        recorded=total.recorded,
        retried=total.retried,
        input_tokens=total.input_tokens,
        output_tokens=total.output_tokens,
        cost=None if total.unpriced and not total.cost else total.cost,
    )
