"""A writing task -> Grown, its candidates and failures: by a language model and three critics, or by rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from benchmill.chat.model import ModelClient
from benchmill.chat.together import together
from benchmill.critique.checks import CheckSettings, CorpusFacts, first_failure
from benchmill.critique.hearing import Hearing
from benchmill.critique.panel import CriticPrompts, PanelSettings, examine
from benchmill.critique.rule_critics import examine_by_rules
from benchmill.generator.extractive import Writer
from benchmill.generator.kinds import WritingTask
from benchmill.generator.questions import WriterSettings, write_questions
from benchmill.growing.candidate_state import CandidateState
from benchmill.growing.counted_hearing import CountedHearing
from benchmill.growing.equal_text import with_equivalents, with_repeated_readings
from benchmill.growing.grown import Grown, Judged
from benchmill.growing.many_places import with_further_places
from benchmill.growing.outlook import OPEN_TASK, OpenTask
from benchmill.growing.read_replies import ReadReplies
from benchmill.growing.similar_passages import SimilarPassages
from benchmill.prompts import Prompt
from benchmill.records import Candidate, Chunk, Critique, Document, Failure, Item, Kind

Known = Callable[[tuple[str, str]], bool]
"""The ids of a candidate and of the item that has its words -> whether an item before this run has these words."""
Copies = Callable[[str], bool]
"""Whether a question is one of the real queries, which no item may repeat."""


@dataclass(frozen=True, slots=True)
class Corpus:
    """What workers look up: documents by id, word statistics, and the near-identical chunks of each chunk."""

    documents: Mapping[str, Document]
    facts: CorpusFacts
    equivalent: Mapping[str, tuple[Chunk, ...]]


@dataclass(frozen=True, slots=True)
class RuleWorker:
    """Grows by the built-in writer; rules judge in place of the critics, and every verdict says so."""

    corpus: Corpus
    kinds: tuple[str, ...]
    checks: CheckSettings
    min_rating: int
    writer: Writer
    copies: Copies = lambda _question: False

    async def __call__(self, task: WritingTask) -> Grown:
        written, failures = without_copies(self.writer.write(task.seed), self.copies)
        judged = tuple(self._judge(each, task.seed) for each in written if each.kind in self.kinds)
        return Grown(task, judged, failures)

    def _judge(self, candidate: Candidate, seed: Chunk) -> Judged:
        if failure := first_failure(candidate, seed, self.corpus.facts, self.checks):
            return Judged(Critique(candidate), failure)
        critique = examine_by_rules(with_equivalents(candidate, seed, self.corpus.equivalent))
        return Judged(critique, end_of(critique, self.min_rating, ()))


@dataclass(frozen=True, slots=True)
class ModelWorker:
    """Grows by calls: one that writes, then for each candidate the free checks and the critics, all through one
    model client.

    `known` recognises candidates that are items already; `decided` has those that the same critics refused before.
    Neither are judged again, even if similar passages changed.
    """

    client: ModelClient
    corpus: Corpus
    similar_passages: SimilarPassages
    known: Known
    decided: Mapping[str, Judged]
    writers: Mapping[Kind, Prompt]
    critics: CriticPrompts
    writing: WriterSettings
    panel: PanelSettings
    checks: CheckSettings
    pack_size: int
    replies: ReadReplies
    copies: Copies = lambda _question: False

    def recalled(self, task: WritingTask) -> Grown | None:
        """The outcome of a task whose recorded reply an earlier run read, if none of its candidates is to be judged."""
        reply = self.replies.of_task(task)
        if reply is None:
            return None
        news = [self.decided.get(candidate) for candidate, item in reply.names if not self.known((candidate, item))]
        judged = tuple(each for each in news if each)
        if len(judged) < len(news):
            return None
        self.replies.use(reply.request_key)
        failures = () if reply.names else (_abstention(task),)
        return Grown(task, judged, failures, frozenset((reply.request_key,)))

    async def __call__(self, task: WritingTask) -> Grown:
        seed, prompt = task.seed, self.writers[task.kind or "factoid"]
        written = await write_questions(task, client=self.client, prompt=prompt, settings=self.writing)
        self.replies.note(task, written)
        fresh, copied = without_copies(written.candidates, self.copies)
        news = [candidate for candidate in fresh if not self.known((candidate.id, Item.id_for(candidate)))]
        known_ends = [self._without_critics(candidate, seed) for candidate in news]
        open_task = OPEN_TASK.get()
        states = iter(open_task.wrote(known_ends.count(None)) if open_task else ())
        ends = await together(
            self._judge(candidate, seed, open_task, next(states, None)) if end is None else _settled(end)
            for candidate, end in zip(news, known_ends, strict=True)
        )
        failures = (*written.failures, *copied)
        if written.abstained:
            failures += (_abstention(task),)
        return Grown(task, tuple(ends), failures)

    def _without_critics(self, candidate: Candidate, seed: Chunk) -> Judged | None:
        """The candidate's outcome where no critic is needed; None where critics must judge."""
        if decided := self.decided.get(candidate.id):
            return decided
        failure = first_failure(candidate, seed, self.corpus.facts, self.checks)
        return Judged(Critique(candidate), failure) if failure else None

    async def _judge(
        self, candidate: Candidate, seed: Chunk, open_task: OpenTask | None, state: CandidateState | None
    ) -> Judged:
        """Ask the critics, as soon as the outlook sends them the candidate."""
        if open_task is None or state is None:
            return await self._examined(candidate, seed, Hearing())
        judged = Judged(Critique(candidate))
        if await open_task.called(state):
            judged = await self._examined(candidate, seed, CountedHearing(open_task, state))
        if state.needless and state.passed < self.critics_asked:
            reason = "the benchmark has no room left for what its task asks"
            judged = Judged(judged.critique, Failure("duplicate", candidate.id, "surplus", reason))
        open_task.end(state, accepted=judged.failure is None)
        return judged

    def further(self, candidate: Candidate) -> Sequence[Chunk]:
        """Passages without the candidate's evidence, for the critic that must not find its answer there."""
        return self.similar_passages.without_gold(candidate, self.pack_size)

    @property
    def critics_asked(self) -> int:
        """The number of critics that must accept a candidate; those that share a call count once."""
        return len(self.panel.turns)

    async def _examined(self, candidate: Candidate, seed: Chunk, hearing: Hearing) -> Judged:
        pack = self.similar_passages.pack(candidate, seed, self.pack_size)
        candidate = with_equivalents(candidate, seed, self.corpus.equivalent)
        candidate = with_repeated_readings(candidate, pack, self.corpus.facts.language)
        examined = await examine(
            candidate,
            pack,
            client=self.client,
            prompts=self.critics,
            settings=self.panel,
            hearing=hearing,
            further=self.further,
        )
        critique = examined.critique
        if "relevance" not in self.panel.order:  # `lean`: rules judge the criteria that ask no model
            by_rules = examine_by_rules(critique.candidate).verdicts
            relevance = tuple(verdict for verdict in by_rules if verdict.criterion == "relevance")
            critique = Critique(critique.candidate, critique.verdicts + relevance)
        failure = end_of(critique, self.panel.minimum, examined.failures)
        if failure is None:
            critique = await with_further_places(
                critique,
                pack,
                self.similar_passages,
                client=self.client,
                prompts=self.critics,
                settings=self.panel,
            )
            failure = end_of(critique, self.panel.minimum, ())
        return Judged(critique, failure)


