"""Nothing -> the benchmark that every consumer has to read: grown items, every kind, and texts that break files."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

import benchmill
from benchmill.records import AnswerComponent, Benchmark, Candidate, Critique, Item
from benchmill.workspace.folder import Snapshot
from benchmill.workspace.ledger.store import Edition
from tests.outputs.one_of_each import one_of_each

EXAMPLES = Path(__file__).parents[2] / "examples" / "docs"
TRAPS = (
    "What does {{ env.HOME }} do in {% if x %} and {# note #}?",
    "file:///etc/hostname",
    "=HYPERLINK(A1) and +1, -1, @x?",
    'He said "no", didn\'t he?\nA second line;\ta tab, a comma?',
    "Was heißt “naïve” – 東京, 🎉 and \u2028 mean?",
    "<script>alert(1)</script> & [link](x.md)?",
    "package:left-pad:run",
    "a | b || c ¦ d?",
)


def snapshot() -> Snapshot:
    """30 grown items, one of every kind, one for every trap; no model is asked."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "bench"
        benchmill.grow(EXAMPLES, out, benchmill.GrowSettings(questions=30))
        grown = benchmill.load(out).benchmark
    hand = one_of_each()
    by_hand = [replace(item, chapter=900) for item in hand.items]
    seed = hand.items[0].candidate
    traps = [_trap(number, text, seed) for number, text in enumerate(TRAPS, start=1)]
    documents = (*grown.documents, *hand.documents)
    items = (*grown.items, *by_hand, *traps)
    benchmark = Benchmark("consumers", documents, items, (*grown.chunks, *hand.chunks))
    return Snapshot(Edition(1, "", {}, {"settings": {"language": "en"}}), benchmark)


def _trap(number: int, text: str, seed: Candidate) -> Item:
    component = AnswerComponent(text, seed.components[0].evidence, ("6",))
    candidate = Candidate("factoid", text, f"The answer: {text}", (component,), seed.chunk_ids)
    return Item(Item.id_for(candidate), Critique(candidate), 901, number, "import:csv")
