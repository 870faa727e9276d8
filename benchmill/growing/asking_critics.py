"""A snapshot, settings -> the critics of its runs, which can judge candidates again outside a run."""

from __future__ import annotations

from collections.abc import Sequence

from benchmill.chat.model import ModelClient
from benchmill.critique.checks import CorpusFacts
from benchmill.critique.panel import PanelSettings, examine
from benchmill.growing.description import kept_description
from benchmill.growing.prompt_set import PACK_SIZE, PromptSet, brief_of, panel_settings
from benchmill.growing.similar_passages import SimilarPassages
from benchmill.records import Candidate, Chunk, Verdict
from benchmill.settings import GrowSettings
from benchmill.workspace.folder import Snapshot
from benchmill.workspace.ledger.store import Ledger


class AskingCritics:
    """Asks the critics with the prompts, passages and pack size that a run with these settings would use."""

    def __init__(self, snapshot: Snapshot, settings: GrowSettings, ledger: Ledger) -> None:
        benchmark = snapshot.benchmark
        self.prompt_set = PromptSet.of(
            settings, benchmark.name, benchmark.documents, described=kept_description(ledger)
        )
        self.facts = CorpusFacts.of(benchmark.chunks, benchmark.documents, settings.language)
        self.panel: PanelSettings = panel_settings(
            settings, brief_of(settings, self.prompt_set, ledger.secret.hex()), self.prompt_set
        )
        self._similar = SimilarPassages(benchmark.chunks, self.facts)
        self._size = PACK_SIZE[settings.quality]

    def pack(self, candidate: Candidate, size: int = 0) -> tuple[Chunk, ...]:
        """The candidate's passages and similar ones, `size` or as many as in a run; none where its own are gone."""
        return self._similar.read(candidate, size or self._size)

    async def verdicts(self, candidate: Candidate, client: ModelClient, panel: PanelSettings) -> Sequence[Verdict]:
        """What the critics say; nothing where the candidate's passages are gone."""
        pack = self.pack(candidate)
        if not pack:
            return ()
        examined = await examine(
            candidate,
            pack,
            client=client,
            prompts=self.prompt_set.critics,
            settings=panel,
            further=lambda one: self._similar.without_gold(one, self._size),
        )
        return examined.critique.verdicts
