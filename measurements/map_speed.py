"""A corpus made here -> how long `benchmill map` takes for 1,000 items in 100,000 chunks, and whether it links right.

    python -m measurements.map_speed [CHUNKS] > measurements/results/map_speed.md

The script makes the corpus with a random seed: texts of made-up words with numbers and identifiers, cut into chunks of
about 1,000 characters. Each item's quote is a passage of the corpus, so the script knows which chunk is right.
"""

from __future__ import annotations

import random
import resource
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from platform import python_version
from time import perf_counter, process_time

from benchmill.mapping.index_chunks import IndexChunk
from benchmill.mapping.map_benchmark import map_items
from benchmill.mapping.wanted import WantedComponent, WantedItem, WantedQuote

CHUNKS, ITEMS, SENTENCES = 100_000, 1_000, 12
FORMS = ("as it is", "without markup", "over two chunks", "a number changed", "gone")
"""What the script does to an item's passage in the index; the items take the forms in turn."""
_SYLLABLES = "ba be bi bo bu da de di do du ka ke ki ko ku la le li lo lu ma me mi mo mu na ne ni no nu ra re ri ro ru"


@dataclass(frozen=True, slots=True)
class Planted:
    """The corpus as chunks, the items, and for each its form and the chunks that hold its passage."""

    chunks: list[IndexChunk]
    items: list[WantedItem]
    form: dict[str, str]
    right: dict[str, set[str]]


def planted(count: int, items: int, seed: int = 0) -> Planted:
    """Chunks of twelve sentences; the chunk of every item holds its passage in one of FORMS."""
    rng = random.Random(seed)
    words = vocabulary(rng)
    chosen = sorted(rng.sample(range(0, count - 1, 2), items))  # never neighbours: a split passage needs the next one
    form = {place: FORMS[number % len(FORMS)] for number, place in enumerate(chosen)}
    chunks: list[IndexChunk] = []
    made: list[WantedItem] = []
    carried = ""
    found = Planted(chunks, made, {}, {})
    for place in range(count):
        sentences = [sentence(rng, words) for _ in range(SENTENCES)]
        document = f"d{place // 20}.md"
        if place in form:
            carried = _plant(found, place, form[place], sentences, document, rng)
            chunks.append(IndexChunk(f"c{place}", " ".join(sentences), document))
        else:
            chunks.append(IndexChunk(f"c{place}", " ".join([carried, *sentences]).strip(), document))
            carried = ""
    return found


def _plant(found: Planted, place: int, form: str, sentences: list[str], document: str, rng: random.Random) -> str:
    """Put an item's passage into its chunk's sentences; returns what the next chunk begins with."""
    name, value = f"q{place}", f"{rng.randrange(1000, 100_000)}"
    quote = f"{sentences[3]} The **`{sentences[4].split()[0].lower()}_limit`** is {value} here. {sentences[5]}"
    found.items.append(WantedItem(name, (WantedComponent((WantedQuote(quote, document),), (value,)),)))
    found.form[name], found.right[name] = form, {f"c{place}"}
    plain = quote.replace("**`", "").replace("`**", "")
    carried = ""
    if form == "over two chunks":
        middle = plain.index(" is ")
        sentences[3:] = [plain[:middle]]
        carried = plain[middle + 1 :]
        found.right[name].add(f"c{place + 1}")
    elif form == "a number changed":
        sentences[3:6] = [plain.replace(value, str(int(value) + 1))]
    elif form == "gone":
        del sentences[3:6]
    else:
        sentences[3:6] = [plain if form == "without markup" else quote]
    return carried


def vocabulary(rng: random.Random) -> list[str]:
    syllables = _SYLLABLES.split()
    return ["".join(rng.choice(syllables) for _ in range(rng.randint(1, 4))) for _ in range(20_000)]


def sentence(rng: random.Random, words: Sequence[str]) -> str:
    """A sentence of about 80 characters; a few words occur often, as in a real language."""
    drawn = [words[min(int(rng.paretovariate(0.6)), len(words) - 1)] for _ in range(14)]
    return f"{' '.join(drawn).capitalize()}."


def rows(corpus: Planted, links: dict[str, set[str]]) -> Iterator[str]:
    """A row a form: items, linked to the right chunks, linked to wrong ones, not linked."""
    for form in FORMS:
        names = [name for name, one in corpus.form.items() if one == form]
        verdicts = Counter(
            "none" if not links[name] else "right" if links[name] <= corpus.right[name] else "wrong" for name in names
        )
        yield f"| {form} | {len(names)} | {verdicts['right']} | {verdicts['wrong']} | {verdicts['none']} |"


def main(arguments: Sequence[str]) -> None:
    """Print the page."""
    count = int(arguments[0]) if arguments else CHUNKS
    corpus = planted(count, min(ITEMS, count // 10))
    size = sum(len(chunk.text) for chunk in corpus.chunks)
    wall, processor = perf_counter(), process_time()
    mapping = map_items("planted", corpus.items, corpus.chunks)
    wall, processor = perf_counter() - wall, process_time() - processor
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    links = {
        name: {id_ for one in components for link in one.links for id_ in link.chunks}
        for name, components in mapping.items.items()
    }
    print("# Mapping evidence to the chunks of an index: speed\n")
    print(f"`python -m measurements.map_speed`, Python {python_version()}. {count:,} chunks ({size / 1e6:.0f} MB),")
    print(
        f"{len(corpus.items):,} items: **{wall:.1f} s** wall, {processor:.1f} s of one processor, peak {peak:,.0f} MB"
    )
    print("with the corpus itself. The goal is under a minute.\n")
    print("| the item's passage in the index | items | linked right | linked wrong | not linked |")
    print("|---|---|---|---|---|")
    for row in rows(corpus, links):
        print(row)


if __name__ == "__main__":
    main(sys.argv[1:])