def _abstention(task: WritingTask) -> Failure:
    return Failure("generate", task.seed.id, "abstained", "the model found nothing worth asking")


async def _settled(judged: Judged) -> Judged:
    return judged


def without_copies(
    candidates: Sequence[Candidate], copies: Copies
) -> tuple[tuple[Candidate, ...], tuple[Failure, ...]]:
    """The candidates that repeat no real query. The others become failures that do not repeat the query's words."""
    kept = tuple(candidate for candidate in candidates if not copies(candidate.question))
    reason = "the writer asked what one of the real queries of --like asks, nearly word for word"
    gone = (candidate for candidate in candidates if candidate not in kept)
    return kept, tuple(Failure("check", each.id, "copies-a-real-query", reason, each.request_key) for each in gone)


def end_of(critique: Critique, minimum: int, failures: tuple[Failure, ...]) -> Failure | None:
    """Why the candidate is not accepted; None where it is."""
    decision = critique.decide(minimum)
    if decision == "accepted" and not failures:
        return None
    subject = critique.candidate.id
    if decision != "rejected":  # one of the user's own critics may be the one without a verdict
        cause = failures[0] if failures else None
        reason = f"undecided: {cause.reason}" if cause else "undecided: a critic gave no verdict"
        return Failure("critique", subject, "undecided", reason, cause.request_key if cause else "")
    low = min(
        (verdict for verdict in critique.verdicts if verdict.refuses(minimum)), key=lambda verdict: verdict.rating
    )
    reason = f"rated {low.rating} of {low.scale}: {low.rationale}"
    return Failure("critique", subject, low.criterion, reason, low.request_key)
