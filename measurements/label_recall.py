"""Label recall on planted repeats -> measurements/results/label_recall.md.

Each fact stands in one to six places, in six wordings, among 300 other passages, of which a third speak of the same
thing with another value or give the same value of another thing. The critic is scripted: it knows the truth, but quotes
like real ones do (a name without its value, other words), calls one passage in fifty full that is not, calls one in ten
that answers partial, and forgets none. What is measured is everything around it: which passages reach it, what code
makes of its quotes.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import sys
from dataclasses import dataclass
from pathlib import Path

from benchmill.chat.model import ChatRequest
from benchmill.chat.recorded import MemoryStore, Recorded
from benchmill.critique.checks import CorpusFacts
from benchmill.critique.panel import CriticPrompts, PanelSettings, examine
from benchmill.growing.many_places import with_further_places
from benchmill.growing.residual import ResidualSample
from benchmill.growing.similar_passages import SimilarPassages
from benchmill.prompts.brief import Brief
from benchmill.records import AnswerComponent, Candidate, Chunk, Evidence, Span
from benchmill.scorer.proportion import wilson
from measurements import translated_labels
from tests.servers.fake_model import FakeModel

FACTS = 60
WORDED = (
    "The {name} relay keeps a message for {days} days before it is dropped.",
    "After {days} days the {name} relay drops what nobody has read.",
    "| `{name}` relay | {days} days | messages |",
    "Messages of the relay called {name} live {days} days, then they are gone.",
    "- relay `{name}`: unread messages go after {days} days",
    "In release 3 the time that the {name} relay keeps messages became {days} days.",
)
OTHERS = (
    "The {name} relay of zone {number} sends {other} messages a day to a console.",
    "The {name} mirror is rebuilt after {days} days without a message.",
    "Invoices of customers in zone {number} are due within {days} days.",
)
_OVEREAGER = 0.02
_SHY = 0.1


@dataclass(frozen=True)
class Planted:
    """A corpus, and the name, value and places of each fact."""

    chunks: list[Chunk]
    facts: list[tuple[str, int, list[Chunk]]]

    @classmethod
    def of(cls, seed: int = 7) -> Planted:
        rng = random.Random(seed)
        chunks: list[Chunk] = []
        facts = []
        syllables = ["am", "bir", "ced", "del", "emb", "fjo", "gro", "har", "isl", "jas", "kel", "lag"]
        for number in range(FACTS):
            name = syllables[number % 12] + syllables[(number // 12 + 5) % 12] + "o"
            days = 11 + 7 * number
            wordings = rng.sample(WORDED, 1 + number % 6)
            places = [
                _chunk(f"{name}/{n}.md", f"{words.format(name=name, days=days)}\n\nThe console shows more about it.")
                for n, words in enumerate(wordings)
            ]
            facts.append((name, days, places))
            chunks += places
            for n, words in enumerate(OTHERS):
                text = words.format(name=name, days=days, number=number, other=rng.randrange(200))
                chunks.append(_chunk(f"other/{name}-{n}.md", f"{text} The console shows more about it."))
        for number in range(120):
            chunks.append(_chunk(f"far/{number}.md", f"Zone {number} has {rng.randrange(900)} consoles and a keeper."))
        rng.shuffle(chunks)
        return cls(chunks, facts)


def _chunk(name: str, text: str) -> Chunk:
    return Chunk(Span(name, 0, len(text), text), ("Operations",))


def _candidate(name: str, days: int, seed: Chunk) -> Candidate:
    sentence = seed.text.partition("\n")[0]
    evidence = Evidence(Span(seed.document_id, 0, len(sentence), sentence))
    question = f"For how long does the {name} relay keep messages?"
    return Candidate("factoid", question, f"{days} days", (AnswerComponent(f"{days} days", (evidence,)),), (seed.id,))


def critic(facts: list[tuple[str, int, list[Chunk]]]) -> FakeModel:
    """A critic that knows the places of each fact and quotes them loosely."""
    true = {(name, place.text.partition("\n")[0]) for name, _, places in facts for place in places}
    values = {name: f"{days} days" for name, days, _ in facts}
    source = {name: places[0].text.partition("\n")[0] for name, _, places in facts}

    def reply(request: ChatRequest) -> str:
        text = request.messages[-1].content
        if request.purpose in ("critique/standalone", "critique/relevance"):
            return json.dumps({"task": "run relays", "rationale": "Fine.", "rating": 5})
        asked = re.search(r"the (\w+) relay keep", text)
        name = asked[1] if asked else ""
        blocks = [block for block in text.split("\n\n") if "\n¦ " in block]
        found = {}
        for number, block in enumerate(blocks, start=1):
            sentence = next(line[2:] for line in block.splitlines() if line.startswith("¦ "))
            rng = random.Random(f"{name} {sentence}")
            states = (name, sentence) in true
            if request.purpose == "critique/same_fact":
                found[f"passage_{number}"] = {"rationale": "Read.", "label": "yes" if states else "no"}
                continue
            label = "full" if states or rng.random() < _OVEREAGER else "none"
            quote = rng.choice([sentence, sentence, values[name], name]) if label == "full" else ""
            if states and sentence != source.get(name) and rng.random() < _SHY:
                label = "partial"
            found[f"passage_{number}"] = {"quote": quote if quote in sentence else sentence, "label": label}
        if request.purpose == "critique/same_fact":
            return json.dumps({"passages": found})
        return json.dumps({"passages": found, "answer": values[name], "rationale": "Stated.", "rating": 5})

    return FakeModel(reply)


def measure(planted: Planted) -> dict[str, float]:
    """Places found, wrong evidence, calls, and the stated residual before and after labels were added."""
    facts = CorpusFacts.of(planted.chunks, (), "en")
    similar = SimilarPassages(planted.chunks, facts)
    model = critic(planted.facts)
    client = Recorded(model, MemoryStore())
    prompts, panel = CriticPrompts.load(), PanelSettings("openai:m", brief=Brief(secret="s"))
    bare, labelled = [], []
    wanted = found = wrong = 0

    async def run() -> None:
        nonlocal wanted, found, wrong
        for name, days, places in planted.facts:
            candidate = _candidate(name, days, places[0])
            pack = similar.pack(candidate, places[0], 10)
            result = await examine(candidate, pack, client=client, prompts=prompts, settings=panel)
            done = await with_further_places(
                result.critique, pack, similar, client=client, prompts=prompts, settings=panel
            )
            bare.append(candidate)
            labelled.append(done.candidate)
            added = {each.span.document_id for part in done.candidate.components for each in part.evidence[1:]}
            true = {place.document_id for place in places[1:]}
            wanted, found, wrong = wanted + len(true), found + len(added & true), wrong + len(added - true)

    asyncio.run(run())
    calls = len(model.asked)

    async def residual(candidates: list[Candidate], pack_size: int) -> float:
        sample = ResidualSample(client, prompts, panel, similar, pack_size, 0)
        return (await sample.measure(candidates, len(candidates))).unlabelled / len(candidates)

    return {
        "wanted": wanted,
        "found": found,
        "wrong": wrong,
        "calls": calls / FACTS,
        "residual_without": asyncio.run(residual(bare, 1)),
        "residual_with": asyncio.run(residual(labelled, 10)),
        "truth_without": sum(len(places) > 1 for _, _, places in planted.facts) / FACTS,
    }


def page(seeds: int = 5) -> str:
    """The results as Markdown."""
    rows = []
    sums = {"wanted": 0.0, "found": 0.0, "wrong": 0.0}
    for seed in range(seeds):
        one = measure(Planted.of(seed))
        for name in sums:
            sums[name] += one[name]
        rows.append(
            f"| {seed} | {one['wanted']:.0f} | {one['found']:.0f} | {one['wrong']:.0f} | {one['calls']:.1f} "
            f"| {one['truth_without']:.1%} | {one['residual_without']:.1%} | {one['residual_with']:.1%} |"
        )
    low, high = wilson(int(sums["found"]), int(sums["wanted"]))
    added = sums["found"] + sums["wrong"]
    return "\n".join(
        [
            "# Label recall on planted repeats",
            "",
            "```console",
            "$ python -m measurements.label_recall",
            "```",
            "",
            *(__doc__ or "").split("\n\n", 1)[1].strip().splitlines(),
            "",
            "| corpus | further places | found | wrong | calls an item | items with an unlabelled answer, source only "
            "| as the residual sample says | after labelling, by the sample |",
            "|---|---|---|---|---|---|---|---|",
            *rows,
            "",
            f"Found: {sums['found'] / sums['wanted']:.1%} of {sums['wanted']:.0f} (95 %: {low:.1%} to {high:.1%}).",
            f"Wrong: {sums['wrong'] / added:.1%} of {added:.0f} labels added. Goals: at least 95 %, at most 2 %.",
            "The code of 1db88c2 lost what the critic called partial: it found 89.7% of the same places, wrong 0.0%.",
            "",
            *translated_labels.lines(),
        ]
    )


if __name__ == "__main__":
    text = page()
    sys.stdout.write(text)
    Path(__file__).with_name("results").joinpath("label_recall.md").write_text(text, encoding="utf-8")
