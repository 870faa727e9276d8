"""Settings, documents, real queries -> Aims: the shares of styles, personas, difficulties, lengths and topics."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from benchmill.generator.kinds import DEFAULT_MIX, WritingTask
from benchmill.growing.axis import Axis
from benchmill.growing.likeness import Length, Likeness, topics_of
from benchmill.growing.personas import personas_of
from benchmill.growing.real_queries import read_queries
from benchmill.growing.source import Source
from benchmill.records import Candidate, Kind, short_digest
from benchmill.records.askable import is_always_hard, is_asked
from benchmill.records.difficulty import difficulty_of
from benchmill.records.languages import language_of
from benchmill.records.manner import DIFFICULTIES, STYLES, Manner
from benchmill.records.shares import names_of, shares_of
from benchmill.records.styles import style_of
from benchmill.retrieving.bm25 import Bm25
from benchmill.settings import GrowSettings

V = TypeVar("V", bound=Hashable)


@dataclass(frozen=True)
class Aims:
    """What a run aims at besides kinds. Empty where the user left all of this to the writer."""

    axes: tuple[Axis, ...] = ()
    like: Likeness | None = None
    personas: Mapping[str, str] = field(default_factory=dict)
    seed: int = 0
    joined: bool = False
    """Whether a task gets style and length as a pair, with the shares of such pairs in the real queries."""

    def dressed(
        self, tasks: Sequence[WritingTask], missing: Mapping[str, Mapping[Any, int]] | None = None
    ) -> Sequence[WritingTask]:
        """Each task with a manner. `missing`: axis -> value -> how many are still wanted; without it the shares decide.

        A hash of the passages chooses the manner. So an edited document changes no other task's manner, and the next
        run finds its recorded calls. Quotas set the exact numbers.
        """
        if not self.axes:
            return tasks
        wanted = {name: own for name, own in (missing or {}).items() if any(own.values())}
        weights = {axis.name: wanted.get(axis.name, axis.shares) for axis in self.axes}
        return [replace(task, manner=self._manner(task, weights, again=missing is not None)) for task in tasks]

    def _manner(self, task: WritingTask, weights: Mapping[str, Mapping[Any, float]], *, again: bool) -> Manner:
        def drawn(name: str, fits: Callable[[Any], bool] = lambda _: True) -> Any:  # noqa: ANN401 - a value of the axis
            ids = [passage.id for passage in task.passages]
            shares = {value: share for value, share in weights.get(name, {}).items() if fits(value)}
            return draw(shares, self.seed, name, task.kind or "", ids, again)

        style, words = drawn("style"), drawn("length")
        if self.like and self.joined and not again and "length" in weights:
            # real queries show which style has which length: keywords are short, symptoms long
            forms = {form: share for form, share in self.like.forms.items() if is_asked(task.kind, form[0])}
            form = draw(forms or self.like.forms, self.seed, "form", task.kind or "", [p.id for p in task.passages])
            style, words = form or (style, words)
        level = drawn("difficulty")
        if level and is_always_hard(task.kind, len(task.passages)):
            level = "hard"
        if style and not is_asked(task.kind, style):
            style = drawn("style", lambda other: is_asked(task.kind, other)) or style
        if level and not is_asked(task.kind, style or "", level):
            level = drawn("difficulty", lambda other: is_asked(task.kind, style or "", other)) or level
        return Manner(style or "", self.personas.get(drawn("persona"), ""), level or "", words)

    def copies(self, question: str) -> bool:
        """Whether a question is one of the real queries: no benchmark and no file may have such a question."""
        return self.like is not None and self.like.copies(question)

    def by_topic(self, tasks: Mapping[Any, Sequence[WritingTask]]) -> Mapping[Any, Sequence[WritingTask]]:
        """The tasks of each kind in proportion to the topics of the real queries; topics without a query come last."""
        if not self.like or not self.like.topic_shares:
            return tasks
        return {kind: _spread(own, self.like) for kind, own in tasks.items()}


def aims_of(settings: GrowSettings, source: Source) -> Aims:
    """The aims of a run. Raises UsageError or InputError where personas or queries cannot be used."""
    if not (settings.styles or settings.persona or settings.difficulty or settings.like):
        return Aims()
    language = language_of([document.text for document in source.documents], settings.language)
    like = _likeness(Path(settings.like), source, language) if settings.like else None
    personas = personas_of(settings.persona, source.documents) if settings.persona else ()
    texts = {persona.text: persona.name for persona in personas}
    axes = []
    if like:
        axes += [*([] if settings.by_rules else [_lengths(like)]), *([_topics(like)] if like.topic_shares else [])]
    if not settings.by_rules and (settings.styles or like):
        axes.append(_styles(settings, like, language))
    if texts:
        shares = {persona.name: persona.share for persona in personas}
        axes.append(
            Axis("persona", shares, lambda one: texts.get(one.manner.persona), lambda t: texts.get(t.manner.persona))
        )
    if levels := _shares(settings.difficulty, DIFFICULTIES):
        axes.append(
            Axis(
                "difficulty",
                levels,
                lambda one: difficulty_of(one, language).level,
                lambda task: task.manner.difficulty or None,
            )
        )
    named = {persona.name: persona.text for persona in personas}
    return Aims(tuple(axes), like, named, settings.seed, joined=not settings.styles)


def weights_of(settings: GrowSettings, aims: Aims) -> dict[Kind, float]:
    """The shares of kinds: the user's, else the shares in the real queries, else the default mix."""
    if settings.shares:
        return settings.shares
    like = aims.like.kinds if aims.like and not settings.kinds else {}
    own = {kind: like[kind] for kind in settings.wanted_kinds if kind in like}
    return own or {kind: DEFAULT_MIX[kind] for kind in settings.wanted_kinds}


