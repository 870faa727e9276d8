"""Recheck: carried items meet the critics that are new today."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import pytest

from benchmill.chat.recorded import MemoryStore, Recorded
from benchmill.critique.checks import CorpusFacts
from benchmill.critique.panel import CriticPrompts, PanelSettings
from benchmill.growing.recheck import Kept, Recheck
from benchmill.growing.similar_passages import SEARCHED, SimilarPassages
from benchmill.records import CRITERIA, Evidence, Item, NearMiss, Span
from tests.growing.made import candidate, chunk, document, item
from tests.servers.fake_model import FakeModel

PAGE = document("a.md", "The relay listens on port 7400. The queue holds 500 jobs.")
TONE = """\
---
name: tone
inputs: question
scale: 1-3
minimum: 2
---
# System
Rate the tone. Reply with JSON.

# User
{{ question }}
"""


def unanswerable() -> Item:
    """A question that PAGE does not answer."""
    missed = NearMiss(Evidence(Span.of(PAGE, 0, 31)), "7400", "the protocol")
    asked = candidate(PAGE, "The relay listens on port 7400.", "Which protocol does the relay speak?", "7400")
    return item(replace(asked, kind="unanswerable", answer="", components=(), near_miss=missed))


@pytest.mark.parametrize(("rating", "kept"), [(3, 1), (1, 0)])
def test_a_critic_of_one_s_own_added_later_judges_unanswerable_items_too(
    tmp_path: Path, rating: int, kept: int
) -> None:
    (tmp_path / "critique").mkdir()
    (tmp_path / "critique" / "tone.md").write_text(TONE, encoding="utf-8")
    prompts = CriticPrompts.load(tmp_path)
    model = FakeModel(lambda _request: json.dumps({"rationale": "Heard.", "rating": rating}))
    passage = chunk(PAGE)
    facts = CorpusFacts.of([passage], [PAGE], "en")
    settings = PanelSettings("openai:critic", order=(*CRITERIA, "tone"))

    async def main() -> Kept:
        client = Recorded(model, MemoryStore())
        similar = SimilarPassages([passage], facts)
        recheck = Recheck(client, prompts, settings, facts, similar, ("standalone", "tone"), frozenset(), 4)
        return await recheck.look_after([unanswerable()])

    found = asyncio.run(main())
    assert [request.purpose for request in model.asked] == ["critique/tone"]
    assert len(found.items) == kept
    assert len(found.retired) == 1 - kept


@pytest.mark.parametrize(("others", "retired"), [(2, 1), (SEARCHED, 0)], ids=["ranked among the first", "behind them"])
def test_an_unanswerable_item_is_probed_by_the_new_passages_that_search_ranks_first(others: int, retired: int) -> None:
    better = [document(f"b{n:02}.md", f"Which protocol the relay of house {n} speaks is open.") for n in range(others)]
    new = document("new.md", "The queue of a relay is emptied at night, and it speaks Erlbus then.")
    pages = [PAGE, *better, new]
    passages = [chunk(page) for page in pages]
    found_there = {"label": "full", "quote": "it speaks Erlbus"}
    model = FakeModel(lambda _request: json.dumps({"passages": [found_there], "answer": "Erlbus", "rating": 5}))
    facts = CorpusFacts.of(passages, pages, "en")

    async def main() -> Kept:
        client, similar = Recorded(model, MemoryStore()), SimilarPassages(passages, facts)
        settings = PanelSettings("openai:critic", order=CRITERIA)
        news = frozenset([passages[-1].id])
        recheck = Recheck(client, CriticPrompts.load(), settings, facts, similar, (), news, 4)
        return await recheck.look_after([unanswerable()])

    found = asyncio.run(main())
    assert len(model.asked) == retired
    assert [one.item for one in found.retired] == [unanswerable()] * retired
