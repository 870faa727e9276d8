"""A Prospect and carried items -> a Growth by models: rechecked items, then new ones, over one connection."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from benchmill.chat.addresses import calls_at_once
from benchmill.chat.errors import EndOfRun, LowYield
from benchmill.chat.model import ModelClient
from benchmill.critique.second_opinion import agreements
from benchmill.generator.kinds import WritingTask
from benchmill.generator.questions import WriterSettings
from benchmill.growing.beginning import Beginning, quotas_of
from benchmill.growing.fact_share import FactShare
from benchmill.growing.grown import Judged
from benchmill.growing.growth import Ahead, Growth, Stale
from benchmill.growing.mix_report import like_notes, mix_counts, mix_notes, unasked_notes
from benchmill.growing.own_yield import counted_calls_an_item
from benchmill.growing.prompt_set import PACK_SIZE, brief_of, panel_settings
from benchmill.growing.prospect import Prospect
from benchmill.growing.read_replies import ReadReplies
from benchmill.growing.recheck import Kept, Recheck
from benchmill.growing.residual import Residual, ResidualSample
from benchmill.growing.retirement import refuse_mass_retirement
from benchmill.growing.rounds import Rounds
from benchmill.growing.selection import Selection
from benchmill.growing.short_kinds import shortfalls
from benchmill.growing.similar_passages import SimilarPassages
from benchmill.growing.workers import ModelWorker
from benchmill.indexing.facts_file import KeptFacts
from benchmill.records import Item
from benchmill.running.event_loop import run_loop
from benchmill.running.live import Done
from benchmill.running.model_session import ModelRun, Report
from benchmill.running.stopping import Stopping
from benchmill.workspace.ledger.calls import LOOKED_UP
from benchmill.workspace.outcome import Usage

# Open source chunks per allowed call: 2 are as fast as opening all chunks at once, and give the first items early.
_OPEN_A_SLOT = 2


class ModelGrowth:
    """One run of models: it rechecks the carried items first, since each retired item makes room for a new one."""

    def __init__(self, prospect: Prospect, stale: Stale) -> None:
        self._prospect = prospect
        self._stale = stale
        self._beginning = Beginning(prospect, stale)
        self._settings = prospect.settings
        self._prompt_set = prospect.basis.prompt_set
        self._brief = brief_of(prospect.settings, self._prompt_set, prospect.ledger.secret.hex())
        self._writing = WriterSettings(prospect.settings.model, self._brief, asking=self._prompt_set.asking)
        # whether a candidate copies a real query is decided by its words, so with real queries each reply is read
        kept = KeptFacts() if prospect.settings.like else prospect.source.kept
        self._replies = ReadReplies.of(kept, self._prompt_set, self._writing, prospect.ledger.calls)
        self._stopping = Stopping()
        self._kept: Kept | None = None
        self._looked_up: set[str] = set()
        self._asked_ahead: set[str] = set()
        self._selection: Selection | None = None
        self._residual: Residual | None = None

    def run(self, carried: tuple[Item, ...]) -> Growth:
        prospect = self._prospect
        # computed now, so that no call waits for the computation
        similar_passages = prospect.similar_passages
        for kind in self._beginning.kinds(carried):
            prospect.tasks[kind]
        prospect.progress.stage(f"asking {self._settings.model}")
        models = ModelRun(
            self._settings, self._prompt_set, prospect.ledger.calls, prospect.progress, batches=prospect.ledger.batches
        )

        async def job(client: ModelClient, report: Report) -> None:
            LOOKED_UP.set(self._looked_up)
            recheck = self._recheck(client, similar_passages)
            checked = partial(_report_items, report if self._stale.found else _nobody, "recheck of earlier items")
            self._kept = await self._stopping.phase(recheck.look_after(carried, checked))
            refuse_mass_retirement(self._kept.retired, len(carried), allow=self._settings.allow_retire)
            self._selection = selection = self._beginning.selection(self._kept.items)
            worker = self._worker(client, similar_passages, selection)
            quotas = self._beginning.quotas(self._kept.items)
            rounds = Rounds(
                partial(prospect.plan, quotas),
                quotas,
                prospect.aims,
                self._settings,
                self._breadth,
                self._stopping,
                prospect.ledger.calls.answered,
                partial(prospect.ledger.calls.answered, uncounted=True),
                models.calls_left,
                len(self._prompt_set.critics.own),
                counted_calls_an_item(prospect.ledger, self._settings),
                self._asked_ahead,
            )
            await rounds.grow(worker, selection, self._beginning.kinds(self._kept.items), report)
            await self._sample(client, similar_passages, partial(_report_items, report, "unlabelled answers"))

        usage, ended_by = run_loop(models.work(job, self._stopping.stop))
        self._replies.keep(prospect.corpus.facts.numbers)
        return self._result(usage, ended_by)

    def _result(self, usage: Usage, ended_by: EndOfRun | None) -> Growth:
        """What the run came to, however it ended. Raises the end of a run that selected no candidate."""
        prospect, kept, selection = self._prospect, self._kept, self._selection
        given_up: tuple[str, ...] = ()
        if kept and selection and isinstance(ended_by, LowYield) and self._beginning.lacks_few(kept.items):
            missing = selection.wanted - selection.count
            given_up, ended_by = (f"{missing} of {selection.wanted} items stay missing, {ended_by}",), None
        if kept is None or selection is None or (ended_by and not selection.candidates):
            raise ended_by or RuntimeError("the run ended before it began")
        grew = not selection.full or selection.candidates > 0
        mix, notes = self._mix_and_notes(selection, kept, whole=grew and not ended_by)
        calls = frozenset(self._looked_up | selection.calls)
        skipped = prospect.seeds.failures if grew else ()
        return Growth(
            kept,
            selection,
            usage,
            skipped,
            ended_by,
            grew,
            len(prospect.seeds.eligible),
            calls,
            notes=(*given_up, *notes),
            mix=mix,
            gave_up=not selection.full and bool(given_up or selection.stopped),
            quotas=quotas_of(selection),
            residual=self._residual,
            ahead=self._ahead(calls, selection),
            refused_before=tuple(self._refused_before(selection)),
        )

    def _refused_before(self, selection: Selection) -> Iterator[Judged]:
        """The known refusals of candidates that this run did not come to, while one of their passages is there."""
        facts, seen = self._prospect.corpus.facts, {critique.candidate.id for critique in selection.critiques}
        for name, judged in self._stale.decided.items():
            if name not in seen and facts.named(judged.critique.candidate.chunk_ids):
                yield judged

    def _mix_and_notes(
        self, selection: Selection, kept: Kept, *, whole: bool
    ) -> tuple[dict[str, object], tuple[str, ...]]:
        """The counts of the mix, and what is said of it; `whole`: the run went on until nothing was left to ask."""
        prospect, fixed = self._prospect, bool(self._settings.shares)
        stopped = self._beginning.given_up(selection)
        mix: dict[str, object] = {**mix_counts(prospect.aims, selection), **({"stopped": stopped} if stopped else {})}
        notes = (
            *like_notes(prospect.aims, selection),
            *self._second_opinions(selection),
            *([str(self._residual)] if self._residual else []),
        )
        if whole:
            wanted = self._beginning.wanted(kept.items)
            fewer = shortfalls(selection, wanted, prospect.places, prospect.tasks, fixed=fixed)
            notes = (*unasked_notes(self._settings), *fewer, *mix_notes(prospect.aims, selection), *notes)
        facts = FactShare(prospect.weights, prospect.places, selection)
        if whole and not fixed and facts.is_too_large:
            headline = () if self._beginning.replaces(kept.items) else (facts.headline,)
            return {**mix, "facts": facts.as_json()}, (*headline, *notes)
        return mix, notes

    def _second_opinions(self, selection: Selection) -> Iterator[str]:
        """What the second critic said in this run, in a sentence."""
        found = agreements(selection.critiques)
        asked = sum(one.asked for one in found)
        if asked:
            each = ", ".join(f"{one.criterion} {one.asked - one.agreed} of {one.asked}" for one in found)
            yield (
                f"{self._settings.second_critic_model} judged {asked} verdicts again that were just the minimum; "
                f"it refused: {each}"
            )

    def _ahead(self, used: frozenset[str], selection: Selection) -> Ahead:
        passed = sum(selection.spare.values())
        return Ahead(frozenset(self._asked_ahead - used), passed, len(selection.spare) - passed)

    async def _sample(
        self, client: ModelClient, similar_passages: SimilarPassages, sampled: Callable[[int, int], None]
    ) -> None:
        """Judge a sample of the items against passages that no critic has read, and add the labels that this finds."""
        if not self._settings.residual or self._kept is None or self._selection is None:
            return
        self._prospect.progress.stage(f"looking for unlabelled answers to {self._settings.residual} items")
        sample = ResidualSample.of(client, self._settings, self._prompt_set, self._brief, similar_passages)
        items = (item.candidate for item in self._kept.items)
        candidates = (*items, *(critique.candidate for critique in self._selection.accepted))
        found = await self._stopping.phase(sample.measure(candidates, self._settings.residual, sampled))
        completed = {candidate.id: candidate for candidate in found.completed}
        self._kept = self._kept.with_candidates(completed, "a sampled search found another passage that answers it")
        self._selection.complete(completed)
        self._residual = found

    def _breadth(self, order: Sequence[WritingTask]) -> int:
        """The largest number of open source chunks. A batch opens all the chunks that it needs."""
        settings = self._settings
        return len(order) if settings.batch else _OPEN_A_SLOT * calls_at_once(settings.concurrency, settings.base_url)

    def _recheck(self, client: ModelClient, similar_passages: SimilarPassages) -> Recheck:
        return Recheck(
            client=client,
            critics=self._prompt_set.critics,
            panel=panel_settings(self._settings, self._brief, self._prompt_set),
            facts=self._prospect.corpus.facts,
            similar_passages=similar_passages,
            again=self._stale.again,
            new_passages=self._stale.new_passages,
            pack_size=PACK_SIZE[self._settings.quality],
        )

    def _worker(self, client: ModelClient, similar_passages: SimilarPassages, selection: Selection) -> ModelWorker:
        return ModelWorker(
            client=client,
            corpus=self._prospect.corpus,
            similar_passages=similar_passages,
            known=selection.knows_any,
            decided=self._stale.decided,
            writers=self._prompt_set.writers,
            critics=self._prompt_set.critics,
            writing=self._writing,
            panel=panel_settings(self._settings, self._brief, self._prompt_set),
            checks=self._prospect.checks,
            copies=self._prospect.aims.copies,
            replies=self._replies,
            pack_size=PACK_SIZE[self._settings.quality],
        )


def _nobody(_done: Done) -> None:
    """Report to nobody: no item is rechecked."""


def _report_items(report: Report, phase: str, finished: int, of: int) -> None:
    report(Done(0, finished, of, phase=phase))
