"""Label recall on pages in two languages -> the second part of measurements/results/label_recall.md.

Sixty facts, each on a page in English and on its translation, which has no word of it in common; in the second run a
third of the translated pages has a section more, so that their sections cannot be counted off. The questions about half
of the facts ask for a name on the screen, which the translation gives in its own language: such a place is no evidence.
The critic is scripted: it knows the translations, and calls a place with another screen name full, too.
"""

from __future__ import annotations

import asyncio
import json
import re
from dataclasses import dataclass

from benchmill.chat.model import ChatRequest
from benchmill.chat.recorded import MemoryStore, Recorded
from benchmill.critique.checks import CorpusFacts
from benchmill.critique.panel import CriticPrompts, PanelSettings, examine
from benchmill.growing.similar_passages import SimilarPassages
from benchmill.prompts.brief import Brief
from benchmill.records import AnswerComponent, Candidate, Chunk, Evidence, Span
from tests.servers.fake_model import FakeModel

_THINGS = {
    "pumps": "Pumpen", "valves": "Ventile", "tanks": "Kessel", "gauges": "Messuhren", "sluices": "Schleusen",
    "boilers": "Heizungen", "meters": "Zähler", "filters": "Siebe", "mirrors": "Spiegel", "lamps": "Leuchten",
}  # fmt: skip
_ROLES = {
    "inspects": ("the night keeper", "prüft", "die Nachtwache"),
    "cleans": ("the harbour crew", "reinigt", "die Mannschaft am Kai"),
    "orders": ("the office", "bestellt", "das Büro"),
    "shows": ('"All devices"', "zeigt", "„Alle Geräte“"),
    "resets": ('"Start again"', "setzt", "„Von vorn“"),
    "hides": ('"Fold away"', "verbirgt", "„Einklappen“"),
}


@dataclass(frozen=True)
class _Fact:
    question: str
    answer: str
    sentence: str
    translated: str

    @property
    def names_a_screen(self) -> bool:
        return self.answer.startswith('"')


def _facts() -> dict[str, list[_Fact]]:
    return {
        thing: [
            _Fact(
                f"Who or what {verb} the {thing}?", who, f"The {thing}: {who} {verb} them.", f"{ding}: {wer} {tut} sie."
            )
            for verb, (who, tut, wer) in _ROLES.items()
        ]
        for thing, ding in _THINGS.items()
    }


def _page(name: str, sections: list[tuple[str, str]]) -> list[Chunk]:
    chunks, at = [], 0
    for heading, text in sections:
        chunks.append(Chunk(Span(name, at, at + len(text), text), (heading,)))
        at += len(text) + 2
    return chunks


def measure(*, uneven: bool) -> tuple[int, int, int, int, float]:
    """(places wanted, found, labels that are no answer, screen names refused, calls an item)."""
    facts = _facts()
    chunks: list[Chunk] = []
    for number, (thing, said) in enumerate(facts.items()):
        pad, more = "More of it is on the next page of the book. ", "Mehr davon steht auf der folgenden Seite. "
        chunks += _page(f"{thing}.md", [(f"Part {n}", f"{one.sentence} {pad}") for n, one in enumerate(said)])
        german = [(f"Teil {n}", f"{one.translated} {more}") for n, one in enumerate(said)]
        if uneven and number % 3 == 0:
            german = [*german[:3], ("Neu", "Ein neuer Abschnitt, den es sonst nirgends gibt."), *german[3:]]
        chunks += _page(f"{thing}.de.md", german)
    every = {one.question: one for said in facts.values() for one in said}
    model = FakeModel(lambda request: _reply(request, every))
    client = Recorded(model, MemoryStore())
    similar = SimilarPassages(chunks, CorpusFacts.of(chunks, (), "en"))
    prompts, panel = CriticPrompts.load(), PanelSettings("openai:m", brief=Brief(secret="s"))
    wanted = found = wrong = refused = 0

    async def run() -> None:
        nonlocal wanted, found, wrong, refused
        for one in every.values():
            seed = next(chunk for chunk in chunks if one.sentence in chunk.text)
            span = seed.part(0, len(one.sentence))
            component = AnswerComponent(one.answer, (Evidence(span),))
            asked = Candidate("factoid", one.question, one.answer, (component,), (seed.id,))
            pack = similar.pack(asked, seed, 10)
            done = (await examine(asked, pack, client=client, prompts=prompts, settings=panel)).critique.candidate
            added = [evidence.span.text for evidence in done.components[0].evidence[1:]]
            right = [text for text in added if one.translated in text and not one.names_a_screen]
            wanted += not one.names_a_screen
            found += bool(right)
            wrong += len(added) - len(right)
            refused += one.names_a_screen and not added

    asyncio.run(run())
    return wanted, found, wrong, refused, len(model.asked) / len(every)


def _reply(request: ChatRequest, facts: dict[str, _Fact]) -> str:
    text = request.messages[-1].content
    if request.purpose in ("critique/standalone", "critique/relevance"):
        return json.dumps({"task": "look after devices", "rationale": "Fine.", "rating": 5})
    asked = re.search(r"Question: (.+)", text)
    fact = facts[asked[1].strip() if asked else ""]
    found: dict[str, dict[str, str]] = {}
    for number, block in enumerate((block for block in text.split("\n\n") if "\n¦ " in block), start=1):
        quote = next((words for words in (fact.sentence, fact.translated) if words in block), "")
        if request.purpose == "critique/same_fact":
            found[f"passage_{number}"] = {"rationale": "Read.", "label": "no" if fact.names_a_screen else "yes"}
        else:
            found[f"passage_{number}"] = {"quote": quote, "label": "full" if quote else "none"}
    if request.purpose == "critique/same_fact":
        return json.dumps({"passages": found})
    return json.dumps({"passages": found, "answer": fact.answer, "rationale": "Stated.", "rating": 5})


def lines() -> list[str]:
    """The second part of the results as Markdown."""
    rows = []
    for uneven, pages in ((False, "equal sections"), (True, "a third with a section more")):
        wanted, found, wrong, refused, calls = measure(uneven=uneven)
        rows.append(f"| {pages} | {wanted} | {found} | {wrong} | {refused} | {calls:.1f} |")
    return [
        "## Pages in two languages",
        "",
        *(__doc__ or "").split("\n\n", 1)[1].strip().splitlines(),
        "",
        "| translated pages | translated places | found | wrong | left out: another screen name | calls an item |",
        "|---|---|---|---|---|---|",
        *rows,
        "",
        "The code of 1db88c2 found none of them: no translated place reached the critic.",
        "",
    ]
