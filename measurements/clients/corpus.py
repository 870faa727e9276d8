"""A seed -> a docs folder of an invented product, as large as asked: what the measurements read and ask about."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path


def _words(text: str) -> list[str]:
    return text.split()


_PARTS = _words(
    "relay queue broker ledger courier beacon harbor anchor sluice gantry tether buoy lattice kiln loom ferry"
)
_ACTS = _words(
    "deliver replay archive throttle verify compress route batch retry mirror expire inspect shard seal drain"
)
_THINGS = _words("""message consumer partition snapshot checkpoint receipt envelope tenant region listener digest token
cursor schedule quota mailbox channel replica topic segment manifest certificate policy probe""")
_TRAITS = _words("idle busy remote nested signed stale partial durable shared private orphaned pinned delayed mirrored")
_UNITS = _words("seconds minutes hours days bytes tokens")
_SENTENCES = (
    "Operators {act} every {trait} {thing} before the {part} accepts another {thing2} from a neighbour.",
    "A {trait} {thing} stays visible to the {part} until somebody decides to {act} its {thing2}.",
    "When the {part} meets a {trait} {thing}, it tries to {act} the {thing2} first and reports what happened.",
    "Nobody has to {act} a {trait} {thing} by hand, although the {part} allows it during maintenance.",
    "The {part} and the {thing} share one {trait} {thing2}, so both can {act} it without waiting.",
    "Teams that {act} many {thing}s often keep the {trait} ones on a {part} of their own.",
)
_FACTS = (
    "The setting `{setting}` decides whether the {part} will {act} each {trait} {thing}.",
    "Every {trait} {thing} on the {part} expires after {number} {unit} unless a {thing2} refers to it.",
    "To {act} a {trait} {thing}, pass `{flag}` when the {part} starts.",
)


def write_docs(folder: Path, sections: int, seed: int = 0, per_document: int = 4) -> Path:
    """Write `sections` sections of about 900 characters, `per_document` to a file; the same seed, the same bytes."""
    rng = random.Random(seed)
    folder.mkdir(parents=True, exist_ok=True)
    for start in range(0, sections, per_document):
        name = f"{rng.choice(_PARTS)}-{rng.choice(_THINGS)}-{start // per_document:03d}"
        text = f"# {name.replace('-', ' ').title()}\n\n"
        text += "\n".join(_section(rng, number) for number in range(start, min(start + per_document, sections)))
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
    return folder


def _section(rng: random.Random, number: int) -> str:
    title = f"## {_pick(rng, _ACTS).title()} the {_pick(rng, _TRAITS)} {_pick(rng, _THINGS)} {number}\n\n"
    sentences = [_filled(rng, rng.choice(_SENTENCES)) for _ in range(5)]
    sentences[1:1] = [_filled(rng, rng.choice(_FACTS))]
    sentences[4:4] = [_filled(rng, rng.choice(_FACTS))]
    half = len(sentences) // 2
    return title + " ".join(sentences[:half]) + "\n\n" + " ".join(sentences[half:]) + "\n"


def _filled(rng: random.Random, sentence: str) -> str:
    thing, other = rng.sample(_THINGS, 2)
    return sentence.format(
        act=_pick(rng, _ACTS),
        part=_pick(rng, _PARTS),
        trait=_pick(rng, _TRAITS),
        thing=thing,
        thing2=other,
        setting=f"{_pick(rng, _PARTS)}.{thing}_{_pick(rng, _ACTS)}_{rng.randrange(1000)}",
        flag=f"--{_pick(rng, _ACTS)}-{thing}-{rng.randrange(1000)}",
        number=rng.randrange(2, 900),
        unit=_pick(rng, _UNITS),
    )


def _pick(rng: random.Random, words: Sequence[str]) -> str:
    return rng.choice(words)