def draw(shares: Mapping[V, float], *key: object) -> V | None:
    """One value, chosen by a hash of `key` with the chance of its share: the same key gives the same value."""
    total = sum(shares.values())
    if total <= 0:
        return None
    point = int(short_digest(*key), 16) / 16 ** len(short_digest(*key)) * total
    for value, share in shares.items():
        point -= share
        if point < 0:
            return value
    return next(value for value, share in reversed(list(shares.items())) if share > 0)


def _styles(settings: GrowSettings, like: Likeness | None, language: str) -> Axis:
    """The shares of styles: the user's if there are any, else those of the real queries."""
    shares = _shares(settings.styles, STYLES)
    if like and not shares:
        shares = {style: sum(share for (own, _), share in like.forms.items() if own == style) for style in STYLES}

    def of(candidate: Candidate) -> str:
        return candidate.manner.style or style_of(candidate.question, language)

    return Axis("style", shares, of, lambda task: task.manner.style or None, soft=not settings.styles)


def _lengths(like: Likeness) -> Axis:
    shares: dict[Length, float] = dict.fromkeys(like.bins, 0.0)
    for (_, words), share in like.forms.items():
        shares[words] += share
    return Axis("length", shares, lambda one: like.bin_of(one.question), lambda task: task.manner.words, soft=True)


def _topics(like: Likeness) -> Axis:
    def of_task(task: WritingTask) -> str:
        return like.topic_of(task.seed.document_id)

    return Axis("topic", like.topic_shares, lambda one: like.topic_of(one.document_id), of_task, soft=True)


def _shares(texts: Sequence[str], known: Sequence[str]) -> dict[str, float]:
    """The user's shares in the order of `known`; equal shares where the user gave only names."""
    given = shares_of(texts) or dict.fromkeys(names_of(texts), 1.0)
    return {name: given[name] for name in known if name in given}


def _likeness(path: Path, source: Source, language: str) -> Likeness:
    real = read_queries(path)
    chunks = source.chunks()
    index = Bm25.of([" ".join((*chunk.headings, chunk.text)) for chunk in chunks], language=language)
    topic_of = topics_of(document.id for document in source.documents)
    best = [index.top(query, 1) for query in real.texts]
    topics = tuple(topic_of(chunks[hits[0][0]].document_id) if hits else None for hits in best)
    return Likeness(real.texts, topics, topic_of, real.left_out)


def _spread(tasks: Sequence[WritingTask], like: Likeness) -> list[WritingTask]:
    left: dict[str, list[WritingTask]] = {}
    for task in reversed(tasks):
        left.setdefault(like.topic_of(task.seed.document_id), []).append(task)
    taken = dict.fromkeys(left, 0)
    order = []
    while left:
        topic = max(left, key=lambda name: (like.topic_shares.get(name, 0.0) / (2 * taken[name] + 1), name))
        order.append(left[topic].pop())
        taken[topic] += 1
        if not left[topic]:
            del left[topic]
    return order
