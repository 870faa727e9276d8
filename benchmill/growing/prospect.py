"""A source and settings -> what one run knows about its corpus beforehand: tasks, quotas, similar passages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial

from benchmill.critique.checks import CheckSettings, CorpusFacts
from benchmill.generator.eligibility import Chosen, Seeds
from benchmill.generator.kinds import Capacity, TasksByKind, WritingTask, interleave, plan_quotas
from benchmill.generator.kinds.pages import Pages
from benchmill.growing.aims import Aims, aims_of, weights_of
from benchmill.growing.basis import Basis
from benchmill.growing.selection import Selection
from benchmill.growing.similar_passages import SimilarPassages
from benchmill.growing.source import Source
from benchmill.growing.workers import Corpus
from benchmill.indexing.light_chunks import ChunkTexts
from benchmill.indexing.order_facts import Order
from benchmill.indexing.postings import Postings
from benchmill.records import KINDS, Item, Kind
from benchmill.records.languages import language_of
from benchmill.running.progress import Progress
from benchmill.settings import GrowSettings
from benchmill.workspace.ledger.store import Ledger


@dataclass(frozen=True)
class Prospect:
    """One run over one source. Each property of the corpus is computed at its first use."""

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

    def selection(self, kept: tuple[Item, ...], *, replaces: bool = False) -> Selection:
        """A selection that begins with the items `kept`; `replaces`: the run replaces a few items."""
        settings, aims = self.settings, self.aims
        found = Selection(
            kept,
            settings.questions,
            self.per_document,
            language=settings.language,
            documents=len(self.source.documents),
            barred=self.barred,
            axes=aims.axes,
            newly=cache(partial(self.ledger.calls.answered, uncounted=True)) if replaces else None,
        )
        found.failures.extend(aims.like.left_out if aims.like else ())
        return found

    @property
    def per_document(self) -> int:
        return self.settings.most_per_document(len(self.source.documents))

    @property
    def checks(self) -> CheckSettings:
        return CheckSettings(language=self.settings.language)

    @cached_property
    def seeds(self) -> Seeds:
        return self.source.seeds()

    @cached_property
    def order(self) -> Order:
        """The order in which the source chunks are asked about."""
        eligible, number_of = self.seeds.eligible, self.source.chunks().numbers
        numbers = eligible.numbers if isinstance(eligible, Chosen) else [number_of[chunk.id] for chunk in eligible]
        return self.source.order(numbers, self.settings.seed, self.per_document)

    @cached_property
    def tasks(self) -> Mapping[Kind, Sequence[WritingTask]]:
        """The tasks that a model can write for, by kind."""
        kinds, chunks, own = self.settings.wanted_kinds, self.source.chunks(), self.order
        seed, last = self.settings.seed, self.settings.irreplaceable

        def linked(pages: Pages) -> TasksByKind:  # without `self`, which would keep all of the run alive behind it
            order = Chosen(chunks, own.numbers.tolist())
            return TasksByKind(chunks, order, kinds, seed=seed, pages=pages, last=last)

        found = self.source.tasks(own, tuple(kind for kind in KINDS if kind in kinds), linked)
        return self.aims.by_topic(found)

    def plan(self, quotas: Mapping[Kind, float], kinds: Iterable[Kind]) -> Sequence[WritingTask]:
        """One order of the tasks of these kinds. Which other kinds there are does not change the order of two tasks."""
        wanted = set(kinds)
        own = {kind: self.tasks[kind] for kind in self.tasks if kind in wanted}
        return self.aims.dressed(interleave(own, quotas))

    @cached_property
    def aims(self) -> Aims:
        """What the run aims at besides kinds: styles, personas, difficulties, and the mix of real queries."""
        return aims_of(self.settings, self.source)

    @cached_property
    def weights(self) -> dict[Kind, float]:
        """The shares of kinds."""
        return weights_of(self.settings, self.aims)

    def quotas(self, least: Mapping[Kind, int], *, alike: bool = False) -> dict[Kind, int]:
        """How many questions of each kind the run tries to reach: no fewer than `least`, `alike` in these shares."""
        wanted, fixed = self.settings.questions, bool(self.settings.shares)
        return plan_quotas(wanted, self.weights, self.places, fixed=fixed, least=least, alike=alike)

    @cached_property
    def places(self) -> Mapping[Kind, int]:
        """How many questions of each kind the documents have places for."""
        return Capacity(self.tasks)

    @cached_property
    def corpus(self) -> Corpus:
        documents = {document.id: document for document in self.source.documents}
        chunks, postings = self.source.chunks(), self.postings
        return Corpus(
            documents,
            CorpusFacts(chunks, documents, postings.language, postings, chunks.numbers),
            self.seeds.equivalent,
        )

    @cached_property
    def postings(self) -> Postings:
        """The full-text index, in the language of most chunks."""
        return self.source.postings(language_of(ChunkTexts(self.source.chunks()), self.settings.language))

    @cached_property
    def similar_passages(self) -> SimilarPassages:
        return SimilarPassages(self.source.chunks(), self.corpus.facts, self.postings)
