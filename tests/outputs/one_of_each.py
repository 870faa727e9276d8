"""Nothing -> a small benchmark by hand, with one item of every kind, one of them imported."""

from __future__ import annotations

from benchmill.records import (
    CRITERIA,
    AnswerComponent,
    Benchmark,
    Candidate,
    Chunk,
    Critique,
    Document,
    Evidence,
    Hop,
    Item,
    NearMiss,
    Reading,
    Span,
    Verdict,
)

_FIRST = Document(
    "gate.md",
    "The gate lets 6 calls through. A retry waits 2 seconds. Every key lasts 90 days.\n",
    "Gate",
    "0",
    "text/markdown",
)
_SECOND = Document("cli.md", "Run `start`, then `send`. The command `send` takes --to.\n", "CLI", "1", "text/markdown")


def _quote(document: Document, words: str) -> Evidence:
    start = document.text.index(words)
    return Evidence(Span.of(document, start, start + len(words)))


def one_of_each() -> Benchmark:
    """Two documents, a chunk each; the factoid has no ratings, as an imported item has none."""
    chunks = tuple(Chunk(Span.of(d, 0, len(d.text)), (d.title,)) for d in (_FIRST, _SECOND))
    limiter, cli = chunks[0].id, chunks[1].id
    calls = _quote(_FIRST, "The gate lets 6 calls through.")
    retry = _quote(_FIRST, "A retry waits 2 seconds.")
    key = _quote(_FIRST, "Every key lasts 90 days.")
    run = _quote(_SECOND, "Run `start`, then `send`.")
    takes = _quote(_SECOND, "The command `send` takes --to.")
    candidates = (
        Candidate("factoid", "How many calls?", "6 calls", (AnswerComponent("6 calls", (calls,), ("6",)),), (limiter,)),
        Candidate(
            "list",
            "Which two limits of time are there?",
            "2 seconds and 90 days",
            (AnswerComponent("2 seconds", (retry,)), AnswerComponent("90 days", (key,))),
            (limiter,),
        ),
        Candidate("procedure", "How is it sent?", "start", (AnswerComponent("start, then send", (run,)),), (cli,)),
        Candidate("comparison", "Which is longer?", "a key", (AnswerComponent("a key", (retry, key)),), (limiter,)),
        Candidate(
            "multi_hop",
            "What does the second command take?",
            "--to",
            (AnswerComponent("--to", (run, takes)),),
            (cli,),
            hops=(Hop("Which is the second?", "send", run), Hop("What does send take?", "--to", takes)),
        ),
        Candidate(
            "unanswerable",
            "How long does a gate last?",
            "",
            (),
            (limiter,),
            near_miss=NearMiss(key, "90 days", "the gate's time", "premise", retry),
        ),
        Candidate(
            "ambiguous",
            "How long does it take?",
            "2 seconds or 90 days",
            (AnswerComponent("2 seconds", (retry,), ("2",)), AnswerComponent("90 days", (key,), ("90 days",))),
            (limiter,),
            readings=(
                Reading("How long does a retry wait?", "2 seconds", (retry,), ("2 seconds",)),
                Reading("How long does a key last?", "90 days", (key,), ("90 days",)),
            ),
        ),
    )
    items = tuple(
        Item(
            Item.id_for(candidate),
            Critique(
                candidate,
                tuple(Verdict(candidate.id, c, 5, "fine", model="rules") for c in CRITERIA if number > 1),
            ),
            1,
            number,
            "import:ragas" if number == 1 else "extractive",
        )
        for number, candidate in enumerate(candidates, start=1)
    )
    return Benchmark("by-hand", (_FIRST, _SECOND), items, chunks)
