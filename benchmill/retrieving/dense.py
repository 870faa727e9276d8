"""Texts, queries, a ledger -> vectors, each paid once; vectors -> nearest texts."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass

from benchmill.records import UsageError, digest
from benchmill.retrieving.embedding import Embed, embedder, kept_as
from benchmill.retrieving.fusion import Ranked
from benchmill.retrieving.workers import all_of
from benchmill.running.event_loop import run_loop
from benchmill.workspace.ledger.vectors import SqliteVectors

_BATCH = 32
_AT_ONCE = 4


def vectors_of(
    texts: Sequence[str],
    spec: str,
    store: SqliteVectors,
    base_url: str | None = None,
    report: Callable[[str], None] = lambda _: None,
) -> list[array[float]]:
    """A vector for every text; vectors in the ledger are not asked for again.

    Every batch is recorded at once, so vectors of a run that broke are not paid twice. Raises what `embedder`
    raises, and UsageError where vectors of one model differ in length.
    """
    names = [digest(text) for text in texts]
    model = kept_as(spec)
    known = store.get(model, names)
    missing = {name: text for name, text in zip(names, texts, strict=True) if name not in known}
    if missing:
        run_loop(_embed(missing, model, store, embedder(spec, base_url, report)))
        known |= store.get(model, missing)
    found = [known[name] for name in names]
    if len({len(vector) for vector in found}) > 1:
        raise UsageError(f"{spec} gave vectors of different lengths: was another model behind this name before?")
    return found


async def _embed(
    missing: Mapping[str, str], model: str, store: SqliteVectors, opened: AbstractAsyncContextManager[Embed]
) -> None:
    names = list(missing)
    batches = iter([names[at : at + _BATCH] for at in range(0, len(names), _BATCH)])

    async def work(embed: Embed) -> None:
        for batch in batches:
            vectors = await embed([missing[name] for name in batch])
            store.put(model, dict(zip(batch, vectors, strict=True)))

    async with opened as embed:
        await all_of(work(embed) for _ in range(_AT_ONCE))


@dataclass(frozen=True, slots=True)
class Recorded:
    """The vectors of `model`, by text; so many texts are `missing`."""

    model: str
    vectors: Mapping[str, Sequence[float]]
    missing: int = 0


def recorded(texts: Sequence[str], store: SqliteVectors) -> Recorded | None:
    """The vectors that a search has left in the ledger, of the model that lacks fewest of `texts`; None without any.

    Nothing is asked for.
    """
    found: Recorded | None = None
    names: dict[str, str] = {}
    for model in store.models():
        names = names or {text: digest(text) for text in texts}
        known = store.get(model, names.values())
        if len({len(vector) for vector in known.values()}) > 1:
            continue  # another model was behind this name before
        vectors = {text: known[name] for text, name in names.items() if name in known}
        one = Recorded(model, vectors, len(names) - len(vectors))
        if found is None or one.missing < found.missing:
            found = one
        if not one.missing:
            break
    return found


def nearest(queries: Sequence[Sequence[float]], texts: Sequence[Sequence[float]], k: int) -> list[Ranked]:
    """For every query the `k` texts of the largest cosine, best first, equal values by index."""
    import numpy as np

    if not texts or not queries:
        return [[] for _ in queries]
    matrix, asked = (np.asarray(rows, dtype=np.float32) for rows in (texts, queries))
    matrix, asked = (rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12) for rows in (matrix, asked))
    found = []
    for row in asked:
        scores = matrix @ row
        order = np.argsort(-scores, kind="stable")[:k]
        found.append([(int(place), float(scores[place])) for place in order])
    return found
